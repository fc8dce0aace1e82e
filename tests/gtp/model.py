"""A model of the board that a client keeps: it believes every accepted command, and knows no rule
but capture. Columns and rows from 0, A1 = (0, 0)."""

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class ModelBoard:
    """Stones by point, and the boards before each move."""

    def __init__(self, width, height):
        self.start(width, height)

    def start(self, width, height, stones=()):
        self.width, self.height = width, height
        self.stones = dict(stones)
        self.history = []

    def point(self, vertex):
        return COLUMNS.index(vertex[0].upper()), int(vertex[1:]) - 1

    def play(self, colour, vertex):
        self.history.append(dict(self.stones))
        if vertex.lower() == "pass":
            return
        point = self.point(vertex)
        assert point not in self.stones, f"{vertex} accepted twice"
        self.stones[point] = colour
        for foe in [near for near in self.near(point) if self.stones.get(near, colour) != colour]:
            self.remove_if_dead(foe)
        self.remove_if_dead(point)

    def near(self, point):
        column, row = point
        around = ((column, row + 1), (column, row - 1), (column + 1, row), (column - 1, row))
        return [(c, r) for c, r in around if 0 <= c < self.width and 0 <= r < self.height]

    def remove_if_dead(self, start):
        if start not in self.stones:
            return
        chain, todo = {start}, [start]
        while todo:
            for near in self.near(todo.pop()):
                if near not in self.stones:
                    return
                if self.stones[near] == self.stones[start] and near not in chain:
                    chain.add(near)
                    todo.append(near)
        for point in chain:
            del self.stones[point]

    def undo(self, count=1):
        for _ in range(count):
            self.stones = self.history.pop()

    def obey(self, name, words, answer):
        """Apply an accepted command; `answer` is the text of its answer."""
        if name in ("boardsize", "rectangular_boardsize"):
            width = int(words[0])
            self.start(width, int(words[1]) if len(words) > 1 else width)
        elif name == "clear_board":
            self.start(self.width, self.height)
        elif name == "play":
            self.play(words[0][0].lower(), words[1])
        elif name in ("genmove", "kgs-genmove_cleanup"):
            self.play(words[0][0].lower(), answer)
        elif name == "undo":
            self.undo()
        elif name == "gg-undo":
            self.undo(int(words[0]) if words else 1)
        elif name in ("fixed_handicap", "place_free_handicap", "set_free_handicap"):
            vertices = words if name == "set_free_handicap" else answer.split()
            stones = {self.point(vertex): "b" for vertex in vertices}
            self.start(self.width, self.height, stones)
        elif name in ("gogui-setup", "set_position"):
            pairs = zip(words[::2], words[1::2], strict=True)
            stones = {self.point(vertex): colour[0].lower() for colour, vertex in pairs}
            self.start(self.width, self.height, stones)
        elif name == "gogui-play_sequence":
            for colour, vertex in zip(words[::2], words[1::2], strict=True):
                self.play(colour[0].lower(), vertex)
        elif name == "gogui-setup_player" and not self.history:
            self.start(self.width, self.height, self.stones)

    def picture(self):
        cells = {None: ".", "b": "X", "w": "O"}
        return [
            " ".join(cells[self.stones.get((column, row))] for column in range(self.width))
            for row in reversed(range(self.height))
        ]


def rows_of(showboard):
    """Return the rows of a showboard answer, numbers and letters taken off."""
    lines = showboard.split("\n")
    rows = [line for line in lines if line.strip()[:1].isdigit()]
    return [" ".join(row.split()[1:-1]) for row in rows]
