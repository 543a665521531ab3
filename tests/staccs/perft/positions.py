"""The positions of the perft suite of STACCS.

``python -m tests.staccs.perft.positions`` counts them anew and prints the counts, to be
looked at before they replace those in ``positions.toml``.
"""

import tomllib
from pathlib import Path

from staccs.deals import Deal
from staccs.modes import class_of
from staccs.perft import perft
from staccs.rules import Rules

FILE = Path(__file__).with_name("positions.toml")


def entries():
    """Return the entries of ``positions.toml``."""
    return tomllib.loads(FILE.read_text("utf-8"))["position"]


def within(radius):
    """Return what a round table says, its radius in edges; None for no edge."""
    if radius is None:
        return None
    return lambda at: at.q * at.q + at.q * at.r + at.r * at.r < radius * radius


def game_of(entry):
    """Return the game an entry describes."""
    deal = Deal(
        entry["board"],
        entry["hands"],
        entry.get("pile", ""),
        entry.get("turn", 0),
        entry.get("direction", 1),
        entry.get("variation", ""),
    )
    rules = Rules.from_mapping(entry.get("rules", {}))
    fits = within(entry.get("radius"))
    game = class_of(entry["mode"]).from_deal(deal, rules, fits=fits)
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
