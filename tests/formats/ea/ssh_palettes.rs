//! Palettes of sheets: colours in index order, and the offset of each.

use gouraud::container::Context;
use gouraud::edit::{apply, coloured};
use gouraud::formats::Document;
use gouraud::formats::ea::ssh::Console;
use gouraud::scene::{ColourTable, List};
use gouraud_testing::build::ssh::{Picture, Raw, Stored, file, raw};

use super::ssh::{decoded, open, textures};

fn tables(document: &Document) -> List<ColourTable> {
    document.content.displayed().scene(Context::ALONE).unwrap().0.colour_tables
}

/// Sheet with sixteen colours, 256 in the console's order, and an image without a palette.
fn sheet() -> Vec<u8> {
    let colours: Vec<[u8; 4]> = (0..=255).map(|n| [n, 255 - n, 7, n / 2]).collect();
    let eight = Stored::Eight((0..=255).collect(), colours.clone());
    file(&[
        Picture::new(*b"four", 4, 4, Stored::Four((0..16).collect(), colours[..16].to_vec())),
        Picture {
            swizzled: true,
            full_name: Some("suit".into()),
            ..Picture::new(*b"eswz", 16, 16, eight)
        },
        Picture::new(*b"888\0", 1, 1, Stored::Rgb888(vec![[1, 2, 3]])),
    ])
}

#[test]
fn lists_palette_colours_in_index_order() {
    let bytes = sheet();
    let document = open(&bytes);
    let tables = tables(&document);
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["four", "suit"]);
    let swizzled = &tables[1];
    assert_eq!((tables[0].colours.len(), swizzled.colours.len()), (16, 256));
    assert!((0..=255).all(|n| swizzled.colours[usize::from(n)] == [n, 255 - n, 7]));
    // Entry 8 is stored as the sixteenth, 16 as the eighth, 40 as the 48th.
    let start = swizzled.origin.span.start;
    for (entry, at) in [(0, 0), (7, 7), (8, 16), (15, 23), (16, 8), (24, 24), (40, 48), (255, 255)]
    {
        let span = swizzled.entries.get(entry);
        assert_eq!((span.start, span.len), (start + 4 * at, 4), "{entry}");
        let stored = &bytes[span.start as usize..][..3];
        assert_eq!(stored, swizzled.colours[entry]);
        let path = swizzled.entries.origin(entry).path;
        assert_eq!(path, format!("images[1].chunks[1].colours[{at}]"));
        assert_eq!(swizzled.entries.index_at(span.source, span.start + 3), Some(entry));
    }
    assert_eq!(tables[0].entries.get(8).start, tables[0].origin.span.start + 32);
    // Stored alphas are half of the displayed ones: they are unchanged when a colour is edited.
    assert!(swizzled.alphas.is_empty());
}

#[test]
fn textures_know_the_bytes_of_their_colours() {
    let document = open(&sheet());
    let (tables, textures) = (tables(&document), textures(document.source.bytes()));
    for (table, entry) in [(0, 9), (1, 8), (1, 255)] {
        let colour = textures[table].pixels.palette_colour(entry).unwrap();
        let entry = entry as usize;
        assert_eq!(colour.colour, Some(tables[table].colours[entry]));
        let (found, stored) = (colour.origin, tables[table].entries.origin(entry));
        assert_eq!((found.span.start, found.path), (stored.span.start, stored.path));
    }
    assert_eq!(textures[2].pixels.palette_colour(0).unwrap().origin.span.len, 0);
}

#[test]
fn edited_colour_appears_at_its_index() {
    let document = open(&sheet());
    let path = tables(&document)[1].entries.origin(8).path;
    let orders = coloured(&document.tree, &path, [1, 2, 3], None).unwrap();
    let changed = apply(&document, &orders).unwrap();
    assert_eq!(tables(&changed)[1].colours[8], [1, 2, 3]);
    assert_eq!(tables(&changed)[1].colours[16], tables(&document)[1].colours[16]);
    let (before, after) = (textures(document.source.bytes()), textures(changed.source.bytes()));
    let (mut was, now) = (decoded(&before[1]), decoded(&after[1]));
    let [.., alpha] = was[8];
    was[8] = [1, 2, 3, alpha];
    assert_eq!(was, now);
}

#[test]
fn edits_colours_of_other_consoles_in_stored_form() {
    let colours: Vec<u8> = (0..16).flat_map(|n| [n, 2 * n, 3 * n, 200 + n]).collect();
    let image = vec![Raw::new(121, [2, 1], vec![0x12]), Raw::new(42, [16, 1], colours)];
    let document = open(&raw(Console::Xbox, &[(*b"four", image)]));
    let table = &tables(&document)[0];
    assert_eq!((table.rgba(1), table.rgba(2)), ([3, 2, 1, 201], [6, 4, 2, 202]));
    let path = table.entries.origin(1).path;
    let orders = coloured(&document.tree, &path, [9, 8, 7], Some(6)).unwrap();
    let changed = apply(&document, &orders).unwrap();
    assert_eq!(tables(&changed)[0].rgba(1), [9, 8, 7, 6]);
    assert_eq!(decoded(&textures(changed.source.bytes())[0]), [[9, 8, 7, 6], [6, 4, 2, 202]]);
}
