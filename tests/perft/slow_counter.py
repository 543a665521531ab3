"""A second, slow counter of move sequences, written from the rule page alone.

It shares no code with the package: positions are plain dictionaries and lists,
copied whole for each move. It is here to be compared with `stacko.perft`.
"""

from copy import deepcopy

DIGITS = "0123456789"
DEFAULTS = {
    "reach": "below_complete",
    "two_player_reverse": "pass",
    "after_action": "color",
    "no_match": "any",
    "edition": "blocks",
    "cube_faces": None,
}


def read(entry):
    """Return a position from an entry of ``positions.toml``."""
    position = {
        "tower": [row.split() for row in entry["tower"].split("/")],
        "players": entry.get("players", 4),
        "turn": entry.get("turn", 0),
        "step": entry.get("direction", 1),
        "rules": {**DEFAULTS, **entry.get("rules", {})},
        "passes": 0,
        "want": read_want(entry.get("demand", "any")),
    }
    for text in entry.get("moves", []):
        position = moved(position, read_move(text))
    return position


def read_want(text):
    """Return colors, symbols and how many of a Draw Two, from a demand's text."""
    two = int(text[0]) if text[0] in "12" else 0
    rest = text[1:] if two else text
    if rest == "any":
        return {"color": None, "symbol": None, "two": two}
    return {"color": rest[0], "symbol": rest[1:] or None, "two": two}


def read_move(text):
    if text == "--":
        return None
    block, _, rest = text.partition(">")
    place, _, color = rest.partition("=")
    return block, int(place[:-1]) - 1, "abc".index(place[-1]), color or None


def color_of(block):
    return None if block[0] in "WT" else block[0]


def symbol_of(block):
    return block[0] if block[0] in "WT" else block[1]


def satisfies(block, want):
    if want["two"] and want["color"] is not None:
        return color_of(block) == want["color"] and symbol_of(block) in DIGITS
    if want["color"] is None or symbol_of(block) == "W":
        return True
    return color_of(block) == want["color"] or symbol_of(block) == want["symbol"]


def within_reach(position):
    tower = position["tower"]
    complete = [number for number, row in enumerate(tower) if "-" not in row]
    highest = complete[-1] if complete else 0
    blocks = []
    for number, row in enumerate(tower):
        low = number < highest
        if position["rules"]["reach"] == "below_top_three":
            low = low and number < len(tower) - 3
        blocks += [name for name in row if name != "-" and low]
    return blocks


def may_take(position):
    """Return blocks that may be taken, or "pass", or nothing at the end."""
    near = within_reach(position)
    if not near or position["passes"] >= position["players"]:
        return []
    good = [block for block in near if satisfies(block, position["want"])]
    if good:
        return good
    return {"any": near, "pass": "pass", "draw": []}[position["rules"]["no_match"]]


def places(position):
    top = position["tower"][-1]
    if "-" in top:
        height = len(position["tower"]) - 1
        return [(height, spot) for spot in range(3) if top[spot] == "-"]
    return [(len(position["tower"]), spot) for spot in range(3)]


def moves(position):
    blocks = may_take(position)
    if blocks == "pass":
        return [None]
    found = []
    for block in blocks:
        wild = symbol_of(block) == "W" and position["rules"]["edition"] == "blocks"
        for height, spot in places(position):
            for color in "RYGB" if wild else [None]:
                found.append((block, height, spot, color))
    return found


def holds_up(position, move):
    """Return whether the tower can stand after a move: no layer left empty."""
    if move is None:
        return True
    row = next(row for row in position["tower"] if move[0] in row)
    return sum(name != "-" for name in row) > 1


def hand_on(position, want, steps=1):
    position["turn"] = (position["turn"] + steps * position["step"]) % position[
        "players"
    ]
    if position["rules"]["edition"] == "cube":
        (face,) = position["rules"]["cube_faces"]  # one face: nothing left to chance
        want = read_want("2any" if face == "draw_two" else face)
    position["want"] = want
    return position


def moved(position, move):
    """Return the position after a move with a clean result."""
    before = position
    position = deepcopy(position)
    want = position["want"]
    if move is None:
        position["passes"] += 1
        return hand_on(position, want)
    block, height, spot, named = move
    good = [each for each in within_reach(before) if satisfies(each, want)]
    for row in position["tower"]:
        if block in row:
            row[row.index(block)] = "-"
    if height == len(position["tower"]):
        position["tower"].append(["-", "-", "-"])
    position["tower"][height][spot] = block
    position["passes"] = 0
    if want["two"] and good:
        return second_of_two(position, want, len(good))
    return by_block(position, block, named)


def second_of_two(position, want, count):
    if want["two"] == 2 and count > 1:
        again = {**want, "two": 1}
        if any(satisfies(block, again) for block in within_reach(position)):
            position["want"] = again
            return position
    return hand_on(position, {"color": want["color"], "symbol": None, "two": 0})


def by_block(position, block, named):
    color, symbol = color_of(block), symbol_of(block)
    want = {"color": color, "symbol": symbol, "two": 0}
    if position["rules"]["edition"] == "cube":
        return hand_on(position, want)
    if symbol in "RS" and position["rules"]["after_action"] == "color":
        want["symbol"] = None
    if symbol == "T":
        want["symbol"] = None
    if symbol == "W":
        want = {"color": named, "symbol": None, "two": 0}
    if symbol == "D":
        want = {"color": color, "symbol": None, "two": 2}
    if symbol == "S":
        return hand_on(position, want, steps=2)
    if symbol == "R":
        position["step"] = -position["step"]
        again = position["rules"]["two_player_reverse"] == "again"
        if again and position["players"] == 2:
            return hand_on(position, want, steps=0)
    return hand_on(position, want)


def count(position, depth):
    """Return how many sequences of `depth` moves there are."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(moves(position))
    return sum(
        count(moved(position, move), depth - 1)
        for move in moves(position)
        if holds_up(position, move)
    )
