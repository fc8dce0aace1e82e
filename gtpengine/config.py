"""Settings: frozen dataclasses that a TOML file fills. A key nobody knows is an error, not a guess.

One dataclass is one `[table]` of the file; its fields are the keys, its defaults what holds when
the file is silent. default.toml beside this file shows every key with its meaning.
"""

import dataclasses
import difflib
import math
import shlex
import tomllib
import typing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from gtpengine.errors import BadInput
from gtpengine.parameters import (
    DecisionSettings,
    ModelSettings,
    SearchSettings,
    ThinkingSettings,
    between,
)
from gtpengine.processors import usable_processors

T = TypeVar("T")

MOST_SEARCHERS = 4  # more share a tree less and less well
MOST_WHOLE = 2**53  # beyond it, floats are no longer exact


class BadConfig(BadInput):
    """The settings file is missing, is not TOML, or says something that cannot be."""


def one_of(default: str, *others: str) -> Any:
    """Return a field with that default whose value must be it or one of the others."""
    return field(default=default, metadata={"choices": (default, *others)})


@dataclass(frozen=True)
class GameConfig:
    """What a game is like until a client says otherwise."""

    rules: str = "chinese"  # chinese, japanese, aga, new_zealand or tromp-taylor
    komi: float | None = between(None, -10_000, 10_000)  # that of the rules if not given
    board_size: int = between(19, 2, 25)


@dataclass(frozen=True)
class TimeConfig:
    """How long to think."""

    seconds_per_move: float = between(5.0, 0.01, 86_400.0)  # when no clock runs
    lag_seconds: float = between(1.0, 0.0, 60.0)  # kept back on every clock, for the way to it


@dataclass(frozen=True)
class PlayerConfig:
    """How the player chooses."""

    seed: int = between(1, 0, 2**31 - 1)  # same seed, same position: same move
    playouts: int = between(600, 10, 100_000)  # random games behind a judgement of dead stones
    threads: int = between(0, 0, 64)  # that search together; 0: see `searchers`
    memory_mb: int = between(1000, 100, 1_000_000)  # for trees, graphs and tables together
    # Playouts of a move's search; without a clock nothing is timed then. 0: as time allows.
    visits: int = between(0, 0, 100_000_000)
    strategy: str = one_of("sentestrat", "hotstrat", "thermostrat", "maxmove")
    one_region: bool = False  # search the whole board as one region, always
    tables: bool = False  # let the search follow the tables of regions; no gain is shown
    network: bool = True  # let the network lead the search
    # Who judges the board; those of KataGo need [katago].
    evaluator: str = one_of("own", "katago", "katago-network")
    exact_sums: bool = True  # prove the move where all regions are solved and all borders proved
    fill_dame: bool = True  # by territory rules: fill neutral points before passing
    ponder: bool = False  # think on the opponent's time

    @property
    def searchers(self) -> int:
        """Return how many threads search.

        By default half of the processors, but no more than four, so that the machine stays usable;
        one where visits are counted, so that moves can be repeated.
        """
        if self.threads:
            return self.threads
        return 1 if self.visits else max(1, min(MOST_SEARCHERS, usable_processors() // 2))


@dataclass(frozen=True)
class ResignConfig:
    """When to give up."""

    allowed: bool = True
    threshold: float = between(0.05, 0.0, 0.5)  # chance to win that counts as hopeless
    turns: int = between(4, 1, 1000)  # hopeless moves in a row
    min_moves: int = between(30, 0, 10_000)  # moves on the board before the first resignation


@dataclass(frozen=True)
class KataGoConfig:
    """A KataGo that judges the board in reports and games; docs/clients/katago.md."""

    command: str = ""  # such as "katago analysis"; none if empty
    config: str = ""  # its file of settings; added to the command as -config
    model: str = ""  # its network; added to the command as -model
    visits: int = between(100, 1, 100_000_000)  # of its search, for either player first
    # Of its search for a move in a game; 0: as many as the time allows.
    move_visits: int = between(0, 0, 100_000_000)

    def words(self) -> tuple[str, ...]:
        """Return the words of its command line; empty if there is none."""
        found = shlex.split(self.command)
        for option, value in (("-config", self.config), ("-model", self.model)):
            found += [option, str(Path(value).expanduser())] if found and value else []
        return tuple(found)


@dataclass(frozen=True)
class ReportConfig:
    """Who judges the board in `analyze` and `review`."""

    evaluator: str = one_of("own", "katago")


@dataclass(frozen=True)
class RecordConfig:
    """Where games are kept."""

    autosave: bool = True
    folder: str = ""  # the user's data folder if empty


@dataclass(frozen=True)
class GtpConfig:
    """How the protocol is spoken."""

    kgs: bool = False  # list kgs-chat
    log: str = ""  # file that gets every line of both directions; none if empty
    verbose: bool = False  # more on stderr
    stats: bool = False  # how the sum of regions fared, on stderr after each game


@dataclass(frozen=True)
class Config:
    """All settings of the engine."""

    game: GameConfig = field(default_factory=GameConfig)
    time: TimeConfig = field(default_factory=TimeConfig)
    player: PlayerConfig = field(default_factory=PlayerConfig)
    resign: ResignConfig = field(default_factory=ResignConfig)
    record: RecordConfig = field(default_factory=RecordConfig)
    report: ReportConfig = field(default_factory=ReportConfig)
    katago: KataGoConfig = field(default_factory=KataGoConfig)
    gtp: GtpConfig = field(default_factory=GtpConfig)
    search: SearchSettings = field(default_factory=SearchSettings)
    model: ModelSettings = field(default_factory=ModelSettings)
    thinking: ThinkingSettings = field(default_factory=ThinkingSettings)
    decision: DecisionSettings = field(default_factory=DecisionSettings)


def load_config(path: str | Path) -> Config:
    """Return the settings in a TOML file.

    Raises:
        BadConfig: no such file, not readable, not TOML, an unknown key, a value out of its range.
    """
    return loaded(Config, path)


def loaded(kind: type[T], path: str | Path) -> T:
    """Return a dataclass `kind` filled from a TOML file.

    Raises:
        BadConfig: see `load_config`; the text names the file.
    """
    try:
        with Path(path).open("rb") as file:
            table = tomllib.load(file)
    except OSError as error:
        raise BadConfig(f"cannot read '{path}': {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:  # also numbers and nests beyond all measure
        raise BadConfig(f"'{path}' is not TOML: {error}") from error
    try:
        return filled(kind, table)
    except BadConfig as error:
        raise BadConfig(f"'{path}': {error}") from None


def filled(kind: type[T], table: dict[str, Any], where: str = "") -> T:
    """Return a dataclass `kind` with the values of `table`, nested tables and lists included.

    A field of type tuple[X, ...] takes a list of X; X may be a dataclass, for [[tables]].

    Raises:
        BadConfig: an unknown key (the nearest valid one is named), a value of the wrong kind or
            out of its range; `where` says in which table.
    """
    fields = {one.name: one for one in dataclasses.fields(kind)}  # type: ignore[arg-type]
    types = typing.get_type_hints(kind)
    values = {}
    for key, value in table.items():
        name = f"{where}.{key}" if where else key
        if key not in fields:
            raise BadConfig(unknown_key(name, key, fields))
        if dataclasses.is_dataclass(types[key]):
            if not isinstance(value, dict):
                raise BadConfig(f"'{name}' is a table: write [{name}] and its keys below")
            values[key] = filled(typing.cast(type[Any], types[key]), value, name)
        elif typing.get_origin(types[key]) is tuple:
            values[key] = _filled_list(typing.get_args(types[key])[0], value, name)
        else:
            values[key] = checked(name, value, types[key], fields[key].metadata)
    for key, one in fields.items():
        needed = one.default is dataclasses.MISSING and one.default_factory is dataclasses.MISSING
        if needed and key not in values:
            raise BadConfig(f"the key '{where + '.' if where else ''}{key}' is missing")
    return kind(**values)


def _filled_list(kind: Any, value: Any, name: str) -> tuple[Any, ...]:
    """Return the items of a list, each a `kind`."""
    if not isinstance(value, list | tuple):
        raise BadConfig(f"'{name}' must be a list, not {value!r}")
    if not dataclasses.is_dataclass(kind):
        return tuple(checked(f"{name}[{n}]", item, kind, {}) for n, item in enumerate(value))
    if not all(isinstance(item, dict) for item in value):
        raise BadConfig(f"'{name}' is a list of tables: write [[{name}]] and the keys below")
    return tuple(
        filled(typing.cast(type[Any], kind), item, f"{name}[{n}]") for n, item in enumerate(value)
    )


def unknown_key(name: str, key: str, known: typing.Iterable[str]) -> str:
    """Return the error text for a key that is not among `known`, with the nearest that is."""
    known = list(known)
    near = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
    hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known)}"
    return f"unknown key '{name}'; {hint}"


def shortened(value: object) -> str:
    """Return a value as an error shows it: whole, or only its beginning."""
    text = "a huge number" if isinstance(value, int) and abs(value) > MOST_WHOLE else repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def checked(name: str, value: Any, wanted: Any, limits: typing.Mapping[str, Any]) -> Any:
    """Return `value` as the type `wanted`, within the limits of its field.

    Raises:
        BadConfig: it is of another type, or out of range.
    """
    kinds = typing.get_args(wanted) or (wanted,)
    if float in kinds and type(value) is int and abs(value) <= MOST_WHOLE:
        value = float(value)
    if type(value) not in kinds:
        expected = " or ".join(kind.__name__ for kind in kinds if kind is not type(None))
        raise BadConfig(f"'{name}' must be of type {expected}, not {shortened(value)}")
    if "choices" in limits and value not in limits["choices"]:
        near = difflib.get_close_matches(value, limits["choices"], n=1, cutoff=0.5)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        choices = ", ".join(limits["choices"])
        raise BadConfig(f"'{name}' is '{value}'; it must be one of {choices}{hint}")
    if "low" in limits and value is not None:
        low, high = limits["low"], limits["high"]
        if not low <= value <= high:
            shown = f"{value:g}" if abs(value) <= MOST_WHOLE else "too large a number"
            shown = "not a number" if isinstance(value, float) and math.isnan(value) else shown
            raise BadConfig(f"'{name}' is {shown}; it must be between {low:g} and {high:g}")
    return value
