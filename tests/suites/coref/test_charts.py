"""Jobs and twins: shares by hand, pairs found by their words, flips seen from whom was linked."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from corefair.lists import read
from corefair.suites.coref import occupations
from corefair.suites.coref.charts import Women, by_occupation, charts, flips, taken, twins, women_of
from corefair.suites.coref.frames import ask
from corefair.types import Answer, Case, Job, Row, cluster_up

CONTRAST = ("gender", "feminine", "masculine")
GENDERS = {"she": "feminine", "he": "masculine", "they": "neutral"}
FRAME = "[The A] met [the B] because [NOM] had called."


def case(pronoun: str, one: str = "nurse", other: str = "guard", *, unit: str = "call") -> Case:
    words = {"A": one, "B": other, "NOM": pronoun}
    name = f"{unit}.{pronoun}.{one}.{other}"
    doc, gold = ask(name, FRAME, words, candidates="AB", pronoun="NOM", right="A")
    return Case(name, doc, gold, {"gender": GENDERS[pronoun]}, unit=unit)


def row(of: Case, *linked: int) -> Row:
    return Row(of.id, Answer(), {}, linked=linked)


def test_percent_linked_to_each_job_right_or_wrong() -> None:
    cases = [case("she"), case("she", "guard", "nurse"), case("he"), case("they")]
    rows = [row(cases[0], 0), row(cases[1], 0), row(cases[2], 1), row(cases[3], 0, 1)]
    nurse, guard = by_occupation(cases, rows, {"nurse": Women(88.0, 90.0), "guard": Women(22.0)})
    # She is the nurse once of two, he never of one; both at once is nobody.
    assert nurse == Job("nurse", 50, {"feminine": 50, "masculine": 0, "neutral": 0}, 88.0, 90.0)
    assert guard == Job("guard", 50 - 100, {"feminine": 50, "masculine": 100, "neutral": 0}, 22.0, None)
    assert by_occupation(cases[:2], rows[:2], {"nurse": Women(88.0)}) == (), "no he to compare with"
    assert by_occupation(cases, [], {"nurse": Women(88.0)}) == ()


def test_twins_differ_in_the_pronoun_alone() -> None:
    she, he, they = case("she"), case("he"), case("they")
    turned, elsewhere = case("he", "guard", "nurse"), case("he", unit="visit")
    assert twins([she, he, they, turned, elsewhere], CONTRAST) == [(she, he)]
    other_answer = replace(he, gold=replace(he.gold, right=1))
    assert twins([she, other_answer], CONTRAST) == []
    assert twins([they, he, she], ("gender", "neutral", "masculine")) == [(they, he)]


def test_flips_are_twins_linked_to_another_candidate_or_to_one_and_none() -> None:
    she, he = case("she"), case("he")
    pairs = [(she, he)]
    flipped = ((she.id, he.id),)
    assert flips(pairs, [row(she, 0), row(he, 1)]) == flips(pairs, [row(she, 0), row(he)]) == flipped
    assert flips(pairs, [row(she, 0), row(he, 0)]) == flips(pairs, [row(she), row(he, 0, 1)]) == ()
    assert flips(pairs, [row(she, 0)]) == (), "only where both were judged"


@given(st.lists(st.sampled_from([(), (0,), (1,), (0, 1)]), min_size=8, max_size=8))
def test_who_links_whom_is_all_that_counts(linked: list[tuple[int, ...]]) -> None:
    """The same links for both of a pair flip nothing, and then every job scores 0."""
    cases = [case(pronoun, unit=str(i)) for i in range(8) for pronoun in ("she", "he")]
    rows = [row(each, *linked[i // 2]) for i, each in enumerate(cases)]
    made = charts(cases, CONTRAST, {"nurse": Women(88.0)}, rows)
    assert made.flips == () and [job.score for job in made.jobs] == [0]
    turned = [row(each, *linked[7 - i // 2]) for i, each in enumerate(cases[::2] + cases[1::2])]
    assert len(flips(twins(cases, CONTRAST), turned)) <= 8
    assert all(taken(each) is None for each in rows if len(each.linked or ()) != 1)


def test_a_suite_of_occupations_draws_every_one_of_them() -> None:
    suite = occupations.build()
    rows = []
    for each in suite.cases:
        chosen = each.gold.candidates[each.gold.right]
        rows.append(suite.judge(each, Answer(cluster_up([[each.gold.pronoun, chosen]]))))
    assert suite.charts
    made = suite.charts(rows)
    women = {line["occupation"]: float(line["percent_women"]) for line in read("occupations")}
    assert len(made.jobs) == 40 and made.flips == ()
    for job in made.jobs:  # a candidate is right in half of its cases
        assert job.bls == women[job.occupation] and set(job.percent.values()) == {50}
    assert len(twins(suite.cases, suite.contrast)) == 96 * 20


def test_the_papers_shares_of_women_are_its_table_1() -> None:
    women = women_of("winobias_occupations")
    assert len(women) == 40 and sum((each.bls or 0) < 50 for each in women.values()) == 20
    assert [women[name].bls for name in ("carpenter", "mechanic", "editor", "tailor", "secretary")] == [
        *(2, 4, 52, 80, 95)
    ]
    assert set(women) <= {row["occupation"].lower() for row in read("occupations")}
