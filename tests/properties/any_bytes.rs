//! Every format reads, lists, draws and writes any bytes without a panic, ends, and uses no more memory
//! than they justify. `gouraud_testing::exercise` checks the other invariants.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use gouraud::bytes::{Severity, Source};
use gouraud::formats::{self, Format};
use gouraud_testing::fixtures::Fixture;
use gouraud_testing::mutation::{self, Mutation, apply};
use gouraud_testing::{Exercised, exercise, fuzz, memory};
use proptest::prelude::*;

use super::files;

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

/// Small enough that hundreds of mutations of each are tried in seconds.
const LARGEST: usize = 34 * 1024;

static FILES: LazyLock<Vec<Fixture>> = LazyLock::new(|| files::all(LARGEST));

fn look_at(name: &str, bytes: &[u8]) {
    look_at_as(formats::all(), name, bytes);
}

fn look_at_as(formats: &[&dyn Format], name: &str, bytes: &[u8]) -> Exercised {
    fuzz::bounded(name, bytes.len(), || exercise(formats, name, bytes))
}

#[test]
fn seeds_cover_every_format() {
    let of = |file: &Fixture| {
        let source = Source::from_bytes(file.name.clone(), file.bytes.clone());
        let by_bytes = formats::identify(&source).map(|(format, _)| format);
        // Some files are recognised only by their companions.
        let beside = |format: &&&dyn formats::Format| {
            format.probe_with_companions(source.file_name(), &|_| true).is_some()
        };
        let found = by_bytes.or_else(|| formats::all().iter().find(beside).copied());
        found.map(|format| format.info().id)
    };
    let there: BTreeSet<_> = FILES.iter().filter_map(of).collect();
    let all: BTreeSet<_> = formats::all().iter().map(|format| format.info().id).collect();
    assert_eq!(there, all);
}

#[test]
fn intact_files_keep_invariants() {
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for Fixture { name, bytes } in FILES.iter() {
        for format in formats::all() {
            let Exercised { members, exported, edited, .. } = look_at_as(&[*format], name, bytes);
            let sums = counts.entry(format.info().id).or_default();
            *sums = [sums[0] + members, sums[1] + exported, sums[2] + edited];
        }
    }
    let reached = |step: usize| -> Vec<&str> {
        counts.iter().filter(|(_, sums)| sums[step] > 0).map(|(id, _)| *id).collect()
    };
    let all = [reached(0), reached(1), reached(2)];
    insta::assert_debug_snapshot!("formats_with_members_exports_and_edits", all);
}

#[test]
fn truncated_files_are_harmless() {
    // In two threads, since it takes longer than the other tests together.
    let (even, odd): (Vec<_>, Vec<_>) = FILES.iter().enumerate().partition(|(at, _)| at % 2 == 0);
    std::thread::scope(|scope| {
        for half in [even, odd] {
            scope.spawn(move || half.into_iter().for_each(|(_, file)| truncate(file)));
        }
    });
}

fn truncate(Fixture { name, bytes }: &Fixture) {
    // For other formats these are random bytes, which other tests cover.
    let own = formats_of(name, bytes);
    // Lengths within headers, then a few more; fewer for large files, which take longer.
    let begin = (0..bytes.len().min(32)).step_by(5);
    let later = if bytes.len() > 4096 { 2 } else { 6 };
    let step = (bytes.len() / (later + 1)).max(1);
    for len in begin.chain((32..bytes.len()).step_by(step).take(later + 1)) {
        look_at_as(&own, name, &bytes[..len]);
    }
}

/// The formats that read the whole file without errors.
fn formats_of(name: &str, bytes: &[u8]) -> Vec<&'static dyn Format> {
    let source = Source::from_bytes(name, bytes.to_vec());
    let is_read = |format: &&dyn Format| {
        let read = format.open(&source);
        read.is_ok_and(|read| read.problems.worst() != Some(Severity::Error))
    };
    formats::all().iter().copied().filter(is_read).collect()
}

/// A model that is stored once and referenced thousands of times must be stored in memory once.
#[test]
fn shared_pointers_do_not_multiply_memory() {
    let (pointers, vertices) = (8000u32, 4000u16);
    let tables_end = 16 + 4 * pointers;
    let model = [&[0, 0], &vertices.to_le_bytes()[..], &[0; 24], &vec![0; 8 * 4000]].concat();
    let tag_offset = tables_end + model.len() as u32;
    let head = [0x0002_0004, tag_offset, 0, pointers];
    let words = head.into_iter().chain(std::iter::repeat_n(tables_end, pointers as usize));
    let mut bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    bytes.extend(model);
    look_at("many.psx", &bytes);
}

/// A script with one key frame, a day and a half after its start, must not allocate frames for that time.
#[test]
fn distant_key_frames_take_no_memory() {
    let mut script = vec![0; 89];
    script[..12].copy_from_slice(&[2, 0, 0, 0, 0, 0, 0xFF, 0x7F, 0, 0, 1, 0]);
    // The first object: one frame, at 131 072 seconds.
    script[18] = 1;
    script[23] = 0x48;
    look_at("moment.asb", &script);
}

#[test]
fn measures_peak_memory() {
    let (_, peak) = memory::peak(|| {
        drop(vec![1u8; 3000]);
        vec![1u8; 2000]
    });
    assert!((3000..4000).contains(&peak), "{peak}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_harmless(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        look_at("any", &bytes);
    }

    #[test]
    fn header_like_numbers_are_harmless(bytes in mutation::header_like()) {
        look_at("numbers", &bytes);
    }

    #[test]
    fn damaged_files_are_harmless(
        sample: prop::sample::Index, mutations in proptest::collection::vec(any::<Mutation>(), 1..6),
    ) {
        let Fixture { name, bytes } = sample.get(&FILES);
        look_at(name, &apply(bytes, &mutations));
    }
}
