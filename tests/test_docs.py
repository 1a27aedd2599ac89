"""The documentation is true: the reference is up to date, links lead somewhere, examples run as written."""

from __future__ import annotations

import importlib.util
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
from corefair import registry
from corefair.cli import main

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small report, for the commands that read one."""
    folder = tmp_path_factory.mktemp("report")
    suite = shlex.quote(str(ROOT / "examples" / "suite_age.tsv"))
    run(f"corefair audit nearest --suite {suite} -o {shlex.quote(str(folder))} --resamples 100")
    return folder / "report.json"


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, report: Path) -> Path:
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
    (tmp_path / "report").mkdir()
    for name in ("before.json", "after.json", "report/report.json"):
        shutil.copy(report, tmp_path / name)
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


def commands(command: click.Command = main, path: str = "corefair") -> list[tuple[str, click.Command]]:
    found = [(path, command)]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            found += commands(below, f"{path} {name}")
    return found


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
    assert "True {'name': 'gap'" in capsys.readouterr().out


def test_the_worked_format_keeps_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    """The code of "Add an X" is run as it stands, in a registry of its own."""
    page = (ROOT / "docs" / "add-an-x.md").read_text(encoding="utf-8")
    metric, form = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    room: dict[str, Any] = {}
    monkeypatch.setattr(registry, "metrics", registry.Registry("metric", "corefair.nowhere"))
    monkeypatch.setattr(registry, "formats", registry.Registry("format", "corefair.nowhere"))
    exec(metric, room)
    contracts.check_metric(room["f1"], registry.metrics.facts("f1"), ("tp", "fp", "fn"))
    exec(form, room)
    doc = room["Document"]("d", ("She", "left"))
    assert room["Words"].parse(room["Block"](1, room["Words"].render(doc))) == doc


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
