//! Edits messages of problems for publication: removes local folders, and reduces a message to its kind.

/// Characters that delimit a path.
const BETWEEN: &[char] = &[' ', ',', '(', ')', '"', '\'', ';'];

/// Shortens every path on disk to its last component: `…/level.pid`. Paths in containers stay.
pub fn without_folders(message: &str) -> String {
    words(message, |word, out| {
        let is_absolute = word.starts_with('/') || word.get(1..3) == Some(":\\");
        let (disk, inner) = match word.split_once("//") {
            Some((disk, inner)) => (disk, Some(inner)),
            None => (word, None),
        };
        if !is_absolute {
            return out.push_str(word);
        }
        let last = disk.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or(disk);
        out.push_str("…/");
        out.push_str(last);
        if let Some(inner) = inner {
            out.push_str("//");
            out.push_str(inner);
        }
    })
}

/// Reduces a message to its kind: numbers, quoted texts and paths are replaced by placeholders. Numbers
/// within names stay.
pub fn kind(message: &str) -> String {
    let mut unquoted = String::new();
    for (at, part) in message.split('"').enumerate() {
        unquoted.push_str(if at % 2 == 0 { part } else { "…" });
    }
    let kind = words(&unquoted, |word, out| {
        let digits = word.trim_start_matches(['-', '+']);
        if word.contains(['/', '\\']) {
            out.push('…');
        } else if digits.starts_with(|c: char| c.is_ascii_digit()) {
            let is_part = |c: char| c.is_ascii_hexdigit() || matches!(c, 'x' | '.' | ',');
            out.push('#');
            out.push_str(digits.trim_start_matches(is_part));
        } else {
            out.push_str(word);
        }
    });
    // A list of several paths becomes one placeholder.
    let mut short = kind;
    for (long, one) in [("…, …", "…"), ("… …", "…"), ("#,#", "#")] {
        while short.contains(long) {
            short = short.replace(long, one);
        }
    }
    short
}

/// Maps the words of a message; the text between them stays.
fn words(message: &str, mut word: impl FnMut(&str, &mut String)) -> String {
    let mut out = String::with_capacity(message.len());
    for part in message.split_inclusive(BETWEEN) {
        let end = part.trim_end_matches(BETWEEN).len();
        let (head, between) = part.split_at(end);
        word(head, &mut out);
        out.push_str(between);
    }
    out
}
