//! Building blocks of nodes: positions, links, texts.

use std::borrow::Cow;

use glam::Vec3;

use crate::bytes::layout::{Context, Layout, Named, Pass};
use crate::bytes::{Hint, Result};
pub use crate::formats::neversoft::transform::Angles;
use crate::formats::neversoft::transform::turn;

crate::record! {
    /// Position in the world: X right, Y down, Z forward, in whole units. Objects of levels store 4096ths
    /// of a unit.
    pub struct Position {
        pub x: i32,
        pub y: i32,
        pub z: i32,
    }
}

crate::record! {
    /// Colour of a light, 0 to 255 per channel.
    pub struct Rgb {
        pub r: u16,
        pub g: u16,
        pub b: u16,
    }
}

impl Position {
    pub fn new(x: i32, y: i32, z: i32) -> Self {
        Self { x, y, z }
    }

    /// Position in world units and scene axes.
    pub fn to_scene(&self) -> Vec3 {
        turn(Vec3::from_array([self.x, self.y, self.z].map(|v| v as f32)))
    }
}

/// `(5842, 1441, -2731)`, in the file's axes.
impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {}, {})", self.x, self.y, self.z)
    }
}

/// Position of a node; `None` if the node is truncated before it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Location(pub Option<Position>);

/// Indices of other nodes, after a count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Links(pub Vec<u16>);

/// NUL-terminated text, padded to an even file offset.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    pub bytes: Vec<u8>,
    pub pad: Vec<u8>,
}

impl Text {
    pub fn as_str(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}

impl From<Position> for Location {
    fn from(position: Position) -> Self {
        Self(Some(position))
    }
}

impl<const N: usize> From<[u16; N]> for Links {
    fn from(to: [u16; N]) -> Self {
        Self(to.to_vec())
    }
}

impl From<Vec<u16>> for Links {
    fn from(to: Vec<u16>) -> Self {
        Self(to)
    }
}

impl From<&str> for Text {
    /// Creates a text, cut at its first NUL.
    fn from(text: &str) -> Self {
        let bytes = text.bytes().take_while(|b| *b != 0).collect();
        Self { bytes, pad: Vec::new() }
    }
}

impl<C: Context> Layout<C> for Location {
    const TYPE: &'static str = "Position";
    const MIN_SIZE: u64 = 12;

    fn pass<P: Pass>(&mut self, pass: &mut P, context: C) -> Result<()> {
        self.field("position".into(), pass, context)
    }

    fn field<P: Pass>(&mut self, named: Named, pass: &mut P, _: C) -> Result<()> {
        let mut position = self.0.unwrap_or_default();
        pass.value(named, &mut position)?;
        self.0 = Some(position);
        Ok(())
    }
}

impl<C: Context> Layout<C> for Links {
    const TYPE: &'static str = "Links";
    const MIN_SIZE: u64 = 2;

    fn pass<P: Pass>(&mut self, pass: &mut P, context: C) -> Result<()> {
        self.field("links".into(), pass, context)
    }

    /// Reads no links if more are stated than fit: the number is not a link count then.
    fn field<P: Pass>(&mut self, named: Named, pass: &mut P, _: C) -> Result<()> {
        let count = pass.peek::<u16>().unwrap_or(0);
        let left = pass.remaining().saturating_sub(2);
        if pass.is_reading() && u64::from(count) * 2 > left {
            let message = format_args!("{count} links do not fit into the remaining {left} bytes");
            return Err(pass.fail_at((pass.pos(), 2), "link_count", message));
        }
        pass.counted::<u16, _>("link_count", (named.name, Hint::Index("nodes")), &mut self.0)?;
        Ok(())
    }
}

impl<C: Context> Layout<C> for Text {
    const TYPE: &'static str = "Text";
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, context: C) -> Result<()> {
        self.field("text".into(), pass, context)
    }

    fn field<P: Pass>(&mut self, named: Named, pass: &mut P, _: C) -> Result<()> {
        pass.c_text(named.name, &mut self.bytes)?;
        pass.align(2, &mut self.pad)
    }

    fn summary(&self) -> String {
        format!("{:?}", self.as_str())
    }
}
