"""A vocabulary for a command: the words a system knows, one a line."""

from __future__ import annotations

from pathlib import Path

import click

from corefair.errors import DataError
from corefair.io import files

vocabulary_option = click.option(
    "--vocabulary",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Words a system knows, one a line: gives the property unknown_words. By default none.",
)


def words_of(path: Path | None) -> frozenset[str] | None:
    """The first word of each line, so that a file of vectors in text will do."""
    if path is None:
        return None
    words = frozenset(line.split(maxsplit=1)[0] for line in files.lines(path) if line.strip())
    if not words:
        raise DataError("there is no word in it", path=str(path))
    return words
