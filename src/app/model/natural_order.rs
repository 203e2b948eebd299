//! Natural sort order: `VA56` comes before `VA148`.

/// A segment of a name: digits compare as a number, other text without case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameSegment {
    /// Number of digits without leading zeros, and the digits; a number with fewer digits comes first.
    Number(usize, String),
    Text(String),
}

/// Sort key of a name.
pub fn key(name: &str) -> Vec<NameSegment> {
    let mut pieces = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let is_digit = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != is_digit).unwrap_or(rest.len());
        let (piece, others) = rest.split_at(end);
        rest = others;
        pieces.push(if is_digit {
            let digits = piece.trim_start_matches('0');
            NameSegment::Number(digits.len(), digits.to_owned())
        } else {
            NameSegment::Text(piece.to_lowercase())
        });
    }
    pieces
}
