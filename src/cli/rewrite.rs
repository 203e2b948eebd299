//! `rewrite`: reads a file and writes it from its records, to verify that nothing is lost.

use std::io;
use std::path::PathBuf;

use super::args::Reading;
use super::output::{is_input, write_file};
use super::session::Session;
use crate::formats::{Capability, Document};
use crate::library::Opened;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// File of a format that can be written
    #[arg(value_name = "PATH")]
    path: String,
    /// Output file; replaced if it exists, but never the input
    #[arg(short, long = "output", value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let found = session.only(&args.path, args.reading.format(), "written", |_, opened| {
        opened.document.format.can.contains(&Capability::Write)
    });
    let Some((path, opened)) = found else { return Ok(()) };
    let shown = args.output.display();
    if is_input(&session.library, &opened.stored, &args.output) {
        session.fail(format_args!("{shown} is the input; choose another output"));
        return Ok(());
    }
    match write(&opened) {
        Err(reason) => session.fail(format_args!("{path} cannot be written faithfully: {reason}")),
        Ok(bytes) => match write_file(&args.output, &bytes, true) {
            Err(error) => session.fail(format_args!("{shown}: {error}")),
            Ok(_) => {
                if bytes != opened.stored.bytes() {
                    let (new, old) = (bytes.len(), opened.stored.len());
                    let how = "packed differently from the original, unpacks to the same bytes";
                    session
                        .say(format_args!("{path}: {how} ({new} bytes, the original has {old})"));
                }
                session.judge(&path, &opened.document.problems);
            }
        },
    }
    Ok(())
}

/// Rewrites the file: identical, or unpacking to identical bytes. Otherwise the reason why not.
fn write(opened: &Opened) -> Result<Vec<u8>, String> {
    let document = &opened.document;
    // Formats refuse to pack content that is too large to unpack at once.
    let unpacked = document.content.packed().decoded();
    let inside = match unpacked.filter(|inside| inside.source.in_memory().is_some()) {
        Some(inside) => inside.source.bytes().to_vec(),
        None => {
            let written = document.content.write().map_err(|refusal| refusal.to_string())?;
            first_difference(document, &written).map_or(Ok(written), Err)?
        }
    };
    opened.wrap(inside).map_err(|refusal| refusal.to_string())
}

/// Describes the first difference between the written and the original file.
fn first_difference(document: &Document, written: &[u8]) -> Option<String> {
    let read = document.source.bytes();
    let common = read.iter().zip(written).take_while(|(a, b)| a == b).count();
    if common == read.len() && common == written.len() {
        return None;
    }
    let at = common as u64;
    let tree = &document.tree;
    let field = tree.deepest_at(at).map(|id| tree.path(&id));
    Some(match field {
        Some(field) => format!("the result differs at {at:#x}, in {field}"),
        None => format!("the result has {} bytes, the original {}", written.len(), read.len()),
    })
}
