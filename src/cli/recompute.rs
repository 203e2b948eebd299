//! `recompute`: recomputes fields that depend on others.

use std::io;

use super::args::Reading;
use super::file_change::Changing;
use super::session::Session;
use crate::edit::{Computed, apply, recomputed_beside};
use crate::formats::{FormatHandle, reader_of};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// File or member of a container
    #[arg(value_name = "FILE", value_parser = crate::cli::args::path())]
    path: String,
    /// Only in this field, such as models[3]
    #[arg(long, value_name = "FIELDPATH")]
    at: Option<String>,
    /// Only these, separated by commas: radius, bounds, normals, blockmap
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = computed)]
    only: Vec<Computed>,
    #[command(flatten)]
    changing: Changing,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let Some(opened) = session.open(&args.path, args.reading.format()) else { return Ok(()) };
    if let Some(FormatHandle::Described(_)) = reader_of(&opened.document) {
        session.fail(format_args!("{}: described formats have no computed fields", args.path));
        return Ok(());
    }
    if let Some(at) = &args.at
        && let Err(miss) = opened.document.tree.find(at)
    {
        session.fail(format_args!("{}: {miss}", args.path));
        return Ok(());
    }
    let at = args.at.as_deref().unwrap_or("");
    let orders = opened.beside(&session.library, |context| {
        recomputed_beside((&opened.document, context), at, &args.only)
    });
    if orders.is_empty() {
        session.notify(format_args!("{}: all computed fields are up to date", args.path));
    }
    match apply(&opened.document, &orders) {
        Ok(changed) => args.changing.deliver(session, &[(opened, changed)], &orders)?,
        Err(error) => session.fail(format_args!("{}: {error}", args.path)),
    }
    Ok(())
}

fn computed(word: &str) -> Result<Computed, String> {
    let found = Computed::ALL.iter().find(|(_, known)| *known == word);
    let known = || Computed::ALL.map(|(_, known)| known).join(", ");
    found.map(|(what, _)| *what).ok_or_else(|| format!("expected one of {}", known()))
}
