//! Common part of the subcommands that change a file: lists the differences and writes the result to a
//! new file.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Serialize;

use super::diff::row::{PairNames, write_row};
use super::output::{disk_file, is_input, write_file};
use super::packing::{codecs, pack, packing_of_name};
use super::session::{Session, Status};
use crate::bytes::Severity;
use crate::edit::recipe::Recipe;
use crate::edit::save::{Output, save};
use crate::edit::{
    Changed, ChangedDocument, Compared, EditError, EditOp, Fidelity, NewProblems, Replaced,
    compared, differences, files_of, files_on_disk, target_count,
};
use crate::formats::{Document, NewBytes, Refusal};
use crate::library::{Library, Opened};
use crate::scene::CodingUse;

/// Output of a change.
#[derive(clap::Args, Debug)]
pub struct Changing {
    /// Output file, next to which other changed files are written with the same stem; or an existing
    /// folder, in which files keep their names
    #[arg(short, long = "output", value_name = "OUT")]
    #[arg(required_unless_present_any = ["dry_run", "in_place"])]
    output: Option<PathBuf>,
    /// Replace existing files next to OUT, or in it if it is a folder; never the input
    #[arg(long)]
    force: bool,
    /// Overwrite the files, and keep each original as FILE.orig
    #[arg(long, conflicts_with_all = ["output", "dry_run"])]
    in_place: bool,
    /// For a member of a container, write only the member
    #[arg(long, conflicts_with = "in_place")]
    member: bool,
    /// Print the changes without writing
    #[arg(long)]
    dry_run: bool,
    /// Print one JSON object per difference, then one with totals
    #[arg(long)]
    json: bool,
}

/// Coding of samples.
#[derive(clap::Args, Debug)]
pub struct Coding {
    /// Coding of a recording: keep that of the replaced sound, or of most sounds of the list; PCM; or ADPCM
    /// of four bits per sample
    #[arg(long, value_name = "CODING", value_enum, default_value_t = Word::Keep)]
    coding: Word,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Word {
    Keep,
    Pcm,
    Adpcm,
}

impl Coding {
    pub fn of(&self) -> CodingUse {
        match self.coding {
            Word::Keep => CodingUse::Keep,
            Word::Pcm => CodingUse::Pcm,
            Word::Adpcm => CodingUse::Adpcm,
        }
    }
}

/// Option that writes the edit operations to a recipe.
#[derive(clap::Args, Debug)]
pub struct Recording {
    /// Also write the changes as a recipe
    #[arg(long, value_name = "FILE")]
    recipe: Option<PathBuf>,
}

impl Recording {
    /// Writes the recipe if it was requested; returns `false` on failure.
    pub fn record(&self, session: &mut Session, opened: &Opened, orders: &[EditOp]) -> bool {
        let Some(file) = &self.recipe else { return true };
        let mut orders = orders.to_vec();
        let folder = file.parent().unwrap_or(Path::new(""));
        for with in orders.iter_mut().flat_map(EditOp::files_mut) {
            match Path::new(&with.file).strip_prefix(folder) {
                Ok(beside) => with.file = beside.to_string_lossy().into_owned(),
                Err(_) => {
                    let (file, with) = (file.display(), &with.file);
                    session.fail(format_args!("{file}: {with} is not in the recipe's folder"));
                    return false;
                }
            }
        }
        let format = Some(opened.document.format.id.to_owned());
        let name = Some(opened.stored.file_name().to_owned());
        let text = Recipe { format, file: name, orders }.write();
        let written = write_file(file, text.as_bytes(), true);
        if let Err(error) = &written {
            session.fail(format_args!("{}: {error}", file.display()));
        }
        written.is_ok()
    }
}

impl Changing {
    /// Writes to `output`; with `--force`, `--dry-run` and `--json` if the flags are set.
    pub fn new(output: Option<PathBuf>, (force, dry_run, json): (bool, bool, bool)) -> Self {
        Self { output, force, in_place: false, member: false, dry_run, json }
    }

    /// Reports the differences that `orders` made in a file and its companions, and writes the affected
    /// files on disk. On failure, only the error is reported.
    pub fn deliver(
        &self,
        session: &mut Session,
        all: &[ChangedDocument],
        orders: &[EditOp],
    ) -> io::Result<()> {
        let Some((opened, changed)) = all.first() else { return Ok(()) };
        let files = match self.files(session, all) {
            Ok(files) => files,
            Err(error) => {
                session.fail(format_args!("{}: {error}", opened.path));
                return Ok(());
            }
        };
        if self.dry_run {
            self.report_replaced(session, opened, changed, orders)?;
            let different = self.report_differences(session, all)?;
            report_problems(session, opened, changed);
            return self.count(session, opened, orders, different, None);
        }
        if let Some(written) = self.write(session, opened, files) {
            self.report_replaced(session, opened, changed, orders)?;
            let different = if self.json { self.report_differences(session, all)? } else { 0 };
            self.count(session, opened, orders, different, Some(&written))?;
            if report_problems(session, opened, changed) {
                session.report_errors(&opened.path, &changed.problems);
            } else if changed.problems.worst() == Some(Severity::Error) {
                session.raise(Status::Problems);
            }
        }
        Ok(())
    }

    /// Reports every field that differs, and returns their number.
    fn report_differences(
        &self,
        session: &mut Session,
        all: &[ChangedDocument],
    ) -> io::Result<u64> {
        let mut different = 0;
        for (at, (opened, changed)) in all.iter().enumerate() {
            let file = (at > 0).then(|| opened.stored.file_name().to_owned());
            let names = PairNames { file, ..PairNames::default() };
            let out = &mut session.out;
            differences(&opened.document, changed, &mut |difference| {
                different += 1;
                write_row(self.json, out, &names, &difference)
            })?;
        }
        Ok(different)
    }

    /// The files to write: the files on disk, or with `--member` only the member.
    fn files(&self, session: &Session, all: &[ChangedDocument]) -> Result<Vec<Changed>, EditError> {
        let inside = |changed: &Document| changed.source.bytes().to_vec();
        if !self.member {
            let replaced =
                all.iter().map(|(opened, changed)| Replaced { opened, inside: inside(changed) });
            let files = if self.in_place { files_on_disk } else { files_of };
            let mut files = files(&session.library, replaced.collect())?;
            self.repack(session, all, &mut files)?;
            return Ok(files);
        }
        let alone = |(opened, changed): &ChangedDocument| {
            let bytes = opened.store(inside(changed)).map_err(EditError::Refused)?;
            let path = PathBuf::from(opened.stored.file_name());
            Ok(Changed { path, was: opened.stored.clone(), bytes: NewBytes::Whole(bytes) })
        };
        let mut files = all.iter().map(alone).collect::<Result<Vec<_>, EditError>>()?;
        self.repack(session, all, &mut files)?;
        Ok(files)
    }

    /// Packs or unpacks the file itself, if the extension of the output requires another packing.
    fn repack(
        &self,
        session: &Session,
        all: &[ChangedDocument],
        files: &mut [Changed],
    ) -> Result<(), EditError> {
        let output = self.output.as_ref().filter(|output| !self.dry_run && !output.is_dir());
        let Some((name, (opened, changed))) = output.and_then(|o| o.file_name()).zip(all.first())
        else {
            return Ok(());
        };
        let name = name.to_string_lossy();
        let own = files.iter_mut().find(|file| file.was.id() == opened.stored.id());
        let is_plain = opened.document.content.packed().decoded().is_none();
        let packing = packing_of_name(&name, &codecs(opened)).filter(|_| is_plain);
        let (Some(file), Some(packing)) = (own, packing) else { return Ok(()) };
        let packed = pack(session, (&opened.path, &changed.source), &name, packing);
        file.bytes = NewBytes::Whole(packed.map_err(|why| EditError::Refused(Refusal(why)))?);
        Ok(())
    }

    /// Writes the last line of JSON, with totals.
    fn count(
        &self,
        session: &mut Session,
        opened: &Opened,
        orders: &[EditOp],
        changed: u64,
        written: Option<&Path>,
    ) -> io::Result<()> {
        if !self.json {
            return Ok(());
        }
        let matched = target_count(&opened.document, orders).unwrap_or(0);
        session.out.json(&Counted { matched, changed, written })
    }

    /// Reports how much replaced and added assets differ from their source files.
    fn report_replaced(
        &self,
        session: &mut Session,
        opened: &Opened,
        changed: &Document,
        orders: &[EditOp],
    ) -> io::Result<()> {
        let all = opened.beside(&session.library, |context| compared((changed, context), orders));
        for Compared { asset, with, is_new, fidelity } in all {
            if let Some(remark) = &fidelity.remark {
                session.notify(format_args!("{asset}: {remark}"));
            }
            if self.json {
                session.out.json(&ReplacedRow {
                    path: &fidelity.path,
                    kind: if is_new { "added" } else { "replaced" },
                    with: &with.file,
                    count: fidelity.count,
                    differ: fidelity.differ,
                    max: fidelity.most,
                    mean: fidelity.mean,
                })?;
                continue;
            }
            let Fidelity { count, differ, most, mean, is_sound, made, .. } = fidelity;
            let what = if is_sound { "samples" } else { "texels" };
            let file =
                made.map_or_else(|| with.file.clone(), |made| format!("{} {made}", with.file));
            if differ == 0 {
                writeln!(session.out, "{asset}: all {count} {what} match {file}")?;
            } else {
                let of = if is_sound { 65535 } else { 255 };
                writeln!(
                    session.out,
                    "{asset}: {differ} of {count} {what} differ from {file}, by at most {most} of \
                     {of}, {mean:.2} on average"
                )?;
            }
        }
        Ok(())
    }

    /// Writes the files and returns the name of the main one; `None` on failure.
    fn write(
        &self,
        session: &mut Session,
        opened: &Opened,
        files: Vec<Changed>,
    ) -> Option<PathBuf> {
        let main = main_file(&session.library, opened, &files);
        let main_path = files.get(main).map(|main| main.path.clone()).unwrap_or_default();
        let mut outputs = Vec::new();
        for (at, Changed { path, was, bytes }) in files.into_iter().enumerate() {
            let to = match &self.output {
                None => path.clone(),
                Some(output) if output.is_dir() => {
                    output.join(path.file_name().unwrap_or_default())
                }
                Some(output) if at == main => output.clone(),
                Some(output) => beside(output, &main_path, &path),
            };
            let shown = to.display();
            if !self.in_place && is_input(&session.library, &was, &to) {
                session.fail(format_args!("{shown} is the input; choose another output"));
                return None;
            }
            let is_named = self.output.as_ref() == Some(&to);
            if !self.in_place && !is_named && to.exists() && !self.force {
                session.fail(format_args!("{shown} exists; use --force to replace it"));
                return None;
            }
            let was = self.in_place.then(|| (was.len(), was.crc32()));
            let from = (!self.member).then_some(path);
            outputs.push(Output { path: to, from, bytes, was });
        }
        if let Err(error) = save(&outputs, self.in_place) {
            session.fail(error);
            return None;
        }
        let written = outputs.into_iter().nth(main).map(|output| output.path);
        self.output.clone().or(written)
    }
}

/// Index of the main output file: the one whose name was given (a file of a split archive may be
/// opened through the other), otherwise the file on disk that contains `opened`.
fn main_file(library: &Library, opened: &Opened, files: &[Changed]) -> usize {
    let named = opened.path.split("//").next().and_then(|path| Path::new(path).canonicalize().ok());
    let holding = disk_file(library, &opened.stored);
    let at = |wanted: Option<PathBuf>| {
        let wanted = wanted?.canonicalize().ok()?;
        files.iter().position(|file| file.path.canonicalize().ok().as_ref() == Some(&wanted))
    };
    let outer = opened.stored.name();
    let is_outer = |file: &Changed| {
        let rest = outer.strip_prefix(file.was.name());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("//"))
    };
    // Files of the demo have only a name.
    let by_name = || files.iter().position(is_outer);
    at(named).or_else(|| at(holding)).or_else(by_name).unwrap_or(0)
}

/// Output path of a file that changes together with `main`: next to `output`, with the stem of `main`
/// replaced by that of `output`.
fn beside(output: &Path, main: &Path, other: &Path) -> PathBuf {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let other = name(other);
    let renamed = other.strip_prefix(&stem(main)).map(|rest| format!("{}{rest}", stem(output)));
    output.with_file_name(renamed.unwrap_or(other))
}

/// Totals of a change.
#[derive(Serialize)]
struct Counted<'a> {
    /// Number of named fields, and of other elements.
    matched: u64,
    /// Number of fields that differ.
    changed: u64,
    written: Option<&'a Path>,
}

/// Difference between a replaced or added asset and its source file.
#[derive(Serialize)]
struct ReplacedRow<'a> {
    path: &'a str,
    kind: &'static str,
    with: &'a str,
    count: usize,
    differ: usize,
    max: u32,
    mean: f64,
}

/// Maximum number of new problems that are listed.
const MAX_REPORTED: usize = 20;

/// Reports new problems of the changed file; returns `true` if it still has the errors that it had
/// before.
fn report_problems(session: &mut Session, opened: &Opened, changed: &Document) -> bool {
    let problems = NewProblems::between(&opened.document, changed);
    for problem in problems.new.iter().take(MAX_REPORTED) {
        session.notify(format_args!("{}: new problem: {problem}", opened.path));
    }
    if let more @ 1.. = problems.new.len().saturating_sub(MAX_REPORTED) {
        session.notify(format_args!("{}: {more} more new problems", opened.path));
    }
    problems.keeps_errors
}
