//! Names of files, made from names in files.

use std::collections::HashSet;

/// Room for a suffix and an extension within the 255 bytes that file systems allow.
const LONGEST: usize = 200;

/// `name` as one component of a path that every system accepts: never empty, never a device, no
/// separators, control or direction characters, no leading or trailing blank, no trailing dot.
pub fn safe_name(name: &str) -> String {
    let clean: String = name.chars().map(|c| if is_safe(c) { c } else { '_' }).collect();
    let mut end = LONGEST.min(clean.len());
    while !clean.is_char_boundary(end) {
        end -= 1;
    }
    let clean = clean[..end].trim_start_matches(' ').trim_end_matches([' ', '.']);
    if clean.is_empty() {
        // Also `.` and `..`.
        "_".to_owned()
    } else if is_device(clean) {
        format!("_{clean}")
    } else {
        clean.to_owned()
    }
}

fn is_safe(c: char) -> bool {
    // Characters that turn the writing direction hide what a name ends with.
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !(c.is_control() || turns || r#"/\:*?"<>|"#.contains(c))
}

/// Windows gives these to devices, whatever the extension.
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

/// Gives out names once, whatever the case: the second `wall` becomes `wall~2`.
#[derive(Default)]
pub(super) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// `stem` (already safe) followed by `end`, or by `~2`, `~3` … and `end`.
    pub(super) fn unique(&mut self, stem: &str, end: &str) -> String {
        let mut name = format!("{stem}{end}");
        let mut number = 1u64;
        while !self.taken.insert(name.to_lowercase()) {
            number += 1;
            name = format!("{stem}~{number}{end}");
        }
        name
    }
}

/// True when all of `name` fits `pattern`, in which `*` is any run of characters and `?` any one.
/// Case does not matter.
pub fn matches_glob(pattern: &str, name: &str) -> bool {
    let fold = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<Vec<_>>();
    let (pattern, name) = (fold(pattern), fold(name));
    let (mut p, mut n) = (0, 0);
    // Where to go on when a match fails: behind the last star, one character further.
    let mut retry = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                p += 1;
                retry = Some((p, n));
            }
            Some(c) if *c == '?' || *c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((after_star, from)) = retry else { return false };
                p = after_star;
                n = from + 1;
                retry = Some((after_star, n));
            }
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_whole_names_without_case() {
        for (pattern, name, fits) in [
            ("*", "", true),
            ("*", "anything", true),
            ("wall", "Wall", true),
            ("wall", "walls", false),
            ("w?ll*", "WALL_03", true),
            ("*_0?", "wall_03", true),
            ("*_0?", "wall_013", false),
            ("*a*b", "aab_ab", true),
            ("", "", true),
            ("", "a", false),
            ("?", "é", true),
        ] {
            assert_eq!(matches_glob(pattern, name), fits, "{pattern:?} {name:?}");
        }
    }

    #[test]
    fn a_pattern_of_many_stars_ends() {
        assert!(!matches_glob(&"a*".repeat(40), &"a".repeat(39)));
        assert!(!matches_glob(&format!("{}b", "*a".repeat(60)), &"a".repeat(5000)));
    }

    #[test]
    fn names_become_safe() {
        for (name, safe) in [
            ("wall", "wall"),
            ("", "_"),
            (".", "_"),
            ("..", "_"),
            (" . ", "_"),
            ("../../etc/passwd", ".._.._etc_passwd"),
            ("a\\b:c", "a_b_c"),
            ("con", "_con"),
            ("COM1.psx", "_COM1.psx"),
            ("lpt²", "_lpt²"),
            ("COM10", "COM10"),
            ("console", "console"),
            ("tail. ", "tail"),
            ("a\u{202e}gpj.exe", "a_gpj.exe"),
            ("nul\0", "nul_"),
        ] {
            assert_eq!(safe_name(name), safe, "{name:?}");
        }
    }

    #[test]
    fn names_are_given_once_whatever_their_case() {
        let mut names = Names::default();
        assert_eq!(names.unique("Wall", ".png"), "Wall.png");
        assert_eq!(names.unique("wall", ".png"), "wall~2.png");
        assert_eq!(names.unique("wall~2", ".png"), "wall~2~2.png");
        assert_eq!(names.unique("WALL", ".png"), "WALL~3.png");
        assert_eq!(names.unique("wall", ".glb"), "wall.glb");
    }
}
