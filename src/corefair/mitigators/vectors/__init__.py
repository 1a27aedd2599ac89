"""What makes word vectors less biased: each learns a change from embeddings, and the change makes a copy."""
