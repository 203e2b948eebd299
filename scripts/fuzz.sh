#!/usr/bin/env bash
# Fuzzes targets in turn: scripts/fuzz.sh [MINUTES] [TARGET…]
#
# MINUTES is the time of each target (default: 1). A third of it is for inputs of at most 2048 bytes, which run
# fastest; what these reach is the start for longer ones. A TARGET is one of `fuzz/fuzz_targets`, or the id of a
# format, such as `ps1.tim`. Default: all targets and all formats. Needs nightly Rust; installs cargo-fuzz
# if it is missing. The number of executions is printed for each target; a finding is written to
# `fuzz/artifacts`, and the exit status is 1.
#
# FUZZ_TARGET_DIR is the folder of the build. FUZZ_SANITIZER is `address` (the default) or `none`, which builds
# and runs in less time and memory, and still finds every panic.
set -euo pipefail
cd "$(dirname "$0")/.."

minutes=${1:-1}
[ $# -gt 0 ] && shift
cargo fuzz --version >/dev/null 2>&1 || cargo install cargo-fuzz --locked

build=${FUZZ_TARGET_DIR:-fuzz/target}
cargo +nightly fuzz build --sanitizer "${FUZZ_SANITIZER:-address}" --codegen-units 16 --target-dir "$build"
programs=$build/x86_64-unknown-linux-gnu/release

targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    mapfile -t formats < <(FORMAT=list "$programs/one_format")
    targets=(described codecs edits index any_format "${formats[@]}")
fi

# Descriptions with data: a text, a byte of 0, and the bytes of a file.
seeds=$(mktemp -d)
log=$(mktemp)
trap 'rm -rf "$seeds" "$log"' EXIT
for text in assets/formats/*.ksy; do
    for file in tests/fixtures/*/*; do
        [ "$(stat -c %s "$file")" -gt 4096 ] || { cat "$text"; printf '\0'; cat "$file"; } \
            > "$seeds/$(basename "$text")-$(basename "$file")"
    done
done

findings=0
for target in "${targets[@]}"; do
    program=$target samples=(tests/fixtures/*/ fuzz/seeds fuzz/findings assets/demo) most=65536
    case $target in
        described) samples=("$seeds" -dict=fuzz/described.dict) ;;
        codecs | edits | index) samples=() most=16384 ;;
        any_format) ;;
        *) program=one_format ;;
    esac
    mkdir -p "fuzz/corpus/$target" fuzz/artifacts
    status=0 runs=0
    for stage in "$((minutes * 20)) 2048" "$((minutes * 40)) $most"; do
        read -r seconds len <<< "$stage"
        FORMAT=$target "$programs/$program" "fuzz/corpus/$target" "${samples[@]}" \
            -artifact_prefix="fuzz/artifacts/$target-" -max_total_time="$seconds" -max_len="$len" \
            -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 > "$log" 2>&1 || status=1
        count=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        runs=$((runs + ${count:-0}))
        [ $status -eq 0 ] || break
    done
    printf '%-32s %12s executions  %s\n' "$target" "$runs" "$([ $status -eq 0 ] || echo finding)"
    if [ $status -ne 0 ]; then
        findings=1
        grep -E 'panicked|ERROR|Test unit written|^[a-z ]+:' "$log" | head -20 || true
    fi
done
exit $findings
