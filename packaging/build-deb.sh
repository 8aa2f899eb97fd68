#!/bin/sh
# Builds the Debian package for Debian 12, Debian 13 and Ubuntu 24.04. The build is reproducible.
# Usage: packaging/build-deb.sh [FOLDER]    writes storage-tuner_VERSION_amd64.deb (default: out)
#
# DPKG_DEB_COMPRESSOR_TYPE and DPKG_DEB_COMPRESSOR_LEVEL (dpkg-deb(1)) select another compression
# than the one that is shipped, such as a fast one for trying a package.
#
# Includes the packages in packaging/vendored, from wheels whose hashes are in requirements/run.txt;
# they are cached in ~/.cache/storage-tuner-tests.
set -eu
umask 022
here=$(dirname "$(dirname "$(readlink -f "$0")")")
destination=$(readlink -m "${1:-$here/out}")
wheels=${XDG_CACHE_HOME:-$HOME/.cache}/storage-tuner-tests/wheels
. "$here/setup/prepare.sh"

main() {
    prepare run
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    root=$work/root
    changelog=$here/packaging/debian/changelog
    version=$(sed -n '1s/.*(\(.*\)).*/\1/p' "$changelog")
    SOURCE_DATE_EPOCH=$(date --date "$(sed -n 's/^ -- .*>  //p' "$changelog" | head -n 1)" +%s)
    export SOURCE_DATE_EPOCH

    get_wheels
    unpack_wheels
    "$here/packaging/install" "$root" "$environment/bin/python"
    install_vendored
    install_documents
    install_for_debian
    write_control
    build
}

# All required wheels in their locked versions, from the cache if possible.
get_wheels() {
    mkdir -p "$wheels"
    for kind in abi3 any; do
        lock_of $kind >"$work/$kind.txt"
        fetch $kind --no-index --find-links "$wheels" 2>/dev/null || fetch "$kind" ||
            fail "Downloading the wheels in requirements/run.txt failed. Fix the error above," \
                "then try again."
    done
}

# vendored_names abi3|any
vendored_names() {
    sed -n "s/^\([a-z0-9-]*\) $1\$/\1/p" "$here/packaging/vendored"
}

# The lock's entries of one kind, with their hashes.
lock_of() {
    for name in $(vendored_names "$1"); do
        sed -n "/^$name==/,/^ *#/p" "$here/requirements/run.txt" | sed -e '/^ *#/d' -e '$s/\\$//'
    done
}

# fetch abi3|any OPTION…
fetch() {
    kind=$1
    shift
    case $kind in
        abi3) set -- "$@" --implementation cp --abi abi3 --platform manylinux_2_34_x86_64 ;;
        any) set -- "$@" --implementation py --abi none --platform any ;;
    esac
    mkdir -p "$work/wheels"
    "$environment/bin/python" -m pip download --quiet --no-input --disable-pip-version-check \
        --no-deps --only-binary :all: --require-hashes --python-version 3.11 "$@" \
        --dest "$work/wheels" --requirement "$work/$kind.txt" >&2 &&
        cp -n "$work/wheels"/*.whl "$wheels"
}

unpack_wheels() {
    for wheel in "$work/wheels"/*.whl; do
        "$environment/bin/python" -m zipfile -e "$wheel" "$work/unpacked"
    done
}

# put MODE FILE PLACE
put() {
    install -D --mode="$1" "$2" "$root/$3"
}

install_vendored() {
    cd "$work/unpacked"
    set --
    while read -r pattern; do
        case $pattern in
            "" | "#"* | "!"*) ;;
            *) set -- "$@" -o -path "./$pattern" ;;
        esac
    done <"$here/packaging/vendored-files"
    shift
    set -- "(" "$@" ")"
    while read -r pattern; do
        case $pattern in
            "!"*) set -- "$@" ! -path "./${pattern#!}" ;;
        esac
    done <"$here/packaging/vendored-files"
    find . -type f "$@" -exec cp --parents --no-preserve=mode "{}" \
        "$root/usr/lib/storage-tuner/app" ";"
    cd "$here"
}

install_documents() {
    documents=usr/share/doc/storage-tuner
    put 644 "$here/packaging/debian/copyright" $documents/copyright
    put 644 "$changelog" $documents/changelog
    put 644 "$here/packaging/debian/lintian-overrides" usr/share/lintian/overrides/storage-tuner
    find "$root/usr/share/man" -name '*.[158]' -exec gzip -9n "{}" +
    gzip -9n "$root/$documents/changelog"
}

# Compiles bytecode for each version of Python; zsh has another folder here.
install_for_debian() {
    put 755 "$here/packaging/debian/rtupdate" usr/share/python3/runtime.d/storage-tuner.rtupdate
    mkdir "$root/usr/share/zsh/vendor-completions"
    mv "$root/usr/share/zsh/site-functions/_storage-tuner" "$root/usr/share/zsh/vendor-completions"
    rmdir "$root/usr/share/zsh/site-functions"
}

write_control() {
    install -D --mode=755 --target-directory="$root/DEBIAN" \
        "$here/packaging/debian/postinst" "$here/packaging/debian/prerm" \
        "$here/packaging/debian/postrm"
    cd "$root"
    find usr -type f | LC_ALL=C sort | xargs -d '\n' md5sum >DEBIAN/md5sums
    cd "$here"
    size=$(find "$root/usr" -type f -printf '%s\n' | awk '{ kib += int(($1 + 1023) / 1024) }
        END { print kib }')
    # In a binary package only the description has more than one line.
    sed -e "s/@VERSION@/$version/" -e "s/@INSTALLED_SIZE@/$size/" \
        -e '/^Depends:/,/^Recommends:/{:more;N;s/\n  */ /;t more;P;D}' \
        "$here/packaging/debian/control" >"$root/DEBIAN/control"
}

# Normalises modes and times, which depend on this machine.
build() {
    chmod -R u=rwX,go=rX "$root"
    find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" "{}" +
    name=storage-tuner_${version}_amd64.deb
    export DPKG_DEB_COMPRESSOR_TYPE="${DPKG_DEB_COMPRESSOR_TYPE:-xz}"
    export DPKG_DEB_COMPRESSOR_LEVEL="${DPKG_DEB_COMPRESSOR_LEVEL:-6}"
    # With one thread: the output depends on the number of threads.
    dpkg-deb --root-owner-group --threads-max=1 --build "$root" "$work/$name" >&2
    mkdir -p "$destination"
    mv "$work/$name" "$destination"
    echo "$destination/$name"
}

main
