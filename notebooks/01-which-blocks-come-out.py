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
# # Which blocks come out?
#
# A tower looks the same all over, but some blocks slide out at a touch and others bring
# it down. Which are they, and why? Is it the place in the tower, the friction, or the
# hundredths of a millimeter by which no two blocks are alike? And does statics, which
# takes no time at all, tell what happens in an engine, which takes seconds a block?
#
# A tower has *fallen* once any block but the one in hand has left it (ruling S12,
# printed by `stacko rules`); in statics and in the quasistatic model, once it cannot
# stand. A block *comes out* if it is out and the tower stands.
#
# Words such as *rigid statics*, *springs* or *sure hand* are explained in
# [README](README.md#words).

# %% [markdown]
# ## Data
#
# - Fresh towers: 120 of plastic (15 layers), 60 of wood (18), 40 of plastic each with
#   other tolerances or friction, and two of blocks that are all alike. Of each block:
#   what lies on it at rest, by rigid statics and on the springs of the quasistatic
#   model; what becomes of the tower if it vanishes, and if a sure hand (without tremor
#   or errors, never giving up) pulls it out (quasistatic). Five towers of each set were
#   surveyed whole (`stacko.statics.survey`); loads of some are those of the engines,
#   too. `python -m sims.notebook_data blocks`.
# - 2160 blocks of 108 towers that stood early, in the middle and late in 36 games in
#   PyBullet, with friction 0.25, 0.35 and 0.5: each made to vanish and pulled out by
#   the same hand in PyBullet, in MuJoCo and in the quasistatic model;
#   `docs/agreement`, made by `python -m sims.stacko_agreement`.
#
# Blocks of the highest layer are left out: the rules forbid them. Blocks of one tower
# (of one game) are one group in all intervals, which are 95 %, each for itself. A pull
# that got stuck felled nothing and counts as such: 1 of 14,913 in fresh towers, 3 of
# 2160 in PyBullet.

# %%
import numpy as np
import pandas as pd

from sims.clustered import rank_correlation, rate_in_groups
from sims.discrimination import auc
from sims.estimates import bar, told
from sims.notebook_data import load
from sims.plots import grouped_plot, interval_plot, tower_map
from sims.reports.differences import mean_paired
from sims.reports.intervals import mean
from sims.three_heights import shares_of_three

data = load("blocks")
data

# %%
fresh = data["fresh"]
fresh["slot"] = fresh.layer.astype(str) + fresh.position.map(dict(enumerate("abc")))
fresh["place"] = np.where(fresh.position == 1, "middle", "edge")
fresh["falls"] = fresh.pulled == "falls"
by_layer = fresh.groupby(["case", "tower", "layer"], observed=True)
fresh["share"] = fresh.sprung / by_layer.sprung.transform("sum")
plastic = fresh[fresh.case == "plastic"]
wood = fresh[fresh.case == "wood"]
towers = plastic.tower.nunique()
facts = pd.read_parquet("../docs/agreement/facts.parquet")
games = pd.read_parquet("../docs/agreement/states.parquet", columns=["state", "game"])
trials = pd.read_parquet("../docs/agreement/trials.parquet").merge(
    facts.merge(games.drop_duplicates(), on="state"), on=["state", "block"]
)
trials = trials[trials.verdict != "failed"]
trials["falls"] = trials.verdict == "falls"
trials["place"] = np.where(trials.position == 1, "middle", "edge")
pulls, gone = trials[trials.how == "pull"], trials[trials.how == "vanish"]
NAMES = {"rigid": "rigid", "springs": "springs", "pybullet": "PyBullet",
         "mujoco": "MuJoCo", "quasistatic": "quasistatic"}  # fmt: skip
ENGINES = ["pybullet", "mujoco"]
fresh.groupby("case", observed=True).agg(
    towers=("tower", "nunique"), blocks=("slot", "size")
)

# %% [markdown]
# ## What a block carries
#
# The quasistatic model presses blocks together by springs of 25 N/mm, which share loads
# about as PyBullet does.

# %%
tower_map(
    plastic.groupby("slot").sprung.mean().to_dict(),
    label=f"mean load from above, N (n = {towers} towers)",
    title="On average middle blocks carry more",
    layers=15,
    missing="may not be taken",
)

# %%
tower_map(
    (100 * (plastic.share < 0.01)).groupby(plastic.slot).mean().to_dict(),
    label=f"carries under 1 % of its layer's load,\n% of n = {towers} towers",
    title="Low blocks are loose less often than high ones",
    layers=15,
    missing="may not be taken",
    digits=0,
    low=0.0,
)

# %%
rows = []
for name, some in (("plastic", plastic), ("wood", wood)):
    for place in ("edge", "middle", "all"):
        mine = some if place == "all" else some[some.place == place]
        tower = mine.tower.to_numpy()
        rows.append(
            {
                "set": name,
                "place": place,
                "loose if rigid": told(
                    rate_in_groups((mine.rigid < 1e-6).to_numpy(), tower), percent=True
                ),
                "loose on springs": told(
                    rate_in_groups((mine.share < 0.01).to_numpy(), tower), percent=True
                ),
                "mean share of the load": told(
                    mean(mine.groupby("tower").share.mean().to_numpy()), percent=True
                ),
                "blocks": len(mine),
            }
        )
pd.DataFrame(rows).set_index(["set", "place"])

# %% [markdown]
# A middle block is loose more often than one at an edge, and yet carries more. Three
# heights explain both. What lies across three rigid blocks has its weight over the
# middle one.
#
# - The middle block is the highest, 1 time in 3: it carries all.
# - It is the second, but above the mean of the others, 1 in 6: it and the higher one
#   beside it carry half each. (Heights are drawn as often low as high.)
# - It is below that mean, 1 in 2: it is loose, and the edges carry 3/4 and 1/4, since
#   one is touched at its inner side and the other at its outer.
#
# So a middle block is loose 1 time in 2 and carries 5/12 of the load on average; one at
# an edge is loose 5 times in 12 and carries 7/24. That is 4 loose blocks in 9. Neither
# the load nor the size of the differences matters, and since all blocks of a layer tilt
# alike, the layers do not matter to each other either:

# %%
layers = plastic.pivot(
    index=["tower", "layer"], columns="position", values=["higher", "rigid"]
)
three = shares_of_three(1e3 * layers["higher"].to_numpy(float))
loose = layers["rigid"].to_numpy() < 1e-6
carrying = plastic.rigid[plastic.rigid > 1e-6]
print(f"as three heights say: {((three == 0) == loose).sum()} of {loose.size} blocks")
print(f"loads of rigid blocks that carry any: {carrying.min():.2f} to "
      f"{carrying.max():.2f} N")  # fmt: skip

# %% [markdown]
# Real blocks give way, and then it does matter how much is on them, and how unlike they
# are. Here only heights vary; the line is at 4 in 9.

# %%
jitter = data["jitter"]
curves = {}
for (model, made), some in jitter.groupby(["model", "set"], observed=True):
    for spread, mine in some.groupby("jitter"):
        share = mean((mine.little / mine.blocks).to_numpy(float))
        name = f"height varies by {100 * spread:.2f} %"
        curves.setdefault(f"{NAMES[model]}, {made}", {})[name] = bar(share)
grouped_plot(
    curves,
    label="share of blocks with under 1 % of their layer's load",
    title="The less alike blocks that give way are, the more are loose",
    shares=True,
    even=4 / 9,
    note="95 % intervals, n = 24 towers each (engines: 6); dashed: 4 in 9",
)

# %%
print("share of blocks that carry nothing at all (under 0.000001 N)")
none = jitter.assign(
    share=jitter.nothing / jitter.blocks,
    by=jitter.model.map(NAMES).astype(str) + ", " + jitter["set"].astype(str),
    height=["{:.2f} %".format(100 * each) for each in jitter.jitter],
).rename(columns={"height": "height varies by"})
none.groupby(["height varies by", "by"], sort=False).share.mean().unstack().map(
    "{:.1%}".format, na_action="ignore"
).fillna("–")

# %%
for (model, made), some in jitter[np.isclose(jitter.jitter, 0.002)].groupby(
    ["model", "set"], observed=True
):
    found = mean((some.little / some.blocks).to_numpy(float))
    print(f"under 1 % of the layer's load at 0.20 %, {NAMES[model]}, {made}: "
          f"{told(found, percent=True)}, n = {found.n}")  # fmt: skip

# %% [markdown]
# Rigid blocks do not care how unlike they are, if they are unlike at all: 4 in 9 are
# loose. Others found with a linear program that 20 of 45 carry next to nothing, with a
# spread of 0.3 %; 4 in 9 of 42 and the three highest would be 22. On springs and in
# engines the higher block is pressed in until the next one helps, so the share grows
# with the spread and falls with the load: low layers have few loose blocks.
#
# A study in MuJoCo reports 19 % at a "size jitter" of 0.2 %. Wood at a spread of 0.2 %
# has 17.6 % (16.2 to 19.1; 24 towers) on our springs, 15.0 % (12.9 to 17.2; 6 towers)
# in PyBullet and 9.8 % (6.1 to 13.5; 6 towers) in our MuJoCo. That is without the
# highest layer; with its three blocks, on which nothing lies, it would be 22, 20 and
# 15 % of 54. So 19 % is within reach, but how soft contacts were there, and what jitter
# means, we do not know, and both decide it. We know of nobody who has pressed real
# blocks together to see, so all we can say of a real tower is: about 4 in 9 at most.

# %% [markdown]
# ## How hard it is to pull
#
# Friction holds a block at both its faces. With the loads at rest, a load W from above
# and the own weight w, that is mu (2 W + w), where mu is the coefficient of friction.
# But loads shift once a block moves, and statics tells how far they could: the least
# and the largest force.

# %%
surveys = data["surveys"]
surveys["place"] = np.where(surveys.position == 1, "middle", "edge")
below = surveys[
    surveys.layer < surveys.groupby("case", observed=True).layer.transform("max")
]
below.groupby(["case", "place"], observed=True).agg(
    **{
        "blocks": ("layer", "size"),
        "least, N": ("pull_low", "median"),
        "at rest, N": ("at_rest", "median"),
        "largest, N": ("pull_high", "median"),
        "can slide alone": ("pull_high", lambda most: most.notna().mean()),
        "rest stands without": ("removable", "mean"),
    }
).round(3)

# %% [markdown]
# The range says what is possible, and it is wide: from a block that drags nothing but
# its own weight to one on which the whole tower lies. It hardly knows heights: blocks
# all alike have the same. A middle block may carry all of it, one at an edge at most
# three quarters, hence its smaller largest force. What a block really carries decides,
# and there the median says it: half of the rigid middle blocks carry nothing.

# %% [markdown]
# ## Which can leave, and which come out
#
# Can what is left stand, if a block is gone from one moment to the next?

# %%
alike = data["alike"]
rows = [("rigid statics, proven", name, some.removable.eq(True))
        for name, some in below.groupby("case", observed=True)]  # fmt: skip
rows += [("quasistatic", name, some.without.eq("stands"))
         for name, some in fresh.groupby("case", observed=True)]  # fmt: skip
rows += [("MuJoCo", name, some.verdict.eq("stands"))
         for name, some in alike.groupby("case", observed=True)]  # fmt: skip
pd.DataFrame(
    {"by": who, "towers": name, "stand": int(hits.sum()), "blocks": len(hits)}
    for who, name, hits in rows
).assign(told=lambda all_: [f"{s} of {n}" for s, n in zip(all_.stand, all_.blocks)]).pivot(
    index="towers", columns="by", values="told"
).fillna("–")

# %% [markdown]
# Each block below the highest layer of a fresh tower can leave. But blocks do not
# vanish, they have to be pulled:

# %%
tower_map(
    (100.0 * ~plastic.falls).groupby(plastic.slot).mean().to_dict(),
    label=f"tower stands after a pull,\n% of n = {towers} towers",
    title="Blocks at the edges come out a little more often",
    layers=15,
    missing="may not be taken",
    digits=0,
)

# %%
rows = []
for name, some in fresh.groupby("case", observed=True):
    found = rate_in_groups(some.falls.to_numpy(), some.tower.to_numpy())
    by_tower = some.groupby(["tower", "place"]).falls.mean().unstack()
    apart = mean_paired(by_tower.middle.to_numpy(float), by_tower.edge.to_numpy(float))
    same = plastic[plastic.tower.isin(some.tower)].groupby("tower").falls.mean()
    change = mean_paired(some.groupby("tower").falls.mean().to_numpy(), same.to_numpy())
    rows.append(
        {
            "towers": name,
            "n": len(by_tower),
            "pulls that fell it": told(found, percent=True),
            "middle less edge": told(apart, percent=True, signed=True),
            "falls less those of plastic, points": told(
                change, percent=True, signed=True
            )
            if name.startswith("plastic, ")
            else "–",
        }
    )
pd.DataFrame(rows).set_index("towers")

# %%
thirds = pd.cut(plastic.layer, [0, 5, 10, 15], labels=["1 to 5", "6 to 10", "11 to 14"])
rows = {}
for (layers, place), some in plastic.groupby([thirds, "place"], observed=True):
    tower = some.tower.to_numpy()
    rows[f"layers {layers}, {place}"] = {
        "loose on springs": told(
            rate_in_groups((some.share < 0.01).to_numpy(), tower), percent=True
        ),
        "more than half of the load": told(
            rate_in_groups((some.share > 0.5).to_numpy(), tower), percent=True
        ),
        "pulls that fell the tower": told(
            rate_in_groups(some.falls.to_numpy(), tower), percent=True
        ),
        "blocks": len(some),
    }
pd.DataFrame(rows).T

# %%
by_place = plastic.assign(third=thirds).pivot_table(
    index="tower", columns="third", values="falls", observed=True
)
high = mean_paired(
    by_place["11 to 14"].to_numpy(float), by_place["1 to 5"].to_numpy(float)
)
print(f"layers 11 to 14 less 1 to 5: {told(high, percent=True, signed=True)} points, "
      f"n = {high.n} towers")  # fmt: skip
slot_of = ["tower", "layer", "position"]
usual = plastic.set_index(slot_of).falls
for mu in (0.25, 0.5):
    there = fresh[fresh.case == f"plastic, friction {mu:g}"].set_index(slot_of).falls
    other = int((there != usual[there.index]).sum())
    print(f"friction {mu:g} in place of 0.35, quasistatic: other verdicts for {other} of "
          f"{len(there)} blocks of fresh towers")  # fmt: skip
for mu, some in pulls[pulls.model.isin(ENGINES)].groupby("mu"):
    found = rate_in_groups(some.falls.to_numpy(), some.game.to_numpy())
    print(f"friction {mu:g}, engines: {told(found, percent=True)} of pulls fell the tower, "
          f"n = {found.n} of {some.game.nunique()} games")  # fmt: skip

# %% [markdown]
# Of a tower without tolerances every block comes out: each carries a third. So it is
# the hundredths of a millimeter that make a tower hard. Friction changes next to
# nothing in the quasistatic model, as it is made: it holds a block and what resists it
# alike. In the engines each friction had 12 games of its own, which do not tell them
# apart. Middle blocks fell the tower more often, though they are loose more often, too:
# they are all or nothing. High blocks fell it more often than low ones, likely for the
# same reason: the lighter the load, the more uneven it lies. (Intervals of single slots
# in the map are about 8 points each way.)
#
# ### It is the share that decides
#
# A block that slides drags along what lies on it, with mu times its load. What holds
# that back is the friction on the other blocks of the layer, mu times theirs. So it
# should slide out alone while it carries less than half, and take the tower with it if
# it carries more, whatever friction and weight are. Here are fresh towers, and towers
# out of games of which the block's layer was still full:

# %%
ENDS = [-0.01, 0.01, 0.25, 0.4, 0.5, 0.6, 0.8, 1.01]
WORDS = ["under 1 %", "1 to 25 %", "25 to 40 %", "40 to 50 %", "50 to 60 %",
         "60 to 80 %", "80 to 100 %"]  # fmt: skip
samples = {
    "quasistatic, fresh": plastic,
    "PyBullet, games": pulls[(pulls.model == "pybullet") & (pulls.in_layer == 3)],
    "MuJoCo, games": pulls[(pulls.model == "mujoco") & (pulls.in_layer == 3)],
}
curves = {}
for who, some in samples.items():
    group = some["tower"] if who == "quasistatic, fresh" else some["game"]
    for place in ("edge", "middle"):
        for word, mine in some.groupby(
            pd.cut(some.share, ENDS, labels=WORDS), observed=True
        ):
            mine = mine[mine.place == place]
            curves.setdefault(who, {})[f"{place}, {word}"] = bar(
                rate_in_groups(mine.falls.to_numpy(), group[mine.index].to_numpy())
            )
order = [f"{place}, {word}" for place in ("edge", "middle") for word in WORDS]
grouped_plot(
    {who: {name: found[name] for name in order if name in found}
     for who, found in curves.items()},
    label="pulls that fell the tower, by place and share of the layer's load",
    title="A block that carries little comes out, one that carries most does not",
    shares=True,
    note="95 % intervals; "
    + ", ".join(f"n = {len(some)} ({who})" for who, some in samples.items()),
)  # fmt: skip

# %%
steps = [0, 20, 25, 30, 35, 40, 45, 50, 55, 100]
fine = pd.cut(
    100 * plastic["share"], [-1, *steps[1:-1], 101],
    labels=[f"{low} to {high} %" for low, high in zip(steps, steps[1:])],
).rename("share")  # fmt: skip
print("fresh towers, quasistatic: pulls in which another block moved by over 0.5 mm")
(plastic["shift"] > 5e-4).groupby([fine, plastic.place], observed=True).agg(
    lambda moved: f"{100 * moved.mean():.0f} % of {len(moved)}"
).unstack("place")

# %%
dragged = {}
for who, some in samples.items():
    cut = pd.cut(some["share"], ENDS, labels=WORDS).rename("share")
    dragged[who] = 1e3 * some.groupby([cut, "place"], observed=True)["shift"].median()
print("largest shift of another block that did not fall, mm: median of all pulls,\n"
      "those that fell the tower counted (a block is 84 mm long)")  # fmt: skip
pd.DataFrame(dragged).unstack("place").map("{:.1f}".format, na_action="ignore").fillna("–")

# %%
print("pulls that fell the tower")
pd.DataFrame(
    {
        f"{who}, {place}": {
            word: f"{told(rate_in_groups(of.falls.to_numpy(), key.to_numpy()), percent=True)}"
            f" of {len(of)}"
            for word, of in mine.groupby(
                pd.cut(mine["share"], ENDS, labels=WORDS), observed=True
            )
            for key in [of["tower" if who == "quasistatic, fresh" else "game"]]
        }
        for who, some in samples.items()
        for place, mine in some.groupby("place")
    }
).reindex(WORDS).fillna("–")

# %% [markdown]
# So it is, about: what carries less than a quarter comes out; edge blocks with over 60
# % and middle ones with over 80 % fell the tower as a rule. In between the place
# counts, too: with 50 to 60 % of the load edge blocks fell it in about 7 pulls of 10 in
# the engines, middle ones in 1 or 2 of 10. Middle blocks do better than half says,
# likely for two reasons: a block that slides sinks a little and sheds about a seventh
# of its load, if it carries over 40 % (`docs/agreement/report.md`), and a tower that
# was dragged has not fallen yet.
#
# Blocks at an edge begin to drag sooner, from a quarter on. They pull off-center, so
# what lies above turns before it slides. Say a block at an edge carries the share s,
# and the other edge all the rest, 1 - s. What lies above then turns about the other
# edge, two widths away, and the pull turns it with 2 s (share times distance in
# widths). Only the friction on the face of the other edge resists that, with an arm of
# 2/3 of a width to a whole one, so with 2/3 (1 - s) to 1 - s. The pull is stronger once
# s is more than a quarter to a third. Turning is not falling, most of these towers
# still stand; but from 40 % on, edge blocks fell towers more often than middle ones
# that carry as much.
#
# That the quasistatic model drags from a quarter and from half on is how it is made
# (the part above moves as costs least friction). That edge blocks drag much farther
# than middle ones with the same share up to 80 %, in both engines, is not (one edge
# block alone carried more). But engines are less sharp: there some that carry a quarter
# to half fell the tower, and some that carry more do not.
#
# Middle blocks fell more fresh towers for all that, since more of them carry most:
# rigid ones carry all 1 time in 3, while an edge carries three quarters 1 time in 4. In
# engines the two differ less than in the quasistatic model on the same towers: it lets
# more of the edge blocks come out, and against MuJoCo it is harder on middle ones, too:

# %%
for who, some in samples.items():
    group = some["tower" if who == "quasistatic, fresh" else "game"]
    each = some.groupby([group, "place"]).falls.mean().unstack().dropna()
    apart = mean_paired(each.middle.to_numpy(float), each.edge.to_numpy(float))
    print(f"{who}, middle less edge: {told(apart, percent=True, signed=True)} points, "
          f"n = {apart.n}")  # fmt: skip
    for words, chosen in (("under 25 %", some["share"] < 0.25),
                          ("over 60 %", some["share"] > 0.6)):  # fmt: skip
        found = rate_in_groups(some.falls[chosen].to_numpy(), group[chosen].to_numpy())
        print(f"    {words} of the load: {told(found, percent=True)} fell the tower, "
              f"n = {found.n}")  # fmt: skip
whole = pulls[pulls.in_layer == 3]
felled = whole.groupby(["model", "game", "place"]).falls.mean().unstack("place")
model_of = {name: felled.loc[name] for name in ("quasistatic", *ENGINES)}
own = model_of["quasistatic"]
print("the same blocks of full layers out of games, n = 36 games")
for name in ENGINES:
    other = model_of[name]
    for words, one, two in (
        ("edge", own.edge, other.edge),
        ("middle", own.middle, other.middle),
        ("middle less edge", own.middle - own.edge, other.middle - other.edge),
    ):
        apart = mean_paired(one.to_numpy(float), two.to_numpy(float))
        print(f"    quasistatic less {NAMES[name]}, {words}: "
              f"{told(apart, percent=True, signed=True)} points")  # fmt: skip

# %% [markdown]
# ## As a game goes on

# %%
ROLES = {
    "edge of three": (pulls.in_layer == 3) & (pulls.position != 1),
    "middle of three": (pulls.in_layer == 3) & (pulls.position == 1),
    "edge beside a middle": (pulls.in_layer == 2) & (pulls.layer_rule == "stands"),
    "middle beside an edge": (pulls.in_layer == 2) & (pulls.position == 1),
    "one of two edges": (pulls.in_layer == 2) & (pulls.position != 1)
    & (pulls.layer_rule == "falls"),
    "alone": pulls.in_layer == 1,
}  # fmt: skip
seen = pulls[pulls.model == "pybullet"]
rows = {}
for role, chosen in ROLES.items():
    rows[role] = {
        f"share {phase}": f"{100 * chosen[some.index].mean():.0f} %"
        for phase, some in seen.groupby("phase")
    }
    for how, all_of in (("vanish", gone), ("pull", pulls)):
        keys = pulls.loc[chosen, ["state", "block"]].drop_duplicates()
        for model in ENGINES:
            mine = all_of[all_of.model == model].merge(keys, on=["state", "block"])
            found = rate_in_groups(mine.falls.to_numpy(), mine.game.to_numpy())
            rows[role][f"{how}, {NAMES[model]}"] = told(found, percent=True, places=0)
    load_of = 100 * seen["share"][chosen[seen.index]]
    rows[role]["load of its layer, median"] = f"{load_of.median():.0f} %"
    rows[role]["blocks"] = len(load_of)
print("kinds of blocks in towers out of games, and removals of them that fell the tower")
pd.DataFrame(rows).T[
    ["share early", "share middle", "share late", "blocks", "load of its layer, median",
     "vanish, PyBullet", "vanish, MuJoCo", "pull, PyBullet", "pull, MuJoCo"]
].rename(columns=lambda name: name.replace("share", "of all,"))  # fmt: skip

# %%
grouped_plot(
    {
        f"{how}, {NAMES[model]}": {
            phase: bar(rate_in_groups(mine.falls.to_numpy(), mine.game.to_numpy()))
            for phase in ("early", "middle", "late")
            for mine in [all_of[(all_of.model == model) & (all_of.phase == phase)]]
        }
        for how, all_of in (("vanish", gone), ("pull", pulls))
        for model in ENGINES
    },
    label="removals that fell the tower",
    title="More blocks fell the tower if pulled than if they vanish, at any time",
    shares=True,
    note="95 % intervals, n = 720 blocks each, of 36 games",
)

# %%
once = facts.merge(games.drop_duplicates(), on="state")
rows = {}
for phase, some in once.groupby("phase"):
    group, still = some.game.to_numpy(), some[some.in_layer == 3]
    rows[phase] = {
        "layers": f"{some.groupby('state').layers.first().mean():.1f}",
        "in a full layer": told(
            rate_in_groups((some.in_layer == 3).to_numpy(), group), percent=True
        ),
        "loose": told(
            rate_in_groups((some.share < 0.01).to_numpy(), group), percent=True
        ),
        "loose, of full layers": told(
            rate_in_groups((still.share < 0.01).to_numpy(), still.game.to_numpy()),
            percent=True,
        ),
        "can leave (statics)": told(
            rate_in_groups((some.statics == "stands").to_numpy(), group), percent=True
        ),
        "can slide alone": told(
            rate_in_groups(some.low.notna().to_numpy(), group), percent=True
        ),
    }
pd.DataFrame(rows)[["early", "middle", "late"]]

# %% [markdown]
# What changes in a game is above all how many layers are still full. A block of a full
# layer can nearly always leave (2 of 3082 fell the tower), and comes out a little less
# often late than early, which is shown in MuJoCo alone (below). Of two blocks that are
# left, the one beside a middle comes out best of all, likely as it carries little; all
# others leave an edge block alone, or nothing, under the tower, and it falls, pulled or
# not. Loose blocks get fewer, too, mainly since single and paired ones carry more;
# those of full layers are loose nearly as often as at the beginning.

# %%
in_full = pulls[(pulls.in_layer == 3) & pulls.model.isin(ENGINES)]
for model, some in in_full.groupby("model"):
    each = some.groupby(["game", "phase"]).falls.mean().unstack().dropna()
    apart = mean_paired(each.late.to_numpy(float), each.early.to_numpy(float))
    print(f"{NAMES[model]}, late less early: {told(apart, percent=True, signed=True)} points, "
          f"n = {apart.n} games")  # fmt: skip
pd.DataFrame(
    {
        phase: {
            NAMES[model]: told(
                rate_in_groups(mine.falls.to_numpy(), mine.game.to_numpy()),
                percent=True,
            )
            for model, mine in some.groupby("model")
        }
        | {"blocks": len(some[some.model == "pybullet"])}
        for phase, some in in_full.groupby("phase")
    }
)[["early", "middle", "late"]].rename_axis("pulls from full layers that fell the tower")

# %% [markdown]
# ## How well statics tells
#
# Forces first: does the friction at rest rank the blocks of a tower as the peak forces
# of a pull do?

# %%
keyed = ["state", "block"]
forces = pulls.pivot(index=keyed, columns="model", values="force").reset_index()
forces = forces.merge(once, on=keyed).merge(data["games"], on=keyed, how="left")
on_table = np.where(forces.layer == 1, 0.5, forces.mu)
weight = 0.012 * 9.81
forces["rigid_rest"] = forces.mu * forces.rigid + on_table * (forces.rigid + weight)
RANKED = {
    "at rest on springs – PyBullet": ("at_rest", "pybullet"),
    "at rest on springs – MuJoCo": ("at_rest", "mujoco"),
    "at rest, rigid – PyBullet": ("rigid_rest", "pybullet"),
    "at rest, rigid – MuJoCo": ("rigid_rest", "mujoco"),
    "quasistatic pull – PyBullet": ("quasistatic", "pybullet"),
    "quasistatic pull – MuJoCo": ("quasistatic", "mujoco"),
    "PyBullet – MuJoCo": ("pybullet", "mujoco"),
    "PyBullet – itself, nudged": ("pybullet", "pybullet nudged"),
}
ranks = {
    name: rank_correlation(
        *(forces[key].to_numpy(float) for key in pair),
        forces.state.to_numpy(),
        forces.game.to_numpy(),
    )
    for name, pair in RANKED.items()
}
interval_plot(
    {name: bar(found) for name, found in ranks.items()},
    label="mean rank correlation within a tower\n(n = 36 games, 95 % intervals)",
    title="Friction at rest on springs ranks blocks as well as engines do each other",
)

# %%
for name, found in ranks.items():
    print(f"{name}: {told(found, places=3)}")

# %% [markdown]
# Friction at rest ranks the blocks of a tower as well as one engine ranks those of the
# other, and nearly as well as a whole quasistatic pull. It has to be on springs: rigid
# blocks have too many that carry nothing. Peak forces themselves are 1.2 times that
# friction where others are dragged, 2.0 times (PyBullet) and 2.4 times (MuJoCo) where a
# block comes alone; of pulls in which no other block
# moved 99.5 % are within the range of statics in PyBullet (98.2 to 100; 405 pulls) and
# 96.7 % in MuJoCo (94.7 to 98.2; 487), where others came along most are above it
# (`docs/agreement/report.md`).
#
# A rank of forces is not yet a verdict. Blocks also differ in force since more or less
# lies above their layer, and that hardly matters to whether they come out.

# %%
verdicts = pulls.pivot(index=keyed, columns="model", values="falls").reset_index()
verdicts = verdicts.merge(once, on=keyed)
falls = (verdicts.statics == "falls").astype(bool)
rules = {
    "what remains falls (statics)": falls,
    "or it carries more than half": falls | (verdicts["share"] > 0.5),
    "quasistatic pull": verdicts.quasistatic,
}
rows = {}
for rule, said in rules.items():
    rows[rule] = {}
    for model in (*ENGINES, "both"):
        other = verdicts["pybullet" if model == "both" else model]
        known = (
            verdicts.pybullet.eq(verdicts.mujoco) if model == "both" else other.notna()
        )
        right = said[known].astype(bool) == other[known].astype(bool)
        rows[rule][NAMES.get(model, "both, where they agree")] = told(
            rate_in_groups(right.to_numpy(), verdicts.game[known].to_numpy()),
            percent=True,
        )
print("verdicts of pulls that a rule tells right")
pd.DataFrame(rows).T

# %%
print("how well a number tells what falls, in full layers (AUC, 0.5 is chance)")
full = verdicts[verdicts.in_layer == 3].assign(high=lambda v: v.layer)
for key, words in (("share", "share of the layer's load"), ("at_rest", "friction at rest"),
                   ("high", "layer")):  # fmt: skip
    for model in ENGINES:
        known = full[full[model].notna()]
        found = auc(
            known[key].to_numpy(float),
            known[model].to_numpy(bool),
            known.game.to_numpy(),
        )
        print(f"{words}, {NAMES[model]}: {told(found, places=3)}")

# %%
bare = gone[gone.model.isin(ENGINES)]
right = (bare.layer_rule == "falls") == bare.falls
found = rate_in_groups(right.to_numpy(), bare.game.to_numpy())
print("blocks that vanish, 'falls if it leaves a layer empty or on one edge block': right "
      f"{told(found, percent=True)}, n = {len(bare)}")  # fmt: skip
for how, some in trials[trials.model.isin(ENGINES)].groupby("how"):
    for name, mine in (("all", some), ("of full layers", some[some.in_layer == 3])):
        found = rate_in_groups(mine.falls.to_numpy(), mine.game.to_numpy())
        print(f"{how}, {name}: {told(found, percent=True)} fall, n = {len(mine)}")

# %% [markdown]
# The simple rule, an empty layer or a single edge block, is right of nearly all blocks
# that vanish; others report 98.0 % of 4155. Of pulls it knows little, and so does
# statics of what remains: neither has heard of dragging. One number more does most of
# it: with *falls if the block carries more than half of its layer's load*, 88.1 and
# 89.0 % of the verdicts are right, where the two engines agree with each other on 91.8
# % (`docs/agreement/report.md`).
#
# Others saw 33 % of deleted blocks and 94 % of those pushed out fell the tower. Ours
# are 23.5 and 45.1 %. Both say that the way out is the hard part, but not by as much.
# They push with a fingertip, while here a sure hand draws straight; and which towers
# and blocks theirs were, we do not know. That 204 of 204 removals from towers of equal
# blocks stand is what all our models say (93 of 93), and here they could be pulled,
# too.

# %% [markdown]
# ## Answer
#
# - **What can leave.** From a fresh tower everything below the highest layer: 465 of
#   465 blocks are proven by statics (99.2 to 100 %; 5 towers of each set), 8100 of 8100
#   by the quasistatic model (99.95 to 100 %; 180 towers). In games, all of full layers
#   but 0.1 % (0.0 to 0.4; 3082 removals in two engines), and the edge block beside a
#   middle; not what leaves an edge block alone.
# - **What comes out.** Fewer: of fresh towers 72.1 % (70.8 to 73.3; 5040 pulls,
#   quasistatic) of plastic and 76.3 % (74.8 to 77.8; 3060) of wood; of full layers in
#   games 71.0 % (68.5 to 73.3; 3081 pulls in two engines). Early in a game 62.4 % of
#   all that may be taken (58.8 to 65.8), late 43.2 % (38.8 to 47.7; 720 each,
#   PyBullet).
# - **Which.** Those that carry little of what lies on their layer, at an edge or in the
#   middle: of blocks with less than a quarter 98.9 % come out in PyBullet (97.8 to
#   99.5; 647), of those with over 60 % 15.1 % (10.4 to 21.3; 272; full layers). In
#   between the place counts as well: with 50 to 60 % edge blocks fell the tower in 69.8
#   % (60.4 to 77.8; 149), middle ones in 17.2 % (7.6 to 34.5; 29). All shares together,
#   middle blocks fell a fresh tower 10.7 points more often than edge ones (7.2 to 14.3;
#   120 towers, quasistatic), in games 6.6 (0.0 to 13.1) in PyBullet and 4.3 (−2.8 to
#   11.3) in MuJoCo, so not for sure (36 games).
# - **Loose blocks.** 4 in 9 if blocks are rigid, however unlike (44.6 %, 43.3 to 46.0;
#   5040 blocks), middle ones more often than edge ones. If they give way as in the
#   quasistatic model 24.3 % (23.1 to 25.5): few at the bottom, many at the top.
# - **Friction and tolerances.** Friction next to nothing: 0.25 and 0.5 in place of 0.35
#   changed no more than 0.6 points of the pulls (40 towers, quasistatic); engines do
#   not tell them apart (12 games each). Without tolerances every block comes out (93 of
#   93, 96.0 to 100 %, in two towers); with half of them 4.6 points fewer pulls fell the
#   tower (3.5 to 5.8), with twice as much 3.2 more (2.2 to 4.2; 40 towers,
#   quasistatic).
# - **How well statics tells.** Friction at rest ranks the blocks of a tower as
#   PyBullet's peak forces do with 0.921 (0.909 to 0.932), as MuJoCo's with 0.907 (0.895
#   to 0.919); the engines each other with 0.909 (0.896 to 0.923; 36 games). Whether a
#   block comes out it tells only with the share: statics of what is left is right of
#   77.4 % of PyBullet's pulls (75.2 to 79.4), with the share of 88.1 % (86.7 to 89.4;
#   2160).
#
# ## What would overturn it
#
# - All of fresh towers is by statics and quasistatic. Of pulls in games that model says
#   the same as PyBullet of 90.7 % (89.4 to 91.8; 2160), but its verdicts change more
#   sharply with the share, of the same full layers it lets 5.0 points more of the edge
#   blocks come out (2.4 to 7.5; 36 games), and its whole games last longer (notebook
#   02). Were many fresh towers pulled at in PyBullet, what is said of the place would
#   change most.
# - Softness. How many blocks are loose or carry most depends on springs of 25 N/mm,
#   fitted to PyBullet, not to plastic. Harder contacts would bring it nearer to 4 in 9,
#   softer ones nearer to none, and pulls with it. A load cell under single blocks of a
#   real tower would tell.
# - Heights that are not drawn one by one. The rule of three heights needs nothing of
#   their size, but it needs chance: blocks from one mould, worn in one place or sorted
#   by whoever built the tower would have other shares. Bent blocks are not known here.
# - Another hand. This one draws straight, makes no error and never gives up. Players
#   who feel first take loose blocks; who taps, wiggles or pushes a middle block out
#   from its end may drag less, or more.
# - That friction does not matter is said by a model in which it nearly cancels, and
#   assumes the same friction everywhere. One rough pair
#   of faces among smooth ones would drag with less than half of the load.
# - Blocks of full layers that carry under a quarter and yet fell the tower in an engine
#   with finer steps, or such over 60 % that come out as a rule.
