"""GAP: decisions by hand as the official scorer counts them, and the distance baselines of Kocijan et al."""

from __future__ import annotations

import json
import os
from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import contracts
from corefair.errors import DataError, UnknownName
from corefair.io.gap import read_predictions
from corefair.suites.coref.gap import answer_from_booleans, build, words_of
from corefair.suites.coref.properties import asked, place_of
from corefair.types import Answer, Case, Mention, Row, Suite, cluster_up
from corefair.weighting import spread
from measured import value

DATA = os.environ.get("COREFAIR_DATA")
published = pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")

HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL"
TEXT = "Ann-Mae and Ben's aunt Eve left when she saw Eve didn't stay."
ROWS = (  # pronoun, A, B, which is right
    ("test-1", TEXT, "she", "Ann-Mae", "Eve", "B"),
    ("test-2", "Mr. Lee met Bob Ray; his son left Bob.", "his", "Lee", "Bob Ray", "A"),
    ("test-3", "Tom told Dan that Sue won, and he left.", "he", "Tom", "Dan", ""),
)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a test split of three examples, and names."""
    monkeypatch.delenv("COREFAIR_DATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "gap"
    folder.mkdir()
    lines = [HEADER]
    for name, text, pronoun, a, b, right in ROWS:
        cells = [name, text, pronoun, str(text.index(pronoun))]
        for letter, word in (("A", a), ("B", b)):
            cells += [word, str(text.index(word)), str(right == letter).upper()]
        lines.append("\t".join([*cells, "http://x"]))
    (folder / "gap-test.tsv").write_text("\n".join(lines) + "\n")
    spans = {
        name: [[text.index(word), text.index(word) + len(word), word] for word in words]
        for (name, text, *_), words in zip(
            ROWS, (["Ann-Mae", "Ben", "Eve"], ["Mr. Lee", "Bob Ray"], ["Tom", "Dan", "Sue"]), strict=True
        )
    }
    (folder / "gap-test-name-spans.json").write_text(json.dumps(spans))
    return tmp_path


def decisions(row: Row) -> tuple[float, ...]:
    return tuple(row.counts[name] for name in ("gap_tp", "gap_fp", "gap_fn"))


def test_cases_of_a_small_split(data: Path) -> None:
    suite = build(data=data)
    contracts.check_suite(suite)
    assert suite.split == "test" and len(suite.data) == 2
    assert [each.name for each in suite.measures if each.role == "headline"] == ["gap", "F1-Bias", "acc-Bias"]
    first, second, third = suite.cases
    shown = "Ann - Mae and Ben 's aunt Eve left when she saw Eve did n't stay ."
    assert " ".join(first.given.words) == shown and first.given.text == TEXT
    assert first.gold.candidates == (Mention(0, 3), Mention(7, 8)) and first.gold.pronoun == Mention(10, 11)
    assert [entity[:2] for entity in first.given.entities] == [(0, 3), (4, 5), (7, 8)]
    assert (first.gold.right, second.gold.right, third.gold.right) == (1, 0, None)
    assert first.groups == {"gender": "feminine", "answer": "B"} and third.groups["answer"] == "neither"
    assert [first.given.clusters, first.unit, second.given.sentences] == [(), "test-1", (0,)]
    # The feminine example with a right name has three names, the masculine one two: nothing is balanced.
    assert set(first.gold.weights) == set() and "W-Bias" not in {each.name for each in suite.measures}
    assert any(each.startswith("W-Bias is not reported: no weights balance") for each in suite.caveats)


def test_without_names_a_and_b_are_the_candidates(data: Path) -> None:
    (data / "gap" / "gap-test-name-spans.json").unlink()
    suite = build(data=data)
    contracts.check_suite(suite)
    assert [entity[:2] for entity in suite.cases[0].given.entities] == [(0, 3), (7, 8)]
    assert "acc-Bias" in {each.name for each in suite.measures}
    assert "W-Bias" not in {each.name for each in suite.measures}


@pytest.mark.parametrize(
    ("a", "b", "of_first", "of_third"),
    [
        (False, True, (1, 0, 0), (0, 1, 0)),
        (True, False, (0, 1, 1), (0, 1, 0)),
        (True, True, (1, 1, 0), (0, 2, 0)),
        (False, False, (0, 0, 1), (0, 0, 0)),
    ],
)
def test_two_decisions_an_example(
    data: Path, a: bool, b: bool, of_first: tuple[int, ...], of_third: tuple[int, ...]
) -> None:
    suite = build(data=data)
    first, _, third = suite.cases
    assert decisions(suite.judge(first, answer_from_booleans(first, a, b))) == of_first
    assert decisions(suite.judge(third, answer_from_booleans(third, a, b))) == of_third


def test_an_example_without_an_answer_is_missed_twice(data: Path) -> None:
    """As in the official scorer, where a missing id is a false negative for both names."""
    suite = build(data=data)
    for case in suite.cases:
        assert decisions(suite.judge(case, Answer(status="error"))) == (0, 0, 2)


def test_clusters_become_decisions_by_the_last_word_of_a_name(data: Path) -> None:
    suite = build(data=data)
    case = suite.cases[1]  # Mr. Lee met Bob Ray ; his son left Bob .
    assert case.gold.candidates == (Mention(1, 2), Mention(3, 5)) and case.gold.pronoun == Mention(6, 7)
    for spans, expected in (
        ([(0, 2)], (1, 0, 0)),  # Mr. Lee is Lee
        ([(3, 4)], (0, 0, 1)),  # Bob alone is not this mention of Bob Ray
        ([(4, 5)], (0, 1, 1)),  # Ray is
        ([(0, 5)], (0, 0, 1)),  # Mr. Lee met Bob Ray is neither
        ([(9, 10)], (0, 0, 1)),  # another mention of Bob
        ([(1, 2), (3, 5)], (1, 1, 0)),
    ):
        answer = Answer(cluster_up([[(6, 7), *spans]]))
        assert decisions(suite.judge(case, answer)) == expected


def test_measures_by_hand(data: Path) -> None:
    """A says yes to every A: test-1 wrong, test-2 right, test-3 wrong."""
    suite = build(data=data)
    rows = [suite.judge(case, answer_from_booleans(case, True, False)) for case in suite.cases]
    assert value(suite, rows, "precision, overall") == pytest.approx(1 / 3)
    assert value(suite, rows, "recall, overall") == pytest.approx(1 / 2)
    assert value(suite, rows, "F1, overall") == pytest.approx(2 / 5)
    assert value(suite, rows, "F1, masculine") == pytest.approx(2 / 3)
    assert value(suite, rows, "F1-Bias") == value(suite, rows, "acc-Bias") == 0
    assert value(suite, rows, "Accuracy") == 0.5
    right = [
        suite.judge(case, answer_from_booleans(case, case.gold.right == 0, case.gold.right == 1))
        for case in suite.cases
    ]
    for name in ("F1, overall", "F1-Bias", "acc-Bias", "accuracy"):
        assert value(suite, right, name) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a 1-year deal, 400-meter", "a 1-year deal , 400-meter"),
        ("in 1979-1981 or 1979--81", "in 1979 - 1981 or 1979 -- 81"),
        ("M*nchen's Ram* and D*az", "M*nchen 's Ram * and D*az"),
        ("they'll say we can't...", "they 'll say we ca n't ..."),
        ("O'Brien's mother-in-law", "O'Brien 's mother - in - law"),
    ],
)
def test_words_are_cut_as_distances_need_them(text: str, words: str) -> None:
    assert " ".join(text[start:end] for start, end in words_of(text)) == words


@given(st.text("ab1*-.' n't", max_size=30), st.integers(0, 30), st.integers(0, 30))
def test_words_lose_nothing_and_respect_bounds(text: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    words = words_of(text, [(start, end)])
    assert "".join(text[a:b] for a, b in words) == "".join(text.split())
    assert all(not (a < place < b) for a, b in words for place in (start, end))


def test_predictions_are_read(tmp_path: Path) -> None:
    path = tmp_path / "system.tsv"
    path.write_text("test-1\tTRUE\tFALSE\n\ntest-2\tfalse\tTrue\r\n")
    assert read_predictions(path) == {"test-1": (True, False), "test-2": (False, True)}
    path.write_text("ID\tText\tA-coref\tB-coref\nx\tHello.\tFALSE\tFALSE\n")
    assert read_predictions(path) == {"x": (False, False)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("test-1\tTRUE\n", r"system.tsv:1: 2 columns, expected id"),
        ("a\tTRUE\tFALSE\nb\tyes\tFALSE\n", r"system.tsv:2: 'yes' where TRUE or FALSE was expected"),
        ("a\tTRUE\tFALSE\na\tTRUE\tFALSE\n", r"system.tsv:2: a second answer for 'a'"),
        ("", r"system.tsv: no answers"),
    ],
)
def test_bad_predictions_are_named(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "system.tsv"
    path.write_text(text)
    with pytest.raises(DataError, match=said):
        read_predictions(path)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("\tshe\t37\t", "\tshe\t38\t", r"gap-test.tsv:2: Pronoun 'she' is not at character 38"),
        ("\tshe\t37\t", "\tshe\tx\t", r"gap-test.tsv:2: Pronoun-offset is 'x'"),
        (
            "TRUE\tBob Ray\t12\tFALSE",
            "TRUE\tBob Ray\t12\tTRUE",
            r"gap-test.tsv:3: test-2: both names are right",
        ),
        ("A-coref", "A-cored", r"gap-test.tsv:1: no column A-coref"),
        ("\thttp://x", "", r"gap-test.tsv:2: 10 columns, expected 11"),
        ("test-2", "test-1", r"gap-test.tsv:3: a second example 'test-1'"),
    ],
)
def test_bad_examples_are_named(data: Path, old: str, new: str, said: str) -> None:
    path = data / "gap" / "gap-test.tsv"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(DataError, match=said):
        build(data=data)


def test_what_is_not_there(data: Path) -> None:
    with pytest.raises(UnknownName, match="no split of gap is called 'dev'"):
        build("dev", data=data)
    with pytest.raises(DataError, match=r"gap-validation\.tsv was not found"):
        build("validation", data=data)
    (data / "gap" / "gap-test-name-spans.json").write_text("{}")
    with pytest.raises(DataError, match="the names do not fit example 'test-1'"):
        build(data=data)


@cache
def whole(split: str) -> Suite:
    return build(split, data=Path(DATA or ""))


def pick(case: Case, k: int) -> tuple[bool, bool]:
    """Dist-k (Kocijan 2021, 3.2): the k-th nearest name, which counts for A or B where they touch."""
    doc, gold = case.given, case.gold

    names = (Mention(start, end) for start, end, _ in doc.entities)
    ranked = sorted(names, key=lambda name: name.words_from(gold.pronoun))
    if len(ranked) < k:
        return False, False
    chosen = ranked[k - 1]
    a, b = (chosen.touches(name) for name in gold.candidates)
    return a, b


TABLE_1 = ("F1, overall", "Accuracy", "F1-Bias", "acc-Bias", "W-Bias", "Wnum-Bias", "Wdist-Bias", "Wt-Bias")


@published
@pytest.mark.parametrize(
    ("k", "expected"),
    [
        (1, (0.463, 0.412, 0.850, 0.776, 1.000, 0.804, 1.000, 1.000)),
        (2, (0.353, 0.310, 0.923, 0.882, 1.000, 0.920, 1.000, 1.000)),
        (3, (0.228, 0.156, 1.270, 1.347, 1.006, 1.266, 1.010, 1.007)),
    ],
)
def test_published_distance_baselines(k: int, expected: tuple[float, ...]) -> None:
    """Table 1 of Kocijan et al., ground-truth names, all columns, with weights computed here."""
    suite = whole("test")
    rows = [suite.judge(case, answer_from_booleans(case, *pick(case, k))) for case in suite.cases]
    for name, published_value in zip(TABLE_1, expected, strict=True):
        assert value(suite, rows, name) == pytest.approx(published_value, abs=0.0015), name
    # What the baseline does depends on places alone, right and wrong: its F1 is even where those are.
    assert value(suite, rows, "W-F1-Bias") == pytest.approx(1, abs=0.007)


@published
def test_published_counts_of_names_and_weights() -> None:
    suite = whole("test")
    contracts.check_suite(suite)
    for gender, mean, spread_of in (("masculine", 5.55, 3.18), ("feminine", 6.30, 3.44)):
        names = [len(case.given.entities) for case in suite.cases if case.groups["gender"] == gender]
        assert len(names) == 1000
        assert np.mean(names) == pytest.approx(mean, abs=0.005)
        assert np.std(names) == pytest.approx(spread_of, abs=0.005)
    assert sum(case.gold.right is None for case in suite.cases) == 227
    places = [place_of(case, case.gold.candidates[case.gold.right]) for case in asked(suite.cases)]
    assert len(places) == 1773 and places.count(None) == 9
    w, wt = ([case.gold.weights[name] for case in suite.cases] for name in ("w", "wt"))
    assert sum(w) == pytest.approx(1773) and np.mean(sorted(w)[-10:]) == pytest.approx(6.29, abs=0.005)
    kept = Counter(case.groups["gender"] for case in suite.cases if case.gold.weights["wt"] > 0)
    assert kept == {"masculine": 865, "feminine": 805} and sum(wt) == pytest.approx(1670)
    assert np.mean(sorted(wt)[-10:]) == pytest.approx(3.3, abs=0.05)


@published
@pytest.mark.parametrize(
    ("name", "file", "objective"),
    [
        ("w", "linear_weights.json", 1072926.3878),
        ("wt", "linear_weights_trimmed.json", 1029725.3000),
    ],
)
def test_published_weights_are_ours(name: str, file: str, objective: float) -> None:
    """The objective over all 2,000 examples, those without weight included, as in the published files."""
    suite = whole("test")
    known = json.loads((Path(DATA or "") / "gap" / file).read_text())
    theirs = [
        0.0 if case.gold.right is None else known[f"{case.id}{'ab'[case.gold.right]}"] for case in suite.cases
    ]
    ours = [case.gold.weights[name] for case in suite.cases]
    genders = [case.groups["gender"] for case in suite.cases]
    assert spread(ours, genders) == pytest.approx(objective, rel=1e-8)
    assert spread(ours, genders) <= spread(theirs, genders) * (1 + 1e-9)
    assert ours == pytest.approx(theirs, abs=2e-4)


@published
def test_every_constraint_is_met() -> None:
    """The weight of every set of every weighting, added up anew, is the same for both genders to 1e-8."""
    cases = whole("test").cases
    for name in ("w", "wt"):
        for of in (
            lambda case: len(case.given.entities),
            lambda case: place_of(case, case.gold.candidates[case.gold.right]),
        ):
            held: dict[tuple[object, str], float] = {}
            for case in asked(cases):
                key = (of(case), case.groups["gender"])
                held[key] = held.get(key, 0.0) + case.gold.weights[name]
            for label, _ in held:
                sides = [held.get((label, gender), 0.0) for gender in ("feminine", "masculine")]
                assert label is None or abs(sides[0] - sides[1]) < 1e-8


@published
def test_words_of_spacy_3_change_two_ranks() -> None:
    """It splits 1-year in three, and the right name of two examples changes its place."""
    spacy = pytest.importorskip("spacy")
    tokenise = spacy.blank("en").tokenizer
    changed = {}
    for case in asked(whole("test").cases):
        doc, gold = case.given, case.gold
        tokens = tokenise(doc.text)
        starts, ends = ([token.idx + more * len(token) for token in tokens] for more in (0, 1))

        def there(span: tuple[int, ...], doc=doc, starts=starts, ends=ends) -> Mention:  # type: ignore[no-untyped-def]
            start, end = doc.offsets[span[0]][0], doc.offsets[span[1] - 1][1]
            return Mention(bisect_right(ends, start), bisect_left(starts, end))

        pronoun, right = there(gold.pronoun), there(gold.candidates[gold.right])
        ranked = sorted(map(there, doc.entities), key=lambda name: name.words_from(pronoun))
        place = next((i for i, name in enumerate(ranked, 1) if name.touches(right)), None)
        if place != place_of(case, gold.candidates[gold.right]):
            changed[case.id] = (place_of(case, gold.candidates[gold.right]), place)
    assert changed == {"test-158": (4, 3), "test-1299": (1, 2)}


@published
def test_weighted_f1_is_even_where_it_is_promised() -> None:
    """A system whose chances add up a part for each place and one for the names, alike for both genders."""
    suite = whole("test")
    chance = np.random.default_rng(0).random(60)
    totals = {gender: np.zeros(3) for gender in ("feminine", "masculine")}
    for case in suite.cases:
        gold = case.gold
        places = [place_of(case, each) for each in gold.candidates]
        of_names = chance[len(case.given.entities)]
        hit = 0.0
        if gold.right is not None:
            hit = of_names / 4 + (chance[places[gold.right]] / 2 if places[gold.right] else 0)
        wrong = [place for i, place in enumerate(places) if i != gold.right and place]
        fp = sum(chance[place] / 2 for place in set(wrong))
        counts = np.array([hit, fp, (gold.right is not None) - hit])
        totals[case.groups["gender"]] += gold.weights["f1"] * counts
    assert totals["feminine"] == pytest.approx(totals["masculine"], rel=1e-9)


@published
def test_published_development_split() -> None:
    suite = whole("development")
    assert len(suite.cases) == 2000 and Counter(case.groups["gender"] for case in suite.cases) == {
        "feminine": 1000,
        "masculine": 1000,
    }
    for case in suite.cases:
        said = tuple(
            case.given.text[case.given.offsets[m.start][0] : case.given.offsets[m.end - 1][1]]
            for m in case.gold.candidates
        )
        assert said == case.gold.names


@published
def test_published_random_baseline() -> None:
    """The Random row of Table 1, as the mean over every name that could be picked instead of repetitions."""
    totals = {gender: dict.fromkeys(("tp", "fp", "asked"), 0.0) for gender in ("feminine", "masculine")}
    for case in whole("test").cases:
        names = [Mention(start, end) for start, end, _ in case.given.entities]
        total = totals[case.groups["gender"]]
        for i, candidate in enumerate(case.gold.candidates):
            touching = sum(name.start < candidate.end and candidate.start < name.end for name in names)
            total["tp" if i == case.gold.right else "fp"] += touching / len(names)
        total["asked"] += case.gold.right is not None

    def f1(*genders: str) -> float:
        tp, fp, asked = (sum(totals[each][name] for each in genders) for name in ("tp", "fp", "asked"))
        return 2 * tp / (tp + fp + asked)

    accuracy = {gender: total["tp"] / total["asked"] for gender, total in totals.items()}
    assert f1("feminine", "masculine") == pytest.approx(0.305, abs=0.003)
    assert f1("feminine") / f1("masculine") == pytest.approx(0.884, abs=0.003)
    assert accuracy["feminine"] / accuracy["masculine"] == pytest.approx(0.849, abs=0.003)
