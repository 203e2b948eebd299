//! `ksy`: checks the user's descriptions of formats, and exports those of other formats.

use std::io::{self, Write};
use std::path::PathBuf;

use serde::Serialize;

use super::out::Clean;
use super::output::write_file;
use super::session::{Session, Status};
use crate::bytes::Endian;
use crate::formats::{self, FormatInfo};
use crate::ksy::{self, Description, Diagnostic, Exported, Level};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Report the mistakes in descriptions, with line and column
    Check(CheckArgs),
    /// Describe a format that the program reads itself, for the tools of Kaitai Struct
    Export(ExportArgs),
}

#[derive(clap::Args, Debug)]
struct CheckArgs {
    /// Descriptions (.ksy)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object per mistake
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args, Debug)]
struct ExportArgs {
    /// Format
    #[arg(value_name = "FORMAT_ID", required_unless_present = "list")]
    id: Option<String>,
    /// Description to write (.ksy) [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Byte order, for formats that exist in both orders [default: that of the first listed version]
    #[arg(long, value_name = "ORDER")]
    endian: Option<Order>,
    /// List all formats, with the reason why one cannot be exported
    #[arg(long, conflicts_with = "id")]
    list: bool,
    /// Print one JSON object per listed format
    #[arg(long, requires = "list")]
    json: bool,
}

/// A byte order.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Order {
    Le,
    Be,
}

/// A mistake.
#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    severity: &'static str,
    path: &'a str,
    message: &'a str,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    match &args.command {
        Command::Check(args) => check(args, session),
        Command::Export(args) if args.list => list(args, session),
        Command::Export(args) => export(args, session),
    }
}

/// A format with the reason why it cannot be exported.
#[derive(Serialize)]
struct Exportable {
    id: &'static str,
    exportable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

fn list(args: &ExportArgs, session: &mut Session) -> io::Result<()> {
    for format in formats::all() {
        let (id, reason) = (format.info().id, format.sketch().err());
        if args.json {
            session.out.json(&Exportable { id, exportable: reason.is_none(), reason })?;
        } else {
            let reason = reason.unwrap_or_else(|| "yes".to_owned());
            writeln!(session.out, "{id:24}{}", Clean(&reason))?;
        }
    }
    Ok(())
}

fn export(args: &ExportArgs, session: &mut Session) -> io::Result<()> {
    let id = args.id.as_deref().unwrap_or_default();
    let Some(format) = formats::by_id(id) else {
        session.fail(format!("unknown format {id}; `gouraud ksy export --list` lists all formats"));
        return Ok(());
    };
    let sketch = match format.sketch() {
        Ok(sketch) => sketch,
        Err(why) => {
            session.fail(format!("{id} cannot be exported: {why}"));
            return Ok(());
        }
    };
    let FormatInfo { id, name: title, extensions, versions, .. } = *format.info();
    let endian = match args.endian {
        Some(Order::Le) => Endian::Little,
        Some(Order::Be) => Endian::Big,
        None if versions.first() == Some(&"GameCube") => Endian::Big,
        None => Endian::Little,
    };
    let text = ksy::export(Exported { id, title, extensions, endian, sketch: &sketch });
    let Some(output) = &args.output else { return session.out.write_all(text.as_bytes()) };
    if let Err(error) = write_file(output, text.as_bytes(), true) {
        session.fail(format_args!("{}: {error}", output.display()));
    }
    Ok(())
}

fn check(args: &CheckArgs, session: &mut Session) -> io::Result<()> {
    let folders = session.library.descriptions.folders();
    for file in &args.files {
        let shown = file.display().to_string();
        let description = match folders.load(file) {
            Ok(description) => description,
            Err(why) => {
                session.fail(why);
                continue;
            }
        };
        for found in &description.diagnostics {
            let file = file_of(&description, found, &shown);
            if args.json {
                session.out.json(&row(file, found))?;
            } else {
                writeln!(session.out, "{}:{}", Clean(file), Clean(&found.to_string()))?;
            }
        }
        if description.has_errors() {
            session.raise(Status::Problems);
        }
    }
    Ok(())
}

fn row<'a>(file: &'a str, found: &'a Diagnostic) -> Row<'a> {
    let severity = match found.level {
        Level::Error => "error",
        Level::Warning => "warning",
    };
    let (line, column) = (found.at.line, found.at.column);
    Row { file, line, column, severity, path: &found.path, message: &found.message }
}

/// Name of the file with a mistake: as it was given, or that of an import.
fn file_of<'a>(description: &'a Description, found: &Diagnostic, given: &'a str) -> &'a str {
    match found.file {
        0 => given,
        index => description.files.get(index).map_or(given, String::as_str),
    }
}
