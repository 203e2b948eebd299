//! `list`: the members of a container or folder.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::args::Reading;
use super::out::{Clean, grouped};
use super::session::Session;
use crate::container::channels_in_words as channels;
use crate::library::{Entry, Place};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Folders, containers, or containers inside them
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<String>,
    /// Enter folders and containers, as deep as they nest
    #[arg(short, long)]
    recursive: bool,
    /// One JSON object per member
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Serialize)]
struct Row<'a> {
    path: &'a str,
    name: &'a str,
    size: u64,
    offset: Option<u64>,
    /// Format as `info` would say; `None` when unknown.
    format: Option<&'static str>,
    wrapped: Vec<&'static str>,
    /// Title that a player gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// Where the name comes from, of which the container keeps nothing but a hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    named_by: Option<&'a str>,
    /// Channels of the packed sound in its sectors.
    #[serde(skip_serializing_if = "<[u8]>::is_empty")]
    channels: &'a [u8],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    folder: bool,
}

/// Containers may hold containers; more levels than this is a trap.
const MAX_DEPTH: usize = 8;

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let mut is_titled = args.json;
    args.paths.iter().try_for_each(|path| list_one(args, session, path, &mut is_titled))
}

/// Lists what is at one of the paths, below the title, which stands once above all.
fn list_one(
    args: &Args,
    session: &mut Session,
    path: &str,
    is_titled: &mut bool,
) -> io::Result<()> {
    // What is opened here as the chosen format is found open by the library below.
    if let Some(format) = args.reading.format()
        && session.open(path, Some(format)).is_none()
    {
        return Ok(());
    }
    if !std::mem::replace(is_titled, true) {
        let title = format!("{:>13}  {:<10}  {:<22}  PATH", "SIZE", "OFFSET", "FORMAT");
        let title = session.out.paint.dim(title);
        writeln!(session.out, "{title}")?;
    }
    list(args, session, path, 0)?;
    if let Ok(container) = session.library.open(path, None) {
        let problems = container.problems_of_members(&session.library);
        session.judge(path, &problems);
    }
    Ok(())
}

fn list(args: &Args, session: &mut Session, path: &str, depth: usize) -> io::Result<()> {
    let entries = match session.library.list(path, false) {
        Ok(entries) => entries,
        Err(error) => {
            session.fail_open(&error);
            return Ok(());
        }
    };
    for entry in entries {
        let (row, holds_files) = identify(session, &entry, args.recursive);
        // Entered folders need no line of their own: the paths below them say it.
        if !(entry.is_folder && args.recursive) {
            write(args, session, &row)?;
        }
        if args.recursive && holds_files && depth < MAX_DEPTH {
            list(args, session, &entry.path, depth + 1)?;
        }
    }
    Ok(())
}

/// What `info` would say of a member and, where it is to be read, whether it can be entered.
fn identify<'a>(session: &Session, entry: &'a Entry, read: bool) -> (Row<'a>, bool) {
    let mut row = Row {
        path: &entry.path,
        name: &entry.name,
        size: entry.size,
        offset: entry.offset,
        format: None,
        wrapped: Vec::new(),
        title: None,
        named_by: entry.named_by.as_deref(),
        channels: &entry.channels,
        folder: entry.is_folder,
    };
    if entry.is_folder {
        row.size = 0;
        // A link to a folder may lead back up.
        return (row, !Path::new(&entry.path).is_symlink());
    }
    let library = &session.library;
    let source = match library.place(&entry.path) {
        Ok(Place::File(source)) => source,
        Ok(Place::Folder(_) | Place::Inside(..)) => return (row, false),
        Err(error) => {
            session.say(error);
            return (row, false);
        }
    };
    let mut holds_files = false;
    if let Some(found) = library.sniff_source(&source) {
        (row.format, row.title) = (Some(found.format.id), found.title);
        // The head alone tells of all others, however large they are.
        if (read || found.is_wrapper)
            && let Ok(opened) = library.open_source(&source, None)
        {
            row.format = Some(opened.document.format.id);
            row.wrapped = opened.wrapped();
            holds_files = opened.is_entered(library);
            library.close(&opened);
        }
    }
    library.close_source(&source);
    (row, holds_files)
}

fn write(args: &Args, session: &mut Session, row: &Row<'_>) -> io::Result<()> {
    let out = &mut session.out;
    if args.json {
        return out.json(row);
    }
    let paint = out.paint;
    let size = if row.folder { "-".to_owned() } else { grouped(row.size) };
    let offset = row.offset.map_or("-".to_owned(), |offset| format!("{offset:#010x}"));
    let mut format = row.format.unwrap_or("-").to_owned();
    if row.folder {
        "folder".clone_into(&mut format);
    }
    for codec in row.wrapped.iter().rev() {
        format.push_str(" in ");
        format.push_str(codec);
    }
    let path = Clean(row.path);
    let title = row.title.as_ref().map(|title| format!("  “{}”", Clean(title)));
    let title = title.unwrap_or_default();
    let named_by = row.named_by.map(|from| match row.path.ends_with(row.name) {
        true => format!("  (name from {})", Clean(from)),
        false => format!("  ({}, name from {})", Clean(row.name), Clean(from)),
    });
    let sound = (!row.channels.is_empty()).then(|| format!("  ({})", channels(row.channels)));
    let more = paint.dim(named_by.or(sound).unwrap_or_default());
    writeln!(
        out,
        "{size:>13}  {:<10}  {:<22}  {path}{title}{more}",
        paint.dim(offset),
        paint.cyan(format)
    )
}
