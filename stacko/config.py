"""The configuration of a batch: defaults, a TOML file over them, flags over that.

Whatever is unknown is refused by its dotted name, and whatever is out of range by
its value, before anything is started.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Self

from gamebase.batch_config import BatchConfig
from gamebase.config_reading import one_of, refuse_unknown, section
from stacko.blocks import BlockSet
from stacko.config_reading import SECTIONS, block_set, own_hands, sections_for
from stacko.engines import (
    AUTO,
    EngineSettings,
    model_names,
    resolve_engine,
    section_of,
)
from stacko.hand.skill import HandParams, hand_names, named_hand
from stacko.kits import kit_of
from stacko.params import (
    BlockParams,
    ContactParams,
    MujocoParams,
    SettleParams,
    SolverParams,
    ToppleParams,
)
from stacko.players import make_player
from stacko.quasistatic.params import QuasistaticParams
from stacko.rules import Rules

__all__ = ["SimulationConfig"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationConfig(BatchConfig):
    """Everything that decides a batch of games.

    Parameters
    ----------
    games : int
        Number of games; game ``i`` is the same whatever this is.
    players : int
        2 to 10.
    seed : int
        0 or more; with the index of a game it decides that game.
    policy : tuple of str
        Players by name, dealt to the seats in turn.
    hand : tuple of str
        Hands by name, dealt to the seats in turn.
    workers : int
        Processes; decides the speed and nothing else.
    engine : str
        Physics engine; ``auto`` becomes the one it stands for.
    max_turns : int
        A game that lasts longer ends without a loser, termination ``turn_limit``.
    rules, blocks, contact, solver, mujoco, quasistatic, settle, topple
        Parameter sets of these parts; `solver` is PyBullet's.
    hands : tuple of HandParams
        Hands besides the named skills.
    block_set : BlockSet
        The set of blocks.

    Raises
    ------
    ParameterError
        If a value is not accepted; the message starts with the name.
    """

    LIMITS: ClassVar[Mapping[str, tuple[int, int]]] = {
        **BatchConfig.LIMITS,
        "players": (2, 10),
        "max_turns": (1, 1_000_000),
    }
    FLAGS: ClassVar[tuple[str, ...]] = ("set",)

    players: int = 4
    policy: tuple[str, ...] = ("prober",)
    hand: tuple[str, ...] = ("average",)
    engine: str = AUTO
    max_turns: int = 200
    rules: Rules = field(default_factory=Rules)
    blocks: BlockParams = field(default_factory=BlockParams)
    contact: ContactParams = field(default_factory=ContactParams)
    solver: SolverParams = field(default_factory=SolverParams)
    mujoco: MujocoParams = field(default_factory=MujocoParams)
    quasistatic: QuasistaticParams = field(default_factory=QuasistaticParams)
    settle: SettleParams = field(default_factory=SettleParams)
    topple: ToppleParams = field(default_factory=ToppleParams)
    hands: tuple[HandParams, ...] = ()
    block_set: BlockSet = field(default_factory=BlockSet.default)

    def __post_init__(self) -> None:
        super(SimulationConfig, self).__post_init__()
        known_hands = sorted({*hand_names(), *(hand.name for hand in self.hands)})
        for policy in self.dealt("policy", "prober"):
            make_player(policy)
        for hand in self.dealt("hand", "average"):
            one_of("hand", hand, known_hands)
        one_of("engine", self.engine, [AUTO, *model_names()])
        object.__setattr__(self, "engine", resolve_engine(self.engine))

    @property
    def engine_settings(self) -> EngineSettings:
        """Return the settings of all engines as one value."""
        return EngineSettings(
            solver=self.solver, mujoco=self.mujoco, quasistatic=self.quasistatic
        )

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any], folder: Path = Path()) -> Self:
        """Build from plain values, as a TOML file or ``to_mapping`` gives them.

        Parameters
        ----------
        values : Mapping[str, Any]
            Top-level values and sections; what is left out keeps its default. The
            defaults of blocks and contacts are those of the set.
        folder : Path
            What a relative path of a set is relative to.

        Raises
        ------
        ParameterError
            If a key is unknown, by its dotted name, or a value is not accepted.
        """
        names = [f.name for f in dataclasses.fields(cls) if f.name != "block_set"]
        refuse_unknown(values, [*names, "set"], "")
        made: dict[str, Any] = {}
        if "set" in values:
            made["block_set"] = block_set(values["set"], folder)
        kit = kit_of(made.get("block_set", BlockSet.default()))
        made.update(blocks=kit.blocks, contact=kit.contact)
        sections = sections_for(kit)
        for key, value in values.items():
            if key in sections:
                made[key] = section(key, value, sections[key])
            elif key == "hands":
                made[key] = own_hands(value)
            elif key != "set":
                made[key] = value
        return cls(**made)

    def hand_params(self, name: str) -> HandParams:
        """Return a hand by name, own ones first."""
        own = {hand.name: hand for hand in self.hands}
        return own[name] if name in own else named_hand(name)

    def to_mapping(self) -> dict[str, Any]:
        """Return everything as plain values that ``from_mapping`` reads again.

        The settings of engines that are not used decide nothing and are left out.
        """
        plain: dict[str, Any] = {
            name: getattr(self, name) for name in (*self.LIMITS, "engine")
        }
        plain.update(policy=list(self.policy), hand=list(self.hand))
        unused = {section_of(each) for each in model_names()}
        unused.remove(section_of(self.engine))
        for name in (each for each in SECTIONS if each not in unused):
            plain[name] = getattr(self, name).to_mapping()
        plain["hands"] = {
            name: {
                key: value
                for key, value in self.hand_params(name).to_mapping().items()
                if key != "name"
            }
            for name in sorted(set(self.hand))
        }
        plain["set"] = {
            "name": self.block_set.name,
            "blocks": list(self.block_set.names),
        }
        return plain
