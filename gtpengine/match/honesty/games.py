"""The games that reviews are tried on: small and large boards, professionals and kyu players."""

from pathlib import Path

from gtpengine.errors import BadInput

# Folders below the data, and how many games of each, evenly spread in the order of names.
_FOLDERS = {
    "games/pro9": 9,
    "games/pro13": 7,
    "games/pro19_counted": 8,
    "games/bots19_counted": 2,
    "gnugo/games/kgs": 3,
}
# Once reviewed as faultless; KataGo finds 25 points lost.
_NAMED = ("games/pro9/Minigo_000108.sgf",)
# Kyu players against GNU Go, where the folder of kyu players has no others.
_OTHER_KYU = (
    "gnugo/games/nngs/gnugo-3.2-merlin-200205071828.sgf",
    "gnugo/games/nngs/gnugo-3.3.11-bconwil-200211202359.sgf",
    "gnugo/games/nngs/gnugo-3.3.17-Wiedemann-200303251932.sgf",
    "gnugo/games/nngs/gnugo-3.3.21-joshj-200306270402.sgf",
)


def shared_games(data: Path, other: int = 0) -> list[Path]:
    """Return thirty games, of each kind in turn; with `other` those that many places further.

    Rules are made with one set and measured with another. There is one other set of kyu players.

    Raises:
        BadInput: the data are not there.
    """
    kinds = [[data / name for name in (_OTHER_KYU if other else _NAMED)]]
    for folder, count in _FOLDERS.items():
        paths = sorted((data / folder).glob("*.sgf"))
        if len(paths) < count:
            raise BadInput(f"'{data / folder}' holds fewer than {count} game records")
        if other and len(paths) < 2 * count:
            continue
        kinds.append([paths[place * len(paths) // count + other] for place in range(count)])
    longest = max(len(kind) for kind in kinds)
    return [kind[place] for place in range(longest) for kind in kinds if place < len(kind)]
