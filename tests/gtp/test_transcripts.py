"""Golden conversations: in transcripts/*.gtp, `> ` is what a client sends, the rest our answer.

To renew them after a wanted change: `python -m tests.gtp.test_transcripts`, then read the diff.
"""

from pathlib import Path

import pytest

from gtpengine import __version__
from gtpengine.config import Config, GtpConfig
from tests.gtp.conversation import Conversation

FOLDER = Path(__file__).parent / "transcripts"
SENT = "> "


def replayed(text):
    """Return the transcript with our answers of today."""
    talk = Conversation(Config(gtp=GtpConfig(kgs="\n> kgs-chat" in text)))
    lines = []
    for line in text.splitlines():
        if line.startswith(SENT):
            answer = talk.say(line.removeprefix(SENT)).replace(__version__, "VERSION")
            lines.append(line + "\n" + answer)
        elif line.startswith("#"):
            lines.append(line + "\n")
    return "".join(lines)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.gtp")), ids=lambda path: path.stem)
def test_transcript(path):
    text = path.read_text(encoding="utf-8")
    assert text.count(SENT) > 3
    assert replayed(text) == text


if __name__ == "__main__":
    for path in FOLDER.glob("*.gtp"):
        path.write_text(replayed(path.read_text(encoding="utf-8")), encoding="utf-8")
