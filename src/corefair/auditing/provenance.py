"""Whether data is as it was published: files by the hashes that corefair knows of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import PurePosixPath

from corefair.io import datasets


def altered(data: Mapping[str, str]) -> tuple[str, ...]:
    """Those of the files, given with their SHA-256, that are published under their name with other bytes.

    A file that nobody published under that name is not told of.
    """
    known = _published()
    return tuple(
        name for name, digest in data.items() if digest not in known.get(PurePosixPath(name).name, {digest})
    )


@cache
def _published() -> Mapping[str, set[str]]:
    known: dict[str, set[str]] = {}
    for name in datasets.SETS:
        for listed in datasets.files(name):
            known.setdefault(PurePosixPath(listed.file).name, set()).add(listed.sha256)
    return known
