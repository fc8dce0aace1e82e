"""Hiring: a staff with everything that the engine has."""

import logging
from functools import partial

from gtpengine.engine.adviser import Adviser
from gtpengine.engine.opening import BadBook, OpeningBook, load_book
from gtpengine.engine.settings import Settings
from gtpengine.engine.staff import Staff
from gtpengine.engine.thinking import Thinking, load_thinking
from gtpengine.engine.warmup import Loading, Warmup

log = logging.getLogger(__name__)


def complete_staff(settings: Settings, adviser: Adviser | None = None) -> Staff:
    """Return a staff with book, search and, if there is one, a partner; `start` loads them."""
    warmup = Warmup()
    load = partial(load_thinking, adviser)
    thinking = Loading[Thinking | None](None, load, "search", after=warmup)
    try:
        book = load_book()
    except BadBook as error:
        log.warning("%s; playing on without it", error)
        book = OpeningBook()
    return Staff(settings, warmup, thinking, book)
