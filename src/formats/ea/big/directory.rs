//! Header and directory of an archive as stored.

use super::records::{Form, TotalSize};
use crate::bytes::layout::{Layout, Named, Pass};
use crate::bytes::{Hint, Result, Severity};

/// Header, whose form depends on its magic.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Header {
    /// Total size, interpreted by [`TotalSize::of`].
    pub total_size: u32,
    pub count: u32,
    /// Size of header and entries in bytes.
    pub header_size: u32,
}

impl Layout<Form> for Header {
    const TYPE: &'static str = "Header";
    const MIN_SIZE: u64 = 6;

    fn pass<P: Pass>(&mut self, pass: &mut P, form: Form) -> Result<()> {
        if form == Form::Short {
            let mut magic = Form::SHORT;
            pass.value(("magic", Hint::Hex), &mut magic)?;
            short("header_size", &mut self.header_size, pass)?;
            return short("count", &mut self.count, pass);
        }
        pass.text("magic", &mut form.magic().to_vec(), 4)?;
        self.total_size(pass)?;
        pass.value("count", &mut self.count)?;
        pass.value("header_size", &mut self.header_size)
    }
}

impl Header {
    fn total_size<P: Pass>(&mut self, pass: &mut P) -> Result<()> {
        let (at, len) = (pass.pos(), pass.pos() + pass.remaining());
        pass.value(("total_size", Hint::Hex), &mut self.total_size)?;
        let total = TotalSize::of(self.total_size, len);
        let (declared, order) = match total {
            TotalSize::Big => (self.total_size, "big"),
            _ => (self.total_size.swap_bytes(), "little"),
        };
        pass.explain(|| format!("{declared} bytes, {order}-endian"));
        if let TotalSize::Other(declared) = total {
            let message = format_args!("expected the size of the file, {len}, found {declared}");
            pass.report(Severity::Warning, (at, 4), "total_size", message);
        }
        Ok(())
    }
}

/// Processes a 16-bit number; larger values are refused before writing.
fn short<P: Pass>(name: &'static str, number: &mut u32, pass: &mut P) -> Result<()> {
    let mut stored = u16::try_from(*number).unwrap_or(u16::MAX);
    pass.value(name, &mut stored)?;
    *number = stored.into();
    Ok(())
}

/// Entry as stored.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub offset: u32,
    pub size: u32,
    /// Name without its NUL.
    pub name: Vec<u8>,
}

impl Row {
    /// Size of the entry in bytes.
    pub fn len(&self, form: Form) -> u64 {
        form.min_entry() + self.name.len() as u64
    }
}

impl Layout<Form> for Row {
    const TYPE: &'static str = "Entry";
    const MIN_SIZE: u64 = 7;

    fn pass<P: Pass>(&mut self, pass: &mut P, form: Form) -> Result<()> {
        number(("offset", Hint::Pointer).into(), &mut self.offset, pass, form)?;
        number("size".into(), &mut self.size, pass, form)?;
        pass.c_text("name", &mut self.name)
    }
}

/// Processes a number with the width of the form; larger values are refused before writing.
fn number<P: Pass>(named: Named, number: &mut u32, pass: &mut P, form: Form) -> Result<()> {
    if form != Form::Short {
        return pass.value(named, number);
    }
    let [_, low @ ..] = number.to_be_bytes();
    let mut stored = low.to_vec();
    pass.bytes(named.name, &mut stored, low.len())?;
    let read = stored.iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
    *number = read;
    pass.explain(|| format!("{read:#x}"));
    Ok(())
}
