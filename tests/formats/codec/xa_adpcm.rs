use proptest::prelude::*;

use gouraud::codec::xa_adpcm::*;

use super::{bytes, crc_of};

/// The group of the document.
fn group() -> Vec<u8> {
    let mut group = bytes("02132435 02132435 3C211708 3C211708");
    group.extend((0..112usize).map(|k| (7 * k + 3 * (k / 4)) as u8));
    group
}

fn decoded(is_stereo: bool, is_wide: bool) -> Vec<i16> {
    decode(Layout { is_stereo, is_wide }, [&group()[..]])
}

#[test]
fn vector_of_four_bits_mono() {
    let all = decoded(false, false);
    assert_eq!(all[..10], [0, -1024, -2048, -3072, -4096, -5120, -6144, -7168, -8192, 7168]);
    assert_eq!(all[220..], [-16, 16, 48, 80]);
    assert_eq!((all.len(), crc_of(&all)), (224, 0xD7F8_C9FE));
}

#[test]
fn vector_of_four_bits_stereo() {
    let all = decoded(true, false);
    assert_eq!(all[..12], [0, 0, -1024, 512, -2048, 2016, -3072, 4450, -4096, 7756, -5120, 3687]);
    assert_eq!(all[220..], [-260, 48, -436, 80]);
    assert_eq!((all.len(), crc_of(&all)), (224, 0x6BE3_12AA));
}

#[test]
fn vector_of_eight_bits_mono() {
    let all = decoded(false, true);
    assert_eq!(all[..8], [0, 1984, 3968, 5952, 7936, -6464, -4480, -2496]);
    assert_eq!(all[108..], [-2872, -2756, -1280, 1128]);
    assert_eq!((all.len(), crc_of(&all)), (112, 0x4E70_7FD7));
}

#[test]
fn vector_of_eight_bits_stereo() {
    let all = decoded(true, true);
    assert_eq!(all[..10], [0, 224, 1984, 1426, 3968, 3545, 5952, 6523, 7936, 2115]);
    assert_eq!(all[108..], [-1287, -1596, 441, 916]);
    assert_eq!((all.len(), crc_of(&all)), (112, 0x3285_4807));
}

#[test]
fn parameters_stand_twice() {
    for (is_wide, changed) in [(false, 4), (false, 15), (true, 0), (true, 7)] {
        let layout = Layout { is_stereo: false, is_wide };
        let mut group = group();
        assert!(copies_agree(Layout { is_stereo: false, is_wide: false }, &group));
        group[changed] ^= 1;
        assert!(!copies_agree(layout, &group), "byte {changed}");
    }
}

/// What the document's rule says of a stream.
fn by_the_rule(Layout { is_stereo, is_wide }: Layout, groups: &[u8]) -> Vec<i16> {
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

/// A group whose units have this parameter, its other bytes all the same.
fn alike(parameter: u8, byte: u8) -> Vec<u8> {
    [vec![parameter; 16], vec![byte; 112]].concat()
}

/// Several places are decoded at once, and here those behind the first have to wait for what they go on
/// from until the very end: with filter 1, silence keeps what is below half a step for ever.
#[test]
fn what_is_never_forgotten_is_gone_on_from() {
    let layout = Layout { is_stereo: false, is_wide: false };
    for groups in [4, 5, 7, 8, 43] {
        let mut stream = alike(0, 0x11);
        stream.extend(alike(0x10, 0).repeat(groups));
        let all = decode(layout, [&stream[..]]);
        assert_eq!(all.last(), Some(&8), "{groups} groups of silence");
        assert_eq!(all, by_the_rule(layout, &stream), "{groups} groups of silence");
    }
}

/// A core decodes 1 024 groups: what is never forgotten goes on from one such batch into the next ones,
/// whole or begun.
#[test]
fn batches_of_groups_are_gone_on_from() {
    for is_stereo in [false, true] {
        let layout = Layout { is_stereo, is_wide: false };
        for groups in [1023, 1024, 1025, 1027, 2048, 2600] {
            let mut stream = alike(0, 0x11);
            stream.extend(alike(0x10, 0).repeat(groups - 1));
            assert_eq!(
                decode(layout, [&stream[..]]),
                by_the_rule(layout, &stream),
                "{groups} groups"
            );
        }
    }
}

#[test]
fn only_whole_groups_of_a_run_count() {
    let (layout, group) = (Layout { is_stereo: true, is_wide: false }, group());
    let cut = [&group[..], &group[..100]].concat();
    let expected = by_the_rule(layout, &group.repeat(2));
    assert_eq!(decode(layout, [&cut[..], &group[..]]), expected);
    assert!(decode(layout, [&group[..127], &[]]).is_empty());
}

/// Without a filter steps of 2048 reach all of −9000 to 9000, and miss a sample by half a step at most;
/// what is chosen is not worse, all samples of a unit together.
const HALF_A_STEP: u64 = 1024;

proptest! {
    #[test]
    fn any_groups_are_decoded_by_the_rule(
        groups in prop::collection::vec(any::<u8>(), 0..2500),
        is_stereo: bool,
        is_wide: bool,
    ) {
        let layout = Layout { is_stereo, is_wide };
        prop_assert_eq!(decode(layout, [&groups[..]]), by_the_rule(layout, &groups));
    }

    #[test]
    fn quiet_groups_are_decoded_by_the_rule(
        parameters in prop::collection::vec(0u8..64, 1..60),
        byte: u8,
        is_stereo: bool,
    ) {
        let layout = Layout { is_stereo, is_wide: false };
        let groups: Vec<u8> = parameters.iter().flat_map(|one| alike(*one, byte)).collect();
        prop_assert_eq!(decode(layout, groups.chunks(3 * GROUP)), by_the_rule(layout, &groups));
    }

    #[test]
    fn what_was_packed_stays_near(
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
