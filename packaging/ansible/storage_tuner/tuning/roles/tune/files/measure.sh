#!/bin/sh
# Resumes the interrupted measurement in this file's folder, or begins one of TARGET; returns at once if
# there is a result. Standard error of the program, with its progress, goes to the file "progress".
# Usage: measure TARGET [OPTION…]    the options are those of storage-tuner tune
set -eu
cd "$(dirname "$0")"
[ ! -e report/results.json ] || exit 0
export XDG_DATA_HOME="$PWD/data" LANGUAGE=en LC_ALL=C.UTF-8

tune() {
    code=0
    storage-tuner tune "$@" --yes --report unfinished --language en --json --progress json \
        >document.json 2>progress || code=$?
}

# Exit code 2: nothing to resume, or it can't be resumed
tune --resume
[ "$code" -ne 2 ] || tune "$@"
[ "$code" -eq 0 ] || {
    grep -v '^{"time"' progress >&2 || :
    exit "$code"
}
mv unfinished report
echo measured
