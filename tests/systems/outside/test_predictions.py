"""Answers from files: found by id, mapped from characters, and an error where there is none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import corefair
import system_contracts
from corefair.errors import DataError
from corefair.io import write
from corefair.suites.coref import participants
from corefair.systems.make import make
from corefair.systems.outside.gap_answers import Gap
from corefair.systems.outside.predictions import Predictions
from corefair.systems.outside.response import Response
from corefair.systems.self_test import self_test
from corefair.types import Document, Mention, cluster_up

WORDS = ("Ann", "'s", "boss", "said", "she", "won", ".")
TEXT = "Ann's boss said she won."
OFFSETS = ((0, 3), (3, 5), (6, 10), (11, 15), (16, 19), (20, 23), (23, 24))
DOC = Document("a", WORDS, text=TEXT, offsets=OFFSETS)
BARE = Document("a", WORDS)
LINK = cluster_up([[(0, 3), (4, 5)]])  # Ann 's boss, she


def file_of(folder: Path, *answers: Any) -> Path:
    path = folder / "answers.jsonl"
    lines = [answer if isinstance(answer, str) else json.dumps(answer) for answer in answers]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("doc", [DOC, BARE], ids=["text", "words"])
@pytest.mark.parametrize(
    "fields",
    [
        {"words": WORDS, "clusters": [[[4, 5], [0, 3]]]},
        {"clusters": [[[0, 3], [4, 5]]]},
        {"clusters": [[[0, 2], [4, 4]]], "end": "inclusive"},
        {"text": TEXT, "clusters": [[[0, 10], [16, 19]]]},
        {"text": TEXT, "clusters": [[[0, 9], [16, 18]]], "end": "inclusive"},
        {"text": " ".join(WORDS), "clusters": [[[0, 11], [17, 20]]]},  # a text of its own, blanks all over
        {"text": TEXT, "words": WORDS, "offsets": "char", "clusters": [[[0, 10], [16, 19]]]},
    ],
)
def test_all_ways_to_count_say_the_same(tmp_path: Path, doc: Document, fields: dict[str, Any]) -> None:
    (answer,) = Predictions(file_of(tmp_path, {"id": "a", **fields})).answers([doc])
    assert (answer.status, answer.clusters) == ("ok", LINK), answer.message


def test_characters_of_the_suites_own_text(tmp_path: Path) -> None:
    path = file_of(tmp_path, {"id": "a", "offsets": "char", "clusters": [[[0, 10], [16, 19]]]})
    (answer,), (without,) = Predictions(path).answers([DOC]), Predictions(path).answers([BARE])
    assert answer.clusters == LINK
    assert without.status == "error" and "need the" in without.message


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"text": TEXT, "clusters": [[[0, 9]]]}, "cuts a word in two"),
        ({"text": TEXT, "clusters": [[[0, 99]]]}, "outside the text"),
        ({"text": TEXT, "clusters": [[[5, 6]]]}, "holds no word"),
        ({"text": "Bo's boss said she won.", "clusters": [[[0, 2]]]}, "another text"),
        ({"words": WORDS[:-1], "clusters": []}, "6 words, but the document has 7"),
    ],
)
def test_what_cannot_be_mapped_is_an_error(tmp_path: Path, fields: dict[str, Any], message: str) -> None:
    (answer,) = Predictions(file_of(tmp_path, {"id": "a", **fields})).answers([DOC])
    assert answer.status == "error" and message in answer.message


def test_a_mention_is_every_word_it_touches(tmp_path: Path) -> None:
    """Another tokeniser ends a word after the apostrophe, or keeps the full stop."""
    path = file_of(tmp_path, {"id": "a", "text": TEXT, "clusters": [[[0, 4], [16, 19]], [[20, 24]]]})
    (answer,) = Predictions(path).answers([DOC])
    assert answer.clusters == cluster_up([[(0, 2), (4, 5)], [(5, 7)]])


def test_brackets_and_capitals_may_be_written_otherwise(tmp_path: Path) -> None:
    doc = Document("a", ("(", "She", "won", ")"))
    path = file_of(tmp_path, {"id": "a", "words": ["-LRB-", "she", "won", "-RRB-"], "clusters": [[[1, 2]]]})
    (answer,) = Predictions(path).answers([doc])
    assert answer.status == "ok"


def test_missing_and_broken_lines(tmp_path: Path) -> None:
    system = Predictions(file_of(tmp_path, {"id": "a", "clusters": []}, "{broken", {"clusters": []}))
    found, lost = system.answers([BARE, Document("b", ("x",))])
    assert found.status == "ok" and lost.status == "error"
    assert lost.message.startswith("no prediction for this document (2 could not be read")
    assert ":2: not a JSON object" in lost.message


def test_a_file_without_an_answer_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"answers\.jsonl: there is no answer in it"):
        make(f"predictions:{file_of(tmp_path, '')}")
    with pytest.raises(DataError, match=r"answers\.jsonl:1: no id: .*; no line of it is an answer"):
        make(f"predictions:{file_of(tmp_path, {'doc': 'a'})}")


def test_a_file_in_another_format_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "answers.conll"
    write([DOC], path)
    with pytest.raises(DataError) as refused:
        make(f"predictions:{path}")
    assert str(refused.value) == (
        f"{path}:1: not a JSON object on one line: Expecting value; no line of it is an answer: one in CoNLL "
        f"or another format is response:{path}"
    )


def test_a_second_answer_for_one_document(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"answers.jsonl:2: a second answer for 'a'"):
        Predictions(file_of(tmp_path, {"id": "a", "clusters": []}, {"id": "a", "clusters": []}))


@pytest.mark.parametrize("name", ["r.conll", "r.conllu", "r.jsonlines"])
def test_a_second_document_of_a_response(tmp_path: Path, name: str) -> None:
    """Whichever comes first: the order of a file decides nothing."""
    docs = [BARE, Document("a", WORDS, clusters=LINK)]
    for n, doc in enumerate(docs):
        write([doc], tmp_path / f"{n}{name}")
    parts = [(tmp_path / f"{n}{name}").read_text(encoding="utf-8") for n in range(2)]
    for n, content in enumerate((parts[0] + parts[1], parts[1] + parts[0])):
        path = tmp_path / f"both{n}" / name
        path.parent.mkdir()
        path.write_text(content, encoding="utf-8")
        at = content.splitlines().index(content.splitlines()[0], 1) + 1 if "conll" in name else 2
        with pytest.raises(DataError, match=rf"{name}:{at}: document 'a' is there already, at .*{name}:1: "):
            make(f"response:{path}")


def test_a_second_document_of_a_response_among_bad_ones_and_in_another_file(tmp_path: Path) -> None:
    long = Document("a" * 5000, WORDS)  # its error is cut short
    for name in ("x.conll", "y.conll"):
        write([long], tmp_path / name)
    with (tmp_path / "x.conll").open("a", encoding="utf-8") as out:
        out.write("#begin document (broken); part 000\nx\n#end document\n")
    with pytest.raises(DataError, match=r"y\.conll:1: document 'aaa.*x\.conll:1: ids must differ"):
        Response(tmp_path)


def test_what_could_not_be_read_is_told_though_no_answer_is_missing(tmp_path: Path) -> None:
    fine = Predictions(file_of(tmp_path, {"id": "a", "clusters": []}))
    assert fine.warnings == []
    cut = Predictions(file_of(tmp_path, {"id": "a", "clusters": []}, '{"id": "b", "clu'))
    (told,) = cut.warnings
    assert told.startswith("1 of its lines could not be read, the first: ") and "answers.jsonl:2: " in told
    write([BARE], tmp_path / "r.conll")
    assert Response(tmp_path / "r.conll").warnings == []
    with (tmp_path / "r.conll").open("a", encoding="utf-8") as out:
        out.write("#begin document (broken); part 000\nx\n#end document\n")
    (told,) = Response(tmp_path / "r.conll").warnings
    assert told.startswith("1 of its documents could not be read, the first: ") and "r.conll:" in told


def test_what_could_not_be_read_is_in_the_report(tmp_path: Path) -> None:
    suite = participants.build()
    lines = [
        {"id": case.given.id, "clusters": [[case.gold.pronoun, case.gold.candidates[case.gold.right]]]}
        for case in suite.cases
    ]
    path = file_of(tmp_path, *lines, '{"id": "one-more", "clu')
    report = corefair.audit(f"predictions:{path}", [suite], resamples=100)
    (result,) = report.results
    assert result.valid and result.coverage.failed == 0
    assert any("could not be read, the first: " in each for each in result.warnings)
    assert any("could not be read, the first: " in each for each in report.subjects[0].warnings)


def test_scores_are_counted_as_the_clusters_are(tmp_path: Path) -> None:
    pair = [[0, 9], [16, 18], 2]
    fields = {"text": TEXT, "end": "inclusive", "clusters": [], "scores": [pair]}
    (answer,) = Predictions(file_of(tmp_path, {"id": "a", **fields})).answers([DOC])
    assert answer.scores == ((Mention(0, 3), Mention(4, 5), 2.0),)
    bad = {"clusters": [], "scores": [[[0, 1], [4, 5], "high"]]}
    (answer,) = Predictions(file_of(tmp_path, {"id": "a", **bad})).answers([DOC])
    assert answer.status == "error" and "scores" in answer.message


def test_the_files_own_name_for_its_system(tmp_path: Path) -> None:
    line = {"id": "a", "clusters": [], "system": {"name": "fastcoref", "version": "2.1.6"}}
    assert make(f"predictions:{file_of(tmp_path, line)}")[0] == "fastcoref 2.1.6"
    assert make(f"predictions:{file_of(tmp_path, {'id': 'a', 'clusters': []})}")[0] == "answers.jsonl"


@pytest.mark.parametrize("name", ["response.conll", "response.conllu", "response.jsonl"])
def test_responses_in_any_format(tmp_path: Path, name: str) -> None:
    write([system_contracts.DOC], tmp_path / name)
    _, system = make(f"response:{tmp_path / name}")
    found, lost = system.answers([system_contracts.DOC, BARE])
    assert (found.status, found.clusters) == ("ok", system_contracts.DOC.clusters)
    assert lost.message == "no prediction for this document"
    system_contracts.check_system(system)


def test_a_response_with_other_words(tmp_path: Path) -> None:
    write([Document("a", (*WORDS[:4], "he", *WORDS[5:]))], tmp_path / "r.conll")
    (answer,) = Response(tmp_path / "r.conll").answers([BARE])
    assert answer.status == "error" and "word 4 is 'he' there, 'she' in the document" in answer.message


def test_a_response_cut_otherwise_from_the_same_text() -> None:
    theirs = Document(
        "a",
        ("Ann's", "boss", "said", "she", "won."),
        text=TEXT,
        offsets=((0, 5), (6, 10), (11, 15), (16, 19), (20, 24)),
        clusters=cluster_up([[(0, 2), (3, 4)]]),
    )
    system = Response.__new__(Response)
    system.found, system.bad_lines = {"a": theirs}, []
    (answer,) = system.answers([DOC])
    assert answer.clusters == LINK


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for kind in ("predictions", "conll", "response", "gap"):
        with pytest.raises(DataError, match=r"none\.x"):
            make(f"{kind}:{tmp_path / 'none.x'}")


def test_files_have_no_self_test(tmp_path: Path) -> None:
    assert self_test(Predictions(file_of(tmp_path, {"id": "a", "clusters": []}))) == []


@pytest.mark.parametrize(
    "content",
    [
        "t-1\tTRUE\tFALSE\nt-2\tFalse\tfalse\n",
        "ID\tText\tA-coref\tB-coref\nt-1\tx\tTRUE\tFALSE\nt-2\ty\t0\t0\n",
    ],
    ids=["scorer", "header"],
)
def test_gap_answers_are_kept_for_the_gap_suite(tmp_path: Path, content: str) -> None:
    path = tmp_path / "gap.tsv"
    path.write_text(content, encoding="utf-8")
    name, system = make(f"gap:{path}")
    assert name == "gap.tsv" and system.picks == {"t-1": (True, False), "t-2": (False, False)}
    with pytest.raises(DataError, match="only the gap suite asks"):
        list(system.answers([BARE]))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("t-1\tTRUE\n", "gap.tsv:1: 2 columns"),
        ("t\tyes\tno\n", ":1: 'yes' where TRUE or FALSE"),
        ("t\t0\t0\nt\t0\t0\n", ":2: a second"),
    ],
)
def test_gap_files_with_a_bad_line(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "gap.tsv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        Gap(path)
