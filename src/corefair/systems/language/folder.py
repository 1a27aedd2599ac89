"""`hf:FOLDER`: a causal or masked model of Hugging Face in a local folder, run here by transformers.

Only safetensors are read, nothing is fetched, and no code from the folder is run. A masked model scores a
continuation by its pseudo-log-likelihood: each of its tokens in turn is masked while the others are seen.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from corefair.errors import DataError
from corefair.runs.content import digest
from corefair.systems.language.asking import Api
from corefair.systems.language.kept import Kept, request_key
from corefair.systems.language.model import TOP, Reply, Step, after_thought, probability


class Folder:
    """Loaded at once; one question at a time."""

    parallel = 1

    def __init__(self, path: Path | str, *, api: Api = "chat", kept: Kept | None = None) -> None:
        self.path = Path(path)
        files = sorted(file for file in self.path.glob("*") if file.is_file())
        if not (self.path / "config.json").is_file():
            raise DataError("no model: there is no config.json in this folder", path=str(path))
        if not any(file.suffix == ".safetensors" for file in files):
            raise DataError(
                "no model.safetensors in this folder: other forms of weights are not read", path=str(path)
            )
        self.name = self.path.name
        self.hash = digest(files)
        self.warnings: list[str] = []
        self._kept, self._lock = Kept() if kept is None else kept, threading.Lock()
        self._load()
        self.api: Api = api if getattr(self._tokenizer, "chat_template", None) else "completions"

    @property
    def facts(self) -> Mapping[str, str]:
        """What identifies the model: the hash of all files of its folder, its chat template among them."""
        kind = "masked, pseudo-log-likelihood" if self.masked else "causal"
        template = "the folder's own" if self.api == "chat" else "none"
        return {
            "model": self.name,
            "sha256": self.hash[:16],
            "kind": kind,
            "api": self.api,
            "template": template,
        }

    def reply(self, prompt: str, *, n_tokens: int, probabilities: bool) -> Reply:
        """Its likeliest answer to a prompt, token by token."""
        if self.masked:
            raise DataError("a masked model writes no answers: ask by likelihood (--prompt cloze)")
        key = request_key("hf", self.hash, self.api, prompt, n_tokens)
        with self._lock:
            known = self._kept.get(key)
            if known is None:
                known = self._generate(prompt, n_tokens)
                self._kept.put(key, known)
        steps = tuple(Step(token, tuple((one, value) for one, value in top)) for token, top in known["steps"])
        return Reply(str(after_thought(known["text"])), steps if probabilities else ())

    def stop(self) -> None:
        """Nothing to stop: one question at a time."""

    def rest(self) -> None:
        """Nothing to close: the model stays loaded."""

    def likelihoods(self, prompt: str, continuation: str) -> Sequence[float]:
        """The log-probability of each token of a continuation."""
        key = request_key("hf", self.hash, "likelihoods", prompt, continuation)
        with self._lock:
            known = self._kept.get(key)
            if known is None:
                score = self._masked_scores if self.masked else self._causal_scores
                values = [probability(value, of=continuation) for value in score(prompt, continuation)]
                known = {"values": values}
                self._kept.put(key, known)
        return [float(value) for value in known["values"]]

    def _load(self) -> None:
        try:
            import torch
            import transformers
        except ImportError:
            raise DataError(
                "this needs transformers and torch; install them with: pip install transformers torch"
            ) from None
        self._torch = torch
        local = {"local_files_only": True, "trust_remote_code": False}
        try:
            config = transformers.AutoConfig.from_pretrained(self.path, **local)
            named = str((config.architectures or [""])[0])
            self.masked = named.endswith("ForMaskedLM")
            kind = transformers.AutoModelForMaskedLM if self.masked else transformers.AutoModelForCausalLM
            self._tokenizer: Any = transformers.AutoTokenizer.from_pretrained(self.path, **local)
            self._model: Any = kind.from_pretrained(self.path, use_safetensors=True, **local).eval()
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise DataError(f"cannot be loaded: {error}", path=str(self.path)) from None

    def _ids(self, text: str, *, special: bool = True) -> list[int]:
        return list(self._tokenizer(text, add_special_tokens=special)["input_ids"])

    def _log_softmax(self, ids: Sequence[int], **given: Any) -> tuple[Any, Any]:
        with self._torch.inference_mode():
            out = self._model(input_ids=self._torch.tensor([list(ids)]), **given)
        return self._torch.log_softmax(out.logits[0].float(), dim=-1), getattr(out, "past_key_values", None)

    def _causal_scores(self, prompt: str, continuation: str) -> list[float]:
        before, whole = self._ids(prompt, special=False), self._ids(prompt + continuation, special=False)
        start = next((i for i, (a, b) in enumerate(zip(before, whole, strict=False)) if a != b), len(before))
        if not 0 < start < len(whole):
            raise DataError("the continuation has no token of its own after the prompt")
        scores, _ = self._log_softmax(whole)
        return [float(scores[i - 1, whole[i]]) for i in range(start, len(whole))]

    def _masked_scores(self, prompt: str, continuation: str) -> list[float]:
        encoded = self._tokenizer(prompt + continuation + ".", return_offsets_mapping=True)
        ids, places = encoded["input_ids"], encoded["offset_mapping"]
        end = len(prompt + continuation)
        mine = [i for i, (a, b) in enumerate(places) if b > a and b > len(prompt) and a < end]
        scores = []
        for at in mine:
            hidden = [self._tokenizer.mask_token_id if i == at else each for i, each in enumerate(ids)]
            scores.append(float(self._log_softmax(hidden)[0][at, ids[at]]))
        return scores

    def _generate(self, prompt: str, n_tokens: int) -> dict[str, Any]:
        if self.api == "chat":
            said = [{"role": "user", "content": prompt}]
            text = self._tokenizer.apply_chat_template(said, tokenize=False, add_generation_prompt=True)
            given = self._ids(text, special=False)
        else:
            given = self._ids(prompt)
        past, written, steps = None, list[int](), list[list[Any]]()
        stops = {self._tokenizer.eos_token_id, getattr(self._model.generation_config, "eos_token_id", None)}
        for _ in range(n_tokens):
            scores, past = self._log_softmax(given, past_key_values=past, use_cache=True)
            top = self._torch.topk(scores[-1], min(TOP, scores.shape[-1]))
            best = int(top.indices[0])
            if best in stops:
                break
            pairs = zip(top.indices.tolist(), top.values.tolist(), strict=True)
            listed = [
                [token, probability(value, of=token)]
                for i, value in pairs
                if (token := self._text([i])) is not None
            ]
            steps.append([self._text([best]), listed])
            written.append(best)
            given = [best]
        return {"text": self._text(written), "steps": steps}

    def _text(self, ids: Sequence[int]) -> str:
        return str(self._tokenizer.decode(list(ids), skip_special_tokens=False))
