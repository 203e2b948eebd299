//! Speed of decompressing packed files and of decoding terrain. `cargo bench --bench lzss`.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use gouraud::bytes::Source;
use gouraud::codec::lzss::{SPZ, pack, unpack};
use gouraud::formats::Loaded;
use gouraud::formats::trespasser::wtd::{Terrain, Wtd};

fn main() {
    divan::main();
}

/// Pictures similar to those of games: smooth shades with grain, in rows of 512.
fn pixels() -> Vec<u8> {
    let mut grain = 1u32;
    let pixel = |at: usize| {
        grain = grain.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (x, y) = (at % 512, at / 512);
        let noise = if grain >> 28 == 0 { (grain >> 20) as u8 & 3 } else { 0 };
        ((x / 16 + y / 24) as u8 & 0x3F) + noise
    };
    (0..4 << 20).map(pixel).collect()
}

/// Throughput in unpacked bytes.
#[divan::bench]
fn unpack_spz(bencher: Bencher) {
    let plain = pixels();
    let packed = pack(&plain, SPZ);
    bencher
        .counter(BytesCount::new(plain.len()))
        .bench(|| unpack(black_box(&packed), SPZ, plain.len()));
}

/// Incompressible data: literals only.
#[divan::bench]
fn unpack_noise(bencher: Bencher) {
    let mut state = 7u32;
    let noise = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let plain: Vec<u8> = (0..4 << 20).map(noise).collect();
    let packed = pack(&plain, SPZ);
    bencher
        .counter(BytesCount::new(plain.len()))
        .bench(|| unpack(black_box(&packed), SPZ, plain.len()));
}

#[divan::bench]
fn pack_spz(bencher: Bencher) {
    let plain = pixels();
    bencher.counter(BytesCount::new(plain.len())).bench(|| pack(black_box(&plain), SPZ));
}

/// Hills with about 32 000 vertices on 2048 × 2048 m.
#[divan::bench]
fn decode_terrain(bencher: Bencher) {
    let height = |x: u32, y: u32| {
        let (x, y) = (f64::from(x) / 90.0, f64::from(y) / 70.0);
        80.0 + 40.0 * (x.sin() + y.cos()) + 10.0 * (3.0 * x + y).sin()
    };
    let grid = (0..179).flat_map(|y| (0..179).map(move |x| (8 * x, 8 * y)));
    let points: Vec<[f64; 3]> =
        grid.map(|(x, y)| [f64::from(x), f64::from(y), height(x, y)]).collect();
    let bytes = Wtd::of_points(&points, 16).map(|wtd| wtd.write());
    let source = Source::from_bytes("hills.wtd", bytes.unwrap_or_default());
    bencher.bench(|| {
        Loaded::<Terrain>::open(black_box(&source)).map(|(file, _)| file.records.heights().len())
    });
}
