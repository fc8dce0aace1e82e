"""An analyst and a thinker without kernels: what they find is written down here."""

import threading
from dataclasses import replace

from gtpengine.board.colours import BLACK, EMPTY
from gtpengine.board.points import PASS, point_of, vertex_of
from gtpengine.engine.decision import Candidate, Decision
from gtpengine.engine.rough import RoughReading
from gtpengine.engine.settings import Settings
from gtpengine.engine.staff import Staff
from gtpengine.engine.warmup import Loading, Warmup
from gtpengine.search.findings import Findings, MoveFinding
from tests.gtp.conversation import QUICK, Conversation

# Shares of the visits, the mover's win rate and score, and the prior, of the best moves.
FIGURES = (
    (0.5, 0.6, 2.5, 0.4),
    (0.3, 0.55, 1.5, 0.3),
    (0.19, 0.5, 0.0, 0.2),
    (0.005, 0.4, -3, 0.1),
)


def found_in(position, playouts=1000):
    """Return findings about the first empty points from A1 on, and a pass that nobody tried."""
    sign = 1 if position.to_move == BLACK else -1
    empty = [point for point in position.points() if position.colour_at(point) == EMPTY]
    moves = [
        MoveFinding(
            point,
            int(share * playouts),
            rate,
            float(score),
            rate,
            prior,
            (point, *empty[4:6]),
            (int(share * playouts), 7, 5),
        )
        for point, (share, rate, score, prior) in zip(empty, FIGURES, strict=False)
    ]
    moves.append(MoveFinding(PASS, 0, 0.55, 1.5, 0.55, 0.001, (PASS,), (0,)))
    ownership = {point: (1.0 if point in empty[:2] else -0.25) for point in position.points()}
    return Findings(
        position.to_move, tuple(moves), playouts, 0.58, sign * 2.0, 6.5, ownership, 5000, False
    )


def decided(position, playouts=1000, survey=None):
    """Return a decision for the first empty point from A1 on; `survey` makes its regions."""
    findings = found_in(position, playouts)
    if survey is not None:
        from gtpengine.engine.deciding import decide
        from gtpengine.model.situations import strategic
        from gtpengine.parameters import DecisionSettings
        from gtpengine.search.findings import Counts
        from gtpengine.strategy.chooser import Chooser, Policy

        regions = survey(position)
        findings = replace(findings, ownership=dict(regions.ownership))
        counts = Counts(0, 0, 0, 0)
        choice = strategic(position, regions, Chooser(Policy()))
        return decide(position, findings, regions, counts, choice, DecisionSettings())
    looked = [
        Candidate(m.point, m.visits, m.win_rate, m.score, m.prior, m.variation, m.line_visits)
        for m in findings.moves
    ]
    return Decision(
        position,
        looked[0].point,
        tuple(looked[:3]),
        tuple(looked[3:]),
        ("first of all",),
        playouts,
        findings.win_rate,
        2.0,
        findings.score_stdev,
        findings.ownership,
    )


class FakeAnalyst:
    """Tells the same again and again; `survey` makes what it knows of a position's regions."""

    def __init__(self, survey=None):
        self.surveyed = []
        self.studied = []
        self.forgotten = 0
        self._survey = survey

    def study(self, position, deadline, settings, tell, visits=0, hidden=frozenset()):
        self.studied.append((len(position.moves), position.to_move, visits))
        playouts = min(250, visits or 250)
        while not deadline.expired():
            tell(decided(position, playouts, self._survey))
            if visits and playouts >= visits:
                return
            playouts = visits or 250
            deadline.wait(0.01)

    def decision(self, position, deadline, settings):
        self.surveyed.append(position)
        return decided(position, survey=self._survey)

    def owners_after(self, position, moves, deadline, seed):
        return {move: {move: 0.5} for move in moves[:2]}

    def forget(self):
        self.forgotten += 1


class FakeThinker:
    """Plays the first empty point and shows what it found on the way, three times."""

    def think(self, position, deadline, settings, tell=None, hidden=frozenset()):
        for playouts in (100, 200, 400):
            if tell is not None:
                tell(decided(position, playouts))
            deadline.wait(0.03)
        return decided(position, 800)

    def quick(self, position, deadline, settings):
        return decided(position, 8)

    def ponder(self, position, deadline, settings):
        deadline.wait()

    def forget(self):
        pass

    def cache_counts(self):
        return 0, 0

    def settle(self, position, ownership, deadline):
        return dict(ownership)

    def finish(self, position, dead, open_share, deadline):
        return None


def loaded(thing, name="analysis"):
    loading = Loading(None, lambda: thing, name)
    loading.start()
    return loading


def staff_of_fakes(config):
    warmup = Warmup(load=RoughReading)
    warmup.start()
    return Staff(Settings.of(config), warmup, loaded(FakeThinker(), "search"))


class Analysis(Conversation):
    """A conversation with the fakes; the loop can run while the client waits."""

    def __init__(self, analyst=None, config=None, autosave=None):
        config = config or QUICK
        self.analyst = FakeAnalyst() if analyst is None else analyst
        super().__init__(config, autosave, staff=staff_of_fakes(config))
        self.session._analysing = (
            self.analyst if isinstance(self.analyst, Loading) else loaded(self.analyst)
        )

    def watch(self, command, enough, stop="protocol_version", patience=60.0):
        """Send a command, wait until `enough(text so far)`, then `stop`; return the answers."""
        self.inbox.receive(command.encode())
        before = len(self.output.writes)
        loop = threading.Thread(target=self.loop.run, daemon=True)
        loop.start()
        waited = threading.Event()
        for _ in range(int(patience / 0.01)):
            if enough(b"".join(self.output.writes[before:]).decode()):
                break
            waited.wait(0.01)
        else:
            raise AssertionError(b"".join(self.output.writes[before:]).decode())
        self.inbox.receive(stop.encode())
        self.inbox.close()
        loop.join(patience)
        assert not loop.is_alive()
        return b"".join(self.output.writes[before:]).decode()


def named(points):
    return [vertex_of(point) for point in points]


def at(vertex, size=9):
    return point_of(vertex, size, size)
