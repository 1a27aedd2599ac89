"""Downloads against a server on this machine that fails in every way we promise to survive."""

from __future__ import annotations

import errno
import hashlib
import os
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.io.download import download, is_whole

BODY = bytes(range(256)) * 1000  # 256,000 bytes, several chunks
SHA256 = hashlib.sha256(BODY).hexdigest()
WRONG = BODY[:100_000] + b"\xff" + BODY[100_001:]  # BODY has b"\xa0" there


@dataclass
class Answer:
    """How the server treats one request."""

    body: bytes = BODY
    status: int | None = None  # an error
    drop_after: int | None = None  # bytes sent before the connection goes
    ranges: bool = True
    says_length: bool = True
    shift: int = 0  # the range sent starts this much later than the one asked for
    silent: bool = False
    trickles: bool = False  # a byte now and then, never long enough apart to time out
    trickles_headers: bool = False  # the same before it has said how long the file is
    trickles_chunks: bool = False  # the same before the first piece of a file that comes in pieces
    stalls: bool = False  # says nothing more after drop_after bytes, but holds the line


class Server(ThreadingHTTPServer):
    daemon_threads = False  # so that closing waits for every handler

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script: list[Answer] = []  # one per request, the last for ever
        self.ranges: list[str | None] = []  # the Range header of each request
        self.over = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/a%20file"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        server, asked = self.server, self.headers.get("Range")
        server.ranges.append(asked)
        answer = server.script.pop(0) if len(server.script) > 1 else server.script[0]
        if answer.silent:
            server.over.wait(10)
            return
        if answer.trickles_headers or answer.trickles_chunks:
            begins = b"" if answer.trickles_headers else b"Transfer-Encoding: chunked\r\n\r\n1;"
            self.wfile.write(b"HTTP/1.1 200 OK\r\n" + begins)
            while not server.over.wait(0.02):
                self.wfile.write(b"x")
            return
        start = int(asked.removeprefix("bytes=").removesuffix("-")) if asked and answer.ranges else 0
        if answer.status or start >= len(answer.body):
            self.send_error(answer.status or 416)
            return
        start += answer.shift
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(answer.body) - 1}/{len(answer.body)}")
        if answer.says_length:
            self.send_header("Content-Length", str(len(answer.body) - start))
        self.end_headers()
        for at in range(start, len(answer.body)) if answer.trickles else ():
            self.wfile.write(answer.body[at : at + 1])
            if server.over.wait(0.02):
                return
        self.wfile.write(answer.body[start:][: answer.drop_after])
        if answer.stalls:
            server.over.wait(10)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.over.set()
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def to(tmp_path: Path) -> Path:
    return tmp_path / "set" / "file.tsv"


def part_of(to: Path) -> Path:
    return to.with_name(to.name + ".part")


def fetch(server: Server, to: Path, *answers: Answer, tries: int = 5, **options: object) -> Path:
    server.script, server.ranges = list(answers), []
    options = {"size": len(BODY), "sha256": SHA256, "tries": tries, "pause": 0.0} | options
    return download(server.url, to, **options)  # type: ignore[arg-type]


def test_a_file_arrives_and_nothing_else_stays(server: Server, to: Path) -> None:
    seen: list[int] = []
    assert fetch(server, to, Answer(), progress=lambda _, n_bytes, of: seen.append(n_bytes)) == to
    assert to.read_bytes() == BODY
    assert [path.name for path in to.parent.iterdir()] == ["file.tsv"]
    assert server.ranges == [None]
    assert seen == sorted(seen) and seen[-1] == len(BODY)


def test_dropped_connections_are_resumed_where_they_stopped(server: Server, to: Path) -> None:
    drop = Answer(drop_after=70_000)
    fetch(server, to, drop, drop, drop, Answer())
    assert to.read_bytes() == BODY
    assert server.ranges == [None, "bytes=70000-", "bytes=140000-", "bytes=210000-"]


def test_a_server_that_does_not_say_its_length_may_drop_too(server: Server, to: Path) -> None:
    fetch(server, to, Answer(drop_after=70_000, says_length=False), Answer())
    assert to.read_bytes() == BODY
    assert server.ranges == [None, "bytes=70000-"]


def test_the_next_call_goes_on_from_the_part(server: Server, to: Path) -> None:
    with pytest.raises(DataError, match=r"connection was dropped \(2 tries, 2000 of 256000 bytes are here\)"):
        fetch(server, to, Answer(drop_after=1000), tries=2)
    assert not to.exists()
    assert part_of(to).read_bytes() == BODY[:2000]
    fetch(server, to, Answer())
    assert server.ranges == ["bytes=2000-"]
    assert to.read_bytes() == BODY
    assert not part_of(to).exists()


def test_a_complete_part_needs_no_request(server: Server, to: Path) -> None:
    to.parent.mkdir()
    part_of(to).write_bytes(BODY)
    fetch(server, to, Answer())
    assert server.ranges == []
    assert to.read_bytes() == BODY


def test_a_part_that_is_too_long_is_started_over(server: Server, to: Path) -> None:
    to.parent.mkdir()
    part_of(to).write_bytes(BODY + b"more")
    fetch(server, to, Answer())
    assert server.ranges == [None]
    assert to.read_bytes() == BODY


def test_a_server_that_ignores_ranges_starts_over(server: Server, to: Path) -> None:
    fetch(server, to, Answer(drop_after=70_000), Answer(ranges=False))
    assert server.ranges == [None, "bytes=70000-"]
    assert to.read_bytes() == BODY


def test_a_server_that_sends_another_range_is_asked_for_the_whole(server: Server, to: Path) -> None:
    fetch(server, to, Answer(drop_after=70_000), Answer(shift=5), Answer())
    assert server.ranges == [None, "bytes=70000-", None]
    assert to.read_bytes() == BODY


def test_one_wrong_byte_is_refused_and_not_kept(server: Server, to: Path) -> None:
    with pytest.raises(DataError) as caught:
        fetch(server, to, Answer(body=WRONG))
    for said in (server.url, SHA256, hashlib.sha256(WRONG).hexdigest(), "try again"):
        assert said in str(caught.value)
    assert list(to.parent.iterdir()) == []
    assert server.ranges == [None]  # the answer was whole: asking five times would not help


def test_a_resumed_part_of_something_else_is_refused_then_started_over(server: Server, to: Path) -> None:
    to.parent.mkdir()
    part_of(to).write_bytes(b"<html>please log in</html>")
    with pytest.raises(DataError, match="not the published file"):
        fetch(server, to, Answer())
    assert list(to.parent.iterdir()) == []
    fetch(server, to, Answer())
    assert to.read_bytes() == BODY


@pytest.mark.parametrize("body", [BODY[:-1], BODY + b"\n"], ids=["short", "long"])
def test_another_size_is_refused_before_the_part_is_touched(server: Server, to: Path, body: bytes) -> None:
    to.parent.mkdir()
    part_of(to).write_bytes(BODY[:500])
    with pytest.raises(DataError, match=f"expected 256000 bytes, the server offers {len(body)}"):
        fetch(server, to, Answer(body=body))
    assert server.ranges == ["bytes=500-"]
    assert not to.exists()
    assert part_of(to).read_bytes() == BODY[:500]


def test_too_many_bytes_are_refused_though_no_length_was_said(server: Server, to: Path) -> None:
    seen: list[int] = []
    with pytest.raises(DataError, match="not the published file"):
        answer = Answer(body=BODY * 4, says_length=False)
        fetch(server, to, answer, progress=lambda _, n_bytes, of: seen.append(n_bytes))
    assert max(seen) < 2 * len(BODY)  # and not read to an end that may never come
    assert list(to.parent.iterdir()) == []


def test_too_few_bytes_are_refused_though_no_length_was_said(server: Server, to: Path) -> None:
    with pytest.raises(DataError, match="no such range of bytes"):
        fetch(server, to, Answer(body=BODY[:500], says_length=False), tries=4)
    assert server.ranges == [None, "bytes=500-", None, "bytes=500-"]
    assert not to.exists()


def test_not_found_is_said_once_and_keeps_the_part(server: Server, to: Path) -> None:
    to.parent.mkdir()
    part_of(to).write_bytes(BODY[:500])
    with pytest.raises(DataError, match="404 Not Found; check the address or the mirror"):
        fetch(server, to, Answer(status=404))
    assert server.ranges == ["bytes=500-"]
    assert not to.exists()
    assert part_of(to).read_bytes() == BODY[:500]


def test_a_busy_server_is_asked_again(server: Server, to: Path) -> None:
    fetch(server, to, Answer(status=503), Answer(status=429), Answer())
    assert server.ranges == [None, None, None]
    assert to.read_bytes() == BODY


def test_a_silent_server_times_out(server: Server, to: Path) -> None:
    with pytest.raises(DataError, match=r"no answer within 0.1 seconds \(2 tries"):
        fetch(server, to, Answer(silent=True), tries=2, timeout=0.1)
    assert len(server.ranges) == 2
    assert list(to.parent.iterdir()) == []


def test_a_stalled_download_loses_nothing_that_came(server: Server, to: Path) -> None:
    fetch(server, to, Answer(drop_after=1000, stalls=True), Answer(), timeout=0.1)
    assert server.ranges == [None, "bytes=1000-"]
    assert to.read_bytes() == BODY


def test_a_server_that_trickles_does_not_hold_us_for_ever(server: Server, to: Path) -> None:
    server.script = [Answer(trickles=True)]
    with pytest.raises(DataError, match=r"not done within 0 s \(1 tries, \d+ of 256000 bytes are here\)"):
        download(server.url, to, size=len(BODY), sha256=SHA256, pause=0, within=0.5)
    server.over.set()
    assert 0 < to.with_name(to.name + ".part").stat().st_size < len(BODY), "what came is kept"


@pytest.mark.parametrize("answer", [Answer(trickles_headers=True), Answer(trickles_chunks=True)])
def test_nor_does_one_that_trickles_before_the_first_byte(server: Server, to: Path, answer: Answer) -> None:
    server.script = [answer]
    threading.Timer(3, server.over.set).start()  # what does not hold ends too
    with pytest.raises(DataError, match=r"not done within 0 s \(1 tries, 0 of 256000 bytes are here\)"):
        download(server.url, to, size=len(BODY), sha256=SHA256, pause=0, within=0.3)
    assert not server.over.is_set()
    server.over.set()


def test_a_refused_connection_is_said_in_words(server: Server, to: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))  # bound, not listening
        url = f"http://127.0.0.1:{free.getsockname()[1]}/a"
        with pytest.raises(DataError, match="the server refused the connection"):
            download(url, to, size=1, sha256=SHA256, tries=2, pause=0)


@pytest.mark.parametrize("url", ["file:///etc/hostname", "ftp://127.0.0.1/a", "127.0.0.1/a", "http://a:b/"])
def test_an_address_that_is_none_is_refused(to: Path, url: str) -> None:
    with pytest.raises(DataError, match="cannot download " + url):
        download(url, to, size=1, sha256=SHA256, tries=1)
    assert not to.exists()


def test_a_right_file_is_not_fetched_again(server: Server, to: Path) -> None:
    to.parent.mkdir()
    to.write_bytes(BODY)
    fetch(server, to, Answer())
    assert server.ranges == []


def test_a_wrong_file_is_replaced_only_by_a_right_one(server: Server, to: Path) -> None:
    to.parent.mkdir()
    to.write_bytes(WRONG)
    with pytest.raises(DataError, match="404"):
        fetch(server, to, Answer(status=404))
    assert to.read_bytes() == WRONG
    fetch(server, to, Answer())
    assert to.read_bytes() == BODY


def test_an_interrupt_leaves_the_part_behind(server: Server, to: Path) -> None:
    def interrupt(what: str, n_bytes: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch(server, to, Answer(), progress=interrupt)
    n_bytes = part_of(to).stat().st_size
    assert 0 < n_bytes < len(BODY)
    assert not to.exists()
    fetch(server, to, Answer())
    assert server.ranges == [f"bytes={n_bytes}-"]
    assert to.read_bytes() == BODY


def test_a_full_disk_is_said_and_keeps_the_part(
    server: Server, to: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(DataError, match="No space left on device; make room"):
            fetch(server, to, Answer())
    assert [path.name for path in to.parent.iterdir()] == ["file.tsv.part"]
    fetch(server, to, Answer())
    assert server.ranges == []
    assert to.read_bytes() == BODY


def test_a_folder_that_cannot_be_made_is_said(server: Server, tmp_path: Path) -> None:
    (tmp_path / "set").write_text("a file where the folder should be")
    with pytest.raises(DataError, match="cannot be written"):
        fetch(server, tmp_path / "set" / "file.tsv", Answer())
    assert server.ranges == []


def test_a_whole_file_has_the_size_and_the_checksum(tmp_path: Path) -> None:
    path = tmp_path / "file"
    assert not is_whole(path, size=3, sha256=hashlib.sha256(b"abc").hexdigest())
    path.write_bytes(b"abc")
    assert is_whole(path, size=3, sha256=hashlib.sha256(b"abc").hexdigest())
    assert not is_whole(path, size=3, sha256=hashlib.sha256(b"abd").hexdigest())
    assert not is_whole(path, size=4, sha256=hashlib.sha256(b"abc").hexdigest())
