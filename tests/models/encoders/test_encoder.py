"""States by content: in order, from the cache, whatever else is asked; and errors that name the file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.models.encoders import Encoder
from corefair.types import Document
from tiny_encoder import write_encoder

DOCS = [
    Document("a", ("The", "nurse", "was", "late", ".")),
    Document("none", ()),
    Document("long", ("She", "said", "the", "man", "was", "late", ",") * 30),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COREFAIR_CACHE", str(tmp_path / "cache"))
    return write_encoder(tmp_path / "tiny")


def test_states_do_not_depend_on_what_else_is_asked_nor_on_the_cache(folder: Path) -> None:
    encoder = Encoder.load(folder)
    first = list(encoder.states(DOCS))
    assert [len(states) for states in first] == [5, 0, 210]
    said: list[tuple[int, int]] = []
    again = list(Encoder.load(folder).states(DOCS[::-1], lambda what, done, of: said.append((done, of))))[
        ::-1
    ]
    assert said == [(0, 3), (1, 3), (2, 3)]
    for one, other in zip(first, again, strict=True):
        assert np.array_equal(one, other)


def test_what_is_kept_is_not_computed_again_and_what_is_damaged_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (expected,) = Encoder.load(folder).states(DOCS[:1])
    encoder = Encoder.load(folder)
    monkeypatch.setattr(Encoder, "_run", None)  # which would be called
    assert np.array_equal(next(encoder.states(DOCS[:1])), expected)
    (entry,) = (path for path in (tmp_path / "cache").glob("encoder-1/*/*"))
    data = bytearray(entry.read_bytes())
    data[3] ^= 1
    entry.write_bytes(data)
    with pytest.raises(TypeError):
        next(encoder.states(DOCS[:1]))
    monkeypatch.undo()
    monkeypatch.setenv("COREFAIR_CACHE", str(tmp_path / "cache"))
    assert np.array_equal(next(Encoder.load(folder).states(DOCS[:1])), expected)


def test_without_a_cache_the_states_are_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = next(Encoder.load(folder).states(DOCS[2:]))
    monkeypatch.setenv("COREFAIR_CACHE", str(folder / "config.json"))  # a file, in which nothing can be kept
    assert np.array_equal(next(Encoder.load(folder).states(DOCS[2:])), expected)


@pytest.mark.parametrize("state", [np.nan, np.inf, 1e30, -1e5])
def test_states_that_half_precision_cannot_hold_are_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, state: float
) -> None:
    encoder = Encoder.load(folder)
    shape = (encoder.n_states, encoder.dim)
    monkeypatch.setattr(
        Encoder, "_run", lambda self, ids: np.full((len(ids), *shape), state, np.float32), raising=True
    )
    with pytest.raises(DataError, match=r"tiny: its states are no numbers of at most 65,504"):
        next(encoder.states(DOCS[:1]))


def test_fewer_layers_are_the_first_ones(folder: Path) -> None:
    whole, part = (next(Encoder.load(folder, layers).states(DOCS)) for layers in (None, 1))
    assert part.shape[1] == 2 and np.array_equal(whole[:, :2], part)


def test_a_window_sees_no_further(folder: Path) -> None:
    """The last words of a long text change nothing before the windows that hold them."""
    other = Document("other", (*DOCS[2].words[:-1], "nurse"))
    one, two = Encoder.load(folder).states([DOCS[2], other])
    same = (one == two).all(axis=(1, 2))
    assert same[:140].all() and not same[-1]


def test_another_encoder_has_other_states(folder: Path, tmp_path: Path) -> None:
    other = Encoder.load(write_encoder(tmp_path / "other", seed=1))
    encoder = Encoder.load(folder)
    assert encoder.sha256 != other.sha256 and encoder.name == "tiny"
    assert not np.array_equal(next(encoder.states(DOCS)), next(other.states(DOCS)))


def broken(folder: Path, what: str) -> None:
    config, weights = folder / "config.json", folder / "model.safetensors"
    if what == "other kind":
        config.write_text(json.dumps({"hidden_size": 12}))
    elif what == "not JSON":
        config.write_text("{")
    elif what == "no config":
        config.unlink()
    elif what == "no tokenizer":
        (folder / "tokenizer.json").unlink()
    elif what == "bad tokenizer":
        (folder / "tokenizer.json").write_text("{}")
    elif what == "no weights":
        weights.rename(folder / "pytorch_model.bin")
    elif what == "cut short":
        weights.write_bytes(weights.read_bytes()[:-100])
    elif what == "no safetensors":
        weights.write_bytes(b"PK\x03\x04 something else altogether")
    elif what == "wrong shape":
        config.write_text(json.dumps(json.loads(config.read_text()) | {"intermediate_size": 24}))
    elif what == "missing tensor":
        config.write_text(json.dumps(json.loads(config.read_text()) | {"num_hidden_layers": 4}))
    elif what == "heads":
        config.write_text(json.dumps(json.loads(config.read_text()) | {"num_attention_heads": 5}))
    elif what == "endless":
        config.write_text(json.dumps(json.loads(config.read_text()) | {"num_hidden_layers": 10**9}))


@pytest.mark.parametrize(
    ("what", "place", "said"),
    [
        ("other kind", "config.json", "model_type is None"),
        ("not JSON", "config.json", "not JSON"),
        ("no config", "tiny", "there is no config.json in it"),
        ("no tokenizer", "tiny", "there is no tokenizer.json in it"),
        ("bad tokenizer", "tokenizer.json", "get the folder again"),
        ("no weights", "tiny", "convert it"),
        ("cut short", "model.safetensors", "not a whole safetensors file"),
        ("no safetensors", "model.safetensors", "not a whole safetensors file"),
        ("wrong shape", "model.safetensors", "dense.weight has the shape [20, 12], not [24, 12]"),
        ("missing tensor", "model.safetensors", "lacks the tensor encoder.layer.3.attention.self"),
        ("heads", "config.json", "no multiple of num_attention_heads 5"),
        ("endless", "config.json", "no encoder has more than 1000"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_folder_is_said(folder: Path, what: str, place: str, said: str) -> None:
    broken(folder, what)
    with pytest.raises(DataError) as error:
        Encoder.load(folder)
    assert error.value.path and error.value.path.endswith(place)
    assert said in error.value.message


def test_a_tokenizer_that_panics_is_the_fault_of_its_file(folder: Path) -> None:
    file = folder / "tokenizer.json"
    told = json.loads(file.read_text())
    del told["post_processor"]["special_tokens"]["[CLS]"]  # what every text begins with
    file.write_text(json.dumps(told))
    with pytest.raises(DataError, match=r"tokenizer\.json: no sound tokenizer"):
        list(Encoder.load(folder).states(DOCS))


def test_a_piece_that_the_network_has_not_is_refused(folder: Path) -> None:
    file = folder / "tokenizer.json"
    told = json.loads(file.read_text())
    told["post_processor"]["special_tokens"]["[CLS]"]["ids"] = [70_000]
    file.write_text(json.dumps(told))
    with pytest.raises(DataError, match=r"tokenizer\.json: gives the piece 70000"):
        list(Encoder.load(folder).states(DOCS))


def test_wrong_settings_are_said(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="layers is 9, and the encoder has 3"):
        Encoder.load(folder, 9)
    with pytest.raises(DataError, match="there is no such folder"):
        Encoder.load(tmp_path / "nowhere")
    with pytest.raises(DataError, match=r"there is no model.onnx in it"):
        Encoder.load(folder, runtime="onnx")


def test_names_of_a_larger_network_and_of_the_first_berts_are_known(folder: Path, tmp_path: Path) -> None:
    from safetensors.numpy import load_file, save_file

    expected = next(Encoder.load(folder).states(DOCS))
    tensors = load_file(folder / "model.safetensors")
    old = {".weight": ".gamma", ".bias": ".beta"}
    renamed = {}
    for name, tensor in tensors.items():
        part = name[name.rfind(".") :]
        renamed["bert." + (name.removesuffix(part) + old[part] if "LayerNorm" in name else name)] = tensor
    save_file(renamed, folder / "model.safetensors")
    assert np.array_equal(next(Encoder.load(folder).states(DOCS)), expected)


def test_the_import_is_light() -> None:
    heavy = "{'torch', 'tokenizers', 'onnx', 'onnxruntime'}"
    code = f"import sys, corefair.models.encoders; print({heavy} & {{*sys.modules}})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "set()"


def test_other_kinds_are_run_by_transformers(tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers", reason="other kinds of encoders need transformers")
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    words = ["Ġthe", "Ġnurse", "Ġsaid", "nurse", *(f"Ġ{letter}" for letter in "abc")]
    pieces = {piece: i for i, piece in enumerate(["<s>", "<pad>", "</s>", "<unk>", *words])}
    tokenizer = Tokenizer(models.WordLevel(pieces, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    torch.manual_seed(0)
    config = transformers.RobertaConfig(
        vocab_size=len(pieces), hidden_size=12, num_hidden_layers=2, num_attention_heads=3,
        intermediate_size=20, max_position_embeddings=40, pad_token_id=1,
    )  # fmt: skip
    network = transformers.RobertaModel(config).eval()
    network.save_pretrained(tmp_path)
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    encoder = Encoder.load(tmp_path, layers=1)
    assert (
        encoder.runtime == "transformers" and encoder.window[0] == 36
    )  # 40 positions, less two and the ends
    (states,) = encoder.states([Document("d", ("the", "nurse", "said"))])
    ids = torch.tensor([[0, pieces["Ġthe"], pieces["Ġnurse"], pieces["Ġsaid"], 2]])
    with torch.inference_mode():
        theirs = network(ids, output_hidden_states=True).hidden_states
    assert states.shape == (3, 2, 12)
    assert np.allclose(states, torch.stack(theirs[:2], 2)[0, 1:-1].numpy(), atol=2e-3)  # kept in half
    with pytest.raises(DataError, match="roberta cannot be tuned"):
        encoder.tunable(1)
    with pytest.raises(DataError, match="only BERT and MPNet can be exported"):
        encoder.export(tmp_path / "graph")
