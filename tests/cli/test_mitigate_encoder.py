"""`corefair mitigate --encoder`: a projection in a folder, and what cannot go with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from corefair.cli import main
from corefair.models.encoders import Encoder
from corefair.models.encoders.projection import Projection
from corefair.models.folder import read_model
from tiny_encoder import write_encoder

TEXT = "The woman saw the man . She said he was late . The girl and the boy saw the nurse , and her son .\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "text.txt").write_text(TEXT * 3, encoding="utf-8")
    return write_encoder(tmp_path / "tiny")


def test_a_projection_is_written_that_the_encoder_takes(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "projection"
    given = ["mitigate", "hard", "--encoder", str(folder), "-o", str(out), "--json", "--layers", "2",
             "--corpus", str(tmp_path / "text.txt"), "--preserve", "none"]  # fmt: skip
    done = CliRunner().invoke(main, given)
    assert done.exit_code == 0, done.output
    said = json.loads(done.stdout)
    assert (
        said["states"] == 3
        and said["history"][0].startswith("hard(")
        and "no word kept" in said["history"][0]
    )
    encoder = Encoder.load(folder, 2, projection=out)
    assert encoder.projection and not encoder.projection.preserve
    card = read_model(out, kind="projection").card
    assert {*card.data} == {"encoder", "text.txt"} and card.command.startswith("corefair")
    assert Projection.load(out).encoder == encoder.sha256


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--report", "r"], "--report is not for --encoder"),
        (["vectors.txt"], "name one of them"),
        (["--set", "wrong=1"], "wrong"),
    ],
)
def test_what_does_not_go_with_an_encoder_is_said(
    folder: Path, tmp_path: Path, more: list[str], said: str
) -> None:
    given = ["mitigate", "leace", "--encoder", str(folder), "-o", str(tmp_path / "p"), *more]
    done = CliRunner().invoke(main, given)
    assert done.exit_code in (1, 2) and said in done.output


def test_layers_and_corpus_are_for_an_encoder() -> None:
    done = CliRunner().invoke(main, ["mitigate", "hard", "vectors.txt", "-o", "out.txt", "--layers", "2"])
    assert done.exit_code == 2 and "--layers is for --encoder" in done.output
    done = CliRunner().invoke(main, ["mitigate", "hard", "-o", "out.txt"])
    assert done.exit_code == 2 and "Missing argument 'VECTORS'" in done.output
