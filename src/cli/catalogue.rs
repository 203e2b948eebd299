//! `catalogue`: writes a static web site of the indexed files.

use std::io::{self, Write};
use std::path::PathBuf;

use super::index_cache::{self, Watching};
use super::out::grouped;
use super::session::Session;
use crate::index::catalogue::{self, Painter};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Folders, discs and archives
    #[arg(value_name = "PATH", required = true, value_parser = crate::cli::args::path())]
    paths: Vec<String>,
    /// Output folder; new, or one that contains an older catalogue
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Omit pictures of models
    #[arg(long)]
    no_models: bool,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let roots = index_cache::roots(session, &args.paths);
    if roots.len() < args.paths.len() {
        return Ok(());
    }
    let mut painter = if args.no_models { None } else { painter(session) };
    let painter = painter.as_mut().map(|painter| &mut **painter as &mut dyn Painter);
    let watching = Watching::new();
    let done = catalogue::write(&session.library, &roots, &args.output, painter, &watching);
    watching.end(session);
    match done {
        Ok(written) => writeln!(
            session.out,
            "{}: {} files, {} assets, {} pictures",
            args.output.join("index.html").display(),
            grouped(written.files),
            grouped(written.assets),
            grouped(written.pictures)
        ),
        Err(error) => {
            session.fail(error);
            Ok(())
        }
    }
}

#[cfg(feature = "picture")]
fn painter(session: &Session) -> Option<Box<dyn Painter>> {
    match super::portrait::Portraits::new() {
        Ok(portraits) => Some(Box::new(portraits)),
        Err(error) => {
            session.notify(format_args!("no pictures of models: {error}"));
            None
        }
    }
}

#[cfg(not(feature = "picture"))]
fn painter(_: &Session) -> Option<Box<dyn Painter>> {
    None
}
