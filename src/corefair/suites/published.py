"""What suites built from files share: which split is here, its files, their rows, and all hashes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files as resources
from pathlib import Path

from corefair.errors import DataError, UnknownName
from corefair.io import datasets, files
from corefair.runs.content import digest


def choose(
    suite: str, split: str | None, files_of: Mapping[str, Sequence[str]], *, data: Path | None
) -> tuple[str, dict[str, Path]]:
    """The split asked for, or else the first whose files are all here, with the paths of its files."""
    if split is not None and split not in files_of:
        raise UnknownName(f"split of {suite}", split, files_of)
    missing: DataError | None = None
    for name in [split] if split is not None else files_of:
        try:
            return name, {file: datasets.find(suite, file, data=data) for file in files_of[name]}
        except DataError as error:
            missing = missing or error  # the first split is the paper's: that is the one to get
    raise missing or DataError(f"{suite} has no splits")


def find_if_here(suite: str, names: Sequence[str], *, data: Path | None) -> dict[str, Path]:
    """Those of the files that are here: a suite works without them, but says more with them."""
    paths = {}
    for name in names:
        try:
            paths[name] = datasets.find(suite, name, data=data)
        except DataError:
            continue
    return paths


def hashes(paths: Mapping[str, Path]) -> dict[str, str]:
    """SHA-256 of each file's bytes, by its name."""
    return {name: digest([path]) for name, path in paths.items()}


def fingerprints(*names: str) -> dict[str, str]:
    """SHA-256 of word lists, by file name."""
    lists = resources("corefair.lists")
    return {f"{name}.tsv": sha256((lists / f"{name}.tsv").read_bytes()).hexdigest() for name in names}


def rows_of(path: Path, columns: Sequence[str] = ()) -> list[dict[str, str]]:
    """The rows of a TSV file by the names in its header, these columns among them, with nothing quoted."""
    lines = [line.rstrip("\r\n") for line in files.lines(path)]
    if not lines:
        raise DataError("the file is empty: fetch it again", path=str(path))
    names = lines[0].split("\t")
    if lacking := [name for name in columns if name not in names]:
        raise DataError(f"no column {', '.join(lacking)}: fetch the file again", path=str(path), line=1)
    rows = []
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(names):
            raise DataError(f"{len(cells)} columns, expected {len(names)}", path=str(path), line=number)
        rows.append(dict(zip(names, cells, strict=True)))
    return rows
