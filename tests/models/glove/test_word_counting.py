"""Words counted: exact with any room, the most frequent kept, and a clear word where nothing is left."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import CorefairError, DataError
from corefair.io.corpora import shards
from corefair.models.glove import Means, Settings, corpus_parts, word_counting, word_parts
from corefair.models.glove.settings import parse_options
from corefair.models.glove.vocabulary import Vocabulary
from corefair.models.glove.word_counting import count_words

TEXT = "the ship sank and the crew of the ship swam\nthe end\n"
some_words = st.lists(st.sampled_from(["a", "b", "é", "ü", "zz", "aa", "1", "𝒜"]), min_size=1, max_size=30)


def count(folder: Path, text: str = TEXT, **options: Any) -> Vocabulary:
    folder.mkdir(exist_ok=True)
    (folder / "text").write_text(text)
    given, means = parse_options("glove", {"tokens": "spaces", "engine": "one", **options})
    return count_words(shards([folder / "text"], size=20), given, folder=folder, means=means)


def test_by_hand(tmp_path: Path) -> None:
    found = count(tmp_path, min_count=2)
    assert (found.words, found.counts.tolist(), found.left_out) == (("the", "ship"), [4, 2], 6)
    found = count(tmp_path, min_count=1, max_words=3)
    assert (found.words, found.counts.tolist(), found.left_out) == (("the", "ship", "and"), [4, 2, 1], 5)


def test_lower_case_and_our_words(tmp_path: Path) -> None:
    found = count(tmp_path, "The ship's The. the", min_count=1, tokens="ours")
    assert dict(zip(found.words, found.counts.tolist(), strict=True)) == {
        "the": 3,
        "'s": 1,
        ".": 1,
        "ship": 1,
    }
    assert "The" in count(tmp_path, "The ship's The. the", min_count=1, lower=False).words


@settings(deadline=None, max_examples=50)
@given(st.lists(some_words, min_size=1, max_size=8), st.integers(1, 3), st.integers(2, 9))
def test_exact_however_little_room(
    tmp_path_factory: pytest.TempPathFactory, texts: list[list[str]], min_count: int, max_words: int
) -> None:
    folder = tmp_path_factory.mktemp("words")
    counts = Counter(word for text in texts for word in text)
    kept = sorted(
        (word for word in counts if counts[word] >= min_count), key=lambda word: (-counts[word], word)
    )
    kept = kept[:max_words]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(corpus_parts, "_SIZE", (1, 1))  # each shard a task
        patch.setattr(word_parts, "_OPEN", 2)
        part = word_parts.count_part
        patch.setattr(word_counting, "count_part", lambda *task: part(*task[:-1], 2 * word_parts.WORD))
        text = "\n".join(map(" ".join, texts))
        if len(kept) < 2:
            with pytest.raises(DataError, match="vectors take two words or more"):
                count(folder, text, min_count=min_count, max_words=max_words)
            return
        found = count(folder, text, min_count=min_count, max_words=max_words)
    assert list(found.words) == kept
    assert found.counts.tolist() == [counts[word] for word in kept]
    assert found.counts.sum() + found.left_out == counts.total()


def test_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = count(tmp_path, min_count=1)
    monkeypatch.setattr(word_counting, "started", None)  # nothing is run
    parts = shards([tmp_path / "text"], size=20)
    again = count_words(parts, Settings(min_count=1, tokens="spaces"), folder=tmp_path)
    assert (again.words, again.left_out) == (first.words, first.left_out)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["text", "vocabulary.json", "vocabulary.txt"]


def test_processes_find_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus_parts, "_SIZE", (1, 1))
    one = count(tmp_path / "1", TEXT * 50, min_count=1)
    two = count(tmp_path / "2", TEXT * 50, min_count=1, engine="processes=2")
    assert one.words == two.words
    assert one.counts.tolist() == two.counts.tolist()


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (" \n", {}, "there is no word in the text"),
        (TEXT, {"min_count": 9}, r"no word occurs 9 times \(the most frequent one, 'the', occurs 4 times\)"),
        (TEXT, {"min_count": 3}, "only one word occurs at least 3 times"),
        ("a a a a a\n", {}, "only one word occurs at least 5 times .* vectors take two words or more"),
    ],
)
def test_nothing_left(tmp_path: Path, text: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        count(tmp_path, text, **options)


def test_more_words_than_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_parts, "WORD", 10**9)
    monkeypatch.setattr(word_counting, "WORD", 10**9)
    with pytest.raises(
        CorefairError, match="words occur 1 times or more, for which there is too little memory"
    ):
        count(tmp_path, min_count=1)


def test_an_unwritable_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "text").write_text(TEXT)
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match=r"file.*: cannot be written: Not a directory"):
        count_words(
            shards([tmp_path / "text"]), Settings(), folder=tmp_path / "file", means=Means(engine="one")
        )
