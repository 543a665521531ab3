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
# # Can SOLOSTACCS be won?
#
# One player, one STACC, and all cards of the DECC are to stand on it. The rulebook says
# of the perfect win that it is hard, "but it's totally possible". How often is each of
# the three variations won, and how much of the rest is the player, the shuffle, or a
# way of reading the rules under which nobody can win?
#
# Two rulings matter (`staccs rules` has them all). T2: a card that covers only half of a
# surface may do so (`allow`, as we play), must match it (`must_match`), or may not
# (`forbid`). T4: a WILD is turned by any multiple of 60 degrees, or only of 120.
#
# Words such as *DECC*, *locked* or *second chances* are explained in
# [README](README.md#words).

# %% [markdown]
# ## Data
#
# - `notebooks/studies/solo.toml`: three players, three variations, 500 deals of each;
#   `python -m sims.notebook_data solo`.
# - `notebooks/studies/solo-readings.toml`: `greedy` under each reading, 300 deals of each;
#   `python -m sims.notebook_data solo-readings`.
# - The first 200 deals (50 under `must_match`), searched by somebody who knows the order
#   of the pile; `python -m sims.notebook_data solo-foresight`.
# - The largest STACCs known, small DECCs of which everything was tried, and deals looked
#   at without geometry; `python -m sims.notebook_data solo-limits`.
#
# Deal 17 is the same deal everywhere in a variation. The table has no edge, so that
# nothing but the cards decides. Intervals are 95 %: Wilson's for rates, Tango's for
# differences of rates of the same deals, Student's for means.

# %%
from itertools import pairwise

import pandas as pd
from IPython.display import SVG

from sims.estimates import bar, told
from sims.notebook_data import load
from sims.plots import grouped_plot, histogram
from sims.reports.differences import Pairs, rate_apart, rate_paired
from sims.reports.intervals import mean, rate
from staccs.board import Board
from staccs.drawing import draw_board, to_svg
from staccs.rules import Rules

data = load("solo")
readings = load("solo-readings")
foresight = load("solo-foresight")
limits = load("solo-limits")
for each in (data, readings, foresight, limits):
    print(each)

# %%
games = data["games"].assign(won=lambda all_: all_.termination == "complete")
deals = foresight["deals"]
known = deals[deals.partial_overlap == "allow"].assign(policy="knows the pile")
everybody = pd.concat([games, known], ignore_index=True)
whole = {"perfect": 60, "second_chances": 60, "no_wilds": 56}
won = everybody.groupby(["variation", "policy"], sort=False).won.agg(["sum", "size"])
won.unstack("variation")

# %% [markdown]
# ## How often it is won
#
# `random` makes any legal move, `greedy` lays where most of the cards to come find a
# place, `lookahead` plays on with imagined piles before it chooses. A fourth player knows
# the order of the pile and searches (below). The search may miss a way to win, so its share
# is what can be reached *at least*; every win it finds was played by the rules to the end.

# %%
grouped_plot(
    {
        policy: {
            variation: bar(rate(int(row["sum"]), int(row["size"])))
            for (variation, _), row in rows.iterrows()
        }
        for policy, rows in won.groupby("policy", sort=False)
    },
    label=f"deals won, of {won['size'].max()} (pile known: of {won['size'].min()})",
    title="Knowing the pile is worth more than playing well",
    shares=True,
)

# %%
wins = everybody.pivot(index=["variation", "game"], columns="policy", values="won")
order = ["random", "greedy", "lookahead", "knows the pile"]
pd.DataFrame(
    {
        f"{better} less {other}": {
            variation: told(
                rate_paired(Pairs.of(pairs[better] == 1, pairs[other] == 1)),
                percent=True,
                signed=True,
            )
            for variation in whole
            for pairs in [wins.loc[variation, [better, other]].dropna()]
        }
        for other, better in pairwise(order)
    }
)

# %% [markdown]
# The table shows percentage points, on the deals that both played: 500, or 200 with who
# knows the pile.
#
# An earlier table of this project (`docs/staccs-solo-rates.csv`) has 1000 other deals on
# a round table 1.2 m across. Here are our rates less those: what the edge costs, and
# luck.

# %%
rates = pd.read_csv("../docs/staccs-solo-rates.csv")
on_table = rates.set_index(["variation", "player"])[["won", "games"]]
pd.DataFrame(
    {
        policy: {
            variation: told(
                rate_apart(
                    (
                        int(won.loc[(variation, policy), "sum"]),
                        int(won.loc[(variation, policy), "size"]),
                    ),
                    tuple(on_table.loc[(variation, policy)].tolist()),
                ),
                percent=True,
                signed=True,
            )
            for variation in whole
        }
        for policy in order[:3]
    }
)

# %% [markdown]
# ## What somebody who knows the pile can do
#
# The search keeps the most promising ways to lay the cards drawn so far (8 of them; if
# that does not win, 64; then 400), draws the next card for each, and tries every place.
# Of ways with the same discards only a few are kept, since the discards decide the game.
# Widening it keeps finding more perfect wins, so the share found is no end:

# %%
tried = known[known.won].groupby(["variation", "width"]).size().unstack(fill_value=0)
found = tried.reindex(list(whole), fill_value=0).cumsum(axis=1)
all_deals = known.groupby("variation").size()
found.apply(
    lambda column: [
        told(rate(int(k), int(all_deals[v])), percent=True) for v, k in column.items()
    ]
).rename(columns="up to {} ways".format)

# %% [markdown]
# What the search weighs was tried on some of the first 40 deals of the perfect game. On
# the other 160 it wins as many:

# %%
others = known[(known.variation == "perfect") & (known.game >= 40)]
told(rate(int(others.won.sum()), len(others)), percent=True)

# %%
histogram(
    {
        policy: everybody[
            (everybody.policy == policy) & (everybody.variation == "perfect")
        ].standing.tolist()
        for policy in order[1:]
    },
    label="cards standing at the end (for who knows the pile: at most), of 60",
    title="Perfect: where games of one pass end",
)

# %% [markdown]
# Why is one pass so hard, and a second one worth so much? A card that fits nowhere is
# buried under those that come after it, and every WILD locks all that lies: then a
# single TOP is open, whatever was buried. A WILD has to be played when it comes; it
# always fits, if need be squarely on the card laid last. So it should matter how many
# cards are left after the last WILD, with which to dig up what is buried. It does, but
# not as we thought. A few cards left are bad, next to none are not: then the stretch before
# that WILD is long, and hardly anything has to follow it.

# %%
matching = limits["matching"]
perfect = known[known.variation == "perfect"].merge(
    matching[matching.variation == "perfect"], on=["variation", "game"]
)
late = pd.cut(
    perfect.last_wild, [0, 45, 52, 56, 60], labels=["up to 45", "46-52", "53-56", "57-60"]
)
pd.DataFrame(
    {
        place: {
            "deals": len(rows),
            "won with a known pile": told(
                rate(int(rows.won.sum()), len(rows)), percent=True
            ),
        }
        for place, rows in perfect.groupby(late, observed=True)
    }
).T.rename_axis("place of the last WILD in the DECC")

# %% [markdown]
# We looked for this pattern after the fact; other deals would have to confirm it.

# %%
middle = perfect.last_wild.between(46, 56)
told(
    rate_apart(
        (int(perfect[~middle].won.sum()), int((~middle).sum())),
        (int(perfect[middle].won.sum()), int(middle.sum())),
    ),
    percent=True,
    signed=True,
)

# %% [markdown]
# ## Deals that are lost
#
# Some deals are lost whatever one does. Without WILDs it can happen that hardly anything
# fits; then there are few positions, and all of them can be tried (up to 20,000), which
# is a proof:

# %%
without = known[known.variation == "no_wilds"]
pd.Series(
    {
        "won with a known pile": told(
            rate(int(without.won.sum()), len(without)), percent=True
        ),
        "shown to be lost": told(
            rate(int(without.lost.sum()), len(without)), percent=True
        ),
        "neither": told(
            rate(int((~without.won & ~without.lost).sum()), len(without)), percent=True
        ),
    }
)

# %% [markdown]
# With WILDs there are too many positions, since each WILD fits in many places and five
# ways. So we tried to show losses in an easier game, one without geometry: there a card
# fits if anything that is not locked shares its suit, number or letter, whether there is
# room or not, and it may be discarded although it fits. A deal that cannot be won there
# cannot be won at all. But nearly all deals can, because in that game a player may hold
# cards back at will:

# %%
matching.groupby(["variation", "could"]).size().unstack(fill_value=0)

# %% [markdown]
# *unknown* are deals given up after 300,000 states. No deal was shown to be lost this
# way (not even those just shown to be lost by their geometry). So with WILDs our upper
# bound, for somebody who knows the pile and for a perfect player who does not, stays at
# 100 %.

# %% [markdown]
# ## What the readings allow
#
# `greedy` again, with each reading:

# %%
played = readings["games"].assign(won=lambda all_: all_.termination == "complete")
names = ["variation", "rules.partial_overlap", "rules.wild_rotation"]
grouped_plot(
    {
        f"{variation} ({rows.groupby('cell').size().iloc[0]} deals)": {
            f"{overlap}, {turn} degrees": bar(mean(cell.standing.to_numpy(float)))
            for (_, overlap, turn), cell in rows.groupby(names, sort=False)
        }
        for variation, rows in played.groupby("variation", sort=False)
    },
    label="cards standing at the end, mean",
    title="Where half-covered surfaces count, most cards find no place",
)

# %%
pd.DataFrame(
    {
        variation: {
            f"{overlap}, {turn}": f"{told(rate(int(cell.won.sum()), len(cell)), percent=True)},"
            f" most {cell.standing.max()}"
            for (_, overlap, turn), cell in rows.groupby(names, sort=False)
        }
        for variation, rows in played.groupby("variation", sort=False)
    }
)

# %% [markdown]
# Without WILDs T4 changes nothing, and those games end the same. With them, fewer turns
# cost cards: 3 of a perfect game under `allow`, 8 to 12 where a half-covered surface
# counts, since a WILD turned by 120 degrees sends the next card over half of one. To the
# wins under `allow` they make no difference that these deals can tell.
#
# Under `must_match` even somebody who knows the pile (50 deals, up to 64 ways) won none:

# %%
strict = deals[deals.partial_overlap == "must_match"]
pd.DataFrame(
    {
        variation: {
            "deals": len(rows),
            "won with a known pile": told(
                rate(int(rows.won.sum()), len(rows)), percent=True
            ),
            "most cards standing": rows.standing.max(),
        }
        for variation, rows in strict.groupby("variation", sort=False)
    }
).T

# %% [markdown]
# ## The largest STACC
#
# Let the order of the cards be free: how many can stand at all? Where covering half of a
# surface is allowed, all can: players and the search lay whole DECCs. For the other two
# readings there is a limit that can be proved, and a STACC that reaches it.
#
# **The limit.** Say the first card has a number.
#
# 1. A card with a number takes nothing on its FACE, so under `must_match` and `forbid`
#    no card but a WILD may ever hide half of it. The same holds for the SIDE of a letter.
# 2. The cell to the upper right of a card covers half of its TOP and half of its SIDE.
#    Only the card itself matches both. Once there is a card above it (same suit, another
#    number), the new one lies on the SIDE of that, and so matches the old SIDE no more;
#    and the same with a card at the side. So both have to be covered first, one above,
#    one at the side, and the new card lies on those two. So numbers fill a grid: in a
#    column one suit, in a row one number.
# 3. A letter needs the TOP of its suit. On any column but that of the first card it
#    would hide half of a TOP of another suit, or lie on a SIDE. On the first column it
#    closes the grid above it, since nothing may hide half of its SIDE; its own FACE
#    points to a cell that hides half of the FACE below. So letters go on upwards in the
#    first column and nowhere else: those of one suit.
# 4. All 40 numbers and 4 letters make 44. If the first card has a letter, everything is
#    mirrored: 16 letters and 10 numbers.
# 5. With WILDs: SIDE and FACE of a WILD match nothing, so by the same argument what
#    follows it is one straight run of a single suit. Four WILDs give up to four runs,
#    and there are three suits left for them: 60.
# 6. Only under `forbid` with turns of 120 degrees, a WILD on a TOP sends the next card
#    over half of another surface of its host. A second WILD, squarely on it, turns back,
#    so a run costs two WILDs; or the first one lies squarely on a card with nothing
#    beside it, where the grid ends sideways. Either way four WILDs give two runs: the
#    letters of three suits, 40 + 12 + 4 = 56.
#
# A check that does not use the argument: small DECCs, every order and every place tried.

# %%
small = limits["small"]
print(f"{(small.found == small.limit).sum()} of {len(small)} agree with the limit")
small.assign(
    both=small.found.astype(str) + " of limit " + small.limit.astype(str)
).pivot(
    index=["suits", "numbers", "letters", "wilds"],
    columns=["partial_overlap", "wild_rotation"],
    values="both",
)

# %%
staccs = limits["staccs"]
staccs.pivot(
    index=["partial_overlap", "wild_rotation"],
    columns="wilds",
    values=["cards", "limit"],
)

# %% [markdown]
# These are the STACCs, each checked card by card against the rules; cards are drawn in
# the order in which they were laid. Without WILDs, under `must_match` and `forbid`: 44.

# %%
picks = staccs.set_index(["partial_overlap", "wild_rotation", "wilds"]).stacc
SVG(
    to_svg(
        draw_board(
            Board.from_text(picks["forbid", "60", 0], Rules(partial_overlap="forbid")),
            title="No WILDs, nothing covered by half: no more than 44",
        )
    )
)

# %% [markdown]
# `forbid` with turns of 60 degrees, and so every other reading with them, takes all 60.
# Laid in this order it is a deal that wins the perfect game.

# %%
print(picks["forbid", "60", 4])
SVG(
    to_svg(
        draw_board(
            Board.from_text(picks["forbid", "60", 4], Rules(partial_overlap="forbid")),
            title="All 60, nothing covered by half",
        )
    )
)

# %% [markdown]
# `must_match` with turns of 120 degrees takes all 60, too: each WILD sends the next card
# over half of a letter or number that it matches.

# %%
print(picks["must_match", "120", 4])
SVG(
    to_svg(
        draw_board(
            Board.from_text(
                picks["must_match", "120", 4],
                Rules(partial_overlap="must_match", wild_rotation="120"),
            ),
            title="All 60, half-covered surfaces matched, turns of 120 degrees",
        )
    )
)

# %% [markdown]
# `forbid` with turns of 120 degrees stops at 56. (The WILDs lie in pairs.)

# %%
print(picks["forbid", "120", 4])
SVG(
    to_svg(
        draw_board(
            Board.from_text(
                picks["forbid", "120", 4],
                Rules(partial_overlap="forbid", wild_rotation="120"),
            ),
            title="56: nothing covered by half, turns of 120 degrees",
        )
    )
)

# %% [markdown]
# And a real deal: deal 0 without WILDs, all 56 cards as laid by the search, which knew the
# pile, with covering by half allowed.

# %%
SVG(
    to_svg(
        draw_board(
            Board.from_text(picks["allow", "60", 0]), title="Deal 0 without WILDs: won"
        )
    )
)

# %% [markdown]
# ## Answer
#
# **Yes, but whether by the player depends on the variation, and on T2.** With
# half-covering allowed, without an edge (500 deals each; the pile known: 200):
#
# | | best player, `lookahead` | who knows the pile, at least | at most |
# |---|---|---|---|
# | perfect | 5.0 % (3.4 to 7.3) | 41.0 % (34.4 to 47.9) | 100 %: nothing proved |
# | second chances | 53.6 % (49.2 to 57.9) | 95.5 % (91.7 to 97.6) | 100 %: nothing proved |
# | no WILDs | 81.8 % (78.2 to 84.9) | 98.0 % (95.0 to 99.2) | 98.5 % (95.7 to 99.5): 3 of 200 are lost |
#
# - The gap is knowledge of the pile, or skill that our players lack. On the same 200 deals
#   it is at least 38.5 points in the perfect game (32.0 to 45.4), 43.5 with second
#   chances (36.2 to 50.7) and 15.5 without WILDs (11.1 to 21.2). Without WILDs the
#   bounds meet: all but 1 of 200 deals are decided. In the perfect game the search still
#   gains with width (11 %, 25 %, 41 %), so 41 % is far from the end.
# - A table's edge costs `lookahead` 21 points (16 to 27) of its second chances.
# - **T2 decides.** Where covering half of a surface must match or is forbidden, the game
#   without WILDs cannot be won by anybody: 44 of 56 cards is the most that can stand.
#   With WILDs all 60 can stand in a chosen order, except that under `forbid` with turns
#   of 120 degrees it is 56, and nobody can win. In shuffled order nobody did: 0 of 300 by
#   `greedy` in each cell (0.0 to 1.3 %), and under `must_match` 0 of 50 with a known pile
#   (0.0 to 7.1 %). The rulebook calls the game without WILDs "a more straightforward
#   challenge", which fits `allow` alone.
# - **T4 hardly matters** for winning where half-covering is allowed: `greedy` wins 3.0 %
#   (1.6 to 5.6) of 300 perfect games with either turn, though 3 cards fewer stand with turns
#   of 120 degrees.
#
# Two earlier findings of this project change. For T2 a search had stopped at 41 cards
# without WILDs; 44 stand, and no more can. And a player that peeked at the pile, with
# the search of `lookahead`, won 9 of 100 perfect games (`BENCHMARKS.md`), which looked as
# if the shuffle decides nearly all; a search that keeps many ways open wins 41 %. So it is
# not mostly the shuffle that loses the perfect game, but not knowing it.

# %% [markdown]
# ## What would overturn it
#
# - A STACC of 45 cards without WILDs, or of 57 under `forbid` and 120 degrees, that
#   `Board.from_text` takes. The argument is checked by trying everything only for DECCs
#   of up to 12 cards; the step to 60 rests on the argument.
# - Another reading of T2: that a half-covered surface has to match only while it is open,
#   say. Then the limits are others.
# - A player that does not know the pile and wins clearly more than `lookahead`: then the gap
#   would be skill. We cannot tell skill from knowledge, since our only bound for a player
#   who does not know the pile is the one for a player who does.
# - A proof that more than 59 % of the deals of the perfect game are lost would show a
#   fault: in the others a way to win was found and played by the rules.
# - A wider search, or another one, will find more wins with a known pile; all shares of
#   it are lower bounds, for these 200 deals.
# - All this is without an edge, and a drawn card that fits has to be laid
#   (`solo_discard = "unfit"`). Who may discard anything has more ways to win.
