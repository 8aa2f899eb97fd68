#!/bin/sh
# Install Debian 13 with the recorded programs into a new disk image:
#
#     setup/recorded-system.sh IMAGE
#
# Needs root, mmdebstrap and e2fsprogs. The image is as small as the programs permit, so that a
# recording fits into 2 GiB without shortening its distances. User 1000 starts the programs.
set -eu

image=$1
suite=trixie
packages=xterm,gnome-terminal,libreoffice-writer,libreoffice-gtk3,adwaita-icon-theme,librsvg2-common
packages=$packages,shared-mime-info,fontconfig,fonts-dejavu-core,fonts-liberation,dbus-daemon
packages=$packages,dconf-gsettings-backend,gsettings-desktop-schemas,desktop-file-utils

truncate --size 2G "$image"
mkfs.ext4 -q -E lazy_itable_init=0 "$image"
folder=$(mktemp -d)
mount -o loop,noatime "$image" "$folder"
trap 'umount "$folder"; rmdir "$folder"' EXIT
# shellcheck disable=SC2016 # mmdebstrap sets $1
mmdebstrap --mode=root --variant=minbase --include="$packages" \
    --customize-hook='chroot "$1" useradd --create-home --uid 1000 user' \
    --customize-hook='chroot "$1" dbus-uuidgen --ensure=/etc/machine-id' \
    --customize-hook='rm -rf "$1"/var/cache/apt/archives/*.deb "$1"/var/lib/apt/lists/*' \
    "$suite" "$folder"
