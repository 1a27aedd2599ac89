"""The mention-ranking network on word vectors (Clark & Manning 2016), trained with `corefair train`."""
