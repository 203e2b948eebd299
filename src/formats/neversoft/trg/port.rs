//! One description of a layout, walked in either direction.
//!
//! A layout is declared once, with [`layout!`]: the same pass over its fields reads them (naming
//! them in the tree) and writes them. What stops a pass half-way is kept by counting: a node that
//! ended too early is written again up to the same field.

use crate::bytes::{Cursor, Hint, ReadError, Record, Recorder, Scalar, Severity, Shaped, Writer};

/// Where something was read. It is no part of what the thing means, so all places are equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stored {
    pub start: u64,
    pub len: u64,
}

impl PartialEq for Stored {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// What is to come, as far as the current part reaches.
#[derive(Clone, Copy)]
pub(super) struct Ahead<'a> {
    pub bytes: &'a [u8],
    /// Offset of `bytes` in the file.
    pub pos: u64,
    pub minor: u16,
}

impl Ahead<'_> {
    pub fn u16(&self) -> Option<u16> {
        self.u16_at(0)
    }

    pub fn u16_at(&self, offset: usize) -> Option<u16> {
        let (head, _) = self.bytes.get(offset..)?.split_first_chunk()?;
        Some(u16::from_le_bytes(*head))
    }
}

/// One step at a time over a layout: each call reads its value, or writes it. A call does all of
/// its work or none.
pub(super) trait Port: Sized {
    /// Why the pass ended early.
    type Stop;

    /// What follows, while reading; `None` while writing, when the values decide.
    fn ahead(&self) -> Option<Ahead<'_>>;
    fn scalar<T: Scalar>(
        &mut self,
        name: &'static str,
        hint: Hint,
        value: &mut T,
    ) -> Result<(), Self::Stop>;
    fn record<T: Record>(&mut self, name: &'static str, value: &mut T) -> Result<(), Self::Stop>;
    /// A `u16` count and as many node indices.
    fn links(&mut self, links: &mut Vec<u16>, at: &mut Stored) -> Result<(), Self::Stop>;
    /// Values up to one equal to `end`, which is not in the list.
    fn until<T: Shaped + Scalar + PartialEq>(
        &mut self,
        name: &'static str,
        hint: Hint,
        list: &mut Vec<T>,
        end: (&'static str, T),
    ) -> Result<(), Self::Stop>;
    /// A text with its NUL.
    fn text(&mut self, name: &'static str, text: &mut Vec<u8>) -> Result<(), Self::Stop>;
    /// Up to the next file offset that is a multiple of `to`, which is at most 4.
    fn align(&mut self, to: usize, fill: &mut [u8; 3]) -> Result<(), Self::Stop>;
    /// Everything up to the end of the part.
    fn rest(&mut self, name: &'static str, bytes: &mut Vec<u8>) -> Result<(), Self::Stop>;
    /// Elements for as long as `more` says so of those read and of what follows.
    fn list<T: Item>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        more: fn(&[T], Ahead<'_>) -> bool,
    ) -> Result<(), Self::Stop>;

    /// A value that is always the same, at the end of a list.
    fn marker<T: Scalar>(&mut self, name: &'static str, value: T) -> Result<(), Self::Stop> {
        self.scalar(name, Hint::Hex, &mut { value })
    }
}

/// A value that knows how it is stored.
pub(super) trait Piece: Default {
    fn pass<P: Port>(
        &mut self,
        name: &'static str,
        hint: Hint,
        port: &mut P,
    ) -> Result<(), P::Stop>;
}

/// A group of fields, and an element of a [`Port::list`].
pub(super) trait Item: Default {
    fn fields<P: Port>(&mut self, port: &mut P) -> Result<(), P::Stop>;
    /// Type shown in the tree, from what is about to be read.
    fn type_name(ahead: Ahead<'_>) -> &'static str;
    /// Keeps where it was read.
    fn place(&mut self, _: Stored) {}
    /// What it is, in words; empty where its fields say all.
    fn summary(&self) -> String {
        String::new()
    }
    /// What is not understood about it.
    fn remark(&self) -> Option<String> {
        None
    }
}

/// Declares groups of fields once: the structs, and the pass that reads and writes them.
macro_rules! layout {
    ($($(#[$meta:meta])* pub struct $name:ident {
        $($(#[$fmeta:meta])* pub $field:ident : $ty:ty $(=> $hint:expr)?),* $(,)?
    })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name { $($(#[$fmeta])* pub $field: $ty),* }

        impl $crate::formats::neversoft::trg::port::Item for $name {
            fn fields<P: $crate::formats::neversoft::trg::port::Port>(
                &mut self,
                port: &mut P,
            ) -> Result<(), P::Stop> {
                $($crate::formats::neversoft::trg::port::Piece::pass(
                    &mut self.$field,
                    stringify!($field),
                    $crate::record!(@hint $($hint)?),
                    port,
                )?;)*
                Ok(())
            }
            fn type_name(_: $crate::formats::neversoft::trg::port::Ahead<'_>) -> &'static str {
                stringify!($name)
            }
        }
    )*};
}
pub(super) use layout;

/// What a reading port knows of the node it is in.
#[derive(Clone, Copy)]
pub(super) struct Around {
    pub index: usize,
    pub count: usize,
    pub minor: u16,
}

/// Reads, and names what it reads.
pub(super) struct Reader<'c, 'a, R: Recorder> {
    pub cur: &'c mut Cursor<'a, R>,
    pub around: Around,
    /// Calls that succeeded.
    pub done: usize,
    /// A field called `position` was among them.
    pub placed: bool,
}

impl<R: Recorder> Reader<'_, '_, R> {
    fn did(&mut self) -> Result<(), ReadError> {
        self.done += 1;
        Ok(())
    }

    fn check_links(&mut self, links: &[u16], start: u64) {
        let Around { index, count, .. } = self.around;
        for (i, (link, at)) in links.iter().zip((start..).step_by(2)).enumerate() {
            let field = || format!("links[{i}]");
            if usize::from(*link) >= count {
                let message = format_args!("links to node {link}, but there are only {count}");
                self.cur.problem(Severity::Warning, (at, 2), &field(), message);
            } else if usize::from(*link) == index {
                let message = format_args!("the node links to itself");
                self.cur.problem(Severity::Warning, (at, 2), &field(), message);
            }
        }
    }
}

impl<R: Recorder> Port for Reader<'_, '_, R> {
    type Stop = ReadError;

    fn ahead(&self) -> Option<Ahead<'_>> {
        let (bytes, pos) = (self.cur.peek(usize::MAX), self.cur.pos());
        Some(Ahead { bytes, pos, minor: self.around.minor })
    }

    fn scalar<T: Scalar>(
        &mut self,
        name: &'static str,
        hint: Hint,
        value: &mut T,
    ) -> Result<(), ReadError> {
        *value = self.cur.get_as(name, hint)?;
        self.did()
    }

    fn record<T: Record>(&mut self, name: &'static str, value: &mut T) -> Result<(), ReadError> {
        *value = self.cur.record(name)?;
        self.placed |= name == "position";
        self.did()
    }

    fn links(&mut self, links: &mut Vec<u16>, at: &mut Stored) -> Result<(), ReadError> {
        let count = self.ahead().and_then(|ahead| ahead.u16()).unwrap_or(0);
        let left = self.cur.remaining().saturating_sub(2);
        if u64::from(count) * 2 > left {
            let message = format_args!("{count} links do not fit into the {left} bytes left");
            return Err(self.cur.fail_at(self.cur.pos(), 2, "link_count", message));
        }
        self.cur.get::<u16>("link_count")?;
        *at = Stored { start: self.cur.pos(), len: u64::from(count) * 2 };
        *links = self.cur.records_as("links", usize::from(count), Hint::Index("nodes"))?;
        self.check_links(links, at.start);
        self.did()
    }

    fn until<T: Shaped + Scalar + PartialEq>(
        &mut self,
        name: &'static str,
        hint: Hint,
        list: &mut Vec<T>,
        (end_name, end): (&'static str, T),
    ) -> Result<(), ReadError> {
        let mut rest = self.cur.peek(usize::MAX);
        let mut count = 0;
        loop {
            match <T as Scalar>::take(&mut rest, self.cur.endian()) {
                Some(value) if value == end => break,
                Some(_) => count += 1,
                None => return Err(self.cur.fail(format_args!("the {name} have no end"))),
            }
        }
        *list = self.cur.records_as(name, count, hint)?;
        self.cur.get_as::<T>(end_name, Hint::Hex)?;
        self.did()
    }

    fn text(&mut self, name: &'static str, text: &mut Vec<u8>) -> Result<(), ReadError> {
        *text = self.cur.c_string(name)?.to_vec();
        self.did()
    }

    fn align(&mut self, to: usize, fill: &mut [u8; 3]) -> Result<(), ReadError> {
        let bytes = self.cur.align(to)?;
        for (to, from) in fill.iter_mut().zip(bytes) {
            *to = *from;
        }
        self.did()
    }

    fn rest(&mut self, name: &'static str, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
        let len = self.cur.peek(usize::MAX).len();
        if len > 0 {
            *bytes = self.cur.bytes(name, len)?.to_vec();
        }
        self.did()
    }

    fn list<T: Item>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        more: fn(&[T], Ahead<'_>) -> bool,
    ) -> Result<(), ReadError> {
        let Reader { cur, around, done, placed } = self;
        cur.array(name, |cur| {
            let mut inner = Reader { cur, around: *around, done: *done, placed: *placed };
            let read = inner.elements(list, more);
            (*done, *placed) = (inner.done, inner.placed);
            read
        })
    }
}

impl<R: Recorder> Reader<'_, '_, R> {
    /// Elements are kept even when they break off, so that what was read of them is written again.
    fn elements<T: Item>(
        &mut self,
        list: &mut Vec<T>,
        more: fn(&[T], Ahead<'_>) -> bool,
    ) -> Result<(), ReadError> {
        while let Some(ahead) = self.ahead().filter(|ahead| more(list, *ahead)) {
            let (start, type_name, before) = (ahead.pos, T::type_name(ahead), self.done);
            let mut item = T::default();
            let Reader { cur, around, done, placed } = self;
            let read = cur.element(list.len(), type_name, |cur| {
                let mut inner = Reader { cur, around: *around, done: *done, placed: *placed };
                let read = item.fields(&mut inner);
                (*done, *placed) = (inner.done, inner.placed);
                let len = cur.pos().saturating_sub(start);
                item.place(Stored { start, len });
                if let Some(text) = item.remark() {
                    cur.problem(Severity::Note, (start, len), "", format_args!("{text}"));
                }
                let summary = if R::ON { item.summary() } else { String::new() };
                if !summary.is_empty() {
                    cur.describe(|| summary);
                }
                read
            });
            if self.done > before {
                list.push(item);
            }
            read?;
        }
        Ok(())
    }
}

/// The pass ended where reading had ended.
pub(super) struct Ended;

/// Writes.
pub(super) struct Emitter<'w> {
    pub out: &'w mut Writer,
    /// Calls that are left to do.
    pub left: usize,
}

impl Emitter<'_> {
    fn step(&mut self) -> Result<&mut Writer, Ended> {
        self.left = self.left.checked_sub(1).ok_or(Ended)?;
        Ok(self.out)
    }
}

impl Port for Emitter<'_> {
    type Stop = Ended;

    fn ahead(&self) -> Option<Ahead<'_>> {
        None
    }

    fn scalar<T: Scalar>(&mut self, _: &'static str, _: Hint, value: &mut T) -> Result<(), Ended> {
        self.step()?.put(*value);
        Ok(())
    }

    fn record<T: Record>(&mut self, _: &'static str, value: &mut T) -> Result<(), Ended> {
        self.step()?.shaped(value);
        Ok(())
    }

    fn links(&mut self, links: &mut Vec<u16>, _: &mut Stored) -> Result<(), Ended> {
        // A node cannot hold more than its count can say.
        links.truncate(usize::from(u16::MAX));
        let out = self.step()?;
        out.put(u16::try_from(links.len()).unwrap_or(u16::MAX));
        out.all(links);
        Ok(())
    }

    fn until<T: Shaped + Scalar + PartialEq>(
        &mut self,
        _: &'static str,
        _: Hint,
        list: &mut Vec<T>,
        (_, end): (&'static str, T),
    ) -> Result<(), Ended> {
        let out = self.step()?;
        out.all(list);
        out.put(end);
        Ok(())
    }

    fn text(&mut self, _: &'static str, text: &mut Vec<u8>) -> Result<(), Ended> {
        let out = self.step()?;
        out.bytes(text);
        out.put(0u8);
        Ok(())
    }

    fn align(&mut self, to: usize, fill: &mut [u8; 3]) -> Result<(), Ended> {
        let out = self.step()?;
        let len = out.pos().next_multiple_of(to.max(1)) - out.pos();
        out.bytes(fill.get(..len).unwrap_or(fill));
        Ok(())
    }

    fn rest(&mut self, _: &'static str, bytes: &mut Vec<u8>) -> Result<(), Ended> {
        self.step()?.bytes(bytes);
        Ok(())
    }

    fn list<T: Item>(
        &mut self,
        _: &'static str,
        list: &mut Vec<T>,
        _: fn(&[T], Ahead<'_>) -> bool,
    ) -> Result<(), Ended> {
        list.iter_mut().try_for_each(|item| item.fields(self))
    }
}
