"""The floor that every learned system is trained on: corpora, what is made of them once, and one loop."""
