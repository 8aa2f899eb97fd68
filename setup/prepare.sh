# shellcheck shell=sh
# Lists of package names are split on purpose:
# shellcheck disable=SC2046,SC2086
# Sourced by ./run and ./test, which set $here to the checkout's folder: installs requirements.
#
# Two parts, each with a list of Debian packages and a lock: "run", and "dev" on top of it.
# A stamp in .venv holds the hash of the environment's sources. Stamps are removed before the first
# change and written after the last one, so an interrupted or failed setup has none and is repeated.
# All messages go to standard error: standard output belongs to the program.

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

# prepare run|dev: returns at once when everything is installed.
prepare() {
    part=$1
    nothing_to_do || set_up
    make_translations
}

# Checks packages again only if any package was installed or removed since the last check.
nothing_to_do() {
    environment_is_ready "$part" || return 1
    # shellcheck disable=SC3013 # dash, bash and POSIX of 2024 know -nt
    [ "$package_database" -nt "$environment/ready-$part" ] || return 0
    [ -z "$(missing_packages)" ] || return 1
    touch "$environment/ready-$part" 2>/dev/null || :
}

# Compiles translations (.po) that are newer than their .mo; without it the application is in
# English. Users who can't write to the checkout rely on its owner.
make_translations() {
    for source in "$here"/resources/translations/*/LC_MESSAGES/*.po; do
        # shellcheck disable=SC3013 # see above
        [ "${source%.po}.mo" -nt "$source" ] || make_translation
    done
}

make_translation() {
    [ -w "${source%/*}" ] || return 0
    (cd "$here" && PYTHONPATH=app:helpers "$environment/bin/python" -m setup.translations release) ||
        say "Can't compile ${source%.po}.mo: texts may be in English."
}

set_up() {
    take_lock
    [ ! -x "$system_python" ] || require_python
    install_packages
    require_python
    environment_is_ready "$part" || make_environment
    release_lock
}

# also_install LIST: additional Debian packages that the Python environment doesn't need.
also_install() {
    part=$1
    [ -n "$(missing_packages)" ] || return 0
    take_lock
    install_packages
    release_lock
}

# parts_of run|dev|slow|bench|vm
parts_of() {
    case $1 in
        dev) echo run dev ;;
        slow | bench | vm) echo "$1" ;;
        *) echo run ;;
    esac
}

# fingerprint run|dev: one hash of Python's version, the packages and the locks.
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
        fail "$(id -un) can't write to $here: run this as its owner, or use your own clone."
    exec 9>>"$here/.cache/setup.lock"
    flock --nonblock 9 && return
    say "Waiting for another setup to finish…"
    flock 9
}

release_lock() {
    exec 9>&-
}

# One entry per line, without comments.
wanted_packages() {
    for name in $(parts_of "$part"); do
        sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$here/setup/packages-$name"
    done
}

# The entries without an installed package.
missing_packages() {
    entries=$(wanted_packages)
    # It fails if one of them is unknown, which is expected.
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
        fail "Installing the Debian packages failed. Fix the error above, then try again."
    }
    missing=$(missing_packages)
    [ -z "$missing" ] || fail "These packages are still missing:" $missing
}

# install_with_apt ENTRY…
install_with_apt() {
    # Completes an interrupted installation, if any.
    as_root dpkg --configure -a &&
        apt_get update &&
        apt_get install --yes --no-install-recommends $(known_names "$@")
}

require_package_manager() {
    command -v apt-get >/dev/null ||
        fail "apt-get is missing: use Debian 12, Debian 13 or Ubuntu 24.04."
    [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null ||
        fail "Installing the missing Debian packages needs root or sudo. Run as root:" \
            "apt-get install --no-install-recommends" $(known_names $missing)
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo -- "$@"
    fi
}

# Waits up to 10 minutes, since a new system may be running its first upgrade.
apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get --quiet=2 \
        --option DPkg::Lock::Timeout=600 --option Dpkg::Use-Pty=0 "$@"
}

# known_names ENTRY…: prints the name of each entry that apt knows.
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
        fail "Python is too old: 3.11 or later is needed." \
            "Use Debian 12, Debian 13 or Ubuntu 24.04."
}

# The dev lock includes the run lock, so it's installed on top of a complete run environment.
# Otherwise the environment is created again, which also removes packages of an older lock.
make_environment() {
    if [ "$part" = run ] || [ -e "$environment/ready-dev" ] || ! environment_is_ready run; then
        clear_environment
    fi
    rm -f "$environment/ready-run"
    install_lock
    # After a power cut there must be no stamps for files that never reached the disk.
    sync -f "$environment"
    for name in $(parts_of "$part"); do
        fingerprint "$name" >"$environment/ready-$name"
    done
}

clear_environment() {
    say "Creating the Python environment in $environment"
    { rm -f "$environment/ready-run" "$environment/ready-dev" && rm -rf "$environment"; } ||
        fail "Removing $environment failed. Remove it as its owner, then try again."
    "$system_python" -m venv "$environment" >&2 9>&- ||
        fail "Creating the Python environment failed. Fix the error above, then try again."
}

install_lock() {
    say "Installing the Python packages in requirements/$part.txt; this takes a minute or two"
    "$environment/bin/python" -m pip install --quiet --no-input --disable-pip-version-check \
        --require-hashes --only-binary :all: --requirement "$here/requirements/$part.txt" \
        >&2 9>&- ||
        fail "Installing the Python packages failed. Fix the error above, then try again."
}
