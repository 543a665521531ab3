"""The architecture holds: the rules load no engine, and arrows run one way."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ENGINES = {"pybullet", "pybullet_data", "mujoco"}
HEAVY = ENGINES | {
    "matplotlib",
    "pyarrow",
    "rich",
    "scipy",
    "shapely",
    "pettingzoo",
    "gymnasium",
    "PIL",
    "imageio_ffmpeg",
    "pygltflib",
}
BASE = [
    "errors",
    "files",
    "targets",
    "page",
    "json_reading",
    "perft",
    "counting",
    "printable",
    "switches",
    "params",
    "columns",
    "config_reading",
    "batch_config",
    "schema",
    "game_key",
    "batch_flags",
    "asking",
    "registry",
    "listing",
    "run_record",
    "report_flags",
    "command",
    "encoding",
    "movies",
]
LATE = {"encoding.py": {"imageio_ffmpeg"}, "movies.py": {"PIL"}}
"""What a module of the base loads, but only when it is asked to write a movie."""
BATCHES = ["dataset", "design", "reports", "running"]
"""Packages that run batches of whichever game, and single modules that do."""
BATCH_MODULES = [
    "dry_run",
    "ending",
    "errors",
    "folder",
    "game_kind",
    "game_metrics",
    "games_command",
    "lifetimes",
    "manifest",
    "outstanding",
    "pace",
    "plots",
    "progress",
    "report",
    "resuming",
    "rows",
    "study_work",
    "tables",
]
OF_GAMES = {"data_page", "stacko_schema", "staccs_schema", "schema"}
"""Modules of these packages that tell of both games."""
RULES = [
    "errors",
    "faces",
    "blocks",
    "slots",
    "tower",
    "demand",
    "rules",
    "moves",
    "chance",
    "position",
    "turns",
    "legal",
    "opening",
    "game_json",
    "game",
    "perft",
]
STACCS = [
    "errors",
    "outcomes",
    "params",
    "rules",
    "cards",
    "lattice",
    "phases",
    "cells",
    "dealing",
    "deals",
    "holdings",
    "placement",
    "surfaces",
    "table",
    "moves",
    "plans",
    "setting",
    "fitting",
    "game_json",
    "legal",
    "stacc",
    "ground",
    "hosts",
    "board_text",
    "explain",
    "board_view",
    "board",
    "refusals",
    "views",
    "core",
    "game",
    "modes",
    "perft",
    "players",
]
"""Modules and packages of the rules of STACCS, and its players, the lowest first."""
UNDRAWN = ["model", "record", "sources", "stepping", "telling", "watch"]
"""Modules of a replay of STACCS that know of no picture."""


def imported(path):
    """Return the modules a file imports, also inside functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(("." * node.level) + (node.module or ""))
    return found


def sources(*folders):
    return sorted(path for each in folders for path in (ROOT / each).rglob("*.py"))


@pytest.mark.parametrize("package", ["gamebase", "stacko", "staccs"])
def test_importing_a_package_loads_nothing_heavy(package):
    code = f"import {package}, sys; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert package in loaded
    assert not HEAVY & {name.partition(".")[0] for name in loaded}


def test_looking_at_recorded_matches_loads_nothing_heavy_before_it_is_asked_to():
    modules = ("films", "glb", "gui", "shots", "rendering", "html")
    code = "import sys\n" + "".join(f"import stacko.replay.{m}\n" for m in modules)
    loaded = subprocess.run(
        [sys.executable, "-c", code + "print(*sorted(sys.modules))"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    late = {"PIL", "matplotlib", "imageio_ffmpeg", "pygltflib", "rich", *ENGINES}
    assert not late & {name.partition(".")[0] for name in loaded}


def test_engines_are_imported_in_their_own_modules_only():
    users = {
        path.relative_to(ROOT).as_posix()
        for path in sources("gamebase", "stacko", "staccs", "sims")
        if ENGINES & {name.partition(".")[0] for name in imported(path)}
    }
    assert users
    assert all(user.startswith("stacko/engines/") for user in users)


def test_the_games_do_not_import_each_other_nor_the_batches():
    for package, others in (
        ("stacko", ("staccs", "sims")),
        ("staccs", ("stacko", "sims")),
    ):
        for path in sources(package):
            roots = {name.partition(".")[0] for name in imported(path)}
            if path.name == "cli.py":
                roots -= {"sims"}  # the console command starts the batch
            assert not roots & set(others), path


def test_what_runs_batches_knows_no_game():
    inner = [path for each in BATCHES for path in sources(f"sims/{each}")]
    single = [ROOT / "sims" / f"{each}.py" for each in BATCH_MODULES if each != "plots"]
    allowed = {*BATCHES, *BATCH_MODULES}
    for path in (*inner, *single):
        if path.stem in OF_GAMES:
            continue
        names = imported(path) - {"sims.gallery.markup"}  # which escapes, no more
        ours = {name.split(".")[1] for name in names if name.startswith("sims.")}
        assert ours <= allowed, path
        assert not {name.partition(".")[0] for name in names} & {"stacko", "staccs"}


def test_packages_of_batches_import_only_earlier_ones():
    earlier = {
        "dataset": {"dataset"},
        "design": {"dataset", "design"},
        "running": {"dataset", "running"},
        "reports": {"dataset", "design", "reports"},
    }
    for package, allowed in earlier.items():
        for path in sources(f"sims/{package}"):
            ours = {
                name.split(".")[1] for name in imported(path) if name[:5] == "sims."
            }
            assert ours & set(BATCHES) <= allowed, path


def test_the_base_imports_nothing_but_the_standard_library():
    for path in sources("gamebase"):
        roots = {name.partition(".")[0] for name in imported(path)}
        late = LATE.get(path.name, set())
        assert roots <= sys.stdlib_module_names | {"gamebase"} | late, path


def test_the_base_loads_what_writes_movies_only_when_asked_to():
    code = "import gamebase.movies, sys; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert "gamebase.encoding" in loaded
    assert not HEAVY & {name.partition(".")[0] for name in loaded}


def test_modules_of_the_base_import_only_earlier_ones():
    names = {path.stem for path in sources("gamebase")}
    assert names == {*BASE, "__init__"}
    for index, module in enumerate(BASE):
        found = imported(ROOT / "gamebase" / f"{module}.py")
        ours = {name for name in found if name.startswith("gamebase")}
        assert ours <= {f"gamebase.{earlier}" for earlier in BASE[:index]}, module


def test_rules_import_only_rules_and_each_only_earlier_ones():
    for index, module in enumerate(RULES):
        names = imported(ROOT / "stacko" / f"{module}.py")
        ours = {name for name in names if name.startswith("stacko")}
        assert ours <= {f"stacko.{earlier}" for earlier in RULES[:index]}, module


def test_only_commands_and_replays_of_staccs_import_the_drawing():
    users = {
        path.relative_to(ROOT).as_posix()
        for path in sources("staccs", "sims")
        if path.parent.name != "drawing"
        and any(name.startswith("staccs.drawing") for name in imported(path))
    }
    drawn = ("staccs/replay/", "sims/gallery/")
    others = {name for name in users if not name.startswith(drawn)}
    assert others == {
        "sims/readme_pictures.py",
        "staccs/replay_command.py",
        "staccs/show_command.py",
    }
    assert not users & {f"staccs/replay/{name}.py" for name in UNDRAWN}


def test_only_its_command_imports_the_replays_of_staccs():
    users = {
        path.relative_to(ROOT).as_posix()
        for path in sources("staccs")
        if path.parent.name != "replay"
        and any(f"{name}.".startswith("staccs.replay.") for name in imported(path))
    }
    assert users == {"staccs/replay_command.py"}


def test_drawing_loads_nothing_heavy_before_a_png_is_asked_for():
    code = "import staccs.drawing, sys; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert not HEAVY & {name.partition(".")[0] for name in loaded}


def test_staccs_imports_only_earlier_parts_of_itself():
    for index, part in enumerate(STACCS):
        module = ROOT / "staccs" / f"{part}.py"
        files = [module] if module.exists() else sources(f"staccs/{part}")
        assert files, part
        allowed = {f"staccs.{earlier}" for earlier in STACCS[: index + 1]}
        for path in files:
            ours = {name for name in imported(path) if name.startswith("staccs")}
            assert {".".join(name.split(".")[:2]) for name in ours} <= allowed, path


def test_plots_are_drawn_in_one_place_and_without_a_current_figure():
    users = {
        path.relative_to(ROOT).parent.as_posix()
        for path in sources("sims")
        if "matplotlib" in {name.partition(".")[0] for name in imported(path)}
    }
    assert users == {"sims/plots"}
    code = "import sims.plots, sys; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert "matplotlib.figure" in loaded
    assert "matplotlib.pyplot" not in loaded


def test_only_the_table_of_staccs_imports_shapely():
    users = {
        path.relative_to(ROOT).as_posix()
        for path in sources("gamebase", "stacko", "staccs", "sims")
        if "shapely" in {name.partition(".")[0] for name in imported(path)}
    }
    assert users
    assert all(user.startswith("staccs/table/") for user in users)


def test_the_check_sees_imports_inside_functions(tmp_path):
    path = tmp_path / "late.py"
    path.write_text("def f():\n    import mujoco.viewer\n    from pybullet import a\n")
    assert imported(path) == {"mujoco.viewer", "pybullet"}
