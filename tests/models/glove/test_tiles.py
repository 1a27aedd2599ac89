"""Tiles: each is trained once an epoch, and those of a round share no row."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from corefair.models.glove.tiles import Tiles, n_blocks

TILES = Tiles(Path("never read"), np.arange(16 * 16 + 1))


def test_every_tile_once_and_no_block_twice_in_a_round() -> None:
    rounds = list(TILES.rounds(seed=3, epoch=7))
    assert len({tile for tiles in rounds for tile in tiles}) == 256 == sum(map(len, rounds))
    for tiles in rounds:
        words, contexts = zip(*tiles, strict=True)
        assert sorted(words) == sorted(contexts) == list(range(16))


def test_the_order_depends_on_seed_and_epoch_alone() -> None:
    first = list(TILES.rounds(seed=0, epoch=0))
    assert first == list(TILES.rounds(seed=0, epoch=0))
    assert first != list(TILES.rounds(seed=0, epoch=1)) != list(TILES.rounds(seed=1, epoch=0)) != first


def test_rows_of_a_block_fit_their_type() -> None:
    for n_words in (1, 100, 2**20, 2**20 + 1, 3 * 10**7):
        assert (n_words - 1) // n_blocks(n_words, 10**9) < 2**16
