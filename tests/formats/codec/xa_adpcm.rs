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
    let layout = Layout { is_stereo, is_wide };
    let mut out = vec![0; layout.samples()];
    decode_into(layout, Histories::default(), &group(), &mut out);
    out
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

/// What the document's rule says of a mono stream of four bits.
fn by_the_rule(groups: &[u8]) -> Vec<i16> {
    let (mut old, mut older, mut out) = (0i32, 0i32, Vec::new());
    for group in groups.chunks_exact(128) {
        for unit in 0..8 {
            let parameter = if unit < 4 { group[4 + unit] } else { group[8 + unit - 4] };
            let shift = if parameter & 15 > 12 { 9 } else { parameter & 15 };
            let (f0, f1) =
                [(0, 0), (60, 0), (115, -52), (98, -55)][usize::from(parameter >> 4 & 3)];
            for k in 0..28 {
                let nibble = i32::from(group[16 + 4 * k + unit / 2] >> (unit % 2 * 4) & 15);
                let n = if nibble > 7 { nibble - 16 } else { nibble };
                let s = ((n << 12) >> shift) + ((old * f0 + older * f1 + 32) >> 6);
                (older, old) = (old, s.clamp(-32768, 32767));
                out.push(old as i16);
            }
        }
    }
    out
}

proptest! {
    #[test]
    fn any_groups_are_decoded_by_the_rule(groups in prop::collection::vec(any::<u8>(), 0..600)) {
        let layout = Layout { is_stereo: false, is_wide: false };
        let mut out = vec![0; groups.len() / GROUP * layout.samples()];
        decode_into(layout, Histories::default(), &groups, &mut out);
        prop_assert_eq!(out, by_the_rule(&groups));
    }

    #[test]
    fn what_was_packed_stays_near(
        samples in prop::collection::vec(-9000i16..9000, 1..500),
        is_stereo: bool,
    ) {
        let layout = Layout { is_stereo, is_wide: false };
        let packed = encode(is_stereo, &samples);
        let mut out = vec![0; packed.len() / GROUP * layout.samples()];
        decode_into(layout, Histories::default(), &packed, &mut out);
        prop_assert!(packed.chunks(GROUP).all(|group| copies_agree(layout, group)));
        for (is, was) in out.iter().zip(&samples) {
            prop_assert!((i32::from(*is) - i32::from(*was)).abs() <= 2048, "{is} for {was}");
        }
    }
}
