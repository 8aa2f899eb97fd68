"""Storage Tuner: finds out by measurement how a disk should be set up, and sets it up."""

__version__ = "0.1.0"
