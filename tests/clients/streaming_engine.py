"""The engine with one more command: an analysis that never ends by itself, as GUIs start it."""

import itertools
import time

from gtpengine.__main__ import main
from gtpengine.gtp.commands import admin

LINE = "info move D4 visits 10 winrate 5000 prior 100 lcb 4900 order 0 pv D4 E5"


@admin.commands.add("lz-analyze")
def analyze(session, arguments):
    def lines():
        for _ in itertools.count():
            yield LINE
            time.sleep(0.02)

    return lines()


if __name__ == "__main__":
    main()
