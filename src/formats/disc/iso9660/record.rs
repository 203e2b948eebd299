//! Directory records.

use super::records::{Extent, FLAGS, XA_ATTRIBUTES};
use crate::bytes::{Cursor, Hint, RecordReader, Recorder, Result, Severity};

/// A number that is stored in both byte orders, little-endian first.
pub fn both<R: Recorder>(cur: &mut Cursor<'_, R>, name: &'static str, hint: Hint) -> Result<u32> {
    let number: u32 = cur.get_as(name, hint)?;
    let again = cur.bytes(name, 4)?;
    cur.explain(|| "big-endian copy".to_owned());
    if again != number.to_be_bytes() {
        let message = format_args!("the two copies of {name} differ; {number} is used");
        cur.problem(Severity::Warning, (cur.pos() - 8, 8), name, message);
    }
    Ok(number)
}

/// A 16-bit number that is stored in both byte orders, little-endian first.
pub fn both_short<R: Recorder>(cur: &mut Cursor<'_, R>, name: &'static str) -> Result<u16> {
    let number: u16 = cur.get(name)?;
    let again = cur.bytes(name, 2)?;
    cur.explain(|| "big-endian copy".to_owned());
    if again != number.to_be_bytes() {
        let message = format_args!("the two copies of {name} differ; {number} is used");
        cur.problem(Severity::Warning, (cur.pos() - 4, 4), name, message);
    }
    Ok(number)
}

/// An entry of a directory.
#[derive(Default)]
pub struct Record {
    extended: u8,
    lba: u32,
    size: u32,
    pub flags: u8,
    pub name: Vec<u8>,
    pub xa: u16,
    pub xa_file: u8,
    /// Bytes after the name.
    pub system_use: Vec<u8>,
}

impl Record {
    pub fn extent(&self) -> Extent {
        Extent { lba: self.lba.saturating_add(self.extended.into()), size: self.size }
    }

    /// `true` for the entries of the directory itself and of its parent.
    pub fn is_link(&self) -> bool {
        matches!(self.name.as_slice(), [0 | 1])
    }
}

/// Reads the record at the cursor; `None` if its length is 0, which ends the records.
pub fn record<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Option<Record>> {
    let Some(len) = cur.peek(1).first().copied().filter(|len| *len > 0) else { return Ok(None) };
    let end = cur.pos().saturating_add(len.into());
    if len < 34 || end > cur.limit() {
        let message = format_args!("invalid record length {len}");
        return Err(cur.fail_at((cur.pos(), 1), "length", message));
    }
    let start = cur.pos();
    let record = cur.within(start, end, |cur| {
        cur.get::<u8>("length")?;
        let extended = cur.get("extended")?;
        let lba = both(cur, "lba", Hint::Dec)?;
        let size = both(cur, "size", Hint::Dec)?;
        let time = cur.bytes("time", 7)?;
        cur.explain(|| time_in_words(time));
        let flags = cur.get_as("flags", Hint::Flags(FLAGS))?;
        let unit: u8 = cur.get("unit")?;
        let gap: u8 = cur.get("gap")?;
        if (unit, gap) != (0, 0) {
            let message = format_args!(
                "interleaved files are not supported: {unit} of every {} blocks",
                u16::from(unit) + u16::from(gap)
            );
            cur.problem(Severity::Warning, (start + 26, 2), "unit", message);
        }
        both_short(cur, "volume")?;
        let len: u8 = cur.get("name_length")?;
        let name = cur.peek(len.into());
        cur.text("name", len.into())?;
        if len.is_multiple_of(2) && cur.remaining() > 0 {
            cur.padding(1)?;
        }
        let (name, system_use) = (name.to_vec(), cur.peek(usize::MAX).to_vec());
        let (xa, xa_file) = xa_attributes(cur)?;
        Ok(Record { extended, lba, size, flags, name, xa, xa_file, system_use })
    })?;
    cur.seek(end)?;
    Ok(Some(record))
}

/// CD-XA attributes, which follow the name.
fn xa_attributes<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(u16, u8)> {
    let end = cur.limit();
    let [_, _, _, _, high, low, b'X', b'A', file, ..] = *cur.peek(14) else {
        cur.bytes_if_any("system_use", end)?;
        return Ok((0, 0));
    };
    cur.bytes("owner", 4)?;
    let attributes = u16::from_be_bytes([high, low]);
    cur.bytes("xa_attributes", 2)?;
    cur.explain(|| {
        let value = crate::bytes::Value::Uint(attributes.into());
        Hint::Flags(XA_ATTRIBUTES).meaning(&value)
    });
    cur.text("xa_magic", 2)?;
    cur.get::<u8>("xa_file")?;
    cur.bytes_if_any("system_use", end)?;
    // Some discs store the attributes in the opposite byte order.
    let kinds = 0xF800;
    let swapped = attributes & kinds == 0 && attributes.swap_bytes() & kinds != 0;
    Ok((if swapped { attributes.swap_bytes() } else { attributes }, file))
}

fn time_in_words(time: &[u8]) -> String {
    let [year, month, day, hour, minute, second, zone] = *time else { return String::new() };
    let quarters = i32::from(zone.cast_signed());
    let (year, sign) = (1900 + u32::from(year), if quarters < 0 { '-' } else { '+' });
    let (hours, minutes) = (quarters.abs() / 4, quarters.abs() % 4 * 15);
    format!(
        "{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} {sign}{hours:02}:{minutes:02}"
    )
}

/// The records of one sector, up to a length of 0.
pub struct Records;

impl RecordReader for Records {
    type Out = Record;
    const TYPE: &'static str = "DirectoryRecord";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Record> {
        Ok(record(cur)?.unwrap_or_default())
    }
}
