//! Patterns for names.

use gouraud::export::matches_glob;

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
fn matches_many_stars_in_reasonable_time() {
    assert!(!matches_glob(&"a*".repeat(40), &"a".repeat(39)));
    assert!(!matches_glob(&format!("{}b", "*a".repeat(60)), &"a".repeat(5000)));
}
