#!/usr/bin/env bash
# Runs the examples in the documentation of a crate, and then writes the documentation to find its warnings.
# `cargo test --doc` runs this in place of rustdoc: `cargo doc` would check all dependencies a second time.
set -euo pipefail

rustdoc "$@"
[[ " $* " == *" --test "* ]] || exit 0
options=()
while (($#)); do
    case $1 in
        --test) ;;
        --test-run-directory | --test-builder | --test-args) shift ;;
        *) options+=("$1") ;;
    esac
    shift
done
# Links to private items are useful when reading the code.
rustdoc "${options[@]}" -D warnings -A rustdoc::private_intra_doc_links --out-dir "${CARGO_TARGET_DIR:-target}/doc"
