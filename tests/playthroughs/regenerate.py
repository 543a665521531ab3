"""Golden playthroughs: whole games as text, move by move.

In each file the head says how the game begins and lines with ``>`` say what is
played. Everything below a move is what the rules make of it, and is written anew by
``python -m tests.playthroughs.regenerate``. Look at the difference before you keep it.
"""

import tomllib
from pathlib import Path

from stacko import Game, Rules

FOLDER = Path(__file__).parent


def files():
    """Return the playthrough files."""
    return sorted(FOLDER.glob("*.txt"))


def regenerated(text):
    """Return the text of a playthrough as the rules have it now."""
    head, _, _ = text.partition("\n\n")
    game = begun(tomllib.loads(head))
    parts = [head, state(game)]
    for line in text.splitlines():
        if line.startswith("> "):
            move, result = line[2:].split()
            game.push(move, result)
            parts += [line + "\n" + state(game)]
    return "\n\n".join([*parts, ending(game)]) + "\n"


def begun(head):
    """Return the game that a head describes."""
    rules = Rules.from_mapping(head.get("rules", {}))
    return Game(head["players"], rules, head["tower"], seed=head.get("seed", 0))


def state(game):
    """Return what can be seen of a game between two moves."""
    way = "clockwise" if game.direction == 1 else "counter-clockwise"
    moves = game.legal_moves
    blocks = " ".join(block.name for block in game.eligible_blocks()) or "none"
    slots = " ".join(map(str, game.tower.free_slots()))
    lines = [
        f"turn {game.turn_number}: player {game.turn}, {way}, ply {game.ply}",
        f"demand {game.demand}: {game.demand.describe()}",
        f"tried {' '.join(game.tried) or 'none'}; to {slots}; {len(moves)} moves",
        f"may take {blocks}",
    ]
    return "\n".join(f"  {line}" for line in lines)


def ending(game):
    """Return the last lines of a playthrough."""
    ended = game.outcome()
    return f"tower {game.tower}\nend   {ended.describe() if ended else 'goes on'}"


def main():
    for path in files():
        path.write_text(regenerated(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
