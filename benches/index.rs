//! The index: time to fill it, and time until the first page of results among a million entries. `cargo
//! bench --bench index [ENTRIES]`

use std::time::{Duration, Instant};

use gouraud::bytes::Span;
use gouraud::index::{
    Asset, Content, FaceNumber, FaceWord, FileFacts, Index, Kind, Query, Root, Watch,
};
use gouraud::library::Library;
use gouraud::scene::{Element, Origin};

const ENTRIES: usize = 1_000_000;
/// Assets per file.
const EACH: usize = 99;
/// Results per page.
const PAGE: usize = 100;
const ROUNDS: usize = 5;

const WORDS: &[&str] = &[
    "wall", "brick", "crate", "ramp", "rail", "tree", "grass", "water", "window", "door", "roof",
    "sign", "lamp", "bench", "fence", "rock", "sand", "metal", "rust", "wood", "arm", "leg",
    "head", "torso",
];
const LINES: &[&str] =
    &["help me over here", "watch the gap", "you are late again", "that was close"];

fn main() {
    let count = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(ENTRIES);
    let folder = tempfile::tempdir().expect("a folder");
    small_files(folder.path());
    let index = Index::open(&folder.path().join("cache")).expect("an index");
    let start = Instant::now();
    index.put((0..count / (EACH + 1)).map(file)).expect("room on the disk");
    let took = start.elapsed();
    println!(
        "{count} entries inserted: {took:.1?}, {:.0} per second",
        count as f64 / took.as_secs_f64()
    );
    let size: u64 = std::fs::read_dir(folder.path().join("cache"))
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.metadata().ok()?.len()))
        .sum();
    println!("{} MB on disk", size >> 20);
    println!("\n{:<44} {:>10} {:>10} {:>10}", "query", "first page", "count", "hits");
    for query in [
        "",
        "wall",
        "brick_000123",
        "help",
        "level_00042",
        "no-such-word",
        "qz",
        "kind:texture size:128x64",
        "kind:texture size:128x64 brick",
        "kind:sound caption:\"gap\"",
        "flag:0x0400",
        "flag:0x8000",
        "surface:3 ramp",
        "hash:00000123",
        "depth:4 -wall -brick",
        "game:thps2 kind:model faces:>60",
        "problem:error",
        "seconds:<1",
        "codec:ima seconds:>8",
        "box:>190",
        "box:100x50x2",
        "path:level_0001 kind:model",
    ] {
        ask(&index, query);
    }
}

/// Measures an update of a folder of small files, which are read.
fn small_files(folder: &std::path::Path) {
    const COUNT: usize = 2_000;
    let games = folder.join("games");
    std::fs::create_dir_all(&games).expect("a folder");
    let level = include_bytes!("../assets/demo/plaza_t.trg");
    for number in 0..COUNT {
        std::fs::write(games.join(format!("{number}.trg")), level).expect("a file");
    }
    struct Silent;
    impl Watch for Silent {}
    let index = Index::open(&folder.join("small")).expect("an index");
    let root = Root::new(&games.to_string_lossy());
    for what in ["files read", "unchanged files"] {
        let start = Instant::now();
        index.update(&Library::new(), &root, 0, &Silent).expect("an update");
        let took = start.elapsed();
        let entries =
            index.search(vec![root.clone()]).and_then(|search| search.assets()).unwrap_or(0);
        println!(
            "{COUNT} {what}: {took:.1?}, {:.0} files and {:.0} entries per second",
            COUNT as f64 / took.as_secs_f64(),
            entries as f64 / took.as_secs_f64()
        );
    }
}

fn ask(index: &Index, text: &str) {
    let query = Query::parse(text).expect("a query");
    let library = Library::new();
    let search = index.search(Vec::new()).expect("a search");
    let (mut best, mut best_count, mut hits) = (Duration::MAX, Duration::MAX, 0);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let prepared = search.prepare(&query, &library).expect("a query");
        search.page(&prepared, Some(PAGE)).expect("a page");
        best = best.min(start.elapsed());
        let start = Instant::now();
        hits = search.count(&prepared).expect("a count");
        best_count = best_count.min(start.elapsed());
    }
    println!("{text:<44} {best:>10.2?} {best_count:>10.2?} {hits:>10}");
}

/// A pseudo-random number.
fn mixed(number: usize) -> usize {
    number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20
}

fn file(number: usize) -> FileFacts {
    FileFacts {
        path: format!("/games/disc_{:02}.cue//DATA//level_{number:05}.psx", number % 40),
        size: 10_000 + (mixed(number) % 100_000) as u64,
        content: Content::of_bytes(&number.to_le_bytes()),
        format: Some(["neversoft.psx", "ssx.mpf", "trespasser.grf"][number % 3]),
        version: None,
        status: "ok",
        game: Some(
            ["Tony Hawk's Pro Skater 2\nPlayStation\nthps2", "SSX Tricky\nssx"][number % 2].into(),
        ),
        coverage: [1, 0, 0],
        problems: Vec::new(),
        assets: (0..EACH).map(|at| asset(number * EACH + at, at)).collect(),
    }
}

fn asset(number: usize, at: usize) -> Asset {
    let kind = Kind::ALL[1 + mixed(number) % (Kind::ALL.len() - 1)];
    let word = WORDS[mixed(number * 7) % WORDS.len()];
    let flags = mixed(number * 3) as u32 & mixed(number * 5) as u32 & 0x7fff;
    let number_of = |field, number| FaceNumber { field, number, faces: 3 };
    Asset {
        kind,
        element: Element::Sky,
        name: format!("{word}_{:06}", number / 7),
        origin: Origin::new(Span::default(), format!("things[{at}]")),
        content: Some(Content::of_bytes(&(number / 3).to_le_bytes())),
        texels: None,
        size: (kind == Kind::Texture).then(|| {
            [16 << (mixed(number) % 4), 16 << (mixed(number * 11) % 4), [4, 8, 15][number % 3]]
        }),
        faces: (kind == Kind::Model).then_some((mixed(number) % 500) as u64),
        seconds: (kind == Kind::Sound).then_some((mixed(number) % 900) as f64 / 100.0),
        bounds: (kind == Kind::Model).then(|| {
            let side = (mixed(number) % 1000) as f32 / 10.0;
            [[-side, 0.0, -1.0], [side, side, 1.0]]
        }),
        codec: (kind == Kind::Sound).then(|| ["PCM", "IMA ADPCM"][number % 2]),
        also: String::new(),
        text: if kind == Kind::Sound {
            LINES[number % LINES.len()].to_owned()
        } else {
            String::new()
        },
        hashes: vec![number as u32],
        numbers: if kind == Kind::Model {
            vec![
                number_of(FaceWord::Flags, flags),
                number_of(FaceWord::Surface, number as u32 % 64),
            ]
        } else {
            Vec::new()
        },
    }
}
