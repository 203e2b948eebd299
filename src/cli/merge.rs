//! `merge`: imports the edits of a GLB that `export` wrote.

use std::io;
use std::path::PathBuf;

use super::args::Reading;
use super::file_change::{Changing, Recording};
use super::session::Session;
use crate::edit::{apply_beside, merge, read_glb};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// File that the GLB was exported from, or a member of a container
    #[arg(value_name = "FILE", value_parser = crate::cli::args::path())]
    path: String,
    /// GLB that was exported and edited
    #[arg(value_name = "EDITED.glb")]
    glb: PathBuf,
    #[command(flatten)]
    changing: Changing,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let glb = match read_glb(&args.glb) {
        Ok(glb) => glb,
        Err(why) => {
            session.fail(format_args!("{}: {why}", args.glb.display()));
            return Ok(());
        }
    };
    let Some(opened) = session.open(&args.path, args.reading.format()) else { return Ok(()) };
    let document = &opened.document;
    opened.find_names(&session.library);
    let merged = opened.beside(&session.library, |context| {
        let merge = merge(document, context, &glb)?;
        let changed = apply_beside(document, &merge.orders, context)?;
        Ok::<_, crate::edit::EditError>((merge, changed))
    });
    match merged {
        Ok((merge, changed)) => {
            let own = opened.stored.crc32();
            if let Some(crc32) = merge.crc32.filter(|crc32| *crc32 != own) {
                session.notify(format_args!(
                    "{}: exported from a file with CRC-32 {crc32:08x}; this file has {own:08x}",
                    args.glb.display()
                ));
            }
            for sentence in &merge.left {
                session.notify(format_args!("{}: {sentence}", args.glb.display()));
            }
            if args.recording.record(session, &opened, &merge.orders) {
                args.changing.deliver(session, &[(opened, changed)], &merge.orders)?;
            }
        }
        Err(error) => session.fail(format_args!("{}: {error}", args.glb.display())),
    }
    Ok(())
}
