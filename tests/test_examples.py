"""Every example runs, and says something."""

from __future__ import annotations

import importlib.util
import math
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from corefair.systems.ask import ask, ask_choices
from corefair.systems.make import make
from corefair.systems.self_test import self_test
from corefair.types import Document, Mention, Question, cluster_up

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_example(path: Path) -> None:
    command = [sys.executable, "-W", "error", str(path)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    assert len(said.stdout.splitlines()) >= 3


def test_the_scored_example_says_what_its_comments_say() -> None:
    command = [sys.executable, str(EXAMPLES / "score_two_systems.py")]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "p = 0.0078" in said  # 2 of the 256 ways to swap eight documents


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no program called node")
def test_a_system_in_javascript_is_asked_as_any_other() -> None:
    _, system = make(f"command:node {EXAMPLES / 'outside_system.mjs'}")
    docs = [
        spelt("The nurse left because she was ill ."),
        spelt("Nobody slept ."),
    ]
    answers = list(ask(system, docs))
    assert [answer.clusters for answer in answers] == [cluster_up([[(0, 2), (4, 5)]]), ()]
    assert self_test(system) == []


def spelt(text: str) -> Document:
    return Document(text, tuple(text.split()))


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_language_model_chooses_by_what_it_would_go_on_with(tmp_path: Path) -> None:
    """A small model of random numbers: what it prefers is no matter, that it is its own scores is."""
    transformers = pytest.importorskip("transformers", reason="transformers is not installed")
    tokenizers = pytest.importorskip("tokenizers")
    import torch

    words = [*spelt('The the nurse thanked surgeon because she was late . Here word means " ? |').words]
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({word: i for i, word in enumerate(words)}, unk_token="?")
    )
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="?", eos_token="|")
    torch.manual_seed(0)
    shape = {"vocab_size": len(words), "n_embd": 8, "n_layer": 1, "n_head": 1, "n_positions": 64}
    network = transformers.GPT2LMHeadModel(transformers.GPT2Config(**shape)).eval()
    network.save_pretrained(tmp_path)
    fast.save_pretrained(tmp_path)

    system = load(EXAMPLES / "huggingface_system.py").LanguageModel(model=str(tmp_path))
    doc = spelt("The nurse thanked the surgeon because she was late .")
    (picked,) = ask_choices(system, [Question(doc, Mention(6, 7), (Mention(0, 2), Mention(3, 5)))])
    assert picked.status == "ok" and picked.unit == "log-probability"
    assert sum(map(math.exp, picked.scores)) == pytest.approx(1)
    # Word by word, as the chain rule has it: of "the nurse" and "the surgeon" only the second word differs.
    prompt = fast(f'{" ".join(doc.words)} Here the word "she" means the')["input_ids"]
    with torch.no_grad():
        after = network(torch.tensor([prompt])).logits[0, -1].log_softmax(-1)
    nurse, surgeon = (float(after[words.index(word)]) for word in ("nurse", "surgeon"))
    assert picked.scores[0] - picked.scores[1] == pytest.approx(nurse - surgeon, abs=1e-5)


def test_the_wheel_has_the_examples(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling, which builds the wheel, is not installed")
    import zipfile

    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=EXAMPLES.parent, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    shipped = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("corefair/examples/")}
    here = {path for path in EXAMPLES.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    assert shipped == {f"corefair/examples/{path.relative_to(EXAMPLES).as_posix()}" for path in here}
