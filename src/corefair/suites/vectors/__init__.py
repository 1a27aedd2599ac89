"""Tests of word vectors: how much gender do they hold, and what are they still good for?"""
