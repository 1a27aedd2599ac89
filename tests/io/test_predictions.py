"""Our own format: what systems write by hand, every way to get a span wrong, and documents without loss."""

import json

import pytest

from corefair.errors import DataError
from corefair.io.documents import Block, read, write
from corefair.io.predictions import Predictions
from corefair.types import Document, Entity, cluster_up

TEXT = "Ann's sister-in-law left. She wept."


def parse(line: object, number: int = 1) -> Document:
    return Predictions.parse(Block(number, line if isinstance(line, str) else json.dumps(line)))


def there_and_back(doc: Document) -> Document:
    return Predictions.parse(Block(1, Predictions.render(doc)))


def test_text_and_characters():
    doc = parse({"id": "a", "text": TEXT, "clusters": [[[26, 29], [0, 19]], [[0, 3]]]})
    assert doc.words == ("Ann", "'s", "sister-in-law", "left", ".", "She", "wept", ".")
    assert doc.sentences == (0, 5)
    assert doc.clusters == cluster_up([[(0, 3), (5, 6)], [(0, 1)]])
    assert doc.text == TEXT
    assert [TEXT[start:end] for start, end in doc.offsets] == list(doc.words)
    assert there_and_back(doc) == doc


def test_words_are_cut_where_a_mention_begins_or_ends():
    doc = parse({"id": "a", "text": TEXT, "clusters": [[[6, 12], [16, 19]]]})
    assert doc.words[2:6] == ("sister", "-in-", "law", "left")
    assert doc.clusters == cluster_up([[(2, 3), (4, 5)]])


def test_ends_may_be_inclusive():
    chars = parse({"id": "a", "text": TEXT, "clusters": [[[26, 28], [0, 2]]], "end": "inclusive"})
    assert chars.clusters == cluster_up([[(0, 1), (5, 6)]])
    words = parse({"id": "a", "words": ["a", "b"], "clusters": [[[0, 0], [1, 1]]], "end": "inclusive"})
    assert words.clusters == cluster_up([[(0, 1), (1, 2)]])


def test_words_and_text_and_either_offsets():
    line = {"id": "a", "text": "gonna  go", "words": ["gon", "na", "go"], "clusters": [[[1, 3]]]}
    doc = parse(line)
    assert doc.offsets == ((0, 3), (3, 5), (7, 9))
    assert doc.clusters == cluster_up([[(1, 3)]])
    assert parse(line | {"offsets": "char", "clusters": [[[3, 9]]]}) == doc


def test_scores_move_with_their_clusters():
    line = {"id": "a", "words": ["a", "b", "c"], "clusters": [[[2, 3]], [], [[1, 2], [0, 1]]]}
    assert parse(line | {"scores": [0.2, 0.3, [0.4, 0.5]]}).meta["scores"] == [[0.5, 0.4], 0.2]
    assert parse(line | {"scores": {"any": "thing"}}).meta["scores"] == {"any": "thing"}


def test_fields_not_known_are_kept_and_written_back():
    line = {
        "id": "a",
        "words": ["a"],
        "clusters": [],
        "status": "refused",
        "system": {"name": "s"},
        "cost": 3,
    }
    doc = parse(line)
    assert doc.meta == {"status": "refused", "system": {"name": "s"}, "cost": 3}
    assert json.loads(Predictions.render(doc)) == line | {"offsets": "word", "end": "exclusive"}


def test_everything_a_document_has_comes_back():
    doc = Document(
        "d",
        ("É", "b", ""),
        sentences=(0, 1),
        clusters=cluster_up([[(0, 1), (1, 3)], [(0, 2), (1, 3)]]),
        text="É-b",
        offsets=((0, 1), (2, 3), (0, 3)),  # not the words one after the other
        tags=("_", "_", "_"),
        heads=(-1, 0, 0),
        relations=("root", "a", "b"),
        entities=(Entity(1, 2, "X"), Entity(0, 1, "")),
        speakers=("-", "", "a"),
        genre="",
        layers={"lemma": ("x", "y", "z"), "id": ("1", "2", "3")},
        meta={"status": "odd", "id": 1, "meta": {"meta": None}, "clusters": [], "scores": [1]},
    )
    assert there_and_back(doc) == doc
    assert there_and_back(Document("", ())) == Document("", ())


def test_a_file_of_them(tmp_path):
    docs = [Document(name, ("a", name)) for name in "bc"]
    assert write(docs, tmp_path / "a.jsonl", format="predictions") == 2
    (tmp_path / "a.jsonl").write_text("\n" + (tmp_path / "a.jsonl").read_text() + "{\n")
    bad: list[DataError] = []
    assert list(read(tmp_path / "a.jsonl", format="predictions", on_bad=bad.append)) == docs
    assert [error.line for error in bad] == [4]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": None}, "id must be a string, found null"),
        ({"text": None}, "text must be a string"),
        ({"clusters": None}, "clusters must be a list of clusters"),
        ({"clusters": [[0, 3]]}, "found 0"),
        ({"clusters": [[[0, 3, 4]]]}, "two whole numbers: found [0, 3, 4]"),
        ({"clusters": [[[False, True]]]}, "two whole numbers: found [false, true]"),
        ({"clusters": [[[0.0, 3.0]]]}, "two whole numbers"),
        ({"clusters": [[[0, 2]]]}, "the span [0, 2] cuts a word in two: it is 'An' in \"Ann's sister"),
        ({"clusters": [[[26, 30]]]}, "[26, 30] begins or ends with white space: it is 'She '"),
        ({"clusters": [[[30, 36]]]}, "outside the text, which has 35 characters"),
        ({"clusters": [[[3, 3]]]}, 'if yours are inclusive, say "end": "inclusive"'),
        ({"status": "fine"}, 'status "fine" is none of ok, empty, refused, error'),
        ({"status": ["ok"]}, "status"),
        ({"end": "last"}, 'end "last" is neither'),
        ({"offsets": "byte"}, 'offsets "byte" are neither'),
        ({"offsets": "word"}, 'offsets in words need the "words"'),
        ({"sentences": [0]}, 'sentences need the "words"'),
        ({"words": ["Ann", "left"]}, "offsets do not match the text: word 1 is 'left', the text \"'s sister"),
        ({"words": ["Ann"]}, "offsets do not match the text: no words for its end"),
        ({"words": "Ann"}, "words must be a list of strings"),
        ({"words": ["Ann", 1]}, "words must be a list of strings"),
        ({"words": TEXT.split(), "sentences": [0, 0]}, "sentences must start at 0 and rise"),
        ({"words": TEXT.split(), "sentences": [0, True]}, "sentences must be a list"),
        ({"words": TEXT.split(), "clusters": [[[0, 6]]]}, "span 0:6 is outside its 5 words"),
        ({"words": TEXT.split(), "clusters": [[[0, 3]]], "offsets": "char"}, "begin and end with one of the"),
        ({"words": TEXT.split(), "tags": ["X"]}, "1 tags for 5 words"),
        ({"words": TEXT.split(), "heads": [True]}, "heads must be a list of word numbers"),
        ({"words": TEXT.split(), "entities": [[0, 1]]}, "start, end, label"),
        ({"words": TEXT.split(), "layers": [1]}, "layers must be an object"),
        ({"meta": 1}, "meta must be an object"),
    ],
)
def test_errors_name_the_line(change: dict, message: str):
    with pytest.raises(DataError) as caught:
        parse({"id": "a", "text": TEXT, "clusters": []} | change, number=9)
    assert message in caught.value.message
    assert caught.value.line == 9


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not a JSON object on one line"),
        ("[1]", "not a JSON object"),
        ('{"id": "a", "words": []} {}', "Extra data"),
        ('{"id": "a", "words": [], "scores": [NaN]}', "NaN is no number"),
        ('{"id": "a", "words": [], "scores": [1e999]}', "1e999 is no number"),
        ('{"id": "a", "words": ["\\ud800"]}', "surrogate"),
        ("[" * 100_000, "not a JSON object on one line"),
        ('{"id": "a", "words": [], "n": ' + "9" * 5000 + "}", "not a JSON object on one line"),
        ('{"id": "a"}', 'neither "text" nor "words"'),
        ('{"id": "a", "words": ["a"], "offsets": "char"}', 'need the "text"'),
        ('{"id": "a", "words": ["a"], "word_offsets": [[0, 1]]}', 'need the "text"'),
    ],
)
def test_lines_that_are_no_prediction(line: str, message: str):
    with pytest.raises(DataError) as caught:
        parse(line, number=9)
    assert message in caught.value.message
    assert caught.value.line == 9


@pytest.mark.parametrize("meta", [{"scores": [float("nan")]}, {"x": {1}}, {"x": "\ud800"}])
def test_what_json_cannot_hold_is_refused(meta: dict):
    with pytest.raises(DataError, match="document 'd'"):
        Predictions.render(Document("d", ("a",), meta=meta))


def test_claims():
    assert Predictions.claims('{"id": "a", "text": "b"}\n{')
    assert not Predictions.claims('{"id": "a"}\n')
    assert not Predictions.claims('{"doc_key": "a", "sentences": []}\n')
    assert not Predictions.claims("plain")


def test_a_pair_and_its_score_are_not_taken_apart() -> None:
    """A pair and its score are a list of three, like the scores of three mentions: it stays as it is."""
    pair = [[4, 5], [0, 1], 0.9]
    line = {"id": "d", "words": list("abcde"), "clusters": [[[4, 5], [0, 1], [2, 3]]], "scores": [pair]}
    doc = Predictions.parse(Block(1, json.dumps(line)))
    assert doc.meta["scores"] == [pair]
    line["scores"] = [[0.3, 0.1, 0.2]]
    assert Predictions.parse(Block(1, json.dumps(line))).meta["scores"] == [[0.1, 0.2, 0.3]]
