//! The pass that changes a list anywhere in a layout.

use super::{Blob, Context, Layout, Named, Pass, Reading, Writing};
use crate::bytes::{Cursor, Endian, NoRecorder, Result, Shaped, Source, Writer};

/// Change of a list's elements, which are given by their indices, sorted and without duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListEdit<'a> {
    /// Appends copies of the elements.
    Copy(&'a [usize]),
    /// Removes the elements.
    Remove(&'a [usize]),
}

/// Changes the list with this path. Counts are updated when the value is written.
///
/// # Errors
/// When the list or an element does not exist, or an element cannot be copied.
pub fn relist<T: Layout<C>, C: Context>(
    value: &mut T,
    endian: Endian,
    list: &str,
    change: ListEdit<'_>,
    context: C,
) -> Result<()> {
    let mut pass = ListEditing { endian, path: Vec::new(), list, change, is_done: false };
    value.pass(&mut pass, context)?;
    match pass.is_done {
        true => Ok(()),
        false => Err(pass.fail(list, format_args!("no such list"))),
    }
}

struct ListEditing<'a> {
    endian: Endian,
    /// Enclosing groups and elements.
    path: Vec<String>,
    list: &'a str,
    change: ListEdit<'a>,
    is_done: bool,
}

impl ListEditing<'_> {
    fn is_list(&self, name: &str) -> bool {
        let mut rest = self.list;
        for part in &self.path {
            let behind = rest.strip_prefix(part.as_str()).and_then(|rest| rest.strip_prefix('.'));
            match behind {
                Some(behind) => rest = behind,
                None => return false,
            }
        }
        rest == name
    }

    fn change<T>(
        &mut self,
        name: &str,
        list: &mut Vec<T>,
        copy: impl Fn(&mut T) -> Result<T>,
    ) -> Result<()> {
        let places = match self.change {
            ListEdit::Copy(places) | ListEdit::Remove(places) => places,
        };
        if let Some(lost) = places.iter().find(|place| **place >= list.len()) {
            return Err(self.fail(name, format_args!("no element {lost}")));
        }
        self.is_done = true;
        if let ListEdit::Remove(_) = self.change {
            let mut index = 0;
            list.retain(|_| {
                index += 1;
                places.binary_search(&(index - 1)).is_err()
            });
            return Ok(());
        }
        for place in places {
            let Some(item) = list.get_mut(*place) else { continue };
            let copied = copy(item)?;
            list.push(copied);
        }
        Ok(())
    }
}

/// Copies an element by writing and reading it.
fn copied<T: Layout<C>, C: Context>(item: &mut T, endian: Endian, context: C) -> Result<T> {
    let mut out = Writer::new(endian);
    item.pass(&mut Writing::new(&mut out), context)?;
    let source = Source::from_bytes("", out.finish());
    let mut cur = Cursor::new(&source, endian, NoRecorder);
    let mut copy = T::default();
    copy.pass(&mut Reading { cur: &mut cur }, context)?;
    Ok(copy)
}

impl Pass for ListEditing<'_> {
    fn is_reading(&self) -> bool {
        false
    }

    fn endian(&self) -> Endian {
        self.endian
    }

    fn value<T: Shaped>(&mut self, _: impl Into<Named>, _: &mut T) -> Result<()> {
        Ok(())
    }

    fn run<T: Shaped>(
        &mut self,
        named: impl Into<Named>,
        list: &mut Vec<T>,
        _: usize,
    ) -> Result<()> {
        let name = named.into().name;
        if !self.is_list(name) {
            return Ok(());
        }
        let endian = self.endian;
        self.change(name, list, |item| {
            let mut bytes = Vec::new();
            item.put(&mut bytes, endian);
            Ok(T::take(&mut bytes.as_slice(), endian).unwrap_or_default())
        })
    }

    fn items<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        _: usize,
        context: C,
    ) -> Result<()> {
        if self.is_list(name) {
            let endian = self.endian;
            return self.change(name, list, |item| copied(item, endian, context));
        }
        for (index, item) in list.iter_mut().enumerate() {
            self.path.push(format!("{name}[{index}]"));
            item.pass(self, context)?;
            self.path.pop();
        }
        Ok(())
    }

    fn group<T: Layout<C>, C: Context>(
        &mut self,
        name: &'static str,
        value: &mut T,
        context: C,
    ) -> Result<()> {
        self.path.push(name.to_owned());
        value.pass(self, context)?;
        self.path.pop();
        Ok(())
    }

    fn bytes<B: Blob>(&mut self, _: &'static str, _: &mut B, _: usize) -> Result<()> {
        Ok(())
    }
}
