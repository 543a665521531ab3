"""What ``staccs replay`` is given, read as a record: a file, or a game of a batch.

A game of a batch is played again, from the moves in its table or else by its players,
and has to end as its row says.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gamebase.command import refuse_game
from gamebase.files import is_folder, read_regular
from gamebase.game_key import FIRST_GAME, GameKey
from gamebase.run_record import results_folder
from staccs.batch_reading import Reading, config_of
from staccs.config import SimulationConfig
from staccs.errors import IllegalMoveError, ParameterError, StaccsError, shown
from staccs.game import Game
from staccs.match import MatchConfig, Players
from staccs.moves import Move
from staccs.phases import Mode
from staccs.replay.record import Record, Rejected

__all__ = ["Reading", "played_again", "record_of"]

_GAME = {
    "seed": "int64",
    "mode": "string",
    "table": "string",
    "policies": "string",
    "termination": "string",
    "moves": "int64",
    "stacc": "string",
}
_PLAY = {"ply": "int64", "move": "string"}
_LONGEST = 200
_FAILED = "failed"
_TIMEOUT = "timeout"


def record_of(source: str, reading: Reading, game: GameKey | None = None) -> Record:
    """Return the record that a path stands for.

    Parameters
    ----------
    source : str
        A saved game or a record (JSON), or a folder of results or a table in it.
    reading : Reading
        How tables are read.
    game : GameKey, optional
        Which game of a batch; the first if left out.

    Raises
    ------
    ParameterError
        If it cannot be read, or is damaged, foreign, or of a later version.
    """
    path = Path(source)
    if source.strip() and (is_folder(path) or path.suffix == ".parquet"):
        return _from_batch(results_folder(path), game or FIRST_GAME, reading)
    refuse_game(source, game)
    text = _read(path)
    try:
        return Record.from_json(text, path.name)
    except StaccsError as error:
        name = shown(str(path), _LONGEST)
        raise ParameterError(f"{name} is no record of a game: {error}") from error


def _read(path: Path) -> str:
    name = shown(str(path), _LONGEST)
    try:
        return read_regular(path)
    except FileNotFoundError:
        raise ParameterError(
            f"{name} does not exist: give a saved game, a record of one, or a folder "
            "of results"
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise ParameterError(
            f"{name} cannot be read ({reason}): give a saved game, a record of one, "
            "or a folder of results"
        ) from error


def _from_batch(path: Path, game: GameKey, reading: Reading) -> Record:
    row = reading.row(path, game, _GAME)
    plays = path / "plays"
    if row["termination"] == _TIMEOUT:
        raise ParameterError(
            f"game {game} of {shown(str(path), _LONGEST)} was given up after its time "
            "limit, and what was played of it was not kept: choose another with --game"
        )
    failed = row["termination"] == _FAILED
    moves = reading.rows(plays, game, _PLAY) if plays.exists() and not failed else []
    title = f"{path.resolve().name}, game {game}"
    if not moves:
        config = config_of(path, game.cell)
        _check_same(path, game, row, config)
        record = played_again(config, row["seed"], game.game, title)
    else:
        # The moves are known, so the code of the players need not be here.
        config = config_of(path, game.cell, policy=["greedy"])
        _check_same(path, game, row, config)
        dealt = MatchConfig.of(config).dealt(row["seed"], game.game)
        _push_all(dealt, moves, plays)
        record = Record(dealt, _names(row["policies"], dealt.players), title=title)
    if not failed:
        _check_reached(record, row, path, game)
    return record


def _check_same(
    path: Path, game: GameKey, row: Mapping[str, Any], config: SimulationConfig
) -> None:
    told = config.table, config.mode.value
    if told != (row["table"], row["mode"]) or Mode(row["mode"]) is Mode.FACE_OFF:
        raise ParameterError(
            f"game {game} of {shown(str(path), _LONGEST)} is one of {row['mode']!r} on "
            f"the table {shown(row['table'])}, but its run.json says "
            f"{told[1]!r} on {shown(told[0])}: they are not of the same batch"
        )


def _push_all(game: Game, rows: Any, plays: Path) -> None:
    """Push the moves of a table, which have to be all there, and legal."""
    name = shown(str(plays), _LONGEST)
    for index, row in enumerate(rows):
        if row["ply"] != index:
            raise ParameterError(f"{name} lacks move {index} of the game: restore it")
        try:
            game.push(row["move"])
        except StaccsError as error:
            raise ParameterError(f"move {index} in {name}: {error}") from error


def _names(policies: str, players: int) -> tuple[str, ...]:
    names = tuple(policies.split(","))
    return names if len(names) == players else ()


def played_again(
    config: SimulationConfig, seed: int, index: int, title: str = ""
) -> Record:
    """Return the record of a game that its players play once more.

    Parameters
    ----------
    config : SimulationConfig
        Of the batch.
    seed, index : int
        Seed of the batch, and index of the game in it.
    title : str
        Of the record.

    Returns
    -------
    Record
        A move of theirs that is not legal is in it, refused, and the game ends there.
    """
    match = MatchConfig.of(config)
    game, players = match.dealt(seed, index), Players(match, seed, index)
    names = tuple(players.names.split(","))
    while game.legal_moves:
        answer: object = None
        try:
            answer = players.answer(game)
            game.push(players.check(game, answer))
        except StaccsError as error:
            tried: tuple[Rejected, ...] = ()
            if isinstance(answer, Move) and isinstance(error, IllegalMoveError):
                tried = (Rejected(game.ply, answer),)
            return Record(game, _fitting(names, game), tried, str(error), title)
    return Record(game, _fitting(names, game), (), "", title)


def _fitting(names: tuple[str, ...], game: Game) -> tuple[str, ...]:
    """Return names that are one for each player; a comma in one makes more."""
    return names if len(names) == game.players else ()


def _check_reached(
    record: Record, row: Mapping[str, Any], path: Path, game: GameKey
) -> None:
    played = record.game
    if played.board.to_text() != row["stacc"] or played.ply != row["moves"]:
        raise ParameterError(
            f"game {game} of {shown(str(path), _LONGEST)} goes another way when it is "
            "played again: its tables were changed, or its players, or it is of a "
            "release that deals otherwise"
        )
