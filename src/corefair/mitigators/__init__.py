"""What makes vectors or training text less biased: each learns a change, and the change makes a copy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from corefair import registry
from corefair.errors import CorefairError
from corefair.geometry.direction import found_direction
from corefair.options import make as make_with
from corefair.types import Embeddings, Mitigator


def mitigate(emb: Embeddings, method: str, **options: Any) -> Embeddings:
    """New vectors by a method of that name, with its options; what was given stays as it was.

    >>> import numpy as np
    >>> emb = Embeddings(("she", "he", "nurse"), np.array([[2, 1], [-2, 1], [1, 1]], np.float32))
    >>> after = mitigate(emb, "hard", preserve=[])
    >>> after["nurse"].tolist(), after.history
    ([0.0, 1.0], ('hard(no word kept, 1 pair equalised, unit length); gender direction from 1 of 10 pairs, ...
    """
    check_changes(method, "vectors")
    after = make(method, **options).fit(emb)(emb)
    return with_direction(after, emb, options.get("pairs") if method == "ran" else None)


def with_direction(
    after: Embeddings, before: Embeddings, pairs: Sequence[tuple[str, str]] | None = None
) -> Embeddings:
    """Changed vectors, with what the gender direction of those before rests on in the last step they tell."""
    try:
        found = found_direction(before, pairs)
    except CorefairError:  # a method that needs one has said so
        return after
    *earlier, last = after.history
    return replace(after, history=(*earlier, f"{last}; {found}"))


def check_changes(method: str, what: str) -> None:
    """Refuse a mitigator that changes something else; `what` is vectors or text.

    >>> check_changes("hard", "text")
    Traceback (most recent call last):
    corefair.errors.CorefairError: hard changes vectors, not text: see corefair list mitigators
    """
    changes = registry.mitigators.facts(method)["changes"]
    if changes != what:
        raise CorefairError(f"{method} changes {changes}, not {what}: see corefair list mitigators")


def make(method: str, **options: Any) -> Mitigator:
    """A mitigator by name, with its options.

    >>> make("leace", word=5)
    Traceback (most recent call last):
    corefair.errors.UnknownName: no option of leace is called 'word'; did you mean n_words? (known: ...
    """
    made: Mitigator = make_with(method, registry.mitigators[method], options)
    return made
