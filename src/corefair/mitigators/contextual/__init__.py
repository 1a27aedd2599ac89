"""Mitigation on the side of an encoder: what is learned of words in sentences, and taken out of their states.

sentences.py  gendered and other words in sentences that say no gender, or as they occur in a corpus
fitting.py    a mitigator of vectors, fitted to the states of these words, made a projection of the encoder's
"""
