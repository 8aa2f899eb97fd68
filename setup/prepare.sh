# shellcheck shell=sh
# Package names are words, lists of them are split on purpose:
# shellcheck disable=SC2046,SC2086
# Sourced by ./run and ./test, which set $here to the checkout's folder: installs what they need.
#
# Two parts, each with its list of Debian packages and its lock: "run", and "dev" on top of it.
# A stamp in .venv holds the hash of all that the environment was made from. Stamps are removed
# before the first change and written after the last one, so a setup that was interrupted, or
# failed, has none and is done again. Everything is said on standard error: standard output belongs
# to the program.

environment=${here:?}/.venv
system_python=/usr/bin/python3
package_database=/var/lib/dpkg/status

say() {
    printf '%s\n' "$*" >&2
}

fail() {
    say "$@"
    exit 1
}

# prepare run|dev: returns at once when nothing is to be done.
prepare() {
    part=$1
    nothing_to_do || set_up
    make_translations
}

# Packages are looked at again only when some package was installed or removed since the last look.
nothing_to_do() {
    environment_is_ready "$part" || return 1
    # shellcheck disable=SC3013 # dash, bash and POSIX of 2024 know -nt
    [ "$package_database" -nt "$environment/ready-$part" ] || return 0
    [ -z "$(missing_packages)" ] || return 1
    touch "$environment/ready-$part" 2>/dev/null || :
}

# Where a translation (.po) is newer than what was made of it (.mo). The application is in English
# without; whoever only may start this checkout, its owner has made them.
make_translations() {
    for source in "$here"/resources/translations/*/LC_MESSAGES/*.po; do
        # shellcheck disable=SC3013 # see above
        [ "${source%.po}.mo" -nt "$source" ] || make_translation
    done
}

make_translation() {
    [ -w "${source%/*}" ] || return 0
    (cd "$here" && PYTHONPATH=app:helpers "$environment/bin/python" -m setup.translations release) ||
        say "Texts may be in English: ${source%.po}.mo can't be made."
}

set_up() {
    take_lock
    [ ! -x "$system_python" ] || require_python
    install_packages
    require_python
    environment_is_ready "$part" || make_environment
    release_lock
}

# also_install LIST: Debian packages on top of prepared ones, which the environment needn't.
also_install() {
    part=$1
    [ -n "$(missing_packages)" ] || return 0
    take_lock
    install_packages
    release_lock
}

# parts_of run|dev|bench|vm
parts_of() {
    case $1 in
        dev) echo run dev ;;
        bench | vm) echo "$1" ;;
        *) echo run ;;
    esac
}

# fingerprint run|dev: Python's version, the packages and the locks, as one hash.
fingerprint() {
    for name in $(parts_of "$1"); do
        set -- "$@" "$here/setup/packages-$name" "$here/requirements/$name.txt"
    done
    shift
    hash=$({ readlink -f "$system_python" && cat "$@"; } | sha256sum)
    echo "${hash%% *}"
}

# environment_is_ready run|dev
environment_is_ready() {
    [ -x "$environment/bin/python" ] || return 1
    { read -r found <"$environment/ready-$1"; } 2>/dev/null || return 1
    [ "$found" = "$(fingerprint "$1")" ]
}

take_lock() {
    { mkdir -p "$here/.cache" && : >>"$here/.cache/setup.lock"; } 2>/dev/null ||
        fail "$here can't be written by $(id -un): start as its owner, or in a clone of your own."
    exec 9>>"$here/.cache/setup.lock"
    flock --nonblock 9 && return
    say "Waiting for the setup that another start is doing…"
    flock 9
}

release_lock() {
    exec 9>&-
}

# One entry a line, without comments.
wanted_packages() {
    for name in $(parts_of "$part"); do
        sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$here/setup/packages-$name"
    done
}

# The entries of which no name is installed.
missing_packages() {
    entries=$(wanted_packages)
    # It fails when it doesn't know one of them, which is what is asked.
    installed=" $(dpkg-query --show --showformat='${Package}=${db:Status-Status} ' \
        $(echo "$entries" | tr '|' ' ') 2>/dev/null || :)"
    for entry in $entries; do
        is_installed "$entry" || echo "$entry"
    done
}

# is_installed NAME[|NAME]
is_installed() {
    case $installed in
        *" ${1%%|*}=installed "* | *" ${1##*|}=installed "*) ;;
        *) return 1 ;;
    esac
}

install_packages() {
    missing=$(missing_packages)
    [ -n "$missing" ] || return 0
    require_package_manager
    say "Installing Debian packages:" $(echo "$missing" | sed "s/|.*//")
    log=$here/.cache/setup.log
    install_with_apt $missing >"$log" 2>&1 9>&- || {
        cat "$log" >&2
        fail "The Debian packages can't be installed, see above. Then start again."
    }
    missing=$(missing_packages)
    [ -z "$missing" ] || fail "Still not installed:" $missing
}

# install_with_apt ENTRY…
install_with_apt() {
    # Finishes what an interrupted installation left half done; else it does nothing.
    as_root dpkg --configure -a &&
        apt_get update &&
        apt_get install --yes --no-install-recommends $(known_names "$@")
}

require_package_manager() {
    command -v apt-get >/dev/null ||
        fail "This system has no apt-get: Debian 12, Debian 13 or Ubuntu 24.04 is needed."
    [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null ||
        fail "Debian packages are missing, and installing them needs root or sudo. As root:" \
            "apt-get install --no-install-recommends" $(known_names $missing)
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo -- "$@"
    fi
}

# A new system may be busy with its own first upgrade: apt waits for it.
apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get --quiet=2 \
        --option DPkg::Lock::Timeout=600 --option Dpkg::Use-Pty=0 "$@"
}

# known_names ENTRY…: of each entry the name that apt knows.
known_names() {
    for entry; do
        if apt-cache show --no-all-versions "${entry%%|*}" >/dev/null 2>&1; then
            echo "${entry%%|*}"
        else
            echo "${entry##*|}"
        fi
    done
}

require_python() {
    "$system_python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "Python 3.11 or later is needed and this system has an older one:" \
            "Debian 12, Debian 13 and Ubuntu 24.04 are supported."
}

# The dev lock holds the run lock and more, so it goes on top of a finished run environment. Any
# other environment is made anew, which also clears out what an older lock had.
make_environment() {
    if [ "$part" = run ] || [ -e "$environment/ready-dev" ] || ! environment_is_ready run; then
        clear_environment
    fi
    rm -f "$environment/ready-run"
    install_lock
    # A power cut must not leave stamps of files that never reached the disk.
    sync -f "$environment"
    for name in $(parts_of "$part"); do
        fingerprint "$name" >"$environment/ready-$name"
    done
}

clear_environment() {
    say "Making the Python environment in $environment"
    { rm -f "$environment/ready-run" "$environment/ready-dev" && rm -rf "$environment"; } ||
        fail "Remove $environment as its owner, then start again."
    "$system_python" -m venv "$environment" >&2 9>&- ||
        fail "The Python environment can't be made, see above. Start again when that is solved."
}

install_lock() {
    say "Installing the Python packages of requirements/$part.txt; this takes a minute or two"
    "$environment/bin/python" -m pip install --quiet --no-input --disable-pip-version-check \
        --require-hashes --only-binary :all: --requirement "$here/requirements/$part.txt" \
        >&2 9>&- || fail "The Python packages can't be installed, see above. Then start again."
}
