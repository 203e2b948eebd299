//! What the sub-commands share that change a file: the differences are told, and what comes of it is
//! written to a new file.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;
use serde::Serialize;

use super::diff::row::write_row;
use super::output::{is_input, write_file};
use super::session::{Session, Status};
use crate::bytes::Severity;
use crate::container::Context;
use crate::edit::recipe::Recipe;
use crate::edit::save::{Output, save};
use crate::edit::{
    Changed, Done, Fidelity, NewProblems, Order, Replaced, differences, fidelity, files_of,
};
use crate::formats::Document;
use crate::library::Opened;
use crate::scene::CodingUse;

/// Where a change goes, and how it is told.
#[derive(clap::Args, Debug)]
pub struct Changing {
    /// The file to write; of several that change, the folder they go to
    #[arg(short, long = "output", value_name = "OUT", required_unless_present = "dry_run")]
    output: Option<PathBuf>,
    /// Replace what is there already; never the file that is read
    #[arg(long)]
    force: bool,
    /// Say what would change, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// One JSON object per difference
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
    pub fn record(&self, session: &mut Session, opened: &Opened, mut orders: Vec<Order>) -> bool {
        let Some(file) = &self.recipe else { return true };
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
    /// Tells what differs, and writes the files on disk that hold `opened` with `changed` in it.
    pub fn deliver(
        &self,
        session: &mut Session,
        opened: &Arc<Opened>,
        changed: Document,
    ) -> io::Result<()> {
        self.deliver_all(session, &[(opened.clone(), changed)])
    }

    /// The same of a file and its companions, which are told with their names.
    pub fn deliver_all(&self, session: &mut Session, all: &[Done]) -> io::Result<()> {
        let Some(((opened, changed), others)) = all.split_first() else { return Ok(()) };
        if self.json || self.dry_run {
            let own = [(opened, changed, None)].into_iter();
            let others = others
                .iter()
                .map(|(beside, changed)| (beside, changed, Some(beside.stored.file_name())));
            for (opened, changed, name) in own.chain(others) {
                let out = &mut session.out;
                differences(&opened.document, changed, &mut |difference| {
                    write_row(self.json, out, name, &difference)
                })?;
            }
        }
        let replaced = all
            .iter()
            .map(|(opened, changed)| Replaced { opened, inside: changed.source.bytes().to_vec() });
        let files = match files_of(&session.library, replaced.collect()) {
            Ok(files) => files,
            Err(error) => {
                session.fail(format_args!("{}: {error}", opened.path));
                return Ok(());
            }
        };
        if let Some(output) = self.output.as_deref().filter(|_| !self.dry_run) {
            self.write(session, output, files);
        }
        tell_problems(session, opened, changed);
        Ok(())
    }

    /// Tells how near what was replaced comes to what was wanted.
    pub fn tell_replaced(
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
            let Fidelity { count, differ, most, mean, is_sound, .. } = fidelity;
            let what = if is_sound { "samples" } else { "texels" };
            if differ == 0 {
                writeln!(session.out, "{replace}: all {count} {what} are as in {}", with.file)?;
            } else {
                let of = if is_sound { 65535 } else { 255 };
                writeln!(
                    session.out,
                    "{replace}: {differ} of {count} {what} differ from {}, by at most {most} of \
                     {of}, {mean:.2} on average",
                    with.file
                )?;
            }
        }
        Ok(())
    }

    fn write(&self, session: &mut Session, output: &Path, files: Vec<Changed>) {
        let into_folder = files.len() > 1 || output.is_dir();
        if files.len() > 1 && !output.is_dir() {
            let made = if output.exists() {
                Err(io::Error::other("several files change: this must be a folder"))
            } else {
                std::fs::create_dir_all(output)
            };
            if let Err(error) = made {
                session.fail(format_args!("{}: {error}", output.display()));
                return;
            }
        }
        let mut outputs = Vec::new();
        for Changed { path, was, bytes } in files {
            let name = path.file_name().unwrap_or_default();
            let to = if into_folder { output.join(name) } else { output.to_path_buf() };
            let shown = to.display();
            if is_input(&session.library, &was, &to) {
                session.fail(format_args!("{shown} is the file that is read: name another"));
                return;
            }
            if to.exists() && !self.force {
                session.fail(format_args!("{shown} is there already: --force replaces it"));
                return;
            }
            outputs.push(Output { path: to, from: Some(path), bytes, was: None });
        }
        if let Err(error) = save(&outputs, false) {
            session.fail(error);
        }
    }
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

/// Tells what is odd about the file since it was changed; that it has errors raises the status.
fn tell_problems(session: &mut Session, opened: &Opened, changed: &Document) {
    let problems = NewProblems::between(&opened.document, changed);
    for problem in problems.new.iter().take(MOST_TOLD) {
        session.say(format_args!("{}: since the change: {problem}", opened.path));
    }
    if let more @ 1.. = problems.new.len().saturating_sub(MOST_TOLD) {
        session.say(format_args!("{}: since the change: {more} more", opened.path));
    }
    if problems.keeps_errors {
        session.judge(&opened.path, &changed.problems);
    } else if changed.problems.worst() == Some(Severity::Error) {
        session.raise(Status::Problems);
    }
}
