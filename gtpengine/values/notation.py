"""The game notation: text to game graph.

    11||8|0              bars: the longest run separates first, so this is {11|{8|0}}
    {3|1, {2|0}}         braces group; options are separated by commas; {1|} has no right one
    17/8, -3, 2.5        numbers
    *, *3, 1*, 3/2*      star, nimbers, a number plus a star
    ^, v, 2^, 3v*        up and down with a count, plus a star
    2+3v*, {1|0}-{4|2}   sums
    G={1|H}; H={G|0}     equations; the first name is the root, loops are allowed

Signs bind tighter than commas, and these tighter than bars: {K|K-28} offers K-28. Where that would
leave two equal runs of bars side by side, which means nothing, the text is read as a sum of what
stands between the signs: 1|0+2|0 is {1|0}+{2|0}. Nothing here recurses, so depth costs only memory.
"""

from bisect import bisect
from collections.abc import Iterator
from itertools import pairwise

from gtpengine.values import tokens as tk
from gtpengine.values.expressions import Braces, Expressions, Name, Number
from gtpengine.values.graph import GameGraph
from gtpengine.values.tokens import BadNotation, Token

MAX_UPS = 1_000
MAX_NIMBER = 64

# An item of a level: a finished operand (its expression) or a separator, with its token.
Item = tuple[int | None, Token]


def parse(text: str) -> GameGraph:
    """Return the graph that `text` describes, equal subgames merged; the root is node 0.

    Raises:
        BadNotation: a mistake in the text; the error shows where.
        BadInput: an empty or absurdly long text, or a sum with too many positions.
    """
    return _Parser(text).run()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(tk.tokens(text))
        self.next = 0
        self.made = Expressions(text)

    def run(self) -> GameGraph:
        root: int | None = None
        while self.peek().kind != tk.END:
            name = self.equation_name()
            expression = self.expression()
            if name is not None:
                self.made.define(name.text, expression, name.position)
            elif root is not None:
                raise self.mistake("only equations may follow ';'", self.tokens[self.next - 1])
            if root is None:
                root = expression if name is None else self.made.add(Name(name.text, name.position))
            if self.peek().kind == ";":
                self.next += 1
        if root is None:
            raise self.mistake("an expression is missing", self.peek())
        return self.made.graph(root)

    def peek(self, ahead: int = 0) -> Token:
        return self.tokens[min(self.next + ahead, len(self.tokens) - 1)]

    def mistake(self, message: str, token: Token) -> BadNotation:
        return BadNotation(message, self.text, token.position)

    def equation_name(self) -> Token | None:
        """Read `NAME =` if it stands here."""
        name = self.peek()
        if self.peek(1).kind != "=":
            return None
        if name.kind != tk.NAME:
            shown = "'v' means down and" if name.kind == tk.DOWN else f"'{name.text}'"
            raise self.mistake(f"{shown} cannot be a name", name)
        if name.text in self.made.equations:
            raise self.mistake(f"'{name.text}' is defined twice", name)
        self.next += 2
        return name

    def expression(self) -> int:
        """Read up to `;` or the end; each open bracket has its own level on the stack."""
        levels: list[tuple[Token | None, list[Item]]] = [(None, [])]
        while True:
            token = self.peek()
            opening, items = levels[-1]
            if token.kind in ("{", "("):
                self.expect_operand_place(items, token)
                levels.append((token, []))
                self.next += 1
            elif token.kind in ("}", ")"):
                if opening is None or (opening.text, token.text) not in (("{", "}"), ("(", ")")):
                    raise self.mistake(f"'{token.text}' closes nothing", token)
                self.next += 1
                made = self.finish(items, opening, token)
                levels.pop()
                levels[-1][1].append((made, opening))
            elif token.kind in (tk.END, ";"):
                if opening is not None:
                    raise self.mistake(f"'{opening.text}' is never closed", opening)
                return self.finish(items, None, token)
            elif token.kind in (tk.BARS, ",", "+", "-"):
                items.append((None, token))
                self.next += 1
            elif token.kind == "=":
                raise self.mistake("unexpected '='", token)
            else:
                self.expect_operand_place(items, token)
                items.append((self.operand(), token))

    def expect_operand_place(self, items: list[Item], token: Token) -> None:
        if items and items[-1][0] is not None:
            raise self.mistake(f"an operator is missing before '{token.text}'", token)

    def operand(self) -> int:
        """Read a name, or a number with its stars, ups and downs."""
        token = self.peek()
        self.next += 1
        if token.kind == tk.NAME:
            return self.made.add(Name(token.text, token.position))
        number: Token | None = None
        if token.kind == tk.NUMBER:
            number, token = token, self.peek()
            if token.kind not in (tk.UP, tk.DOWN, tk.STAR):
                return self.made.number(number.value)
            self.next += 1
        if token.kind == tk.STAR:
            star = self.made.nimber(self.nimber_size())
            if number is None:
                return star
            return self.made.sum([(self.made.number(number.value), 1), (star, 1)])
        return self.ups(token, number)

    def nimber_size(self) -> int:
        """Read the size that may follow a star."""
        token = self.peek()
        if token.kind != tk.NUMBER:
            return 1
        self.next += 1
        return self.count(token, "a nimber", MAX_NIMBER)

    def ups(self, arrow: Token, number: Token | None) -> int:
        """Read what follows an up or down whose count was `number`."""
        count = 1 if number is None else self.count(number, "the count of ups", MAX_UPS)
        sign = 1 if arrow.kind == tk.UP else -1
        nim = 0
        if self.peek().kind == tk.STAR:
            self.next += 1
            nim = self.nimber_size()
        return self.made.sum([(self.made.up(count, nim), sign)])

    def count(self, token: Token, what: str, limit: int) -> int:
        if token.value.denominator != 1 or not token.text.isdigit():
            raise self.mistake(f"{what} must be a whole number", token)
        if token.value > limit:
            raise self.mistake(f"{what} may be at most {limit}", token)
        return int(token.value)

    def finish(self, items: list[Item], opening: Token | None, end: Token) -> int:
        """Return the expression of one level, which `end` closes."""
        has_bars = any(token.kind == tk.BARS for made, token in items if made is None)
        if opening is not None and opening.text == "{" and not has_bars:
            raise self.mistake("braces need a bar, as in {1|0} or {|}", opening)
        results: list[int] = []
        # Ranges still to be read, and what to do with the results of ranges read before.
        work: list[tuple[str, int, int]] = [("read", 0, len(items))]
        while work:
            task, low, high = work.pop()
            if task == "game":
                left_count, right_count = low, high
                right = self.take(results, right_count)
                results.append(self.made.add(Braces(self.take(results, left_count), right)))
            elif task == "sum":
                self.finish_sum(results, items, low, high)
            else:
                self.read(work, results, items, low, high, end)
        return results[0]

    @staticmethod
    def take(results: list[int], count: int) -> tuple[int, ...]:
        taken = tuple(results[len(results) - count :])
        del results[len(results) - count :]
        return taken

    def read(
        self,
        work: list[tuple[str, int, int]],
        results: list[int],
        items: list[Item],
        low: int,
        high: int,
        end: Token,
    ) -> None:
        """Read items[low:high]: a game with bars, or without them a plain sum."""
        bars = [i for i in range(low, high) if _is(items[i], tk.BARS)]
        if not bars:
            results.append(self.plain_sum(items, low, high, end))
            return
        longest = max(len(items[i][1].text) for i in bars)
        splits = [i for i in bars if len(items[i][1].text) == longest]
        if len(splits) > 1:
            terms = list(self.summands(items, low, high, splits))
            work.append(("sum", low, high))
            work += [("read", first, last) for first, last in reversed(terms)]
            return
        middle = splits[0]
        left = self.options(items, low, middle)
        right = self.options(items, middle + 1, high)
        for first, last in (*left, *right):
            if first == last:
                after = items[last][1] if last < len(items) else end
                raise self.mistake("an option is missing", after)
        work.append(("game", len(left), len(right)))
        work += [("read", first, last) for first, last in reversed(left + right)]

    def options(self, items: list[Item], low: int, high: int) -> list[tuple[int, int]]:
        """Return the ranges of the options of one side; an empty side has none."""
        if low == high:
            return []
        if any(_is(items[i], tk.BARS) for i in range(low, high)):
            return [(low, high)]
        commas = [i for i in range(low, high) if _is(items[i], ",")]
        starts = [low, *(i + 1 for i in commas)]
        return list(zip(starts, [*commas, high], strict=True))

    def summands(
        self, items: list[Item], low: int, high: int, splits: list[int]
    ) -> Iterator[tuple[int, int]]:
        """Yield the ranges between the signs of a sum whose summands have bars themselves."""
        signs = [i for i in range(low + 1, high) if _is_binary_sign(items, i)]
        for first, second in pairwise(splits):
            place = bisect(signs, first)
            if place == len(signs) or signs[place] > second:
                token = items[second][1]
                raise self.mistake(
                    f"two '{token.text}' side by side: use braces or a longer bar", token
                )
        starts = [low, *(i + 1 for i in signs)]
        yield from zip(starts, [*signs, high], strict=True)

    def finish_sum(self, results: list[int], items: list[Item], low: int, high: int) -> None:
        """Replace the results of the summands of items[low:high] by their sum."""
        signs = [1]
        signs += [
            1 if items[i][1].kind == "+" else -1
            for i in range(low + 1, high)
            if _is_binary_sign(items, i)
        ]
        terms = self.take(results, len(signs))
        results.append(self.made.sum(list(zip(terms, signs, strict=True))))

    def plain_sum(self, items: list[Item], low: int, high: int, end: Token) -> int:
        """Read operands joined by signs."""
        terms: list[tuple[int, int]] = []
        sign = 1
        wanted = True
        for made, token in items[low:high]:
            if made is not None:
                terms.append((made, sign))
                sign, wanted = 1, False
            elif token.kind == ",":
                raise self.mistake("a comma outside of options", token)
            else:
                sign = sign if token.kind == "+" else -sign
                if wanted and token.kind == "+":
                    raise self.mistake("unexpected '+'", token)
                wanted = True
        if wanted:
            after = items[high][1] if high < len(items) else end
            raise self.mistake("a game is missing", after)
        return self.negated_numbers(terms)

    def negated_numbers(self, terms: list[tuple[int, int]]) -> int:
        """Return the sum of `terms`; a lone negative number becomes a number."""
        if len(terms) == 1 and terms[0][1] == -1:
            found = self.made.table[terms[0][0]]
            if isinstance(found, Number):
                return self.made.number(-found.value)
        return self.made.sum(terms)


def _is(item: Item, kind: str) -> bool:
    return item[0] is None and item[1].kind == kind


def _is_binary_sign(items: list[Item], index: int) -> bool:
    """Return whether the item is a sign between two operands, not one before a number."""
    made, token = items[index]
    return made is None and token.kind in ("+", "-") and items[index - 1][0] is not None
