use audio_codec_algorithms::{AdpcmImaState, decode_adpcm_ima, encode_adpcm_ima};
use proptest::prelude::*;

use gouraud::codec::ima_adpcm::*;

use super::bytes;

fn decode(channels: u16, size: usize, hex: &str) -> Vec<i16> {
    Blocks::new(channels, size).unwrap().decode(&bytes(hex))
}

#[test]
fn vector_m1_is_mono() {
    assert_eq!(
        decode(1, 20, "00000000 70078FF8 12345678 9ABCDEF0 11223344"),
        [
            0, 0, 11, 41, 45, -11, -19, -26, -127, -54, -15, 94, 196, 369, 629, 595, 1068, 728,
            544, 39, -437, -1239, -2443, -2283, -4468, -3532, -2680, -1389, -216, 1276, 2634, 4221,
            6141
        ]
    );
}

#[test]
fn vector_m2_starts_with_a_large_step() {
    assert_eq!(
        decode(1, 12, "E8032800 01234567 89ABCDEF"),
        [
            1000, 1126, 1164, 1406, 1563, 1878, 2257, 3022, 4445, 3863, 3687, 2566, 1838, 381,
            -1365, -4885, -11427
        ]
    );
}

#[test]
fn vector_m3_is_clipped_not_wrapped() {
    assert_eq!(
        decode(1, 12, "007D5800 7777FFFF 0F0F0F0F"),
        [
            32000, 32767, 32767, 32767, 32767, -28669, -32768, -32768, -32768, -32768, -28673,
            -32768, -28673, -32768, -28673, -32768, -28673
        ]
    );
}

const M4: &str = "FBFF0000 1728394A 5B6C7D8E 9FA0B1C2 D3E4F506 4D000C00 1F2E3D";

#[test]
fn vector_m4_ends_with_a_partial_block() {
    let all = decode(1, 20, M4);
    assert_eq!(all.len(), 40);
    assert_eq!(all[..8], [-5, 6, 12, 11, 18, 14, 22, 16]);
    assert_eq!(all[30..], [-2080, 1277, 1734, 77, 36, 54, -18, 32, -68, 24][..]);
}

#[test]
fn vector_s1_is_stereo() {
    let pairs = decode(2, 24, "64000A00 9CFF1400 10325476 98BADCFE 8F7E6D5C 4B3A2918");
    let left =
        [100, 102, 108, 118, 129, 143, 165, 201, 277, 112, 89, -191, 383, -521, 1043, -877, 1963];
    let right = [
        -100, -106, -122, -147, -178, -216, -272, -369, -568, -768, -533, -690, -490, -568, -450,
        -471, -413,
    ];
    assert_eq!(pairs.iter().step_by(2).copied().collect::<Vec<_>>(), left);
    assert_eq!(pairs.iter().skip(1).step_by(2).copied().collect::<Vec<_>>(), right);
}

#[test]
fn requires_block_with_samples_for_one_or_two_channels() {
    assert!(Blocks::new(1, 5).is_some() && Blocks::new(2, 16).is_some());
    for (channels, size) in [(0, 100), (3, 100), (1, 4), (1, 0), (2, 8), (2, 15)] {
        assert_eq!(Blocks::new(channels, size), None, "{channels} channels, {size} bytes");
    }
}

#[test]
fn real_block_sizes_hold_2049_frames() {
    assert_eq!(Blocks::new(1, 1028).unwrap().frames(1028), 2049);
    assert_eq!(Blocks::new(2, 2056).unwrap().frames(2056), 2049);
}

#[test]
fn headers_and_partial_groups_hold_no_frames() {
    let mono = Blocks::new(1, 20).unwrap();
    assert_eq!([0, 3, 4, 5, 20, 24, 25].map(|len| mono.frames(len)), [0, 0, 0, 3, 33, 33, 36]);
    let stereo = Blocks::new(2, 24).unwrap();
    assert_eq!([7, 8, 15, 16, 23, 24, 41].map(|len| stereo.frames(len)), [0, 0, 0, 9, 9, 17, 26]);
}

#[test]
fn clamps_step_index_to_largest() {
    let at = |index| decode(1, 8, &format!("0000{index:02X}00 00010203"));
    assert_eq!(at(89), at(88));
    assert_eq!(at(255), at(88));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn decodes_like_reference_implementation(
        header in (any::<i16>(), 0..=88u8), nibbles in proptest::collection::vec(any::<u8>(), 1..600),
    ) {
        let (sample, index) = header;
        let mut block = sample.to_le_bytes().to_vec();
        block.extend([index, 0]);
        block.extend(&nibbles);
        let ours = Blocks::new(1, block.len()).unwrap().decode(&block);
        let mut state = AdpcmImaState { predictor: sample, step_index: index };
        let theirs = nibbles.iter().flat_map(|byte| [byte & 15, byte >> 4]);
        let theirs: Vec<i16> = theirs.map(|nibble| decode_adpcm_ima(nibble, &mut state)).collect();
        prop_assert_eq!(&ours[1..], &theirs[..]);
    }

    #[test]
    fn random_stream_has_expected_frames(
        channels in 1..=2u16, size in 5..70usize, stream in proptest::collection::vec(any::<u8>(), 0..2000),
    ) {
        if let Some(blocks) = Blocks::new(channels, size) {
            let samples = blocks.decode(&stream);
            prop_assert_eq!(samples.len(), blocks.frames(stream.len()) * usize::from(channels));
        }
    }

    #[test]
    fn encoder_drops_no_more_frames_than_original(
        channels in 1..=2u16, size in 16..80usize,
        samples in proptest::collection::vec(any::<i16>(), 0..4000),
    ) {
        let blocks = Blocks::new(channels, size).unwrap();
        let frames = samples.len() / usize::from(channels);
        let stream = blocks.encode(&samples[..frames * usize::from(channels)]);
        let decoded = blocks.frames(stream.len());
        let dropped = if channels == 1 { 2 } else { 8 };
        prop_assert!(decoded <= frames && frames - decoded <= dropped, "{decoded} of {frames}");
    }
}

/// The coder's steps remain small on a slow sine wave, and so does the error.
#[test]
fn encodes_smooth_sound_within_one_step() {
    for channels in [1u16, 2] {
        let wave = |i: usize| ((i as f32 * 0.02).sin() * 8000.0) as i16;
        let samples: Vec<i16> = (0..6000).map(wave).collect();
        let blocks = Blocks::new(channels, 1028 * usize::from(channels)).unwrap();
        let decoded = blocks.decode(&blocks.encode(&samples));
        let pairs = samples.iter().zip(&decoded);
        let worst = pairs.map(|(a, b)| (i32::from(*a) - i32::from(*b)).abs()).max().unwrap();
        assert!(worst < 100, "{channels} channels: off by {worst}");
    }
}

/// Sum of squared differences of two recordings.
fn error(one: &[i16], two: &[i16]) -> f64 {
    one.iter().zip(two).map(|(a, b)| (f64::from(*a) - f64::from(*b)).powi(2)).sum()
}

/// Other encoders take the nearest nibble for each sample.
#[test]
fn encodes_closer_than_nearest_nibble_search() {
    let swell = |i: f64| (i * 0.05).sin() * (i * 0.003).sin().abs() * 12000.0;
    let voice = |i: f64| swell(i) + (i * 0.31 + (i * 0.007).sin() * 9.0).sin() * 3000.0;
    // Decibels, times ten.
    for (wave, nearer) in [(&swell as &dyn Fn(f64) -> f64, 10.0), (&voice, 30.0)] {
        let samples: Vec<i16> = (0..8000).map(|i| wave(f64::from(i)) as i16).collect();
        let blocks = Blocks::new(1, 1028).unwrap();
        let ours = blocks.decode(&blocks.encode(&samples));
        let mut state = AdpcmImaState::new();
        let mut theirs = AdpcmImaState::new();
        let greedy: Vec<i16> = samples
            .iter()
            .map(|sample| decode_adpcm_ima(encode_adpcm_ima(*sample, &mut state), &mut theirs))
            .collect();
        let (ours, greedy) = (error(&samples, &ours), error(&samples[..ours.len()], &greedy));
        assert!((greedy / ours).log10() * 100.0 > nearer, "{ours} and {greedy}");
    }
}

/// A block may start with any step, so that a loud start is followed immediately.
#[test]
fn chooses_best_initial_step_per_block() {
    let samples: Vec<i16> = (0..33).map(|i| if i % 2 == 0 { 9000 } else { -9000 }).collect();
    let blocks = Blocks::new(1, 20).unwrap();
    let stream = blocks.encode(&samples);
    assert!(stream[2] > 60, "step index {}", stream[2]);
    let worst = samples.iter().zip(blocks.decode(&stream)).map(|(a, b)| a.abs_diff(b)).max();
    assert!(worst.unwrap() < 2000, "{worst:?}");
    let silence = blocks.encode(&[0; 33]);
    assert_eq!(silence, [0; 20]);
}

/// Streams longer than one batch decode in parallel to the same samples as one by one.
#[test]
fn parallel_batches_match_serial_decoding() {
    let blocks = Blocks::new(1, 12).unwrap();
    let stream: Vec<u8> = (0..12 * 200u32).map(|i| (i * 73 % 251) as u8).collect();
    let one_by_one: Vec<i16> = stream.chunks(12).flat_map(|block| blocks.decode(block)).collect();
    assert_eq!(blocks.decode(&stream), one_by_one);
}
