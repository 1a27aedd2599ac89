"""`corefair train e2e`, `c2f-static`, `c2f`: the presets of the span network."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from corefair.errors import DataError
from corefair.registry import trainers
from corefair.systems.span.trainer import SpanTrainer, Tuning

if TYPE_CHECKING:
    from corefair.models.encoders import Encoder


@trainers.register("c2f-static")
@dataclass(frozen=True, kw_only=True)
class C2FStatic(SpanTrainer):
    """Coarse-to-fine (Lee 2018) on static vectors alone: what they carry is what one exchanges."""


@trainers.register("e2e")
@dataclass(frozen=True, kw_only=True)
class E2E(SpanTrainer):
    """End-to-end (Lee 2017): the nearest spans are the candidates, on static vectors alone."""

    antecedents: Literal["distance", "coarse"] = "distance"
    max_antecedents: int = 80
    max_width: int = 10


@trainers.register("c2f")
@dataclass(frozen=True, kw_only=True)
class C2F(SpanTrainer):
    """Coarse-to-fine (Lee 2018) on static vectors and a contextual encoder, mixed over its layers.

    The encoder is frozen; `tune` lets its top layers learn too, in the last epochs. A `projection` takes
    directions out of its states, in training and after it. Where no encoder is named it learns on static
    vectors alone, and says so.
    """

    encoder: Path | None = None  # the folder of an encoder of BERT or MPNet kind
    layers: int | None = None  # of the encoder; by default all
    precision: Literal["float32", "bfloat16"] = "float32"  # of the encoder's linear maps
    projection: Path | None = None  # directions to take out of the encoder's states, in a folder
    tune: int = 0  # top layers of the encoder that learn too
    tune_epochs: int = 3  # of the last epochs, in which they do
    tune_rate: float = 5e-5  # and at what rate in the first of these, falling to 3 % of it in the last
    false_new: float = 1.0  # what it costs to call a mention new that is not

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("tune", "tune_epochs", "tune_rate"):
            if not 0 <= getattr(self, name) < float("inf"):
                raise DataError(f"{name} must be 0 or more, not {getattr(self, name)}")
        for name in ("layers", "projection", "tune"):
            if self.encoder is None and getattr(self, name):
                raise DataError(f"{name} is for an encoder: name the folder of one, as in encoder=FOLDER")

    def load_encoder(self) -> Encoder | None:
        """The encoder in the folder that is named."""
        if self.encoder is None:
            return None
        from corefair.models.encoders import Encoder

        return Encoder.load(self.encoder, self.layers, precision=self.precision, projection=self.projection)

    def tuning(self) -> Tuning:
        """What of it learns."""
        return Tuning(self.tune, self.tune_epochs, self.tune_rate)

    def notes(self) -> tuple[str, ...]:
        """What whoever trained it should know."""
        if self.encoder is not None:
            return ()
        return (
            "no encoder was named (encoder=FOLDER): it learned on static vectors alone, as c2f-static does",
        )
