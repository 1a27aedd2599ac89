"""An endpoint's key: taken from the environment, and kept out of all that is written."""

from __future__ import annotations

import json
import os
import re
from typing import Any, TypeGuard

from corefair.errors import DataError

_KEYS = ("COREFAIR_API_KEY", "OPENAI_API_KEY")  # the first that is set
_SHORTEST_SECRET = 8  # characters of a key that tell something of it
_SECRET = re.compile(r"\b(?:sk|pk|key|hf|gsk)[-_][A-Za-z0-9*._-]{6,}")
_END = r"[\w-]{0,64}"  # what endpoints show of a key that they mask: Zq7sup***xyz
_MASKED = re.compile(rf"{_END}(?:\*{{3,64}}|•{{2,64}}){_END}")
_ENDS = re.compile(rf"(?:{_END}[*•….]{{2,64}})?\(key\)(?:[*•….]{{2,64}}{_END})?")


def key_from(name: str | None) -> str | None:
    """The key in the variable of this name, or in one of those that are known."""
    if name is not None and not os.environ.get(name):
        raise DataError(f"the environment has no variable {name} to take the key from")
    set_one = next((each for each in ((name,) if name else _KEYS) if os.environ.get(each)), None)
    key = os.environ[set_one].strip() if set_one else ""
    if not (key.isascii() and key.isprintable()) or " " in key:  # a header cannot hold it
        raise DataError(
            f"the key in {set_one} holds a space, a line break or another character that no key has: "
            "set it again"
        )
    return key or None


def redacted(text: str, key: str | None) -> str:
    """Some endpoints repeat the key, or a part of it, in messages: to be called before one is cut."""
    return _SECRET.sub("(key)", _MASKED.sub("(key)", _without_pieces(text, key)))


def without_key(found: dict[str, Any], key: str | None) -> dict[str, Any]:
    """The same answer; a key that it repeats would reach what is kept and what is reported."""
    if not _is_secret(key):
        return found
    said = json.dumps(found)
    if not any(json.dumps(piece)[1:-1] in said for piece in _pieces(key)):
        return found
    cleaned: dict[str, Any] = _cleaned(found, key)
    return cleaned


def _cleaned(value: Any, key: str) -> Any:
    if isinstance(value, str):
        return _without_pieces(value, key)
    if isinstance(value, dict):
        return {_without_pieces(str(name), key): _cleaned(each, key) for name, each in value.items()}
    return [_cleaned(each, key) for each in value] if isinstance(value, list) else value


def _without_pieces(text: str, key: str | None) -> str:
    """Without stretches of the key that tell something of it, and what is left beside asterisks."""
    if not _is_secret(key):
        return text
    pieces = _pieces(key)
    kept, at, n = list[str](), 0, _SHORTEST_SECRET
    while at < len(text):
        if text[at : at + n] not in pieces:
            kept.append(text[at])
            at += 1
            continue
        at += n
        while text[at - n + 1 : at + 1] in pieces:
            at += 1
        kept.append("(key)")
    return _ENDS.sub("(key)", "".join(kept))


def _pieces(key: str) -> set[str]:
    return {key[at : at + _SHORTEST_SECRET] for at in range(len(key) - _SHORTEST_SECRET + 1)}


def _is_secret(key: str | None) -> TypeGuard[str]:
    """A local endpoint takes any key: `x`, or `none`, is a word that answers may well hold."""
    return key is not None and len(key) >= _SHORTEST_SECRET
