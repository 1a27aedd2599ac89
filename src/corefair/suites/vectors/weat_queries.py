"""The queries of WEAT: the ten of Caliskan et al. 2017 from `lists/weat.tsv`, or those of one's own file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from corefair import lists
from corefair.errors import DataError
from corefair.suites.published import rows_of

ROLES = ("target_1", "target_2", "attribute_1", "attribute_2")


class Query(NamedTuple):
    """Two targets and two attributes: for each role the name of its set, and its words."""

    name: str
    sets: Mapping[str, tuple[str, tuple[str, ...]]]

    @property
    def title(self) -> str:
        """Such as `weat7: math/arts, male terms/female terms`."""
        one, other, near, far = (self.sets[role][0] for role in ROLES)
        return f"{self.name}: {one}/{other}, {near}/{far}"


def classic() -> list[Query]:
    """The ten queries of the paper, weat1 to weat10."""
    return _queries(lists.read("weat"), "weat.tsv")


def load_queries(path: str | Path) -> list[Query]:
    """Queries from a TSV with the columns query, role, word and, to name the sets, set.

    Roles are target_1, target_2, attribute_1 and attribute_2; a query needs words in all four.
    """
    rows = rows_of(Path(path), ("query", "role", "word"))
    return _queries(rows, str(path))


def _queries(rows: Sequence[Mapping[str, str]], path: str) -> list[Query]:
    queries: dict[str, dict[str, tuple[str, list[str]]]] = {}
    for line, row in enumerate(rows, 2):
        name, role, word = row["query"], row["role"], row["word"]
        if not name or not word:
            raise DataError("an empty query or word", path=path, line=line)
        if role not in ROLES:
            raise DataError(f"role {role!r}, expected one of {', '.join(ROLES)}", path=path, line=line)
        sets = queries.setdefault(name, {})
        kind = role.partition("_")[0]
        for other, (_, words) in sets.items():
            if other.startswith(kind) and word in words:
                raise DataError(f"{word!r} already is in {other} of {name}", path=path, line=line)
        sets.setdefault(role, (row.get("set") or role, []))[1].append(word)
    for name, sets in queries.items():
        for role in ROLES:
            if role not in sets:
                raise DataError(f"query {name!r} has no words for {role}", path=path)
    if not queries:
        raise DataError("there are no queries in it", path=path)
    return [
        Query(name, {role: (sets[role][0], tuple(sets[role][1])) for role in ROLES})
        for name, sets in queries.items()
    ]
