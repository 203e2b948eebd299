//! `export`: assets as standard files.

use std::collections::HashSet;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::args::Reading;
use super::out::Clean;
use super::session::Session;
use crate::export::{Choice, Job, Kind, Options, Palettes, Report};
use crate::library::Opened;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files, members of containers, or folders (every file below that a format claims)
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<String>,
    /// Where to write; made when it is not there
    #[arg(short, long = "output", value_name = "DIR")]
    output: PathBuf,
    #[arg(long, value_name = "KINDS", value_delimiter = ',', help = kinds())]
    to: Vec<Kind>,
    /// Only assets with names like this, where * is any text and ? any character; `object 3` and
    /// `model 7` too; more than one may be given
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
    /// In which palettes textures are written: those that faces use (`used`), or all that fit (`all`)
    #[arg(long, value_name = "used|all", default_value = "used", hide_default_value = true)]
    palettes: Palettes,
    /// Replace files that are there already
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    reading: Reading,
}

fn kinds() -> String {
    format!("Kinds of files, of {}; by default what suits each asset", Kind::names())
}

impl Args {
    fn options(&self, taken: &HashSet<String>) -> Options {
        let choice = match self.only.as_slice() {
            [] => Choice::Everything,
            patterns => Choice::Matching(patterns.to_vec()),
        };
        Options {
            kinds: self.to.clone(),
            choice,
            palettes: self.palettes,
            force: self.force,
            taken: taken.clone(),
            ..Options::default()
        }
    }
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    session.library.consult(&args.paths);
    // Files of one run do not get into each other's way, whatever they come from.
    let mut taken = HashSet::new();
    for path in &args.paths {
        let mut planned = 0;
        let mut opened_any = false;
        session.each(path, args.reading.format(), |session, file, opened| {
            opened_any = true;
            planned += export(args, session, file, opened, &mut taken)?;
            session.judge(file, &opened.problems(&session.library));
            session.out.flush()
        })?;
        if opened_any && planned == 0 {
            session.fail(format_args!("{path}: nothing to export matches"));
        }
    }
    Ok(())
}

/// Exports one file and returns how many files were planned.
fn export(
    args: &Args,
    session: &mut Session,
    path: &str,
    opened: &Opened,
    taken: &mut HashSet<String>,
) -> io::Result<usize> {
    let Some(scene) = opened.scene(&session.library) else { return Ok(0) };
    let options = args.options(taken);
    let source_name = opened.stored.file_name();
    let job = Job { scene: &scene, source_name, crc32: opened.stored.crc32(), options };
    let plan = job.plan();
    taken.extend(plan.iter().map(|asset| asset.file.clone()));
    let report = job.run(&args.output, &mut |_| ControlFlow::Continue(()));
    tell(session, path, &report)?;
    Ok(plan.len())
}

fn tell(session: &mut Session, path: &str, report: &Report) -> io::Result<()> {
    let shown = |path: &Path| path.display().to_string();
    for file in &report.written {
        writeln!(session.out, "{}", Clean(&shown(file)))?;
    }
    for file in &report.skipped {
        session.say(format_args!("{} is there already and was left alone", shown(file)));
    }
    for note in &report.notes {
        session.say(format_args!("{path}: {note}"));
    }
    for failure in &report.failed {
        session.fail(format_args!("{}: {}", shown(&failure.path), failure.message));
    }
    Ok(())
}
