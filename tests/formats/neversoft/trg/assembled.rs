//! A trigger file that is opened alone shows the level that it belongs to.

use glam::Vec3;
use gouraud::bytes::{Severity, Source};
use gouraud::formats::neversoft::psx::records::Version;
use gouraud::formats::neversoft::trg::{Node, Operand, Region, Trg, opcodes};
use gouraud::formats::{Records, format_of};
use gouraud::scene::{Choice, Id, LayerKind, Scene};
use gouraud_testing::Folder;
use gouraud_testing::build::psx::{Builder, Polygon};
use gouraud_testing::build::trg;

use super::fixtures::at;

/// A file with one object at this position, whose model has this name.
fn part(name: u32, at: [i32; 3]) -> Vec<u8> {
    let mut builder = Builder::new(Version::V4);
    let corners = [[0, -64, 0], [64, -64, 0], [0, 0, 0], [64, 0, 0]];
    let model = builder.model(name, &[Polygon::quad(corners).flat([90, 80, 70])]);
    builder.object(model, at);
    builder.block_map(2);
    builder.finish().unwrap().write().unwrap()
}

fn triggers(nodes: Vec<Node>) -> Vec<u8> {
    trg::file(nodes).write().unwrap()
}

/// Models and positions of all instances of an initially visible layer.
fn shown(scene: &Scene, layer: &str) -> Vec<(u32, Vec3)> {
    let hidden = scene.with_all_below(&scene.unchosen_nodes(&[]));
    let nodes = scene.nodes.iter().zip(scene.world_transforms()).zip(hidden);
    let nodes = nodes.filter(|((node, _), hidden)| {
        !hidden && scene.layers[usize::from(node.layer)].name == layer
    });
    let of = |((node, world), _): ((&gouraud::scene::Node, glam::Mat4), bool)| {
        (scene.mesh_of(node).unwrap().id, world.w_axis.truncate())
    };
    nodes.map(of).collect()
}

#[test]
fn combines_all_geometry_files_in_one_scene() {
    let start = trg::autoexec(vec![
        trg::spool_env("east"),
        trg::spool_env("WEST"),
        trg::set_obj_file("things"),
    ]);
    let folder = Folder(vec![
        ("east.psx", part(0xE, [100, -20, 300])),
        ("west.psx", part(0xA, [-500, 0, 0])),
        ("things.psx", part(0xB, [0, -8, 0])),
    ]);
    let (scene, problems) = folder.scene("two_t.trg", &triggers(vec![start]));
    assert_eq!(problems.iter().count(), 0, "{problems:?}");
    let drawn = [(0xE, Vec3::new(100.0, 20.0, -300.0)), (0xA, Vec3::new(-500.0, 0.0, 0.0))];
    assert_eq!(shown(&scene, "Drawn"), drawn);
    assert_eq!(shown(&scene, "Object bank"), [(0xB, Vec3::new(0.0, 8.0, 0.0))]);
    let sources: Vec<_> = scene.nodes.iter().map(|node| node.origin.span.source).collect();
    assert!(sources[0] != sources[1] && sources[1] != sources[2], "origins are in different files");
    assert!(scene.nodes.iter().all(|node| node.origin.path == "objects[0]"));
    assert!(scene.variants.is_empty(), "there is only one set");
    let maps = scene.helpers.iter().filter(|helper| helper.name.starts_with("block map"));
    assert_eq!(maps.count(), 2);
}

#[test]
fn reports_missing_files_and_shows_the_rest() {
    let start = trg::autoexec(vec![
        trg::spool_env("east"),
        trg::spool_env("gone"),
        trg::set_obj_file("lost"),
        trg::spool_in("more"),
    ]);
    let folder = Folder(vec![("east.psx", part(0xE, [0; 3]))]);
    let bytes = triggers(vec![start, trg::point(at(1, 2, 3), [])]);
    let (scene, problems) = folder.scene("two_t.trg", &bytes);
    assert_eq!(shown(&scene, "Drawn").len(), 1);
    let reported: Vec<_> = problems.iter().map(|p| (p.severity, p.field.clone())).collect();
    let at = [1, 2, 3].map(|at| (Severity::Warning, format!("nodes[0].commands[{at}]")));
    assert_eq!(reported, at);
    assert!(problems.iter().next().unwrap().message.contains("gone.psx"));
    let points = scene.layers.iter().find(|layer| layer.name == "Points").unwrap();
    assert!(
        points.visible && points.kind == LayerKind::Helper,
        "the opened file is the trigger file"
    );
    let (alone, _) = Folder::default().scene("two_t.trg", &bytes);
    assert!(alone.meshes.is_empty() && !alone.helpers.is_empty());
}

#[test]
fn offers_sets_for_one_player_two_players_and_horse() {
    let two = Node {
        kind: 15,
        ..trg::autoexec(vec![trg::spool_env("park_2"), trg::set_obj_file("park_o")])
    };
    let one = trg::autoexec(vec![trg::spool_env("park"), trg::set_obj_file("park_o")]);
    let folder = Folder(vec![
        ("park.psx", part(1, [10, 0, 0])),
        ("park_2.psx", part(2, [20, 0, 0])),
        ("park_h.psx", part(3, [30, 0, 0])),
        ("park_o.psx", part(4, [40, 0, 0])),
    ]);
    let (scene, _) = folder.scene("park_t.trg", &triggers(vec![one, two]));
    let [sets] = &scene.variants[..] else { panic!("one choice") };
    assert_eq!((&*sets.name, sets.choice), ("Set", Choice::One));
    let names: Vec<_> = sets.options.iter().map(|option| &*option.name).collect();
    assert_eq!(names, ["One player", "Two players", "HORSE"]);
    assert_eq!(shown(&scene, "Drawn"), [(1, Vec3::X * 10.0)]);
    // The bank is placed once, and belongs to all sets.
    assert_eq!(shown(&scene, "Object bank"), [(4, Vec3::X * 40.0)]);
    assert!(sets.options.iter().all(|option| option.nodes.len() == 2));
}

#[test]
fn triggers_follow_the_set() {
    let start = |kind, geometry, fog: [u16; 2], blue: u16| {
        let [near, range] = fog;
        let commands = vec![
            trg::spool_env(geometry),
            trg::words(opcodes::SET_FOG, &[0, near, range]),
            trg::words(opcodes::SET_SKY_COLOUR, &[1, 0x0200 | blue]),
        ];
        Node { kind, ..trg::autoexec(commands) }
    };
    let nodes = vec![
        start(4, "park", [100, 512], 3),
        start(15, "park_2", [200, 1024], 4),
        // Crates are placed at the models of the set: the first exists in one set, the second in both, at
        // different positions. The point has its stored position.
        trg::object(2, 0xA, [4]),
        trg::object(2, 0xB, [4]),
        trg::point(at(1, 0, 0), []),
    ];
    let both = |models: &[(u32, i32)]| {
        let mut builder = Builder::new(Version::V4);
        for (name, x) in models {
            let corners = [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]];
            let model = builder.model(*name, &[Polygon::quad(corners).flat([9; 3])]);
            builder.object(model, [*x, 0, 0]);
        }
        builder.block_map(2);
        builder.finish().unwrap().write().unwrap()
    };
    let folder = Folder(vec![
        ("park.psx", both(&[(0xA, 10), (0xB, 20)])),
        ("park_2.psx", both(&[(0xB, 30)])),
    ]);
    let (scene, _) = folder.scene("park_t.trg", &triggers(nodes));
    // Names of helpers that are visible with a set, and positions of the crates.
    let helpers = |set: u32| {
        let hidden = scene.unchosen_helpers(&[Some(Id::new(set))]);
        let shown = scene.helpers.pairs().filter(|(at, _)| !hidden.contains(at));
        shown.map(|(_, helper)| helper).collect::<Vec<_>>()
    };
    let crates = |set| {
        let crates = helpers(set).into_iter().filter(|helper| helper.name.starts_with("CRATE"));
        crates.map(|helper| helper.shape.position().x).collect::<Vec<_>>()
    };
    assert_eq!((crates(0), crates(1)), (vec![10.0, 20.0], vec![30.0]));
    let count = |set, name| helpers(set).iter().filter(|h| h.name.starts_with(name)).count();
    assert_eq!((count(0, "block map"), count(1, "block map")), (1, 1), "each file has its own");
    assert_eq!((count(0, "POINT"), count(1, "POINT")), (1, 1));
    assert_eq!((count(0, "2 →"), count(1, "2 →")), (1, 0), "links are hidden with their node");
    let points = scene.helpers.iter().filter(|helper| helper.name.starts_with("POINT"));
    assert_eq!(points.count(), 1, "helpers that are equal in all sets exist once");
    let air = |set: u32| {
        let air = scene.air_of(&[Some(Id::new(set))]);
        let (fog, backdrop) = (air.fog.as_ref().unwrap(), air.backdrop.as_ref().unwrap());
        (fog.start, fog.range, backdrop.colour)
    };
    assert_eq!(air(0), (100.0, 512.0, [1, 2, 3]));
    assert_eq!(air(1), (200.0, 1024.0, [1, 2, 4]));
    assert_eq!(scene.air_of(&[]), &scene.air, "the first set is shown initially");
    let table = scene.tables.iter().find(|table| table.name == "Fog and colours").unwrap();
    assert_eq!(table.rows.len(), 4);
    assert_eq!(table.rows[2].cells, ["fog for two players", "from 200 units, complete at 1224"]);
}

#[test]
fn finds_geometry_by_name_without_commands() {
    let nodes = vec![trg::point(at(0, 0, 0), [])];
    let models = |files: Vec<(&'static str, Vec<u8>)>, triggers_name: &str| {
        let (scene, _) = Folder(files).scene(triggers_name, &triggers(nodes.clone()));
        shown(&scene, "Drawn").into_iter().map(|(model, _)| model).collect::<Vec<_>>()
    };
    let plain = vec![("l1a1_g.psx", part(1, [0; 3])), ("l1a2_g.psx", part(9, [0; 3]))];
    assert_eq!(models(plain, "l1a1_t.trg"), [1]);
    assert_eq!(models(vec![("AAcity.psx", part(1, [0; 3]))], "City_t.trg"), [1]);
    // Apocalypse numbers its parts.
    let parts = vec![
        ("city_1.psx", part(1, [0; 3])),
        ("city_1a.psx", part(2, [0; 3])),
        ("city_2.psx", part(3, [0; 3])),
        ("city_lib.psx", part(9, [0; 3])),
    ];
    assert_eq!(models(parts, "city_t.trg"), [1, 2, 3]);
}

#[test]
fn pickups_are_models_of_their_bank() {
    let letters = {
        let mut builder = Builder::new(Version::V4);
        for name in [0x311D_55D4, 0x2328_A71C] {
            let corners = [[0, -8, 0], [8, -8, 0], [0, 0, 0], [8, 0, 0]];
            let model = builder.model(name, &[Polygon::quad(corners).flat([9, 9, 9])]);
            builder.object(model, [7777, 0, 0]);
        }
        builder.finish().unwrap().write().unwrap()
    };
    let nodes = vec![
        trg::autoexec(vec![trg::spool_env("park")]),
        trg::powerup(5, at(1, -2, 3)),
        trg::powerup(4, at(10, 0, 0)),
        // A tape, which the bank does not contain.
        trg::powerup(16, at(20, 0, 0)),
    ];
    let folder = Folder(vec![("park.psx", part(1, [0; 3])), ("items.psx", letters)]);
    let s_and_k =
        [(0x311D_55D4, Vec3::new(1.0, 2.0, -3.0)), (0x2328_A71C, Vec3::new(10.0, 0.0, 0.0))];
    let (scene, problems) = folder.scene("park_t.trg", &triggers(nodes.clone()));
    assert_eq!(
        shown(&scene, "Pickup models"),
        s_and_k,
        "at the pickups, not at the positions in the bank"
    );
    let reported: Vec<_> = problems.iter().map(|p| format!("{}: {}", p.field, p.message)).collect();
    assert_eq!(reported, ["nodes[3].kind: no pickup bank has a model for kind 16 (pickups: 1)"]);
    assert!(scene.layers.iter().all(|layer| layer.name != "Unplaced models"));
    let origins = scene.nodes.iter().map(|node| &*node.origin.path).collect::<Vec<_>>();
    assert_eq!(origins, ["objects[0]", "nodes[1]", "nodes[2]"]);
    let points = scene.layers.iter().position(|layer| layer.name == "Pickups").unwrap();
    let points = scene.helpers.iter().filter(|helper| usize::from(helper.layer) == points);
    assert_eq!(points.count(), 3, "every pickup is also a point");
    // The level's geometry finds the same models through its triggers.
    let with = folder.with("park_t.trg", triggers(nodes));
    let (scene, _) = with.scene("park.psx", &part(1, [0; 3]));
    assert_eq!(shown(&scene, "Pickup models"), s_and_k);
}

#[test]
fn reports_shared_sound_banks_for_levels_only() {
    let folder = Folder(vec![("common.vab", Vec::new())]);
    let reported = |bytes: &[u8]| {
        let (_, problems) = folder.scene("thing.psx", bytes);
        problems.iter().map(|p| (p.span.len, p.message.clone())).collect::<Vec<_>>()
    };
    let [(len, message)] = &reported(&part(1, [0; 3]))[..] else { panic!("one note") };
    assert!(message.contains("banks shared by all levels: common.vab"), "{message}");
    assert_eq!(*len, 2, "the note has a short span");
    let mut prop = Builder::new(Version::V4);
    let corners = [[0, -8, 0], [8, -8, 0], [0, 0, 0], [8, 0, 0]];
    let model = prop.model(1, &[Polygon::quad(corners).flat([9, 9, 9])]);
    prop.object(model, [0; 3]);
    assert_eq!(reported(&prop.finish().unwrap().write().unwrap()), []);
}

#[test]
fn game_is_detected_by_the_models_of_the_bank() {
    // Kind 10 is a letter in one game, and model A092D785 in another.
    let bank = |names: &[u32]| {
        let mut builder = Builder::new(Version::V4);
        for name in names {
            let corners = [[0, -8, 0], [8, -8, 0], [0, 0, 0], [8, 0, 0]];
            builder.model(*name, &[Polygon::quad(corners).flat([9, 9, 9])]);
        }
        builder.finish().unwrap().write().unwrap()
    };
    let shown_of = |names: &[u32]| {
        let nodes = vec![
            trg::autoexec(vec![trg::spool_env("park")]),
            trg::powerup(10, at(1, 0, 0)),
            trg::powerup(13, at(2, 0, 0)),
        ];
        let folder = Folder(vec![("park.psx", part(1, [0; 3])), ("items.psx", bank(names))]);
        let (scene, _) = folder.scene("park_t.trg", &triggers(nodes));
        shown(&scene, "Pickup models").into_iter().map(|(model, _)| model).collect::<Vec<_>>()
    };
    assert_eq!(shown_of(&[0xA092_D785, 0xC673_9C3B]), [0xA092_D785, 0xC673_9C3B]);
    assert_eq!(shown_of(&[0x29B6_8A16]), [0x29B6_8A16], "one model is enough");
}

#[test]
fn initial_commands_hide_objects_in_boxes() {
    let region = |min, max| Region { pad: Vec::new(), min, max };
    let command = |visibility, inside| {
        let boxes = vec![region(at(90, -30, 290), at(110, 0, 310))];
        let operands =
            vec![Operand::Word(visibility), Operand::Word(inside), Operand::Boxes(boxes)];
        trg::command(opcodes::SHOW_IN_BOX, operands)
    };
    let drawn = |switches: &[(u16, u16)]| {
        let mut commands = vec![trg::spool_env("near"), trg::spool_env("far")];
        commands.extend(switches.iter().map(|(visibility, inside)| command(*visibility, *inside)));
        let folder = Folder(vec![
            ("near.psx", part(0xE, [100, -20, 300])),
            ("far.psx", part(0xA, [-500, 0, 0])),
        ]);
        let (scene, _) = folder.scene("two_t.trg", &triggers(vec![trg::autoexec(commands)]));
        let hidden = scene.layers.iter().filter(|layer| layer.name == "Hidden by commands");
        assert!(hidden.into_iter().all(|layer| !layer.visible));
        shown(&scene, "Drawn").into_iter().map(|(model, _)| model).collect::<Vec<_>>()
    };
    assert_eq!(drawn(&[]), [0xE, 0xA]);
    assert_eq!(drawn(&[(0, 1)]), [0xA], "invisible inside");
    assert_eq!(drawn(&[(2, 0)]), [0xE], "invisible to both players outside");
    assert_eq!(drawn(&[(0, 1), (1, 1)]), [0xE, 0xA], "the last command counts");
    assert_eq!(drawn(&[(0, 1), (3, 0)]), [0xA], "the later command does not include it");
}

#[test]
fn geometry_is_that_of_the_first_restart_of_each_mode() {
    let restart = |name, geometry| {
        let commands = vec![trg::spool_env(geometry)];
        trg::restart(name, at(0, 0, 0), Default::default(), [], commands)
    };
    let first = vec![
        trg::text(opcodes::SET_RESTART, "Gate"),
        trg::text(opcodes::SET_RESTART_2, "Gate for two"),
    ];
    let nodes = vec![
        trg::autoexec(first),
        restart("never used", "of another level"),
        restart("Gate for two", "park_2"),
        restart("Gate", "park"),
    ];
    let folder = Folder(vec![
        ("park.psx", part(1, [10, 0, 0])),
        ("park_2.psx", part(2, [20, 0, 0])),
        ("of another level.psx", part(3, [30, 0, 0])),
    ]);
    let (scene, problems) = folder.scene("park_t.trg", &triggers(nodes));
    assert_eq!(problems.iter().count(), 0, "{problems:?}");
    assert_eq!(shown(&scene, "Drawn"), [(1, Vec3::X * 10.0)]);
    let sets: Vec<usize> =
        scene.variants[0].options.iter().map(|option| option.nodes.len()).collect();
    assert_eq!((sets, scene.nodes.len()), (vec![1, 1], 2));
}

#[test]
fn part_of_a_level_references_the_whole() {
    let whole = |commands| {
        let folder = Folder(vec![("park_t.trg", triggers(vec![trg::autoexec(commands)]))]);
        folder.scene("park.psx", &part(1, [0; 3])).0.part_of
    };
    let both = vec![trg::spool_env("park"), trg::spool_env("yard")];
    assert_eq!(whole(both).as_deref(), Some("park_t.trg"));
    assert_eq!(whole(vec![trg::spool_env("PARK")]), None, "the file is the whole level");
}

#[test]
fn commands_can_hide_the_sky() {
    let visible = |switches: &[u16]| {
        let mut commands =
            vec![trg::spool_env("park"), trg::set_obj_file("sky"), trg::background(5, [0; 3])];
        commands.extend(switches.iter().map(|code| trg::words(*code, &[1])));
        let folder = Folder(vec![("park.psx", part(1, [0; 3])), ("sky.psx", part(5, [0; 3]))]);
        let (scene, _) = folder.scene("park_t.trg", &triggers(vec![trg::autoexec(commands)]));
        scene.layers.iter().find(|layer| layer.name == "Sky").unwrap().visible
    };
    assert!(visible(&[]) && visible(&[opcodes::BACKGROUND_OFF, opcodes::BACKGROUND_ON]));
    assert!(!visible(&[opcodes::BACKGROUND_ON, opcodes::BACKGROUND_OFF]));
}

#[test]
fn damaged_triggers_show_the_rest_of_their_level() {
    let nodes = vec![
        trg::autoexec(vec![
            trg::spool_env("park"),
            trg::set_obj_file("sky"),
            trg::background(5, [0; 3]),
            trg::words(opcodes::SET_FOG, &[0, 100, 512]),
        ]),
        Node { kind: 15, ..trg::autoexec(vec![trg::spool_env("park_2")]) },
        trg::powerup(5, at(1, 2, 3)),
        trg::rail_def(at(0, 0, 0), 0x11, [4]),
        trg::rail_point(at(5, 0, 0), 0x11, [3]),
    ];
    let bytes = triggers(nodes);
    let names = ["park.psx", "park_2.psx", "sky.psx", "items.psx"];
    let folder = Folder(names.map(|name| (name, part(0x311D_55D4, [1, 2, 3]))).to_vec());
    let mut seen = 0;
    for offset in 0..bytes.len() {
        for change in [0x01, 0x80, 0xFF] {
            let mut damaged = bytes.clone();
            damaged[offset] ^= change;
            let source = Source::from_bytes("park_t.trg", damaged);
            let Ok(document) = format_of::<Trg>().open(&source) else { continue };
            let (scene, _) =
                document.content.displayed().scene(folder.context()).expect("the file has a scene");
            seen += usize::from(!scene.meshes.is_empty());
            assert!(scene.nodes.iter().all(|node| node.origin.span.len > 0));
        }
    }
    assert!(seen > bytes.len(), "most damaged files still find the level");
}
