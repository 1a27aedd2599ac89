"""What suites for vectors share: looking words up, saying which are missing, and which are gendered.

Words are sought as `word_rows` does, in other cases too; one whose vector has length zero counts as missing.
A set of words is too small if fewer than half of it are there, or a single one of several.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair import lists
from corefair.errors import CorefairError, DataError, MissingWords
from corefair.geometry.direction import definitional_pairs, unit
from corefair.io.damaged import json_value
from corefair.suites.published import find_if_here, fingerprints, hashes
from corefair.suites.vectors.word_rows import find_words
from corefair.types import Embeddings

FEWEST = 2


class TooFewWords(MissingWords):
    """The vectors have too few words of a kind; nothing particular is missing."""

    def __init__(self, message: str) -> None:
        CorefairError.__init__(self, message)


class WordVectors(NamedTuple):
    """The words of a set that the vectors have, in order, and those they lack."""

    words: tuple[str, ...]  # as they were asked for
    vectors: NDArray[np.float64]  # [n_words, dim], as they are in the file
    missing: tuple[str, ...]

    @property
    def too_few(self) -> bool:
        """Whether less than half of the set is there, or a single one of several words."""
        n_asked = len(self.words) + len(self.missing)
        return not self.words or len(self.words) < max(min(FEWEST, n_asked), len(self.missing))

    @property
    def units(self) -> NDArray[np.float64]:
        """The vectors at length one, so that products are cosines."""
        return np.asarray(unit(self.vectors))


def look_up(emb: Embeddings, words: Iterable[str]) -> WordVectors:
    """The vectors of these words, each once, and which are missing.

    >>> emb = Embeddings(("nasa", "he"), np.array([[1, 0], [0, 0]], dtype=np.float32))
    >>> known = look_up(emb, ["NASA", "he", "nurse"])
    >>> known.words, known.missing
    (('NASA',), ('he', 'nurse'))
    """
    asked = list(dict.fromkeys(words))
    rows = find_words(emb, asked).row_of
    here = [word for word in asked if word in rows and emb.vectors[rows[word]].any()]
    vectors = emb.vectors[[rows[word] for word in here]].astype(np.float64).reshape(len(here), emb.dim)
    return WordVectors(tuple(here), vectors, tuple(word for word in asked if word not in set(here)))


def require(emb: Embeddings, known: WordVectors) -> WordVectors:
    """The same, or MissingWords if the set is too small."""
    if known.too_few:
        raise MissingWords(known.missing, of=len(known.words) + len(known.missing), name=emb.name)
    return known


def cosines_with(
    emb: Embeddings, direction: NDArray[np.float64], rows: Sequence[int] | slice
) -> NDArray[np.float64]:
    """cos(w, direction) of many rows, the direction of length one; 0 for a vector of length zero."""
    return np.asarray((unit(emb.vectors[rows]) @ direction.astype(np.float32)).astype(np.float64))


class Professions(NamedTuple):
    """Names of professions, which of them are gendered by definition, and what they were read from."""

    words: tuple[str, ...]
    gendered: frozenset[str]
    data: dict[str, str]  # file -> SHA-256


def professions(data: Path | None) -> Professions:
    """The 320 of Bolukbasi et al. 2016 where they are on this machine, else our list of occupations.

    Theirs come with a crowd's judgement from -1 to 1 of how far each is feminine or masculine by definition;
    a profession is gendered (waitress) from one half on, either way.
    """
    paths = find_if_here("lists", ["professions.json"], data=data)
    if not paths:
        ours = tuple(percent_women())
        return Professions(ours, frozenset(), fingerprints("occupations"))
    path = paths["professions.json"]
    try:
        rows = [(str(word), float(by_definition)) for word, by_definition, _ in _json(path)]
    except (TypeError, ValueError):
        raise DataError("not a list of [word, by definition, by stereotype]", path=str(path)) from None
    gendered = frozenset(word for word, by_definition in rows if abs(by_definition) >= 0.5)
    return Professions(tuple(word for word, _ in rows), gendered, hashes(paths))


def percent_women() -> dict[str, float]:
    """The share of women in the occupations of our list, blanks in their names as underscores."""
    return {
        row["occupation"].replace(" ", "_"): float(row["percent_women"]) for row in lists.read("occupations")
    }


class Gendered(NamedTuple):
    """Words of a gender, all in lower case, and what they were read from."""

    by_definition: frozenset[str]  # mother, spokeswoman
    left_out: frozenset[str]  # these, and all else that is not to count as neutral: names, function words
    data: dict[str, str]  # file -> SHA-256


def gendered(data: Path | None) -> Gendered:
    """Our lists of gendered words and of words to preserve, and Bolukbasi's list where it is here."""
    words = {word for pair in definitional_pairs() for word in pair}
    words |= {row["word"] for row in lists.read("gender_words")}
    paths = find_if_here("lists", ["gender_specific_full.json"], data=data)
    for path in paths.values():
        words |= set(map(str, _json(path)))
    by_definition = frozenset(word.lower() for word in words)
    preserved = {row["word"].lower() for row in lists.read("preserve")}
    return Gendered(
        by_definition,
        by_definition | preserved,
        {**hashes(paths), **fingerprints("definitional_pairs", "gender_words", "preserve")},
    )


def among(word: str, n_words: int) -> str:
    """A case that rests on which other words there are: among fewer it is another case, and is not compared.

    >>> among("nurse", 15000)
    'nurse among 15,000 words'
    """
    return f"{word} among {n_words:,} words"


def neutral_rows(emb: Embeddings, exclude: frozenset[str], *, limit: int | None = None) -> list[int]:
    """Of the first `limit` rows, those of words in at most 20 lower-case letters that are not excluded."""
    return [
        row
        for row, word in enumerate(emb.words[:limit])
        if word.isalpha() and word == word.lower() and len(word) <= 20 and word not in exclude
    ]


def _json(path: Path) -> list[Any]:
    made = json_value(path)
    if not isinstance(made, list):
        raise DataError("not a JSON list", path=str(path))
    return made
