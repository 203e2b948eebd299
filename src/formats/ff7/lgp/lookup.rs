//! The lookup table by which the game finds names: computes and verifies it.

use super::{Lgp, Lookup};
use crate::bytes::layout::Text;
use crate::formats::Report;

/// Entries of the table: 30 × 30.
pub const LOOKUPS: usize = 900;

/// Value of a letter; `None` if no name starts with it.
fn value(letter: u8) -> Option<i32> {
    Some(match letter.to_ascii_lowercase() {
        letter @ b'a'..=b'z' => i32::from(letter - b'a'),
        digit @ b'0'..=b'9' => i32::from(digit - b'0'),
        b'_' => 10,
        b'-' => 11,
        b'.' => -1,
        _ => return None,
    })
}

/// Index of a name in the table.
fn index_of(name: &Text<20>) -> Option<usize> {
    let [first, second, ..] = &name.0;
    let index = value(*first)? * 30 + value(*second)? + 1;
    usize::try_from(index).ok().filter(|index| *index < LOOKUPS)
}

/// Builds the table for these names in order. The second result is `false` if names with the same first
/// two letters are not adjacent.
pub fn lookup_of<'a>(names: impl Iterator<Item = &'a Text<20>>) -> (Vec<Lookup>, bool) {
    let mut table = vec![Lookup::default(); LOOKUPS];
    let mut together = true;
    for (number, name) in (1u32..).zip(names) {
        let Some(entry) = index_of(name).and_then(|index| table.get_mut(index)) else { continue };
        // Entry numbers are 16 bits.
        let number = u16::try_from(number).unwrap_or(u16::MAX);
        if entry.count == 0 {
            entry.first = number;
        } else if entry.first.saturating_add(entry.count) != number {
            together = false;
        }
        entry.count = entry.count.saturating_add(1);
    }
    (table, together)
}

/// Reports stored tables that do not lead to the entries.
pub(super) fn check(lgp: &Lgp, report: &mut Report<'_>) {
    let (expected, together) = lookup_of(lgp.entries.iter().map(|entry| &entry.name));
    if !together {
        let message = "names that start with the same two letters are not adjacent: the game does not find all of them";
        report.warning("entries", message);
    }
    for (index, (stored, expected)) in lgp.lookup.iter().zip(&expected).enumerate() {
        if stored != expected && together {
            let message = format!(
                "found {} entries starting at {}; the names require {} starting at {}",
                stored.count, stored.first, expected.count, expected.first
            );
            report.warning(format!("lookup[{index}]"), message);
        }
    }
    for (index, entry) in lgp.entries.iter().enumerate() {
        let Some(number) = usize::from(entry.conflict).checked_sub(1) else { continue };
        let listed = lgp.conflicts.get(number);
        let named = |c: &super::Conflict| usize::from(c.entry) == index;
        if !listed.is_some_and(|conflict| conflict.files.iter().any(named)) {
            let message = format!("conflict {} does not list this entry", entry.conflict);
            report.warning(format!("entries[{index}].conflict"), message);
        }
    }
}
