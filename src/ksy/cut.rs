//! Reads numbers, and the bytes of fields with a size.

use super::description::*;
use super::encoding::Encoding;
use super::failure::{ErrorKind, Failure, Problem};
use super::process::{MAX_UNPACKED, process};
use super::reader::Reader;
use super::slots::Owner;
use super::stream::{Stream, end_of_stream};
use super::value::{BYTES_PER_STEP, BufferId, Data, Env, Span, StreamId, Value};

/// The bits of a number of 1, 2, 4 or 8 bytes; `None` outside the buffer.
pub(super) fn bits_at(data: &[u8], at: usize, size: usize, little: bool) -> Option<u64> {
    let bytes = data.get(at..)?;
    Some(match (size, little) {
        (1, _) => (*bytes.first()?).into(),
        (2, true) => u16::from_le_bytes(*bytes.first_chunk()?).into(),
        (2, false) => u16::from_be_bytes(*bytes.first_chunk()?).into(),
        (4, true) => u32::from_le_bytes(*bytes.first_chunk()?).into(),
        (4, false) => u32::from_be_bytes(*bytes.first_chunk()?).into(),
        (8, true) => u64::from_le_bytes(*bytes.first_chunk()?),
        (8, false) => u64::from_be_bytes(*bytes.first_chunk()?),
        _ => return None,
    })
}

/// The integer with the bits of this many bytes.
pub(super) fn integer(bits: u64, size: usize, signed: bool) -> i128 {
    let value = i128::from(bits);
    let count = size * 8;
    let is_negative = signed && value >> (count - 1) & 1 == 1;
    if is_negative { value - (1i128 << count) } else { value }
}

/// The float with the bits of 4 or 8 bytes.
pub(super) fn float(bits: u64, size: usize) -> f64 {
    match (size, u32::try_from(bits)) {
        (4, Ok(bits)) => f32::from_bits(bits).into(),
        _ => f64::from_bits(bits),
    }
}

impl Reader {
    pub(super) fn order(&self, owner: Owner, little: Option<bool>) -> Result<bool, Failure> {
        let chosen = || self.objects.get(owner.object).and_then(|object| object.little);
        let none = || Failure::new(ErrorKind::UndecidedEndianness, "the byte order is undefined");
        little.or_else(chosen).ok_or_else(none)
    }

    /// The bits of a number; 0 outside the buffer.
    fn raw(&self, buffer: BufferId, at: usize, size: usize, little: bool) -> u64 {
        let buffer = self.buffers.get(buffer);
        buffer.and_then(|buffer| bits_at(&buffer.data, at, size, little)).unwrap_or_default()
    }

    /// The integer with these bytes.
    pub(super) fn int_at(
        &self,
        (buffer, at): (BufferId, usize),
        size: usize,
        signed: bool,
        little: bool,
    ) -> i128 {
        integer(self.raw(buffer, at, size, little), size, signed)
    }

    /// The float with these bytes.
    pub(super) fn float_at(
        &self,
        (buffer, at): (BufferId, usize),
        size: usize,
        little: bool,
    ) -> f64 {
        float(self.raw(buffer, at, size, little), size)
    }

    pub(super) fn int(
        &mut self,
        stream: StreamId,
        size: u8,
        signed: bool,
        little: bool,
    ) -> Result<Value, Failure> {
        let (size, found) = (usize::from(size), self.stream(stream)?);
        let at = (found.buffer, found.take(size)?);
        Ok(Value::Int(self.int_at(at, size, signed, little)))
    }

    pub(super) fn float(
        &mut self,
        stream: StreamId,
        size: u8,
        little: bool,
    ) -> Result<Value, Failure> {
        let (size, found) = (usize::from(size), self.stream(stream)?);
        let at = (found.buffer, found.take(size)?);
        Ok(Value::Float(self.float_at(at, size, little)))
    }

    /// The bytes of a sized field, trimmed and processed.
    pub(super) fn cut(
        &mut self,
        owner: Owner,
        parse: &Parse,
        stream: StreamId,
        env: &Env,
    ) -> Result<Cut, Failure> {
        let buffer = self.stream(stream)?.buffer;
        let data = self.data(buffer);
        let cut = match (&parse.size, &parse.contents) {
            (None, Some(contents)) if !parse.size_eos && parse.terminator.is_none() => {
                let start = self.stream(stream)?.take(contents.len())?;
                Cut { data, buffer: Some(buffer), start, len: contents.len() }
            }
            (size, _) => {
                let len = match size {
                    Some(code) => Some(self.eval_size(&code.expr, env)?),
                    None => {
                        parse.size_eos.then(|| self.streams.get(stream).map_or(0, Stream::left))
                    }
                };
                match len {
                    Some(len) => {
                        let start = self.stream(stream)?.take(len)?;
                        let whole = data.get(start..start + len).unwrap_or_default();
                        let len = trimmed(whole, parse);
                        if parse.terminator.is_some() || parse.pad_right.is_some() {
                            self.step(whole.len() as u64 / BYTES_PER_STEP)?;
                        }
                        Cut { data, buffer: Some(buffer), start, len }
                    }
                    None => {
                        let found = self.stream(stream)?;
                        let (start, len) = terminated(found, &data, parse)?;
                        self.step(len as u64 / BYTES_PER_STEP)?;
                        Cut { data, buffer: Some(buffer), start, len }
                    }
                }
            }
        };
        let Some(given) = &parse.process else { return Ok(cut) };
        let span = Span { buffer, start: cut.start, len: cut.len, bit: None };
        self.at = Some((owner, span));
        let bytes = cut.bytes().to_vec();
        self.step(bytes.len() as u64 / BYTES_PER_STEP)?;
        let room = MAX_UNPACKED.saturating_sub(self.unpacked);
        if cut.len > room && given.keeps_size() {
            let message = format!("expected at most {MAX_UNPACKED} unpacked bytes");
            return Err(Failure::new(ErrorKind::Limit, message));
        }
        let bytes = process(given, bytes, room, |code| self.eval(&code.expr, env))?;
        self.add_unpacked(bytes.len());
        self.step(bytes.len() as u64 / BYTES_PER_STEP)?;
        let len = bytes.len();
        Ok(Cut { data: Data::new(bytes), buffer: None, start: 0, len })
    }

    pub(super) fn text(&mut self, owner: Owner, name: &str, cut: &Cut) -> Result<Value, Failure> {
        let Some(encoding) = Encoding::of(name) else {
            let message = format!("unknown encoding `{name}`");
            return Err(Failure::new(ErrorKind::UnknownEncoding, message));
        };
        self.step(cut.len as u64 / BYTES_PER_STEP)?;
        let (text, valid) = encoding.decode(cut.bytes());
        if !valid && self.has_checks {
            let span = self.at.map_or(Span::default(), |(_, span)| span);
            let message = format!("bytes that are not {}", encoding.name());
            let line = self.place(owner);
            let path = self.path(owner);
            self.add_problem(Problem {
                kind: None,
                message,
                path,
                span,
                is_error: false,
                line,
                more: 0,
            });
        }
        Ok(Value::Text(text.into()))
    }
}

/// Bytes of a field.
pub(super) struct Cut {
    pub(super) data: Data,
    /// The buffer that contains the bytes; `None` for processed ones.
    pub(super) buffer: Option<BufferId>,
    pub(super) start: usize,
    pub(super) len: usize,
}

impl Cut {
    pub(super) fn bytes(&self) -> &[u8] {
        self.data.get(self.start..self.start + self.len).unwrap_or_default()
    }
}

/// Length without padding, up to the first terminator.
pub(super) fn trimmed(bytes: &[u8], parse: &Parse) -> usize {
    let mut len = bytes.len();
    let last = parse.terminator.as_ref().and_then(|terminator| terminator.last());
    if let Some(pad) = parse.pad_right.filter(|pad| Some(pad) != last) {
        len = bytes.iter().rposition(|byte| *byte != pad).map_or(0, |at| at + 1);
    }
    let kept = bytes.get(..len).unwrap_or_default();
    match &parse.terminator {
        None => len,
        Some(terminator) => match find(kept, terminator) {
            Some(at) => at + if parse.include { terminator.len() } else { 0 },
            None => len,
        },
    }
}

/// Offset of a terminator, in units of its length.
fn find(bytes: &[u8], terminator: &[u8]) -> Option<usize> {
    match terminator {
        [byte] => bytes.iter().position(|found| found == byte),
        _ => {
            let at =
                bytes.chunks_exact(terminator.len().max(1)).position(|unit| unit == terminator)?;
            Some(at * terminator.len())
        }
    }
}

/// Start and length of a field that ends with a terminator.
fn terminated(stream: &mut Stream, data: &[u8], parse: &Parse) -> Result<(usize, usize), Failure> {
    let terminator: &[u8] = parse.terminator.as_deref().unwrap_or(&[0]);
    stream.align();
    let start = stream.offset(false);
    let rest = data.get(start..start + stream.left()).unwrap_or_default();
    match find(rest, terminator) {
        Some(at) => {
            let after = at + terminator.len();
            stream.pos += if parse.consume { after } else { at };
            Ok((start, if parse.include { after } else { at }))
        }
        None if parse.eos_error => {
            let left = rest.len();
            let mut failure = end_of_stream(left + terminator.len(), left);
            failure.message.push_str("; expected a terminator");
            Err(failure)
        }
        None => {
            stream.pos = stream.size;
            Ok((start, rest.len()))
        }
    }
}
