"""`gtpengine status FILE.sgf`: what is proved and read about the chains of a position."""

import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gtpengine status`."""
    parser.add_argument("file", metavar="FILE.sgf", help="a game record")
    parser.add_argument("--at", metavar="VERTEX", help="the chain there; without it, all chains")
    parser.add_argument(
        "--move", type=int, metavar="N", help="the position before move N; without it, the last one"
    )
    parser.add_argument(
        "--seconds", type=float, default=2.0, metavar="S", help="for proofs of the whole board (2)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the status of one chain, or of every chain and the proved points.

    Raises:
        BadInput: the record or the vertex is unusable, or no stone is there.
    """
    from gtpengine.board.colours import BLACK, EMPTY, WHITE, colour_name
    from gtpengine.board.points import NO_POINT, PASS, point_of, vertex_of
    from gtpengine.cli.analyze import check_seconds
    from gtpengine.cli.records import open_record
    from gtpengine.cli.stdout import checked_stdout
    from gtpengine.errors import BadInput

    seconds = check_seconds(arguments.seconds)
    record, _ = open_record(arguments.file, None)
    position = record.position(arguments.move)
    stone = NO_POINT
    if arguments.at:
        stone = point_of(arguments.at, position.width, position.height)
        if stone == PASS or position.colour_at(stone) == EMPTY:
            raise BadInput(f"there is no stone at {arguments.at}")

    from gtpengine.reading.prover import Prover
    from gtpengine.reading.words import status_lines
    from gtpengine.search.tree.status import StatusJudge

    found = Prover().prove(position, seconds)
    judge = StatusJudge()
    with checked_stdout() as stdout:
        for chain in position.chains():
            first = min(chain.stones)
            if stone != NO_POINT and stone not in chain.stones:
                continue
            proved = found.safe[chain.colour] >> first & 1
            dead = found.territory[BLACK + WHITE - chain.colour] >> first & 1
            name = f"{colour_name(chain.colour)} {vertex_of(stone or first)}"
            if proved or dead:
                stdout.write(f"{name}: {'alive' if proved else 'dead'}, proved\n")
            if not (proved or dead) or stone != NO_POINT:
                status = judge.status(position, first)
                stdout.write("".join(f"{line}\n" for line in status_lines(name, status)))
        if stone == NO_POINT:
            count = found.points.bit_count()
            share = count / (position.width * position.height)
            stdout.write(f"{count} points ({share:.0%}) have a proved owner\n")
    return 0
