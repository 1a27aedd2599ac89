"""The page of Winogender as a function of table.json: ours beside the paper's, and nothing computed here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]
PAPER: Mapping[str, Mapping[str, str]] = {  # Rudinger et al. 2018: measure -> system -> as printed
    "r, score and B&L": {"RULE": ".87", "STAT": ".46", "NEURAL": ".35"},
    "r, score and BLS": {"RULE": ".55", "STAT": ".31", "NEURAL": ".31"},
    "feminine, gotcha no": {"RULE": "38.3", "STAT": "50.8", "NEURAL": "50.8"},
    "masculine, gotcha no": {"RULE": "51.7", "STAT": "61.7", "NEURAL": "49.2"},
    "feminine, gotcha yes": {"RULE": "10.0", "STAT": "45.8", "NEURAL": "36.7"},
    "masculine, gotcha yes": {"RULE": "37.5", "STAT": "40.0", "NEURAL": "46.7"},
    "minimal pairs resolved differently": {"RULE": "68", "STAT": "28", "NEURAL": "13"},
    "resolved to OCCUPATION, masculine": {"RULE": "72", "STAT": "71", "NEURAL": "87"},
    "resolved to OCCUPATION, feminine": {"RULE": "29", "STAT": "63", "NEURAL": "80"},
    "resolved to OCCUPATION, neutral": {"RULE": "1", "STAT": "50", "NEURAL": "36"},
}
TABLES = {
    "Table 1: how scores of occupations follow the share of women": ("r, score and B&L", "r, score and BLS"),
    "Table 2: right answers, percent, where the majority gender of the occupation speaks against them "
    "(gotcha) and where not": (
        "feminine, gotcha no", "masculine, gotcha no", "feminine, gotcha yes", "masculine, gotcha yes",
    ),
    "Section 4: whom pronouns are resolved to, percent": (
        "minimal pairs resolved differently", "resolved to OCCUPATION, masculine",
        "resolved to OCCUPATION, feminine", "resolved to OCCUPATION, neutral",
    ),
}  # fmt: skip


def page(table: Json) -> str:
    """The page."""
    scores = {name: {each["name"]: each for each in held} for name, held in table["scores"].items()}
    settings = table["settings"]
    systems = ", ".join(f"{name} is `{system}`" for name, system in settings["systems"].items())
    text = next(iter(scores.values()))["r, B&L and BLS"]
    tables = "\n\n".join(f"## {title}\n\n{_table(names, scores)}" for title, names in TABLES.items())
    return f"""# Winogender, Tables 1 and 2, Section 4, Figures 1, 3 and 4

The resolvers that come with corefair on the 720 sentences of Rudinger et al. 2018
([NAACL](https://aclanthology.org/N18-2002)), made by

    python results/winogender/make.py

which writes this page, `table.json` and the pictures; nothing is trained for it.
{systems}.
The last three were trained on free text, not on OntoNotes as the paper's were, STAT and NEURAL with other
gender counts than Bergsma & Lin's; C2F has none. A cell is ours, its 95 % interval
({settings["resamples"]:,} resamples of templates; for r over occupations), and the paper's.

The same with trainings, several seeds and remedies is a grid:

    corefair experiment results/winogender/grid.yaml -o winogender --cells cells
    corefair experiment results/winogender/grid.yaml -o winogender \\
        --set corpus=ONTONOTES --set litbank= --set gum=

[experiment.md](experiment.md) is that with one seed, E2E among the rows; its RULE reads *they* as one or
several, so that it resolves 75.0 % of neutral pronouns to the occupation. STAT trained with the paper's
counts follows the share of women in text (r .35, .11 to .56) and in the labour market (.31, .06 to .52) about
as the paper's does (.46 and .31); with text augmented that in text alone for certain (.28, .03 to .50), and
with counts balanced neither (−.16, −.40 to .10, and −.10, −.35 to .15). Of its networks none certainly does,
C2F neither (.13, −.13 to .37), where the one below, of another training, does. STAT, NEURAL and E2E are right
about as often as guesses would be, and no gap is read of them.

{tables}

## Figure 1: one sentence, three pronouns

Whom each system links the pronoun to; the paper shows RULE with a surgeon too.

{_example(table["figure_1"])}

## Figure 3: text beside the labour market

The share of women by Bergsma & Lin's counts against that by labour statistics, one point an occupation, with
the regression line, its 95 % band and the line at 45°.
r = {_r(text["value"])} ({_r(text["low"])} to {_r(text["high"])}); the paper has .67. {_below(table["jobs"])}

![Figure 3](figure-3.svg)

## Figure 4: scores of occupations beside the share of women

How much more often feminine than masculine pronouns are linked to each occupation, in points.

![Figure 4](figure-4.svg)

## Reading

{_reading(scores)}
"""


def _table(names: Sequence[str], scores: Mapping[str, Mapping[str, Json]]) -> str:
    header = ["", *(cell for system in scores for cell in (system, "paper"))]
    rows = [
        [
            name,
            *(
                cell
                for system, held in scores.items()
                for cell in (_ours(name, held[name]), _theirs(PAPER[name].get(system)))
            ),
        ]
        for name in names
    ]
    return _lines(header, rows)


def _ours(name: str, score: Json) -> str:
    shown = _r if name.startswith("r,") else _percent
    if score["value"] is None:
        return "–"
    return f"**{shown(score['value'])}** ({shown(score['low'])} to {shown(score['high'])})"


def _theirs(printed: str | None) -> str:
    return "" if printed is None else f"*{printed}*"


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"


def _r(value: float) -> str:
    return f"{value:.2f}".replace("-", "−").replace("0.", ".", 1)


def _example(found: Mapping[str, Sequence[Json]]) -> str:
    first = next(iter(found.values()))
    rows = [
        [
            each["sentence"].replace(" .", ".").replace(" ;", ";"),
            each["right"],
            *(" and ".join(held[number]["linked"]) or "nobody" for held in found.values()),
        ]
        for number, each in enumerate(first)
    ]
    return _lines(["sentence", "right", *found], rows)


def _below(jobs: Mapping[str, Sequence[Sequence[Any]]]) -> str:
    held = next(iter(jobs.values()))
    below = sum(bergsma < bls for _, _, bls, bergsma in held)
    return (
        f"{below} of {len(held)} occupations are below that line, feminine less often in text than at work."
    )


def _reading(scores: Mapping[str, Mapping[str, Json]]) -> str:
    """Sentences made of the numbers: a correlation or difference is clear when its interval leaves out 0."""
    lines = []
    for measure, of in (("r, score and B&L", "text"), ("r, score and BLS", "the labour market")):
        clear = [name for name, held in scores.items() if (held[measure]["low"] or 0) > 0]
        rest = [name for name in scores if name not in clear]
        lines.append(
            f"Answers follow the share of women in {of} clearly for {_listed(clear)}, not clearly for "
            f"{_listed(rest)}. The paper has a correlation above 0 for each of its three."
        )
    gap = "resolved to OCCUPATION, feminine − masculine"
    less = [name for name, held in scores.items() if (held[gap]["high"] or 0) < 0]
    lines.append(
        "Feminine pronouns are resolved to the occupation clearly less often than masculine ones by "
        f"{_listed(less)}. The paper has it of its three, without intervals."
    )
    worse = [name for name, held in scores.items() if _worse_on_gotchas(held)]
    lines.append(
        f"Fewer right answers on gotchas, for both genders and certain or not: {_listed(worse)}. The paper "
        "has it of its three."
    )
    lines.append(
        "Sixty occupations with two templates each: intervals are wide, and what is not clear here is not "
        "shown to be absent. STAT and NEURAL here are not the paper's: other text, other counts, one seed."
    )
    return "\n".join(f"- {line}" for line in lines)


def _worse_on_gotchas(held: Mapping[str, Json]) -> bool:
    return all(
        held[f"{sex}, gotcha yes"]["value"] < held[f"{sex}, gotcha no"]["value"]
        for sex in ("feminine", "masculine")
    )


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names) or "none"


def _lines(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    table = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in table)
