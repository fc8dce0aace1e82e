"""Answers that go on until the client says something."""

import itertools

from gtpengine.gtp.registry import Registry
from tests.gtp.conversation import Conversation


def streaming(lines):
    extra = Registry()

    @extra.add("watch")
    def watch(session, arguments):
        return lines()

    return Conversation(extra=extra)


def test_any_input_ends_a_stream_which_is_then_closed():
    closed = []

    def lines():
        try:
            for number in itertools.count():
                yield f"info {number}"
        finally:
            closed.append(True)

    assert streaming(lines).say(b"4 watch\n5 name\n") == "=4\ninfo 0\n\n=5 gtpengine\n\n"
    assert closed == [True]


def test_a_stream_may_end_by_itself():
    talk = streaming(lambda: (line for line in ["one", "two\n\nlines", ""]))
    # The end of input counts as input, and it is already there: hide it.
    talk.inbox.receive(b"watch")
    talk.inbox._queue.put(None)
    talk.loop._inbox.has_more = lambda: False
    talk.loop.run()
    assert talk.output.text() == "=\none\ntwo lines\n\n"


def test_a_stream_that_fails_ends_properly(caplog):
    def lines():
        yield "one"
        raise ValueError("broken")

    talk = streaming(lines)
    talk.inbox.receive(b"watch")
    talk.inbox.receive(b"name")
    talk.loop._inbox.has_more = lambda: False
    talk.inbox._queue.put(None)
    talk.loop.run()
    assert talk.output.text() == "=\none\n\n= gtpengine\n\n"
    assert "broken" in caplog.text
