//! Files that belong together (section 17).

use gouraud::formats::neversoft::psx::records::Version;
use gouraud_testing::Folder;
use gouraud_testing::build::psx::{Builder, Image};

use super::fixture::{ELSEWHERE, bytes, open_as};

/// A file with the texture that the small level is missing.
fn library() -> Vec<u8> {
    let mut builder = Builder::new(Version::V4);
    let (indices, colours) = ([1; 64], [1, 2, 3, 4]);
    let (name, palette) = (ELSEWHERE, ELSEWHERE);
    let image = Image { name, palette, width: 8, height: 8, indices: &indices, colours: &colours };
    builder.image(&image);
    // Its counts do not show that it is a library: it is found by name alone.
    let model = builder.model(9, &[]);
    builder.object(model, [0; 3]);
    builder.finish().unwrap().write().unwrap()
}

#[test]
fn parts_of_a_level_share_a_base_name() {
    for (level, companion, is_its_own) in [
        ("SkHan.psx", "skhan_l.psx", true),
        ("l1a1_g.psx", "l1a1_l.psx", true),
        ("skware.psx", "skwarelib.psx", true),
        ("skware_2.psx", "skwarel2.psx", true),
        // Only for two players.
        ("skware.psx", "skwarel2.psx", false),
        ("skware_2.psx", "skwareo2.psx", true),
        ("aaair_2.psx", "aaair2l.psx", true),
        ("a7kon_2g.psx", "a7kon_2l.psx", true),
        ("a7kon_2g.psx", "a7kon_2o.psx", true),
        ("a7kon_g.psx", "a7kon_2l.psx", false),
        ("skware.psx", "skwareobj.psx", true),
        // Part of a level, which has no texture library.
        ("skware_l.psx", "skware_l_o.psx", false),
        ("a7kon_2o.psx", "a7kon_l.psx", false),
        ("skware.psx", "skhan_l.psx", false),
    ] {
        let folder = Folder(vec![(companion, library())]);
        let document = open_as(level, &bytes());
        let (scene, _) = document.content.displayed().scene(folder.context()).unwrap();
        let found = scene.textures.iter().any(|texture| texture.id == ELSEWHERE);
        assert_eq!(found, is_its_own, "{level} with {companion}");
    }
}
