"""How well a selection tells gender-specific words from others, on the word set of Kumar 2020, §4.3."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.io import datasets
from corefair.io.damaged import damaged, json_value
from corefair.io.files import lines
from corefair.metrics.ratio import divide
from corefair.stats import bootstrap, paired_randomisation
from corefair.types import Embeddings, Score
from corefair.words.selection import Selection
from corefair.words.svm import svm

Array = NDArray[np.float64]


class LabelledWords(NamedTuple):
    """Gender-specific words with their group, and words that are not, though some have a stereotype."""

    specific: Mapping[str, str]
    other: tuple[str, ...]


def labelled_words(*, data: Path | None = None) -> LabelledWords:
    """The words of §4.3: seed words of Zhao 2018b; occupations of three papers and the rest of SemBias.

    The paper counts 444 and 352. The 444 hold 35 duplicates, and its 352 cannot be found again: we leave out
    phrases (no vocabulary at hand has them) and words that stand among the gender-specific ones as well.
    """
    specific: dict[str, str] = {}
    for group, file in (("feminine", "female_word_file.txt"), ("masculine", "male_word_file.txt")):
        for line in lines(datasets.find("lists", file, data=data)):
            specific.setdefault(line.strip(), group)
    professions = datasets.find("lists", "professions.json", data=data)
    with damaged(professions, "a list of professions"):
        others = [str(row[0]) for row in json_value(professions)]
    for file in ("male_occupations.txt", "female_occupations.txt"):
        others += [line.strip() for line in lines(datasets.find("winobias", file, data=data))]
    stats = datasets.find("winogender", "occupations-stats.tsv", data=data)
    others += [line.partition("\t")[0] for line in list(lines(stats))[1:]]
    for line in lines(datasets.find("sembias", "sembias.tsv", data=data)):
        _, *pairs = line.strip().split("\t")  # the first is the definitional pair
        others += [word for pair in pairs for word in pair.split(":")]
    kept = sorted({word for word in others if word.isalpha() and word not in specific})
    return LabelledWords({word: group for word, group in specific.items() if word.isalpha()}, tuple(kept))


def balanced(
    labelled: LabelledWords,
    *,
    known: Container[str] | None = None,
    without: Collection[str] = (),
    seed: int = 0,
) -> dict[str, bool]:
    """As many words of either kind, True if gender-specific: those that are known, without some.

    The larger kind is sampled down; of the gender-specific words, each group in proportion.
    """
    left_out = frozenset(without)

    def here(words: Collection[str]) -> list[str]:
        return sorted(word for word in words if word not in left_out and (known is None or word in known))

    groups = [here([word for word, group in labelled.specific.items() if group == name]) for name in GROUPS]
    other = here(labelled.other)
    n_specific = sum(map(len, groups))
    n = min(n_specific, len(other))
    if n < 2:
        raise DataError(f"{n_specific} gender-specific words and {len(other)} others: too few to compare")
    n_first = round(n * len(groups[0]) / n_specific)
    rng = np.random.default_rng(seed)
    drawn = [
        rng.permutation(words)[:size].tolist()
        for words, size in zip([*groups, other], (n_first, n - n_first, n), strict=True)
    ]
    chosen = {word: True for words in drawn[:2] for word in words} | dict.fromkeys(drawn[2], False)
    return dict(sorted(chosen.items()))


GROUPS = ("feminine", "masculine")
MEASURES = ("precision", "recall", "f1", "auc", "accuracy")


def judge(
    selection: Selection, truth: Mapping[str, bool], *, resamples: int = 2000, seed: int = 0
) -> list[Score]:
    """The five numbers of Table 3 with intervals over words; gender-specific is the positive class.

    AUC is of the selection's scores. A hard decision on a balanced set has AUC = accuracy; the paper's AUC of
    KBC and RIPA are within .3 of their accuracy, that of SVM five points above: scores, it seems.
    """
    kept, scores = _decisions(selection, truth)
    is_specific = np.array(list(truth.values()), dtype=np.bool_)
    above = scores[is_specific][:, None] - scores[~is_specific]
    wins = (np.sign(above) + 1) / 2  # [n_specific, n_other], a half for a tie

    def measures(counts: Array) -> Array:
        """From how often each word was drawn [..., n_words]: word totals of a unit matrix are counts."""
        right, wrong = counts[..., kept & is_specific].sum(-1), counts[..., kept & ~is_specific].sum(-1)
        specific, other = counts[..., is_specific], counts[..., ~is_specific]
        n_specific, n_other = specific.sum(-1), other.sum(-1)
        values = (
            divide(right, right + wrong),
            divide(right, n_specific),
            divide(2 * right, right + wrong + n_specific),
            divide(((specific @ wins) * other).sum(-1), n_specific * n_other),
            divide(right + n_other - wrong, n_specific + n_other),
        )
        return np.stack(values, axis=-1)

    found = bootstrap(np.eye(len(truth)), measures, resamples=resamples, seed=seed)
    return [
        Score(name, float(value), float(low), float(high), len(truth), groups={"method": selection.by})
        for name, value, low, high in zip(MEASURES, found.value, found.low, found.high, strict=True)
    ]


def f1_difference_p(
    selection: Selection, baseline: Selection, truth: Mapping[str, bool], *, seed: int = 0
) -> float:
    """The p-value of the difference of two F1 on the same words, by paired randomisation."""
    is_specific = np.array(list(truth.values()), dtype=np.bool_)

    def totals(each: Selection) -> Array:
        kept = _decisions(each, truth)[0]
        return np.stack([kept & is_specific, kept, is_specific], axis=1).astype(np.float64)

    def f1(sums: Array) -> Array:
        return np.asarray(divide(2 * sums[..., 0], sums[..., 1] + sums[..., 2]))

    return float(paired_randomisation(totals(selection), totals(baseline), f1, seed=seed).p)


def svm_unseen(
    emb: Embeddings,
    words: Sequence[str],
    *,
    seeds: Collection[str] | None = None,
    even: bool = False,
    folds: int = 10,
    seed: int = 0,
) -> Selection:
    """Each word judged by a machine that was not trained on it, neither as a seed nor as a counterexample."""
    order = np.random.default_rng(seed).permutation(len(words))
    scores = np.empty(len(words))
    for fold in range(folds):
        rows = order[fold::folds]
        hidden = [words[row] for row in rows]
        judged = svm(emb, seeds=seeds, even=even, unseen=hidden).scores
        scores[rows] = [judged[emb.row_of[word]] for word in hidden]
    reasons = tuple("like the seed words" if score > 0 else "" for score in scores)
    return Selection("svm", tuple(words), reasons, scores, (f"{folds}-fold: no word was trained on",))


def _decisions(selection: Selection, truth: Mapping[str, bool]) -> tuple[NDArray[np.bool_], Array]:
    """Whether each word of the set is kept, and its score."""
    row_of = {word: row for row, word in enumerate(selection.words)}
    lacking = [word for word in truth if word not in row_of]
    if lacking:
        raise DataError(f"the selection says nothing of {len(lacking)} words, such as {lacking[0]!r}")
    kept = np.array([bool(selection.reasons[row_of[word]]) for word in truth], dtype=np.bool_)
    return kept, np.array([selection.scores[row_of[word]] for word in truth])
