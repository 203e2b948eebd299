//! Reads model files. Every violated rule is a problem; reading continues as far as possible.

use super::VERSIONS;
use super::headers::{FILE_HEADER, MODEL_HEADER};
use super::headers::{Header, ModelHeader};
use super::pieces::FileLayout;
use super::read_model::{Budget, ModelReader, explain};
use super::records::{File, VERSION};
use crate::bytes::layout::{Layout, Pass, Reading, element_span, field_span};
use crate::bytes::{Arrangement, Cursor, Recorder, Result, Severity, Source, overlapping};

/// Reads a whole file. Fails only if the header is invalid.
pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<File> {
    let mut header = Header::default();
    Layout::<()>::field(&mut header, "header".into(), &mut Reading { cur }, ())?;
    let version = header.version;
    let Some((_, game)) = VERSIONS.iter().find(|(known, _)| *known == version) else {
        let message = format_args!("unknown version {version}");
        return Err(cur.fail_at(field_span::<Header>(0, "version"), "header.version", message));
    };
    if version != VERSION {
        return listed(cur, version, game);
    }
    let mut file = File { version, models: Vec::new(), layout: FileLayout::default() };
    if let Err(error) = body(cur, source, &header, &mut file) {
        cur.lose(error);
    }
    Ok(file)
}

/// Reads a file of another game, of which only the version and the number of models are known.
fn listed<R: Recorder>(cur: &mut Cursor<'_, R>, version: u32, game: &str) -> Result<File> {
    let message = format_args!(
        "version {version} belongs to {game}: unknown model layout, displayed as bytes"
    );
    let (at, len) = field_span::<Header>(0, "version");
    cur.problem(Severity::Warning, (at, len), "header.version", message);
    cur.lose_because(format_args!("unknown model layout of version {version}"));
    cur.bytes_if_any("unknown_0c", cur.limit())?;
    Ok(File { version, models: Vec::new(), layout: FileLayout::default() })
}

fn body<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    source: &Source,
    header: &Header,
    file: &mut File,
) -> Result<()> {
    let headers = u64::from(header.header_offset);
    if headers < FILE_HEADER {
        let message = format_args!("the model headers overlap the file header");
        let span = field_span::<Header>(0, "header_offset");
        return Err(cur.fail_at(span, "header.header_offset", message));
    }
    file.layout.before_headers = cur.bytes_or_padding(headers)?.to_vec();
    cur.seek(headers)?;
    let declared = header.model_count;
    let count = cur.bounded("header.model_count", declared.into(), MODEL_HEADER);
    if count < usize::from(declared) {
        cur.lose_because(format_args!("found only {count} of {declared} models"));
    }
    let mut rows: Vec<ModelHeader> = Vec::new();
    Reading { cur }.items("model_headers", &mut rows, count, ())?;
    let headers_end = cur.pos();
    let mut pieces = Vec::new();
    // Valid files are read once; shared blocks may be read again.
    let mut budget = Budget::new(cur.source_len().saturating_mul(2));
    cur.array("models", |cur| {
        for (index, row) in rows.iter().enumerate() {
            let mut reader = ModelReader::new(source, row, &mut budget);
            let span = model_span(cur, index, header, row, headers_end);
            if let Some((start, end)) = span {
                let result = cur.within(start, end, |cur| {
                    cur.element(index, "Model", |cur| reader.read(cur, start, end))
                });
                cur.or_keep(result);
                pieces.push((index, (start, end)));
            } else {
                cur.lose_because(format_args!("models[{index}] is outside the file"));
            }
            file.models.push(reader.model);
        }
        Ok(())
    })?;
    layout(cur, header, headers_end, &pieces, file)
}

/// Start and end of a model's data, limited to the file.
fn model_span<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    index: usize,
    header: &Header,
    row: &ModelHeader,
    headers_end: u64,
) -> Option<(u64, u64)> {
    let span = |field| element_span::<ModelHeader>(header.header_offset.into(), index, field);
    let start = u64::from(header.data_start).saturating_add(row.offset.into());
    let end = start.saturating_add(row.size.into());
    let len = cur.source_len();
    if start < headers_end || start > len {
        let message = format_args!("{start:#x} is outside the data, {headers_end:#x} to {len:#x}");
        cur.problem(Severity::Error, span("offset"), &format!("[{index}]"), message);
        return None;
    }
    if end > len {
        let message = format_args!("expected {} bytes, found {}", row.size, len - start);
        cur.problem(Severity::Error, span("size"), &format!("[{index}]"), message);
    }
    Some((start, end.min(len)))
}

/// The order of the models, and the bytes between them.
fn layout<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    header: &Header,
    headers_end: u64,
    pieces: &[(usize, (u64, u64))],
    file: &mut File,
) -> Result<()> {
    let len = cur.source_len();
    let data = u64::from(header.data_start);
    if data < headers_end || data > len {
        cur.lose_because(format_args!(
            "the data overlaps the model headers or is outside the file"
        ));
        return Ok(());
    }
    file.layout.before_data = Some(cur.slice(headers_end, data).to_vec());
    for (index, (start, end)) in overlapping(data, pieces) {
        cur.lose_because(format_args!("models[{index}] overlaps another"));
        let message = format_args!("the model overlaps the preceding data");
        cur.problem(Severity::Error, (start, end - start), &format!("models[{index}]"), message);
    }
    let (models, mut free) = Arrangement::between(cur, data, pieces);
    file.layout.models = models;
    if data > headers_end {
        free.insert(0, (headers_end, data));
    }
    explain(cur, free)
}
