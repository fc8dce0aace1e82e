"""Settings that may change while the engine runs; the rest of the configuration may not."""

import dataclasses
import typing
from dataclasses import dataclass, field, replace

from gtpengine.config import Config, PlayerConfig, ResignConfig, TimeConfig
from gtpengine.parameters import (
    DecisionSettings,
    ModelSettings,
    SearchSettings,
    ThinkingSettings,
)


@dataclass(frozen=True)
class Settings(TimeConfig, PlayerConfig):
    """Run-time settings: those of time and player, and the tables of their own."""

    think_full_time: bool = False  # use up the time even where the move is clear
    live_gfx: bool = False  # draw for GoGui, on stderr, while a move is thought about
    resign: ResignConfig = field(default_factory=ResignConfig)
    search: SearchSettings = field(default_factory=SearchSettings)
    model: ModelSettings = field(default_factory=ModelSettings)
    thinking: ThinkingSettings = field(default_factory=ThinkingSettings)
    decision: DecisionSettings = field(default_factory=DecisionSettings)

    @classmethod
    def of(cls, config: Config) -> "Settings":
        """Return the settings that a configuration starts with."""
        return cls(
            **vars(config.time),
            **vars(config.player),
            resign=config.resign,
            search=config.search,
            model=config.model,
            thinking=config.thinking,
            decision=config.decision,
        )


@dataclass(frozen=True)
class Parameter:
    """One setting by the name that `gtpengine-param` knows: its place, type and limits."""

    path: tuple[str, ...]
    field: "dataclasses.Field[object]"
    kind: type

    def value(self, settings: Settings) -> object:
        """Return its value."""
        found: object = settings
        for name in self.path:
            found = getattr(found, name)
        return found

    def changed(self, settings: Settings, value: object) -> Settings:
        """Return the settings with another value of it."""
        if len(self.path) == 1:
            return replace(settings, **{self.path[0]: value})  # type: ignore[arg-type]
        table = replace(getattr(settings, self.path[0]), **{self.path[1]: value})
        return replace(settings, **{self.path[0]: table})


def parameters() -> dict[str, Parameter]:
    """Return every run-time setting by its name; those of the tables are `table.name`.

    Resigning has shorter names: `resign` itself, `resign_turns` and so on.
    """
    found = {}
    for path, table in _tables(Settings, ()):
        types = typing.get_type_hints(table)
        for each in dataclasses.fields(table):
            if not dataclasses.is_dataclass(types[each.name]):
                name = _name((*path, each.name))
                found[name] = Parameter((*path, each.name), each, types[each.name])
    return found


def _tables(kind: type, path: tuple[str, ...]) -> list[tuple[tuple[str, ...], typing.Any]]:
    types = typing.get_type_hints(kind)
    inner = [
        ((*path, each.name), types[each.name])
        for each in dataclasses.fields(kind)
        if dataclasses.is_dataclass(types[each.name])
    ]
    return [(path, kind), *inner]


def _name(path: tuple[str, ...]) -> str:
    if path[0] == "resign":
        return "resign" if path[1] == "allowed" else "_".join(path)
    return ".".join(path)
