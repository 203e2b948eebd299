//! Helpers that explain a level.

use std::collections::BTreeSet;

use glam::Vec3;
use gouraud::scene::HelperShape;
use gouraud_testing::build::groff::{InstanceTransform, Level, Model, Property, Triangles};

use super::fixture::{bytes, crate_model};
use super::folder::Folder;

/// Outline of the collision box of an instance at the origin, whose model has these points.
fn physics_box(points: Vec<[f32; 3]>) -> Vec<Vec3> {
    let mut level = Level::default();
    let shown = level.model("Crate", crate_model());
    let shape = Triangles { points, faces: vec![[0, 1, 2]], ..Triangles::default() };
    let shape = level.model("$Box", Model::Triangles(shape));
    let group = level.values("Crate", vec![("Model00", Property::text("$Box"))]);
    level.instance("Crate", shown, InstanceTransform::at(0.0, 0.0, 0.0), group);
    level.instance("$Box", shape, InstanceTransform::at(0.0, 0.0, 0.0), 0);
    let (scene, _) = Folder::default().scene("small.grf", &bytes(&level.finish()));
    let helper = scene.helpers.iter().find(|helper| helper.name == "$Box of Crate").unwrap();
    let HelperShape::Line(line) = &helper.shape else { panic!("a line") };
    line.clone()
}

fn size(line: &[Vec3]) -> [Vec3; 2] {
    let all = || line.iter().copied();
    [all().reduce(Vec3::min).unwrap(), all().reduce(Vec3::max).unwrap()]
}

#[test]
fn physics_boxes_are_centred_on_the_origin() {
    // Example of the format document: 0.1 to 0.7 becomes -0.7 to 0.7.
    let line = physics_box(vec![[0.1, 0.1, 0.1], [0.7, 0.7, 0.0], [0.2, 0.2, 0.0]]);
    let half = Vec3::new(0.7, 0.1, 0.7);
    assert_eq!(size(&line), [-half, half]);
    let half = Vec3::splat(0.01);
    assert_eq!(size(&physics_box(vec![[0.0; 3]; 3])), [-half, half], "the box always has a size");
}

#[test]
fn box_outline_has_all_twelve_edges() {
    let line = physics_box(vec![[1.0; 3]; 3]);
    let edges: BTreeSet<[String; 2]> = line
        .windows(2)
        .map(|pair| {
            let mut ends = [pair[0].to_string(), pair[1].to_string()];
            ends.sort();
            ends
        })
        .collect();
    assert_eq!(edges.len(), 12);
}
