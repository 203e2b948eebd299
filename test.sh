#!/usr/bin/env bash
# Installs missing packages, then checks format, lints, tests and documentation.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
# shellcheck source=scripts/packages.sh
source scripts/packages.sh

need_rust
need_components rustfmt clippy
need_packages "${build_packages[@]}" "${picture_packages[@]}" "${sound_packages[@]}"

cargo fmt --all --check
cargo clippy --locked --workspace --all-targets -- -D warnings
# The library without window, pictures, sound and index.
cargo clippy --locked --no-default-features -- -D warnings
# With a fixed seed, property tests use the same damaged files every time; set another to try others.
export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-1}
# Without the examples, which Clippy has checked.
cargo test --locked --workspace --tests
cargo test --locked --workspace --doc
# Links to private items are useful when reading the code.
RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" cargo doc --locked --no-deps
if command -v cargo-deny >/dev/null; then
    cargo deny check licenses bans sources
fi
