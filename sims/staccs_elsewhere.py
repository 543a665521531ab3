"""Measure an install of STACCS that is not the one running, in a process of its own.

Both would have the same names in one process. What is measured is said over a pipe, so
that the other process takes its turns like everybody, warm, and waits in between.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

__all__ = ["Elsewhere", "is_compiled"]


def is_compiled() -> bool:
    """Tell whether the STACCS that runs here is the compiled one."""
    from staccs import ground

    return not ground.__file__.endswith(".py")


class Elsewhere:
    """`sims.staccs_bench` of the packages in a folder. A context manager.

    Parameters
    ----------
    folder : Path
        Where packages were installed into, such as by ``make compiled``.
    """

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            # Safe path: what lies in the working directory is not to be found first.
            [sys.executable, "-P", "-m", "sims.staccs_elsewhere"],
            env={**os.environ, "PYTHONPATH": str(folder.resolve())},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    @property
    def compiled(self) -> bool:
        """Whether that install is a compiled one."""
        return bool(self._ask("compiled"))

    def rate(self, seconds: float, first: int) -> tuple[float, int]:
        """Do as `sims.staccs_bench.rate` does with its own games."""
        found, following = self._ask("rate", seconds=seconds, first=first)
        return found, following

    def cost_by_size(self) -> list[tuple[int, float]]:
        """Do as `sims.staccs_bench.cost_by_size` does."""
        return [(size, cost) for size, cost in self._ask("cost")]

    def games_an_hour(self, policy: str, plays: bool, games: int) -> float:
        """Do as `sims.staccs_bench.games_an_hour` does."""
        return float(self._ask("games", policy=policy, plays=plays, games=games))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def _ask(self, what: str, **values: object) -> Any:
        send, receive = self._process.stdin, self._process.stdout
        if send is None or receive is None:
            raise RuntimeError("the other process has no pipes")
        with suppress(BrokenPipeError):
            print(json.dumps([what, values]), file=send, flush=True)
        answer = receive.readline()
        if not answer:
            raise RuntimeError("the other process ended; its error stands above")
        return json.loads(answer)


def _answers() -> Mapping[str, Any]:
    from sims import staccs_bench

    play = staccs_bench.our_games()
    return {
        "compiled": is_compiled,
        "rate": lambda seconds, first: staccs_bench.rate(play, seconds, first),
        "cost": lambda: list(staccs_bench.cost_by_size()),
        "games": staccs_bench.games_an_hour,
    }


def main(lines: Sequence[str] | None = None) -> int:
    """Answer until nobody asks any more."""
    answers = _answers()
    for line in sys.stdin if lines is None else lines:
        what, values = json.loads(line)
        print(json.dumps(answers[what](**values)), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
