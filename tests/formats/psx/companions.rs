//! Which files belong together (section 17).

use gouraud::formats::neversoft::psx::records::Version;
use gouraud_testing::Folder;
use gouraud_testing::build::psx::{Builder, Image};

use super::fixture::{ELSEWHERE, bytes, open_as};

/// A file with the texture that the small level misses.
fn library() -> Vec<u8> {
    let mut builder = Builder::new(Version::V4);
    let (indices, colours) = ([1; 64], [1, 2, 3, 4]);
    let (name, palette) = (ELSEWHERE, ELSEWHERE);
    let image = Image { name, palette, width: 8, height: 8, indices: &indices, colours: &colours };
    builder.image(&image);
    // No library by its counts: it is found by name alone.
    let model = builder.model(9, &[]);
    builder.object(model, [0; 3]);
    builder.finish().unwrap().write().unwrap()
}

#[test]
fn the_parts_of_a_level_share_a_base() {
    for (level, beside, is_its_own) in [
        ("SkHan.psx", "skhan_l.psx", true),
        ("l1a1_g.psx", "l1a1_l.psx", true),
        ("skware.psx", "skwarelib.psx", true),
        ("skware_2.psx", "skwarel2.psx", true),
        // For two players only.
        ("skware.psx", "skwarel2.psx", false),
        ("skware_2.psx", "skwareo2.psx", true),
        ("skware.psx", "skwareobj.psx", true),
        // A part of a level has no bank.
        ("skware_l.psx", "skware_l_o.psx", false),
        ("skware.psx", "skhan_l.psx", false),
    ] {
        let folder = Folder(vec![(beside, library())]);
        let document = open_as(level, &bytes());
        let (scene, _) = document.content.scene(folder.context()).unwrap();
        let found = scene.textures.iter().any(|texture| texture.id == ELSEWHERE);
        assert_eq!(found, is_its_own, "{level} with {beside}");
    }
}
