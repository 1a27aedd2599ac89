"""What makes vectors or training text less biased: each learns a change, and the change makes a copy."""

from __future__ import annotations

from inspect import signature
from typing import Any

from corefair import registry
from corefair.errors import UnknownName
from corefair.types import Embeddings, Mitigator


def mitigate(emb: Embeddings, method: str, **options: Any) -> Embeddings:
    """New vectors by a method of that name, with its options; what was given stays as it was.

    >>> import numpy as np
    >>> emb = Embeddings(("she", "he", "nurse"), np.array([[2, 1], [-2, 1], [1, 1]], np.float32))
    >>> after = mitigate(emb, "hard", preserve=[])
    >>> after["nurse"].tolist(), after.history
    ([0.0, 1.0], ('hard(no word kept, 1 pair equalised, unit length)',))
    """
    return make(method, **options).fit(emb)(emb)


def make(method: str, **options: Any) -> Mitigator:
    """A mitigator by name, with its options.

    >>> make("leace", word=5)
    Traceback (most recent call last):
    corefair.errors.UnknownName: no option of leace is called 'word'; did you mean n_words? (known: ...
    """
    kind = registry.mitigators[method]
    known = signature(kind).parameters
    for name in options:
        if name not in known:
            raise UnknownName(f"option of {method}", name, known)
    made: Mitigator = kind(**options)
    return made
