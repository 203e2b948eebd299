//! Colours of the text of a description.

use egui::{Color32, Stroke};
use gouraud::app::panels::description::highlight::{Token, coloured, tokens};
use gouraud::app::panels::description::keys::indentation_below;
use gouraud::app::ui::Theme;

fn kinds(line: &str) -> Vec<(Token, &str)> {
    let all = tokens(line).into_iter();
    all.filter(|(token, _)| *token != Token::Other)
        .map(|(token, range)| (token, line.get(range).unwrap_or_default()))
        .collect()
}

#[test]
fn finds_keys_texts_numbers_and_comments() {
    let line = "  - id: 'a # b' # rest\n";
    let expected = [(Token::Key, "id"), (Token::Text, "'a # b'"), (Token::Comment, "# rest\n")];
    assert_eq!(kinds(line), expected);
    assert_eq!(kinds("size: 0x1f * n_4"), [(Token::Key, "size"), (Token::Number, "0x1f")]);
    assert_eq!(kinds("a::b: c"), [(Token::Key, "a::b")]);
}

#[test]
fn covers_every_line() {
    for line in ["", "\n", "é: ü 'ö", "- - x", "'", "#", ":", "a:b"] {
        let all = tokens(line);
        let joined: String = all.into_iter().map(|(_, range)| line.get(range).unwrap()).collect();
        assert_eq!(joined, line);
    }
}

#[test]
fn underlines_mistakes_inside_tokens() {
    let job = coloured("id: abcd", &[(5..7, Color32::RED)], &Theme::new(true));
    let underlined: Vec<_> = job
        .sections
        .iter()
        .filter(|section| section.format.underline != Stroke::NONE)
        .map(|section| section.byte_range.clone())
        .collect();
    assert_eq!(underlined.len(), 1);
    assert_eq!(job.text.get(underlined[0].start.0..underlined[0].end.0), Some("bc"));
}

#[test]
fn keys_stay_below_each_other() {
    assert_eq!(indentation_below("  - id: a"), 4);
    assert_eq!(indentation_below("    type: u1"), 4);
    assert_eq!(indentation_below("seq:"), 2);
    assert_eq!(indentation_below("  - {id: a, type: u1}"), 2);
    assert_eq!(indentation_below(""), 0);
}
