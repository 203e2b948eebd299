//! Names of members, and advice about misspelt ones.

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
        .map(|other| (distance(name, other), other))
        .filter(|(distance, _)| *distance <= most.max(1))
        .min()
        .map(|(_, other)| other)
}

/// Edit distance of two words.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (slot, y) in row.iter_mut().skip(1).zip(&b) {
            let above = *slot;
            let changed = diagonal + usize::from(x != *y);
            left = changed.min(above + 1).min(left + 1);
            diagonal = above;
            *slot = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}
