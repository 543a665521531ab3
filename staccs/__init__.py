"""STACCS by machine: the card game of stacked cubes, with the table's edge.

Rules on an exact triangular lattice, whole games of every mode, tables of any shape,
players, batches of games, and pictures. ``staccs rules`` tells how the rulebook is
read. Importing this loads no geometry, no plotting and no tables.

Examples
--------
>>> game = make_game("uh-oh", players=3, seed=7)
>>> len(game.legal_moves), game.turn
(44, 0)
>>> game.push("0S@0,1")  # a ZERO reverses
>>> game.turn, game.hand_sizes
(2, (6, 7, 7))
"""

from staccs.board import Board
from staccs.cards import WILD, Card, Rank, Suit
from staccs.deals import Deal
from staccs.errors import (
    IllegalMoveError,
    InvalidNotationError,
    ParameterError,
    PlayerError,
    StaccsError,
)
from staccs.game import Game
from staccs.lattice import Cell
from staccs.legal import LegalMoves
from staccs.modes import Party, Solo, UhOh, WildOut, game_from_json, make_game
from staccs.moves import Action, Move
from staccs.outcomes import Outcome, Termination
from staccs.params import CardParams
from staccs.phases import Mode, Phase
from staccs.placement import Placement
from staccs.rules import Rules, rule_page
from staccs.table import PlacedTable, Table
from staccs.views import View

__all__ = [
    "WILD",
    "Action",
    "Board",
    "Card",
    "CardParams",
    "Cell",
    "Deal",
    "Game",
    "IllegalMoveError",
    "InvalidNotationError",
    "LegalMoves",
    "Mode",
    "Move",
    "Outcome",
    "ParameterError",
    "Party",
    "Phase",
    "PlacedTable",
    "Placement",
    "PlayerError",
    "Rank",
    "Rules",
    "Solo",
    "StaccsError",
    "Suit",
    "Table",
    "Termination",
    "UhOh",
    "View",
    "WildOut",
    "game_from_json",
    "make_game",
    "rule_page",
]
