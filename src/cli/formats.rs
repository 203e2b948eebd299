//! `formats`: lists the supported formats.

use std::io::{self, Write};

use serde::Serialize;

use super::session::Session;
use crate::formats::{self, Capability, FormatInfo};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Print one JSON object per format
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    id: &'static str,
    name: &'static str,
    family: &'static str,
    extensions: &'static [&'static str],
    versions: &'static [&'static str],
    can: Vec<&'static str>,
}

impl From<&'static FormatInfo> for Row {
    fn from(info: &'static FormatInfo) -> Self {
        Self {
            id: info.id,
            name: info.name,
            family: info.family(),
            extensions: info.extensions,
            versions: info.versions,
            can: info.can.iter().copied().map(Capability::name).collect(),
        }
    }
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let rows: Vec<Row> = formats::all().iter().map(|format| format.info().into()).collect();
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
            paint.bold(row.id),
            row.name,
            extensions(row),
            row.versions.join(" "),
            paint.cyan(row.can.join(" ")),
        )?;
    }
    Ok(())
}

fn extensions(row: &Row) -> String {
    let dotted: Vec<String> = row.extensions.iter().map(|e| format!(".{e}")).collect();
    dotted.join(" ")
}
