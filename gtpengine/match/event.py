"""A tournament with its folder: load, play, show. The face that the command line uses."""

import dataclasses
import sys
import time
from pathlib import Path

from gtpengine.config import BadConfig
from gtpengine.match.client import EngineFailure, command_line
from gtpengine.match.executors import DaskCluster, LocalProcesses, Workers, default_processes
from gtpengine.match.judges import available
from gtpengine.match.log import BadLog, GameLog, write_whole
from gtpengine.match.openings import load_openings
from gtpengine.match.outcome import Outcome
from gtpengine.match.page import page_html
from gtpengine.match.runner import Runner, sprt_state
from gtpengine.match.schedule import GameSpec, game_count
from gtpengine.match.settings import Tournament, load_tournament
from gtpengine.match.standings import Standings, standings
from gtpengine.match.table import standings_text
from gtpengine.match.view import LiveView, PlainView, make_view

# The page is made anew at most this often while games are played.
PAGE_SECONDS = 10.0


class Event:
    """One tournament in one folder."""

    def __init__(self, config: Path, folder: Path, *, read_only: bool = False) -> None:
        """Load settings, openings and what is finished; with `read_only` it can be shown only.

        Raises:
            BadConfig: the settings are wrong.
            BadLog: the folder is in use or damaged, or its games are those of other engines.
        """
        self.tournament = _with_judges(load_tournament(config))
        self._openings = load_openings(self.tournament)
        self.total = game_count(self.tournament, self._openings)
        self.log = GameLog(folder, read_only=read_only)
        self._page_made = 0.0
        strangers = self._strangers()
        if strangers:
            if not read_only:
                self.close()
            raise BadLog(
                f"'{folder}' holds games of {', '.join(strangers)}, which '{config}' does "
                f"not name: take another folder"
            )

    def play(self, *, parallel: int | None, scheduler: str | None, dask: bool, plain: bool) -> None:
        """Play what is missing.

        Raises:
            BadConfig: an engine is not installed here.
            BadLog: the folder holds another tournament.
            NoCluster: the cluster cannot be reached.
            WorkersFailed: workers die again and again.
        """
        processes = parallel or self.tournament.settings.parallel or default_processes()
        if not scheduler:
            self._check_programs()
        sys.stderr.write(f"{self.tournament.name}: {self.progress()}, in {self.log.folder}\n")
        watched = make_view(self.total, len(self.log.outcomes), self.standings, plain=plain)
        relay = _Relay(self, watched)
        workers: Workers | None = None
        try:
            if scheduler or dask:
                workers = DaskCluster(scheduler or "", processes)
            else:
                workers = LocalProcesses(processes)
            runner = Runner(self.tournament, self._openings, self.log, workers, relay)
            with watched:
                runner.run()
        finally:
            if workers is not None:
                workers.close()
            self.write_page()

    def _strangers(self) -> list[str]:
        """Return the engines of finished games that are none of this tournament."""
        players = {name for game in self.log.outcomes.values() for name in (game.black, game.white)}
        return sorted(players - {engine.name for engine in self.tournament.engines})

    def _check_programs(self) -> None:
        for engine in self.tournament.engines:
            try:
                command_line(engine.command)
            except EngineFailure as failure:
                raise BadConfig(f"engine '{engine.name}' {failure}") from None

    def progress(self) -> str:
        """Return how far it is."""
        return f"{len(self.log.outcomes)} of {self.total} games finished"

    def standings(self) -> Standings:
        """Return the standings now."""
        names = [engine.name for engine in self.tournament.engines]
        return standings(names, self.log.outcomes.values())

    def text(self) -> str:
        """Return the tables."""
        return standings_text(
            self.standings(), sprt_state(self.tournament, self.log.outcomes.values())
        )

    def write_page(self) -> None:
        """Make the HTML page anew."""
        outcomes = self.log.outcomes.values()
        state = sprt_state(self.tournament, outcomes)
        page = page_html(self.tournament, self.standings(), outcomes, self.total, state)
        write_whole(self.log.folder / "index.html", page)
        self._page_made = time.monotonic()

    def page_is_old(self) -> bool:
        """Tell whether it is time for a new page."""
        return time.monotonic() - self._page_made > PAGE_SECONDS

    def close(self) -> None:
        """Let others have the folder."""
        self.log.close()


class _Relay:
    """Shows what happens to the view, and keeps the page fresh."""

    def __init__(self, event: Event, view: PlainView | LiveView) -> None:
        self._event = event
        self._view = view

    def started(self, spec: GameSpec) -> None:
        self._view.started(spec)

    def finished(self, outcome: Outcome) -> None:
        self._view.finished(outcome)
        if self._event.page_is_old():
            self._event.write_page()


def _with_judges(tournament: Tournament) -> Tournament:
    """Return the tournament with those judges that are installed; say which are not.

    Raises:
        BadConfig: none is.
    """
    judges = tournament.settings.judges
    there = available(judges.names)
    for name in judges.names:
        if name not in there:
            sys.stderr.write(f"judge '{name}' is not installed; {len(there)} judge counts\n")
    if not there:
        raise BadConfig(f"'{tournament.path}': no judge of {', '.join(judges.names)} is installed")
    settings = dataclasses.replace(
        tournament.settings, judges=dataclasses.replace(judges, names=there)
    )
    return dataclasses.replace(tournament, settings=settings)
