"""GN-GloVe (Zhao et al. 2018b): what is added to GloVe's loss, and the seed words it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from corefair import lists
from corefair.errors import CorefairError, MissingWords, UnknownName
from corefair.models.glove.vocabulary import Vocabulary
from corefair.types import Embeddings

VARIANTS = ("ours", "authors")
_ENOUGH = 5  # pairs; of fewer the mean difference is that of these words, not of gender


def seed_pairs() -> tuple[tuple[str, str], ...]:
    """The 222 (feminine, masculine) pairs of our list."""
    return tuple((row["feminine"], row["masculine"]) for row in lists.read("gn_seeds"))


@dataclass(frozen=True)
class GenderTerms:
    """What is added to GloVe's loss; pairs are (feminine, masculine), weights are the paper's λ_d and λ_e.

    `variant="authors"` is the released program: J_D linear in the last components, plain gradient steps in
    place of AdaGrad, every component cut at ±1, v from the word vectors alone, never reset and divided by the
    number of pairs listed. Words that the text lacks are left out, where it reads memory it never set.
    """

    pairs: Sequence[tuple[str, str]] = field(default_factory=seed_pairs)
    weight_apart: float = 0.8
    weight_neutral: float = 0.8
    variant: Literal["ours", "authors"] = "ours"

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            raise UnknownName("variant of gn-glove", self.variant, VARIANTS)
        if self.weight_apart < 0 or self.weight_neutral < 0:
            raise CorefairError("the weights of gn-glove's terms cannot be below 0")
        if both := sorted({f for f, _ in self.pairs} & {m for _, m in self.pairs}):
            raise CorefairError(f"seed words cannot be feminine and masculine at once: {', '.join(both)}")


@dataclass(frozen=True, eq=False)
class Seeds:
    """Which rows of a vocabulary the seed words are."""

    gender: NDArray[np.int8]  # [n_words]: 1 feminine seed word, -1 masculine seed word, 0 any other
    feminine: NDArray[np.int64]  # [n_pairs] of the pairs with both words here
    masculine: NDArray[np.int64]
    n_listed: int  # pairs
    missing: tuple[str, ...]  # seed words that are not in the vocabulary

    def blocks(self, n_blocks: int) -> NDArray[np.int8]:
        """`gender` block by block, as rows are in `tiles.py`: [n_blocks, n_rows]."""
        padded = np.zeros((-(-len(self.gender) // n_blocks), n_blocks), np.int8)
        padded.reshape(-1)[: len(self.gender)] = self.gender
        return np.ascontiguousarray(padded.T)


def find_seeds(terms: GenderTerms, vocabulary: Vocabulary) -> Seeds:
    """Look the seed words up; raise `MissingWords` when too few pairs are left to define a direction."""
    row_of = {word: row for row, word in enumerate(vocabulary.words)}
    words = list(dict.fromkeys(word for pair in terms.pairs for word in pair))
    missing = tuple(word for word in words if word not in row_of)
    here = [(row_of[f], row_of[m]) for f, m in terms.pairs if f in row_of and m in row_of]
    if len(here) < max(1, min(_ENOUGH, len(terms.pairs))):
        raise MissingWords(missing, of=len(words), name="the vocabulary, for gn-glove's seeds,")
    gender = np.zeros(len(vocabulary), np.int8)
    for side, sign in ((0, 1), (1, -1)):
        gender[[row_of[pair[side]] for pair in terms.pairs if pair[side] in row_of]] = sign
    feminine, masculine = np.array(here, np.int64).T
    return Seeds(gender, feminine, masculine, len(terms.pairs), missing)


def without_gender(emb: Embeddings) -> Embeddings:
    """GN-GloVe(w_a): the vectors without their last component, which carries gender."""
    return emb.changed(emb.vectors[:, :-1], "without the last component (w_a)")
