//! `patch`: writes and applies binary differences between two files.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde::Serialize;

use super::output::is_input;
use super::session::Session;
use crate::bytes::{Origin, Source};
use crate::edit::patch::{Kind, PatchError, apply, bps_of, over, ppf};
use crate::edit::save::{Output, save};
use crate::formats::NewBytes;
use crate::library::ResolvedPath;
use crate::library::extract::write_with;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Write a patch that turns OLD into NEW: BPS for files up to 256 MB, PPF for disc images
    Create {
        /// Original file
        #[arg(value_name = "OLD")]
        old: String,
        /// Changed file
        #[arg(value_name = "NEW")]
        new: String,
        /// Output patch, ending in .bps or .ppf
        #[arg(short, long = "output", value_name = "PATCH")]
        output: PathBuf,
        /// Replace an existing file; never an input
        #[arg(long)]
        force: bool,
    },
    /// Apply a BPS or PPF patch to a file
    Apply {
        /// Patch
        #[arg(value_name = "PATCH")]
        patch: String,
        /// File to apply the patch to
        #[arg(value_name = "FILE", value_parser = crate::cli::args::path())]
        file: String,
        /// Output file
        #[arg(short, long = "output", value_name = "OUT", required_unless_present = "dry_run")]
        output: Option<PathBuf>,
        /// Replace an existing file; never the input
        #[arg(long)]
        force: bool,
        /// Print what the patch does without writing
        #[arg(long)]
        dry_run: bool,
        /// Print the result as a JSON object
        #[arg(long)]
        json: bool,
    },
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    match &args.action {
        Action::Create { old, new, output, force } => {
            create(session, [old, new], output, *force);
            Ok(())
        }
        Action::Apply { patch, file, output, force, dry_run, json } => {
            let output = output.as_deref().filter(|_| !dry_run);
            if let Some((kind, made)) = write_output(session, patch, file, (output, *force))
                && (*json || *dry_run)
            {
                return print_patch(session, *json, kind, &made);
            }
            Ok(())
        }
    }
}

/// Opens a file of any format.
fn source(session: &mut Session, path: &str) -> Option<Source> {
    match session.library.place(path) {
        Ok(ResolvedPath::File(source)) => Some(source),
        Ok(_) => {
            session.fail(format_args!("{path} is a folder, not a file"));
            None
        }
        Err(error) => {
            session.fail_open(&error);
            None
        }
    }
}

fn create(session: &mut Session, [old, new]: [&str; 2], output: &Path, force: bool) {
    let shown = output.display();
    let extension = output.extension().unwrap_or_default().to_string_lossy();
    let Some(kind) = Kind::called(&extension) else {
        session.misuse(format_args!("{shown}: the name of a patch must end in .bps or .ppf"));
        return;
    };
    let Some((old, new)) = source(session, old).zip(source(session, new)) else { return };
    if [&old, &new].into_iter().any(|read| is_input(&session.library, read, output)) {
        session.fail(format_args!("{shown} is an input; choose another output"));
        return;
    }
    let mut wrong = None;
    let written = write_with(output, force, |file| {
        let mut out = BufWriter::new(file);
        let done = match kind {
            Kind::Bps => bps_of(&old, &new).and_then(|patch| Ok(out.write_all(&patch)?)),
            Kind::Ppf => ppf::create(&old, &new, &mut out),
        };
        match done {
            Ok(()) => out.flush(),
            Err(PatchError::Io(error)) => Err(error),
            Err(error) => {
                wrong = Some(error);
                Err(io::ErrorKind::Other.into())
            }
        }
    });
    match (wrong, written) {
        (Some(error), _) => session.fail(format_args!("{shown}: {error}")),
        (None, Err(error)) => session.fail(format_args!("{shown}: {error}")),
        (None, Ok(false)) => {
            session.fail(format_args!("{shown} exists; use --force to replace it"));
        }
        (None, Ok(true)) => {}
    }
}

/// Writes the result of a patch to `output`.
fn write_output(
    session: &mut Session,
    patch: &str,
    file: &str,
    (output, force): (Option<&Path>, bool),
) -> Option<(Kind, NewBytes)> {
    let (patch, file) = (source(session, patch)?, source(session, file)?);
    let (kind, bytes) = match apply(&patch, &file) {
        Ok(made) => made,
        Err(error) => {
            session.fail(format_args!("{}: {error}", patch.name()));
            return None;
        }
    };
    let Some(output) = output else { return Some((kind, bytes)) };
    let shown = output.display();
    if [&patch, &file].into_iter().any(|read| is_input(&session.library, read, output)) {
        session.fail(format_args!("{shown} is an input; choose another output"));
        return None;
    }
    if output.exists() && !force {
        session.fail(format_args!("{shown} exists; use --force to replace it"));
        return None;
    }
    let from = match file.origin() {
        Origin::File(path) => Some(path.clone()),
        // A file inside a container: all of it is written.
        _ => None,
    };
    let whole = match (&bytes, &from) {
        (NewBytes::Patched(patches), None) => NewBytes::Whole(over(file.bytes().to_vec(), patches)),
        _ => bytes.clone(),
    };
    let output = Output { path: output.to_path_buf(), from, bytes: whole, was: None };
    if let Err(error) = save(&[output], false) {
        session.fail(error);
        return None;
    }
    Some((kind, bytes))
}

/// Result of a patch.
#[derive(Serialize)]
#[serde(untagged)]
enum PatchRow {
    Whole { kind: &'static str, size: usize, crc32: String },
    Patched { kind: &'static str, changes: usize, bytes: usize },
}

fn print_patch(
    session: &mut Session,
    as_json: bool,
    kind: Kind,
    made: &NewBytes,
) -> io::Result<()> {
    let out = &mut session.out;
    match made {
        NewBytes::Whole(bytes) => {
            let (len, crc) = (bytes.len(), crc32fast::hash(bytes));
            match as_json {
                true => {
                    let crc32 = format!("{crc:08x}");
                    out.json(&PatchRow::Whole { kind: kind.name(), size: len, crc32 })
                }
                false => {
                    writeln!(
                        out,
                        "{}: the result has {len} bytes and CRC-32 {crc:08x}",
                        kind.name()
                    )
                }
            }
        }
        NewBytes::Patched(patches) => {
            let count = patches.len();
            let len: usize = patches.iter().map(|(_, bytes)| bytes.len()).sum();
            match as_json {
                true => {
                    out.json(&PatchRow::Patched { kind: kind.name(), changes: count, bytes: len })
                }
                false => writeln!(out, "{}: changes {len} bytes in {count} places", kind.name()),
            }
        }
    }
}
