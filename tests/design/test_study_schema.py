"""Study files as editors see them: schemas, and that our reader sees the same."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gamebase.errors import ParameterError
from sims import staccs_metrics, stacko_metrics
from sims.design.design import Design
from sims.design.schema import GAMES, main, schema_of
from staccs.config import SimulationConfig as StaccsConfig
from stacko.config import SimulationConfig as StackoConfig

jsonschema = pytest.importorskip("jsonschema")

ROOT = Path(__file__).parents[2]
STUDIES = sorted((ROOT / "sims/studies").glob("*.toml"))


@dataclass(frozen=True, slots=True)
class Kind:
    game: str
    config: Any
    metrics: Any
    elsewhere: Any = field(default_factory=dict)


KINDS = {
    "stacko": Kind("stacko", StackoConfig, stacko_metrics.METRICS),
    "staccs": Kind("staccs", StaccsConfig, staccs_metrics.METRICS),
}


@cache
def validator(game: str) -> Any:
    schema = schema_of(game)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def fits_schema(game: str, text: str) -> bool:
    return bool(validator(game).is_valid(tomllib.loads(text)))


def is_read(game: str, text: str, folder: Path) -> bool:
    path = folder / "study.toml"
    path.write_text(text)
    try:
        Design.from_file(path, KINDS[game])
    except ParameterError:
        return False
    return True


@pytest.mark.parametrize("game", GAMES)
def test_the_committed_schema_is_the_generated_one(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Else: `python -m sims.design.schema GAME > docs/GAME-study.schema.json`."""
    assert main([game]) == 0
    printed = capsys.readouterr().out
    assert printed == (ROOT / f"docs/{game}-study.schema.json").read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_every_field_is_described_and_no_other_is_allowed(game: str) -> None:
    schema = schema_of(game)
    seen = 0

    def look(part: Any, name: str) -> None:
        nonlocal seen
        if part.get("type") == "object" and "properties" in part:
            assert part["additionalProperties"] is False, name
            for key, each in part["properties"].items():
                look(each, f"{name}.{key}")
        elif "$ref" not in part:
            seen += 1
            assert part["description"].strip().endswith((".", ")")), name

    for name, part in {**schema["properties"], **schema["$defs"]}.items():
        if name != "grid":
            look(part, name)
    assert seen > 20


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_an_example_fits_its_schema_and_is_read(path: Path) -> None:
    text = path.read_text("utf-8")
    game = tomllib.loads(text)["study"]["game"]
    first = text.partition("\n")[0]
    assert (path.parent / first.removeprefix("#:schema ")).resolve() == (
        ROOT / f"docs/{game}-study.schema.json"
    )
    errors = [
        error.message for error in validator(game).iter_errors(tomllib.loads(text))
    ]
    assert not errors
    design: Design[Any] = Design.from_file(path, KINDS[game])
    assert len(design.cells) > 5
    assert design.name
    assert design.question


def test_there_are_three_examples_of_both_games() -> None:
    games = [
        tomllib.loads(path.read_text("utf-8"))["study"]["game"] for path in STUDIES
    ]
    assert sorted(games) == ["staccs", "stacko", "stacko"]


BOTH = [
    ("stacko", ""),
    ("stacko", "games = 5\nseed = 9223372036854775807\nworkers = 2"),
    ("stacko", "engine = 'quasistatic'\n[quasistatic]\nsteps = 3"),
    ("stacko", "hand = 'mine,shaky'\n[hands.mine]\nbase = 'steady'\ntremor = 0.001"),
    ("stacko", "hand = 'steady , shaky'\npolicy = ['random', 'cautious']"),
    ("stacko", "set = 'wood'\n[grid]\nset = ['uno', 'wood']"),
    ("stacko", "set = {blocks = ['R1', 'Y1', 'W']}"),
    ("stacko", "[grid]\nset.blocks = [['R1', 'Y1', 'W'], ['R1', 'Y1', 'R2']]"),
    ("stacko", "[grid]\nhand = ['steady', 'steady,shaky', ['shaky', 'steady']]"),
    ("stacko", "hand = 'mine'\n[hands.mine]\n[grid]\nhands.mine.tremor = [0.0, 0.001]"),
    ("stacko", "[grid]\nrules.topple = ['any_block', 'collapse']\nplayers = [2, 3]"),
    ("stacko", "rules.edition = 'cube'\nrules.cube_faces = ['R1', 'reverse']"),
    ("stacko", "[[variations]]\nname = 'x'\n[[variations]]\nname = 'y'\nset = 'wood'"),
    ("stacko", "engine = 'pybullet'\n[grid]\nsolver.friction_anchors = [true, false]"),
    ("stacko", "games = 100\n[stop]\nmetric = 'turns'\nwidth = 2"),
    ("stacko", "[study]\ngame = 'stacko'\npaired = false\n[grid]"),
    ("staccs", "mode = 'Wild_Out'\nvariation = 'row'"),
    ("staccs", "mode = 'solo'\nvariation = 'no_wilds'"),
    ("staccs", "table = 'none'\nplays = false"),
    ("staccs", "table = 'rect:1.2x.8'"),
    ("staccs", "table = 'polygon:0,0 1,0 1,1 0,1'\n[place]\nx = 0.1"),
    ("staccs", "[grid]\ntable = ['round:+1', 'round:1e0']"),
    ("staccs", "[grid]\nmode = ['uh-oh', 'party']\ncard.edge = [0.04, 0.05]"),
    ("staccs", "rules.second_chances_limit = 3\npolicy = 'greedy,random'"),
]
"""What schema and reader accept; but for the last grid, whose cells are the same."""

SAME = ("staccs", "[grid]\ntable = ['round:+1', 'round:1e0']")

NEITHER = [
    ("stacko", "game = 5"),
    ("stacko", "games = 0"),
    ("stacko", "games = '5'"),
    ("stacko", "games = true"),
    ("stacko", "seed = -1"),
    ("stacko", "workers = 1025"),
    ("stacko", "players = 11"),
    ("stacko", "policy = 'nobody'"),
    ("stacko", "policy = []"),
    ("stacko", "hand = ','"),
    ("stacko", "hand = 3"),
    ("stacko", "engine = 'bullet'"),
    ("stacko", "set = 4"),
    ("stacko", "set = {}"),
    ("stacko", "set = {file = 'a.toml', blocks = ['R1', 'Y1', 'W']}"),
    ("stacko", "set = {blocks = ['R1', 'R1', 'R1']}"),
    ("stacko", "set = {blocks = ['X1', 'Y1', 'W']}"),
    ("stacko", "set = {blocks = ['R1']}"),
    ("stacko", "set = {files = 'a.toml'}"),
    ("stacko", "blocks = 3"),
    ("stacko", "block_set = 'wood'"),
    ("stacko", "[contact]\nmu_block = 0"),
    ("stacko", "[contact]\nmu_blocks = 0.3"),
    ("stacko", "[contact]\nrestitution = 1.1"),
    ("stacko", "[solver]\niterations = 2.5"),
    ("stacko", "[solver]\nfriction_anchors = 1"),
    ("stacko", "[blocks]\nlength = 1e10"),
    ("stacko", "[rules]\ntopple = 'some'"),
    ("stacko", "[rules]\nretry_limit = 0"),
    ("stacko", "[rules]\ncube_faces = ['reverse']"),
    ("stacko", "[rules]\ncube_faces = ['R11']"),
    ("stacko", "[rules]\ncube_faces = []"),
    ("stacko", "[hands]\nmine = 3"),
    ("stacko", "[hands.mine]\nbase = 'best'"),
    ("stacko", "[hands.mine]\nname = 'a'"),
    ("stacko", "[hands.mine]\ntremor = -1"),
    ("stacko", '[hands."a,b"]\ntremor = 0.0'),
    ("stacko", '[hands." "]\ntremor = 0.0'),
    ("stacko", "[grid]\nseed = [1, 2]"),
    ("stacko", "[grid]\ngames = [1, 2]"),
    ("stacko", "[grid]\nplayers = 2"),
    ("stacko", "[grid]\nplayers = []"),
    ("stacko", "[grid]\nplayers = [2, 2]"),
    ("stacko", "[grid]\nplayers = [2, 11]"),
    ("stacko", "[grid]\nrules = [{topple = 'collapse'}]"),
    ("stacko", "[grid]\ncontact = {}\nplayers = [1]"),
    ("stacko", "[grid]\ncontact.mu_block = 0.3"),
    ("stacko", "[grid]\ncontact.mu_block = [0.3, 'x']"),
    ("stacko", "[grid]\nhands.mine.tremor = [-1.0]"),
    ("stacko", "[grid]\nset.file = ['a']\nset.name = ['b']"),
    ("stacko", "[grid]\nset.name = ['b']"),
    ("stacko", "variations = []"),
    ("stacko", "variations = 3"),
    ("stacko", "[variations]\nname = 'a'"),
    ("stacko", "[[variations]]\nhand = 'shaky'"),
    ("stacko", "[[variations]]\nname = ' '"),
    ("stacko", "[[variations]]\nname = 'a'\nseed = 3"),
    ("stacko", "[[variations]]\nname = 'a'\n[variations.grid]"),
    ("stacko", "[[variations]]\nname = 'a'\ncontact.mu_block = 0"),
    ("stacko", "[study]\ngame = 'staccs'"),
    ("stacko", "[study]\npaired = 'yes'"),
    ("stacko", "[study]\nnames = 'a'"),
    ("stacko", "games = 100\n[stop]\nmetric = 'toppled'"),
    ("stacko", "games = 100\n[stop]\nmetric = 'toppled'\nwidth = 1"),
    ("stacko", "games = 100\n[stop]\nmetric = 'topples'\nwidth = 0.1"),
    ("stacko", "games = 100\n[stop]\nmetric = 'turns'\nwidth = -2"),
    ("stacko", "games = 100\n[stop]\nmetric = 'turns'\nwidth = 2\nat_least = 1"),
    ("stacko", "games = 100\n[stop]\nmetric = 'turns'\nwidth = 2\nbatch = 0"),
    ("stacko", "games = 100\n[stop]\nmetric = 'turns'\nwidth = 2\nmost = 0"),
    ("staccs", "mode = 'solitaire'"),
    ("staccs", "mode = 'face-off'"),
    ("staccs", "mode = 3"),
    ("staccs", "mode = 'solo'\nvariation = 'perfekt'"),
    ("staccs", "plays = 1"),
    ("staccs", "table = 'square:1'"),
    ("staccs", "table = 'round:wide'"),
    ("staccs", "table = 'rect:1'"),
    ("staccs", "table = 1.2"),
    ("staccs", "players = 0"),
    ("staccs", "[card]\nedge = 0"),
    ("staccs", "[place]\nangle = 7"),
    ("staccs", "[rules]\nedge = 'over'"),
    ("staccs", "[grid]\nplays = [0, 1]"),
    ("staccs", "hand = 'steady'"),
]

ONLY_READ = [
    ("stacko", "hand = 'nobody'"),  # it may be one of [hands]
    ("stacko", "policy = 'no.such:Player'"),
    ("stacko", "set = 'no such file'"),
    ("stacko", "players = 2\nhand = 'steady,steady,steady'"),
    ("stacko", "[blocks]\nwidth = 0.1"),  # three make no length
    ("stacko", "[[variations]]\nname = 'a'\n[[variations]]\nname = 'a'\nplayers = 2"),
    ("stacko", "[[variations]]\nname = 'a'\n[[variations]]\nname = 'b'"),
    ("stacko", "[[variations]]\nname = 'a'\nplayers = 2\n[grid]\nplayers = [3]"),
    ("stacko", "engine = 'quasistatic'\n[grid]\nsolver.iterations = [2, 3]"),
    ("stacko", "games = 5\n[stop]\nmetric = 'turns'\nwidth = 2"),
    ("staccs", "mode = 'uh-oh'\nvariation = 'perfect'"),
    ("staccs", "table = 'round:0'"),
    ("staccs", "table = 'none'\n[place]\nx = 0.1"),
]
"""What no schema can say: names that refer to others, and checks between fields."""


@pytest.mark.parametrize(("game", "text"), [each for each in BOTH if each != SAME])
def test_what_the_schema_accepts_is_read(game: str, text: str, tmp_path: Path) -> None:
    assert is_read(game, text, tmp_path)
    assert fits_schema(game, text)


@pytest.mark.parametrize(("game", "text"), NEITHER)
def test_what_the_schema_refuses_is_not_read(
    game: str, text: str, tmp_path: Path
) -> None:
    assert not is_read(game, text, tmp_path)
    assert not fits_schema(game, text)


@pytest.mark.parametrize(("game", "text"), [*ONLY_READ, SAME])
def test_what_only_the_reader_can_refuse(game: str, text: str, tmp_path: Path) -> None:
    assert not is_read(game, text, tmp_path)
    assert fits_schema(game, text)


@pytest.mark.parametrize("game", GAMES)
def test_all_values_of_a_configuration_fit(game: str) -> None:
    """Whatever a batch writes down can be made a study again."""
    plain = KINDS[game].config().to_mapping()
    values = {key: value for key, value in plain.items() if value is not None}
    assert not [error.message for error in validator(game).iter_errors(values)]
