"""A planted report, full of text that would break a page, and a reader of pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

from corefair.auditing.imbalance import Imbalance, Weights
from corefair.auditing.report import Comparison, Judged, NotRun, Report, Result, Subject, SuiteCard
from corefair.auditing.verdicts import Verdict
from corefair.types import Answer, Charts, Choice, Coverage, Job, Mention, Score, cluster_up

EVIL = "<script>alert('x')</script> & \"50_%\" | *b* \\ {~^#$}"
VOID = {"meta", "input", "br", "link", "img"}
KEY = "planted:dev"
FEMININE, MASCULINE = {"gender": "feminine"}, {"gender": "masculine"}


def report() -> Report:
    """Three systems on one suite: one without a difference, one with a large gap, and an invalid result."""
    gap = score("gap", -0.2, kind="gap")
    results = (
        result("good", -0.01),
        result(EVIL, -0.2),
        result("mute", 0.777, problems=(f"crashed: {EVIL}",)),
    )
    compared = Comparison(KEY, "good", EVIL, gap, 0.02, -0.1, 0.1, 4, 0.5, 1.0, before=-0.01)
    return Report(
        asks="systems",
        subjects=tuple(Subject(name) for name in ("good", EVIL, "mute")),
        suites=(card(),),
        results=results,
        verdicts=(
            Verdict("mute", KEY, "invalid", f"This result is invalid: crashed: {EVIL}."),
            Verdict(
                EVIL, KEY, "gap", "It links feminine pronouns correctly 20 points less often.", (EVIL,), "gap"
            ),
            Verdict("good", KEY, "none", "No difference found.", ("gap −1.0",), "gap"),
        ),
        comparisons=(compared, replace(compared, subject="mute", difference=0.6543)),
        not_run=(NotRun("gap", EVIL),),
        settings={"seed": 0, "resamples": 500, "level": 0.95},
        environment={"python": "3.11"},
        command=("corefair", "audit", EVIL),
        date="2026-11-16T00:00:00+00:00",
        corefair="0.1.0",
        load_rows=lambda: [each for one in results for each in rows(one.subject)],
    )


def card() -> SuiteCard:
    return SuiteCard(
        key=KEY,
        name="planted",
        version="1",
        split="dev",
        about=EVIL,
        citation=EVIL,
        licence="MIT",
        caveats=(EVIL,),
        data={EVIL: "ab12"},
        measures=(),
        contrast=("gender", "feminine", "masculine"),
        n_cases=4,
        n_units=2,
        imbalance=(
            Imbalance(
                "n", f"the number of {EVIL}", ("feminine", "masculine"), (2.5, 2.0), 0.4, 4, 0.001, 0.002
            ),
            Imbalance("far", "the distance", ("feminine", "masculine"), (7.0, 7.1), -0.01, 4, 0.9, 0.9),
        ),
        weights=Weights(("n",), n=4, effective=3.2, largest=(1.7,), share_zero=0.0),
    )


def result(subject: str, gap: float, **changed: Any) -> Result:
    jobs = tuple(
        Job(EVIL if i == 3 else f"job {i}", 7.0 * i - 30, {}, bls=10.0 * i, bergsma=9.0 * i) for i in range(9)
    )
    made = Result(
        suite=KEY,
        subject=subject,
        asked="clusters",
        coverage=Coverage(4, ok=3, failed=1, messages=((EVIL, 1),), link_rate=0.75),
        scores=scores(gap),
        warnings=(EVIL,),
        detectable=0.05,
        charts=Charts(jobs=jobs, flips=(("a", "b"),)),
        n_rows=4,
    )
    return replace(made, **changed)


def scores(gap: float) -> tuple[Score, ...]:
    pro, anti = ({"gender": side, "type": "1"} for side in ("feminine", "masculine"))
    return (
        score("gap", gap, kind="gap", p=0.0001, p_holm=0.0002),
        score("accuracy, feminine", 0.5, groups=FEMININE),
        score("accuracy, masculine", 0.7, groups=MASCULINE),
        score("accuracy, xe", 0.4, groups={"pronouns": "xe"}, table="by pronoun"),
        score("link rate, feminine", 0.9, kind="link_rate", groups=FEMININE),
        score("T1-f", 0.76, groups=pro, table="Table 2"),
        score("T1-m", 0.494, groups=anti, table="Table 2"),
        score("no, feminine", 0.383, table="Table 3", condition="no", column="feminine"),
        score("no, masculine", 0.517, table="Table 3", condition="no", column="masculine"),
        score("yes, feminine", 0.1, table="Table 3", condition="yes", column="feminine"),
        score("yes, masculine", 0.375, table="Table 3", condition="yes", column="masculine"),
        score("F1-Bias", None, kind="ratio", table="Table 4"),
        score("r, score and BLS", None, kind="correlation", role="headline"),
    )


def score(name: str, value: float | None, *, kind: Any = "accuracy", **changed: Any) -> Score:
    units = {"gap": "points", "ratio": "ratio", "correlation": "correlation"}
    better = {"gap": "zero", "ratio": "one", "correlation": "zero"}
    low, high = (None, None) if value is None else (value - 0.04, value + 0.04)
    facts: dict[str, Any] = {
        "kind": kind,
        "unit": units.get(kind, "share"),
        "better": better.get(kind, "higher"),
        "role": "headline" if kind == "gap" else "table" if changed.get("table") else "extra",
        "signature": f"{name}|planted|v1|n:4|b:500|s:0",
    }
    return Score(name, value, low, high, 4, **(facts | changed))


def rows(subject: str) -> list[Judged]:
    """Twins that were answered differently, one that is right and one that failed."""
    return [
        row("a", "feminine", "she", (1,), subject=subject),
        row("b", "masculine", "he", (0,), subject=subject),
        row("c", "masculine", "he", (0,), subject=subject),
        row("d", "feminine", "she", (), subject=subject, answer=Answer((), "error", EVIL)),
    ]


def row(
    case: str, gender: str, pronoun: str, linked: Sequence[int], *, subject: str = "good", **changed: Any
) -> Judged:
    candidates = (Mention(0, 2), Mention(3, 5))
    clusters = cluster_up([[*(candidates[i] for i in linked), (6, 7)]] if linked else [])
    made = Judged(
        suite=KEY,
        subject=subject,
        case=case,
        unit="1",
        groups={"gender": gender},
        weight=1.0,
        counts={"cases": 1},
        answer=Answer(clusters),
        words=("The", EVIL, "paid", "the", "nurse", "because", pronoun, "left", "."),
        gold=Choice(Mention(6, 7), candidates, (EVIL, "nurse"), 0),
        linked=tuple(linked),
    )
    return replace(made, **changed)


class Page(HTMLParser):
    """The elements of a page, with a stack that must come out even."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack and self.stack.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        if not {"style", "script"} & set(self.stack[-1:]):
            self.words.append(data)
