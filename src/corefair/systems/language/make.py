"""From `openai:MODEL@URL`, `gguf:FILE` or `hf:FOLDER` to choosers, one a prompt, that share the model."""

from __future__ import annotations

from pathlib import Path

from corefair.errors import DataError
from corefair.systems.language.asking import Asking
from corefair.systems.language.chooser import LanguageChooser
from corefair.systems.language.kept import Kept
from corefair.systems.language.model import LanguageModel
from corefair.systems.language.prompts import prompts_of

KEPT = "requests.sqlite"


def language_choosers(
    kind: str, rest: str, asking: Asking | None = None, *, store: Path | None = None
) -> list[LanguageChooser]:
    """One chooser a prompt; with `store`, a folder, answers are kept there by their requests."""
    asking = asking or Asking()
    prompts = prompts_of(asking.prompts, file=asking.prompt_file)
    kept = Kept(store / KEPT if store else None)
    model = _model(kind, rest, asking, kept)
    return [
        LanguageChooser(model, prompt, normalised=asking.normalised, answer_tokens=asking.answer_tokens)
        for prompt in prompts
    ]


def _model(kind: str, rest: str, asking: Asking, kept: Kept) -> LanguageModel:
    if kind == "gguf":
        from corefair.systems.language.gguf import Gguf

        return Gguf(rest, api=asking.api, kept=kept)
    if kind == "hf":
        from corefair.systems.language.folder import Folder

        return Folder(rest, api=asking.api, kept=kept)
    from corefair.systems.language.endpoint import Endpoint

    name, at, url = rest.partition("@http")
    if not name or not at:
        raise DataError(f"openai:{rest} names no model and address: write openai:MODEL@https://HOST/v1")
    return Endpoint(
        name,
        f"http{url}",
        api=asking.api,
        scoring=asking.scoring,
        concurrency=asking.concurrency,
        timeout=asking.timeout,
        budget=asking.budget,
        kept=kept,
        key_name=asking.key_name,
    )
