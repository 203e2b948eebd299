//! `extract`: writes members of containers and unpacked files as raw files.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::args::{OutputArgs, Reading};
use super::out::Clean;
use super::session::{Session, Status};
use crate::library::ResolvedPath;
use crate::library::extract::{Existing, ExtractOptions, Plan, Step};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Containers, wrapped files, or folders
    #[arg(value_name = "PATH", required = true, value_parser = crate::cli::args::path())]
    paths: Vec<String>,
    #[command(flatten)]
    writing: OutputArgs,
    /// Write the members of each archive or folder to a folder named after it
    #[arg(long)]
    folders: bool,
    /// Write archives and wrapped files as they are, without unpacking
    #[arg(long)]
    stored: bool,
    /// Copy files that are neither containers nor wrapped, instead of refusing them
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    reading: Reading,
}

impl Args {
    fn options(&self) -> ExtractOptions {
        ExtractOptions { folders: self.folders, as_stored: self.stored, plain: self.plain }
    }

    fn existing(&self) -> Existing {
        match self.writing {
            OutputArgs { force: true, .. } => Existing::Replace,
            OutputArgs { rename: true, .. } => Existing::Rename,
            _ => Existing::Keep,
        }
    }
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    // Names are unique across all inputs of a run.
    let mut plan = Plan::default();
    for path in &args.paths {
        // The plan finds a file that was opened here with the chosen format.
        let is_file = matches!(session.library.place(path), Ok(ResolvedPath::File(_)));
        if is_file && args.reading.format().is_some() {
            session.open(path, args.reading.format());
        }
        if let Err(refused) = plan.add(&session.library, path, args.options()) {
            session.fail(refused);
        }
    }
    plan.left_out.iter().chain(&plan.flawed).for_each(|message| session.notify(message));
    if !plan.left_out.is_empty() {
        let is_nothing = plan.files().is_empty();
        session.raise(if is_nothing { Status::Failed } else { Status::Problems });
    }
    write(args, session, &plan)?;
    for path in &args.paths {
        if let Ok(opened) = session.library.open(path, None) {
            let problems = opened.problems_of_members(&session.library);
            session.report_errors(path, &problems);
        }
    }
    Ok(())
}

fn write(args: &Args, session: &mut Session, plan: &Plan) -> io::Result<()> {
    let mut printed = Ok(());
    // Taken out of the session, which reports messages while the library is in use.
    let library = std::mem::take(&mut session.library);
    plan.run(&library, &args.writing.output, args.existing(), &mut |step| {
        match step {
            Step::Writing { .. } => {}
            Step::Written(path) => {
                printed = writeln!(session.out, "{}", Clean(&path.display().to_string()));
            }
            Step::Odd { path, message } => {
                session.notify(format_args!("{}: {message}", path.display()));
                session.raise(Status::Problems);
            }
            Step::Kept(path) => {
                let shown = path.display();
                session.notify(format_args!("{shown} exists; skipped"));
            }
            Step::Failed { path, message } => {
                session.fail(format_args!("{}: {message}", path.display()));
            }
        }
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    session.library = library;
    printed
}
