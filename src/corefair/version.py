"""The version, which every file that corefair writes names."""

__version__ = "0.1.0"
