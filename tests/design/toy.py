"""A game that is none, for studies: numbers instead of games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Self

from gamebase.batch_config import BatchConfig
from gamebase.config_reading import check_count, one_of, refuse_unknown, section
from gamebase.params import ParameterSet, quantity
from sims.design.metrics import Metric

LOST = Metric(
    "lost", "rate", "whether it was lost", "-", ("end",), lambda row: row["end"] == "l"
)
TURNS = Metric(
    "turns",
    "mean",
    "turns begun",
    "turns",
    ("turns", "end"),
    lambda row: None if row["end"] == "failed" else row["turns"],
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground(ParameterSet):
    mu: float = quantity(0.5, "-", "a guess", open_low=True)
    slope: float = quantity(0.0, "rad", "flat", low=-1.0, high=1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class HillConfig(BatchConfig):
    """Its kit decides what mu is if it is not given, and is no field."""

    LIMITS: ClassVar[Mapping[str, tuple[int, int]]] = {
        **BatchConfig.LIMITS,
        "players": (1, 6),
    }
    FLAGS: ClassVar[tuple[str, ...]] = ("kit",)

    players: int = 2
    policy: tuple[str, ...] = ("least",)
    engine: str = "fine"
    steps: int = 4
    ground: Ground = field(default_factory=Ground)

    def __post_init__(self) -> None:
        super(HillConfig, self).__post_init__()
        for name in self.dealt("policy", "least"):
            one_of("policy", name, ["least", "most"])
        one_of("engine", self.engine, ["fine", "coarse"])
        check_count("steps", self.steps, 1, 9)

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any], folder: Path = Path()) -> Self:
        known = ["games", "players", "seed", "policy", "workers", "engine", "steps"]
        refuse_unknown(values, [*known, "ground", "kit"])
        made = {key: values[key] for key in values if key != "kit"}
        kit = values.get("kit", "grass")
        name = kit if isinstance(kit, str) else kit.get("file")
        mu = {"grass": 0.5, "ice": 0.1}[one_of("kit", name, ["grass", "ice"])]
        ground = values.get("ground", {})
        if isinstance(ground, Mapping):
            ground = {"mu": mu, **ground}
        made["ground"] = section("ground", ground, Ground.from_mapping)
        return cls(**made)

    def to_mapping(self) -> dict[str, Any]:
        plain = {name: getattr(self, name) for name in (*self.LIMITS, "engine")}
        if self.engine == "fine":  # a coarse one has no steps
            plain["steps"] = self.steps
        return {
            **plain,
            "policy": list(self.policy),
            "ground": self.ground.to_mapping(),
        }


@dataclass(frozen=True, slots=True)
class HillKind:
    game: str = "hill"
    config: type[HillConfig] = HillConfig
    metrics: tuple[Metric, ...] = (LOST, TURNS)
    elsewhere: Mapping[str, str] = field(default_factory=lambda: {"waves": "sea"})


HILL = HillKind()
