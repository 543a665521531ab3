"""A tiny game that is neither of ours, built on the base alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self

from gamebase import asking
from gamebase.batch_config import BatchConfig
from gamebase.batch_flags import add_folder_flags, add_game_flags, read_config
from gamebase.command import Parser, add_color_flag, add_listing, colored, run_command
from gamebase.config_reading import refuse_unknown
from gamebase.listing import player_lines
from gamebase.registry import Registry


class Player(asking.Player[list[int], int], Protocol):
    pass


PLAYERS: Registry[Player] = Registry("choose(numbers)", "tests.base.toy")


@PLAYERS.register("least")
class Least:
    """Takes the least number."""

    name = "least"

    def choose(self, numbers: list[int], /) -> int:
        return min(numbers)


class Numberless:
    name = "numberless"

    def choose(self, numbers: list[int], /) -> int:
        raise LookupError(f"nothing\nin {numbers}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyConfig(BatchConfig):
    LIMITS: ClassVar[Mapping[str, tuple[int, int]]] = {
        **BatchConfig.LIMITS,
        "players": (1, 6),
        "rounds": (1, 9),
    }

    players: int = 3
    policy: tuple[str, ...] = ("least",)
    rounds: int = 2

    def __post_init__(self) -> None:
        super(ToyConfig, self).__post_init__()
        for policy in self.dealt("policy", "least"):
            PLAYERS.make(policy)

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any], folder: Path = Path()) -> Self:
        refuse_unknown(values, [*cls.LIMITS, "policy"])
        return cls(**values)

    def to_mapping(self) -> dict[str, Any]:
        counts = {name: getattr(self, name) for name in self.LIMITS}
        return {**counts, "policy": list(self.policy)}


def parser() -> Parser:
    made = Parser(prog="toy")
    commands = made.add_subparsers(metavar="COMMAND", required=True)
    add_listing(commands, "players", "list the players", lambda: player_lines(PLAYERS))
    play = commands.add_parser("play")
    add_game_flags(play, ToyConfig)
    add_folder_flags(play, "results/toy")
    add_color_flag(play)

    def run(args: Any) -> int:
        config = read_config(ToyConfig, args)
        print(config.to_mapping(), args.out, colored(args.color))
        return 1

    play.set_defaults(run=run)
    for name, error in (("stop", KeyboardInterrupt()), ("lose", FileNotFoundError())):
        commands.add_parser(name).set_defaults(run=failing(error))
    return made


def failing(error: BaseException) -> Any:
    def run(_args: Any) -> int:
        raise error

    return run


def main(argv: list[str] | None = None) -> int:
    return run_command("toy", parser, argv)


if __name__ == "__main__":
    raise SystemExit(main())
