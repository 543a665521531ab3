"""Parameters: what is refused, and that every one says where it comes from."""

import dataclasses
import math

import pytest

from gamebase.params import describe
from stacko.blocks import BlockSet
from stacko.errors import ParameterError
from stacko.hand import SKILLS, HandParams, named_hand
from stacko.kits import WoodBlockParams, WoodContactParams
from stacko.params import (
    BlockParams,
    ContactParams,
    MujocoParams,
    SettleParams,
    SolverParams,
    ToppleParams,
)
from stacko.quasistatic.params import QuasistaticParams
from stacko.statics_params import StaticsParams

SETS = (
    BlockParams,
    ContactParams,
    HandParams,
    MujocoParams,
    QuasistaticParams,
    SettleParams,
    SolverParams,
    StaticsParams,
    ToppleParams,
    WoodBlockParams,
    WoodContactParams,
)
FIELDS = [
    (cls, f.name)
    for cls in SETS
    for f in dataclasses.fields(cls)
    if "unit" in f.metadata
]
BAD = [math.nan, math.inf, -math.inf, -1, True, "1", None, 10**400, 1e300]


@pytest.mark.parametrize("value", BAD, ids=lambda value: str(value)[:6])
@pytest.mark.parametrize(("cls", "name"), FIELDS)
def test_a_senseless_number_is_refused_by_name(cls, name, value):
    with pytest.raises(ParameterError, match=name) as caught:
        cls(**{name: value})
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("cls", SETS)
def test_every_parameter_has_unit_source_and_grade(cls):
    grades = {"identified", "realistic", "assumed", "numerical"}
    for each in describe(cls.__name__, cls()):
        assert each.unit
        assert each.source
        assert each.grade in grades


@pytest.mark.parametrize("cls", SETS)
def test_mappings_round_trip_and_unknown_names_are_refused(cls):
    assert cls.from_mapping(cls().to_mapping()) == cls()
    name = dataclasses.fields(cls)[-1].name
    with pytest.raises(ParameterError, match=f"did you mean '{name}'"):
        cls.from_mapping({name + "x": 1})


@pytest.mark.parametrize(
    ("cls", "values", "named"),
    [
        (SettleParams, {"window": 5.0, "time_limit": 0.1}, "time_limit"),
        (SolverParams, {"timestep": 1e-12}, "timestep"),
        (SolverParams, {"timestep": 0.1}, "timestep"),
        (SolverParams, {"friction_anchors": 1}, "friction_anchors"),
        (MujocoParams, {"timestep": 0.1}, "timestep"),
        (MujocoParams, {"solimp_max": 1.0}, "solimp_max"),
        (MujocoParams, {"elliptic_cone": "yes"}, "elliptic_cone"),
        (HandParams, {"speed": 1e-12}, "speed"),
        (HandParams, {"push_speed": 1e-9}, "push_speed"),
        (HandParams, {"place_speed": 1e-12}, "place_speed"),
        (HandParams, {"give_up_force": 5.0, "force_limit": 4.0}, "give_up_force"),
        (HandParams, {"name": "a\nb"}, "name"),
        (BlockParams, {"wall": 0.01}, "wall"),
        (BlockParams, {"width_sigma": 0.001}, "side_clearance"),
        (BlockParams, {"height_sigma": 0.01}, "height_sigma"),
        (BlockParams, {"width": 0.05}, "three widths"),
        (ContactParams, {"restitution": 1.5}, "restitution"),
    ],
)
def test_what_would_hang_or_contradict_itself_is_refused(cls, values, named):
    with pytest.raises(ParameterError, match=named):
        cls(**values)


def test_hands_have_their_names_and_get_steadier():
    assert [hand.name for hand in SKILLS.values()] == list(SKILLS)
    errors = [SKILLS[name].place_error for name in ("steady", "average", "shaky")]
    assert errors == sorted(errors)
    with pytest.raises(ParameterError, match="did you mean 'steady'"):
        named_hand("stedy")


def test_a_set_beyond_all_towers_is_refused():
    names = [
        f"{color}{face}{copy}"
        for color in "RYGB"
        for face in "0123456789"
        for copy in ["", *"bcdefghijklmnopqrstuvwxyz"]
    ]
    assert len(BlockSet.from_names(names[:600])) == 600
    with pytest.raises(ParameterError, match="too large"):
        BlockSet.from_names(names[:603])
