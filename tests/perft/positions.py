"""The positions of the perft suite.

``python -m tests.perft.positions`` counts them anew and prints the counts, to be
looked at before they replace those in ``positions.toml``.
"""

import tomllib
from pathlib import Path

from stacko import Game, Rules, perft

FILE = Path(__file__).with_name("positions.toml")


def entries():
    """Return the entries of ``positions.toml``."""
    return tomllib.loads(FILE.read_text("utf-8"))["position"]


def game_of(entry):
    """Return the game an entry describes."""
    game = Game(
        players=entry.get("players", 4),
        rules=Rules.from_mapping(entry.get("rules", {})),
        tower=entry["tower"],
        seed=0,
        demand=entry.get("demand", "any"),
        turn=entry.get("turn", 0),
        direction=entry.get("direction", 1),
    )
    for move in entry.get("moves", []):
        game.push(move)
    return game


def main():
    for entry in entries():
        depths = range(1, len(entry["counts"]) + 1)
        counts = [perft(game_of(entry), depth) for depth in depths]
        print(f"{entry['name']}: counts = {counts}")


if __name__ == "__main__":
    main()
