"""Shared definitions of the application and its helper. Pure values: no I/O, standard library only.
The helper still checks everything that reaches it."""
