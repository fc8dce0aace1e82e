"""An analyst and a thinker without kernels: what they find is written down here."""

import threading

from gtpengine.engine.thought import Thought

from gtpengine.board.colours import BLACK, EMPTY
from gtpengine.board.points import PASS, point_of, vertex_of
from gtpengine.config import Config
from gtpengine.engine.rough import RoughReading
from gtpengine.engine.settings import Settings
from gtpengine.engine.staff import Staff
from gtpengine.engine.warmup import Loading, Warmup
from gtpengine.gtp.analysis.analysing import Knowledge
from gtpengine.search.montecarlo.findings import Findings, MoveFinding
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
            point, int(share * playouts), rate, float(score), rate, prior, (point, *empty[4:6])
        )
        for point, (share, rate, score, prior) in zip(empty, FIGURES, strict=False)
    ]
    moves.append(MoveFinding(PASS, 0, 0.55, 1.5, 0.55, 0.001, (PASS,)))
    ownership = {point: (1.0 if point in empty[:2] else -0.25) for point in position.points()}
    return Findings(
        position.to_move, tuple(moves), playouts, 0.58, sign * 2.0, 6.5, ownership, 5000, False
    )


class FakeAnalyst:
    """Tells the same again and again; `survey` makes what it knows of a position's regions."""

    def __init__(self, survey=None, find=found_in):
        self.surveyed = []
        self.studied = []
        self.forgotten = 0
        self._survey = survey
        self._find = find

    def study(self, position, deadline, settings, tell, visits=0, hidden=frozenset()):
        self.studied.append((len(position.moves), position.to_move, visits))
        survey = None if self._survey is None else self._survey(position)
        playouts = min(250, visits or 250)
        while not deadline.expired():
            findings = self._find(position, playouts)
            along = {move.point: (move.visits, 7, 5) for move in findings.moves}
            tell(Knowledge(position, findings, survey, along))
            if visits and playouts >= visits:
                return
            playouts = visits or 250
            deadline.wait(0.01)

    def survey(self, position, deadline):
        self.surveyed.append(position)
        return self._survey(position)

    def owners_after(self, position, moves, deadline, seed):
        return {move: {move: 0.5} for move in moves[:2]}

    def forget(self):
        self.forgotten += 1


class FakeThinker:
    """Plays the first empty point and shows what it found on the way, three times."""

    def __init__(self):
        self.watch = None

    def think(self, position, deadline, settings):
        for playouts in (100, 200, 400):
            if self.watch is not None:
                self.watch(found_in(position, playouts), None)
            deadline.wait(0.03)
        findings = found_in(position, 800)
        return Thought(findings.moves[0].point, ("first of all",), 0.6, findings=findings)

    def forget(self):
        pass

    def cache_counts(self):
        return 0, 0

    def settle(self, position, ownership, deadline):
        return dict(ownership)


def loaded(thing, name="analysis"):
    loading = Loading(None, lambda: thing, name)
    loading.start()
    return loading


def staff_of_fakes(config):
    warmup = Warmup(RoughReading(), load=RoughReading)
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


def configured(**player):
    from gtpengine.config import PlayerConfig

    return Config(player=PlayerConfig(playouts=20, **player))


def named(points):
    return [vertex_of(point) for point in points]


def at(vertex, size=9):
    return point_of(vertex, size, size)
