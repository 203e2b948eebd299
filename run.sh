#!/usr/bin/env bash
# Installs what is missing, builds, and opens the window on the given files and folders.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"

need_rust
need_packages "${build_packages[@]}" "${picture_packages[@]}" "${window_packages[@]}"
# Not from the root: paths are meant from where the caller stands.
exec cargo run --release --locked --manifest-path "$root/Cargo.toml" -- "$@"
