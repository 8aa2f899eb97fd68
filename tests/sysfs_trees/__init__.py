"""Computers that don't exist: folders with the files that Linux would show in sys, proc and run.

Formats as documented in Documentation/ABI/{stable,testing}/sysfs-block*, admin-guide/md.rst, and
as recorded in tests/data/sysfs. Numbers and names are invented.
"""
