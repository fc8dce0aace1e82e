"""The games in an SGF text: nodes of each main line, read as far as they go.

A node is a map from property to values, as in sgfmill, whose tokeniser finds the words. Only first
variations are read. A text that ends too early, or goes on in a way that is no SGF, gives what
stands before that, and says so.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from sgfmill import sgf_grammar

Properties = dict[str, list[bytes]]


@dataclass(frozen=True)
class MainLine:
    """One game: its nodes, at least one, and whether the text ended before the game did."""

    nodes: list[Properties]
    is_cut: bool


def games_in(data: bytes) -> Iterator[MainLine]:
    """Yield the games of a UTF-8 text in their order; what stands between them is passed over."""
    position = 0
    while True:
        tokens, after = sgf_grammar.tokenise(data, position)
        if not tokens:
            return
        line = _main_line(tokens)
        if line.nodes:
            yield line
        if line.is_cut:
            return
        position = after


def _main_line(tokens: list[tuple[str, bytes]]) -> MainLine:
    """Return the first variations of the first game in a list of words."""
    nodes: list[Properties] = []
    depth = 0
    left = False  # the end of the main line has come; what follows are other variations
    place = 0
    while place < len(tokens):
        kind, word = tokens[place]
        place += 1
        if kind == "D":
            if word == b"(":
                depth += 1
            elif word == b")":
                left = True
                depth -= 1
                if depth == 0:
                    return MainLine(nodes, is_cut=False)
            elif not left:
                nodes.append({})
        elif kind == "I":
            values = []
            while place < len(tokens) and tokens[place][0] == "V":
                values.append(tokens[place][1])
                place += 1
            if values and nodes and not left:
                nodes[-1].setdefault(word.decode("ascii"), []).extend(values)
    return MainLine(nodes, is_cut=True)


def text_of(line: MainLine) -> bytes:
    """Return a game as SGF again, without other variations; all of it UTF-8, and it says so."""
    root, *rest = line.nodes
    nodes = [{**root, "CA": [b"UTF-8"]}, *rest]
    body = b"\n".join(
        b";" + b"".join(_property(name, values) for name, values in node.items()) for node in nodes
    )
    return b"(" + body + b")\n"


def _property(name: str, values: list[bytes]) -> bytes:
    return name.encode("ascii") + b"".join(b"[" + value + b"]" for value in values)
