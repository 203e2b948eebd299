//! `tree`: prints the fields of a file. Fields are printed while the tree is traversed, so that a level
//! of a hundred thousand faces needs no more memory than a small one.

use std::io::{self, Write};

use serde::Serialize;

use super::args::Reading;
use super::out::{Clean, Out, Paint, grouped};
use super::session::Session;
use crate::bytes::{Field, FieldKind, Plain, Source, Tree, Visitor, display_value, plain};
use crate::library::{Library, Meanings, Opened, ReferenceTarget};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// File or member; for a folder, every file of a known format below it
    #[arg(value_name = "PATH", value_parser = crate::cli::args::path())]
    path: String,
    /// Start at this field, such as models[3].faces[7]
    #[arg(long, value_name = "FIELDPATH")]
    at: Option<String>,
    /// Number of levels to show; by default, all below --at, and two without it
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// List the fields that refer to the field of --at, or to a part of it
    #[arg(long, requires = "at", conflicts_with = "depth")]
    used_by: bool,
    /// Print one nested JSON object; with --used-by, a list
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    session.each(&args.path, args.reading.format(), |session, path, opened| {
        let tree = &opened.document.tree;
        let id = match tree.find(args.at.as_deref().unwrap_or("")) {
            Ok(id) => id,
            Err(miss) => {
                session.fail(format_args!("{path}: {miss}"));
                return Ok(());
            }
        };
        let depth = args.depth.or(args.at.is_none().then_some(2)).unwrap_or(usize::MAX);
        let (out, library) = (&mut session.out, &session.library);
        opened.learn_names(library);
        let meanings = Meanings::of(&opened.document, &library.names);
        let (meanings, target) = (&meanings, args.used_by.then(|| tree.path(&id)));
        if !args.json {
            titles(out, path, opened)?;
        }
        match (&target, args.json) {
            (None, true) => {
                let head = Vec::new();
                let mut json = Json { out, tree, library, meanings, depth, first: true, head };
                tree.walk(&id, &mut json)?;
                session.out.write_all(b"\n")?;
            }
            (None, false) => tree.walk(&id, &mut Text { out, tree, meanings, level: 0, depth })?,
            (Some(target), true) => {
                let head = Vec::new();
                out.write_all(b"[")?;
                let mut json = Json { out, tree, library, meanings, depth: 0, first: true, head };
                users(meanings, target, &mut |field| json.enter(field).map(drop))?;
                session.out.write_all(b"]\n")?;
            }
            (Some(target), false) => {
                let mut text = Text { out, tree, meanings, level: 0, depth: 0 };
                users(meanings, target, &mut |field| text.enter(field).map(drop))?;
            }
        }
        session.report_errors(path, &opened.document.problems);
        session.out.flush()
    })
}

/// Calls `f` with the fields that refer to the field `target`.
fn users(
    meanings: &Meanings<'_>,
    target: &str,
    f: &mut dyn FnMut(&Field) -> io::Result<()>,
) -> io::Result<()> {
    let mut written = Ok(());
    meanings.users(target, &mut |field| {
        written = f(field);
        written.is_ok()
    });
    written
}

/// A node without its children.
#[derive(Serialize)]
struct Head<'a> {
    path: &'a str,
    name: &'a str,
    #[serde(rename = "type")]
    type_name: &'a str,
    offset: u64,
    length: u64,
    value: Plain,
    #[serde(skip_serializing_if = "Option::is_none")]
    scaled: Option<f64>,
    meaning: &'a str,
    /// Path of the field to which the number refers.
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
}

struct Json<'a> {
    out: &'a mut Out,
    tree: &'a Tree,
    library: &'a Library,
    meanings: &'a Meanings<'a>,
    /// Number of levels that may still be entered.
    depth: usize,
    /// The next node is the first of its siblings.
    first: bool,
    /// Buffer that is reused for every node.
    head: Vec<u8>,
}

impl Visitor for Json<'_> {
    type Error = io::Error;

    fn enter(&mut self, field: &Field) -> io::Result<bool> {
        if !std::mem::replace(&mut self.first, false) {
            self.out.write_all(b",")?;
        }
        self.head.clear();
        let is_own = field.span.source == self.tree.source().id();
        let other = if is_own { None } else { self.library.source(field.span.source) };
        let head = Head {
            path: &field.path,
            name: &field.name,
            type_name: &field.type_name,
            offset: field.span.start,
            length: field.span.len,
            value: plain(field, self.tree.source_of_span(field.span)),
            scaled: field.scaled,
            meaning: &self.meanings.meaning(field),
            target: match self.meanings.target(field) {
                Some(ReferenceTarget::Path(path)) => Some(path),
                _ => None,
            },
            source: other.as_ref().map(Source::name),
        };
        serde_json::to_writer(&mut self.head, &head)?;
        // The closing brace is written after the children.
        self.head.pop();
        self.out.write_all(&self.head)?;
        if !matches!(field.kind, FieldKind::Group | FieldKind::Array) {
            self.out.write_all(b"}")?;
            return Ok(false);
        }
        self.out.write_all(b",\"children\":[")?;
        if self.depth == 0 && field.children > 0 {
            write!(self.out, "],\"more\":{}}}", field.children)?;
            return Ok(false);
        }
        if field.children == 0 {
            self.out.write_all(b"]}")?;
            return Ok(false);
        }
        self.depth -= 1;
        self.first = true;
        Ok(true)
    }

    fn leave(&mut self, _: &Field) -> io::Result<()> {
        self.depth += 1;
        self.first = false;
        self.out.write_all(b"]}")
    }
}

fn titles(out: &mut Out, path: &str, opened: &Opened) -> io::Result<()> {
    let (paint, document) = (out.paint, &opened.document);
    let (format, bytes) = (document.format.id, grouped(document.source.len()));
    let version = match document.version.as_str() {
        "" => String::new(),
        version => format!(" version {version}"),
    };
    let title = format!("{format}{version}, {bytes} bytes");
    writeln!(out, "{}  {}", paint.bold(Clean(path)), paint.dim(title))?;
    let names = format!(
        "{:<10} {:>9}  {:<36}  {:<14}  {:<16}  MEANING",
        "OFFSET", "LENGTH", "FIELD", "TYPE", "VALUE"
    );
    writeln!(out, "{}", paint.dim(names))
}

/// Maximum number of characters of a value; `--json` prints values whole.
const MAX_VALUE: usize = 1000;

struct Text<'a> {
    out: &'a mut Out,
    tree: &'a Tree,
    meanings: &'a Meanings<'a>,
    level: usize,
    depth: usize,
}

impl Visitor for Text<'_> {
    type Error = io::Error;

    fn enter(&mut self, field: &Field) -> io::Result<bool> {
        let entered = self.depth > 0 && field.children > 0;
        // The label of an open row would repeat one of the rows below it.
        let is_label = entered && self.level > 0 && field.meaning.is_empty();
        let mut meaning = match is_label {
            true => String::new(),
            false => Clean(&self.meanings.meaning(field)).to_string(),
        };
        if !entered && field.children > 0 {
            let more = format!("+ {} more", grouped(field.children as u64));
            meaning = if meaning.is_empty() { more } else { format!("{meaning}  {more}") };
        }
        let name =
            if self.level == 0 && !field.path.is_empty() { &field.path } else { &field.name };
        let name = if name.is_empty() { &field.type_name } else { name };
        let name = format!("{:indent$}{}", "", Clean(name), indent = self.level * 2);
        let value = display_value(field, self.tree.source_of_span(field.span));
        let value = match value.char_indices().nth(MAX_VALUE) {
            Some((at, _)) => format!("{}…", Clean(value.get(..at).unwrap_or_default())),
            None => Clean(&value).to_string(),
        };
        row(self.out, field, &name, &value, &meaning)?;
        if entered {
            self.level += 1;
            self.depth -= 1;
        }
        Ok(entered)
    }

    fn leave(&mut self, _: &Field) -> io::Result<()> {
        self.level -= 1;
        self.depth += 1;
        Ok(())
    }
}

fn row(out: &mut Out, field: &Field, name: &str, value: &str, meaning: &str) -> io::Result<()> {
    let paint = out.paint;
    let (offset, length) = (field.span.start, field.span.len);
    write!(out, "{} {length:>9}  ", paint.dim(format_args!("{offset:#010x}")))?;
    // The last cell has no trailing spaces.
    let kind = &field.type_name;
    match (value, meaning) {
        ("", "") => writeln!(out, "{}  {}", named(paint, field, name), paint.dim(kind)),
        (_, "") => {
            writeln!(out, "{}  {:<14}  {value}", named(paint, field, name), paint.dim(kind))
        }
        _ => writeln!(
            out,
            "{}  {:<14}  {value:<16}  {}",
            named(paint, field, name),
            paint.dim(kind),
            paint.cyan(meaning)
        ),
    }
}

/// Highlights groups, and colours gaps as warnings.
fn named(paint: Paint, field: &Field, name: &str) -> String {
    match field.kind {
        FieldKind::Group | FieldKind::Array => format!("{:<36}", paint.bold(name)),
        FieldKind::Unread => format!("{:<36}", paint.yellow(name)),
        FieldKind::Padding => format!("{:<36}", paint.dim(name)),
        _ => format!("{name:<36}"),
    }
}
