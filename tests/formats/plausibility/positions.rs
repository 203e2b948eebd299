//! Trigger positions.

use glam::{Mat4, Vec3};
use gouraud::bytes::{SourceId, Span};
use gouraud::scene::*;

use super::{checked, outcome, worst};

/// Objects from (1 000, 0, 1 000) to (2 000, 100, 2 000), with triggers at these positions.
fn level(triggers: impl IntoIterator<Item = Vec3>) -> Scene {
    let mut scene = Scene::default();
    scene.layer("Drawn", LayerKind::Drawn, true);
    let layer = scene.layer("Triggers", LayerKind::Helper, false);
    let mut mesh = Mesh {
        positions: vec![Vec3::ZERO, Vec3::new(1000.0, 100.0, 0.0), Vec3::new(0.0, 0.0, 1000.0)],
        ..Mesh::default()
    };
    mesh.faces.extend([Face { corners: [0, 1, 2, NO_CORNER], ..Face::default() }]);
    let mesh = scene.meshes.push(mesh);
    let local = Mat4::from_translation(Vec3::new(1000.0, 0.0, 1000.0));
    scene.nodes.push(Node { mesh: Some(mesh), local, ..Node::default() });
    for (index, at) in triggers.into_iter().enumerate() {
        let span = Span::new(SourceId(1), index as u64 * 16, 16);
        scene.helpers.push(Helper {
            name: format!("trigger {index}"),
            layer,
            shape: HelperShape::Point { at, heading: None },
            origin: Origin::new(span, format!("nodes[{index}]")),
        });
    }
    scene
}

fn along(count: u16) -> impl Iterator<Item = Vec3> {
    (0..count).map(|at| Vec3::new(1050.0 + f32::from(at) * 40.0, 50.0, 1500.0))
}

#[test]
fn triggers_among_the_objects_are_plausible() {
    let scene = level(along(20));
    let inside = checked(&scene, "trigger_positions");
    assert_eq!((inside.checked, inside.broken), (20, 0));
    let spread = checked(&scene, "trigger_spread");
    assert_eq!((spread.checked, spread.broken), (1, 0));
}

/// With too small a unit, triggers of a level around the origin stay inside its bounds.
#[test]
fn triggers_in_too_small_a_unit_break_the_spread_rule() {
    for factor in [16.0, 4096.0] {
        let mut scene = level(along(20).map(|at| (at - Vec3::new(1500.0, 0.0, 1500.0)) / factor));
        scene.nodes.iter_mut().for_each(|node| {
            node.local = Mat4::from_translation(Vec3::new(-500.0, 0.0, -500.0));
        });
        assert_eq!(checked(&scene, "trigger_positions").broken, 0, "{factor}");
        let spread = checked(&scene, "trigger_spread");
        assert_eq!((spread.checked, spread.broken, spread.is_broken()), (1, 1, true), "{factor}");
        assert!(spread.worst.unwrap().origin.path.starts_with("nodes["), "{factor}");
    }
}

#[test]
fn triggers_in_a_wrong_unit_lie_outside() {
    let scene = level(along(20).map(|at| at / 4096.0));
    let inside = checked(&scene, "trigger_positions");
    assert_eq!((inside.checked, inside.broken), (20, 20));
    assert!(inside.is_broken());
    assert!(inside.worst.as_ref().unwrap().origin.path.starts_with("nodes["));
    // The middle 16 lie within 0.15; 142 is expected for a level of 1 418.
    let spread = checked(&scene, "trigger_spread");
    assert!(spread.is_broken() && worst(&spread) > 500.0, "{spread}");
}

#[test]
fn one_trigger_in_five_may_lie_outside() {
    let far = Vec3::splat(9000.0);
    let two = checked(&level(along(8).chain([far; 2])), "trigger_positions");
    assert_eq!((two.checked, two.broken, two.is_broken()), (10, 2, false));
    let three = checked(&level(along(7).chain([far; 3])), "trigger_positions");
    assert_eq!((three.checked, three.broken, three.is_broken()), (10, 3, true));
}

#[test]
fn partial_levels_are_not_compared_with_all_triggers() {
    let mut scene = level(along(20));
    scene.part_of = Some("level.trg".to_owned());
    assert!(outcome(&scene, "trigger_positions").is_none());
}

#[test]
fn triggers_without_objects_are_not_checked() {
    let mut scene = level(along(20));
    scene.nodes.clear();
    assert!(outcome(&scene, "trigger_positions").is_none());
    assert!(outcome(&scene, "trigger_spread").is_none());
}

#[test]
fn triggers_at_the_origin_do_not_count_for_the_spread() {
    let scene = level(along(20).chain([Vec3::ZERO; 200]));
    let spread = checked(&scene, "trigger_spread");
    assert_eq!((spread.checked, spread.broken), (1, 0));
    let few = level(along(9).chain([Vec3::ZERO; 20]));
    assert!(outcome(&few, "trigger_spread").is_none());
}
