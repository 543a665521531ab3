"""From a record to its steps: the game played once more, looked at after every move."""

from __future__ import annotations

import dataclasses

from staccs.board import Board
from staccs.cards import Card
from staccs.cells import unpack
from staccs.game import Game
from staccs.hosts import HostSurface
from staccs.moves import CELL, STACC, Action, Move
from staccs.openings import openings
from staccs.phases import Phase
from staccs.placement import Placement
from staccs.replay.model import (
    Kind,
    Look,
    Position,
    Rejection,
    Replay,
    Spot,
    Step,
    Told,
)
from staccs.replay.record import Record
from staccs.replay.telling import asked_of, kinds_of, told_of
from staccs.surfaces import SurfaceState

__all__ = ["position_of", "replay_of"]

_LOOKS = {
    SurfaceState.BARRED: Look.BARRED,
    SurfaceState.PARTLY_COVERED: Look.HALF,
    SurfaceState.LOCKED: Look.LOCKED,
    SurfaceState.COVERED: Look.COVERED,
}


def replay_of(record: Record) -> Replay:
    """Return the steps of a record.

    Parameters
    ----------
    record : Record
        The game and what belongs to it; it is not changed.

    Returns
    -------
    Replay

    Examples
    --------
    >>> from staccs.modes import make_game
    >>> game = make_game("solo", seed=3)
    >>> game.push("draw")
    >>> [step.told.public for step in replay_of(Record(game)).steps]
    ['The game begins with 9H at 0,0.', 'turns over 0S; it fits nowhere and is put by']
    """
    game = record.game.copy()
    while game.ply:
        game.pop()
    steps = [_dealt(game)]
    for move in record.game.move_stack:
        steps += _refused(record, game, steps[-1].position)
        steps.append(_made(game, move, steps[-1].position))
    steps += _refused(record, game, steps[-1].position)
    if record.failure or record.game.outcome():
        last = steps[-1]
        steps[-1] = dataclasses.replace(last, kinds=(*last.kinds, Kind.END))
    return Replay(record, tuple(steps))


def _dealt(game: Game) -> Step:
    cards = ", ".join(f"{each.card} at {each.cell}" for each in game.board.cards)
    return Step(
        ply=0,
        player=None,
        move=None,
        seen="",
        kinds=(Kind.DEAL,),
        told=Told(f"The game begins with {cards}."),
        laid=None,
        rejection=None,
        position=position_of(game),
    )


def _made(game: Game, move: Move, before: Position) -> Step:
    """Make a move, and return the step that it is."""
    contacts: tuple[HostSurface, ...] = ()
    if move.action is Action.PLAY:
        contacts = game.board.contacts(move.placement)
    coming = str(game.state()["pile"]).partition(" ")[0]
    player = game.turn
    game.push(move)
    after = position_of(game)
    laid = len(game.board) - 1 if move.action is Action.PLAY else None
    told = told_of(move, before, after, contacts, coming)
    hidden = move.action is Action.GIVE
    return Step(
        ply=game.ply,
        player=player,
        move=move,
        seen="give ?" + "!" * move.uh_oh if hidden else str(move),
        kinds=kinds_of(move, before, after),
        told=told,
        laid=laid,
        rejection=None,
        position=after,
    )


def _refused(record: Record, game: Game, position: Position) -> list[Step]:
    """Return a step for each move that was refused where a game is now."""
    return [
        _rejection(game, each.move, position)
        for each in record.rejected
        if each.ply == game.ply
    ]


def _rejection(game: Game, move: Move, position: Position) -> Step:
    why = game.why_not(move)
    plays = move.action is Action.PLAY
    rejection = Rejection(move, why, None, ())
    if plays:
        placement = _turned(game.board, move.placement)
        against = game.board.explain(move.placement).against()
        rejection = Rejection(move, why, placement, against)
    what = f"tries {move.card} at {move.cell}" if plays else f"tries to {move}"
    return Step(
        ply=game.ply,
        player=game.turn,
        move=move,
        seen=str(move),
        kinds=(Kind.REJECTED,),
        told=Told(f"{what}, which is refused: {why}"),
        laid=None,
        rejection=rejection,
        position=position,
    )


def _turned(board: Board, placement: Placement) -> Placement:
    """Return a placement as it would look: turned as its STACC is, if it says not."""
    if placement.orientation is not None or placement.stacc not in board.staccs:
        return placement
    turn = board.orientation(placement.stacc)
    return dataclasses.replace(placement, orientation=turn)


def position_of(game: Game) -> Position:
    """Return where everything is in a game."""
    view = game.view(game.turn)
    spots = tuple(
        Spot(place >> STACC & 127, unpack(place >> CELL), kinds)
        for place, kinds in view.legal_moves.spots
    )
    beyond = tuple(
        Spot(stacc, unpack(at), kinds)
        for (stacc, at), kinds in sorted(game.edge_spots().items())
    )
    table = game.table
    cells = [each.cell for each in view.board.cards]
    return Position(
        view=view,
        hands=tuple(game.hand(player) for player in range(game.players)),
        spots=spots,
        beyond=beyond,
        looks=_looks(view.board, spots),
        margins=() if table is None else tuple(table.report(c).margin for c in cells),
        asked="" if view.phase is Phase.OVER else asked_of(view),
        outcome=game.outcome(),
    )


def _looks(board: Board, spots: tuple[Spot, ...]) -> tuple[Look, ...]:
    takes = {
        (each.host.index, each.host.surface): each.fitting for each in openings(board)
    }
    legal = {
        (host.index, host.surface)
        for spot in spots
        for host in board.contacts(_any_card(spot))
        if host.fitting & spot.kinds
    }
    found = []
    for host in board.surfaces():
        key = host.index, host.surface
        look = _LOOKS.get(host.state)
        if look is None and key in legal:
            look = Look.LEGAL
        elif look is None and key in takes:
            look = Look.TAKES if takes[key] else Look.IDLE
        found.append(look or Look.BLANK)
    return tuple(found)


def _any_card(spot: Spot) -> Placement:
    """Return a placement at a spot; which card it is does not matter for contacts."""
    return Placement(Card(0), spot.cell, stacc=spot.stacc)
