//! The building blocks of nodes: places, links, texts, padding.

use std::borrow::Cow;

use super::port::{Ahead, Item, Piece, Port, Stored};
use crate::bytes::Hint;
pub use crate::formats::neversoft::place::{Angles, Position};

crate::record! {
    /// A colour of a light.
    pub struct Rgb {
        pub r: u8 => Hint::Channel,
        pub g: u8 => Hint::Channel,
        pub b: u8 => Hint::Channel,
    }
}

/// Indices of other nodes, after their count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Links {
    pub to: Vec<u16>,
    /// Where the indices were read.
    pub at: Stored,
}

/// A text that ends in NUL and is filled up to an even file offset.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    pub bytes: Vec<u8>,
    pub pad: Pad<2>,
}

impl Text {
    pub fn as_str(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}

/// Fill up to a file offset that is a multiple of `TO`. How much is needed follows from the place;
/// what is there is kept, as the layout leaves it open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pad<const TO: usize>(pub [u8; 3]);

/// The flag bytes of a baddy, up to but without the 0xFF that ends them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BaddyFlags(pub Vec<u8>);

/// Model name hashes, up to but without the 0 that ends them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelNames(pub Vec<u32>);

impl<const N: usize> From<[u16; N]> for Links {
    fn from(to: [u16; N]) -> Self {
        Self { to: to.to_vec(), at: Stored::default() }
    }
}

impl From<Vec<u16>> for Links {
    fn from(to: Vec<u16>) -> Self {
        Self { to, at: Stored::default() }
    }
}

impl From<&str> for Text {
    /// The text up to its first NUL, which would end it.
    fn from(text: &str) -> Self {
        let bytes = text.bytes().take_while(|b| *b != 0).collect();
        Self { bytes, pad: Pad::default() }
    }
}

macro_rules! scalar_pieces {
    ($($t:ty),*) => {$(impl Piece for $t {
        fn pass<P: Port>(&mut self, name: &'static str, hint: Hint, port: &mut P)
            -> Result<(), P::Stop> {
            port.scalar(name, hint, self)
        }
    })*};
}
scalar_pieces!(u16, i16, u32);

macro_rules! record_pieces {
    ($($t:ty),*) => {$(impl Piece for $t {
        fn pass<P: Port>(&mut self, name: &'static str, _: Hint, port: &mut P)
            -> Result<(), P::Stop> {
            port.record(name, self)
        }
    })*};
}
record_pieces!(Position, Angles, Rgb);

impl Piece for Links {
    fn pass<P: Port>(&mut self, _: &'static str, _: Hint, port: &mut P) -> Result<(), P::Stop> {
        port.links(&mut self.to, &mut self.at)
    }
}

impl<const TO: usize> Piece for Pad<TO> {
    fn pass<P: Port>(&mut self, _: &'static str, _: Hint, port: &mut P) -> Result<(), P::Stop> {
        port.align(TO, &mut self.0)
    }
}

impl Piece for Text {
    fn pass<P: Port>(&mut self, name: &'static str, _: Hint, port: &mut P) -> Result<(), P::Stop> {
        port.text(name, &mut self.bytes)?;
        port.align(2, &mut self.pad.0)
    }
}

/// As an element of a list of texts.
impl Item for Text {
    fn fields<P: Port>(&mut self, port: &mut P) -> Result<(), P::Stop> {
        self.pass("text", Hint::Dec, port)
    }
    fn type_name(_: Ahead<'_>) -> &'static str {
        "Text"
    }
    fn summary(&self) -> String {
        format!("{:?}", self.as_str())
    }
}

impl Piece for BaddyFlags {
    fn pass<P: Port>(
        &mut self,
        name: &'static str,
        hint: Hint,
        port: &mut P,
    ) -> Result<(), P::Stop> {
        port.until(name, hint, &mut self.0, ("flags_end", 0xFF))
    }
}

impl Piece for ModelNames {
    fn pass<P: Port>(
        &mut self,
        name: &'static str,
        hint: Hint,
        port: &mut P,
    ) -> Result<(), P::Stop> {
        port.until(name, hint, &mut self.0, ("models_end", 0))
    }
}
