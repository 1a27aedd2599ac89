"""Weights that balance a test set: each group gets the same share of each property (Kocijan et al. 2021)."""

from corefair.weighting.balance import Balance, balance
from corefair.weighting.design import design
from corefair.weighting.properties import Property, categories, cross, numbers
from corefair.weighting.spread import spread

__all__ = ["Balance", "Property", "balance", "categories", "cross", "design", "numbers", "spread"]
