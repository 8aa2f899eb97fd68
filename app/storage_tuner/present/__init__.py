"""Turns values into blocks of text, once; the window, the terminal
and the reports render them. No Qt, no file formats."""
