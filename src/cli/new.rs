//! `new`: creates a file that belongs to another one: the scene of a level.

use std::io;
use std::path::PathBuf;

use super::args::Reading;
use super::output::{is_input, write_file};
use super::session::Session;
use crate::formats::trespasser::groff::scn::bare_scene;
use crate::formats::trespasser::groff::{Kind, Level};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Level (.grf) or member of a container
    #[arg(value_name = "LEVEL")]
    path: String,
    /// Output file; replaced if it exists, but never the input
    #[arg(short, long = "output", value_name = "FILE")]
    output: PathBuf,
    /// Folder of the level on the player's machine, with its drive
    #[arg(long, value_name = "FOLDER", default_value = "C:\\Trespasser\\data")]
    folder: String,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let Some(opened) = session.open(&args.path, args.reading.format()) else { return Ok(()) };
    let (path, shown) = (&args.path, args.output.display());
    if opened.document.format.id != Level::INFO.id {
        let name = opened.document.format.name;
        session.fail(format_args!("{path}: expected a {}, found a {name}", Level::INFO.name));
        return Ok(());
    }
    if is_input(&session.library, &opened.stored, &args.output) {
        session.fail(format_args!("{shown} is the input; choose another output"));
        return Ok(());
    }
    let folder = args.folder.trim_end_matches(['/', '\\']);
    let scene = bare_scene(&format!("{folder}\\{}", opened.document.source.file_name()));
    let written = match scene {
        Ok(bytes) => write_file(&args.output, &bytes, true).map_err(|error| error.to_string()),
        Err(refusal) => Err(refusal.to_string()),
    };
    if let Err(why) = written {
        session.fail(format_args!("{shown}: {why}"));
    }
    Ok(())
}
