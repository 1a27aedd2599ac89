"""`corefair score` as a person or a machine meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corefair.cli import main

EXAMPLES = Path(__file__).parents[2] / "examples" / "score"
KEY, NEAREST, CAREFUL = (str(EXAMPLES / f"{name}.conll") for name in ("key", "nearest", "careful"))
METRICS = ["muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "mentions", "conll"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["score", *arguments])


def test_table() -> None:
    result = run(KEY, NEAREST)
    assert result.exit_code == 0 and result.stderr == ""
    rows = [line.split() for line in result.stdout.splitlines()]
    assert [row[0] for row in rows if row and row[0] in METRICS] == METRICS
    assert ["mentions", "78.05", "100.00", "87.67"] in [row[:4] for row in rows]
    assert "8 documents · singletons keep · match exact · duplicates reference" in result.stdout


def test_json() -> None:
    found = json.loads(run(KEY, NEAREST, "--json", "--seed", "3").stdout)
    assert [name for name in found if name in METRICS] == METRICS
    for name in METRICS:
        assert list(found[name]) == ["recall", "precision", "f1", "low", "high"]
        assert 0 <= found[name]["low"] <= found[name]["f1"] <= found[name]["high"] <= 1
    assert found["settings"]["seed"] == 3 and found["settings"]["documents"] == 8
    assert found["mentions"]["recall"] == pytest.approx(32 / 41)


def test_two_responses() -> None:
    found = json.loads(run(KEY, NEAREST, CAREFUL, "--json").stdout)
    (other,) = found["compared"]
    difference = other["conll"]["difference"]
    assert difference["value"] == pytest.approx(other["conll"]["f1"] - found["conll"]["f1"])
    assert difference["p"] == pytest.approx(2 / 2**8) and difference["p_holm"] >= difference["p"]
    assert "difference" in run(KEY, NEAREST, CAREFUL).stdout


def test_two_responses_fit_80_columns() -> None:
    result = run(KEY, NEAREST, CAREFUL)
    tables = [line for line in result.stdout.splitlines() if not line.startswith(("/", "less"))]
    assert max(map(len, tables)) <= 80
    assert "Holm's over 8 metrics" in " ".join(result.stdout.split())
    assert ["conll", "+31.68"] in [line.split()[:2] for line in tables]
    assert "\r" not in result.output


def test_what_was_skipped_is_in_the_json(tmp_path: Path) -> None:
    """Shaped like WikiCoref as published: a bare `null` between documents; and one document is broken."""
    text = Path(NEAREST).read_text(encoding="utf-8")
    end = text.index("#end document\n") + len("#end document\n")
    line = 1 + text[:end].count("\n")
    response = tmp_path / "response.conll"
    response.write_text(f"{text[:end]}null\n{text[end:]}", encoding="utf-8")
    result = run(KEY, str(response))
    assert result.exit_code == 0
    assert f"note: {response}:{line}: 'null' stands between documents, and is left out" in result.stderr
    assert run(KEY, str(response)).stdout == run(KEY, NEAREST).stdout.replace(NEAREST, str(response))
    key_too = tmp_path / "key.conll"  # it is in both
    key_too.write_text(
        Path(KEY).read_text(encoding="utf-8").replace("#end document\n", "#end document\nnull\n", 1)
    )
    assert run(str(key_too), str(response)).stdout == run(KEY, str(response)).stdout

    response.write_text(response.read_text(encoding="utf-8").replace("(1", "(", 1), encoding="utf-8")
    refused = run(KEY, str(response))
    assert refused.exit_code == 1 and "--lenient" in refused.stderr
    key, found = json.loads(run(KEY, str(response), "--lenient", "--json").stdout)["files"]
    assert key == {"path": KEY, "documents": 8, "skipped": [], "notes": []}
    assert found["documents"] == 7
    (skipped,), (note,) = found["skipped"], found["notes"]
    assert skipped == {"path": str(response), "line": 5, "message": "cannot read the coreference '('"}
    assert (note["line"], note["message"][:6]) == (line, "'null'")


def test_a_folder_is_its_files(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text(Path(KEY).read_text(encoding="utf-8"), encoding="utf-8")
    assert (
        json.loads(run(str(tmp_path), NEAREST, "--json").stdout)["conll"]
        == json.loads(run(KEY, NEAREST, "--json").stdout)["conll"]
    )


def test_notes_and_errors(tmp_path: Path) -> None:
    text = Path(NEAREST).read_text(encoding="utf-8")
    first_end = text.index("#end document\n") + len("#end document\n")
    short = tmp_path / "short.conll"
    short.write_text(text[first_end:], encoding="utf-8")
    result = run(KEY, str(short))
    assert result.exit_code == 0
    assert "1 document (examples/clinic) missing from the response" in result.stderr

    broken = tmp_path / "broken.conll"
    broken.write_text(text.replace("(1", "(", 1), encoding="utf-8")
    result = run(KEY, str(broken))
    assert result.exit_code == 1 and "Traceback" not in result.output
    assert f"{broken}:5: cannot read the coreference '('" in result.stderr
    result = run(KEY, str(broken), "--lenient")
    assert result.exit_code == 0 and "skipped 1, read 7" in result.stderr

    assert run(KEY).exit_code == 2
    assert run(KEY, NEAREST, "--match", "fuzzy").exit_code == 2
    assert run(KEY, str(tmp_path / "none.conll")).exit_code == 1


@pytest.mark.parametrize("name", ["run[bold].conll", "a[/b].conll", f"{'long' * 40}.conll"])
def test_a_file_is_shown_by_its_own_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Brackets are no markup, and a long name is not broken."""
    monkeypatch.chdir(tmp_path)
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(Path(NEAREST).read_text(encoding="utf-8"), encoding="utf-8")
    result = run(KEY, name)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == name
