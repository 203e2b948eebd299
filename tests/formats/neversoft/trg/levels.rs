//! Files and settings that a level's triggers request.

use gouraud::formats::Records;
use gouraud::formats::neversoft::trg::{Angles, Named, Node, Players};
use gouraud_testing::build::trg;

use super::fixtures::{at, every_node, sample};
use super::records;

#[test]
fn sample_names_its_files() {
    let bytes = sample();
    let trg = records(&bytes);
    let orders = trg.orders(Players::One);
    assert_eq!(names(orders.spool_in()), ["gm_l"]);
    assert_eq!(names(orders.obj_file()), ["gm_o"]);
    assert!(orders.backgrounds().is_empty());
}

fn names(named: Vec<Named>) -> Vec<String> {
    named.into_iter().map(|named| named.name).collect()
}

#[test]
fn two_player_list_replaces_the_other() {
    let two = |commands| Node { kind: 15, ..trg::autoexec(commands) };
    let alone = trg::file(vec![two(vec![trg::spool_in("two")])]);
    assert_eq!(names(alone.orders(Players::One).spool_in()), ["two"], "without another list");
    let both =
        trg::file(vec![two(vec![trg::spool_in("two")]), trg::autoexec(vec![trg::spool_in("one")])]);
    assert_eq!(names(both.orders(Players::One).spool_in()), ["one"]);
    assert_eq!(names(both.orders(Players::Two).spool_in()), ["two"]);
    let [named] = &both.orders(Players::One).spool_in()[..] else { panic!("one name") };
    assert_eq!(named.path, "nodes[1].commands[0]");
}

#[test]
fn backgrounds_are_in_painting_order() {
    let sky = |model| trg::background(model, [0; 3]);
    let trg = trg::file(vec![trg::autoexec(vec![sky(0xFA12), sky(0x0EA5)])]);
    assert_eq!(records(&trg.write().unwrap()).orders(Players::One).backgrounds(), [0xFA12, 0x0EA5]);
}

#[test]
fn scripts_place_models() {
    let placed = records(&every_node().write().unwrap()).placed_models();
    let nodes: Vec<_> = placed.iter().map(|p| (p.node, p.model)).collect();
    assert_eq!(nodes, [(1, 0xCAFE_F00D), (18, 0xCAFE_F00D)]);
    assert_eq!(placed[0].position, at(1, -2, 3));
    assert_eq!(placed[0].angles, Angles { x: 0, y: 1024, z: -1 }, "rotated by the script");
}
