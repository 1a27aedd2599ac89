"""From `openai:MODEL@URL`, `gguf:FILE` or `hf:FOLDER` to choosers, one a prompt, that share the model."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from corefair.errors import DataError, UnknownName
from corefair.systems.language.budget import Budget
from corefair.systems.language.chooser import LanguageChooser, Normalised
from corefair.systems.language.forms import Api, Scoring
from corefair.systems.language.kept import Kept
from corefair.systems.language.model import LanguageModel
from corefair.systems.language.prompts import prompts_of

KINDS = ("openai", "gguf", "hf")
KEPT = "requests.sqlite"


@dataclass(frozen=True)
class Asking:
    """How language models are asked: by which prompts, how many requests at once, and what may be spent."""

    prompts: tuple[str, ...] = ()  # by name; `options` where there are none
    prompt_file: Path | None = None  # of the user's own
    api: Api = "chat"
    scoring: Scoring = "echo"  # of an endpoint, for prompts of the way `likelihood`
    normalised: Normalised = "no"
    concurrency: int = 10
    max_requests: int | None = None
    max_tokens: int | None = None
    timeout: float = 60.0
    key_name: str | None = None  # the environment variable that holds the key

    def __post_init__(self) -> None:
        for what, value, known in (("api", self.api, Api), ("scoring", self.scoring, Scoring)):
            if value not in get_args(known):
                raise UnknownName(what, value, get_args(known))


def language_choosers(
    kind: str, rest: str, asking: Asking | None = None, *, store: Path | None = None
) -> list[LanguageChooser]:
    """One chooser a prompt; with `store`, a folder, answers are kept there by their requests."""
    asking = asking or Asking()
    prompts = prompts_of(asking.prompts, file=asking.prompt_file)
    kept = Kept(store / KEPT if store else None)
    model = _model(kind, rest, asking, kept)
    return [LanguageChooser(model, prompt, normalised=asking.normalised) for prompt in prompts]


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
        budget=Budget(requests=asking.max_requests, tokens=asking.max_tokens),
        kept=kept,
        key_name=asking.key_name,
    )
