"""What gtp2ogs sends, in its order and with its line ends; a `?` anywhere would end its games."""

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.clock import TimeLeft, absolute, byoyomi, canadian, fischer
from tests.gtp.conversation import Conversation
from tests.gtp.process import engine

MOVES = ["black E5", "white E6", "black D6", "white F5", "black D5", "white E4"]

# For each clock of OGS: the plain settings of the first move in persistent mode, the richer ones
# of all later moves, the times left, and what must be in force after either.
CLOCKS = [
    pytest.param(
        "time_settings 110 10 1",
        "kata-time_settings fischer-capped 120 10 300 -1",
        ("time_left black 110 0", "time_left white 95 0"),
        canadian(110, 10, 1),
        fischer(120, 10, 300),
        (TimeLeft(110), TimeLeft(95)),
        id="fischer",
    ),
    pytest.param(
        "time_settings 600 30 1",
        "kgs-time_settings byoyomi 600 30 5",
        ("time_left black 30 5", "time_left white 600 0"),
        canadian(600, 30, 1),
        byoyomi(600, 30, 5),
        (TimeLeft(30, 5, overtime=True), TimeLeft(600)),
        id="byoyomi",
    ),
    pytest.param(
        "time_settings 600 180 20",
        "kgs-time_settings canadian 600 180 20",
        ("time_left black 170 19", "time_left white 500 0"),
        canadian(600, 180, 20),
        canadian(600, 180, 20),
        (TimeLeft(170, 19, overtime=True), TimeLeft(500)),
        id="canadian",
    ),
    pytest.param(
        "time_settings 0 60 1",
        "time_settings 0 60 1",
        ("time_left black 60 1", "time_left white 60 1"),
        canadian(0, 60, 1),
        canadian(0, 60, 1),
        (TimeLeft(60, 1, overtime=True), TimeLeft(60, 1, overtime=True)),
        id="simple",
    ),
    pytest.param(
        "time_settings 900 0 0",
        "kgs-time_settings absolute 900",
        ("time_left black 850 0", "time_left white 899 0"),
        absolute(900),
        absolute(900),
        (TimeLeft(850), TimeLeft(899)),
        id="absolute",
    ),
]


@pytest.mark.parametrize(("plain", "rich", "left", "first", "later", "times"), CLOCKS)
def test_clock_commands_replace_each_other(plain, rich, left, first, later, times):
    talk = Conversation()
    assert "fischer-capped" in talk.tell("kata-list_time_settings\r")
    for command, settings in ((plain, first), (rich, later), (plain, first), (rich, later)):
        talk.tell(command + "\r")
        assert talk.session.clock.settings == settings
        for line in left:
            talk.tell(line + "\r")
        assert talk.session.clock.left(BLACK) == times[0]
        assert talk.session.clock.left(WHITE) == times[1]


class Bot:
    """The part of gtp2ogs that talks to a bot process."""

    def __init__(self, process):
        self.process = process
        self.commands = set(self.say("list_commands").split("\n"))
        # The conversation is tested, not the moves: clocks would leave a minute for each of them.
        self.say("gtpengine-param visits 50")
        self.say("gtpengine-param one_region 1")
        self.genmoves = 0

    def say(self, command):
        self.process.send(command + "\r\n")
        answer = self.process.answer()
        assert answer is not None
        assert answer.startswith("="), f"{command}: {answer}"
        return answer[1:].strip()

    def setup(self, moves, handicap=()):
        self.say("boardsize 9")
        self.say("clear_board")
        self.say("komi 6.5")
        if handicap:
            self.say("set_free_handicap " + " ".join(handicap))
        for move in moves:
            self.say(f"play {move}")

    def genmove(self, colour, clock):
        if self.genmoves == 0:
            self.say(clock[0])
        elif clock[1].split()[0] in self.commands:
            self.say(clock[1])
        self.say("time_left black 20 5")
        self.say("time_left white 20 5")
        self.genmoves += 1
        move = self.say(f"genmove {colour}").lower()
        assert move == "pass" or move[0] in "abcdefghj"
        return f"{colour} {move}"


@pytest.mark.parametrize("clock", [case.values for case in CLOCKS], ids=lambda clock: clock[1])
def test_persistent_mode(clock):
    with engine() as process:
        bot = Bot(process)
        bot.setup(MOVES)
        for turn, reply in enumerate(("white J9", "white J8", "white pass")):
            bot.genmove("black", clock)
            if "= " in process.ask(f"reg_genmove white # turn {turn}"):
                bot.say(f"play {reply}")
        bot.say("quit")
        assert process.exit_code() == 0
        assert process.trouble() == []


def test_pool_mode_with_two_games_in_one_process():
    with engine() as process:
        bot = Bot(process)
        games = {0: list(MOVES), 1: [*MOVES[:3], "white C3", "black G7"]}
        for _ in range(3):
            for moves in games.values():
                bot.setup(moves)
                colour = "white" if moves[-1].startswith("black") else "black"
                moves.append(bot.genmove(colour, CLOCKS[1].values))
                # Whoever is not the bot passes.
                other = "black" if colour == "white" else "white"
                moves.append(f"{other} pass")
        assert len(games[0]) == len(MOVES) + 6


@pytest.mark.parametrize("stones", range(2, 10))
def test_the_bot_places_free_handicap(stones):
    talk = Conversation()
    talk.say("boardsize 9\r\nclear_board\r\nkomi 0.5\r")
    placed = talk.tell(f"place_free_handicap {stones}\r").split()
    # Any other number makes the bot resign.
    assert len(set(placed)) == stones
    assert "pass" not in [vertex.lower() for vertex in placed]
    assert len(talk.session.position.stones(BLACK)) == stones
    assert talk.session.position.to_move == WHITE
    talk.tell("play white J9\r")
    talk.tell("genmove black\r")


def test_the_opponent_places_free_handicap():
    with engine() as process:
        bot = Bot(process)
        bot.setup([], handicap=["C3", "G7", "E5"])
        assert bot.genmove("white", CLOCKS[0].values).startswith("white ")
        board = bot.say("showboard")
        assert board.count("X") == 3
        assert board.count("O") == 1


def test_an_initial_position_comes_as_plays():
    # Stones of one colour in a row, more than one may move, before any real move.
    talk = Conversation()
    talk.say("boardsize 9\r\nclear_board\r\nkomi 6.5\r")
    for vertex in ("A1", "B2", "C3"):
        talk.tell(f"play black {vertex}\r")
    for vertex in ("A9", "B8"):
        talk.tell(f"play white {vertex}\r")
    talk.tell("genmove black\r")


def test_nothing_on_stderr_that_would_be_posted_as_chat():
    with engine("--verbose", "--kgs") as process:
        for word in ("MALKOVICH:", "DISCUSSION:", "MAIN:"):
            assert process.ask(f"loadsgf {word}hello").startswith("?")
            assert process.ask(f"kgs-rules {word}hello").startswith("?")
        process.end_input()
        assert process.exit_code() == 0
        log = process.stderr.decode()
    assert "hello" in log
    for word in ("MALKOVICH:", "DISCUSSION:", "MAIN:"):
        assert word not in log
