# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Who wins UH OH!?
#
# In UH OH! whoever first has no card left wins. How much of that is the seat, the cards
# one is dealt, an answer to an ATTACC, a forgotten call? And does PARTY, with two DECCs
# and up to ten players, play differently?
#
# Greedy players play here unless it says otherwise: they lay what looks best at once,
# counter whenever they can, always call, and catch whoever does not. They do not count
# cards or plan. What is left to chance is the shuffle alone.
#
# Words such as *ATTACC*, *counter* or *call* are explained in [README](README.md#words).

# %% [markdown]
# ## Data
#
# All games lie on a table without an edge. Games of one index have the same shuffled
# cards for greedy and for random players.
#
# - `notebooks/studies/uh-oh.toml`: 2 to 5 players, all greedy or all random, 3000 games
#   of each; `python -m sims.notebook_data uh-oh`.
# - `notebooks/studies/uh-oh-party.toml`: PARTY of 6 to 10 players, 400 games of each;
#   `python -m sims.notebook_data uh-oh-party`.
# - `notebooks/studies/uh-oh-forgetting.toml`: player 0 forgets to call, 600 games of
#   each; `python -m sims.notebook_data uh-oh-forgetting`.
# - `notebooks/studies/uh-oh-gifts.toml`: two players who give any card after a QUEEN,
#   3000 games; `python -m sims.notebook_data uh-oh-gifts`.
# - Every ATTACC of the first 1000 games of greedy players of the first study (200 of
#   the second), and what would have come of taking the cards;
#   `python -m sims.notebook_data uh-oh-attaccs`.
#
# A shared win is divided among those who share it. Intervals are 95 %.

# %%
import numpy as np
import pandas as pd
from scipy.stats import chisquare

from sims.clustered import slopes
from sims.estimates import bar, told
from sims.notebook_data import load
from sims.plots import grouped_plot, interval_plot
from sims.reports.differences import mean_paired
from sims.reports.intervals import mean, rate
from sims.staccs_wins import (
    CLASSES,
    dealt_classes,
    dealt_worth,
    race_shares,
    win_shares,
)

data = load("uh-oh")
party = load("uh-oh-party")
forgetting = load("uh-oh-forgetting")
gifts = load("uh-oh-gifts")
attaccs = load("uh-oh-attaccs")
for each in (data, party, forgetting, gifts, attaccs):
    print(each)

# %%
games = pd.concat([data["games"], party["games"]], ignore_index=True)
greedy = games[games.policy == "greedy"]
by_players = dict(iter(greedy.groupby("players")))
classic = {n: played for n, played in by_players.items() if n <= 5}
wins = {n: win_shares(played.winners, n) for n, played in by_players.items()}
games.groupby(["players", "policy"]).size().unstack()

# %% [markdown]
# ## Where one sits
#
# Seat 0 sits left of the dealer and begins.

# %%
grouped_plot(
    {
        f"{n} players": {
            f"seat {k}": bar(mean(wins[n][:, k] - 1 / n)) for k in range(n)
        }
        for n in classic
    },
    label="share of the wins less 1/n, in percentage points",
    title="Of three or more greedy players who begins wins more",
    note=f"95 % intervals, n = {len(classic[2])} games each",
    even=0.0,
    shares=True,
)

# %%
rows = []
for (n, policy), played in games.groupby(["players", "policy"]):
    seats = win_shares(played.winners, n)
    rows.append(
        {
            "players": n,
            "policy": policy,
            "games": len(played),
            "fair": f"{100 / n:.1f} %",
            "first seat": told(mean(seats[:, 0]), percent=True),
            "the same less fair": told(
                mean(seats[:, 0] - 1 / n), percent=True, signed=True
            ),
            "last seat": told(mean(seats[:, -1]), percent=True),
            "all seats alike, p": f"{chisquare(seats.sum(axis=0)).pvalue:.2g}",
            "shared wins": f"{100 * played.winners.str.contains(',').mean():.1f} %",
        }
    )
pd.DataFrame(rows).set_index(["policy", "players"]).sort_index()

# %% [markdown]
# Who begins has an advantage, and it falls from seat to seat. Is it the order of turns
# alone? Suppose that all players are as likely as each other to lay their last card in
# a round, as the lengths of the games tell. Where several would in the same round, the
# earlier seat does. Nothing is fitted to who won:

# %%
rows = []
for n, played in by_players.items():
    out = played[played.termination == "out"]
    race = race_shares(out.turns.to_numpy(), n)
    rows.append(
        {"players": n, "games": len(out)}
        | {
            f"{seat}, {what}": f"{100 * (share - 1 / n):+.1f}"
            for seat, k in (("first", 0), ("last", -1))
            for what, share in (
                ("played", win_shares(out.winners, n)[:, k].mean()),
                ("a race", race[k]),
            )
        }
    )
print("share of the wins less 1/n, in percentage points, of games that a player ended")
pd.DataFrame(rows).set_index("players")

# %%
for name, some in (("3 to 5", (3, 4, 5)), ("6 to 10", (6, 7, 8, 9, 10))):
    lead = mean(np.concatenate([wins[n][:, 0] - 1 / n for n in some]))
    print(f"{name} players, first seat: {told(lead, percent=True, signed=True)}, "
          f"n = {lead.n}")  # fmt: skip

# %% [markdown]
# That is about what is seen, so the order of turns is enough to explain it. With three
# to five players the race gives a little more, as it leaves out ZEROs and ACEs, which
# change the order; in PARTY it lies within the interval. The advantage is smallest, and
# not shown, with two players, whose games have the most rounds. (Intervals are of one
# seat each; the p value tests all seats of a row at once. Games of one index have the
# same shuffle whatever the number of players, but other hands.)
#
# Random players play the same race, but up to half of their games end because the pile
# runs out, and then it hardly matters who began.

# %% [markdown]
# ## What one is dealt
#
# The deal of a game comes from its seed and index alone, so the hands are dealt again
# here. A hand has a fixed number of cards, so the worth of a KING, say, is by how much more
# often a hand wins that holds it in place of a number from 2 to 10. The 24 intervals (six classes, four numbers of
# players) hold at once at 95 % (Bonferroni), and the hands of a game are one group.

# %%
dealt = {
    n: dealt_classes("uh-oh", n, int(played.seed.iloc[0]), played.game)
    for n, played in classic.items()
}
worth = {n: dealt_worth(dealt[n], wins[n], intervals=24) for n in classic}
grouped_plot(
    {
        f"{n} players": {name: bar(found) for name, found in worth[n].items()}
        for n in classic
    },
    label="change of the chance to win for each card, in percentage points",
    title="QUEENs are worth most, ZEROs no more than numbers (greedy players)",
    even=0.0,
    shares=True,
    note=f"95 % intervals, all of them at once, n = {len(classic[2])} games each",
)

# %%
chance = games[(games.policy == "random") & (games.players <= 5)]
by_chance = {
    n: dealt_worth(dealt[n], win_shares(played.winners, n), intervals=24)
    for n, played in chance.groupby("players")
}
pd.DataFrame(
    {
        (policy, f"{n} players"): {
            name: told(each, percent=True, signed=True) for name, each in one.items()
        }
        for policy, found in (("greedy", worth), ("random", by_chance))
        for n, one in found.items()
    }
)

# %% [markdown]
# QUEENs lead by far, which we did not expect: a KING makes the next player draw two
# cards, a QUEEN gives only one. But it takes that one from its player's own hand, so a
# QUEEN sheds two cards in one turn, and its player chooses which. With two players the
# values add up: a card to the rival (JACK), two of them (KING) and a turn of one's own
# (ACE) are worth about 3.5 points each time, so shedding one and giving one would be
# worth 7. The rest has to be the choice: greedy players give away what fits nowhere. If
# that is so, a QUEEN must be worth much less to players who give any card.

# %%
given = gifts["games"]
any_gift = dealt_worth(
    dealt_classes("uh-oh", 2, int(given.seed.iloc[0]), given.game),
    win_shares(given.winners, 2),
)
chosen = dealt_worth(dealt[2], wins[2])
pd.DataFrame(
    {
        name: {
            kind: told(found[kind], percent=True, signed=True)
            for kind in ("QUEEN", "KING", "JACK")
        }
        for name, found in (("gifts chosen", chosen), ("gifts by chance", any_gift))
    }
)

# %% [markdown]
# It is: little more than a KING, in the same deals. So nearly half of what a QUEEN is
# worth is the right to get rid of the worst card. In the games of random players, who
# give and play anything, it is worth half as much, and still most of all.
#
# The worth of a card is taken to add up, card by card. It nearly does:

# %%
held = dealt[4][..., CLASSES.index("QUEEN")].ravel()
pd.DataFrame(
    {
        "hands": {k: int((held == k).sum()) for k in range(4)},
        "won, of 4 players": {
            k: told(mean(wins[4].ravel()[held == k]), percent=True) for k in range(4)
        },
    }
).rename_axis("QUEENs dealt")

# %% [markdown]
# ## ATTACCs and counters
#
# A chain is an ATTACC with the counters to it. Who is at its end takes 1, 2, 3... cards
# for JACKs and QUEENs, and 2, 4, 6... for KINGs.

# %%
hits = attaccs["attaccs"]
hits["chain"] = (hits.link == 1).cumsum()
ends = hits.groupby("chain").last()
lengths = {n: ended.link for n, ended in ends.groupby("players")}
grouped_plot(
    {
        f"{n} players": {
            f"{k} or more": bar(rate(int((link >= k).sum()), len(link)))
            for k in (2, 3, 4, 5)
        }
        for n, link in lengths.items()
        if n in (2, 3, 4, 5, 6, 8, 10)
    },
    label="share of the chains",
    title="One chain in five to eight has a second ATTACC",
    note=f"95 % intervals, n = {len(ends):,} chains of greedy players",
    shares=True,
    log=True,
)

# %%
pd.DataFrame(
    {
        name: {
            f"{k} or more": told(
                rate(int((some.link >= k).sum()), len(some)), percent=True, places=2
            )
            for k in (2, 3, 4, 5)
        }
        | {"chains": f"{len(some):,}", "longest": some.link.max()}
        for name, some in (
            ("UH OH!", ends[ends.players <= 5]),
            ("PARTY", ends[ends.players > 5]),
        )
    }
)

# %%
took = ends[ends.answer == "unable"]
took.groupby(["letter", "link"]).taken.agg(
    **{"chains": "size", "cards taken": "mean"}
).unstack("letter").round(2)

# %%
rows = []
for n, found in hits.groupby("players"):
    answers = found.answer.value_counts()
    asked = len(found) - answers.get("out", 0)
    holding = found[found.holds & (found.answer != "out")]
    rows.append(
        {
            "players": n,
            "games with an ATTACC": found.game.nunique(),
            "ATTACCs in each": f"{len(found) / found.game.nunique():.1f}",
            "countered": told(
                rate(int(answers.get("counter", 0)), asked), percent=True
            ),
            "of those held, did not fit": told(
                rate(int((holding.answer == "unable").sum()), len(holding)),
                percent=True,
            ),
            "longest chain": found.link.max(),
            "cards taken a chain": told(
                mean(ends[ends.players == n].taken.to_numpy(float)), places=2
            ),
        }
    )
pd.DataFrame(rows).set_index("players")

# %% [markdown]
# Chains are short: about one ATTACC in seven is countered with one DECC, one in five
# with two. With one DECC four is the most there can be; that is one chain in 500. The
# cards taken for a long chain of QUEENs are fewer than due, since nobody can give more
# than they hold.
#
# Is it good to counter? Those who counter win far more often than those who do not. But
# greedy players counter whenever they can, so the others had no such letter, or nowhere to
# lay it. The two differ in their cards, and an ATTACC in the hand is worth something by
# itself, as seen above. (Those who held one that did not fit lie between, as below.)
# Players, letter and the size of the hand can be held equal; the cards in it cannot. So
# the first counter of each game was also taken back: the player took the cards instead,
# and all went on from there with the same draw pile.

# %%
hit = hits[(hits.answer != "out") & (hits.players <= 5)].copy()
hit["who"] = np.select(
    [hit.answer == "counter", hit.holds], ["countered", "held one that did not fit"],
    "held none",
)  # fmt: skip
pd.DataFrame(
    {
        f"{n} players": {
            who: told(mean(of_them.won.to_numpy(float)), percent=True)
            for who, of_them in found.groupby("who")
        }
        for n, found in hit.groupby("players")
    }
)

# %%
countered = (hit.answer == "counter").to_numpy(float)
of_game = (hit.players * 100_000 + hit.game).to_numpy()
won = hit.won.to_numpy(float)
strata = pd.get_dummies(
    hit[["players", "letter", "hand"]].assign(hand=hit.hand.clip(upper=12)).astype(str),
    drop_first=True,
    dtype=float,
)
features = {name: strata[name].to_numpy() for name in strata}
pairs = hits[hits.instead.notna()]
first = pairs[pairs.players <= 5]
both = {
    "countering": first.won.to_numpy(float),
    "taking": first.instead.to_numpy(float),
}
value = {
    "countered, less all others": slopes({"it": countered}, won, of_game)["it"],
    "same players, letter and size of hand": slopes(
        {"it": countered, **features}, won, of_game
    )["it"],
    "the same game, less taking the cards": mean_paired(*both.values()),
}
interval_plot(
    {name: bar(found) for name, found in value.items()},
    label="difference of the win share, in percentage points",
    title=f"A counter is worth less than it looks (n = {len(first):,} pairs of games)",
    shares=True,
)

# %%
pd.DataFrame(
    {
        "countered first": {n: len(pair) for n, pair in pairs.groupby("players")},
        "won, countering": {
            n: told(mean(pair.won.to_numpy(float)), percent=True)
            for n, pair in pairs.groupby("players")
        },
        "won, had they taken": {
            n: told(mean(pair.instead.to_numpy(float)), percent=True)
            for n, pair in pairs.groupby("players")
        },
        "difference": {
            n: told(
                mean_paired(pair.won.to_numpy(float), pair.instead.to_numpy(float)),
                percent=True,
                signed=True,
            )
            for n, pair in pairs.groupby("players")
        },
    }
).rename_axis("players")

# %%
by_letter = {
    f"the same game, {letter}": mean_paired(
        pair.won.to_numpy(float), pair.instead.to_numpy(float)
    )
    for letter, pair in first.groupby("letter")
}
for name, found in {**value, **by_letter}.items():
    print(f"{name}: {told(found, percent=True, signed=True)}, n = {found.n}")

# %% [markdown]
# In the same games, countering instead of taking is worth two thirds of what it looks
# like. For a QUEEN it is worth most, and that follows from the rule: who counters it
# gets no card and gives two, who takes it gets one and may give one later.
#
# Greedy players never decline a counter. So this is what a player would lose by declining
# once, and then playing as greedily as before.

# %% [markdown]
# ## Forgetting to call
#
# Player 0 forgets a quarter, half or all of the calls. The games of the same shuffle in
# which nothing is forgotten are those of `uh-oh`.

# %%
forgot = forgetting["games"]
forgot["how often"] = forgot.label.str.split(", ").str[1]
pair = forgot.merge(
    greedy[["players", "game", "winners"]],
    on=["players", "game"],
    suffixes=("", " else"),
)
pair["first"] = 0.0
pair["first else"] = 0.0
for n in sorted(pair.players.unique()):
    rows = pair.players == n
    pair.loc[rows, "first"] = win_shares(pair.winners[rows], n)[:, 0]
    pair.loc[rows, "first else"] = win_shares(pair["winners else"][rows], n)[:, 0]
same = pair[pair.forgotten == 0]
print("games without a forgotten call:", len(same))
print("of them with another winner:", int((same.winners != same["winners else"]).sum()))

# %%
grouped_plot(
    {
        f"{n} players": {
            how: bar(
                mean_paired(found["first"].to_numpy(), found["first else"].to_numpy())
            )
            for how, found in of_n.groupby("how often", sort=False)
        }
        for n, of_n in pair.groupby("players")
    },
    label="change of the win share, in percentage points (same games)",
    title="Forgetting to call costs wins, where all others watch",
    note=f"95 % intervals, n = {len(pair) // 12} pairs of games each",
    even=0.0,
    shares=True,
)

# %%
due = pair[pair.forgotten > 0]
rows = []
for (n, how), found in due.groupby(["players", "how often"], sort=False):
    rows.append(
        {
            "players": n,
            "how often": how,
            "games with a forgotten call": len(found),
            "forgotten in them": int(found.forgotten.sum()),
            "caught": int(found.penalties.sum()),
            "won, calling": told(mean(found["first else"].to_numpy()), percent=True),
            "won, forgetting": told(mean(found["first"].to_numpy()), percent=True),
            "difference": told(
                mean_paired(found["first"].to_numpy(), found["first else"].to_numpy()),
                percent=True,
                signed=True,
            ),
        }
    )
pd.DataFrame(rows)

# %%
for name, games_of in (("games with a forgotten call", due), ("all games", pair)):
    for how, found in games_of.groupby("how often", sort=False):
        price = mean_paired(found["first"].to_numpy(), found["first else"].to_numpy())
        often = found.forgotten.mean()
        print(
            f"{name}, {how}: {told(price, percent=True, signed=True)}, n = {price.n}, "
            f"{often:.2f} calls a game"
        )
won = pair[(pair["how often"] == "all forgotten") & (pair.forgotten > 0)]
won = won[won["first"] > 0]
print("won though all were forgotten:", won.termination.value_counts().to_dict())

# %%
pd.DataFrame(
    {
        "forgotten": {n: int(f.forgotten.sum()) for n, f in chance.groupby("players")},
        "caught": {
            n: told(rate(int(f.penalties.sum()), int(f.forgotten.sum())), percent=True)
            for n, f in chance.groupby("players")
        },
        "1 - (1/2)^(n - 1)": {
            n: f"{100 * (1 - 0.5 ** (n - 1)):.1f} %"
            for n in sorted(chance.players.unique())
        },
    }
).rename_axis("random players")

# %% [markdown]
# Greedy players see everything: each of the forgotten calls was caught. About one such
# call (a quarter forgotten, 1.2 in the games that have any) costs a third of the chance
# to win with two players, and more than half of it with three and more: three cards are
# three turns, when others are as near to their end. Who always forgets never lays a
# last card, since the one before it brings three others each time; all such wins are
# games in which the draw pile ran out.
#
# A forgotten call that nobody catches costs nothing by the rules. So where the others catch
# only a share of them, a forgotten call costs that share of what it costs here. Random players catch by throwing a
# coin, each in turn: with n - 1 of them a share 1 - (1/2)^(n - 1) is caught, which is
# what was found.

# %% [markdown]
# ## When the draw pile runs out, and PARTY

# %%
grouped_plot(
    {
        policy: {
            f"{n} players" + (" (PARTY)" if n > 5 else ""): bar(
                rate(int((played.termination == "deck_out").sum()), len(played))
            )
            for n, played in found.groupby("players")
        }
        for policy, found in games.groupby("policy")
    },
    label="share of the games that end because a card is due and none is left",
    title="Greedy players nearly always finish before the pile does",
    note=f"95 % intervals, n = {len(by_players[2])} games each, "
    f"of PARTY {len(by_players[6])}",
    shares=True,
)

# %%
grouped_plot(
    {
        policy: {
            f"{n} players" + (" (PARTY)" if n > 5 else ""): bar(
                mean(played.rounds.to_numpy(float))
            )
            for n, played in found.groupby("players")
        }
        for policy, found in games.groupby("policy")
    },
    label="rounds of a game (turns over players)",
    title="More players, fewer rounds, in UH OH! and in PARTY",
    note=f"95 % intervals, n = {len(by_players[2])} games each, "
    f"of PARTY {len(by_players[6])}",
)

# %%
rows = []
for (policy, n), played in games.groupby(["policy", "players"]):
    rows.append(
        {
            "policy": policy,
            "players": n,
            "games": len(played),
            "turns": told(mean(played.turns.to_numpy(float))),
            "rounds": told(mean(played.rounds.to_numpy(float)), places=2),
            "cards played a turn": f"{played.plays.sum() / played.turns.sum():.2f}",
            "deck_out": told(
                rate(int((played.termination == "deck_out").sum()), len(played)),
                percent=True,
            ),
            "counters a game": told(mean(played.counters.to_numpy(float)), places=2),
            "longest chain": int(played.longest_chain.max()) + 1,
        }
    )
pd.DataFrame(rows).set_index(["policy", "players"])

# %% [markdown]
# With greedy players the pile hardly ever runs out: they lay 0.8 to 1.0 cards a turn,
# and somebody is out in time. Random players lay 0.6 and forget half of their calls; a
# third to a half of their games end with the pile.
#
# PARTY is a longer game in turns and a shorter one in rounds. With ten players, as with
# five, one gets five cards and not seven, which makes both shorter. Two DECCs have
# eight of each letter, and more players hold them: chains are longer.

# %% [markdown]
# ## Answer
#
# Of greedy players, on a table without an edge (95 % intervals; points are percentage
# points of the share won):
#
# - **The seat.** Who begins wins 3.1 points more than a fair share of 1/n (2.2 to 4.1;
#   9000 games of 3 to 5 players), in PARTY 4.9 (3.3 to 6.6; 2000 games); with two
#   players 1.7 (−0.1 to 3.5; 3000 games), so none is shown. The order of turns alone
#   explains it.
# - **The deal.** What a card in place of a number is worth with 4 players: a QUEEN 19.1
#   points (17.0 to 21.1), an ACE 9.2 (7.2 to 11.2), a WILD 8.5 (6.4 to 10.6), a KING
#   7.2 (5.2 to 9.2), a JACK 4.4 (2.4 to 6.4), a ZERO 1.4 (−0.5 to 3.4), so nothing is
#   shown; 3000 games, the 24 intervals of all numbers of players at once. With 2
#   players a WILD is worth 14.2 (11.0 to 17.3) and an ACE 3.6 (0.3 to 6.8). Of the
#   QUEEN's 17.9 points with 2 players (16.0 to 19.8, alone) 9.9 (7.8 to 12.0) are left
#   where gifts are not chosen; 3000 games.
# - **Countering.** Who counters wins 22.2 points (20.4 to 24.0) more than who does not,
#   and 25.5 (23.7 to 27.2) more at the same number of players, letter and size of hand;
#   3938 games. But that is the hand as well. In the same games, countering instead of
#   taking is worth 15.9 points (13.5 to 18.3; 2024 pairs): of a QUEEN 28.0 (23.8 to
#   32.2), a KING 10.7 (6.6 to 14.8), a JACK 7.7 (3.8 to 11.7).
# - **Chains.** With one DECC 14.2 % of the chains have two ATTACCs or more (13.7 to
#   14.7; 18,376 chains) and 0.19 % the most there can be, four (0.13 to 0.26). In PARTY
#   19.8 % have two or more (19.0 to 20.6; 9,532 chains), 0.79 % four or more (0.63 to
#   0.99), and the longest had six. A chain costs whom it ends at 1.54 cards with four
#   players (1.52 to 1.56) and 1.68 with eight (1.64 to 1.72).
# - **Forgetting.** About one forgotten call, caught, costs 31 points (26 to 37; 424
#   pairs of games, 2 to 5 players); forgetting all of them 59 points (56 to 61; 1363
#   pairs) of the games in which one was due. Greedy players caught all; of n random
#   players, who throw coins, the others caught 1 - (1/2)^(n - 1), as they should:
#   49.7 % (48.0 to 51.3) of 3556 with two, 94.1 % (93.3 to 94.8) of 3986 with five.
# - **The pile.** It runs out in 0.7 % of the games of two players (0.5 to 1.1) and
#   0.3 % of those of four (0.2 to 0.6), 3000 each; with random players in 32.0 % (30.4
#   to 33.7) and 50.9 % (49.1 to 52.7).
# - **PARTY.** A game has 37.4 turns (36.4 to 38.4) with six players, 48.6 (47.3 to
#   49.8) with nine, 28.6 (28.4 to 28.9) with four of UH OH!; but rounds fall from 11.52
#   (11.30 to 11.75) with two players and 7.16 (7.09 to 7.24) with four to 6.23 (6.06 to
#   6.41) with six and 3.70 (3.58 to 3.82) with ten; 3000 and 400 games. The pile ran
#   out in 4 of 2000 games: 0.2 % (0.1 to 0.5).
# - **Random players** keep the order, and make all of it smaller: a QUEEN is worth 7.8
#   points with four players (5.7 to 9.8) and still most; who begins gains 2.1 points
#   (0.7 to 3.5) with five players and nothing that is shown with two; their games take
#   about twice as many turns.
#
# ## What would overturn it
#
# - Players who plan. Greedy players look one play ahead, never hold an ATTACC back and
#   never decline a counter. If people or a better program won much more with KINGs than
#   with QUEENs, or by keeping counters, the values of cards would be those of greedy
#   players only. That choosing the gift makes nearly half of a QUEEN was tried with two
#   players alone.
# - Games of other lengths, by other players or from other hands, in which who begins
#   leads by much more or less than their lengths predict: then the order of turns would
#   not be the cause.
# - Other readings of the rules. Here who is hit and takes the cards has a normal turn,
#   a countered QUEEN gives nothing, and the giver chooses (T9); a call forgotten is
#   judged at once (T12). Were gifts drawn blindly, a QUEEN would be little more than a
#   KING.
# - The worth of a card adds up and is told against a number from 2 to 10; pairs of
#   numbers, which can be laid at once, are not told from single ones. Why an ACE is
#   worth less with two players was not looked into.
# - What a counter is worth is what declining it once would lose, at the first counter
#   of a game; of later ones nothing is known. In tables of hits, those of one game
#   count as separate, so these intervals are a little too narrow.
# - A table with an edge, which forbids plays, was left out.
