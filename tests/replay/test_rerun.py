"""A match played again from its seed and moves: the same, or where it differs."""

from dataclasses import replace

import pytest

from stacko.errors import ParameterError
from stacko.hand import named_hand
from stacko.match import MatchConfig, play_match
from stacko.replay import MatchRecorder, read_replay, write_replay
from stacko.replay.rerun import rerun
from tests.match.bench import TWELVE

MODELS = ["quasistatic", "pybullet", "mujoco"]


def played(engine="quasistatic", seed=2, **more):
    if engine != "quasistatic":
        pytest.importorskip(engine)
    config = MatchConfig(
        engine=engine,
        hands=(named_hand("shaky"),),
        block_set=TWELVE,
        players=2,
        **{"policies": ("prober", "random"), "max_turns": 3, **more},
    )
    recorder = MatchRecorder(config, seed, 0)
    play_match(config, seed, 0, recorder)
    return recorder.replay()


@pytest.fixture(scope="module")
def replay():
    return played(max_turns=10)


@pytest.mark.parametrize("engine", MODELS)
def test_the_same_happens_bit_for_bit(engine, tmp_path):
    path = tmp_path / "game.npz"
    write_replay(path, played(engine))
    again = read_replay(path)
    compared = rerun(again)
    assert compared.same, compared
    assert compared.plies == len(again.plies)
    assert compared.versions == {}


def test_a_topple_by_a_probe_is_played_again():
    """What the player chose after it was never asked, and is not needed."""
    pytest.importorskip("pybullet")
    clumsy = named_hand("shaky").replace(name="fist", probe_force=8.0, force_limit=9.0)
    clumsy = clumsy.replace(probe_distance=0.02)
    for seed in range(8):
        config = MatchConfig(
            engine="pybullet",
            hands=(clumsy,),
            block_set=TWELVE,
            players=2,
            policies=("prober",),
            max_turns=6,
        )
        recorder = MatchRecorder(config, seed, 0)
        record = play_match(config, seed, 0, recorder)
        if record.game.phase == "probe":
            assert rerun(recorder.replay()).same
            return
    pytest.fail("no probe knocked a tower over: choose other seeds")


def test_a_player_whose_code_is_gone_is_not_asked(replay):
    gone = {**replay.configuration, "policy": ["nowhere.to.be:Found"]}
    assert rerun(replace(replay, configuration=gone)).same


def test_another_friction_is_found_where_it_first_shows(replay):
    contact = {**replay.configuration["contact"], "mu_block": 0.9}
    compared = rerun(
        replace(replay, configuration={**replay.configuration, "contact": contact})
    )
    assert not compared.same
    # the first block that is moved lies loose, and the one probed before does not
    assert compared.bits.ply == 0
    assert compared.bits.what.startswith("the event is probe, ")
    probe = next(each for each in replay.events if each.kind == "probe")
    assert compared.bits.time == replay.times[probe.frame]
    assert compared.seen.ply >= 1


def test_another_number_in_a_row_is_found(replay):
    plies = list(replay.plies)
    plies[1] = replace(plies[1], row={**plies[1].row, "peak_force": 0.5})
    compared = rerun(replace(replay, plies=tuple(plies)))
    assert compared.bits.ply == 1
    assert compared.bits.what.startswith("peak_force is ")
    begun = replay.times[replay.plies[1].first]
    assert compared.bits.time == pytest.approx(begun, abs=1e-6)


def test_another_hand_comes_to_another_result(replay):
    hands = {
        name: {**values, "force_limit": 0.01, "give_up_force": 0.01}
        for name, values in replay.configuration["hands"].items()
    }
    compared = rerun(
        replace(replay, configuration={**replay.configuration, "hands": hands})
    )
    assert compared.result is not None
    assert "is given_up, and was clean" in compared.result.what
    assert compared.plies <= len(replay.plies)


def test_another_seed_builds_another_tower(replay):
    compared = rerun(replace(replay, seed=replay.seed + 1))
    assert "the tower is" in compared.result.what
    assert not compared.same


def test_bits_that_no_number_shows_are_found(replay):
    plies = list(replay.plies)
    plies[1] = replace(plies[1], digest="0" * 16)
    compared = rerun(replace(replay, plies=tuple(plies)))
    assert not compared.same
    assert compared.bits.ply == 1
    assert "poses" in compared.bits.what
    assert (compared.seen, compared.result) == (None, None)


def test_a_block_that_was_elsewhere_is_named(replay):
    plies = list(replay.plies)
    plies[1] = replace(plies[1], digest="0" * 16)
    name = plies[1].row["block"]
    track = replay.tracks[name]
    row = track.row(plies[1].last - 1)
    positions = track.positions.copy()
    positions[row:, 0] += 0.002
    tracks = {**replay.tracks, name: replace(track, positions=positions)}
    compared = rerun(replace(replay, plies=tuple(plies), tracks=tracks))
    assert compared.seen.ply == 1
    assert f"block {name} is 2.00 mm elsewhere" in compared.seen.what
    assert compared.result is None


def altered(replay, what):
    """Return a match of which one thing is told otherwise, all else as it was."""
    if what == "event":
        first, *others = replay.events
        return replace(replay, events=(replace(first, text="S"), *others))
    if what == "frame of an event":
        late = replace(replay.events[-1], frame=replay.frames - 2)
        return replace(replay, events=(*replay.events[:-1], late))
    if what == "fewer events":
        return replace(replay, events=replay.events[:-1])
    if what == "force of a probe":
        row = next(k for k, e in enumerate(replay.events) if e.kind == "probe")
        events = list(replay.events)
        events[row] = replace(events[row], value=events[row].value + 0.1)
        return replace(replay, events=tuple(events))
    if what == "load":
        load = replay.loads[2]
        heavier = replace(load, forces=load.forces + 0.5)
        return replace(replay, loads=(*replay.loads[:2], heavier, *replay.loads[3:]))
    if what == "hand":
        forces = replay.hand.forces + 0.01
        return replace(replay, hand=replace(replay.hand, forces=forces))
    if what == "size":
        name = replay.names[3]
        return replace(replay, sizes={**replay.sizes, name: (0.08, 0.03, 0.02)})
    return replace(replay, game={**replay.game, "min_margin": 0.5})


@pytest.mark.parametrize(
    ("what", "ply", "told"),
    [
        ("size", 0, "the size of a block is "),
        ("event", 0, "the event is demand, ply 0, 0, any, and was demand, ply 0, 0, S"),
        ("frame of an event", -1, "the event is loser, ply 4, 0, toppled in frame "),
        ("fewer events", -1, "the event loser, "),
        ("force of a probe", 0, "the event is probe, ply 0, "),
        ("load", 1, "the load is "),
        ("hand", 0, "the hand is "),
        ("game", -1, "the row of the game is min_margin, "),
    ],
)
def test_what_is_told_besides_poses_is_compared(replay, what, ply, told):
    compared = rerun(altered(replay, what))
    assert not compared.same
    assert compared.bits.what.startswith(told)
    assert compared.bits.ply == range(len(replay.plies))[ply]
    assert (compared.seen, compared.result) == (None, None)


def test_a_block_that_is_elsewhere_in_the_record_alone_is_found(replay):
    ply = replay.plies[1]
    name = ply.row["block"]
    track = replay.tracks[name]
    positions = track.positions.copy()
    positions[track.row(ply.last - 1) :, 0] += 0.03
    moved = replace(track, positions=positions)
    compared = rerun(replace(replay, tracks={**replay.tracks, name: moved}))
    assert not compared.same
    assert compared.bits == compared.seen
    assert f"block {name} is 30.00 mm elsewhere" in compared.seen.what


def test_a_recorded_match_that_was_cut_short_is_told(replay):
    compared = rerun(replace(replay, plies=replay.plies[:2]))
    assert "the game goes on, and was over" in compared.result.what


def test_a_recorded_match_that_went_on_is_told(replay):
    longer = (*replay.plies, replay.plies[-1])
    compared = rerun(replace(replay, plies=longer))
    assert "the game is over, and went on" in compared.result.what


@pytest.mark.parametrize(
    "change",
    [
        {"move": "nonsense"},
        {"move": "--"},
        {"probes": ("<script>",)},
        {"probes": ("Q9",)},
    ],
)
def test_moves_that_cannot_be_made_are_told(change, replay):
    plies = (replace(replay.plies[0], **change), *replay.plies[1:])
    compared = rerun(replace(replay, plies=plies))
    assert "cannot be played again" in compared.result.what


def test_a_configuration_that_is_none_is_refused(replay):
    wrong = {**replay.configuration, "players": 99}
    with pytest.raises(ParameterError, match="players"):
        rerun(replace(replay, configuration=wrong))


def test_versions_that_differ_are_listed(replay):
    compared = rerun(
        replace(replay, versions={**replay.versions, "numpy": "1.0", "mujoco": "9"})
    )
    assert compared.same
    assert set(compared.versions) == {"numpy", "mujoco"}
    assert compared.versions["numpy"][0] == "1.0"
