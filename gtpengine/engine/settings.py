"""Settings that may change while the engine runs; the rest of the configuration may not."""

from dataclasses import dataclass, field

from gtpengine.config import Config


@dataclass(frozen=True)
class Settings:
    """Run-time settings. The limits are those of the configuration's fields of the same name."""

    seconds_per_move: float = field(default=5.0, metadata={"low": 0.01, "high": 86_400.0})
    lag_seconds: float = field(default=1.0, metadata={"low": 0.0, "high": 60.0})
    seed: int = field(default=1, metadata={"low": 0, "high": 2**31 - 1})
    playouts: int = field(default=600, metadata={"low": 10, "high": 100_000})
    think_full_time: bool = False  # use up the time even where the move is clear

    @classmethod
    def of(cls, config: Config) -> "Settings":
        """Return the settings that a configuration starts with."""
        return cls(
            config.time.seconds_per_move,
            config.time.lag_seconds,
            config.player.seed,
            config.player.playouts,
        )
