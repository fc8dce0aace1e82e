"""How good playouts are, heavy against light: foretelling owners, and games of flat Monte-Carlo.

Owners are those of counted professional games: points that both kinds of playouts, run on the final
board, give to the same player. Flat Monte-Carlo tries every sensible move with the same number of
playouts and plays the best.
"""

import math
import random
from collections.abc import Callable
from typing import Any

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.playouts import ownership, random_playouts
from gtpengine.board.points import PASS, point_at
from gtpengine.board.position import Position
from gtpengine.board.record import GameRecord, load_record
from gtpengine.evaluation.playouts import field, heavy_playouts
from gtpengine.laboratory.shared import GAMES

SAMPLES = {"pro9": 60, "pro19_counted": 20}  # folder -> games
PARTS = (0.6, 0.7, 0.8)
PLAYOUTS = 300
SURE = 0.8
CLIP = 0.02  # playouts are never surer than this
PLAYED = 20
PER_MOVE = 24
MOST_MOVES = 130

Owners = dict[int, float]


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return log-losses of ownership by part of the game, and the games won by heavy playouts."""
    figures: dict[str, Any] = {}
    for folder, games in SAMPLES.items():
        say(f"owners in {folder}")
        if (GAMES / folder).is_dir():
            figures[f"log-loss of owners, {folder}"] = _losses(folder, games)
    say(f"{PLAYED} games of flat Monte-Carlo on 9x9")
    won = sum(_heavy_wins(number) for number in range(PLAYED))
    figures["flat Monte-Carlo, heavy against light"] = {"games": PLAYED, "won by heavy": won}
    return figures


def light_owners(position: Position) -> Owners:
    """Return the ownership of each point by light playouts."""
    return ownership(position, PLAYOUTS)


def heavy_owners(position: Position) -> Owners:
    """Return the ownership of each point by heavy playouts, the player to move first."""
    result = field(position, 2 * PLAYOUTS)
    half = result.black_first if position.to_move == BLACK else result.white_first
    return {point: half.ownership(point) for point in position.points()}


def _losses(folder: str, games: int) -> dict[str, float]:
    sums: dict[str, list[float]] = {}
    counted = [record for record in records(folder) if "R" not in record.result][:games]
    for record in counted:
        owners = sure_owners(record.position())
        if not owners:
            continue
        for part in PARTS:
            position = record.position(1 + int(part * len(record.moves())))
            for name, guess in (
                ("light", light_owners(position)),
                ("heavy", heavy_owners(position)),
            ):
                sums.setdefault(f"{name} at {100 * part:.0f} %", []).append(log_loss(guess, owners))
    return {name: sum(values) / len(values) for name, values in sorted(sums.items())}


def sure_owners(final: Position) -> dict[int, bool]:
    """Return whether Black owns a point, where both kinds of playouts agree about a final board."""
    light, heavy = light_owners(final), heavy_owners(final)
    return {
        point: light[point] > 0
        for point in light
        if min(abs(light[point]), abs(heavy[point])) > SURE and light[point] * heavy[point] > 0
    }


def records(folder: str) -> list[GameRecord]:
    """Return the games of a shared folder, by name."""
    return [load_record(path) for path in sorted((GAMES / folder).glob("*.sgf"))]


def log_loss(guess: Owners, owners: dict[int, bool]) -> float:
    """Return the mean log-loss of Black's chance to own each point."""
    total = 0.0
    for point, is_black in owners.items():
        chance = (1 + guess[point]) / 2 if is_black else (1 - guess[point]) / 2
        total -= math.log(min(max(chance, CLIP), 1 - CLIP))
    return total / len(owners)


def _heavy_wins(number: int) -> bool:
    """Play one game; heavy playouts are Black in the even ones."""
    generator = random.Random(number // 2)
    position = Position(9)
    for _ in range(4):
        row, column = generator.randint(3, 7), generator.randint(3, 7)
        point = point_at(row, column)
        if position.is_legal(position.to_move, point):
            position.play(position.to_move, point)
    heavy = WHITE if number % 2 else BLACK
    while position.passes() < 2 and len(position.moves) < MOST_MOVES:
        position.play(position.to_move, _best(position, position.to_move == heavy))
    lead = random_playouts(position, 200).mean_lead() + heavy_playouts(position, 200).mean_lead()
    return (lead / 2 > float(position.komi)) == (heavy == BLACK)


def _best(position: Position, heavy: bool) -> int:
    colour = position.to_move
    sign = 1 if colour == BLACK else -1
    best, most = PASS, -math.inf
    for point in position.legal_points(colour):
        if position.is_own_eye(colour, point):
            continue
        position.play(colour, point)
        run = heavy_playouts if heavy else random_playouts
        summary = run(position, PER_MOVE, len(position.moves), opponent(colour))
        half = len(summary.lead_counts) // 2
        wins = int(summary.lead_counts[half + math.ceil(float(position.komi)) :].sum())
        share = wins if colour == BLACK else PER_MOVE - wins
        value = share + sign * summary.mean_lead() / 1000
        position.undo()
        if value > most:
            best, most = point, value
    return best
