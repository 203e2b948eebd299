#!/usr/bin/env bash
# Takes the screenshots of the README again from the demo, on a virtual screen.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=packages.sh
source scripts/packages.sh

need_rust
need_packages "${build_packages[@]}" "${picture_packages[@]}" "${window_packages[@]}" \
    xvfb xauth xdotool imagemagick
cargo build --release --locked

display=:${SCREEN:-93}
home=$(mktemp -d)
Xvfb "$display" -screen 0 1440x900x24 >/dev/null 2>&1 &
screen=$!
trap 'kill $screen; rm -rf "$home"' EXIT
export DISPLAY=$display HOME=$home XDG_RUNTIME_DIR=$home
sleep 1

# Opens the window on $2, passes the other arguments to xdotool, and saves the screen as $1.
take() {
    target/release/gouraud "$2" 2>/dev/null &
    local window=$!
    sleep 6
    # Without a window manager, nothing else focuses the window.
    xdotool search --name Gouraud windowfocus
    xdotool "${@:3}"
    sleep 2
    # Moves the pointer away, so that nothing is hovered.
    xdotool mousemove 1000 8
    sleep 2
    import -window root "assets/screenshots/$1.png"
    kill "$window"
    wait "$window" 2>/dev/null || true
}

# Draws $2 as $1, with the other arguments as options.
draw() {
    target/release/gouraud render "$2" -o "assets/screenshots/$1.png" \
        --size 960x540 --adapter cpu "${@:3}"
}

mkdir -p assets/screenshots
take window demo//plaza.psx mousemove 640 420 click 1
# With bones, and in the middle of the animation.
take creature demo//creature.lzs \
    mousemove 640 300 click 1 sleep 1 key k sleep 1 key space sleep 3 key space
# Search results, when all of them have been drawn.
take gallery assets/demo \
    key ctrl+shift+p sleep 1 type gallery sleep 1 key Return sleep 1 \
    key ctrl+shift+f sleep 1 type 'faces:>40|kind:texture -sky' sleep 30
draw plaza assets/demo/plaza.psx --style ps1 \
    --state '{"v":1,"camera":{"yaw":30,"pitch":14,"distance":3300,"target":[60,330,-350]}}'
# A battle of three.
draw arena demo//arena.lzs --with demo//creature.lzs --with demo//creature.lzs \
    --with demo//creature.lzs \
    --state '{"v":1,"camera":{"yaw":-40,"pitch":9,"distance":2900,"target":[0,350,1100]}}'
draw island assets/demo/island.grf \
    --state '{"v":1,"camera":{"yaw":20,"pitch":-6,"distance":70,"target":[0,13,0]}}'
draw beach assets/demo/island.grf \
    --state '{"v":1,"camera":{"yaw":-35,"pitch":-3,"distance":60,"target":[0,11,0]}}'
draw skater assets/demo/skater.psx --style clean --anim "clip 1" --time 0.9 --view 50,8,190
draw rider demo//rider.big//models/rider_body.mpf --view 25,8,240
