//! Names of models and stages by what their files are called.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Lines `FILE | name`; where they are from stands in front of them.
const LIST: &str = include_str!("../../../assets/names/ff7.txt");

static NAMES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once('|'));
    pairs.map(|(file, name)| (file.trim(), name.trim())).collect()
});

/// Who or what is in the file of this name, with or without an extension.
pub fn of(file: &str) -> Option<&'static str> {
    let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
    NAMES.get(stem.to_ascii_uppercase().as_str()).copied()
}

/// Models of enemies in `battle.lgp`, `aa` to `of`; behind them as many stages as follow, then players.
const ENEMIES: u32 = 370;
/// Stages in `battle.lgp`, `og` to `rr`.
const STAGES: u32 = 90;
/// The one player whose letters are known, `rt`.
const CLOUD: u32 = 461;

/// Who or what the model or stage of `battle.lgp` is whose files are called with these two letters: they
/// count through the files of the PlayStation. `None` too where a stage has the letters of a model.
///
/// Source: format document `ff7-pc.md`, section 1.2.
pub(super) fn of_letters(letters: &str, is_stage: bool) -> Option<&'static str> {
    let place = |letter: u8| {
        let letter = letter.to_ascii_lowercase();
        letter.is_ascii_lowercase().then(|| u32::from(letter - b'a'))
    };
    let [high, low] = letters.as_bytes() else { return None };
    let number = place(*high)? * 26 + place(*low)?;
    match (number.checked_sub(ENEMIES), is_stage) {
        (None, false) => of(&format!("ENEMY{number:03}")),
        (Some(stage), true) if stage < STAGES => of(&format!("STAGE{stage:02}")),
        (Some(_), false) if number == CLOUD => of("CLOUD"),
        _ => None,
    }
}

/// A file's name without its extension, and who is in it: `ENEMY016 MP`.
pub(super) fn named(stem: &str) -> String {
    of(stem).map_or_else(|| stem.to_owned(), |name| format!("{stem} {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bounds that the document gives: 370 models, 90 stages, and players behind them.
    #[test]
    fn letters_count_through_the_files_of_the_playstation() {
        assert_eq!(of_letters("aa", false), of("ENEMY000"));
        assert_eq!(of_letters("aq", false), Some("MP"), "ENEMY016");
        assert_eq!(of_letters("OB", false), Some("Shinra Trooper"), "ENEMY365");
        assert_eq!(of_letters("oi", true), Some("Grassland"), "STAGE02");
        assert_eq!(of_letters("rr", true), Some("Ultimate Weapon, forest"), "STAGE89");
        assert_eq!(of_letters("rt", false), Some("Cloud"));
        for (letters, is_stage) in [("aa", true), ("og", false), ("rs", true), ("su", false)] {
            assert_eq!(of_letters(letters, is_stage), None, "{letters}");
        }
        assert_eq!([of_letters("a", false), of_letters("a-", false)], [None; 2]);
    }
}
