//! The pass that only steps over a layout, to learn how far it is valid.

use super::read::values_before;
use super::{Blob, Context, Count, Layout, ManualLayout, Named, Pass};
use crate::bytes::{Endian, ReadError, Repr, Result, Scalar, Shape, Shaped};

/// Extent to which a layout is valid, in a file of which only the start may be available.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// The layout extends past the end of the file, or breaks a rule; it is valid up to this offset.
    Broken(u64),
    /// The layout is valid up to the end of the available bytes.
    Unseen,
    /// The layout ends at this offset, within the file or at its end. A field for all remaining bytes
    /// does not count.
    Ends(u64),
}

/// Steps over a layout. Lists of values are skipped, not read.
pub struct Measuring<'a> {
    /// The start of the file.
    bytes: &'a [u8],
    len: u64,
    pos: u64,
    endian: Endian,
    is_unseen: bool,
    sense: i64,
}

impl<'a> Measuring<'a> {
    /// Starts at `pos` of a file of `len` bytes, of which `bytes` are the first.
    pub fn new(bytes: &'a [u8], len: u64, pos: u64, endian: Endian) -> Self {
        Self { bytes, len, pos, endian, is_unseen: false, sense: 0 }
    }

    /// Length of `value` in bytes.
    pub fn extent<T: Layout<C>, C: Context>(self, value: &mut T, context: C) -> Extent {
        self.weighed(value, context).0
    }

    /// Like [`Self::extent`], with a score for the floats outside lists: plus one for each of a
    /// plausible size, minus one for each other. Floats in the wrong byte order are rarely plausible.
    pub fn weighed<T: Layout<C>, C: Context>(mut self, value: &mut T, context: C) -> (Extent, i64) {
        let extent = match value.pass(&mut self, context) {
            Ok(()) => Extent::Ends(self.pos),
            Err(_) if self.is_unseen => Extent::Unseen,
            Err(_) => Extent::Broken(self.pos),
        };
        (extent, self.sense)
    }

    fn at_hand(&self) -> &'a [u8] {
        usize::try_from(self.pos).ok().and_then(|pos| self.bytes.get(pos..)).unwrap_or(&[])
    }

    /// The value of `name` is unknown: it is not within the available bytes.
    fn unseen(&mut self, name: &str) -> ReadError {
        self.is_unseen = (self.bytes.len() as u64) < self.len;
        self.fail(name, format_args!("not available"))
    }

    fn skip(&mut self, name: &str, len: u64) -> Result<()> {
        let end = self.pos.checked_add(len).filter(|end| *end <= self.len);
        self.pos = end.ok_or_else(|| {
            self.fail(name, format_args!("the file ends before the end of this field"))
        })?;
        Ok(())
    }
}

impl Pass for Measuring<'_> {
    fn is_reading(&self) -> bool {
        true
    }

    fn endian(&self) -> Endian {
        self.endian
    }

    fn pos(&self) -> u64 {
        self.pos
    }

    fn ahead(&self) -> &[u8] {
        self.at_hand()
    }

    fn remaining(&self) -> u64 {
        self.len.saturating_sub(self.pos)
    }

    fn value<T: Shaped>(&mut self, named: impl Into<Named>, value: &mut T) -> Result<()> {
        let name = named.into().name;
        let mut bytes = self.at_hand();
        self.skip(name, T::SIZE as u64)?;
        self.sense += sense(&T::SHAPE, bytes, self.endian);
        match T::take(&mut bytes, self.endian) {
            Some(read) => *value = read,
            None => return Err(self.unseen(name)),
        }
        Ok(())
    }

    fn count<N: Count>(&mut self, name: &'static str, _: usize) -> Result<usize> {
        let mut stored = N::default();
        self.value(name, &mut stored)?;
        let stored: u64 = stored.into();
        Ok(usize::try_from(stored).unwrap_or(usize::MAX))
    }

    fn run<T: Shaped>(
        &mut self,
        named: impl Into<Named>,
        _: &mut Vec<T>,
        count: usize,
    ) -> Result<()> {
        self.skip(named.into().name, (count as u64).saturating_mul(T::SIZE as u64))
    }

    fn items<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        _: &mut Vec<T>,
        count: usize,
        context: C,
    ) -> Result<()> {
        let least = (count as u64).saturating_mul(T::MIN_SIZE.max(1));
        if least > self.remaining() {
            let left = self.remaining();
            let message =
                format_args!("{count} elements do not fit into the remaining {left} bytes");
            return Err(self.fail(name, message));
        }
        for _ in 0..count {
            T::default().pass(self, context)?;
        }
        Ok(())
    }

    fn items_while<T: Layout<C>, C: Context>(
        &mut self,
        _: &'static str,
        list: &mut Vec<T>,
        more: impl Fn(&[T], &[u8]) -> bool,
        context: C,
    ) -> Result<()> {
        while more(list, self.ahead()) {
            let start = self.pos;
            let mut item = T::default();
            item.pass(self, context)?;
            if self.pos == start {
                break;
            }
            list.push(item);
        }
        Ok(())
    }

    fn items_up_to<T: Layout<C>, C: Context>(
        &mut self,
        _: &'static str,
        _: &mut Vec<T>,
        most: usize,
        context: C,
    ) -> Result<()> {
        for _ in 0..most {
            let start = self.pos;
            if self.remaining() > 0 {
                T::default().pass(self, context)?;
            }
            if self.pos == start {
                break;
            }
        }
        Ok(())
    }

    fn until<T: Shaped + Scalar + PartialEq>(
        &mut self,
        named: impl Into<Named>,
        _: &mut Vec<T>,
        (end_name, end): (&'static str, T),
    ) -> Result<()> {
        let count = values_before(self.ahead(), self.endian, &end);
        let count = count.ok_or_else(|| self.unseen(named.into().name))?;
        self.skip(end_name, (count as u64 + 1).saturating_mul(T::SIZE as u64))
    }

    fn group<T: Layout<C>, C: Context>(
        &mut self,
        _: &'static str,
        value: &mut T,
        context: C,
    ) -> Result<()> {
        value.pass(self, context)
    }

    fn bytes<B: Blob>(&mut self, name: &'static str, _: &mut B, len: usize) -> Result<()> {
        self.skip(name, len as u64)
    }

    fn sized(&mut self, name: &'static str, _: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let len = self.count::<u32>(name, 0)?;
        self.skip(name, len as u64)
    }

    /// Skips all remaining bytes.
    fn manual<T: ManualLayout>(&mut self, _: &mut T) -> Result<()> {
        self.pos = self.len;
        Ok(())
    }

    /// Reads the text, unlike other lists: the following fields may depend on it.
    fn c_text(&mut self, name: &'static str, text: &mut Vec<u8>) -> Result<()> {
        let bytes = self.at_hand();
        let end = bytes.iter().position(|byte| *byte == 0);
        let end = end.ok_or_else(|| self.unseen(name))?;
        *text = bytes.get(..end).unwrap_or(bytes).to_vec();
        self.skip(name, end as u64 + 1)
    }

    fn rest(&mut self, _: &'static str, _: &mut Vec<u8>) -> Result<()> {
        Ok(())
    }

    fn leftover(&mut self, _: &str, _: &mut Vec<u8>) -> Result<()> {
        Ok(())
    }
}

/// Number of floats of a plausible size, minus the number of others. Zeros are ignored: they are zeros in
/// both byte orders.
fn sense(shape: &Shape, bytes: &[u8], endian: Endian) -> i64 {
    match shape {
        Shape::Scalar(Repr::F32) => {
            let mut bytes = bytes;
            match <f32 as Scalar>::take(&mut bytes, endian).map(f32::abs) {
                None | Some(0.0) => 0,
                Some(size) if (1e-6..1e6).contains(&size) => 1,
                Some(_) => -1,
            }
        }
        Shape::Scalar(_) => 0,
        Shape::Array(of, count) => {
            let each = bytes.chunks(of.size().max(1)).take(*count);
            each.map(|bytes| sense(of, bytes, endian)).sum()
        }
        Shape::Record(layout) => {
            let mut at = 0;
            let fields = layout.fields.iter().map(|field| {
                at += field.shape.size();
                (at - field.shape.size(), field)
            });
            let here = |at: usize| bytes.get(at..).unwrap_or(&[]);
            fields.map(|(at, field)| sense(&field.shape, here(at), endian)).sum()
        }
    }
}
