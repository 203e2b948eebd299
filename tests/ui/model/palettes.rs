//! Palette edits.

use std::borrow::Cow;

use gouraud::app::model::PaletteEdits;
use gouraud::app::model::view::palette_order::{SortBy, moved, sorted};
use gouraud::bytes::{SourceId, Span};
use gouraud::scene::{Id, Origin, Palette, Scene, Spans};

fn scene() -> Scene {
    let palette = |start: u64| Palette {
        name: String::new(),
        id: 0,
        stored: vec![1, 2, 3],
        rule: <[u16]>::to_vec,
        position: None,
        origin: Origin::default(),
        entries: Spans::even(SourceId(1), start, 2, 3, "colours".to_owned()),
    };
    Scene { palettes: vec![palette(0x40), palette(0x80)].into(), ..Scene::default() }
}

#[test]
fn replaces_and_counts_changed_words() {
    let scene = scene();
    let mut edits = PaletteEdits::default();
    assert!(matches!(edits.applied(&scene), Cow::Borrowed(_)));
    edits.words.insert(Id::new(1), vec![1, 9, 8]);
    assert_eq!(edits.applied(&scene).palettes[1].stored, [1, 9, 8]);
    assert_eq!(edits.summary(&scene).unwrap(), "2 colours of 1 palette");
    let words = edits.in_source(&scene, SourceId(1));
    let found: Vec<_> = words.iter().map(|word| (word.span.start, word.word)).collect();
    assert_eq!(found, [(0x82, 9), (0x84, 8)]);
    assert_eq!(edits.in_source(&scene, SourceId(2)), []);
    let at = |start| edits.word_at(&scene, Span::new(SourceId(1), start, 2));
    assert_eq!([at(0x82), at(0x80), at(0x42)], [Some(9), None, None]);
    // Changed and changed back.
    edits.words.insert(Id::new(1), vec![1, 2, 3]);
    assert_eq!(edits.summary(&scene), None);
}

#[test]
fn moving_an_entry_shifts_the_others() {
    assert_eq!(moved(5, 1, 3), [0, 2, 3, 1, 4]);
    assert_eq!(moved(5, 3, 1), [0, 3, 1, 2, 4]);
    assert_eq!(moved(5, 5, 1), [0, 1, 2, 3, 4]);
}

#[test]
fn sorting_keeps_transparent_entries_in_place() {
    // White, black, transparent, blue, red, grey, green.
    let loaded = [0x7FFF, 0x8000, 0x0000, 0x7C00, 0x001F, 0x4210, 0x03E0];
    assert_eq!(sorted(&loaded, SortBy::Lightness, &[]), [1, 0, 2, 3, 4, 5, 6]);
    assert_eq!(sorted(&loaded, SortBy::Hue, &[]), [1, 0, 2, 5, 4, 6, 3]);
    assert_eq!(sorted(&loaded, SortBy::Use, &[0, 9, 0, 1, 5, 5, 7]), [1, 0, 2, 6, 4, 5, 3]);
}
