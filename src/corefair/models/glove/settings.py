"""What GloVe is to do, and what it may use for it: each option in one place."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from corefair.errors import CorefairError, UnknownName
from corefair.io.corpora import Tokens, splitter
from corefair.models.glove.gender import GenderTerms
from corefair.types import Said

METHODS = ("glove", "gn-glove")
OUTPUTS = ("sum", "word", "context")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All that the vectors depend on but the text; the defaults are those of GloVe 1.2."""

    format: str = "auto"  # of the text; each file tells its own
    tokens: Tokens = "ours"  # words by corefair's rule, or whatever stands between white space
    lower: bool = True
    min_count: int = 5  # words that occur less often are left out
    max_words: int | None = None  # of more, the most frequent
    window: int = 15  # how many words away a context word may be
    symmetric: bool = True  # each pair is counted both ways, not only the earlier word first
    distance_weighting: bool = True  # a pair counts 1 / distance, not 1
    dim: int = 50
    epochs: int = 25
    rate: float = 0.05  # of learning, at the start
    x_max: float = 100.0  # the count from which a pair has its full weight, 1
    alpha: float = 0.75  # below that its weight is (count / x_max) ** alpha
    output: Literal["sum", "word", "context"] = "sum"  # of each word, which of its two vectors
    seed: int = 0
    gender: GenderTerms | None = None  # what GN-GloVe adds to GloVe's loss

    def __post_init__(self) -> None:
        splitter(self.tokens, lower=self.lower)  # complains of a name that it does not know
        if self.output not in OUTPUTS:
            raise UnknownName("output", self.output, OUTPUTS)
        if self.window < 1:
            raise CorefairError(f"a window of {self.window} words: it takes one or more")
        least = 1 if self.gender is None else 2  # one component for gender, and the first epoch is GloVe's
        if self.dim < least:
            raise CorefairError(f"{self.dim} dimensions: it takes {least} or more")
        if self.epochs < least:
            raise CorefairError(f"{self.epochs} epochs: it takes {least} or more")
        for name, value in (("rate", self.rate), ("x_max", self.x_max)):
            if not 0 < value < math.inf:
                raise CorefairError(f"{name} is {value}: it must be above 0")
        if not 0 <= self.alpha < math.inf:
            raise CorefairError(f"alpha is {self.alpha}: it must be 0 or above")

    @property
    def counted(self) -> dict[str, str | int | None]:
        """What the counts depend on."""
        names = ("tokens", "lower", "min_count", "max_words", "window", "symmetric", "distance_weighting")
        return {name: getattr(self, name) for name in names}


def quiet(what: str, done: int, of: int) -> None:
    """Nobody wants to know."""


@dataclass(frozen=True, kw_only=True)
class Means:
    """What the work is done with; none of it makes a difference to the result."""

    engine: str = "processes"  # where text is counted, as `compute.engine` has it
    threads: int | None = None  # to train with; as many as there are cores
    memory: int = 4_000_000_000  # bytes that may be filled
    progress: Said = quiet


def parse_options(method: str, options: Mapping[str, Any]) -> tuple[Settings, Means]:
    """Settings and means of one of the methods, from options by name."""
    if method not in METHODS:
        raise UnknownName("method of training", method, METHODS)
    if options.get("gender") and method != "gn-glove":
        raise CorefairError(f"{method} has no gender terms: choose gn-glove")
    known = {kind: {each.name for each in fields(kind)} for kind in (Settings, Means)}
    for name in options:
        if name not in known[Settings] | known[Means]:
            raise UnknownName(f"option of {method}", name, known[Settings] | known[Means])
    settings = {name: value for name, value in options.items() if name in known[Settings]}
    if method == "gn-glove":
        settings["gender"] = settings.get("gender") or GenderTerms()
    return (
        Settings(**settings),
        Means(**{name: value for name, value in options.items() if name in known[Means]}),
    )
