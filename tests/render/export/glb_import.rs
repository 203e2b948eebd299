//! GLBs that return from an editor: finds the edits, and ignores what an editor rearranges.

use gouraud::export::Edited;
use serde_json::{Value as Json, json};

use super::*;

/// A GLB split as an editor does it: triangles without indices, in another order, each starting at
/// another corner, all numbers as floats.
struct Editor {
    json: Json,
    meshes: Vec<Vec<Part>>,
}

/// A primitive: the numbers of each vertex by attribute.
#[derive(Clone)]
struct Part {
    material: Json,
    attributes: BTreeMap<String, Vec<Vec<f32>>>,
}

impl Editor {
    fn of(scene: &Scene) -> Self {
        let files = files(scene, only(&[kind("glb")]));
        Self::open(&files["level.glb"])
    }

    fn open(bytes: &[u8]) -> Self {
        let glb = Glb::new(bytes);
        let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let json: Json = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
        let part = |primitive: gltf::Primitive<'_>| {
            let attributes = primitive.attributes().map(|(semantic, accessor)| {
                let (_, elements) = glb.elements(&primitive, &semantic);
                let full = if accessor.normalized() { 65535.0 } else { 1.0 };
                let numbers = |bytes: &&[u8]| match accessor.data_type() {
                    gltf::accessor::DataType::F32 => {
                        bytes.chunks(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
                    }
                    _ => bytes
                        .chunks(2)
                        .map(|b| f32::from(u16::from_le_bytes(b.try_into().unwrap())) / full)
                        .collect(),
                };
                let mut corners: Vec<Vec<f32>> = elements.iter().map(numbers).collect();
                corners.chunks_mut(3).for_each(|triangle| triangle.rotate_left(1));
                let triangles: Vec<_> = corners.chunks(3).rev().map(<[_]>::to_vec).collect();
                (semantic.to_string(), triangles.concat())
            });
            let attributes = attributes.collect();
            let material = json["meshes"][0]["primitives"][0]["material"].clone();
            Part { material, attributes }
        };
        let meshes = glb.document.meshes().map(|mesh| mesh.primitives().map(part).collect());
        Self { meshes: meshes.collect(), json }
    }

    /// Changes the numbers of all vertices of the face at `offset`, or of one corner.
    fn change(&mut self, offset: u64, corner: Option<f32>, name: &str, by: impl Fn(&mut Vec<f32>)) {
        for part in self.meshes.iter_mut().flatten() {
            let (offsets, corners) =
                (part.attributes["_OFFSET"].clone(), part.attributes["_CORNER"].clone());
            let Some(numbers) = part.attributes.get_mut(name) else { continue };
            for (at, numbers) in numbers.iter_mut().enumerate() {
                let is_it = corner.is_none_or(|corner| corners[at][0] == corner);
                if offsets[at][0] == offset as f32 && is_it {
                    by(numbers);
                }
            }
        }
    }

    fn node(&mut self, name: &str) -> &mut Json {
        let nodes = self.json["nodes"].as_array_mut().unwrap();
        nodes.iter_mut().find(|node| node["name"] == name).unwrap()
    }

    fn save(&self) -> Vec<u8> {
        let (mut binary, mut views, mut accessors) = (Vec::new(), Vec::new(), Vec::new());
        let mut meshes = Vec::new();
        for (old, parts) in self.json["meshes"].as_array().unwrap().iter().zip(&self.meshes) {
            let mut primitives = Vec::new();
            for part in parts {
                let mut attributes = serde_json::Map::new();
                for (name, vertices) in &part.attributes {
                    let width = vertices[0].len();
                    views.push(json!({
                        "buffer": 0, "byteOffset": binary.len(),
                        "byteLength": vertices.len() * width * 4,
                    }));
                    let shape = ["", "SCALAR", "VEC2", "VEC3", "VEC4"][width];
                    accessors.push(json!({
                        "bufferView": views.len() - 1, "componentType": 5126,
                        "count": vertices.len(), "type": shape,
                    }));
                    attributes.insert(name.clone(), json!(accessors.len() - 1));
                    binary.extend(vertices.iter().flatten().flat_map(|n| n.to_le_bytes()));
                }
                primitives.push(json!({"attributes": attributes, "material": part.material}));
            }
            meshes.push(json!({"name": old["name"], "primitives": primitives}));
        }
        let root = json!({
            "asset": {"version": "2.0"}, "meshes": meshes, "nodes": self.json["nodes"],
            "accessors": accessors, "bufferViews": views,
            "buffers": [{"byteLength": binary.len()}],
        });
        glb_of(&root, &binary)
    }

    fn read(&self, scene: &Scene) -> Edited {
        Edited::read(scene, SourceId(1), &self.save()).unwrap()
    }
}

fn glb_of(root: &Json, binary: &[u8]) -> Vec<u8> {
    let mut json = serde_json::to_vec(root).unwrap();
    json.resize(json.len().next_multiple_of(4), b' ');
    let size = |bytes: usize| u32::try_from(bytes).unwrap().to_le_bytes();
    let mut file = b"glTF\x02\0\0\0".to_vec();
    file.extend(size(28 + json.len() + binary.len()));
    file.extend(size(json.len()));
    file.extend(b"JSON");
    file.extend(&json);
    file.extend(size(binary.len()));
    file.extend(b"BIN\0");
    file.extend(binary);
    file
}

fn origin_of(scene: &Scene, element: Element) -> gouraud::scene::Origin {
    scene.origin(element).unwrap()
}

/// The level, with vertices that have spans.
fn stored_level() -> Scene {
    let mut scene = level();
    let path = "models[0].vertices".to_owned();
    scene.meshes[0].position_spans = Spans::even(SourceId(1), 0x200, 8, 24, path);
    scene
}

#[test]
fn ignores_rearrangements_by_an_editor() {
    let scene = stored_level();
    let edited = Editor::of(&scene).read(&scene);
    assert_eq!((edited.shown, edited.fields), (Vec::new(), Vec::new()));
    // Helpers of another file are not reported as missing.
    assert_eq!(edited.left, Vec::<String>::new());
}

#[test]
fn reports_moved_vertices_once() {
    let scene = stored_level();
    let mut editor = Editor::of(&scene);
    editor.change(CUBE_FACES + 28, Some(2.0), "POSITION", |position| position[1] += 0.5);
    let edited = editor.read(&scene);
    let mesh = Id::new(0);
    let wanted = origin_of(&scene, Element::Vertex { mesh, vertex: 6 });
    assert_eq!(wanted.path, "models[0].vertices[6]");
    let was = scene.meshes[0].positions[6];
    assert_eq!(edited.shown, [(wanted, ElementState::Vertex(was + Vec3::Y * 0.5))]);
}

#[test]
fn reports_changed_normals_but_not_their_rounding() {
    let mut scene = stored_level();
    let path = "models[0].normals".to_owned();
    scene.meshes[0].normal_spans = Spans::even(SourceId(1), 0x400, 8, 6, path);
    let mut editor = Editor::of(&scene);
    editor.change(CUBE_FACES, None, "NORMAL", |normal| normal[1] += 0.001);
    editor.change(CUBE_FACES + 28, None, "NORMAL", |normal| *normal = vec![0.0, 0.6, 0.8]);
    let edited = editor.read(&scene);
    let [(origin, ElementState::Normal(normal))] = &edited.shown[..] else { panic!("{edited:?}") };
    assert_eq!(origin.path, "models[0].normals[1]");
    assert!((*normal - Vec3::new(0.0, 0.6, 0.8)).length() < 1e-5);
    // Normals that the file does not store are not compared.
    let edited = editor.read(&stored_level());
    assert_eq!(edited.shown, []);
}

#[test]
fn vertex_moved_on_one_face_moves_on_all_faces() {
    let mut scene = stored_level();
    // Two faces share a vertex.
    scene.meshes[0].faces.update(|at, face| {
        if at == 2 {
            face.corners[0] = 0;
        }
    });
    let mut editor = Editor::of(&scene);
    editor.change(CUBE_FACES, Some(0.0), "POSITION", |position| position[0] -= 3.0);
    let edited = editor.read(&scene);
    assert_eq!(edited.shown.len(), 1);
    assert!(edited.left[0].starts_with("1 vertex is moved on only some faces"));
}

#[test]
fn imports_texture_coordinates_in_the_unit_of_the_material() {
    let scene = stored_level();
    let mut editor = Editor::of(&scene);
    // One texel to the right on a texture of 4 × 8.
    editor.change(CUBE_FACES, Some(1.0), "TEXCOORD_0", |uv| uv[0] += 0.25);
    let edited = editor.read(&scene);
    let [(origin, ElementState::TexCoords(corners))] = &edited.shown[..] else {
        panic!("{edited:?}")
    };
    assert_eq!(origin.path, "models[0].faces[0]");
    let corners: Vec<[f32; 2]> = corners.iter().map(|(_, uv)| uv.to_array()).collect();
    assert_eq!(corners, [[0.0, 0.0], [4.0, 0.0], [0.0, 7.0], [3.0, 7.0]]);
}

#[test]
fn imports_colours_as_bytes_and_keeps_unchanged_ones_above_full() {
    let mut scene = stored_level();
    // The first material modulates: 128 is full. An unchanged 200 is exported as full.
    scene.meshes[0].faces.update(|at, face| {
        if at == 0 {
            face.colours[1] = [200, 64, 32];
        }
    });
    let mut editor = Editor::of(&scene);
    // sRGB 64/128 is 0.21404 linear.
    editor.change(CUBE_FACES, Some(0.0), "COLOR_0", |light| light[0] = 0.21404);
    let edited = editor.read(&scene);
    let [(_, ElementState::Colours(corners))] = &edited.shown[..] else { panic!("{edited:?}") };
    assert_eq!(corners[..2], [Some([64, 64, 32]), None]);
    let mut editor = Editor::of(&scene);
    // Raw texels are not lit, but their stored colour can be edited.
    editor.change(CUBE_FACES + 4 * 28, None, "_COLOR", |number| number[0] = 1.0 + 2.0 * 256.0);
    let edited = editor.read(&scene);
    let [(origin, ElementState::Colours(corners))] = &edited.shown[..] else {
        panic!("{edited:?}")
    };
    assert_eq!((origin.path.as_str(), corners[0]), ("models[0].faces[4]", Some([1, 2, 0])));
}

#[test]
fn imports_face_fields_with_their_unnamed_bits() {
    let scene = stored_level();
    let mut editor = Editor::of(&scene);
    editor.change(CUBE_FACES, None, "_FLAGS", |number| number[0] = f32::from(0x1843u16));
    editor.change(CUBE_FACES, None, "_TEXTURE", |number| number[0] += 1.0);
    let edited = editor.read(&scene);
    let found: Vec<_> = edited.fields.iter().map(|(_, field, value)| (*field, *value)).collect();
    assert_eq!(found, [(0, 0x1843), (1, 0xaabb_ccde)]);
    // An averaged value is not a valid number.
    let mut editor = Editor::of(&scene);
    editor.change(CUBE_FACES, None, "_FLAGS", |number| number[0] = 0.5);
    assert_eq!(editor.read(&scene).fields, []);
}

#[test]
fn reports_duplicate_and_foreign_triangles() {
    let scene = stored_level();
    let mut editor = Editor::of(&scene);
    let part = &mut editor.meshes[0][0];
    for numbers in part.attributes.values_mut() {
        // A duplicate of the first triangle, and one with corners of two faces.
        let (first, last) = (numbers[..3].to_vec(), numbers[numbers.len() - 1].clone());
        numbers.extend(first.clone());
        numbers.extend([first[0].clone(), first[1].clone(), last]);
    }
    let count = part.attributes["_OFFSET"].len();
    part.attributes.get_mut("_OFFSET").unwrap()[count - 1] = vec![17.0];
    for position in &mut part.attributes.get_mut("POSITION").unwrap()[count - 6..] {
        position[0] += 9.0;
    }
    let edited = editor.read(&scene);
    assert_eq!(edited.shown, []);
    assert!(
        edited.left.iter().any(|s| s.starts_with("1 triangle is not part of one existing face")),
        "{edited:?}"
    );
    assert!(edited.left.iter().any(|s| s.starts_with("1 triangle is duplicated")));
}

#[test]
fn an_edited_copy_of_a_mesh_does_not_change_the_original() {
    let scene = stored_level();
    let mut editor = Editor::of(&scene);
    let names = editor.json["meshes"].as_array_mut().unwrap();
    let copy = names[0].clone();
    names.push(copy);
    let mut parts = editor.meshes[0].clone();
    for part in &mut parts {
        for flags in part.attributes.get_mut("_FLAGS").unwrap() {
            flags[0] = 1.0;
        }
    }
    editor.meshes.push(parts);
    let edited = editor.read(&scene);
    assert_eq!((edited.shown.len(), edited.fields.len()), (0, 0));
    assert!(edited.left.iter().any(|s| s.contains("duplicated")), "{edited:?}");
}

#[test]
fn reports_missing_faces_and_nodes() {
    let scene = stored_level();
    let mut editor = Editor::of(&scene);
    editor.meshes[0].remove(0);
    let nodes = editor.json["nodes"].as_array_mut().unwrap();
    let at = nodes.iter().position(|node| node["name"] == "mirror").unwrap();
    nodes[at]["extras"] = json!({});
    let edited = editor.read(&scene);
    assert!(
        edited.left.contains(&"1 face is missing, but nothing is removed".to_owned()),
        "{edited:?}"
    );
    assert!(edited.left.contains(&"1 node is missing, but nothing is removed".to_owned()));
}

#[test]
fn reports_transforms_of_moved_and_rotated_nodes() {
    let scene = stored_level();
    let mut editor = Editor::of(&scene);
    let id = scene.nodes.pairs().find(|(_, node)| node.name == "first").unwrap().0;
    let was = scene.nodes.get(id).unwrap().local;
    editor.node("first")["translation"] = json!([1.0, 2.0, 3.0]);
    let edited = editor.read(&scene);
    let [(origin, ElementState::At(now))] = &edited.shown[..] else { panic!("{edited:?}") };
    assert_eq!(origin.path, "objects[first]");
    assert_eq!(now.w_axis.truncate(), Vec3::new(1.0, 2.0, 3.0));
    assert!(now.x_axis.abs_diff_eq(was.x_axis, 1e-5));
}

#[test]
fn rejects_a_glb_of_another_file() {
    let scene = stored_level();
    let other = Editor::of(&scene).save();
    let elsewhere = Edited::read(&scene, SourceId(7), &other).unwrap_err();
    assert!(elsewhere.starts_with("it was exported from another file"), "{elsewhere}");
    // A GLB that was exported before an element was added or removed is rejected, too.
    let mut more = scene.clone();
    more.meshes[0].position_spans = Spans::default();
    more.meshes[0].positions.push(Vec3::ZERO);
    let stale = Edited::read(&more, SourceId(1), &other).unwrap_err();
    assert!(stale.starts_with("it was exported from another file"), "{stale}");
    // Without the properties of the root, all faces are required, and nodes get only one message.
    let mut editor = Editor::of(&scene);
    for node in editor.json["nodes"].as_array_mut().unwrap() {
        node.as_object_mut().unwrap().remove("extras");
    }
    let unsaid = editor.read(&scene);
    assert!(unsaid.left[0].contains("custom properties were not exported"), "{unsaid:?}");
    editor.change(CUBE_FACES, None, "_OFFSET", |number| number[0] = 3.0);
    let strange = Edited::read(&scene, SourceId(1), &editor.save()).unwrap_err();
    assert!(strange.starts_with("its source file is not recorded"), "{strange}");
    assert!(Edited::read(&scene, SourceId(1), b"glTF").is_err());
    let packed = json!({"asset": {"version": "2.0"},
        "extensionsRequired": ["KHR_draco_mesh_compression"]});
    let packed = Edited::read(&scene, SourceId(1), &glb_of(&packed, &[])).unwrap_err();
    assert_eq!(
        packed,
        "extension KHR_draco_mesh_compression is not supported: export without compression"
    );
}

proptest! {
    #[test]
    fn never_panics_on_broken_glbs(places in proptest::collection::vec((0usize..6000, any::<u8>()), 1..8), cut in 0usize..40_000) {
        let scene = stored_level();
        let mut bytes = Editor::of(&scene).save();
        for (at, byte) in places {
            if let Some(slot) = bytes.get_mut(at) {
                *slot = byte;
            }
        }
        bytes.truncate(cut.max(1));
        let _ = Edited::read(&scene, SourceId(1), &bytes);
    }
}
