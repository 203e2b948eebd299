//! Part names of a character, shown as bones.

use glam::Vec3;
use gouraud::formats::neversoft::psh::Psh;
use gouraud::scene::HelperShape;
use gouraud_testing::Folder;
use gouraud_testing::document::{open, open_valid, problems};

const TEXT: &[u8] = b"// made by hand\r\n#define HAWKPART_PELVIS 0\r\n//   parent: Scene Root\r\n\
    #define HAWKPART_CHEST\t2 // up\n//   parent: PELVIS\n#define HAWKPART_ARM 1\n//parent:chest";

#[test]
fn reads_part_names_and_skips_other_lines() {
    let text = b"// made by hand\r\n#define HAWKPART_PELVIS 0\r\n//   parent: Scene Root\r\n\
        #define HAWKPART_L_ARM\t2 // left\n#define HAWKPART_ 3\n#define HAWK_PARTS 4\n\
        #define HAWKPART_TWICE 0\n#define HAWKPART_FAR 99\n#define HAWKPART_ODD x\n\xFF\n";
    let found = Psh::of(text).names(19);
    assert_eq!(found.into_iter().collect::<Vec<_>>(), {
        [(0, "PELVIS".to_owned()), (2, "L_ARM".to_owned())]
    });
}

#[test]
fn every_word_of_a_line_is_a_field() {
    let document = open_valid("neversoft.psh", "hawk.psh", TEXT);
    assert_eq!(document.counts.get("bones"), Some(3));
    assert!(document.content.editable().is_text());
    let stored = |path: &str| {
        let span = document.tree.span(path).unwrap();
        let range = span.start as usize..span.end() as usize;
        String::from_utf8(TEXT[range].to_vec()).unwrap()
    };
    assert_eq!(stored("lines[0].text"), "// made by hand");
    assert_eq!(stored("lines[1].symbol"), "HAWKPART_PELVIS");
    assert_eq!(stored("lines[3].number"), "2");
    assert_eq!(stored("lines[4].parent"), "PELVIS");
    assert_eq!(stored("lines[6].parent"), "chest");
}

#[test]
fn parts_form_a_bone_tree_in_any_line_order() {
    let folder = Folder::of(&[]);
    let (scene, reported) = folder.scene("hawk.psh", TEXT);
    assert_eq!(reported.total(), 1, "the character is missing");
    let bones = &scene.skeletons[0].bones;
    let named = |index: usize| &bones[index];
    assert_eq!((named(0).name.as_str(), named(0).parent), ("PELVIS", None));
    assert_eq!(named(1).name, "CHEST");
    assert_eq!(named(2).name, "ARM");
    assert_eq!(named(2).parent.map(|bone| bone.index()), Some(1));
    assert_eq!(scene.tables[0].rows[1].cells[..3], ["2", "CHEST", "PELVIS"]);
}

#[test]
fn parts_are_placed_at_the_objects_of_the_character() {
    let level = gouraud_testing::fixtures::read("neversoft/tv_minimal_v4.psx");
    let folder = Folder::of(&[("hawk.psx", level)]);
    let (scene, reported) = folder.scene("hawk.psh", TEXT);
    assert!(reported.is_empty());
    let pelvis = scene.nodes.iter().next().unwrap();
    // (16, -2, 3) in the file's axes: Y down, Z forward.
    assert_eq!(pelvis.local.w_axis.truncate(), Vec3::new(16.0, 2.0, -3.0));
    // The first bone is drawn as a point, each other one as a line.
    let at = pelvis.local.w_axis.truncate();
    assert_eq!(scene.helpers[0].shape, HelperShape::Point { at, heading: None });
    assert_eq!(scene.helpers[1].shape, HelperShape::Line(vec![at, Vec3::ZERO]));
    assert_eq!(scene.tables[0].rows[0].cells[3], "hawk.psx objects[0]");
    assert_eq!(scene.tables[0].rows[1].cells[3], "");
}

#[test]
fn reports_invalid_lines_at_their_spans() {
    let text = b"#define HPART_A 0\n//   parent: B\n#define HPART_C 0\n//   parent: A\n\
        #define HPART_D x\n";
    let document = open("h.psh", text);
    assert_eq!(
        problems(&document),
        [
            "warning 0x1f lines[1].parent",
            "warning 0x31 lines[2].number",
            "error 0x52 lines[4].number"
        ]
    );
    assert_eq!(document.content.write().unwrap(), text);
}

#[test]
fn breaks_parent_cycles() {
    let text = b"#define HPART_A 0\n//   parent: B\n#define HPART_B 1\n//   parent: A\n";
    let (scene, _) = Folder::of(&[]).scene("h.psh", text);
    let parents: Vec<_> = scene.nodes.iter().map(|node| node.parent.is_some()).collect();
    assert_eq!(parents, [false, true]);
}
