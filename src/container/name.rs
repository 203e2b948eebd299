//! Safe file names for names from files.

use std::collections::HashMap;

/// Maximum length: leaves room for a suffix and an extension within the 255 bytes of file systems.
const LONGEST: usize = 200;

/// Converts `name` to a path component that every system accepts: never empty, never a device, no
/// separators, control or direction characters, no leading or trailing blank, no trailing dot.
pub fn safe_name(name: &str) -> String {
    let clean: String = name.chars().map(|c| if is_safe(c) { c } else { '_' }).collect();
    let mut end = LONGEST.min(clean.len());
    while !clean.is_char_boundary(end) {
        end -= 1;
    }
    let clean = clean[..end].trim_start_matches(' ').trim_end_matches([' ', '.']);
    if clean.is_empty() {
        // Also for `.` and `..`.
        "_".to_owned()
    } else if is_device(clean) {
        format!("_{clean}")
    } else {
        clean.to_owned()
    }
}

/// `true` if `name` has one of these extensions, ignoring case.
pub fn has_extension(name: &str, extensions: &[&str]) -> bool {
    let own = name.rsplit_once('.').map_or("", |(_, own)| own);
    extensions.iter().any(|known| known.eq_ignore_ascii_case(own))
}

fn is_safe(c: char) -> bool {
    // Characters that change the writing direction could hide the extension.
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !(c.is_control() || turns || r#"/\:*?"<>|"#.contains(c))
}

/// `true` for a device name on Windows, such as `NUL` or `com1.txt`.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_ascii_uppercase();
    let numbered = |port: &str| {
        let number = stem.strip_prefix(port).unwrap_or("");
        let mut digits = number.chars();
        // Superscript digits count as digits there.
        digits.next().is_some_and(|d| d.is_ascii_digit() || "¹²³".contains(d))
            && digits.next().is_none()
    };
    ["CON", "PRN", "AUX", "NUL"].contains(&stem.as_str()) || numbered("COM") || numbered("LPT")
}

/// A free number from 2 on; the lowest one if the taken ones are consecutive. Needs few calls even
/// if many numbers are taken.
pub fn free_number(is_taken: impl Fn(u64) -> bool) -> u64 {
    let (mut taken, mut step) = (1u64, 1u64);
    while is_taken(taken.saturating_add(step)) {
        taken = taken.saturating_add(step);
        step = step.saturating_mul(2);
    }
    let mut free = taken.saturating_add(step);
    while free - taken > 1 {
        let middle = taken + (free - taken) / 2;
        *(if is_taken(middle) { &mut taken } else { &mut free }) = middle;
    }
    free
}

/// Paths used so far, compared without case.
#[derive(Default)]
pub struct Distinct(HashMap<String, u32>);

impl Distinct {
    /// `path`, with a suffix such as `~2` if it was used before.
    pub fn path(&mut self, path: String) -> String {
        let taken = self.0.entry(path.to_lowercase()).or_insert(0);
        *taken += 1;
        match *taken {
            1 => path,
            copy => format!("{path}~{copy}"),
        }
    }
}
