//! `rewrite`: reads a file and writes it from its records, to verify that nothing is lost.

use std::io;
use std::path::PathBuf;

use clap::ValueEnum;

use super::args::Reading;
use super::output::{is_input, write_file};
use super::session::Session;
use crate::bytes::Source;
use crate::formats::{Capability, Document, Packing, Refusal};
use crate::library::{OpenError, Opened};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// File of a format that can be written; with another packing, any file
    #[arg(value_name = "PATH")]
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

    /// The packing of the output for an input with these codecs, outermost first: `Some(None)` without
    /// one, `None` if it stays as it is.
    fn packing(&self, own: &[&str]) -> Option<Option<Packing>> {
        let name = self.output_name();
        let wanted = match self.wrap {
            Some(wrap) => wrap.packing(),
            // The game reads these files unpacked; other extensions are common with and without.
            None if name.to_ascii_lowercase().ends_with(".swp") => None,
            None => Some(Packing::of_name(&name)?),
        };
        (wanted.map(Packing::codec).as_ref() != own.first()).then_some(wanted)
    }
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    if let Some(Some(packing)) = args.packing(&[])
        && let Err(OpenError::Unknown { path, source }) =
            session.library.open(&args.path, args.reading.format())
    {
        if is_free(args, session, &source) {
            let packed = pack(args, session, (&path, &source), Some(packing));
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
            content(&opened).and_then(|inside| pack(args, session, (&path, inside), packing))
        }
    };
    if let Some(bytes) = deliver(args, session, &path, written) {
        if packing.is_none() && bytes != opened.stored.bytes() {
            let (new, old) = (bytes.len(), opened.stored.len());
            let how = "packed differently from the original, unpacks to the same bytes";
            session.say(format_args!("{path}: {how} ({new} bytes, the original has {old})"));
        }
        session.judge(&path, &opened.document.problems);
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

/// Codecs of all packings of a file, outermost first.
fn codecs(opened: &Opened) -> Vec<&'static str> {
    let own = opened.document.content.packed().decoded();
    opened.wrapped().into_iter().chain(own.map(|inside| inside.codec)).collect()
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

/// The content with another packing.
fn pack(
    args: &Args,
    session: &Session,
    (path, inside): (&str, &Source),
    packing: Option<Packing>,
) -> Result<Vec<u8>, String> {
    let (max, len) = (u64::from(u32::MAX), inside.len());
    if len > max {
        return Err(format!("expected at most {max} bytes unpacked, found {len}"));
    }
    let plain = inside.bytes();
    let Some(packing) = packing else { return Ok(plain.to_vec()) };
    let packed = packing.pack(plain, inside.file_name(), &args.output_name());
    let packed = packed.map_err(|Refusal(why)| why)?;
    let (new, old, codec) = (packed.len(), plain.len(), packing.codec());
    session.say(format_args!("{path}: packed as {codec} ({new} bytes, {old} unpacked)"));
    Ok(packed)
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
