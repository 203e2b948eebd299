#!/usr/bin/env bash
# Installs missing packages, builds, and opens the window on the given files and folders. Builds with little
# optimisation, which takes about a third of the time; `cargo run --release` is two to four times as fast.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"

need_rust
need_packages "${build_packages[@]}" "${picture_packages[@]}" "${window_packages[@]}"
# Does not change the folder: paths are relative to the caller's.
exec cargo run --locked --manifest-path "$root/Cargo.toml" -- "$@"
