//! Savegames: their names, pictures, and paths of levels.

use gouraud::edit::{EditOp, apply};
use gouraud::formats::ms::bmp::{self, Bmp};
use gouraud::formats::trespasser::groff::Groff;
use gouraud::formats::trespasser::groff::body::Body;
use gouraud::formats::trespasser::groff::scn::saved::Label;
use gouraud::formats::{Document, Head, by_id};
use gouraud::scene::Picture;
use gouraud_testing::build::groff::Scene;
use gouraud_testing::document::{messages, picture, scene, texels};

use super::fixture::{bytes, open_as, savegame};

const SAVE: &str = "trespasser.groff.save";

/// A savegame whose name is stored in this many bytes.
fn named(size: usize) -> Groff {
    let mut file = savegame();
    let Body::Label(label) = &mut file.sections[0].body else { panic!("a name comes first") };
    let mut bytes = b"By the entrance\0".to_vec();
    bytes.resize(size, 0);
    *label = Label { bytes };
    file
}

fn renamed(document: &Document, path: &str, name: &str) -> Result<Document, String> {
    apply(document, &[EditOp::set(path, format!("{name:?}").as_str())])
        .map_err(|error| error.to_string())
}

fn text(document: &Document, section: usize) -> &[u8] {
    let span = document.tree.span(&format!("sections[{section}].text")).unwrap();
    document.source.slice(span)
}

#[test]
fn names_of_any_length_fit_their_fields() {
    let document = open_as("Savegame.000", &bytes(&savegame()));
    for (section, name, size) in [
        (0, "Hi", 21),
        (0, "The ravine by dawn", 21),
        (0, "Twenty letters long.", 21),
        (1, "be.scn", 20),
        (1, "abcdefghijklmno.scn", 20),
    ] {
        let changed = renamed(&document, &format!("sections[{section}].text"), name).unwrap();
        assert_eq!(changed.format.id, SAVE);
        let mut expected = name.as_bytes().to_vec();
        expected.resize(size, 0);
        assert_eq!(text(&changed, section), expected, "{name}");
        assert_eq!(changed.source.len(), document.source.len());
    }
    for (section, most) in [(0, 20), (1, 19)] {
        for length in [most + 1, most + 2, 40] {
            let path = format!("sections[{section}].text");
            let too_long = renamed(&document, &path, &"x".repeat(length)).unwrap_err();
            let expected = format!("{path}: expected up to {most} bytes of text, found {length}");
            assert_eq!(too_long, expected);
        }
    }
}

#[test]
fn savegame_is_recognised_by_the_names_of_its_sections() {
    for size in [16, 21, 35] {
        let file = bytes(&named(size));
        let document = open_as("Savegame.000", &file);
        assert_eq!(document.format.id, SAVE, "{size}");
        let title = by_id(SAVE).unwrap().title(&Head::of(&document.source));
        assert_eq!(title.as_deref(), Some("By the entrance"), "{size}");
        assert!(document.content.write().unwrap() == file, "{size}");
    }
    // A scene whose blocks have these sizes but other names is not a savegame.
    let mut file = savegame();
    for name in &mut file.names {
        if name.text().starts_with(b"Save") {
            name.bytes[0] = b'L';
        }
    }
    assert_eq!(open_as("lava.scn", &bytes(&file)).format.id, "trespasser.groff.scn");
}

#[test]
fn replaces_the_picture_of_a_savegame() {
    let document = open_as("Savegame.000", &bytes(&savegame()));
    let new: Vec<[u8; 4]> = (0..100 * 75).map(|at| [(at % 100) as u8, 7, 9, 255]).collect();
    let replacement = picture(100, 75, new.clone());
    let alone = gouraud::container::Context::ALONE;
    let editable = document.content.editable();
    let changed = editable.with_asset(alone, "sections[2]", &replacement).unwrap();
    assert_eq!(changed.len(), document.source.bytes().len());
    let changed = open_as("Savegame.000", &changed);
    assert_eq!(texels(scene(&changed).textures.iter().next().unwrap()), new);
    // Rows of another size are padded to four bytes, and the sizes in the header follow.
    let small = Picture {
        width: 3,
        height: 2,
        texels: new[..6].to_vec(),
        palette: Default::default(),
        shown_in: None,
    };
    let small = gouraud::scene::Replacement::Picture(small);
    let changed = open_as("a.000", &editable.with_asset(alone, "sections[2]", &small).unwrap());
    assert_eq!(document.source.len() - changed.source.len(), 300 * 75 - 12 * 2);
    assert_eq!(texels(scene(&changed).textures.iter().next().unwrap()), new[..6]);
    assert!(editable.with_asset(alone, "sections[3]", &replacement).is_err());
}

#[test]
fn reports_paths_of_levels_without_drive_and_folder() {
    let reports = |path: &str| {
        let document = open_as("a.scn", &bytes(&Scene::new(path).finish()));
        messages(&document.problems).iter().any(|text| text.contains("a drive and a folder"))
    };
    for path in [r"C:\data\mini.grf", "d:/mini.grf", r"D:\a b\c\mini.grf", ""] {
        assert!(!reports(path), "{path}");
    }
    for path in ["mini.grf", "C:mini.grf", r"data\mini.grf", r"data\c:mini.grf"] {
        assert!(reports(path), "{path}");
    }
}

#[test]
fn level_after_a_drive_without_a_folder_is_found() {
    let scene = Scene::new("C:mini.grf");
    let levels: Vec<String> = scene.header.levels().collect();
    assert_eq!(levels, ["mini.grf"]);
}

#[test]
fn pictures_of_other_kinds_are_displayed_and_replaced() {
    let red_and_blue = [[255, 0, 0, 255], [0, 0, 255, 255]];
    let of = |bits: u16, height: i32, palette: Vec<u32>, pixels: &[u8]| {
        let header = bmp::Header {
            size: 40,
            width: 1,
            height,
            planes: 1,
            bits,
            colour_count: palette.len() as u32,
            ..bmp::Header::default()
        };
        let pixels_at = 54 + 4 * palette.len() as u32;
        let pixels = pixels.into();
        Bmp { magic: bmp::MAGIC, pixels_at, header, palette, pixels, ..Bmp::default() }
    };
    let colours = vec![0xFF, 0xFF_0000];
    for bitmap in [
        of(8, 2, colours.clone(), &[0, 0, 0, 0, 1, 0, 0, 0]),
        of(1, 2, colours, &[0, 0, 0, 0, 0x80, 0, 0, 0]),
        of(32, 2, Vec::new(), &[255, 0, 0, 0, 0, 0, 255, 0]),
        of(24, -2, Vec::new(), &[0, 0, 255, 0, 255, 0, 0, 0]),
    ] {
        let bits = (bitmap.header.bits, bitmap.header.height);
        let mut file = savegame();
        file.sections[2].body = Body::Picture(bitmap);
        let document = open_as("Savegame.000", &bytes(&file));
        assert!(
            !messages(&document.problems).iter().any(|text| text.contains("bitmap")),
            "{bits:?}"
        );
        let shown = scene(&document);
        assert_eq!(texels(shown.textures.iter().next().unwrap()), red_and_blue, "{bits:?}");
        assert_eq!(shown.colour_tables.len(), usize::from(bits.0 <= 8), "{bits:?}");
        let [red, blue] = red_and_blue;
        let editable = document.content.editable();
        let new = picture(1, 2, vec![blue, red]);
        let new = editable.with_asset(gouraud::container::Context::ALONE, "sections[2]", &new);
        let changed = open_as("Savegame.000", &new.unwrap());
        assert_eq!(texels(scene(&changed).textures.iter().next().unwrap()), [blue, red]);
    }
}
