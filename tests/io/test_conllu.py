"""CoNLL-U: by hand on a page, and every GUM and OntoGUM file there and back."""

import io
import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.io.conllu import Conllu
from corefair.io.documents import Block, read, write
from corefair.types import Document, Entity, cluster_up

DATA = os.environ.get("COREFAIR_DATA")
needs_data = pytest.mark.skipif(not DATA, reason="COREFAIR_DATA does not name a folder with gum and ontogum")

PAGE = """\
# newdoc id = GUM_bio_ann
# global.Entity = GRP-etype-infstat
# meta::genre = bio
# meta::title = Ann
# newpar
# sent_id = GUM_bio_ann-1
# speaker = Bob
# text = Ann's cat left.
1-2	Ann's	_	_	_	_	_	_	_	_
1	Ann	Ann	PROPN	NNP	Number=Sing	3	nmod:poss	3:nmod:poss	Entity=(1-animal-new(2-person-giv:act)
2	's	's	PART	POS	_	1	case	1:case	_
3	cat	cat	NOUN	NN	Number=Sing	4	nsubj	4:nsubj|4.1:nsubj	Bridge=2<1|Entity=1)|MSeg=cat
4	left	leave	VERB	VBD	_	0	root	0:root	SpaceAfter=No
4.1	fled	flee	VERB	VBD	_	_	_	4:conj	CopyOf=4
5	.	.	PUNCT	.	_	4	punct	4:punct	_

# newpar
# sent_id = GUM_bio_ann-2
# text = She wept
1	She	she	PRON	PRP	_	2	nsubj	2:nsubj	Entity=(2-person-giv:act)
2	wept	weep	VERB	VBD	_	0	root	0:root	_

"""


def parse(text: str, line: int = 1) -> Document:
    return Conllu.parse(Block(line, text))


def table(*words: str, head: str = "") -> str:
    """A document of one sentence: each word is its form, with its MISC after a space."""
    rows = []
    for number, word in enumerate(words, 1):
        form, _, misc = word.partition(" ")
        rows.append("\t".join((str(number), form, *"_" * 7, misc or "_")) + "\n")
    return head + "".join(rows) + "\n"


def test_a_page_is_read_as_a_person_reads_it():
    doc = parse(PAGE)
    assert (doc.id, doc.genre) == ("GUM_bio_ann", "bio")
    assert doc.words == ("Ann", "'s", "cat", "left", ".", "She", "wept")
    assert doc.sentences == (0, 5)
    assert doc.text == "Ann's cat left.\nShe wept"
    assert [doc.text[start:end] for start, end in doc.offsets] == list(doc.words)
    assert doc.clusters == cluster_up([[(0, 3)], [(0, 1), (5, 6)]])
    assert doc.entities == (Entity(0, 1, "person"), Entity(0, 3, "animal"), Entity(5, 6, "person"))
    assert doc.tags == ("NNP", "POS", "NN", "VBD", ".", "PRP", "VBD")
    assert doc.heads == (2, 0, 3, -1, 3, 6, -1)
    assert doc.relations[:3] == ("nmod:poss", "case", "nsubj")
    assert doc.speakers == ("Bob",) * 5 + ("-",) * 2
    assert doc.layers["lemma"][3] == "leave"
    assert doc.layers["misc"][2] == "Bridge=2<1|MSeg=cat"
    assert doc.meta["comments"] == {"meta::title": "Ann"}


def test_a_page_is_written_as_it_was():
    assert Conllu.render(parse(PAGE)) == PAGE


def test_changed_clusters_are_written_in_place_of_the_brackets_that_were_read():
    doc = replace(parse(PAGE), clusters=cluster_up([[(0, 1), (5, 6)]]), entities=())
    written = Conllu.render(doc)
    assert "# global.Entity = GRP\n" in written
    assert [line.split("\t")[9] for line in written.split("\n") if "Entity=" in line and line[0] != "#"] == [
        "Entity=(1)",
        "Entity=(1)",
    ]
    assert parse(written).clusters == doc.clusters


def test_a_document_from_elsewhere_comes_back_whole():
    doc = Document(
        "nw/x; part 1",
        ("The", "cat", "(", "ran", ")"),
        sentences=(0, 2),
        clusters=cluster_up([[(0, 2), (3, 4)], [(1, 2)]]),
        text=" The  cat\n\n(ran)\n",
        offsets=((1, 4), (6, 9), (11, 12), (12, 15), (15, 16)),
        entities=(Entity(0, 2, "ANIMAL"), Entity(2, 5, "NOT A MENTION")),
        speakers=("a", "b", "c", "c", "c"),  # two in one sentence: CoNLL-U has no place for that
        heads=(-1, 0, 0, 0, 0),  # into another sentence
        genre="",
        layers={"parse": ("(S(NP*", "*)", "*", "*", "*)"), "lemma": ("_",) * 5},
        meta={"status": "ok", "rows": "not ours"},
    )
    assert parse(Conllu.render(doc)) == doc


def test_every_identifier_is_a_cluster_and_nesting_ends_the_innermost():
    doc = parse(table("a Entity=(1(1", "b Entity=(2)1)", "c Entity=1)", "d Entity=(3)"))
    assert doc.clusters == cluster_up([[(0, 2), (0, 3)], [(1, 2)], [(3, 4)]])
    assert parse(Conllu.render(doc)) == doc


def test_global_entity_says_where_identifier_and_type_stand():
    head = "# global.Entity = etype-eid-head\n"
    doc = parse(table("a Entity=(person-e7-1", "b Entity=e7)(place-e9)", head=head))
    assert doc.clusters == cluster_up([[(0, 2)], [(1, 2)]])
    assert doc.entities == (Entity(0, 2, "person"), Entity(1, 2, "place"))


def test_a_bare_closing_bracket_ends_the_innermost_mention():
    doc = parse(table("a Entity=(1-person", "b Entity=(2-place", "c Entity=)", "d Entity=)"))
    assert doc.clusters == cluster_up([[(0, 4)], [(1, 3)]])


def test_a_discontinuous_mention_reaches_from_its_first_part_to_its_last():
    cells = (
        "a Entity=(e1[1/2]-person-2",
        "b Entity=e1[1/2])",
        "c",
        "d Entity=(e1[2/2])",
        "e Entity=(e1-person)",
    )
    doc = parse(table(*cells))
    assert doc.clusters == cluster_up([[(0, 4), (4, 5)]])
    assert doc.entities == (Entity(0, 4, "person"), Entity(4, 5, "person"))
    written = Conllu.render(doc)
    assert "(e1[2/2])" in written
    assert parse(written) == doc
    with pytest.raises(DataError, match="mention e1 lacks its last part"):
        parse(table("a Entity=(e1[1/2]-person)"))


def test_mentions_on_empty_nodes_become_the_words_they_cover():
    empty = "\t".join(("1.1", *"_" * 8, "Entity=(e2)(e3"))
    text = table("a Entity=(e1)", "b Entity=e3)").replace("\n2\t", f"\n{empty}\n2\t")
    doc = parse(text)
    assert doc.clusters == cluster_up([[(0, 1)], [(1, 2)]])
    assert doc.meta["zero_mentions"] == 1
    assert parse(Conllu.render(doc)) == doc
    assert "Entity=(e2)(e3" in Conllu.render(doc)


def test_without_text_there_is_none_and_space_after_is_enough_for_one():
    assert parse(table("a", "b")).text is None
    assert parse(table("a SpaceAfter=No", "b", "c")).text == "ab c"
    assert parse(table("a SpacesAfter=\\s\\n", "b SpacesAfter=\\n")).text == "a \nb\n"


def test_words_that_do_not_spell_their_token_share_its_characters():
    text = table("a", "de", "el", "b").replace("2\tde", "\t".join(("2-3", "del", *"_" * 8)) + "\n2\tde")
    doc = parse("# text = a del b\n" + text)
    assert doc.text == "a del b"
    assert doc.offsets == ((0, 1), (2, 5), (2, 5), (6, 7))
    assert parse(Conllu.render(doc)) == doc


def test_text_wins_over_white_space_marks():
    doc = parse(table("a", "b SpaceAfter=No", "c", head="# text = ab\u00a0c\n"))
    assert doc.text == "ab\u00a0c"
    assert parse(Conllu.render(doc)) == doc


def test_ids_of_documents_that_have_none():
    assert parse(table("a", head="# sent_id = weblog_7-12\n")).id == "weblog_7"
    assert parse(table("a", head="# newdoc\n# sent_id = s1\n"), line=40).id == "document 40"
    assert parse(table("a", head="# newdoc id = GENTLE_poem_x\n")).genre == "poem"


def test_a_file_is_split_at_newdoc_with_the_comments_before_it():
    text = table("a", head="# licence\n\n# newdoc id = x\n") + table(
        "b", head="# sent_id = 1\n# newdoc id = y\n"
    )
    blocks = list(Conllu.split(io.StringIO(text)))
    assert [block.line for block in blocks] == [1, 6]
    assert [parse(block.text).words for block in blocks] == [("a",), ("b",)]
    assert [parse(block.text).id for block in blocks] == ["x", "y"]


def test_windows_line_ends():
    assert parse(PAGE.replace("\n", "\r\n")) == parse(PAGE)


def test_claims():
    assert Conllu.claims(PAGE)
    assert Conllu.claims(table("a"))
    assert not Conllu.claims("#begin document (a); part 000\n")
    assert not Conllu.claims('{"id": "a"}\n')


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (table("a", "b").replace("2\tb\t", "2\tb "), 11, "9 columns, expected 10"),
        (table("a", "b").replace("2\tb", "3\tb"), 11, "the id '3' is out of order: expected 2"),
        (table("a", "b").replace("2\tb", "1-3\tb"), 11, "the id '1-3' is out of order"),
        (table("a", "b").replace("1\ta", "1-3\tab\t" + "_\t" * 7 + "_\n1\ta"), 12, "2 words, expected 3"),
        (
            table("a", "b").replace("2\tb\t_\t_\t_\t_\t_", "2\tb\t_\t_\t_\t_\t9"),
            10,
            "the head '_' is no word",
        ),
        (table("a").replace("1\ta\t_\t_\t_\t_\t_", "1\ta\t_\t_\t_\t_\t2"), 10, "the head '2' is no word"),
        (table("a Entity=(1", "b Entity=(2)"), 10, "mention 1 begins here but does not end"),
        (table("a", "b Entity=2)"), 11, "mention 2 ends here but did not begin"),
        (table("a", "b Entity=2"), 11, "cannot read the coreference '2'"),
        (table("a", "b Entity=(-person)"), 11, "has no identifier"),
        (table("a", "b", head="# sent_id = 1\n# text = a c\n"), 11, "offsets that do not match the text"),
        (table("a", head="# text = a b\n"), 10, "offsets that do not match the text: no words for 'b'"),
        (table("a", "b SpacesAfter=x"), 11, "not white space: 'x'"),
        ("# newdoc id = x\n\n", 10, "a document without words"),
        (table("a") + "# the end\n", 12, "comments at the end"),
        (table("a")[:-1] + table("b", head="# x\n"), 11, "a comment among words: is the blank line"),
        (table("a", head="# text = a\n# text = b\n"), 11, "a second text for one sentence"),
        (table(""), 10, "a word with no characters"),
        (table("a", head="# global.corefair = {]\n"), 10, "not a JSON object"),
    ],
)
def test_errors_name_the_line(text: str, line: int, message: str):
    with pytest.raises(DataError) as caught:
        parse(text, line=10)
    assert message in caught.value.message
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("doc", "message"),
    [
        (Document("d", ()), "has no words"),
        (Document("d", ("a\tb",)), "11 columns"),
        (Document("d ", ("a",)), "CoNLL-U cannot hold what it has as id"),
        (Document("d", ("a", "b"), text="a/b", offsets=((0, 1), (2, 3))), "not white space: '/'"),
        (Document("d", ("(",), text="[", offsets=((0, 1),)), "as text"),
        (Document("d", ("a", "b", "c"), clusters=cluster_up([[(0, 2), (1, 3)]])), "brackets cannot say that"),
        (Document("d", ("a",), meta={"x": {1}}), "JSON cannot hold"),
    ],
)
def test_what_cannot_be_written_is_refused(doc: Document, message: str):
    with pytest.raises(DataError, match="document 'd") as caught:
        Conllu.render(doc)
    assert message in caught.value.message


COUNTS = {  # documents, words, mentions, entities, singletons, mentions that stand in two clusters
    "gum/train": (177, 177_410, 49_649, 25_758, 18_750, 0),
    "gum/dev": (30, 28_119, 7_897, 3_940, 2_838, 0),
    "ontogum/train": (177, 177_410, 23_320, 5_311, 7, 6),
    "ontogum/dev": (30, 28_119, 3_818, 857, 2, 1),
}


@needs_data
@pytest.mark.parametrize("part", COUNTS)
def test_gum_is_counted_and_comes_back_line_by_line(part: str, tmp_path: Path):
    folder = Path(DATA or "") / part
    docs = list(read(folder))
    mentions = [Counter(mention for cluster in doc.clusters for mention in cluster) for doc in docs]
    assert COUNTS[part] == (
        len(docs),
        sum(len(doc.words) for doc in docs),
        sum(doc.n_mentions for doc in docs),
        sum(len(doc.clusters) for doc in docs),
        sum(len(cluster) == 1 for doc in docs for cluster in doc.clusters),
        sum(count - 1 for found in mentions for count in found.values()),
    )
    for doc in docs:
        assert [doc.text[start:end] for start, end in doc.offsets] == list(doc.words)
        lines = (folder / f"{doc.id}.conllu").read_text(encoding="utf-8").split("\n")
        # The order of comments may change (the speaker and the text come last), and nothing else.
        assert sorted(Conllu.render(doc).split("\n")) == sorted(lines)
    assert write(docs, tmp_path / "all.conllu") == len(docs)
    assert list(read(tmp_path / "all.conllu")) == docs


@pytest.mark.parametrize("row", ["3-1" + 9 * "\tx", "1-9" + 9 * "\tx", "1-2", "1-2" + 9 * "\tx"])
def test_rows_made_by_hand_do_no_harm(row: str) -> None:
    """Only rows that the reader could have made are written as rows; others are kept as they are."""
    doc = Document(
        "d", ("a", "b", "c"), text="a b c", offsets=((0, 1), (2, 3), (4, 5)), meta={"rows": [[0, row]]}
    )
    try:
        (block,) = Conllu.split(Conllu.render(doc).splitlines(keepends=True))
        assert Conllu.parse(block) == doc
    except DataError as error:
        assert "document 'd'" in error.message
