//! Sounds that are longer than one decoded chunk.

use std::ops::ControlFlow;

use gouraud::container::Context;
use gouraud::formats::Document;
use gouraud::scene::{Samples, Sound};
use gouraud_testing::build::tpa;

use super::alone;

fn sound(document: &Document) -> Sound {
    let (mut scene, _) = document.content.displayed().scene(Context::ALONE).unwrap();
    scene.sounds.drain(..).next().unwrap()
}

/// Pseudo-random bytes.
fn noise(len: usize) -> Vec<u8> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..len).map(|_| next()).collect()
}

/// Checks that the chunks together equal the sound decoded at once, that their number is `expected`, and
/// that decoding stops when the caller breaks.
fn assert_parts(sound: &Sound, expected: usize) {
    let whole = sound.data.decode();
    assert_eq!(whole.len() as u64, sound.frames * u64::from(sound.channels));
    let (mut all, mut count) = (Samples::none(sound.bits), 0);
    sound.data.parts(&mut |samples| {
        all.append(samples);
        count += 1;
        ControlFlow::Continue(())
    });
    assert!(all == whole, "{sound:?}");
    assert_eq!(count, expected, "{sound:?}");
    let mut calls = 0;
    sound.data.parts(&mut |_| {
        calls += 1;
        ControlFlow::Break(())
    });
    assert_eq!(calls, 1);
}

#[test]
fn spu_blocks_continue_across_chunks() {
    let mut blocks = noise(20_000 * 16);
    for block in blocks.chunks_mut(16) {
        // A filter whose state decays slowly; no flags.
        block[0] = 0x14;
        block[1] = 0;
    }
    let mut bytes = b"VAGp\0\0\0\x20\0\0\0\0".to_vec();
    bytes.extend((blocks.len() as u32).to_be_bytes());
    bytes.extend(22_050u32.to_be_bytes());
    bytes.resize(0x30, 0);
    bytes.extend(blocks);
    assert_parts(&sound(&alone("long.vag", bytes)), 3);
}

#[test]
fn xa_groups_continue_across_chunks() {
    for coding in [0, 1] {
        let mut sectors = Vec::new();
        for data in noise(1000 * 2304).chunks(2304) {
            let header = [0, 0, 0x64, coding];
            sectors.extend([header, header].concat());
            let start = sectors.len();
            sectors.extend(data);
            for group in sectors[start..].chunks_mut(128) {
                group[..16].fill(0x11);
            }
            sectors.extend([0; 24]);
        }
        assert_parts(&sound(&alone("long.xa", sectors)), 2);
    }
}

#[test]
fn bank_sounds_are_chunked_at_blocks_and_frames() {
    let mut packed = tpa::adpcm(11_025, 1, &[0; 4]);
    tpa::set_data(&mut packed, noise(5 << 20));
    assert_parts(&sound(&alone("packed.cau", tpa::alone(&packed))), 3);
    let plain = tpa::pcm16(11_025, 2, &vec![-300; (5 << 19) + 2]);
    assert_parts(&sound(&alone("plain.cau", tpa::alone(&plain))), 2);
}

#[test]
fn disc_tracks_are_chunked_at_frames() {
    assert_parts(&sound(&alone("Track 02.cdda", noise(4 * 44_100 * 4 * 2 + 2352))), 3);
}
