//! `list`: lists the members of a container or folder.

use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;

use super::args::Reading;
use super::out::{Clean, grouped};
use super::session::Session;
use crate::container::{channels_in_words as channels, disk_path};
use crate::library::{Entry, Nesting, Opened, ResolvedPath};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Folders, containers, or containers inside them
    #[arg(value_name = "PATH", required = true, value_parser = crate::cli::args::path())]
    paths: Vec<String>,
    /// Recurse into folders and containers at any depth
    #[arg(short, long)]
    recursive: bool,
    /// Print one JSON object per member
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
    /// Format as reported by `info`; `None` if unknown.
    format: Option<&'static str>,
    wrapped: Vec<&'static str>,
    /// Title given by the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// Source of the name, if the container stores only a hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    named_by: Option<&'a str>,
    /// Channels of the interleaved sound in its sectors.
    #[serde(skip_serializing_if = "<[u8]>::is_empty")]
    channels: &'a [u8],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    folder: bool,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let mut is_titled = args.json;
    args.paths.iter().try_for_each(|path| list_one(args, session, path, &mut is_titled))
}

/// Lists a path, below the heading, which is printed once.
fn list_one(
    args: &Args,
    session: &mut Session,
    path: &str,
    is_titled: &mut bool,
) -> io::Result<()> {
    // The library finds a file that was opened here with the chosen format.
    let mut _chosen = None;
    if let Some(format) = args.reading.format() {
        _chosen = session.open(path, Some(format));
        if _chosen.is_none() {
            return Ok(());
        }
    }
    if !std::mem::replace(is_titled, true) {
        let title = format!("{:>13}  {:<10}  {:<22}  PATH", "SIZE", "OFFSET", "FORMAT");
        let title = session.out.paint.dim(title);
        writeln!(session.out, "{title}")?;
    }
    list(args, session, path, &mut Nesting::default())?;
    if let Ok(container) = session.library.open(path, None) {
        let problems = container.problems_of_members(&session.library);
        session.report_errors(path, &problems);
    }
    Ok(())
}

fn list(args: &Args, session: &mut Session, path: &str, nesting: &mut Nesting) -> io::Result<()> {
    let entries = match session.library.list(path, false) {
        Ok(entries) => entries,
        Err(error) => {
            session.fail_open(&error);
            return Ok(());
        }
    };
    // Kept open, so that its members are looked up in it even if other files are opened.
    let _listed = match session.library.place(path) {
        Ok(ResolvedPath::File(source) | ResolvedPath::Inside(source, _)) => {
            session.library.open_source(&source, None).ok()
        }
        _ => None,
    };
    for entry in entries {
        let (row, container) = identify(session, &entry, args.recursive);
        let is_folder = entry.is_folder && args.recursive;
        // Paths below an entered folder already contain its name.
        if !is_folder {
            write(args, session, &row)?;
        }
        // A link to a folder may lead back up.
        if is_folder && !disk_path(&entry.path).is_symlink() {
            list(args, session, &entry.path, nesting)?;
        }
        let Some(container) = container else { continue };
        match nesting.enter(&session.library, &container) {
            Ok(()) => list(args, session, &entry.path, nesting)?,
            Err(why) => session.notify(format_args!("{}: {}", entry.path, why.message)),
        }
        session.library.close(&container);
    }
    Ok(())
}

/// Row of a member, as reported by `info`, and the opened member if it is a container to be listed.
fn identify<'a>(session: &Session, entry: &'a Entry, read: bool) -> (Row<'a>, Option<Arc<Opened>>) {
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
        return (row, None);
    }
    let library = &session.library;
    let source = match library.place(&entry.path) {
        Ok(ResolvedPath::File(source)) => source,
        Ok(ResolvedPath::Folder(_) | ResolvedPath::Inside(..)) => return (row, None),
        Err(error) => {
            session.notify(error);
            return (row, None);
        }
    };
    let Some(found) = library.sniff_source(&source) else { return (row, None) };
    (row.format, row.title) = (Some(found.format.id), found.title);
    // For all others, the beginning of the file is enough.
    let opened = match read || found.is_wrapper {
        true => library.open_source(&source, None).ok(),
        false => None,
    };
    let Some(opened) = opened else { return (row, None) };
    row.format = Some(opened.document.format.id);
    row.wrapped = opened.wrapped();
    if read && opened.holds_files(library) {
        return (row, Some(opened));
    }
    library.close(&opened);
    (row, None)
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
