#!/usr/bin/env bash
# Packs the program for Linux: scripts/package.sh GOURAUD DIR
#
# GOURAUD is the program, built with `--release`; it must run on this computer, since it writes its own manual
# pages and shell completions. Writes a .tar.gz, to be unpacked into a prefix such as /usr/local, and a Debian package
# into DIR.
set -euo pipefail
if [ $# -ne 2 ]; then
    echo "usage: scripts/package.sh GOURAUD DIR" >&2
    exit 2
fi
program=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
cd "$(dirname "$0")/.."

version=$("$program" --version | cut -d' ' -f2)
architecture=$(dpkg --print-architecture)
name=gouraud-$version-linux-$architecture
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

prefix=$work/$name
share=$prefix/share
install -D --strip "$program" "$prefix/bin/gouraud"
install -D -m 644 assets/linux/gouraud.desktop -t "$share/applications"
install -D -m 644 assets/linux/gouraud.metainfo.xml -t "$share/metainfo"
install -D -m 644 assets/linux/gouraud.mime.xml "$share/mime/packages/gouraud.xml"
install -D -m 644 assets/linux/gouraud.thumbnailer -t "$share/thumbnailers"
install -D -m 644 assets/linux/gouraud.svg -t "$share/icons/hicolor/scalable/apps"
install -D -m 644 README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT -t "$share/doc/gouraud"
{
    echo "Gouraud is licensed under MIT or Apache-2.0, at your choice."
    cat LICENSE-MIT LICENSE-APACHE
} > "$share/doc/gouraud/copyright"
"$program" man "$share/man/man1"
mkdir -p "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d"
"$program" completions bash > "$share/bash-completion/completions/gouraud"
"$program" completions zsh > "$share/zsh/site-functions/_gouraud"
"$program" completions fish > "$share/fish/vendor_completions.d/gouraud.fish"

tar --create --gzip --owner=0 --group=0 --file "$out/$name.tar.gz" -C "$work" "$name"

# The same files below /usr. Libraries that are loaded at run time are recommendations.
debian=$work/debian
mkdir -p "$debian/DEBIAN" "$debian/usr"
cp -a "$prefix"/. "$debian/usr"
rm "$debian/usr/share/doc/gouraud"/LICENSE-*
mv "$debian/usr/share/zsh/site-functions" "$debian/usr/share/zsh/vendor-completions"
gzip --best --no-name "$debian/usr/share/man/man1"/*.1
cat > "$debian/DEBIAN/control" <<CONTROL
Package: gouraud
Version: $version
Architecture: $architecture
Section: graphics
Priority: optional
Maintainer: The Gouraud developers
Installed-Size: $(du --summarize --block-size=1K "$debian/usr" | cut -f1)
Depends: libc6 (>= 2.35), libgcc-s1, libasound2t64 | libasound2
Recommends: libvulkan1, mesa-vulkan-drivers, libxkbcommon-x11-0, libxcursor1, libxi6, xdg-desktop-portal
Description: viewer and editor for the asset files of old 3D games
 Shows levels, models, animations, textures and sounds as geometry, as named
 fields and as bytes, linked in every direction, edits them in place, and
 exports them as standard files.
CONTROL
dpkg-deb --build --root-owner-group "$debian" "$out/gouraud_${version}_$architecture.deb"
