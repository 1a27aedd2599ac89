"""Documents for a command: progress when it takes long, and what `--lenient` left out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import click

from corefair.errors import DataError
from corefair.io import read
from corefair.types import Document

_QUIET = 2.0  # seconds before progress is shown
_SHOWN = 10  # skipped documents that are named

format_option = click.option(
    "--from", "format", metavar="FORMAT", help="Input format, when the name does not tell it."
)
lenient_option = click.option(
    "--lenient", is_flag=True, help="Skip documents that cannot be read, and say which and why."
)


def documents(path: Path, *, format: str | None, lenient: bool) -> Iterator[Document]:
    """The documents of a file or folder, with words counted on stderr when it takes more than two seconds."""
    bad: list[DataError] = []
    began = last = time.monotonic()
    n_docs = n_words = 0
    for doc in read(path, format=format, on_bad=bad.append if lenient else None):
        n_docs, n_words = n_docs + 1, n_words + len(doc.words)
        now = time.monotonic()
        if now - began > _QUIET and now - last > 0.5:
            last = now
            click.echo(f"\r{path}: {n_docs:,} documents, {n_words:,} words", nl=False, err=True)
        yield doc
    if last > began:
        click.echo(f"\r{path}: {n_docs:,} documents, {n_words:,} words", err=True)
    if bad:
        _report(path, bad, n_docs)


def _report(path: Path, bad: list[DataError], n_docs: int) -> None:
    if not n_docs:
        raise DataError(f"no document could be read; the first error: {bad[0]}")
    click.echo(f"{path}: skipped {len(bad)}, read {n_docs}", err=True)
    for error in bad[:_SHOWN]:
        click.echo(f"  {error}", err=True)
    if len(bad) > _SHOWN:
        click.echo(f"  … and {len(bad) - _SHOWN} more", err=True)
