"""Settings that may change while the engine runs; the rest of the configuration may not."""

from dataclasses import dataclass, field

from gtpengine.config import Config, one_of


@dataclass(frozen=True)
class Settings:
    """Run-time settings. The limits are those of the configuration's fields of the same name."""

    seconds_per_move: float = field(default=5.0, metadata={"low": 0.01, "high": 86_400.0})
    lag_seconds: float = field(default=1.0, metadata={"low": 0.0, "high": 60.0})
    seed: int = field(default=1, metadata={"low": 0, "high": 2**31 - 1})
    playouts: int = field(default=600, metadata={"low": 10, "high": 100_000})
    think_full_time: bool = False  # use up the time even where the move is clear
    threads: int = field(default=1, metadata={"low": 1, "high": 64})
    visits: int = field(default=0, metadata={"low": 0, "high": 100_000_000})
    strategy: str = one_of("sentestrat", "hotstrat", "thermostrat", "maxmove")
    one_region: bool = False
    themes: bool = False
    estimator: str = one_of("off", "coupons", "thermotree")
    exact_sums: bool = True
    guard: bool = True
    merging: bool = False
    fill_dame: bool = True
    ponder: bool = False
    live_gfx: bool = False  # draw for GoGui, on stderr, while a move is thought about
    resign: bool = True
    resign_threshold: float = field(default=0.05, metadata={"low": 0.0, "high": 0.5})
    resign_turns: int = field(default=4, metadata={"low": 1, "high": 1000})
    resign_min_moves: int = field(default=30, metadata={"low": 0, "high": 10_000})

    @classmethod
    def of(cls, config: Config) -> "Settings":
        """Return the settings that a configuration starts with."""
        player, resign = config.player, config.resign
        return cls(
            seconds_per_move=config.time.seconds_per_move,
            lag_seconds=config.time.lag_seconds,
            seed=player.seed,
            playouts=player.playouts,
            threads=player.threads,
            visits=player.visits,
            strategy=player.strategy,
            one_region=player.one_region,
            themes=player.themes,
            estimator=player.estimator,
            exact_sums=player.exact_sums,
            guard=player.guard,
            merging=player.merging,
            fill_dame=player.fill_dame,
            ponder=player.ponder,
            resign=resign.allowed,
            resign_threshold=resign.threshold,
            resign_turns=resign.turns,
            resign_min_moves=resign.min_moves,
        )
