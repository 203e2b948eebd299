//! Streams of packed clips (section 16.3).

use gouraud::formats::neversoft::psx::animation::stream::{CONSTANT, Layout, WORDS, ZERO, decode};
use gouraud_testing::build::psx::{MAX_INTERVAL, encode, encode_as};

#[track_caller]
fn holds(bytes: &[u8], samples: &[i16]) {
    // Bytes after the stream are ignored.
    let longer = [bytes, &[0xAA; 4]].concat();
    let found = decode(&longer, samples.len(), usize::MAX);
    assert_eq!(found, Some((samples.to_vec(), bytes.len())));
    let (interval, mode) = (usize::from(bytes[0] >> 4) + 1, bytes[0] & 15);
    assert_eq!(encode_as(samples, interval, mode).as_deref(), Some(bytes));
    for cut in 0..bytes.len() {
        assert_eq!(decode(&bytes[..cut], samples.len(), usize::MAX), None, "{cut} bytes");
    }
}

/// Section 24.5.
#[test]
fn streams_match_the_document() {
    holds(&[0x0F], &[0, 0, 0]);
    holds(&[0x0E, 0x34, 0x12], &[4660, 4660]);
    holds(&[0x00, 0x0A, 0x00, 0x14, 0x00, 0xFB, 0xFF], &[10, 20, -5]);
    holds(&[0x10, 0x00, 0x00, 0x0A, 0x00, 0x0D, 0x00], &[0, 5, 10, 11, 13]);
    holds(&[0x03, 0x64, 0x00, 0x3E, 0x70], &[100, 103, 101, 108]);
    holds(&[0x13, 0x64, 0x00, 0x7E], &[100, 103, 107, 105]);
}

/// A line through keys `interval` frames apart, with steps that use all bits of the mode.
fn zigzag(interval: usize, mode: u8, frames: usize) -> Vec<i16> {
    let far = if mode == WORDS { i16::MAX } else { (1 << mode) - 1 };
    let layout = Layout::new(((interval - 1) as u8) << 4 | mode, frames);
    let key = |index: usize| match index % 3 {
        0 => 0,
        1 => far,
        _ => -1,
    };
    let keys: Vec<i16> = (0..=layout.keys).map(key).collect();
    layout.samples(&keys, frames)
}

#[test]
fn every_mode_and_interval_round_trips() {
    for interval in 1..=MAX_INTERVAL {
        for mode in WORDS..CONSTANT {
            // Frame counts that are and are not multiples of the interval.
            for frames in [1, 2, interval + 1, 3 * interval + 1, 5 * interval] {
                let samples = zigzag(interval, mode, frames);
                assert_eq!(samples.len(), frames);
                let stream = encode_as(&samples, interval, mode)
                    .unwrap_or_else(|| panic!("mode {mode}, {interval}: {samples:?}"));
                let found = decode(&stream, frames, usize::MAX);
                assert_eq!(found, Some((samples.clone(), stream.len())));
                let shortest = encode(&samples);
                assert!(shortest.len() <= stream.len());
                assert_eq!(decode(&shortest, frames, usize::MAX).unwrap().0, samples);
            }
        }
    }
}

#[test]
fn refuses_samples_that_do_not_fit_the_mode() {
    assert_eq!(encode_as(&[0, 8], 1, 3), None);
    assert!(encode_as(&[0, 8], 1, 4).is_some());
    assert_eq!(encode_as(&[5, 6], 1, CONSTANT), None);
    assert_eq!(encode_as(&[5, 5], 1, ZERO), None);
    assert_eq!((encode_as(&[0, 1], 17, 0), encode_as(&[0, 1], 0, 0)), (None, None));
    assert_eq!((encode(&[0; 9]), encode(&[7; 9]), encode(&[])), {
        (vec![0x0F], vec![0x0E, 7, 0], Vec::new())
    });
}

#[test]
fn steps_wrap_around() {
    let stream = [0x13, 0xFF, 0x7F, 0x70];
    assert_eq!(decode(&stream, 3, 9).unwrap().0, [i16::MAX, i16::MIN + 2, i16::MIN + 6]);
}

#[test]
fn decodes_only_the_requested_frames() {
    assert_eq!(decode(&[0x0E, 1, 0], 60_000, 3), Some((vec![1; 3], 3)));
    assert_eq!(decode(&[0x00, 1, 0, 2, 0], 60_000, 3), None);
    let long: Vec<i16> = (0..600).collect();
    let stream = encode_as(&long, 16, 5).unwrap();
    assert_eq!(decode(&stream, 600, 20).unwrap().0, long[..20]);
}
