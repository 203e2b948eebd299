//! Reordering palettes: colours move, texels follow, and every picture looks the same.

use gouraud::container::Context;
use gouraud::edit::{EditError, EditOp, apply, apply_beside};
use gouraud::export::texture_picture_in;
use gouraud::formats::neversoft::psx;
use gouraud::formats::ps1::tim::Tim;
use gouraud::formats::ps1::vram::Depth;
use gouraud::formats::{Document, Records};
use gouraud::library::Library;
use gouraud::scene::{Id, Scene};
use gouraud_testing::build::tim;

use super::{library, open, opened_library, scene, tims};

fn reorder(document: &Document, palette: u32, to: &[u8]) -> Result<Document, EditError> {
    let reorder = scene(document).palettes.get(Id::new(palette)).unwrap().origin.path.clone();
    apply(document, &[EditOp::Reorder { reorder, to: to.to_vec() }])
}

/// Every texture in every palette that has as many entries as its own.
fn texture_texels(scene: &Scene) -> Vec<(u32, u32, Vec<[u8; 4]>)> {
    let mut all = Vec::new();
    for (texture, image) in scene.textures.pairs() {
        let Some(own) = image.palette.and_then(|own| scene.palettes.get(own)) else { continue };
        for (palette, other) in scene.palettes.pairs() {
            if other.stored.len() != own.stored.len() {
                continue;
            }
            let picture = texture_picture_in(scene, texture, Some(palette)).unwrap();
            let texels = picture.pixels().map(|p| [p[0], p[1], p[2], u8::from(p[3] > 0)]).collect();
            all.push((texture.number(), palette.number(), texels));
        }
    }
    all
}

fn rotation(entries: u8, by: u8) -> Vec<u8> {
    (0..entries).map(|entry| (entry + by) % entries).collect()
}

#[test]
fn moves_colours_and_texels_as_worked_out_by_hand() {
    // Texels 0 1 2 3 / 3 2 1 0 in a palette that swaps entries 0 and 3.
    let colours: Vec<u16> = (0..16).map(|n| 0x8000 | (n * 0x0421)).collect();
    let rows = [0, 1, 2, 3, 3, 2, 1, 0];
    let made = tim::indexed(Depth::Four, (0, 0), 4, &rows, (0, 480), &[colours]).unwrap();
    let document = open::<Tim>("four.tim", made.write().unwrap());
    let mut to: Vec<u8> = (0..16).collect();
    to.swap(0, 3);
    let changed = reorder(&document, 0, &to).unwrap();
    let bytes = changed.source.bytes();
    // Eight bytes of header, twelve of the palette's; 32 of colours, twelve of the picture's.
    assert_eq!(bytes[20..28], [0x63, 0x8C, 0x21, 0x84, 0x42, 0x88, 0x00, 0x80]);
    assert_eq!(bytes[64..68], [0x13, 0x02, 0x20, 0x31]);
}

#[test]
fn keeps_pictures_and_inverse_order_restores_bytes() {
    let mut tried = 0;
    for document in tims().into_iter().chain([opened_library()]) {
        let before = scene(&document);
        for (id, palette) in before.palettes.pairs() {
            let entries = palette.stored.len();
            // A Neversoft palette has STP after its key colour, and not before it: the visible result is
            // kept.
            let there: Vec<u8> = (0..entries).map(|n| ((n + 5) % entries) as u8).collect();
            let back: Vec<u8> = (0..entries).map(|n| ((n + entries - 5) % entries) as u8).collect();
            let changed = reorder(&document, id.number(), &there).unwrap();
            assert_ne!(changed.source.bytes(), document.source.bytes());
            if before.materials.is_empty() {
                assert_eq!(
                    texture_texels(&scene(&changed)),
                    texture_texels(&before),
                    "{}",
                    palette.origin.path
                );
            }
            let again = reorder(&changed, id.number(), &back).unwrap();
            assert_eq!(again.source.bytes(), document.source.bytes(), "{}", palette.origin.path);
            tried += 1;
        }
    }
    assert_eq!(tried, 1 + 1 + 2 + 2);
}

#[test]
fn reorders_all_palette_rows_of_picture() {
    let two = tims().remove(4);
    let before: Vec<Vec<u16>> = scene(&two).palettes.iter().map(|p| p.stored.clone()).collect();
    let changed = reorder(&two, 1, &rotation(255, 1).into_iter().chain([255]).collect::<Vec<_>>());
    let after = scene(&changed.unwrap());
    for (was, now) in before.iter().zip(after.palettes.iter()) {
        assert_eq!(now.stored[0], was[1]);
        assert_eq!(now.stored[254], was[0]);
    }
}

#[test]
fn ignores_palettes_of_companion_file() {
    let library = Library::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/plaza_o.psx");
    let objects = library.open(path, None).unwrap();
    let scene = |document: &Document| {
        let scene = |around: Context<'_>| document.content.displayed().scene(around).unwrap().0;
        objects.beside(&library, scene)
    };
    let before = scene(&objects.document);
    let of_path = before.palettes.iter().filter(|p| p.origin.path == "palettes16[0]");
    assert_eq!(of_path.count(), 2, "the palettes of both files");
    let (reorder, to) = ("palettes16[0]".to_owned(), rotation(16, 3));
    let orders = [EditOp::Reorder { reorder, to: to.clone() }];
    let changed = objects
        .beside(&library, |around| apply_beside(&objects.document, &orders, around).unwrap());
    let after = scene(&changed);
    for ((_, was), (_, now)) in before.palettes.pairs().zip(after.palettes.pairs()) {
        let is_it = was.origin.path == "palettes16[0]"
            && was.origin.span.source == objects.document.source.id();
        let rotation = to.iter().map(|entry| was.stored[usize::from(*entry)]);
        assert!(now.stored == if is_it { rotation.collect() } else { was.stored.clone() });
    }
    for (id, texture) in before.textures.pairs() {
        let shown = |scene: &Scene| texture_picture_in(scene, id, texture.palette).unwrap();
        assert!(shown(&after) == shown(&before), "{}", texture.name);
    }
}

#[test]
fn refuses_invalid_order() {
    let document = opened_library();
    let error = |to: &[u8]| reorder(&document, 0, to).unwrap_err().to_string();
    let mut twice: Vec<u8> = (0..16).collect();
    twice[3] = 4;
    assert!(error(&twice).contains("listed twice"), "{}", error(&twice));
    assert!(error(&[0, 1, 2]).contains("16 entries, but 3"), "{}", error(&[0, 1, 2]));
    let past: Vec<u8> = (1..17).collect();
    assert!(error(&past).contains("entry 16 does not exist"), "{}", error(&past));
}

#[test]
fn keeps_look_of_truncated_picture() {
    let mut file = library();
    file.library.as_mut().unwrap().textures.truncate(1);
    let mut bytes = file.write().unwrap();
    bytes.truncate(bytes.len() - 6);
    let document = open::<psx::File>("cut_l.psx", bytes);
    let changed = reorder(&document, 0, &rotation(16, 1));
    if let Ok(changed) = changed {
        assert_eq!(changed.source.len(), document.source.len());
        assert_eq!(texture_texels(&scene(&changed)), texture_texels(&scene(&document)));
    }
}
