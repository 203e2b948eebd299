//! Blocks of a scene file, whose layout depends on the class of their instance.

use gouraud::formats::trespasser::groff::scn::block::{
    Block, Inside, Trigger, TriggerBlock, TriggerMore,
};
use gouraud::formats::trespasser::groff::{Groff, instance_hash};
use gouraud::scene;
use gouraud_testing::build::groff::{Level, Place, Property, Scene, saved_place};

use super::fixture::{bytes, crate_model, open_as};
use super::folder::{Folder, messages};

/// A trigger state of zeros, which only the instance's class can identify.
const ZEROS: Trigger = Trigger {
    next_action: 0,
    fires_left: 0,
    probability: 0,
    fire_time: 0.0,
    running_sequence: 0,
    next_action_time: 0.0,
    next_fire_time: 0.0,
};

fn trigger(expression: bool, more: TriggerMore) -> Block {
    let expression = expression.then(|| vec![0; 64]);
    Block::Trigger(TriggerBlock { expression, unknown_00: None, state: ZEROS, more })
}

fn level() -> Groff {
    let mut level = Level::default();
    let model = level.model("Box", crate_model());
    let class = |name: &str, level: &mut Level, class: &str, fires: bool| {
        let mut values = vec![("Class", Property::text(class))];
        if fires {
            values.push(("FireExpression", Property::text("#Player")));
        }
        let group = level.values(name, values);
        level.instance(name, model, Place::at(0.0, 0.0, 0.0), group);
    };
    class("Door", &mut level, "CLocationTrigger", false);
    class("Clock", &mut level, "CTimerTrigger", true);
    class("Bell", &mut level, "ctimertrigger", false);
    class("Begin", &mut level, "CStartTrigger", false);
    class("Row", &mut level, "CSequenceTrigger", false);
    class("Gate", &mut level, "CLocationTrigger", true);
    class("Pistol", &mut level, "CGun", false);
    let body = vec![("Class", Property::text("CAnimal")), ("Body", Property::text("$RaptorBody"))];
    let group = level.values("RaptorB", body);
    level.instance("RaptorB", model, Place::at(0.0, 0.0, 0.0), group);
    level.finish()
}

fn saved() -> Groff {
    let mut scene = Scene::new(r"D:\data\small.grf");
    let timer =
        |expression| trigger(expression, TriggerMore::Timer { unknown_00: 1.5, unknown_04: 0 });
    let inside =
        Inside { contents: [0; 16].map(|_| instance_hash("RaptorB")), ..Inside::default() };
    scene.block("Door", trigger(false, TriggerMore::Location(Inside::default())));
    scene.block("Clock", timer(true));
    scene.block("Bell", timer(false));
    scene.block("Begin", trigger(false, TriggerMore::Start(0)));
    let row = TriggerBlock {
        expression: None,
        unknown_00: Some(9),
        state: ZEROS,
        more: TriggerMore::None,
    };
    scene.block("Row", Block::Trigger(row));
    scene.block("Gate", trigger(true, TriggerMore::Location(inside)));
    scene.moved("Pistol", Place::at(1.0, 2.0, 3.0), 0x10);
    scene.block("RaptorB", Block::Opaque(vec![1; 2000]));
    let place = saved_place(Place::at(4.0, 5.0, 6.0));
    for part in ["$RaptorBody+RaptorB", "LFoot+31519BCE", "RFoot+31519BCE"] {
        scene.block(part, Block::Placement { place, flags: Some(0) });
    }
    scene.finish()
}

/// Cells of the block of an instance.
fn cells<'a>(scene: &'a scene::Scene, of: &str) -> Vec<&'a str> {
    let blocks = scene.tables.iter().find(|table| table.name == "Blocks").unwrap();
    let row = blocks.rows.iter().find(|row| row.cells[1] == of).expect(of);
    row.cells.iter().map(String::as_str).collect()
}

#[test]
fn block_layout_follows_the_class_of_its_instance() {
    let folder = Folder::default().with("small.grf", bytes(&level()));
    let (shown, problems) = folder.scene("small.scn", &bytes(&saved()));
    for (of, class, kind) in [
        ("Door", "CLocationTrigger", "location trigger"),
        ("Clock", "CTimerTrigger", "timer trigger with a FireExpression"),
        ("Bell", "ctimertrigger", "timer trigger"),
        ("Begin", "CStartTrigger", "start trigger"),
        ("Row", "CSequenceTrigger", "sequence trigger"),
        ("Gate", "CLocationTrigger", "location trigger with a FireExpression"),
        ("RaptorB", "CAnimal", "opaque"),
        ("$RaptorBody+RaptorB", "", "placement"),
        ("LFoot+31519BCE", "", "placement"),
        ("RFoot+31519BCE", "", "placement"),
    ] {
        let cells = cells(&shown, of);
        assert_eq!((cells[2], cells[3]), (class, kind), "{of}");
    }
    assert_eq!(
        cells(&shown, "Gate")[6].matches("RaptorB").count(),
        16,
        "names of the instances inside"
    );
    let text = messages(&problems).join("\n");
    let wrong = "the block of Pistol (CGun) has 36 bytes, but a gun has 44; it is read as a \
                 placement, by its size";
    assert!(text.contains(wrong), "{text}");
    assert_eq!(cells(&shown, "Pistol")[4], "1.000 2.000 3.000");
    assert_eq!(text.matches("placement, by its size").count(), 1, "{text}");
}

#[test]
fn ambiguous_blocks_list_alternatives_without_the_level() {
    let document = open_as("small.scn", &bytes(&saved()));
    let meaning = |of: &str| {
        let index = document
            .content
            .container()
            .members()
            .unwrap()
            .list()
            .iter()
            .position(|member| member.path.ends_with(&format!("_{:X}", instance_hash(of))));
        let field = document.tree.find(&format!("sections[{}]", index.unwrap())).unwrap();
        document.tree.field(&field).unwrap().meaning.clone()
    };
    let clock = meaning("Clock");
    assert!(clock.contains("according to its size"), "{clock}");
    for kind in
        ["location trigger", "timer trigger with a FireExpression", "only the level can tell"]
    {
        assert!(clock.contains(kind), "{clock}");
    }
    assert!(meaning("Begin").contains("sequence trigger"));
    assert_eq!(meaning("RaptorB"), "31519BCE");
}

#[test]
fn movable_objects_of_old_versions_have_no_flags() {
    let mut file = saved();
    for section in &mut file.sections {
        use gouraud::formats::trespasser::groff::body::Body;
        match &mut section.body {
            Body::SaveHeader(header) => header.version = 14,
            Body::Partitions(partitions) => partitions.with_flags = false,
            Body::Block(Block::Placement { flags, .. }) => *flags = None,
            _ => {}
        }
    }
    let folder = Folder::default().with("small.grf", bytes(&level()));
    let (shown, _) = folder.scene("small.scn", &bytes(&file));
    assert_eq!(cells(&shown, "$RaptorBody+RaptorB")[3], "placement");
    assert_eq!(cells(&shown, "Begin")[3], "start trigger");
    let document = open_as("small.scn", &bytes(&file));
    assert_eq!(document.content.write().unwrap(), bytes(&file));
    assert_eq!(document.counts.get("instances"), Some(4));
}

#[test]
fn body_part_names_come_from_the_level() {
    let document = open_as("small.grf", &bytes(&level()));
    let mut learnt = Vec::new();
    document.content.named().names(&mut |hash, name| learnt.push((hash, name.to_owned())));
    for (name, hash) in [("$RaptorBody+RaptorB", 0xB0A3_374C), ("LFoot+31519BCE", 0x2F0C_437A)] {
        assert!(learnt.contains(&(hash, name.to_owned())), "{name}");
    }
}
