"""Who may use the server: our own page, and nobody else's."""

import pytest

pytest.importorskip("uvicorn", reason="the extra 'web' is not installed")

from websockets.exceptions import InvalidStatus

from gtpengine.web.app import MOST_BYTES
from gtpengine.web.server import Place, listen
from tests.web.serving import Talk, request, serving

SGF = b"(;GM[1]SZ[9];B[ee])"


@pytest.fixture(scope="module")
def server():
    with serving(load=object) as running:
        yield running


def test_only_this_machine_can_reach_it_by_default():
    running = listen(Place(), load=object)
    assert running.listening.getsockname()[0] == "127.0.0.1"
    running.listening.close()


def test_the_page_brings_the_token_and_forbids_what_comes_from_elsewhere(server):
    status, headers, body = request(server, "GET", "/", token=False)
    assert status == 200
    assert server.token.encode() in body
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "script-src 'self';" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert not any(name.startswith("access-control") for name in headers)


def test_other_names_are_refused(server):
    port = server.listening.getsockname()[1]
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "", "["):
        assert request(server, "GET", "/", headers={"Host": host})[0] == 403, host
    for host in (f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}"):
        assert request(server, "GET", "/", headers={"Host": host})[0] == 200, host


def test_other_origins_are_refused(server):
    own = server.address.rstrip("/")
    for origin in ("http://evil.example", "null", own.replace("http", "https") + "0", "http://"):
        assert request(server, "POST", "/record", SGF, {"Origin": origin})[0] == 403, origin
    assert request(server, "POST", "/record", SGF, {"Origin": own})[0] == 200
    assert request(server, "GET", "/opened", headers={"Sec-Fetch-Site": "cross-site"})[0] == 403


def test_what_does_work_needs_the_token(server):
    assert request(server, "POST", "/record", SGF, token=False)[0] == 403
    wrong = {"x-gtpengine-token": server.token[:-1] + "?"}
    assert request(server, "POST", "/record", SGF, wrong, token=False)[0] == 403
    assert request(server, "POST", "/record", SGF)[0] == 200


@pytest.mark.parametrize(
    "more",
    [{"token": ""}, {"token": "wrong"}, {"origin": "http://evil.example"}, {"origin": None}],
    ids=["no token", "wrong token", "other origin", "no origin"],
)
def test_sockets_of_others_are_refused(server, more):
    with pytest.raises(InvalidStatus, match="403"):
        Talk(server, **more)


def test_large_records_are_refused(server):
    large = b"(;C[" + b"x" * MOST_BYTES + b"])"
    assert request(server, "POST", "/record", large)[0] == 413
    parts = {"Transfer-Encoding": "chunked"}
    chunks = [b"%x\r\n%s\r\n" % (len(large), large), b"0\r\n\r\n"]
    assert request(server, "POST", "/record", b"".join(chunks), parts)[0] == 413


def test_only_our_own_files_are_served(server):
    assert request(server, "GET", "/static/js/main.js")[0] == 200
    assert request(server, "GET", "/static/picture.css")[0] == 200
    for name in ("../app.py", "..%2fapp.py", "index.html", "/etc/passwd", "js", ""):
        assert request(server, "GET", f"/static/{name}")[0] == 404, name


def test_bad_records_are_told_in_words(server):
    status, _, body = request(server, "POST", "/record", b"nothing")
    assert (status, body) == (400, b"not an SGF file: no '(;' in it that begins a game")
