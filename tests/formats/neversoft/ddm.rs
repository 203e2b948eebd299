//! Visible levels: strips, materials, and object positions from the companion level.

use glam::Vec3;
use gouraud::bytes::layout::Text;
use gouraud::formats::Records;
use gouraud::formats::neversoft::ddm::{Ddm, Material, Object, Split, Vertex};
use gouraud::formats::neversoft::ddx::Archive;
use gouraud::formats::neversoft::hash::key;
use gouraud::formats::neversoft::trg::Node;
use gouraud::scene::{Blend, Id, LayerKind, Surface};
use gouraud_testing::Folder;
use gouraud_testing::build::psx::Builder;
use gouraud_testing::build::trg;
use gouraud_testing::document::{open, open_valid, problems, texels};

use gouraud::formats::neversoft::psx::records::Version;

fn text<const N: usize>(words: &str) -> Text<N> {
    let mut stored = [0; N];
    stored[..words.len()].copy_from_slice(words.as_bytes());
    Text(stored)
}

fn material(texture: &str, blend: u32) -> Material {
    Material { name: text("mat"), texture: text(texture), blend, ..Material::default() }
}

/// A square of 64 units, Y down, as a strip.
fn square(name: &str, materials: Vec<Material>) -> Object {
    let corner = |(x, y): (f32, f32)| Vertex {
        position: [x * 64.0, y * 64.0, 8.0],
        normal: [0.0, 0.0, -1.0],
        colour: [255, 128, 0, 255],
        uv: [x, y],
    };
    Object {
        checksum: key(name.as_bytes()),
        name: text(name),
        vertices: [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(corner).to_vec(),
        indices: vec![0, 1, 2, 3],
        splits: vec![Split { material: 0, first: 0, count: 4 }],
        materials,
        ..Object::default()
    }
}

fn bytes(objects: Vec<Object>) -> Vec<u8> {
    Ddm::new(objects).unwrap().write().unwrap()
}

/// A DirectDraw surface of one block.
fn surface() -> Vec<u8> {
    let mut words = vec![124u32, 0x1007, 4, 4, 8, 0, 1];
    words.extend([0; 11]);
    words.extend([32, 4, u32::from_le_bytes(*b"DXT1"), 0, 0, 0, 0, 0, 0x1000, 0, 0, 0, 0]);
    let words = words.into_iter().flat_map(u32::to_le_bytes);
    b"DDS ".iter().copied().chain(words).chain([0x00, 0xF8, 0, 0, 0, 0, 0, 0]).collect()
}

#[test]
fn field_offsets_match_the_document() {
    let file = bytes(vec![square("floor", vec![material("tile", 0)])]);
    let document = open_valid("neversoft.ddm", "level.ddm", &file);
    let at = |path: &str| document.tree.span(path).unwrap().start;
    assert_eq!((at("objects[0]"), at("objects[0].name")), (20, 20 + 28));
    assert_eq!(at("objects[0].radius"), 20 + 28 + 64 + 24);
    assert_eq!(at("objects[0].materials[0].texture"), 20 + 136 + 64);
    assert_eq!(at("objects[0].vertices[1].colour"), 20 + 136 + 152 + 36 + 24);
    assert_eq!(at("objects[0].splits[0].count"), 20 + 136 + 152 + 4 * 36 + 8 + 4);
    assert_eq!(document.counts.get("triangles"), Some(2));
}

#[test]
fn strips_alternate_winding_and_skip_degenerate_triangles() {
    let mut object = square("floor", vec![material("tile", 0)]);
    object.indices = vec![0, 1, 2, 3, 3, 2, 9];
    object.splits[0].count = 7;
    let file = bytes(vec![object]);
    let document = open("level.ddm", &file);
    let last = 20 + 136 + 152 + 4 * 36 + 12;
    assert_eq!(problems(&document), [format!("error {last:#x} objects[0].indices[6]")]);
    let (scene, _) = Folder::default().scene("level.ddm", &file);
    let faces: Vec<_> = scene.meshes[0].faces.iter().map(|f| (f.corners, f.index)).collect();
    let none = u32::MAX;
    assert_eq!(faces, [([0, 1, 2, none], 0), ([2, 1, 3, none], 1)]);
    // The triangle with the unknown vertex is counted.
    assert_eq!(scene.meshes[0].undrawn.len(), 1);
    assert_eq!(document.counts.get("triangles"), Some(3));
    assert_eq!(scene.meshes[0].positions[3], Vec3::new(64.0, -64.0, -8.0));
    assert_eq!(scene.meshes[0].normals[0], Vec3::Z);
}

#[test]
fn materials_use_textures_of_the_companion_archive() {
    let object = square("floor", vec![material("TILE", 3), material("No_Texture_Map", 0)]);
    let file = bytes(vec![object]);
    let (scene, reported) = Folder::default().scene("level.ddm", &file);
    assert_eq!(reported.total(), 2, "the level and the texture are missing");
    assert_eq!(scene.materials[0].surface, Surface::Missing(Some(key(b"tile"))));
    let archive = Archive::new(&[("tile.DDS", &surface())]).write().unwrap();
    let (scene, reported) = Folder::of(&[("level.ddx", archive)]).scene("level.ddm", &file);
    assert_eq!(reported.total(), 1);
    assert!(matches!(scene.materials[0].surface, Surface::Textured { .. }));
    assert_eq!((scene.materials[0].blend, scene.materials[1].blend), (Some(Blend::Add), None));
    assert_eq!(scene.materials[1].surface, Surface::Plain);
    assert_eq!(texels(&scene.textures[0])[0], [255, 0, 0, 255]);
}

/// A level of two objects; the second uses the model `floor`.
fn level() -> Vec<u8> {
    let mut builder = Builder::new(Version::V6);
    let square = gouraud_testing::build::psx::Polygon::quad([
        [0, -64, 0],
        [64, -64, 0],
        [0, 0, 0],
        [64, 0, 0],
    ]);
    let wall = builder.model(0x1234, std::slice::from_ref(&square));
    let floor = builder.model(key(b"floor"), &[square]);
    builder.object(wall, [0, 0, 0]);
    builder.object(floor, [16, -2, 3]);
    builder.finish().unwrap().write().unwrap()
}

#[test]
fn companion_level_places_objects_by_model_name() {
    let file = bytes(vec![square("Floor", vec![]), square("other", vec![])]);
    let folder = Folder::of(&[("level.psx", level())]);
    let (scene, reported) = folder.scene("level.ddm", &file);
    assert!(reported.is_empty());
    let placed: Vec<_> =
        scene.nodes.iter().map(|node| (node.name.as_str(), node.local.w_axis.truncate())).collect();
    assert_eq!(placed, [("Floor", Vec3::new(16.0, 2.0, -3.0)), ("other", Vec3::ZERO)]);
}

#[test]
fn level_shows_the_mesh_and_hides_collision_models() {
    let file = bytes(vec![square("floor", vec![material("No_Texture_Map", 0)])]);
    let folder = Folder::of(&[("level.ddm", file)]);
    let (scene, _) = folder.scene("level.psx", &level());
    let layer = |name: &str| {
        let node = scene.nodes.iter().find(|node| node.name == name).unwrap();
        &scene.layers[usize::from(node.layer)]
    };
    assert!(layer("floor").visible && layer("floor").kind == LayerKind::Drawn);
    let own = layer("00001234");
    assert_eq!((own.name.as_str(), own.visible, own.kind), {
        ("Collision mesh", false, LayerKind::Invisible)
    });
    let (alone, _) = Folder::default().scene("level.psx", &level());
    assert!(alone.layers.iter().all(|layer| layer.name != "Collision mesh"));
}

#[test]
fn mesh_belongs_to_the_set_of_its_level() {
    let two = Node { kind: 15, ..trg::autoexec(vec![trg::spool_env("level_2")]) };
    let nodes = vec![trg::autoexec(vec![trg::spool_env("level")]), two];
    let triggers = trg::file(nodes).write().unwrap();
    let mesh = |name| bytes(vec![square(name, vec![material("No_Texture_Map", 0)])]);
    let folder = Folder::of(&[
        ("level.psx", level()),
        ("level_2.psx", level()),
        ("level.ddm", mesh("One")),
        ("level_2.ddm", mesh("Two")),
    ]);
    let (scene, _) = folder.scene("level_t.trg", &triggers);
    let drawn = |set: u32| {
        let hidden = scene.with_all_below(&scene.unchosen_nodes(&[Some(Id::new(set))]));
        let nodes = scene.nodes.iter().zip(hidden).filter(|(_, hidden)| !hidden);
        let drawn = nodes.filter(|(node, _)| scene.layers[usize::from(node.layer)].visible);
        drawn.map(|(node, _)| node.name.as_str()).collect::<Vec<_>>()
    };
    assert_eq!((drawn(0), drawn(1)), (vec!["One"], vec!["Two"]));
}

#[test]
fn reports_objects_with_invalid_offsets_and_keeps_the_others() {
    let mut file = bytes(vec![square("a", vec![]), square("b", vec![])]);
    file[12..16].copy_from_slice(&7u32.to_le_bytes());
    let format = gouraud::formats::by_id("neversoft.ddm").unwrap();
    let read = |bytes: &[u8]| {
        format.open(&gouraud::bytes::Source::from_bytes("level.ddm", bytes.to_vec())).unwrap()
    };
    let document = read(&file);
    assert_eq!(problems(&document)[0], "error 0xc rows[0].offset");
    assert_eq!(document.counts.get("objects"), Some(1));
    assert_eq!(document.content.write().unwrap(), file);
    assert!(read(&file[..file.len() - 3]).content.write().is_err());
}
