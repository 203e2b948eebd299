//! Nodes of a trigger file and their contents (format document, section 18).

use super::command::{Command, Commands};
use super::kinds::{
    BADDY_FLAGS, BADDY_KINDS, CAMERA_KINDS, FOLLOW_MODES, GROUND, KINDS, PICKUPS, RAIL_FLAGS,
    RAIL_SURFACE, SURFACES, kind_name,
};
use super::opcodes::Minor;
use super::pieces::{Angles, Links, Location, Position, Rgb, Text};
use super::script::{Script, ScriptItem};
use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Hint, Result};
use crate::layout;

/// Node of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Node type as stored; determines the body's layout (see [`Body::of`]).
    pub kind: u16,
    pub body: Body,
    /// All bytes of a truncated node, which are written unchanged.
    pub broken: Option<Vec<u8>>,
    /// Bytes from the end of the body to the next node; all bytes for unknown types.
    pub rest: Vec<u8>,
}

layout! {
    /// 1, 7: an acting character or object.
    pub struct Baddy {
        pub kind: u16 => Hint::Enum(BADDY_KINDS),
        pub priority: u16 => Hint::Hex,
        pub links: Links,
        pub flags: Vec<u8> [until 0xFF "flags_end"] => Hint::Enum(BADDY_FLAGS),
        pub pad: Vec<u8> [align 4],
        pub position: Location,
        pub angles: Angles,
        pub script: Script,
    }

    /// 2, 9, 12, 14: an object of the level, by its model's name.
    pub struct ModelNode {
        pub links: Links,
        pub pad: Vec<u8> [align 4],
        pub model: u32 => Hint::Name,
    }

    /// 3: a point.
    pub struct Point {
        pub links: Links,
        pub pad: Vec<u8> [align 4],
        pub position: Location,
    }

    /// 4, 15: commands that run when the level starts.
    pub struct CommandNode in Minor {
        pub commands: Commands,
    }

    /// 5: a pickup.
    pub struct Powerup {
        pub kind: u16 => Hint::Enum(PICKUPS),
        pub links: Links,
        pub pad: Vec<u8> [align 4],
        pub position: Location,
        pub ground: u16 => Hint::Enum(GROUND),
        pub respawn: u16,
        /// Number of a pickup in THPS4; 0xFFFF if unset.
        pub number: u16,
    }

    /// 6: commands that run when triggered.
    pub struct CommandPoint in Minor {
        pub links: Links,
        pub pad: Vec<u8> [align 4],
        /// 0 for no model.
        pub model: u32 => Hint::Name,
        pub commands: Commands,
    }

    /// 8: start position of the player.
    pub struct Restart in Minor {
        pub links: Links,
        pub pad: Vec<u8> [align 4],
        pub position: Location,
        pub angles: Angles,
        pub name: Text,
        pub commands: Commands,
    }

    /// 10, 11: a vertex of a rail.
    pub struct Rail {
        pub links: Links,
        pub pad: Vec<u8> [align 4],
        pub position: Location,
        pub flags: u16 => Hint::Flags(RAIL_FLAGS),
    }

    /// 13: a replay camera.
    pub struct Camera {
        pub links: Links,
        pub pad: Vec<u8> [align 4],
        pub position: Location,
        pub kind: u16 => Hint::Enum(CAMERA_KINDS),
        pub mode: u16 => Hint::Enum(FOLLOW_MODES),
    }

    /// 17: objects that form one trick.
    pub struct Cluster {
        pub links: Links,
        pub pad: Vec<u8> [align 4],
        pub models: Vec<u32> [until 0 "models_end"] => Hint::Name,
    }

    /// 500, 501: a light. It has no links.
    pub struct Light {
        pub pad: Vec<u8> [align 4],
        pub position: Location,
        pub range: i16,
        pub inner: i16,
        pub outer: i16,
        pub falloff: i16,
        pub colour_0: Rgb,
        pub colour_1: Rgb,
    }

    /// 1000, 1001: a point with a script.
    pub struct ScriptPoint {
        pub links: Links,
        pub pad: Vec<u8> [align 4],
        pub position: Location,
        pub angles: Angles,
        pub script: Script,
    }

    /// 1002: a spawn point.
    pub struct Spawn {
        pub unknown_02: u16,
        pub links: Links,
        pub pad: Vec<u8> [align 4],
        pub position: Location,
    }
}

/// Fields that are common to several types of nodes.
#[derive(Default)]
struct Parts<'a> {
    position: Option<&'a Location>,
    angles: Option<&'a Angles>,
    links: Option<&'a Links>,
    commands: Option<&'a Commands>,
    script: Option<&'a Script>,
    model: Option<&'a u32>,
    models: Option<&'a Vec<u32>>,
}

/// Declares the bodies of nodes: their layouts, node types and [`Parts`].
macro_rules! bodies {
    (@links links $links:ident $body:ident) => { $links = Some(&mut $body.links) };
    (@links $part:ident $links:ident $body:ident) => {};
    ($($name:ident($ty:ident): $($kind:literal)|+ => $($part:ident)*;)*) => {
        /// Contents of a node, by layout.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub enum Body {
            $($name(Box<$ty>),)*
            Terminator,
            /// Unknown layout: all bytes are in [`Node::rest`].
            #[default]
            Unknown,
            /// Shares offset and bytes with this other node.
            SameAs(u32),
            /// Invalid offset, outside the nodes.
            Nowhere(u32),
        }

        $(impl From<$ty> for Body {
            fn from(body: $ty) -> Self {
                Body::$name(Box::new(body))
            }
        })*

        impl Body {
            /// Creates an empty body with the layout of `kind`.
            pub fn of(kind: u16) -> Self {
                match kind {
                    $($($kind)|+ => $ty::default().into(),)*
                    255 => Body::Terminator,
                    _ => Body::Unknown,
                }
            }

            fn pass<P: Pass>(&mut self, pass: &mut P, minor: Minor) -> Result<()> {
                match self {
                    $(Body::$name(body) => body.pass(pass, minor),)*
                    _ => Ok(()),
                }
            }

            /// Indices of linked nodes.
            pub(super) fn links_mut(&mut self) -> &mut [u16] {
                let mut links: Option<&mut Links> = None;
                match self {
                    $(Body::$name(_body) => { $(bodies!(@links $part links _body);)* })*
                    _ => {}
                }
                links.map_or(&mut [], |links| &mut links.0)
            }

            fn parts(&self) -> Parts<'_> {
                match self {
                    $(Body::$name(body) => {
                        Parts { $($part: Some(&body.$part),)* ..Parts::default() }
                    })*
                    _ => Parts::default(),
                }
            }
        }
    };
}

bodies! {
    Baddy(Baddy): 1 | 7 => position angles links script;
    Model(ModelNode): 2 | 9 | 12 | 14 => links model;
    Point(Point): 3 => position links;
    Commands(CommandNode): 4 | 15 => commands;
    Powerup(Powerup): 5 => position links;
    CommandPoint(CommandPoint): 6 => links commands model;
    Restart(Restart): 8 => position angles links commands;
    Rail(Rail): 10 | 11 => position links;
    Camera(Camera): 13 => position links;
    Cluster(Cluster): 17 => links models;
    Light(Light): 500 | 501 => position;
    Script(ScriptPoint): 1000 | 1001 => position angles links script;
    Spawn(Spawn): 1002 => position links;
}

/// Layout of a node without the bytes after its body.
impl Layout<Minor> for Node {
    const TYPE: &'static str = "Node";
    const MIN_SIZE: u64 = 2;

    fn pass<P: Pass>(&mut self, pass: &mut P, minor: Minor) -> Result<()> {
        pass.value(("type", Hint::Enum(KINDS)), &mut self.kind)?;
        if pass.is_reading() {
            self.body = Body::of(self.kind);
        }
        self.body.pass(pass, minor)
    }

    /// One-line summary: `RAILPOINT at (12.0, -3.5, 8.0), 2 links`.
    fn summary(&self) -> String {
        let mut text = match self.body {
            Body::SameAs(other) => return format!("same bytes as nodes[{other}]"),
            Body::Nowhere(offset) => return format!("invalid: {offset:#x} is outside the nodes"),
            _ => self.kind_name(),
        };
        let detail = self.detail();
        if !detail.is_empty() {
            text += &format!(" {detail}");
        }
        if let Some(position) = self.position() {
            text += &format!(" at {position}");
        }
        match self.models() {
            [] => {}
            [model] => text += &format!(" of model {model:08x}"),
            models => {
                let models: Vec<_> = models.iter().map(|model| format!("{model:08x}")).collect();
                text += &format!(" of models {}", models.join(", "));
            }
        }
        text += &counted(self.links().len(), "link");
        text += &counted(self.commands().len(), "command");
        text += &counted(self.script().len(), "script item");
        text
    }
}

impl Node {
    /// `true` if the node has its own bytes in the file.
    pub fn is_stored(&self) -> bool {
        !matches!(self.body, Body::SameAs(_) | Body::Nowhere(_))
    }

    /// Name of the node type, such as `RAILPOINT`; the number for unknown types.
    pub fn kind_name(&self) -> String {
        match self.body {
            Body::SameAs(_) | Body::Nowhere(_) => String::new(),
            _ => kind_name(self.kind).map_or_else(|| format!("type {}", self.kind), str::to_owned),
        }
    }

    /// Position in the file's axes; `None` if the type has none or the node is truncated.
    pub fn position(&self) -> Option<Position> {
        self.body.parts().position.and_then(|position| position.0)
    }

    /// Angles, for the types that have them; `None` if they may not have been read.
    pub fn angles(&self) -> Option<Angles> {
        self.body.parts().angles.copied().filter(|_| self.broken.is_none())
    }

    /// Indices of linked nodes.
    pub fn links(&self) -> &[u16] {
        self.body.parts().links.map_or(&[], |links| &links.0)
    }

    pub fn commands(&self) -> &[Command] {
        self.body.parts().commands.map_or(&[], |commands| &commands.0)
    }

    pub fn script(&self) -> &[ScriptItem] {
        self.body.parts().script.map_or(&[], |script| &script.0)
    }

    /// Name hashes of the level's models to which it refers: one for most nodes, several for clusters.
    pub fn models(&self) -> &[u32] {
        let parts = self.body.parts();
        let one = parts.model.filter(|model| **model != 0).map(std::slice::from_ref);
        parts.models.map(Vec::as_slice).or(one).unwrap_or_default()
    }

    /// Detail of its type: the kind of pickup or baddy, the restart's name, the rail's surface.
    pub fn detail(&self) -> String {
        let symbol = |symbols: &[crate::bytes::Symbol], value: u16| {
            let known = symbols.iter().find(|s| s.value == u32::from(value));
            known.map_or_else(|| format!("{value}"), |s| s.name.to_owned())
        };
        match &self.body {
            Body::Baddy(body) => symbol(BADDY_KINDS, body.kind),
            Body::Powerup(body) => symbol(PICKUPS, body.kind),
            Body::Restart(body) => format!("{:?}", body.name.as_str()),
            Body::Rail(body) => symbol(SURFACES, body.flags & RAIL_SURFACE),
            Body::Camera(body) if body.kind == 2 => {
                format!("follow {}", symbol(FOLLOW_MODES, body.mode))
            }
            Body::Camera(body) => symbol(CAMERA_KINDS, body.kind),
            _ => String::new(),
        }
    }
}

fn counted(count: usize, what: &str) -> String {
    match count {
        0 => String::new(),
        1 => format!(", 1 {what}"),
        _ => format!(", {count} {what}s"),
    }
}
