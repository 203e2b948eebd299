//! `formats`: lists the supported formats.

use std::io::{self, Write};

use serde::Serialize;

use super::out::Clean;
use super::session::Session;
use crate::formats::{self, Capability, Format, FormatInfo};
use crate::library::Described;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Print one JSON object per format
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    id: String,
    name: &'static str,
    family: &'static str,
    extensions: &'static [&'static str],
    versions: &'static [&'static str],
    can: Vec<&'static str>,
    /// Description of a format by the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The first mistake of a description.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl From<&'static FormatInfo> for Row {
    fn from(info: &'static FormatInfo) -> Self {
        Self {
            id: info.id.to_owned(),
            name: info.name,
            family: info.family(),
            extensions: info.extensions,
            versions: info.versions,
            can: info.can.iter().copied().map(Capability::name).collect(),
            file: None,
            error: None,
        }
    }
}

impl From<&Described> for Row {
    fn from(described: &Described) -> Self {
        let row = match &described.format {
            Ok(format) => format.info().into(),
            Err(lines) => {
                let (family, can) = ("user", Vec::new());
                let (extensions, versions, error) = (&[][..], &[][..], lines.first().cloned());
                let id = described.id.clone();
                Row { id, name: "", family, extensions, versions, can, file: None, error }
            }
        };
        Row { file: Some(described.file.clone()), ..row }
    }
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let described = session.library.descriptions.all();
    let compiled = formats::all().iter().map(|format| format.info().into());
    let rows: Vec<Row> = compiled.chain(described.iter().map(Row::from)).collect();
    if args.json {
        return rows.iter().try_for_each(|row| session.out.json(row));
    }
    let paint = session.out.paint;
    let out = &mut session.out;
    let width = |cell: fn(&Row) -> usize| rows.iter().map(cell).max().unwrap_or(0).max(10);
    let (id, name) = (width(|r| r.id.len()), width(|r| r.name.chars().count()));
    let (ext, versions) = (width(|r| extensions(r).len()), width(|r| r.versions.join(" ").len()));
    let title = format!(
        "{:id$}  {:name$}  {:ext$}  {:versions$}  CAN",
        "FORMAT", "NAME", "EXTENSIONS", "VERSIONS"
    );
    writeln!(out, "{}", paint.dim(title))?;
    for row in &rows {
        writeln!(
            out,
            "{:id$}  {:name$}  {:ext$}  {:versions$}  {}",
            paint.bold(&row.id),
            row.name,
            extensions(row),
            row.versions.join(" "),
            match &row.error {
                Some(error) => paint.red(Clean(error).to_string()),
                None => paint.cyan(row.can.join(" ")),
            },
        )?;
    }
    Ok(())
}

fn extensions(row: &Row) -> String {
    let dotted: Vec<String> = row.extensions.iter().map(|e| format!(".{e}")).collect();
    dotted.join(" ")
}
