"""How good the network is on games it was not trained on, and how fast.

Moves: every third move of professional games, beside the pattern model that is among its inputs.
That model learned from nine of ten of the shared games; *apart* are the games that neither saw.
Owners and scores are measured as `policy` and `analysis` do, beside heavy playouts in the same run.
"""

import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from gtpengine.board.colours import BLACK
from gtpengine.board.points import GRID_LEN, NO_POINT, PASS
from gtpengine.board.position import Position
from gtpengine.board.record import GameRecord
from gtpengine.board.vector import vector_of
from gtpengine.evaluation.kernels.priors import priors_of
from gtpengine.evaluation.learning import HELD_OUT, load_games
from gtpengine.evaluation.network.network import Network, Outputs
from gtpengine.evaluation.playouts import heavy_playouts
from gtpengine.evaluation.weights import default_weights
from gtpengine.laboratory.benches.policy import (
    PARTS,
    heavy_owners,
    log_loss,
    records,
    sure_owners,
)
from gtpengine.laboratory.shared import GAMES

FOLDERS = ("pro19_counted", "pro13", "pro9")
TRAINED_ON = ("pro13", "pro9")  # all but the games apart
MOST_GAMES = 60
EVERY = 3
OWNER_GAMES = 20
SCORE_GAMES = 50
BEFORE_END = 40
PLAYOUTS = 300
BATCH = 8
SIZES = (9, 13, 19)
SPEED_SECONDS = 1.0
NAMES = {"network": False, "network, from all sides": True}

Row = tuple[int, int, int, float]  # ranks by network, from all sides, by patterns; loss
Question = tuple[Position, int]  # a position and the move that was played


def measure(say: Callable[[str], None], weights: Path | None = None) -> dict[str, Any]:
    """Return accuracy of moves, log-loss of owners, error of scores, evaluations a second."""
    network = Network.load(weights)
    if network is None:
        return {"skipped": "no weights"}
    figures: dict[str, Any] = {"weights": str(network.provenance)}
    if GAMES.is_dir():
        apart = {game.name for game in load_games(GAMES, lambda _: None)[::HELD_OUT]}
        for folder in FOLDERS:
            say(f"moves of {folder}")
            figures[f"moves, {folder}"] = _moves(network, folder, apart)
        say(f"owners in {OWNER_GAMES} games")
        figures["log-loss of owners"] = _owners(network)
        say(f"scores of {SCORE_GAMES} games")
        figures["mean error of the score"] = _scores(network)
    say("speed")
    figures["speed"] = {f"{size}x{size}": _speed(network, size) for size in SIZES}
    return figures


def ask(network: Network, positions: list[Position], *, turned: bool = False) -> Outputs:
    """Return what the network says of positions of one size, whose players are to move."""
    return network.evaluate(
        np.stack([vector_of(position) for position in positions]),
        np.array([position.to_move for position in positions], dtype=np.int64),
        np.array([_newest(position) for position in positions], dtype=np.int64),
        turned=turned,
    )


def _newest(position: Position) -> list[int]:
    """Return the newest move and the one before, NO_POINT where there is none."""
    newest = [move.point for move in position.moves[-2:]][::-1]
    return [*newest, NO_POINT, NO_POINT][:2]


def _questions(record: GameRecord, first: int) -> Iterator[Question]:
    position = record.position(1)
    for number, move in enumerate(record.moves()):
        if position.to_move != move.colour:
            return
        if number % EVERY == first and move.point != PASS:
            yield position.copy(), move.point
        position.play(move.colour, move.point)


def _rank(strengths: Any, move: int) -> int:
    """Return how many moves are judged at least as good as the one that was played."""
    return int((strengths >= strengths[move]).sum()) - 1


def _moves(network: Network, folder: str, apart: set[str]) -> dict[str, Any]:
    found: dict[str, list[Row]] = {}
    files = sorted((GAMES / folder).glob("*.sgf"))
    names = [f"{folder}/{file.name}" for file in files]
    chosen = [n for n, name in enumerate(names) if name in apart]
    if folder not in TRAINED_ON:
        step = max(1, len(files) // MOST_GAMES)
        chosen = sorted({*chosen, *range(0, len(files), step)})
    every = records(folder)
    for number in chosen:
        questions = list(_questions(every[number], number % EVERY))
        for start in range(0, len(questions), BATCH):
            some = questions[start : start + BATCH]
            positions = [position for position, _ in some]
            outputs = ask(network, positions)
            # From all sides takes eight times as long: only where neither model saw the game.
            turned = ask(network, positions, turned=names[number] in apart)
            for index, (position, move) in enumerate(some):
                chances = outputs.moves[index]
                patterns = _patterns(position)
                loss = -math.log(max(1e-6, float(chances[move])))
                row = (
                    _rank(chances, move),
                    _rank(turned.moves[index], move),
                    _rank(patterns, move),
                    loss,
                )
                for group in ("all", "apart") if names[number] in apart else ("all",):
                    found.setdefault(group, []).append(row)
    return {group: _quality(rows) for group, rows in found.items()}


def _patterns(position: Position) -> Any:
    out = np.zeros(GRID_LEN, dtype=np.float32)
    vector = vector_of(position)
    priors_of(vector, default_weights(), position.to_move, *_newest(position), out)
    return out


def _quality(rows: list[Row]) -> dict[str, float]:
    count = len(rows)
    figures: dict[str, float] = {"moves": count}
    for place, name in enumerate(("", ", from all sides where apart", " of the patterns")):
        figures[f"top-1 %{name}"] = 100 * sum(row[place] == 0 for row in rows) / count
        figures[f"top-5 %{name}"] = 100 * sum(row[place] < 5 for row in rows) / count
    figures["log-loss"] = sum(row[3] for row in rows) / count
    return figures


def _owners(network: Network) -> dict[str, float]:
    sums: dict[str, list[float]] = {}
    for record in records("pro19_counted")[:OWNER_GAMES]:
        owners = sure_owners(record.position())
        for part in PARTS:
            position = record.position(1 + int(part * len(record.moves())))
            guesses = {"heavy playouts": heavy_owners(position)}
            for name, turned in NAMES.items():
                shares = ask(network, [position], turned=turned).ownership[0]
                guesses[name] = {point: float(shares[point]) for point in position.points()}
            for name, guess in guesses.items():
                key = f"{name} at {100 * part:.0f} %"
                sums.setdefault(key, []).append(log_loss(guess, owners))
    return {name: sum(values) / len(values) for name, values in sorted(sums.items())}


def _scores(network: Network) -> dict[str, float]:
    """Return the mean errors of the final result, some moves before the end.

    Territory is area less the stones that Black plays more; it is even which player plays last.
    """
    errors: dict[str, list[float]] = {}
    for record in records("pro19_counted")[:SCORE_GAMES]:
        result = float(record.result[2:]) * (1 if record.result[0] == "B" else -1)
        position = record.position(len(record.moves()) - BEFORE_END)
        colours = [move.colour for move in position.moves if move.point != PASS]
        extra = 2 * colours.count(BLACK) - len(colours)
        even = extra + (0.5 if position.to_move == BLACK else -0.5)
        known = result + float(position.komi) + even
        leads = {}
        for name, turned in NAMES.items():
            said = ask(network, [position], turned=turned)
            leads[name] = lead = float(said.lead[0])
            tilt = network.tilt(float(position.komi), float(said.spread[0]))
            leads[f"{name}, tilted by the komi"] = lead + tilt
        leads["heavy playouts"] = heavy_playouts(position, PLAYOUTS).mean_lead()
        leads["mean of network and playouts"] = (leads["network"] + leads["heavy playouts"]) / 2
        for name, lead in leads.items():
            errors.setdefault(name, []).append(abs(lead - known))
    return {"games": SCORE_GAMES, "moves before the end": BEFORE_END} | {
        name: sum(values) / len(values) for name, values in errors.items()
    }


def _speed(network: Network, size: int) -> dict[str, float]:
    """Return evaluations per CPU second, the best of several rounds, on a board half full."""
    position = Position(size)
    generator = np.random.default_rng(1)
    for _ in range(size * size // 2):
        legal = position.legal_points(position.to_move)
        position.play(position.to_move, int(generator.choice(legal)))
    rates = {}
    for batch in (1, BATCH):
        vectors = np.stack([vector_of(position)] * batch)
        colours = np.full(batch, position.to_move, dtype=np.int64)
        lasts = np.zeros((batch, 2), dtype=np.int64)
        network.evaluate(vectors, colours, lasts)
        best, until = math.inf, time.process_time() + SPEED_SECONDS
        while time.process_time() < until:
            started = time.process_time()
            network.evaluate(vectors, colours, lasts)
            best = min(best, time.process_time() - started)
        rates[f"evaluations per CPU second, batch of {batch}"] = batch / best
    return rates
