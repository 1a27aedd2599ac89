"""The geometry of word vectors: directions, neighbours, projections; what measures and mitigators share."""
