"""What a verdict rests on, drawn for one suite: gaps, right answers by group, and jobs one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from corefair.report.charts import Mark, needle, nice_span, scatter, strips
from corefair.report.markup import Safe, el, grid, join
from corefair.report.tables import interval
from corefair.report.verdict import correlates, follows, said_points, shown

Json = Mapping[str, Any]
Colours = Mapping[str, int]  # by the name of a system
GROUPINGS = {"gender": "grammatical gender", "pronouns": "pronoun set", "stereotype": "stereotype"}
SHARES = {"bls": "% women in the job (labour statistics)", "bergsma": "% feminine in text (Bergsma & Lin)"}


def gaps(results: Sequence[Json], colour_of: Colours) -> Safe:
    """Differences and ratios with their intervals, and how small a gap the run would have found."""
    parts = []
    for better, said in (("zero", "Gap in percentage points"), ("one", "Ratio")):
        scores = [
            s
            for r in results
            if r["valid"]
            for s in r["scores"]
            if s["better"] == better and not correlates(s) and (better == "one" or s["p"] is not None)
        ]
        ours_first = sorted(scores, key=lambda score: bool(score["table"]))
        names = list(dict.fromkeys(score["name"] for score in ours_first))
        if not names:
            continue
        centre = 0.0 if better == "zero" else 1.0
        ends = [s[e] - centre for s in scores for e in ("value", "low", "high") if s[e] is not None]
        low, high = nice_span(ends, least=0.1)
        caption = f"{said} with its interval; the heavy line is no difference."
        parts.append(
            strips(
                [(name if len(names) > 1 else "", _marks(colour_of, results, name)) for name in names],
                caption=caption,
                columns=("System", said, "Value and interval"),
                span=(centre + low, centre + high),
                zero=centre,
                percent=better == "zero",
            )
        )
    seen = [
        f"{result['system']} {said_points(result['detectable'], up=True)}"
        for result in results
        if result["valid"] and result["detectable"]
    ]
    power = el("p", f"The smallest gap this run would have found four times in five: {'; '.join(seen)}.")
    bad = ", ".join(result["system"] for result in results if not result["valid"])
    note = el("p", f"Not drawn below, because the result is invalid: {bad}.", class_="muted")
    shown_parts = parts or [el("p", "No gap can be shown.")]
    return join(el("h3", "Gaps"), note if bad else None, *shown_parts, power if seen else None)


def accuracies(results: Sequence[Json], colour_of: Colours) -> Safe:
    """Right answers by each grouping that has such scores: gender, pronoun set …"""
    by_grouping: dict[str, dict[str, str]] = {}
    for score in (s for r in results for s in r["scores"] if s["name"].startswith("accuracy, ")):
        groups = _groups(score)
        if len(groups) == 1:
            grouping, group = groups.popitem()
            by_grouping.setdefault(grouping, {}).setdefault(group, score["name"])
    parts: list[Safe] = []
    for grouping, names in by_grouping.items():
        title = f"Right answers by {GROUPINGS.get(grouping, grouping)}"
        drawn = ((group, _marks(colour_of, results, name)) for group, name in names.items())
        marks = [(group, found) for group, found in drawn if found]  # invalid results are not drawn
        if not marks:
            continue
        parts += [
            el("h3", title),
            _bars(marks, f"{title}: share of cases linked to the right candidate alone."),
        ]
    return join(*parts)


def types(results: Sequence[Json], colour_of: Colours) -> Safe:
    """Pro and anti beside each other, by type of sentence, where a suite has both: T1-p, T1-a …"""
    found: dict[str, dict[str, list[Mark]]] = {}
    for result in (each for each in results if each["valid"]):
        for score in result["scores"]:
            groups, side = _groups(score), {"-p": "pro", "-a": "anti"}.get(score["name"][-2:])
            if side and not {"stereotype", "type"} - set(groups):
                right = score["name"].startswith("accuracy")
                said = "right answers" if right else f"the paper's score, {score['table']}"
                mark = _mark(colour_of, result, score)._replace(label=f"{result['system']}, {side}")
                found.setdefault(said, {}).setdefault(f"Type {groups['type']}", []).append(mark)
    return join(
        *(
            join(
                el("h3", f"With and against the stereotype: {said}"),
                _bars(
                    list(by_type.items()),
                    "Pro: the pronoun fits the stereotype of the job. Anti: it does not.",
                ),
            )
            for said, by_type in found.items()
        )
    )


def occupations(results: Sequence[Json], colour_of: Colours) -> Safe | None:
    """Each job's score against the share of women in it, where a suite asks about jobs."""
    drawn = [r for r in results if r["valid"] and r["charts"].get("by_occupation")]
    if not drawn:
        return None
    figures = []
    for result in drawn:
        for share, axis in SHARES.items():
            points = [
                (
                    job[share],
                    job["score"],
                    f"{job['occupation']}: {job[share]:g} % women, {job['score']:+g}",
                )
                for job in result["charts"]["by_occupation"]
                if job.get(share) is not None and job.get("score") is not None
            ]
            if points:
                figures.append(
                    scatter(
                        points,
                        title=result["system"],
                        axes=(axis, "feminine − masculine"),
                        spans=((0, 100), (-100, 100)),
                        colour=colour_of[result["system"]],
                        found=follows(result, share),
                    )
                )
    jobs = drawn[0]["charts"]["by_occupation"]
    both = [job for job in jobs if job.get("bls") is not None and job.get("bergsma") is not None]
    if both:
        found = follows({"charts": {"by_occupation": [{**job, "score": job["bergsma"]} for job in both]}})
        points = [(job["bls"], job["bergsma"], str(job["occupation"])) for job in both]
        axes, spans = (SHARES["bls"], "% feminine in text"), ((0.0, 100.0), (0.0, 100.0))
        figures.append(
            scatter(
                points,
                title="Text against labour statistics",
                axes=axes,
                spans=spans,
                colour=5,
                found=found,
            )
        )
    said = (
        "For each job, how much more often (in points) feminine than masculine pronouns are linked to "
        "it, against the share of women. A rising line means that answers follow who holds the job. "
        "The shaded band holds the line with 95 % confidence."
    )
    head = el("h3", "Job by job"), el("p", said)
    return join(*head, el("div", *figures, class_="scatters"), _jobs(drawn, colour_of))


def _jobs(results: Sequence[Json], colour_of: Colours) -> Safe:
    """Every occupation, sorted by its share of women, all systems beside each other."""
    by_job: dict[str, dict[str, Json]] = {}
    for result in results:
        for job in result["charts"]["by_occupation"]:
            by_job.setdefault(job["occupation"], {})[result["system"]] = job
    share_of = {name: next(iter(jobs.values())).get("bls") for name, jobs in by_job.items()}
    rows = []
    for name in sorted(by_job, key=lambda job: (-1.0 if share_of[job] is None else share_of[job], job)):
        cells: list[Safe] = []
        for result in results:
            score = by_job[name].get(result["system"], {}).get("score")
            said = f"{result['system']}, {name}: " + ("–" if score is None else f"{score:+.0f}")
            colour = colour_of[result["system"]]
            cells.append(el("td", needle(score or 0, colour=colour, said=said), class_="draw"))
        share = "–" if share_of[name] is None else f"{share_of[name]:.0f}"
        rows.append((name, share, *cells))
    heads = ("Occupation", "% women", *(result["system"] for result in results))
    caption = "Right: linked to feminine pronouns more often. Left: to masculine ones. The ends are ±100."
    summary = el("summary", f"All {len(rows)} occupations by share of women")
    return el("details", summary, grid(caption, heads, rows, numbers={1}, class_="jobs"))


def _marks(colour_of: Colours, results: Iterable[Json], name: str) -> list[Mark]:
    """A strip per valid system that has the score of that name."""
    return [
        _mark(colour_of, result, score)
        for result in results
        if result["valid"]
        for score in result["scores"]
        if score["name"] == name
    ]


def _mark(colour_of: Colours, result: Json, score: Json) -> Mark:
    ends = {part: score[part] for part in ("value", "low", "high")}
    system = result["system"]
    return Mark(system, colour_of[system], **ends, shown=shown(score), note=interval(score))


def _bars(groups: Sequence[tuple[str, Sequence[Mark]]], caption: str) -> Safe:
    return strips(
        groups,
        caption=caption,
        columns=("System", "Percent", "Value and interval"),
        span=(0, 1),
        zero=0.0,
        bar=True,
    )


def _groups(score: Json) -> dict[str, str]:
    """`"stereotype pro, type 1"` as a dict."""
    parts = (part.partition(" ") for part in score["group"].split(", ") if part)
    return {key: group for key, _, group in parts}
