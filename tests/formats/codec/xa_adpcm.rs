use proptest::prelude::*;

use gouraud::codec::xa_adpcm::*;

use super::{bytes, crc_of};

/// Sound group of the document.
fn group() -> Vec<u8> {
    let mut group = bytes("02132435 02132435 3C211708 3C211708");
    group.extend((0..112usize).map(|k| (7 * k + 3 * (k / 4)) as u8));
    group
}

fn decoded(is_stereo: bool, is_wide: bool) -> Vec<i16> {
    decode(Layout { is_stereo, is_wide }, [&group()[..]])
}

#[test]
fn decodes_4_bit_mono_vector() {
    let all = decoded(false, false);
    assert_eq!(all[..10], [0, -1024, -2048, -3072, -4096, -5120, -6144, -7168, -8192, 7168]);
    assert_eq!(all[220..], [-16, 16, 48, 80]);
    assert_eq!((all.len(), crc_of(&all)), (224, 0xD7F8_C9FE));
}

#[test]
fn decodes_4_bit_stereo_vector() {
    let all = decoded(true, false);
    assert_eq!(all[..12], [0, 0, -1024, 512, -2048, 2016, -3072, 4450, -4096, 7756, -5120, 3687]);
    assert_eq!(all[220..], [-260, 48, -436, 80]);
    assert_eq!((all.len(), crc_of(&all)), (224, 0x6BE3_12AA));
}

#[test]
fn decodes_8_bit_mono_vector() {
    let all = decoded(false, true);
    assert_eq!(all[..8], [0, 1984, 3968, 5952, 7936, -6464, -4480, -2496]);
    assert_eq!(all[108..], [-2872, -2756, -1280, 1128]);
    assert_eq!((all.len(), crc_of(&all)), (112, 0x4E70_7FD7));
}

#[test]
fn decodes_8_bit_stereo_vector() {
    let all = decoded(true, true);
    assert_eq!(all[..10], [0, 224, 1984, 1426, 3968, 3545, 5952, 6523, 7936, 2115]);
    assert_eq!(all[108..], [-1287, -1596, 441, 916]);
    assert_eq!((all.len(), crc_of(&all)), (112, 0x3285_4807));
}

#[test]
fn parameters_are_stored_twice() {
    for (is_wide, changed) in [(false, 4), (false, 15), (true, 0), (true, 7)] {
        let layout = Layout { is_stereo: false, is_wide };
        let mut group = group();
        assert!(copies_agree(Layout { is_stereo: false, is_wide: false }, &group));
        group[changed] ^= 1;
        assert!(!copies_agree(layout, &group), "byte {changed}");
    }
}

/// Decodes a stream by the document's formula.
fn decode_by_formula(Layout { is_stereo, is_wide }: Layout, groups: &[u8]) -> Vec<i16> {
    let units = if is_wide { 4 } else { 8 };
    let channels = if is_stereo { 2 } else { 1 };
    let (mut histories, mut out) = ([(0i32, 0i32); 2], Vec::new());
    for group in groups.chunks_exact(128) {
        let mut decoded = vec![[0i16; 28]; units];
        for (unit, decoded) in decoded.iter_mut().enumerate() {
            let parameter = if unit < 4 { group[4 + unit] } else { group[8 + unit - 4] };
            let shift = if parameter & 15 > 12 { 9 } else { parameter & 15 };
            let (f0, f1) =
                [(0, 0), (60, 0), (115, -52), (98, -55)][usize::from(parameter >> 4 & 3)];
            let (old, older) = &mut histories[unit % channels];
            for (k, sample) in decoded.iter_mut().enumerate() {
                let difference = if is_wide {
                    i32::from(group[16 + 4 * k + unit] as i8) << 8
                } else {
                    let nibble = group[16 + 4 * k + unit / 2] >> (unit % 2 * 4) & 15;
                    i32::from((nibble << 4) as i8) << 8
                };
                let s = (difference >> shift) + ((*old * f0 + *older * f1 + 32) >> 6);
                (*older, *old) = (*old, s.clamp(-32768, 32767));
                *sample = *old as i16;
            }
        }
        for step in decoded.chunks(channels) {
            out.extend((0..28).flat_map(|k| step.iter().map(move |unit| unit[k])));
        }
    }
    out
}

/// Group whose units have this parameter and whose other bytes are all `byte`.
fn uniform_group(parameter: u8, byte: u8) -> Vec<u8> {
    [vec![parameter; 16], vec![byte; 112]].concat()
}

/// Several positions are decoded in parallel. Here all but the first have to wait for their history until
/// the very end: with filter 1, silence keeps a value below half a step for ever.
#[test]
fn carries_persistent_history_between_parallel_parts() {
    let layout = Layout { is_stereo: false, is_wide: false };
    for groups in [4, 5, 7, 8, 43] {
        let mut stream = uniform_group(0, 0x11);
        stream.extend(uniform_group(0x10, 0).repeat(groups));
        let all = decode(layout, [&stream[..]]);
        assert_eq!(all.last(), Some(&8), "{groups} groups of silence");
        assert_eq!(all, decode_by_formula(layout, &stream), "{groups} groups of silence");
    }
}

/// A core decodes 1 024 groups: history that never fades carries over from one batch into the next,
/// whether that is complete or partial.
#[test]
fn carries_history_between_batches() {
    for is_stereo in [false, true] {
        let layout = Layout { is_stereo, is_wide: false };
        for groups in [1023, 1024, 1025, 1027, 2048, 2600] {
            let mut stream = uniform_group(0, 0x11);
            stream.extend(uniform_group(0x10, 0).repeat(groups - 1));
            assert_eq!(
                decode(layout, [&stream[..]]),
                decode_by_formula(layout, &stream),
                "{groups} groups"
            );
        }
    }
}

#[test]
fn ignores_partial_groups() {
    let (layout, group) = (Layout { is_stereo: true, is_wide: false }, group());
    let cut = [&group[..], &group[..100]].concat();
    let expected = decode_by_formula(layout, &group.repeat(2));
    assert_eq!(decode(layout, [&cut[..], &group[..]]), expected);
    assert!(decode(layout, [&group[..127], &[]]).is_empty());
}

/// Without a filter, steps of 2048 cover −9000 to 9000 with an error of at most half a step. The encoder's
/// total error over the samples of a unit is at most that.
const HALF_A_STEP: u64 = 1024;

proptest! {
    #[test]
    fn decodes_random_groups_by_formula(
        groups in prop::collection::vec(any::<u8>(), 0..2500),
        is_stereo: bool,
        is_wide: bool,
    ) {
        let layout = Layout { is_stereo, is_wide };
        prop_assert_eq!(decode(layout, [&groups[..]]), decode_by_formula(layout, &groups));
    }

    #[test]
    fn decodes_quiet_groups_by_formula(
        parameters in prop::collection::vec(0u8..64, 1..60),
        byte: u8,
        is_stereo: bool,
    ) {
        let layout = Layout { is_stereo, is_wide: false };
        let groups: Vec<u8> = parameters.iter().flat_map(|one| uniform_group(*one, byte)).collect();
        prop_assert_eq!(decode(layout, groups.chunks(3 * GROUP)), decode_by_formula(layout, &groups));
    }

    #[test]
    fn encodes_with_bounded_error(
        samples in prop::collection::vec(-9000i16..9000, 1..500),
        is_stereo: bool,
    ) {
        let layout = Layout { is_stereo, is_wide: false };
        let packed = encode(is_stereo, &samples);
        let out = decode(layout, [&packed[..]]);
        prop_assert!(packed.chunks(GROUP).all(|group| copies_agree(layout, group)));
        let errors = out.iter().zip(&samples).map(|(is, was)| u64::from(is.abs_diff(*was)).pow(2));
        prop_assert!(errors.sum::<u64>() <= samples.len() as u64 * HALF_A_STEP.pow(2));
    }
}
