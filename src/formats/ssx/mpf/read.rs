//! Bytes to records. Strict about rules (each broken one is a problem), and goes on where it can.

use std::collections::HashMap;
use std::sync::Arc;

use super::layout::{FileLayout, Piece};
use super::lists::{ModelHeader, ModelHeaderReader};
use super::read_model::ModelReader;
use super::records::{FILE_HEADER, File, MODEL_HEADER, MeshIndex, VERSION};
use crate::bytes::{Cursor, Hint, Recorder, Result, Severity, Source, Span};

/// Where things were found; the scene gives every element its bytes from here.
#[derive(Clone, Debug, Default)]
pub struct Places {
    pub models: Vec<ModelPlace>,
}

#[derive(Clone, Debug, Default)]
pub struct ModelPlace {
    pub span: Span,
    /// Offset of every piece that was read.
    pub pieces: HashMap<Piece, u64>,
    /// The codes of each tag of a chain.
    pub codes: HashMap<Piece, Vec<CodePlaces>>,
}

/// Where the codes of a tag stand.
#[derive(Clone, Debug, Default)]
pub struct CodePlaces {
    /// First byte of the first one.
    pub start: u64,
    /// Start of each, from there.
    pub starts: Arc<[u32]>,
}

impl ModelPlace {
    /// Offset of the data of a code: behind its own four bytes.
    pub fn data_of(&self, mesh: MeshIndex, (tag, code): (usize, usize)) -> Option<u64> {
        let piece = Piece::Chain(mesh.group, mesh.weight_group, mesh.mesh);
        let places = self.codes.get(&piece)?.get(tag)?;
        Some(places.start + u64::from(*places.starts.get(code)?) + 4)
    }
}

/// Bounds what is read of a file in which many offsets lead to the same bytes.
pub(super) struct Budget {
    left: u64,
    spent: bool,
}

impl Budget {
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// Takes `len` bytes; an error when more is pointed at than the file can justify.
    pub fn spend<R: Recorder>(&mut self, cur: &Cursor<'_, R>, len: u64) -> Result<()> {
        match self.left.checked_sub(len) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                self.spent = true;
                Err(cur.fail(format_args!("more is pointed at than the file has bytes for")))
            }
        }
    }
}

/// Reads a whole file. Fails only when it does not start like one.
pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<(File, Places)> {
    let mut file = File { version: 0, models: Vec::new(), layout: FileLayout::default() };
    let header = cur.group("header", "Header", read_header)?;
    file.version = header.version;
    if header.version != VERSION {
        let message =
            format!("version {}: only {VERSION}, of SSX Tricky, is understood", header.version);
        return Err(cur.fail_at(0, 4, "header.version", format_args!("{message}")));
    }
    let mut places = Places::default();
    let read = body(cur, source, &header, &mut file, &mut places);
    if let Err(error) = read {
        file.layout.lost.push(error.to_string());
        cur.keep(error);
    }
    Ok((file, places))
}

struct Header {
    version: u32,
    models: u16,
    headers: u64,
    data: u64,
}

fn read_header<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Header> {
    let version = cur.get("version")?;
    let models = cur.get("model_count")?;
    let headers: u16 = cur.get_as("header_offset", Hint::Pointer)?;
    let data: u32 = cur.get_as("data_start", Hint::Pointer)?;
    Ok(Header { version, models, headers: headers.into(), data: data.into() })
}

fn body<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    source: &Source,
    header: &Header,
    file: &mut File,
    places: &mut Places,
) -> Result<()> {
    if header.headers < FILE_HEADER {
        let message = format_args!("the model headers cannot stand in the file's own header");
        return Err(cur.fail_at(6, 2, "header.header_offset", message));
    }
    file.layout.before_headers = cur.bytes_or_padding(header.headers)?.to_vec();
    cur.seek(header.headers)?;
    let count = cur.bounded("header.model_count", header.models.into(), MODEL_HEADER);
    if count < usize::from(header.models) {
        file.layout.lost.push(format!("only {count} of {} models are there", header.models));
    }
    let rows = cur.run("model_headers", count, ModelHeaderReader).items;
    let headers_end = cur.pos();
    let mut spans = Vec::new();
    // Well-formed files are read once; a few shared pieces may be read again.
    let mut budget = Budget { left: cur.source_len().saturating_mul(2), spent: false };
    cur.array("models", |cur| {
        for (index, row) in rows.iter().enumerate() {
            let mut reader = ModelReader::new(source, row, &mut budget);
            let span = model_span(cur, index, header, row, headers_end);
            if let Some((start, end)) = span {
                let result = cur.within(start, end, |cur| {
                    cur.element(index, "Model", |cur| reader.read(cur, start, end))
                });
                cur.or_keep(result);
                spans.push((start, end, index));
            } else {
                reader.model.layout.lost.push(format!("models[{index}] is not in the file"));
            }
            let (model, place) = reader.finish();
            file.models.push(model);
            places.models.push(place);
        }
        Ok(())
    })?;
    layout(cur, header, headers_end, spans, file)
}

/// First byte of a model's data and one past the last, cut to what is there.
fn model_span<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    index: usize,
    header: &Header,
    row: &ModelHeader,
    headers_end: u64,
) -> Option<(u64, u64)> {
    let at = header.headers + MODEL_HEADER * index as u64;
    let start = header.data.saturating_add(row.offset.into());
    let end = start.saturating_add(row.size.into());
    let len = cur.source_len();
    if start < headers_end || start > len {
        let message = format_args!("the model's data cannot be at {start:#x}");
        cur.problem(Severity::Error, (at + 16, 4), &format!("[{index}]"), message);
        return None;
    }
    if end > len {
        let message = format_args!("{} bytes are promised, {} are there", row.size, len - start);
        cur.problem(Severity::Error, (at + 20, 4), &format!("[{index}]"), message);
    }
    Some((start, end.min(len)))
}

/// The order of the models, and what is between them.
fn layout<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    header: &Header,
    headers_end: u64,
    mut spans: Vec<(u64, u64, usize)>,
    file: &mut File,
) -> Result<()> {
    let len = cur.source_len();
    let layout = &mut file.layout;
    if header.data < headers_end || header.data > len {
        layout.lost.push("the data does not start behind the model headers".to_owned());
        return Ok(());
    }
    spans.sort_unstable();
    let before_data = cur.slice(headers_end, header.data);
    layout.before_data = Some(before_data.to_vec());
    let mut gaps = vec![(headers_end, header.data)];
    let mut at = header.data;
    for (start, end, index) in &spans {
        if *start < at {
            layout.lost.push(format!("models[{index}] overlaps another"));
            let message = format_args!("the model overlaps what stands before it");
            let field = format!("models[{index}]");
            cur.problem(Severity::Error, (*start, end - start), &field, message);
        } else {
            layout.order.push((cur.slice(at, *start).to_vec(), *index));
            gaps.push((at, *start));
        }
        at = at.max(*end);
    }
    layout.tail = cur.slice(at, len).to_vec();
    gaps.push((at, len));
    gaps.retain(|(start, end)| end > start);
    explain(cur, gaps)
}

/// Names the bytes that no piece has: padding where they are zeros or fewer than 16, which are
/// memory that was never cleared.
pub(super) fn explain<R: Recorder>(cur: &mut Cursor<'_, R>, gaps: Vec<(u64, u64)>) -> Result<()> {
    let is_padding = |cur: &Cursor<'_, R>, start: u64, end: u64| {
        end - start < 16 || cur.slice(start, end).iter().all(|byte| *byte == 0)
    };
    let (padding, unknown): (Vec<_>, Vec<_>) =
        gaps.into_iter().partition(|(start, end)| is_padding(cur, *start, *end));
    cur.paddings(&padding);
    if unknown.is_empty() {
        return Ok(());
    }
    cur.array("unknown", |cur| {
        for (index, (start, end)) in unknown.into_iter().enumerate() {
            let message = format_args!("nothing leads to {} bytes", end - start);
            cur.problem(Severity::Note, (start, end - start), &format!("[{index}]"), message);
            cur.within(start, end, |cur| {
                cur.element(index, "bytes", |cur| cur.bytes_if_any("bytes", end).map(drop))
            })?;
        }
        Ok(())
    })
}
