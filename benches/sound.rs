//! Sounds: decoding of three kinds of ADPCM compared with SoX and FFmpeg, listing a bank of 5 000 sounds,
//! and the time from a key press to the first samples at an output. `cargo bench --bench sound`
//!
//! A peer is measured as its whole process, which starts, reads a file, decodes it and discards the
//! samples, minus the time of the same process for a file of one block. Ours is a library call, measured
//! in the same way. Peers that are not installed are left out.

use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use gouraud::app::model::sound::Track;
use gouraud::audio::{Collector, Player};
use gouraud::bytes::Source;
use gouraud::codec::ima_adpcm::Blocks;
use gouraud::codec::{spu_adpcm, xa_adpcm};
use gouraud::container::Context;
use gouraud::formats::trespasser::tpa::BankFile;
use gouraud::formats::{Loaded, format_of};
use gouraud_testing::build::tpa;

fn main() {
    divan::main();
    // Tests of benchmarks only check that they run.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    for channels in [1, 2] {
        compare_adpcm(channels);
    }
    compare_spu();
    [false, true].into_iter().for_each(compare_xa);
    first_samples();
}

/// Blocks of noise with valid headers.
fn stream(channels: usize, size: usize, blocks: usize) -> Vec<u8> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let mut stream: Vec<u8> = (0..size * blocks).map(|_| next()).collect();
    for block in stream.chunks_mut(size) {
        for header in block.chunks_mut(4).take(channels) {
            if let [_, _, index, unused] = header {
                (*index, *unused) = (*index % 89, 0);
            }
        }
    }
    stream
}

/// Block size in bytes, as in the game.
const BLOCK: usize = 1028;
/// Blocks per stream: 20 million samples.
const BLOCKS: usize = 10_000;

/// Samples per second on all cores.
#[divan::bench(args = [1u16, 2])]
fn adpcm_to_samples(bencher: Bencher, channels: u16) {
    let size = BLOCK * usize::from(channels);
    let stream = stream(channels.into(), size, BLOCKS);
    let blocks = Blocks::new(channels, size).expect("a block of that size holds samples");
    let samples = blocks.frames(stream.len()) * usize::from(channels);
    bencher.counter(ItemsCount::new(samples)).bench(|| blocks.decode(black_box(&stream)));
}

/// Seconds per stream, the best of five, for each program in the same run.
fn compare_adpcm(channels: u16) {
    let size = BLOCK * usize::from(channels);
    let blocks = Blocks::new(channels, size).expect("a block of that size holds samples");
    let stream = stream(channels.into(), size, BLOCKS);
    let samples = blocks.frames(stream.len()) * usize::from(channels);
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    println!("\nIMA ADPCM, {channels} channels, {:.1} million samples", samples as f64 / 1e6);
    if let Ok(alone) = alone {
        let one = best(|| {
            black_box(alone.install(|| blocks.decode(black_box(&stream))));
        });
        println!("  here, one core     {:8.1} ms", one.as_secs_f64() * 1e3);
    }
    let ours = best(|| {
        black_box(blocks.decode(black_box(&stream)));
    });
    let short = stream.get(..size).unwrap_or(&stream);
    let files = [&stream[..], short].map(|stream| wav(channels, size, &blocks, stream));
    race(ours, "wav", &files, &[("sox", &["FILE"]), ("ffmpeg", &["-i", "FILE"])]);
}

/// A second of a chord with some noise, as 16 bits.
fn chord() -> Vec<i16> {
    let mut state = 1u32;
    let sample = |i: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let part = |hertz: f32| (i as f32 * hertz * std::f32::consts::TAU / 37_800.0).sin();
        let noise = (state >> 24) as f32 * 4.0 - 512.0;
        ((part(220.0) + part(277.2) + part(329.6)) * 5_000.0 + noise) as i16
    };
    (0..37_800 / 28 * 28).map(sample).collect()
}

/// SPU-ADPCM on one core: each block depends on the previous one.
fn compare_spu() {
    let second = spu_adpcm::encode(&chord(), &[0]);
    let stream = second.repeat(500);
    println!("\nSPU-ADPCM, {:.1} million samples", (stream.len() / 16 * 28) as f64 / 1e6);
    let ours = best(|| {
        black_box(spu_adpcm::decode(black_box(&stream)));
    });
    let files = [&stream[..], &stream[..16]].map(|blocks| {
        let mut file = b"VAGp\0\0\0\x20\0\0\0\0".to_vec();
        file.extend((blocks.len() as u32).to_be_bytes());
        file.extend(37_800u32.to_be_bytes());
        file.resize(0x30, 0);
        file.extend(blocks);
        file
    });
    race(ours, "vag", &files, &[("ffmpeg", &["-i", "FILE"])]);
}

/// XA ADPCM with four bits, on one core.
fn compare_xa(is_stereo: bool) {
    let second = xa_adpcm::encode(is_stereo, &chord());
    let layout = xa_adpcm::Layout { is_stereo, is_wide: false };
    let groups = second.repeat(500);
    let groups = &groups[..groups.len() / SECTOR * SECTOR];
    let samples = groups.len() / xa_adpcm::GROUP * layout.samples();
    println!(
        "\nXA ADPCM, {} channels, {:.1} million samples",
        layout.channels(),
        samples as f64 / 1e6
    );
    let ours = best(|| {
        black_box(xa_adpcm::decode(layout, black_box(groups).chunks(SECTOR)));
    });
    let files = [groups, &groups[..SECTOR]].map(|groups| sectors(is_stereo, groups));
    race(ours, "xa", &files, &[("ffmpeg", &["-f", "psxstr", "-i", "FILE"])]);
}

/// Size of a sector's sound.
const SECTOR: usize = 18 * xa_adpcm::GROUP;

/// Whole sectors with one stream.
fn sectors(is_stereo: bool, groups: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for groups in groups.chunks(SECTOR) {
        out.extend([0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 2, 0, 2]);
        out.extend([1, 0, 0x64, u8::from(is_stereo)].repeat(2));
        out.extend(groups);
        out.resize(out.len().next_multiple_of(2352), 0);
    }
    out
}

/// Runs programs on a long file and on one of a block, and prints a comparison.
fn race(ours: Duration, extension: &str, files: &[Vec<u8>; 2], peers: &[(&str, &[&str])]) {
    println!("  here               {:8.1} ms", ours.as_secs_f64() * 1e3);
    let folder = std::env::temp_dir().join(format!("gouraud-bench-{}", std::process::id()));
    let [long, short] = ["long", "short"].map(|name| folder.join(name).with_extension(extension));
    let wrote = std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(&long, &files[0]))
        .and_then(|()| std::fs::write(&short, &files[1]));
    if let Err(error) = wrote {
        return println!("  no peers: {error}");
    }
    for (program, input) in peers {
        let all: Vec<&str> = match *program {
            "sox" => {
                [&["-D"], *input, &["-t", "raw", "-e", "signed", "-b", "16", "/dev/null"]].concat()
            }
            _ => {
                let quiet: &[&str] = &["-v", "error", "-threads", "1"];
                [quiet, input, &["-f", "s16le", "-y", "/dev/null"]].concat()
            }
        };
        match (peer(program, &all, &long), peer(program, &all, &short)) {
            (Some(long), Some(short)) => {
                let theirs = long.saturating_sub(short);
                println!(
                    "  {program:<18} {:8.1} ms, whole process {:.1} ms: {:.1} times ours",
                    theirs.as_secs_f64() * 1e3,
                    long.as_secs_f64() * 1e3,
                    theirs.as_secs_f64() / ours.as_secs_f64()
                );
            }
            _ => println!("  {program:<18} is not installed"),
        }
    }
    // The folder contains only the files written above.
    let _ = std::fs::remove_dir_all(&folder);
}

fn best(mut work: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..5).map(time).min().unwrap_or_default()
}

/// Time of a process that decodes `file`; `None` if it cannot be run.
fn peer(program: &str, arguments: &[&str], file: &Path) -> Option<Duration> {
    let run = || {
        let file = file.as_os_str();
        let all = arguments.iter().map(|one| if *one == "FILE" { file } else { one.as_ref() });
        let mut command = Command::new(program);
        command.args(all).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let start = Instant::now();
        let status = command.status().ok()?;
        status.success().then(|| start.elapsed())
    };
    (0..5).map(|_| run()).collect::<Option<Vec<_>>>()?.into_iter().min()
}

/// The stream as a RIFF file of format 0x11.
fn wav(channels: u16, size: usize, blocks: &Blocks, stream: &[u8]) -> Vec<u8> {
    let (rate, align) = (22_050u32, size as u32);
    let per_block = blocks.frames(size) as u32;
    let mut format = Vec::new();
    format.extend(0x11u16.to_le_bytes());
    format.extend(channels.to_le_bytes());
    format.extend(rate.to_le_bytes());
    format.extend((rate * align / per_block).to_le_bytes());
    format.extend((align as u16).to_le_bytes());
    format.extend(4u16.to_le_bytes());
    format.extend(2u16.to_le_bytes());
    format.extend((per_block as u16).to_le_bytes());
    let fact = (blocks.frames(stream.len()) as u32).to_le_bytes();
    let mut body = b"WAVE".to_vec();
    for (name, chunk) in [(b"fmt ", &format[..]), (b"fact", &fact[..]), (b"data", stream)] {
        body.extend(name);
        body.extend((chunk.len() as u32).to_le_bytes());
        body.extend(chunk);
    }
    [b"RIFF", &(body.len() as u32).to_le_bytes()[..], &body].concat()
}

/// Number of sounds in a large bank, a second each.
const SOUNDS: u32 = 5_000;

fn bank() -> Source {
    let sound =
        tpa::with_captions(tpa::adpcm(22050, 1, &vec![1000; 22050]), &[(1000, "A caption.")]);
    let ids = (0..SOUNDS).map(|index| tpa::id(index, index as usize)).collect();
    let bank = tpa::bank(ids, vec![sound; SOUNDS as usize], Vec::new());
    Source::from_bytes("bank.tpa", bank.write().expect("a bank can be written"))
}

/// Records only.
#[divan::bench]
fn bank_to_records(bencher: Bencher) {
    let source = bank();
    bencher
        .counter(BytesCount::new(source.len()))
        .bench(|| black_box(Loaded::<BankFile>::open(&source).expect("the bank is well-formed")));
}

/// Everything that a list of the sounds needs: fields, problems, and the scene. No sound is decoded.
#[divan::bench]
fn bank_to_list(bencher: Bencher) {
    let source = bank();
    bencher.counter(BytesCount::new(source.len())).bench(|| {
        let document = format_of::<BankFile>().open(&source).expect("the bank is well-formed");
        black_box(document.content.displayed().scene(Context::ALONE))
    });
}

/// Time from a key press to the first samples at an output, for sounds of all lengths: decoding,
/// processing of the window, the message to the mixer, and the first buffer.
fn first_samples() {
    let mut out = std::io::stdout();
    for seconds in [1usize, 10, 60, 300] {
        let wave = |i: usize| ((i as f32 * 0.05).sin() * 12_000.0) as i16;
        let samples: Vec<i16> = (0..22_050 * seconds).map(wave).collect();
        let bank =
            tpa::bank(vec![tpa::id(1, 0)], vec![tpa::adpcm(22_050, 1, &samples)], Vec::new());
        let source = Source::from_bytes("bank.tpa", bank.write().expect("a bank can be written"));
        let document = format_of::<BankFile>().open(&source).expect("the bank is well-formed");
        let scene = document.content.displayed().scene(Context::ALONE);
        let Some(sound) = scene.as_ref().and_then(|(scene, _)| scene.sounds.first()) else {
            return;
        };
        let (output, tap) = Collector::new(2, 48_000);
        let mut player = Player::new(Box::new(output));
        let mut once = || {
            let start = Instant::now();
            std::thread::scope(|scope| {
                let (give, take) = mpsc::channel();
                scope.spawn(move || {
                    Track::decode(Some(sound), false, |track| drop(give.send(track)));
                });
                let track = take.recv().ok().flatten().expect("the sound can be decoded");
                player.play(track.clip.clone(), 0.0);
                // Ten milliseconds, as devices request them.
                while tap.pull(480).iter().all(|sample| *sample == 0.0) {
                    std::thread::yield_now();
                }
                // The rest is decoded during playback.
                start.elapsed()
            })
        };
        let time = (0..10).map(|_| once()).min().unwrap_or_default();
        let millis = time.as_secs_f64() * 1e3;
        // A closed pipe is not an error.
        let _ = writeln!(out, "first samples of {seconds:>3} s after {millis:7.2} ms");
    }
}
