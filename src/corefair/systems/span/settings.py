"""What a span network is made of: the sizes and switches that are kept with its weights."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Literal

from corefair.errors import DataError
from corefair.types import Json


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Sizes and switches of the network; the presets differ in these alone."""

    antecedents: Literal["distance", "coarse"] = (
        "coarse"  # which are scored: the nearest, or those of a cheap score
    )
    max_antecedents: int = 30  # how many are scored by the last layer
    depth: int = 1  # times that antecedents are scored, span vectors refined between (Lee 2018)
    max_width: int = 16  # words of a span
    ratio: float = 0.4  # spans kept a word
    floor: int = (
        12  # spans kept of however short a text; it moves the bias figure, so it is kept with the model
    )
    lstm: int = 200  # units of the BiLSTM, each way
    mention: int = 160  # units of the layer that scores spans
    span: int = 256  # numbers of a span's vector
    pair: int = 160  # units of the layer that scores pairs
    context: int = 256  # numbers that an encoder's mixed layer is drawn down to
    characters: Literal["affixes", "cnn", "none"] = "affixes"  # what is read of a word's letters
    match: bool = True  # whether pairs know that their words are alike
    dropout: float = 0.35  # of what goes into the LSTM and comes out of it

    def __post_init__(self) -> None:
        for name in ("max_antecedents", "depth", "max_width", "floor", "lstm", "mention", "span", "pair"):
            if getattr(self, name) < 1:
                raise DataError(f"{name} must be 1 or more, not {getattr(self, name)}")
        if not 0 < self.ratio <= 1:
            raise DataError(f"ratio is spans kept a word, above 0 and at most 1, not {self.ratio}")
        if not 0 <= self.dropout < 1:
            raise DataError(f"dropout is a share below 1, not {self.dropout}")
        if self.depth > 3:
            raise DataError(f"depth is 1, 2 or 3, not {self.depth}")

    def as_json(self) -> dict[str, Json]:
        """For a card."""
        return asdict(self)


NAMES = tuple(each.name for each in fields(Settings))


def settings_of(thing: object) -> Settings:
    """The settings among the fields of something that has more of them."""
    return Settings(**{name: getattr(thing, name) for name in NAMES})
