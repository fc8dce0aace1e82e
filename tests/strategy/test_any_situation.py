"""Whatever the situation: a move that is offered and allowed, or a pass with a reason."""

from fractions import Fraction
from random import Random

from gtpengine.strategy.chooser import Chooser, Policy, Strategy
from gtpengine.strategy.outlook import Alternative, Kind, Ko, Threat
from gtpengine.strategy.sumsearch import SumSearch
from tests.strategy.hand import BLACK, WHITE, asked, of_game, region


def random_outlook(random, number):
    """A region of any kind; its moves are 10 * number + something, or one that others share."""
    moves = [random.choice([None, 7, 10 * number, 10 * number + 1]) for _ in range(2)]
    more = {
        "last_changed": random.random() < 0.2,
        "exact": random.random() < 0.7,
        "links": (random.randint(1, 6),) if random.random() < 0.1 else (),
        "threats": tuple(
            Threat(
                random.choice([BLACK, WHITE]),
                10 * number + 2 + place,
                Fraction(random.randint(0, 30)),
            )
            for place in range(random.randint(0, 2))
        ),
    }
    roll = random.random()
    if roll < 0.2:
        black_wins = Fraction(random.randint(1, 30))
        ko = Ko(
            random.choice([BLACK, WHITE]),
            black_wins,
            -black_wins / 2,
            10 * number + 5,
            10 * number + 6,
            random.random() < 0.5,
        )
        more |= {"ko": ko, "kind": Kind.PLACID_KO}
    if roll < 0.6:
        if random.random() < 0.3:
            gain = Fraction(random.randint(-2, 8), 2)
            more["alternatives"] = (Alternative(random.choice([BLACK, WHITE]), 7, gain),)
        temperature = str(Fraction(random.randint(-4, 40), 4))
        return region(number, temperature, black_move=moves[0], white_move=moves[1], **more)
    a, b, c, d = sorted((random.randint(-9, 9) for _ in range(4)), reverse=True)
    return of_game(number, f"{a}|{b}||{c}|{d}", **more)


def allowed(situation):
    """All moves that the player could be told to play."""
    side, moves = situation.side, set()
    for outlook in situation.outlooks:
        moves.add(outlook.move(side))
        moves |= {each.move for each in outlook.alternatives if each.side == side}
        moves |= {each.move for each in outlook.threats if each.side == side}
        if outlook.game is not None:
            moves |= set(outlook.game.moves(side))
        if outlook.ko is not None:
            moves.add(outlook.ko.finish if outlook.ko.holder == side else outlook.ko.take)
    return moves - situation.banned - {None}


def test_a_choice_is_always_sensible():
    random = Random(11)
    search = SumSearch(500)
    choosers = [Chooser(Policy(strategy), search) for strategy in Strategy]
    passes = moves = 0
    for _ in range(120):
        outlooks = [random_outlook(random, number) for number in range(random.randint(0, 6))]
        situation = asked(
            *outlooks,
            side=random.choice([BLACK, WHITE]),
            ambient=random.choice([None, Fraction(random.randint(0, 8))]),
            idle=Fraction(random.choice([0, 0, -1])),
            banned=frozenset(random.sample(range(70), 12)),
        )
        for chooser in choosers:
            choice = chooser.choose(situation)
            assert choice.reasons, outlooks
            if choice.move is None:
                passes += 1
                assert choice.region is None
                assert any("pass: " in reason for reason in choice.reasons)
            else:
                moves += 1
                assert choice.move in allowed(situation), outlooks
                assert choice.region in {outlook.region for outlook in outlooks}
                assert choice.reasons[0].startswith(f"M{choice.move}"), choice.text
    assert passes > 25
    assert moves > 250
