"""Systems outside: programs, Python classes, and answers that were written before."""
