"""The span network: end-to-end (Lee 2017) and coarse-to-fine (Lee 2018) as presets of one small module."""
