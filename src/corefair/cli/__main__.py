"""`python -m corefair.cli`, the same as `corefair`."""

from corefair.cli import main

main(prog_name="corefair")
