#!/usr/bin/env bash
# Installs what is missing, then holds the code to its form, its lints, its tests and its docs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
# shellcheck source=scripts/packages.sh
source scripts/packages.sh

need_rust
need_components rustfmt clippy
need_packages "${build_packages[@]}" "${picture_packages[@]}" "${sound_packages[@]}"

cargo fmt --all --check
cargo clippy --locked --workspace --all-targets -- -D warnings
# What is left without a window, pictures and sound stands alone.
cargo clippy --locked --no-default-features -- -D warnings
# Damaged files are the same ones in every check; another number here looks for others.
PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-1} cargo test --locked --workspace
# Links to private items are for whoever reads the code.
RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" cargo doc --locked --no-deps
if command -v cargo-deny >/dev/null; then
    cargo deny check licenses bans sources
fi
