"""From what a card says of a span network to the network itself, and to its encoder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corefair.errors import DataError, MissingExtra
from corefair.systems.span.lexicon import Lexicon
from corefair.systems.span.settings import NAMES, Settings
from corefair.types import Json

if TYPE_CHECKING:
    from torch import Tensor

    from corefair.models.encoders import Encoder
    from corefair.models.encoders.projection import Projection
    from corefair.models.encoders.tuning import Tuned
    from corefair.systems.span.network import SpanNetwork


@dataclass(frozen=True)
class Scheme:
    """How a corpus is annotated, as far as it is known from its training documents."""

    name: str
    singletons: bool


def new_network(
    settings: Mapping[str, Json], lexicon: Lexicon, genres: Sequence[str], schemes: Sequence[Scheme]
) -> SpanNetwork:
    """A network with the sizes of a card, its weights drawn by torch's own generator."""
    try:
        from corefair.systems.span.network import SpanNetwork
    except ModuleNotFoundError as error:
        raise MissingExtra(str(error.name), extra="torch") from None
    chosen: dict[str, Any] = {name: settings[name] for name in NAMES}
    states: Any = settings.get("states") or [0, 0]
    return SpanNetwork(Settings(**chosen), lexicon, n_genres=len(genres), n_corpora=len(schemes),
                       n_states=states[0], state_dim=states[1])  # fmt: skip


def encoder_of(
    settings: Mapping[str, Json],
    folder: Path | None = None,
    *,
    tuned: Mapping[str, Tensor] | None = None,
    projection: Projection | None = None,
) -> Encoder | Tuned | None:
    """The encoder that a model was trained with, from where it was then, or from the folder that is named.

    With the weights of its top layers where these were trained, and without the directions of a projection.
    """
    about: Any = settings.get("encoder")
    if about is None:
        if folder is not None or projection is not None:
            raise DataError("the model was trained without an encoder: there is none to exchange or project")
        return None
    from corefair.models.encoders import Encoder

    place = folder or Path(about["folder"])
    if not place.is_dir():
        message = (
            f"the model needs the encoder {about['name']}, and there is no such folder: name where it is, "
        )
        raise DataError(message + "as in MODEL/:encoder=FOLDER", path=str(place))
    found = Encoder.load(place, about["layers"], precision=about["precision"], projection=projection)
    if found.sha256 != about["sha256"]:
        raise DataError("holds another encoder than the one the model was trained with", path=str(place))
    if tuned is None:
        return found
    from corefair.models.encoders.tuning import Tuned

    n_top: Any = settings["tune"]
    top = found.tunable(n_top)
    top.load_state_dict(tuned)
    return Tuned(found, top)
