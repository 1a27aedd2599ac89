"""Records kept as they come, one JSON object a line, so that what was answered is not asked again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from io import FileIO
from pathlib import Path
from types import TracebackType

from corefair.runs.lock import locked
from corefair.runs.writing import write_errors, writing_text
from corefair.types import Json

Record = Mapping[str, Json]


class Journal:
    """The file, while it is entered: what earlier runs left in it, and room for more.

    It is for one process at a time. A line that was cut short by a kill is not there, nor are records that
    `keep` does not want: they are cut out of the file, in one step. A `keep` that raises ValueError, KeyError
    or TypeError does not want it.

        with Journal(path, keep=lambda record: record["status"] != "error") as journal:
            known = {record["case"]: record for record in journal.records}
            journal.add({"case": "c7", "status": "ok"})
    """

    def __init__(
        self, path: Path, *, keep: Callable[[Record], bool] = lambda record: True, patience: float = 0.0
    ) -> None:
        self.path, self.keep, self.patience = path, keep, patience
        self.records: list[Record] = []
        self._open = ExitStack()
        self._out: FileIO | None = None

    def __enter__(self) -> Journal:
        with ExitStack() as stack:
            with write_errors(self.path):
                self.path.parent.mkdir(parents=True, exist_ok=True)
            stack.enter_context(locked(_lock_of(self.path), patience=self.patience))
            self.records = self._read()
            with write_errors(self.path):
                self._out = stack.enter_context(self.path.open("ab", buffering=0))
            self._open = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._out = None
        self._open.__exit__(kind, error, trace)

    def add(self, record: Record) -> None:
        """Write a record at the end; a kill after it loses nothing."""
        assert self._out is not None, "a journal is entered before it is written to"
        left = memoryview((json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n").encode())
        with write_errors(self.path):
            while left:
                left = left[self._out.write(left) :]
        self.records.append(record)

    def _read(self) -> list[Record]:
        try:
            text = self.path.read_bytes().decode("utf-8", errors="replace")
        except FileNotFoundError:
            return []
        with_record = [
            (line, record) for line in text.split("\n") if (record := self._record(line)) is not None
        ]
        wanted = "".join(f"{line}\n" for line, _ in with_record)
        if wanted != text:
            with writing_text(self.path) as out:
                out.write(wanted)
        return [record for _, record in with_record]

    def _record(self, line: str) -> Record | None:
        """What a line says, if it is whole and wanted; one cut short before its last brace cannot be read."""
        try:
            record = json.loads(line)
            return record if isinstance(record, dict) and self.keep(record) else None
        except (ValueError, KeyError, TypeError, RecursionError):
            return None


def _lock_of(path: Path) -> Path:
    """Beside the file, under a name that is short whatever its own."""
    return path.with_name(f".{hashlib.sha256(path.name.encode()).hexdigest()[:16]}.lock")
