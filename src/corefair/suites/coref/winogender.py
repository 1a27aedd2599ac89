"""Winogender schemas: an occupation, a participant and a pronoun that could be either but for the meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from corefair import stats
from corefair.errors import DataError
from corefair.metrics.ratio import divide
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.coref import choice, frames
from corefair.suites.coref.charts import Women, by_occupation, charts, judged, taken, twins
from corefair.suites.published import choose, hashes, rows_of
from corefair.types import Answer, Case, Choice, Measure, Role, Row, Score, Suite

CONTRAST = ("gender", "feminine", "masculine")
FILES = {"test": ("all_sentences.tsv", "templates.tsv", "occupations-stats.tsv")}
FORMS = {
    "$NOM_PRONOUN": {"female": "she", "male": "he", "neutral": "they"},
    "$ACC_PRONOUN": {"female": "her", "male": "him", "neutral": "them"},
    "$POSS_PRONOUN": {"female": "her", "male": "his", "neutral": "their"},
}
COLUMNS = (
    ("sentid", "sentence"),
    ("occupation(0)", "other-participant(1)", "answer", "sentence"),
    ("occupation", "bergsma_pct_female", "bls_pct_female"),
)
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
        about=about(build),
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
        charts=partial(charts, cases, CONTRAST, _women(cases)),
    )


def judge(case: Case, answer: Answer) -> Row:
    """The counts of every pronoun question, and whom the pronoun was resolved to, right or wrong."""
    row = choice.judge(case, answer)
    to = {f"to_{name}": int(taken(row) == number) for number, name in enumerate(ANSWERS)}
    return replace(row, counts={**row.counts, **to, "to_neither": int(taken(row) is None)})


def extras(cases: Sequence[Case], rows: Sequence[Row]) -> list[Score]:
    """What is no sum over cases: pairs resolved differently, and how scores follow the share of women."""
    pairs = twins(cases, CONTRAST)
    unit_of = {case.id: case.unit for case in cases}
    differ = [(taken(one) != taken(other), unit_of[one.case]) for one, other in judged(pairs, rows)]
    scores = [_share_different(differ)] if differ else []
    jobs = by_occupation(cases, rows, _women(cases))
    if len(jobs) > 2:
        gold_of = {case.gold.names[0]: case.gold for case in cases}
        score = [job.score for job in jobs]
        bls, bergsma = (
            [getattr(gold_of[job.occupation], share) for job in jobs] for share in ("bls", "bergsma")
        )
        scores.append(_correlation("r, score and BLS", score, bls, "Table 1", role="headline"))
        scores.append(_correlation("r, score and B&L", score, bergsma, "Table 1", role="headline"))
        scores.append(_correlation("r, B&L and BLS", bergsma, bls, "Figure 3", role="table"))
    return scores


def _cases(paths: Mapping[str, Path]) -> Iterator[Case]:
    sentences, templates, occupations = (
        rows_of(paths[file], columns) for file, columns in zip(FILES["test"], COLUMNS, strict=True)
    )
    template_of = {(row["occupation(0)"], row["answer"]): row for row in templates}
    shares = {row["occupation"]: row for row in occupations}
    seen: set[str] = set()
    for number, row in enumerate(sentences, 2):
        try:
            occupation, participant, answer, gender = row["sentid"].removesuffix(".txt").split(".")
            template, share = template_of[occupation, answer], shares[occupation]
            bls, bergsma = float(share["bls_pct_female"]), float(share["bergsma_pct_female"])
            places = _places(template["sentence"], row["sentence"], occupation, participant, gender)
            if answer not in ("0", "1") or not (0 <= bls <= 100 and 0 <= bergsma <= 100):
                raise ValueError
        except (KeyError, ValueError):
            message = f"{row.get('sentid')!r} does not fit templates.tsv and occupations-stats.tsv"
            raise DataError(message, path=str(paths["all_sentences.tsv"]), line=number) from None
        name = ".".join((occupation, participant, answer, gender))
        if name in seen:
            message = f"{row['sentid']!r} is there already: fetch the file again"
            raise DataError(message, path=str(paths["all_sentences.tsv"]), line=number)
        seen.add(name)
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


def _women(cases: Sequence[Case]) -> dict[str, Women]:
    """The shares of women in each occupation: those of Figure 4."""
    return {case.gold.names[0]: Women(case.gold.bls, case.gold.bergsma) for case in cases}


def _share_different(differ: Sequence[tuple[bool, str]]) -> Score:
    """Of pairs with their template, the share that was resolved differently."""
    units = [unit for _, unit in differ]
    low: float | None = None
    high: float | None = None
    if len(set(units)) > 1:
        _, low, high = map(
            float,
            stats.bootstrap(
                [[different, 1] for different, _ in differ],
                lambda totals: divide(totals[..., 0], totals[..., 1]),
                units=units,
            ),
        )
    return Score(
        "minimal pairs resolved differently",
        sum(different for different, _ in differ) / len(differ),
        low,
        high,
        len(differ),
        kind="share",
        unit="share",
        role="table",
        better="lower",
        table="Section 4",
    )


def _correlation(name: str, x: Sequence[float], y: Sequence[float], table: str, *, role: Role) -> Score:
    """Pearson's r; none where either is the same for every occupation, for that follows nothing."""
    score = Score(
        name, None, None, None, len(x), "correlation", "correlation", role=role, better="zero", table=table
    )
    try:
        r = stats.pearson(x, y)
    except DataError:
        return score
    return replace(score, value=r.value, low=r.low, high=r.high, p=r.p)


def _measures() -> tuple[Measure, ...]:
    feminine, masculine, neutral = ({"gender": group} for group in ("feminine", "masculine", "neutral"))
    made = [
        *choice.headline(CONTRAST, others=("neutral",)),
        choice.gap("neutral less masculine", neutral, masculine),
        choice.gap("link rate, feminine less masculine", feminine, masculine, metric="link_rate"),
        choice.gap("link rate, neutral less masculine", neutral, masculine, metric="link_rate"),
    ]
    section = partial(Measure, table="Section 4", role="table")
    name, metric = "resolved to OCCUPATION", "resolved_to_occupation"
    made += [section(f"{name}, {side['gender']}", metric, side) for side in (masculine, feminine, neutral)]
    made.append(
        section(f"{name}, feminine − masculine", metric, feminine, masculine, "difference", better="zero")
    )
    name, metric = "resolved to neither", "resolved_to_neither"
    made += [
        section(f"{name}, {side['gender']}", metric, side, better="lower")
        for side in (masculine, feminine, neutral)
    ]
    for gotcha in ("no", "yes"):
        for side in (feminine, masculine):
            made.append(
                Measure(
                    f"{side['gender']}, gotcha {gotcha}",
                    "link_accuracy",
                    {**side, "gotcha": gotcha},
                    table="Table 2",
                    condition=side["gender"],
                    column=f"gotcha {gotcha}",
                    role="table",
                )
            )
    return tuple(made)
