//! Reads header and commands.

use crate::bytes::{Bit, Cursor, Hint, RecordReader, Recorder, Result, Severity, count32};
use crate::codec::refpack::{self, Command, End, Unpacked};

/// Bits of the first byte.
pub mod flags {
    pub const PACKED_SIZE: u8 = 0x01;
    pub const ALWAYS: u8 = 0x10;
    pub const UNRESTRICTED: u8 = 0x40;
    pub const WIDE: u8 = 0x80;
}

const FLAGS: &[Bit] = &[
    Bit::single(0x01, "packed size", "the size of the stream is stored as well"),
    Bit::sure(0x10, "RefPack", "always set"),
    Bit::single(0x40, "unrestricted", "seen in other games, without effect"),
    Bit::sure(0x80, "wide", "sizes have four bytes instead of three"),
];

const MAGIC: u8 = 0xFB;

/// Packing of a file: the header before the commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RefPack {
    pub flags: u8,
    /// Stored size of the packed file, with [`flags::PACKED_SIZE`].
    pub packed_size: Option<u32>,
    /// Unpacked size.
    pub size: u32,
    /// The packed size is stored after the unpacked size.
    pub size_first: bool,
}

impl RefPack {
    /// Parses the header at the start of `bytes`, with the two sizes in the order that the engine uses.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let [flags, MAGIC, ..] = *bytes else { return None };
        // Other bits have never been seen; C0 FB is an archive.
        if flags & !(flags::PACKED_SIZE | flags::UNRESTRICTED | flags::WIDE) != flags::ALWAYS {
            return None;
        }
        let mut header = Self { flags, ..Self::default() };
        let number = |at: usize| {
            let bytes = bytes.get(at..at.checked_add(header.width())?)?;
            Some(bytes.iter().fold(0u32, |number, byte| number << 8 | u32::from(*byte)))
        };
        let (first, second) = (number(2)?, number(2 + header.width()));
        if flags & flags::PACKED_SIZE != 0 {
            (header.packed_size, header.size) = (Some(first), second?);
        } else {
            header.size = first;
        }
        Some(header)
    }

    /// Width of a size in bytes.
    fn width(&self) -> usize {
        if self.flags & flags::WIDE != 0 { 4 } else { 3 }
    }

    /// Size of the header in bytes.
    pub fn stored_len(&self) -> usize {
        let sizes = if self.packed_size.is_some() { 2 } else { 1 };
        2 + self.width() * sizes
    }

    fn swapped(self) -> Self {
        let packed_size = self.packed_size.map(|_| self.size);
        let size = self.packed_size.unwrap_or(self.size);
        Self { packed_size, size, size_first: true, ..self }
    }

    /// Wraps `bytes` into a file with this header form.
    pub fn wrap(&self, bytes: &[u8]) -> Vec<u8> {
        let packed = refpack::pack(bytes);
        let mut header = *self;
        let wide = u32::try_from(bytes.len()).is_ok_and(|len| len >= 1 << 24);
        header.flags |= if wide { flags::WIDE } else { 0 };
        let mut sizes = vec![bytes.len()];
        if header.packed_size.is_some() {
            sizes.insert(usize::from(header.size_first), header.stored_len() + packed.len());
        }
        let mut out = vec![header.flags, MAGIC];
        for size in sizes {
            let size = count32(size).to_be_bytes();
            out.extend_from_slice(size.get(4 - header.width()..).unwrap_or(&size));
        }
        out.extend(packed);
        out
    }
}

/// Reads a stream and unpacks it.
pub(super) fn stream<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(RefPack, Vec<u8>)> {
    let whole = cur.peek(usize::MAX);
    let header =
        RefPack::of(whole).ok_or_else(|| cur.fail(format_args!("missing RefPack header")))?;
    let packed = whole.get(header.stored_len()..).unwrap_or(&[]);
    let (header, unpacked) = right_order(header, packed);
    cur.group("header", "Header", |cur| {
        cur.get_as::<u8>("flags", Hint::Flags(FLAGS))?;
        cur.get_as::<u8>("magic", Hint::Hex)?;
        let mut sizes = vec![("size", header.size)];
        if let Some(packed) = header.packed_size {
            sizes.insert(usize::from(header.size_first), ("packed_size", packed));
        }
        for (name, size) in sizes {
            cur.bytes(name, header.width())?;
            cur.explain(|| format!("{size} bytes"));
        }
        Ok(())
    })?;
    let start = cur.pos();
    if R::ON {
        cur.within(start, start + unpacked.used as u64, |cur| {
            cur.run("commands", usize::MAX, CommandReader);
            Ok(())
        })?;
    }
    cur.seek(start + unpacked.used as u64)?;
    report_end(cur, &header, &unpacked, start);
    let rest = cur.remaining();
    if rest > 0 {
        let end = cur.source_len();
        cur.bytes_if_any("rest", end)?;
    }
    Ok((header, unpacked.bytes))
}

/// Selects the order of the two sizes for which the stream ends correctly; otherwise the first order.
fn right_order(header: RefPack, packed: &[u8]) -> (RefPack, Unpacked) {
    let as_it_is = refpack::unpack(packed, header.size as usize);
    let fits = |header: RefPack, unpacked: &Unpacked| {
        unpacked.end == End::Stop && unpacked.bytes.len() == header.size as usize
    };
    if header.packed_size.is_none() || fits(header, &as_it_is) {
        return (header, as_it_is);
    }
    let swapped = header.swapped();
    let other = refpack::unpack(packed, swapped.size as usize);
    if fits(swapped, &other) { (swapped, other) } else { (header, as_it_is) }
}

/// Reports how the stream ended, and bytes that would be lost on write.
fn report_end<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    header: &RefPack,
    unpacked: &Unpacked,
    start: u64,
) {
    let (got, declared) = (unpacked.bytes.len(), header.size);
    let short = got < declared as usize;
    let span = |at: usize| (start + at as u64, 1);
    let (severity, at, message) = match unpacked.end {
        End::Stop if short => {
            let message = format!("the stream stops after {got} of {declared} bytes");
            (Severity::Warning, (2, (header.stored_len() - 2) as u64), message)
        }
        End::Stop => return rest(cur),
        End::Limit => {
            let message = format!("missing stop command after {declared} bytes");
            (Severity::Warning, (cur.pos(), 0), message)
        }
        End::Cut(at) => {
            let message = format!("the stream is truncated after {got} of {declared} bytes");
            (Severity::Error, span(at), message)
        }
        End::Reference(at) => {
            let message =
                format!("a command copies from before the start of the output, at byte {got}");
            (Severity::Error, span(at), message)
        }
    };
    cur.problem(severity, at, "", format_args!("{message}"));
    // After damage the following bytes are the rest of the stream.
    if severity == Severity::Error {
        cur.lose_because(format_args!("{message}"));
    } else {
        rest(cur);
    }
}

/// Reports bytes after the stream, which the wrapper's writer does not preserve.
fn rest<R: Recorder>(cur: &mut Cursor<'_, R>) {
    let (here, left) = (cur.pos(), cur.remaining());
    if left == 0 {
        return;
    }
    let message = format_args!("{left} bytes after the stream");
    cur.problem(Severity::Warning, (here, left), "rest", message);
    cur.lose_because(message);
}

/// Reads one command with its literals.
struct CommandReader;

impl RecordReader for CommandReader {
    type Out = ();
    const TYPE: &'static str = "Command";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<()> {
        if cur.remaining() == 0 {
            return Ok(());
        }
        let rest = cur.peek(4);
        let Some(command) = Command::at(rest) else {
            return Err(cur.fail(format_args!("the command is truncated")));
        };
        cur.describe(|| describe(&command));
        cur.bytes("command", command.size)?;
        if command.literals > 0 {
            cur.bytes("literals", command.literals)?;
        }
        Ok(())
    }
}

fn describe(command: &Command) -> String {
    let mut parts = Vec::new();
    if command.literals > 0 {
        parts.push(format!("{} literals", command.literals));
    }
    if command.length > 0 {
        parts.push(format!("{} bytes from distance {}", command.length, command.distance));
    }
    if command.stops {
        parts.push("stop".to_owned());
    }
    parts.join(", then ")
}
