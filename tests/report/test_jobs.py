"""Job by job: the interval is over whole units, and stands only where the rows say what the score says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from corefair.auditing.report import Judged, Report
from corefair.report import html, planes
from corefair.report.systems.jobs import rate, shares
from corefair.types import Choice, Job, Mention
from report.example import result, row

GOLD = Choice(Mention(6, 7), (Mention(0, 2), Mention(3, 5)), ("cook", "nurse"), 0)


def answers(n_units: int) -> list[Judged]:
    """In each unit she is linked to the nurse, and he in every fourth."""
    return [
        row(f"{unit}.{gender}", gender, "it", linked, unit=str(unit), gold=GOLD)
        for unit in range(n_units)
        for gender, linked in (("feminine", (1,)), ("masculine", (1,) if unit % 4 == 0 else (0,)))
    ]


def test_the_difference_is_of_those_linked_to_the_job_alone() -> None:
    found = rate([Job("nurse", 75.0, {}), Job("cook", -75.0, {})], answers(40))
    nurse, cook = found["nurse"], found["cook"]
    assert (nurse.value, nurse.n) == (pytest.approx(100 - 25), 80)
    assert nurse.low is not None and nurse.high is not None
    # 40 units, of each of which he gives 0 or 100: a standard error of 100 √(.25 · .75 / 40) = 6.8
    assert nurse.low == pytest.approx(75 - 1.96 * 6.8, abs=4) and nurse.high == pytest.approx(88, abs=4)
    assert cook.value == pytest.approx(-75)


def test_few_units_give_no_interval() -> None:
    found = rate([Job("nurse", 75.0, {})], answers(8))["nurse"]
    assert (found.value, found.low, found.high, found.n) == (pytest.approx(75), None, None, 16)


def test_rows_that_give_another_score_are_not_used() -> None:
    assert rate([Job("nurse", 60.0, {}), Job("welder", 1.0, {})], answers(40)) == {}


def test_both_ends_are_shown_beside_the_share_of_women(report: Report) -> None:
    jobs = (Job("nurse", 75.0, {}, bls=87.6), *(Job(f"job {i}", 0.5 * i, {}) for i in range(12)))
    one = result("good", 0.0, charts=replace(report.results[0].charts, jobs=jobs))
    text = html.render(replace(report, results=(one,), load_rows=lambda: answers(40)))
    most, least = text.index(">Most<"), text.index(">Least<")
    assert most < text.index("nurse (88 %)") < least < text.index(">job 0<")
    assert "+75.0<small>+6" in text and ", n 80</small>" in text


def test_text_beside_the_labour_market() -> None:
    """Figure 3: a point for each job with both shares, and the line from 0, 0 to 100, 100."""
    jobs = [Job("nurse", 0.0, {}, bls=90.0, bergsma=60.0), Job("cook", 0.0, {}, bls=40.0)]
    drawn = shares(jobs)
    assert drawn is not None and drawn.count("<circle") == 1 and "nurse: 90 % in the job" in drawn
    (line,) = (part for part in drawn.split("<line ") if 'class="diagonal"' in part)
    at = dict(each.split("=") for each in line.split(" class=")[0].replace('"', "").split())
    assert (float(at["x1"]), float(at["y2"])) == (planes.LEFT, planes.TOP)
    assert float(at["x2"]) == planes.WIDTH - planes.RIGHT
    assert float(at["y1"]) == planes.HEIGHT - planes.BOTTOM
    assert shares(jobs[1:]) is None


def test_a_system_that_treats_all_jobs_alike_is_said_to(report: Report) -> None:
    jobs = tuple(Job(f"job {i}", 0.0, {}, bls=10.0 * i) for i in range(5))
    one = result("good", 0.0, charts=replace(report.results[0].charts, jobs=jobs))
    text = html.render(replace(report, results=(one,)))
    assert "good: feminine and masculine pronouns came out alike in every job." in text
