"""Adapters: conversions of what each package gives, and the life of a program in another interpreter."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from corefair.errors import DataError
from corefair.systems import make
from corefair.systems.ask import ask
from corefair.systems.outside import pretrained
from corefair.systems.outside.pretrained import PRETRAINED, Pretrained
from corefair.systems.self_test import self_test
from corefair.types import Document, Mention
from loopback_corenlp import CoreNlp, corenlp

DOC = Document("d", ("Ann", "slept", ".", "She", "snored", "."), (0, 3))


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A program of an adapter as a module; beside it stands what it imports."""
    monkeypatch.syspath_prepend(str(pretrained._PROGRAMS))

    def load(name: str) -> ModuleType:
        spec = importlib.util.spec_from_file_location(name, pretrained._PROGRAMS / f"{name}.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    yield load
    sys.modules.pop("json_lines", None)


def test_every_adapter_has_a_program_and_a_name() -> None:
    assert set(make.PRETRAINED) == set(PRETRAINED)
    assert all((pretrained._PROGRAMS / f"run_{name}.py").is_file() for name in PRETRAINED)


def test_fastcoref_leaves_out_what_it_could_not_place(program: Any) -> None:
    """A CorefResult gives words when it was given words; a special token's span is None, or holds one."""
    found = SimpleNamespace(
        get_clusters=lambda as_strings: [
            [(0, 1), (3, 4), (3, 4), None],
            [(1, 2), None],
            [(None, None), (4, 5)],
        ]
    )
    assert program("run_fastcoref").clusters(found) == [[(0, 1), (3, 4)]]


def test_maverick_ends_with_the_last_word(program: Any) -> None:
    found = {"clusters_token_offsets": [((0, 0), (3, 3)), ((1, 2), (4, 5))]}
    assert program("run_maverick").clusters(found) == [[(0, 1), (3, 4)], [(1, 3), (4, 6)]]


def test_stanza_counts_in_each_sentence_and_zeros_are_no_words(program: Any) -> None:
    def mention(sentence: int, start: Any, end: Any) -> SimpleNamespace:
        return SimpleNamespace(sentence=sentence, start_word=start, end_word=end)

    doc = SimpleNamespace(
        sentences=[SimpleNamespace(words=[0] * 3), SimpleNamespace(words=[0] * 3)],
        coref=[
            SimpleNamespace(mentions=[mention(0, 0, 1), mention(1, 0, 1), mention(1, (1, 1), (1, 1))]),
            SimpleNamespace(mentions=[mention(0, 1, 2), mention(1, (2, 1), (2, 1))]),
        ],
    )
    assert program("run_stanza").clusters(doc) == [[(0, 1), (3, 4)]]


@pytest.mark.parametrize(("folder", "method"), [("", "reuse_resources"), ("mine", None)])
def test_stanza_fetches_what_it_lacks_but_into_no_folder_of_yours(
    folder: str, method: str | None, program: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {}
    pipeline = SimpleNamespace(Pipeline=lambda *_, **settings: asked.update(settings))
    monkeypatch.setitem(sys.modules, "stanza", pipeline)  # type: ignore[arg-type]
    monkeypatch.setattr(sys, "argv", ["run_stanza.py", *([f"folder={folder}"] if folder else [])])
    program("run_stanza").load()
    assert asked["download_method"] == method and asked.get("model_dir", "") == folder


def test_corenlp_counts_from_one_and_must_keep_to_the_words(program: Any) -> None:
    found = {
        "sentences": [{"tokens": [{}] * 3}, {"tokens": [{}] * 3}],
        "corefs": {
            "1": [
                {"sentNum": 1, "startIndex": 1, "endIndex": 2},
                {"sentNum": 2, "startIndex": 1, "endIndex": 2},
            ],
            "2": [{"sentNum": 1, "startIndex": 2, "endIndex": 3}],
        },
    }
    run = program("run_corenlp")
    assert run.clusters(found, [3, 3]) == [[(0, 1), (3, 4)]]
    with pytest.raises(ValueError, match="cut the text into sentences of"):
        run.clusters(found, [6])


@pytest.mark.parametrize(
    ("spec", "settings"),
    [
        ("corenlp", []),  # the program's own address
        ("corenlp:", []),
        ("corenlp: http://127.0.0.1:9001 ", ["url=http://127.0.0.1:9001"]),
        ("corenlp:url=http://127.0.0.1:9001,timeout=5", ["url=http://127.0.0.1:9001", "timeout=5"]),
    ],
)
def test_the_address_of_a_server_may_be_left_out(spec: str, settings: list[str]) -> None:
    assert make.make(spec)[1].command[2:] == settings  # type: ignore[union-attr]


def test_a_server_of_corenlp_is_a_system() -> None:
    with corenlp() as server:
        name, system = make.make(f"corenlp:{server}")
        assert name == f"corenlp:{server}"
        good, bad = ask(system, [DOC, Document("e", ("boom", "she"))])
        assert self_test(system) == []
    assert good.clusters == ((Mention(0, 2), Mention(3, 4)),)
    assert CoreNlp.said[0] == "Ann slept .\nShe snored ."
    assert bad.status == "error" and "HTTP Error 500" in bad.message


def test_a_package_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pretrained, "environment", lambda name: tmp_path / name)
    if importlib.util.find_spec("maverick") is None:
        with pytest.raises(DataError, match="corefair systems install maverick"):
            Pretrained("maverick")
    answer = next(iter(ask(Pretrained("maverick", python=sys.executable), [DOC])))
    assert answer.status == "error" and "No module named 'maverick'" in answer.message


@pytest.mark.parametrize("stops", ["killed", "failed", "no"])
def test_an_installation_that_did_not_end_is_none(
    stops: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the virtual environment is there its interpreter is, but not yet the package."""
    if importlib.util.find_spec("maverick") is not None:
        pytest.skip("maverick is installed here")
    python = tmp_path / "maverick" / pretrained._BIN / ("python.exe" if os.name == "nt" else "python")

    def run(step: tuple[str, ...], **_: object) -> SimpleNamespace:
        if "venv" in step:
            python.parent.mkdir(parents=True)
            python.touch()
        elif stops == "killed":
            raise KeyboardInterrupt
        return SimpleNamespace(returncode=int(stops == "failed" and "venv" not in step), stderr="no disk")

    monkeypatch.setattr(pretrained, "environment", lambda name: tmp_path / name)
    monkeypatch.setattr(pretrained.subprocess, "run", run)
    if stops == "no":
        assert pretrained.install("maverick") == python and pretrained.interpreter("maverick") == str(python)
        return
    with pytest.raises(KeyboardInterrupt if stops == "killed" else DataError):
        pretrained.install("maverick")
    with pytest.raises(DataError, match="corefair systems install maverick"):
        pretrained.interpreter("maverick")


@pytest.mark.parametrize("settings", [["model=mine"], ["mode=mine"]])
def test_a_model_that_is_not_there_is_looked_for_once(
    settings: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "maverick.py").write_text(
        "class Maverick:\n"
        "    def __init__(self, name, device):\n"
        "        open('looked', 'a').write('x')\n"
        "        raise OSError(f'{name} is not here')\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    first, second = ask(Pretrained("maverick", settings, python=sys.executable), [DOC, DOC])
    assert first.status == "error" and second.message.startswith("not tried, for what it needs is not here")
    if settings == ["model=mine"]:
        assert "mine is not here" in first.message and (tmp_path / "looked").read_text() == "x"
    else:
        assert "no option 'mode=mine'; there are: " in first.message


def test_what_a_library_prints_is_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that prints while it loads and answers, and finds nothing, as some are known to."""
    (tmp_path / "maverick.py").write_text(
        "class Maverick:\n"
        "    def __init__(self, name, device):\n        print('loading', name)\n"
        "    def predict(self, sentences):\n        print('hello'); return {'clusters_token_offsets': []}\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    system = Pretrained("maverick", ["model=mine"], python=sys.executable)
    assert [answer.status for answer in ask(system, [DOC, DOC])] == ["ok", "ok"]
    assert "loading mine" in system.stderr
    assert self_test(system) == ["links nothing, even where only one answer is possible"]
