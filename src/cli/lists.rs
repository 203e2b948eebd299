//! `add`, `copy` and `remove`: change the number of elements in lists.

use std::io;
use std::path::Path;

use super::args::Reading;
use super::file_change::{Changing, Coding, Recording};
use super::session::Session;
use super::set::report_companions;
use crate::bytes::flaw_of_path;
use crate::edit::asset::{AssetFile, read};
use crate::edit::{self, EditOp};

#[derive(clap::Args, Debug)]
pub struct AddArgs {
    /// File or member of a container
    #[arg(value_name = "FILE", value_parser = crate::cli::args::path())]
    path: String,
    /// List to append to, and the PNG, WAV or FLAC to append; for a list of texts, only the list
    #[arg(value_name = "LIST=NEWFILE")]
    list: String,
    /// Name of the new element; for a caption, its text
    #[arg(long, value_name = "NAME", default_value = "")]
    name: String,
    /// PNG of the bump map of a new texture: a normal map as exported, or grey heights
    #[arg(long, value_name = "FILE", value_parser = crate::cli::args::path())]
    bump: Option<String>,
    #[command(flatten)]
    coding: Coding,
    #[command(flatten)]
    more: ListArgs,
}

#[derive(clap::Args, Debug)]
pub struct ElementArgs {
    /// File or member of a container
    #[arg(value_name = "FILE", value_parser = crate::cli::args::path())]
    path: String,
    /// Elements of lists; [*] and [3..7] select several
    #[arg(value_name = "PATH", required = true, value_parser = crate::cli::args::path())]
    elements: Vec<String>,
    #[command(flatten)]
    more: ListArgs,
}

/// Options that all list subcommands share.
#[derive(clap::Args, Debug)]
struct ListArgs {
    #[command(flatten)]
    changing: Changing,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    reading: Reading,
}

pub fn add(args: &AddArgs, session: &mut Session) -> io::Result<()> {
    let (list, file) = match args.list.split_once('=') {
        Some((list, file)) => (list, Some(file)),
        None => (args.list.as_str(), None),
    };
    let mut files = [file, args.bump.as_deref()].map(|file| file.map(|file| (file, None)));
    for (file, with) in files.iter_mut().flatten() {
        match read(Path::new(*file)) {
            Ok(content) => *with = Some(AssetFile::content(*file, content)),
            Err(why) => {
                session.fail(format_args!("{file}: {why}"));
                return Ok(());
            }
        }
    }
    let [with, bump] = files.map(|file| file.and_then(|(_, with)| with));
    let (add, name, coding) = (list.trim().to_owned(), args.name.clone(), args.coding.of());
    let order = EditOp::Add { add, name, with, bump, coding };
    carry_out(&args.path, vec![order], &args.more, session)
}

pub fn copy(args: &ElementArgs, session: &mut Session) -> io::Result<()> {
    if !are_paths(&args.elements, session) {
        return Ok(());
    }
    let copy = args.elements.iter().cloned().collect();
    carry_out(&args.path, vec![EditOp::Copy { copy }], &args.more, session)
}

pub fn remove(args: &ElementArgs, session: &mut Session) -> io::Result<()> {
    if !are_paths(&args.elements, session) {
        return Ok(());
    }
    let remove = args.elements.iter().cloned().collect();
    carry_out(&args.path, vec![EditOp::Remove { remove }], &args.more, session)
}

/// Checks that these are field paths, and reports invalid ones.
fn are_paths(elements: &[String], session: &mut Session) -> bool {
    let flaw = elements.iter().find_map(|path| Some((path, flaw_of_path(path)?)));
    if let Some((path, why)) = flaw {
        session.misuse(format_args!("invalid field path {path:?}: {why}"));
    }
    flaw.is_none()
}

fn carry_out(
    path: &str,
    orders: Vec<EditOp>,
    more: &ListArgs,
    session: &mut Session,
) -> io::Result<()> {
    let Some(opened) = session.open(path, more.reading.format()) else { return Ok(()) };
    match edit::carry_out(&session.library, &opened, &orders) {
        Ok(all) => {
            if more.recording.record(session, &opened, &orders) {
                if !matches!(orders.as_slice(), [EditOp::Add { .. }]) {
                    report_companions(session, &all);
                }
                more.changing.deliver(session, &all, &orders)?;
            }
        }
        Err(error) => session.fail(format_args!("{path}: {error}")),
    }
    Ok(())
}
