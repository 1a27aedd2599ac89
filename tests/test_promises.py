"""What docs/promises.md promises of the code as a whole, and that the tests it names are there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = sorted((ROOT / "src" / "corefair").rglob("*.py"))
_PAGE = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", _PAGE)
NEVER = {"pickle", "cPickle", "dill", "cloudpickle", "marshal", "shelve", "joblib.load"}
NETWORK = {"urllib.request", "http.client", "socket", "requests", "httpx", "ftplib", "smtplib", "aiohttp"}


@pytest.mark.parametrize(("file", "test"), sorted(set(NAMED)))
def test_what_is_named_is_there(file: str, test: str) -> None:
    assert (ROOT / file).is_file()
    assert not test or f"def {test}(" in (ROOT / file).read_text(encoding="utf-8")


def test_nothing_is_unpickled_or_executed() -> None:
    found = []
    for path in SOURCE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                found += [(path.name, name) for name in _modules(node) if name.split(".")[0] in NEVER]
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                kept = {each.arg: ast.unparse(each.value) for each in node.keywords}
                bad = called in ("eval", "exec", "os.system", "torch.load", "yaml.load", "pickle.loads")
                bad = bad or kept.get("allow_pickle") == "True" or kept.get("shell") == "True"
                found += [(path.name, called)] if bad else []
    # The annotations of a constructor, which are code of whoever wrote the class, not data.
    assert found == [("options.py", "eval")]


def test_only_what_was_named_is_reached() -> None:
    users = {
        path.name
        for path in SOURCE
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom) and NETWORK & set(_modules(node))
    }
    # Downloads, an endpoint or a CoreNLP server that a user names, and a model's own server on this machine.
    assert users == {"download.py", "http.py", "run_corenlp.py", "gguf.py"}


def _modules(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names)
    elif node.module:
        yield node.module
