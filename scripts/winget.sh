#!/usr/bin/env bash
# Writes the manifests of a release for the Windows package manager: scripts/winget.sh ZIP URL DIR
#
# ZIP is the archive of the release for Windows, named gouraud-vVERSION-TARGET.zip, and URL the address from which it
# can be loaded. The three files in DIR are to be submitted to the package manager's repository.
set -euo pipefail
if [ $# -ne 3 ]; then
    echo "usage: scripts/winget.sh ZIP URL DIR" >&2
    exit 2
fi
zip=$1 url=$2 out=$3
folder=$(basename "$zip" .zip)
version=${folder#gouraud-v}
version=${version%%-*}
hash=$(sha256sum "$zip" | cut -d' ' -f1)
mkdir -p "$out"

# write NAME TYPE: the lines that all manifests have, around those of the standard input
write() {
    local lines
    lines=$(cat)
    cat > "$out/Gouraud.Gouraud$1.yaml" <<MANIFEST
PackageIdentifier: Gouraud.Gouraud
PackageVersion: $version
$lines
ManifestType: $2
ManifestVersion: 1.6.0
MANIFEST
}

write "" version <<LINES
DefaultLocale: en-US
LINES
write .locale.en-US defaultLocale <<LINES
PackageLocale: en-US
Publisher: The Gouraud developers
PackageName: Gouraud
License: MIT OR Apache-2.0
ShortDescription: Viewer and editor for the asset files of old 3D games
LINES
write .installer installer <<LINES
InstallerType: zip
NestedInstallerType: portable
NestedInstallerFiles:
- RelativeFilePath: $folder\\gouraud.exe
  PortableCommandAlias: gouraud
Installers:
- Architecture: x64
  InstallerUrl: $url
  InstallerSha256: ${hash^^}
LINES
