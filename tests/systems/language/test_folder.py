"""`hf:` with tiny models of random weights, causal and masked; `gguf:` with a file that is named."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

import corefair
from corefair.errors import DataError, MissingExtra
from corefair.systems.language.chooser import LanguageChooser
from corefair.systems.language.endpoint import Endpoint
from corefair.systems.language.gguf import Gguf
from corefair.systems.language.kept import Kept
from corefair.systems.language.prompts import prompts_of
from corefair.types import Document, Mention, Question

WORDS = ("The", "nurse", "told", "the", "engineer", "that", "she", "slept", ".")
QUESTION = Question(Document("d", WORDS), Mention(6, 7), (Mention(0, 2), Mention(3, 5)))
FILE = os.environ.get("COREFAIR_GGUF")


def saved(kind: str, folder: Path) -> Any:
    """A tiny model with random weights, saved as transformers does."""
    transformers = pytest.importorskip("transformers")
    torch = pytest.importorskip("torch")
    from tokenizers import Tokenizer, models, pre_tokenizers

    names = ["<pad>", "<unk>", "<mask>", "<s>", "</s>"]
    words = [*dict.fromkeys(word.lower() for word in WORDS), "in", "text", "above", "means", ",", '"', "*"]
    tokenizer = Tokenizer(models.WordLevel({each: i for i, each in enumerate([*names, *words])}, "<unk>"))
    from tokenizers import normalizers

    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="<pad>",
        unk_token="<unk>",
        mask_token="<mask>",
        eos_token="</s>",
    )
    torch.manual_seed(0)
    size = {"vocab_size": len(names) + len(words)}
    if kind == "causal":
        settings = transformers.GPT2Config(**size, n_embd=16, n_layer=1, n_head=2, n_positions=64)
        model = transformers.GPT2LMHeadModel(settings)
    else:
        settings = transformers.BertConfig(
            **size, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16
        )
        model = transformers.BertForMaskedLM(settings)
    model.save_pretrained(folder)
    fast.save_pretrained(folder)
    return model.eval(), fast


@pytest.mark.parametrize("kind", ["causal", "masked"])
def test_likelihoods_are_those_of_the_model(kind: str, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    model, tokenizer = saved(kind, tmp_path)
    from corefair.systems.language.folder import Folder

    mine = Folder(tmp_path)
    assert mine.masked == (kind == "masked") and mine.facts["sha256"] == mine.hash[:16]
    given = list(mine.likelihoods("the nurse told", " the engineer"))
    text = "the nurse told the engineer" + ("." if kind == "masked" else "")
    ids = tokenizer(text)["input_ids"]
    wanted = []
    for at in (3, 4):
        shown = list(ids)
        if kind == "masked":
            shown[at] = tokenizer.mask_token_id
        with torch.inference_mode():
            scores = torch.log_softmax(model(torch.tensor([shown])).logits[0].float(), -1)
        wanted.append(float(scores[at if kind == "masked" else at - 1, ids[at]]))
    assert given == pytest.approx(wanted, abs=1e-5)
    chooser = LanguageChooser(mine, prompts_of(["cloze"])[0])
    (picked,) = chooser.choose([QUESTION])
    assert picked.status == "ok" and len(picked.scores) == 2
    options = LanguageChooser(mine, prompts_of(["options"])[0])
    (picked,) = options.choose([QUESTION])
    if kind == "masked":
        assert picked.status == "error" and "writes no answers" in picked.message
    else:
        assert picked.status in ("ok", "error")  # random words may begin with neither
        assert mine.reply("the nurse", n_tokens=3, probabilities=True).steps


def test_folders_and_files_that_are_no_model(tmp_path: Path) -> None:
    from corefair.systems.language.folder import Folder

    with pytest.raises(DataError, match=r"no config.json"):
        Folder(tmp_path)
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "pytorch_model.bin").write_bytes(b"\x80")
    with pytest.raises(DataError, match="other forms of weights are not read"):
        Folder(tmp_path)
    with pytest.raises(DataError, match="no such file"):
        Gguf(tmp_path / "none.gguf")
    with pytest.raises(DataError, match="no GGUF file"):
        Gguf(tmp_path / "config.json")


def test_what_is_not_installed_is_said_before_anything_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("xllamacpp", "transformers", "torch"):
        monkeypatch.setitem(sys.modules, name, None)
    (tmp_path / "m.gguf").write_bytes(b"GGUF")
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "model.safetensors").write_bytes(b"")
    with pytest.raises(MissingExtra, match=r"xllamacpp; install it with: pip install 'corefair\[llm\]'"):
        corefair.audit(f"gguf:{tmp_path / 'm.gguf'}", ["participants"], sample=1)
    with pytest.raises(DataError, match="pip install transformers torch"):
        corefair.audit(f"hf:{tmp_path}", ["participants"], sample=1)


def test_a_file_that_cannot_be_loaded_is_said_before_anything_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def server(params: object) -> None:
        raise RuntimeError("tensor data is not within the file bounds")

    library = SimpleNamespace(CommonParams=MagicMock, Server=server)
    monkeypatch.setitem(sys.modules, "xllamacpp", library)
    (tmp_path / "m.gguf").write_bytes(b"GGUF")
    with pytest.raises(DataError, match=r"m\.gguf: cannot be loaded: .*file bounds"):
        corefair.audit(f"gguf:{tmp_path / 'm.gguf'}", ["participants"], sample=1)


@pytest.mark.skipif(not FILE, reason="COREFAIR_GGUF names no model file")
def test_a_file_and_its_server_give_the_same_answers(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("xllamacpp")
    model = Gguf(FILE or "", kept=Kept())
    for name in ("options", "cloze"):
        prompt = prompts_of([name])[0]
        (here,) = LanguageChooser(model, prompt).choose([QUESTION])
        served = Endpoint(model.name, f"{model.address}/v1", scoring="grammar", timeout=300)
        (there,) = LanguageChooser(served, prompt).choose([QUESTION])
        assert here.status == there.status == "ok" and here.takes == there.takes
        # What is kept of earlier prompts is computed in other batches, so the last digits differ.
        assert here.scores == pytest.approx(there.scores, abs=0.1) and here.best() == there.best()
    said = capfd.readouterr()
    assert said.out == said.err == ""  # the library's own log is no news
