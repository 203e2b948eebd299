//! Sounds: ADPCM to samples, and a bank of 5 000 sounds to a list. `cargo bench --bench sound`

use std::hint::black_box;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use gouraud::bytes::Source;
use gouraud::codec::ima_adpcm::Blocks;
use gouraud::container::Context;
use gouraud::formats::Format;
use gouraud::formats::trespasser::cau::Cau;
use gouraud::formats::trespasser::tpa::{Bank, Id, TpaFormat, parse};

fn main() {
    divan::main();
}

/// Blocks of noise behind headers that are in range.
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

/// Samples a second on all cores, with blocks as the game has them.
#[divan::bench(args = [1u16, 2])]
fn adpcm_to_samples(bencher: Bencher, channels: u16) {
    let size = 1028 * usize::from(channels);
    let stream = stream(channels.into(), size, 10_000);
    let blocks = Blocks::new(channels, size).expect("a block of that size holds samples");
    let samples = blocks.frames(stream.len()) * usize::from(channels);
    bencher.counter(ItemsCount::new(samples)).bench(|| blocks.decode(black_box(&stream)));
}

fn bank() -> Source {
    let sound = Cau::adpcm(22050, 1, &vec![1000; 22050]).with_captions(&[(1000, "A caption.")]);
    let ids = (0..5_000).map(|index| Id::new(index, index as usize)).collect();
    let bank = Bank::new(ids, vec![sound; 5_000], Vec::new());
    Source::from_bytes("bank.tpa", bank.write())
}

/// Records alone.
#[divan::bench]
fn bank_to_records(bencher: Bencher) {
    let source = bank();
    bencher
        .counter(BytesCount::new(source.len()))
        .bench(|| black_box(parse(&source).expect("the bank is well-formed")));
}

/// What a list of the sounds needs: fields, problems, and the scene. No sound is decoded.
#[divan::bench]
fn bank_to_list(bencher: Bencher) {
    let source = bank();
    bencher.counter(BytesCount::new(source.len())).bench(|| {
        let document = TpaFormat.open(&source).expect("the bank is well-formed");
        black_box(document.content.scene(Context::ALONE))
    });
}
