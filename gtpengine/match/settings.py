"""Settings of engines and tournaments; TOML under configs/ fills them.

configs/tournaments/smoke.toml shows every key of a tournament, configs/engines/gnugo-1.toml every
key of an engine.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from pathlib import Path

from gtpengine.board.handicap import BadHandicap, fixed_handicap
from gtpengine.board.komi import komi_of
from gtpengine.board.points import MAX_SIZE, MIN_SIZE
from gtpengine.board.rules import BadRules, Rules, rules_named
from gtpengine.clock import Kind, TimeSettings, absolute, byoyomi, canadian, fischer
from gtpengine.config import BadConfig, loaded, unknown_key


class Format(Enum):
    """Who meets whom."""

    MATCH = "match"  # two engines
    GAUNTLET = "gauntlet"  # the first against each of the others
    ROUND_ROBIN = "round-robin"  # everybody against everybody
    SELFPLAY = "selfplay"  # variants of an engine, everybody against everybody
    ENDGAME = "endgame"  # from positions, both colours of each: what counts is points
    PLAYOFF = "playoff"  # two engines until the SPRT decides


@dataclass(frozen=True)
class RulesOptions:
    """Words for the command line of an engine that cannot be told the rules by GTP."""

    chinese: tuple[str, ...] = ()
    japanese: tuple[str, ...] = ()
    aga: tuple[str, ...] = ()
    new_zealand: tuple[str, ...] = ()
    tromp_taylor: tuple[str, ...] = ()

    def of(self, rules: Rules) -> tuple[str, ...]:
        """Return the words for these rules."""
        words: tuple[str, ...] = getattr(self, rules.name.replace("-", "_"))
        return words


@dataclass(frozen=True)
class EngineSettings:
    """How to start one engine; `{seed}` in words and commands is another number in each game."""

    command: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()  # GTP commands sent at the start of each game
    rules: RulesOptions = field(default_factory=RulesOptions)
    name: str = ""  # that of its file


@dataclass(frozen=True)
class Variant:
    """An engine with something changed: more words on its command line, more GTP commands."""

    name: str
    engine: str
    options: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


@dataclass(frozen=True)
class GameSettings:
    """What a game is like."""

    board_size: int = field(default=9, metadata={"low": MIN_SIZE, "high": MAX_SIZE})
    rules: str = "chinese"
    komi: float | None = field(default=None, metadata={"low": -10_000, "high": 10_000})
    handicap: int = field(default=0, metadata={"low": 0, "high": 9})
    most_moves: int = field(default=0, metadata={"low": 0, "high": 100_000})  # 0: by board size

    def move_limit(self) -> int:
        """Return after how many moves a game is stopped and judged as it stands."""
        return self.most_moves or 4 * self.board_size * self.board_size

    def exact_komi(self) -> Fraction:
        """Return the komi, that of the rules if none is given."""
        return self.rule_set().komi if self.komi is None else komi_of(self.komi)

    def rule_set(self) -> Rules:
        """Return the rules."""
        return rules_named(self.rules)


@dataclass(frozen=True)
class TimeControl:
    """What time the players have. Without a system only `hang` ends a move."""

    system: str = "none"  # none, move, absolute, canadian, byoyomi or fischer
    main: float = field(default=0.0, metadata={"low": 0.0, "high": 1e6})
    period: float = field(default=0.0, metadata={"low": 0.0, "high": 1e6})
    count: int = field(default=1, metadata={"low": 1, "high": 10_000})
    lag: float = field(default=0.5, metadata={"low": 0.0, "high": 60.0})  # forgiven in each move
    hang: float = field(default=300.0, metadata={"low": 0.05, "high": 86_400.0})
    start: float = field(default=120.0, metadata={"low": 0.05, "high": 86_400.0})

    def settings(self) -> TimeSettings | None:
        """Return the time system, None without one.

        Raises:
            BadConfig: there is no such system, or it lacks its numbers.
        """
        systems = {
            "none": None,
            "move": canadian(0.0, self.period, 1),
            "absolute": absolute(self.main),
            "canadian": canadian(self.main, self.period, self.count),
            "byoyomi": byoyomi(self.main, self.period, self.count),
            "fischer": fischer(self.main, self.period),
        }
        if self.system not in systems:
            raise BadConfig(_not_among("time.system", self.system, systems))
        chosen = systems[self.system]
        needs_main = self.system in ("absolute", "fischer")
        if chosen is not None and (
            chosen.kind is Kind.NONE
            or (needs_main and self.main <= 0)
            or (not needs_main and self.period <= 0)
        ):
            key = "main" if needs_main else "period"
            raise BadConfig(f"'time.system' is '{self.system}', so 'time.{key}' must be above 0")
        return chosen


@dataclass(frozen=True)
class OpeningSettings:
    """Where games begin: lines of moves in a text file, or SGF files."""

    file: str = ""  # a text file or an SGF file or a folder of them; empty: the empty board
    share: float = field(default=1.0, metadata={"low": 0.0, "high": 1.0})  # of an SGF's moves
    # Moves of an SGF that are left out at its end; with a share: the earlier of both.
    before_end: int = field(default=0, metadata={"low": 0, "high": 10_000})
    shuffle: bool = True  # by the tournament's seed; else in the order of the file


@dataclass(frozen=True)
class JudgeSettings:
    """Who counts, and how long to play on when the judges disagree."""

    names: tuple[str, ...] = ("gtpengine", "gnugo")
    play_on: int = field(default=2, metadata={"low": 0, "high": 20})  # times to play on
    seconds: float = field(default=120.0, metadata={"low": 0.1, "high": 86_400.0})


@dataclass(frozen=True)
class SprtSettings:
    """The hypotheses of a playoff: the first engine is `elo0` or `elo1` stronger."""

    elo0: float = field(default=0.0, metadata={"low": -2000, "high": 2000})
    elo1: float = field(default=50.0, metadata={"low": -2000, "high": 2000})
    alpha: float = field(default=0.05, metadata={"low": 1e-6, "high": 0.5})
    beta: float = field(default=0.05, metadata={"low": 1e-6, "high": 0.5})


@dataclass(frozen=True)
class TournamentSettings:
    """A tournament as its file says it."""

    format: str
    games: int = field(metadata={"low": 1, "high": 1_000_000})  # in all; the most in a playoff
    engines: tuple[str, ...] = ()  # names of files in configs/engines, or paths
    variant: tuple[Variant, ...] = ()
    seed: int = field(default=1, metadata={"low": 0, "high": 2**31 - 1})
    parallel: int = field(default=0, metadata={"low": 0, "high": 1024})  # games at once; 0: cores
    keep_engines: bool = False  # let engines live on between games
    game: GameSettings = field(default_factory=GameSettings)
    time: TimeControl = field(default_factory=TimeControl)
    openings: OpeningSettings = field(default_factory=OpeningSettings)
    judges: JudgeSettings = field(default_factory=JudgeSettings)
    sprt: SprtSettings = field(default_factory=SprtSettings)


@dataclass(frozen=True)
class Tournament:
    """A tournament with everything that its file refers to, checked."""

    name: str
    path: Path
    format: Format
    engines: tuple[EngineSettings, ...]
    settings: TournamentSettings


JUDGES = ("gtpengine", "gnugo")


def load_tournament(path: Path) -> Tournament:
    """Return the tournament in a TOML file, its engines loaded.

    Raises:
        BadConfig: the file or one of its engines' files is wrong; the text says where.
    """
    settings = loaded(TournamentSettings, path)
    engines = [load_engine(path, name) for name in settings.engines]
    engines += [_variant(path, variant) for variant in settings.variant]
    try:
        return _checked(path, settings, engines)
    except (BadRules, BadHandicap, BadConfig) as error:
        raise BadConfig(f"'{path}': {error}") from None


def _checked(
    path: Path, settings: TournamentSettings, engines: Sequence[EngineSettings]
) -> Tournament:
    """Return the tournament if everything in it goes together."""
    known = {kind.value: kind for kind in Format}
    if settings.format not in known:
        raise BadConfig(_not_among("format", settings.format, known))
    for name in settings.judges.names:
        if name not in JUDGES:
            raise BadConfig(_not_among("judges.names", name, JUDGES))
    if not settings.judges.names:
        raise BadConfig("'judges.names' is empty: somebody must count")
    settings.time.settings()
    size = settings.game.board_size
    settings.game.rule_set()
    if settings.game.handicap:
        fixed_handicap(settings.game.handicap, size, size)
    if settings.sprt.elo0 >= settings.sprt.elo1:
        raise BadConfig("'sprt.elo0' must be below 'sprt.elo1'")
    names = [engine.name for engine in engines]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise BadConfig(f"'engines': {min(twice)} is there twice; give a [[variant]] another name")
    format = known[settings.format]
    if format in (Format.MATCH, Format.PLAYOFF) and len(engines) != 2:
        raise BadConfig(
            f"'format' is '{settings.format}', so there must be 2 engines, not {len(engines)}"
        )
    if len(engines) < 2:
        raise BadConfig(f"'engines': a tournament needs 2 or more, not {len(engines)}")
    if format is Format.ENDGAME and not settings.openings.file:
        raise BadConfig("'format' is 'endgame', so 'openings.file' must name positions")
    return Tournament(path.stem, path, format, tuple(engines), settings)


def _not_among(key: str, word: str, known: Iterable[str]) -> str:
    """Return the error text for a value that is not among `known`."""
    text = unknown_key(key, word, known)
    return text.replace(f"unknown key '{key}'", f"'{key}' is '{word}'", 1)


def engine_path(tournament: Path, name: str) -> Path:
    """Return where an engine's file is: a path from the tournament's folder, or a name.

    A name is looked for in the folder `engines` beside the tournament's folder, then beside the
    tournament itself.

    Raises:
        BadConfig: there is no such file; the nearest name is given.
    """
    if name.endswith(".toml"):
        return tournament.parent / name
    folders = [tournament.parent.parent / "engines", tournament.parent]
    for folder in folders:
        if (folder / f"{name}.toml").is_file():
            return folder / f"{name}.toml"
    known = [file.stem for folder in folders[:1] for file in sorted(folder.glob("*.toml"))]
    hint = _not_among("engines", name, known or ["paths that end in .toml"])
    raise BadConfig(f"'{tournament}': {hint}")


def load_engine(tournament: Path, name: str) -> EngineSettings:
    """Return the settings of an engine that a tournament names.

    Raises:
        BadConfig: there is no such engine, or its file is wrong.
    """
    path = engine_path(tournament, name)
    engine = loaded(EngineSettings, path)
    if not engine.command:
        raise BadConfig(f"'{path}': the key 'command' is missing")
    return replace(engine, name=engine.name or path.stem)


def _variant(tournament: Path, variant: Variant) -> EngineSettings:
    engine = load_engine(tournament, variant.engine)
    return replace(
        engine,
        name=variant.name,
        command=engine.command + variant.options,
        commands=engine.commands + variant.commands,
    )
