"""`corefair vectors network`: the graph around a word, drawn and told."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import contracts
from corefair.cli import main
from corefair.io.vectors import write_vectors
from corefair.report.vectors.network import MOST

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COREFAIR_CACHE", str(tmp_path / "cache"))
    emb = contracts.example_vectors()
    write_vectors(emb, tmp_path / "glove.txt")
    shrunk = emb.vectors.copy()
    shrunk[:, 0] *= 0.5
    write_vectors(emb.changed(shrunk, "shrunk"), tmp_path / "changed.txt")
    return tmp_path


def test_a_picture_of_both(files: Path) -> None:
    given = ["vectors", "network", "nurse", "changed.txt", "--against", "glove.txt", "-o", "nurse.svg"]
    told = CliRunner().invoke(main, [*given, "--json", "--threshold", "0.01"])
    assert told.exit_code == 0, told.stderr
    found = json.loads(told.stdout)
    assert list(found["files"]) == ["glove.txt", "changed.txt"]
    drawn = ElementTree.parse(files / "nurse.svg").getroot()
    assert drawn.tag == f"{SVG}svg" and len(drawn.findall(f"{SVG}g")) == 2
    for panel, about in zip(drawn.findall(f"{SVG}g"), found["files"].values(), strict=True):
        biased = [edge for edge in about["neighbours"] if edge["beta"] > 0.01]
        assert about["eta"] == pytest.approx(len(biased) / len(about["neighbours"]))
        into = [edge for edge in about["neighbour_of"] if edge["beta"] > 0.01]
        assert len(panel.findall(f"{SVG}path")) == min(MOST, len(biased)) + min(MOST, len(into)) > 0
        texts = [text.text for text in panel.findall(f"{SVG}text")]
        assert "nurse" in texts and any(f"η = {about['eta']:.2f}" in str(text) for text in texts)
    again = CliRunner().invoke(main, given)
    assert "near by gender" in again.stdout and again.stdout.endswith("nurse.svg\n")


@pytest.mark.parametrize(
    ("word", "output", "why"),
    [("zebraness", "a.svg", "zebraness"), ("nurse", "a.png", ".svg"), ("she", "a.svg", "may not be changed")],
)
def test_errors_say_what_to_do(files: Path, word: str, output: str, why: str) -> None:
    told = CliRunner().invoke(main, ["vectors", "network", word, "glove.txt", "-o", output])
    assert told.exit_code == 1 and why in f"{told.output}{told.exception}" and not (files / output).exists()
