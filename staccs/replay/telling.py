"""Moves in words: what a player did, what came of it, and what is asked next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from staccs.cards import Card
from staccs.hosts import HostSurface
from staccs.moves import Action, Move
from staccs.phases import Mode, Phase
from staccs.replay.model import Kind, Position, Told
from staccs.views import View

__all__ = ["asked_of", "kinds_of", "told_of"]

_CLASSIC = (Mode.UH_OH, Mode.PARTY)
_ANSWERS = {
    Action.DONE: "lays no more of the number",
    Action.LET: "lets the forgotten call go",
    Action.HOLD: "keeps the card",
    Action.FLIP: "turns the discard pile over",
}


def asked_of(view: View) -> str:
    """Return who is asked for what, as a sentence."""
    told = f"Player {view.turn}: {_question(view)}"
    if view.attack is not None and view.phase is Phase.ATTACKED:
        told += f" It costs {_cards(view.due)}."
    if view.number is not None:
        told += f" The number is {view.number.word}."
    called = view.board.cards[-1].call
    if called is not None:
        told += f" Called: {called.word}."
    return told


def _question(view: View) -> str:
    if view.phase is Phase.TURN:
        plays = any(True for _ in view.legal_moves.spots)
        if view.mode in (Mode.SOLO, Mode.WILD_OUT) and not plays:
            return "draw a card."
        return "play a card." if plays else "draw a card, for none fits."
    if view.phase is Phase.GIVE:
        return f"choose what to give, {_cards(view.due)} in all (T9)."
    question = view.phase.describe()
    return question[:1].lower() + question[1:]


def told_of(
    move: Move,
    before: Position,
    after: Position,
    contacts: Sequence[HostSurface],
    coming: str,
) -> Told:
    """Return a move and what came of it in words, without the player's name.

    Parameters
    ----------
    move : Move
        The move.
    before, after : Position
        Where everything was, and where it is.
    contacts : sequence of HostSurface
        What a card lies on that was played.
    coming : str
        The next card of the draw pile before the move; empty if there was none.
    """
    action, mover = move.action, before.view.turn
    effects = "".join(f"; {each}" for each in _effects(move, before, after))
    if action is Action.PLAY:
        return Told(f"{_play(move, before, contacts)}{effects}")
    if action is Action.DRAW and before.view.mode is Mode.SOLO:
        return Told(f"turns over {coming}{_put_by(coming, after)}{effects}")
    if action is Action.DRAW:
        if not coming:
            return Told(f"has to draw, and the pile is empty{effects}")
        seats = frozenset([mover])
        return Told(f"draws a card{effects}", f"draws {coming}{effects}", seats)
    if action is Action.GIVE:
        hit = _hit(before, after)
        told = f" to player {hit}{effects}"
        return Told(
            f"gives a card{told}", f"gives {move.card}{told}", frozenset([mover, hit])
        )
    return _answer(action, before, after, effects)


def _answer(action: Action, before: Position, after: Position, effects: str) -> Told:
    """Return what an answer was that plays, draws and gives nothing."""
    if action is Action.ACCEPT:
        letter = before.view.attack
        word = letter.word if letter else "ATTACC"
        return _with_gains(f"does not counter the {word}", before, after, effects)
    if action is Action.CATCH:
        forgetful = before.view.forgetful
        text = f"catches player {forgetful}, who forgot to call UH OH! (T12)"
        return _with_gains(text, before, after, effects)
    if action is Action.DISCARD:
        (card,) = before.hands[before.view.turn][-1:] or ("a card",)
        return Told(f"puts {card} on the discard pile{effects}")
    return _with_gains(_ANSWERS.get(action, action.word), before, after, effects)


def _with_gains(text: str, before: Position, after: Position, effects: str) -> Told:
    """Return a text, and for those who took cards which ones."""
    gains = dict(_gains(before, after))
    names = "; ".join(
        f"player {seat} takes {' '.join(map(str, cards))}"
        for seat, cards in gains.items()
    )
    full = f"{text}; {names}{effects}" if names else ""
    counts = "".join(
        f"; player {seat} takes {_cards(len(cards))}" for seat, cards in gains.items()
    )
    return Told(f"{text}{counts}{effects}", full, frozenset(gains))


def _play(move: Move, before: Position, contacts: Sequence[HostSurface]) -> str:
    phase = before.view.phase
    verb = {Phase.ATTACKED: "counters with", Phase.MORE: "lays another,"}
    text = f"{verb.get(phase, 'lays')} {move.card} at {move.cell}"
    text += f" of STACC {move.stacc}" if before.view.mode is Mode.WILD_OUT else ""
    hosts = [str(each) for each in contacts]
    text += f", on {' and '.join(hosts)}" if hosts else ""
    if move.card.is_wild:
        heading = (90 - 60 * (move.orientation or 0)) % 360
        text += f"; the STACC now heads for {heading} degrees"
        text += f", and {move.call.word} are called" if move.call else ""
    return text


def _put_by(card: str, after: Position) -> str:
    held = {str(each) for hand in after.hands for each in hand}
    return "" if card in held else "; it fits nowhere and is put by"


def _effects(move: Move, before: Position, after: Position) -> Iterator[str]:
    """Yield what came of a move, apart from cards that somebody took."""
    old, new, mover = before.view, after.view, before.view.turn
    lays_off = move.action in (Action.PLAY, Action.GIVE)
    if move.uh_oh:
        yield "calls UH OH!"
    elif lays_off and new.phase is Phase.CATCH and old.phase is not Phase.CATCH:
        yield "forgets to call UH OH! (T12)"
    if new.direction != old.direction:
        yield f"play goes {'' if new.direction > 0 else 'counter'}clockwise now (T10)"
    if move.action is Action.PLAY:
        yield from _attack(move, before, after)
        if _has_another_turn(move, before, after):
            yield f"player {mover} has another turn (T15)"
        if len(new.barred) > len(old.barred):
            yield "its TOP is barred for a turn (T10)"
    if new.flips > old.flips and move.action is not Action.FLIP:
        yield "the discard pile is turned over"
    if lays_off and old.mode in _CLASSIC and not after.hands[mover]:
        yield f"player {mover} has no card left"


def _has_another_turn(move: Move, before: Position, after: Position) -> bool:
    old, new = before.view, after.view
    ace = str(move.card).startswith("A") and old.mode in _CLASSIC
    return ace and new.phase is Phase.TURN and new.turn == old.turn


def _attack(move: Move, before: Position, after: Position) -> Iterator[str]:
    new, mover = after.view, before.view.turn
    if new.phase is Phase.ATTACKED and new.attack is not None:
        yield f"it hits player {new.turn} (T9)"
    elif new.phase is Phase.GIVE:
        hit = (mover + new.direction) % len(new.hand_sizes)
        due = _cards(new.due)
        yield f"it hits player {hit}, who cannot counter: {due} to give (T9)"
    for seat, cards in _gains(before, after):
        yield f"player {seat} cannot counter and takes {_cards(len(cards))} (T9)"


def _gains(before: Position, after: Position) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Yield who has more cards than before, and which."""
    pairs = zip(before.hands, after.hands, strict=True)
    for seat, (old, new) in enumerate(pairs):
        more = Counter(new) - Counter(old)
        if more:
            yield seat, tuple(sorted(more.elements()))


def _hit(before: Position, after: Position) -> int:
    """Return who was given a card."""
    return next((seat for seat, _ in _gains(before, after)), before.view.turn)


def kinds_of(move: Move, before: Position, after: Position) -> tuple[Kind, ...]:
    """Return what a move was, the main thing first."""
    main = {
        Action.DRAW: Kind.DRAW,
        Action.GIVE: Kind.GIFT,
        Action.CATCH: Kind.PENALTY,
    }.get(move.action, Kind.ANSWER)
    if move.action is Action.PLAY:
        main = Kind.WILD if move.card.is_wild else Kind.PLAY
        if _attacks(move, before, after):
            main = Kind.ATTACK
    kinds = [main]
    if move.uh_oh:
        kinds.append(Kind.CALL)
    elif after.view.phase is Phase.CATCH and before.view.phase is not Phase.CATCH:
        kinds.append(Kind.FORGOTTEN)
    return tuple(kinds)


def _attacks(move: Move, before: Position, after: Position) -> bool:
    """Tell whether a play is an ATTACC, a counter, or hit somebody at once (T9)."""
    asked = after.view.phase in (Phase.ATTACKED, Phase.GIVE)
    counters = before.view.phase is Phase.ATTACKED
    return asked or counters or any(_gains(before, after))


def _cards(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"
