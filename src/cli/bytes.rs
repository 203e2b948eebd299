//! `bytes`: hex dump in which each row belongs to one field and names it.

use std::io::{self, Write};
use std::ops::Range;

use super::args::{Reading, number};
use super::out::{Clean, Out, Paint};
use super::session::{Files, Session};
use crate::bytes::{Field, FieldId, FieldKind, Problems, Source, Span, Tree, display_value};
use crate::formats::Document;
use crate::library::{Meanings, OpenError, ResolvedPath};

#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("range").args(["at", "offset"]).required(true))]
pub struct Args {
    /// File or member; for a folder, every file below it
    #[arg(value_name = "PATH", value_parser = crate::cli::args::path())]
    path: String,
    /// Show the bytes of this field
    #[arg(long, value_name = "FIELDPATH")]
    at: Option<String>,
    /// First offset, decimal or 0x…
    #[arg(long, value_name = "N", value_parser = number)]
    offset: Option<u64>,
    /// Number of bytes
    #[arg(long, value_name = "N", requires = "offset", default_value = "256", value_parser = number)]
    len: u64,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let files = session.files(&args.path);
    let in_folder = matches!(files, Files::Folder(_));
    for (index, file) in files.iter().enumerate() {
        if in_folder {
            let title = session.out.paint.bold(Clean(file)).to_string();
            writeln!(session.out, "{}{title}", if index > 0 { "\n" } else { "" })?;
        }
        one(args, session, file)?;
        session.out.flush()?;
    }
    Ok(())
}

fn one(args: &Args, session: &mut Session, path: &str) -> io::Result<()> {
    match session.library.open(path, args.reading.format()) {
        Ok(opened) => {
            let document = &opened.document;
            opened.learn_names(&session.library);
            dump(args, session, path, (&document.tree, Some(document)), &document.problems)?;
            session.library.close(&opened);
        }
        // Bytes can be dumped without knowing the format.
        Err(OpenError::Unknown { .. } | OpenError::Failed { .. }) if args.at.is_none() => {
            if let Ok(ResolvedPath::File(source)) = session.library.place(path) {
                dump(args, session, path, (&Tree::raw(&source), None), &Problems::default())?;
                session.library.close_source(&source);
            }
        }
        Err(error) => session.fail_open(&error),
    }
    Ok(())
}

fn dump(
    args: &Args,
    session: &mut Session,
    path: &str,
    (tree, document): (&Tree, Option<&Document>),
    problems: &Problems,
) -> io::Result<()> {
    let size = tree.source().len();
    let range = match &args.at {
        Some(at) => match tree.find(at).map(|id| tree.field(&id)) {
            Ok(Some(field)) if field.span.source != tree.source().id() => {
                rows_of_part(&mut session.out, tree, &field)?;
                session.report_errors(path, problems);
                return Ok(());
            }
            Ok(field) => field.map_or(0..0, |field| field.span.start..field.span.end()),
            Err(miss) => {
                session.fail(format_args!("{path}: {miss}"));
                return Ok(());
            }
        },
        None => {
            let start = args.offset.unwrap_or(0);
            start..start.saturating_add(args.len)
        }
    };
    let there = range.start.min(size)..range.end.min(size);
    if args.at.is_some() && range.is_empty() {
        session.notify(format_args!("{path}: this field has no stored bytes"));
    }
    let names = &session.library.names;
    let meanings = match document {
        Some(document) => Meanings::of(document, names),
        None => Meanings::of_tree(tree, names),
    };
    rows(&mut session.out, tree, &meanings, there.clone())?;
    if there != range {
        let (start, end) = (range.start, range.end);
        session.fail(format_args!(
            "{path}: {start:#x} to {end:#x} reaches past the end of the data at {size:#x}"
        ));
    } else {
        session.report_errors(path, problems);
    }
    Ok(())
}

const ROW: u64 = 16;
/// Fields are looked up in windows of this many bytes.
const WINDOW: u64 = 1 << 16;

fn rows(out: &mut Out, tree: &Tree, meanings: &Meanings<'_>, range: Range<u64>) -> io::Result<()> {
    let mut start = range.start;
    while start < range.end {
        let end = range.end.min(start.saturating_add(WINDOW));
        for row in byte_rows(tree, meanings, start..end) {
            write_row(out, tree.source(), &row)?;
        }
        start = end;
    }
    Ok(())
}

/// Rows of a field in an unpacked part, without the fields inside it.
fn rows_of_part(out: &mut Out, tree: &Tree, field: &Field) -> io::Result<()> {
    let (part, mut start) = (tree.source_of_span(field.span), field.span.start);
    while start < field.span.end() {
        let end = field.span.end().min(start + ROW);
        let row = ByteRow { bytes: start..end, label: field.path.clone(), ..ByteRow::default() };
        write_row(out, part, &row)?;
        start = end;
    }
    Ok(())
}

/// Up to sixteen bytes of one field, or of adjacent elements of an array of numbers.
#[derive(Debug, Default, PartialEq)]
pub struct ByteRow {
    /// Bytes of the row.
    pub bytes: Range<u64>,
    /// Field path, or the first and last element.
    pub label: String,
    /// Value, if the row is a single integer.
    pub value: String,
    /// Target or name, if the value refers to something.
    pub meaning: String,
}

/// Rows of the bytes in a window.
pub fn byte_rows(tree: &Tree, meanings: &Meanings<'_>, window: Range<u64>) -> Vec<ByteRow> {
    let mut leaves: Vec<(FieldId, Span)> = Vec::new();
    tree.leaves_in(window.clone(), &mut |id, span| leaves.push((id, span)));
    leaves.sort_by_key(|(_, span)| span.start);
    let mut rows: Vec<ByteRow> = Vec::new();
    // Array that the last row's elements belong to, and its first element.
    let mut joining: Option<(String, String)> = None;
    let mut at = window.start;
    while at < window.end {
        let next = leaves.partition_point(|(_, span)| span.start <= at);
        let holder = leaves.iter().take(next).rev().find(|(_, span)| span.contains(at));
        let reach = leaves.get(next).map_or(window.end, |(_, span)| span.start);
        let end = holder.map_or(reach, |(_, span)| reach.min(span.end()));
        let end = end.min(window.end).min(at + ROW);
        let field = holder.and_then(|(id, _)| tree.field(id));
        let Some(field) = field else {
            rows.push(ByteRow { bytes: at..end, label: String::new(), ..ByteRow::default() });
            at = end;
            continue;
        };
        let element = element_of(&field.path, matches!(field.kind, FieldKind::Scalar(_)));
        match (&joining, &element, rows.last_mut()) {
            (Some((array, first)), Some((of, index)), Some(row))
                if array == of && end - row.bytes.start <= ROW =>
            {
                row.bytes.end = end;
                row.label = format!("{array}[{first}] … [{index}]");
                row.value.clear();
                row.meaning.clear();
            }
            _ => {
                let whole = field.span.start == at && field.span.end() == end;
                let number = matches!(field.kind, FieldKind::Scalar(_)) && whole;
                let value =
                    if number { display_value(&field, tree.source()) } else { String::new() };
                let refers = number && (field.hint.is_reference() || field.hint.is_name());
                let meaning = refers.then(|| meanings.meaning(&field).into_owned());
                let meaning = meaning.unwrap_or_default();
                rows.push(ByteRow { bytes: at..end, label: field.path, value, meaning });
                joining = element;
            }
        }
        at = end;
    }
    rows
}

/// Splits the path of a number in an array: `a.b[3]` into `("a.b", "3")`.
fn element_of(path: &str, is_number: bool) -> Option<(String, String)> {
    let (array, index) = path.strip_suffix(']')?.rsplit_once('[')?;
    is_number.then(|| (array.to_owned(), index.to_owned()))
}

fn write_row(out: &mut Out, source: &Source, row: &ByteRow) -> io::Result<()> {
    let paint = out.paint;
    let start = row.bytes.start;
    let bytes = source.slice(Span::new(source.id(), start, row.bytes.end - start));
    write!(out, "{}  ", paint.dim(format_args!("{start:#010x}")))?;
    for i in 0..ROW as usize {
        let gap = if i == 8 { " " } else { "" };
        match bytes.get(i) {
            Some(0) => write!(out, "{gap}{} ", paint.dim("00"))?,
            Some(byte) => write!(out, "{gap}{byte:02x} ")?,
            None => write!(out, "{gap}   ")?,
        }
    }
    let text: String = bytes.iter().map(|b| printable(*b)).collect();
    let tail = label(paint, row);
    let bars = format!("|{text}|");
    if tail.is_empty() { writeln!(out, " {bars}") } else { writeln!(out, " {bars:<18}  {tail}") }
}

fn printable(byte: u8) -> char {
    if byte.is_ascii_graphic() || byte == b' ' { byte.into() } else { '.' }
}

fn label(paint: Paint, row: &ByteRow) -> String {
    let label = paint.cyan(Clean(&row.label)).to_string();
    match (row.value.is_empty(), row.meaning.is_empty()) {
        (true, _) => label,
        (false, true) => format!("{label} = {}", Clean(&row.value)),
        (false, false) => format!("{label} = {}  {}", Clean(&row.value), Clean(&row.meaning)),
    }
}
