//! `check`: a census of everything below some paths, in parallel, in order, with a flat memory.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;
use serde::Serialize;

use super::args::Reading;
use super::finding::Finding;
use super::out::{Clean, Out, grouped};
use super::progress::Progress;
use super::session::{Session, Status};
use crate::bytes::Severity;
use crate::library::{Library, OpenError, Opened};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files, folders or containers: everything below them is read
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<String>,
    /// One JSON object per file, then one with the totals
    #[arg(long)]
    jsonl: bool,
    /// How many files are read at the same time; by default one for each processor
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    #[command(flatten)]
    reading: Reading,
}

/// A file that waits for its turn.
enum Item {
    File(String),
    Member { container: Arc<Opened>, index: usize },
}

/// A file that had its turn.
#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    finding: Finding,
    status: &'static str,
    ms: f64,
    /// What it holds, where that is little and was read with it.
    #[serde(skip)]
    inside: Vec<Row>,
    /// Kept when it holds files that come next.
    #[serde(skip)]
    container: Option<Arc<Opened>>,
}

#[derive(Serialize, Default)]
struct Totals {
    total: u64,
    ok: u64,
    partial: u64,
    failed: u64,
    unknown: u64,
    seconds: f64,
}

/// Containers may hold containers; more levels than this is a trap.
const MAX_DEPTH: usize = 8;
/// Files of a container that are read at one go: many small containers keep all threads busy, and
/// what one of them found is held until its turn comes.
const MAX_AT_ONCE: usize = 64;

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let start = Instant::now();
    let pool = match rayon::ThreadPoolBuilder::new().num_threads(args.jobs).build() {
        Ok(pool) => pool,
        Err(error) => {
            session.fail(format_args!("cannot start the threads: {error}"));
            return Ok(());
        }
    };
    let (mut totals, progress) = (Totals::default(), Progress::on_terminal());
    for path in &args.paths {
        let items: Vec<Item> = session.files(path).iter().cloned().map(Item::File).collect();
        progress.expect(items.len());
        let mut census =
            Census { args, pool: &pool, session, totals: &mut totals, progress: &progress };
        census.take(items, 0)?;
    }
    totals.seconds = rounded(start.elapsed().as_secs_f64());
    if args.jsonl {
        return session.out.json(&totals);
    }
    let Totals { total, ok, partial, failed, unknown, seconds } = totals;
    writeln!(
        session.out,
        "{} files: {} ok, {} partial, {} failed, {} unknown, in {seconds} s",
        grouped(total),
        grouped(ok),
        grouped(partial),
        grouped(failed),
        grouped(unknown),
    )
}

struct Census<'a> {
    args: &'a Args,
    pool: &'a rayon::ThreadPool,
    session: &'a mut Session,
    totals: &'a mut Totals,
    progress: &'a Progress,
}

impl Census<'_> {
    /// Reads the items, a few for each thread at a time, and writes their lines in order; what a
    /// container holds follows its own line.
    fn take(&mut self, items: Vec<Item>, depth: usize) -> io::Result<()> {
        let batch = self.pool.current_num_threads() * 4;
        let mut items = items.into_iter().peekable();
        while items.peek().is_some() {
            let some: Vec<Item> = items.by_ref().take(batch).collect();
            let (library, format) = (&self.session.library, self.args.reading.format());
            let reader = Reader { library, format, progress: self.progress };
            let rows = self.pool.install(|| reader.rows(some, depth));
            self.progress.clear();
            rows.into_iter().try_for_each(|row| self.tell(row, depth))?;
            self.session.out.flush()?;
        }
        Ok(())
    }

    /// Writes the line of a file and those of what it holds.
    fn tell(&mut self, row: Row, depth: usize) -> io::Result<()> {
        self.write(&row)?;
        row.inside.into_iter().try_for_each(|row| self.tell(row, depth + 1))?;
        if let Some(container) = row.container {
            self.take(members_of(&self.session.library, &container), depth + 1)?;
            self.session.library.close(&container);
        }
        Ok(())
    }

    fn write(&mut self, row: &Row) -> io::Result<()> {
        let totals = &mut *self.totals;
        totals.total += 1;
        *match row.status {
            "ok" => &mut totals.ok,
            "partial" => &mut totals.partial,
            "failed" => &mut totals.failed,
            _ => &mut totals.unknown,
        } += 1;
        let has_errors = row.finding.problems.worst() == Some(Severity::Error);
        if matches!(row.status, "partial" | "failed") || has_errors {
            self.session.raise(Status::Problems);
        }
        if self.args.jsonl { self.session.out.json(row) } else { text(&mut self.session.out, row) }
    }
}

fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// Reads files on the threads of a pool.
struct Reader<'a> {
    library: &'a Library,
    format: Option<&'a str>,
    progress: &'a Progress,
}

impl Reader<'_> {
    /// Reads files, as many at the same time as there are threads.
    fn rows(&self, items: Vec<Item>, depth: usize) -> Vec<Row> {
        items.into_par_iter().map(|item| self.examine(&item, depth)).collect()
    }

    /// Reads one file, and what it holds where that is little. A defect of ours in one file must not
    /// end the census of ten thousand.
    fn examine(&self, item: &Item, depth: usize) -> Row {
        let start = Instant::now();
        let looked = catch_unwind(AssertUnwindSafe(|| look(self.library, item, self.format)));
        let (finding, container) = looked.unwrap_or_else(|_| {
            let reason = "reading it set off a defect of this program; please report it".to_owned();
            (Finding::unreadable(&item.path(self.library), reason), None)
        });
        let ms = rounded(start.elapsed().as_secs_f64() * 1000.0);
        self.progress.done(&finding.path);
        let mut row =
            Row { status: finding.status, finding, ms, inside: Vec::new(), container: None };
        let Some(container) = container else { return row };
        let held = members_of(self.library, &container);
        if depth >= MAX_DEPTH || held.is_empty() {
            self.library.close(&container);
            return row;
        }
        self.progress.expect(held.len());
        if held.len() <= MAX_AT_ONCE {
            row.inside = self.rows(held, depth + 1);
            self.library.close(&container);
        } else {
            row.container = Some(container);
        }
        row
    }
}

/// The files of a container that a census reads.
fn members_of(library: &Library, container: &Arc<Opened>) -> Vec<Item> {
    let held = container.members(library).filter(|held| !held.are_parts());
    let held = held.map_or(0, |members| members.list().len());
    (0..held).map(|index| Item::Member { container: container.clone(), index }).collect()
}

impl Item {
    fn path(&self, library: &Library) -> String {
        match self {
            Item::File(path) => path.clone(),
            Item::Member { container, index } => {
                let members = container.members(library);
                let member = members.and_then(|members| members.list().get(*index));
                let inner = member.map_or("", |member| member.path.as_str());
                crate::container::join(&container.path, inner)
            }
        }
    }

    fn open(&self, library: &Library, format: Option<&str>) -> Result<Arc<Opened>, OpenError> {
        let Item::Member { container, index } = self else {
            return library.open(&self.path(library), format);
        };
        let unreadable = |reason: String| OpenError::NotFound(reason);
        let members = container.members(library);
        let members = members.ok_or_else(|| unreadable("the container is empty".to_owned()))?;
        let source = members.open(*index).map_err(|error| unreadable(error.to_string()))?;
        library.open_source(&source, None)
    }
}

fn look(library: &Library, item: &Item, format: Option<&str>) -> (Finding, Option<Arc<Opened>>) {
    let path = item.path(library);
    let result = item.open(library, format);
    let mut finding = Finding::of(library, &path, &result)
        .unwrap_or_else(|reason| Finding::unreadable(&path, reason));
    match result {
        Ok(opened) => {
            finding.problems.extend(opened.document.content.audit());
            // What a companion holds is read there.
            let holds_files = opened.is_entered(library);
            if holds_files {
                return (finding, Some(opened));
            }
            library.close(&opened);
        }
        Err(OpenError::Unknown { source, .. } | OpenError::Failed { source, .. }) => {
            library.close_source(&source);
        }
        Err(_) => {}
    }
    (finding, None)
}

fn text(out: &mut Out, row: &Row) -> io::Result<()> {
    let paint = out.paint;
    let status = match row.status {
        "ok" => paint.green(row.status),
        "partial" => paint.yellow(row.status),
        "failed" => paint.red(row.status),
        _ => paint.dim(row.status),
    };
    let format = row.finding.format.unwrap_or("-");
    write!(out, "{status:<7}  {:<22} {:>9.1} ms  ", paint.cyan(format), row.ms)?;
    write!(out, "{}", Clean(&row.finding.path))?;
    let count = |severity| row.finding.problems.iter().filter(|p| p.severity == severity).count();
    let some: Vec<String> = [
        (count(Severity::Error), "errors"),
        (count(Severity::Warning), "warnings"),
        (count(Severity::Note), "notes"),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, what)| format!("{what} {count}"))
    .collect();
    if !some.is_empty() {
        write!(out, "  {}", paint.dim(format_args!("({})", some.join(", "))))?;
    }
    writeln!(out)
}
