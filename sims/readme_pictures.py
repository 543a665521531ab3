"""The two pictures at the top of the README: ``python -m sims.readme_pictures``.

A tower that falls, from a match played in PyBullet, and a STACC from a match of UH OH
STACCS, both of fixed seeds. Floating point may differ a little on another machine, and
so may the way a tower falls.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from gamebase.batch_flags import whole_number

__all__ = ["main", "picture_stacc", "picture_topple"]

_AFTER = 0.16
"""How long after the tower counts as knocked over it is shown, s."""


def picture_topple(path: Path, seed: int = 7, index: int = 2) -> None:
    """Play a match and draw the tower as it falls.

    Parameters
    ----------
    path : Path
        A PNG; a file there is replaced.
    seed, index : int
        Which match.

    Raises
    ------
    ParameterError
        If nothing topples in it, or the picture cannot be written.
    """
    from stacko.match import MatchConfig, play_match
    from stacko.replay import MatchRecorder
    from stacko.replay.films import replay_png
    from stacko.replay.rendering import Look
    from stacko.replay.shots import time_named

    config = MatchConfig(engine="pybullet", policies=("random",))
    recorder = MatchRecorder(config, seed, index)
    play_match(config, seed, index, recorder)
    replay = recorder.replay()
    time = time_named(replay, "topple") + _AFTER
    time = min(time, float(replay.times[-1]))
    replay_png(replay, path, time, Look(size=(800, 600), quality="best"))


def picture_stacc(path: Path, seed: int = 1, index: int = 2) -> None:
    """Play a match of STACCS and draw what lies on its table at the end.

    Parameters
    ----------
    path : Path
        A PNG or SVG; a file there is replaced.
    seed, index : int
        Which match.

    Raises
    ------
    ParameterError
        If the picture cannot be written.
    """
    from staccs.config import SimulationConfig
    from staccs.drawing import draw_board, write_picture
    from staccs.match import MatchConfig, Players
    from staccs.phases import Mode

    asked = SimulationConfig(mode=Mode.UH_OH, players=4, table="round:0.5")
    config = MatchConfig.of(asked)
    game, players = config.dealt(seed, index), Players(config, seed, index)
    while game.legal_moves:
        game.push(players.choose(game))
    picture = draw_board(game.board, table=config.table, title="UH OH STACCS")
    write_picture(picture, path)


def main(argv: Sequence[str] | None = None) -> int:
    """Write both pictures; returns an exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m sims.readme_pictures",
        description=(__doc__ or "").split("\n")[0],
    )
    parser.add_argument("--out", type=Path, default=Path("docs"), help="folder (docs)")
    parser.add_argument("--seed", type=whole_number, default=7, help="of the match (7)")
    parser.add_argument("--game", type=whole_number, default=2, help="its index (2)")
    args = parser.parse_args(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    picture_topple(args.out / "topple.png", args.seed, args.game)
    picture_stacc(args.out / "stacc.png")
    print(f"written to {args.out}/: topple.png, stacc.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
