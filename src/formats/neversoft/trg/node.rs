//! The nodes of a trigger file and what is in them (format document, section 18).

use super::command::{Command, Commands};
use super::kinds::{
    BADDY_FLAGS, BADDY_KINDS, GROUND, KINDS, PICKUPS, RAIL_FLAGS, RAIL_SURFACE, SURFACES, kind_name,
};
use super::pieces::{Angles, BaddyFlags, Links, ModelNames, Pad, Position, Rgb, Text};
use super::port::{Item, Port, Stored, layout};
use super::script::{Script, ScriptItem};
use crate::bytes::Hint;

/// A node of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// As stored; decides the body's layout (see [`Body::of`]).
    pub kind: u16,
    pub body: Body,
    /// Where the node ended before its body did.
    pub broken: Option<Broken>,
    /// What follows the body up to the next node; all of it for unknown kinds.
    pub rest: Vec<u8>,
    pub at: Stored,
}

/// How much of a node could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Steps of the layout that could be done.
    pub steps: usize,
    /// The position was among them.
    pub placed: bool,
}

/// What a node holds, by layout.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Body {
    Baddy(Box<Baddy>),
    Model(Box<ModelNode>),
    Point(Box<Point>),
    Commands(Box<CommandNode>),
    Powerup(Box<Powerup>),
    CommandPoint(Box<CommandPoint>),
    Restart(Box<Restart>),
    Rail(Box<Rail>),
    Camera(Box<Camera>),
    Cluster(Box<Cluster>),
    Light(Box<Light>),
    Script(Box<ScriptPoint>),
    Spawn(Box<Spawn>),
    Terminator,
    /// The layout is not known: [`Node::rest`] holds all.
    #[default]
    Unknown,
    /// The offset is the one of this other node, whose bytes it shares.
    SameAs(u32),
    /// The offset leads outside the nodes.
    Nowhere(u32),
}

layout! {
    /// 1, 7: somebody or something that acts.
    pub struct Baddy {
        pub kind: u16 => Hint::Enum(BADDY_KINDS),
        pub priority: u16 => Hint::Hex,
        pub links: Links,
        pub flags: BaddyFlags => Hint::Enum(BADDY_FLAGS),
        pub pad: Pad<4>,
        pub position: Position,
        pub angles: Angles,
        pub script: Script,
    }

    /// 2, 9, 12, 14: an object of the level, by its model's name.
    pub struct ModelNode {
        pub links: Links,
        pub pad: Pad<4>,
        pub model: u32 => Hint::Name,
    }

    /// 3: a place.
    pub struct Point {
        pub links: Links,
        pub pad: Pad<4>,
        pub position: Position,
    }

    /// 4, 15: what the level does first.
    pub struct CommandNode {
        pub commands: Commands,
    }

    /// 5: a pickup.
    pub struct Powerup {
        pub kind: u16 => Hint::Enum(PICKUPS),
        pub links: Links,
        pub pad: Pad<4>,
        pub position: Position,
        pub ground: u16 => Hint::Enum(GROUND),
        pub respawn: u16,
        pub commands: Commands,
    }

    /// 6: commands that something sets off.
    pub struct CommandPoint {
        pub links: Links,
        pub pad: Pad<4>,
        /// 0 for none.
        pub model: u32 => Hint::Name,
        pub commands: Commands,
    }

    /// 8: where the player starts.
    pub struct Restart {
        pub links: Links,
        pub pad: Pad<4>,
        pub position: Position,
        pub angles: Angles,
        pub name: Text,
        pub commands: Commands,
    }

    /// 10, 11: a corner of a rail.
    pub struct Rail {
        pub links: Links,
        pub pad: Pad<4>,
        pub position: Position,
        pub flags: u16 => Hint::Flags(RAIL_FLAGS),
    }

    /// 13: a camera.
    pub struct Camera {
        pub links: Links,
        pub pad: Pad<4>,
        pub position: Position,
        pub radius: u16,
        pub mode: u16,
    }

    /// 17: objects that make one trick.
    pub struct Cluster {
        pub links: Links,
        pub pad: Pad<4>,
        pub models: ModelNames => Hint::Name,
    }

    /// 500, 501: a light. It has no links.
    pub struct Light {
        pub pad: Pad<4>,
        pub position: Position,
        pub range: i16,
        pub inner: i16,
        pub outer: i16,
        pub falloff: i16,
        pub colour_0: Rgb,
        pub colour_1: Rgb,
    }

    /// 1000, 1001: a place with a script.
    pub struct ScriptPoint {
        pub links: Links,
        pub pad: Pad<4>,
        pub position: Position,
        pub angles: Angles,
        pub script: Script,
    }

    /// 1002: where somebody appears.
    pub struct Spawn {
        pub unknown_02: u16,
        pub links: Links,
        pub pad: Pad<4>,
        pub position: Position,
    }
}

macro_rules! bodies {
    ($($name:ident($ty:ty)),*) => {$(
        impl From<$ty> for Body {
            fn from(body: $ty) -> Self {
                Body::$name(Box::new(body))
            }
        }
    )*};
}
bodies!(
    Baddy(Baddy),
    Model(ModelNode),
    Point(Point),
    Commands(CommandNode),
    Powerup(Powerup),
    CommandPoint(CommandPoint),
    Restart(Restart),
    Rail(Rail),
    Camera(Camera),
    Cluster(Cluster),
    Light(Light),
    Script(ScriptPoint),
    Spawn(Spawn)
);

impl Body {
    /// An empty body with the layout of `kind`.
    pub fn of(kind: u16) -> Self {
        match kind {
            1 | 7 => Baddy::default().into(),
            2 | 9 | 12 | 14 => ModelNode::default().into(),
            3 => Point::default().into(),
            4 | 15 => CommandNode::default().into(),
            5 => Powerup::default().into(),
            6 => CommandPoint::default().into(),
            8 => Restart::default().into(),
            10 | 11 => Rail::default().into(),
            13 => Camera::default().into(),
            17 => Cluster::default().into(),
            255 => Body::Terminator,
            500 | 501 => Light::default().into(),
            1000 | 1001 => ScriptPoint::default().into(),
            1002 => Spawn::default().into(),
            _ => Body::Unknown,
        }
    }

    fn fields<P: Port>(&mut self, port: &mut P) -> Result<(), P::Stop> {
        match self {
            Body::Baddy(body) => body.fields(port),
            Body::Model(body) => body.fields(port),
            Body::Point(body) => body.fields(port),
            Body::Commands(body) => body.fields(port),
            Body::Powerup(body) => body.fields(port),
            Body::CommandPoint(body) => body.fields(port),
            Body::Restart(body) => body.fields(port),
            Body::Rail(body) => body.fields(port),
            Body::Camera(body) => body.fields(port),
            Body::Cluster(body) => body.fields(port),
            Body::Light(body) => body.fields(port),
            Body::Script(body) => body.fields(port),
            Body::Spawn(body) => body.fields(port),
            Body::Terminator | Body::Unknown | Body::SameAs(_) | Body::Nowhere(_) => Ok(()),
        }
    }
}

impl Node {
    /// The one pass over a node, without what follows its body.
    pub(super) fn fields<P: Port>(&mut self, port: &mut P) -> Result<(), P::Stop> {
        port.scalar("type", Hint::Enum(KINDS), &mut self.kind)?;
        if port.ahead().is_some() {
            self.body = Body::of(self.kind);
        }
        self.body.fields(port)
    }

    /// True when the node has bytes of its own.
    pub fn is_stored(&self) -> bool {
        !matches!(self.body, Body::SameAs(_) | Body::Nowhere(_))
    }

    /// `RAILPOINT`; the number for unknown kinds.
    pub fn kind_name(&self) -> String {
        match self.body {
            Body::SameAs(_) | Body::Nowhere(_) => String::new(),
            _ => kind_name(self.kind).map_or_else(|| format!("type {}", self.kind), str::to_owned),
        }
    }

    /// Its place, in the file's axes; `None` where the kind has none or the node ended before it.
    pub fn position(&self) -> Option<Position> {
        let position = match &self.body {
            Body::Baddy(body) => body.position,
            Body::Point(body) => body.position,
            Body::Powerup(body) => body.position,
            Body::Restart(body) => body.position,
            Body::Rail(body) => body.position,
            Body::Camera(body) => body.position,
            Body::Light(body) => body.position,
            Body::Script(body) => body.position,
            Body::Spawn(body) => body.position,
            _ => return None,
        };
        self.broken.is_none_or(|broken| broken.placed).then_some(position)
    }

    /// Which way it looks, for the kinds that have angles; `None` where they may not have been read.
    pub fn angles(&self) -> Option<Angles> {
        if self.broken.is_some() {
            return None;
        }
        match &self.body {
            Body::Baddy(body) => Some(body.angles),
            Body::Restart(body) => Some(body.angles),
            Body::Script(body) => Some(body.angles),
            _ => None,
        }
    }

    pub fn links(&self) -> Option<&Links> {
        match &self.body {
            Body::Baddy(body) => Some(&body.links),
            Body::Model(body) => Some(&body.links),
            Body::Point(body) => Some(&body.links),
            Body::Powerup(body) => Some(&body.links),
            Body::CommandPoint(body) => Some(&body.links),
            Body::Restart(body) => Some(&body.links),
            Body::Rail(body) => Some(&body.links),
            Body::Camera(body) => Some(&body.links),
            Body::Cluster(body) => Some(&body.links),
            Body::Script(body) => Some(&body.links),
            Body::Spawn(body) => Some(&body.links),
            _ => None,
        }
    }

    pub fn commands(&self) -> &[Command] {
        match &self.body {
            Body::Commands(body) => &body.commands.0,
            Body::Powerup(body) => &body.commands.0,
            Body::CommandPoint(body) => &body.commands.0,
            Body::Restart(body) => &body.commands.0,
            _ => &[],
        }
    }

    pub fn script(&self) -> &[ScriptItem] {
        match &self.body {
            Body::Baddy(body) => &body.script.0,
            Body::Script(body) => &body.script.0,
            _ => &[],
        }
    }

    /// Name hash of the level's model that it is about.
    pub fn model(&self) -> Option<u32> {
        let model = match &self.body {
            Body::Model(body) => body.model,
            Body::CommandPoint(body) => body.model,
            _ => 0,
        };
        (model != 0).then_some(model)
    }

    /// What it is within its kind: the pickup, the baddy's kind, the restart's name, the rail's
    /// surface.
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
            _ => String::new(),
        }
    }

    /// One line: `RAILPOINT at (12.0, -3.5, 8.0), 2 links`.
    pub fn summary(&self) -> String {
        let mut text = match self.body {
            Body::SameAs(other) => return format!("the same bytes as nodes[{other}]"),
            Body::Nowhere(offset) => return format!("nothing: {offset:#x} is outside the nodes"),
            _ => self.kind_name(),
        };
        let detail = self.detail();
        if !detail.is_empty() {
            text += &format!(" {detail}");
        }
        if let Some(position) = self.position() {
            text += &format!(" at {position}");
        }
        if let Some(model) = self.model() {
            text += &format!(" of model {model:08x}");
        }
        text += &counted(self.links().map_or(0, |links| links.to.len()), "link");
        text += &counted(self.commands().len(), "command");
        text += &counted(self.script().len(), "script item");
        text
    }
}

fn counted(count: usize, what: &str) -> String {
    match count {
        0 => String::new(),
        1 => format!(", 1 {what}"),
        _ => format!(", {count} {what}s"),
    }
}
