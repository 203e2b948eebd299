//! Palettes of other files: each once, and not too many.

use gouraud::app::model::search::palettes::{MAX_PALETTES, PaletteFiles, PaletteSearch};
use gouraud::scene::{Id, Origin, PaletteCandidate};

fn palette(words: &[u16]) -> PaletteCandidate {
    PaletteCandidate {
        name: String::new(),
        file: "other.psx".to_owned(),
        palette: Id::new(0),
        origin: Origin::default(),
        stored: words.into(),
        loaded: words.into(),
    }
}

#[test]
fn keeps_each_palette_once_up_to_a_limit() {
    let search = PaletteSearch::new(PaletteFiles::Below(Vec::new()), 16);
    assert!(search.add(Some(vec![palette(&[1, 2]), palette(&[1, 2]), palette(&[0; 17])])));
    assert!(search.add(None));
    let (new, progress) = search.take();
    assert_eq!(new.len(), 1, "not twice, and none with too many colours");
    assert_eq!((progress.files, progress.failed, progress.is_full), (2, 1, false));
    let many = (0..=MAX_PALETTES).map(|number| palette(&[number as u16, 3]));
    assert!(!search.add(Some(many.collect())));
    let (new, progress) = search.take();
    assert_eq!(new.len(), MAX_PALETTES - 1);
    assert!(progress.is_full && !progress.is_done);
    search.end();
    assert!(search.take().1.is_done);
}
