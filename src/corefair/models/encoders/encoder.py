"""An encoder in a folder: the states of words in their text, for a resolver to read or to train through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sized
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.models.encoders.caching import Half, kept
from corefair.models.encoders.config import CONFIG, KINDS, Config, read_config
from corefair.models.encoders.onnx_run import GRAPH, export, exported
from corefair.models.encoders.onnx_run import runner as onnx_runner
from corefair.models.encoders.pieces import OVERLAP, TOKENIZER, WINDOW, Owned, Pieces, WordPieces
from corefair.models.encoders.projection import Projection
from corefair.models.encoders.transformers_run import installed
from corefair.models.encoders.weights import WEIGHTS, check_weights
from corefair.runs.cache import Unusable, folder_of
from corefair.runs.content import content_of
from corefair.types import Document, Said

if TYPE_CHECKING:
    from corefair.models.encoders.tuning import Feed, Top

Precision = Literal["float32", "bfloat16"]
Runtime = Literal["torch", "onnx", "transformers"]
_ENDS = 2  # special pieces around a window
_LARGEST = float(np.finfo(np.float16).max)  # of states, which are kept in half precision


class Run(Protocol):
    """What runs a network over one window."""

    def __call__(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """Pieces [n], the special ones included, to states [n, n_states, dim]."""
        ...


@dataclass(frozen=True, eq=False)
class Encoder:
    """A network of BERT or MPNet kind, or one that transformers runs; its first `layers` layers are.

    Weights are read when a text comes that is not in the cache; `load` looks at their names and shapes.
    """

    folder: Path
    config: Config
    layers: int
    sha256: str  # of all files in the folder that a state depends on
    precision: Precision = "float32"
    runtime: Runtime = "torch"
    source: str = ""  # the SHA-256 of the folder that a graph was made from, else our own
    projection: Projection | None = None  # what is taken out of every state

    @classmethod
    def load(
        cls,
        folder: Path | str,
        layers: int | None = None,
        *,
        runtime: Runtime | None = None,
        precision: Precision = "float32",
        projection: Projection | Path | str | None = None,
    ) -> Encoder:
        """The encoder in a folder with `config.json`, `tokenizer.json` and `model.safetensors`.

        A folder that `export` wrote has a graph in place of the last, and is run by ONNX Runtime. Kinds other
        than BERT and MPNet are run by transformers, where it is installed.

        `layers` is how many to run, by default all. `precision="bfloat16"` computes the linear maps in that
        type: faster where the processor has it, and a little less exact (docs/encoders.md). A `projection`,
        or the folder of one, is taken out of the states wherever they are asked for.
        """
        folder = Path(folder)
        if not folder.is_dir():
            what = "is a file, not the folder of an encoder" if folder.exists() else "there is no such folder"
            raise DataError(what, path=str(folder))
        config = read_config(folder, others=installed())
        has_graph = (folder / GRAPH).is_file()
        runtime = runtime or ("onnx" if has_graph else "torch" if config.kind in KINDS else "transformers")
        if runtime == "torch" and config.kind not in KINDS:
            raise DataError(f"is of the kind {config.kind}, which transformers runs alone", path=str(folder))
        if runtime == "onnx" and not has_graph:
            message = f"there is no {GRAPH} in it: write one with Encoder.load(folder).export(another)"
            raise DataError(message, path=str(folder))
        here, source = exported(folder) if runtime == "onnx" else (config.n_layers, "")
        n_layers = here if layers is None else layers
        if not 0 <= n_layers <= here:
            raise DataError(f"layers is {layers}, and the encoder has {here}", path=str(folder))
        if precision not in ("float32", "bfloat16"):
            raise DataError(f"precision is {precision!r}, and must be float32 or bfloat16")
        if precision != "float32" and runtime == "transformers":
            raise DataError(f"precision is {precision!r}, which is for BERT and MPNet: leave it out")
        _check_tokenizer(WordPieces(folder), config)
        if runtime == "torch":
            check_weights(folder, config, n_layers)
        sha256 = _sha256(folder, GRAPH if runtime == "onnx" else WEIGHTS)
        encoder = cls(folder, config, n_layers, sha256, precision, runtime, source or sha256)
        return encoder if projection is None else encoder.projected(projection)

    def projected(self, projection: Projection | Path | str) -> Encoder:
        """The same encoder with directions taken out of its states, which were learned on it."""
        if not isinstance(projection, Projection):
            projection = Projection.load(Path(projection))
        if projection.encoder != self.source:
            message = "the projection was learned on the states of another encoder: learn it on this one"
            raise DataError(message, path=str(self.folder))
        return replace(self, projection=projection)

    @property
    def name(self) -> str:
        """What the folder is called."""
        return self.folder.resolve().name

    @property
    def dim(self) -> int:
        """How many numbers a state has."""
        return self.config.dim

    @property
    def n_states(self) -> int:
        """How many states a word has: that of the embedding layer, and one for each layer that is run."""
        return 1 + self.layers

    def states(self, docs: Iterable[Document], progress: Said | None = None) -> Iterator[Half]:
        """For each document, in order, the states of its words [n_words, n_states, dim], in float16.

        A word has the mean of its pieces. Long texts are encoded in windows of 384 pieces that share 96, and
        a word is taken from the one where it has most text around it. Each document is computed by itself, so
        its states do not depend on what else was asked for, and is kept in the cache: one that was asked for
        before is only looked up. Arrays are read-only where they are mapped.
        """
        total = len(docs) if isinstance(docs, Sized) else 0
        for done, doc in enumerate(docs):
            if progress:
                progress("documents encoded", done, total)
            yield self._states(doc)

    def tunable(self, n_top: int, *, dropout: float = 0.1) -> Top:
        """The top layers as a torch module whose parameters can be trained; `feeds` gives what goes in."""
        from corefair.models.encoders.tuning import top_of

        return top_of(self, n_top, dropout=dropout)

    def feeds(self, docs: Iterable[Document], n_top: int, progress: Said | None = None) -> Iterator[Feed]:
        """For each document what the top layers need: states of words and pieces below, from the cache."""
        from corefair.models.encoders.tuning import feed_of

        below = self.below(n_top)
        total = len(docs) if isinstance(docs, Sized) else 0
        for done, doc in enumerate(docs):
            if progress:
                progress("documents encoded", done, total)
            yield feed_of(below, doc)

    def below(self, n_top: int) -> Encoder:
        """The same encoder without its top layers."""
        if not 1 <= n_top <= self.layers:
            message = f"n_top is {n_top}, and must be from 1 to {self.layers}, the layers that are run"
            raise DataError(message, path=str(self.folder))
        if self.runtime != "torch":
            graph = self.runtime == "onnx"
            what = "a graph cannot be tuned: load the folder it was made from"
            message = what if graph else f"{self.config.kind} cannot be tuned, only BERT and MPNet can"
            raise DataError(message, path=str(self.folder))
        if self.projection:
            message = "tuning would learn again what the projection takes out: load it without one"
            raise DataError(message, path=str(self.folder))
        return replace(self, layers=self.layers - n_top)

    def export(self, folder: Path | str, *, quantise: bool = True) -> Encoder:
        """Write the layers that are run as a graph for ONNX Runtime to a folder, and load it from there.

        With `quantise` the linear maps are computed in int8, two to three times as fast and less exact
        (docs/encoders.md has both measured); without it states are the same to about 1e-4.
        """
        if self.runtime != "torch":
            graph = self.runtime == "onnx"
            what = "is an exported encoder already" if graph else "only BERT and MPNet can be exported"
            raise DataError(what, path=str(self.folder))
        export(self, Path(folder), int8=quantise)
        return type(self).load(folder)

    @cached_property
    def word_pieces(self) -> WordPieces:
        """Its tokenizer."""
        return WordPieces(self.folder)

    @property
    def key(self) -> Mapping[str, str | int]:
        """All that a state depends on, beside the words."""
        window, overlap = self.window
        return {
            "encoder": self.sha256,
            "layers": self.layers,
            "run": self.precision if self.runtime == "torch" else self.runtime,
            "window": window,
            "overlap": overlap,
            **({"projection": self.projection.sha256} if self.projection else {}),
        }

    @property
    def window(self) -> tuple[int, int]:
        """How many pieces are encoded together, and how many two windows share."""
        size = min(WINDOW, self.config.longest - _ENDS)
        return size, min(OVERLAP, size // 4)

    def encoded(self, pieces: Pieces) -> Iterator[tuple[Owned, NDArray[np.float32]]]:
        """Each window, and the states of its pieces [n, n_states, dim], the special ones first and last."""
        before, after = self.word_pieces.ends
        for window in pieces.windows(*self.window):
            ids = np.array([before, *pieces.ids[window.start : window.end], after], np.int64)
            if ids.max() >= self.config.n_pieces:
                message = f"gives the piece {ids.max()}, and config.json says {self.config.n_pieces:,} pieces"
                path = str(self.word_pieces.path)
                raise DataError(f"{message}: the two are not of one model", path=path)
            found = self._run(ids)
            if not (np.abs(found) <= _LARGEST).all():  # nor is any of them not a number
                message = f"its states are no numbers of at most {_LARGEST:,.0f}: the weights are damaged"
                raise DataError(message, path=str(self.folder))
            yield window, found

    def _states(self, doc: Document) -> Half:
        if not doc.words:
            return np.empty((0, self.n_states, self.dim), np.float16)

        def compute() -> Iterator[Mapping[str, Half]]:
            pieces = self.word_pieces.pieces(doc.words)
            for window, found in self.encoded(pieces):
                means = word_means(pieces, window, found)
                words = doc.words[window.first : window.last]
                yield {"words": self.projection(means, words) if self.projection else means}

        return kept({**self.key, "what": "words"}, doc.words, compute)["words"]

    @cached_property
    def _run(self) -> Run:
        if self.runtime == "onnx":
            return cast(Run, onnx_runner(self))
        if self.runtime == "transformers":
            from corefair.models.encoders.transformers_run import runner as transformers_runner

            return cast(Run, transformers_runner(self))
        from corefair.models.encoders.torch_run import runner

        return cast(Run, runner(self))


def word_means(pieces: Pieces, window: Owned, found: NDArray[np.float32]) -> Half:
    """The mean over the pieces of each word that a window owns [n_words, n_states, dim]."""
    word_of, skipped = pieces.word_of(window)
    if not len(word_of):  # words longer than a window are all that is in it
        return np.empty((0, *found.shape[1:]), np.float16)
    counts = np.bincount(word_of)
    rows = found[1 + skipped : 1 + skipped + len(word_of)]
    sums = np.add.reduceat(rows, np.cumsum([0, *counts[:-1]]), axis=0)
    means: Half = (sums / counts[:, None, None]).astype(np.float16)
    return means


def _sha256(folder: Path, numbers: str) -> str:
    notes = None
    with suppress(Unusable):
        notes = folder_of("encoder-seen")
    return content_of([folder / name for name in (CONFIG, TOKENIZER, numbers)], notes=notes).sha256


def _check_tokenizer(tokenizer: WordPieces, config: Config) -> None:
    if len(tokenizer) > config.n_pieces:
        message = f"has {len(tokenizer):,} pieces, and config.json says {config.n_pieces:,}"
        raise DataError(f"{message}: the two are not of one model", path=str(tokenizer.path))
