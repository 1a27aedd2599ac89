"""Models in folders: what was saved comes back, and what is not one, or not all of one, says so."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from corefair import registry
from corefair.errors import CorefairError, DataError, UnknownName
from corefair.models.card import Card
from corefair.models.folder import (
    annotate,
    check_free,
    is_model,
    load_model,
    loading,
    read_model,
    save_arrays,
    save_tensors,
    saving,
)
from corefair.types import Embeddings, Model, Score
from corefair.version import __version__

ARRAYS = {"weights": np.arange(6, dtype=np.float32).reshape(2, 3), "names": np.array(["she", "he"])}
CARD = Card(
    "demo",
    settings={"rate": 0.1, "layers": [2, 3], "bias": None},
    data={"ontogum/train": "ab" * 32},
    licences={"ontogum/train": "CC BY 4.0"},
    history=({"epoch": 1, "loss": 0.5}, "halved"),
    scores=(Score("CoNLL F1", 0.6, 0.58, 0.62, 32, kind="f1", groups={"corpus": "dev"}, p=0.01),),
    command="corefair train demo --seed 0 -o model/",
)


@dataclass(frozen=True, eq=False)
class Demo:
    """A model that is one array."""

    weights: NDArray[np.float32]

    def save(self, folder: Path) -> None:
        save_arrays(folder, Card("demo"), {"weights": self.weights})

    @classmethod
    def load(cls, folder: Path) -> Demo:
        return cls(read_model(folder, kind="demo").arrays()["weights"])


@pytest.fixture
def demo(monkeypatch: pytest.MonkeyPatch) -> type[Demo]:
    list(registry.models)  # so that the rooms are scanned before a name is added
    monkeypatch.setitem(registry.models._things, "demo", Demo)
    return Demo


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_arrays(tmp_path / "model", CARD, ARRAYS)
    return tmp_path / "model"


def test_card_and_arrays_come_back(folder: Path) -> None:
    saved = read_model(folder, kind="demo")
    assert saved.card == CARD
    back = saved.arrays()
    assert list(back) == list(ARRAYS) and back["names"].tolist() == ["she", "he"]
    np.testing.assert_array_equal(back["weights"], ARRAYS["weights"])
    assert back["weights"].dtype == np.float32
    told = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    assert told["schema"] == "corefair.model/1" and told["corefair"] == __version__
    assert told["files"]["arrays.npz"]["size"] == (folder / "arrays.npz").stat().st_size
    assert is_model(folder) and not is_model(folder.parent)


def test_the_same_model_is_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    save_arrays(tmp_path / "again", CARD, ARRAYS)
    for name in ("model.json", "arrays.npz"):
        assert (folder / name).read_bytes() == (tmp_path / "again" / name).read_bytes()


def test_by_its_folder_alone(demo: type[Demo], tmp_path: Path) -> None:
    made = demo(np.eye(3, dtype=np.float32))
    made.save(tmp_path / "model")
    model = load_model(str(tmp_path / "model"))
    assert isinstance(model, Model) and isinstance(model, Demo)
    np.testing.assert_array_equal(model.weights, made.weights)


def test_tensors_come_back(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="pip install 'corefair[torch]'")
    tensors = {"weights": torch.arange(6.0).reshape(2, 3).T, "half": torch.ones(2, dtype=torch.bfloat16)}
    for name in ("a", "b"):
        save_tensors(tmp_path / name, CARD, tensors)
    back = read_model(tmp_path / "a", kind="demo").tensors()
    assert set(back) == set(tensors)
    assert all(torch.equal(back[name], tensors[name]) for name in tensors)
    assert back["half"].dtype == torch.bfloat16
    name = "tensors.safetensors"
    assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


@pytest.mark.parametrize(("package", "extra"), [("torch", "torch"), ("safetensors", "torch")])
def test_what_is_not_installed_is_named(
    package: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(CorefairError, match=rf"this needs {package}; .*corefair\[{extra}\]"):
        save_tensors(tmp_path / "model", CARD, {})
    assert not (tmp_path / "model").exists()


def test_a_page_for_people_may_be_edited(tmp_path: Path) -> None:
    with saving(tmp_path / "model", CARD) as part:
        (part / "README.md").write_text("A model.")
        (part / "deep").mkdir()
        (part / "deep" / "words.txt").write_text("she\nhe\n")
    (tmp_path / "model" / "README.md").write_text("A model, and what I think of it.")
    assert read_model(tmp_path / "model").card == CARD
    (tmp_path / "model" / "deep" / "words.txt").write_text("he\nshe\n")
    with pytest.raises(DataError, match=r"words\.txt: is not as it was saved"):
        read_model(tmp_path / "model")


def test_a_model_gives_way_to_a_model_and_nothing_else_does(folder: Path, tmp_path: Path) -> None:
    save_arrays(folder, Card("other"), {"a": np.zeros(1)})
    assert read_model(folder).card.kind == "other"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model"]
    (tmp_path / "empty").mkdir()
    check_free(tmp_path / "empty")
    save_arrays(tmp_path / "empty", CARD, ARRAYS)
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("Dear")
    with pytest.raises(DataError, match=r"letters: holds dear\.txt but no model\.json: name another folder"):
        save_arrays(tmp_path / "letters", CARD, ARRAYS)
    with pytest.raises(DataError, match=r"dear\.txt: is a file: name a folder"):
        save_arrays(tmp_path / "letters" / "dear.txt", CARD, ARRAYS)
    assert (tmp_path / "letters" / "dear.txt").read_text() == "Dear"


def edited(**changes: Any) -> Callable[[Path], None]:
    """Change what the card says; None takes it out."""

    def edit(folder: Path) -> None:
        card = json.loads((folder / "model.json").read_text())
        card |= changes
        card = {name: value for name, value in card.items() if value is not None}
        (folder / "model.json").write_text(json.dumps(card))

    return edit


def written(text: str) -> Callable[[Path], None]:
    return lambda folder: (folder / "model.json").write_bytes(text.encode("latin-1")) and None


def cut(folder: Path) -> None:
    (folder / "arrays.npz").write_bytes((folder / "arrays.npz").read_bytes()[:100])


def flipped(folder: Path) -> None:
    data = bytearray((folder / "arrays.npz").read_bytes())
    data[200] ^= 1
    (folder / "arrays.npz").write_bytes(data)


def as_file(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("a model, perhaps")


TROUBLES: dict[str, tuple[Callable[[Path], object], str]] = {
    "no folder": (shutil.rmtree, "model: there is no such folder"),
    "a file": (as_file, "model: is a file, not the folder of a model"),
    "no card": (lambda folder: (folder / "model.json").unlink(), r"there is no model\.json in it: not the"),
    "a folder as card": (
        lambda folder: [(folder / "model.json").unlink(), (folder / "model.json").mkdir()],
        r"model\.json: cannot be read: Is a directory",
    ),
    "no JSON": (written("{"), r"model\.json: not JSON: "),
    "no text": (written("\xff\xfe"), r"model\.json: not JSON: it is not text"),
    "a list": (written("[]"), "not a JSON object"),
    "very deep": (written("[" * 100_000), r"model\.json: not JSON"),
    "foreign": (written('{"model_type": "bert"}'), "its schema is None, not 'corefair.model/1'"),
    "another schema": (edited(schema="corefair.report/1"), "not a model of corefair"),
    "newer": (edited(schema="corefair.model/2"), r"corefair\.model/2 is newer than .*install a newer one"),
    "no kind": (edited(kind=None), "'kind' must be a text, and is None"),
    "settings": (edited(settings=[1]), r"'settings' must be an object, and is \[1\]"),
    "data": (edited(data={"a": 1}), "'a' of 'data' must be a text, and is 1"),
    "scores": (edited(scores=[{"name": "F1"}]), "a score lacks some of what makes one"),
    "a score": (edited(scores=["F1"]), "a score must be an object"),
    "files": (edited(files={"arrays.npz": 3}), "'arrays.npz' of 'files' must be an object, and is 3"),
    "another kind": (edited(kind="domo"), "holds a model of the kind 'domo', not 'demo'"),
    "outside": (edited(files={"../x": {"size": 1, "sha256": ""}}), "is outside the folder"),
    "missing": (lambda folder: (folder / "arrays.npz").unlink(), r"arrays\.npz: cannot be read: No such"),
    "cut": (cut, r"arrays\.npz: has 100 bytes of the \d+ it had"),
    "altered": (flipped, r"arrays\.npz: is not as it was saved, by its SHA-256: get or train the model"),
}  # fmt: skip


@pytest.mark.parametrize("name", TROUBLES)
def test_what_is_wrong_is_said(name: str, folder: Path) -> None:
    spoil, message = TROUBLES[name]
    spoil(folder)
    with pytest.raises(DataError, match=message):
        read_model(folder, kind="demo")


def test_kinds_that_nobody_knows_offer_near_ones(demo: type[Demo], folder: Path) -> None:
    edited(kind="dema")(folder)
    with pytest.raises(UnknownName, match="no model is called 'dema'; did you mean demo"):
        load_model(folder)


KILLED = """
import os, signal, sys
import numpy as np
from corefair.models.card import Card
from corefair.models.folder import saving
with saving(sys.argv[1], Card("demo")) as part:
    (part / "a").write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_killed_while_saving_the_old_model_is_there(folder: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED, str(folder)], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert read_model(folder).card == CARD


def test_the_worked_kind_is_kept_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The code of "Models in folders" is run as it stands."""
    page = (Path(__file__).parents[2] / "docs" / "models.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    monkeypatch.setattr(registry, "models", registry.Registry("model", "corefair.nowhere"))
    room: dict[str, Any] = {"__name__": "worked"}
    monkeypatch.setitem(sys.modules, "worked", ModuleType("worked"))
    exec(code, room)
    room["Scale"](np.array([2, 3], np.float32)).save(tmp_path / "scale")
    emb = Embeddings(("she",), np.ones((1, 2), np.float32))
    again: Any = load_model(tmp_path / "scale")
    assert again(emb).vectors.tolist() == [[2, 3]]


def test_what_a_card_says_can_be_added_to(folder: Path) -> None:
    before = (folder / "arrays.npz").stat().st_mtime_ns
    annotate(folder, command="corefair mitigate", data={"glove.txt": "ab"})
    saved = read_model(folder, kind="demo")
    assert saved.card == replace(CARD, command="corefair mitigate", data={"glove.txt": "ab"})
    assert (folder / "arrays.npz").stat().st_mtime_ns == before


def test_who_may_read_one_file_of_a_model_may_read_all(tmp_path: Path) -> None:
    with saving(tmp_path / "model", CARD) as part:
        (part / "private").write_bytes(b"1")
        (part / "private").chmod(0o600)
    modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "model").iterdir()}
    (tmp_path / "usual").write_bytes(b"1")
    assert modes == {(tmp_path / "usual").stat().st_mode & 0o777}


def test_a_file_that_the_card_does_not_tell_of_and_is_not_there(folder: Path) -> None:
    card = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    (folder / "model.json").write_text(json.dumps({**card, "files": {}}), encoding="utf-8")
    with pytest.raises(DataError, match=r"there is no words\.json\): get or train"), loading(folder, "demo"):
        (folder / "words.json").read_text(encoding="utf-8")
