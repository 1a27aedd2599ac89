"""One POST of JSON over HTTP, on a connection that stays open: the standard library, with a deadline.

The standard library does all that is needed (TLS, proxies by a tunnel, connections kept open), so that an
endpoint can be audited with nothing installed but corefair, and no other package ever holds the key. A
redirect is not followed: the key goes to the address that was named, and to no other.
"""

from __future__ import annotations

import http.client
import io
import json
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple, cast
from urllib.parse import SplitResult, urlsplit
from urllib.request import getproxies, proxy_bypass

from corefair.errors import DataError
from corefair.systems.checking import as_text

LONGEST = 16 * 2**20  # bytes in a response; more is no answer to a question
_TOO_LONG = f"the response is longer than {LONGEST:,} bytes"
_LOCAL = ("127.0.0.1", "localhost", "::1")


class Unanswered(Exception):
    """No whole response came: why, in words; another attempt may fare better, or `nobody` is there."""

    def __init__(self, why: str, *, nobody: bool = False) -> None:
        super().__init__(why)
        self.nobody = nobody


class Response(NamedTuple):
    """A status, the headers in lower case, and the body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Poster:
    """Posts to one address; each thread has a connection of its own."""

    def __init__(self, url: str, *, key: str | None, timeout: float) -> None:
        parts = _parts(url)
        if parts.username or parts.password or parts.query:
            raise DataError(
                "an address with a user, a password or a query would end up in reports: leave it out"
            )
        if key and parts.scheme == "http" and parts.hostname not in _LOCAL:
            raise DataError(f"a key is not sent in the clear: use https, or unset it, for {parts.hostname}")
        self.url, self._key, self.timeout = url.rstrip("/"), key, timeout
        self._parts = parts
        self._here = threading.local()
        self._open: set[http.client.HTTPConnection] = set()
        self._lock = threading.Lock()

    def post(self, path: str, body: Mapping[str, Any]) -> Response:
        """The response to a JSON body, whatever its status; Unanswered where there is none in time."""
        deadline = time.monotonic() + self.timeout
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        data = json.dumps(body).encode()
        try:
            return self._exchange(path, data, headers, deadline)
        except Unanswered:
            self.close()
            raise
        except (TimeoutError, http.client.HTTPException, OSError) as error:
            self.close()
            nobody = isinstance(error, ConnectionRefusedError | socket.gaierror)
            why = f"nobody answers at {self.url}: {error}" if nobody else _in_words(error, self.timeout)
            raise Unanswered(why, nobody=nobody) from None
        except ValueError as error:  # whose words may quote a header, and so the key
            self.close()
            raise Unanswered(f"what was to be sent, or came, is no HTTP ({type(error).__name__})") from None

    def close(self) -> None:
        """Close this thread's connection."""
        connection = getattr(self._here, "connection", None)
        self._here.connection = None
        if connection is not None:
            with self._lock:
                self._open.discard(connection)
            connection.close()

    def close_all(self) -> None:
        """Close the connections of all threads, which must be done with them."""
        with self._lock:
            left, self._open = self._open, set()
        for connection in left:
            connection.close()
        self._here = threading.local()

    def _exchange(self, path: str, data: bytes, headers: Mapping[str, str], deadline: float) -> Response:
        connection = self._connected(deadline)
        connection.response_class = _before(deadline)
        _set_timeout(connection, deadline)
        connection.request("POST", self._path(path), data, dict(headers))
        response = connection.getresponse()
        body = bytearray()
        while piece := response.read1(2**16):
            body += piece
            if len(body) > LONGEST:
                raise Unanswered(_TOO_LONG)
        if response.length:  # what was announced and did not come
            raise http.client.IncompleteRead(bytes(body), response.length)
        response.close()  # of the response, not of the connection
        names = {name.lower(): value for name, value in response.getheaders()}
        if response.will_close:
            self.close()
        return Response(response.status, names, _decoded(bytes(body), names.get("content-encoding", "")))

    def _path(self, path: str) -> str:
        """Below the address; what only llama.cpp has is beside its /v1."""
        base = self._parts.path.rstrip("/")
        return (base.removesuffix("/v1") if path == "/tokenize" else base) + path

    def _connected(self, deadline: float) -> http.client.HTTPConnection:
        known: http.client.HTTPConnection | None = getattr(self._here, "connection", None)
        if known is not None:
            return known
        host, scheme = self._parts.hostname or "", self._parts.scheme
        port = self._parts.port or (443 if scheme == "https" else 80)
        proxy = None if host in _LOCAL or proxy_bypass(host) else getproxies().get(scheme)
        at, at_port = (host, port) if proxy is None else _proxy(proxy)
        made: http.client.HTTPConnection
        if scheme == "https":
            made = http.client.HTTPSConnection(
                at, at_port, timeout=self.timeout, context=ssl.create_default_context()
            )
        else:
            made = http.client.HTTPConnection(at, at_port, timeout=self.timeout)
        if proxy is not None:
            made.set_tunnel(host, port)
        made.response_class = _before(deadline)  # of the proxy
        made.connect()
        self._here.connection = made
        with self._lock:
            self._open.add(made)
        return made


def _proxy(url: str) -> tuple[str, int]:
    parts = urlsplit(url if "//" in url else f"http://{url}")
    return parts.hostname or "", parts.port or 8080


class _Timed(io.RawIOBase):
    """What comes from a socket: each read has what is left of the time, however little comes with each."""

    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock, self._deadline = sock, deadline
        self._raw = sock.makefile("rb", buffering=0)  # which keeps the socket open until it is read

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._sock.settimeout(_left(self._deadline))
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _Source(NamedTuple):
    """A socket, as a response takes it."""

    sock: socket.socket
    deadline: float

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Timed(self.sock, self.deadline))


def _before(deadline: float) -> Any:
    """What makes responses that are read until then; their headers, and what comes before them, as well."""

    def response(sock: socket.socket, *given: Any, **settings: Any) -> http.client.HTTPResponse:
        return http.client.HTTPResponse(cast(Any, _Source(sock, deadline)), *given, **settings)

    return response


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _parts(url: str) -> SplitResult:
    """The parts of an address that can be asked, or a DataError at once."""
    wrong = DataError(f"{as_text(url)!r} is no address: write openai:MODEL@https://HOST/v1")
    try:
        parts = urlsplit(url)
        _ = parts.port  # which is read, and checked, here
    except ValueError:
        raise wrong from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise wrong
    if not (url.isascii() and url.isprintable()) or " " in url:
        raise DataError(
            f"the address {as_text(url)!r} holds a space or another character that must be written as %XX"
        )
    return parts


def _decoded(body: bytes, encoding: str) -> bytes:
    """What was packed, though nobody asked for it."""
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return body
    if name not in ("gzip", "x-gzip"):
        raise Unanswered(f"the response is packed as {name[:40]!r}, which was not asked for")
    unpacked = zlib.decompressobj(wbits=31)
    try:
        found = unpacked.decompress(body, LONGEST)
    except zlib.error:
        raise Unanswered("the response is said to be packed by gzip, and is not") from None
    if unpacked.unconsumed_tail:
        raise Unanswered(_TOO_LONG)
    return found


def _set_timeout(connection: http.client.HTTPConnection, deadline: float) -> None:
    """What is left of the time, for the next thing that may block."""
    left = _left(deadline)
    if connection.sock is not None:
        connection.sock.settimeout(left)


def _in_words(error: Exception, timeout: float) -> str:
    if isinstance(error, TimeoutError):
        return f"no whole response within {timeout:g} s"
    if isinstance(error, http.client.RemoteDisconnected | BrokenPipeError | ConnectionResetError):
        return f"the connection was dropped ({type(error).__name__})"
    if isinstance(error, http.client.IncompleteRead):
        return "the response was cut short"
    return f"{type(error).__name__}: {error}"
