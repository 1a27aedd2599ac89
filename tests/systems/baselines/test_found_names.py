"""Names from a spaCy pipeline: words stay as they are, people alone count, none found means none linked."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pytest

import system_contracts
from corefair.errors import DataError, MissingExtra
from corefair.registry import systems
from corefair.suites.coref.gap import build
from corefair.systems.baselines.found_names import find_names, load_finder
from corefair.systems.make import make
from corefair.systems.self_test import self_test
from corefair.types import Answer, Document, Entity

DATA = os.environ.get("COREFAIR_DATA")
#           0   1   2   3  4  5     6       7   8     9  10
SENTENCE = "Ann Lee met Bo in Paris because she liked Cy ."
PATTERNS = (
    ("PERSON", [{"TEXT": "Ann"}, {"TEXT": "Lee"}]),
    ("PER", [{"TEXT": "Cy"}]),
    ("GPE", [{"TEXT": "Paris"}]),
    ("PERSON", [{"TEXT": "1-year"}]),  # one word here, three to spaCy's own tokeniser
    ("PERSON", [{"TEXT": "Di", "SPACY": False}]),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pipeline on disk that knows two people and a town."""
    return saved(tmp_path_factory.mktemp("pipeline") / "finder")


def saved(path: Path, *more: str) -> Path:
    spacy = pytest.importorskip("spacy", reason="pip install 'corefair[text]'")
    pipeline = spacy.blank("en")
    ruler = pipeline.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": label, "pattern": pattern} for label, pattern in PATTERNS])
    for name in more:
        pipeline.add_pipe(name)
    pipeline.to_disk(path)
    return path


def doc_of(sentence: str, *people: tuple[int, int]) -> Document:
    return Document("d", tuple(sentence.split()), entities=tuple(Entity(*span, "PERSON") for span in people))


def found(folder: Path, doc: Document) -> list[tuple[int, int]]:
    (changed,) = find_names([doc], load_finder(folder))
    assert changed.words == doc.words and {label for _, _, label in changed.entities} <= {"PERSON"}
    return [(start, end) for start, end, _ in changed.entities]


def test_people_replace_what_was_given(folder: Path) -> None:
    assert found(folder, doc_of(SENTENCE, (3, 4))) == [(0, 2), (9, 10)]
    assert found(folder, doc_of("1-year deals and she")) == [(0, 1)]
    assert found(folder, doc_of("Bo met Bo", (0, 1))) == []


def test_spaces_come_from_the_text(folder: Path) -> None:
    """The pipeline knows Di only where no space follows."""
    offsets = ((0, 2), (2, 3), (4, 6), (7, 10))
    assert found(folder, Document("d", ("Di", ",", "Di", "won"), text="Di, Di won", offsets=offsets)) == [
        (0, 1)
    ]
    assert found(folder, doc_of("Di , Di won")) == []
    assert found(folder, Document("d", ("Di",), text="Di", offsets=((0, 2),))) == [(0, 1)]


@pytest.mark.parametrize(
    ("name", "expected"),
    # Words between each and "she" (7): Cy 1, Ann Lee 5; without a finder the given Bo is the only candidate.
    [("nearest", (9, 10)), ("second", (0, 2)), ("third", None)],
)
def test_distance_baselines_rank_the_names_found(
    folder: Path, name: str, expected: tuple[int, int] | None
) -> None:
    _, system = make(f"{name}:names={folder}")
    (answer,) = system.answers([doc_of(SENTENCE, (3, 4))])
    assert answer.clusters == ((tuple(sorted([(7, 8), expected])),) if expected else ())
    (given,) = systems[name]().answers([doc_of(SENTENCE, (3, 4))])
    assert given.clusters == ((((3, 4), (7, 8)),) if name == "nearest" else ())


def test_random_draws_among_the_names_found(folder: Path) -> None:
    drawn = set()
    _, system = make(f"random:seed=7,names={folder}")
    for seed in range(20):
        system.seed = seed
        (answer,) = system.answers([doc_of(SENTENCE, (3, 4))])
        (cluster,) = answer.clusters
        drawn |= set(cluster) - {(7, 8)}
    assert drawn == {(0, 2), (9, 10)}
    _, before = make(f"random:where=before,names={folder}")
    assert list(before.answers([doc_of(SENTENCE)])) == [Answer((((0, 2), (7, 8)),))]


@pytest.mark.parametrize("name", ["nearest", "second", "third", "random"])
def test_no_name_found_is_no_link(folder: Path, name: str) -> None:
    """The light rule, which would find Bo and Mo, does not step in; nor does what the document gives."""
    _, system = make(f"{name}:names={folder}")
    assert list(system.answers([doc_of("Bo and Mo and Jo know she left", (0, 1), (2, 3))])) == [Answer()]


@pytest.mark.parametrize("name", ["nearest", "second", "third", "random"])
def test_the_contract_holds_with_a_finder(folder: Path, name: str) -> None:
    system = systems[name](names=folder)
    system_contracts.check_system(system)
    assert self_test(system) == []  # its sentences hold no names: it is not asked


def test_many_documents_keep_their_order(folder: Path) -> None:
    docs = [Document(str(i), ("Cy",) * (i % 3) + ("she",)) for i in range(2500)]
    changed = list(find_names(iter(docs), load_finder(folder)))
    assert [doc.id for doc in changed] == [doc.id for doc in docs]
    assert all(len(doc.entities) == i % 3 for i, doc in enumerate(changed))


def test_a_pipeline_that_merges_words_is_refused(tmp_path: Path) -> None:
    finder = load_finder(saved(tmp_path / "merging", "merge_entities"))
    with pytest.raises(DataError, match=r"made 10 words of 11; take out .*\(it has entity_ruler, merge_ent"):
        list(find_names([doc_of(SENTENCE)], finder))


def test_what_is_no_pipeline(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"nearest: .* is no spaCy pipeline that can be loaded"):
        make(f"nearest:names={tmp_path}")
    with pytest.raises(DataError, match="no_such_package is no spaCy pipeline"):
        load_finder("no_such_package")
    with pytest.raises(
        DataError, match=r"nearest: options are written name=value, not '.*'; its options are names=given"
    ):
        make(f"nearest:names={folder},{tmp_path}")  # a comma ends an option
    broken = copytree(folder, tmp_path / "broken")
    (broken / "config.cfg").unlink()
    with pytest.raises(DataError, match="is no spaCy pipeline that can be loaded"):
        load_finder(broken)


def test_baselines_share_a_pipeline_while_they_use_it(tmp_path: Path) -> None:
    path = saved(tmp_path / "shared")
    one, other = (make(f"{name}:names={path}")[1] for name in ("nearest", "random"))
    assert one.finder is other.finder
    del one, other
    gc.collect()
    rmtree(path)
    with pytest.raises(DataError, match="is no spaCy pipeline"):
        load_finder(path)


def test_spacy_is_needed_for_a_pipeline_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)  # as if it were not installed
    assert systems["nearest"](names="given").self_tested
    with pytest.raises(MissingExtra, match=r"pip install 'corefair\[text\]'"):
        make("nearest:names=en_core_web_lg")


def test_spacy_is_not_loaded_before_it_is_needed() -> None:
    code = (
        "import sys; from corefair.registry import systems; "
        "[systems[name]() for name in systems]; print('spacy' in sys.modules)"
    )
    assert subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout == ("False\n")


@pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")
def test_on_gap(tmp_path: Path) -> None:
    """A ruler that takes runs of capitalised words for people links most pronouns, some of them rightly."""
    spacy: Any = pytest.importorskip("spacy", reason="pip install 'corefair[text]'")
    pipeline = spacy.blank("en")
    pattern = [{"IS_TITLE": True, "LOWER": {"NOT_IN": ["he", "she", "his", "her", "the"]}, "OP": "+"}]
    pipeline.add_pipe("entity_ruler").add_patterns([{"label": "PERSON", "pattern": pattern}])
    pipeline.to_disk(tmp_path / "capitals")
    suite = build("development", data=Path(DATA or ""))
    totals = {}
    for spec in (f"nearest:names={tmp_path / 'capitals'}", "nearest"):
        answers = make(spec)[1].answers([case.given for case in suite.cases])
        judged = [suite.judge(case, answer) for case, answer in zip(suite.cases, answers, strict=True)]
        totals[spec] = sum(row.counts["gap_tp"] for row in judged)
    capitals, given = totals.values()
    assert 0.1 * len(suite.cases) < capitals < given  # given: A and B alone


def test_the_pipeline_that_ships_finds_names() -> None:
    pytest.importorskip("spacy", reason="pip install 'corefair[text]'")
    words = ("Mary", "Jones", "met", "Peter", "Smith", "in", "Paris", "because", "she", "was", "ill", ".")
    (found,) = find_names([Document("d", words)], load_finder("shipped"))
    assert [words[each.start : each.end] for each in found.entities] == [words[0:2], words[3:5]]
