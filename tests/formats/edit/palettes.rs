//! Edits that give a texture another palette.

use gouraud::container::Context;
use gouraud::edit::{EditOp, apply, palette_edits};
use gouraud::formats::{Document, Records};
use gouraud::scene::{Id, PaletteChange, PaletteUses, own_candidates};
use gouraud_testing::document::{open_as, scene};
use gouraud_testing::small::ff7;

use super::shown;

/// The change that gives the first texture the palette with this number.
fn change(document: &Document, palette: usize) -> PaletteChange {
    let scene = scene(document);
    let texture = Id::new(0);
    let candidates = own_candidates(&scene, &scene.textures[0]);
    PaletteUses::of(&scene, texture).change(&scene, texture, &candidates[palette]).unwrap()
}

fn orders(document: &Document, change: &PaletteChange) -> Result<Vec<EditOp>, String> {
    palette_edits(document, Context::ALONE, change).map_err(|refused| refused.0)
}

#[test]
fn sets_palette_positions_of_faces() {
    let bytes = ff7::enemy().write().unwrap();
    let document = open_as("ff7.battle", "enemy.bin", &bytes);
    let orders = orders(&document, &change(&document, 1)).unwrap();
    assert_eq!(orders.len(), 4, "the faces with another palette");
    let changed = apply(&document, &orders).unwrap();
    let scene = scene(&changed);
    let uses = PaletteUses::of(&scene, Id::new(0));
    assert!(uses.is_drawn_with(Id::new(1)));
    let EditOp::Set { set, .. } = &orders[0] else { panic!("{orders:?}") };
    assert!(shown(&changed, set).starts_with("0x7840"), "{}", shown(&changed, set));
}

#[test]
fn refuses_palettes_without_a_position() {
    let bytes = ff7::enemy().write().unwrap();
    let document = open_as("ff7.battle", "enemy.bin", &bytes);
    let mut change = change(&document, 1);
    let PaletteChange::Reference { faces, to, .. } = &mut change else { panic!("{change:?}") };
    for odd in [None, Some([8, 480]), Some([1024, 0]), Some([0, 512])] {
        let gouraud::scene::ElementState::Palette { position, .. } = to else { panic!("{to:?}") };
        *position = odd;
        let refused = palette_edits(
            &document,
            Context::ALONE,
            &PaletteChange::Reference {
                source: document.source.id(),
                texture: None,
                faces: faces.clone(),
                to: to.clone(),
            },
        );
        let refused = refused.map_err(|refused| refused.0).unwrap_err();
        assert!(refused.contains("no position that a face can refer to"), "{refused}");
    }
}
