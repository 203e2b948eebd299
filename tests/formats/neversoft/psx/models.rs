//! Models with special features: without texture indices, lit, with levels of detail.

use gouraud::bytes::Severity;
use gouraud::container::{Context, NoNames};
use gouraud::formats::neversoft::psx::File;
use gouraud::formats::neversoft::psx::flags::base;
use gouraud::formats::neversoft::psx::records::{Normal, Version};
use gouraud::scene::{
    CornerRefs, DetailStep, Element, HelperShape, Id, Scene, Surface, TextureFault,
};
use gouraud_testing::build::psx::{Builder, Polygon, edit};

use super::figure::{self, InMemoryFiles, dance};
use super::fixture::{
    UV, bytes, edit as set, file, fully_covered, open, records, rewritten, scene, square, warnings,
};

/// Notes on a file, including those of `check`.
fn notes(name: &str, bytes: &[u8]) -> Vec<String> {
    let document = super::fixture::open_as(name, bytes);
    let audit = document.audit().problems;
    let all = document.problems.iter().chain(audit.iter());
    all.filter(|p| p.severity == Severity::Note).map(|p| p.to_string()).collect()
}

fn count(notes: &[String], words: &str) -> usize {
    notes.iter().filter(|note| note.contains(words)).count()
}

/// The small level as version 3, whose first model is marked as having no texture indices.
fn prototype(change: impl Fn(&mut gouraud::formats::neversoft::psx::face::Face)) -> File {
    let mut file = file();
    file.version = Version::V3 { lod: true };
    file.models[0].flags |= 0x0001;
    file.models[0].faces.iter_mut().for_each(change);
    file
}

#[test]
fn version_3_models_can_omit_texture_indices() {
    let made = prototype(|face| edit(face, |parts| parts.texture = None));
    let bytes = made.write().unwrap();
    let read = records(&bytes);
    assert_eq!(
        read.models[0].faces, made.models[0].faces,
        "the texture coordinates keep their offsets"
    );
    assert!(fully_covered(&bytes));
    assert_eq!(rewritten(&bytes), bytes);
    let scene = scene(&bytes);
    let face = &scene.meshes[0].faces.get(0).unwrap();
    assert_eq!(face.uvs, UV.map(|uv| uv.map(f32::from)));
    assert_eq!(scene.materials[face.material.index()].surface, Surface::Missing(None));
    assert_eq!(count(&notes("a.psx", &bytes), "without a stored texture index (3 faces)"), 1);
}

#[test]
fn face_that_is_long_enough_has_a_texture_index() {
    let made = prototype(|_| ());
    let bytes = made.write().unwrap();
    assert_eq!(records(&bytes).models[0].faces, made.models[0].faces);
    assert_eq!(count(&notes("a.psx", &bytes), "without a stored texture index"), 0);
    // In version 4 the bit does not have this meaning.
    let mut other = file();
    other.models[0].flags |= 0x0001;
    assert_eq!(records(&other.write().unwrap()).models[0].faces, file().models[0].faces);
}

#[test]
fn lit_faces_are_white_under_item_lights() {
    let mut builder = Builder::new(Version::V4);
    let texture = builder.texture(0x77);
    let model = builder.model(
        0x1,
        &[square(0).flat([1, 2, 3]).lit(), square(64).texels(texture, UV).lit(), square(128)],
    );
    builder.object(model, [0, 0, 0]);
    let mut file = builder.finish().unwrap();
    let scene_of = |file: &File| scene(&file.write().unwrap());
    let flat = scene_of(&file);
    let light = flat.light.as_ref().expect("lit faces have light");
    // Y down, Y up and Z forward, converted to the scene's axes.
    let ways: Vec<[f32; 3]> = light.lamps.iter().map(|lamp| lamp.to_light.to_array()).collect();
    assert_eq!(ways, [[0.0, -1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]]);
    assert_eq!(light.lamps[1].colour.to_array(), [0.5625, 0.8125, 1.0]);
    assert_eq!(light.ambient.to_array(), [0.125; 3]);
    let colours: Vec<[u8; 3]> = flat.meshes[0].faces.iter().map(|face| face.colours[0]).collect();
    assert_eq!(
        colours,
        [[255; 3], [128; 3], [128; 3]],
        "the third is not lit and keeps its colour"
    );
    assert!(flat.meshes[0].faces.iter().all(|face| face.colour_refs == CornerRefs::None));
    let face = flat.meshes[0].faces.get(0).unwrap();
    assert_eq!(face.normals, [0; 4]);
    assert!(!flat.materials[face.material.index()].gouraud, "flat shading: one normal per face");
    // A normal for each vertex, before those of the faces, makes the shading smooth.
    let model = &mut file.models[0];
    let vertices = model.vertices.len();
    let towards = Normal { z: -4096, ..Normal::default() };
    model.normals.resize(vertices + model.faces.len(), towards);
    let smooth = scene_of(&file);
    let face = smooth.meshes[0].faces.get(0).unwrap();
    assert_eq!(face.normals, face.corners);
    assert!(smooth.materials[face.material.index()].gouraud);
    assert!(scene(&super::fixture::bytes()).light.is_none(), "no face of the small level is lit");
}

#[test]
fn file_with_a_block_map_keeps_bones_and_clips() {
    let mut builder = figure::bones();
    builder.packed_clip(&dance(5));
    builder.block_map(4);
    let shown = scene(&builder.finish().unwrap().write().unwrap());
    assert_eq!((shown.skeletons.len(), shown.animations.len()), (1, 1));
    assert_eq!(shown.skeletons[0].bones.len(), figure::BONES);
    let parents: Vec<_> = shown.skeletons[0].bones.iter().map(|b| b.parent).collect();
    assert_eq!(parents.iter().filter(|parent| parent.is_none()).count(), 1);
    // A level: objects use the models that they name.
    let mut builder = Builder::new(Version::V4);
    let models = [builder.model(1, &[square(0)]), builder.model(2, &[square(64), square(0)])];
    builder.bone(models[1], [0; 3], None);
    builder.bone(models[1], [160, 0, 0], Some(0));
    builder.bone(models[0], [0, 160, 0], Some(0));
    builder.packed_clip(&vec![vec![[0; 6]; 3]; 2]);
    builder.block_map(2);
    let shown = scene(&builder.finish().unwrap().write().unwrap());
    let meshes: Vec<_> = shown.nodes[..3].iter().map(|node| node.mesh.map(Id::number)).collect();
    assert_eq!(meshes, [Some(1), Some(1), Some(0)]);
    assert_eq!(shown.animations.len(), 1);
}

#[test]
fn lower_details_have_the_transforms_of_their_objects() {
    let mut builder = Builder::new(Version::V4);
    let near = builder.model(1, &[square(0), square(64)]);
    let middle = builder.model(2, &[square(0)]);
    let far = builder.model(3, &[Polygon::triangle([[0, 0, 0], [64, 0, 0], [0, 64, 0]])]);
    builder.lower_detail(near, 500, middle);
    builder.lower_detail(middle, 900, far);
    // A cycle.
    builder.lower_detail(far, 900, middle);
    builder.object(near, [100, 0, 0]);
    builder.turned_object(near, [0, -50, 300], [0, 1024, 0]);
    let shown = scene(&builder.finish().unwrap().write().unwrap());
    let world = shown.world_transforms();
    let objects = [0, 1].map(|object: usize| world[object]);
    for lower in [middle, far] {
        let nodes = shown.nodes.iter().zip(&world);
        let places: Vec<_> = nodes
            .filter(|(node, _)| node.mesh == Some(Id::new(lower.into())))
            .map(|(node, place)| {
                assert_eq!(shown.layers[usize::from(node.layer)].name, "Lower detail");
                *place
            })
            .collect();
        assert_eq!(places, objects);
    }
    assert_eq!(shown.nodes.len(), 6);
    let reach = |step: &DetailStep| (shown.nodes[step.node.index()].mesh, step.until);
    let model = |model: u16| Some(Id::new(model.into()));
    for detail in &shown.details {
        let steps: Vec<_> = detail.steps.iter().map(reach).collect();
        let reaches = [(near, Some(500.0)), (middle, Some(900.0)), (far, Some(900.0))];
        assert_eq!(steps, reaches.map(|(of, until)| (model(of), until)));
    }
    assert_eq!(shown.details.len(), 2, "one for each object");
}

#[test]
fn notes_a_single_texture_bit_once_per_model() {
    for (bit, words) in [
        (base::TEXTURE_LOOKUP, "textured flag without lookup flag: the texture is uncertain"),
        (
            base::TEXTURED,
            "lookup flag without textured flag: the texture coordinates are uncertain",
        ),
    ] {
        let mut file = file();
        for face in file.models[0].faces.iter_mut().take(2) {
            face.flags &= !bit;
        }
        let bytes = file.write().unwrap();
        assert_eq!(count(&notes("a.psx", &bytes), &format!("{words} (2 faces)")), 1);
    }
    let whole = notes("a.psx", &super::fixture::bytes());
    assert_eq!(count(&whole, "lookup flag"), 0, "{whole:?}");
}

#[test]
fn notes_tints_as_unknown() {
    let mut file = file();
    file.objects[1].tint = 7;
    let bytes = file.write().unwrap();
    let all = notes("a.psx", &bytes);
    let words = "tint ignored: meaning unknown (1 object)";
    assert!(
        all.iter().any(|note| note.contains("objects[1].tint") && note.contains(words)),
        "{all:?}"
    );
    let shown = scene(&bytes);
    let facts = shown.nodes.iter().flat_map(|node| &node.facts);
    let reported: Vec<_> = facts.filter(|(heading, _)| *heading == "Tint").collect();
    assert_eq!(reported, [&("Tint", "7 (meaning unknown)".to_owned())]);
}

#[test]
fn notes_gpu_codes_that_contradict_the_flags() {
    let mut file = file();
    // The second is a flat textured quad, the fourth an invisible flat one.
    file.models[0].faces[1].colour[3] = 0x24;
    file.models[0].faces[3].colour[3] = 0;
    let all = notes("a.psx", &file.write().unwrap());
    let words = "GPU code 0x24 does not match the flags; expected 0x2c (2 faces like this)";
    assert_eq!(count(&all, words), 1, "{all:?}");
    assert!(all.iter().any(|note| note.contains("models[0].faces[1].colour")), "{all:?}");
    assert_eq!(count(&notes("a.psx", &super::fixture::bytes()), "GPU code"), 0);
}

#[test]
fn notes_a_missing_block_map_if_triggers_indicate_a_level() {
    // Only the terminating node.
    const TRIGGERS: &[u8] = b"_TRG\x02\0\0\0\x01\0\0\0\x10\0\0\0\xFF\0";
    let mut builder = Builder::new(Version::V4);
    let model = builder.model(1, &[square(0)]);
    builder.object(model, [0; 3]);
    builder.object(model, [100, 0, 0]);
    let props = builder.finish().unwrap().write().unwrap();
    let mapped = super::fixture::bytes();
    let noted = |bytes: &[u8], triggers: &'static str| {
        let (_, reported) = figure::scene_with_files(bytes, vec![(triggers, TRIGGERS.to_vec())]);
        reported.iter().filter(|note| note.contains("no block map")).count()
    };
    assert_eq!(noted(&props, "hawk_t.trg"), 1);
    assert_eq!(noted(&props, "other_t.trg"), 0, "props have no block map");
    assert_eq!(noted(&mapped, "hawk_t.trg"), 0);
    assert_eq!(count(&notes("plaza.psx", &props), "block map"), 0);
    let files = InMemoryFiles(vec![("hawk_t.trg", TRIGGERS.to_vec())]);
    let context = Context { siblings: &files, names: &NoNames };
    for (name, expected) in [("hawk_2g.psx", 1), ("hawk_2o.psx", 0)] {
        let opened = super::fixture::open_as(name, &props);
        let (_, problems) = opened.content.displayed().scene(context).unwrap();
        let noted = problems.iter().filter(|note| note.message.contains("no block map"));
        assert_eq!(noted.count(), expected, "{name}");
    }
}

#[test]
fn block_map_cells_list_their_objects() {
    let file = file();
    let bytes = file.write().unwrap();
    let shown = scene(&bytes);
    let (chunk, map) = file.last(|chunk| chunk.block_map()).expect("the block map");
    let cells: Vec<_> = shown.helpers.pairs().filter(|(_, h)| h.name.starts_with("cell")).collect();
    let full = map.cells.iter().filter(|cell| !cell.objects.is_empty()).count();
    assert_eq!(cells.len(), full);
    for (id, helper) in cells {
        let HelperShape::Area { min, max } = helper.shape else { panic!("{:?}", helper.shape) };
        let at = helper.origin.path.strip_prefix(&format!("chunks[{chunk}].cells["));
        let at: usize = at.and_then(|at| at.strip_suffix(']')).unwrap().parse().unwrap();
        assert!(helper.origin.span.len > 0);
        let held = shown.contents_of(Element::Helper(id));
        let objects: Vec<usize> = held.iter().map(|node| node.index()).collect();
        let stored: Vec<usize> = map.cells[at].objects.iter().map(|o| *o as usize).collect();
        assert_eq!(objects, stored, "{}", helper.name);
        // The objects of a cell reach into it, seen from above.
        let world = shown.world_transforms();
        for node in held {
            let mesh = shown.mesh_of(&shown.nodes[node.index()]).unwrap();
            let place = |p: &glam::Vec3| world[node.index()].transform_point3(*p);
            let all: Vec<glam::Vec3> = mesh.positions.iter().map(place).collect();
            let low = all.iter().copied().reduce(glam::Vec3::min).unwrap();
            let high = all.iter().copied().reduce(glam::Vec3::max).unwrap();
            // Rotated objects count with their unrotated bounds.
            if shown.nodes[node.index()].local.x_axis.x == 1.0 {
                let apart = low.x > max.x || high.x < min.x || low.z > max.z || high.z < min.z;
                assert!(!apart, "{} and {node:?}", helper.name);
            }
            assert!(shown.holders(*node).any(|holder| holder == id));
        }
    }
    let space = shown.file_space.expect("positions are stored consistently");
    assert_eq!(space.stored(glam::Vec3::new(100.0, 20.0, -300.0)), [409_600, -81_920, 1_228_800]);
}

#[test]
fn notes_bits_unknown_from_any_file() {
    let mut file = file();
    file.objects[0].flags = 0x0020 | 0x0001;
    file.models[0].flags |= 0x6000;
    file.models[0].faces[0].flags |= 0x4000;
    file.models[0].faces[0].surface |= 0x0080;
    file.library.as_mut().unwrap().textures[1].flags |= 0x4;
    let bytes = file.write().unwrap();
    let all = notes("a.psx", &bytes);
    for (field, words) in [
        ("objects[0].flags", "unknown object flag 0x0001 on 1 objects"),
        ("models[0].flags", "unknown model flag 0x2000 on 1 models"),
        ("models[0].flags", "unknown model flag 0x4000 on 1 models"),
        ("textures[1].flags", "unknown texture flag 0x0004 on 1 textures"),
    ] {
        assert!(all.iter().any(|note| note.contains(field) && note.contains(words)), "{all:?}");
    }
    assert_eq!(count(&all, "unknown"), 4, "the other bits are known: {all:?}");
    let tree = open(&bytes).tree;
    let flags = tree.find("objects[0].flags").unwrap();
    assert_eq!(tree.field(&flags).unwrap().meaning, "no collision, unknown 0x1");
}

#[test]
fn single_texture_bit_gives_a_faulty_texture() {
    let mut file = file();
    file.models[0].faces[0].flags &= !base::TEXTURE_LOOKUP;
    file.models[0].faces[1].flags &= !base::TEXTURED;
    let bytes = file.write().unwrap();
    let scene = scene(&bytes);
    let surface = |face: usize| {
        scene.materials[scene.meshes[0].faces.get(face).unwrap().material.index()].surface
    };
    assert_eq!(surface(0), Surface::Faulty(TextureFault::WrongTexture));
    assert_eq!(surface(1), Surface::Faulty(TextureFault::UndefinedCoordinates));
    let all = notes("a.psx", &bytes);
    assert_eq!(count(&all, "the texture is uncertain"), 1, "{all:?}");
    assert_eq!(count(&all, "the texture coordinates are uncertain"), 1, "{all:?}");
}

#[test]
fn notes_subdivided_untextured_visible_faces_once() {
    let mut file = file();
    for index in [2, 3] {
        file.models[0].faces[index].flags |= base::SUBDIVIDE;
    }
    let document = open(&file.write().unwrap());
    let words = "subdivided without a texture: reportedly vanishes near the camera in some games";
    let notes: Vec<_> = document.problems.iter().filter(|p| p.message.contains(words)).collect();
    // The other face is invisible.
    assert_eq!((notes.len(), &*notes[0].message), (1, words));
    assert_eq!((notes[0].severity, &*notes[0].field), (Severity::Note, "models[0].faces[2].flags"));
}

#[test]
fn reports_missing_colours_only_if_a_face_needs_them() {
    let stored = bytes();
    let with_stale = |object: usize| {
        let path = format!("objects[{object}].colours");
        warnings(&set(&stored, &path, &0x1234u32.to_le_bytes()))
    };
    let [before, textured, gouraud] = [warnings(&stored), with_stale(1), with_stale(0)];
    assert_eq!(textured, before);
    assert_eq!(gouraud.len(), before.len() + 1);
    let expected = "in objects[0].colours: no RGBs chunk at 0x1234 (1 object)";
    assert!(gouraud.iter().any(|line| line.contains(expected)), "{gouraud:?}");
}

#[test]
fn reports_level_of_detail_cycles_once() {
    let mut file = file();
    let mut all = file.models.clone();
    all.extend(file.models.clone());
    file.models = all;
    let library = file.library.as_mut().unwrap();
    library.model_names.extend([0xA1, 0xA2, 0xA3, 0xA4]);
    library.model_names.truncate(file.models.len());
    for (model, next) in [(0, 1), (1, 0), (2, 2)] {
        file.models[model].lod.as_mut().unwrap().next = next;
    }
    let bytes = file.write().unwrap();
    for field in ["models[1].lod.next", "models[2].lod.next"] {
        let words = "the chain of next levels of detail leads back to this model";
        let all = super::fixture::warnings(&bytes);
        let count = all.iter().filter(|text| text.contains(words)).count();
        assert_eq!(count, 2, "{field} {all:#?}");
    }
}

#[test]
fn reports_sprite_corners_without_a_vertex() {
    let mut file = file();
    let vertex = &mut file.models[0].vertices[0];
    (vertex.kind, vertex.x, vertex.y) = (0x10, 8 * 200, 12);
    let bytes = file.write().unwrap();
    assert!(super::fixture::reports(&bytes, "models[0].vertices[0].x", "vertex offset beyond"));
    assert!(super::fixture::reports(&bytes, "models[0].vertices[0].y", "not a multiple of 8"));
}

/// Flags of all stored faces of a model, in ascending order.
fn flags_of_all_faces(scene: &Scene) -> Vec<u32> {
    let at = scene.face_fields.iter().position(|field| field.name == "flags").unwrap();
    let mesh = &scene.meshes[0];
    let undrawn = mesh.undrawn.iter().map(|numbers| numbers[at]);
    let mut all: Vec<u32> = mesh.face_values[at].iter().chain(undrawn).collect();
    all.sort_unstable();
    all
}

#[test]
fn face_with_an_invalid_vertex_keeps_face_and_flag_counts() {
    let sound = scene(&file().write().unwrap());
    let mut damaged = file();
    edit(&mut damaged.models[0].faces[2], |parts| parts.indices[1] = 0xFFF);
    let bytes = damaged.write().unwrap();
    assert!(warnings(&bytes).iter().any(|line| line.contains("faces[2]")));
    let shown = scene(&bytes);
    let indices = |scene: &Scene| scene.meshes[0].faces.iter().map(|f| f.index).collect::<Vec<_>>();
    assert_eq!(indices(&sound), [0, 1, 2, 3, 4, 5]);
    assert_eq!(indices(&shown), [0, 1, 3, 4, 5]);
    assert_eq!(shown.meshes[0].undrawn.len(), 1);
    assert_eq!(flags_of_all_faces(&shown), flags_of_all_faces(&sound));
}
