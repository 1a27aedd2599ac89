"""Analysis: words stay as given, every sentence becomes a tree, what is there is kept, memory is flat."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import DataError, MissingExtra
from corefair.io import read
from corefair.text import analysis
from corefair.text.analysis import LONGEST, analyse
from corefair.text.pipeline import SHIPPED, load
from corefair.types import Document, Entity
from growth import in_proportion

pytest.importorskip("spacy", reason="pip install 'corefair[text]'")

DATA = os.environ.get("COREFAIR_DATA")
needs_data = pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")
STORY = (
    "The nurse told the patient that she would call Dr. Smith before the operation . "
    "He did n't answer , so they left . Mary Jones lives in New York ."
)


def story(**fields: Any) -> Document:
    words = tuple(STORY.split())
    starts = tuple(i for i, word in enumerate(words) if i == 0 or words[i - 1] == ".")
    return Document("story", words, sentences=starts, **fields)


def only(doc: Document, **options: Any) -> Document:
    (analysed,) = analyse([doc], **options)
    return analysed


def check_trees(doc: Document) -> None:
    """One root a sentence, from which every word of it, and no other, can be reached."""
    assert doc.heads is not None and doc.relations is not None
    assert len(doc.heads) == len(doc.relations) == len(doc.words)
    for start, end in doc.sentence_spans():
        roots = [i for i in range(start, end) if doc.heads[i] == -1]
        assert len(roots) == 1 and doc.relations[roots[0]] == "root"
        reached = set(roots)
        for i in range(start, end):
            path = []
            while i not in reached:
                assert start <= doc.heads[i] < end and i not in path
                path.append(i)
                i = doc.heads[i]
            reached.update(path)


def test_a_story() -> None:
    doc = only(story())
    check_trees(doc)
    tag = dict(zip(doc.words, doc.tags or (), strict=True))
    upos = dict(zip(doc.words, doc.layers["upos"], strict=True))
    lemma = dict(zip(doc.words, doc.layers["lemma"], strict=True))
    assert [tag[word] for word in ("nurse", "she", "told", "in", "Mary")] == ["NN", "PRP", "VBD", "IN", "NNP"]
    assert [upos[word] for word in ("nurse", "she", "told", "Mary")] == ["NOUN", "PRON", "VERB", "PROPN"]
    assert [lemma[word] for word in ("told", "did", "she", "left")] == ["tell", "do", "she", "leave"]
    subjects = {doc.words[i] for i, name in enumerate(doc.relations or ()) if name == "nsubj"}
    assert {"nurse", "she", "He", "they", "Jones"} & subjects >= {"nurse", "she", "He", "they"}
    named = {" ".join(doc.words[start:end]): label for start, end, label in doc.entities}
    assert named["Mary Jones"] == "PERSON" and named["New York"] == "LOC"


def test_words_sentences_and_the_rest_stay() -> None:
    words = ("don't", "New York", "1-year", "(she)", "x" * 5000, "can", "not")
    doc = Document(
        "d", words, sentences=(0, 2), speakers=("A",) * 7, genre="g", meta={"k": 1}, layers={"x": words}
    )
    found = only(doc)
    assert (found.words, found.sentences, found.speakers) == (words, (0, 2), ("A",) * 7)
    assert (found.genre, found.meta, found.layers["x"], found.clusters) == ("g", {"k": 1}, words, ())
    assert doc.tags is None  # the document that was given is as it was


def test_the_same_answer_each_time_and_in_any_batch() -> None:
    docs = [replace(story(), id=str(i), words=story().words[i:], sentences=(0,)) for i in range(12)]
    first = list(analyse(docs))
    assert list(analyse(docs)) == first
    assert list(analyse(iter(docs), batch=1)) == first
    assert [only(doc) for doc in docs] == first


def test_what_a_document_has_is_kept_unless_replaced() -> None:
    words = ("She", "left")
    given_layers: dict[str, Any] = {"tags": ("X", "Y"), "entities": (Entity(0, 1, "person"),)}
    doc = Document("d", words, **given_layers, layers={"lemma": ("a", "b")})
    kept = only(doc)
    assert kept.tags == ("X", "Y") and kept.entities == doc.entities and kept.layers["lemma"] == ("a", "b")
    assert kept.layers["upos"] == ("PRON", "VERB") and kept.heads == (1, -1)
    new = only(doc, replace=True)
    assert new.tags == ("PRP", "VBD") and new.entities == () and new.layers["lemma"] == ("she", "leave")
    complete = replace(kept, heads=(-1, 0), relations=("root", "dep"))
    assert only(complete) is complete  # nothing is lacking: not even read


def test_heads_and_relations_go_together() -> None:
    doc = only(Document("d", ("She", "left"), heads=(-1, 0)))
    assert (doc.heads, doc.relations) == ((1, -1), ("nsubj", "root"))


def test_sentences_are_found_when_asked_for_or_when_there_are_none() -> None:
    whole = replace(story(), sentences=(0,))
    assert only(whole).sentences == (0,)
    assert only(whole, split=True).sentences == story().sentences
    check_trees(only(whole, split=True))
    many = Document("d", story().words * 12)
    assert len(many.words) > LONGEST
    assert len(only(many).sentences) > 24
    assert only(many, split=False).sentences == (0,)


ODD = {
    "empty": (),
    "one word": ("she",),
    "one mark": (".",),
    "control characters": ("\x00", "\x07", "a\x1bb", "\x7f", "she", "\u200b"),
    "space": ("", " ", "\n", "\t", "she", "\u00a0"),
    "emoji": ("👩‍⚕️", "❤️", "🏳️‍🌈", "she", "😀" * 50),
    "right to left": ("قالت", "הרופאה", "\u202bשלום\u202c", "،", "؟"),
    "half a surrogate pair": ("a\ud800", "\udc00"),
    "marks alone": (".", "!", "?", "(", ")", '"') * 20,
}


@pytest.mark.parametrize("words", ODD.values(), ids=ODD.keys())
@pytest.mark.parametrize("split", [None, True])
def test_odd_words(words: tuple[str, ...], split: bool | None) -> None:
    found = only(Document("odd", words), split=split)
    assert found.words == words
    assert len(found.tags or ()) == len(found.layers["upos"]) == len(found.layers["lemma"]) == len(words)
    check_trees(found)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.one_of(st.text(max_size=8), st.sampled_from(STORY.split())), max_size=60),
    st.sets(st.integers(1, 59)),
    st.sampled_from([None, True, False]),
)
def test_every_sentence_becomes_a_tree(words: list[str], starts: set[int], split: bool | None) -> None:
    sentences = (0, *sorted(start for start in starts if start < len(words)))
    found = only(Document("d", tuple(words), sentences=sentences), split=split)
    check_trees(found)
    if not split:
        assert found.sentences == (sentences if words else ())


@pytest.mark.parametrize("words", [("word",), ("she", "said", ","), ("buffalo", "(")], ids=" ".join)
def test_a_very_long_sentence_is_still_a_tree_and_takes_linear_time(words: tuple[str, ...]) -> None:
    def took(n: int) -> float:
        begin = process_time()
        found = only(Document("long", (words * n)[:n]), split=False)
        check_trees(found)
        assert found.sentences == (0,)
        return process_time() - begin

    took(100)
    assert in_proportion(took, 1000, 10_000)


def test_long_documents_are_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut elsewhere, almost all words get the same analysis: only those beside a cut may differ."""
    parts = [story().words] * 40
    words = tuple(word for part in parts for word in part)
    starts = tuple(i for i, word in enumerate(words) if i == 0 or words[i - 1] == ".")
    doc = Document("d", words, sentences=starts)
    whole = only(doc)
    monkeypatch.setattr(analysis, "PIECE", 400)
    pieces = only(doc)
    check_trees(pieces)
    assert pieces.heads is not None and whole.heads is not None
    same = sum(a == b for a, b in zip(pieces.heads, whole.heads, strict=True))
    assert same > 0.98 * len(words)


def test_memory_stays_flat() -> None:
    """Three times the words take three times the memory of the result alone; spaCy keeps none of them."""
    nlp = load()
    only(story())

    def peak(n: int) -> tuple[int, int]:
        words = tuple(f"word{i}" if i % 10 else "." for i in range(n))
        doc = Document("d", words, sentences=tuple(range(0, n, 10)))
        tracemalloc.start()
        found = only(doc, batch=500)
        held, highest = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert len(found.words) == n
        return highest - held, len(nlp.vocab.strings)

    analysis_piece = analysis.PIECE
    try:
        analysis.PIECE = 500
        (short, strings), (long, more_strings) = peak(2000), peak(6000)
    finally:
        analysis.PIECE = analysis_piece
    assert long < 1.5 * short
    if hasattr(nlp, "memory_zone"):  # spaCy 3.8
        assert more_strings == strings


def test_spacy_is_needed_when_used_not_when_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import sys, corefair.text; print('spacy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
    monkeypatch.setitem(sys.modules, "spacy", None)  # as if it were not installed
    with pytest.raises(MissingExtra, match=r"pip install 'corefair\[text\]'"):
        analyse([])


def test_a_pipeline_that_lacks_something_is_refused_before_reading(tmp_path: Path) -> None:
    import spacy

    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(DataError, match=r"gives no Penn tags"):
        analyse([], pipeline=tmp_path / "blank")


def test_a_pipeline_that_merges_words_is_refused() -> None:
    import spacy

    nlp = spacy.load(SHIPPED)
    nlp.add_pipe("merge_entities")
    with pytest.raises(DataError, match=r"story: the pipeline made \d+ words of \d+"):
        list(analyse([story()], pipeline=nlp))


@needs_data
def test_gum_development() -> None:
    """Well above chance on real text: one document of each of six genres, three of them not trained on."""
    names = ("bio_byron", "news_iodine", "interview_gaming", "fiction_beast", "essay_tools", "whow_joke")
    gold = [doc for name in names for doc in read(Path(DATA or "") / "gum" / "dev" / f"GUM_{name}.conllu")]
    bare = [replace(doc, tags=None, heads=None, relations=None, entities=(), layers={}) for doc in gold]
    said = list(analyse(bare))

    def accuracy(layer: Any) -> float:
        pairs = [
            pair for a, b in zip(gold, said, strict=True) for pair in zip(layer(a), layer(b), strict=True)
        ]
        return sum(a == b for a, b in pairs) / len(pairs)

    assert accuracy(lambda doc: doc.heads) > 0.83
    assert accuracy(lambda doc: list(zip(doc.heads, doc.relations, strict=True))) > 0.78
    assert accuracy(lambda doc: doc.layers["upos"]) > 0.94
    assert accuracy(lambda doc: doc.tags) > 0.93
    assert accuracy(lambda doc: doc.layers["lemma"]) > 0.95


def test_a_short_document_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked again, whatever else it carries, it gets the same layers, and the pipeline does not read it."""
    nlp = load()
    bare = Document("first", ("Nobody", "saw", "what", "zie", "wrote", "yesterday"))
    (analysed,) = analyse([bare], pipeline=nlp)
    again = replace(bare, id="again", speakers=("A",) * 6, layers={"x": ("-",) * 6})

    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError("it was read again")

    monkeypatch.setattr(analysis._Piece, "as_spacy", refuse)
    (found,) = analyse([again], pipeline=nlp)
    same = replace(analysed, id="again", speakers=("A",) * 6, layers={**analysed.layers, "x": ("-",) * 6})
    assert found == same
    for other in (replace(bare, sentences=(0, 3)), replace(bare, tags=analysed.tags)):
        with pytest.raises(AssertionError, match="read again"):
            list(analyse([other], pipeline=nlp))
    with pytest.raises(AssertionError, match="read again"):
        list(analyse([bare], pipeline=nlp, replace=True))
