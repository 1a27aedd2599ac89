"""The values of single candidates by number: those seen often enough, and tags in place of rare words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corefair.systems.feature.unary import FULL, LEXICAL, Unary

_TAG = "\t"  # before a tag that stands for a word: no word has it
ALWAYS = "always"


@dataclass(frozen=True)
class Vocabulary:
    """Which template has which values; the number of a value is its place, and the last is always there."""

    templates: tuple[str, ...]
    names: tuple[tuple[str, str], ...]  # template and value

    def __post_init__(self) -> None:
        number_of = {name: number for number, name in enumerate(self.names)}
        object.__setattr__(self, "_number_of", number_of)

    def __len__(self) -> int:
        return len(self.names) + 1

    def value_of(self, number: int) -> tuple[str, str]:
        """The template of a value, and the value as a reader sees it.

        >>> Vocabulary(("head",), (("head", "nurse"), ("head", "\\tNN"))).value_of(1)
        ('head', 'any rare NN')
        """
        if number == len(self.names):
            return ALWAYS, ""
        template, value = self.names[number]
        return template, f"any rare {value[1:]}" if value.startswith(_TAG) else value

    def numbers(self, unary: Unary) -> NDArray[np.int32]:
        """The values of each candidate, [n, n_templates + 1]; -1 where nothing is known of it."""
        number_of: dict[tuple[str, str], int] = self._number_of  # type: ignore[attr-defined]
        columns = [(FULL.index(name), name) for name in self.templates]
        out = np.full((len(unary.values), len(columns) + 1), len(self.names), dtype=np.int32)
        for i, (values, instead) in enumerate(zip(unary.values, unary.instead, strict=True)):
            for k, (at, name) in enumerate(columns):
                number = number_of.get((name, values[at]), -1) if values[at] else -1
                if number < 0 and values[at] and name in LEXICAL:
                    number = number_of.get((name, _TAG + instead[at]), -1)
                out[i, k] = number
        return out


def learn_vocabulary(
    described: Iterable[Unary], templates: Sequence[str], *, words_seen: int, values_seen: int
) -> Vocabulary:
    """Values seen often enough, and a tag for the words that were not; in the order of their counts."""
    counts: Counter[tuple[str, str]] = Counter()
    tags: Counter[tuple[str, str, str]] = Counter()
    columns = [(FULL.index(name), name) for name in templates]
    for unary in described:
        for values, instead in zip(unary.values, unary.instead, strict=True):
            for at, name in columns:
                if values[at]:
                    counts[name, values[at]] += 1
                    if name in LEXICAL:
                        tags[name, values[at], instead[at]] += 1
    kept = {
        key: count
        for key, count in counts.items()
        if count >= (words_seen if key[0] in LEXICAL else values_seen)
    }
    for (name, word, tag), count in tags.items():
        if (name, word) not in kept:
            kept[name, _TAG + tag] = kept.get((name, _TAG + tag), 0) + count
    order = sorted(kept, key=lambda key: (templates.index(key[0]), -kept[key], key[1]))
    return Vocabulary(tuple(templates), tuple(order))
