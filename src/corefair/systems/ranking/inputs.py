"""What the network reads of a document: words by number, where each candidate's stand, and its pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.systems.feature.mentions import COLUMN, Mentions
from corefair.systems.feature.pairs import N_VALUES
from corefair.systems.feature.pairs import TEMPLATES as PAIR_TEMPLATES
from corefair.systems.feature.ranker import Pairs
from corefair.systems.feature.unary import FULL, LEXICAL
from corefair.systems.ranking.lexicon import Lexicon
from corefair.types import Document

# Words come in by their vectors alone: a feature for each word would learn again what was taken out of them.
TEMPLATES = tuple(name for name in FULL if name not in LEXICAL and name != "ending")
PLACES = ("head", "first", "last", "before", "two before", "after", "two after", "governor")
AVERAGES = ("phrase", "five before", "five after", "sentence")
_AROUND = 5
SIMILAR = 10  # steps of the cosine of two vectors, and one for those that are not asked
N_SIMILAR = 2 * (SIMILAR + 1)  # of the heads, and of the phrases
N_PAIR_VALUES = N_VALUES + N_SIMILAR
_FIRST_PRONOUN = 3  # in `mentions.TYPES`
_TOGETHER = 20_000  # pairs at once, whatever the length of a document


def pair_names() -> list[tuple[str, str]]:
    """The template and the value of each number that `Inputs.values` may hold; no two alike."""
    names = []
    for template in PAIR_TEMPLATES:
        times: Counter[str] = Counter()
        for value in template.values:  # of two persons one may be none: "i" then stands for either
            times[value] += 1
            names.append((template.name, f"{value} ({times[value]})" if times[value] > 1 else value))
    for what in ("heads", "phrases"):
        names += [(f"likeness of the {what}", step) for step in ("not asked", *map(str, range(SIMILAR)))]
    return names


class Inputs(NamedTuple):
    """A document in numbers; several can be laid end to end."""

    words: NDArray[np.int32]  # [n_words + 1]: rows of the lexicon; the last is the edge of the text
    places: NDArray[np.int32]  # [n, len(PLACES)]: which word
    ranges: NDArray[np.int32]  # [n, len(AVERAGES), 2]
    single: NDArray[np.int32]  # [n, n_templates]: values of each candidate; -1 none
    types: NDArray[np.int32]  # [n]
    of: NDArray[np.int32]  # [n_pairs]: whose antecedent
    found: NDArray[np.int32]  # [n_pairs]: which candidate it is
    values: NDArray[np.int16]  # [n_pairs, n_pair_templates]

    @property
    def n(self) -> int:
        """How many candidates."""
        return len(self.types)

    def in_parts(self) -> Iterator[Inputs]:
        """All candidates with some pairs at a time, so that what is made of pairs does not grow with them."""
        for start in range(0, len(self.of), _TOGETHER):
            here = slice(start, start + _TOGETHER)
            yield self._replace(of=self.of[here], found=self.found[here], values=self.values[here])


def inputs_of(
    doc: Document, mentions: Mentions, single: NDArray[np.int32], pairs: Pairs, lexicon: Lexicon
) -> Inputs:
    """The numbers of one document; `single` as `Vocabulary.numbers` has them."""
    n_words, codes = len(doc.words), mentions.codes
    start, end, head, governor = (codes[:, COLUMN[name]] for name in ("start", "end", "head", "governor"))
    places = np.stack([head, start, end - 1, start - 1, start - 2, end, end + 1, governor], axis=1)
    places[(places < 0) | (places >= n_words)] = n_words
    ends = np.array([*doc.sentences[1:], n_words], dtype=np.int32)
    begins = np.array(doc.sentences, dtype=np.int32)
    sentence = codes[:, COLUMN["sentence"]]
    ranges = np.stack(
        [
            np.stack([start, end], axis=1),
            np.stack([np.maximum(start - _AROUND, 0), start], axis=1),
            np.stack([end, np.minimum(end + _AROUND, n_words)], axis=1),
            np.stack([begins[sentence], ends[sentence]], axis=1),
        ],
        axis=1,
    )
    of = np.repeat(np.arange(len(codes), dtype=np.int32), np.diff(pairs.at))
    rows = lexicon.rows(doc.words)
    edge = lexicon.rows(["\tedge"])
    types = np.ascontiguousarray(codes[:, COLUMN["type"]])
    similar = _similar(rows, codes, types, of, pairs.found, lexicon)
    return Inputs(
        np.concatenate([rows, edge]).astype(np.int32),
        places.astype(np.int32),
        ranges.astype(np.int32),
        single,
        types,
        of,
        pairs.found,
        np.concatenate([pairs.values, similar], axis=1),
    )


def _similar(
    rows: NDArray[np.int32],
    codes: NDArray[np.int32],
    types: NDArray[np.int32],
    of: NDArray[np.int32],
    found: NDArray[np.int32],
    lexicon: Lexicon,
) -> NDArray[np.int16]:
    """How alike two candidates that are no pronouns are by their vectors, in steps: heads, and whole phrases.

    The factored first layer cannot compare two vectors; this is the one comparison it is handed. Of pronouns
    it is not asked: what a vector knows of them goes through the network alone.
    """
    n_static = len(lexicon.words)
    vectors = np.zeros((len(rows) + 1, lexicon.dim), dtype=np.float32)
    known = rows < n_static
    vectors[1:][known] = lexicon.scaled[rows[known]]
    start, end, head = (codes[:, COLUMN[name]] for name in ("start", "end", "head"))
    sums = vectors.cumsum(axis=0, dtype=np.float64)
    asked = (types[of] < _FIRST_PRONOUN) & (types[found] < _FIRST_PRONOUN)
    out = np.empty((len(of), 2), dtype=np.int16)
    for k, parts in enumerate((vectors[head + 1], sums[end] - sums[start])):
        length = np.sqrt((parts**2).sum(axis=1))
        unit = (parts / np.maximum(length, 1e-6)[:, None]).astype(np.float32)
        cosine = np.full(len(of), -1.0, dtype=np.float32)
        at = np.flatnonzero(asked & (length[of] > 1e-3) & (length[found] > 1e-3))
        for some in np.array_split(at, max(1, len(at) // _TOGETHER)):
            cosine[some] = np.einsum("ij,ij->i", unit[of[some]], unit[found[some]])
        step = np.zeros(len(of), dtype=np.int16)
        step[at] = 1 + np.clip((cosine[at] * SIMILAR).astype(np.int16), 0, SIMILAR - 1)
        out[:, k] = N_VALUES + k * (SIMILAR + 1) + step
    return out


def laid_together(parts: Sequence[Inputs]) -> Inputs:
    """Several documents as one, none of which sees another."""
    words = np.cumsum([0, *(len(part.words) for part in parts)])
    mentions = np.cumsum([0, *(part.n for part in parts)])
    shifted = [
        part._replace(
            places=part.places + word,
            ranges=part.ranges + word,
            of=part.of + mention,
            found=part.found + mention,
        )
        for part, word, mention in zip(parts, words.tolist(), mentions.tolist(), strict=False)
    ]
    return Inputs(*(np.concatenate(arrays) for arrays in zip(*shifted, strict=True)))
