//! Nodes and files from scratch.

use super::command::Command;
use super::node::{
    Baddy, Body, Camera, CommandNode, CommandPoint, ModelNode, Node, Point, Powerup, Rail, Restart,
    ScriptPoint,
};
use super::pieces::{Angles, BaddyFlags, Links, Position};
use super::script::ScriptItem;
use super::{Trg, opcodes};

impl Trg {
    /// A THPS file with these nodes and a terminator.
    pub fn new(mut nodes: Vec<Node>) -> Self {
        nodes.push(Node::new(255, Body::Terminator));
        Self { major: 2, minor: 0, nodes, order: Vec::new(), gap: Vec::new(), cut: None }
    }

    /// Adds a node before the terminator, and gives its index.
    pub fn add(&mut self, node: Node) -> u16 {
        let ended = self.nodes.last().is_some_and(|n| matches!(n.body, Body::Terminator));
        let index = self.nodes.len() - usize::from(ended);
        self.nodes.insert(index, node);
        for moved in self.order.iter_mut().filter(|moved| **moved as usize >= index) {
            *moved += 1;
        }
        u16::try_from(index).unwrap_or(u16::MAX)
    }
}

impl Node {
    /// A node whose `body` must have the layout of `kind`.
    pub fn new(kind: u16, body: impl Into<Body>) -> Self {
        Self { kind, body: body.into(), ..Self::default() }
    }

    pub fn autoexec(commands: Vec<Command>) -> Self {
        Self::new(4, CommandNode { commands: commands.into() })
    }

    pub fn point(position: Position, links: impl Into<Links>) -> Self {
        let links = links.into();
        Self::new(3, Point { links, position, ..Point::default() })
    }

    /// A crate, by its model's name hash; `kind` is 2, or 9, 12, 14 for the others of its layout.
    pub fn object(kind: u16, model: u32, links: impl Into<Links>) -> Self {
        let links = links.into();
        Self::new(kind, ModelNode { links, model, ..ModelNode::default() })
    }

    /// A pickup that keeps its height and comes back.
    pub fn powerup(kind: u16, position: Position) -> Self {
        let (ground, respawn) = (1, 1);
        Self::new(5, Powerup { kind, position, ground, respawn, ..Powerup::default() })
    }

    pub fn command_point(model: u32, links: impl Into<Links>, commands: Vec<Command>) -> Self {
        let (links, commands) = (links.into(), commands.into());
        let body = CommandPoint { links, model, commands, ..CommandPoint::default() };
        Self::new(6, body)
    }

    pub fn restart(
        name: &str,
        position: Position,
        angles: Angles,
        links: impl Into<Links>,
        commands: Vec<Command>,
    ) -> Self {
        let (links, name, commands) = (links.into(), name.into(), commands.into());
        let body = Restart { links, position, angles, name, commands, ..Restart::default() };
        Self::new(8, body)
    }

    /// The first node of a rail; links lead to the next ones.
    pub fn rail_def(position: Position, flags: u16, links: impl Into<Links>) -> Self {
        Self::rail(10, position, flags, links.into())
    }

    pub fn rail_point(position: Position, flags: u16, links: impl Into<Links>) -> Self {
        Self::rail(11, position, flags, links.into())
    }

    fn rail(kind: u16, position: Position, flags: u16, links: Links) -> Self {
        Self::new(kind, Rail { links, position, flags, ..Rail::default() })
    }

    pub fn camera(position: Position, radius: u16, mode: u16, links: impl Into<Links>) -> Self {
        let links = links.into();
        Self::new(13, Camera { links, position, radius, mode, ..Camera::default() })
    }

    /// A baddy of priority 0x1000 that is active at the start.
    pub fn baddy(
        kind: u16,
        position: Position,
        angles: Angles,
        links: impl Into<Links>,
        script: Vec<ScriptItem>,
    ) -> Self {
        let flags = BaddyFlags(vec![2, 0, 0]);
        let (links, priority, script) = (links.into(), 0x1000, script.into());
        let body =
            Baddy { kind, priority, links, flags, position, angles, script, ..Baddy::default() };
        Self::new(1, body)
    }

    pub fn script_point(
        position: Position,
        angles: Angles,
        links: impl Into<Links>,
        script: Vec<ScriptItem>,
    ) -> Self {
        let (links, script) = (links.into(), script.into());
        let body = ScriptPoint { links, position, angles, script, ..ScriptPoint::default() };
        Self::new(1000, body)
    }
}

/// The commands that levels need most.
impl Command {
    /// Loads the level's geometry, by name without extension.
    pub fn spool_env(name: &str) -> Self {
        Self::text(opcodes::SPOOL_ENV, name)
    }

    /// Loads a further file.
    pub fn spool_in(name: &str) -> Self {
        Self::text(opcodes::SPOOL_IN, name)
    }

    /// Names the object bank.
    pub fn set_obj_file(name: &str) -> Self {
        Self::text(opcodes::SET_OBJ_FILE, name)
    }
}
