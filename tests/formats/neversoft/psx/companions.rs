//! Files that belong together (section 17).

use gouraud::formats::neversoft::psx::records::Version;
use gouraud_testing::Folder;
use gouraud_testing::build::psx::{Builder, Image};

use super::fixture::{ELSEWHERE, bytes, open_as};

/// A library with one texture of the size `side`.
fn textures(name: u32, side: u16) -> Builder {
    let mut builder = Builder::new(Version::V4);
    let (indices, colours) = (vec![1; usize::from(side) * usize::from(side)], [1, 2, 3, 4]);
    let (width, height) = (side, side);
    let image = Image { name, palette: name, width, height, indices: &indices, colours: &colours };
    builder.image(&image);
    builder
}

/// A file with the texture that the small level is missing.
fn library() -> Vec<u8> {
    let mut builder = textures(ELSEWHERE, 8);
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

#[test]
fn missing_textures_come_from_the_first_library_of_the_folder_that_has_them() {
    let write = |builder: Builder| builder.finish().unwrap().write().unwrap();
    let folder = Folder(vec![
        ("a.psx", write(textures(1, 8))),
        ("b.psx", write(textures(ELSEWHERE, 16))),
        ("c.psx", write(textures(ELSEWHERE, 8))),
    ]);
    let document = open_as("level.psx", &bytes());
    let (scene, _) = document.content.displayed().scene(folder.context()).unwrap();
    let found: Vec<_> = scene.textures.iter().filter(|t| t.id == ELSEWHERE).collect();
    let [texture] = found[..] else { panic!("{} textures", found.len()) };
    assert_eq!(texture.width, 16);
    assert!(scene.textures.iter().all(|texture| texture.id != 1), "no face uses it");
}
