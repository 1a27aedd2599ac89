"""YAML or JSON with the line that every value stands on, so that whatever is wrong with one can be told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from corefair.errors import CorefairError, DataError, UnknownName
from corefair.io import files
from corefair.io.damaged import json_value
from corefair.io.yaml_files import composed

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


@dataclass(frozen=True)
class Placed:
    """A value of a file and its place: a scalar, a list of such, or a mapping from names to such."""

    value: Any
    path: str
    line: int
    written: str = ""  # of a scalar that YAML makes no text of, as `no` and `1.10`: how it stands in the file

    def error(self, message: str) -> DataError:
        """What is wrong here, with the place."""
        return DataError(message, path=self.path, line=self.line)

    def unknown(self, kind: str, name: str, known: Iterable[str]) -> DataError:
        """No such name; near ones are offered."""
        return self.error(str(UnknownName(kind, name, known)))

    def within(self, error: CorefairError) -> DataError:
        """An error of something that was made of this value, at this place; one of a file names that too."""
        return self.error(str(error))

    def mapping(self, what: str, known: Iterable[str] | None = None) -> Mapping[str, Placed]:
        """Names and values; with `known`, no other names."""
        if not isinstance(self.value, dict):
            raise self.error(f"{what} is names and values, such as `name: value`, not {self.shown()}")
        allowed = None if known is None else list(known)
        for name, each in self.value.items():
            if allowed is not None and name not in allowed:
                raise each.unknown(f"part of {what}", name, allowed)
        return self.value

    def items(self, what: str) -> list[Placed]:
        """A list; one value alone is a list of one."""
        if isinstance(self.value, dict):
            raise self.error(f"{what} is a list, not {self.shown()}")
        return self.value if isinstance(self.value, list) else [self]

    def text(self, what: str) -> str:
        """A word or sentence; a number is its digits, and `no` is a word."""
        if isinstance(self.value, dict | list) or self.value is None:
            raise self.error(f"{what} is a text, not {self.shown()}")
        return self.written or str(self.value)

    def whole(self, what: str, *, least: int = 0, most: int = 2**32 - 1) -> int:
        """A whole number, or the digits of one: what a variable stands for is a text."""
        value: Any = self.value
        if isinstance(value, str) and value.isdecimal() and len(value) < 20:
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.error(f"{what} is a whole number from {least} to {most:,}, not {self.shown()}")
        return value

    def plain(self) -> Any:
        """The value without places."""
        if isinstance(self.value, dict):
            return {name: each.plain() for name, each in self.value.items()}
        return [each.plain() for each in self.value] if isinstance(self.value, list) else self.value

    def shown(self) -> str:
        kinds = {dict: "names and values", list: "a list", type(None): "nothing"}
        text = kinds.get(type(self.value)) or repr(self.value)
        return text if len(text) < 60 else text[:57] + "…"


def read_placed(path: Path) -> Placed:
    """What a .json, .yaml or .yml file holds; YAML needs an extra package."""
    found = _from_json(path) if path.suffix == ".json" else _from_yaml(path)
    if not isinstance(found.value, dict):
        raise found.error("a grid begins with names such as `rows:` and `suites:`")
    return found


def _from_yaml(path: Path) -> Placed:
    with composed(path) as (node, loader):
        if node is None:
            return Placed(None, str(path), 1)
        return _from_node(node, loader, str(path))


def _from_node(node: Any, loader: Any, path: str) -> Placed:
    line = node.start_mark.line + 1
    if node.id == "mapping":
        loader.flatten_mapping(node)  # `<<: *name` takes over what an anchor holds, where it is not said anew
        found = {}
        for key, value in node.value:
            name = key.value if key.id == "scalar" else str(loader.construct_object(key, deep=True))
            found[name] = replace(_from_node(value, loader, path), line=key.start_mark.line + 1)
        return Placed(found, path, line)
    if node.id == "sequence":
        return Placed([_from_node(each, loader, path) for each in node.value], path, line)
    try:
        value = loader.construct_object(node, deep=True)
    except ValueError as error:  # a date that is none, a number of thousands of digits
        shown = node.value if len(node.value) < 60 else node.value[:57] + "…"
        raise DataError(f"{shown} cannot be read: {error}", path=path, line=line) from None
    return Placed(value, path, line, "" if isinstance(value, str) else str(node.value))


def _from_json(path: Path) -> Placed:
    json_value(path)  # what follows relies on its being JSON
    tokens = _tokens(files.text(path))
    first, line = next(tokens)
    return _placed(first, line, tokens, str(path))


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """The tokens of JSON, each with its line."""
    line = at = 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        yield match[0], line + 1


def _placed(token: str, line: int, tokens: Iterator[tuple[str, int]], path: str) -> Placed:
    """The value that begins with a token; the file is known to be JSON."""
    if token == "{":
        found: dict[str, Placed] = {}
        for name, at in tokens:
            if name == "}":
                break
            if name != ",":
                next(tokens)  # the colon
                key = json.loads(name)
                if key in found:
                    raise DataError(f"{key!r} is there twice", path=path, line=at)
                found[key] = Placed(_placed(*next(tokens), tokens, path).value, path, at)
        return Placed(found, path, line)
    if token == "[":
        items: list[Placed] = []
        for each, at in tokens:
            if each == "]":
                break
            if each != ",":
                items.append(_placed(each, at, tokens, path))
        return Placed(items, path, line)
    return Placed(json.loads(token), path, line)
