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
# # How small may a table be in STACCS?
#
# A STACC grows over the table, and a card must be able to lie flat on its own. How large
# must a table be before its edge hardly ever forbids a play? Does it help to turn WILDs
# to where there is room? Does a small table change how long a game lasts and who wins?
# And are the cards that hang over the edge, of which the rules say that they lie flat,
# cards that would lie there?
#
# A game *meets the edge* if the table forbids a player at least one play: a card of the
# hand would fit on the STACC, in a place where it would not lie flat. *Flat* is read in
# two ways: by `balance`, the center of the card is within the hull of what lies over the
# table; by `inside`, nothing reaches past the edge. On a table without dents the first
# says no more than that the center is over the table. We play UH OH! with hexagons of
# 44 mm edge, which are 76 mm wide and 88 mm from corner to corner.
#
# Words such as *STACC*, *WILD* or *UH OH!* are explained in
# [README](README.md#words). Rulings such as T7 are printed by `staccs rules`.

# %% [markdown]
# ## Data
#
# | what | made by |
# |---|---|
# | 24 kinds of table and player with 2 and with 4 players, 500 games of each, with the same shuffled cards: the study `notebooks/studies/edge.toml` | `python -m sims.notebook_data edge` |
# | larger round tables, 500 games of each, with the same cards: `notebooks/studies/edge-large.toml` | `python -m sims.notebook_data edge-large` |
# | 1500 games without an edge, for two kinds of player and 2 or 4 of them: the smallest table on which nothing of it would have been forbidden | `python -m sims.notebook_data edge-needs` |
# | 600 games on each of three tables on which the first card lies by chance: all placements, and what became of the tightest of them in MuJoCo | `python -m sims.notebook_data edge-placements` |
#
# `greedy` looks at the table: it turns a WILD to where most cells are free, keeps away
# from the edge, and counts no option that the edge forbids. `unsteered` plays as greedy
# does, but lays WILDs by chance and is blind to the edge. Games that are played without
# an edge by greedy show a third kind: it turns WILDs to where no cards lie, but does
# not know where the table ends.
#
# How can games without an edge (`edge-needs`) tell of tables? Until a play is forbidden for
# the first time, players who are blind to the edge play the same game on every table. So we
# note all places in which a card of theirs could have been laid. The table, of whatever
# shape, on which a card lies flat in each of them is the one that this game needs; one game
# answers for all tables. Intervals are 95 %.

# %%
import numpy as np
import pandas as pd

from sims.estimates import bar, told
from sims.notebook_data import load
from sims.plots import grouped_plot, interval_plot, margin_plot, size_plot, tipping_plot
from sims.reports.differences import Pairs, mean_paired, rate_paired
from sims.reports.intervals import mean, rate
from sims.size_limits import crossing, quantile
from staccs.params import CardParams

data = load("edge")
large = load("edge-large")
needs_data = load("edge-needs")
near = load("edge-placements")
for each in (data, large, needs_data, near):
    print(each)

# %%
games = pd.concat([data["games"], large["games"].assign(policy="greedy")], ignore_index=True)
games = games.rename(columns={"rules.edge": "edge"})
games["met"] = games.lost_to_edge > 0
games["first"] = games.winners.fillna("").str.contains(r"\b0\b")
games["kind"] = games.label.str.replace(r", players=\d+$", "", regex=True)
is_round = games.table.str.startswith("round:")
games["diameter"] = games.table.str.removeprefix("round:").where(is_round).astype(float)
needs = needs_data["games"]
PLAYERS, LEVEL = (2, 4), 0.05

# %% [markdown]
# ## How often the edge is met
#
# First: is it true that one game without an edge answers for all tables? Games of the
# blind players were also played on five tables, with the same cards.

# %%
played = games[(games.policy == "unsteered") & is_round].merge(
    needs[needs.policy == "unsteered"], on=["game", "players"], suffixes=("", "_need")
)
need = played.round_balance.where(played.edge == "balance", played.round_inside)
at_edge = np.where(played.edge == "balance", need >= played.diameter, need > played.diameter)
print(
    f"{len(played)} games on tables, {int(played.met.sum())} met the edge; foretold "
    f"otherwise: {int((at_edge != played.met).sum())}; of those that did not meet it, of "
    f"another length: {int((played.turns != played.turns_need)[~played.met].sum())}"
)

# %% [markdown]
# It is, but for a game or two in thousands. (In these the edge forbade a further card of the
# same number, to be played along with one of this turn, ruling T11. Such a card is not
# counted among the forbidden plays, neither in the games nor here, but without it a game
# goes on otherwise.) In the figures below, curves are of blind players and hold for all
# sizes at once; points are games that were played on tables of these sizes by players who
# see the edge.

# %%
shares = {}
for (players, edge), rows in games[(games.policy == "greedy") & is_round].groupby(
    ["players", "edge"]
):
    shares[players, edge] = {
        size: rate(int(each.met.sum()), len(each)) for size, each in rows.groupby("diameter")
    }
by_need = {key: rows for key, rows in needs.groupby(["policy", "players"], observed=True)}

# %%
size_plot(
    {
        "turns WILDs to room, blind to the edge": by_need["greedy", 2].round_balance,
        "turns WILDs by chance, blind": by_need["unsteered", 2].round_balance,
    },
    {
        "turns WILDs to room and sees the edge (n = 500 each)": {
            size: bar(each) for size, each in shares[2, "balance"].items()
        }
    },
    label="diameter of a round table, m",
    left="games that meet the edge",
    title="Two players: who sees the edge meets it less, whatever the table",
    level=LEVEL,
    until=2.0,
)

# %%
size_plot(
    {
        "turns WILDs to room, blind to the edge": by_need["greedy", 4].round_balance,
        "turns WILDs by chance, blind": by_need["unsteered", 4].round_balance,
    },
    {
        "turns WILDs to room and sees the edge (n = 500 each)": {
            size: bar(each) for size, each in shares[4, "balance"].items()
        }
    },
    label="diameter of a round table, m",
    left="games that meet the edge",
    title="Four players: turning to room helps only who sees where the table ends",
    level=LEVEL,
    until=2.0,
)

# %% [markdown]
# The smallest table on which fewer than 1 game in 20 meets the edge, in m. For blind
# players it is the 95 % quantile of what games need, with the interval of order
# statistics. For players who see the edge it is where the straight lines between the
# points come below 5 %, and the interval ends where the ends of the intervals do; an open
# end lies beyond the sizes that were played. A 3:2 table is told by its width, the
# shorter side.

# %%
rows = []
for edge in ("balance", "inside"):
    for players in PLAYERS:
        row = {"edge": edge, "players": players}
        row["round, sees the edge"] = told(crossing(shares[players, edge], LEVEL), places=2)
        for policy, name in (("greedy", "to room"), ("unsteered", "by chance")):
            for shape, column in (("round", f"round_{edge}"), ("3:2", f"rect_{edge}")):
                found = quantile(by_need[policy, players][column], 1 - LEVEL)
                row[f"{shape}, blind, {name}"] = told(found, places=2)
        rows.append(row)
pd.DataFrame(rows).set_index(["edge", "players"]).T

# %% [markdown]
# By how much do players meet the edge less often who see it (percentage points, of the
# same shuffled cards)?

# %%
rows = []
sees = games[(games.policy == "greedy") & is_round & (games.edge == "balance")]
for (players, size), here in sees.groupby(["players", "diameter"]):
    row = {"players": players, "diameter, m": size, "n": len(here)}
    for policy, name in (("greedy", "less blind, to room"), ("unsteered", "less by chance")):
        other = here.merge(by_need[policy, players], on="game", suffixes=("", "_blind"))
        pairs = Pairs.of(other.met, other.round_balance >= size)
        row[name] = told(rate_paired(pairs), percent=True, signed=True)
    rows.append(row)
pd.DataFrame(rows).set_index(["players", "diameter, m"])

# %% [markdown]
# Turning WILDs to where no cards lie, blind to the edge, is *worse* with four players than
# turning them by chance. Room is where no cards lie, and that is outward: such STACCs
# reach farther in fewer turns, as the table below has it. It is the sight of the edge that
# helps.
#
# What a game needs also depends on its length. Games in which WILDs are laid by chance are
# longer, so only the first of the two columns above tells of sight alone. Two unsteered
# players need larger tables than four do, though their games have as many turns on average:
# games of two vary more, and the long ones count here.

# %%
rows = []
for (policy, players), each in by_need.items():
    rows.append(
        {
            "player": policy, "players": players, "n": len(each),
            "turns, mean": told(mean(each.turns.to_numpy(float))),
            "turns, 95 % quantile": told(quantile(each.turns, 0.95), places=0),
            "need, median, m": told(quantile(each.round_balance, 0.5), places=2),
            "turns with need (Spearman)": round(
                each[["turns", "round_balance"]].rank().corr().iloc[0, 1], 2
            ),
        }
    )
pd.DataFrame(rows).set_index(["player", "players"])

# %% [markdown]
# ## Round, square or long
#
# Three tables with the area of a round one of 1 m, from square to 3:1, and two that are
# 1 m wide. They are compared with the round one, on the same cards.

# %%
SHAPES = {
    "round 1.0": "round, 1 m",
    "square of that area": "0.89 x 0.89 m",
    "3:2 of that area": "1.09 x 0.72 m",
    "3:1 of that area": "1.54 x 0.51 m",
    "square 1 m wide": "1 x 1 m",
    "3:2, 1 m wide": "1.5 x 1 m",
}
shaped = games[games.kind.isin(SHAPES) & (games.policy == "greedy")]
apart = {}
for players in PLAYERS:
    met = shaped[shaped.players == players].pivot(index="game", columns="kind", values="met")
    for kind in list(SHAPES)[1:]:
        pairs = Pairs.of(met[kind], met["round 1.0"])
        apart[f"{SHAPES[kind]}, {players} players"] = rate_paired(pairs)
bars = {
    f"{name}, {players} players": bar(rate(int(each.met.sum()), len(each)))
    for players in PLAYERS
    for kind, name in SHAPES.items()
    for each in [shaped[(shaped.players == players) & (shaped.kind == kind)]]
}
interval_plot(
    bars,
    label="games that meet the edge",
    title="Of one area, the longer the worse (n = 500 games each, greedy, 95 % intervals)",
    apart={name: bar(found) for name, found in apart.items()},
    apart_label="less those on the round table",
    shares=True,
)

# %%
pd.Series(
    {name: told(found, percent=True, signed=True) for name, found in apart.items()}
).to_frame("met more often than on the round table, points")

# %% [markdown]
# A square and a round table of one area are alike within what 500 games show; at 3:1 the
# edge is met most often. Of two tables of one width the longer one is better.
#
# ## Balance or inside
#
# By `inside` a card must lie on the table with all six corners, so a table must be larger
# by 76 to 88 mm, one card, for the same cells. That is geometry. In games it is this much:

# %%
rows = []
for size in sorted(games[games.edge == "inside"].diameter.unique()):
    for players in PLAYERS:
        here = games[
            (games.policy == "greedy") & (games.players == players) & (games.diameter == size)
        ]
        met = here.pivot(index="game", columns="edge", values="met")
        lost = here.groupby("edge").lost_to_edge.mean()
        pairs = Pairs.of(met["inside"], met["balance"])
        rows.append(
            {
                "diameter, m": size, "players": players, "n": len(met),
                "balance": told(rate(int(met["balance"].sum()), len(met)), percent=True),
                "inside": told(rate(int(met["inside"].sum()), len(met)), percent=True),
                "apart, points": told(rate_paired(pairs), percent=True, signed=True),
                "plays lost a game, balance": round(lost["balance"], 1),
                "inside ": round(lost["inside"], 1),
            }
        )
pd.DataFrame(rows).set_index(["diameter, m", "players"])

# %% [markdown]
# ## How long games last, and who wins
#
# On the same cards, against the game without an edge. Where the edge forbids plays,
# players draw instead, until there is nothing left to draw and the fewest cards win.

# %%
kinds = [f"round {size}" for size in ("0.4", "0.6", "0.8", "0.9", "1.0", "1.1", "1.2", "1.4")]
longer, firsts, rows = {}, {}, []
for players in PLAYERS:
    here = games[(games.policy == "greedy") & (games.players == players)]
    turns = here.pivot(index="game", columns="kind", values="turns")
    first = here.pivot(index="game", columns="kind", values="first")
    group = f"{players} players"
    longer[group] = {
        kind: bar(mean_paired(turns[kind].to_numpy(float), turns["endless"].to_numpy(float)))
        for kind in kinds
    }
    firsts[group] = {
        kind: bar(rate_paired(Pairs.of(first[kind], first["endless"]))) for kind in kinds
    }
    for kind in [*kinds, "endless"]:
        each = here[here.kind == kind]
        rows.append(
            {
                "players": players, "table": kind, "n": len(each),
                "turns": told(mean(each.turns.to_numpy(float))),
                "cards played": told(mean(each.plays.to_numpy(float))),
                "ends without cards to draw": told(
                    rate(int((each.termination == "deck_out").sum()), len(each)), percent=True
                ),
                "who begins wins": told(rate(int(each["first"].sum()), len(each)), percent=True),
            }
        )
pd.DataFrame(rows).set_index(["players", "table"])

# %%
grouped_plot(
    longer,
    label="turns more than without an edge, same cards (n = 500 pairs each)",
    title="Small tables make games longer, of two players most",
    even=0.0,
)

# %%
grouped_plot(
    firsts,
    label="games won by who begins, less those without an edge (n = 500 pairs each)",
    title="Whether the table is small says little about who wins",
    even=0.0,
    shares=True,
)

# %% [markdown]
# ## How near to tipping
#
# A first card in the very middle, with a corner straight up, puts all cards on the same
# few distances from the edge. Hardly anybody measures where to begin, so here the first
# card lies within 44 mm of the middle along both axes, turned by chance: on a round table,
# a rectangle, and a table of two leaves that hold together at one end, with a gap of 70 mm
# between them, which a card can just bridge.

# %%
tables = {"round": "round, 0.7 m", "rectangle": "0.84 x 0.56 m", "slot": "with a gap of 70 mm"}
placements = near["placements"]
placements["table"] = placements.table.astype(str).map(tables)
over = placements[placements.overhangs | ~placements.laid]
margin_plot(
    {name: over.margin[(over.table == name) & over.laid] for name in tables.values()},
    {name: over.margin[(over.table == name) & ~over.laid] for name in tables.values()},
    title="Margins spread evenly: nothing keeps cards away from tipping",
)

# %%
rows = []
for name in tables.values():
    laid = over[(over.table == name) & over.laid]
    all_games = placements.game[placements.table == name].nunique()
    row = {"table": name, "games": all_games, "laid past the edge": len(laid)}
    for most in (1, 2, 5):
        close = laid[laid.margin < most / 1000]
        row[f"of them nearer than {most} mm"] = len(close)
        row[f"games with one, {most} mm"] = told(
            rate(close.game.nunique(), all_games), percent=True
        )
    rows.append(row)
pd.DataFrame(rows).set_index("table")

# %% [markdown]
# A margin is at most the distance from the center of a card to its side, 38.1 mm: the last
# bar holds those that reach past the edge with no more than a corner. All others are spread
# over the width of half a card. So about one in forty of the cards past the edge lies within
# a millimeter of tipping, and as many of the forbidden ones.
#
# In the games above, with the first card in the middle, margins are of few values: all
# cards lie on one lattice.

# %%
round_ones = games[is_round & (games.edge == "balance") & (games.policy == "greedy")]
past = round_ones[round_ones.min_margin < 0.0381]
margins = (1e3 * past.min_margin).round(2).rename("smallest margin, mm")
margins.groupby(past.diameter).agg(["size", "nunique", "min"])

# %% [markdown]
# ## Real cards
#
# On each of these tables we take the 25 legal placements that are nearest to tipping,
# the 25 forbidden ones nearest to lying, and up to 25 legal ones whose center is over the
# gap, and lay a card there in MuJoCo: a rigid hexagonal prism of 44 mm edge, 0.3 mm thick,
# on a rigid table with that outline. It is let go at rest and watched for 3 s. It falls if
# it tilts by more than 2 degrees. Since games hardly come nearer than a hundredth of a
# millimeter, some of them are also moved square to the edge, to margins of 100, 10 and
# 1 micrometers on either side.

# %%
fates = near["let_go"]
fates["agrees"] = fates.stays == (fates.margin > 0)
tipping_plot(
    fates.margin,
    fates.stays,
    fates.time,
    fates.tilt,
    radius=float(np.sqrt(5 / 24)) * CardParams().edge,
    title=f"{len(fates)} cards let go at the edge: who should stay does, to micrometers",
)

# %%
fates["table"] = fates.table.astype(str).map(tables)
fates["distance, um"] = (1e6 * fates.margin.abs()).round(1)
fates.groupby(["table", "moved"]).agg(
    cards=("agrees", "size"),
    legal=("laid", "sum"),
    as_foretold=("agrees", "sum"),
    nearest_um=("distance, um", "min"),
    farthest_um=("distance, um", "max"),
)

# %%
gap = fates[fates.laid & fates.center_off & ~fates.moved]
own = fates[~fates.moved]
wider = fates[fates.margin.abs() > 5e-6]
print(
    f"placements of games as foretold: {int(own.agrees.sum())} of {len(own)}, "
    f"{told(rate(int(own.agrees.sum()), len(own)), percent=True)}\n"
    f"of these legal with the center over the gap: {int(gap.agrees.sum())} of {len(gap)}\n"
    f"all cards farther than 5 micrometers from tipping: {int(wider.agrees.sum())} of "
    f"{len(wider)}, {told(rate(int(wider.agrees.sum()), len(wider)), percent=True)}"
)
fates[~fates.agrees][["table", "moved", "laid", "margin", "stays", "tilt", "time"]]

# %% [markdown]
# All that do not agree are cards moved to 1 micrometer from tipping, on the safe side.
# Their cause lies in the model: its contacts give by a fraction of a micrometer (with
# contacts half as soft the two on the rectangle stay), and its round table is a polygon
# that lies up to 1 micrometer within the circle, so that on it there is nothing under
# the center of such a card. Cards that fall take as long as theory has it for a plate that
# turns over its edge, down to margins of about 10 micrometers.

# %% [markdown]
# ## Answer
#
# - **How small.** With players who see the edge, fewer than 1 game in 20 meets it on round
#   tables of more than 1.28 m with two players (1.20 to 1.37) and 1.19 m with four (1.13
#   to 1.38; 500 games a size). By `inside` these are 1.36 m (1.30 to 1.49) and 1.33 m (1.23
#   to 1.47). On 1 m the edge is met in 14.8 % of games of two (12.0 to 18.2) and 13.6 % of
#   four (10.9 to 16.9), on 0.6 m in 42 % (38 to 46) and 68 % (64 to 72).
# - **Steering.** It takes both, turning WILDs to room and seeing the edge. Who turns
#   them to where no cards lie but is blind to the edge needs 1.47 m (1.45 to 1.54; 1500
#   games) with two players and 1.53 m (1.46 to 1.55) with four; who turns them by chance
#   1.50 m (1.45 to 1.59) and 1.27 m (1.23 to 1.33). On 1 m, seeing the edge saves 12.6
#   points of the games of two (9.5 to 16.1) and 27.8 of four (24.0 to 31.9). Against
#   turning by chance, who sees the edge gains with two players up to 1.6 m, with
#   four up to 1 m (5.0 points there, 1.3 to 8.8); on larger ones no difference is seen.
#   But games by chance last longer, too (36 turns on average, not 23 or 29).
# - **Shape.** Of one area, square and round are alike (by −2.2 points, −5.1 to 0.6, with
#   two players, and 0.8, −2.1 to 3.7, with four). The edge of a 3:2 table is met more often,
#   by 7.8 points (4.0 to 11.7) and 17.4 (12.9 to 22.0), that of a 3:1 table by 31 (26 to 36)
#   and 54 (48 to 59; 500 pairs each).
# - **Length.** On 0.6 m a game of two lasts 24.6 turns longer than the same game without an
#   edge (22.8 to 26.4), one of four 10.6 (9.5 to 11.7), and more than half of them end for
#   want of cards to draw; on 1 m it is 4.9 (3.8 to 6.1) and 1.4 (0.8 to 2.0; 500 pairs each).
# - **Winner.** No table of 0.9 m or more changes how often who begins wins by more than 4
#   points, whichever way. With four players we see 6.2 points more on 0.4 m (1.1 to 11.3)
#   and 3.8 fewer on 0.8 m (0.6 to 7.1; 500 pairs each). Of sixteen such intervals about one
#   misses by luck alone, the two disagree, and we take neither for shown.
# - **Margins.** They spread evenly. Of 2,872 cards laid past the edge of three tables 2.5 %
#   lie within 1 mm of tipping and 4.6 % within 2 mm; so does a card in 1.8 % (1.0 to
#   3.3) to 5.5 % (3.9 to 7.6) of 600 games on a table, within 1 mm.
# - **Physics.** All 175 of the tightest placements stay or fall as the rules have it (97.9 to
#   100 %), from 14 micrometers of margin up, the 25 held over a gap among them. With
#   those that were moved it is all 271 beyond 5 micrometers (98.6 to 100 %). At 1
#   micrometer the model itself gives way.
#
# ## What would overturn it
#
# - **The size of the cards.** None is published; 44 mm of edge is assumed. All of this is
#   geometry, so sizes go with it: with cards of 50 mm the sizes of tables here are 50/44
#   times as large.
# - **Other players.** These are greedy: they do not use the edge against others, and 2 or
#   4 of them play. A player who keeps a STACC together on purpose, rather than turning
#   WILDs only, needs less; one who plays by chance, or wants the edge to forbid
#   plays of others, needs more.
# - **Where the first card lies.** In the middle, with a corner along y, except for the
#   section on margins. Off the middle the table is as good as a smaller one: by up to
#   twice the shift, on one side.
# - **The reading of the rules.** That half-covered surfaces are closed but may be covered
#   (ruling T2), and that nobody may draw who can play (T7), decides how STACCs grow.
#   `lost_to_edge` does not count further cards of one number in a turn.
# - **Real cards.** The prism is rigid and flat and lies alone, on the table. A card of a
#   game lies on a third or more of another, which may hold it, or lifts one side of it by a
#   card's thickness; ours is laid as the rules ask, *on its own*. Cards bend, tables have
#   rounded edges, and a hand is not exact to a millimeter: with an edge rounded by 2 mm,
#   cards within 2 mm of tipping, one in twenty past the edge, fall although they should not.
#   Air, bumps and the knock of a sleeve are not there.
# - **More games.** The shares of players who see the edge have straight lines between them;
#   a bend between two sizes would move where they come below 5 % by some centimeters.
