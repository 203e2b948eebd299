//! Colours of the window, and words that lists are filtered by.

use egui::Color32;
use gouraud::app::ui::theme::field_name;
use gouraud::app::ui::{Theme, Words};
use gouraud::bytes::{ColourWord, FieldKind, Hint, Repr};

#[test]
fn every_word_must_be_there_in_whatever_case() {
    let words = Words::new(" Red  brick");
    assert!(words.are_in("BRICKWORK, red"));
    assert!(!words.are_in("brick"));
    assert!(Words::new(" ").is_empty() && Words::new(" ").are_in("anything"));
}

fn luminance(colour: Color32) -> f32 {
    let linear = egui::Rgba::from(colour);
    0.2126 * linear.r() + 0.7152 * linear.g() + 0.0722 * linear.b()
}

fn contrast(a: Color32, b: Color32) -> f32 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

#[test]
fn text_reads_on_every_ground_of_both_themes() {
    for theme in [Theme::new(true), Theme::new(false)] {
        for ground in [theme.panel, theme.well, theme.accent_fill, theme.hover_fill] {
            assert!(contrast(theme.text, ground) > 6.0, "{theme:?} {ground:?}");
        }
        for ground in [theme.panel, theme.well] {
            assert!(contrast(theme.weak, ground) > 4.5, "{theme:?}");
            for colour in [theme.accent, theme.warning, theme.error, theme.note] {
                assert!(contrast(colour, ground) > 3.0, "{colour:?} in {theme:?}");
            }
        }
    }
}

#[test]
fn field_kinds_are_equally_light() {
    let scalar = FieldKind::Scalar(Repr::U16);
    let kinds = [
        (scalar, Hint::Dec),
        (scalar, Hint::Pointer),
        (scalar, Hint::Flags(&[])),
        (scalar, Hint::Colour(ColourWord::Stp15)),
        (scalar, Hint::Name),
        (scalar, Hint::Fixed(12)),
        (FieldKind::Text, Hint::Dec),
    ];
    for theme in [Theme::new(true), Theme::new(false)] {
        for (kind, hint) in kinds {
            let colour = theme.field_named(kind, hint, "same");
            assert!(contrast(colour, theme.well) > 4.5, "{hint:?} in {theme:?}");
            let first = theme.field_named(kinds[0].0, kinds[0].1, "same");
            assert!(contrast(colour, first) < 1.35, "{hint:?} stands out in {theme:?}");
        }
    }
}

#[test]
fn a_field_keeps_its_colour_in_every_instance() {
    assert_eq!(field_name("models[3].faces[7].flags"), "flags");
    assert_eq!(field_name("faces[7]"), "faces");
    assert_eq!(field_name(""), "");
}
