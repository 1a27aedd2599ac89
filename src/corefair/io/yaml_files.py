"""YAML within limits: aliases (*) that multiply out or lead back and names that are twice are refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from corefair.errors import DataError, MissingExtra
from corefair.io import files

LONGEST = 2**20  # characters
MOST_VALUES = 100_000  # with what aliases repeat
_HALF = re.compile("[\ud800-\udfff]")


class Composed(NamedTuple):
    """A file as YAML has it: the node that holds all others if any, and what reads nodes."""

    node: Any
    loader: Any


@contextmanager
def composed(path: Path) -> Iterator[Composed]:
    """The nodes of a file, few enough to be read; what goes wrong with them within it is our error."""
    try:
        import yaml  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        raise MissingExtra("pyyaml", extra="yaml") from None
    text = files.text(path)
    if len(text) > LONGEST:
        raise DataError(f"a file in YAML has at most {LONGEST:,} characters", path=str(path))
    try:
        loader = yaml.SafeLoader(text)
        try:
            node = loader.get_single_node()
            if node is not None:
                _check_size(node, path)
                _check_names(node, path, set())
            yield Composed(node, loader)
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or str(error).split("\n")[0]
        raise DataError(f"not YAML: {what}", path=str(path), line=mark.line + 1 if mark else None) from None
    except RecursionError:
        raise DataError("not YAML that can be read: nested too deeply", path=str(path)) from None
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:  # a date that is none
        raise DataError(f"not YAML that can be read: {error}", path=str(path)) from None


def _check_size(node: Any, path: Path) -> None:
    """Refuse more values than there may be; a node is counted once, and its number taken wherever it is used.

    Merging (`<<: *a`) copies what an anchor holds, so this is counted before anything is read.
    """
    sizes: dict[int, int] = {}  # 0: we are within it

    def size(node: Any) -> int:
        known = sizes.get(id(node))
        if known == 0:
            raise DataError(
                "an alias (*) leads back to what it stands in", path=str(path), line=node.start_mark.line + 1
            )
        if known is None:
            sizes[id(node)] = 0
            held = node.value if isinstance(node.value, list) else []
            if isinstance(node.value, str) and _HALF.search(node.value):
                message = "half of a surrogate pair, which is no character"
                raise DataError(message, path=str(path), line=node.start_mark.line + 1)
            parts = (part for each in held for part in (each if isinstance(each, tuple) else (each,)))
            known = sizes[id(node)] = 1 + sum(map(size, parts))
        if known > MOST_VALUES:
            message = f"more than {MOST_VALUES:,} values, with what its anchors (&) and aliases (*) repeat"
            raise DataError(message, path=str(path), line=node.start_mark.line + 1)
        return known

    size(node)


def _check_names(node: Any, path: Path, seen: set[int]) -> None:
    """Refuse a name that is twice in a mapping as it is written: YAML would keep the last and drop the other.

    What an anchor holds may be said anew beside `<<: *a`, so this is checked before anything is merged.
    """
    if id(node) in seen or not isinstance(node.value, list):
        return
    seen.add(id(node))
    first: dict[str, int] = {}
    for each in node.value:
        parts = each if isinstance(each, tuple) else (each,)
        name, line = parts[0].value, parts[0].start_mark.line + 1
        if len(parts) == 2 and isinstance(name, str):
            if name in first:
                message = f"{name!r} is there twice, first on line {first[name]}: keep one of them"
                raise DataError(message, path=str(path), line=line)
            first[name] = line
        for part in parts:
            _check_names(part, path, seen)
