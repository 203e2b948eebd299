//! Typical use of disc images: listing a large image, opening a level inside of it, extracting, and
//! reading a compressed disc, each compared with a baseline of the same run. `cargo bench --bench discs`;
//! `-- small` uses discs of a few megabytes, as a quick check.

use std::fs::{self, File};
use std::io::{BufReader, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gouraud::library::Library;
use gouraud::library::extract::{Existing, ExtractOptions, Plan};
use gouraud_testing::build::disc::{ChdTrack, IsoFile, chd_deflated, iso, zip};
use gouraud_testing::level::{self, Textures};

/// Number of repetitions; the best time counts.
const TIMES: usize = 5;
const MEGABYTE: u64 = 1 << 20;

/// Sizes of the inputs.
struct Sizes {
    listed: u64,
    faces: usize,
    extracted: u64,
    packed: usize,
}

const LARGE: Sizes =
    Sizes { listed: 700 * MEGABYTE, faces: 20_000, extracted: 256 * MEGABYTE, packed: 64 << 20 };
const SMALL: Sizes =
    Sizes { listed: 20 * MEGABYTE, faces: 200, extracted: 4 * MEGABYTE, packed: 1 << 20 };

fn main() {
    let is_small = std::env::args().any(|argument| argument == "small");
    let sizes = if is_small { SMALL } else { LARGE };
    let folder = tempfile::tempdir().expect("there is room for discs");
    listing(folder.path(), &sizes);
    opening(folder.path(), &sizes);
    extracting(folder.path(), &sizes);
    unpacking(folder.path(), &sizes);
}

/// The best time of several runs.
fn best(mut work: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..TIMES).map(time).min().unwrap_or_default()
}

fn print_time(what: &str, took: Duration) {
    println!("{what:<60} {:>9.2} ms", took.as_secs_f64() * 1e3);
}

fn against(what: &str, took: Duration, other: Duration) {
    let ratio = took.as_secs_f64() / other.as_secs_f64();
    println!("{what:<60} {:>9.2} ms, {ratio:.2} times", took.as_secs_f64() * 1e3);
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Incompressible bytes.
fn noise(len: usize) -> Vec<u8> {
    let mut state = 7u32;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..len).map(next).collect()
}

/// Measures listing of two thousand files in fifty folders, and one that fills the rest.
fn listing(folder: &Path, sizes: &Sizes) {
    let path = |index: u32| format!("FOLDER{:02}/FILE{index:04}.BIN", index % 50);
    let paths: Vec<String> = (0..2000).map(path).collect();
    let mut files: Vec<IsoFile<'_>> =
        paths.iter().map(|path| IsoFile::new(path, b"some of it")).collect();
    files.push(IsoFile { path: "MOVIE.STR", data: b"", size: sizes.listed });
    let image = iso("LARGE", &files);
    let [cooked, raw] = ["cooked.iso", "raw.bin"].map(|name| folder.join(name));
    image.write(&cooked).expect("the image can be written");
    image.write_raw(&raw).expect("the image can be written");
    for (what, path) in [("of 2048 bytes", &cooked), ("of 2352 bytes", &raw)] {
        let path = shown(path);
        let listed = best(|| {
            let entries = Library::new().list(&path, false).expect("it is a disc");
            assert_eq!(entries.len(), 2001);
        });
        print_time(&format!("listing {} MB in sectors {what}", sizes.listed / MEGABYTE), listed);
    }
}

fn opening(folder: &Path, sizes: &Sizes) {
    let level = level::bytes(sizes.faces, Textures::default()).expect("the level can be stored");
    let archive = zip(&[("level.psx", &level)]);
    let loose = folder.join("level.psx");
    fs::write(&loose, &level).expect("the image can be written");
    let image =
        iso("LEVELS", &[IsoFile::new("LEVEL.PSX", &level), IsoFile::new("ALL.ZIP", &archive)]);
    let [cooked, raw] = ["levels.iso", "levels.bin"].map(|name| folder.join(name));
    image.write(&cooked).expect("the image can be written");
    image.write_raw(&raw).expect("the image can be written");
    let open = |path: &str| {
        best(|| {
            let library = Library::new();
            let opened = library.open(path, None).expect("the level is listed");
            assert!(opened.scene(&library).is_some_and(|scene| !scene.meshes.is_empty()));
        })
    };
    let alone = open(&shown(&loose));
    print_time(&format!("opening a loose level of {} faces", sizes.faces), alone);
    for (what, disc) in [("2048", cooked), ("2352", raw)] {
        let disc = shown(&disc);
        let took = open(&format!("{disc}//LEVEL.PSX"));
        against(&format!("the same on a disc with {what} bytes per sector"), took, alone);
        let took = open(&format!("{disc}//ALL.ZIP//level.psx"));
        against("the same in an archive on it", took, alone);
    }
}

/// Measures extraction against copying: writing the same bytes from memory to the same number of files,
/// after reading them.
fn extracting(folder: &Path, sizes: &Sizes) {
    let data = noise((sizes.extracted / 64) as usize);
    let paths: Vec<String> = (0..64).map(|index| format!("FILE{index:02}.BIN")).collect();
    let files: Vec<IsoFile<'_>> = paths.iter().map(|path| IsoFile::new(path, &data)).collect();
    let image = iso("FILES", &files);
    let [cooked, raw, plain] = ["files.iso", "files.bin", "plain"].map(|name| folder.join(name));
    image.write(&cooked).expect("the image can be written");
    image.write_raw(&raw).expect("the image can be written");
    fs::create_dir(&plain).expect("there is room");
    for path in &paths {
        fs::write(plain.join(path), &data).expect("the image can be written");
    }
    let out = folder.join("out");
    let copied = best(|| {
        emptied(&out);
        for path in &paths {
            copy(&plain.join(path), &out.join(path));
        }
    });
    print_time(&format!("copying {} MB in 64 files", sizes.extracted / MEGABYTE), copied);
    for (what, disc) in [("2048", cooked), ("2352", raw)] {
        let disc = shown(&disc);
        let took = best(|| {
            emptied(&out);
            let (library, mut plan) = (Library::new(), Plan::default());
            plan.add(&library, &disc, ExtractOptions::default()).expect("it is a disc");
            assert!(plan.run(&library, &out, Existing::Keep, &mut |_| ControlFlow::Continue(())));
        });
        assert_eq!(fs::read(out.join("FILE63.BIN")).expect("the file exists"), data);
        against(&format!("extracting them from a disc with {what} bytes per sector"), took, copied);
    }
}

fn emptied(folder: &PathBuf) {
    if folder.exists() {
        fs::remove_dir_all(folder).expect("the folder can be removed");
    }
    fs::create_dir(folder).expect("there is room");
}

/// Copies with reads and writes, like `cp` if files cannot share their blocks.
fn copy(from: &Path, to: &Path) {
    let mut from = BufReader::with_capacity(1 << 20, File::open(from).expect("the file exists"));
    let mut to = File::create(to).expect("there is room");
    std::io::copy(&mut from, &mut to).expect("there is room");
    to.flush().expect("there is room");
}

fn unpacking(folder: &Path, sizes: &Sizes) {
    let sectors = sizes.packed / 2352;
    // Half of the data is compressible.
    let data: Vec<u8> = noise(sectors * 2352).into_iter().map(|byte| byte & 0x0F).collect();
    let text = format!("TRACK:1 TYPE:MODE2_RAW SUBTYPE:NONE FRAMES:{sectors}");
    let packed = chd_deflated(&[ChdTrack { text: &text, sector: 2352, data: &data }]).0;
    let path = folder.join("disc.chd");
    fs::write(&path, packed).expect("the image can be written");
    let alone = best(|| {
        let file = BufReader::new(File::open(&path).expect("the file exists"));
        let mut disc = chd::Chd::open(file, None).expect("it is a CHD");
        let (mut buffer, mut hunk) = (Vec::new(), disc.get_hunksized_buffer());
        for index in 0..disc.header().hunk_count() {
            let mut one = disc.hunk(index).expect("the hunk is in the map");
            one.read_hunk_in(&mut buffer, &mut hunk).expect("the hunk can be unpacked");
        }
    });
    print_time(&format!("unpacking {} MB with the crate alone", sizes.packed >> 20), alone);
    let path = shown(&path);
    let took = best(|| {
        let library = Library::new();
        let opened = library.open(&path, None).expect("it is a CHD");
        let inside = &opened.document.source;
        let mut len = 0;
        let done = inside.each_chunk(|chunk| -> Result<(), ()> {
            len += chunk.len();
            Ok(())
        });
        assert_eq!((done, len), (Ok(()), data.len()));
    });
    against("the same as the bytes of a disc", took, alone);
}
