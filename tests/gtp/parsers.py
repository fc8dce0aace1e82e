"""Readers of analysis answers as strict as the clients' own, written from their rules."""

import re

VERTEX = re.compile(r"[A-HJ-Z](1?[0-9]|2[0-5])|pass")
_PV = re.compile(r"(?:^|\s)pv((?:\s+(?:[A-Za-z]\d+|pass))+)\s*$")


def sabaki(line, dialect):
    """Return the moves of a line as Sabaki reads them: pairs, and `pv` with vertices at the end.

    A segment that ends in anything else is dropped by Sabaki; here that is an error.
    """
    assert line.startswith("info move "), line
    moves = []
    for segment in re.split(r"\s*info\s+", line)[1:]:
        match = _PV.search(segment)
        assert match, f"Sabaki drops this: {segment}"
        words = segment[: match.start()].split()
        assert len(words) % 2 == 0, segment
        pairs = dict(zip(words[::2], words[1::2], strict=True))
        assert len(pairs) == len(words) // 2, f"a key stands twice: {segment}"
        move = {"move": pairs["move"], "visits": int(pairs["visits"]), "pv": match[1].split()}
        assert VERTEX.fullmatch(move["move"])
        assert move["pv"][0] == move["move"]
        for key in ("winrate", "prior", "lcb"):
            if dialect == "lz":
                assert re.fullmatch(r"\d+", pairs[key]), segment
                move[key] = int(pairs[key]) / 10000
            else:
                assert re.fullmatch(r"\d\.\d+", pairs[key]), segment
                move[key] = float(pairs[key])
            assert 0 <= move[key] <= 1
        move["order"] = int(pairs["order"])
        for key in ("scoreLead", "scoreStdev", "worth"):
            if key in pairs:
                move[key] = float(pairs[key])
        assert move["visits"] >= 10, "Sabaki draws no label"
        moves.append(move)
    assert [move["order"] for move in moves] == list(range(len(moves)))
    return moves


def kata(line, points):
    """Return (moves, root, ownership) of a line with KataGo's tails; `points` of the board."""
    line, _, tail = line.partition(" ownership ")
    ownership = [float(word) for word in tail.split()]
    assert len(ownership) in (0, points)
    assert all(-1 <= value <= 1 for value in ownership)
    line, _, tail = line.partition(" rootInfo ")
    words = tail.split()
    assert len(words) % 2 == 0
    root = {key: float(value) for key, value in zip(words[::2], words[1::2], strict=True)}
    visits = []
    parts = []
    for segment in line.split("info ")[1:]:
        segment, _, along = segment.strip().partition(" pvVisits ")
        visits.append([int(word) for word in along.split()])
        parts.append("info " + segment)
    moves = sabaki(" ".join(parts), "kata")
    for move, along in zip(moves, visits, strict=True):
        assert len(along) in (0, len(move["pv"]))
        move["pvVisits"] = along
    return moves, root, ownership


def gogui(answer):
    """Return the text of an answer as GoGui takes it: what follows the first blank of it all."""
    assert answer.endswith("\n\n")
    return answer[:-2].partition(" ")[2]


def gogui_board(text, width, height, cell):
    """Return the cells of a board as GoGui reads them, rows from the top; `cell` is a pattern."""
    words = re.findall(r'"[^"]*"|\S+', text)
    assert len(words) == width * height, "GoGui: Incomplete string board"
    assert all(re.fullmatch(cell, word) for word in words), words
    return [words[row * width : (row + 1) * width] for row in range(height)]


def stream(answer):
    """Return the lines of a streamed answer, which begins with `=` alone, and what follows it."""
    first, rest = answer.split("\n", 1)
    assert re.fullmatch(r"=\d*", first)
    if rest.startswith("\n"):
        return [], rest[1:]
    body, rest = rest.split("\n\n", 1)
    return body.split("\n"), rest
