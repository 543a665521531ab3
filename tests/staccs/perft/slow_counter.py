"""A second, slow counter of move sequences, written from the rule page alone.

It shares no code with the package: positions are plain dictionaries and lists, copied
whole for each move. What is still to happen is a pile of questions, the next one last.
"""

from copy import deepcopy

from tests.staccs.perft.slow_stacc import (
    DIGITS,
    lay,
    places,
    read_board,
    turn_of,
    turns_of_wild,
)


def read(entry):
    """Return a position from an entry of ``positions.toml``."""
    position = {
        "mode": entry["mode"],
        "lie": read_board(entry["board"]),
        "hands": [hand.split() for hand in entry["hands"]],
        "pile": entry.get("pile", "").split(),
        "rules": entry.get("rules", {}),
        "radius": entry.get("radius"),
        "variation": entry.get("variation", ""),
        "step": entry.get("direction", 1),
        "now": 0,
        "over": False,
        "discards": [],
        "flips": 0,
        "placed": False,
        "ask": [],
    }
    turn = entry.get("turn", 0)
    if entry["mode"] == "wild-out":
        wild_out_turn(position, turn)
    else:
        position["ask"] = [("turn", turn)]
        if entry["mode"] == "solo":
            solo_settle(position)
    for text in entry.get("moves", []):
        position = moved(position, text)
    return position


def moves(position):
    """Return the legal moves, in notation."""
    if position["over"]:
        return []
    kind = position["ask"][-1][0]
    return ASKED[kind](position, *position["ask"][-1][1:])


def moved(position, text):
    """Return the position after a move."""
    position = deepcopy(position)
    question = position["ask"].pop()
    DONE[position["mode"]](position, question, text)
    return position


def count(position, depth):
    """Return how many sequences of `depth` moves there are."""
    if depth == 0:
        return 1
    found = moves(position)
    if depth == 1:
        return len(found)
    return sum(count(moved(position, text), depth - 1) for text in found)


# Plays


def where(position, name, stacc=0):
    now, radius = position["now"], position["radius"]
    return places(position["lie"], name, position["rules"], now, stacc, radius)


def plays(position, names, flags=False, side_only=False, calls=True, staccs=(0,)):
    found = []
    for stacc in staccs:
        for name in sorted(set(names)):
            for (q, r), contacts in where(position, name, stacc).items():
                if side_only and "SIDE" not in contacts:
                    continue
                text = f"{name}@{q},{r}"
                ways = [text + (f"#{stacc}" if stacc else "")]
                if name == "W":
                    turns = turns_of_wild(position["lie"], position["rules"])
                    ends = [f"={suit}" for suit in "SHCD"] if calls else [""]
                    ways = [f"{text}/{turn}{end}" for turn in turns for end in ends]
                found += [way + flag for way in ways for flag in ["", "!"][: 1 + flags]]
    return found


def put(position, text):
    """Lay the card of a play; return its name and the surfaces it lies on."""
    word, _, stacc = text.rstrip("!").partition("#")
    word, _, call = word.partition("=")
    word, _, turn = word.partition("/")
    name, _, cell = word.partition("@")
    cell = tuple(map(int, cell.split(",")))
    stacc = int(stacc or 0)
    contacts = where(position, name, stacc)[cell]
    now = turn_of(position["lie"], stacc)
    uh_oh = position["mode"] in ("uh-oh", "party")
    barred = position["now"] + 1 if uh_oh and name[:-1] == "0" else None
    turn = int(turn) if turn else now
    lay(position["lie"], name, cell, turn, call or None, stacc, barred)
    return name, contacts


# UH OH! and PARTY


def ask_turn(position, who):
    if position["mode"] != "uh-oh" and position["mode"] != "party":
        return OTHER_TURN[position["mode"]](position, who)
    own = position["hands"][who]
    names = [] if own == ["W"] else own
    found = plays(position, names, flags=len(own) == 2)
    anyway = position["rules"].get("draw_anyway") == "yes" and position["pile"]
    return found + ["draw"] * bool(not found or anyway)


def ask_attacked(position, who, letter, number, by):
    own = position["hands"][who]
    same = [name for name in own if name[:-1] == letter]
    return [*plays(position, same, flags=len(own) == 2), "accept"]


def ask_more(position, who, card, rank, number):
    own = position["hands"][who]
    same = [name for name in own if name[:-1] == rank]
    found = plays(position, same, flags=len(own) == 2, side_only=True)
    return [*found, "done"]


def ask_give(position, by, to, number):
    own = sorted(set(position["hands"][by]))
    due = len(position["hands"][by]) == 2
    return [f"give {name}{flag}" for name in own for flag in ["", "!"][: 1 + due]]


def ask_catch(position, who, forgetful):
    return ["catch", "let"]


def next_to(position, who):
    return (who + position["step"]) % len(position["hands"])


def draw(position, who, number):
    for _ in range(number):
        if not position["pile"]:
            position["over"] = True
            return
        position["hands"][who].append(position["pile"].pop(0))


def forgot(position, who):
    """Ask all others in turn whether they noticed; the last is asked last."""
    asked = []
    other = next_to(position, who)
    while other != who:
        asked.append(("catch", other, who))
        other = next_to(position, other)
    position["ask"] += reversed(asked)


def uh_oh_done(position, question, text):
    who = question[1]
    if "@" in text:
        uh_oh_play(position, question, text)
    elif text == "draw":
        draw(position, who, 1)
        position["now"] += 1
        position["ask"].append(("turn", next_to(position, who)))
    elif text == "accept":
        take(position, *question[1:])
    elif text == "done":
        position["ask"].append(("finish", who, question[2], question[4]))
    elif text.startswith("give"):
        gift(position, question, text)
    elif text == "catch":
        while position["ask"] and position["ask"][-1][0] == "catch":
            position["ask"].pop()
        draw(position, question[2], 3)
    uh_oh_settle(position)


def uh_oh_play(position, question, text):
    kind, who = question[:2]
    number = question[3] if kind == "attacked" else 0
    if kind == "attacked":
        assert position["ask"].pop() == ("turn", who)
    name, contacts = put(position, text)
    hand = position["hands"][who]
    hand.remove(name)
    if name[:-1] == "0" and len(position["hands"]) > 2:
        position["step"] = -position["step"]
    if not hand:
        position["over"] = True
        return
    rank = name[:-1]
    row = kind == "more" or "SIDE" in contacts
    number = question[4] if kind == "more" else number
    if rank in DIGITS and row:
        position["ask"].append(("more", who, name, rank, number))
    else:
        position["ask"].append(("finish", who, name, number))
    if len(hand) == 1 and not text.endswith("!"):
        forgot(position, who)


def gift(position, question, text):
    _, by, to, number = question
    name = text.removeprefix("give ").rstrip("!")
    position["hands"][by].remove(name)
    position["hands"][to].append(name)
    if number > 1:
        position["ask"].append(("give", by, to, number - 1))
    if len(position["hands"][by]) == 1 and not text.endswith("!"):
        forgot(position, by)


def take(position, who, letter, number, by):
    if letter == "Q":
        position["ask"].append(("give", by, who, number))
    else:
        draw(position, who, number * (2 if letter == "K" else 1))


def uh_oh_settle(position):
    """Answer by itself what leaves no choice, until there is one or the end."""
    while not position["over"] and position["ask"]:
        question = position["ask"][-1]
        kind = question[0]
        if kind == "finish":
            position["ask"].pop()
            finish(position, *question[1:])
        elif kind == "more" and moves(position) == ["done"]:
            position["ask"].pop()
            position["ask"].append(("finish", question[1], question[2], question[4]))
        elif kind == "attacked" and moves(position) == ["accept"]:
            position["ask"].pop()
            take(position, *question[1:])
        elif kind == "give" and len(position["hands"][question[1]]) == 1:
            position["hands"][question[2]] += position["hands"][question[1]]
            position["hands"][question[1]] = []
            position["over"] = True
        else:
            return


def finish(position, who, name, number):
    """End a turn with what its last card does."""
    position["now"] += 1
    letter = name[:-1]
    following = who if letter == "A" else next_to(position, who)
    position["ask"].append(("turn", following))
    if name != "W" and letter in ("J", "Q", "K"):
        position["ask"].append(("attacked", following, letter, number + 1, who))


# SOLOSTACCS


def solo_turn(position, who):
    top = position["discards"][-1:]
    found = plays(position, top, calls=False)
    if position["pile"]:
        return [*found, "draw"]
    return found + ["flip"] * may_flip(position)


def ask_drawn(position, who, name):
    if position["mode"] == "wild-out":
        return wild_out_drawn(position, who, name)
    names = [name, *position["discards"][-1:]]
    found = plays(position, names, calls=False)
    free = position["rules"].get("solo_discard") == "any"
    return found + ["discard"] * bool(free or not where(position, name))


def may_flip(position):
    limit = position["rules"].get("second_chances_limit", 0)
    return bool(
        position["variation"] == "second_chances"
        and position["discards"]
        and position["placed"]
        and (limit == 0 or position["flips"] < limit)
    )


def flip(position):
    position["pile"], position["discards"] = position["discards"], []
    position["flips"] += 1
    position["placed"] = False


def solo_done(position, question, text):
    hand = position["hands"][0]
    if "@" in text:
        name, _ = put(position, text)
        position["placed"] = True
        (hand if name in hand else position["discards"]).remove(name)
    elif text == "draw":
        hand.append(position["pile"].pop(0))
    elif text == "discard":
        position["discards"].append(hand.pop())
    else:
        flip(position)
    position["ask"] = [("drawn", 0, hand[0])] if hand else [("turn", 0)]
    solo_settle(position)


def solo_settle(position):
    if position["hands"][0] and moves(position) == ["discard"]:
        position["discards"].append(position["hands"][0].pop())
        position["ask"] = [("turn", 0)]
    if position["ask"][-1][0] == "turn" and moves(position) == ["flip"]:
        flip(position)
    names = [s for s in anything() if s != "W" or position["variation"] != "no_wilds"]
    stuck = not any(where(position, name) for name in names)
    position["over"] = stuck or not moves(position)


def anything():
    """Return the name of every kind of card."""
    ranks = [*DIGITS, "J", "Q", "K", "A"]
    return ["W", *(rank + suit for rank in ranks for suit in "SHCD")]


# WILD OUT


def any_place(position, name):
    return any(where(position, name, stacc) for stacc in range(4))


def wild_out_drawn(position, who, name):
    found = plays(position, position["hands"][who], staccs=range(4))
    return found + ["hold"] * (not any_place(position, name))


def wild_out_asked(position, who):
    if position["pile"]:
        return ["draw"]
    return plays(position, position["hands"][who], staccs=range(4))


def wild_out_done(position, question, text):
    who = question[1]
    hand = position["hands"][who]
    if "@" in text:
        name, _ = put(position, text)
        hand.remove(name)
    elif text == "draw":
        hand.append(position["pile"].pop(0))
        if any(any_place(position, name) for name in hand):
            position["ask"] = [("drawn", who, hand[-1])]
            return
    wild_out_turn(position, next_to(position, who))


def wild_out_turn(position, who):
    """Find the next player with something to do."""
    for _ in position["hands"]:
        hand = position["hands"][who]
        position["ask"] = [("turn", who)]
        if position["pile"] or any(any_place(position, name) for name in hand):
            position["over"] = not any(
                any_place(position, name) for name in anything() if name != "W"
            )
            return
        who = next_to(position, who)
    position["over"] = True


ASKED = {
    "turn": ask_turn,
    "attacked": ask_attacked,
    "more": ask_more,
    "give": ask_give,
    "catch": ask_catch,
    "drawn": ask_drawn,
}
OTHER_TURN = {"solo": solo_turn, "wild-out": wild_out_asked}
DONE = {
    "uh-oh": uh_oh_done,
    "party": uh_oh_done,
    "solo": solo_done,
    "wild-out": wild_out_done,
}
