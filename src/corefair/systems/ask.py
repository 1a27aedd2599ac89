"""Ask a system: one answer a document, whatever happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from corefair.types import Answer, Document


def ask(system: Any, docs: Iterable[Document], n_docs: int) -> Iterator[Answer]:
    """The system's answers; a document it does not answer, for whatever reason, is answered with an error."""
    count = 0
    problem = "the system stopped before this document"
    try:
        answers = system.answers(docs) if hasattr(system, "answers") else map(Answer, system.resolve(docs))
        for answer in islice(answers, n_docs):
            count += 1
            yield answer
    except Exception as error:  # noqa: BLE001  # whatever a system raises is its answer, not our end
        problem = f"{type(error).__name__}: {error}"
    for _ in range(count, n_docs):
        yield Answer(status="error", message=problem)
