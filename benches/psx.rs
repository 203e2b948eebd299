//! A Neversoft level of 120 000 faces: from bytes to records, to fields, to a scene and back, compared
//! with copying its bytes. `cargo bench --bench psx`

use std::any::Any;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use divan::Bencher;
use divan::counter::BytesCount;
use gouraud::bytes::Source;
use gouraud::container::Context;
use gouraud::edit::SceneDifference;
use gouraud::formats::Displayed;
use gouraud::formats::Loaded;
use gouraud::formats::neversoft::psx::File;
use gouraud::library::{FaceQuery, Library, Opened};
use gouraud::scene::Scene;
use gouraud_testing::{level, records};

const FACES: usize = 120_000;

fn source() -> &'static Source {
    static SOURCE: OnceLock<Source> = OnceLock::new();
    SOURCE.get_or_init(|| {
        let bytes =
            level::bytes(FACES, level::Textures::default()).expect("the level can be stored");
        Source::from_bytes("level.psx", bytes)
    })
}

type Made = Box<dyn Any>;
type Work = fn(&Source) -> Made;

fn to_records(source: &Source) -> Made {
    Box::new(records::of::<File>(source).expect("the level is well-formed"))
}

fn to_fields(source: &Source) -> Made {
    Box::new(Loaded::<File>::open(source).expect("the level is well-formed"))
}

/// Everything that a picture needs: validated records with fields, and the scene made from them.
fn to_scene(source: &Source) -> Made {
    let (level, _) = Loaded::<File>::open(source).expect("the level is well-formed");
    let scene = level.scene(Context::ALONE);
    Box::new((level, scene))
}

/// Copies into unused memory, like the other measurements.
fn copy(source: &Source) -> Made {
    Box::new(source.bytes().to_vec())
}

fn measure(bencher: Bencher<'_, '_>, work: Work) {
    let source = source();
    bencher.counter(BytesCount::of_slice(source.bytes())).bench_local(|| work(source));
}

#[divan::bench]
fn bytes_to_records(bencher: Bencher<'_, '_>) {
    measure(bencher, to_records);
}

#[divan::bench]
fn bytes_to_fields(bencher: Bencher<'_, '_>) {
    measure(bencher, to_fields);
}

#[divan::bench]
fn bytes_to_scene(bencher: Bencher<'_, '_>) {
    measure(bencher, to_scene);
}

#[divan::bench]
fn records_to_bytes(bencher: Bencher<'_, '_>) {
    let source = source();
    let file: File = records::of(source).expect("the level is well-formed");
    let bench = bencher.counter(BytesCount::of_slice(source.bytes()));
    bench.bench_local(|| file.write().expect("nothing is lost"));
}

/// Number of faces that are searched.
const MANY: usize = 300_000;

/// An opened level with its library and scene.
fn opened(faces: usize) -> (Library, Arc<Opened>, Arc<Scene>) {
    let bytes = level::bytes(faces, level::Textures::default()).expect("the level can be stored");
    let library = Library::new();
    let source = Source::from_bytes("level.psx", bytes);
    let opened = library.open_source(&source, None).expect("the level is well-formed");
    let scene = opened.scene(&library).expect("the level has faces");
    (library, opened, scene)
}

fn search(bencher: Bencher<'_, '_>, query: &str) {
    let (library, opened, scene) = opened(MANY);
    let query = FaceQuery::parse(query).expect("the query is well-formed");
    bencher.bench_local(|| query.faces(&library, &opened, &scene));
}

/// A query with flags, which the scene holds.
#[divan::bench]
fn query_with_flags(bencher: Bencher<'_, '_>) {
    search(bencher, "flags.semi_transparent and texture.width > 32");
}

/// A query for which the record of every face is read.
#[divan::bench]
fn query_with_fields(bencher: Bencher<'_, '_>) {
    search(bencher, "colour[0] > 100 and texture.width > 32");
}

/// A query on objects and a field of every face.
#[divan::bench]
fn query_with_objects(bencher: Bencher<'_, '_>) {
    search(bencher, "object.name != \"\" and colour[0] > 100");
}

/// A query on the corners of every face.
#[divan::bench]
fn query_with_corners(bencher: Bencher<'_, '_>) {
    search(bencher, "area > 1 and normal.y > 0.5");
}

/// Two levels of the same faces.
#[divan::bench]
fn scenes_compared(bencher: Bencher<'_, '_>) {
    let (one, two) = (opened(FACES), opened(FACES));
    bencher.bench_local(|| SceneDifference::of(&one.2, &two.2));
}

#[divan::bench]
fn memcpy(bencher: Bencher<'_, '_>) {
    measure(bencher, copy);
}

fn main() {
    divan::main();
    // All are run in turn, so that a busy machine slows all of them equally.
    let works: [(&str, Work); 4] = [
        ("memcpy", copy),
        ("bytes to records", to_records),
        ("bytes to fields", to_fields),
        ("bytes to scene", to_scene),
    ];
    let mut best = [Duration::MAX; 4];
    for _ in 0..40 {
        for ((_, work), best) in works.iter().zip(&mut best) {
            let start = Instant::now();
            let made = work(source());
            *best = start.elapsed().min(*best);
            drop(made);
        }
    }
    let bytes = source().len() as f64;
    for ((name, _), time) in works.iter().zip(best) {
        let ratio = best[0].as_secs_f64() / time.as_secs_f64();
        let speed = bytes / time.as_secs_f64() / 1e6;
        let ms = time.as_secs_f64() * 1e3;
        println!("{name:18} {ms:8.3} ms {speed:9.0} MB/s  1/{:.1} of memcpy", 1.0 / ratio);
    }
}
