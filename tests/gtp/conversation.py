"""The engine's loop inside the test process: bytes in, bytes out, no kernels."""

from gtpengine.config import Config, PlayerConfig
from gtpengine.engine.rough import RoughReading
from gtpengine.engine.settings import Settings
from gtpengine.engine.staff import Staff
from gtpengine.engine.warmup import Warmup
from gtpengine.gtp.catalogue import catalogue
from gtpengine.gtp.inbox import Inbox
from gtpengine.gtp.loop import Loop
from gtpengine.gtp.registry import Registry
from gtpengine.gtp.session import Session

NO_DESCRIPTOR = -1
# Playouts in plain Python take their time.
QUICK = Config(player=PlayerConfig(playouts=20))


class Collector:
    """An output that keeps each write by itself."""

    def __init__(self):
        self.writes = []

    def write(self, data):
        self.writes.append(data)

    def text(self):
        return b"".join(self.writes).decode()


class Conversation:
    """A session that answers as soon as it is spoken to."""

    def __init__(self, config=None, autosave=None, extra=None, staff=None):
        config = config or QUICK
        warmup = Warmup(load=RoughReading)
        warmup.start()
        self.inbox = Inbox(NO_DESCRIPTOR, hurry_at_end=False)
        self.output = Collector()
        self.session = Session(
            config,
            staff or Staff(Settings.of(config), warmup),
            autosave,
            self.inbox.watching,
        )
        registry = catalogue(config.gtp)
        if extra is not None:
            registry = Registry(registry, extra)
        self.loop = Loop(self.session, registry, self.inbox, self.output)

    def say(self, raw):
        """Send lines (bytes, or text without its last line break); return all that is answered."""
        data = raw if isinstance(raw, bytes) else raw.encode() + b"\n"
        before = len(self.output.writes)
        for line in data.split(b"\n")[:-1]:
            self.inbox.receive(line)
        self.inbox.close()
        self.loop.run()
        return b"".join(self.output.writes[before:]).decode()

    def tell(self, command):
        """Send a command that must succeed; return its text."""
        answer = self.say(command)
        assert answer.startswith("="), f"{command}: {answer}"
        assert answer.endswith("\n\n")
        return answer[1:].strip()
