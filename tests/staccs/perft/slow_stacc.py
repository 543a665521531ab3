"""A second, slow account of where cards fit, written from the rule page alone.

It shares no code with the package. A card is a dictionary; a triangle of the lattice
is the set of its three corners; what can be seen is worked out anew each time from all
cards that lie.
"""

from functools import cache

AROUND = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
DIGITS = ["0", *map(str, range(2, 11))]
LETTERS = ["J", "Q", "K", "A"]
RANKS = [*DIGITS, *LETTERS]


def beside(cell, way):
    """Return the cell one edge away."""
    return cell[0] + AROUND[way % 6][0], cell[1] + AROUND[way % 6][1]


@cache
def rhombus(cell, way):
    """Return the two triangles of a card's surface that points a way."""
    before, middle, after = (beside(cell, way + step) for step in (-1, 0, 1))
    return [frozenset([cell, before, middle]), frozenset([cell, middle, after])]


@cache
def whole(cell):
    """Return the six triangles of a card."""
    return frozenset(part for way in (0, 2, 4) for part in rhombus(cell, way))


def surfaces(card):
    """Return the three surfaces of a card and their triangles."""
    turn = card["turn"]
    return {
        name: rhombus(card["cell"], turn + 2 * step)
        for step, name in enumerate(["TOP", "SIDE", "FACE"])
    }


def matches(host, surface, name):
    """Return whether a card other than a WILD matches a surface, by its mark."""
    rank, suit = name[:-1], name[-1]
    if surface == "TOP":
        if host["name"] == "W":
            return host["call"] in (None, suit)
        return host["name"][-1] == suit
    kinds = DIGITS if surface == "SIDE" else LETTERS
    return host["name"] != "W" and rank in kinds and host["name"][:-1] == rank


def read_board(text):
    """Return the cards of a STACC in notation."""
    lie = []
    for word in text.split():
        word, _, stacc = word.partition("#")
        word, _, call = word.partition("=")
        word, _, turn = word.partition("/")
        name, _, cell = word.partition("@")
        q, r = map(int, cell.split(","))
        stacc = int(stacc or 0)
        same = [card for card in lie if card["stacc"] == stacc]
        now = same[-1]["turn"] if same else 0
        lay(lie, name, (q, r), int(turn) if turn else now, call or None, stacc)
    return lie


def lay(lie, name, cell, turn, call=None, stacc=0, barred=None):
    """Add a card; `barred` says until which turn its TOP may not be used."""
    lie.append(
        {
            "name": name,
            "cell": cell,
            "turn": turn,
            "call": call,
            "stacc": stacc,
            "barred": barred,
        }
    )


def turn_of(lie, stacc=0):
    """Return the orientation a STACC has now."""
    return [card["turn"] for card in lie if card["stacc"] == stacc][-1]


def turns_of_wild(lie, rules, stacc=0):
    """Return the orientations a WILD may take."""
    steps = (2, 4) if rules.get("wild_rotation") == "120" else (1, 2, 3, 4, 5)
    return sorted((turn_of(lie, stacc) + step) % 6 for step in steps)


def fits(lie, name, cell, rules, now=0, stacc=0, look=None):
    """Return the surfaces a card would lie on, or None if it does not fit."""
    on_top, hosts, first = look or looked(lie, stacc)
    contacts = []
    # Cards farther away share no triangle with this one.
    near = [cell, *(beside(cell, way) for way in range(6))]
    for index in sorted(index for each in near for index in hosts.get(each, [])):
        host = lie[index]
        for surface, parts in surfaces(host).items():
            seen = {part for part in parts if on_top[part] == index}
            if not seen & whole(cell):
                continue
            if set(parts) <= whole(cell):
                barred = host["barred"] is not None and now <= host["barred"]
                closed = index < first or len(seen) < 2
                if closed or (barred and surface == "TOP"):
                    return None
                if name != "W" and not matches(host, surface, name):
                    return None
                contacts.append(surface)
            elif not half_is_fine(host, surface, name, rules):
                return None
    if not contacts or (name == "W" and "TOP" not in contacts):
        return None
    return contacts


def looked(lie, stacc):
    """Return what is on top where, the cards of a STACC by cell, the last WILD."""
    on_top = {part: i for i, card in enumerate(lie) for part in whole(card["cell"])}
    hosts, first = {}, 0
    for index, card in enumerate(lie):
        if card["stacc"] == stacc:
            hosts.setdefault(card["cell"], []).append(index)
            first = index if card["name"] == "W" else first
    return on_top, hosts, first


def half_is_fine(host, surface, name, rules):
    """Return whether a card may cover half of a surface that can be seen."""
    overlap = rules.get("partial_overlap", "allow")
    if overlap == "must_match":
        return name == "W" or matches(host, surface, name)
    return overlap == "allow"


def places(lie, name, rules, now=0, stacc=0, radius=None):
    """Return where a card fits: cells, each with the surfaces it would lie on."""
    look = looked(lie, stacc)
    near = set(look[1]) | {beside(cell, way) for cell in look[1] for way in range(6)}
    found = {}
    for cell in sorted(near):
        q, r = cell
        if radius is not None and q * q + q * r + r * r >= radius * radius:
            continue
        contacts = fits(lie, name, cell, rules, now, stacc, look)
        if contacts is not None:
            found[cell] = contacts
    return found
