"""The picture of a thermograph: value to the left is better for Black, temperature goes upward.

Read from the floor up, a wall is the score if that player moves first and every move costs t. Where
the walls meet stand mean and temperature; above it rises the mast. A loopy game shows one pair of
walls for each komaster over the other.
"""

from fractions import Fraction
from pathlib import Path
from textwrap import fill
from typing import Any, NamedTuple

from gtpengine.report.figure import (
    ACCENT,
    INK,
    MUTED,
    PAPER,
    SHADE,
    new_figure,
    save,
    settings,
    spread,
)
from gtpengine.report.gamevalue import GameValue, View
from gtpengine.report.playpanel import Column, draw_panel
from gtpengine.report.words import KOMASTER_WORDS, drop_words, kind_words, komaster_words, mixed
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.trajectory import Point, Trajectory

MAX_TITLE = 60
CAPTION = (
    "How to read it: at height t every move costs t points. The walls are the scores when Black or "
    "White moves first.\nWhere they meet, nobody gains by moving first: that height is the "
    "temperature (the size of a move), and the mast\nabove it stands at the mean (the fair count)."
)
COLOURS = {None: INK, Komaster.BLACK: INK, Komaster.WHITE: ACCENT, Komaster.NONE: "#2f5f8f"}


class Frame(NamedTuple):
    """What the axes show; values run from Black's side, the larger, to White's."""

    most: float
    least: float
    floor: float
    top: float


def draw_thermograph(value: GameValue, path: Path, kind: str) -> None:
    """Draw all views of a game over each other into a "png" or "svg" file.

    Raises:
        NoMatplotlib: there is no matplotlib.
        BadInput: the file cannot be written.
    """
    with settings():
        save(thermograph_figure(value), path, kind)


def thermograph_figure(value: GameValue) -> Any:
    """Return the figure, ready to be saved.  Pre: within `settings`."""
    figure = new_figure(9.2, 6.8)
    axes = figure.add_axes((0.115, 0.22, 0.645, 0.60))
    panel = figure.add_axes((0.79, 0.22, 0.19, 0.60))
    frame = frame_of(value)
    _prepare(axes, value, frame)
    for place, view in enumerate(value.views):
        _draw_walls(axes, view, frame, alone=len(value.views) == 1, overlaid=place > 0)
    _label_feet(axes, value)
    _label_joints(axes, value)
    draw_panel(panel, _columns(value), frame.floor, frame.top)
    _write_titles(figure, axes, value)
    return figure


def corners(value: GameValue) -> list[Point]:
    """Return the corners of all walls."""
    return [
        point for view in value.views for wall in (view.left, view.right) for point in wall.points
    ]


def frame_of(value: GameValue) -> Frame:
    """Return axes limits that hold all corners and play ranges with some air around them."""
    values = [float(v) for v, _ in corners(value)]
    heights = [float(t) for _, t in corners(value)]
    sides = [side for view in value.views for side in (view.black, view.white)]
    heights += [float(side.highest) for side in sides if side.highest is not None]
    most, least = max(values), min(values)
    # Room for the labels at the feet, which say more when there are two komasters.
    air = (most - least) * (0.22 if len(value.views) == 1 else 0.27) or 1.5
    floor, top = float(value.floor), max(heights)
    return Frame(most + air, least - air, floor, top + ((top - floor) * 0.3 or 1.0))


def _prepare(axes: Any, value: GameValue, frame: Frame) -> None:
    axes.set_facecolor(PAPER)
    axes.set_xlim(frame.most, frame.least)
    axes.set_ylim(frame.floor, frame.top)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(MUTED)
    means = tuple(view.mean for view in value.views)
    joints = tuple(view.temperature for view in value.views)
    scores = spread([v for v, _ in corners(value)], (frame.most - frame.least) * 0.06, means)
    heights = spread(
        [t for _, t in corners(value)], (frame.top - frame.floor) * 0.05, (value.floor, *joints)
    )
    axes.set_xticks([float(v) for v in scores], [mixed(v) for v in scores])
    axes.set_yticks([float(t) for t in heights], [mixed(t) for t in heights])
    axes.tick_params(colors=INK, length=3)
    axes.grid(True, color=SHADE, linewidth=0.8)
    axes.set_axisbelow(True)


def _line(wall: Trajectory, frame: Frame) -> tuple[list[float], list[float]]:
    """Return the drawn points of a wall, its mast up to the top included."""
    points = [(float(v), float(t)) for v, t in wall.points]
    value, t = points[-1]
    points.append((value + float(wall.slope) * (frame.top - t), frame.top))
    return [v for v, _ in points], [t for _, t in points]


def _draw_walls(axes: Any, view: View, frame: Frame, *, alone: bool, overlaid: bool) -> None:
    from matplotlib import patheffects

    colour = COLOURS[view.komaster]
    (left, left_t), (right, right_t) = _line(view.left, frame), _line(view.right, frame)
    shade = "#f3ddd4" if overlaid else SHADE
    axes.fill(
        [*left, *reversed(right)],
        [*left_t, *reversed(right_t)],
        color=shade,
        alpha=0.6 if overlaid else 1.0,
        zorder=1,
        linewidth=0,
    )
    name = None if view.komaster is None else KOMASTER_WORDS[view.komaster]
    style = (0, (4, 2.5)) if overlaid else "solid"
    if alone:
        # White's wall is white with an outline, as White's stones are.
        outline = [patheffects.withStroke(linewidth=4.2, foreground=colour)]
        axes.plot(right, right_t, color="white", linewidth=2.0, zorder=4, path_effects=outline)
    else:
        axes.plot(right, right_t, color=colour, linewidth=2.6, linestyle=style, zorder=4)
    axes.plot(left, left_t, color=colour, linewidth=2.6, linestyle=style, zorder=5, label=name)
    axes.annotate(
        "",
        (float(view.mean), frame.top),
        (float(view.mean), frame.top - 0.001),
        arrowprops={"arrowstyle": "-|>", "color": colour, "lw": 2.2},
        zorder=6,
        annotation_clip=False,
    )


def _label_feet(axes: Any, value: GameValue) -> None:
    """Say at the outermost feet who gets there by moving first."""
    # Foot -> player -> under which komaster, if it is not the same for all.
    feet: dict[Fraction, dict[str, str]] = {}
    for player in ("Black", "White"):
        reached: dict[Fraction, list[str]] = {}
        for view in value.views:
            wall = view.left if player == "Black" else view.right
            when = "" if view.komaster is None else f"\nif {KOMASTER_WORDS[view.komaster]}"
            reached.setdefault(wall.points[0][0], []).append(when.replace(" wins", "\nwins"))
        for foot, whens in reached.items():
            always = len(whens) == len(value.views)
            feet.setdefault(foot, {})[player] = "" if always else whens[0]
    for foot, outer, shift in ((max(feet), "right", -9), (min(feet), "left", 9)):
        if foot in feet:
            said = feet.pop(foot)
            if len(said) == 2 and len(set(said.values())) == 1:
                said = {"either": said["Black"]}
            parts = sorted((f"{player} first{when}" for player, when in said.items()), key=len)
            text = "\nor ".join(parts)
            axes.annotate(
                f"{text}:\n{mixed(foot)}",
                (float(foot), float(value.floor)),
                (shift, 8),
                textcoords="offset points",
                ha=outer,
                va="bottom",
                fontsize=9,
                color=MUTED,
                zorder=7,
            )


def _label_joints(axes: Any, value: GameValue) -> None:
    """Write mean and temperature where the walls meet, once for views that agree."""
    joints: dict[tuple[float, float], list[View]] = {}
    for view in value.views:
        joints.setdefault((float(view.mean), float(view.temperature)), []).append(view)
    ordered = sorted(joints.items(), reverse=True)
    (most, least), (floor, top) = axes.get_xlim(), axes.get_ylim()
    for place, ((mean, temperature), views) in enumerate(ordered):
        text = f"mean {mixed(views[0].mean)}\ntemperature {mixed(views[0].temperature)}"
        colour = COLOURS[views[0].komaster]
        if len(views) > 1:
            text, colour = f"{text}\nfor either komaster", INK
        # Of several masts the leftmost has its label on the left, if there is room, the others on
        # the right; those that stand on the floor keep clear of the labels of the feet.
        room = (mean - least) / (most - least)
        on_left, height = room < 1 / 3, temperature
        if len(ordered) > 1:
            on_left = place == 0 and room < 3 / 4
            height = max(temperature, floor + (top - floor) * (0.3 if on_left or place else 0.6))
        axes.plot([mean], [temperature], marker="o", markersize=7, color=colour, zorder=8)
        axes.annotate(
            text,
            (mean, height),
            (-13 if on_left else 13, 6),
            textcoords="offset points",
            ha="right" if on_left else "left",
            va="bottom",
            fontsize=10.5,
            color=colour,
            zorder=9,
            linespacing=1.3,
            fontweight="bold",
        )


def _columns(value: GameValue) -> list[Column]:
    return [
        Column(player, side, COLOURS[view.komaster])
        for view in value.views
        for player, side in (("Black", view.black), ("White", view.white))
    ]


def _write_titles(figure: Any, axes: Any, value: GameValue) -> None:
    game = value.game if len(value.game) <= MAX_TITLE else f"{value.game[: MAX_TITLE - 3]}..."
    figure.text(0.035, 0.955, game, fontsize=15, family="DejaVu Sans Mono", color=INK, va="center")
    words = kind_words(value, value.views[0])
    if drop_words(value) and len(value.views) > 1:
        words += f"; the ko is won {drop_words(value)}"
    figure.text(0.035, 0.925, fill(words, 88), fontsize=10, color=MUTED, va="top")
    figure.text(0.035, 0.022, CAPTION, fontsize=8.5, color=MUTED, va="bottom", linespacing=1.4)
    axes.set_xlabel("score: Black's points minus White's", color=INK, labelpad=8)
    figure.text(
        0.022,
        0.52,
        "temperature t: what every move costs",
        rotation=90,
        ha="center",
        va="center",
        color=INK,
    )
    arrows = {"transform": axes.transAxes, "fontsize": 9, "color": INK, "va": "top"}
    axes.text(0.0, -0.115, "\N{BLACK LEFT-POINTING TRIANGLE} better for Black", ha="left", **arrows)
    axes.text(
        1.0, -0.115, "better for White \N{BLACK RIGHT-POINTING TRIANGLE}", ha="right", **arrows
    )
    if len(value.views) > 1:
        axes.legend(
            loc="lower left",
            bbox_to_anchor=(0.0, 1.0),
            ncols=2,
            frameon=False,
            fontsize=9.5,
            handlelength=3.2,
            labelcolor="linecolor",
            borderaxespad=0.2,
        )
    elif value.views[0].komaster is not None:
        words = komaster_words(value, value.views[0].komaster)
        axes.set_title(f"if {words}", loc="left", fontsize=10, color=INK)
