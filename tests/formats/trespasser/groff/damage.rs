//! Damaged levels: everything readable is read, and each defect is reported.

use gouraud::formats;
use gouraud::formats::trespasser::groff::body::Body;
use gouraud::formats::trespasser::groff::grf::values::Value;
use gouraud::formats::trespasser::groff::scn::saved::Pair;
use gouraud::formats::trespasser::groff::{File, Groff, Level, Savegame, Scn};
use gouraud::formats::{Format, format_of};
use gouraud_testing::build::groff::handle;
use gouraud_testing::exercise;
use proptest::prelude::*;

use super::animals::level_with;
use super::fixture::{bytes, level, open, problems, savegame, scene};
use crate::damage::{Intact, intact};
use gouraud_testing::mutation::header_like;

const ALL: [&dyn Format; 3] =
    [format_of::<File<Level>>(), format_of::<File<Scn>>(), format_of::<File<Savegame>>()];

/// Problems of a level after a change, which must still open and round-trip.
fn problems_after(change: impl FnOnce(&mut Groff)) -> String {
    let mut file = level();
    change(&mut file);
    let bytes = bytes(&file);
    exercise(&ALL, "mini.grf", &bytes);
    let document = open(&bytes);
    assert_eq!(document.content.write().unwrap(), bytes);
    problems(&document).join("\n")
}

fn body<T>(file: &mut Groff, of: impl Fn(&mut Body) -> Option<&mut T>) -> &mut T {
    file.sections
        .iter_mut()
        .find_map(|section| of(&mut section.body))
        .expect("a section has this body")
}

macro_rules! body {
    ($file:expr, $kind:ident) => {
        body($file, |body| match body {
            Body::$kind(it) => Some(it),
            _ => None,
        })
    };
}

#[test]
fn reports_invalid_handles() {
    let text = problems_after(|file| body!(file, Region).instances[0].place.object = 0x8000_7777);
    assert!(text.contains("instances[0].place.object: the handle 0x80007777"), "{text}");
    let text = problems_after(|file| body!(file, Object).geometry = 0x8000_0000);
    assert!(text.contains("a section of another kind"), "{text}");
    let text = problems_after(|file| body!(file, Region).instances[1].place.name = 5);
    assert!(text.contains("unknown name 0x5"), "{text}");
    let text = problems_after(|file| body!(file, Region).instances[2].values = handle(999));
    assert!(text.contains("the value table has no entry 999"), "{text}");
}

#[test]
fn reports_self_referencing_values() {
    let text = problems_after(|file| {
        let table = body!(file, Values);
        let group = table.entries.iter_mut().find_map(|entry| match &mut entry.value {
            Value::Group(children) => Some((entry.key, children)),
            _ => None,
        });
        let (key, children) = group.unwrap();
        children.push(key);
        children.push(handle(12345));
    });
    assert!(text.contains("the group is its own descendant"), "{text}");
    assert!(text.contains("no entry has the ID 12345"), "{text}");
}

#[test]
fn entry_without_a_length_ends_the_table() {
    let mut bytes = bytes(&level());
    let document = open(&bytes);
    let at = document.tree.find("sections[14].entries[3]").unwrap();
    let start = document.tree.field(&at).unwrap().span.start as usize;
    for kind in [0, 7, 99] {
        bytes[start] = kind;
        let document = open(&bytes);
        assert!(problems(&document).join("\n").contains("has no known length"));
        assert_eq!(document.counts.get("values"), Some(3));
        assert_eq!(document.content.write().unwrap(), bytes);
        exercise(&ALL, "mini.grf", &bytes);
    }
}

#[test]
fn reports_indices_out_of_range() {
    let text = problems_after(|file| body!(file, Geometry2).vertices[0].point = 80);
    assert!(text.contains("vertices[0].point: point 80 of 8"), "{text}");
    let text = problems_after(|file| body!(file, Geometry2).polygons[1].first = u32::MAX);
    assert!(text.contains("polygons[1]: corners"), "{text}");
    let text = problems_after(|file| body!(file, Geometry1).faces[2].b = 8);
    assert!(text.contains("faces[2]: a corner is vertex 8 of 8"), "{text}");
    let text = problems_after(|file| body!(file, Mapping1).faces[0].a = 1000);
    assert!(text.contains("faces[0]: a corner is point 1000"), "{text}");
    let text = problems_after(|file| body!(file, Geometry1).vertices[0].x = f32::NAN);
    assert!(text.contains("vertices[0]: position (NaN"), "{text}");
}

#[test]
fn reports_and_keeps_geometry_of_unknown_size() {
    let text = problems_after(|file| {
        let section = file.sections.iter_mut().find(|s| matches!(s.body, Body::Geometry1(_)));
        section.unwrap().rest = vec![0; 8];
    });
    assert!(text.contains("neither type of geometry"), "{text}");
}

#[test]
fn reports_hierarchy_cycles() {
    let mut file = scene();
    let pair = |node, parent| Pair { node, parent };
    body!(&mut file, Hierarchy).pairs = vec![pair(1, 2), pair(2, 3), pair(3, 1), pair(4, 4)];
    let bytes = bytes(&file);
    exercise(&ALL, "mini.scn", &bytes);
    let text = problems(&open(&bytes)).join("\n");
    assert!(text.contains("00000001 is its own descendant"), "{text}");
    assert!(text.contains("pairs[3]: 00000004 is its own descendant"), "{text}");
}

#[test]
fn survives_short_headers_and_other_versions() {
    for version in [6, 7, 13, 16, 22, 23, -1] {
        let mut file = scene();
        body!(&mut file, SaveHeader).version = version;
        let bytes = bytes(&file);
        exercise(&ALL, "mini.scn", &bytes);
        let text = problems(&open(&bytes)).join("\n");
        assert_eq!(text.contains("the game accepts 7 to 22"), !(7..=22).contains(&version));
    }
    let mut file = scene();
    let header = file.sections.iter_mut().find(|s| matches!(s.body, Body::SaveHeader(_)));
    header.unwrap().body = Body::Raw(vec![22, 0, 0, 0, b'x', 0]);
    let bytes = bytes(&file);
    exercise(&ALL, "mini.scn", &bytes);
    assert!(problems(&open(&bytes)).join("\n").contains("ends before the end of this field"));
}

/// Valid files, each to be opened as all three formats.
pub fn files() -> Vec<Intact> {
    let all = [level(), level_with(Some(-2)), scene(), savegame()].map(|file| bytes(&file));
    let as_format = |format: &'static str| all.clone().map(|bytes| intact(format, bytes));
    ALL.iter().flat_map(|format| as_format(format.info().id)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn survives_arbitrary_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let mut bytes = bytes;
        if let Some(magic) = bytes.get_mut(..4) {
            magic.copy_from_slice(&[0xBE, 0xBA, 0xCE, 0x0A]);
        }
        exercise(&ALL, "any.grf", &bytes);
    }

    #[test]
    fn survives_header_like_numbers(bytes in header_like()) {
        let bytes = [&[0xBE, 0xBA, 0xCE, 0x0A], bytes.as_slice()].concat();
        exercise(&ALL, "any.scn", &bytes);
    }
}

#[test]
fn formats_are_registered() {
    for format in ALL {
        assert!(formats::by_id(format.info().id).is_some());
    }
}
