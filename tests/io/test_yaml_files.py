"""YAML within limits: a name is once in a mapping, and what an anchor holds may be said anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from corefair.errors import DataError
from corefair.io.yaml_files import composed


def content(folder: Path, text: str) -> Any:
    pytest.importorskip("yaml", reason="needs the extra yaml")
    path = folder / "x.yaml"
    path.write_text(text, encoding="utf-8")
    with composed(path) as (node, loader):
        return loader.construct_document(node)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\nb: 2\na: 3\n", r"x\.yaml:3: 'a' is there twice, first on line 1: keep one of them"),
        ("a:\n- b: 1\n  'b': 2\n", r"x\.yaml:3: 'b' is there twice, first on line 2"),
        ("? {a: 1, a: 2}\n: b\n", r"x\.yaml:1: 'a' is there twice"),
        ("a: &a {b: 1}\nc: {<<: *a, <<: *a}\n", r"x\.yaml:2: '<<' is there twice"),
    ],
)
def test_a_name_is_once_in_a_mapping(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        content(tmp_path, text)


def test_what_an_anchor_holds_may_be_said_anew_and_values_keep_their_types(tmp_path: Path) -> None:
    text = "a: &a {n: 1, on: off}\nb: &b {<<: *a, n: 2.5}\nc: {n: ~, <<: [*a, *b]}\nd: [*a, *a]\n"
    found = content(tmp_path, text)
    assert found["b"] == {"n": 2.5, True: False} and found["c"] == {"n": None, True: False}
    assert found["d"] == [{"n": 1, True: False}] * 2
