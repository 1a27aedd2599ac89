"""Options as text: `key=value` read as what the constructor of a thing takes, one parser for all of them.

What an option is follows from its annotation, or where it has none from its default: true or false, a whole
number, a number, a text, one of some words; `none` where it may be None. Other options (a list of pairs, a
function) are for Python alone.
"""

from __future__ import annotations

import inspect
import math
import re
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from corefair.errors import DataError, UnknownName

T = TypeVar("T")
REQUIRED = inspect.Parameter.empty
_WORDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    Path: "a path",
    str: "a text",
    NoneType: "none",
}
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a thing: what it takes, and its default, or REQUIRED."""

    name: str
    default: object
    types: tuple[type, ...]  # as which its text may be read; none: it cannot be given as text
    choices: tuple[str | int | float | bool, ...] = ()  # the only values, if it says so

    @property
    def as_text(self) -> bool:
        """Whether it can be given as `name=value`."""
        return bool(self.choices or set(self.types) - {NoneType})

    def __str__(self) -> str:
        """The option with its default, as one would write it."""
        shown = "…" if self.default is REQUIRED else str(self.default)
        return f"{self.name}={shown.lower() if isinstance(self.default, bool | NoneType) else shown}"


def options_of(thing: Callable[..., object]) -> dict[str, Option]:
    """The options of a class or function: what it takes by keyword, in order.

    >>> def scale(*, by: float = 1.5, unit: Literal["cm", "in"] = "cm"): ...
    >>> [str(option) for option in options_of(scale).values()]
    ['by=1.5', 'unit=cm']
    """
    try:
        parameters = inspect.signature(thing).parameters.values()
    except ValueError:  # something built in, which does not say
        return {}
    by_keyword = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return {each.name: _option(thing, each) for each in parameters if each.kind in by_keyword}


def parse(
    owner: str, thing: Callable[..., object], settings: Iterable[str], *, but: Container[str] = ()
) -> dict[str, Any]:
    """What `name=value` settings say of the options of a thing, all but some; the owner is named in errors.

    >>> def scale(*, by: float = 1.5, unit: Literal["cm", "in"] = "cm"): ...
    >>> parse("scale", scale, ["by=2", "unit=in"])
    {'by': 2.0, 'unit': 'in'}
    >>> parse("scale", scale, ["by=two"])
    Traceback (most recent call last):
    corefair.errors.DataError: scale: by is a number, not 'two'; its options are by=1.5, unit=cm
    """
    known = {name: each for name, each in options_of(thing).items() if each.as_text and name not in but}
    found: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = (part.strip() for part in setting.partition("="))
        if not equals:
            raise DataError(
                f"{owner}: options are written name=value, not {setting!r}; its options are {listed(known)}"
            )
        if name not in known:
            raise UnknownName(f"option of {owner}", name, known, listed=listed(known))
        if name in found:
            raise DataError(f"{owner}: {name} is given twice")
        found[name] = _read(owner, known[name], text, known)
    return found


def split(text: str) -> list[str]:
    """Settings separated by commas.

    >>> split("strength=0.3, seed=2,")
    ['strength=0.3', 'seed=2']
    """
    return [part.strip() for part in text.split(",") if part.strip()]


def make(owner: str, thing: Callable[..., T], given: Mapping[str, Any]) -> T:
    """The thing called with these options: unknown ones, missing ones and bad values are said by name."""
    known = options_of(thing)
    for name in given:
        if name not in known:
            raise UnknownName(f"option of {owner}", name, known, listed=listed(known))
    missing = [name for name, each in known.items() if each.default is REQUIRED and name not in given]
    if missing:
        raise DataError(f"{owner} needs {', '.join(missing)}; its options are {listed(known)}")
    try:
        return thing(**given)
    except DataError as error:
        if error.path is not None:  # it is a file that is not as it should be, whichever option named it
            raise
        raise DataError(f"{owner}: {error}; its options are {listed(known)}") from None


def listed(options: Mapping[str, Option]) -> str:
    """Options with their defaults, in a line; those for Python alone are left out."""
    return ", ".join(str(each) for each in options.values() if each.as_text) or "none"


def meanings(thing: Callable[..., object]) -> dict[str, str]:
    """What each option is for, in a line: the comment beside it, or else the sentence that has it in `ticks`.

    Options of which nothing is said have an empty line.
    """
    places = inspect.getmro(thing) if isinstance(thing, type) else (thing,)
    comments = dict(comment for place in reversed(places) for comment in _comments(place))
    prose = " ".join(word for place in places for word in (place.__doc__ or "").split())
    sentences = re.split(r"(?<=\.)\s+(?=[A-Z`])", prose)
    return {
        name: comments.get(name) or next((each for each in sentences if f"`{name}`" in each), "")
        for name in options_of(thing)
    }


def _comments(place: Callable[..., object]) -> Iterator[tuple[str, str]]:
    """Names with a type or a default, and the comment at the end of their line."""
    try:
        lines = inspect.getsource(place).splitlines()
    except (OSError, TypeError):  # built in, or made without a file
        return
    for line in lines:
        if beside := re.match(r"\s*(\w+)\s*[:=][^#]*#(?!\s*(?:fmt:|noqa|type:))\s*(.+)", line):
            yield beside[1], beside[2]


def _option(thing: Callable[..., object], parameter: inspect.Parameter) -> Option:
    default = parameter.default
    if parameter.annotation is REQUIRED:  # without an annotation
        types: tuple[type, ...] = (type(default),) if type(default) in _WORDS else (str,)
        return Option(parameter.name, default, (str, NoneType) if default is None else types)
    parts = list(_parts(_evaluated(thing, parameter.annotation)))
    choices = tuple(value for part in parts if get_origin(part) is Literal for value in get_args(part))
    types = tuple(part for part in parts if part in _WORDS)
    if not parts and type(default) in _WORDS and default is not None:  # it could not be evaluated
        types = (type(default),)
    return Option(parameter.name, default, types, choices)


def _evaluated(thing: Callable[..., object], annotation: object) -> object:
    """An annotation that was kept as text, in the module of the thing or of what it inherits from."""
    if not isinstance(annotation, str):
        return annotation
    for place in inspect.getmro(thing) if isinstance(thing, type) else (thing,):
        try:
            return eval(annotation, dict(vars(sys.modules[place.__module__])))
        except (NameError, AttributeError, TypeError, SyntaxError):
            continue
    return None  # a name that is there for type checkers alone


def _parts(annotation: object) -> Iterator[Any]:
    """The parts of a union, however deep."""
    if get_origin(annotation) is Annotated:
        yield from _parts(get_args(annotation)[0])
    elif get_origin(annotation) in (Union, UnionType):
        for part in get_args(annotation):
            yield from _parts(part)
    elif annotation is not None:
        yield annotation


def _read(owner: str, option: Option, text: str, known: Mapping[str, Option]) -> object:
    if NoneType in option.types and text.lower() == "none":
        return None
    for value in option.choices:
        if text == str(value):
            return value
    for kind in (bool, int, float, str, Path):  # a text is anything, so it comes after the numbers
        if kind in option.types:
            try:
                return _as(kind, text)
            except (KeyError, ValueError):
                continue
    if option.choices and set(option.types) <= {NoneType}:
        raise UnknownName(f"{option.name} of {owner}", text, map(str, option.choices))
    what = " or ".join([*map(str, option.choices), *(_WORDS[kind] for kind in option.types)])
    raise DataError(f"{owner}: {option.name} is {what}, not {text!r}; its options are {listed(known)}")


def _as(kind: type, text: str) -> object:
    if kind is bool:
        return _TRUTH[text.lower()]
    value = kind(text)
    if isinstance(value, float) and math.isnan(value):
        raise ValueError("a number that is none")
    return value
