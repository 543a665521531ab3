"""The model of a match, read by programs that nobody here wrote.

trimesh reads the scene as it begins, assimp what moves, and Khronos' own validator says
whether it is glTF at all. The last two are no packages of Python; ``.ci/run`` installs
them, and where they are not, those tests are skipped.
"""

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import trimesh
from scipy.spatial.transform import Rotation, Slerp

from stacko.errors import ParameterError
from stacko.replay.between import poses_at
from stacko.replay.glb import glb_bytes, replay_glb
from stacko.replay.keys import keys_of
from stacko.replay.palette import PALETTES, channels
from stacko.replay.prints import look_of
from stacko.replay.shots import Span
from tests.replay.recorded import recorded, repeated

VALIDATOR = Path(__file__).parents[2] / "build" / "node" / "node_modules"
_VALIDATE = """
const validator = require("gltf-validator");
const data = new Uint8Array(require("fs").readFileSync(process.argv[1]));
validator.validateBytes(data).then(told => console.log(JSON.stringify(told)));
"""
UPRIGHT = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]])
"""From z up to y up."""


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("glb") / "match.glb"
    replay_glb(recorded("topple"), path)
    return path


def without(replay, name, frame):
    """Return a match in which a block vanishes."""
    gone = replace(replay.tracks[name], gone=frame)
    return replace(replay, tracks={**replay.tracks, name: gone})


def assimp_document(path):
    """Return what assimp has read, as it writes it down again."""
    if shutil.which("assimp") is None:
        pytest.skip("no assimp: apt-get install assimp-utils")
    out = path.with_suffix(".json")
    subprocess.run(
        ["assimp", "export", path, out, "-fassjson"], check=True, capture_output=True
    )
    return json.loads(out.read_text("utf-8"))


def keyed(channel, time):
    """Return where the keys of assimp put a node at a time in ms."""
    times, places = zip(*channel["positionkeys"], strict=True)
    place = [np.interp(time, times, axis) for axis in np.array(places).T]
    times, turns = zip(*channel["rotationkeys"], strict=True)
    turns = np.array(turns)[:, [1, 2, 3, 0]]  # It writes w first.
    if len(turns) == 1:
        return place, Rotation.from_quat(turns[0])
    moment = np.clip(time, times[0], times[-1])
    return place, Slerp(times, Rotation.from_quat(turns))(moment)


def test_trimesh_finds_every_block_where_it_begins(model):
    replay = recorded("topple")
    scene = trimesh.load(model)
    poses = replay.poses(0)
    for name, size in replay.sizes.items():
        matrix, mesh = scene.graph.get(name)
        assert mesh == look_of(name)
        turn = UPRIGHT @ Rotation.from_quat(poses.orientation(name)).as_matrix() * size
        assert np.allclose(matrix[:3, :3], turn, atol=1e-6)
        assert np.allclose(matrix[:3, 3], UPRIGHT @ poses.position(name), atol=1e-6)
    nodes = set(scene.graph.nodes_geometry)
    assert nodes == {*replay.names, "table"}
    low, high = scene.bounds
    assert low[1] == pytest.approx(0, abs=1e-4)  # y is up; the table is at 0.
    assert high[1] == pytest.approx(15 * 0.017, abs=0.002)


def test_trimesh_finds_the_faces_on_the_ends(model):
    replay = recorded("topple")
    scene = trimesh.load(model)
    for name in replay.names:
        mesh = scene.geometry[look_of(name)]
        shape = trimesh.Trimesh(mesh.vertices, mesh.faces)  # Corners become one.
        assert shape.is_volume  # Closed, and its triangles look outward.
        assert shape.volume == pytest.approx(1)
        picture = np.asarray(mesh.visual.material.baseColorTexture.convert("RGB"))
        height, width, _ = picture.shape
        body = np.array(channels(PALETTES["plain"][_color(name)].body)) * 255
        for axis, marked in ((0, True), (1, False), (2, False)):
            chosen = np.abs(mesh.vertex_normals[:, axis]) > 0.9
            uv = mesh.visual.uv[chosen]
            left, low = np.floor(uv.min(0) * (width, height)).astype(int)
            right, high = np.ceil(uv.max(0) * (width, height)).astype(int)
            face = picture[height - high : height - low, left:right]
            assert face.shape[:2] == (128, 128)
            inked = np.abs(face - body).max(-1)[16:-16, 16:-16] > 100
            assert (inked.mean() > 0.03) == marked


def _color(name):
    from stacko.blocks import Block

    return Block(name).color


def test_assimp_finds_all_that_moves(model):
    replay = recorded("topple")
    document = assimp_document(model)
    (moving,) = document["animations"]
    assert moving["name"] == "match"
    ticks = moving["tickspersecond"] or 1000
    assert moving["duration"] / ticks == pytest.approx(replay.duration, abs=1e-3)
    channels = {each["name"]: each for each in moving["channels"]}
    moved = {name for name, track in replay.tracks.items() if len(track.frames) > 1}
    assert set(channels) == moved
    for time in np.linspace(0, replay.duration, 23):
        poses = poses_at(replay, float(replay.times[0] + time))
        for name, channel in channels.items():
            place, turn = keyed(channel, time * ticks)
            assert np.allclose(place, poses.position(name), atol=1e-5)
            apart = turn.inv() * Rotation.from_quat(poses.orientation(name))
            assert apart.magnitude() < 2e-3


def test_the_validator_of_khronos_finds_nothing(model, tmp_path):
    node = shutil.which("node")
    if node is None or not (VALIDATOR / "gltf-validator").is_dir():
        pytest.skip("no validator: npm install --prefix build/node gltf-validator")
    vanishing = tmp_path / "gone.glb"
    replay_glb(without(recorded("topple"), "W", 50), vanishing)
    still = tmp_path / "still.glb"
    replay_glb(recorded("topple"), still, Span(0.5, 0.5))
    for path in (model, vanishing, still):
        done = subprocess.run(
            [node, "-e", _VALIDATE, path],
            env={"NODE_PATH": str(VALIDATOR), "PATH": ""},
            check=True,
            capture_output=True,
            text=True,
        )
        told = json.loads(done.stdout)
        issues = told["issues"]
        assert (issues["numErrors"], issues["numWarnings"]) == (0, 0), issues
        assert told["info"]["animationCount"] == (path != still)
        assert told["info"]["hasTextures"]


def test_events_are_told():
    import pygltflib

    replay = recorded("topple")
    document = pygltflib.GLTF2.load_from_bytes(glb_bytes(replay))
    told = document.scenes[0].extras
    assert told["seed"] == replay.seed
    assert len(told["events"]) == len(replay.events)
    for event, written in zip(replay.events, told["events"], strict=True):
        assert written["kind"] == event.kind.value
        assert written["time"] == pytest.approx(
            replay.times[event.frame] - replay.times[0]
        )
        assert written.get("block") == event.block


def test_a_block_that_is_gone_shrinks_to_nothing(tmp_path):
    path = tmp_path / "gone.glb"
    replay = without(recorded("topple"), "W", 50)
    replay_glb(replay, path)
    (moving,) = assimp_document(path)["animations"]
    channels = {each["name"]: each for each in moving["channels"]}
    keys = channels["W"]["scalingkeys"]
    assert np.allclose(keys[0][1], replay.sizes["W"])
    assert keys[-1][1] == [0, 0, 0]
    gone = replay.times[50] - replay.times[0]
    assert keys[-1][0] == pytest.approx(1000 * gone, abs=1)
    assert len(channels["R1"].get("scalingkeys", [0])) == 1


def test_a_part_of_a_match_begins_at_nought():
    import pygltflib

    replay = recorded("topple")
    whole, part = (glb_bytes(replay, span) for span in (None, Span(2.5, 3.0)))
    assert len(part) < len(whole)
    document = pygltflib.GLTF2.load_from_bytes(part)
    kinds = [each["kind"] for each in document.scenes[0].extras["events"]]
    assert "topple" in kinds
    assert "demand" not in kinds
    for name in replay.names:
        keys = keys_of(replay, name, Span(2.5, 3.0))
        assert keys.times[0] == 0
        assert keys.times[-1] <= 0.5 + 1e-9
        first = replay.poses(replay.frame_at(2.5)).position(name)
        assert np.array_equal(keys.positions[0], first)


def test_what_stands_still_has_one_key_and_what_is_carried_jumps():
    replay = recorded("one-turn")
    span = Span(float(replay.times[0]), float(replay.times[-1]))
    keys = {name: keys_of(replay, name, span) for name in replay.names}
    still = [name for name, track in replay.tracks.items() if len(track.frames) == 1]
    assert still
    assert all(len(keys[name].times) == 1 for name in still)
    carried = keys["YD"]
    way = np.linalg.norm(np.diff(carried.positions, axis=0), axis=1)
    took = np.diff(carried.times)
    assert (took > 0).all()
    assert way.max() > 0.05
    assert took[way > 0.05].max() <= 1.01e-3  # And nothing of it takes seconds.


def test_turns_go_the_short_way():
    replay = recorded("topple")
    span = Span(float(replay.times[0]), float(replay.times[-1]))
    for name in replay.names:
        turns = keys_of(replay, name, span).orientations
        assert (np.sum(turns[1:] * turns[:-1], axis=1) >= 0).all()
        frame = replay.frames - 1
        last = Rotation.from_quat(turns[-1]).as_matrix()
        there = Rotation.from_quat(replay.poses(frame).orientation(name))
        assert np.allclose(last, there.as_matrix())


def test_a_match_of_300_turns_is_not_too_large():
    replay = repeated(recorded("topple"), 100)
    data = glb_bytes(replay)
    assert len(data) < 60_000_000
    assert len(data) > 20 * len(glb_bytes(recorded("topple")))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a.gltf", "ends in .glb"),
        ("none/a.glb", "there is no folder"),
        ("folder.glb", "Is a directory"),
        ("/proc/a.glb", "cannot be written"),
    ],
)
def test_a_file_that_cannot_be_the_model_is_refused(tmp_path, name, words):
    (tmp_path / "folder.glb").mkdir()
    with pytest.raises(ParameterError, match=words):
        replay_glb(recorded("topple"), tmp_path / name)
