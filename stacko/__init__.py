"""UNO Stacko by machine: rules, tower, hand and players on a physical tower.

The names below are the game without any physics. Nothing here loads an engine.
"""

from stacko.blocks import PLAY_COLORS, Block, BlockSet, Color, Face
from stacko.demand import ANY, Demand
from stacko.errors import (
    EngineError,
    EngineMissingError,
    IllegalMoveError,
    ImpossibleResultError,
    InvalidNotationError,
    ParameterError,
    PlayerError,
    SettleError,
    StackoError,
    UnstableError,
)
from stacko.game import Game
from stacko.legal import LegalMoves
from stacko.moves import NULL_MOVE, Move, Outcome, Result, Termination, Verdict
from stacko.perft import divide, perft
from stacko.rules import (
    AfterAction,
    Edition,
    NoMatch,
    Reach,
    Rules,
    Starter,
    Topple,
    TwoPlayerReverse,
    rule_page,
)
from stacko.tower import Slot, Tower

__all__ = [
    "ANY",
    "NULL_MOVE",
    "PLAY_COLORS",
    "AfterAction",
    "Block",
    "BlockSet",
    "Color",
    "Demand",
    "Edition",
    "EngineError",
    "EngineMissingError",
    "Face",
    "Game",
    "IllegalMoveError",
    "ImpossibleResultError",
    "InvalidNotationError",
    "LegalMoves",
    "Move",
    "NoMatch",
    "Outcome",
    "ParameterError",
    "PlayerError",
    "Reach",
    "Result",
    "Rules",
    "SettleError",
    "Slot",
    "StackoError",
    "Starter",
    "Termination",
    "Topple",
    "Tower",
    "TwoPlayerReverse",
    "UnstableError",
    "Verdict",
    "divide",
    "perft",
    "rule_page",
]
