//! Parks of the editor.

use gouraud_testing::document::{open, open_valid, problems};

fn park(size: u32, cells: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = [9, size, 3].into_iter().flat_map(u32::to_le_bytes).collect();
    bytes.extend([255, 255, 255, 0, 0, 0x33, 1, 0].repeat(cells));
    for gap in 0..10u8 {
        bytes.extend([gap; 11]);
        let mut name = format!("over {gap}").into_bytes();
        name.resize(25, 0);
        bytes.extend(name);
    }
    bytes.extend([7; 64]);
    bytes.extend([0x33; 76]);
    bytes
}

#[test]
fn size_determines_the_number_of_cells() {
    for (size, cells) in [(0, 256), (1, 576), (2, 900), (3, 540), (4, 360)] {
        let bytes = park(size, cells);
        let document = open_valid("neversoft.park", "mine.prk", &bytes);
        assert_eq!(document.counts.get("values"), Some(cells as u64));
        assert_eq!(document.counts.get("texts"), Some(10));
        let name = document.tree.span("gaps[2].name").unwrap();
        assert_eq!(name.start as usize, 12 + cells * 8 + 2 * 36 + 11);
        assert_eq!(document.tree.span("rest").unwrap().len, 76);
    }
}

#[test]
fn is_not_an_archive_and_keeps_unknown_sizes() {
    let bytes = park(0, 256);
    assert!(open("mine.prk", &bytes).content.container().members().is_none());
    let format = gouraud::formats::by_id("neversoft.park").unwrap();
    let mut other = bytes;
    other[4] = 9;
    let source = gouraud::bytes::Source::from_bytes("mine.prk", other.clone());
    let document = format.open(&source).unwrap();
    assert_eq!(problems(&document), ["error 0x4 size"]);
    assert_eq!(document.content.write().unwrap(), other);
}

#[test]
fn lists_the_park_in_tables() {
    let folder = gouraud_testing::Folder::of(&[]);
    let (scene, _) = folder.scene("mine.prk", &park(0, 256));
    let sizes: Vec<_> =
        scene.tables.iter().map(|table| (table.name.as_str(), table.rows.len())).collect();
    assert_eq!(sizes, [("Park", 3), ("Cells", 256), ("Gaps", 10), ("High scores", 8)]);
    assert_eq!(scene.tables[0].rows[1].cells, ["size", "0", "16 × 16"]);
    assert_eq!(scene.tables[1].rows[5].cells, ["5", "ff ff ff", "00 00", "33", "01", "0"]);
    assert_eq!(scene.tables[2].rows[2].cells[1], "over 2");
}
