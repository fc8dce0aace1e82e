"""The engine with an analyst and a thinker of which everything is known beforehand."""

from gtpengine.__main__ import main
from gtpengine.engine import hiring
from gtpengine.gtp import serve
from tests.gtp.fakes import FakeAnalyst, FakeThinker

serve.load_analyst = lambda adviser: FakeAnalyst()
hiring.load_thinking = lambda adviser: FakeThinker()

if __name__ == "__main__":
    main()
