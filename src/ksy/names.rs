//! Names of members, and advice about misspelt ones.

use std::borrow::Cow;

/// Maximum length of a name.
pub const MAX_NAME: usize = 256;

/// The text, or its beginning if it has more than `most` bytes.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let end = (0..=most).rev().find(|end| text.is_char_boundary(*end));
    Cow::Owned(format!("{}…", text.get(..end.unwrap_or(0)).unwrap_or_default()))
}

/// `true` for `[a-z][a-z0-9_]*`.
pub fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// The known name that differs least from this one, if one is similar enough; of several the first in
/// alphabetical order.
pub fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let most = name.chars().count() / 3;
    known
        .take(MAX_KNOWN)
        .map(|other| (edit_distance(name, other), other))
        .filter(|(distance, _)| *distance <= most.max(1))
        .min()
        .map(|(_, other)| other)
}

/// Maximum number of names that a misspelt one is compared with.
const MAX_KNOWN: usize = 256;
/// Maximum number of characters that are compared.
const MAX_COMPARED: usize = 32;

/// Edit distance of two words: characters to change, insert, delete or swap with their neighbour.
pub fn edit_distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().take(MAX_COMPARED).collect();
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    let mut before = None;
    for (at, letter) in one.chars().take(MAX_COMPARED).enumerate() {
        let mut next = vec![at + 1];
        for (column, theirs) in other.iter().enumerate() {
            let get = |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX);
            let changed = get(&row, column) + usize::from(letter != *theirs);
            let added = get(&row, column + 1).min(get(&next, column)) + 1;
            let last = column.checked_sub(1).and_then(|last| Some((last, *other.get(last)?)));
            let swapped = match last {
                Some((last, theirs_last)) if before == Some(*theirs) && theirs_last == letter => {
                    get(&above, last).saturating_add(1)
                }
                _ => usize::MAX,
            };
            next.push(changed.min(added).min(swapped));
        }
        above = std::mem::replace(&mut row, next);
        before = Some(letter);
    }
    row.last().copied().unwrap_or(0)
}
