"""Where work is done: threads of this process, code compiled by Numba, processes here or on a cluster."""
