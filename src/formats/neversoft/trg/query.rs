//! What a level wants to know of its triggers (format document, section 17).

use super::command::Command;
use super::node::Node;
use super::opcodes;
use super::pieces::{Angles, Position};
use super::script::Taken;
use super::{Trg, kinds};

/// A model that a node puts into the level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedModel {
    /// Index of the node.
    pub node: usize,
    /// Name hash of a model in the object bank.
    pub model: u32,
    /// In the file's axes.
    pub position: Position,
    /// The node's angles, or those its script sets.
    pub angles: Angles,
}

impl Trg {
    /// Names of further files, without extension, in file order.
    pub fn spool_in(&self) -> Vec<String> {
        self.texts(opcodes::SPOOL_IN)
    }

    /// Names of the object bank, without extension, in file order: usually one.
    pub fn obj_file(&self) -> Vec<String> {
        self.texts(opcodes::SET_OBJ_FILE)
    }

    /// The name of the restart that the level begins at.
    pub fn first_restart(&self) -> Option<String> {
        self.texts(opcodes::SET_RESTART).into_iter().next()
    }

    /// Name hashes of the sky's models in the order they are painted: farthest first.
    pub fn backgrounds(&self) -> Vec<u32> {
        let named = self.commands_of(opcodes::BACKGROUND_CREATE).filter_map(Command::first_name);
        named.filter(|hash| *hash != 0).collect()
    }

    /// Models that scripts place.
    pub fn placed_models(&self) -> Vec<PlacedModel> {
        let mut placed = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let Some(position) = node.position() else { continue };
            let mut angles = node.angles().unwrap_or_default();
            let mut model = None;
            for item in node.script() {
                match item.operand {
                    Taken::Model { hash, .. } => model = model.or(Some(hash)),
                    Taken::Angles(set) => angles = set,
                    _ => {}
                }
            }
            placed.extend(model.map(|model| PlacedModel { node: index, model, position, angles }));
        }
        placed
    }

    /// The commands of a game for one player: AUTOEXEC2 replaces AUTOEXEC for two, so it counts
    /// only where there is no AUTOEXEC.
    fn commands_of(&self, opcode: u16) -> impl Iterator<Item = &Command> {
        let one_player = self.nodes.iter().any(|node| node.kind == kinds::AUTOEXEC);
        let counts = move |node: &&Node| !(one_player && node.kind == kinds::AUTOEXEC2);
        let all = self.nodes.iter().filter(counts).flat_map(Node::commands);
        all.filter(move |command| command.opcode == opcode)
    }

    fn texts(&self, opcode: u16) -> Vec<String> {
        let texts = self.commands_of(opcode).filter_map(Command::first_text);
        texts.map(|text| text.as_str().into_owned()).filter(|text| !text.is_empty()).collect()
    }
}
