//! Colours of the window, and the words of list filters.

use egui::Color32;
use gouraud::app::ui::theme::field_name;
use gouraud::app::ui::{Theme, Words};
use gouraud::bytes::{ColourWord, FieldKind, Hint, Repr};

use crate::contrast::contrast;

#[test]
fn filter_requires_every_word_ignoring_case() {
    let words = Words::new(" Red  brick");
    assert!(words.are_in("BRICKWORK, red"));
    assert!(!words.are_in("brick"));
    assert!(Words::new(" ").is_empty() && Words::new(" ").are_in("anything"));
}

/// Text on every background: panels, wells, bars, hovered rows, selected rows.
#[test]
fn text_has_a_contrast_of_4_5_on_every_background() {
    for theme in [Theme::new(true), Theme::new(false)] {
        let grounds = [theme.panel, theme.well, theme.bar(), theme.hover_fill, theme.accent_fill];
        let texts = [
            ("text", theme.text),
            ("weak", theme.weak),
            ("accent", theme.accent),
            ("warning", theme.warning),
            ("error", theme.error),
            ("success", theme.success),
            ("note", theme.note),
        ];
        for ground in grounds {
            for (name, colour) in texts {
                let ratio = contrast(colour, ground);
                assert!(ratio >= 4.5, "{name} on {ground:?}: {ratio:.2}, dark {}", theme.dark);
            }
        }
    }
}

/// Bytes on the tint of their field, in the colour of their kind, or in that of zeros.
#[test]
fn bytes_have_a_contrast_of_4_5_on_their_field() {
    for theme in [Theme::new(true), Theme::new(false)] {
        for (kind, hint) in kinds() {
            for name in ["same", "flags", "vertex_count", "x", "palette", "offset"] {
                let colour = theme.field_named(kind, hint, name);
                let ground = theme.tint(colour);
                for ink in [colour, theme.zero, theme.text] {
                    let ratio = contrast(ink, ground);
                    assert!(ratio >= 4.5, "{ink:?} on {ground:?}: {ratio:.2} for {hint:?}");
                }
                assert!(contrast(colour, theme.accent_fill) >= 4.5, "{colour:?} of {hint:?}");
            }
        }
    }
}

/// Text on a plate of any colour.
#[test]
fn text_is_readable_on_any_colour() {
    for red in (0..=255).step_by(51) {
        for green in (0..=255).step_by(51) {
            for blue in (0..=255).step_by(51) {
                let back = Color32::from_rgb(red, green, blue);
                let ratio = contrast(Theme::on(back), back);
                assert!(ratio >= 4.5, "{back:?}: {ratio:.2}");
            }
        }
    }
}

fn kinds() -> [(FieldKind, Hint); 7] {
    let scalar = FieldKind::Scalar(Repr::U16);
    [
        (scalar, Hint::Dec),
        (scalar, Hint::Pointer),
        (scalar, Hint::Flags(&[])),
        (scalar, Hint::Colour(ColourWord::Stp15)),
        (scalar, Hint::Name),
        (scalar, Hint::Fixed(12)),
        (FieldKind::Text, Hint::Dec),
    ]
}

#[test]
fn field_kinds_are_equally_light() {
    let kinds = kinds();
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
fn field_has_the_same_colour_in_every_instance() {
    assert_eq!(field_name("models[3].faces[7].flags"), "flags");
    assert_eq!(field_name("faces[7]"), "faces");
    assert_eq!(field_name(""), "");
}
