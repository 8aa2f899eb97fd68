"""Our saved data: result files, tables of runs, and the folder sessions are kept in."""
