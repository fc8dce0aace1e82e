"""Places in KataGo's analysis protocol."""

import pytest

from gtpengine.gtp.jsonmode.query import BadField, query_of
from gtpengine.gtp.jsonmode.service import _places

# On the first line A1 to C1 are open: Black's B2 and A2, White's C2 and D1.
STONES = [
    *(["B", vertex] for vertex in ("A2", "B2", "A3", "B4", "A4", "B3")),
    *(["W", vertex] for vertex in ("C2", "D1", "C3", "D2", "D3")),
]
QUERY = {
    "id": "q",
    "moves": [],
    "initialStones": STONES,
    "rules": "japanese",
    "boardXSize": 5,
    "boardYSize": 5,
}


def asked(**fields):
    query = query_of({**QUERY, **fields})
    return _places(query, query.turns[0][1])


def test_a_place_has_its_value():
    (place,) = asked(places=["A1:C1"])
    # value: configs/examples/shapes.txt, first line, 2 under Black and 1 under White, by colours
    # exchanged: count 1/2, gain 1/2
    assert (place["mean"], place["temperature"], place["kind"]) == ("1/2", "1/2", "gote")
    assert place["place"]["walls"] == "alive"
    assert place["place"]["border"] == "holds"


def test_nonsense_is_answered():
    assert asked(places=["Z99"])["field"] == "places"
    assert asked(places=["A2"])["error"].startswith("nothing to play in")
    for wrong in ({"places": "A1"}, {"places": [1]}, {"places": ["A1"], "walls": "paper"}):
        with pytest.raises(BadField):
            query_of({**QUERY, **wrong})
