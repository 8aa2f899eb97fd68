"""The root process of Storage Tuner: few, typed, checked operations. Imports nothing from the
app."""

__version__ = "0.1.0"
