"""The configuration of a batch: defaults, a TOML file over them, flags over that.

Whatever is unknown is refused by its dotted name, and whatever is out of range by
its value, before anything is started.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from stacko.blocks import BlockSet
from stacko.config_reading import (
    SECTIONS,
    block_set,
    check_count,
    names_of,
    numbers_as_floats,
    one_of,
    own_hands,
    read_toml,
    refuse_unknown,
    section,
)
from stacko.engines import engine_names
from stacko.errors import ParameterError, StackoError, shown
from stacko.hand.skill import HandParams, hand_names, named_hand
from stacko.params import (
    BlockParams,
    ContactParams,
    SettleParams,
    SolverParams,
    ToppleParams,
)
from stacko.players import make_player
from stacko.rules import Rules

__all__ = ["SimulationConfig", "default_workers", "fingerprint_of"]

_LIMITS = {
    "games": (1, 100_000_000),
    "players": (2, 10),
    "seed": (0, 2**63 - 1),
    "workers": (1, 1024),
    "max_turns": (1, 1_000_000),
}

NOT_RESULTS = ("games", "workers")
"""What may change between two sessions of one batch: no game depends on it."""


def default_workers() -> int:
    """Return the number of processor cores this process may use."""
    return len(os.sched_getaffinity(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationConfig:
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
        Physics engine.
    max_turns : int
        A game that lasts longer ends without a loser, termination ``turn_limit``.
    rules, blocks, contact, solver, settle, topple
        Parameter sets of these parts.
    hands : tuple of HandParams
        Hands besides the named skills.
    block_set : BlockSet
        The set of blocks.

    Raises
    ------
    ParameterError
        If a value is not accepted; the message starts with the name.
    """

    games: int = 20
    players: int = 4
    seed: int = 0
    policy: tuple[str, ...] = ("prober",)
    hand: tuple[str, ...] = ("average",)
    workers: int = field(default_factory=default_workers)
    engine: str = "pybullet"
    max_turns: int = 200
    rules: Rules = field(default_factory=Rules)
    blocks: BlockParams = field(default_factory=BlockParams)
    contact: ContactParams = field(default_factory=ContactParams)
    solver: SolverParams = field(default_factory=SolverParams)
    settle: SettleParams = field(default_factory=SettleParams)
    topple: ToppleParams = field(default_factory=ToppleParams)
    hands: tuple[HandParams, ...] = ()
    block_set: BlockSet = field(default_factory=BlockSet.default)

    def __post_init__(self) -> None:
        for name, (low, high) in _LIMITS.items():
            check_count(name, getattr(self, name), low, high)
        known_hands = sorted({*hand_names(), *(hand.name for hand in self.hands)})
        for policy in self._dealt("policy", "prober"):
            make_player(policy)
        for hand in self._dealt("hand", "average"):
            one_of("hand", hand, known_hands)
        one_of("engine", self.engine, engine_names())

    def _dealt(self, name: str, example: str) -> tuple[str, ...]:
        """Put names that are dealt to the seats into their form; return them."""
        given = names_of(name, getattr(self, name), example)
        object.__setattr__(self, name, given)
        if len(given) > self.players:
            raise ParameterError(
                f"{name} names {len(given)} ({','.join(given)}) for "
                f"{self.players} players: name at most one a seat"
            )
        return given

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any], folder: Path = Path()) -> Self:
        """Build from plain values, as a TOML file or ``to_mapping`` gives them.

        Parameters
        ----------
        values : Mapping[str, Any]
            Top-level values and sections; what is left out keeps its default.
        folder : Path
            What a relative ``set.file`` is relative to.

        Raises
        ------
        ParameterError
            If a key is unknown, by its dotted name, or a value is not accepted.
        """
        names = [f.name for f in dataclasses.fields(cls) if f.name != "block_set"]
        refuse_unknown(values, [*names, "set"], "")
        made: dict[str, Any] = {}
        for key, value in values.items():
            if key in SECTIONS:
                made[key] = section(key, value)
            elif key == "hands":
                made[key] = own_hands(value)
            elif key == "set":
                made["block_set"] = block_set(value, folder)
            else:
                made[key] = value
        return cls(**made)

    @classmethod
    def from_toml(cls, path: Path, **over: Any) -> Self:
        """Read a TOML file, and put the values of ``over`` that are not None over it.

        Raises
        ------
        ParameterError
            If the file cannot be read or is no TOML, or for what `from_mapping`
            refuses; the message names the file.
        """
        values = read_toml(path)
        try:
            config = cls.from_mapping(values, path.parent)
        except StackoError as error:
            raise ParameterError(f"{shown(str(path), 200)}: {error}") from error
        return config.replace(**over)

    def replace(self, **changes: Any) -> Self:
        """Return a checked copy with the changes that are not None."""
        given = {key: value for key, value in changes.items() if value is not None}
        return dataclasses.replace(self, **given)

    def hand_params(self, name: str) -> HandParams:
        """Return a hand by name, own ones first."""
        own = {hand.name: hand for hand in self.hands}
        return own[name] if name in own else named_hand(name)

    def to_mapping(self) -> dict[str, Any]:
        """Return everything as plain values that ``from_mapping`` reads again."""
        plain: dict[str, Any] = {
            name: getattr(self, name) for name in (*_LIMITS, "engine")
        }
        plain.update(policy=list(self.policy), hand=list(self.hand))
        for name in SECTIONS:
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

    def deciding(self) -> dict[str, Any]:
        """Return what decides the results: everything but games and workers."""
        plain = self.to_mapping()
        return {key: plain[key] for key in plain if key not in NOT_RESULTS}

    def fingerprint(self) -> str:
        """Return a hash of what decides the results, the same on every machine."""
        return fingerprint_of(self.to_mapping())


def fingerprint_of(configuration: Mapping[str, Any]) -> str:
    """Return the fingerprint of a configuration as plain values.

    Parameters
    ----------
    configuration : Mapping[str, Any]
        As `SimulationConfig.to_mapping` gives it, also read again from a file.
    """
    deciding = {k: v for k, v in configuration.items() if k not in NOT_RESULTS}
    text = json.dumps(numbers_as_floats(deciding), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
