"""Games and records that the tests of replays share."""

from __future__ import annotations

import numpy as np

from staccs.modes import make_game
from staccs.moves import Action, Move
from staccs.phases import Phase
from staccs.replay import Record, Rejected
from staccs.rules import Rules
from staccs.table import PlacedTable, Table
from tests.staccs.game_setups import play, uh_oh

EVIL = "<script>alert(1)</script>\x1b[2J"
MODES = {"uh-oh": 4, "party": 6, "solo": 1, "wild-out": 2}


def played(mode, players=None, seed=5, table="round:1.2", moves=10**6, **options):
    """Return a game of random moves."""
    placed = None if table is None else PlacedTable(Table.parse(table))
    game = make_game(mode, players or MODES[mode], seed=seed, table=placed, **options)
    rng = np.random.default_rng(seed)
    while game.legal_moves and game.ply < moves:
        game.push(game.legal_moves[int(rng.integers(len(game.legal_moves)))])
    return game


def with_refusal(title="game.json"):
    """Return a record of UH OH! whose player 0 tries a card where it does not fit."""
    game = play(uh_oh("5S@0,0", "9H 9S 2C", "QC 5D 7S"), "9S@0,1", "5D@1,-1")
    return Record(game, ("Ann", EVIL), (Rejected(0, Move.parse("9H@0,1")),), "", title)


def endless():
    """Return a game of SOLOSTACCS of more than 300 moves: one card a pass is laid."""
    rules = Rules(solo_discard="any")
    game = make_game("solo", rules=rules, seed=2, variation="second_chances")
    flips = -1
    while game.legal_moves and game.ply < 320:
        moves = list(game.legal_moves)
        plays = [move for move in moves if move.action is Action.PLAY]
        others = [move for move in moves if move.action is not Action.PLAY]
        lays = game.phase is Phase.DRAWN and game.flips > flips and plays
        if lays:
            flips = game.flips
        game.push(plays[0] if lays or not others else others[0])
    return game
