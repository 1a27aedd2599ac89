"""From a word on the command line to a system.

`nearest` · `stereotype:strength=0.3,seed=2` · `my-model/`, a folder with a trained one, and
`my-model/:vectors=FILE`, where it takes options ·
`command:python my_system.py` · `choose:python my_chooser.py` · `module:package.module:Class` ·
`predictions:FILE.jsonl` · `conll:FILE.conll`, or any other format · `response:FILE`, its format found out ·
`gap:FILE.tsv` · `human:FILES` · `fastcoref`, `maverick`, `stanza`, `corenlp:URL`, pre-trained, each in an
interpreter of its own · `openai:MODEL@URL`, `gguf:FILE`, `hf:FOLDER`, language models. `NAME=` in front gives
it a name to be shown by: `mine=command:python my_system.py`.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, cast

from corefair import options
from corefair.errors import DataError, UnknownName
from corefair.io.files import is_folder
from corefair.registry import formats, systems
from corefair.systems.ask import check_system
from corefair.systems.language.asking import KINDS as LANGUAGE
from corefair.systems.language.asking import Asking
from corefair.types import System

# Adapters are imported when they are needed: most audits need none of them.
PRETRAINED = ("fastcoref", "maverick", "stanza", "corenlp")
OUTSIDE = ("command", "choose", "module", "predictions", "response", "gap", "human", *PRETRAINED, *LANGUAGE)


def make_all(
    spec: str,
    *,
    time_limit: float = 60.0,
    start_limit: float = 300.0,
    language: Asking | None = None,
    store: Path | None = None,
    python: str | None = None,
) -> list[tuple[str, System]]:
    """The same as `make`, but a language model is one system for each prompt that it is asked by."""
    label, bare = _label(spec)
    kind, _, rest = bare.partition(":")
    if kind not in LANGUAGE or not rest.strip():
        return [make(spec, time_limit=time_limit, start_limit=start_limit, python=python)]
    from corefair.systems.language.make import language_choosers

    choosers = language_choosers(kind, rest.strip(), language, store=store)
    return [(f"{label} [{each.prompt.name}]" if label else each.name, each) for each in choosers]


def make(
    spec: str, *, time_limit: float = 60.0, start_limit: float = 300.0, python: str | None = None
) -> tuple[str, System]:
    """The name to show and the system that a word describes; the limits are for programs.

    >>> name, system = make("stereotype:strength=0.5")
    >>> name, system.strength
    ('stereotype:strength=0.5', 0.5)
    """
    label, spec = _label(spec)
    kind, _, rest = spec.partition(":")
    if kind not in OUTSIDE and kind in systems:
        settings = options.parse(kind, systems[kind], options.split(rest))
        name, system = spec.removesuffix(":"), options.make(kind, systems[kind], settings)
    elif kind in OUTSIDE or kind in formats:
        check_says_what(kind, rest)
        name, system = _outside(kind, rest, time_limit=time_limit, start_limit=start_limit, python=python)
    elif _is_folder(spec):
        name, system = spec.rstrip("/" + os.sep), trained(Path(spec))
    else:
        check_known(spec)
        name, system = spec, trained(Path(kind), rest)
    return label or name, system


def check_known(spec: str) -> None:
    """Refuse a word that names no system, at once: before suites are read and models loaded."""
    _, bare = _label(spec)
    kind = bare.partition(":")[0]
    if not (kind in OUTSIDE or kind in systems or kind in formats or any(map(_is_folder, (bare, kind)))):
        of_files = formats.known() if ":" in bare else ()  # `conl:FILE` may mean a format
        raise UnknownName("system", kind, [*systems.known(), *OUTSIDE, *of_files])


def check_says_what(kind: str, rest: str) -> None:
    """Refuse a kind that is of a program, a file or a model without one after it."""
    if not rest.strip() and kind not in PRETRAINED:
        raise DataError(f"{kind}: what? Write {_usage(kind)}")


def anywhere(spec: str) -> str | None:
    """The word, without a name in front and its folder in full, if any process can make the system from it.

    >>> anywhere("mine=stereotype:strength=0.5"), anywhere("command:python my_system.py")
    ('stereotype:strength=0.5', None)
    """
    _, bare = _label(spec)
    kind, colon, rest = bare.partition(":")
    if kind in OUTSIDE or (kind in formats and kind not in systems):
        return None
    if kind in systems:
        return bare
    return str(Path(bare).resolve()) if _is_folder(bare) else f"{Path(kind).resolve()}{colon}{rest}"


def _is_folder(spec: str) -> bool:
    return spec.endswith(("/", os.sep)) or is_folder(spec)


def trained(folder: Path, settings: str = "") -> System:
    """The trained system that a folder holds, used as the settings say: `vectors=FILE,singletons=true`."""
    from corefair.models.folder import load_model

    model: Any = load_model(folder)
    if settings:
        if not hasattr(model, "using"):
            raise DataError("holds a model that takes no options", path=str(folder))
        name = str(folder)
        model = options.make(name, model.using, options.parse(name, model.using, options.split(settings)))
    try:
        check_system(model)
    except DataError as error:
        raise DataError(f"holds a model that is no system: {error}", path=str(folder)) from None
    return cast(System, model)


def _label(spec: str) -> tuple[str, str]:
    """A name in front, `mine=`, and the rest; an equals sign after a colon belongs to an option."""
    named = re.match(r"([^:=]+)=(.+)", spec, re.DOTALL)
    folders = (spec, spec.partition(":")[0])  # one may be called so: runs/seed=1, runs/seed=1/:corpus=mine
    if named is None or any(map(is_folder, folders)):
        return "", spec
    label = named[1].strip()
    if label in systems:  # nothing may pass for the oracle, which is shown the gold
        raise DataError(f"{label!r} is the name of another system: call yours something else")
    return label, named[2]


def _outside(
    kind: str, rest: str, *, time_limit: float, start_limit: float, python: str | None
) -> tuple[str, System]:
    if kind in LANGUAGE:
        from corefair.systems.language.make import language_choosers

        chooser = language_choosers(kind, rest.strip())[0]
        return chooser.name, chooser
    if kind in PRETRAINED:
        from corefair.systems.outside.pretrained import Pretrained

        is_url = kind == "corenlp" and rest.strip() and "=" not in rest
        settings = [f"url={rest.strip()}"] if is_url else options.split(rest)
        made = Pretrained(kind, settings, python=python, time_limit=time_limit, start_limit=start_limit)
        return f"{kind}:{rest}".removesuffix(":"), made
    if kind == "human":
        from corefair.systems.outside.human import Human

        human = Human(rest)
        return human.name, human
    if kind in ("command", "choose"):
        from corefair.systems.outside.command import ChoosingCommand, Command

        program = Command if kind == "command" else ChoosingCommand
        return rest.strip(), program(rest, time_limit=time_limit, start_limit=start_limit)
    if kind == "module":
        return rest, _from_module(rest)
    if kind == "gap":
        from corefair.systems.outside.gap_answers import Gap

        answers = Gap(rest)
        return answers.name, answers
    return _from_file(kind, rest)


def _from_module(rest: str) -> System:
    from corefair.systems.outside.module import load_class

    place, class_name, settings = [*rest.split(":", 2), "", ""][:3]
    kind = load_class(f"{place}:{class_name}")
    made = options.make(rest, kind, options.parse(rest, kind, options.split(settings)))
    check_system(made)
    return cast(System, made)


def _from_file(kind: str, path: str) -> tuple[str, System]:
    from corefair.io.documents import detect
    from corefair.systems.outside.predictions import Predictions
    from corefair.systems.outside.response import Response

    system: Predictions | Response
    if kind == "predictions" or (kind == "response" and detect(path) == "predictions"):
        system = Predictions(path)
    else:
        system = Response(path, format=None if kind == "response" else kind)
    return system.name, system


def _usage(kind: str) -> str:
    what = {
        "command": "PROGRAM ARGUMENTS",
        "choose": "PROGRAM ARGUMENTS",
        "module": "package.module:Class",
        "openai": "MODEL@https://HOST/v1",
        "hf": "FOLDER",
    }
    return f"{kind}:{what.get(kind, 'FILE')}"
