//! Player start, light, triggers with their sounds, and the scene file.

use gouraud::formats::trespasser::groff::Groff;
use gouraud::formats::trespasser::groff::instance_hash;
use gouraud::formats::trespasser::groff::scn::block::{
    Block, Inside, Trigger, TriggerBlock, TriggerMore,
};
use gouraud::formats::trespasser::groff::scn::saved::VISIBLE;
use gouraud_testing::build::groff::{InstanceTransform, Level, Property, Scene};

use super::land::{SEA, height};
use super::props::helper_box;
use super::village::Moved;

fn action(kind: i32, with: Vec<(&str, Property)>) -> Property {
    let mut properties = vec![("ActionType", Property::Int(kind))];
    properties.extend(with);
    Property::group(properties)
}

pub fn add(level: &mut Level) {
    let text = Property::text;
    let point = level.model("Anne", helper_box([0.3, 0.3, 0.9]));
    let group = level.values("Anne", vec![("Class", text("Player")), ("Body", text("$AnneBody"))]);
    let start = InstanceTransform::at(8.0, -44.0, SEA as f32 + 1.6);
    level.instance("Anne", point, start, group);

    let group = level.values(
        "EveningSun",
        vec![("Class", text("CLightDirectional")), ("Intensity", Property::Float(0.95))],
    );
    let high = InstanceTransform::at(0.0, 0.0, 40.0).turned(-2.35, 0.0, -0.7);
    level.instance("EveningSun", point, high, group);

    let group = level.values(
        "Settings",
        vec![
            ("Class", text("Settings")),
            ("FogStart", Property::Float(60.0)),
            ("R", Property::Int(118)),
            ("G", Property::Int(160)),
            ("B", Property::Int(190)),
        ],
    );
    level.instance("Settings", point, InstanceTransform::at(0.0, 0.0, 30.0), group);
    triggers(level);
}

fn triggers(level: &mut Level) {
    let text = Property::text;
    let volume = level.model("TrigWelcome", helper_box([1.0, 1.0, 1.0]));
    let group = level.values(
        "TrigWelcome",
        vec![
            ("Class", text("CLocationTrigger")),
            ("BoundVol", Property::Int(1)),
            ("FireExpression", text("#Anne")),
            ("FireCount", Property::Int(1)),
            ("Action00", action(0, vec![("Sample", text(r"VO\WELCOME"))])),
            ("Action01", action(2, vec![("Sample", text("MUSIC - DEMO"))])),
            ("Action02", action(34, vec![("Text", text("Someone has been here before you."))])),
        ],
    );
    let jetty = InstanceTransform::at(8.0, -46.0, SEA as f32 + 1.5).scaled(2.0);
    level.instance("TrigWelcome", volume, jetty, group);

    let group = level.values(
        "TrigHut",
        vec![
            ("Class", text("CLocationTrigger")),
            ("BoundVol", Property::Int(0)),
            ("FireExpression", text("#Anne & #TrigWelcome")),
            ("Action00", action(23, vec![("Sample", text("CHIME"))])),
            (
                "Action01",
                action(22, vec![("Target", text("Crate-02")), ("Hide", Property::Bool(true))]),
            ),
        ],
    );
    let hut = InstanceTransform::at(-4.0, -4.0, height(-4.0, -4.0) as f32 + 1.0).scaled(2.5);
    level.instance("TrigHut", volume, hut, group);

    let group = level.values(
        "TrigSea",
        vec![
            ("Class", text("CStartTrigger")),
            ("Action00", action(1, vec![("Sample", text("AMB-DEMO-SEA"))])),
        ],
    );
    level.instance("TrigSea", volume, InstanceTransform::at(0.0, 0.0, 45.0), group);
}

/// The scene file: positions of movable objects, state of the triggers, and bounding boxes.
pub fn scene(moved: &Moved) -> Groff {
    let mut scene = Scene::new(r"C:\Trespasser\data\island.grf");
    let whole = scene.partition([0.0, 0.0, 10.0], [66.0, 66.0, 14.0]);
    let village = scene.partition([1.0, -4.0, 7.0], [12.0, 10.0, 4.0]);
    let shore = scene.partition([9.0, -46.0, 2.5], [4.0, 8.0, 4.0]);
    scene.hang(0, whole, 0);
    for (node, parent) in [(village, whole), (shore, whole)] {
        scene.hang(0, node, parent);
    }
    for name in ["Hut", "Fire", "Crate-00", "Crate-01", "Crate-02", "Crate-03"] {
        scene.hang(0, instance_hash(name), village);
    }
    for name in ["Jetty", "Boat", "Crate-04"] {
        scene.hang(0, instance_hash(name), shore);
    }
    let path = scene.partition([2.0, -21.0, 4.0], [11.0, 20.0, 3.0]);
    scene.hang(1, path, 0);
    for index in 0..7 {
        scene.hang(1, instance_hash(&format!("TrnObj_Path-{index:02}")), path);
    }
    let places = scene.partition([2.0, -24.0, 5.0], [10.0, 26.0, 5.0]);
    scene.hang(2, places, 0);
    for name in ["TrigWelcome", "TrigHut"] {
        scene.hang(2, instance_hash(name), places);
    }
    scene.hang(2, instance_hash("TrigSea"), 0);
    for (name, place) in moved {
        scene.moved(name, *place, VISIBLE | 0x2000);
    }
    let trigger = |more| {
        let state = Trigger {
            fires_left: u32::MAX,
            probability: u32::MAX,
            fire_time: -1.0,
            ..Trigger::default()
        };
        Block::Trigger(TriggerBlock { expression: None, unknown_00: None, state, more })
    };
    scene.block("TrigSea", trigger(TriggerMore::Start(0)));
    let with_expression = |block| match block {
        Block::Trigger(trigger) => {
            Block::Trigger(TriggerBlock { expression: Some(vec![0; 64]), ..trigger })
        }
        other => other,
    };
    for name in ["TrigWelcome", "TrigHut"] {
        let location = trigger(TriggerMore::Location(Inside::default()));
        scene.block(name, with_expression(location));
    }
    scene.finish()
}
