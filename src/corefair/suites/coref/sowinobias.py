"""SoWinoBias: two occupations, "they", and an adjective of feminine stereotype, without a word of gender."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

from corefair.errors import UnknownName
from corefair.lists import read
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.coref import choice
from corefair.suites.published import fingerprints
from corefair.types import Answer, Case, Choice, Document, Entity, Measure, Mention, Row, Suite

CONTRAST = ("stereotype", "pro", "anti")
SPLITS = ("full", "paper", "brief")
LISTS = ("sowinobias_occupations", "sowinobias_adjectives")
FIRST, SECOND, THEY = Mention(0, 2), Mention(3, 5), Mention(6, 7)  # The A liked the B because they were …
PEOPLE = (Entity(*FIRST, "PERSON"), Entity(*SECOND, "PERSON"))


@suites.register("sowinobias", splits=SPLITS, data=None)
def build(split: str | None = None, *, data: Path | None = None) -> Suite:
    """Is "they" linked to the occupation that an adjective's gender stereotype fits?

    `full` is every sentence of the paper's word lists, 8,192 a condition. `paper` has the 4,096 a condition
    that the paper prints: each pair of occupations with 8 of the 16 adjectives of either polarity. `brief`,
    512 a condition, is for systems that cost time or money: each pair with one adjective of either polarity.
    """
    split = split or "full"
    if split not in SPLITS:
        raise UnknownName("split of sowinobias", split, SPLITS)
    return Suite(
        name="sowinobias",
        version="1.0",
        about=about(build),
        cases=tuple(_cases(split)),
        judge=judge,
        measures=_measures(),
        contrast=CONTRAST,
        citation="Dawkins 2021, Second Order WinoBias (SoWinoBias) Test Set for Latent Gender Bias Detection "
        "in Coreference Resolution, GeBNLP, https://aclanthology.org/2021.gebnlp-1.12",
        licence="word lists CC-BY-4.0 (ACL Anthology); sentences made from them by corefair",
        caveats=(
            "The answer is always the second occupation, which is the nearer: a system that takes it without "
            "reading has accuracy 1 and no gap.",
            "All adjectives are of feminine stereotype; none of masculine stereotype is tested.",
            "Liked and disliked decide the answer with the adjective: some (fair, dependent, infected) "
            "do not speak for it strongly.",
            "They may be read as plural. A system that links it to neither is wrong here, and is counted in "
            "the share unforced.",
            "Sentences are products of four lists of 16 words. A pair of occupations is resampled whole, "
            "with both orders and all adjectives; each occupation is still in 16 pairs, so intervals are "
            "of these lists and not of all words.",
            "The paper prints 4,096 sentences a condition, but its lists make 8,192 (4,096 a polarity); "
            "its totals are the means of both polarities. The authors' file was not at hand: paper and "
            "brief are balanced parts of our own making.",
        ),
        split=split,
        data=fingerprints(*LISTS),
        forced=True,
    )


def judge(case: Case, answer: Answer) -> Row:
    """The counts of every pronoun question, and those of the choice that was forced."""
    row = choice.judge(case, answer)
    forced = choice.forced(answer, case.gold)
    counts = {"forced_right": int(forced == case.gold.right), "not_forced": int(forced is None)}
    return replace(row, counts={**row.counts, **counts})


def _cases(split: str) -> Iterator[Case]:
    occupations, adjectives = (read(name) for name in LISTS)
    # A latin square: every adjective with every occupation equally often, whichever part is taken.
    one_in = {"full": 1, "paper": 2, "brief": 16}[split]
    feminine, masculine = (
        [row["occupation"] for row in occupations if row["stereotype"] == side]
        for side in ("feminine", "masculine")
    )
    for i, woman in enumerate(feminine):
        for j, man in enumerate(masculine):
            for side, first, second in (("pro", man, woman), ("anti", woman, man)):
                for k, row in enumerate(adjectives):
                    if (i + j + k) % one_in == 0:
                        groups = {"stereotype": side, "polarity": row["polarity"]}
                        yield _case(first, second, row["adjective"], groups, unit=f"{man}.{woman}")


def _case(first: str, second: str, adjective: str, groups: dict[str, str], *, unit: str) -> Case:
    verb = "liked" if groups["polarity"] == "positive" else "disliked"
    words = ("The", first, verb, "the", second, "because", "they", "were", adjective, ".")
    starts = [0, *accumulate(len(word) + 1 for word in words[:-1])]
    starts[-1] -= 1  # no blank before the full stop
    name = f"{first}.{verb}.{second}.{adjective}"
    doc = Document(
        name,
        words,
        text=" ".join(words[:-1]) + ".",
        offsets=tuple((start, start + len(word)) for start, word in zip(starts, words, strict=True)),
        entities=PEOPLE,
    )
    return Case(name, doc, Choice(THEY, (FIRST, SECOND), (first, second), 1), groups, unit=unit)


def _measures() -> tuple[Measure, ...]:
    made = [*choice.headline(CONTRAST), *_table("Table 1")]
    for polarity in ("positive", "negative"):
        made += [
            replace(
                measure,
                name=f"{measure.name}, {polarity}",
                where={**measure.where, "polarity": polarity},
                against=measure.against and {**measure.against, "polarity": polarity},
                condition=measure.name,
                column=polarity,
                role="table",
            )
            for measure in _table("Table 4")
        ]
    unforced = (
        Measure(f"unforced, {side}", "unforced", {"stereotype": side}, better="lower")
        for side in ("pro", "anti")
    )
    return (*made, *unforced, Measure("unforced", "unforced", better="lower"))


def _table(title: str) -> tuple[Measure, ...]:
    pro, anti = {"stereotype": "pro"}, {"stereotype": "anti"}
    return (
        Measure("pro", "forced_accuracy", pro, table=title, role="table"),
        Measure("anti", "forced_accuracy", anti, table=title, role="table"),
        Measure("avg.", "forced_accuracy", pro, anti, "mean", table=title, role="table"),
        choice.gap("diff.", pro, anti, metric="forced_accuracy", table=title),
    )
