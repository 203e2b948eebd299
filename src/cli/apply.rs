//! `apply`: carry a recipe out.

use std::io;
use std::path::{Path, PathBuf};

use super::args::Reading;
use super::changing::Changing;
use super::session::Session;
use crate::edit::apply_beside;
use crate::edit::recipe::Recipe;

/// A longer recipe is none.
const MAX_LEN: u64 = 1 << 30;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// A recipe: lines of JSON
    #[arg(value_name = "RECIPE")]
    recipe: PathBuf,
    /// A file, or a member of a container
    #[arg(value_name = "FILE")]
    path: String,
    #[command(flatten)]
    changing: Changing,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let mut recipe = match read(&args.recipe) {
        Ok(recipe) => recipe,
        Err(why) => {
            session.fail(format_args!("{}: {why}", args.recipe.display()));
            return Ok(());
        }
    };
    let Some(opened) = session.open(&args.path, args.reading.format()) else { return Ok(()) };
    let format = opened.document.format.id;
    if let Some(meant) = recipe.format.as_deref().filter(|meant| *meant != format) {
        let path = &args.path;
        session.fail(format_args!("{path} is {format}, and the recipe is for {meant}"));
        return Ok(());
    }
    let folder = args.recipe.parent().unwrap_or(Path::new(""));
    if let Err(why) = recipe.read_files(folder) {
        session.fail(format_args!("{}: {why}", args.recipe.display()));
        return Ok(());
    }
    let changed = opened.beside(&session.library, |context| {
        apply_beside(&opened.document, &recipe.orders, context)
    });
    match changed {
        Ok(changed) => {
            args.changing.tell_replaced(session, &opened, &changed, &recipe.orders)?;
            args.changing.deliver(session, &opened, &changed)?;
        }
        Err(error) => session.fail(format_args!("{}: {error}", args.path)),
    }
    Ok(())
}

fn read(file: &Path) -> Result<Recipe, String> {
    let meta = std::fs::metadata(file).map_err(|error| error.to_string())?;
    if meta.len() > MAX_LEN {
        return Err("this is too long for a recipe".to_owned());
    }
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    Recipe::parse(&text)
}
