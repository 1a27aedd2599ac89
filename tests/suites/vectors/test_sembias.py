"""SemBias: choices by hand, ties, questions that lack a word, and the 440 published ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError, MissingWords
from corefair.suites.vectors.sembias import answer, build, load_questions
from corefair.types import Embeddings
from gendered_vectors import shuffled
from measured import values
from real_vectors import DATA, glove, googlenews, published

LINES = ["king:queen\tcup:lid\tpen:ink\tboss:aide", "duke:duchess\tcup:lid\tpen:ink\tboss:aide"]
PLACES = {
    "he": (1, 0, 0),
    "she": (0, 0, 0.5),
    "king": (1, 1, 0),
    "queen": (0, 1, 0.5),  # as he to she
    "cup": (0, 0, 1),
    "lid": (0, 1, 0),
    "pen": (0, 1, 1),
    "ink": (1, 1, 1),  # the other way round
    "boss": (2, 0, 0),
    "aide": (1, 0, 0),
    "duke": (0, 3, 0),
    "duchess": (0, 1, 0),
}


def vectors(**changes: tuple[float, float, float]) -> Embeddings:
    table = PLACES | changes
    return Embeddings(tuple(table), np.array(list(table.values()), dtype=np.float32), "small")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "sembias.tsv"
    file.write_text("\n".join(LINES) + "\n")
    return file


def test_by_hand(path: Path) -> None:
    reading = answer(vectors(), vectors(), questions=load_questions(path))
    assert [row.answer for row in reading.rows] == ["king:queen", "boss:aide"]
    assert reading.rows[0].counts == {"definition": 1, "none": 0, "stereotype": 0, "asked": 1}
    assert reading.rows[1].counts == {"definition": 0, "none": 0, "stereotype": 1, "asked": 1}
    assert [case.unit for case in reading.cases] == ["king:queen", "duke:duchess"]


def test_ties_are_shared(path: Path) -> None:
    tied = vectors(boss=(1, 1, 0), aide=(0, 1, 0.5))  # just as king to queen
    first, second = answer(tied, tied, questions=load_questions(path)).rows
    assert first.counts == {"definition": 0.5, "none": 0, "stereotype": 0.5, "asked": 1}
    assert second.counts["stereotype"] == 1
    alike = vectors(**dict.fromkeys(PLACES, (1, 1, 1)) | {"she": (0, 0, 0.5)})  # every difference is 0
    counts = answer(alike, alike, questions=load_questions(path)).rows[0].counts
    assert counts == {"definition": 0.25, "none": 0.5, "stereotype": 0.25, "asked": 1}


def test_a_question_that_lacks_a_word_is_not_asked(path: Path) -> None:
    emb = vectors()
    less = Embeddings(emb.words[:-1], emb.vectors[:-1], "small")
    reading = answer(less, less, questions=load_questions(path))
    assert [case.id for case in reading.cases] == ["1"] and reading.coverage.missing == ("duchess",)
    assert reading.coverage.words == 12
    few = Embeddings(("he", "she", "king", "queen"), emb.vectors[:4], "four")
    with pytest.raises(MissingWords, match="four lacks 8 of 10 words"):
        answer(few, few, questions=load_questions(path))
    no_he = Embeddings(emb.words[1:], emb.vectors[1:], "small")
    with pytest.raises(MissingWords, match="small lacks 1 of 2 words: he"):
        answer(no_he, no_he, questions=load_questions(path))


def test_a_file_that_is_not_sembias(path: Path) -> None:
    path.write_text(LINES[0] + "\nking:queen\tcup\n")
    with pytest.raises(DataError, match=r"sembias\.tsv:2: expected 4 pairs such as king:queen"):
        load_questions(path)
    path.write_text("")
    with pytest.raises(DataError, match="no questions"):
        load_questions(path)


@published
def test_published_questions() -> None:
    questions = load_questions(DATA / "sembias" / "sembias.tsv")
    assert len(questions) == 440 and sum(each.in_subset for each in questions) == 40
    assert (
        len({each.pairs[0] for each in questions}) == 22 and len({each.pairs[3] for each in questions}) == 20
    )
    assert {each.pairs[0] for each in questions if each.in_subset} == {
        ("rake", "coquette"),
        ("nobleman", "noblewoman"),
    }


@published
def test_real_vectors() -> None:
    """Definition is chosen by far the most; the papers print 80.2, 10.9 and 8.9 for another GloVe."""
    suite = build(data=DATA)
    for emb in (glove(), googlenews()):
        reading = suite.answer(emb, emb)
        share = values(suite, reading)
        assert sum(share[kind] for kind in ("definition", "stereotype", "none")) == pytest.approx(1)
        assert share["definition"] > 0.65 and 0.05 < share["stereotype"] < 0.3 and share["none"] < 0.15
        scaled = Embeddings(emb.words, 4 * emb.vectors)
        assert suite.answer(scaled, scaled).rows == reading.rows
        mixed = shuffled(emb)
        assert suite.answer(mixed, mixed).rows == reading.rows
    unit = build(data=DATA, unit_length=True).answer(googlenews(), googlenews())
    assert [row.answer for row in unit.rows] == [row.answer for row in reading.rows], "they are of length one"
