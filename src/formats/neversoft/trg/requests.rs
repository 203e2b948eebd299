//! Requests of a level's commands: the files of the level, its sky and its fog (format document, sections
//! 15, 17 and 18).

use glam::Vec3;

use super::command::{Command, Operand, Region};
use super::node::{Body, Node};
use super::{Trg, kinds, opcodes};

/// Number of players: two have a separate first command list, which replaces the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Players {
    One,
    Two,
}

impl Players {
    /// Node types of the first list for these players, and of the list that it replaces.
    fn others(self) -> (u16, u16) {
        match self {
            Players::One => (kinds::AUTOEXEC, kinds::AUTOEXEC2),
            Players::Two => (kinds::AUTOEXEC2, kinds::AUTOEXEC),
        }
    }
}

/// A name in a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// File name without extension.
    pub name: String,
    /// Field path of the command.
    pub path: String,
}

/// Commands as they apply for a number of players.
#[derive(Clone, Copy)]
pub struct Orders<'a> {
    trg: &'a Trg,
    players: Players,
}

/// Commands that show and hide objects by boxes, in order of execution.
#[derive(Clone, Debug, Default)]
pub struct Hiding<'a>(Vec<Boxes<'a>>);

/// Shows or hides objects inside its boxes, or outside all of them.
#[derive(Clone, Copy, Debug)]
struct Boxes<'a> {
    hides: bool,
    inside: bool,
    boxes: &'a [Region],
}

impl Hiding<'_> {
    /// `true` if an object at this scene position is hidden: the last applicable command decides.
    pub fn hides(&self, at: Vec3) -> bool {
        let reaches = |own: &&Boxes<'_>| own.boxes.iter().any(|b| b.holds(at)) == own.inside;
        self.0.iter().rev().find(reaches).is_some_and(|own| own.hides)
    }
}

/// A command and its field path.
type Ordered<'a> = (String, &'a Command);

impl Trg {
    /// Requests for a number of players.
    pub fn orders(&self, players: Players) -> Orders<'_> {
        Orders { trg: self, players }
    }

    /// `true` if two players have a separate first list or a separate restart.
    pub fn is_for_two(&self) -> bool {
        let sets_restart = |node: &Node| {
            node.commands().iter().any(|command| command.opcode == opcodes::SET_RESTART_2)
        };
        self.nodes.iter().any(|node| node.kind == kinds::AUTOEXEC2 || sets_restart(node))
    }
}

impl<'a> Orders<'a> {
    /// Geometry that any command loads, in file order without duplicates. This includes all modes, and in
    /// some original files the geometry of another level, loaded by a restart that is never used.
    pub fn spool_env(self) -> Vec<Named> {
        self.names(opcodes::SPOOL_ENV)
    }

    /// Geometry with which the level begins: that of the first list and the first restart, or of all
    /// commands if these load none.
    pub fn geometry(self) -> Vec<Named> {
        let is_geometry = |(_, command): &Ordered<'_>| command.opcode == opcodes::SPOOL_ENV;
        let first = named(self.first_done().filter(is_geometry));
        if first.is_empty() { self.spool_env() } else { first }
    }

    /// Further files, in file order without duplicates.
    pub fn spool_in(self) -> Vec<Named> {
        self.names(opcodes::SPOOL_IN)
    }

    /// Object banks: usually one.
    pub fn obj_file(self) -> Vec<Named> {
        self.names(opcodes::SET_OBJ_FILE)
    }

    /// Name of the restart at which the level begins.
    pub fn first_restart(self) -> Option<String> {
        let one = self.names(opcodes::SET_RESTART);
        let two = match self.players {
            Players::One => Vec::new(),
            // In some levels, only the list for one player contains the command.
            Players::Two => {
                let others = self.trg.orders(Players::One).names(opcodes::SET_RESTART_2);
                [self.names(opcodes::SET_RESTART_2), others].concat()
            }
        };
        two.into_iter().chain(one).next().map(|named| named.name)
    }

    /// Name hashes of the sky's models in paint order: farthest first.
    pub fn backgrounds(self) -> Vec<u32> {
        let named = self.all(opcodes::BACKGROUND_CREATE);
        let named = named.filter_map(|(_, command)| command.first_name());
        named.filter(|hash| *hash != 0).collect()
    }

    /// `true` if the sky's models are drawn when the level begins: the last command decides.
    pub fn shows_background(self) -> bool {
        let switch = |code| matches!(code, opcodes::BACKGROUND_ON | opcodes::BACKGROUND_OFF);
        let last = self.first_done().filter(|(_, command)| switch(command.opcode)).last();
        last.is_none_or(|(_, command)| command.opcode == opcodes::BACKGROUND_ON)
    }

    /// Commands that hide objects at the start of the level.
    pub fn hiding(self) -> Hiding<'a> {
        let commands =
            self.first_done().filter(|(_, command)| command.opcode == opcodes::SHOW_IN_BOX);
        let word = |(_, command): Ordered<'a>| match command.operands.as_slice() {
            [Operand::Word(visibility), Operand::Word(inside), Operand::Boxes(boxes)] => {
                // 0 and 2 mean invisible, to one player and to both.
                Some(Boxes { hides: visibility & 1 == 0, inside: *inside != 0, boxes })
            }
            _ => None,
        };
        Hiding(commands.filter_map(word).collect())
    }

    /// Start distance and range of fog, and the field path of the command.
    pub fn fog(self) -> Option<([u16; 2], String)> {
        let (path, command) = self.at_start(opcodes::SET_FOG)?;
        match command.operands.as_slice() {
            [_, Operand::Word(start), Operand::Word(range)] => Some(([*start, *range], path)),
            _ => None,
        }
    }

    /// Colour into which distant objects fade, and the field path of the command.
    pub fn fade_colour(self) -> Option<([u8; 3], String)> {
        let (path, command) = self.at_start(opcodes::SET_FADE_COLOUR)?;
        Some((command.colour()?, path))
    }

    /// Background colour, and the field path of the command. All ones mean that no background is painted.
    pub fn sky_colour(self) -> Option<([u8; 3], String)> {
        let (path, command) = self.at_start(opcodes::SET_SKY_COLOUR)?;
        let is_none = command.operands.iter().all(|o| *o == Operand::Word(u16::MAX));
        Some((command.colour().filter(|_| !is_none)?, path))
    }

    /// The last command with this opcode that runs at the start of the level, otherwise the first one that is
    /// triggered later.
    fn at_start(self, opcode: u16) -> Option<Ordered<'a>> {
        let first = self.first_done().filter(|(_, command)| command.opcode == opcode).last();
        first.or_else(|| self.all(opcode).next())
    }

    /// Commands of the first list, then those of the first restart.
    fn first_done(self) -> impl Iterator<Item = Ordered<'a>> {
        let is_first = |node: &Node| matches!(node.body, Body::Commands(_));
        let restart = self.first_restart();
        let begins = move |node: &Node| match (&node.body, &restart) {
            (Body::Restart(own), Some(name)) => own.name.as_str().eq_ignore_ascii_case(name),
            _ => false,
        };
        let lists = self.commands().filter(move |(node, ..)| is_first(node));
        let restart = self.commands().filter(move |(node, ..)| begins(node));
        lists.chain(restart).map(|(_, path, command)| (path, command))
    }

    fn commands(self) -> impl Iterator<Item = (&'a Node, String, &'a Command)> {
        let (own, other) = self.players.others();
        let nodes = &self.trg.nodes;
        let has_own = nodes.iter().any(|node| node.kind == own);
        let counts = move |(_, node): &(usize, &Node)| !(has_own && node.kind == other);
        nodes.iter().enumerate().filter(counts).flat_map(|(index, node)| {
            let path = move |at: usize| format!("nodes[{index}].commands[{at}]");
            node.commands().iter().enumerate().map(move |(at, c)| (node, path(at), c))
        })
    }

    fn all(self, opcode: u16) -> impl Iterator<Item = Ordered<'a>> {
        let all = self.commands().filter(move |(.., command)| command.opcode == opcode);
        all.map(|(_, path, command)| (path, command))
    }

    fn names(self, opcode: u16) -> Vec<Named> {
        named(self.all(opcode))
    }
}

/// Names in these commands, without duplicates.
fn named<'a>(commands: impl Iterator<Item = Ordered<'a>>) -> Vec<Named> {
    let mut all: Vec<Named> = Vec::new();
    for (path, command) in commands {
        let name = command.first_text().map(|text| text.as_str().into_owned());
        let Some(name) = name.filter(|name| !name.is_empty()) else { continue };
        if all.iter().all(|known| !known.name.eq_ignore_ascii_case(&name)) {
            all.push(Named { name, path });
        }
    }
    all
}
