//! Animations and references of a level: scripted animations, targets of triggers, materials, fog, hulls.

use glam::{Mat4, Vec3};
use gouraud::bytes::Problems;
use gouraud::formats::Records;
use gouraud::formats::trespasser::asa::Frame;
use gouraud::formats::trespasser::groff::grf::region::Version;
use gouraud::formats::trespasser::name_hash;
use gouraud::formats::trespasser::tpa::CollisionEntry;
use gouraud::render::Camera;
use gouraud::scene::{Animation, Element, Growth, Helper, HelperShape, LayerKind, NodeId, Scene};
use gouraud_testing::build::groff::{InstanceTransform, Level, Property};
use gouraud_testing::build::{texts, tpa};

use super::fixture::{bytes, crate_model, helper_box};
use super::folder::{Folder, messages};

const STILL: [f32; 4] = [1.0, 0.0, 0.0, 0.0];

fn frame(seconds: f32, position: [f32; 3], scale: f32) -> Frame {
    Frame { seconds, position, rotation: STILL, scale }
}

/// A level with a crate scaled by 2, its coarser model, and a trigger with the given properties.
fn level(class: &str, properties: Vec<(&str, Property)>) -> Level {
    let text = Property::text;
    let mut level = Level::new(Version::SHIPPED);
    let model = level.model("Crate-00", crate_model());
    let trigger = level.model("Trig", helper_box(1.0, false));
    let values = vec![("Detail1", text("Far")), ("SoundMaterial", text("WOOD"))];
    let values = level.values("Crate-00", values);
    level.instance("Crate-00", model, InstanceTransform::at(1.0, 2.0, 3.0).scaled(2.0), values);
    // One metre from the crate, half its size.
    level.instance("Far", model, InstanceTransform::at(2.0, 2.0, 3.0), 0);
    let mut all = vec![("Class", text(class))];
    all.extend(properties);
    let values = level.values("Trig", all);
    level.instance("Trig", trigger, InstanceTransform::at(0.0, 10.0, 1.0), values);
    level
}

/// Tolerance in metres: poses are a thousandth of a frame ahead.
const CLOSE: f32 = 2e-3;

fn scripted(script: &'static str, folder: Folder) -> (Scene, Problems) {
    let action = Property::group(vec![
        ("ActionType", Property::Int(26)),
        ("AnimationName", Property::text(script)),
        ("Target", Property::text("Crate-00")),
    ]);
    let level = level("CLocationTrigger", vec![("Action00", action)]);
    folder.scene("a.grf", &bytes(&level.finish()))
}

fn node(scene: &Scene, name: &str) -> NodeId {
    scene.nodes.find(|node| node.name == name).expect(name)
}

/// Transform of a node in an animation.
fn transform_at(animation: &Animation, node: NodeId, seconds: f32) -> Mat4 {
    let clip = animation.data.decode();
    let pose = animation.pose_at(&clip, seconds, true);
    pose.locals.iter().find(|(of, _)| *of == node).expect("the animation moves the node").1
}

fn walk() -> Vec<u8> {
    let objects = [
        ("Crate-00", vec![frame(0.0, [1.0, 2.0, 3.0], 1.0), frame(1.0, [5.0, 2.0, 3.0], 3.0)]),
        ("Camera", vec![frame(0.0, [0.0, -8.0, 5.0], 1.0), frame(1.0, [0.0, 0.0, 5.0], 1.0)]),
        ("Nobody", vec![frame(0.0, [0.0; 3], 1.0)]),
    ];
    texts::asa(10.0, &objects).write().unwrap()
}

#[test]
fn scripted_animation_moves_an_object_and_its_coarser_model() {
    let (scene, problems) = scripted("walk", Folder::default().with("walk.asa", walk()));
    let [animation] = &scene.animations[..] else { panic!("{:?}", scene.animations) };
    assert_eq!((animation.name.as_str(), animation.rate, animation.frames), ("walk", 10.0, 11));
    assert!(animation.is_event && scene.first_animation().is_none(), "started by a trigger");
    // Midway: level coordinates (3, 2, 3) are scene coordinates (3, 3, -2). The scale is twice the
    // crate's own scale of 2.
    let there = transform_at(animation, node(&scene, "Crate-00"), 0.5);
    let expected =
        Mat4::from_translation(Vec3::new(3.0, 3.0, -2.0)) * Mat4::from_scale(Vec3::splat(4.0));
    assert!(there.abs_diff_eq(expected, CLOSE), "{there}");
    // The distance of the coarser model grows with the crate's scale; it was half the crate's size.
    let [_, far] = [0, 1].map(|at| {
        let all: Vec<NodeId> =
            scene.nodes.pairs().filter(|(_, n)| n.name == "Crate-00").map(|(id, _)| id).collect();
        all[at]
    });
    let there = transform_at(animation, far, 0.5);
    let at = there.w_axis.truncate();
    assert!((at - Vec3::new(5.0, 3.0, -2.0)).length() < CLOSE, "{at}");
    assert!((there.x_axis.length() - 2.0).abs() < CLOSE);
    let reported = messages(&problems).join("\n");
    assert!(
        reported.contains("the animation walk moves Nobody, which this level does not have"),
        "{reported}"
    );
}

#[test]
fn scripted_camera_has_a_view() {
    let (scene, _) = scripted("walk", Folder::default().with("walk.asa", walk()));
    let animation = &scene.animations[0];
    let camera = animation.camera.expect("the animation moves a camera");
    assert_eq!(
        scene.layers[usize::from(scene.nodes.get(camera).unwrap().layer)].kind,
        LayerKind::Invisible
    );
    // From 8 m south of the origin, 5 m above it, facing north.
    let eye = Camera::through(transform_at(animation, camera, 0.0), 2.0).unwrap();
    assert!((eye.eye() - Vec3::new(0.0, 5.0, 8.0)).length() < CLOSE, "{}", eye.eye());
    assert!((eye.target - Vec3::new(0.0, 5.0, 6.0)).length() < CLOSE, "{}", eye.target);
    let ways = scene.helpers.iter().map(|helper| helper.name.as_str());
    let ways: Vec<&str> = ways.filter(|name| name.contains(" of ")).collect();
    assert!(
        ways.contains(&"Camera path of Camera") && ways.contains(&"Way of Crate-00"),
        "{ways:?}"
    );
}

#[test]
fn prefers_packed_scripts_and_reports_missing_ones() {
    let packed = texts::asb(0.0, &[("Crate-00", vec![frame(0.0, [7.0, 0.0, 0.0], 1.0)])]);
    let packed = packed.write().unwrap();
    let folder = Folder::default().with("walk.asa", walk()).with("Walk.asb", packed);
    let (scene, _) = scripted("walk", folder);
    let at = transform_at(&scene.animations[0], node(&scene, "Crate-00"), 0.0).w_axis.truncate();
    assert_eq!(at, Vec3::new(7.0, 0.0, 0.0));
    let (scene, problems) = scripted(r"..\other\walk", Folder::default());
    assert!(scene.animations.is_empty());
    let reported = messages(&problems).join("\n");
    assert!(reported.contains("neither walk.asb nor walk.asa found in the folder"), "{reported}");
    let (scene, problems) = scripted("walk", Folder::default().with("walk.asb", vec![9; 40]));
    assert!(scene.animations.is_empty());
    assert!(messages(&problems).join("\n").contains("walk.asb cannot be read"));
}

#[test]
fn triggers_and_their_targets_reference_each_other() {
    let (scene, _) = scripted("walk", Folder::default().with("walk.asa", walk()));
    let (trigger, target) = (node(&scene, "Trig"), node(&scene, "Crate-00"));
    let to: Vec<(Element, &str)> =
        scene.links_from(Element::Node(trigger)).map(|link| (link.to, link.by.as_str())).collect();
    let script = scene.animations.ids().next().unwrap();
    let expected = [
        (Element::Animation(script), "Action00.AnimationName"),
        (Element::Node(target), "Action00.Target"),
    ];
    assert_eq!(to, expected);
    for element in [Element::Node(target), Element::Animation(script)] {
        let from: Vec<NodeId> = scene.links_to(element).map(|link| link.from).collect();
        assert_eq!(from, [trigger]);
    }
    let lines: Vec<&Helper> = scene.helpers.iter().filter(|h| h.name.contains('→')).collect();
    let [line] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!(line.name, "Trig → Crate-00 (Action00.Target)");
    let ends = vec![Vec3::new(0.0, 1.0, -10.0), Vec3::new(1.0, 3.0, -2.0)];
    assert_eq!(line.shape, HelperShape::Line(ends));
    assert!(!scene.layers[usize::from(line.layer)].visible);
}

#[test]
fn object_material_references_its_sounds() {
    let hit = |a: &str, b: &str| {
        let mut hashes = [name_hash(a), name_hash(b)];
        hashes.sort_unstable();
        CollisionEntry {
            material_a: hashes[0],
            material_b: hashes[1],
            flags: 1,
            hit_1: name_hash("THUD"),
            ..CollisionEntry::default()
        }
    };
    let voice = tpa::pcm8(11025, 1, &[0x80; 64]);
    let ids = vec![tpa::id(name_hash("MISSING"), 0), tpa::id(name_hash("THUD"), 1)];
    let hits = vec![hit("STEEL", "GLASS"), hit("WOOD", "STEEL"), hit("WOOD", "TERRAIN")];
    let bank = tpa::bank(ids, vec![voice.clone(), voice], hits).write().unwrap();
    let folder = Folder::default().with("Effects.tpa", bank);
    let (scene, _) = folder.scene("a.grf", &bytes(&level("CInstance", Vec::new()).finish()));
    assert_eq!(scene.collisions.len(), 2, "the level has no glass");
    let object = Element::Node(node(&scene, "Crate-00"));
    let links: Vec<Element> = scene.links_from(object).map(|link| link.to).collect();
    let [Element::Collision(heard)] = links[..] else { panic!("{links:?}") };
    let heard = scene.collisions.get(heard).unwrap();
    assert!(heard.materials.iter().any(|material| material.hash == name_hash("TERRAIN")));
    let sound = heard.hits[0].sound.and_then(|sound| scene.sounds.get(sound)).unwrap();
    assert_eq!(sound.id(), Some(name_hash("THUD")));
}

#[test]
fn fog_is_taken_from_the_start_trigger_only() {
    let (scene, _) =
        Folder::default().scene("a.grf", &bytes(&level("CInstance", Vec::new()).finish()));
    let fog = scene.air.fog.as_ref().unwrap();
    // 280 m ahead of the viewer is 0.28 of 1000, where the fog hides half.
    assert!((fog.at(280.0) - 0.5).abs() < 1e-5, "{fog:?}");
    assert_eq!((fog.growth, fog.colour), (Growth::Power(1.2), Some([215, 230, 255])));
    let action = |kind, more: Vec<(&'static str, Property)>| {
        let mut all = vec![("ActionType", Property::Int(kind))];
        all.extend(more);
        Property::group(all)
    };
    let far = || action(6, vec![("FarClipPlane", Property::Float(500.0))]);
    let fog = || {
        action(
            5,
            vec![
                ("FogType", Property::Int(1)),
                ("FogHalf", Property::Float(0.1)),
                ("R", Property::Int(1)),
                ("G", Property::Int(2)),
                ("B", Property::Int(3)),
            ],
        )
    };
    let properties = || vec![("Action00", far()), ("Action01", fog())];
    let shown =
        |class| Folder::default().scene("a.grf", &bytes(&level(class, properties()).finish())).0;
    let scene = shown("CStartTrigger");
    let fog = scene.air.fog.as_ref().unwrap();
    // The fog hides half of what remains every 50 m.
    assert_eq!((fog.range, fog.growth, fog.colour), (50.0, Growth::Halves, Some([1, 2, 3])));
    assert!((fog.at(100.0) - 0.75).abs() < 1e-6);
    let scene = shown("CLocationTrigger");
    assert_eq!(scene.air.fog.as_ref().unwrap().growth, Growth::Power(1.2));
    let [variant] = &scene.variants.iter().filter(|v| v.name == "Fog").collect::<Vec<_>>()[..]
    else {
        panic!("{:?}", scene.variants)
    };
    let names: Vec<&str> = variant.options.iter().map(|option| option.name.as_str()).collect();
    assert_eq!(names, ["at the start", "after Trig"]);
    let other = variant.options[1].air.as_ref().and_then(|air| air.fog.as_ref()).unwrap();
    assert_eq!(other.range, 50.0);
}

#[test]
fn hulls_are_the_edges_around_wrap_vertices() {
    let (scene, _) =
        Folder::default().scene("a.grf", &bytes(&level("CInstance", Vec::new()).finish()));
    let hull = scene.helpers.iter().find(|helper| helper.name == "Hull of Trig").unwrap();
    let HelperShape::Line(line) = &hull.shape else { panic!("{:?}", hull.shape) };
    // The twelve edges of a box, drawn in both directions, without the diagonals of its sides.
    assert_eq!(line.len(), 1 + 2 * 12);
    for pair in line.windows(2) {
        assert!((pair[0].distance(pair[1]) - 2.0).abs() < 1e-4, "{pair:?}");
    }
    let low = line.iter().copied().reduce(Vec3::min).unwrap();
    // From -1 to 1 around (0, 1, -10).
    assert!((low - Vec3::new(-1.0, 0.0, -11.0)).length() < 1e-4, "{low}");
    assert!(!scene.layers[usize::from(hull.layer)].visible);
}
