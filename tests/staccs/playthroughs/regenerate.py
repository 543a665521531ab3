"""Golden playthroughs of STACCS: whole games as text, move by move.

In each file the head says how the game begins and lines with ``>`` say what is
played. Everything below a move is what the rules make of it, and is written anew by
``python -m tests.staccs.playthroughs.regenerate``. Look at the difference before you
keep it.
"""

import tomllib
from pathlib import Path

from tests.staccs.perft.positions import game_of

FOLDER = Path(__file__).parent
MOST_MOVES = 12


def files():
    """Return the playthrough files."""
    return sorted(FOLDER.glob("*.txt"))


def begun(text):
    """Return the game that the head of a playthrough describes."""
    return game_of(tomllib.loads(text.partition("\n\n")[0]))


def regenerated(text):
    """Return the text of a playthrough as the rules have it now."""
    game = begun(text)
    parts = [text.partition("\n\n")[0], state(game)]
    for line in text.splitlines():
        if line.startswith("> "):
            game.push(line[2:])
            parts += [line + "\n" + state(game)]
    return "\n\n".join([*parts, ending(game)]) + "\n"


def state(game):
    """Return what can be seen of a game between two moves, and the mover's hand."""
    view = game.view(game.turn)
    sizes = " ".join(map(str, view.hand_sizes))
    way = "" if view.direction == 1 else ", counter-clockwise"
    lines = [
        f"ply {view.ply}: player {view.turn}, {view.phase}{way}",
        f"hands {sizes}, pile {view.pile_size}, standing {game.standing}{told(view)}",
        f"holds {' '.join(map(str, view.hand)) or 'nothing'}",
        f"legal {len(view.legal_moves)}: {view.legal_moves.sample(MOST_MOVES)}",
    ]
    return "\n".join(f"  {line}" for line in lines)


def told(view):
    """Return what else is known of the position."""
    parts = {
        f"{view.attack} of player {view.attacker} costs {view.due}": view.attack,
        f"more {view.number}": view.number,
        f"player {view.forgetful} forgot": view.forgetful is not None,
        f"drawn {view.drawn}": view.drawn,
        f"discards {' '.join(map(str, view.discards))}": view.discards,
        f"flips {view.flips}": view.flips,
        f"barred {' '.join(map(str, view.barred))}": view.barred,
    }
    return "".join(f", {text}" for text, tell in parts.items() if tell)


def ending(game):
    """Return the last lines of a playthrough."""
    ended = game.outcome()
    return f"staccs {game.board.to_text()}\nend    {ended.describe()}"


def main():
    for path in files():
        path.write_text(regenerated(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
