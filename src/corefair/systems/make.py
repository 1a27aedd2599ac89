"""From a word on the command line to a system.

`nearest` · `stereotype:strength=0.3,seed=2` · `command:python my_system.py` · `module:package.module:Class` ·
`predictions:FILE.jsonl` · `conll:FILE.conll`, or any other format · `response:FILE`, its format found out ·
`gap:FILE.tsv`. `NAME=` in front gives it a name to be shown by: `mine=command:python my_system.py`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

from corefair.errors import DataError, UnknownName
from corefair.io.documents import detect
from corefair.registry import formats, systems
from corefair.systems.command import Command
from corefair.systems.gap import Gap
from corefair.systems.module import Module, load_class
from corefair.systems.predictions import Predictions
from corefair.systems.response import Response

OUTSIDE = ("command", "module", "predictions", "response", "gap")
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def make(spec: str, *, time_limit: float = 60.0, start_limit: float = 300.0) -> tuple[str, Any]:
    """The name to show and the system that a word describes; the limits are for `command:`.

    >>> name, system = make("stereotype:strength=0.5")
    >>> name, system.strength
    ('stereotype:strength=0.5', 0.5)
    """
    label, spec = _label(spec)
    kind, _, rest = spec.partition(":")
    if kind in OUTSIDE or (kind in formats and kind not in systems):
        if not rest.strip():
            raise DataError(f"{kind}: what? Write {_usage(kind)}")
        name, system = _outside(kind, rest, time_limit=time_limit, start_limit=start_limit)
    elif kind in systems:
        name, system = spec.removesuffix(":"), _with_options(kind, systems[kind], rest)
    else:
        raise UnknownName("system", kind, {*systems, *OUTSIDE, *formats})
    return label or name, system


def _label(spec: str) -> tuple[str, str]:
    """A name in front, `mine=`, and the rest; an equals sign after a colon belongs to an option."""
    named = re.match(r"([^:=]+)=(.+)", spec, re.DOTALL)
    if named is None:
        return "", spec
    label = named[1].strip()
    if label in systems:  # nothing may pass for the oracle, which is shown the gold
        raise DataError(f"{label!r} is the name of another system: call yours something else")
    return label, named[2]


def _outside(kind: str, rest: str, *, time_limit: float, start_limit: float) -> tuple[str, Any]:
    if kind == "command":
        return rest.strip(), Command(rest, time_limit=time_limit, start_limit=start_limit)
    if kind == "module":
        place, class_name, options = [*rest.split(":", 2), "", ""][:3]
        made = _with_options(rest, load_class(f"{place}:{class_name}"), options)
        return rest, Module(made)
    system: Predictions | Response | Gap
    if kind == "gap":
        system = Gap(rest)
    elif kind == "predictions" or (kind == "response" and detect(rest) == "predictions"):
        system = Predictions(rest)
    else:
        system = Response(rest, format=None if kind == "response" else kind)
    return system.name, system


def _usage(kind: str) -> str:
    what = {"command": "PROGRAM ARGUMENTS", "module": "package.module:Class"}
    return f"{kind}:{what.get(kind, 'FILE')}"


def _with_options(name: str, thing: Callable[..., Any], options: str) -> Any:
    """Call a class with `key=value,key=value`, each value read as what the option's default is."""
    known = {
        key: parameter.default
        for key, parameter in inspect.signature(thing).parameters.items()
        if parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    }
    listed = ", ".join(
        f"{key}={'…' if default is inspect.Parameter.empty else default}" for key, default in known.items()
    )
    chosen: dict[str, Any] = {}
    for option in filter(None, (part.strip() for part in options.split(","))):
        key, equals, value = option.partition("=")
        if not equals or key not in known:
            raise DataError(f"{name} has no option {option!r}; it has {listed or 'none'}")
        chosen[key] = _value(name, key, value, known[key], listed)
    missing = [
        key for key, default in known.items() if default is inspect.Parameter.empty and key not in chosen
    ]
    if missing:
        raise DataError(f"{name} needs {', '.join(missing)}; its options are {listed}")
    try:
        return thing(**chosen)
    except DataError as error:
        raise DataError(f"{name}: {error}; its options are {listed}") from None


def _value(name: str, key: str, text: str, default: Any, listed: str) -> Any:
    kind = type(default)
    try:
        if kind is bool:
            return _TRUTH[text.lower()]
        return kind(text) if kind in (int, float) else text
    except (KeyError, ValueError):
        what = {bool: "true or false", int: "a whole number", float: "a number"}[kind]
        raise DataError(f"{name}: {key} must be {what}, found {text!r}; its options are {listed}") from None
