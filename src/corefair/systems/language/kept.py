"""Answers of language models, kept in one SQLite file by the hash of the request; errors are never kept."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from corefair.errors import DataError


class Kept:
    """Known answers, in a file or, without one, in memory; each is on the disk before it is used."""

    def __init__(self, path: Path | None = None) -> None:
        self._lock = threading.Lock()
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(path or ":memory:", check_same_thread=False, timeout=30)
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute(
                "CREATE TABLE IF NOT EXISTS answers (request TEXT PRIMARY KEY, answer TEXT NOT NULL)"
            )
            self._base.commit()
        except (sqlite3.Error, OSError) as error:
            raise DataError(f"answers cannot be kept there: {error}", path=str(path)) from None

    def get(self, key: str) -> dict[str, Any] | None:
        """The answer to a request that was answered before."""
        with self._lock:
            row = self._base.execute("SELECT answer FROM answers WHERE request = ?", (key,)).fetchone()
        return None if row is None else json.loads(row[0])

    def put(self, key: str, answer: Mapping[str, Any]) -> None:
        """Keep an answer."""
        with self._lock:
            self._base.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, json.dumps(answer)))
            self._base.commit()

    def __len__(self) -> int:
        with self._lock:
            return int(self._base.execute("SELECT count(*) FROM answers").fetchone()[0])

    def close(self) -> None:
        """Close the file."""
        self._base.close()


def request_key(*parts: object) -> str:
    """What a request is known by: where it goes, to which model, and all that it says."""
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
