//! Bytes of two files in pairs.

use gouraud::edit::{BytePairs, PairedFile};
use proptest::prelude::*;

fn noise(len: usize, seed: u64) -> Vec<u8> {
    let mut state = seed;
    let next = |_| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u8
    };
    (0..len).map(next).collect()
}

/// Checks that every byte of both files is in one pair, in order.
fn check(a: &[u8], b: &[u8]) -> BytePairs {
    let pairs = BytePairs::of(a, b, &|| true).unwrap();
    let (mut ones, mut twos) = (Vec::new(), Vec::new());
    let mut differing = Vec::new();
    for position in 0..pairs.len() {
        let [one, two] = pairs.offsets(position);
        assert!(one.is_some() || two.is_some());
        let byte = |file: &[u8], at: Option<u64>| at.map(|at| file[at as usize]);
        if byte(a, one) != byte(b, two) {
            differing.push(position);
        }
        if let Some(one) = one {
            assert_eq!(pairs.position(PairedFile::A, one), position);
            ones.push(one);
        }
        if let Some(two) = two {
            assert_eq!(pairs.position(PairedFile::B, two), position);
            twos.push(two);
        }
    }
    assert!(ones.into_iter().eq(0..a.len() as u64));
    assert!(twos.into_iter().eq(0..b.len() as u64));
    let is_known = |at: &u64| pairs.changes().iter().any(|change| change.contains(at));
    assert!(differing.iter().all(is_known), "{differing:?}");
    let ends = pairs.changes().iter().flat_map(|change| [change.start, change.end - 1]);
    assert!(ends.into_iter().all(|end| differing.contains(&end)));
    assert_eq!(pairs.offsets(pairs.len()), [None, None]);
    pairs
}

#[test]
fn equal_files_have_no_differences() {
    let file = noise(5_000, 1);
    let pairs = check(&file, &file);
    assert_eq!((pairs.len(), pairs.changes().len()), (5_000, 0));
    assert!(check(&[], &[]).is_empty());
}

#[test]
fn a_changed_byte_is_one_difference() {
    let before = noise(5_000, 1);
    let mut after = before.clone();
    after[1234] ^= 0x80;
    let pairs = check(&before, &after);
    let [change] = pairs.changes() else { panic!("{:?}", pairs.changes()) };
    assert_eq!(*change, 1234..1235);
}

#[test]
fn inserted_bytes_do_not_shift_the_rest() {
    let before = noise(5_000, 1);
    let mut after = before.clone();
    after.splice(2000..2000, noise(100, 7));
    after[4000] ^= 1;
    let pairs = check(&before, &after);
    assert_eq!(pairs.changes().len(), 2);
    assert_eq!(pairs.changes()[0].end - pairs.changes()[0].start, 100);
    assert_eq!(pairs.changes()[1], 4000..4001);
    let pairs = check(&after, &before);
    assert_eq!(pairs.changes().len(), 2);
}

#[test]
fn nearby_differences_are_joined_and_their_number_is_limited() {
    let before = vec![0; 1_000_000];
    let mut after = before.clone();
    after.iter_mut().step_by(8).for_each(|byte| *byte = 1);
    let pairs = BytePairs::of(&before, &after, &|| true).unwrap();
    assert!((1..=1 << 16).contains(&pairs.changes().len()));
    let covered = |at: u64| pairs.changes().iter().any(|change| change.contains(&at));
    assert!([0, 8, 499_992, 999_992].into_iter().all(covered));
}

#[test]
fn can_be_cancelled_in_every_step() {
    use std::cell::Cell;
    let before = noise(3 << 20, 1);
    let mut after = before.clone();
    after[2 << 20] ^= 1;
    let asked = Cell::new(0);
    let until = |most: u32| {
        asked.set(0);
        BytePairs::of(&before, &after, &|| asked.replace(asked.get() + 1) < most)
    };
    assert!(until(u32::MAX).is_some());
    let all = asked.get();
    assert!(all > 1000, "asked {all} times");
    for most in [0, 1, all / 4, all / 2, all - 1] {
        assert_eq!(until(most), None);
        assert_eq!(asked.get(), most + 1, "it stops at once");
    }
}

proptest! {
    #[test]
    fn pairs_every_byte(
        file in prop::collection::vec(0u8..4, 0..600),
        cuts in prop::collection::vec((0usize..600, 0usize..40, 0usize..40), 0..5),
    ) {
        let mut after = file.clone();
        for (at, removed, added) in cuts {
            let start = at.min(after.len());
            let end = (start + removed).min(after.len());
            after.splice(start..end, noise(added, at as u64));
        }
        check(&file, &after);
    }
}
