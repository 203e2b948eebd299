//! Blocks of a scene file, whose layout depends on the class of their instance.

use gouraud::bytes::Field;
use gouraud::edit::{EditOp, apply};
use gouraud::formats::Document;
use gouraud::formats::trespasser::groff::scn::block::{
    Block, Inside, Trigger, TriggerBlock, TriggerMore,
};
use gouraud::formats::trespasser::groff::{Groff, instance_hash};
use gouraud::scene;
use gouraud_testing::build::groff::{InstanceTransform, Level, Property, Scene, saved_place};

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
        level.instance(name, model, InstanceTransform::at(0.0, 0.0, 0.0), group);
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
    level.instance("RaptorB", model, InstanceTransform::at(0.0, 0.0, 0.0), group);
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
    scene.moved("Pistol", InstanceTransform::at(1.0, 2.0, 3.0), 0x10);
    scene.block("RaptorB", Block::Opaque(vec![1; 2000]));
    let place = saved_place(InstanceTransform::at(4.0, 5.0, 6.0));
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

/// Path of the block of an instance.
fn block_of(document: &Document, of: &str) -> String {
    let name = format!("_{:X}", instance_hash(of));
    let list = document.content.container().members().unwrap().list();
    let index = list.iter().position(|member| member.path.ends_with(&name)).expect(of);
    format!("sections[{index}]")
}

fn field(document: &Document, path: &str) -> Field {
    let id = document.tree.find(path).unwrap();
    document.tree.field(&id).unwrap()
}

#[test]
fn fields_have_the_layout_of_the_class_in_the_level() {
    let folder = Folder::default().with("small.grf", bytes(&level()));
    let document = folder.document("small.scn", &bytes(&saved()));
    for (of, type_name) in [
        ("Door", "Block, location trigger"),
        ("Clock", "Block, timer trigger"),
        ("Bell", "Block, timer trigger"),
        ("Begin", "Block, start trigger"),
        ("Row", "Block, sequence trigger"),
        ("Gate", "Block, location trigger"),
        ("LFoot+31519BCE", "Block, placement"),
    ] {
        let field = field(&document, &block_of(&document, of));
        let read = (field.type_name.as_ref(), field.meaning.contains("guessed"));
        assert_eq!(read, (type_name, false), "{of}");
    }
    // A word is stored before the state of a sequence, and nothing before that of a door.
    for (of, before) in [("Row", 4), ("Door", 0), ("Clock", 64)] {
        let block = block_of(&document, of);
        let path = format!("{block}.state.fires_left");
        let start = field(&document, &block).span.start;
        assert_eq!(field(&document, &path).span.start, start + before + 4, "{of}");
        let changed = apply(&document, &[EditOp::set(path.as_str(), "3")]).unwrap();
        let at = usize::try_from(start + before + 4).unwrap();
        assert_eq!(changed.source.bytes()[at], 3, "{of}");
        assert_eq!(field(&changed, &block).type_name, field(&document, &block).type_name);
    }
}

#[test]
fn ambiguous_blocks_list_alternatives_without_the_level() {
    let document = open_as("small.scn", &bytes(&saved()));
    let meaning = |of: &str| field(&document, &block_of(&document, of)).meaning.clone();
    let clock = meaning("Clock");
    for words in [
        "guessed",
        "location trigger",
        "timer trigger with a FireExpression",
        "only the level determines it",
    ] {
        assert!(clock.contains(words), "{clock}");
    }
    assert!(meaning("Begin").contains("sequence trigger"));
    assert_eq!(meaning("RaptorB"), "31519BCE");
}

#[test]
fn fields_of_a_guessed_block_cannot_be_set() {
    let document = open_as("small.scn", &bytes(&saved()));
    let set = |of: &str, field: &str| {
        let path = format!("{}.{field}", block_of(&document, of));
        apply(&document, &[EditOp::set(path, "3")]).map_err(|error| error.to_string())
    };
    let refusal = set("Clock", "state.fires_left").unwrap_err();
    assert!(refusal.contains("guessed"), "{refusal}");
    assert!(refusal.contains("only its level small.grf determines it"), "{refusal}");
    set("Pistol", "place.position.x").unwrap();
}

#[test]
fn trigger_state_is_shown_in_words() {
    let state = Trigger { fires_left: u32::MAX, probability: u32::MAX, ..ZEROS };
    assert_eq!(state.in_words(), "endless, 100 %");
    let rare = Trigger { fires_left: 2, probability: u32::MAX / 100 * 25, ..ZEROS };
    assert_eq!((rare.in_words().as_str(), rare.has_whole_percent()), ("2 times, 25 %", true));
    let other = Trigger { probability: 100, ..ZEROS };
    assert_eq!((other.in_words().as_str(), other.has_whole_percent()), ("0 times, 0.000 %", false));
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
