"""Analogies: do differences of word vectors carry relations such as capital and country, good and better?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from corefair.geometry.analogies import solve
from corefair.io import datasets
from corefair.io.word_tests import read_analogies
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.published import find_if_here, hashes
from corefair.suites.vectors.word_rows import find_words, used_of
from corefair.types import Case, Charts, Embeddings, Measure, Reading, Row, VectorSuite

SEMANTIC = ("capital-common-countries", "capital-world", "city-in-state", "currency", "family")
SYNTACTIC = (
    "gram1-adjective-to-adverb",
    "gram2-opposite",
    "gram3-comparative",
    "gram4-superlative",
    "gram5-present-participle",
    "gram6-nationality-adjective",
    "gram7-past-tense",
    "gram8-plural",
    "gram9-plural-verbs",
)
MSR = "msr.txt"
# The file has no categories, but is in their order: the last question of each.
MSR_PARTS = {3000: "adjectives", 4000: "nouns, plural", 5000: "nouns, possessive", 8000: "verbs"}
RULES = {"3CosMul": "analogy_mul", "3CosAdd": "analogy_add"}


class Asked(NamedTuple):
    """A question with its place in the test."""

    id: str
    set: str
    kind: str
    category: str
    words: tuple[str, str, str, str]


@suites.register("analogy", asks="vectors", splits=(), data="analogy")
def build(split: str | None = None, *, data: Path | None = None) -> VectorSuite:
    """Do differences of vectors carry relations: a is to b as c is to which word?"""
    names = [f"google/{category}.txt" for category in (*SEMANTIC, *SYNTACTIC)]
    paths = {name: datasets.find("analogy", name, data=data) for name in names}
    paths |= find_if_here("analogy", [MSR], data=data)
    asked = [*_google(paths), *_msr(paths)]
    absent = () if MSR in paths else ("MSR was not asked: analogy/msr.txt is not in the data folder.",)
    return VectorSuite(
        name="analogy",
        version="1.0",
        about=about(build),
        kind="quality",
        answer=partial(answer, asked),
        measures=_measures(asked),
        citation="Mikolov, Chen, Corrado & Dean 2013, Efficient Estimation of Word Representations in Vector "
        "Space, arXiv 1301.3781 (Google); Mikolov, Yih & Zweig 2013, Linguistic Regularities in Continuous "
        "Space Word Representations, NAACL, https://aclanthology.org/N13-1090 (MSR); Levy & Goldberg 2014, "
        "Linguistic Regularities in Sparse and Explicit Word Representations, CoNLL, "
        "https://aclanthology.org/W14-1618 (3CosMul)",
        licence="Apache-2.0 (Google); for research (MSR)",
        caveats=(
            *absent,
            "Shares are of the questions whose four words all have vectors; the rarer the words a file has, "
            "the harder its questions: compare files on the same words.",
            "The answer is sought among all words of the file but the question's own three: the more words, "
            "the harder. Leaving out those three flatters: without that rule most answers are one of them.",
            "Questions repeat words: the intervals are for other pairs of the same categories, not for other "
            "relations. capital-common-countries is largely a part of capital-world.",
            "That a relation is a difference of vectors is itself an assumption (Schluter 2018): a low share "
            "does not say that the relation is unknown.",
        ),
        data=hashes(paths),
    )


def answer(asked: Sequence[Asked], emb: Embeddings, original: Embeddings, *, seed: int = 0) -> Reading:
    """Every question whose four words are there, by 3CosAdd and 3CosMul; the original is not needed."""
    words = find_words(emb, (word for each in asked for word in each.words))
    usable = [words.have(each.words) for each in asked]
    used = [each for each, use in zip(asked, usable, strict=True) if use]
    words.check(len(used))
    rows = np.array([[words.row_of[word] for word in each.words] for each in used])  # [n, 4]
    add, mul = solve(emb.vectors, rows[:, :3])
    cases, judged = [], []
    for each, right, one, other in zip(used, rows[:, 3], add, mul, strict=True):
        groups = {"set": each.set, "kind": each.kind, "category": each.category}
        cases.append(Case(each.id, each.words, each.words[3], groups, unit=_unit(each.words)))
        answers = {"3CosAdd": emb.words[one], "3CosMul": emb.words[other]}
        counts = {"add_right": int(one == right), "mul_right": int(other == right), "asked": 1}
        judged.append(Row(each.id, answers, counts))
    parts = ((f"{each.set} {each.category}", use) for each, use in zip(asked, usable, strict=True))
    charts = Charts(grids=(used_of(parts, of="questions"), words.spelling))
    return Reading(cases, judged, words.coverage(cases), charts=charts)


def _unit(words: tuple[str, str, str, str]) -> str:
    """The pair that is asked about, in either direction: questions that share it are resampled together.

    Every pair stands in many questions, now as the example, now as what is asked. Whether an answer is right
    depends on the pair asked about far more than on the example: for GloVe on capital-world the standard
    error is .005 if questions are taken to be independent, .007 by example, .021 by the pair asked about and
    .022 by both. So that is the unit, across categories and sets, since some pairs are in several.
    """
    return ":".join(sorted(words[2:]))


def _google(paths: dict[str, Path]) -> Iterator[Asked]:
    for kind, categories in (("semantic", SEMANTIC), ("syntactic", SYNTACTIC)):
        for category in categories:
            for question in read_analogies(paths[f"google/{category}.txt"]):
                yield Asked(f"google/{category}/{question.line}", "google", kind, category, question.words)


def _msr(paths: dict[str, Path]) -> Iterator[Asked]:
    questions = read_analogies(paths[MSR]) if MSR in paths else []
    whole = len(questions) == max(MSR_PARTS)
    for number, question in enumerate(questions, 1):
        part = (
            next(name for last, name in MSR_PARTS.items() if number <= last) if whole else question.category
        )
        yield Asked(f"msr/{question.line}", "msr", "syntactic", part, question.words)


def _measures(asked: Sequence[Asked]) -> tuple[Measure, ...]:
    google = {"set": "google"}
    sets = {
        "Google semantic": {**google, "kind": "semantic"},
        "Google syntactic": {**google, "kind": "syntactic"},
        "Google": google,
        "MSR": {"set": "msr"},
    }
    made = [
        Measure(f"{name}, {rule}", metric, where, role="headline")
        for rule, metric in RULES.items()
        for name, where in sets.items()
    ]
    for set_name, category in dict.fromkeys((each.set, each.category) for each in asked):
        where = {"set": set_name, "category": category}
        name = category if set_name == "google" else f"MSR {category}"
        made += [
            Measure(
                f"{name}, {rule}",
                metric,
                where,
                table="by category",
                condition=name,
                column=rule,
                role="table",
            )
            for rule, metric in RULES.items()
        ]
    return tuple(made)
