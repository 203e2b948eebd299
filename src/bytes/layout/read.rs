//! The pass that reads and names fields.

use std::marker::PhantomData;

use super::{Blob, Context, Count, Layout, ManualLayout, Named, Pass};
use crate::bytes::{
    Cursor, Endian, Hint, ReadError, RecordReader, Recorder, Result, Scalar, Severity, Shaped,
};

/// Reads `value` at the cursor. Errors after its first `needed` bytes become problems, and earlier
/// fields are kept; the file is then [lost](crate::bytes::Problems::lost) for writing.
///
/// # Errors
/// When the first `needed` bytes cannot be read.
pub fn read<T: Layout<C>, C: Context, R: Recorder>(
    cur: &mut Cursor<'_, R>,
    value: &mut T,
    context: C,
    needed: u64,
) -> Result<()> {
    let enough = cur.pos().saturating_add(needed);
    match value.pass(&mut Reading { cur }, context) {
        Err(error) if cur.pos() < enough => Err(error),
        Err(error) => {
            cur.lose(error);
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Reads fields, and with a recorder names them.
pub struct Reading<'c, 'a, R: Recorder> {
    /// The cursor to read from.
    pub cur: &'c mut Cursor<'a, R>,
}

impl<R: Recorder> Reading<'_, '_, R> {
    /// Number of existing elements of `size` bytes, at most `count`, and an error if there are fewer.
    fn there(&self, name: &str, count: usize, size: u64) -> (usize, Result<()>) {
        let left = self.cur.remaining();
        let wanted = (count as u64).saturating_mul(size);
        if wanted <= left {
            return (count, Ok(()));
        }
        let there = usize::try_from(left / size.max(1)).unwrap_or(usize::MAX);
        (there, Err(self.cur.too_short(name, wanted)))
    }
}

impl<R: Recorder> Pass for Reading<'_, '_, R> {
    fn is_reading(&self) -> bool {
        true
    }

    fn endian(&self) -> Endian {
        self.cur.endian()
    }

    fn pos(&self) -> u64 {
        self.cur.pos()
    }

    fn ahead(&self) -> &[u8] {
        self.cur.peek(usize::MAX)
    }

    fn remaining(&self) -> u64 {
        self.cur.remaining()
    }

    fn value<T: Shaped>(&mut self, named: impl Into<Named>, value: &mut T) -> Result<()> {
        let Named { name, hint } = named.into();
        *value = self.cur.shaped(name, hint)?;
        Ok(())
    }

    fn count<N: Count>(&mut self, name: &'static str, _: usize) -> Result<usize> {
        let stored: u64 = self.cur.get::<N>(name)?.into();
        Ok(usize::try_from(stored).unwrap_or(usize::MAX))
    }

    fn run<T: Shaped>(
        &mut self,
        named: impl Into<Named>,
        list: &mut Vec<T>,
        count: usize,
    ) -> Result<()> {
        let Named { name, hint } = named.into();
        let (there, whole) = self.there(name, count, T::SIZE as u64);
        *list = self.cur.records_as(name, there, hint)?;
        whole
    }

    fn packed<T: Shaped>(
        &mut self,
        named: impl Into<Named>,
        rest_name: &'static str,
        bytes: &mut Vec<u8>,
        len: usize,
    ) -> Result<()> {
        let Named { name, hint } = named.into();
        let (there, whole) = self.there(name, len, 1);
        *bytes = self.cur.peek(there).to_vec();
        let end = self.cur.pos() + there as u64;
        self.cur.name_values::<T>(name, there / T::SIZE.max(1), hint)?;
        self.cur.bytes_if_any(rest_name, end)?;
        whole
    }

    fn items<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        count: usize,
        context: C,
    ) -> Result<()> {
        // Elements that cannot fit are not tried; a truncated element ends the run too.
        let (fits, _) = self.there(name, count, T::MIN_SIZE);
        *list = self.cur.run(name, fits, Item::<T, C>::new(context, false)).items;
        if list.len() == count {
            return Ok(());
        }
        let message = format_args!("expected {count} elements, found {}", list.len());
        Err(self.cur.fail_at((self.cur.pos(), 0), name, message))
    }

    fn items_while<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        more: impl Fn(&[T], &[u8]) -> bool,
        context: C,
    ) -> Result<()> {
        self.cur.array(name, |cur| {
            while more(list, cur.peek(usize::MAX)) {
                let start = cur.pos();
                let type_name = T::type_ahead(&Reading { cur });
                let mut item = T::default();
                let read =
                    cur.element(list.len(), type_name, |cur| described(&mut item, cur, context));
                // An element of no bytes would repeat forever.
                let is_empty = cur.pos() == start;
                if !is_empty {
                    list.push(item);
                }
                read?;
                if is_empty {
                    break;
                }
            }
            Ok(())
        })
    }

    fn items_up_to<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        most: usize,
        context: C,
    ) -> Result<()> {
        *list = self.cur.run(name, most, Item::<T, C>::new(context, true)).items;
        Ok(())
    }

    fn until<T: Shaped + Scalar + PartialEq>(
        &mut self,
        named: impl Into<Named>,
        list: &mut Vec<T>,
        (end_name, end): (&'static str, T),
    ) -> Result<()> {
        let Named { name, hint } = named.into();
        let Some(count) = values_before(self.ahead(), self.endian(), &end) else {
            return Err(self.cur.fail(format_args!("missing end marker after the {name}")));
        };
        *list = self.cur.records_as(name, count, hint)?;
        self.cur.get_as::<T>(end_name, Hint::Hex)?;
        Ok(())
    }

    fn group<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        value: &mut T,
        context: C,
    ) -> Result<()> {
        self.cur.group(name, T::TYPE, |cur| described(value, cur, context))
    }

    fn bytes<B: Blob>(&mut self, name: &'static str, bytes: &mut B, len: usize) -> Result<()> {
        let (there, whole) = self.there(name, len, 1);
        if there > 0 {
            *bytes = self.cur.bytes(name, there)?.into();
        }
        whole
    }

    fn sized(
        &mut self,
        name: &'static str,
        part: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let at = self.pos();
        let len: u32 = self.cur.get(name)?;
        let end = self.pos() + u64::from(len);
        let limit = self.cur.limit();
        if end > limit {
            let all = if limit == self.cur.source_len() { "file" } else { "enclosing block" };
            let message = format_args!("the block ends at {end:#x}, past the end of the {all}");
            return Err(self.cur.fail_at((at, 4), name, message));
        }
        self.cur.narrow(end);
        let read = part(self);
        self.cur.narrow(limit);
        self.cur.seek(end)?;
        read
    }

    fn manual<T: ManualLayout>(&mut self, part: &mut T) -> Result<()> {
        part.read(self.cur)
    }

    fn lose(&mut self, error: ReadError) -> Result<()> {
        self.cur.lose(error);
        Ok(())
    }

    fn text(&mut self, name: &'static str, text: &mut Vec<u8>, len: usize) -> Result<()> {
        *text = self.cur.whole_text(name, len)?.to_vec();
        Ok(())
    }

    fn c_text(&mut self, name: &'static str, text: &mut Vec<u8>) -> Result<()> {
        *text = self.cur.c_string(name)?.to_vec();
        Ok(())
    }

    fn padding(&mut self, fill: &mut Vec<u8>, len: usize) -> Result<()> {
        let bytes = self.cur.padding(len)?;
        if bytes.iter().any(|byte| *byte != 0) {
            *fill = bytes.to_vec();
        }
        Ok(())
    }

    fn rest(&mut self, name: &'static str, bytes: &mut Vec<u8>) -> Result<()> {
        let end = self.cur.limit();
        *bytes = self.cur.bytes_if_any(name, end)?.to_vec();
        Ok(())
    }

    fn report(
        &mut self,
        severity: Severity,
        span: (u64, u64),
        field: &str,
        message: std::fmt::Arguments<'_>,
    ) {
        self.cur.problem(severity, span, field, message);
    }

    fn explain(&mut self, words: impl FnOnce() -> String) {
        self.cur.explain(words);
    }

    fn fail(&self, field: &str, message: std::fmt::Arguments<'_>) -> ReadError {
        self.cur.fail_at((self.cur.pos(), 0), field, message)
    }
}

/// Number of values in `bytes` before the first that is equal to `end`.
pub(super) fn values_before<T: Scalar + PartialEq>(
    mut bytes: &[u8],
    endian: Endian,
    end: &T,
) -> Option<usize> {
    std::iter::from_fn(|| T::take(&mut bytes, endian)).position(|value| value == *end)
}

/// Reads `value` and records its description.
fn described<T: Layout<C>, C: Context, R: Recorder>(
    value: &mut T,
    cur: &mut Cursor<'_, R>,
    context: C,
) -> Result<()> {
    let read = value.pass(&mut Reading { cur }, context);
    if cur.has_notes() {
        let summary = value.summary();
        if !summary.is_empty() {
            cur.describe(|| summary);
        }
    }
    read
}

/// Reads one element of a list.
struct Item<T, C> {
    context: C,
    /// The list continues up to the end of the bytes.
    is_open: bool,
    of: PhantomData<fn() -> T>,
}

impl<T, C> Item<T, C> {
    fn new(context: C, is_open: bool) -> Self {
        Self { context, is_open, of: PhantomData }
    }
}

impl<T: Layout<C>, C: Context> RecordReader for Item<T, C> {
    type Out = T;
    const TYPE: &'static str = T::TYPE;

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<T> {
        let mut item = T::default();
        // An element that reads nothing ends the list.
        if !(self.is_open && cur.remaining() == 0) {
            described(&mut item, cur, self.context)?;
        }
        Ok(item)
    }
}
