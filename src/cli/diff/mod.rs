//! `diff`: compares two files field by field.

#[cfg_attr(not(feature = "picture"), path = "no_html.rs")]
mod html;
pub mod row;
mod summary;

use std::io::{self, Write};
use std::path::PathBuf;

use super::args::Reading;
use super::out::grouped;
use super::session::{Session, Status};
use crate::edit::{Difference, ElementChanges, ElementCounts, ElementTotals, Kind, MAX_NESTED};
use crate::library::{FileList, FilePair, NamedFile, Opened, ResolvedPath};
use html::Report;
use row::{PairNames, write_row};
use summary::Summary;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// File, member of a container, folder, or archive as a folder: a.zip//
    #[arg(value_name = "A")]
    a: String,
    /// File, member or folder to compare with; files of folders are matched by name
    #[arg(value_name = "B")]
    b: String,
    /// Print one JSON object per difference; with --summary, per file
    #[arg(long)]
    json: bool,
    /// Name the elements that were added, removed or changed, without the counts, offsets and references
    /// that follow from these changes; compare archives and discs member by member
    #[arg(long)]
    summary: bool,
    /// Also write the summary as a page with pictures of scenes, textures and palettes
    #[arg(long, value_name = "DIR", conflicts_with = "json")]
    html: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

impl Args {
    /// `true` if differences are listed by element.
    fn is_summary(&self) -> bool {
        self.summary || self.html.is_some()
    }
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let places = [&args.a, &args.b].map(|path| session.library.place(path));
    let is_folder = match places {
        [Ok(a), Ok(b)] => {
            [a.is_folder() || args.a.ends_with("//"), b.is_folder() || args.b.ends_with("//")]
        }
        places => {
            places
                .iter()
                .filter_map(|place| place.as_ref().err())
                .for_each(|e| session.fail_open(e));
            return Ok(());
        }
    };
    let report = match Report::new(args) {
        Ok(report) => report,
        Err(error) => {
            session.fail(error);
            return Ok(());
        }
    };
    let mut run = Run { args, session, tally: Tally::default(), report };
    match is_folder {
        [true, true] => run.folders()?,
        [false, false] => run.pair([&args.a, &args.b], &PairNames::default())?,
        _ => run.session.fail("a folder and a file cannot be compared"),
    }
    run.finish()
}

/// Numbers of differences so far.
#[derive(Default, Clone, Copy)]
struct Tally {
    /// Elements and whole files.
    elements: ElementCounts,
    renamed: u64,
    /// Numbers that follow from other differences.
    derived: u64,
    /// All differences, field by field.
    total: u64,
}

impl Tally {
    fn rename(&mut self) {
        self.renamed += 1;
        self.total += 1;
    }

    /// Counts a difference of a whole file.
    fn whole(&mut self, kind: Kind) {
        self.elements.add(kind);
        self.total += 1;
    }

    /// Counts the differences of two files.
    fn add(&mut self, changes: &ElementChanges) {
        changes.elements.iter().for_each(|element| self.elements.add(element.kind));
        self.derived += changes.derived;
    }
}

/// A comparison in progress.
struct Run<'r> {
    args: &'r Args,
    session: &'r mut Session,
    tally: Tally,
    report: Report,
}

impl Run<'_> {
    fn folders(&mut self) -> io::Result<()> {
        let lists = [&self.args.a, &self.args.b].map(|root| {
            let list = self.listed(root);
            list.unread.iter().for_each(|(_, message)| self.session.fail(message));
            if list.files.is_empty() && list.unread.is_empty() {
                self.session.fail(format_args!("{root}: no files in this folder"));
            }
            list
        });
        self.files(lists, &PairNames::default())
    }

    /// The files of a folder, or of an archive that is written as a folder: `a.zip//`.
    fn listed(&self, root: &str) -> FileList {
        let archive = match self.session.library.place(root) {
            Ok(ResolvedPath::File(_)) => root.trim_end_matches('/'),
            _ => return self.session.library.named_files(root),
        };
        let library = &self.session.library;
        let opened = library.open(archive, None).ok();
        let members = opened.and_then(|opened| library.named_members(&opened, archive));
        members.unwrap_or_else(|| library.named_files(root))
    }

    /// Compares the files of two folders or archives. `around` are the names of the archives.
    fn files(&mut self, lists: [FileList; 2], around: &PairNames) -> io::Result<()> {
        for FileRow { names, a, b, .. } in self.rows(lists, around) {
            let alone = a.as_ref().xor(b.as_ref());
            if let Some(Err(error)) = alone.map(|one| self.session.library.check_listed(one)) {
                self.session.fail_open(&error);
                continue;
            }
            let kind = match (a, b) {
                (Some(a), Some(b)) => {
                    if names.is_renamed {
                        self.tally.rename();
                    }
                    let before = self.tally.total;
                    self.pair([&a.path, &b.path], &names)?;
                    if names.is_renamed && self.tally.total == before {
                        Summary::of(&names).write(self.args.json, &mut self.session.out)?;
                        self.report.renamed(&names);
                    }
                    continue;
                }
                (Some(_), None) => Kind::Removed,
                _ => Kind::Added,
            };
            self.whole(&names, &Difference::whole(kind))?;
        }
        Ok(())
    }

    /// The files of two folders in pairs, by name. Without a summary, a renamed file is one that was removed
    /// and one that was added.
    fn rows(&self, [a, b]: [FileList; 2], around: &PairNames) -> Vec<FileRow> {
        let mut rows = Vec::new();
        for FilePair { a, b } in self.session.library.pair_files(a, b, &|| true) {
            let names = around.inside(a.as_ref().map(|a| &*a.name), b.as_ref().map(|b| &*b.name));
            let sides = match names.is_renamed && !self.args.is_summary() {
                true => vec![(a, None), (None, b)],
                false => vec![(a, b)],
            };
            for (a, b) in sides {
                let name = a.as_ref().or(b.as_ref()).map_or("", |file| &file.name).to_owned();
                rows.push(FileRow { name, names: names.clone(), a, b });
            }
        }
        rows.sort_by(|one, two| one.name.cmp(&two.name));
        rows
    }

    /// Compares two files.
    fn pair(&mut self, [a, b]: [&str; 2], names: &PairNames) -> io::Result<()> {
        let bytes = |path: &str| match self.session.library.place(path) {
            Ok(ResolvedPath::File(source)) => Some(source),
            _ => None,
        };
        // Identical bytes are equal without a known format.
        if let (Some(one), Some(two)) = (bytes(a), bytes(b))
            && one.bytes() == two.bytes()
        {
            return Ok(());
        }
        let format = self.args.reading.format();
        let (Some(one), Some(two)) = (self.session.open(a, format), self.session.open(b, format))
        else {
            return Ok(());
        };
        let formats = [&one, &two].map(|opened| opened.document.format.id);
        if formats[0] != formats[1] {
            self.session.fail(format_args!(
                "{a} is {} and {b} is {}; only files of the same format can be compared",
                formats[0], formats[1]
            ));
            return Ok(());
        }
        let before = self.tally.total;
        match (self.members(&one, a, names), self.members(&two, b, names)) {
            (Some(one), Some(two)) => self.files([one, two], names)?,
            _ => self.differences(&one, &two, names)?,
        }
        for failure in [&one, &two].into_iter().filter_map(|opened| opened.read_failure()) {
            self.session.fail(failure);
        }
        if self.tally.total == before {
            // The files differ in packing, or in bytes that no field covers.
            let mut change = Difference::whole(Kind::Changed);
            change.note = "the stored bytes differ, the fields do not".to_owned();
            self.whole(names, &change)?;
        }
        self.session.library.close(&one);
        self.session.library.close(&two);
        self.session.out.flush()
    }

    /// The members of an archive or disc, for a summary; those with the same path as an earlier one are
    /// ignored. `None` if the fields of the file describe its members.
    fn members(&self, opened: &Opened, path: &str, names: &PairNames) -> Option<FileList> {
        if !self.args.is_summary() || names.depth >= MAX_NESTED {
            return None;
        }
        self.session.library.named_members(opened, path)
    }

    fn differences(&mut self, a: &Opened, b: &Opened, names: &PairNames) -> io::Result<()> {
        let Self { args, session, tally, .. } = self;
        let out = &mut session.out;
        if !args.is_summary() {
            let mut totals = ElementTotals::default();
            crate::edit::differences(&a.document, &b.document, &mut |change| {
                tally.total += 1;
                totals.add(&change);
                write_row(args.json, out, names, &change)
            })?;
            tally.elements.add_all(totals.counts);
            tally.derived += totals.derived;
            return Ok(());
        }
        let before = tally.total;
        let mut summary = Summary::of(names);
        crate::edit::differences(&a.document, &b.document, &mut |change| {
            tally.total += 1;
            summary.add(change);
            Ok(())
        })?;
        tally.add(summary.changes());
        if tally.total > before {
            summary.write(args.json, out)?;
            self.report.pair(&session.library, names, &summary, [a, b])?;
        }
        Ok(())
    }

    /// Reports a difference of a whole file.
    fn whole(&mut self, names: &PairNames, change: &Difference) -> io::Result<()> {
        self.tally.whole(change.kind);
        self.report.whole(names, change);
        write_row(self.args.json, &mut self.session.out, names, change)
    }

    fn finish(self) -> io::Result<()> {
        let Self { args, session, tally, report } = self;
        if tally.total > 0 {
            session.raise(Status::Problems);
        }
        if let Err(error) = report.finish() {
            session.fail(error);
        }
        if args.json || session.status() == Status::Failed {
            return Ok(());
        }
        // The counts go to standard error: standard output has one line per difference.
        session.out.flush()?;
        writeln!(io::stderr(), "{}", totals(tally))
    }
}

/// The line with the totals.
fn totals(tally: Tally) -> String {
    let Tally { elements, renamed, derived, total } = tally;
    if total == 0 {
        return "no differences".to_owned();
    }
    let counts = [
        (elements.changed, "changed"),
        (elements.added, "added"),
        (elements.removed, "removed"),
        (renamed, "renamed"),
        (derived, "dependent numbers"),
    ];
    // The first three are always reported.
    let counts = counts.iter().enumerate().filter(|(at, (count, _))| *at < 3 || *count > 0);
    let counts: Vec<String> =
        counts.map(|(_, (count, name))| format!("{} {name}", grouped(*count))).collect();
    counts.join(", ")
}

/// Files that are compared, or a file that only one folder has.
struct FileRow {
    /// Name by which rows are sorted.
    name: String,
    names: PairNames,
    a: Option<NamedFile>,
    b: Option<NamedFile>,
}
