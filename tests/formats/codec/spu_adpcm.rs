use proptest::prelude::*;

use gouraud::codec::spu_adpcm::*;

use super::{bytes, crc_of};

/// Decodes a block of the document after the two given preceding samples.
fn block(hex: &str, (old, older): (i16, i16)) -> Vec<i16> {
    let mut out = vec![0; FRAMES];
    let last = decode_into(History { old, older }, &bytes(hex), &mut out);
    assert_eq!(last, History { old: out[27], older: out[26] });
    out
}

#[test]
fn vector_of_filter_0() {
    assert_eq!(
        block("0400 1032547698BADCFE0123456789AB", (0, 0)),
        [
            0, 256, 512, 768, 1024, 1280, 1536, 1792, -2048, -1792, -1536, -1280, -1024, -768,
            -512, -256, 256, 0, 768, 512, 1280, 1024, 1792, 1536, -1792, -2048, -1280, -1536
        ]
    );
}

#[test]
fn vector_of_filter_1() {
    assert_eq!(
        block("1500 F7E6D5C4B3A2917F6E5D4C3B2A19", (1000, -2000)),
        [
            1833, 1590, 2258, 1860, 2383, 1850, 2246, 1593, 1877, 1119, 1305, 455, 554, -377, -482,
            444, 160, 918, 476, 1086, 506, 986, 284, 650, -159, 106, -797, -620
        ]
    );
}

#[test]
fn vector_of_filter_2() {
    assert_eq!(
        block("2600 112233445566778899AABBCCDDEE", (1001, -2003)),
        [
            3489, 5519, 7209, 8597, 9782, 10783, 11683, 12487, 13265, 14009, 14778, 15555, 16390,
            17260, 17185, 16343, 14955, 13145, 11084, 8852, 6579, 4309, 2141, 89, -1773, -3451,
            -4889, -6110
        ]
    );
}

#[test]
fn vector_of_filter_3() {
    assert_eq!(
        block("3702 A1B2C3D4E5F60718293A4B5C6D7E", (-3001, 777)),
        [
            -5232, -5625, -4054, -1535, 1229, 3072, 3775, 3044, 1576, -267, -1572, -2211, -1812,
            -875, -39, 723, 916, 845, 314, -150, -660, -755, -718, -291, 75, 556, 722, 851
        ]
    );
}

#[test]
fn vector_of_filter_4_has_the_guard_bit() {
    assert_eq!(
        block("4600 0F1E2D3C4B5A69788796A5B4C3D2", (-1234, 4321)),
        [
            -6468, -11174, -15365, -18751, -21532, -23339, -24560, -24746, -24468, -23188, -21648,
            -19208, -16769, -13575, -10669, -7164, -3207, 90, 3562, 6257, 8907, 10728, 12355,
            13174, 13721, 13548, 13090, 12059
        ]
    );
}

#[test]
fn predicts_from_clipped_samples() {
    let mut all = vec![28672];
    all.extend([32767; 15]);
    all.push(-1026);
    all.extend([-32768; 11]);
    assert_eq!(block("4000 7777777777777777888888888888", (0, 0)), all);
}

#[test]
fn shift_above_12_keeps_only_sign() {
    let mut all = [-128, 0].repeat(7);
    all.extend([0, -128, -128, 0, -128, 0, -128, 0, -128, 0, -128, 0, -128, 0]);
    assert_eq!(block("0D00 78787878787878F00F1E2D3C4B5A", (0, 0)), all);
}

#[test]
fn filter_above_4_predicts_nothing() {
    assert_eq!(
        block("7500 123456789ABCDEF0123456789ABC", (1000, -2000)),
        [
            256, 128, 512, 384, 768, 640, -1024, 896, -768, -896, -512, -640, -256, -384, 0, -128,
            256, 128, 512, 384, 768, 640, -1024, 896, -768, -896, -512, -640
        ]
    );
}

#[test]
fn carries_history_between_blocks() {
    let all = decode(&bytes(
        "14001032547698BADCFE0123456789AB 2304F7E6D5C4B3A2917F6E5D4C3B2A19
         4503A1B2C3D4E5F60718293A4B5C6D7E",
    ));
    assert_eq!((all.len(), all[28], all[55], all[83]), (84, -157, -8411, 3824));
    assert_eq!(crc_of(&all), 0xDF8E_CC11);
}

/// Decodes by the document's formula, sample by sample.
fn decode_by_formula(stream: &[u8]) -> Vec<i16> {
    let (mut old, mut older, mut out) = (0i32, 0i32, Vec::new());
    for block in stream.chunks_exact(16) {
        let factors = [(0, 0), (60, 0), (115, -52), (98, -55), (122, -60)];
        let (f0, f1) = factors.get(usize::from(block[0] >> 4)).copied().unwrap_or((0, 0));
        for at in 0..28 {
            let nibble = i32::from(block[2 + at / 2] >> (at % 2 * 4) & 15);
            let n = if nibble > 7 { nibble - 16 } else { nibble };
            let x = match block[0] & 15 {
                shift @ 0..=12 => (n << 12) >> shift,
                _ if n < 0 => -128,
                _ => 0,
            };
            let s = (x + ((((old * f0) >> 5) + ((older * f1) >> 5)) >> 1)).clamp(-32768, 32767);
            (older, old) = (old, s);
            out.push(s as i16);
        }
    }
    out
}

/// Without a filter, steps of 2048 cover −9000 to 9000 with an error of at most half a step. The encoder's
/// total error over the samples of a unit is at most that.
const HALF_A_STEP: u64 = 1024;

proptest! {
    #[test]
    fn decodes_random_blocks_by_formula(stream: Vec<u8>) {
        prop_assert_eq!(decode(&stream), decode_by_formula(&stream));
    }

    #[test]
    fn decodes_stream_in_parts_like_whole(stream in prop::collection::vec(any::<u8>(), 0..400), cut in 0usize..20) {
        let (front, back) = stream.split_at((cut * BLOCK).min(stream.len() / BLOCK * BLOCK));
        let mut out = vec![0; stream.len() / BLOCK * FRAMES];
        let (first, second) = out.split_at_mut(front.len() / BLOCK * FRAMES);
        let between = decode_into(History::default(), front, first);
        decode_into(between, back, second);
        prop_assert_eq!(out, decode(&stream));
    }

    #[test]
    fn encodes_with_bounded_error(samples in prop::collection::vec(-9000i16..9000, 1..200)) {
        let packed = encode(&samples, &[0]);
        prop_assert_eq!(packed.len(), samples.len().div_ceil(FRAMES) * BLOCK);
        prop_assert_eq!(packed[0] >> 4, 0, "the first block uses nothing before it");
        let out = decode(&packed);
        let errors = out.iter().zip(&samples).map(|(is, was)| u64::from(is.abs_diff(*was)).pow(2));
        prop_assert!(errors.sum::<u64>() <= samples.len() as u64 * HALF_A_STEP.pow(2));
    }
}

#[test]
fn encodes_tone_with_little_noise() {
    let samples: Vec<i16> =
        (0..2800).map(|i| ((i as f32 * 0.06).sin() * 12_000.0) as i16).collect();
    let error: f64 = decode(&encode(&samples, &[0, 50]))
        .iter()
        .zip(&samples)
        .map(|(is, was)| (f64::from(*is) - f64::from(*was)).powi(2))
        .sum();
    let power: f64 = samples.iter().map(|s| f64::from(*s).powi(2)).sum();
    assert!(power / error > 10_000.0, "{:.0} : 1", power / error);
}
