"""No number of the physics goes without unit, source and grade, in either set."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from collections.abc import Iterator

import pytest

import stacko
from gamebase.params import ParameterSet, describe
from stacko.hand import SKILLS
from stacko.kits import KITS, WoodBlockParams, WoodContactParams
from stacko.listing import GROUPS
from tests.cli.command import stacko as command

GRADES = {"identified", "realistic", "assumed", "numerical"}
ENGINES = ("stacko.engines.pybullet", "stacko.engines.mujoco")


def classes(base: type[ParameterSet] = ParameterSet) -> Iterator[type[ParameterSet]]:
    """Yield the parameter classes of the package, wherever they are written."""
    for each in base.__subclasses__():
        # `slots=True` makes a second class; the first is no dataclass
        if each.__module__.startswith("stacko.") and "__slots__" in vars(each):
            yield each
        yield from classes(each)


@pytest.fixture(scope="module", autouse=True)
def _all_modules() -> None:
    for module in pkgutil.walk_packages(stacko.__path__, "stacko."):
        if not module.name.startswith(ENGINES):
            importlib.import_module(module.name)


def test_every_parameter_class_is_listed() -> None:
    assert {type(params) for params in GROUPS.values()} == set(classes())
    assert {WoodBlockParams, WoodContactParams} <= set(classes())


def test_every_field_is_described_but_names() -> None:
    for group, params in GROUPS.items():
        told = {each.name for each in describe(group, params)}
        left = {f.name for f in dataclasses.fields(params)} - told
        assert all(isinstance(getattr(params, name), str) for name in left), group


@pytest.mark.parametrize("group", GROUPS)
def test_every_description_is_whole(group: str) -> None:
    for each in describe(group, GROUPS[group]):
        assert each.unit.strip(), each
        assert len(each.source.strip()) > 3, each
        assert each.grade in GRADES, each


def test_the_command_prints_every_number_of_both_sets() -> None:
    lines = command("params").stdout.splitlines()
    assert lines[0].split() == ["parameter", "value", "unit", "grade", "source"]
    printed = {line.split()[0] for line in lines[1:]}
    assert printed == {
        f"{group}.{each.name}"
        for group, params in GROUPS.items()
        for each in describe(group, params)
    }
    assert {"wood.blocks.length", "blocks.length", "hands.average.tremor"} <= printed
    hands = command("hands").stdout
    for each in describe("hand", SKILLS["average"]):
        assert f"\n{each.name} " in hands


def test_the_wooden_blocks_are_those_that_were_measured() -> None:
    blocks = KITS["wood"].blocks
    sizes = (blocks.length, blocks.width, blocks.height, blocks.mass)
    assert sizes == (0.07477, 0.02505, 0.014636, 0.01287)
    spread = (blocks.length_sigma, blocks.width_sigma, blocks.height_sigma)
    assert spread == (0.24e-3, 0.23e-3, 0.038e-3)
    grades = {each.name: each.grade for each in describe("blocks", blocks)}
    assert {name for name in grades if grades[name] == "assumed"} == {"side_clearance"}
    assert blocks.perfect().height_sigma == 0
    assert type(blocks.perfect()) is WoodBlockParams
