"""How often a review is right, by KataGo's judgement of the same moves."""

from dataclasses import dataclass, field

COSTLY = 0.5  # points that a move costs by KataGo
BLUNDER = 3.0  # points; a move that costs more must not be called good


@dataclass(frozen=True)
class Opinion:
    """One move in both accounts.

    Attributes:
        game: whose.
        number: of the move.
        judged: whether the review judges it.
        costly: whether the review calls it costly.
        cost: what it costs by KataGo.
        words: what is printed of it where the two differ.
    """

    game: str
    number: int
    judged: bool
    costly: bool
    cost: float
    words: str = ""


@dataclass
class Tally:
    """Opinions of many moves, and what follows from them.

    Attributes:
        opinions: of moves in endgames.
        games: that were reviewed.
        reviewed: moves, those before the endgame included.
        late: moves in endgames.
        recalls: KataGo was asked about moves that are not judged, too.
    """

    opinions: list[Opinion] = field(default_factory=list)
    games: int = 0
    reviewed: int = 0
    late: int = 0
    recalls: bool = True

    @property
    def judged(self) -> list[Opinion]:
        """The moves with a verdict."""
        return [each for each in self.opinions if each.judged]

    @property
    def called(self) -> list[Opinion]:
        """The moves that are called costly."""
        return [each for each in self.opinions if each.costly]

    @property
    def false_alarms(self) -> list[Opinion]:
        """The moves that are called costly, and are not."""
        return [each for each in self.called if each.cost < COSTLY]

    @property
    def praised(self) -> list[Opinion]:
        """The blunders that are called good."""
        return [each for each in self.judged if not each.costly and each.cost > BLUNDER]

    def text(self) -> str:
        """Return the figures as lines."""
        truly = [each for each in self.opinions if each.cost >= COSTLY]
        among = [each for each in truly if each.judged]
        right = len(self.called) - len(self.false_alarms)
        recall = f"recall {right} of {len(truly)} ({_share(right, len(truly))}); "
        good = [each.cost for each in self.judged if not each.costly]
        lines = [
            f"games {self.games}, moves reviewed {self.reviewed}, in the endgame {self.late}, "
            f"judged {len(self.judged)} ({_share(len(self.judged), self.late)})",
            f"precision of 'costly' {right} of {len(self.called)} "
            f"({_share(right, len(self.called))})",
            (recall if self.recalls else "recall ")
            + f"of those that are judged {right} of {len(among)} ({_share(right, len(among))})",
            f"called good {len(good)}, of these with a cost above {BLUNDER:g}: "
            f"{len(self.praised)}; the worst {max(good, default=0.0):.2f}",
        ]
        for name, wrong in (("false alarm", self.false_alarms), ("praised", self.praised)):
            lines += [
                f"{name}: {each.game} {each.number} {each.words}, KataGo {each.cost:.2f}"
                for each in wrong
            ]
        return "\n".join(lines) + "\n"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "none"
