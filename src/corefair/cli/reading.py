"""Documents for a command: how many there were, what `--lenient` left out, what else was found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from corefair.cli.saying import say
from corefair.errors import DataError
from corefair.io import read
from corefair.io.documents import BadDocument
from corefair.types import Document, Said

_SHOWN = 10  # skipped documents that are named

format_option = click.option(
    "--from", "format", metavar="FORMAT", help="Input format. By default the name of the file tells it."
)
lenient_option = click.option(
    "--lenient", is_flag=True, help="Skip documents that cannot be read, and say which and why."
)


class Documents:
    """The documents of a file or folder, one at a time; afterwards, what happened on the way."""

    def __init__(
        self, path: Path, *, format: str | None, lenient: bool, progress: Said | None = None
    ) -> None:
        self.path, self.format, self.lenient, self.progress = path, format, lenient, progress
        self.skipped: list[DataError] = []
        self.notes: list[DataError] = []
        self.n_docs = 0

    def __iter__(self) -> Iterator[Document]:
        self.skipped, self.notes, self.n_docs = [], [], 0
        on_bad = self.skipped.append if self.lenient else None
        try:
            for doc in read(self.path, format=self.format, on_bad=on_bad, on_note=self.notes.append):
                self.n_docs += 1
                if self.progress:
                    self.progress(f"documents of {self.path}", self.n_docs, 0)
                yield doc
        except BadDocument as error:
            message = f"{error.message} (--lenient leaves such documents out)"
            raise DataError(message, path=error.path, line=error.line) from None
        if self.skipped and not self.n_docs:
            raise DataError(f"no document could be read; the first error: {self.skipped[0]}")

    def show_left_out(self) -> None:
        """On stderr, what was not read and why."""
        if self.skipped:
            say(f"{self.path}: skipped {len(self.skipped)}, read {self.n_docs}", err=True)
        for error in self.skipped[:_SHOWN]:
            say(f"  {error}", err=True)
        if len(self.skipped) > _SHOWN:
            say(f"  … and {len(self.skipped) - _SHOWN} more", err=True)
        for note in self.notes:
            say(f"note: {note}", err=True)

    def as_json(self) -> dict[str, Any]:
        """The same for machines, all of it."""
        return {
            "path": str(self.path),
            "documents": self.n_docs,
            "skipped": [_placed(error) for error in self.skipped],
            "notes": [_placed(note) for note in self.notes],
        }


def _placed(error: DataError) -> dict[str, Any]:
    return {"path": error.path, "line": error.line, "message": error.message}
