//! `rewrite`: reads a file and writes it from its records, to verify that nothing is lost.

use std::io;
use std::path::PathBuf;

use clap::ValueEnum;

use super::args::Reading;
use super::output::{is_input, write_file};
use super::packing::{self, codecs, pack, packing_of_name};
use super::session::Session;
use crate::bytes::Source;
use crate::formats::{Capability, Document, Packing};
use crate::library::{OpenError, Opened};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// File of a format that can be written; any file, if only its packing changes
    #[arg(value_name = "PATH", value_parser = crate::cli::args::path())]
    path: String,
    /// Output file; replaced if it exists, but never the input
    #[arg(short, long = "output", value_name = "FILE")]
    output: PathBuf,
    /// Packing of the output; by default that of the input, or that of the extension of FILE
    #[arg(long, value_name = "PACKING", value_enum)]
    wrap: Option<Wrap>,
    #[command(flatten)]
    reading: Reading,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Wrap {
    None,
    Spz,
    Szdd,
    Lzs,
    Refpack,
}

impl Wrap {
    fn packing(self) -> Option<Packing> {
        match self {
            Wrap::None => None,
            Wrap::Spz => Some(Packing::Spz),
            Wrap::Szdd => Some(Packing::Szdd),
            Wrap::Lzs => Some(Packing::Lzs),
            Wrap::Refpack => Some(Packing::RefPack),
        }
    }
}

impl Args {
    fn output_name(&self) -> String {
        self.output.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The packing of the output for an input with these codecs; see [`packing_of_name`].
    fn packing(&self, own: &[&str]) -> Option<Option<Packing>> {
        match self.wrap {
            Some(wrap) => packing::changed(wrap.packing(), own),
            None => packing_of_name(&self.output_name(), own),
        }
    }
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    if let Some(Some(packing)) = args.packing(&[])
        && let Err(OpenError::Unknown { path, source }) =
            session.library.open(&args.path, args.reading.format())
    {
        if is_free(args, session, &source) {
            let packed = pack(session, (&path, &source), &args.output_name(), Some(packing));
            deliver(args, session, &path, packed);
        }
        return Ok(());
    }
    let found = session.only(&args.path, args.reading.format(), "written", |_, opened| {
        opened.document.format.can.contains(&Capability::Write)
    });
    let Some((path, opened)) = found else { return Ok(()) };
    if !is_free(args, session, &opened.stored) {
        return Ok(());
    }
    let packing = args.packing(&codecs(&opened));
    let written = match packing {
        None => write(&opened),
        Some(packing) => {
            let name = args.output_name();
            content(&opened).and_then(|inside| pack(session, (&path, inside), &name, packing))
        }
    };
    if let Some(bytes) = deliver(args, session, &path, written) {
        if packing.is_none() && bytes != opened.stored.bytes() {
            let (new, old) = (bytes.len(), opened.stored.len());
            let how = "packed differently from the original, unpacks to the same bytes";
            session.notify(format_args!("{path}: {how} ({new} bytes, the original has {old})"));
        }
        session.report_errors(&path, &opened.document.problems);
    }
    Ok(())
}

/// `true` if the output is not the input; otherwise reports it.
fn is_free(args: &Args, session: &mut Session, input: &Source) -> bool {
    let is_input = is_input(&session.library, input, &args.output);
    if is_input {
        let shown = args.output.display();
        session.fail(format_args!("{shown} is the input; choose another output"));
    }
    !is_input
}

/// Writes the output. Returns its bytes if that succeeded.
fn deliver(
    args: &Args,
    session: &mut Session,
    path: &str,
    written: Result<Vec<u8>, String>,
) -> Option<Vec<u8>> {
    let bytes = match written {
        Err(reason) => {
            session.fail(format_args!("{path} cannot be written faithfully: {reason}"));
            return None;
        }
        Ok(bytes) => bytes,
    };
    match write_file(&args.output, &bytes, true) {
        Err(error) => {
            session.fail(format_args!("{}: {error}", args.output.display()));
            None
        }
        Ok(_) => Some(bytes),
    }
}

/// The unpacked content of a file, or the reason why it is incomplete.
fn content(opened: &Opened) -> Result<&Source, String> {
    let own = Some(&opened.document).filter(|own| own.content.packed().decoded().is_some());
    let lost = opened.wrappers.iter().chain(own).find_map(|layer| layer.problems.lost());
    match lost {
        Some(lost) => Err(lost.to_owned()),
        None => Ok(opened.unwrapped().map_or(&opened.document.source, |inside| &inside.source)),
    }
}

/// Rewrites the file, so that it is identical or unpacks to identical bytes; otherwise returns the
/// reason why not.
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
