//! `diff`: compares two files field by field.

pub mod row;
mod summary;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use super::args::Reading;
use super::session::{Session, Status};
use crate::edit::{Difference, Kind};
use crate::library::{Opened, Place};
use row::write_row;
use summary::Summary;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// File, member of a container, or folder
    #[arg(value_name = "A")]
    a: String,
    /// File, member or folder to compare with; files of folders are matched by name
    #[arg(value_name = "B")]
    b: String,
    /// Print one JSON object per difference; with --summary, per file
    #[arg(long)]
    json: bool,
    /// Name the elements that were added, removed or changed, without the counts, offsets and references
    /// that follow from it
    #[arg(long)]
    summary: bool,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let mut tally = Tally::default();
    match (is_folder(session, &args.a), is_folder(session, &args.b)) {
        (Some(true), Some(true)) => folders(args, session, &mut tally)?,
        (Some(false), Some(false)) => pair(args, session, &args.a, &args.b, None, &mut tally)?,
        (Some(_), Some(_)) => {
            session.fail("a folder and a file cannot be compared");
        }
        _ => {}
    }
    if tally.total() > 0 {
        session.raise(Status::Problems);
    }
    if !args.json && session.status() != Status::Failed {
        let Tally { changed, added, removed } = tally;
        // The summary goes to standard error: standard output has one line per difference.
        session.out.flush()?;
        let mut notes = io::stderr();
        match tally.total() {
            0 => writeln!(notes, "no differences")?,
            _ => writeln!(notes, "{changed} changed, {added} added, {removed} removed")?,
        }
    }
    Ok(())
}

#[derive(Default, Clone, Copy)]
struct Tally {
    changed: u64,
    added: u64,
    removed: u64,
}

impl Tally {
    fn total(&self) -> u64 {
        self.changed + self.added + self.removed
    }

    fn count(&mut self, kind: Kind) {
        *match kind {
            Kind::Changed => &mut self.changed,
            Kind::Added => &mut self.added,
            Kind::Removed => &mut self.removed,
        } += 1;
    }
}

fn is_folder(session: &mut Session, path: &str) -> Option<bool> {
    match session.library.place(path) {
        Ok(place) => Some(place.is_folder()),
        Err(error) => {
            session.fail_open(&error);
            None
        }
    }
}

/// Compares the files that two folders have in common, and lists those that only one has.
fn folders(args: &Args, session: &mut Session, tally: &mut Tally) -> io::Result<()> {
    let mut below = |root: &str| -> BTreeMap<String, String> {
        let files = session.files(root);
        let inner = |file: &String| {
            file.strip_prefix(root).unwrap_or(file).trim_start_matches('/').to_owned()
        };
        files.iter().map(|file| (inner(file), file.clone())).collect()
    };
    let (a, b) = (below(&args.a), below(&args.b));
    let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    for name in names {
        let kind = match (a.get(name), b.get(name)) {
            (Some(a), Some(b)) => {
                pair(args, session, a, b, Some(name), tally)?;
                continue;
            }
            (Some(_), None) => Kind::Removed,
            _ => Kind::Added,
        };
        tally.count(kind);
        write_row(args.json, &mut session.out, Some(name), &Difference::whole(kind))?;
    }
    Ok(())
}

/// Compares two files.
fn pair(
    args: &Args,
    session: &mut Session,
    a: &str,
    b: &str,
    file: Option<&str>,
    tally: &mut Tally,
) -> io::Result<()> {
    let bytes = |session: &Session, path: &str| match session.library.place(path) {
        Ok(Place::File(source)) => Some(source),
        _ => None,
    };
    // Identical bytes are equal without a known format.
    if let (Some(one), Some(two)) = (bytes(session, a), bytes(session, b))
        && one.bytes() == two.bytes()
    {
        return Ok(());
    }
    let format = args.reading.format();
    let (Some(one), Some(two)) = (session.open(a, format), session.open(b, format)) else {
        return Ok(());
    };
    if one.document.format.id != two.document.format.id {
        let (a_format, b_format) = (one.document.format.id, two.document.format.id);
        session.fail(format_args!(
            "{a} is {a_format} and {b} is {b_format}; only files of the same format can be compared"
        ));
        return Ok(());
    }
    differences(args, session, (&one, &two), file, tally)?;
    session.library.close(&one);
    session.library.close(&two);
    session.out.flush()
}

fn differences(
    args: &Args,
    session: &mut Session,
    (a, b): (&Opened, &Opened),
    file: Option<&str>,
    tally: &mut Tally,
) -> io::Result<()> {
    let before = tally.total();
    let out = &mut session.out;
    if args.summary {
        let mut summary = Summary::of(file);
        crate::edit::differences(&a.document, &b.document, &mut |change| {
            tally.count(change.kind);
            summary.add(change);
            Ok(())
        })?;
        if tally.total() > before {
            return summary.write(args.json, out);
        }
    }
    crate::edit::differences(&a.document, &b.document, &mut |change| {
        tally.count(change.kind);
        write_row(args.json, out, file, &change)
    })?;
    if tally.total() == before {
        // The trees are equal but the bytes are not: they differ in packing, or in bytes that no field
        // covers.
        tally.count(Kind::Changed);
        let mut change = Difference::whole(Kind::Changed);
        change.note = "the stored bytes differ, the fields do not".to_owned();
        write_row(args.json, out, file, &change)?;
    }
    Ok(())
}
