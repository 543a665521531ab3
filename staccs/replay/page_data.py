"""What a page knows of a game, as values that JSON can hold.

A page that is made for one seat, or for none, holds no hand that was hidden from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from staccs.cards import Card
from staccs.drawing.outlines import Affine
from staccs.lattice import Cell, to_plane
from staccs.moves import Action
from staccs.phases import Mode
from staccs.replay.model import Kind, Look, Position, Replay, Spot, Step
from staccs.replay.overlays import badge_words
from staccs.replay.watch import Watch

__all__ = ["page_data"]

_HIDDEN_LOOK = {Look.LEGAL: Look.TAKES}


def page_data(replay: Replay, watch: Watch, view: Affine) -> dict[str, Any]:
    """Return all that a page shows besides the picture of the board.

    Parameters
    ----------
    replay : Replay
        The game.
    watch : Watch
        From where it is watched at first; if it does not know all hands, the others
        are left out.
    view : Affine
        From the plane of the lattice to the board's picture.
    """
    record = replay.record
    game = record.game
    last = replay.steps[-1].position
    centers = [view.point(to_plane(each.cell)) for each in game.board.cards]
    return {
        "title": record.title or f"A game of {game.mode.value.upper()}",
        "mode": game.mode.value,
        "ending": replay.ending,
        "players": [record.named(seat) for seat in range(game.players)],
        "watch": {"word": watch.word, "seat": watch.seat},
        "choice": watch.knows_all and game.players > 1,
        "solo": game.mode is Mode.SOLO,
        "margins": [round(each * 1e3, 2) for each in last.margins],
        "centers": [[round(x, 1), round(y, 1)] for x, y in centers],
        "kinds": {kind.value: kind.describe() for kind in Kind},
        "steps": [_step(step, watch, view) for step in replay.steps],
    }


def _step(step: Step, watch: Watch, view: Affine) -> dict[str, Any]:
    position, told = step.position, step.told
    turn = position.view.turn
    mover = turn if step.player is None else step.player
    open_here = watch.knows_all or watch.knows(told.seats, mover)
    known = watch.knows_all or watch.sees(turn, turn)
    looks = position.looks if known else map(_public, position.looks)
    return {
        "player": step.player,
        "move": step.seen,
        "short": _short(step, open_here),
        "told": told.public,
        "full": told.full if open_here else "",
        "seats": sorted(told.seats) if open_here else [],
        "kinds": [kind.value for kind in step.kinds],
        "laid": step.laid,
        "refused": step.rejection.why if step.rejection else "",
        "looks": "".join(looks),
        "spots": _spots(position.spots, view) if known else [],
        "beyond": _spots(position.beyond, view) if known else [],
        **_around(position, watch),
    }


def _around(position: Position, watch: Watch) -> dict[str, Any]:
    """Return what lies beside the board."""
    view = position.view
    least = position.least
    hands = [
        _names(hand) if watch.knows_all or watch.sees(seat, view.turn) else None
        for seat, hand in enumerate(position.hands)
    ]
    return {
        "asked": position.asked,
        "turn": view.turn,
        "standing": position.standing,
        "pile": view.pile_size,
        "way": view.direction if view.mode in (Mode.UH_OH, Mode.PARTY) else 0,
        "flips": view.flips,
        "discards": len(view.discards),
        "top": str(view.discards[-1]) if view.discards else "",
        "sizes": list(view.hand_sizes),
        "hands": hands,
        "least": least,
    }


def _short(step: Step, known: bool) -> str:
    """Return the move for a list, with what was hidden if that is known."""
    if step.move is None:
        return "deal"
    if step.move.action is Action.GIVE:
        return str(step.move) if known else step.seen
    if step.move.action is Action.DRAW and known and step.told.full:
        return " ".join(step.told.full.split(";")[0].split()[:2])
    return step.seen


def _public(look: Look) -> Look:
    return _HIDDEN_LOOK.get(look, look)


def _names(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _spots(spots: Iterable[Spot], view: Affine) -> list[list[Any]]:
    return [
        [*_at(spot.cell, view), badge_words(spot.cards), _names(spot.cards)]
        for spot in spots
    ]


def _at(cell: Cell, view: Affine) -> tuple[float, float]:
    x, y = view.point(to_plane(cell))
    return round(x, 1), round(y, 1)
