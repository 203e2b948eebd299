//! `check`: reads everything below the given paths in parallel and reports in order, with constant memory
//! use.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde::Serialize;

use super::args::Reading;
use super::findings::Finding;
use super::out::{Clean, Out, grouped};
use super::plausibility::{self, OutcomeRow, SumRow};
use super::progress::Progress;
use super::session::{Session, Status};
use crate::bytes::{Problem, Severity};
use crate::library::{Census, Library, OpenError, Opened};
use crate::plausibility::Sums;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files, folders or containers to read, with everything below them
    #[arg(value_name = "PATH", required = true, value_parser = crate::cli::args::path())]
    paths: Vec<String>,
    /// Print one JSON object per file, then one with the totals
    #[arg(long)]
    jsonl: bool,
    /// Also check plausibility rules: bone lengths, trigger positions, normals and more
    #[arg(long)]
    plausibility: bool,
    /// Number of files read at the same time; by default, one per processor
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    #[command(flatten)]
    reading: Reading,
}

/// A file that was read.
#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    finding: Finding,
    status: &'static str,
    ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    plausibility: Option<Vec<OutcomeRow>>,
}

#[derive(Serialize, Default)]
struct Totals {
    total: u64,
    ok: u64,
    partial: u64,
    failed: u64,
    unknown: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    plausibility: Option<Vec<SumRow>>,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let start = Instant::now();
    let pool = match rayon::ThreadPoolBuilder::new().num_threads(args.jobs).build() {
        Ok(pool) => pool,
        Err(error) => {
            session.fail(format_args!("cannot start threads: {error}"));
            return Ok(());
        }
    };
    let (mut totals, progress) = (Totals::default(), Progress::on_terminal());
    let mut sums = Sums::default();
    for path in &args.paths {
        let files: Vec<String> = session.files(path).iter().cloned().collect();
        let Session { library, out, .. } = session;
        let (plausibility, unread) = (args.plausibility, Mutex::default());
        let reader = Reader { library, progress: &progress, plausibility, unread };
        let mut worst = Status::Done;
        library.census(&pool, files, args.reading.format(), &reader, &mut |report| {
            let ms = rounded(report.took.as_secs_f64() * 1000.0);
            let Examined { finding, outcomes } = report.row;
            let row = Row { status: finding.status, finding, ms, plausibility: outcomes };
            progress.clear();
            worst = worst.max(totals.count(&row));
            let outcomes = row.plausibility.iter().flatten().map(|row| &row.outcome);
            sums.add(&row.finding.path, outcomes);
            if args.jsonl { out.json(&row) } else { text(out, &row) }?;
            out.flush()
        })?;
        let unread = reader.unread.into_inner().unwrap_or_else(PoisonError::into_inner);
        session.raise(worst);
        unread.iter().for_each(|why| session.notify(why));
    }
    totals.seconds = rounded(start.elapsed().as_secs_f64());
    if args.jsonl {
        totals.plausibility = args.plausibility.then(|| plausibility::sum_rows(&sums));
        return session.out.json(&totals);
    }
    plausibility::sum_text(&mut session.out, &sums)?;
    let Totals { total, ok, partial, failed, unknown, seconds, .. } = totals;
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

impl Totals {
    /// Counts a file; returns its status for the run.
    fn count(&mut self, row: &Row) -> Status {
        self.total += 1;
        *match row.status {
            "ok" => &mut self.ok,
            "partial" => &mut self.partial,
            "failed" => &mut self.failed,
            _ => &mut self.unknown,
        } += 1;
        let is_bad = matches!(row.status, "partial" | "failed");
        let has_errors = row.finding.problems.list.worst() == Some(Severity::Error);
        if is_bad || has_errors { Status::Problems } else { Status::Done }
    }
}

fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// Reads files and collects findings.
struct Reader<'a> {
    library: &'a Library,
    progress: &'a Progress,
    /// `true` if plausibility rules are checked.
    plausibility: bool,
    /// Reasons why bytes could not be read, each once.
    unread: Mutex<BTreeSet<String>>,
}

/// Findings about a file, with the results of plausibility rules if they are checked.
struct Examined {
    finding: Finding,
    outcomes: Option<Vec<OutcomeRow>>,
}

impl Census for Reader<'_> {
    type Row = Examined;

    fn read(&self, path: &str, result: &Result<Arc<Opened>, OpenError>) -> Examined {
        let finding = Finding::of(self.library, path, result)
            .unwrap_or_else(|reason| Finding::unreadable(path, reason));
        let opened = result.as_ref().ok();
        self.record_unread(opened);
        let opened = opened.filter(|_| self.plausibility);
        let outcomes = opened.map(|opened| plausibility::outcomes(self.library, opened));
        Examined { finding, outcomes }
    }

    fn defect(&self, path: &str) -> Examined {
        let reason = "the program crashed while reading this file; please report it".to_owned();
        Examined { finding: Finding::unreadable(path, reason), outcomes: None }
    }

    fn refuse(&self, row: &mut Examined, why: Problem) {
        row.finding.problems.list.push(why);
    }

    fn expect(&self, more: usize) {
        self.progress.expect(more);
    }

    fn done(&self, path: &str) {
        self.progress.done(path);
    }
}

impl Reader<'_> {
    /// Records the reason why bytes of a file could not be read: it names the file on disk, which another
    /// program may have changed.
    fn record_unread(&self, opened: Option<&Arc<Opened>>) {
        let failures = opened.map(|opened| opened.stored.failures()).unwrap_or_default();
        if let Some(first) = failures.into_iter().next() {
            let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
            unread.insert(first.message);
        }
    }
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
    let count =
        |severity| row.finding.problems.list.iter().filter(|p| p.severity == severity).count();
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
    writeln!(out)?;
    plausibility::text(out, row.plausibility.as_deref().unwrap_or_default())
}
