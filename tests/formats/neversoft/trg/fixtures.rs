//! Files built with the writer.

use gouraud::formats::neversoft::trg::node::{Baddy, Cluster, CommandNode, Light, Node, Spawn};
use gouraud::formats::neversoft::trg::pieces::Rgb;
use gouraud::formats::neversoft::trg::{
    Angles, Command, Operand, OperandValue, Position, Region, ScriptItem, Text, Trg, opcodes,
};
use gouraud_testing::build::trg;

pub fn at(x: i32, y: i32, z: i32) -> Position {
    Position::new(x, y, z)
}

/// A script with every item that has operands.
pub fn script() -> Vec<ScriptItem> {
    vec![
        trg::word(5),
        trg::places(0xCAFE_F00D),
        trg::taking(0x2137, OperandValue::Angles(Angles { x: 0, y: 1024, z: -1 })),
        trg::taking(0x42B0, OperandValue::Text("hello".into())),
        trg::word(0x4301),
        trg::word(0x4100),
    ]
}

/// One command of each opcode, with distinct operands.
pub fn every_command() -> Vec<Command> {
    let mut next = 0x0101;
    let mut word = || {
        next += 0x11;
        Operand::Word(next)
    };
    let region = Region { pad: Vec::new(), min: at(-1, -2, -3), max: at(1, 2, 3) };
    opcodes::OPCODES
        .iter()
        .map(|op| {
            let operands = op.operands.iter().map(|spec| match spec.shape {
                opcodes::Shape::Word => word(),
                opcodes::Shape::Text => Operand::Text("odd".into()),
                opcodes::Shape::Texts => {
                    Operand::Texts(["Start", "Roof", ""].map(Text::from).to_vec())
                }
                opcodes::Shape::Name => Operand::Name { pad: Vec::new(), hash: 0xBEEF_0000 },
                opcodes::Shape::Boxes => Operand::Boxes(vec![region.clone(), region.clone()]),
            });
            trg::command(op.code, operands.collect())
        })
        .collect()
}

/// One node of each type, in the order of their numbers.
pub fn every_node() -> Trg {
    let colour = |r| Rgb { r, g: 128, b: 255 };
    let mut nodes = vec![
        trg::autoexec(every_command()),
        trg::baddy(402, at(1, -2, 3), Angles { x: 0, y: 2048, z: 0 }, [3], script()),
        trg::object(2, 0x1111_1111, [3]),
        trg::point(at(4, 5, 6), []),
        trg::node(4, CommandNode::default()),
        trg::powerup(21, at(7, 8, 9)),
        trg::command_point(0x2222_2222, [5, 6], vec![trg::words(0x03, &[])]),
        trg::restart(
            "Start",
            at(0, -10, 0),
            Angles { x: 0, y: 1024, z: 0 },
            [3],
            vec![trg::words(0x9D, &[1])],
        ),
        trg::object(9, 0x3333_3333, []),
        trg::rail_def(at(0, 0, 0), 0x11, [10]),
        trg::rail_point(at(10, 0, 0), 0x12, [9, 3]),
        trg::object(12, 0x4444_4444, []),
        trg::camera(at(1, 1, 1), 2, 4, [3]),
        trg::object(14, 0x5555_5555, []),
    ];
    nodes[4].kind = 15;
    nodes.extend([
        Node { kind: 16, rest: vec![1, 2, 3], ..Node::default() },
        trg::node(17, Cluster { models: vec![7, 8], ..Cluster::default() }),
        trg::node(
            500,
            Light {
                position: at(0, -30, 0).into(),
                range: 500,
                inner: -1,
                outer: 2,
                falloff: 3,
                colour_0: colour(1),
                colour_1: colour(2),
                ..Light::default()
            },
        ),
        trg::node(501, Light { position: at(5, -30, 0).into(), ..Light::default() }),
        trg::script_point(at(2, 2, 2), Angles::default(), [3], script()),
        trg::script_point(at(3, 2, 2), Angles::default(), [], vec![]),
        trg::node(1002, Spawn { unknown_02: 9, position: at(6, 0, 6).into(), ..Spawn::default() }),
        trg::node(
            7,
            Baddy { kind: 203, priority: 0x1001, position: at(9, 9, 9).into(), ..Baddy::default() },
        ),
    ]);
    nodes[19].kind = 1001;
    trg::file(nodes)
}

/// A file from raw bytes: header, offsets of `nodes` one after the other, and the nodes.
pub fn raw(minor: u16, nodes: &[&[u8]]) -> Vec<u8> {
    let mut file = b"_TRG\x02\0".to_vec();
    file.extend(minor.to_le_bytes());
    file.extend((nodes.len() as u32).to_le_bytes());
    let mut offset = 12 + 4 * nodes.len();
    for node in nodes {
        file.extend((offset as u32).to_le_bytes());
        offset += node.len();
    }
    file.extend(nodes.concat());
    file
}

/// Bytes of little-endian words.
pub fn words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// One POINT without links at (4096, -4096, 2048), and the terminator (format document, 24.6).
pub const VECTOR: [u8; 38] = [
    0x5F, 0x54, 0x52, 0x47, 0x02, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x14, 0x00, 0x00, 0x00,
    0x24, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0xF0, 0xFF, 0xFF,
    0x00, 0x08, 0x00, 0x00, 0xFF, 0x00,
];

/// A file written by another exporter.
pub fn sample() -> Vec<u8> {
    gouraud_testing::fixtures::read("neversoft/gm_sample1_t.trg")
}
