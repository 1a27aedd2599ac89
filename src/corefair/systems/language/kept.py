"""Answers of language models, kept in one SQLite file by the hash of the request; errors are never kept."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from corefair.errors import DataError


class Kept:
    """Known answers, in a file or, without one, in memory; each is on the disk before it is used.

    Once an answer could not be kept (a full disk, a damaged file) nothing more is looked up: whoever is asked
    for an answer costs time or money, and would be asked again.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._broken: DataError | None = None
        with self._telling():
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(path or ":memory:", check_same_thread=False, timeout=30)
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute(
                "CREATE TABLE IF NOT EXISTS answers (request TEXT PRIMARY KEY, answer TEXT NOT NULL)"
            )
            self._base.commit()

    def get(self, key: str) -> dict[str, Any] | None:
        """The answer to a request that was answered before."""
        with self._lock, self._telling():
            if self._broken:
                raise self._broken
            row = self._base.execute("SELECT answer FROM answers WHERE request = ?", (key,)).fetchone()
            return None if row is None else dict(json.loads(row[0]))

    def put(self, key: str, answer: Mapping[str, Any]) -> None:
        """Keep an answer."""
        with self._lock, self._telling():
            self._base.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, json.dumps(answer)))
            self._base.commit()

    def __len__(self) -> int:
        with self._lock, self._telling():
            return int(self._base.execute("SELECT count(*) FROM answers").fetchone()[0])

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, MemoryError, RecursionError, TypeError, ValueError) as error:
            message = f"answers cannot be kept or found there ({error}): delete the file or name another"
            self._broken = DataError(message, path=None if self.path is None else str(self.path))
            raise self._broken from None


def request_key(*parts: object) -> str:
    """What a request is known by: where it goes, to which model, and all that it says."""
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
