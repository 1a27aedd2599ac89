"""Words in context: static vectors, letters and an encoder's layers into a BiLSTM over each sentence."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from corefair.systems.span.dropout import Dropout
from corefair.systems.span.lexicon import N_AFFIXES, N_LETTERS, N_SHAPES, Lexicon
from corefair.systems.span.lstm import BiLSTM
from corefair.systems.span.reading import Batch
from corefair.systems.span.settings import Settings

_SHAPE, _AFFIX, _LETTER, _FILTERS = 8, 16, 8, 30
_WIDTHS = (3, 4, 5)  # of the character filters, in letters (Lee 2017 §8)


class Tokens(nn.Module):
    """What goes into the LSTM, which is what heads are summed of too, and what comes out of it."""

    def __init__(self, settings: Settings, lexicon: Lexicon, *, n_states: int, state_dim: int) -> None:
        super().__init__()
        self.settings = settings
        self.set_lexicon(lexicon)
        self.own = nn.Embedding(len(lexicon.own) + 2, lexicon.dim, padding_idx=0)
        self.shape = nn.Embedding(N_SHAPES, _SHAPE)
        dim = lexicon.dim + _SHAPE
        if settings.characters == "affixes":
            self.prefix, self.suffix = nn.Embedding(N_AFFIXES, _AFFIX), nn.Embedding(N_AFFIXES, _AFFIX)
            dim += 2 * _AFFIX
        elif settings.characters == "cnn":
            self.letter = nn.Embedding(N_LETTERS, _LETTER, padding_idx=0)
            self.filters = nn.ModuleList(nn.Conv1d(_LETTER, _FILTERS, width, padding=2) for width in _WIDTHS)
            dim += len(_WIDTHS) * _FILTERS
        if n_states:
            self.mix, self.scale = nn.Parameter(torch.zeros(n_states)), nn.Parameter(torch.ones(1))
            self.down = nn.Linear(state_dim, settings.context)
            dim += settings.context
        self.n_states, self.dim = n_states, dim
        self.lstm = BiLSTM(dim, settings.lstm)

    def set_lexicon(self, lexicon: Lexicon) -> None:
        """Take these static vectors; they are no weights, and nothing changes them."""
        self.static = torch.from_numpy(lexicon.vectors)
        self.static_scale = lexicon.scale

    def forward(self, batch: Batch, dropout: Dropout) -> tuple[Tensor, Tensor]:
        """The words themselves [n, dim], and in their sentences [n, 2 · lstm]."""
        rows = torch.from_numpy(batch.joined("row"))
        static = self.static.index_select(0, rows).float() / self.static_scale
        parts = [static + self.own(torch.from_numpy(batch.joined("own")))]
        parts.append(self.shape(torch.from_numpy(batch.joined("shape"))))
        if self.settings.characters == "affixes":
            parts.append(self.prefix(torch.from_numpy(batch.joined("prefix"))))
            parts.append(self.suffix(torch.from_numpy(batch.joined("suffix"))))
        elif self.settings.characters == "cnn":
            parts.append(self._spelled(batch))
        if self.n_states:
            parts.append(self._contextual(batch, dropout))
        words = dropout(torch.cat(parts, dim=1), self.settings.dropout)
        return words, dropout(self.lstm(words, batch.sentence_lengths()), self.settings.dropout)

    def _spelled(self, batch: Batch) -> Tensor:
        """The largest answer of each filter to the letters of each word."""
        letters, which = batch.letters()
        drawn = self.letter(torch.from_numpy(letters)).transpose(1, 2)  # [distinct words, _LETTER, letters]
        made = torch.cat([filters(drawn).amax(2) for filters in self.filters], dim=1)
        return torch.relu(made).index_select(0, torch.from_numpy(which))

    def mixed(self, states: Tensor) -> Tensor:
        """An encoder's layers mixed by learned weights, as Lee 2018 mixes ELMo's: [n, state_dim]."""
        weights = self.mix.softmax(0) * self.scale
        return torch.einsum("nld,l->nd", states.float(), weights)

    def _contextual(self, batch: Batch, dropout: Dropout) -> Tensor:
        states = torch.cat([_tensor(text.states) for text in batch.texts if text.states is not None])
        made: Tensor = self.down(dropout(self.mixed(states), self.settings.dropout))
        return made


def _tensor(states: np.ndarray | Tensor) -> Tensor:
    """States from the cache are mapped from a file and may not be written to: torch wants its own."""
    return torch.from_numpy(np.array(states)) if isinstance(states, np.ndarray) else states
