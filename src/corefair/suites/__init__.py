"""Tests of coreference systems and word vectors: what each asks, and how an answer is judged."""
