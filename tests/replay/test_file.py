"""Replays in files: whole, small, told apart from anything else."""

import io
import json
import shutil
import subprocess
import sys
import zipfile

import numpy as np
import pytest

from stacko.errors import ParameterError
from stacko.replay import read_replay, write_replay
from stacko.replay.file import VERSION, packed
from tests.replay.recorded import FOLDER, recorded

TOPPLE = FOLDER / "topple.npz"


@pytest.mark.parametrize("name", ["topple", "one-turn"])
def test_what_is_written_is_read_again(name, tmp_path):
    replay = recorded(name)
    path = tmp_path / "again.npz"
    write_replay(path, replay)
    again = read_replay(path)
    assert packed(again) == packed(replay) == path.read_bytes()
    assert again.events == replay.events
    assert again.plies == replay.plies
    assert again.sizes == replay.sizes
    for frame in (0, replay.frames // 2, replay.frames - 1):
        here, there = again.poses(frame), replay.poses(frame)
        assert here.names == there.names
        # the file may be of a time when more digits were kept
        assert np.abs(here.positions - there.positions).max() <= 1e-4
    assert [path.name for path in tmp_path.iterdir()] == ["again.npz"]


def test_numpy_opens_it_and_finds_out_what_it_is():
    with np.load(TOPPLE, allow_pickle=False) as members:
        header = json.loads(members["header.json"])
        frames, counts = members["track_frame"], members["track_count"]
    assert header["format"] == "stacko replay"
    assert "millimeter" not in header["meaning"]
    assert " m, " in header["meaning"]
    assert header["versions"]["pybullet"]
    assert counts.sum() == len(frames)


def test_what_the_header_says_of_arrays_is_enough_to_read_them(tmp_path):
    path, replay = tmp_path / "game.npz", recorded("topple")
    write_replay(path, replay)
    with np.load(path, allow_pickle=False) as members:
        header = json.loads(members["header.json"])
        held = {name: members[name].astype(float) for name in members.files[1:]}
    meaning, quanta, names = header["meaning"], header["quanta"], list(header["sizes"])
    assert all(
        name in meaning or f"*_{name.partition('_')[2]}" in meaning for name in held
    )
    assert "load_frame is none" in meaning
    assert held["load_frame"].tolist() == [load.frame for load in replay.loads]
    times = np.cumsum(held["time"]) * quanta["time"]
    assert times.tolist() == replay.times.tolist()
    ends = np.cumsum(held["track_count"]).astype(int)
    for name, end, gone in zip(names, ends, held["track_gone"], strict=True):
        track = replay.tracks[name]
        mine = slice(end - len(track.frames), end)
        assert np.cumsum(held["track_frame"][mine]).tolist() == track.frames.tolist()
        places = np.cumsum(held["track_position"][:, mine], axis=-1).T
        assert np.array_equal(places * quanta["position"], track.positions)
        assert gone == (-1 if track.gone is None else track.gone)


def test_reading_loads_no_engine():
    code = (
        "import sys; from pathlib import Path; from stacko.replay import read_replay\n"
        f"read_replay(Path({str(TOPPLE)!r}))\n"
        "print(sorted({'pybullet', 'mujoco'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def refusal(path):
    with pytest.raises(ParameterError) as found:
        read_replay(path)
    text = str(found.value)
    assert path.name in text
    assert "\n" not in text
    return text


@pytest.mark.parametrize("share", [0.0, 0.001, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_is_told(share, tmp_path):
    content = TOPPLE.read_bytes()
    path = tmp_path / "cut.npz"
    path.write_bytes(content[: int(share * len(content))])
    assert "damaged" in refusal(path)


def test_a_flipped_byte_is_found_wherever_it_matters(tmp_path):
    """A file with a byte changed is refused, or still holds the same match."""
    content = TOPPLE.read_bytes()
    path = tmp_path / "flipped.npz"
    same = packed(recorded("topple"))
    refused = 0
    for place in np.random.default_rng(0).integers(0, len(content), 60).tolist():
        changed = bytearray(content)
        changed[place] ^= 0xFF
        path.write_bytes(changed)
        try:
            assert packed(read_replay(path)) == same
        except ParameterError:
            refused += 1
    assert refused > 50


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "damaged"),
        (b"R3 B2 / Y1 W G2", "damaged"),
        (b"\x80\x04\x95\x10", "damaged"),
        (b"PK\x05\x06" + 18 * b"\0", "header.json"),  # an empty zip archive
    ],
)
def test_a_foreign_file_is_told(content, word, tmp_path):
    path = tmp_path / "foreign.npz"
    path.write_bytes(content)
    assert word in refusal(path)


def test_what_cannot_be_read_is_told(tmp_path):
    assert "No such file" in refusal(tmp_path / "none.npz")
    assert "directory" in refusal(tmp_path)


def changed(path, change, **arrays):
    """Write a replay whose header and arrays were changed."""
    header, members = None, {}
    with zipfile.ZipFile(TOPPLE) as archive:
        for name in archive.namelist():
            if name == "header.json":
                header = json.loads(archive.read(name))
            else:
                members[name] = archive.read(name)
    change(header)
    for name, array in arrays.items():
        buffer = io.BytesIO()
        np.save(buffer, array)
        members[f"{name}.npy"] = buffer.getvalue()
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", json.dumps(header))
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def nothing(header):
    """Change nothing."""


def renamed(table, old, new):
    """Rename a key of a table in its place."""
    items = [(new if key == old else key, value) for key, value in table.items()]
    table.clear()
    table.update(items)


def test_an_unchanged_copy_is_read(tmp_path):
    assert read_replay(changed(tmp_path / "copy.npz", nothing)).toppled


def test_a_later_version_says_so(tmp_path):
    path = changed(tmp_path / "later.npz", lambda h: h.update(version=VERSION + 1))
    text = refusal(path)
    assert f"version {VERSION + 1}" in text
    assert "use a later version of stacko" in text


@pytest.mark.parametrize(
    "change",
    [
        lambda h: h.update(format="staccs replay"),
        lambda h: h.update(format=["stacko replay"]),
        lambda h: h.update(version=0),
        lambda h: h.update(version=True),
        lambda h: h.update(version="1"),
        lambda h: h.pop("sizes"),
        lambda h: h.update(sizes=[1, 2]),
        lambda h: h["sizes"].popitem(),
        lambda h: h["sizes"].update(R9=[1, 2]),
        lambda h: h.update(quanta={}),
        lambda h: h["quanta"].update(position="x"),
        lambda h: h["quanta"].update(position=float("nan")),
        lambda h: h["quanta"].update(position=0),
        lambda h: h["quanta"].update(time=-1.0),
        lambda h: h["plies"][0].pop("move"),
        lambda h: h["plies"][0].update(first=-1),
        lambda h: h["plies"][0].update(last=10**9),
        lambda h: h["plies"][0].update(first="0"),
        lambda h: h["plies"][0].update(row=[]),
        lambda h: h["plies"][0].update(move=3),
        lambda h: h["events"][0].update(kind="party"),
        lambda h: h["events"][0].update(frame=10**9),
        lambda h: h["events"][0].update(ply=10**9),
        lambda h: h["events"][0].update(block="<script>"),
        lambda h: h["events"][0].update(text=7),
        lambda h: h["events"][0].update(value="much"),
        lambda h: h.update(plies={}),
        lambda h: h.update(game=[]),
        lambda h: h.update(configuration=None),
        lambda h: h.update(versions=3),
        lambda h: h.update(tower=5),
        lambda h: h.update(seed="1"),
        lambda h: h.update(index=None),
        lambda h: h.update(seed=True),
        lambda h: h.update(tower="R1 B1 Y1"),
        lambda h: h.update(tower="x" * 10**6),
        lambda h: h["versions"].update(numpy=2),
        lambda h: h["sizes"].update(R1=[0.1, 0.02, 0]),
        lambda h: h["sizes"].update(R1=[0.1, 0.02, 1e300]),
        lambda h: h["sizes"].update(R1=[0.1, 0.02, float("nan")]),
        lambda h: h["sizes"].update(R1=[0.1, float("inf"), 0.02]),
        lambda h: renamed(h["sizes"], "R1", "T1"),
        lambda h: renamed(h["sizes"], "R1", "<script>"),
        lambda h: h["configuration"].update(policy=7),
        lambda h: h["configuration"].update(policy=[]),
        lambda h: h["configuration"].update(policy=[None]),
        lambda h: h["configuration"].update(engine=["pybullet"]),
        lambda h: h["configuration"].update(hands="average"),
        lambda h: h["configuration"].update(hands={"average": "wide"}),
        lambda h: h["configuration"].update(hands={"average": {"finger": 1e9}}),
        lambda h: h["game"].update(loser="nobody"),
        lambda h: h["game"].update(loser=["x"]),
        lambda h: h["game"].update(termination=3),
        lambda h: h["plies"][0].update(first=True),
        lambda h: h["plies"][1].update(first=0, last=1),
        lambda h: h["plies"][0].update(move="R1"),
        lambda h: h["plies"][-1].update(result="fell"),
        lambda h: h["plies"][0]["row"].pop("attempt"),
        lambda h: h["plies"][0]["row"].update(attempt="--"),
        lambda h: h["plies"][0]["row"].update(player="x"),
        lambda h: h["plies"][0]["row"].update(player=10**400),
        lambda h: h["plies"][0]["row"].update(demand=[]),
        lambda h: h["plies"][0]["row"].update(peak_force="9"),
        lambda h: h["plies"][0]["row"].update(peak_force=1e300),
        lambda h: h["events"][0].update(player=-1),
        lambda h: h["events"][0].update(player=True),
        lambda h: h["events"][0].update(value=float("nan")),
        lambda h: h["events"][0].update(value=1e300),
        lambda h: h["events"][0].update(text="x" * 10**6),
    ],
)
def test_a_header_that_does_not_fit_is_told(change, tmp_path):
    refusal(changed(tmp_path / "odd.npz", change))


@pytest.mark.parametrize(
    "arrays",
    [
        {"time": np.zeros(0, np.int64)},
        {"time": np.zeros(3, np.float64)},
        {"time": np.array([{}], dtype=object)},
        {"time": np.array([0, -5, 3])},
        {"track_count": np.zeros(45, np.int32)},
        {"track_count": np.full(45, 2**31 - 1, np.int32)},
        {"track_count": np.full(45, -1, np.int32)},
        {"track_position": np.zeros((3, 1), np.int32)},
        {"track_position": np.zeros((2, 0), np.int32)},
        {"track_frame": np.zeros(7, np.int32)},
        {"hand_finger": np.zeros(1, np.int8)},
        {"hand_frame": np.full(5, 2**30, np.int32)},
        {"load_upper": np.full(400, 9999, np.int16)},
        {"load_frame": np.full(4, -3, np.int32)},
        {"load_upper": np.zeros(3, np.int16)},
        {"load_force": np.full(400, 2**31 - 1, np.int32)},
        {"track_gone": np.zeros(45, np.int32)},
        {"time": np.array([0, 10**15] + [0] * 191)},
        {"time": np.full(193, 2**62)},
        {"time": np.full(193, -(2**62))},
    ],
)
def test_arrays_that_do_not_fit_are_told(arrays, tmp_path):
    refusal(changed(tmp_path / "odd.npz", nothing, **arrays))


def test_a_file_that_unpacks_to_gigabytes_is_refused_before_it_does(tmp_path):
    path = tmp_path / "bomb.npz"
    shutil.copy(TOPPLE, path)
    with (
        zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive,
        archive.open("more.npy", "w") as member,
    ):
        for _ in range(300):
            member.write(bytes(1 << 20))
    assert "256 MiB" in refusal(path)


def test_what_lies_beyond_everything_is_refused(tmp_path):
    """A page's whole numbers would wrap around, and show it somewhere else."""
    path = changed(tmp_path / "far.npz", lambda h: h["quanta"].update(position=0.9))
    before = read_array(TOPPLE, "track_position")
    before[2, 0] = 10**6
    far = changed(path, lambda h: h["quanta"].update(position=0.9),
                  track_position=before)  # fmt: skip
    assert "beyond" in refusal(far)


def read_array(path, name):
    with np.load(path) as members:
        return members[name]


def test_names_that_are_no_text_are_told(tmp_path):
    content = TOPPLE.read_bytes()
    path = tmp_path / "names.npz"
    at = content.rindex(b"PK\x01\x02")
    flags = at + 8  # that the name is UTF-8
    name = at + 46
    changed = bytearray(content)
    changed[flags + 1] |= 0x08
    changed[name] = 0xFF
    path.write_bytes(changed)
    assert "damaged" in refusal(path)


def test_a_way_to_compress_that_is_not_ours_is_told(tmp_path):
    path = tmp_path / "lzma.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("header.json", "{}")
    assert "compressed" in refusal(path)


def test_a_header_of_endless_depth_is_told(tmp_path):
    path = tmp_path / "deep.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", "[" * 10**6)
    assert "header.json" in refusal(path)


def test_a_complaint_has_an_end(tmp_path):
    path = changed(tmp_path / "long.npz", lambda h: h.update(seed="9" * 10**5))
    assert len(refusal(path)) < 1000


def test_no_room_leaves_no_half_file(tmp_path):
    code = (
        "import resource, signal\n"
        "from tests.replay.recorded import recorded\n"
        "from stacko.replay import write_replay\n"
        "from pathlib import Path\n"
        "replay = recorded('topple')\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        f"path = Path({str(tmp_path)!r}) / 'full.npz'\n"
        "try:\n"
        "    write_replay(path, replay)\n"
        "except OSError as error:\n"
        "    print(error.strerror)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=FOLDER.parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "too large" in done.stdout
    assert list(tmp_path.iterdir()) == []
