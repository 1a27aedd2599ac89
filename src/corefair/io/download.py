"""One file from the network to its place: resumed where it stopped, checked before it takes its name."""

from __future__ import annotations

import hashlib
import queue
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from corefair.errors import DataError
from corefair.runs.writing import replacing
from corefair.types import Said

if TYPE_CHECKING:
    from http.client import HTTPResponse

Got = TypeVar("Got")

_CHUNK = 1 << 16
_AGAIN = (408, 425, 429, 500, 502, 503, 504)  # what a server says when a later try may succeed


def download(
    url: str,
    to: Path,
    *,
    size: int,
    sha256: str,
    progress: Said | None = None,
    timeout: float = 30.0,
    tries: int = 5,
    pause: float = 0.5,
    within: float | None = None,
) -> Path:
    """Fetch `url` into the file `to`, which appears only when its size and SHA-256 are the expected ones.

    The bytes gather in `to` + ".part". That file stays when the connection, the disk or the user stops the
    work, and the next call goes on from its end; it is removed when the bytes turn out to be the wrong ones.
    A file that is already there and right is not fetched again. `progress` is told how many bytes of the file
    are here; `pause` is the wait in seconds before the second try, doubled before each further one. `within`
    is the limit for all of it, by default ten minutes and a second for every 20 kB: a server that trickles
    does not hold us for ever.
    """
    if not url.startswith(("http://", "https://")):
        raise DataError(f"cannot download {url}: the address has to start with https:// or http://")
    part = to.with_name(to.name + ".part")
    try:
        if is_whole(to, size=size, sha256=sha256):
            return to
        to.parent.mkdir(parents=True, exist_ok=True)
        limit = 600 + size / 20_000 if within is None else within
        _fill(url, part, size=size, progress=progress, timeout=timeout, limit=limit, tries=tries, pause=pause)
        found = _place(part, to, sha256=sha256)
        if found != sha256:
            n_bytes = part.stat().st_size
            part.unlink()
            raise DataError(
                f"what came from {url} is not the published file: expected {size} bytes, SHA-256 {sha256}, "
                f"found {n_bytes} bytes, SHA-256 {found}; nothing was kept: try again, and if it stays so "
                "try another network or mirror (COREFAIR_MIRROR)"
            )
    except OSError as error:
        raise DataError(
            f"cannot be written: {error.strerror or error}; make room, or choose a folder you may write to; "
            "what has come so far is kept",
            path=str(error.filename or part),
        ) from error
    return to


def is_whole(path: Path, *, size: int, sha256: str) -> bool:
    """Whether the file is there, with this size and this checksum."""
    if not path.is_file() or path.stat().st_size != size:
        return False
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest() == sha256


class _Dropped(Exception):
    """The network failed in a way that may pass: try again."""


def _fill(
    url: str,
    part: Path,
    *,
    size: int,
    progress: Said | None,
    timeout: float,
    limit: float,
    tries: int,
    pause: float,
) -> None:
    """Bring the part file to its full length, over several connections if need be."""
    until = time.monotonic() + limit
    for attempt in range(tries):
        if attempt:
            time.sleep(pause * 2 ** (attempt - 1))
        try:
            _fetch_rest(url, part, size=size, progress=progress, timeout=timeout, until=until)
            return
        except _Dropped as dropped:
            trouble = str(dropped)
        if time.monotonic() > until:
            trouble = f"it was not done within {limit:,.0f} s"
            break
    n_bytes = part.stat().st_size if part.is_file() else 0
    raise DataError(
        f"cannot download {url}: {trouble} ({attempt + 1} tries, {n_bytes} of {size} bytes are here); check "
        "the connection or proxy, or name a mirror in COREFAIR_MIRROR, and run it again: it goes on there"
    )


def _fetch_rest(
    url: str, part: Path, *, size: int, progress: Said | None, timeout: float, until: float
) -> None:
    """Append to the part file what it lacks, with one request."""
    start = part.stat().st_size if part.is_file() else 0
    if start == size and start:
        return
    if start > size:  # left by something else
        start = 0
    response = _by(until, lambda: _ask(url, start, part=part, size=size, timeout=timeout))
    with _closing(response):
        n_bytes = start if response.status == 206 else 0  # 200: the server ignores ranges and starts over
        # Network errors leave `_chunks` as _Dropped, so an OSError from here on is the disk's.
        with part.open("ab" if n_bytes else "wb") as file:
            for chunk in _chunks(response, timeout=timeout, until=until):
                file.write(chunk)
                n_bytes += len(chunk)
                if progress:
                    progress(part.name.removesuffix(".part"), n_bytes, size)
                if n_bytes > size:
                    return  # too long, whatever else comes: the checksum will say so
    if n_bytes < size:
        raise _Dropped("the connection was dropped")


def _by(until: float, get: Callable[[], Got]) -> Got:
    """What `get` returns, or raises; _Dropped if that is not there in time, however the server spends it.

    A socket's own limit is for each of its bytes: a server may take hours over its headers, one by one. So
    the wait is in a thread, which is left to itself when time is up.
    """
    done: queue.SimpleQueue[tuple[Got, None] | tuple[None, BaseException]] = queue.SimpleQueue()

    def work() -> None:
        try:
            done.put((get(), None))
        except BaseException as error:  # noqa: BLE001  raised where it is waited for
            done.put((None, error))

    Thread(target=work, daemon=True).start()
    try:
        got, error = done.get(timeout=max(until - time.monotonic(), 0))
    except queue.Empty:
        raise _Dropped("too slow") from None
    if error is not None:
        raise error
    return got  # type: ignore[return-value]


@contextmanager
def _closing(response: HTTPResponse) -> Iterator[None]:
    """Close it at the end, but do not wait for a thread that was left reading."""
    try:
        yield
    finally:
        closing = Thread(target=response.close, daemon=True)
        closing.start()
        closing.join(0.5)


def _ask(url: str, start: int, *, part: Path, size: int, timeout: float) -> HTTPResponse:
    """The answer to a request for the bytes from `start` on, once its headers are known to fit."""
    # Imported here because they are slow to import and hardly any command downloads.
    from http.client import HTTPException, InvalidURL
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    # No If-Range: the address names a commit, so what stands behind it never changes.
    headers = {"User-Agent": "corefair"} | ({"Range": f"bytes={start}-"} if start else {})
    try:
        response: HTTPResponse = urlopen(Request(url, headers=headers), timeout=timeout)
    except HTTPError as error:
        error.close()
        if error.code == 416:  # the part is no beginning of the server's file
            part.unlink(missing_ok=True)
            raise _Dropped("the server has no such range of bytes") from None
        said = f"the server says {error.code} {error.reason}"
        if error.code in _AGAIN:
            raise _Dropped(said) from None
        raise DataError(
            f"cannot download {url}: {said}; check the address or the mirror (COREFAIR_MIRROR)"
        ) from None
    except InvalidURL as error:
        raise DataError(f"cannot download {url}: {error}; check the mirror (COREFAIR_MIRROR)") from None
    except (OSError, HTTPException) as error:
        raise _Dropped(_in_words(error, timeout=timeout)) from None

    if response.status == 206:
        place = response.headers.get("Content-Range", "")
        offered = place.rpartition("/")[2]
        if not place.startswith(f"bytes {start}-"):
            response.close()
            part.unlink(missing_ok=True)
            raise _Dropped("the server sent other bytes than it was asked for")
    else:
        offered = response.headers.get("Content-Length", "")
    if offered.isdigit() and int(offered) != size:
        response.close()
        raise DataError(
            f"{url} is not the published file: expected {size} bytes, the server offers {offered}; "
            "try another network or mirror (COREFAIR_MIRROR)"
        )
    return response


def _chunks(response: HTTPResponse, *, timeout: float, until: float) -> Iterator[bytes]:
    from http.client import HTTPException

    while True:
        try:
            chunk = _by(until, lambda: response.read1(_CHUNK))  # what has come: a break loses none of it
        except (OSError, HTTPException) as error:
            raise _Dropped(_in_words(error, timeout=timeout)) from None
        if not chunk:
            return
        yield chunk


def _in_words(error: Exception, *, timeout: float) -> str:
    reason = getattr(error, "reason", error)  # urllib wraps the socket's own error
    if isinstance(reason, TimeoutError):
        return f"no answer within {timeout:g} seconds"
    if isinstance(reason, ConnectionRefusedError):
        return "the server refused the connection"
    if isinstance(reason, ConnectionError):
        return "the connection was dropped"
    return str(getattr(reason, "strerror", None) or reason or type(error).__name__)


def _place(part: Path, to: Path, *, sha256: str) -> str:
    """Copy the part to its final name if it has the checksum; returns the checksum it has.

    A copy and not a rename: the bytes put in place are the very ones that were hashed, even if a second
    process is still appending to the same part.
    """
    digest = hashlib.sha256()
    with suppress(_Wrong), replacing(to, sync=True) as target:
        with part.open("rb") as source:
            while chunk := source.read(_CHUNK):
                digest.update(chunk)
                target.write(chunk)
        if digest.hexdigest() != sha256:
            raise _Wrong
    if digest.hexdigest() == sha256:
        part.unlink(missing_ok=True)
    return digest.hexdigest()


class _Wrong(Exception):
    """What came is not what was published: it gets no name."""
