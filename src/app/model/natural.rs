//! The order in which people count: `VA56` comes before `VA148`.

/// A piece of a name: digits compare as the number they write, everything else without case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    /// Its digits without zeros in front: fewer are less.
    Number(usize, String),
    Text(String),
}

/// What a name is sorted by.
pub fn key(name: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let is_digit = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != is_digit).unwrap_or(rest.len());
        let (piece, others) = rest.split_at(end);
        rest = others;
        pieces.push(if is_digit {
            let digits = piece.trim_start_matches('0');
            Piece::Number(digits.len(), digits.to_owned())
        } else {
            Piece::Text(piece.to_lowercase())
        });
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn numbers_in_names_are_counted() {
        let mut names = ["VA148", "va56", "VA", "VA056b", "VH1", "7", "VA18446744073709551616"];
        names.sort_by_cached_key(|name| key(name));
        assert_eq!(names, ["7", "VA", "va56", "VA056b", "VA148", "VA18446744073709551616", "VH1"]);
    }
}
