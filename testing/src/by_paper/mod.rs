//! Files written byte by byte from the format documents alone.
//!
//! Nothing here uses a record, a number or a function of the library: a reader and a writer that share a
//! mistake would agree with each other, but not with these bytes.

pub mod groff;
pub mod mpf;

/// Little-endian bytes in the order of a format document's tables.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn raw(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend_from_slice(bytes);
        self
    }

    fn u16s(&mut self, values: &[u16]) -> &mut Self {
        values.iter().for_each(|value| self.0.extend(value.to_le_bytes()));
        self
    }

    fn i16s(&mut self, values: &[i16]) -> &mut Self {
        values.iter().for_each(|value| self.0.extend(value.to_le_bytes()));
        self
    }

    fn u32s(&mut self, values: &[u32]) -> &mut Self {
        values.iter().for_each(|value| self.0.extend(value.to_le_bytes()));
        self
    }

    fn f32s(&mut self, values: &[f32]) -> &mut Self {
        values.iter().for_each(|value| self.0.extend(value.to_le_bytes()));
        self
    }

    /// Text with a final zero.
    fn text(&mut self, text: &str) -> &mut Self {
        self.raw(text.as_bytes()).raw(&[0])
    }

    /// Text filled up with zeros.
    fn fixed(&mut self, text: &str, len: usize) -> &mut Self {
        let end = self.0.len() + len;
        self.raw(text.as_bytes()).zeros_to(end)
    }

    /// Zeros up to this length.
    fn zeros_to(&mut self, len: usize) -> &mut Self {
        self.0.resize(len, 0);
        self
    }

    /// Zeros up to a multiple.
    fn align(&mut self, multiple: usize) -> &mut Self {
        self.zeros_to(self.0.len().next_multiple_of(multiple))
    }
}
