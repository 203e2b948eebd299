//! `ksy`: checks the user's descriptions of formats.

use std::io::{self, Write};
use std::path::PathBuf;

use serde::Serialize;

use super::out::Clean;
use super::session::{Session, Status};
use crate::ksy::{Description, Diagnostic, Level};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Report the mistakes in descriptions, with line and column
    Check(CheckArgs),
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
    let Command::Check(args) = &args.command;
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
