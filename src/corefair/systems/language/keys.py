"""An endpoint's key: taken from the environment, and kept out of all that is written."""

from __future__ import annotations

import json
import os
import re
from typing import Any, TypeGuard

from corefair.errors import DataError

_KEYS = ("COREFAIR_API_KEY", "OPENAI_API_KEY")  # the first that is set
_SHORTEST_SECRET = 8
_SECRET = re.compile(r"\b(?:sk|pk|key|hf|gsk)[-_][A-Za-z0-9*._-]{6,}")


def key_from(name: str | None) -> str | None:
    """The key in the variable of this name, or in one of those that are known."""
    if name is not None and not os.environ.get(name):
        raise DataError(f"the environment has no variable {name} to take the key from")
    found = next((os.environ[each] for each in ((name,) if name else _KEYS) if os.environ.get(each)), None)
    return found.strip() if found else None


def redacted(text: str, key: str | None) -> str:
    """Some endpoints repeat the key, or a part of it, in their messages."""
    return _SECRET.sub("(key)", text.replace(key, "(key)") if _is_secret(key) else text)


def without_key(found: dict[str, Any], key: str | None) -> dict[str, Any]:
    """The same answer; a key that it repeats would reach what is kept and what is reported."""
    if not _is_secret(key):
        return found
    cleaned: dict[str, Any] = json.loads(json.dumps(found).replace(json.dumps(key)[1:-1], "(key)"))
    return cleaned


def _is_secret(key: str | None) -> TypeGuard[str]:
    """A local endpoint takes any key: `x`, or `none`, is a word that answers may well hold."""
    return key is not None and len(key) >= _SHORTEST_SECRET
