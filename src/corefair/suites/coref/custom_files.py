"""The files a suite of your own is written in: TSV, or YAML with an extra package, read into one shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from corefair.errors import DataError
from corefair.io import files
from corefair.io.yaml_files import composed

COLUMNS = ("kind", "name", "text", "slot", "groups", "gold")
FACTS = ("about", "version", "citation", "licence")
KINDS = (*FACTS, "caveat", "contrast", "frame", "filler", "pronoun")
_YAML = {"frames": "frame", "fillers": "filler", "pronouns": "pronoun", "caveats": "caveat"}
_NULL = "tag:yaml.org,2002:null"  # what is written null, ~ or not at all


@dataclass(frozen=True)
class Frame:
    """A sentence with slots, and the slot that is the right answer."""

    line: int
    name: str
    text: str
    gold: str
    groups: Mapping[str, str]


@dataclass(frozen=True)
class Filler:
    """What may stand in some slots, and the groups it puts a case in when it is the right answer."""

    line: int
    text: str
    slots: tuple[str, ...]
    groups: Mapping[str, str]


@dataclass(frozen=True)
class Pronoun:
    """A set of pronouns: its form for each slot."""

    forms: dict[str, str] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Spec:
    """All that a file says."""

    facts: dict[str, str] = field(default_factory=dict)
    contrast: tuple[str, str, str] = ("", "", "")
    caveats: tuple[str, ...] = ()
    frames: tuple[Frame, ...] = ()
    fillers: tuple[Filler, ...] = ()
    pronouns: dict[str, Pronoun] = field(default_factory=dict)

    def filling(self, slot: str) -> list[Filler]:
        """The fillers of a slot."""
        return [filler for filler in self.fillers if slot in filler.slots]


def read(path: Path) -> Spec:
    """What a .tsv, .yaml or .yml file says; a line that cannot be read raises a DataError with its place."""
    rows = _yaml_rows(path) if path.suffix in (".yaml", ".yml") else _tsv_rows(path)
    facts: dict[str, str] = {}
    contrast: tuple[str, ...] = ()
    lists: dict[str, list[Any]] = {"caveat": [], "frame": [], "filler": []}
    pronouns: dict[str, Pronoun] = {}
    for line, row in rows:
        kind, text = row["kind"], row["text"]
        try:
            groups = _groups(row["groups"])
            if kind in FACTS:
                facts[kind] = text
            elif kind == "contrast":
                contrast = _contrast(text)
            elif kind == "caveat":
                lists[kind].append(text)
            elif kind == "frame":
                name = row["name"] or f"line-{line}"
                lists[kind].append(
                    Frame(line, name, _needed(text, "text"), _needed(row["gold"], "gold"), groups)
                )
            elif kind == "filler":
                slots = tuple(_needed(row["slot"], "slot").split())
                lists[kind].append(Filler(line, _needed(text, "text"), slots, groups))
            elif kind == "pronoun":
                one = pronouns.setdefault(row["name"] or text, Pronoun())
                one.forms.update(dict.fromkeys(_needed(row["slot"], "slot").split(), _needed(text, "text")))
                one.groups.update(groups)
            else:
                raise DataError(f"unknown kind {kind!r}: a line is one of {', '.join(KINDS)}")
        except DataError as error:
            raise error.at(path=str(path), line=line) from None
    if not contrast:
        raise DataError("no line of kind contrast, such as: age old young", path=str(path))
    grouping, one_value, other = contrast
    return Spec(
        facts,
        (grouping, one_value, other),
        tuple(lists["caveat"]),
        tuple(lists["frame"]),
        tuple(lists["filler"]),
        pronouns,
    )


def _tsv_rows(path: Path) -> list[tuple[int, dict[str, str]]]:
    lines = [
        (number, line.rstrip("\r\n"))
        for number, line in enumerate(files.lines(path), 1)
        if line.strip() and not line.startswith("#")
    ]
    if not lines:
        raise DataError(
            f"the file is empty: its first line names the columns {_tabs(COLUMNS)}", path=str(path)
        )
    first, header = lines[0]
    names = header.split("\t")
    if unknown := [name for name in names if name not in COLUMNS]:
        message = f"unknown column {', '.join(map(repr, unknown))}: columns are {_tabs(COLUMNS)}"
        raise DataError(message, path=str(path), line=first)
    if len(set(names)) < len(names):
        raise DataError("two columns have the same name", path=str(path), line=first)
    if missing := [name for name in ("kind", "text") if name not in names]:
        raise DataError(f"no column {', '.join(missing)}", path=str(path), line=first)
    rows = []
    for number, line in lines[1:]:
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) > len(names):
            raise DataError(f"{len(cells)} columns, expected {len(names)}", path=str(path), line=number)
        cells += [""] * (len(names) - len(cells))  # editors drop empty cells at the end of a line
        rows.append((number, _blank() | dict(zip(names, cells, strict=True))))
    return rows


def _yaml_rows(path: Path) -> list[tuple[int, dict[str, str]]]:
    """The lines that a TSV file with the same content would have."""
    with composed(path) as (node, loader):
        if node is None or node.id != "mapping":
            raise DataError("a suite in YAML begins with names such as frames: and fillers:", path=str(path))
        loader.construct_document(node)  # merges `<<: *a`, and refuses what is no YAML: a tag, a date
        try:
            return list(_rows_of(node))
        except DataError as error:
            raise error.at(path=str(path)) from None


def _rows_of(node: Any) -> Iterator[tuple[int, dict[str, str]]]:
    for key, (at, value) in _named(node).items():
        if key in _YAML and value.id != "sequence":
            raise DataError(f"{key} is a list", line=at)
        for item in value.value if key in _YAML else [value]:
            named = _named(item) if item.id == "mapping" else {"text": (_line(item), item)}
            if unknown := [name for name in named if name not in COLUMNS[1:]]:
                message = f"unknown key {', '.join(map(repr, unknown))}"
                raise DataError(message, line=named[unknown[0]][0])
            made = {name: _cell(cell) for name, (_, cell) in named.items()}
            yield _line(item), _blank() | made | {"kind": _YAML.get(key, key)}


def _named(node: Any) -> dict[str, tuple[int, Any]]:
    """The names of a mapping, each with its line and node; what is said anew stands after what is merged."""
    return {_word(key): (_line(key), value) for key, value in node.value}


def _line(node: Any) -> int:
    return int(node.start_mark.line) + 1


def _blank() -> dict[str, str]:
    return dict.fromkeys(COLUMNS, "")


def _cell(node: Any) -> str:
    """A YAML value as a TSV cell has it: [A, B] as `A B`, {age: old} as `age=old`."""
    if node.id == "mapping":
        return " ".join(f"{name}={_word(each)}" for name, (_, each) in _named(node).items())
    if node.id == "sequence":
        words = [_word(each) for each in node.value]
        if "" in words:
            raise DataError("an empty word in a list", line=_line(node.value[words.index("")]))
        return " ".join(words)
    return _word(node)


def _word(node: Any) -> str:
    """A scalar as it is written: `no`, `off` and 1.10 are words; null and nothing are an empty text."""
    if node.id != "scalar":
        kind = {"sequence": "a list", "mapping": "names and values"}[node.id]
        raise DataError(f"a word or a number is expected here, not {kind}", line=_line(node))
    return "" if node.tag == _NULL else str(node.value)


def _groups(cell: str) -> dict[str, str]:
    pairs = [part.partition("=") for part in cell.split()]
    if any(not (key and equals and value) for key, equals, value in pairs):
        raise DataError(f"groups are written age=old gender=neutral, not {cell!r}")
    return {key: value for key, _, value in pairs}


def _contrast(text: str) -> tuple[str, ...]:
    parts = tuple(text.split())
    if len(parts) != 3 or parts[1] == parts[2]:
        raise DataError(
            f"a contrast is a grouping and two of its groups, such as: age old young; not {text!r}"
        )
    return parts


def _needed(cell: str, name: str) -> str:
    if not cell:
        raise DataError(f"the column {name} is empty")
    return cell


def _tabs(names: Iterable[str]) -> str:
    return ", ".join(names)
