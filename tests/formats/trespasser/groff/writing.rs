use gouraud::bytes::Source;
use gouraud::formats::trespasser::groff::Groff;
use gouraud::formats::trespasser::groff::body::Body;
use gouraud::formats::trespasser::groff::grf::Point;
use gouraud::formats::trespasser::groff::grf::region::{Handle, Placement, Region, Version};
use gouraud_testing::build::groff::edit;

use super::fixture::{bytes, level, level_of, open, parsed, problems, savegame, scene};

fn read(bytes: &[u8]) -> Groff {
    parsed(&Source::from_bytes("file", bytes.to_vec())).groff
}

#[test]
fn writes_unchanged_files_byte_for_byte() {
    for file in [level(), scene(), savegame()] {
        let bytes = bytes(&file);
        assert_eq!(read(&bytes), file, "records read back unchanged");
        assert_eq!(open(&bytes).content.write().unwrap(), bytes);
    }
}

#[test]
fn every_version_round_trips_with_its_fields() {
    for number in 11..=15 {
        let bytes = bytes(&level_of(Version(0x8000_0000 | number)));
        let document = open(&bytes);
        assert_eq!(document.version, number.to_string());
        assert_eq!(problems(&document), [""; 0], "version {number}");
        assert_eq!(document.tree.coverage().unread, 0);
        assert_eq!(document.content.write().unwrap(), bytes, "version {number}");
        let file = read(&bytes);
        let has = |matches: fn(&Body) -> bool| file.sections.iter().any(|s| matches(&s.body));
        assert!(has(|body| matches!(body, Body::Geometry2(g) if g.polygons.len() == 6)));
        assert!(has(|body| matches!(body, Body::Geometry1(g) if g.faces.len() == 12)));
        assert_eq!(has(|body| matches!(body, Body::Values(_))), number >= 12);
    }
}

#[test]
fn added_instance_reads_back_and_moves_nothing_else() {
    let mut file = read(&bytes(&level()));
    let first = file.first::<Region>().unwrap().instances[0];
    let place = Placement { position: Point::new(7.0, 8.0, 9.0), ..first.place };
    assert!(edit::add_instance(&mut file, "Crate-02", place, first.values));
    assert!(!edit::add_instance(&mut file, "Crate-02", place, Handle::NONE), "names are unique");
    let again = bytes(&file);
    let document = open(&again);
    assert_eq!(problems(&document), [""; 0]);
    let file = read(&again);
    let region = file.first::<Region>().unwrap();
    assert_eq!(region.instances.len(), 8);
    let added = region.instances[edit::instance(&file, "Crate-02").unwrap()];
    assert_eq!((added.place.position, added.values), (place.position, first.values));
    let before = read(&bytes(&level()));
    let kept = before.sections.iter().zip(&file.sections);
    for (old, new) in kept.filter(|(old, _)| !matches!(old.body, Body::Region(_))) {
        assert_eq!(old, new);
    }
}

#[test]
fn removed_instance_removes_its_name_unless_shared() {
    let mut file = read(&bytes(&level()));
    let names = file.names.len();
    assert!(
        edit::remove_instance(&mut file, "Crate-01")
            && !edit::remove_instance(&mut file, "Crate-01")
    );
    assert_eq!(file.names.len(), names - 1);
    assert!(edit::remove_instance(&mut file, "Crate-00"), "the model still uses the name");
    assert_eq!(file.names.len(), names - 1);
    let document = open(&bytes(&file));
    assert_eq!(problems(&document), [""; 0]);
    assert_eq!(document.counts.get("instances"), Some(5));
}

#[test]
fn keeps_bytes_between_and_after_sections() {
    let plain = bytes(&level());
    let word = |at: usize| u32::from_le_bytes(plain[at..at + 4].try_into().unwrap());
    let names = word(0x14) as usize;
    let mut odd = plain.clone();
    odd.splice(names..names, [1, 2, 3]);
    odd[0x14..0x18].copy_from_slice(&(names as u32 + 3).to_le_bytes());
    odd.extend([9; 5]);
    let document = open(&odd);
    assert_eq!(document.tree.coverage().padding, 8);
    assert_eq!(document.content.write().unwrap(), odd);
}

#[test]
fn keeps_leftover_bytes_of_overwritten_geometry() {
    let mut file = level();
    let geometry = file.sections.iter_mut().find(|s| matches!(s.body, Body::Geometry2(_)));
    geometry.unwrap().rest = vec![0xEE; 40];
    let bytes = bytes(&file);
    let again = read(&bytes);
    assert_eq!(again, file);
    let document = open(&bytes);
    assert_eq!((problems(&document), document.tree.coverage().unread), (Vec::new(), 0));
}

#[test]
fn truncated_file_is_shown_but_not_written() {
    let bytes = bytes(&level());
    let document = open(&bytes[..bytes.len() * 2 / 3]);
    assert!(!problems(&document).is_empty());
    let refusal = document.content.write().unwrap_err();
    assert!(refusal.0.contains("sections["), "{refusal}");
}
