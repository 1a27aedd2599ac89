"""Learns to tell the two kinds of *her* where English tells them apart: *him* and *his*, *them* and *their*.

COREFAIR_DATA=… python results/swap/make_her.py FOLDER

reads Wikipedia's part, LitBank's and OntoGUM's training documents; puts *her* in the place of every *him*,
*me*, *us*, *them* and *his*, *my*, *our*, *their*; tags the sentences with the shipped pipeline (kept in
FOLDER, for it takes long); and writes src/corefair/lists/her_weights.tsv. The last tenth of Wikipedia and
both development sets are held out, and their *him* and *his* are what accuracy is measured on.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from corefair import lists
from corefair.io import datasets, files, read
from corefair.io.plain import sentence_starts, word_offsets
from corefair.mitigators.text.her import features
from corefair.text import analyse
from corefair.types import Document

OBJECTS, OWNERS = {"him", "me", "us", "them"}, {"his", "my", "our", "their"}
HE = {"he": "she", "himself": "herself"}
OPENING = ('"', "“", "``", "'", "‘", "-", "(")  # after these a *his* may still have its noun
LONGEST = 120  # words of a sentence
LEAST, PENALTY = 3, 1.5  # sentences that a feature needs; the inverse of L1's weight
MORE = 8.0  # what a sentence of LitBank or OntoGUM weighs against one of Wikipedia, which is so much larger
PRIOR = (
    0.6  # objects are 33 % of *her* in OntoGUM's training documents, but 21 % of what stands here: log odds
)
HELD_OUT = 0.9  # articles of Wikipedia from this share on


class Seen(NamedTuple):
    """One place where *her* was put."""

    features: list[str]
    is_object: bool
    word: str  # what stood there
    article: int


def main(folder: Path) -> None:
    """Tag, learn, measure and write."""
    folder.mkdir(parents=True, exist_ok=True)
    litbank, ontogum, wiki = ("litbank", "train"), ("ontogum", "train"), ("corpus", "")
    training = {name: seen(folder, name) for name in (litbank, ontogum, wiki)}
    cut = HELD_OUT * max(each.article for each in training[wiki])
    held_out = {  # with the prior of *her*, which these do not have
        "LitBank dev": seen(folder, ("litbank", "dev")),
        "OntoGUM dev": seen(folder, ("ontogum", "dev")),
        "Wikipedia, last tenth": [each for each in training[wiki] if each.article >= cut],
    }
    training[wiki] = [each for each in training[wiki] if each.article < cut]
    every = [each for name in training for each in training[name]]
    weight = [MORE if name != wiki else 1.0 for name in training for _ in training[name]]
    counts = Counter(feature for each in every for feature in set(each.features))
    column = {feature: k for k, feature in enumerate(f for f, n in counts.items() if n >= LEAST)}
    model = LogisticRegression(l1_ratio=1.0, C=PENALTY, solver="liblinear", random_state=0)
    model.fit(matrix(every, column), [each.is_object for each in every], sample_weight=weight)
    found = {"": float(model.intercept_[0]) + PRIOR}
    found |= {f: float(model.coef_[0, k]) for f, k in column.items() if abs(model.coef_[0, k]) >= 0.005}
    with files.writing(Path(lists.__file__).parent / "her_weights.tsv") as out:
        out.write("feature\tweight\n")
        out.writelines(f"{feature}\t{value:.3f}\n" for feature, value in sorted(found.items()))
    print(f"{len(every):,} places, {len(found) - 1:,} features kept of {len(column):,}")
    for name, places in held_out.items():
        measure(name, [each for each in places if each.word in ("him", "his")], found)


def seen(folder: Path, name: tuple[str, str]) -> list[Seen]:
    """The places of a set, tagged before or now."""
    path = folder / f"{name[0]}-{name[1]}.jsonl"
    if not path.exists():
        held = [(n, words) for n, words in sentences(*name) if asked(words)]
        docs = (Document(str(k), tuple(map(exchanged, words))) for k, (_, words) in enumerate(held))
        with files.writing(path) as out:
            for (n, words), doc in zip(held, analyse(docs), strict=True):
                row = [n, words, doc.words, doc.tags, doc.relations, doc.heads]
                out.write(json.dumps(row) + "\n")
    found = []
    for line in files.lines(path):
        n, words, seen, tags, relations, heads = json.loads(line)
        found += [
            Seen(features(seen, tags, relations, heads, i), words[i].lower() in OBJECTS, words[i].lower(), n)
            for i in asked(words)
        ]
    return found


def sentences(name: str, part: str) -> Iterator[tuple[int, list[str]]]:
    """The sentences of a set, with the number of their document."""
    if name == "corpus":
        with gzip.open(datasets.find(name, "wikipedia-2021-part.txt.gz"), "rt", encoding="utf-8") as lines:
            for n, line in enumerate(lines):
                offsets = word_offsets(line)
                words = [line[start:end] for start, end in offsets]
                starts = [*sentence_starts(line, offsets), len(words)]
                for start, end in pairwise(starts):
                    if end - start <= LONGEST:
                        yield n, words[start:end]
    else:
        for n, doc in enumerate(read(datasets.find(name, part))):
            for start, end in doc.sentence_spans():
                yield n, list(doc.words[start:end])


def asked(words: Sequence[str]) -> list[int]:
    """Where an object or an owner stands; a *his* without its noun is left out."""
    found = []
    for i, word in enumerate(words):
        after = words[i + 1] if i + 1 < len(words) else ""
        owner = word.lower() in OWNERS and (after[:1].isalnum() or after in OPENING)
        if owner or word.lower() in OBJECTS:
            found.append(i)
    return found


def exchanged(word: str) -> str:
    """*Her* for every object and owner, *she* for *he*."""
    new = "her" if word.lower() in OBJECTS | OWNERS else HE.get(word.lower(), word)
    return new.capitalize() if word[:1].isupper() and new != word else new


def matrix(places: Iterable[Seen], column: dict[str, int]) -> csr_matrix:
    """One row a place, one column a feature."""
    rows, columns = [], []
    n = 0
    for n, each in enumerate(places, 1):
        known = [column[feature] for feature in set(each.features) if feature in column]
        rows += [n - 1] * len(known)
        columns += known
    return csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(n, len(column)))


def measure(name: str, places: Sequence[Seen], found: dict[str, float]) -> None:
    """Print how many *him* and *his* are told right."""
    right: Counter[str] = Counter()
    for each in places:
        total = found[""] + sum(found.get(feature, 0.0) for feature in set(each.features))
        right[each.word] += (total > 0) == each.is_object
    words = Counter(each.word for each in places)
    shares = ", ".join(f"{word} {right[word]} of {words[word]}" for word in ("him", "his"))
    print(f"{name}: {right.total() / words.total():.2%} ({shares})")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
