"""How well a linear probe tells gender from an encoder's states, before a projection and after it.

    python results/encoders/probe.py FOLDER NAME [LAYERS]

writes NAME.json beside this file. Words that are feminine or masculine by definition stand in sentences that
say no gender. In each of four folds a half of the words (and always the definitional pairs) in four sentences
fit the projection, a quarter in two others train the probe, and a quarter in the last two are asked. Words
that begin alike (mother, mothers, motherhood) stay together, and are resampled together.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair import lists
from corefair.geometry.direction import definitional_pairs
from corefair.mitigators.contextual.fitting import fit_to, states_of
from corefair.mitigators.contextual.sentences import in_carriers, labelled_words, neutral_words
from corefair.models.encoders import Encoder
from corefair.stats.intervals import bootstrap

FOLDS = 4
FIT, TRAIN, ASK = (0, 1, 2, 3), (4, 5), (6, 7)  # sentences, by their numbers
METHODS: dict[str, dict[str, Any]] = {
    "none": {},
    "hard": {"preserve": ()},
    "leace": {},
    "inlp": {"iterations": 10, "n_words": 400},
}
HERE = Path(__file__).parent
Floats = NDArray[np.float64]


def main(folder: str, name: str, layers: int | None = None) -> None:
    """Every method, on every state and on their mean, with intervals over words."""
    encoder = Encoder.load(folder, layers)
    labels = labelled_words()
    fixed = {word for pair in definitional_pairs() for word in pair}
    asked = sorted(word for word in labels if word not in fixed)
    fold_of = folds(asked)
    jobs = stereotyped()
    rights: dict[str, list[NDArray[np.bool_]]] = {method: [] for method in METHODS}
    leaning: dict[str, list[NDArray[np.bool_]]] = {method: [] for method in METHODS}
    units: list[str] = []
    neutral = neutral_words()
    for fold in range(FOLDS):
        parts: list[list[str]] = [[], [], []]  # to fit with, to train on, to ask
        for word in asked:
            parts[{0: 2, 1: 1}.get((fold_of[word] - fold) % FOLDS, 0)].append(word)
        known = in_carriers([*parts[0], *sorted(fixed), *neutral], FIT)
        train, test = in_carriers(parts[1], TRAIN), in_carriers(parts[2], ASK)
        at_work = in_carriers(jobs, ASK)
        states = [states_of(encoder, each) for each in (train, test, at_work)]
        told = [np.array([labels[each.word] == "feminine" for each in some]) for some in (train, test)]
        majority = np.array([jobs[each.word] for each in at_work])
        units += [stem(each.word) for each in test]
        for method, options in METHODS.items():
            projection = fit_to(encoder, method, known, **options) if options or method != "none" else None
            changed = [
                mixed(projection(x, ["-"] * len(x)) if projection else x) for x in states
            ]  # [n, n_states + 1, dim]
            guessed = [guess(changed[0], told[0], each) for each in changed[1:]]
            rights[method].append(guessed[0] == told[1][:, None])
            leaning[method].append(guessed[1] == majority[:, None])
            print(name, f"fold {fold}", method, np.round(rights[method][-1].mean(axis=0), 3), flush=True)
    result = {
        "encoder": name,
        "sha256": encoder.sha256,
        "layers": encoder.layers,
        "words": len(asked),
        "units": len({*units}),
        "largest group": max(np.mean([labels[word] == "feminine" for word in asked]).item(), 0.5),
        "recovered": {method: scored(np.concatenate(parts), units) for method, parts in rights.items()},
        "occupations": {
            method: scored(np.concatenate(parts), [each.word for each in in_carriers(jobs, ASK)] * FOLDS)
            for method, parts in leaning.items()
        },
    }
    (HERE / f"{name}.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


def folds(words: list[str]) -> dict[str, int]:
    """The fold of each word, the same for words that begin alike."""
    stems = sorted({stem(word) for word in words})
    drawn = np.random.default_rng(0).permutation(len(stems)) % FOLDS
    of_stem = dict(zip(stems, drawn.tolist(), strict=True))
    return {word: of_stem[stem(word)] for word in words}


def stem(word: str) -> str:
    """How a word begins."""
    return word[:4]


def stereotyped() -> dict[str, bool]:
    """Occupations of one word, and whether most who have it are women (WinoBias, Table 1)."""
    rows = lists.read("winobias_occupations")
    return {
        row["occupation"]: float(row["percent_women"]) > 50 for row in rows if " " not in row["occupation"]
    }


def mixed(states: NDArray[Any]) -> Floats:
    """Each state, and last the mean of all, which is what a layer mix begins with."""
    x = states.astype(np.float64)
    return np.concatenate([x, x.mean(axis=1, keepdims=True)], axis=1)


def guess(known: Floats, told: NDArray[np.bool_], asked: Floats) -> NDArray[np.bool_]:
    """What a linear classifier of each state says of new words [n, n_states]."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    found = []
    for number in range(known.shape[1]):
        probe = make_pipeline(StandardScaler(), LogisticRegression(C=0.1, max_iter=2000))
        found.append(probe.fit(known[:, number], told).predict(asked[:, number]))
    return np.stack(found, axis=1)


def scored(right: NDArray[np.bool_], units: list[str]) -> list[list[float]]:
    """Accuracy and its interval over words, for each state and the mean of all."""
    totals = [np.stack([right[:, number], np.ones(len(right))], axis=1) for number in range(right.shape[1])]
    return [
        [round(float(part), 4) for part in bootstrap(each, lambda t: t[..., 0] / t[..., 1], units=units)]
        for each in totals
    ]


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else None)
