"""Data on whether SOLOSTACCS can be won."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pyarrow as pa

from sims.errors import BatchError
from sims.notebook_data.recipe import Making, Measured, Recipe, Study
from sims.solo.exhaustive import can_be_won, most_standing
from sims.solo.foresight import foreseen, wins
from sims.solo.largest import largest
from sims.solo.limits import most_cards
from sims.solo.matching import could_be_won
from staccs.board import Board
from staccs.cards import RANKS, SUITS, WILD, Card
from staccs.match import MatchConfig
from staccs.modes import Variation
from staccs.modes.solo import Solo
from staccs.phases import Mode
from staccs.rules import PartialOverlap, Rules, WildRotation

__all__ = ["SOLO", "foresight", "limits"]

SEED = 7
"""Seed of the studies: deal i is that of their game i."""

DEALS = {PartialOverlap.ALLOW: 200, PartialOverlap.MUST_MATCH: 50}
WIDTHS: tuple[int, ...] = (8, 64, 400)
SMALL_DEALS = 2
SMALL_WIDTHS = WIDTHS[:1]

MOST_STATES, MOST_POSITIONS = 300_000, 20_000
"""Where looking without geometry, and trying everything, is given up."""

DECCS = (
    (2, 2, 1, 0), (2, 2, 2, 0), (3, 2, 1, 0), (3, 2, 2, 0), (4, 1, 1, 0),
    (3, 1, 1, 1), (4, 1, 1, 1), (3, 1, 1, 2),
)  # fmt: skip
"""Small DECCs: suits, numbers, letters, WILDs."""


def foresight(making: Making) -> dict[str, pa.Table]:
    """Search for ways to win deals whose piles are known."""
    rows = []
    for overlap, variation in product(DEALS, Variation):
        count = SMALL_DEALS if making.quick else DEALS[overlap]
        widths = SMALL_WIDTHS if making.quick else WIDTHS
        if overlap is not PartialOverlap.ALLOW:
            widths = widths[:2]
        for index in range(count):
            found = _searched(overlap, variation, index, widths)
            rows.append(
                {
                    "partial_overlap": overlap.value,
                    "variation": variation.value,
                    "game": index,
                    **found,
                }
            )
    return {"deals": pa.Table.from_pylist(rows)}


def _dealt(variation: Variation, index: int, rules: Rules) -> Solo:
    config = MatchConfig(
        mode=Mode.SOLO, players=1, variation=variation.value, rules=rules
    )
    game = config.dealt(SEED, index)
    if not isinstance(game, Solo):
        raise BatchError(f"{game!r} is no game of SOLOSTACCS")
    return game


def _searched(
    overlap: PartialOverlap, variation: Variation, index: int, widths: tuple[int, ...]
) -> dict[str, object]:
    game = _dealt(variation, index, Rules(partial_overlap=overlap))
    line = foreseen(game, widths)
    if line.won and not wins(game, line.moves):
        raise BatchError(f"deal {index} of {variation} is not won by {line.moves}")
    asked = not line.won and variation is Variation.NO_WILDS and widths == WIDTHS
    return {
        "won": line.won,
        "standing": line.standing,
        "width": line.width,
        "lost": asked and can_be_won(game, MOST_POSITIONS) is False,
    }


def limits(making: Making) -> dict[str, pa.Table]:
    """Lay the largest STACCs known, and try everything with small DECCs."""
    readings = list(product(PartialOverlap, WildRotation))
    staccs = [
        {
            "partial_overlap": overlap.value,
            "wild_rotation": rotation.value,
            "wilds": wilds,
            "cards": len(board := _largest(overlap, rotation, wilds)),
            "limit": most_cards(4, 10, 4, wilds, overlap, rotation),
            "stacc": board.to_text(),
        }
        for overlap, rotation in readings
        for wilds in (4, 0)
    ]
    strict = [each for each in readings if each[0] is not PartialOverlap.ALLOW]
    small = [
        {
            "suits": decc[0],
            "numbers": decc[1],
            "letters": decc[2],
            "wilds": decc[3],
            "partial_overlap": overlap.value,
            "wild_rotation": rotation.value,
            "found": most_standing(
                _decc(*decc), Rules(partial_overlap=overlap, wild_rotation=rotation)
            ),
            "limit": most_cards(*decc, overlap, rotation),
        }
        for decc in DECCS[: 3 if making.quick else None]
        for overlap, rotation in strict
    ]
    count = SMALL_DEALS if making.quick else DEALS[PartialOverlap.ALLOW]
    matching = [
        {"variation": variation.value, "game": index, **_by_suits(variation, index)}
        for variation in (Variation.PERFECT, Variation.NO_WILDS)
        for index in range(count)
    ]
    return {
        "matching": pa.Table.from_pylist(matching),
        "staccs": pa.Table.from_pylist(staccs),
        "small": pa.Table.from_pylist(small),
    }


def _largest(overlap: PartialOverlap, rotation: WildRotation, wilds: int) -> Board:
    """Return the largest STACC known; without WILDs under ``allow`` one of a deal."""
    if wilds or overlap is not PartialOverlap.ALLOW:
        return largest(overlap, rotation, wilds=wilds > 0)
    game = _dealt(Variation.NO_WILDS, 0, Rules(wild_rotation=rotation))
    for move in foreseen(game).moves:
        game.push(move)
    return game.board


def _by_suits(variation: Variation, index: int) -> dict[str, object]:
    """Tell whether a deal could be won by suits and ranks alone, and of its WILDs."""
    deal = _dealt(variation, index, Rules()).deal()
    first = Board.from_text(deal.board).cards[0].card.index
    found = could_be_won(first, [card.index for card in deal.pile], MOST_STATES)
    wilds = [place for place, card in enumerate(deal.pile, 2) if card.is_wild]
    return {
        "could": "unknown" if found is None else "yes" if found else "no",
        "first_wild": min(wilds, default=0),
        "last_wild": max(wilds, default=0),
    }


def _decc(suits: int, numbers: int, letters: int, wilds: int) -> list[Card]:
    ranks = [rank for rank in RANKS if rank.is_number][:numbers]
    ranks += [rank for rank in RANKS if not rank.is_number][:letters]
    cards = [
        Card.parse(f"{rank.value}{suit.value}")
        for suit in SUITS[:suits]
        for rank in ranks
    ]
    return [*cards, *[WILD] * wilds]


SOLO: Mapping[str, Recipe] = {
    "solo": Study(
        "SOLOSTACCS: every variation by every player, the same deals, no edge",
        "solo.toml",
        {"games": ["termination", "standing"]},
        quick=4,
    ),
    "solo-readings": Study(
        "SOLOSTACCS by greedy under each reading of T2 and T4, the same deals",
        "solo-readings.toml",
        {"games": ["termination", "standing"]},
        quick=3,
    ),
    "solo-foresight": Measured(
        "Deals of SOLOSTACCS searched by somebody who knows the pile", foresight
    ),
    "solo-limits": Measured(
        "The largest STACCs known, and small DECCs of which everything was tried",
        limits,
    ),
}
"""By name."""
