"""The documentation is true: the reference is up to date, links lead somewhere, examples run as written."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest
from click.testing import CliRunner

import contracts
import system_contracts
from corefair import registry
from corefair.auditing import gates
from corefair.cli import main
from corefair.systems.outside.exchange import question_request, read_answer, read_picked, request
from corefair.systems.self_test import self_test
from corefair.types import Answer, Document, Mention, Picked, Question, cluster_up
from help_pages import commands

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    [
        *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")),
        *(ROOT / "docs").glob("*.md"),
    ]
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small report, for the commands that read one."""
    folder = tmp_path_factory.mktemp("report")
    suite = shlex.quote(str(ROOT / "examples" / "suite_age.tsv"))
    run(f"corefair audit nearest --suite {suite} -o {shlex.quote(str(folder))} --resamples 100")
    return folder / "report.json"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A resolver that learned a little, for the commands that explain one."""
    folder = tmp_path_factory.mktemp("trained") / "model"
    corpus = shlex.quote(str(ROOT / "examples" / "score" / "key.conll"))
    run(f"corefair train feature --corpus {corpus} --set epochs=1 -o {shlex.quote(str(folder))}")
    return folder


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, report: Path, model: Path) -> Path:
    """A folder with the shipped examples, under the names that help pages use, and made-up vectors."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shipped = tmp_path / "examples" / "score"
    for name, source in {
        "key.conll": "key",
        "response.conll": "careful",
        "baseline.conll": "nearest",
        "new.conll": "careful",
        "corpus/a.conll": "key",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(shipped / f"{source}.conll", tmp_path / name)
    emb = contracts.example_vectors()
    for name, scale in (("glove.txt", 1.0), ("changed.txt", 0.5)):
        lines = (f"{word} {' '.join(map(str, scale * emb[word]))}\n" for word in emb.words)
        (tmp_path / name).write_text("".join(lines), encoding="utf-8")
    shutil.copy(tmp_path / "glove.txt", tmp_path / "vectors.txt")
    (tmp_path / "definitions.tsv").write_text("nurse\tone who cares for the sick\n")
    shutil.copy(tmp_path / "examples" / "uneven.tsv", tmp_path / "test.tsv")
    shutil.copy(tmp_path / "examples" / "grid.json", tmp_path / "grid.json")
    for name in ("before", "after", "report"):
        shutil.copytree(report.parent, tmp_path / name)
    shutil.copytree(model, tmp_path / "model")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make_reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_reference", ROOT / "docs" / "make_reference.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(line: str) -> None:
    program, *arguments = shlex.split(line)
    assert program == "corefair"
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 0, f"{line}: {result.output}"


def test_reference_is_up_to_date() -> None:
    page = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    assert page == make_reference().reference(), "run `make docs`"


def test_everything_registered_is_in_the_reference() -> None:
    page = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    for kind, things in registry.ALL.items():
        for name in things.own():
            contracts.check_documented(kind, name)
            assert f"**`{name}`**" in page


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        assert target.startswith("http") or (path.parent / target).exists(), target


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_files_that_are_named_are_there(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    named = re.findall(r"(?<![\w/])(?:tests|benchmarks|examples|results)/[\w./-]+\.\w+", page)
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_house_is_as_drawn() -> None:
    """Every file that the drawing names is there, and every room that is there is drawn."""
    page = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
    source = ROOT / "src" / "corefair"
    for name in re.findall(r"`([\w/]+\.py)`", page):
        assert (source / name).is_file() or (ROOT / name).is_file(), name
    drawn = set(re.findall(r"`(\w+)`", page.split("## Floors")[1].split("## What passes")[0]))
    rooms = {path.name for path in source.iterdir() if (path / "__init__.py").is_file()}
    assert rooms <= drawn, f"not in docs/house.md: {rooms - drawn}"


def test_every_page_is_linked_from_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in (ROOT / "docs").glob("*.md") if f"docs/{page.name}" not in readme] == []


def test_readme_commands_run(workplace: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\$ (.+)$", readme, re.MULTILINE)
    assert len(lines) >= 5
    for line in lines:
        run(line)
    assert (workplace / "key.conllu").exists()


def test_readme_python_runs(workplace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for code in re.findall(r"^```python\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL):
        exec(compile(code, "README.md", "exec"), {})
    assert "<Report: nearest on participants; not certain> Score(name='gap'" in capsys.readouterr().out


def test_the_python_of_its_own_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    room: dict[str, Any] = {}
    for code in re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        exec(compile(code, "python.md", "exec"), room)
    assert capsys.readouterr().out.splitlines() == [
        "<Report: nearest on participants; not certain>",
        "True 9600",
        "+0.000 [+0.000, +0.000], n = 3840",  # half of each group: the nearest is as often the right one
        "False",
        "((Mention(start=0, end=2), Mention(start=3, end=4)),)",
        "1.0",
        "[0. 1.] ('hard(no word kept, 1 pair equalised, unit length); gender direction from 1 of 10 pairs, "
        "which explains 100 % of their variance',)",
    ]


def test_the_python_of_the_guide_to_training(workplace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numba", reason="the kernel needs the extra vectors")
    page = (ROOT / "docs" / "train.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    exec(compile(code, "train.md", "exec"), {})
    assert capsys.readouterr().out == "6\n" and (workplace / "trained" / "model.json").exists()


def test_commands_on_pages_are_written_as_they_should_be() -> None:
    """Those that need a system, data or an hour are not run; every option of them must be one there is."""
    context = click.Context(main, info_name="corefair")
    pages = [ROOT / "docs" / name for name in ("gates.md", "your-own-system.md", "scoring.md", "train.md")]
    fences = [block for page in pages for block in page.read_text(encoding="utf-8").split("```")[1::2]]
    shell = "\n".join(fences).replace("\\\n", " ")
    lines = re.findall(r"^\s*(corefair .+)$", shell, re.MULTILINE)
    assert len(lines) >= 6
    for line in lines:
        name, *arguments = shlex.split(line)[1:]
        command = main.get_command(context, name)
        assert command is not None, line
        command.make_context(name, arguments, parent=context)


def test_the_gates_of_its_page_can_be_read() -> None:
    page = (ROOT / "docs" / "gates.md").read_text(encoding="utf-8")
    conditions = set(re.findall(r'"([\w:-]+\.[\w-]+\.\w+ [<>=!]+ [^"]+)"', page))
    assert len(conditions) >= 6
    assert {gates.parse(condition).field for condition in conditions} == {"low", "high"}


def test_what_is_worked_out_keeps_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    """The code of "Add an X" is run as it stands, in a registry of its own."""
    page = (ROOT / "docs" / "add-an-x.md").read_text(encoding="utf-8")
    metric, form, system = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    room: dict[str, Any] = {}
    monkeypatch.setattr(registry, "metrics", registry.Registry("metric", "corefair.nowhere"))
    monkeypatch.setattr(registry, "formats", registry.Registry("format", "corefair.nowhere"))
    monkeypatch.setattr(registry, "systems", registry.Registry("system", "corefair.nowhere"))
    exec(metric, room)
    contracts.check_metric(room["f1"], registry.metrics.facts("f1"), ("tp", "fp", "fn"))
    exec(form, room)
    doc = room["Document"]("d", ("She", "left"))
    assert room["Words"].parse(room["Block"](1, room["Words"].render(doc))) == doc
    exec(system, room)
    system_contracts.check_system(registry.systems["last"]())
    assert self_test(registry.systems["last"]()) == []


def test_every_suite_has_its_headlines_on_the_page() -> None:
    page = (ROOT / "docs" / "reading-results.md").read_text(encoding="utf-8").partition("## Headlines")[2]
    rows = " ".join(re.findall(r"^\| (`.+?) \|", page.partition("## Verdicts")[0], re.MULTILINE))
    asked = [name for name in registry.suites if "asks" not in registry.suites.facts(name)]
    assert [name for name in asked if f"`{name}`" not in rows] == []


def test_the_worked_chooser_keeps_the_contract() -> None:
    """The class of "A system of your own", and every line of its protocol as the program would be sent it."""
    page = (ROOT / "docs" / "your-own-system.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    room: dict[str, Any] = {}
    exec(code, room)
    system_contracts.check_system(room["Longest"]())
    told, answered, asked, chosen = (
        json.loads(line) for line in re.findall(r"^```json\n(.*?)\n```$", page, re.MULTILINE)
    )
    doc = Document("d", tuple(told["words"]))
    assert {"id": "17", **json.loads(json.dumps(request(doc)))} == told
    assert read_answer(answered, doc) == Answer(cluster_up([[(0, 2), (4, 5)]]))
    candidates = tuple(Mention(*span) for span in asked["candidates"])
    question = Question(Document("d", tuple(asked["words"])), Mention(*asked["pronoun"]), candidates)
    assert {"id": "17", **json.loads(json.dumps(question_request(question)))} == asked
    assert read_picked(chosen, question) == Picked((-0.21, -1.66), "log-probability", none=-4.2)


@pytest.mark.parametrize(("path", "command"), commands(), ids=[path for path, _ in commands()])
def test_help_ends_with_two_examples_that_run(path: str, command: click.Command, workplace: Path) -> None:
    examples = make_reference().examples(command)
    assert len(examples) == 2 and all(example.strip().startswith("corefair") for example in examples)
    assert command.help, path
    for example in examples:
        if not needs_data(example):
            run(example.strip())
    for parameter in command.params:
        assert not isinstance(parameter, click.Option) or parameter.help, f"{path} {parameter.name}"


def needs_data(example: str) -> bool:
    """`data where` and `data get` are run in tests/cli/test_data.py, where the published sets are."""
    return "data where" in example or "data get" in example or "--verify" in example
