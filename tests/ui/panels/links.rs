//! Links in texts, and steps through the lines found in them.

use gouraud::app::panels::text::links::{key, words};
use gouraud::app::panels::text::search::Search;

#[test]
fn words_are_separated_by_spaces_commas_and_quotes() {
    let found = words("colormap \"Old Wall.bmp\", Door,7");
    let found: Vec<_> = found.iter().map(|(at, word)| (at.clone(), word.as_str())).collect();
    assert_eq!(
        found,
        [(0..8, "colormap"), (10..22, "Old Wall.bmp"), (25..29, "Door"), (30..31, "7")]
    );
}

#[test]
fn files_match_without_folders_and_case() {
    assert_eq!(key("Menu\\START.BMP"), "start.bmp");
}

#[test]
fn stepping_through_lines_wraps_around() {
    let mut search = Search::default();
    (search.found, search.at) = (vec![2, 5, 9], Some(0));
    let steps = [1, 1, 1, -1].map(|by| search.step(by, false));
    assert_eq!(steps, [Some(5), Some(9), Some(2), Some(9)]);
    assert_eq!(search.step(0, false), None);
    assert_eq!(Search::default().step(1, false), None);
}
