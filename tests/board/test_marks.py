"""Marks in records as sets of points."""

import pytest

from gtpengine.board.marks import marked_points
from gtpengine.board.points import vertex_of
from gtpengine.board.record import BadRecord


def sets(text, before=None):
    return [
        " ".join(vertex_of(point) for point in sorted(points))
        for points in marked_points(text.encode(), before)
    ]


def test_each_kind_of_mark_is_a_set():
    assert sets("(;SZ[9]SQ[ai:bh]TR[ii]MA[aa][ba]LB[ci:A][di:A][ei:B])") == [
        "A1 B1 A2 B2", "J1", "A9 B9", "C1 D1", "E1",
    ]  # fmt: skip


def test_marks_of_the_position_asked_for():
    record = "(;SZ[9]SQ[aa];B[ee]SQ[bb];W[dd]SQ[cc])"
    assert [sets(record, before) for before in (1, 2, 3, None)] == [["A9"], ["B8"], ["C7"], ["C7"]]


def test_nonsense():
    assert sets("(;SZ[9]SQ[zz][a]LB[x])") == []
    with pytest.raises(BadRecord):
        marked_points(b"no record")
