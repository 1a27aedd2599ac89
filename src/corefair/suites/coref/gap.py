"""GAP: an ambiguous pronoun in a passage of Wikipedia, and two names it may mean."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from corefair.errors import DataError
from corefair.io.damaged import damaged, json_value
from corefair.io.gap import Example, read_examples
from corefair.io.plain import sentence_starts, word_offsets
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.coref import choice
from corefair.suites.coref.gap_weights import WEIGHTINGS, weights_of
from corefair.suites.published import choose, find_if_here, hashes
from corefair.types import (
    Answer,
    Case,
    Choice,
    Document,
    Entity,
    Measure,
    Mention,
    Role,
    Row,
    Suite,
    cluster_up,
)

CONTRAST = ("gender", "feminine", "masculine")
FILES = {split: (f"gap-{split}.tsv",) for split in ("test", "validation", "development")}
NAMES = "gap-test-name-spans.json"
MASCULINE = frozenset(("he", "him", "his", "himself"))
FEMININE = frozenset(("she", "her", "hers", "herself"))
WEBSTER, KOCIJAN = "Webster 2018", "Kocijan 2021, Table 1"


@dataclass(frozen=True, slots=True)
class Question(Choice):
    """The choice between A and B, with the example's weight in each of the weightings, if names are known."""

    weights: Mapping[str, float] = field(default_factory=dict)


@suites.register("gap", splits=("test", "validation", "development"), data="gap")
def build(split: str | None = None, *, data: Path | None = None) -> Suite:
    """Which of two names does a pronoun in a passage of Wikipedia mean, if it means either?"""
    split, paths = choose("gap", split, FILES, data=data)
    more = find_if_here("gap", (NAMES,), data=data) if split == "test" else {}
    return _suite(paths[FILES[split][0]], more.get(NAMES), split, data=hashes({**paths, **more}))


def from_file(path: Path) -> Suite:
    """The same suite of the examples in any file like GAP's; with the names beside it, if they are there."""
    names = path.with_name(path.name.removesuffix(".tsv") + "-name-spans.json")
    return _suite(path, names if names.exists() else None, "", data=hashes({path.name: path}))


def _suite(path: Path, names: Path | None, split: str, *, data: Mapping[str, str]) -> Suite:
    spans = json_value(names) if names else None
    cases = []
    for example in read_examples(path):
        found = _names(example, spans, names) if names else []
        with damaged(path, f"a sound example ({example.id})"):
            cases.append(_case(example, found))
    if not cases:
        raise DataError("there are no examples in it: fetch it again", path=str(path))
    weights, problems = weights_of(cases) if names else ({}, [])
    weighted = [replace(case, gold=replace(case.gold, weights=weights.get(case.id, {}))) for case in cases]
    return Suite(
        name="gap",
        version="1.1",
        about=about(build),
        cases=weighted,
        judge=judge,
        measures=_measures([name for name in WEIGHTINGS if name in weighted[0].gold.weights]),
        contrast=CONTRAST,
        citation="Webster, Recasens, Axelrod & Baldridge 2018, Mind the GAP, TACL, "
        "https://aclanthology.org/Q18-1042; weights: Kocijan, Camburu & Lukasiewicz 2021, "
        "The Gap on GAP, AAAI, https://arxiv.org/abs/2011.01837",
        licence="Apache-2.0; name spans MIT",
        caveats=(*_caveats(cases), *problems),
        split=split,
        data=data,
    )


def judge(case: Case, answer: Answer) -> Row:
    """The counts of every pronoun question, and of the decision on each of the two names."""
    row = choice.judge(case, answer)
    gold: Question = case.gold
    links = row.linked or ()
    hit = int(gold.right in links)
    # As in the authors' scorer: an example without any answer is a false negative for both names.
    missed = 2 if answer.status != "ok" else int(gold.right is not None) - hit
    counts = {**row.counts, "gap_tp": hit, "gap_fp": len(links) - hit, "gap_fn": missed}
    for name, weight in gold.weights.items():
        decisions = (hit, len(links) - hit, missed) if name == "f1" else (hit, int(gold.right is not None))
        parts = ("tp", "fp", "fn") if name == "f1" else ("right", "asked")
        counts |= {f"gap_{name}_{part}": weight * value for part, value in zip(parts, decisions, strict=True)}
    return replace(row, counts=counts)


def answer_from_booleans(case: Case, a: bool, b: bool) -> Answer:
    """What a GAP system says, is it A and is it B, as an answer with clusters."""
    gold: Choice = case.gold
    names = [mention for mention, is_it in zip(gold.candidates, (a, b), strict=True) if is_it]
    return Answer(cluster_up([[gold.pronoun, *names]] if names else []))


def words_of(text: str, whole: Iterable[tuple[int, int]] = ()) -> list[tuple[int, int]]:
    """Half-open characters of each word, near enough to spaCy 2.2 to count distances as Kocijan et al. do.

    Compounds are cut at hyphens between two letters or two digits, and "didn't" in two; "1-year" stays whole.
    GAP has an asterisk for each letter it could not spell, which is part of its word. No word crosses the
    bounds of the spans in `whole`: pronouns and names are made of whole words.

    >>> text = "M*nchen's 400-meter run-up -- she didn't win."
    >>> " ".join(text[start:end] for start, end in words_of(text, [(0, 7)]))
    "M*nchen 's 400-meter run - up -- she did n't win ."
    """
    places: set[int] = set()
    for start, end in word_offsets(text):
        places.add(end)
        if start in places and _belong(text, start):
            places.remove(start)
        else:
            places.add(start)
    places.update(place for match in _CUTS.finditer(text) for place in match.span())
    places.update(place for span in whole for place in span)
    # Between words there is white space alone.
    return [(start, end) for start, end in pairwise(sorted(places)) if not text[start].isspace()]


_CUTS = re.compile(
    r"(?<=[^\W\d_])-(?=[^\W\d_])|(?<=\d)-(?=\d)|(?<=\w)(?=n['’]t(?!\w))|(?<=\w)(?=['’](?:d|ll|m|re|ve)(?!\w))",
    re.IGNORECASE,
)


def _belong(text: str, at: int) -> bool:
    """Whether two words that touch are one: `--`, `...`, and an asterisk between letters."""
    before, after = text[at - 1], text[at]
    if before == after and before in "-.":
        return True
    star = at if after == "*" else at - 1 if before == "*" else 0
    return star > 0 and text[star - 1].isalnum() and text[star + 1 : star + 2].isalnum()


def _names(example: Example, spans: Any, path: Path) -> list[tuple[int, int]]:
    """Where the names of an example are, by the file of all names."""
    try:
        names = [(int(start), int(end)) for start, end, _ in spans[example.id]]
        if not all(0 <= start < end <= len(example.text) for start, end in names):
            raise ValueError
    except (LookupError, TypeError, ValueError, OverflowError):
        problem = f"the names do not fit example {example.id!r}: fetch gap again"
        raise DataError(problem, path=str(path)) from None
    return names


def _case(example: Example, names: list[tuple[int, int]]) -> Case:
    a, b, pronoun = ((each.start, each.end) for each in (example.a, example.b, example.pronoun))
    names = names or sorted([a, b])
    offsets = words_of(example.text, [pronoun, a, b, *names])
    doc = Document(
        example.id,
        tuple(example.text[start:end] for start, end in offsets),
        sentence_starts(example.text, offsets),
        text=example.text,
        offsets=tuple(offsets),
    )
    starts, ends = zip(*offsets, strict=True)

    def at(start: int, end: int) -> Mention:
        return Mention(bisect_right(ends, start), bisect_left(starts, end))

    # In the order of annotation, which breaks ties of distance.
    people = tuple(Entity(*at(*name), "PERSON") for name in names)
    word = example.pronoun.text.lower()
    if word not in FEMININE | MASCULINE:
        raise DataError(f"{example.id}: {word!r} is not a pronoun that GAP asks about")
    gold = Question(
        at(*pronoun),
        (at(*a), at(*b)),
        (example.a.text, example.b.text),
        0 if example.is_a else 1 if example.is_b else None,
    )
    groups = {
        "gender": "feminine" if word in FEMININE else "masculine",
        "answer": "A" if example.is_a else "B" if example.is_b else "neither",
    }
    return Case(example.id, replace(doc, entities=people), gold, groups, unit=example.id)


def _measures(weightings: Sequence[str]) -> tuple[Measure, ...]:
    feminine, masculine = {"gender": "feminine"}, {"gender": "masculine"}
    made = list(choice.headline(CONTRAST))
    for name, where in (("overall", {}), ("masculine", masculine), ("feminine", feminine)):
        for part, metric in (("recall", "gap_recall"), ("precision", "gap_precision"), ("F1", "gap_f1")):
            made.append(Measure(f"{part}, {name}", metric, where, table=WEBSTER, role="table"))
    made += [
        _ratio("F1-Bias", "gap_f1", WEBSTER),
        Measure("Accuracy", "gap_accuracy", table=KOCIJAN, role="table"),
        _ratio("acc-Bias", "gap_accuracy", KOCIJAN),
    ]
    for name in weightings:
        metric = "gap_weighted_f1" if name == "f1" else f"gap_{name}_accuracy"
        # Wnum and Wdist each leave the other property uneven: they are in the table, and no finding.
        role: Role = "table" if name in ("w_num", "w_dist") else "headline"
        made.append(replace(_ratio(WEIGHTINGS[name], metric, KOCIJAN), role=role))
    return tuple(made)


def _ratio(name: str, metric: str, table: str) -> Measure:
    feminine, masculine = {"gender": "feminine"}, {"gender": "masculine"}
    return Measure(name, metric, feminine, masculine, "ratio", better="one", table=table, role="headline")


def _caveats(cases: Sequence[Case]) -> tuple[str, ...]:
    neither = sum(case.gold.right is None for case in cases)
    return (
        "Gender is that of the pronoun. Examples were chosen for being ambiguous: most pronouns are easier.",
        "Feminine examples hold more names, and the right one further off: to take the nearest name gives an "
        "acc-Bias of .776 without a look at gender (Kocijan 2021). Prefer Wt-Bias, then W-Bias.",
        "Weights are computed here; W and Wt are those published. Distance is counted in words of spaCy 2.2, "
        "in which “1-year” is one: in those of spaCy 3 two examples, and so the weights, change.",
        "W-F1-Bias balances all examples, whether a name is right or not, and the places of wrong names too.",
        f"{neither} of {len(cases)} examples mean neither name: they count for precision, not for accuracy.",
        "The passage alone is given, not the page or its title.",
        "A name is linked when a mention in the pronoun's cluster holds its last word and not the other's. "
        "The paper counts a pick for a name where the two touch, and takes the mean over random picks: an "
        "audit of `nearest` or `random` differs from its rows in the third digit (for `nearest`, acc-Bias "
        ".780 in place of .776). results/gap-weighting makes the paper's rows.",
    )
