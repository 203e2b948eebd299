//! Names from files, made harmless.

/// Names that Windows keeps for devices, with or without an extension.
const RESERVED: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// The longest name, in bytes, that common file systems take, with room for a suffix.
const LONGEST: usize = 200;

/// Turns any text into one file name that stays inside its folder on every system: no
/// separators, control or wild-card characters, no device names, never empty, `.` or `..`.
pub fn safe_name(name: &str) -> String {
    let mut safe: String = name
        .chars()
        .map(|c| match c {
            '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '_',
            c if c.is_control() => '_',
            c => c,
        })
        .collect();
    while safe.len() > LONGEST {
        safe.pop();
    }
    let kept = safe.trim_end_matches(['.', ' ']).trim_start().len();
    if kept == 0 {
        return "_".repeat(safe.chars().count().clamp(1, 8));
    }
    let safe = safe.trim_end_matches(['.', ' ']).trim_start();
    let stem = safe.split('.').next().unwrap_or(safe);
    if RESERVED.iter().any(|r| stem.eq_ignore_ascii_case(r)) {
        return format!("_{safe}");
    }
    safe.to_owned()
}

#[cfg(test)]
mod tests {
    use super::safe_name;

    #[test]
    fn separators_and_dots_cannot_leave_the_folder() {
        assert_eq!(safe_name("../../x"), ".._.._x");
        assert_eq!(safe_name(".."), "__");
        assert_eq!(safe_name(""), "_");
        assert_eq!(safe_name("a\\b:c"), "a_b_c");
    }

    #[test]
    fn device_names_and_trailing_dots_are_changed() {
        assert_eq!(safe_name("con.txt"), "_con.txt");
        assert_eq!(safe_name("name. "), "name");
        assert_eq!(safe_name("wall"), "wall");
    }

    #[test]
    fn long_names_are_cut_between_characters() {
        let name = safe_name(&"ä".repeat(500));
        assert!(name.len() <= 200 && name.chars().all(|c| c == 'ä'));
    }
}
