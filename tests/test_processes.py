"""Other programs: CPU time of everything that was started, by whichever thread."""

import os
import subprocess
import sys
import threading

import pytest

from gtpengine.processes.cputime import process_seconds
from tests.match.games import wait_until

BUSY = """
import sys, time
while time.process_time() < 0.6:
    pass
print(flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(process_seconds(os.getpid()) is None, reason="the system does not tell")
def test_children_of_every_thread_are_counted():
    started = []

    def start():
        pipe = subprocess.PIPE
        started.append(subprocess.Popen([sys.executable, "-c", BUSY], stdin=pipe, stdout=pipe))
        leave.wait()

    leave = threading.Event()
    before = process_seconds(os.getpid())
    own = sum(os.times()[:2])
    thread = threading.Thread(target=start)
    thread.start()
    try:
        wait_until(lambda: started)
        started[0].stdout.readline()
        used = process_seconds(os.getpid()) - before - (sum(os.times()[:2]) - own)
        assert used > 0.5
    finally:
        leave.set()
        thread.join()
        started[0].communicate()
