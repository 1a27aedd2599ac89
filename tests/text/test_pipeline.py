"""The shipped pipeline and others: loading unpickles nothing, given words reach spaCy as they are."""

from __future__ import annotations

import gc
import json
import pickle
import sys
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pytest

from corefair.errors import DataError, MissingExtra
from corefair.text.pipeline import SHIPPED, as_spacy, check_complete, load

spacy = pytest.importorskip("spacy", reason="pip install 'corefair[text]'")


def test_the_shipped_pipeline_is_small_complete_and_licensed() -> None:
    nlp = load()
    check_complete(nlp)
    assert load() is nlp
    assert {"tagger", "parser", "ner", "trainable_lemmatizer"} <= set(nlp.pipe_names)
    assert set(nlp.get_pipe("ner").labels) == {"PERSON", "ORG", "LOC"}
    assert sum(path.stat().st_size for path in SHIPPED.rglob("*")) <= 12e6
    assert json.loads((SHIPPED / "meta.json").read_text(encoding="utf-8"))["license"] == "CC BY-SA 4.0"
    assert "GUM" in (SHIPPED / "LICENSE.md").read_text(encoding="utf-8")


def test_loading_unpickles_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError("something was unpickled")

    for name in ("load", "loads", "Unpickler"):
        monkeypatch.setattr(pickle, name, refuse)
    for module in [module for name, module in sys.modules.items() if "cloudpickle" in name]:
        for name in ("load", "loads"):
            monkeypatch.setattr(module, name, refuse, raising=False)
    nlp = load(copytree(SHIPPED, tmp_path / "copy"))  # a place of its own: not the one already loaded
    assert [token.tag_ for token in nlp(as_spacy(nlp.vocab, ("She", "left")))] == ["PRP", "VBD"]


def test_spaces_come_from_the_text() -> None:
    vocab = load().vocab
    words, text = ("She", "ca", "n't", "stay", "."), "She can't  stay."
    offsets = ((0, 3), (4, 6), (6, 9), (11, 15), (15, 16))
    assert as_spacy(vocab, words, offsets=offsets).text == "She can't stay."
    assert as_spacy(vocab, words).text == "She ca n't stay . "
    assert len(text) > len(as_spacy(vocab, words, offsets=offsets).text)  # spaCy holds one space, not two
    assert as_spacy(vocab, (), offsets=()).text == ""


def test_words_are_never_cut_or_lost() -> None:
    words = ("don't", "a b", "\n", "", "x-y")
    assert [token.text for token in as_spacy(load().vocab, words)] == ["don't", "a b", "_", "_", "x-y"]


def test_sentences_are_said_before_reading() -> None:
    doc = as_spacy(load().vocab, ("a", "b", "c"), starts=[True, False, True])
    assert [len(sentence) for sentence in doc.sents] == [2, 1]


def test_a_pipeline_is_shared_while_in_use(tmp_path: Path) -> None:
    place = tmp_path / "blank"
    spacy.blank("en").to_disk(place)
    one = load(place)
    assert load(str(place)) is one
    del one
    gc.collect()
    rmtree(place)
    with pytest.raises(DataError, match="is no spaCy pipeline that can be loaded"):
        load(place)


def test_what_is_no_pipeline(tmp_path: Path) -> None:
    for name in (tmp_path, "no_such_package"):
        with pytest.raises(DataError, match=r"is no spaCy pipeline .*; give the folder of one, or the name"):
            load(name)
    broken = copytree(SHIPPED, tmp_path / "broken")
    (broken / "config.cfg").unlink()
    with pytest.raises(DataError, match="is no spaCy pipeline that can be loaded"):
        load(broken)


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no Penn tags \(tagger\) and .*\(parser\); it has no components"):
        check_complete(spacy.blank("en"))
    without = spacy.load(SHIPPED, exclude=["parser"])
    with pytest.raises(DataError, match=r"gives no heads and relations \(parser\); it has tok2vec, tagger"):
        check_complete(without)


def test_without_spacy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)  # as if it were not installed
    with pytest.raises(MissingExtra, match=r"pip install 'corefair\[text\]'"):
        load()
