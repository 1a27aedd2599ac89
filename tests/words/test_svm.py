"""SVM: two clouds of planted vectors, and the real ones where they are."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError, MissingWords
from corefair.io import datasets
from corefair.io.vectors import read_vectors
from corefair.types import Embeddings
from corefair.words.svm import seed_words, svm

DATA = os.environ.get("COREFAIR_DATA")
published = pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")


def clouds(n: int = 60) -> Embeddings:
    """Half the words lie around one point, half around the opposite one."""
    rng = np.random.default_rng(0)
    vectors = rng.normal(scale=0.3, size=(2 * n, 8))
    vectors[:n, 0] += 1
    vectors[n:, 0] -= 1
    words = [f"gendered{i}" for i in range(n)] + [f"plain{i}" for i in range(n)]
    return Embeddings(tuple(words), vectors.astype(np.float32))


def test_words_like_the_seeds_are_preserved_and_the_rest_is_not() -> None:
    emb = clouds()
    seeds = [f"gendered{i}" for i in range(40)]
    unseen = [f"gendered{i}" for i in range(40, 60)] + [f"plain{i}" for i in range(40, 60)]
    selection = svm(emb, seeds=seeds, unseen=unseen)
    assert {word for word in unseen if word in selection.why} == {f"gendered{i}" for i in range(40, 60)}
    assert selection.why["gendered3"] == "seed word" and selection.why["gendered50"] == "like the seed words"
    assert selection.notes == ("trained on 40 of 40 seed words (given) against 40 others",)


def test_seed_words_are_preserved_even_on_the_wrong_side_unless_they_are_unseen() -> None:
    emb = clouds()
    seeds = [f"gendered{i}" for i in range(60)] + ["plain7"]
    assert "plain7" in svm(emb, seeds=seeds).why
    assert "plain7" not in svm(emb, seeds=seeds, unseen=["plain7"]).why


def test_unseen_words_have_no_part_in_training() -> None:
    emb = clouds()
    seeds = [f"gendered{i}" for i in range(40)]
    unseen = ["gendered3", "plain3"]
    moved = emb.vectors.copy()
    moved[[emb.row_of[word] for word in unseen]] *= -1
    before = svm(emb, seeds=seeds, unseen=unseen).scores
    after = svm(emb.changed(moved, "moved"), seeds=seeds, unseen=unseen).scores
    others = [row for row, word in enumerate(emb.words) if word not in unseen]
    np.testing.assert_array_equal(before[others], after[others])


def test_length_plays_no_part_and_the_input_stays() -> None:
    emb = clouds()
    longer = emb.changed(emb.vectors * np.linspace(1, 9, len(emb))[:, None], "longer")
    before = longer.vectors.copy()
    seeds = emb.words[:30]
    np.testing.assert_allclose(svm(longer, seeds=seeds).scores, svm(emb, seeds=seeds).scores, atol=1e-5)
    np.testing.assert_array_equal(longer.vectors, before)


def test_few_seeds_among_many_need_even_weights() -> None:
    emb = clouds(400)
    seeds = [f"gendered{i}" for i in range(12)]
    found = [word for word in svm(emb, seeds=seeds).why if word not in seeds]
    even = [word for word in svm(emb, seeds=seeds, even=True).why if word not in seeds]
    assert len(even) > len(found) and sum(word.startswith("gendered") for word in even) > 0.9 * len(even)


def test_too_few_seeds_or_nothing_else_is_refused() -> None:
    emb = clouds()
    with pytest.raises(MissingWords, match="lacks 1 of 3 words: she"):
        svm(emb, seeds=["gendered1", "gendered2", "she"])
    with pytest.raises(DataError, match="every word to train on is a seed"):
        svm(emb, seeds=emb.words)


def test_seed_words_come_from_the_data_folder_or_are_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COREFAIR_DATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    ours, whose = seed_words()
    assert whose == "the shipped ones" and {"actress", "king"} <= ours
    (tmp_path / "lists").mkdir()
    path = tmp_path / "lists" / "gender_specific_seed.json"
    path.write_text(json.dumps(["aunt", "uncle"]), encoding="utf-8")
    assert seed_words(data=tmp_path) == ({"aunt", "uncle"}, "Bolukbasi et al. 2016")
    path.write_text("aunt", encoding="utf-8")
    with pytest.raises(DataError, match=r"gender_specific_seed\.json:1: not JSON"):
        seed_words(data=tmp_path)


@published
def test_real_vectors() -> None:
    emb = read_vectors(datasets.find("vectors", "googlenews-26k.bin.gz"))
    hidden = ["grandmother", "nephew", "sky", "keyboard", "algebra"]
    selection = svm(emb, unseen=hidden)
    assert [word for word in hidden if word in selection.why] == ["grandmother", "nephew"]
    assert seed_words()[0] - set(hidden) <= set(selection.preserve) | (seed_words()[0] - set(emb.words))
