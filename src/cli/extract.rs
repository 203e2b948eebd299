//! `extract`: the files inside a container, or what a wrapper hides, as raw files.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use super::args::Reading;
use super::out::Clean;
use super::session::Session;
use crate::library::Place;
use crate::library::extract::{Existing, Plan, Step, Wish};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Containers, wrapped files, or folders
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<String>,
    /// Where to write; made when it is not there
    #[arg(short, long = "output", value_name = "DIR")]
    output: PathBuf,
    /// Replace files that are there already
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    // Files of one run do not get into each other's way, whatever they come from.
    let mut plan = Plan::default();
    for path in &args.paths {
        // What is opened here as the chosen format is found open by the plan.
        let is_file = matches!(session.library.place(path), Ok(Place::File(_)));
        if is_file && args.reading.format().is_some() {
            session.open(path, args.reading.format());
        }
        if let Err(refused) = plan.add(&session.library, path, Wish::default()) {
            session.fail(refused);
        }
    }
    plan.left_out.iter().for_each(|said| session.say(said));
    write(args, session, &plan)?;
    for path in &args.paths {
        if let Ok(opened) = session.library.open(path, None) {
            let problems = opened.problems_of_members(&session.library);
            session.judge(path, &problems);
        }
    }
    Ok(())
}

fn write(args: &Args, session: &mut Session, plan: &Plan) -> io::Result<()> {
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    let mut told = Ok(());
    // The session says what the library is used for meanwhile.
    let library = std::mem::take(&mut session.library);
    plan.run(&library, &args.output, existing, &mut |step| {
        match step {
            Step::Writing { .. } => {}
            Step::Written(path) => {
                told = writeln!(session.out, "{}", Clean(&path.display().to_string()));
            }
            Step::Kept(path) => {
                let shown = path.display();
                session.say(format_args!("{shown} is there already and was left alone"));
            }
            Step::Failed { path, message } => {
                session.fail(format_args!("{}: {message}", path.display()));
            }
        }
        if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    session.library = library;
    told
}
