//! Layout of a pixel file: a map for the Storage panel, and a table.

use super::TexturePack;
use super::records::Entry;
use crate::scene::{ByteRows, DataMap, Element, Pages, Scene, Table, TextureId};

/// Bytes per row, and rows, of a surface of 8-bit pixels, which holds two pages of 256 × 256 side by side
/// (format document `trespasser-level.md`, section 7).
const ROW: u64 = 512;
const ROWS: u64 = 256;

/// Adds the map and the table of the pack's pixel file to a scene with all textures of the pack.
pub(super) fn add(pack: &TexturePack, scene: &mut Scene) {
    let Some((name, len)) = pack.pixel_file() else { return };
    let header = pack.header();
    let marks = [
        (header.resident_bytes, "loaded with the level"),
        (header.pageable_offset, "reserved for resident data"),
    ];
    let mut storage = DataMap {
        name,
        len,
        row: ROW,
        rows: ROWS,
        pieces: Vec::new(),
        marks: marks.map(|(at, words)| (u64::from(at), words.to_owned())).into(),
        pages: Pages::default(),
    };
    for (index, entry) in pack.entries().iter().enumerate() {
        let texture = pack.find(entry.id).map(TextureId::new);
        let name = texture.and_then(|texture| scene.textures.get(texture));
        let name = name.map_or_else(|| format!("{:08X}", entry.id), |known| known.name.clone());
        let size = format!("{} × {}", entry.width, entry.height);
        storage.pieces.push(ByteRows {
            name: if entry.is_mip() { format!("{name}, {size}") } else { name },
            element: texture.map(Element::Texture),
            start: entry.offset.into(),
            bytes: entry.row_bytes(),
            stride: entry.stride.into(),
            rows: entry.height.into(),
            colour: entry.fill_colour(),
            origin: pack.origin(index),
        });
    }
    let storage = storage.looked_through();
    table(&storage, pack.entries(), scene);
    scene.storage = Some(storage);
}

fn table(storage: &DataMap, entries: &[Entry], scene: &mut Scene) {
    let shared = storage.pages.all_shared();
    let columns = ["texture", "from", "to", "size", "bits", "stride", "page", "shares", "part"];
    let mut list = Table::new("Pixel file", &columns);
    let mut order: Vec<(usize, &ByteRows)> = storage.pieces.iter().enumerate().collect();
    order.sort_by_key(|(_, piece)| piece.start);
    for (index, piece) in order {
        let Some(entry) = entries.get(index) else { continue };
        let number = u32::try_from(index).unwrap_or(u32::MAX);
        let both = shared.get(&number).map_or_else(String::new, |bytes| format!("{bytes} bytes"));
        let resident = storage.marks.first().is_some_and(|(at, _)| piece.end() <= *at);
        let part = match (piece.end() > storage.len, resident) {
            (true, _) => "beyond the end",
            (_, true) => "with the level",
            (_, false) => "on demand",
        };
        let cells = [
            piece.name.clone(),
            format!("{:#x}", piece.start),
            format!("{:#x}", piece.end()),
            format!("{} × {}", entry.width, entry.height),
            entry.bits.to_string(),
            entry.stride.to_string(),
            (piece.start / storage.page()).to_string(),
            both,
            part.to_owned(),
        ];
        list.row(piece.origin.clone(), cells);
    }
    scene.tables.extend(list.with_rows());
}
