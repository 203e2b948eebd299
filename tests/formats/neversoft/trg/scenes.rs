//! Points, lines, layers, tables.

use glam::Vec3;
use gouraud::formats::Records;
use gouraud::formats::neversoft::trg::node::Cluster;
use gouraud::formats::neversoft::trg::{
    Angles, GameMode, Node, Players, Surroundings, VisibleLayers, add_helpers,
};
use gouraud::scene::{Helper, HelperShape, Mesh, Scene};
use gouraud_testing::build::trg;

use super::fixtures::{at, every_node};
use super::{field, loaded, open, scene};

fn layer<'a>(scene: &'a Scene, name: &str) -> Vec<&'a Helper> {
    let index = scene.layers.iter().position(|layer| layer.name == name).expect(name);
    scene.helpers.iter().filter(|helper| usize::from(helper.layer) == index).collect()
}

#[test]
fn positions_are_converted_from_y_down_to_y_up() {
    let document = open(trg::file(vec![trg::point(at(12, -3, 8), [])]).write().unwrap());
    let scene = scene(&document);
    let [point] = layer(&scene, "Points")[..] else { panic!("one point") };
    let shape = HelperShape::Point { at: Vec3::new(12.0, 3.0, -8.0), heading: None };
    assert_eq!(point.shape, shape);
    assert_eq!(point.origin.path, "nodes[0]");
}

#[test]
fn headings_follow_the_angles() {
    let heading = |x, y| {
        let restart = trg::restart("A", at(0, 0, 0), Angles { x, y, z: 77 }, [], vec![]);
        let scene = scene(&open(trg::file(vec![restart]).write().unwrap()));
        let HelperShape::Point { heading, .. } = scene.helpers[0].shape else { panic!("a point") };
        heading.expect("restarts have a heading")
    };
    let close = |a: Vec3, b: Vec3| assert!(a.distance(b) < 1e-5, "{a} {b}");
    // Players look along −Z of the file, +Z of the scene; a quarter turn about Y turns this to −X.
    close(heading(0, 0), Vec3::Z);
    close(heading(0, 1024), Vec3::NEG_X);
    close(heading(0, 2048), Vec3::NEG_Z);
    // A quarter turn about X turns to +Y, which is down.
    close(heading(1024, 0), Vec3::NEG_Y);
}

#[test]
fn level_starts_at_the_restart_named_by_its_commands() {
    let restart = |name: &str, x: i32, turn: i16| {
        let angles = Angles { x: 0, y: turn, z: 0 };
        trg::restart(name, at(x, 20, 0), angles, [], vec![])
    };
    let nodes = [restart("A", 1, 0), restart("Gate", 2, 1024), restart("B", 3, 0)];
    let names = |nodes: Vec<Node>| {
        let starts = scene(&open(trg::file(nodes).write().unwrap())).starts;
        starts.iter().map(|start| start.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(nodes.to_vec()), ["A", "Gate", "B"], "otherwise at the first restart");
    let first = trg::autoexec(vec![trg::text(0x8C, "gate")]);
    let document = open(trg::file([first].into_iter().chain(nodes).collect()).write().unwrap());
    let starts = scene(&document).starts;
    assert_eq!(starts.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["Gate", "A", "B"]);
    let gate = &starts[0];
    assert_eq!(gate.at, Vec3::new(2.0, -20.0, 0.0));
    assert!(gate.ahead.distance(Vec3::NEG_X) < 1e-5 && gate.eye().y > gate.at.y);
    assert_eq!(gate.origin.path, "nodes[2]");
}

#[test]
fn rails_are_lines_and_other_links_have_a_separate_layer() {
    let trg = trg::file(vec![
        trg::rail_def(at(0, 0, 0), 0, [1]),
        trg::rail_point(at(5, 0, 0), 0, [2, 99]),
        trg::point(at(0, 0, 5), []),
    ]);
    let document = open(trg.write().unwrap());
    let scene = scene(&document);
    let rails = layer(&scene, "Rails");
    assert_eq!(rails.len(), 3, "two points and a line");
    let line = HelperShape::Line(vec![Vec3::ZERO, Vec3::new(5.0, 0.0, 0.0)]);
    let rail = rails.iter().find(|helper| helper.shape == line).expect("the line exists");
    assert_eq!(rail.origin.path, "nodes[0].links[0]");
    assert_eq!(rail.origin.span, field(&document, "nodes[0].links[0]").span);
    assert_eq!(layer(&scene, "Links").len(), 1, "an invalid link is not drawn");
    let links = scene.layers.iter().find(|layer| layer.name == "Links").expect("the layer exists");
    assert!(!links.visible);
}

#[test]
fn every_helper_and_row_references_its_bytes() {
    let document = open(every_node().write().unwrap());
    let scene = scene(&document);
    let rows = scene.tables.iter().flat_map(|table| &table.rows).map(|row| &row.origin);
    let helpers = scene.helpers.iter().map(|helper| &helper.origin);
    for origin in rows.chain(helpers) {
        assert_eq!(field(&document, &origin.path).span, origin.span, "{}", origin.path);
    }
}

#[test]
fn tables_list_nodes_commands_and_scripts() {
    let scene = scene(&open(every_node().write().unwrap()));
    let rows = |name: &str| {
        let table = scene.tables.iter().find(|table| table.name == name).expect(name);
        assert!(table.rows.iter().all(|row| row.cells.len() == table.columns.len()));
        table.rows.iter().map(|row| row.cells.join("|")).collect::<Vec<_>>()
    };
    let nodes = rows("Nodes");
    let others = |count| "|".repeat(count);
    let rail = format!("10|RAILPOINT|wood||(10, 0, 0)|9 3{}", others(8));
    assert_eq!(nodes[10], format!("{rail}0x12 surface 2, players 1{}", others(4)));
    assert_eq!(nodes[2], format!("2|CRATE||11111111||3{}", others(12)));
    let light = "16|LIGHT|||(0, -30, 0)|||500|-1|2|3|#0180ff|#0280ff";
    assert_eq!(nodes[16], format!("{light}{}", others(5)));
    assert!(nodes[15].starts_with("15|TRICKCLUSTER||00000007, 00000008|"), "{}", nodes[15]);
    assert!(nodes[1].ends_with("|0 2048 0|||||||2 0 0|||0x1000|"), "{}", nodes[1]);
    assert!(nodes[5].ends_with("|1 stays where it is|1||"), "{}", nodes[5]);
    assert_eq!(rows("Commands")[0], "0|0|SetCheatRestarts|restarts \"Start\" \"Roof\"");
    assert_eq!(rows("Scripts")[1], "1|1|0x212f|variable 0x212f model cafef00d");
}

#[test]
fn clusters_are_at_the_centre_of_their_objects() {
    let cluster = Cluster { models: vec![7, 8, 9], ..Cluster::default() };
    let bytes = trg::file(vec![trg::node(17, cluster)]).write().unwrap();
    let document = open(bytes.clone());
    assert_eq!(field(&document, "nodes[0].models").meaning, "00000007, 00000008, 00000009");
    let mut level = Scene::default();
    let models = [(7, Vec3::ZERO), (8, Vec3::new(10.0, 4.0, 0.0))].into();
    let ways = vec![GameMode { players: Players::One, models }];
    add_helpers(&loaded(&bytes), &mut level, &Surroundings { ways, ..Surroundings::default() });
    let middle = Vec3::new(5.0, 2.0, 0.0);
    let shapes: Vec<_> = level.helpers.iter().map(|h| (h.shape.clone(), &*h.origin.path)).collect();
    let line = |to| HelperShape::Line(vec![middle, to]);
    let point = HelperShape::Point { at: middle, heading: None };
    assert_eq!(
        shapes,
        [
            (point, "nodes[0]"),
            (line(Vec3::ZERO), "nodes[0].models[0]"),
            (line(Vec3::new(10.0, 4.0, 0.0)), "nodes[0].models[1]"),
        ]
    );
}

#[test]
fn layers_are_hidden_initially_in_a_level() {
    let file = loaded(&every_node().write().unwrap());
    let mut level = Scene { meshes: vec![Mesh::default()].into(), ..Scene::default() };
    let around = Surroundings { shows: VisibleLayers::Nothing, ..Surroundings::default() };
    add_helpers(&file, &mut level, &around);
    assert!(!level.helpers.is_empty());
    assert!(level.layers.iter().all(|layer| !layer.visible));
}

#[test]
fn level_provides_the_positions_of_objects() {
    let trg = trg::file(vec![trg::object(2, 0xAB, [1]), trg::point(at(1, 0, 0), [])]);
    let mut level = Scene::default();
    let place = Vec3::new(3.0, 4.0, 5.0);
    let way = GameMode { players: Players::One, models: [(0xAB, place)].into() };
    let around = Surroundings { ways: vec![way], ..Surroundings::default() };
    add_helpers(&loaded(&trg.write().unwrap()), &mut level, &around);
    let [crate_] = layer(&level, "Crates")[..] else { panic!("one crate") };
    assert_eq!(crate_.shape, HelperShape::Point { at: place, heading: None });
    assert_eq!(layer(&level, "Links").len(), 1);
}
