"""Words in vectors: found in another case, missing, too few, gendered by our lists and by published ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError, MissingWords
from corefair.suites.vectors.vector_words import (
    cosines_with,
    gendered,
    look_up,
    neutral_rows,
    percent_women,
    professions,
    require,
)
from corefair.types import Embeddings
from real_vectors import DATA, published


def vectors_of(*words: str) -> Embeddings:
    return Embeddings(words, np.arange(1, 2 * len(words) + 1).reshape(-1, 2).astype(np.float32), "small")


def test_look_up() -> None:
    found = look_up(vectors_of("einstein", "may", "May"), ["Einstein", "May", "nobody", "Einstein"])
    assert found.words == ("Einstein", "May") and found.missing == ("nobody",)
    assert found.vectors.tolist() == [[1, 2], [5, 6]] and found.vectors.dtype == np.float64
    np.testing.assert_allclose(np.linalg.norm(found.units, axis=1), 1)
    assert look_up(vectors_of("a"), []).vectors.shape == (0, 2)


@pytest.mark.parametrize(
    ("n_here", "n_asked", "too_few"),
    [(4, 8, False), (3, 8, True), (2, 2, False), (1, 2, True), (1, 1, False), (0, 1, True), (2, 3, False)],
)
def test_half_of_a_set_and_no_single_one_of_several(n_here: int, n_asked: int, too_few: bool) -> None:
    emb = vectors_of(*(f"w{i}" for i in range(n_here)), "other")
    found = look_up(emb, [f"w{i}" for i in range(n_asked)])
    assert found.too_few == too_few
    if too_few:
        with pytest.raises(MissingWords, match=f"small lacks {n_asked - n_here} of {n_asked} words"):
            require(emb, found)
    else:
        assert require(emb, found) is found


def test_cosines_of_many_rows() -> None:
    emb = Embeddings(("a", "b", "c"), np.array([[3, 4], [0, 0], [-2, 0]], dtype=np.float32))
    np.testing.assert_allclose(cosines_with(emb, np.array([1.0, 0.0]), [0, 1, 2]), [0.6, 0, -1], rtol=1e-6)


def test_neutral_rows() -> None:
    emb = vectors_of("table", "Table", "it's", "mother", "x" * 21, "tiger", "42", "late")
    assert neutral_rows(emb, frozenset({"mother"})) == [0, 5, 7]
    assert neutral_rows(emb, frozenset(), limit=4) == [0, 3]


def test_our_lists_without_published_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COREFAIR_DATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ours = professions(None)
    assert ours.words == tuple(percent_women()) and "truck_driver" in ours.words and not ours.gendered
    of_gender = gendered(None)
    assert {"she", "uncle", "chairwoman"} <= of_gender.by_definition <= of_gender.left_out
    assert "nurse" not in of_gender.left_out and "gender_specific_full.json" not in of_gender.data

    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "professions.json").write_text('[["nurse", 0.1, -0.9], ["nun", -0.9, 0.0]]')
    (folder / "gender_specific_full.json").write_text('["Governess"]')
    theirs = professions(tmp_path)
    assert theirs.words == ("nurse", "nun") and theirs.gendered == {"nun"}
    assert "governess" in gendered(tmp_path).by_definition
    (folder / "professions.json").write_text('["nurse"]')
    with pytest.raises(DataError, match=r"professions\.json: not a list of \[word"):
        professions(tmp_path)
    (folder / "professions.json").write_text("{")
    with pytest.raises(DataError, match=r"professions\.json:1: not JSON"):
        professions(tmp_path)


@published
def test_published_lists() -> None:
    jobs = professions(DATA)
    assert len(jobs.words) == 320 and {"waitress", "monk"} <= jobs.gendered and "nurse" not in jobs.gendered
    assert len(gendered(DATA).by_definition) > 1300
