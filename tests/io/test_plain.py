"""Plain text: the light rule for words and sentences, and text that comes back to the character."""

from itertools import pairwise

import pytest

from corefair.io.documents import Block, detect, read, write
from corefair.io.plain import Plain, sentence_starts, word_offsets
from corefair.types import Document, cluster_up


def words(text: str) -> list[str]:
    return [text[start:end] for start, end in word_offsets(text)]


def sentences(text: str) -> list[str]:
    offsets = word_offsets(text)
    starts = [*sentence_starts(text, offsets), len(offsets)]
    return [
        " ".join(text[start:end] for start, end in offsets[first:last]) for first, last in pairwise(starts)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't.", "I don't ."),
        ("Ann's and the nurses’ hats", "Ann 's and the nurses ’ hats"),
        ("Let’s go", "Let ’s go"),
        ("in the U.S. at 5 p.m.", "in the U.S. at 5 p.m."),
        ("3.5 or 1,000 at 12:30", "3.5 or 1,000 at 12:30"),
        ("a 3.5-inch mother-in-law", "a 3.5-inch mother-in-law"),
        ('("No!")', '( " No ! " )'),
        ("Mr. J. Doe, Dr. X", "Mr. J. Doe , Dr. X"),
        ("the end.", "the end ."),
        ("wait...", "wait . . ."),
        ("$5 is 5%", "$ 5 is 5 %"),
        ("cafe\u0301s", "cafe\u0301s"),
        ("mail a.b@c.org, see https://x.org/y?z=1.", "mail a.b@c.org , see https://x.org/y?z=1 ."),
    ],
)
def test_words(text: str, expected: str):
    assert " ".join(words(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She left. He wept! Why? 3 knew.", ["She left .", "He wept !", "Why ?", "3 knew ."]),
        ("Mr. Doe met J. K. Ng of the U.S. Army.", ["Mr. Doe met J. K. Ng of the U.S. Army ."]),
        ('He said "Stop." She did.', ['He said " Stop . "', "She did ."]),
        ('She left. "Why?" he said.', ["She left .", '" Why ? " he said .']),
        ("It cost 3.5 dollars. then more", ["It cost 3.5 dollars . then more"]),
        ("A title\n\nand text\nthat goes on", ["A title", "and text that goes on"]),
        ("A title\r\n \r\nand text", ["A title", "and text"]),
    ],
)
def test_sentences(text: str, expected: list[str]):
    assert sentences(text) == expected


@pytest.mark.parametrize("text", ["", " \n", "One.\r\nTwo.\r\n\r\n\tThree ", "\u2028a\x85b"])
def test_text_comes_back_to_the_character(text: str, tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode())
    (doc,) = read(path)
    assert (doc.id, doc.text) == ("a", text)
    assert [text[start:end] for start, end in doc.offsets] == list(doc.words)
    assert "".join(doc.words) == "".join(text.split())
    write([doc], tmp_path / "b.txt")
    assert (tmp_path / "b.txt").read_bytes() == text.encode()


def test_a_document_without_text_is_written_in_words():
    doc = Document("d", ("She", "left", ".", "Why", "?"), sentences=(0, 3), clusters=cluster_up([[(0, 1)]]))
    assert Plain.render(doc) == "She left .\nWhy ?\n"
    back = Plain.parse(Block(1, Plain.render(doc)))
    assert (back.id, back.words) == ("text", doc.words)
    assert Plain.render(Document("d", ())) == ""


def test_chosen_by_name_only(tmp_path):
    assert not Plain.claims("Any text.")
    path = tmp_path / "a.txt"
    path.write_text("# newdoc id = x\n")
    assert detect(path) == "plain"
