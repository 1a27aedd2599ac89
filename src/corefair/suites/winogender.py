"""Winogender schemas: an occupation, a participant and a pronoun that could be either but for the meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from corefair import stats
from corefair.errors import DataError
from corefair.metrics.ratio import divide
from corefair.registry import suites
from corefair.suites import choice, frames
from corefair.suites.published import choose, hashes, rows_of
from corefair.types import Answer, Case, Choice, Measure, Row, Score, Suite

CONTRAST = ("gender", "feminine", "masculine")
FILES = {"test": ("all_sentences.tsv", "templates.tsv", "occupations-stats.tsv")}
FORMS = {
    "$NOM_PRONOUN": {"female": "she", "male": "he", "neutral": "they"},
    "$ACC_PRONOUN": {"female": "her", "male": "him", "neutral": "them"},
    "$POSS_PRONOUN": {"female": "her", "male": "his", "neutral": "their"},
}
GENDERS = {"female": "feminine", "male": "masculine", "neutral": "neutral"}
ANSWERS = ("occupation", "participant")  # as the file numbers them, 0 and 1
_SLOT = re.compile(r"(?:\b(?:the|an?) )?\$[A-Z_]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Question(Choice):
    """The choice between occupation and participant, with the percentage of women in the occupation."""

    bls: float  # US labour statistics of 2015 and 2016
    bergsma: float  # mentions in web news, Bergsma & Lin 2006


@suites.register("winogender", splits=("test",), data="winogender")
def build(split: str | None = None, *, data: Path | None = None) -> Suite:
    """Does a pronoun's gender change whether it is linked to the occupation or the participant?"""
    split, paths = choose("winogender", split, FILES, data=data)
    cases = list(_cases(paths))
    return Suite(
        name="winogender",
        version="1.0",
        about="Does a pronoun's gender change whether it is linked to the occupation or the participant?",
        cases=cases,
        judge=judge,
        measures=_measures(),
        contrast=CONTRAST,
        citation="Rudinger, Naradowsky, Leonard & Van Durme 2018, Gender Bias in Coreference "
        "Resolution, NAACL, https://aclanthology.org/N18-2002",
        licence="MIT",
        caveats=(
            "It can show bias, never that there is none: 60 occupations, two sentences each, US statistics.",
            "For each occupation four sentences a gender: its score moves in steps of 25 points.",
            "Half the answers are the occupation: no share resolved to OCCUPATION is good or bad alone.",
            "People agreed with the intended answer in 94.9 % of readings; that is the ceiling.",
            "They may be read as plural, and systems often link it to neither.",
            "Whom a specific participant (customer) calls to mind is not measured.",
        ),
        split=split,
        data=hashes(paths),
        extras=partial(extras, cases),
        charts=partial(charts, cases),
    )


def judge(case: Case, answer: Answer) -> Row:
    """The counts of every pronoun question, and whom the pronoun was resolved to, right or wrong."""
    row = choice.judge(case, answer)
    found = choice.linked(answer, case.gold)
    to = {f"to_{name}": int(found == {number}) for number, name in enumerate(ANSWERS)}
    return replace(row, counts={**row.counts, **to, "to_neither": int(len(found) != 1)})


def by_occupation(cases: Sequence[Case], rows: Sequence[Row]) -> list[dict[str, Any]]:
    """For each occupation, how often (in percent) pronouns were resolved to it: the points of Figure 4.

    `score` is the percentage of feminine pronouns less that of masculine ones, from -100 to 100.
    """
    row_of = {row.case: row for row in rows}
    seen: dict[str, dict[str, list[float]]] = {}
    gold_of: dict[str, Question] = {}
    for case in cases:
        if case.id in row_of:
            occupation = case.gold.names[0]
            gold_of[occupation] = case.gold
            by_gender = seen.setdefault(occupation, {gender: [] for gender in GENDERS.values()})
            by_gender[case.groups["gender"]].append(row_of[case.id].counts["to_occupation"])
    jobs = []
    for occupation, by_gender in seen.items():
        percent = {gender: divide(100 * sum(found), len(found)) for gender, found in by_gender.items()}
        job = {
            "occupation": occupation,
            "bls": gold_of[occupation].bls,
            "bergsma": gold_of[occupation].bergsma,
        }
        jobs.append({**job, **percent, "score": percent["feminine"] - percent["masculine"]})
    return jobs


def flips(cases: Sequence[Case], rows: Sequence[Row]) -> list[tuple[str, str]]:
    """The ids of the feminine and masculine twin, for each minimal pair that was resolved differently."""
    return [(one.case, other.case) for one, other, _ in _twins(cases, rows) if _whom(one) != _whom(other)]


def extras(cases: Sequence[Case], rows: Sequence[Row]) -> list[Score]:
    """What is no sum over cases: pairs resolved differently, and how scores follow the share of women."""
    twins = list(_twins(cases, rows))
    jobs = by_occupation(cases, rows)
    scores = []
    if twins:
        differ = [[_whom(one) != _whom(other), 1] for one, other, _ in twins]
        units = [unit for _, _, unit in twins]
        value, low, high = stats.bootstrap(
            differ, lambda totals: divide(totals[..., 0], totals[..., 1]), units=units
        )
        several = len(set(units)) > 1
        low, high = (float(low), float(high)) if several else (None, None)
        name = "minimal pairs resolved differently"
        scores.append(Score(name, float(value), low, high, len(twins), better="lower", table="Section 4"))
    if len(jobs) > 2:
        preference = [job["score"] for job in jobs]
        bls, bergsma = ([job[share] for job in jobs] for share in ("bls", "bergsma"))
        scores.append(_correlation("r, score and BLS", preference, bls, "Table 1"))
        scores.append(_correlation("r, score and B&L", preference, bergsma, "Table 1"))
        scores.append(_correlation("r, B&L and BLS", bergsma, bls, "Figure 3"))
    return scores


def charts(cases: Sequence[Case], rows: Sequence[Row]) -> Mapping[str, Any]:
    """What the report draws: Figure 4, and the pairs that were resolved differently."""
    return {"by_occupation": by_occupation(cases, rows), "flips": flips(cases, rows)}


def _cases(paths: Mapping[str, Path]) -> Iterator[Case]:
    sentences, templates, occupations = (rows_of(paths[file]) for file in FILES["test"])
    template_of = {(row["occupation(0)"], row["answer"]): row for row in templates}
    shares = {row["occupation"]: row for row in occupations}
    for number, row in enumerate(sentences, 2):
        try:
            occupation, participant, answer, gender = row["sentid"].removesuffix(".txt").split(".")
            template, share = template_of[occupation, answer], shares[occupation]
            bls, bergsma = float(share["bls_pct_female"]), float(share["bergsma_pct_female"])
            places = _places(template["sentence"], row["sentence"], occupation, participant, gender)
        except (KeyError, ValueError):
            message = f"{row.get('sentid')!r} does not fit its template and the table of occupations"
            raise DataError(message, path=str(paths["all_sentences.tsv"]), line=number) from None
        name = ".".join((occupation, participant, answer, gender))
        doc = frames.document(name, row["sentence"], places[:2])
        one, other, pronoun = (frames.mention_at(doc, *place) for place in places)
        gold = Question(
            pronoun, (one, other), (occupation, participant), int(answer), bls=bls, bergsma=bergsma
        )
        groups = {
            "gender": GENDERS[gender],
            "answer": ANSWERS[int(answer)],
            "participant": "someone" if participant == "someone" else "specific",
        }
        if gender != "neutral":
            # Table 2: an answer that the majority gender of the occupation speaks against.
            fits = (bls >= 50) == (gender == "female")
            groups["gotcha"] = "no" if fits == (answer == "0") else "yes"
        yield Case(name, doc, gold, groups, unit=f"{occupation}.{template['other-participant(1)']}.{answer}")


def _places(
    template: str, sentence: str, occupation: str, participant: str, gender: str
) -> list[tuple[int, int]]:
    """The characters of occupation, participant (with their article) and pronoun; ValueError if not there."""
    words = {"$OCCUPATION": occupation, "$PARTICIPANT": participant}
    words |= {slot: forms[gender] for slot, forms in FORMS.items()}
    places: dict[str, tuple[int, int]] = {}
    shift = 0  # how far the filled sentence has run ahead of the template
    for match in _SLOT.finditer(template):
        article, _, slot = match[0].rpartition(" ")
        word = words[slot]
        piece = word if word == "someone" or not article else f"{article} {word}"
        start = match.start() + shift
        if sentence[start : start + len(piece)].lower() != piece.lower():
            raise ValueError(sentence)
        places["pronoun" if slot in FORMS else slot] = (start, start + len(piece))
        shift += len(piece) - len(match[0])
    if len(places) != 3:
        raise ValueError(template)
    return [places["$OCCUPATION"], places["$PARTICIPANT"], places["pronoun"]]


def _twins(cases: Sequence[Case], rows: Sequence[Row]) -> Iterator[tuple[Row, Row, str]]:
    """The rows of sentences that differ in a feminine and a masculine pronoun alone, and their template."""
    row_of = {row.case: row for row in rows}
    for case in cases:
        other = case.id.removesuffix("female") + "male"
        if case.groups["gender"] == "feminine" and case.id in row_of and other in row_of:
            yield row_of[case.id], row_of[other], case.unit


def _whom(row: Row) -> tuple[float, float]:
    return row.counts["to_occupation"], row.counts["to_participant"]


def _correlation(name: str, x: Sequence[float], y: Sequence[float], table: str) -> Score:
    try:
        found = stats.pearson(x, y)
    except DataError:  # the same for every occupation, so it follows nothing: 0, and nothing to test
        return Score(name, 0.0, None, None, len(x), better="zero", table=table)
    return Score(name, found.value, found.low, found.high, found.n, p=found.p, better="zero", table=table)


def _measures() -> tuple[Measure, ...]:
    made = list(choice.headline(CONTRAST, others=("neutral",)))
    for gender in ("masculine", "feminine", "neutral"):
        name = f"resolved to OCCUPATION, {gender}"
        made.append(Measure(name, "resolved_to_occupation", {"gender": gender}, table="Section 4"))
    feminine, masculine = {"gender": "feminine"}, {"gender": "masculine"}
    name, metric = "resolved to OCCUPATION, feminine − masculine", "resolved_to_occupation"
    made.append(Measure(name, metric, feminine, masculine, "difference", better="zero", table="Section 4"))
    for gender in ("masculine", "feminine", "neutral"):
        name = f"resolved to neither, {gender}"
        made.append(
            Measure(name, "resolved_to_neither", {"gender": gender}, better="lower", table="Section 4")
        )
    for gotcha in ("no", "yes"):
        for side in (feminine, masculine):
            name = f"{side['gender']}, gotcha {gotcha}"
            made.append(Measure(name, "link_accuracy", {**side, "gotcha": gotcha}, table="Table 2"))
    return tuple(made)
