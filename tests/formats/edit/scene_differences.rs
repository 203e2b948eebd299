//! Differences of two scenes: known edits change exactly the faces, textures and palettes that they should.

use std::path::Path;

use gouraud::edit::{
    EditOp, FaceChange, FieldPaths, SceneDifference, apply, is_differing_pixel, reduced_picture,
};
use gouraud::formats::neversoft::psx;
use gouraud::formats::{Document, Loaded};
use gouraud::library::Library;
use gouraud::scene::{FaceRef, Scene};
use image::{Rgba, RgbaImage};

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo");

/// The scene of `plaza.psx` in a folder.
fn plaza(folder: &Path) -> std::sync::Arc<Scene> {
    let library = Library::new();
    let path = folder.join("plaza.psx");
    let opened = library.open(&path.to_string_lossy(), None).unwrap();
    opened.scene(&library).unwrap()
}

/// A copy of the demo, without the file called `left_out`.
fn copy(left_out: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(DEMO).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if name != left_out {
            std::fs::copy(entry.path(), folder.path().join(name)).unwrap();
        }
    }
    folder
}

/// Differences of the plaza from a copy in which one of its files was changed.
fn after_change(file: &str, change: impl FnOnce(&Document) -> Vec<u8>) -> SceneDifference {
    let folder = copy("");
    let path = folder.path().join(file);
    let library = Library::new();
    let opened = library.open(&path.to_string_lossy(), None).unwrap();
    std::fs::write(&path, change(&opened.document)).unwrap();
    SceneDifference::of(&plaza(Path::new(DEMO)), &plaza(folder.path()))
}

/// Differences of the plaza from a copy in which `edits` were made to one of its files.
fn after(file: &str, edits: &[EditOp]) -> SceneDifference {
    after_change(file, |document| apply(document, edits).unwrap().source.bytes().to_vec())
}

fn set(text: &str) -> EditOp {
    EditOp::parse(text, None).unwrap()
}

/// Number of removed or added, moved, re-textured, recoloured and re-flagged faces in both scenes.
fn both(difference: &SceneDifference) -> [[usize; 5]; 2] {
    [&difference.a, &difference.b].map(|faces| FaceChange::counts(faces))
}

#[test]
fn a_scene_equals_itself() {
    let scene = plaza(Path::new(DEMO));
    let difference = SceneDifference::of(&scene, &scene);
    assert!(difference.is_empty());
    assert_eq!(difference.a.len(), scene.draw_ids().total() as usize);
}

#[test]
fn a_flag_changes_one_face() {
    let difference = after("plaza.psx", &[set("models[0].faces[3].flags^=0x40")]);
    assert_eq!(both(&difference), [[0, 0, 0, 0, 1]; 2]);
    assert!(difference.textures.is_empty() && difference.palettes.is_empty());
}

#[test]
fn a_moved_vertex_changes_the_faces_around_it() {
    let difference = after("plaza.psx", &[set("models[1].vertices[2].x+=300")]);
    assert_eq!(both(&difference), [[0, 2, 0, 0, 0]; 2]);
}

#[test]
fn a_moved_object_moves_its_faces() {
    let difference = after("plaza.psx", &[set("objects[7].position.x+=409600")]);
    let [a, b] = both(&difference);
    assert_eq!(a, b);
    assert!(a[1] > 0, "{a:?}");
    assert_eq!([a[0], a[2], a[3], a[4]], [0; 4]);
}

#[test]
fn texture_coordinates_change_the_texture_of_a_face() {
    let difference = after("plaza.psx", &[set("models[0].faces[3].uv[1].u-=8")]);
    assert_eq!(both(&difference), [[0, 0, 1, 0, 0]; 2]);
}

#[test]
fn a_copied_object_does_not_shift_the_others() {
    let copy = EditOp::Copy { copy: FieldPaths::One("objects[7]".to_owned()) };
    let difference = after("plaza.psx", &[copy]);
    let [a, b] = both(&difference);
    assert_eq!(difference.b.len() - difference.a.len(), b[0]);
    assert!(b[0] > 0, "{b:?}");
    assert_eq!((a, &b[1..]), ([0; 5], [0; 4].as_slice()));
}

/// The model of the only object that shows it is then shown at the origin.
#[test]
fn a_removed_object_removes_its_faces() {
    let remove = EditOp::Remove { remove: FieldPaths::One("objects[7]".to_owned()) };
    let difference = after("plaza.psx", &[remove]);
    let [a, b] = both(&difference);
    assert_eq!(difference.a.len(), difference.b.len());
    assert!(a[0] > 0, "{a:?}");
    assert_eq!(a, b);
    assert_eq!(a[1..], [0; 4]);
}

#[test]
fn a_removed_face_does_not_shift_the_others() {
    let difference = after_change("plaza.psx", |document| {
        let loaded = Loaded::<psx::File>::open(&document.source).unwrap().0;
        let mut file = loaded.records.clone();
        file.models[0].faces.remove(3);
        file.write().unwrap()
    });
    assert_eq!(both(&difference), [[1, 0, 0, 0, 0], [0; 5]]);
}

#[test]
fn a_palette_colour_recolours_the_faces_with_it() {
    let difference = after("plaza_l.psx", &[set("palettes16[0].colours[5]^=0x1f")]);
    let [a, b] = both(&difference);
    assert_eq!(a, b);
    assert!(a[3] > 0, "{a:?}");
    assert_eq!([a[0], a[1], a[2], a[4]], [0; 4]);
    assert_eq!((difference.textures.len(), difference.palettes.len()), (0, 1));
}

#[test]
fn a_texel_changes_the_texture_of_the_faces_with_it() {
    let difference = after_change("plaza_l.psx", |document| {
        let mut bytes = document.source.bytes().to_vec();
        let pixels = document.tree.span("textures[0].pixels").unwrap();
        bytes[pixels.start as usize] ^= 0x11;
        bytes
    });
    let [a, b] = both(&difference);
    assert_eq!(a, b);
    assert!(a[2] > 0, "{a:?}");
    assert_eq!([a[0], a[1], a[3], a[4]], [0; 4]);
    assert_eq!((difference.textures.len(), difference.palettes.len()), (1, 0));
}

/// A file is often copied without the files that belong to it.
#[test]
fn missing_textures_are_no_differences() {
    let folder = copy("plaza_l.psx");
    let difference = SceneDifference::of(&plaza(Path::new(DEMO)), &plaza(folder.path()));
    assert!(difference.is_empty(), "{:?} {difference:?}", both(&difference));
}

#[test]
fn a_face_has_a_counterpart_although_objects_before_it_were_removed() {
    let folder = copy("");
    let path = folder.path().join("plaza.psx");
    let library = Library::new();
    let opened = library.open(&path.to_string_lossy(), None).unwrap();
    let remove = EditOp::Remove { remove: FieldPaths::One("objects[7]".to_owned()) };
    let changed = apply(&opened.document, &[remove]).unwrap();
    std::fs::write(&path, changed.source.bytes()).unwrap();
    let (before, after) = (plaza(Path::new(DEMO)), plaza(folder.path()));
    let difference = SceneDifference::of(&before, &after);
    let (of_before, of_after) = (before.world_transforms(), after.world_transforms());
    let (mut alone, mut shifted) = (0, 0);
    for (node, _) in before.nodes.pairs().filter(|(_, node)| node.mesh.is_some()) {
        let Some(other) = difference.counterpart(FaceRef { node, face: 0 }) else {
            alone += 1;
            continue;
        };
        assert_eq!(of_after[other.node.index()], of_before[node.index()]);
        assert_eq!(other.face, 0);
        shifted += usize::from(other.node != node);
    }
    assert_eq!(alone, 1, "the removed object");
    assert!(shifted > 0);
}

#[test]
fn a_reduced_picture_of_differences_keeps_single_texels() {
    let (equal, differs) = (Rgba([90, 90, 90, 255]), Rgba([255, 45, 45, 255]));
    let mut picture = RgbaImage::from_pixel(5, 4, equal);
    picture.put_pixel(3, 1, differs);
    picture.put_pixel(4, 3, differs);
    let marks = |picture: &RgbaImage| picture.pixels().map(is_differing_pixel).collect::<Vec<_>>();
    let reduced = reduced_picture(&picture, 2, is_differing_pixel);
    assert_eq!(reduced.dimensions(), (3, 2));
    assert_eq!(marks(&reduced), [false, true, false, false, false, true]);
    assert_eq!(marks(&reduced_picture(&picture, 2, |_| false)), [false; 6]);
    assert_eq!(reduced_picture(&picture, 1, |_| false), picture);
}
