//! Texts of a fixed length.

use super::{Context, Layout, Named, Pass};
use crate::bytes::Result;

/// A text of `N` bytes, preserved as stored: the bytes after its NUL may not be zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Text<const N: usize>(pub [u8; N]);

impl<const N: usize> Text<N> {
    /// The bytes up to the first NUL.
    pub fn bytes(&self) -> &[u8] {
        self.0.split(|byte| *byte == 0).next().unwrap_or(&[])
    }

    /// The text up to the first NUL.
    pub fn lossy(&self) -> String {
        String::from_utf8_lossy(self.bytes()).into_owned()
    }
}

impl<const N: usize> Default for Text<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize, C: Context> Layout<C> for Text<N> {
    const TYPE: &'static str = "text";
    const MIN_SIZE: u64 = N as u64;
    const IS_FIXED: bool = true;

    fn pass<P: Pass>(&mut self, pass: &mut P, context: C) -> Result<()> {
        self.field("text".into(), pass, context)
    }

    fn field<P: Pass>(&mut self, named: Named, pass: &mut P, _: C) -> Result<()> {
        pass.chars(named.name, &mut self.0)
    }
}
