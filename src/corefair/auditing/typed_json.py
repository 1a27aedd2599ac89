"""Dataclasses to JSON and back: what is read is checked against the types, and a fault is told by its place.

A field may be called otherwise in JSON: `field(metadata={"json": "system"})`. Fields that are left out take
their defaults, and names that are not known are passed over, so that a report of a later version under the
same schema still loads.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from math import isfinite
from typing import Any, ForwardRef, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from corefair.errors import DataError
from corefair.types import Mention

T = TypeVar("T")
_NAMES = {dict: "object", list: "array", tuple: "array", str: "string", bool: "boolean", type(None): "null"}


def to_json(value: Any) -> Any:
    """A dataclass, and all in it, as what `json.dumps` takes; a number that JSON lacks becomes null."""
    if is_dataclass(value) and not isinstance(value, type):
        return {name: to_json(getattr(value, attribute)) for name, attribute, _ in _plan(type(value))}
    if isinstance(value, Mapping):
        return {str(key): to_json(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_json(each) for each in value]
    if isinstance(value, float) and not isfinite(value):
        return None
    return value


def from_json(kind: type[T], value: Any, where: str) -> T:
    """The value as this type, or a DataError that says where it is not.

    >>> from corefair.types import Coverage
    >>> from_json(Coverage, {"cases": 3, "missing": ["she"]}, "coverage")
    Coverage(cases=3, ok=0, refused=0, failed=0, messages=(), link_rate=None, several=None, ...
    >>> from_json(Coverage, {"cases": "3"}, "coverage")
    Traceback (most recent call last):
    corefair.errors.DataError: coverage.cases is string, not integer
    """
    key: Any = kind  # a type is hashable, whatever it is of
    made: T = _reader(key)(value, where)
    return made


LARGEST = 1e100  # of numbers in a report: none that we write comes near
Reader = Callable[[Any, str], Any]


@cache
def _reader(kind: Any) -> Reader:
    """The function that reads one type, made once: a report has a hundred thousand values."""
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any or isinstance(kind, (str, ForwardRef)):  # a ForwardRef: what is inside Json is any Json
        return lambda value, where: value
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass_reader(kind)
    if kind is Mention:
        return _mention
    if origin in (Union, types.UnionType):
        return _union_reader(args)
    if origin is Literal:
        return _literal_reader(args)
    if origin is tuple:
        return _tuple_reader(args)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping_reader(_reader(args[1]))
    if origin is not None and issubclass(origin, Sequence):
        return _tuple_reader((args[0], ...))
    return _plain_reader(kind)


def _dataclass_reader(kind: type) -> Reader:
    hints = get_type_hints(kind)
    readers = [
        (name, attribute, _reader(hints[attribute]), _has_default(each))
        for name, attribute, each in _plan(kind)
    ]

    def read(value: Any, where: str) -> Any:
        if not isinstance(value, dict):
            raise _wrong(value, "object", where)
        found = {}
        for name, attribute, reader, optional in readers:
            if name in value:
                found[attribute] = reader(value[name], f"{where}.{name}")
            elif not optional:
                raise DataError(f"{where} has no {name!r}")
        return kind(**found)

    return read


@cache
def _plan(kind: type) -> list[tuple[str, str, Field[Any]]]:
    """(name in JSON, attribute, field) of those fields that are kept."""
    return [(each.metadata.get("json", each.name), each.name, each) for each in fields(kind) if each.compare]


def _has_default(each: Field[Any]) -> bool:
    return each.default is not MISSING or each.default_factory is not MISSING


def _union_reader(args: tuple[Any, ...]) -> Reader:
    readers = [_reader(arg) for arg in args if arg is not type(None)]
    optional = len(readers) < len(args)

    def read(value: Any, where: str) -> Any:
        if value is None and optional:
            return None
        faults = []
        for reader in readers:
            try:
                return reader(value, where)
            except DataError as fault:
                faults.append(fault)
        raise faults[0] if not optional else DataError(f"{faults[0]} or null")

    return read


def _literal_reader(allowed: tuple[Any, ...]) -> Reader:
    def read(value: Any, where: str) -> Any:
        if value not in allowed:
            raise DataError(f"{where} is {value!r}, not one of {', '.join(map(repr, allowed))}")
        return value

    return read


def _tuple_reader(args: tuple[Any, ...]) -> Reader:
    alike = len(args) == 2 and args[1] is ...
    readers = [_reader(arg) for arg in args if arg is not ...]

    def read(value: Any, where: str) -> Any:
        if not isinstance(value, (list, tuple)):
            raise _wrong(value, "array", where)
        if not alike and len(value) != len(readers):
            raise DataError(f"{where} has {len(value)} items, not {len(readers)}")
        inside = readers * len(value) if alike else readers
        pairs = enumerate(zip(inside, value, strict=True))
        return tuple(reader(item, f"{where}[{i}]") for i, (reader, item) in pairs)

    return read


def _mapping_reader(inside: Reader) -> Reader:
    def read(value: Any, where: str) -> Any:
        if not isinstance(value, dict):
            raise _wrong(value, "object", where)
        return {key: inside(item, f"{where}.{key}") for key, item in value.items()}

    return read


def _plain_reader(kind: Any) -> Reader:
    names = {str: "string", bool: "boolean", int: "integer", float: "number"}

    def read(value: Any, where: str) -> Any:
        if type(value) in (int, float) and abs(value) > LARGEST:
            raise DataError(f"{where} is a number beyond {LARGEST:g}")
        if kind is float and type(value) is int:
            return float(value)
        if type(value) is not kind:
            raise _wrong(value, names[kind], where)
        return value

    return read


def _mention(value: Any, where: str) -> Mention:
    if not isinstance(value, (list, tuple)) or [type(each) for each in value] != [int, int]:
        raise DataError(f"{where} is {value!r}, not [first word, one past the last]")
    return Mention(*value)


def _wrong(value: Any, wanted: str, where: str) -> DataError:
    name = _NAMES.get(type(value), "number")
    return DataError(f"{where} is {name}, not {wanted}")
