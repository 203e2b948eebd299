//! Writing: unchanged files round-trip, changed ones read back as written.

use gouraud::bytes::Gap;
use gouraud::formats::neversoft::psx::chunk::{Body, Chunk, ObjectPointer, tag};
use gouraud::formats::neversoft::psx::records::{ColourPointer, File, FileBlock, Version};
use gouraud_testing::build::psx::{Builder, Image, edit as edit_face};

use super::fixture::{bytes, edit, file, fully_covered, offset, open, records, rewritten, square};

/// The file, written and read again.
fn reread(file: &File) -> File {
    records(&file.write().unwrap())
}

/// Compares everything but the offsets of the blocks.
fn assert_same_content(a: &File, b: &File) {
    assert_eq!(a.objects.len(), b.objects.len());
    for (a, b) in a.objects.iter().zip(&b.objects) {
        // The stored pointer is computed.
        let colours = a.colours;
        assert_eq!(*a, gouraud::formats::neversoft::psx::records::Object { colours, ..*b });
    }
    assert_eq!(a.colour_pointers, b.colour_pointers);
    assert_eq!(a.models, b.models);
    assert_eq!(a.library, b.library);
}

#[test]
fn built_file_reads_back() {
    let made = file();
    assert_same_content(&made, &reread(&made));
    assert!(fully_covered(&bytes()));
    assert_eq!(rewritten(&bytes()), bytes());
}

#[test]
fn every_version_round_trips() {
    for version in [Version::V3 { lod: true }, Version::V3 { lod: false }, Version::V4] {
        let mut file = file();
        file.version = version;
        if !version.has_lod() {
            file.models.iter_mut().for_each(|model| model.lod = None);
        }
        let bytes = file.write().unwrap();
        assert_same_content(&file, &records(&bytes));
        assert_eq!(rewritten(&bytes), bytes, "{version:?}");
    }
}

#[test]
fn added_object_moves_everything_after_it() {
    let mut file = records(&bytes());
    let mut object = file.objects[0];
    object.position.x = 77 << 12;
    file.objects.push(object);
    file.colour_pointers.push(file.colour_pointers[0]);
    let again = reread(&file);
    assert_same_content(&file, &again);
    assert_eq!(again.objects[4].position.x, 77 << 12);
    // The table moved, and its pointer was updated.
    let longer = file.write().unwrap();
    let payload = offset(&longer, "chunks[0].colours") as u32;
    assert_eq!(again.objects[4].colours, payload);
    assert_ne!(payload, records(&bytes()).objects[0].colours);
}

#[test]
fn removing_the_first_object_keeps_wibbles() {
    let mut file = records(&bytes());
    file.objects.remove(0);
    file.colour_pointers.remove(0);
    for chunk in &mut file.library.as_mut().unwrap().chunks {
        if let Body::Wibble(wibbles) = &mut chunk.body {
            // The pool is now the first object.
            assert_eq!(wibbles.records[0].object, ObjectPointer::Object(1));
            wibbles.records[0].object = ObjectPointer::Object(0);
        }
    }
    assert_same_content(&file, &reread(&file));
}

#[test]
fn added_face_reads_back() {
    let mut file = records(&bytes());
    let face = file.models[0].faces[2].clone();
    file.models[0].faces.push(face);
    let again = reread(&file);
    assert_same_content(&file, &again);
    assert_eq!(again.models[0].faces.len(), 7);
    assert_eq!(again.models[1], records(&bytes()).models[1]);
}

#[test]
fn added_texture_and_model_are_appended() {
    let mut extra = Builder::new(Version::V4);
    let indices = [3; 64];
    extra.image(&Image {
        name: 9,
        palette: 9,
        width: 8,
        height: 8,
        indices: &indices,
        colours: &[1, 2, 3, 4],
    });
    extra.model(8, &[square(0)]);
    let mut extra = extra.finish().unwrap();
    let mut file = records(&bytes());
    let from = extra.library.as_mut().unwrap();
    let library = file.library.as_mut().unwrap();
    library.texture_names.push(9);
    let mut texture = from.textures.remove(0);
    texture.name = 3;
    library.textures.push(texture);
    library.palettes16.append(&mut from.palettes16);
    library.model_names.push(8);
    file.models.append(&mut extra.models);
    let bytes = file.write().unwrap();
    assert_same_content(&file, &records(&bytes));
    assert!(fully_covered(&bytes));
    assert_eq!(rewritten(&bytes), bytes);
}

#[test]
fn keeps_the_order_of_models() {
    let mut file = file();
    file.layout.order = vec![FileBlock::Model(2), FileBlock::Model(0), FileBlock::Model(1)];
    let bytes = file.write().unwrap();
    let again = records(&bytes);
    assert_same_content(&file, &again);
    assert!(offset(&bytes, "models[2]") < offset(&bytes, "models[0]"));
    assert_eq!(rewritten(&bytes), bytes);
}

#[test]
fn keeps_bytes_between_and_after_blocks() {
    let mut file = file();
    file.layout.gaps.insert(FileBlock::Model(1), Gap::Bytes(vec![0; 12]));
    file.layout.gaps.insert(FileBlock::Model(2), Gap::Bytes(vec![1, 2, 3, 4]));
    // Sector padding.
    file.layout.tail = vec![0; 2048];
    let bytes = file.write().unwrap();
    let again = records(&bytes);
    assert_same_content(&file, &again);
    assert_eq!(again.layout.tail.len(), 2048);
    assert_eq!(rewritten(&bytes), bytes);
    let coverage = open(&bytes).tree.coverage();
    // Zeros are padding; other bytes are reported as unread.
    assert_eq!((coverage.padding, coverage.unread), (12 + 2048, 4));
}

#[test]
fn pointers_to_the_same_bytes_stay_shared() {
    let mut file = file();
    file.models.push(file.models[1].clone());
    file.library.as_mut().unwrap().model_names.push(4);
    file.layout.shared = vec![(FileBlock::Model(3), FileBlock::Model(1))];
    let bytes = file.write().unwrap();
    let again = records(&bytes);
    assert_eq!(again.models[3], again.models[1]);
    assert_eq!(rewritten(&bytes), bytes);
    assert!(fully_covered(&bytes));
}

#[test]
fn file_can_end_at_its_tag_offset() {
    let mut file = file();
    file.library = None;
    file.colour_pointers = vec![ColourPointer::None; 4];
    let bytes = file.write().unwrap();
    assert_eq!(u32::from_le_bytes(bytes[4..8].try_into().unwrap()) as usize, bytes.len());
    assert!(records(&bytes).library.is_none());
    assert_eq!(rewritten(&bytes), bytes);
}

#[test]
fn keeps_stale_pointers_and_run_time_values() {
    let stored = bytes();
    let changed = edit(&stored, "objects[1].colours", &0x1234u32.to_le_bytes());
    let changed = edit(&changed, "objects[1].next", &0x8000_0000u32.to_le_bytes());
    let changed = edit(&changed, "models[0].vertices[0].kind", &4u16.to_le_bytes());
    assert_eq!(records(&changed).colour_pointers[1], ColourPointer::Stale(0x1234));
    assert_eq!(rewritten(&changed), changed);
}

#[test]
fn keeps_extra_bytes_and_odd_lengths_of_faces() {
    let mut file = file();
    edit_face(&mut file.models[0].faces[2], |parts| parts.extra = vec![9, 8, 7, 6]);
    file.models[0].faces[3].length_low = 3;
    let bytes = file.write().unwrap();
    assert_eq!(records(&bytes).models[0].faces[2].parts.unpack().extra, [9, 8, 7, 6]);
    assert_eq!(rewritten(&bytes), bytes);
}

#[test]
fn keeps_unknown_chunks() {
    let mut file = file();
    let rest = vec![1, 2, 3, 4, 5];
    let library = file.library.as_mut().unwrap();
    library.chunks.insert(1, Chunk { tag: tag::CHNK, body: Body::Unknown, rest });
    let bytes = file.write().unwrap();
    assert_eq!(rewritten(&bytes), bytes);
    assert_eq!(records(&bytes).library.unwrap().chunks[1].rest, [1, 2, 3, 4, 5]);
}

#[test]
fn refuses_to_write_truncated_files_with_a_reason() {
    let whole = bytes();
    for (cut, reason) in [
        (whole.len() - 3, "textures[1]"),
        (offset(&whole, "pal256_count"), "pal256_count"),
        (offset(&whole, "models[1].faces"), "models[1]"),
        (offset(&whole, "model_offsets") + 2, "model"),
        (20, "object_count"),
    ] {
        let refusal = open(&whole[..cut]).content.write().unwrap_err();
        assert!(refusal.to_string().contains(reason), "{cut:#x}: {refusal}");
    }
}
