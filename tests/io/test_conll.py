"""CoNLL-2012 and its kin, on files small enough to check by eye."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.io import read, write
from corefair.io.conll import Conll
from corefair.types import Document, Entity, Mention, cluster_up

# Two parts; the first sentence has two predicates, the second one, the third none; mention 2 lies inside
# another mention 2; a full stop written `/.`.
ONTONOTES = """\
#begin document (bc/cnn/x); part 000
bc/cnn/x 0   0    Ann     NNP  (TOP(S(NP*       -    -   -   King   (PERSON)  (ARG0*)       *   (1|(2)
bc/cnn/x 0   1     's     POS           *)      -    -   -   King          *       *        *       1)
bc/cnn/x 0   2    New      JJ        (NP*       -    -   -   King     (ORG*        *   (ARG1*       (2
bc/cnn/x 0   3   York     NNP          *)      -    -   1    King    (GPE))        *        *)  (2)|2)
bc/cnn/x 0   4   says     VBZ    (VP*))))     say   01   1   King          *      (V*)     (V*)       -

bc/cnn/x 0   0    She     PRP  (TOP(S(NP*)      -    -   -        Ann           *   (ARG0*)   (1)
bc/cnn/x 0   1   left     VBD     (VP*)))   leave   01   -        Ann           *      (V*)     -

bc/cnn/x 0   0     /.       .      (TOP*)       -    -   -        Ann           *     -

#end document
#begin document (bc/cnn/x); part 001
bc/cnn/x 1   0   Bye   UH   (TOP*)   -   -   -   Ann   *   -

#end document
"""


def read_text(tmp_path: Path, text: str) -> list[Document]:
    path = tmp_path / "x.conll"
    path.write_bytes(text.encode())
    return list(read(path))


def test_ontonotes(tmp_path: Path) -> None:
    first, second = read_text(tmp_path, ONTONOTES)
    assert (first.id, second.id) == ("bc/cnn/x", "bc/cnn/x; part 1")
    assert first.genre == second.genre == "bc"
    assert first.words == ("Ann", "'s", "New", "York", "says", "She", "left", ".")
    assert first.sentences == (0, 5, 7)
    assert first.clusters == cluster_up([[(0, 2), (5, 6)], [(0, 1), (2, 4), (3, 4)]])
    assert first.tags == ("NNP", "POS", "JJ", "NNP", "VBZ", "PRP", "VBD", ".")
    assert first.speakers == ("King",) * 5 + ("Ann",) * 3
    assert first.entities == (Entity(0, 1, "PERSON"), Entity(2, 4, "ORG"), Entity(3, 4, "GPE"))
    assert first.layers["parse"][5:] == ("(TOP(S(NP*)", "(VP*)))", "(TOP*)")
    assert first.layers["predicate"] == ("-",) * 4 + ("say", "-", "leave", "-")
    assert first.layers["sense"] == ("-", "-", "-", "1", "1", "-", "-", "-")
    assert first.layers["arguments"] == (
        *("(ARG0*) *", "* *", "* (ARG1*", "* *)", "(V*) (V*)"),
        *("(ARG0*)", "(V*)"),
        "*",
    )
    assert (second.words, second.clusters, second.speakers) == (("Bye",), (), ("Ann",))
    assert "arguments" not in second.layers and "predicate" not in second.layers


def test_ontonotes_writes_back(tmp_path: Path) -> None:
    docs = read_text(tmp_path, ONTONOTES)
    assert write(docs, tmp_path / "y.conll") == 2
    assert list(read(tmp_path / "y.conll")) == docs
    written = (tmp_path / "y.conll").read_text().split("\n")
    assert written[0] == "#begin document (bc/cnn/x); part 000"
    assert written[1].split("\t")[-3:] == ["(ARG0*)", "*", "(2|(1)"]  # numbered in text order
    assert written[10].split("\t")[3] == "."  # the escape says nothing that the word does not
    assert written[13] == "#begin document (bc/cnn/x); part 001"


WINOBIAS = """\
#begin document (tc/wb/1); part 000
tc/wb/1   0   0   The     DT   (TOP(S(NP*   -   -   -   -   *   (1
tc/wb/1   0   1   baker   NN   *)           -   -   -   -   *   1)
tc/wb/1   0   2   left    VB   *            -   -   -   -   *   -
tc/wb/1   0   3   herself PRP  *))          -   -   -   -   *   (1)
#end document
"""
LITBANK = """\
#begin document (76_huck_brat); part 0
76_huck_brat\t0\t0\tYou\t_\t_\t_\t_\t_\t_\t_\t_\t(0)
76_huck_brat\t0\t1\tknow\t_\t_\t_\t_\t_\t_\t_\t_\t
76_huck_brat\t0\t2\tAunt\t_\t_\t_\t_\t_\t_\t_\t_\t(1(2)
76_huck_brat\t0\t3\tPolly\t_\t_\t_\t_\t_\t_\t_\t_\t1)

#end document
"""
GICOREF = """\
#begin document Advocate__Ezra

Ze\t(0)
is\t-
#1\t-

Ezra\t(0
Ö.\t0)
#end document
"""
WIKICOREF = """\
#begin document (Aaron); part 000
Aaron 0 0 Aaron (5
Aaron 0 1 himself 5)|(7)

Aaron 0 0 He (5)
#end document
"""
WORDLESS = """\
#begin document (t);
t\t(1
t\t1)
t\t-
#end document
"""
KIN = {
    "winobias": (WINOBIAS, "tc/wb/1", "The baker left herself", [[(0, 2), (3, 4)]], (0,)),
    "litbank": (LITBANK, "76_huck_brat", "You know Aunt Polly", [[(0, 1)], [(2, 4)], [(2, 3)]], (0,)),
    "gicoref": (GICOREF, "Advocate__Ezra", "Ze is #1 Ezra Ö.", [[(0, 1), (3, 5)]], (0, 3)),
    "wikicoref": (WIKICOREF, "Aaron", "Aaron himself He", [[(0, 2), (2, 3)], [(1, 2)]], (0, 2)),
    "without words": (WORDLESS, "t", "_ _ _", [[(0, 2)]], (0,)),
}


@pytest.mark.parametrize("name", KIN)
@pytest.mark.parametrize("dressing", ["bare", "crlf", "bom", "no last line end", "blank lines"])
def test_kin(tmp_path: Path, name: str, dressing: str) -> None:
    text, doc_id, words, clusters, sentences = KIN[name]
    dressed = {
        "bare": text,
        "crlf": text.replace("\n", "\r\n"),
        "bom": "\ufeff" + text,
        "no last line end": text.rstrip("\n"),
        "blank lines": "\n \n" + text.replace("\n\n", "\n\t\n \n") + "\n\n",
    }
    (doc,) = read_text(tmp_path, dressed[dressing])
    assert (doc.id, doc.words, doc.sentences) == (doc_id, tuple(words.split()), sentences)
    assert doc.clusters == cluster_up(clusters)
    assert doc.speakers is None and doc.entities == ()
    write([doc], tmp_path / "y.conll")
    assert list(read(tmp_path / "y.conll")) == [doc]


def test_columns_that_say_nothing_are_no_layers(tmp_path: Path) -> None:
    (doc,) = read_text(tmp_path, WINOBIAS)
    assert doc.tags == ("DT", "NN", "VB", "PRP") and set(doc.layers) == {"parse"} and doc.genre == "tc"
    (doc,) = read_text(tmp_path, LITBANK)
    assert doc.tags is None and doc.layers == {} and doc.genre is None


def test_a_tab_too_many_at_the_end_begins_no_column(tmp_path: Path) -> None:
    (doc,) = read_text(tmp_path, "#begin document (x)\na\t(1)\nb\t-\t\nc\t(1)\n#end document\n")
    assert doc.words == ("a", "b", "c") and doc.clusters == cluster_up([[(0, 1), (2, 3)]])


def test_only_spaces_part_columns_in_a_padded_file(tmp_path: Path) -> None:
    (doc,) = read_text(
        tmp_path, "#begin document (x)\nx 0 0 10\xa0000 (1)\nx 0 1 a\u2028b\x85 -\n#end document\n"
    )
    assert doc.words == ("10\xa0000", "a\u2028b\x85")


@pytest.mark.parametrize(
    ("word", "written"), [(".", "."), ("/.", "//."), ("?", "?"), ("/?", "//?"), ("//.", "///."), ("/", "/")]
)
def test_escaped_marks(word: str, written: str) -> None:
    text = Conll.render(Document("x", (word,)))
    assert text.split("\n")[1].split("\t")[3] == written


@pytest.mark.parametrize(
    ("header", "doc_id"),
    [
        ("#begin document (a); part 000", "a"),
        ("#begin document (a); part 012", "a; part 12"),
        ("#begin document (a (b)); part 001", "a (b); part 1"),
        ("#begin document (a)", "a"),
        ("#begin document a", "a"),
        ("# begin document a part 2", "a; part 2"),
        ("#begin document ()", ""),
        ("#begin document", ""),
        ("#begin document (a); part " + "1" * 5000, "(a); part " + "1" * 5000),  # a name, no number
    ],
)
def test_ids(tmp_path: Path, header: str, doc_id: str) -> None:
    (doc,) = read_text(tmp_path, f"{header}\nw\t-\n#end document\n")
    assert doc.id == doc_id


BEGIN, END = "#begin document (x); part 000\n", "#end document\n"
BAD = {
    "unclosed": (BEGIN + "a\t-\n\nb\t(1\nc\t-\n" + END, 4, "mention 1 begins here but does not end"),
    "unopened": (BEGIN + "a\t-\n\nb\t-\nc\t1)\n" + END, 5, "mention 1 ends here but did not begin"),
    "closed twice": (BEGIN + "a\t(1\nb\t1)|1)\n" + END, 3, "mention 1 ends here but did not begin"),
    "no end": (BEGIN + "a\t-\n", 1, "no '#end document'"),
    "no end before the next": (BEGIN + "a\t-\n" + BEGIN + END, 1, "no '#end document'"),
    "only a beginning": ("\n\n" + BEGIN, 3, "no '#end document'"),
    "text before": ("a\t-\n" + BEGIN + END, 1, "text outside a document"),
    "text after": (BEGIN + END + "\n\nc\t-\n", 5, "text outside a document"),
    "no beginning": ("a\t-\n" + END, 1, "text outside a document"),
    "a row too long": (
        BEGIN + "a\t-\n\nb\t-\nc\t-\t-\nd\t-\n" + END,
        5,
        "3 columns where the sentence has 2",
    ),
    "a row too short": (BEGIN + "x 0 0 a -\n\nx 0 0 b -\nx 0 c -\nx 0 2 d -\n" + END, 5, "4 columns"),
    "a sentence too wide": (
        BEGIN + "a -\nb -\n\nx 0 0 c -\n" + END,
        5,
        "more or fewer columns than the first",
    ),
    "one column": (BEGIN + "\na\n" + END, 3, "columns: 1, expected 2"),
    "three columns": (BEGIN + "a\t-\t-\n" + END, 2, "columns: 3, expected 2"),
    "four columns": (BEGIN + "x 0 a -\n" + END, 2, "columns: 4, expected 2"),
    "garbage": (BEGIN + "a\t-\nb\t(1)?\n" + END, 3, "cannot read the coreference '(1)?'"),
    "a bare number": (BEGIN + "a\t1\n" + END, 2, "cannot read the coreference '1'"),
    "no word": (BEGIN + "a\t-\n\t(1)\n" + END, 3, "this row has no word"),
    "no word, in spaces": (BEGIN + "a\t-\n \t\n\n\t(1)\n" + END, 5, "this row has no word"),
    "unclosed entity": (
        BEGIN + "x\t0\t0\ta\t-\t-\t-\t-\t-\t-\t(ORG*\t-\n" + END,
        2,
        "'ORG' begins here but does not end",
    ),
    "unopened entity": (
        BEGIN + "x\t0\t0\ta\t-\t-\t-\t-\t-\t-\t*)\t-\n" + END,
        2,
        "an entity ends here but did not begin",
    ),
    "not UTF-8": (BEGIN + "a\t-\n\udcff\t-\n" + END, 3, "not UTF-8"),
}


NULL = BEGIN + "a\t(1)\n" + END + "null\n" + BEGIN.replace("x", "y") + "b\t-\n" + END


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("text", [NULL, NULL + "\n\nnull", "\nnull\n\n" + NULL])
def test_a_word_between_documents_is_a_note(tmp_path: Path, text: str, line_end: str) -> None:
    """WikiCoref as published has a bare `null` between two of its documents."""
    path = tmp_path / "x.conll"
    path.write_bytes(text.replace("\n", line_end).encode())
    notes: list[DataError] = []
    docs = list(read(path, on_note=notes.append))
    assert [(doc.id, doc.words) for doc in docs] == [("x", ("a",)), ("y", ("b",))]
    lines = [number for number, line in enumerate(text.split("\n"), 1) if line == "null"]
    assert [(note.path, note.line) for note in notes] == [(str(path), line) for line in lines]
    assert notes[0].message == "'null' stands between documents, and is left out"
    with pytest.warns(UserWarning, match="'null' stands between documents"):
        assert list(read(path)) == docs


@pytest.mark.parametrize("text", ["null\n", "null\n\n"])
def test_a_word_alone_is_no_document(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.conll").write_text(text)
    with pytest.raises(DataError, match=r"x\.conll:1: there is no document in this file"):
        list(read(tmp_path / "x.conll"))


@pytest.mark.parametrize("between", ["#begi\n", "null\nnull\n", "a b\n", "c\t-\n"])
def test_more_than_a_word_between_documents_may_be_a_document(tmp_path: Path, between: str) -> None:
    (tmp_path / "x.conll").write_text(NULL.replace("null\n", between))
    with pytest.raises(DataError, match=r"x\.conll:4: text outside a document"):
        list(read(tmp_path / "x.conll"))


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_errors(tmp_path: Path, name: str, line_end: str) -> None:
    text, line, message = BAD[name]
    path = tmp_path / "x.conll"
    path.write_bytes(text.replace("\n", line_end).encode(errors="surrogateescape"))
    with pytest.raises(DataError) as caught:
        list(read(path))
    assert (caught.value.path, caught.value.line) == (str(path), line)
    assert message in caught.value.message


def test_blank_lines_with_tabs_part_sentences(tmp_path: Path) -> None:
    (doc,) = read_text(tmp_path, BEGIN + "a\t-\n\t\nb\t-\n\t\n" + END)
    assert doc.words == ("a", "b") and doc.sentences == (0, 1)
    (doc,) = read_text(tmp_path, BEGIN + "\t\n" + END)
    assert doc.words == ()


@pytest.mark.parametrize(
    ("doc", "message"),
    [
        (Document("x", ("a", "b", "c"), clusters=cluster_up([[(0, 2), (1, 3)]])), "write .jsonl"),
        (Document("x", ("a\tb",)), "broken word"),
        (Document("x", ("a\nb",)), "broken word"),
        (Document("x", ("a\r",)), "broken word"),
        (Document("", ("",)), "empty"),
        (Document("x", ("a",), speakers=("A\tB",)), "broken"),
        (Document("x", ("a",), layers={"parse": ("",)}), "empty"),
        (Document("x\ny", ("a",)), "name"),
        (Document("#begin document", ("a",)), "name"),
        (Document("x", ("a",), entities=(Entity(0, 1, "A(B"),)), "entity type 'A(B'"),
        (Document("x", ("a",), entities=(Entity(0, 1, ""),)), "entity type ''"),
        (Document("x", ("a", "b"), layers={"arguments": ("* *", "*")}), "number of arguments"),
        (Document("x", ("a", "b"), layers={"arguments": ("*  *", "* * *")}), "empty or broken argument"),
    ],
)
def test_what_conll_cannot_hold_is_refused(tmp_path: Path, doc: Document, message: str) -> None:
    with pytest.raises(DataError, match=re.escape(message)) as caught:
        write([doc], tmp_path / "x.conll")
    assert caught.value.path == str(tmp_path / "x.conll") and repr(doc.id) in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_brackets_close_innermost_first_and_open_longest_first() -> None:
    doc = Document("x", tuple("abcd"), clusters=cluster_up([[(0, 4), (1, 3), (2, 3)], [(1, 4), (3, 4)]]))
    cells = [row.split("\t")[-1] for row in Conll.render(doc).split("\n")[1:5]]
    assert cells == ["(1", "(2|(1", "1)|(1)", "2)|1)|(2)"]


def test_crossing_clusters_and_repeated_mentions_survive(tmp_path: Path) -> None:
    clusters = cluster_up([[(0, 2), (0, 2)], [(1, 3), (1, 2)], [(0, 2)]])
    write([Document("x", tuple("abc"), clusters=clusters)], tmp_path / "x.conll")
    (doc,) = read(tmp_path / "x.conll")
    assert doc.clusters == clusters and doc.n_mentions == 5


def test_of_two_crossing_entities_the_later_is_left_out(tmp_path: Path) -> None:
    first, second = Entity(0, 2, "ORG"), Entity(1, 3, "GPE")
    write([Document("x", tuple("abc"), entities=(first, second))], tmp_path / "x.conll")
    (doc,) = read(tmp_path / "x.conll")
    assert doc.entities == (first,)


def test_an_empty_document(tmp_path: Path) -> None:
    (doc,) = read_text(tmp_path, BEGIN + END)
    assert doc == Document("x", ())
    assert Conll.render(doc) == BEGIN + END


def test_nested_mentions_of_one_cluster(tmp_path: Path) -> None:
    (doc,) = read_text(tmp_path, BEGIN + "a\t(1|(1\nb\t1)\nc\t1)\n" + END)
    assert doc.clusters == ((Mention(0, 2), Mention(0, 3)),)
