#!/usr/bin/env bash
# Compares the speed of Gouraud and other programs: whole processes, alternating, on generated files.
#
#   scripts/race.sh [-n RUNS] [-o FOLDER] [ROW…]
#
# Prints a row for each comparison: seconds of both (medians), ours / theirs (minimum, median, maximum)
# and the peak memory of both. Below 1 is faster. ROW is the beginning of a name; without one, all run.
# Other programs are Debian packages. docs/performance.md has results.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/packages.sh
source scripts/packages.sh

runs=5
folder=target/race
while getopts n:o: option; do
    case $option in
        n) runs=$OPTARG ;;
        o) folder=$OPTARG ;;
        *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
rows=("$@")

need_rust
need_packages "${build_packages[@]}" "${picture_packages[@]}" time sox ffmpeg assimp-utils imagemagick \
    f3d xvfb mscompress
target=${CARGO_TARGET_DIR:-target}
cargo build --release --locked --bin gouraud
gouraud=$(realpath "$target/release/gouraud")
project=$PWD
demo=$(realpath assets/demo)
fixtures=$(realpath tests/fixtures)
mkdir -p "$folder"
cd "$folder"
# Programs would wait for a window system.
unset DISPLAY WAYLAND_DISPLAY
export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-/tmp}

# timed COMMAND: prints its wall seconds and kilobytes, on one line. Short commands run $times times in
# a row, and the seconds are those of one run.
times=1
measure=timed
timed() {
    rm -rf out
    mkdir out
    local command="exec $1"
    [[ $times -eq 1 ]] || command="for i in \$(seq $times); do $1 || exit 1; done"
    if ! command time --quiet --output=timed.txt --format='%e %M' sh -c "$command" >/dev/null 2>log.txt; then
        say "failed: $1"
        tail -n 5 log.txt >&2
        exit 1
    fi
    tail -n 1 timed.txt | awk -v times="$times" '{ print $1 / times, $2 }'
}

# opened COLOURS COMMAND…: prints the seconds until the middle of the screen has this number of colours,
# and the kilobytes.
opened() {
    # shellcheck disable=SC2016
    env HOME="$PWD/home" DISPLAY=":$display" perl -MTime::HiRes=time,sleep -e '
        my ($least, @command) = @ARGV;
        open(my $screen, "<:raw", "screen/Xvfb_screen0") or die;
        sysread($screen, my $head, 100) == 100 or die;
        # A dump of X: length of its header, width and height of the picture, bytes per row, colours.
        my ($start, $width, $height, $row, $colours) = (unpack "N25", $head)[0, 4, 5, 12, 19];
        sub colours {
            my %seen;
            for my $line (map { int($height * $_ / 16) } 4 .. 11) {
                sysseek($screen, $start + 12 * $colours + $line * $row + $width, 0);
                sysread($screen, my $pixels, 2 * $width);
                $seen{$_ & 0xFFFFFF}++ for unpack "V*", $pixels;
            }
            delete $seen{0};
            scalar keys %seen
        }
        my $start_time = time;
        my $child = fork // die;
        if (!$child) { open(STDERR, ">", "log.txt"); exec @command or die }
        until (colours() >= $least) { die if time > $start_time + 60; sleep 0.005 }
        my $took = time - $start_time;
        open(my $status, "<", "/proc/$child/status") or die;
        my ($most) = map { /^VmHWM:\s+(\d+)/ } <$status>;
        kill TERM => $child;
        waitpid $child, 0;
        print "$took $most\n";
    ' $1
}

# short NAME OURS THEIRS: compares commands that take a few milliseconds.
short() {
    times=50
    race "$@"
    times=1
}

# wanted NAME: succeeds if this row was requested.
wanted() {
    local row
    [[ ${#rows[@]} -eq 0 ]] && return
    for row in "${rows[@]}"; do
        [[ $1 == "$row"* ]] && return
    done
    return 1
}

# race NAME OURS THEIRS: compares two commands, alternating. The first run of each does not count. Both
# write below out/.
race() {
    local run pair=()
    wanted "$1" || return 0
    : >pairs.txt
    for ((run = 0; run <= runs; run++)); do
        pair=("$($measure "$2")" "$($measure "$3")")
        [[ $run -eq 0 ]] || printf '%s %s\n' "${pair[@]}" >>pairs.txt
    done
    # shellcheck disable=SC2016
    perl -e '
        my ($name, @lines) = (shift, <STDIN>);
        my (@ours, @theirs, @ratios, $most, $others);
        for (@lines) {
            my ($time, $room, $time_there, $room_there) = split;
            # Less than a hundredth of a second counts as half of one.
            $_ ||= 0.005 for $time, $time_there;
            push @ours, $time; push @theirs, $time_there; push @ratios, $time / $time_there;
            $most = $room if $room > ($most // 0);
            $others = $room_there if $room_there > ($others // 0);
        }
        sub sorted { sort { $a <=> $b } @_ }
        sub median { (sorted(@_))[@_ / 2] }
        sub shown { my $time = median(@_); sprintf $time < 0.1 ? "%.4f s" : "%.2f s", $time }
        printf "%-34s %9s %9s   %5.2f %5.2f %5.2f   %5d MB %5d MB\n", $name, shown(@ours), shown(@theirs),
            (sorted(@ratios))[0], median(@ratios), (sorted(@ratios))[-1],
            $most / 1000, $others / 1000;
    ' "$1" <pairs.txt
}

# made FILE COMMAND…: makes the file unless it exists.
made() {
    local file=$1
    shift
    [[ -e $file ]] && return
    say "making $file"
    "$@" >/dev/null 2>log.txt || { rm -rf "$file"; tail -n 5 log.txt >&2; exit 1; }
}

# level: makes a level of 120 000 faces. Compiling its generator takes a while.
level() {
    (cd "$project" && cargo run --release --locked --example make_level -- 120000 "$OLDPWD/level.psx")
}

# gathered: makes one model of the level, with faces grouped by material, which is ten times faster in
# F3D.
gathered() {
    mkdir gathered
    cp level/*.png level/*.mtl gathered
    # shellcheck disable=SC2016
    perl -ne '
        if (/^usemtl/) { $material = $_ }
        elsif (/^f /) { push @order, $material unless $faces{$material}; push @{ $faces{$material} }, $_ }
        elsif (!/^[og] /) { print }
        END { print $_, @{ $faces{$_} } for @order }' level/level.obj >gathered/level.obj
}

# screen: starts a virtual screen, which F3D needs, until the script ends.
screen() {
    rm -rf display.txt screen
    mkdir -p screen home
    Xvfb -displayfd 3 -screen 0 1440x900x24 -fbdir screen 3>display.txt 2>log.txt &
    # shellcheck disable=SC2064
    trap "kill $!" EXIT
    until [[ -s display.txt ]]; do sleep 0.1; done
    display=$(<display.txt)
}

models() {
    made level.psx level
    made level "$gouraud" export level.psx -o level --to obj
    made gathered gathered
    race 'info, 120 000 faces (assimp)' "$gouraud info level.psx" 'assimp info level/level.obj'
    race 'to GLB, 120 000 faces (assimp)' "$gouraud export level.psx -o out --to glb" \
        'assimp export gathered/level.obj out/a.glb'
    race 'to OBJ, 120 000 faces (assimp)' "$gouraud export level.psx -o out --to obj" \
        'assimp export gathered/level.obj out/a.obj'
    local size
    for size in 640x480 1280x720; do
        # Both from above, so that all faces are in the picture.
        wanted "picture, $size" || continue
        [[ -n ${display:-} ]] || screen
        race "picture, $size (F3D)" "$gouraud render level.psx --style clean --size $size -o out/a.png" \
            "env DISPLAY=:$display f3d gathered/level.obj --resolution ${size/x/,} --output out/a.png \
            --camera-azimuth-angle=30 --camera-elevation-angle=30"
    done
}

# windows: time from the start of the program to its first picture, compared with an empty window.
windows() {
    wanted window || return 0
    made level.psx level
    (cd "$project" && cargo build --release --locked --example empty_window)
    local empty
    empty=$(cd "$project" && realpath "$target/release/examples/empty_window")
    [[ -n ${display:-} ]] || screen
    measure=opened
    race 'window, 120 000 faces (empty one)' "64 $gouraud level.psx" "1 $empty"
    measure=timed
}

# sectors FILE CODING: repeats the first channel of the plaza's stream, as on a disc, with this coding
# in all sectors: 1 stereo, 0 mono.
sectors() {
    # shellcheck disable=SC2016
    perl -e '
        my ($from, $to, $coding) = @ARGV;
        open(my $in, "<:raw", $from) or die; open(my $out, ">:raw", $to) or die;
        my @all;
        { local $/ = \2336; while (<$in>) { push @all, $_ if length == 2336 && substr($_, 1, 1) eq "\0" } }
        for (1 .. 450) {
            for (@all) {
                my $sector = $_;
                substr($sector, $_, 1) = chr($coding) for 3, 7;
                print $out "\0", "\xFF" x 10, "\0\0\2\0\2", $sector;
            }
        }' "$demo/plaza.xa" "$1" "$2"
}

sounds() {
    made long.wav sox -n -r 44100 -c 1 -b 16 long.wav synth 1000 pinknoise vol 0.5
    made short.wav sox -n -r 22050 -c 1 -b 16 short.wav synth 2 pinknoise vol 0.5
    made ima.wav ffmpeg -y -i long.wav -c:a adpcm_ima_wav ima.wav
    made ima.tpa "$gouraud" replace "$demo/voices.tpa" 'sound 0=long.wav' --coding adpcm -o ima.tpa
    made short.tpa "$gouraud" replace "$demo/voices.tpa" 'sound 0=short.wav' --coding adpcm -o short.tpa
    made short-ima.wav ffmpeg -y -i short.wav -c:a adpcm_ima_wav short-ima.wav
    made long.vag "$gouraud" replace "$fixtures/ps1-sound/bell.vag" 'sound 0=long.wav' -o long.vag
    race 'IMA ADPCM (FFmpeg)' "$gouraud export ima.tpa -o out --to wav" \
        'ffmpeg -y -i ima.wav -c:a pcm_s16le out/a.wav'
    race 'IMA ADPCM (SoX)' "$gouraud export ima.tpa -o out --to wav" \
        'sox ima.wav -e signed -b 16 out/a.wav'
    short 'IMA ADPCM, 2 s (SoX)' "$gouraud export short.tpa -o out --to wav --only '000*' --force" \
        'sox short-ima.wav -e signed -b 16 out/a.wav'
    race 'SPU ADPCM (FFmpeg)' "$gouraud export long.vag -o out --to wav" \
        'ffmpeg -y -i long.vag -c:a pcm_s16le out/a.wav'
    made stereo.xa sectors stereo.xa 1
    made mono.xa sectors mono.xa 0
    race 'XA, stereo (FFmpeg)' "$gouraud export stereo.xa -o out --to wav" \
        'ffmpeg -y -f psxstr -i stereo.xa -c:a pcm_s16le out/a.wav'
    race 'XA, mono (FFmpeg)' "$gouraud export mono.xa -o out --to wav" \
        'ffmpeg -y -f psxstr -i mono.xa -c:a pcm_s16le out/a.wav'
}

films() {
    race 'Smacker to PNG (FFmpeg)' "$gouraud export $demo/island.smk -o out --to png" \
        "ffmpeg -y -i $demo/island.smk out/%04d.png"
}

# packed: repeats a level and compresses it with Microsoft's algorithm.
packed() {
    cat level.psx level.psx level.psx level.psx >plain.raw
    mscompress plain.raw
}

files() {
    made level.psx level
    made plain.raw_ packed
    race 'SZDD, 17 MB (msexpand)' "$gouraud extract plain.raw_ -o out" 'msexpand <plain.raw_ >out/plain.raw'
    short 'TIM to PNG (ImageMagick)' "$gouraud export $fixtures/tim/tim16_stp.tim -o out --to png --force" \
        "convert $fixtures/tim/tim16_stp.tim out/a.png"
}

printf '%-34s %9s %9s   %17s   %8s %8s\n' "$(nproc) cores, $runs runs" ours theirs \
    'ratio: min … max' ours theirs
models
windows
sounds
films
files
