"""What is asked of systems and of word vectors: a data set each, how it is judged, what it reports."""

from __future__ import annotations

from collections.abc import Callable


def about(build: Callable[..., object]) -> str:
    """What a suite asks: the first sentence of what its `build` says of itself."""
    return " ".join((build.__doc__ or "").split("\n\n")[0].split())
