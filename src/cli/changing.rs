//! What the sub-commands share that change a file: the differences are told, and what comes of it is
//! written to a new file.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Serialize;

use super::diff::row::write_row;
use super::output::{disk_file, is_input, write_file};
use super::session::{Session, Status};
use crate::bytes::Severity;
use crate::container::Context;
use crate::edit::recipe::Recipe;
use crate::edit::save::{Output, save};
use crate::edit::{
    Changed, Done, EditError, Fidelity, NewProblems, Order, Replaced, differences, fidelity,
    files_of, files_on_disk, reached,
};
use crate::formats::{Document, NewBytes};
use crate::library::{Library, Opened};
use crate::scene::CodingUse;

/// Where a change goes, and how it is told.
#[derive(clap::Args, Debug)]
pub struct Changing {
    /// The file to write; others that change are written beside it, with its stem. Or a folder that
    /// is there, in which files keep their names
    #[arg(short, long = "output", value_name = "OUT")]
    #[arg(required_unless_present_any = ["dry_run", "in_place"])]
    output: Option<PathBuf>,
    /// Replace what is there already under names that were not given; never the file that is read
    #[arg(long)]
    force: bool,
    /// Write over the files themselves, and keep each as it was before the first time as FILE.orig
    #[arg(long, conflicts_with_all = ["output", "dry_run"])]
    in_place: bool,
    /// Of a member of a container, write the member alone
    #[arg(long, conflicts_with = "in_place")]
    member: bool,
    /// Say what would change, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// One JSON object per difference, then one that counts
    #[arg(long)]
    json: bool,
}

/// How samples are stored.
#[derive(clap::Args, Debug)]
pub struct Coding {
    /// How a recording is stored: as the sound that it takes the place of, or as most sounds of the
    /// list; plainly; packed in four bits a sample
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

/// Whether what was asked for is written down.
#[derive(clap::Args, Debug)]
pub struct Recording {
    /// Write what was asked for as a recipe, too
    #[arg(long, value_name = "FILE")]
    recipe: Option<PathBuf>,
}

impl Recording {
    /// Writes the recipe that was asked for; false where that cannot be.
    pub fn record(&self, session: &mut Session, opened: &Opened, orders: &[Order]) -> bool {
        let Some(file) = &self.recipe else { return true };
        let mut orders = orders.to_vec();
        let folder = file.parent().unwrap_or(Path::new(""));
        for order in &mut orders {
            let (Order::Replace { with, .. } | Order::Add { with: Some(with), .. }) = order else {
                continue;
            };
            match Path::new(&with.file).strip_prefix(folder) {
                Ok(beside) => with.file = beside.to_string_lossy().into_owned(),
                Err(_) => {
                    let (file, with) = (file.display(), &with.file);
                    session.fail(format_args!("{file}: {with} does not lie beside the recipe"));
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
    /// Tells what `orders` made differ in a file and its companions, which are told with their names,
    /// and writes the files on disk that hold them. What cannot be done is all that is told then.
    pub fn deliver(&self, session: &mut Session, all: &[Done], orders: &[Order]) -> io::Result<()> {
        let Some((opened, changed)) = all.first() else { return Ok(()) };
        let files = match self.files(session, all) {
            Ok(files) => files,
            Err(error) => {
                session.fail(format_args!("{}: {error}", opened.path));
                return Ok(());
            }
        };
        if self.dry_run {
            self.tell_replaced(session, opened, changed, orders)?;
            let different = self.tell_differences(session, all)?;
            tell_problems(session, opened, changed);
            return self.count(session, opened, orders, different, None);
        }
        if let Some(written) = self.write(session, opened, files) {
            self.tell_replaced(session, opened, changed, orders)?;
            let different = if self.json { self.tell_differences(session, all)? } else { 0 };
            self.count(session, opened, orders, different, Some(&written))?;
            if tell_problems(session, opened, changed) {
                session.judge(&opened.path, &changed.problems);
            } else if changed.problems.worst() == Some(Severity::Error) {
                session.raise(Status::Problems);
            }
        }
        Ok(())
    }

    /// Tells every field that differs, and gives how many there are.
    fn tell_differences(&self, session: &mut Session, all: &[Done]) -> io::Result<u64> {
        let mut different = 0;
        for (at, (opened, changed)) in all.iter().enumerate() {
            let name = (at > 0).then(|| opened.stored.file_name());
            let out = &mut session.out;
            differences(&opened.document, changed, &mut |difference| {
                different += 1;
                write_row(self.json, out, name, &difference)
            })?;
        }
        Ok(different)
    }

    /// The files to write, as they are to be: those on disk, or, of a member, it alone.
    fn files(&self, session: &Session, all: &[Done]) -> Result<Vec<Changed>, EditError> {
        let inside = |changed: &Document| changed.source.bytes().to_vec();
        if !self.member {
            let replaced =
                all.iter().map(|(opened, changed)| Replaced { opened, inside: inside(changed) });
            let files = if self.in_place { files_on_disk } else { files_of };
            return files(&session.library, replaced.collect());
        }
        let alone = |(opened, changed): &Done| {
            let bytes = opened.store(inside(changed)).map_err(EditError::Refused)?;
            let path = PathBuf::from(opened.stored.file_name());
            Ok(Changed { path, was: opened.stored.clone(), bytes: NewBytes::Whole(bytes) })
        };
        all.iter().map(alone).collect()
    }

    /// The last line of JSON.
    fn count(
        &self,
        session: &mut Session,
        opened: &Opened,
        orders: &[Order],
        changed: u64,
        written: Option<&Path>,
    ) -> io::Result<()> {
        if !self.json {
            return Ok(());
        }
        let matched = reached(&opened.document, orders).unwrap_or(0);
        session.out.json(&Counted { matched, changed, written })
    }

    /// Tells how near what was replaced comes to what was wanted.
    fn tell_replaced(
        &self,
        session: &mut Session,
        opened: &Opened,
        changed: &Document,
        orders: &[Order],
    ) -> io::Result<()> {
        for order in orders {
            let Order::Replace { replace, with, .. } = order else { continue };
            let near = |context: Context<'_>| fidelity((changed, context), replace, with);
            let fidelity = opened.beside(&session.library, near);
            let Some(fidelity) = fidelity else { continue };
            if let Some(remark) = &fidelity.remark {
                session.say(format_args!("{replace}: {remark}"));
            }
            if self.json {
                session.out.json(&ReplacedRow {
                    path: &fidelity.path,
                    kind: "replaced",
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
                writeln!(session.out, "{replace}: all {count} {what} are as in {file}")?;
            } else {
                let of = if is_sound { 65535 } else { 255 };
                writeln!(
                    session.out,
                    "{replace}: {differ} of {count} {what} differ from {file}, by at most {most} of \
                     {of}, {mean:.2} on average"
                )?;
            }
        }
        Ok(())
    }

    /// Writes the files, and gives the name that was asked for; `None` where that cannot be.
    fn write(
        &self,
        session: &mut Session,
        opened: &Opened,
        files: Vec<Changed>,
    ) -> Option<PathBuf> {
        let main = main_file(&session.library, opened, &files);
        let mut outputs = Vec::new();
        for (at, Changed { path, was, bytes }) in files.iter().enumerate() {
            let of = |path: &Path| (at != main).then(|| path.to_path_buf());
            let to = match &self.output {
                None => path.clone(),
                Some(output) if output.is_dir() => {
                    output.join(path.file_name().unwrap_or_default())
                }
                Some(output) => {
                    let main = files.get(main).map_or(Path::new(""), |main| &main.path);
                    of(path).map_or_else(|| output.clone(), |other| beside(output, main, &other))
                }
            };
            let shown = to.display();
            if !self.in_place && is_input(&session.library, was, &to) {
                session.fail(format_args!("{shown} is the input; choose another output"));
                return None;
            }
            let is_named = self.output.as_ref() == Some(&to);
            if !self.in_place && !is_named && to.exists() && !self.force {
                session.fail(format_args!("{shown} exists; use --force to replace it"));
                return None;
            }
            let was = self.in_place.then(|| (was.len(), was.crc32()));
            let from = (!self.member).then(|| path.clone());
            outputs.push(Output { path: to, from, bytes: bytes.clone(), was });
        }
        if let Err(error) = save(&outputs, self.in_place) {
            session.fail(error);
            return None;
        }
        let written = outputs.into_iter().nth(main).map(|output| output.path);
        self.output.clone().or(written)
    }
}

/// Which of several files is the one that was asked for: that whose name was given (one half of an
/// archive may be reached through the other), else that on disk which holds `opened`.
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
    // A file of the demo has its name alone.
    let by_name = || files.iter().position(is_outer);
    at(named).or_else(|| at(holding)).or_else(by_name).unwrap_or(0)
}

/// Where a file goes that changes together with `main`, which goes to `output`: beside it, with its
/// stem in the place of `main`'s.
fn beside(output: &Path, main: &Path, other: &Path) -> PathBuf {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let other = name(other);
    let renamed = other.strip_prefix(&stem(main)).map(|rest| format!("{}{rest}", stem(output)));
    output.with_file_name(renamed.unwrap_or(other))
}

/// What a change came to, in numbers.
#[derive(Serialize)]
struct Counted<'a> {
    /// Fields that were named, and things that are no fields.
    matched: u64,
    /// Fields that differ.
    changed: u64,
    written: Option<&'a Path>,
}

/// How near what was replaced comes to what was wanted.
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

/// New problems that are told one by one.
const MOST_TOLD: usize = 20;

/// Tells what is odd about the file since it was changed, and whether it had errors that it keeps.
fn tell_problems(session: &mut Session, opened: &Opened, changed: &Document) -> bool {
    let problems = NewProblems::between(&opened.document, changed);
    for problem in problems.new.iter().take(MOST_TOLD) {
        session.say(format_args!("{}: since the change: {problem}", opened.path));
    }
    if let more @ 1.. = problems.new.len().saturating_sub(MOST_TOLD) {
        session.say(format_args!("{}: since the change: {more} more", opened.path));
    }
    problems.keeps_errors
}
