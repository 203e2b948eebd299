//! Damage that a reader must survive: section 10 of the document, item by item.

use gouraud::formats::ff7::battle::Section;
use gouraud::formats::ff7::battle::model::MeshRef;
use gouraud::formats::ff7::mesh::{Mesh, Vertex};
use gouraud::formats::{self, Document, Records};
use gouraud::scene::{Id, Surface};
use gouraud_testing::exercise;

use super::{count, errors, fixtures, open_as, problems, scene};

fn enemy_with(change: impl FnOnce(&mut Vec<u8>)) -> Document {
    let mut bytes = fixtures::enemy().write().unwrap();
    change(&mut bytes);
    exercise(formats::all(), "enemy", &bytes);
    open_as("ff7.battle", bytes)
}

fn put(bytes: &mut [u8], at: usize, value: u32) {
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

#[test]
fn reports_invalid_directories() {
    let battle = formats::by_id("ff7.battle").unwrap();
    let none = gouraud::bytes::Source::from_bytes("none", vec![0; 64]);
    assert!(battle.open(&none).is_err(), "no sections at all");
    let huge = enemy_with(|bytes| put(bytes, 0, u32::MAX));
    assert!(errors(&huge) > 0 && huge.content.write().is_err());
    let outside = enemy_with(|bytes| put(bytes, 4 + 4 * 2, 0x7FFF_0000));
    // The preceding section extends over the former animation, which is read as unreferenced scripts.
    let reported = problems(&outside);
    assert_eq!(reported[0], "error 0xc offsets[2]");
    assert!(
        reported[1..].iter().all(|problem| problem.contains(" sections[1].scripts[4]")),
        "{reported:?}"
    );
    assert_eq!((count(&outside, "animations"), outside.content.write().is_ok()), (1, true));
    let twice = enemy_with(|bytes| {
        let before = word(bytes, 4 + 4 * 2);
        put(bytes, 4 + 4 * 3, before);
    });
    // The preceding section is empty, the following slot is unchanged.
    assert_eq!(
        problems(&twice)[0],
        format!("warning {:#x} sections[2]", word(twice.source.bytes(), 12))
    );
    let swapped = enemy_with(|bytes| {
        let (a, b) = (word(bytes, 12), word(bytes, 20));
        put(bytes, 12, b);
        put(bytes, 20, a);
    });
    assert_eq!(problems(&swapped), ["warning 0x10 offsets[3]", "warning 0x14 offsets[4]"]);
    assert_eq!(count(&swapped, "animations"), 2);
    assert_eq!(swapped.content.write().as_deref(), Ok(swapped.source.bytes()));
    let flagged = enemy_with(|bytes| {
        let offset = word(bytes, 12);
        put(bytes, 12, offset | 1 << 31);
    });
    assert_eq!((problems(&flagged).len(), count(&flagged, "animations")), (0, 2));
    let mut gap = fixtures::enemy();
    gap.directory.gap = vec![1, 2, 3, 4];
    let gap = open_as("ff7.battle", gap.write().unwrap());
    assert_eq!((problems(&gap).len(), gap.tree.coverage().unread), (1, 0));
    assert_eq!(gap.content.write().as_deref(), Ok(gap.source.bytes()));
}

#[test]
fn reports_invalid_bone_parents() {
    let skeleton = 4 + 4 * 6;
    let huge = enemy_with(|bytes| put(bytes, skeleton, u32::MAX));
    assert!(errors(&huge) > 0 && huge.content.write().is_err());
    let with_bones = |change: fn(&mut gouraud::formats::ff7::battle::model::Model)| {
        let mut battle = fixtures::enemy();
        let Section::Model(body) = &mut battle.sections[0] else { panic!("a body") };
        change(body);
        let bytes = battle.write().unwrap();
        exercise(formats::all(), "bones", &bytes);
        let document = open_as("ff7.battle", bytes);
        assert_eq!(document.content.write().as_deref(), Ok(document.source.bytes()));
        document
    };
    // Its own parent, a later bone (which closes a cycle), and a missing one.
    for parent in [3, 4, 9999] {
        let bytes = {
            let mut battle = fixtures::enemy();
            let Section::Model(body) = &mut battle.sections[0] else { panic!("a body") };
            body.bones[3].parent = parent;
            battle.write().unwrap()
        };
        exercise(formats::all(), "parent", &bytes);
        let document = open_as("ff7.battle", bytes);
        assert_eq!(problems(&document), ["warning 0x38 sections[0].bones[3].parent"]);
        assert_eq!(scene(&document).skeletons[0].bones[3].parent, Some(Id::new(0)));
    }
    let header = with_bones(|body| body.bones[1].mesh = MeshRef::Stale(8));
    assert_eq!(problems(&header)[0], "error 0x2c sections[0].bones[1].mesh");
    let outside = with_bones(|body| body.bones[2].mesh = MeshRef::Stale(0x7FFF_FFFF));
    assert_eq!(problems(&outside), ["error 0x34 sections[0].bones[2].mesh"]);
    assert_eq!(count(&outside, "faces"), 11, "the reachable bones are shown");
}

#[test]
fn notes_skeletons_that_differ_from_those_of_the_game() {
    let mut battle = fixtures::enemy();
    let Section::Model(body) = &mut battle.sections[0] else { panic!("a body") };
    body.bones[0].length = -4;
    body.bones[2].length = 12;
    let document = open_as("ff7.battle", battle.write().unwrap());
    let expected = ["note 0x30 sections[0].bones[2].length", "note 0x20 sections[0].bones[0]"];
    let mut all = problems(&document);
    all.retain(|problem| problem.starts_with("note"));
    assert_eq!(all.len(), 2, "{all:?}");
    for (problem, expected) in all.iter().zip(expected) {
        let field = |line: &str| line.rsplit(' ').next().unwrap().to_owned();
        assert_eq!(field(problem), field(expected));
    }
}

#[test]
fn notes_textured_polygons_of_weapons_only() {
    let mut battle = fixtures::armed();
    let weapon = battle.sections.iter().rposition(|section| matches!(section, Section::Model(_)));
    let weapon = weapon.unwrap();
    assert_eq!(problems(&open_as("ff7.battle", battle.write().unwrap())), [""; 0]);
    let Section::Model(model) = &mut battle.sections[weapon] else { panic!("a weapon") };
    model.meshes[0] = fixtures::part(10, 0, 128);
    let all = problems(&open_as("ff7.battle", battle.write().unwrap()));
    let path = format!("sections[{weapon}].meshes[0].textured_quads");
    assert!(all.len() == 1 && all[0].starts_with("note") && all[0].ends_with(&path), "{all:?}");
}

#[test]
fn reports_invalid_references_and_counts() {
    let with_mesh = |change: fn(&mut Mesh)| {
        let mut battle = fixtures::enemy();
        let Section::Model(body) = &mut battle.sections[0] else { panic!("a body") };
        change(&mut body.meshes[0]);
        let bytes = battle.write().unwrap();
        exercise(formats::all(), "mesh", &bytes);
        open_as("ff7.battle", bytes)
    };
    for reference in [4, 4 * 8, 0xFFF8] {
        let document = {
            let mut battle = fixtures::enemy();
            let Section::Model(body) = &mut battle.sections[0] else { panic!("a body") };
            body.meshes[0].textured_quads[1].vertices[3] = reference;
            open_as("ff7.battle", battle.write().unwrap())
        };
        let found = problems(&document);
        assert!(
            found[0].ends_with("sections[0].meshes[0].textured_quads[1].vertices"),
            "{found:?}"
        );
        assert_eq!((found.len(), scene(&document).meshes[0].faces.len()), (1, 9));
        assert_eq!(document.content.write().as_deref(), Ok(document.source.bytes()));
    }
    let extended = with_mesh(|mesh| mesh.pool_rest = vec![1, 2, 3, 4]);
    assert!(problems(&extended)[0].ends_with("pool_size"), "{:?}", problems(&extended));
    assert_eq!(scene(&extended).meshes[0].faces.len(), 10);
    assert_eq!(extended.content.write().as_deref(), Ok(extended.source.bytes()));
    // A count past the end of the section: the stored elements are shown, and writing is refused.
    let mut bytes = fixtures::enemy().write().unwrap();
    let document = open_as("ff7.battle", bytes.clone());
    let at = document.tree.find("sections[0].meshes[1].coloured_triangle_count").unwrap();
    let at = document.tree.field(&at).unwrap().span.start as usize;
    bytes[at..at + 2].copy_from_slice(&9u16.to_le_bytes());
    exercise(formats::all(), "count", &bytes);
    let document = open_as("ff7.battle", bytes);
    assert!(errors(&document) > 0 && document.content.write().is_err());
    assert_eq!(scene(&document).meshes[1].faces.get(0).unwrap().colours[0], [10, 20, 30]);
}

#[test]
fn reports_truncated_pictures_of_models() {
    let document = enemy_with(|bytes| bytes.truncate(bytes.len() - 40));
    assert_eq!(problems(&document).len(), 1);
    assert_eq!(scene(&document).textures[0].height, 13);
    assert_eq!(document.content.write().as_deref(), Ok(document.source.bytes()));
}

#[test]
fn reads_polygons_outside_the_picture() {
    let mut battle = fixtures::enemy();
    let Section::Model(body) = &mut battle.sections[0] else { panic!("a body") };
    body.meshes[0].textured_triangles[0].clut = 0x7900;
    body.meshes[0].textured_triangles[1].uv1 = [200, 0];
    let scene = scene(&open_as("ff7.battle", battle.write().unwrap()));
    let surface = |face: usize| {
        let material = scene.meshes[0].faces.get(face).unwrap().material;
        scene.materials[material.index()].surface
    };
    assert_eq!([surface(0), surface(1)], [Surface::Missing(None); 2]);
    assert_ne!(surface(2), Surface::Missing(None));
}

#[test]
fn reads_weapons_without_polygons_and_missing_slots() {
    let document = open_as("ff7.battle", fixtures::player().write().unwrap());
    assert_eq!((count(&document, "models"), problems(&document).len()), (17, 0));
    let options = &scene(&document).variants[0].options;
    assert_eq!(options.len(), 16);
    let mut few = fixtures::armed();
    for _ in 0..18 {
        few.sections.remove(3);
        few.directory.entries.pop();
    }
    let document = open_as("ff7.battle", few.write().unwrap());
    let reported = ["warning 0x0 ", "warning 0x269 sections[1].scripts[1].steps[1]"];
    assert_eq!(
        (problems(&document), count(&document, "models")),
        (reported.map(str::to_owned).into(), 2)
    );
    let scene = scene(&document);
    assert_eq!((scene.animations.len(), scene.animations[0].data.decode().tracks.len()), (3, 5));
}

#[test]
fn placeholder_parts_cause_no_problem() {
    let mut stage = fixtures::stage();
    let placeholder = Mesh { vertices: vec![Vertex::default(); 3], ..Mesh::default() };
    use gouraud::formats::ff7::stage::Section;
    stage.sections[7] = Section::Part(placeholder, Vec::new());
    super::assert_sound(&open_as("ff7.stage", stage.write().unwrap()));
}

#[test]
fn shows_model_with_damaged_settings_and_picture() {
    let document = enemy_with(|bytes| {
        let settings = word(bytes, 8) as usize;
        put(bytes, settings + 0x68, 0x6A);
    });
    assert!(problems(&document).iter().any(|p| p.ends_with("script_offsets")));
    assert_eq!(count(&document, "animations"), 2);
    assert_eq!(document.content.write().as_deref(), Ok(document.source.bytes()));
}
