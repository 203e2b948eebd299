//! `info`: reports format, contents and problems of files.

use std::borrow::Cow;
use std::io::{self, Write};

use super::args::Reading;
use super::findings::{self, Finding, Named};
use super::out::{Clean, Out, grouped};
use super::session::{Files, Session, Status};
use crate::bytes::Severity;
use crate::container::DiscFacts;
use crate::formats;
use crate::library::OpenError;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files, folders (every file below them) or members of containers
    #[arg(value_name = "PATH", required = true, value_parser = crate::cli::args::path())]
    paths: Vec<String>,
    /// Print one JSON object per file
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let mut blank = false;
    session.library.consult(&args.paths);
    for path in &args.paths {
        let files = session.files(path);
        let in_folder = matches!(files, Files::Folder(_));
        let mut unknown = 0;
        for file in files.iter() {
            let result = session.library.open(file, args.reading.format());
            if let Err(OpenError::Unknown { source, .. }) = &result
                && in_folder
            {
                unknown += 1;
                session.library.close_source(source);
                continue;
            }
            report(args, session, file, &result, &mut blank)?;
            if let Ok(opened) = &result {
                session.library.close(opened);
            }
            session.out.flush()?;
        }
        if unknown > 0 && unknown == files.iter().count() {
            session.fail(format_args!("{path}: no file of a known format in this folder"));
        } else if unknown > 0 {
            session.notify(format_args!("{path}: {unknown} files of unknown formats skipped"));
        }
    }
    Ok(())
}

type Opening = Result<std::sync::Arc<crate::library::Opened>, OpenError>;

fn report(
    args: &Args,
    session: &mut Session,
    file: &str,
    result: &Opening,
    blank: &mut bool,
) -> io::Result<()> {
    if let Err(error) = result {
        session.fail_open(error);
    }
    let Ok(finding) = Finding::of(&session.library, file, result) else { return Ok(()) };
    if finding.problems.list.worst() == Some(Severity::Error) {
        session.raise(Status::Problems);
    }
    if args.json {
        return session.out.json(&finding);
    }
    // Unknown files were already reported on standard error.
    if finding.format.is_none() {
        return Ok(());
    }
    if std::mem::replace(blank, true) {
        writeln!(session.out)?;
    }
    text(&mut session.out, &finding)
}

fn text(out: &mut Out, finding: &Finding) -> io::Result<()> {
    let paint = out.paint;
    writeln!(out, "{}", paint.bold(Clean(&finding.path)))?;
    let mut row = |key: &str, value: String| writeln!(out, "  {:<9} {value}", paint.dim(key));

    let id = finding.format.unwrap_or("unknown");
    let name = finding.format_name;
    let version = finding.version.as_deref().filter(|v| !v.is_empty());
    let version = version.map_or(String::new(), |v| format!(", {}", formats::version_in_words(v)));
    row("format", format!("{} ({name}{version})", paint.cyan(id)))?;
    if let Some((name, from)) = finding.real_name.as_ref().zip(finding.named_by.as_ref()) {
        row("file name", format!("{}, from {}", Clean(name), Clean(from)))?;
    }
    if let Some(title) = &finding.title {
        row("name", Clean(title).to_string())?;
    }
    if !finding.wrapped.is_empty() {
        row("wrapped", finding.wrapped.join(" in "))?;
    }
    let (size, crc32) = (grouped(finding.size), finding.crc32);
    row("size", format!("{size} bytes, CRC-32 {crc32:08x}"))?;
    let counts: Vec<String> =
        finding.counts.iter().map(|(key, n)| format!("{key} {}", grouped(n))).collect();
    if !counts.is_empty() {
        row("counts", counts.join(" · "))?;
    }
    if let Some(game) = &finding.game {
        row("game", Clean(&game.in_words()).to_string())?;
    }
    if let Some(disc) = &finding.disc {
        row("disc", disc_in_words(disc))?;
    }
    if let Some(named) = &finding.named {
        row("names", names(named))?;
    }
    let coverage = finding.coverage;
    let unread = format!("unread {}", grouped(coverage.unread));
    row(
        "coverage",
        format!(
            "fields {} · padding {} · {} · overlap {}",
            grouped(coverage.fields),
            grouped(coverage.padding),
            if coverage.unread > 0 { paint.yellow(unread) } else { paint.dim(unread) },
            grouped(coverage.overlap)
        ),
    )?;
    problems(out, finding)
}

/// Formats volume, serial and tracks.
fn disc_in_words(disc: &DiscFacts) -> String {
    let volume = Clean(&disc.volume).to_string();
    let named = [Some(volume), disc.serial.clone()].into_iter().flatten();
    let tracks = disc.tracks.iter().map(|track| format!("track {} {}", track.number, track.mode));
    let parts: Vec<String> = named.filter(|name| !name.is_empty()).chain(tracks).collect();
    parts.join(" · ")
}

/// Maximum number of sound names that are listed.
const MAX_NAMES: usize = 8;

/// Formats how many sounds have names, the sources of the names, and the first names.
fn names(named: &Named) -> String {
    let Named { ids, names, from } = named;
    let mut text = format!("{} of {} known", grouped(names.len() as u64), grouped(*ids as u64));
    if names.is_empty() {
        return text;
    }
    let from: Vec<&str> = from.iter().map(String::as_str).collect();
    text += &format!(" ({}): ", from.join(", "));
    let listed: Vec<&str> = names.iter().take(MAX_NAMES).map(String::as_str).collect();
    text += &listed.join(", ");
    match names.len().saturating_sub(MAX_NAMES) {
        0 => {}
        more => text += &format!(" and {} more", grouped(more as u64)),
    }
    Clean(&text).to_string()
}

fn problems(out: &mut Out, finding: &Finding) -> io::Result<()> {
    let paint = out.paint;
    let heading = paint.dim("problems");
    if finding.problems.list.is_empty() {
        return writeln!(out, "  {heading:<9} {}", paint.green("none"));
    }
    writeln!(out, "  {heading:<9} {}", grouped(finding.problems.list.total()))?;
    for problem in finding.problems.list.iter() {
        let severity = match problem.severity {
            Severity::Error => paint.red("error"),
            Severity::Warning => paint.yellow("warning"),
            Severity::Note => paint.dim("note"),
        };
        let (offset, length) = (problem.span.start, problem.span.len);
        let span = format!("{offset:#010x} +{length}");
        write!(out, "    {severity:<7}  {:<16}", paint.dim(span))?;
        if let Some(source) = finding.problems.source(&problem) {
            write!(out, "  {}", Clean(source))?;
        }
        if !problem.field.is_empty() {
            write!(out, "  {}:", paint.bold(Clean(&shortened(&problem.field))))?;
        }
        writeln!(out, "  {}", Clean(&findings::message(&problem)))?;
    }
    Ok(())
}

/// Maximum length of a field path in the text output, in characters.
const MAX_PATH: usize = 160;

/// A path; the middle of a long one is left out.
fn shortened(path: &str) -> Cow<'_, str> {
    let count = path.chars().count();
    if count <= MAX_PATH {
        return Cow::Borrowed(path);
    }
    let half = MAX_PATH / 2;
    let start: String = path.chars().take(half).collect();
    let end: String = path.chars().skip(count - half).collect();
    Cow::Owned(format!("{start}…{end}"))
}
