"""Files and folders that are whole or not there: written under another name, then renamed."""

from __future__ import annotations

import ctypes
import io
import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO, TextIO
from uuid import uuid4

from corefair.errors import DataError
from corefair.runs.parts import clear_parts, in_use
from corefair.types import Json

_SHOWN = 40  # characters of a name in that of its part: a name as long as can be leaves no room for more


@contextmanager
def writing_bytes(path: Path | str, *, sync: bool = False) -> Iterator[IO[bytes]]:
    """A file to write; it takes its name when all of it is there, with `sync` when that is on the disk.

    A target that exists keeps its permissions, and a link stays a link; a device or pipe is written straight
    through. Without `sync` a power cut may lose what was written last; a kill cannot.
    """
    path = Path(path)
    with write_errors(path):
        if path.exists() and not path.is_file():
            with path.open("wb") as out:
                yield out
        else:
            with replacing(path.resolve(), sync=sync) as out:
                yield out


@contextmanager
def replacing(target: Path, *, sync: bool = False) -> Iterator[IO[bytes]]:
    """The same for a plain file, with the system's own errors."""
    part = beside(target)
    clear_parts(target.parent)
    try:
        with part.open("xb") as out:
            in_use(out.fileno())
            yield out
            out.flush()
            if sync:
                os.fsync(out.fileno())
        if target.exists():
            part.chmod(target.stat().st_mode)
        part.replace(target)
        if sync:
            _to_disk(target.parent)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def writing_text(path: Path | str, *, sync: bool = False) -> Iterator[TextIO]:
    """The same for text, in UTF-8, with the line ends that are written."""
    with writing_bytes(path, sync=sync) as raw:
        out = io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
        yield out
        out.flush()
        out.detach()


def write_json(path: Path | str, value: Json, *, sync: bool = False) -> None:
    """A file of one JSON value, for people to read too; NaN is refused, which JSON does not have."""
    text = json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False)
    with writing_text(path, sync=sync) as out:
        out.write(text + "\n")


@contextmanager
def writing_folder(target: Path | str, *, replace: bool = False, sync: bool = False) -> Iterator[Path]:
    """An empty folder to fill, which takes its name when all is in it.

    One that has the name already stays, and what was made goes: two who make the same do no harm. With
    `replace` the old one gives way, in one step on Linux; elsewhere, killed between its going and the new
    one's coming, it stands beside, as `.….old`.
    """
    target = Path(target)
    with write_errors(target):
        part = beside(target)
        clear_parts(target.parent)
        part.mkdir(parents=True)
        try:
            with _folder_in_use(part):
                yield part
            if sync:
                for path in (*part.rglob("*"), part):
                    _to_disk(path)
            _put(part, target, replace=replace)
            if sync:
                _to_disk(target.parent)
        finally:
            shutil.rmtree(part, ignore_errors=True)


@contextmanager
def _folder_in_use(part: Path) -> Iterator[None]:
    try:
        handle = os.open(part, os.O_RDONLY)
    except OSError:  # Windows opens no folder
        yield
        return
    try:
        in_use(handle)
        yield
    finally:
        os.close(handle)


def _put(part: Path, target: Path, *, replace: bool) -> None:
    if replace and target.is_dir() and not target.is_symlink() and _exchanged(part, target):
        return  # what is called `part` now is the old one, and goes with it
    old = part.with_suffix(".old")
    if replace and target.exists():
        target.rename(old)
    try:
        part.rename(target)
    except OSError:
        if old.exists():
            old.rename(target)
            raise
        if not target.exists():
            raise
    shutil.rmtree(old, ignore_errors=True)


def discard(folder: Path) -> None:
    """Remove a folder in one step; who is killed at it leaves a part, which the next writer clears."""
    part = beside(folder)
    try:
        folder.rename(part)
    except OSError:  # Windows, where somebody has it open
        part = folder
    shutil.rmtree(part, ignore_errors=True)


def check_place(path: Path | None, *, folder: bool = False) -> None:
    """Raise now what writing a file, or into a folder, would raise after hours of work; a folder is made.

    Nothing else is left there, and what is there stays as it is.
    """
    if path is None or (not folder and path.exists() and not path.is_file()):
        return  # a device or pipe is what it is
    with write_errors(path):
        if folder:
            path.mkdir(parents=True, exist_ok=True)
        part = beside(path / "x" if folder else path.resolve())
        part.open("xb").close()
        part.unlink()


def check_apart(sources: Iterable[Path], *targets: Path | None) -> None:
    """Refuse to write over a file that is read, by whatever name; a device or pipe may be both."""
    existing = [path for path in targets if path is not None and path.is_file()]
    if existing:
        read = {_identity(path) for path in sources if path.is_file()}
        for path in existing:
            if _identity(path) in read:
                raise DataError("is read, and would be written over: name another file", path=str(path))


def _identity(path: Path) -> tuple[int, int]:
    """What a file is on its disk, whatever links lead to it."""
    found = path.stat()
    return found.st_dev, found.st_ino


def _exchanged(one: Path, other: Path) -> bool:
    """Give two folders each other's name in one step, where the system can; whether it did."""
    if sys.platform != "linux":
        return False
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):  # another C library
        return False
    here, exchange = ctypes.c_int(-100), ctypes.c_uint(2)  # AT_FDCWD, RENAME_EXCHANGE
    paths = [ctypes.c_char_p(os.fsencode(path)) for path in (one, other)]
    return bool(renameat2(here, paths[0], here, paths[1], exchange) == 0)


def remaining_parts(folder: Path) -> list[Path]:
    """What writers left that were killed, or are still at work."""
    return [path for path in folder.glob(".*") if path.suffix in (".part", ".old")]


def beside(target: Path) -> Path:
    """A name of its own in the same folder, for what is to have the target's."""
    return target.with_name(f".{target.name[:_SHOWN]}.{uuid4().hex}.part")


def _to_disk(path: Path) -> None:
    """Have a file on the disk, or the names in a folder, where the system can do that."""
    with suppress(OSError) if path.is_dir() else nullcontext():
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Within it what the system refuses is an error that names the file."""
    try:
        yield
    except OSError as error:
        raise DataError(f"cannot be written: {error.strerror or error}", path=str(path)) from None


def json_object(path: Path) -> Mapping[str, Json] | None:
    """What a file of one JSON object holds; None if there is no such file, or it is not one."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
