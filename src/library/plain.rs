//! Files without a format: texts as lines, other files as bytes.

use std::sync::Arc;

use super::names::scan;
use super::{Library, Opened};
use crate::bytes::{
    Cursor, Endian, Problem, Problems, RecordReader, Recorder, Result, Severity, Source, Span, Tree,
};
use crate::container::Context;
use crate::formats::unsupported;
use crate::formats::{Content, Counts, Displayed, Document, FormatInfo, Head};
use crate::scene::{
    AnnotatedLine, AnnotatedText, LayerKind, Origin, Scene, Style, Table, TableRow, Word, WordKind,
};

/// Pseudo-format of files that no other format recognises.
pub static BYTES: FormatInfo =
    FormatInfo { id: "bytes", name: "Bytes", extensions: &[], versions: &[], can: &[] };

/// Pseudo-format of text files. Like [`BYTES`] it is not in the [list](crate::formats::all), since it is
/// never detected.
pub static TEXT: FormatInfo = FormatInfo { id: "text", name: "Text", ..BYTES };

/// A text, line by line.
struct Text {
    source: Source,
    lines: Vec<Span>,
}

/// Bytes.
struct Raw;

impl Content for Raw {}

/// Minimum percentage of ASCII bytes in a text that is not UTF-8.
const PLAIN: usize = 70;

/// The content of a readable text; `None` for other files.
fn text(source: &Source) -> Option<String> {
    // This is done first, since it checks the length before reading.
    let text = scan::text_of(source)?;
    let bytes = source.bytes();
    let ascii = bytes.iter().filter(|byte| byte.is_ascii()).count();
    let is_plain = ascii >= bytes.len() * PLAIN / 100 || std::str::from_utf8(bytes).is_ok();
    is_plain.then_some(text)
}

impl Library {
    /// Opens a source as text if it is one, unless bytes are `wanted`; `why` is the reason why no format
    /// was used.
    pub fn open_plain(
        &self,
        source: &Source,
        wanted: Option<&'static FormatInfo>,
        why: Option<Problem>,
    ) -> Arc<Opened> {
        self.remember(source);
        let bytes_only = wanted.is_some_and(|wanted| wanted.id == BYTES.id);
        let is_text = !bytes_only && text(source).is_some();
        let mut document = if is_text { lines(source) } else { raw(source) };
        let mut problems = Problems::default();
        let reason = why.as_ref().map(|problem| problem.message.clone());
        why.into_iter().for_each(|problem| problems.push(problem));
        problems.extend(std::mem::take(&mut document.problems));
        document.problems = problems;
        let mut opened = Opened::of_document(document);
        opened.chosen = wanted.is_some();
        opened.reason = reason.unwrap_or_else(|| "chosen by the user".to_owned());
        Arc::new(opened)
    }

    /// Note about a file of unknown format.
    pub fn unclaimed(source: &Source) -> Problem {
        let message = match unsupported(&Head::of(source)) {
            _ if source.is_empty() => "the file is empty".to_owned(),
            Some(kind) => format!("this is {kind}"),
            None => "unknown format; its bytes are shown".to_owned(),
        };
        Problem::new(Severity::Note, Span::new(source.id(), 0, 0), "", message)
    }
}

fn document(format: &'static FormatInfo, tree: Tree, content: Arc<dyn Content>) -> Document {
    Document {
        format,
        version: String::new(),
        source: tree.source().clone(),
        tree: tree.into(),
        problems: Problems::default(),
        counts: Counts::default(),
        usable: true,
        content,
    }
}

fn raw(source: &Source) -> Document {
    document(&BYTES, Tree::raw(source), Arc::new(Raw))
}

fn lines(source: &Source) -> Document {
    let (tree, problems, lines) = Tree::record(source, Endian::Little, "text", |cur| {
        cur.run("lines", usize::MAX, LineReader).items
    });
    let mut counts = Counts::default();
    counts.set("texts", lines.len());
    let content = Text { source: source.clone(), lines };
    Document { problems, counts, ..document(&TEXT, tree, Arc::new(content)) }
}

/// Reads a line with its line ending; returns the span of its text.
struct LineReader;

impl RecordReader for LineReader {
    type Out = Span;
    const TYPE: &'static str = "line";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Span> {
        let start = cur.pos();
        let rest = cur.peek(usize::MAX);
        let end = rest.iter().position(|byte| *byte == b'\n');
        let line = rest.get(..end.unwrap_or(rest.len())).unwrap_or(rest);
        let words = line.strip_suffix(b"\r").unwrap_or(line).len();
        if words > 0 {
            cur.text("text", words)?;
        }
        let span = Span::new(cur.source_id(), start, words as u64);
        let ending = line.len() - words + usize::from(end.is_some());
        if ending > 0 {
            cur.bytes("ending", ending)?;
        }
        Ok(span)
    }
}

impl Text {
    /// The lines as read, with their bytes.
    fn listing(&self, name: String) -> AnnotatedText {
        let line = |(at, line): (usize, &Span)| {
            let words = scan::text(self.source.slice(*line)).unwrap_or_default();
            AnnotatedLine {
                words: vec![Word::new(WordKind::Command, words.replace('\t', "    "))],
                origin: Origin::new(*line, format!("lines[{at}]")),
                ..AnnotatedLine::default()
            }
        };
        AnnotatedText { name, lines: self.lines.iter().enumerate().map(line).collect() }
    }
}

impl Content for Text {
    fn displayed(&self) -> &dyn Displayed {
        self
    }
}

impl Displayed for Text {
    /// Scene of one table, with a row for each line.
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        let name = self.source.file_name().to_owned();
        let mut scene = Scene { name: name.clone(), style: Style::Clean, ..Scene::default() };
        scene.layer("Drawn", LayerKind::Drawn, true);
        let row = |(at, line): (usize, &Span)| {
            let bytes = self.source.slice(*line);
            let words = scan::text(bytes).unwrap_or_default();
            TableRow {
                // Tabs are not expanded in a list.
                cells: vec![(at + 1).to_string(), words.replace('\t', "    ")],
                origin: Origin::new(*line, format!("lines[{at}]")),
            }
        };
        let rows = self.lines.iter().enumerate().map(row).collect();
        let columns = ["line", "text"].map(str::to_owned).to_vec();
        scene.listing = Some(Arc::new(self.listing(name.clone())));
        scene.tables.push(Table { name, columns, rows });
        Some((scene, Problems::default()))
    }
}
