"""The life of a program that resolves: a document a line in, its clusters a line out, failures told.

It runs under another interpreter, so it needs the standard library only. What the resolver's own code prints
goes to stderr, for stdout holds answers alone.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

CANNOT = 69  # exit code: what is needed is not here, and to start again would not help

Span = tuple[int, int]
Resolve = Callable[[Sequence[str], Sequence[int]], Iterable[Iterable[Sequence[int]]]]


def options(defaults: dict[str, str]) -> dict[str, str]:
    """What follows the program's name, key=value each, over the defaults."""
    found = dict(defaults)
    for argument in sys.argv[1:]:
        name, is_set, value = argument.partition("=")
        if not is_set or name not in defaults:
            sys.stderr.write(f"no option {argument!r}; there are: {', '.join(defaults)}\n")
            sys.exit(CANNOT)
        found[name] = value
    return found


def serve(load: Callable[[], Resolve]) -> None:
    """Load the resolver, then answer every line; spans are half-open, in words of the document."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        resolve = load()
    except Exception:  # noqa: BLE001  a package, its weights or its settings: none of them comes by itself
        traceback.print_exc()
        sys.exit(CANNOT)
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            clusters = [
                [list(span) for span in cluster] for cluster in resolve(asked["words"], asked["sentences"])
            ]
            said: dict[str, object] = {"clusters": clusters}
        except Exception as error:  # noqa: BLE001  the resolver may raise anything; other documents go on
            said = {"status": "error", "message": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps({"id": asked["id"], **said}) + "\n")
        answers.flush()


def by_sentence(words: Sequence[str], starts: Sequence[int]) -> list[list[str]]:
    """The words in lists, one a sentence; `starts` are the first words of sentences."""
    bounds = [*(starts or [0]), len(words)]
    return [list(words[start:end]) for start, end in pairwise(bounds) if end > start]
