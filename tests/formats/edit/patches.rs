//! Patches: creating and applying them, and refusing damaged ones and those for another file.

use gouraud::bytes::Source;
use gouraud::edit::patch::{Kind, PatchError, bps, ppf};
use proptest::prelude::*;

fn noise(len: usize, seed: u32) -> Vec<u8> {
    let next = |state: &mut u32| {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Some((*state >> 24) as u8)
    };
    std::iter::repeat_n((), len).scan(seed, |state, ()| next(state)).collect()
}

fn with_crc(mut patch: Vec<u8>) -> Vec<u8> {
    let crc = crc32fast::hash(&patch);
    patch.extend(crc.to_le_bytes());
    patch
}

/// A patch from `source` to `target` with these actions.
fn bps_patch(source: &[u8], target: &[u8], lengths: &[u8], actions: &[u8]) -> Vec<u8> {
    let mut patch = [b"BPS1", lengths, actions].concat();
    patch.extend(crc32fast::hash(source).to_le_bytes());
    patch.extend(crc32fast::hash(target).to_le_bytes());
    with_crc(patch)
}

#[test]
fn applies_bps_patch_built_by_hand() {
    let (source, target) = (b"abcdefgh", b"abcXYefefefcd");
    // Three unchanged, two new, two starting at 4, four that repeat those, two starting at 2.
    let actions = [2 << 2 | 0x80, 1 << 2 | 1 | 0x80, b'X', b'Y', 1 << 2 | 2 | 0x80, 4 << 1 | 0x80];
    let more = [3 << 2 | 3 | 0x80, 5 << 1 | 0x80, 1 << 2 | 2 | 0x80, 4 << 1 | 1 | 0x80];
    let patch = bps_patch(source, target, &[0x88, 0x8D, 0x80], &[&actions[..], &more].concat());
    assert_eq!(bps::apply(&patch, source).unwrap(), target);
    assert_eq!(Kind::of(&patch), Some(Kind::Bps));
}

#[test]
fn encodes_moved_bytes_as_copies() {
    let source = noise(100_000, 1);
    let mut target = source[50_000..].to_vec();
    target.extend(b"new");
    target.extend(&source[..50_000]);
    target.extend([0; 10_000]);
    let patch = bps::create(&source, &target).unwrap();
    assert!(patch.len() < 200, "{}", patch.len());
    assert_eq!(bps::apply(&patch, &source).unwrap(), target);
}

#[test]
fn refuses_bps_patch_for_other_file() {
    let (source, target) = (noise(500, 1), noise(400, 2));
    let patch = bps::create(&source, &target).unwrap();
    let wrong = |patch: &[u8], source: &[u8]| bps::apply(patch, source).unwrap_err();
    assert!(matches!(wrong(&patch, &noise(500, 3)), PatchError::OtherFile(_)));
    assert!(matches!(wrong(&patch, &source[1..]), PatchError::OtherFile(_)));
    assert!(matches!(wrong(&patch, &target), PatchError::Applied));
    for at in 4..patch.len() {
        let mut damaged = patch.clone();
        damaged[at] ^= 1;
        assert!(matches!(wrong(&damaged, &source), PatchError::Damaged(_)), "{at}");
    }
    for len in 0..patch.len() {
        wrong(&patch[..len], &source);
    }
}

#[test]
fn refuses_excessive_lengths() {
    let refused = |lengths: &[u8], actions: &[u8]| {
        bps::apply(&bps_patch(b"abc", b"x", lengths, actions), b"abc").unwrap_err().to_string()
    };
    // A terabyte of target.
    let terabyte = [0x83, 0x00, 0x7F, 0x7E, 0x7E, 0x7E, 0x9E, 0x80];
    assert!(refused(&terabyte, &[]).contains("up to 268435456 bytes"));
    let endless = [0x7F; 12];
    assert!(refused(&endless, &[]).contains("too large"));
    assert!(
        refused(&[0x83, 0x81, 0x80], &[0x7D, 0x7F, 0xFF]).contains("exceeds the expected 1 bytes")
    );
    assert!(
        refused(&[0x83, 0x81, 0x80], &[2 | 0x80, 3 << 1 | 0x80])
            .contains("past the end of the file")
    );
    assert!(refused(&[0x83, 0x81, 0x80], &[2 | 0x80, 1 << 1 | 1 | 0x80]).contains("outside"));
    assert!(refused(&[0x83, 0x81, 0x80], &[3 | 0x80, 0x80]).contains("past the end of the file"));
    assert!(refused(&[0x83, 0x81, 0x80], &[]).contains("expected a result of 1 bytes, found 0"));
    assert!(refused(&[0x83, 0x81, 0xFF], &[]).contains("unexpected end"));
}

proptest! {
    #[test]
    fn patches_reproduce_their_target(
        source in proptest::collection::vec(0u8..4, 0..600),
        cuts in proptest::collection::vec((0usize..600, 0usize..200, any::<u8>()), 0..6),
    ) {
        let mut target = Vec::new();
        for (from, len, new) in cuts {
            let from = from.min(source.len());
            target.extend(&source[from..(from + len).min(source.len())]);
            target.extend(vec![new; len % 40]);
        }
        let patch = bps::create(&source, &target).unwrap();
        if source != target {
            prop_assert_eq!(bps::apply(&patch, &source).unwrap(), target);
        }
    }

    #[test]
    fn survives_random_patches(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = bps::apply(&bytes, b"source");
        let patch = [&b"BPS1\x86\x90\x80"[..], &bytes].concat();
        let patch = with_crc([&patch[..], &crc32fast::hash(b"source").to_le_bytes(), &[0; 4]].concat());
        prop_assert!(bps::apply(&patch, b"source").is_err());
        for magic in ["PPF10\0", "PPF20\x01", "PPF30\x02"] {
            let _ = ppf::parse(&[magic.as_bytes(), &[b' '; 50], &bytes].concat());
        }
    }
}

fn source(bytes: &[u8]) -> Source {
    Source::from_bytes("x.bin", bytes.to_vec())
}

fn ppf_of(old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut patch = Vec::new();
    ppf::create(&source(old), &source(new), &mut patch).unwrap();
    patch
}

fn applied(patch: &[u8], file: &[u8]) -> Result<Vec<u8>, PatchError> {
    let mut out = file.to_vec();
    for (at, bytes) in ppf::parse(patch)?.patches(&source(file))? {
        out[at as usize..][..bytes.len()].copy_from_slice(&bytes);
    }
    Ok(out)
}

#[test]
fn ppf_patch_validates_disc_and_stores_undo_data() {
    let old = noise(200_000, 1);
    let mut new = old.clone();
    for at in [5, 6, 12, 65_535, 65_536, 199_999] {
        new[at] ^= 0xFF;
    }
    new[1000..2000].fill(0);
    let patch = ppf_of(&old, &new);
    assert_eq!(&patch[..6], b"PPF30\x02");
    assert_eq!(patch[56..60], [0, 1, 1, 0]);
    assert_eq!(patch[60..60 + 1024], old[0x9320..0x9320 + 1024]);
    assert_eq!(applied(&patch, &old).unwrap(), new);
    assert!(matches!(applied(&patch, &new), Err(PatchError::Applied)));
    assert!(matches!(applied(&patch, &noise(200_000, 2)), Err(PatchError::OtherFile(_))));
    assert!(matches!(applied(&patch, &old[..100_000]), Err(PatchError::OtherFile(_))));
    for len in 0..60 + 1024 {
        assert!(ppf::parse(&patch[..len]).is_err(), "{len}");
    }
    let lengths = ppf::create(&source(&old), &source(&new[1..]), &mut Vec::new());
    assert!(matches!(lengths, Err(PatchError::Lengths { .. })));
}

#[test]
fn small_file_has_no_validation_block() {
    let patch = ppf_of(b"some text", b"Some tExt");
    assert_eq!(patch[56..60], [0, 0, 1, 0]);
    assert_eq!(patch.len(), 60 + 8 + 1 + 2 * 7);
    assert_eq!(applied(&patch, b"some text").unwrap(), b"Some tExt");
}

#[test]
fn reads_older_ppf_patches_and_trailing_notes() {
    let first = [b"PPF10\0", &[b' '; 50][..], &[2, 0, 0, 0, 2, b'X', b'Y']].concat();
    assert_eq!(applied(&first, b"abcdef").unwrap(), b"abXYef");
    let old = noise(50_000, 4);
    let mut second = [b"PPF20\x01", &[b' '; 50][..], &50_000u32.to_le_bytes()].concat();
    second.extend(&old[0x9320..0x9320 + 1024]);
    second.extend([1, 0, 0, 0, 1, old[1] ^ 1]);
    let mut new = old.clone();
    new[1] ^= 1;
    assert_eq!(applied(&second, &old).unwrap(), new);
    assert!(matches!(applied(&second, &old[1..]), Err(PatchError::OtherFile(_))));
    second.extend(b"@BEGIN_FILE_ID.DIZa note@END_FILE_ID.DIZ");
    second.extend(6u32.to_le_bytes());
    assert_eq!(applied(&second, &old).unwrap(), new);
    let mut third = [b"PPF30\x02", &[b' '; 50][..], &[0, 0, 0, 0]].concat();
    third.extend([2, 0, 0, 0, 0, 0, 0, 0, 1, b'Z']);
    third.extend(b"@BEGIN_FILE_ID.DIZa note@END_FILE_ID.DIZ\x06\0");
    assert_eq!(applied(&third, b"abc").unwrap(), b"abZ");
    let outside = [b"PPF10\0", &[b' '; 50][..], &[5, 0, 0, 0, 2, b'X', b'Y']].concat();
    assert!(matches!(applied(&outside, b"abcdef"), Err(PatchError::OtherFile(_))));
}
