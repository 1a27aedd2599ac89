"""The JSON lines of e2e-coref: ends that are the last word, and ids that match CoNLL."""

import json

import pytest

from corefair.errors import DataError
from corefair.io.conll import Conll
from corefair.io.documents import Block, detect
from corefair.io.e2e import E2e
from corefair.types import Document, Entity, cluster_up

LINE = {
    "doc_key": "nw/a_0",
    "sentences": [["Ann", "Lee", "left", "."], ["She", "wept"]],
    "speakers": [["x", "x", "x", "x"], ["y", "y"]],
    "clusters": [[[4, 4], [0, 1]]],
    "ner": [[0, 1, "PERSON"]],
    "constituents": [[0, 1, "NP"]],
}


def parse(line: object, number: int = 1) -> Document:
    return E2e.parse(Block(number, json.dumps(line)))


def test_a_line_is_read_and_written():
    doc = parse(LINE)
    assert doc == Document(
        "nw/a",
        ("Ann", "Lee", "left", ".", "She", "wept"),
        sentences=(0, 4),
        clusters=cluster_up([[(0, 2), (4, 5)]]),
        entities=(Entity(0, 2, "PERSON"),),
        speakers=("x", "x", "x", "x", "y", "y"),
        genre="nw",
        meta={"constituents": [[0, 1, "NP"]]},
    )
    assert json.loads(E2e.render(doc)) == LINE | {"clusters": [[[0, 1], [4, 4]]]}


@pytest.mark.parametrize(
    ("key", "doc_id", "written"),
    [
        ("a_0", "a", "a_0"),
        ("a", "a", "a_0"),
        ("a_3", "a; part 3", "a_3"),
        ("a_003", "a; part 3", "a_3"),
        ("wsj_2450_0", "wsj_2450", "wsj_2450_0"),
        ("a_", "a_", "a__0"),
        ("a_b", "a_b", "a_b_0"),
    ],
)
def test_the_part_is_in_the_id(key: str, doc_id: str, written: str):
    doc = parse({"doc_key": key, "sentences": [["a"]]})
    assert doc.id == doc_id
    assert json.loads(E2e.render(doc))["doc_key"] == written
    assert parse(json.loads(E2e.render(doc))).id == doc_id


def test_ids_are_those_of_conll():
    conll = "#begin document (bc/x); part 002\nbc/x\t2\t0\tShe\t(1)\n\n#end document\n"
    key = Conll.parse(Block(1, conll))
    response = parse({"doc_key": "bc/x_2", "sentences": [["She"]], "clusters": [[[0, 0]]]})
    assert (key.id, key.genre, key.clusters) == (response.id, response.genre, response.clusters)


def test_what_the_format_has_no_field_for_survives():
    doc = Document(
        "d",
        ("a", "b"),
        text="a b",
        offsets=((0, 1), (2, 3)),
        tags=("X", "Y"),
        heads=(-1, 0),
        relations=("root", "dep"),
        genre="letter",
        layers={"lemma": ("a", "b")},
        meta={"status": "ok", "speakers": "not ours"},
    )
    assert E2e.parse(Block(1, E2e.render(doc))) == doc
    assert E2e.parse(Block(1, E2e.render(Document("d", ())))) == Document("d", ())


def test_predicted_clusters_stand_in_for_clusters_and_never_beside_them():
    line = {"doc_key": "a_0", "sentences": [["a", "b"]], "predicted_clusters": [[[0, 0], [1, 1]]]}
    assert parse(line).clusters == cluster_up([[(0, 1), (1, 2)]])
    with pytest.raises(DataError, match="delete the one that is not meant"):
        parse(line | {"clusters": []})


def test_entities_by_sentence():
    doc = parse(LINE | {"ner": [[[0, 1, "PERSON"]], [[4, 4, "PERSON"]]]})
    assert doc.entities == (Entity(0, 2, "PERSON"), Entity(4, 5, "PERSON"))


def test_json_lines_tell_their_two_formats_apart(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(LINE) + "\n")
    assert detect(path) == "e2e"
    path.write_text('{"id": "a", "words": ["a"], "sentences": [0], "clusters": []}\n')
    assert detect(path) == "predictions"
    assert not E2e.claims("[1, 2]")
    assert not E2e.claims("")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"doc_key": 3}, "doc_key must be there"),
        ({"sentences": None}, "sentences must be there"),
        ({"sentences": ["She", "left"]}, "must be a list of strings"),
        ({"speakers": [["x"]]}, "speakers must have the shape of sentences"),
        ({"clusters": [[4, 4]]}, "two whole numbers"),
        ({"clusters": [[[0, True]]]}, "two whole numbers"),
        ({"clusters": [[[0, 6]]]}, "outside its 6 words"),
        ({"clusters": [[[2, 1]]]}, "outside its 6 words"),
        ({"ner": [[0, 1]]}, "start, end, label"),
        ({"corefair": 1}, "corefair must be an object"),
        ({"corefair": {"genre": 1}}, "genre must be a list of strings"),
    ],
)
def test_errors_name_the_line(change: dict, message: str):
    with pytest.raises(DataError) as caught:
        parse(LINE | change, number=7)
    assert message in caught.value.message
    assert caught.value.line == 7
