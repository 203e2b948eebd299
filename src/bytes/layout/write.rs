//! The pass that writes fields.

use super::pass::error_of;
use super::{Blob, Context, Count, Layout, ManualLayout, Named, Pass};
use crate::bytes::{Endian, ReadError, Result, Shaped, Writer, count32};

/// Writes `value`, with counts computed from its lists.
///
/// # Errors
/// When it cannot be stored: a list is too long for its count, or not as long as another field demands.
pub fn write<T: Layout<C> + Clone, C: Context>(
    value: &T,
    endian: Endian,
    context: C,
) -> Result<Vec<u8>> {
    let mut out = Writer::new(endian);
    value.clone().pass(&mut Writing::new(&mut out), context)?;
    Ok(out.finish())
}

/// Writes fields.
pub struct Writing<'w> {
    out: &'w mut Writer,
    path: Vec<&'static str>,
}

impl<'w> Writing<'w> {
    /// Appends to `out`.
    pub fn new(out: &'w mut Writer) -> Self {
        Self { out, path: Vec::new() }
    }

    fn exact(&self, name: &str, len: usize, count: usize) -> Result<()> {
        if len == count {
            return Ok(());
        }
        Err(self.fail(name, format_args!("expected {count} elements, found {len}")))
    }
}

impl Pass for Writing<'_> {
    fn is_reading(&self) -> bool {
        false
    }

    fn endian(&self) -> Endian {
        self.out.endian()
    }

    fn pos(&self) -> u64 {
        self.out.pos() as u64
    }

    fn value<T: Shaped>(&mut self, _: impl Into<Named>, value: &mut T) -> Result<()> {
        self.out.shaped(value);
        Ok(())
    }

    fn count<N: Count>(&mut self, name: &'static str, len: usize) -> Result<usize> {
        let Ok(count) = N::try_from(len) else {
            return Err(
                self.fail(name, format_args!("{len} elements exceed the range of the count"))
            );
        };
        self.out.put(count);
        Ok(len)
    }

    fn run<T: Shaped>(
        &mut self,
        named: impl Into<Named>,
        list: &mut Vec<T>,
        count: usize,
    ) -> Result<()> {
        self.exact(named.into().name, list.len(), count)?;
        self.out.all(list);
        Ok(())
    }

    fn items<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        count: usize,
        context: C,
    ) -> Result<()> {
        self.exact(name, list.len(), count)?;
        self.path.push(name);
        list.iter_mut().try_for_each(|item| item.pass(self, context))?;
        self.path.pop();
        Ok(())
    }

    fn group<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        value: &mut T,
        context: C,
    ) -> Result<()> {
        self.path.push(name);
        value.pass(self, context)?;
        self.path.pop();
        Ok(())
    }

    fn bytes<B: Blob>(&mut self, name: &'static str, bytes: &mut B, len: usize) -> Result<()> {
        self.exact(name, bytes.len(), len)?;
        self.out.bytes(bytes);
        Ok(())
    }

    fn sized(&mut self, _: &'static str, part: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let len = self.out.slot();
        let start = self.out.pos();
        part(self)?;
        self.out.patch(len, count32(self.out.pos() - start));
        Ok(())
    }

    fn manual<T: ManualLayout>(&mut self, part: &mut T) -> Result<()> {
        part.write(self.out);
        Ok(())
    }

    fn padding(&mut self, fill: &mut Vec<u8>, len: usize) -> Result<()> {
        fill.resize(len, 0);
        self.out.bytes(fill);
        Ok(())
    }

    fn fail(&self, field: &str, message: std::fmt::Arguments<'_>) -> ReadError {
        let path = self.path.iter().chain(&[field]).copied().collect::<Vec<_>>().join(".");
        error_of(path, message)
    }
}
