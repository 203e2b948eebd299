//! `apply`: applies a recipe.

use std::io;
use std::path::PathBuf;

use super::args::Reading;
use super::file_change::Changing;
use super::session::Session;
use crate::edit::carry_out;
use crate::edit::recipe::Recipe;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Recipe: lines of JSON
    #[arg(value_name = "RECIPE")]
    recipe: PathBuf,
    /// File or member of a container
    #[arg(value_name = "FILE", value_parser = crate::cli::args::path())]
    path: String,
    #[command(flatten)]
    changing: Changing,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let Some(opened) = session.open(&args.path, args.reading.format()) else { return Ok(()) };
    let recipe = match Recipe::open(&args.recipe, (&args.path, opened.document.format.id)) {
        Ok(recipe) => recipe,
        Err(why) => {
            session.fail(format_args!("{}: {why}", args.recipe.display()));
            return Ok(());
        }
    };
    if recipe.orders.is_empty() {
        session.fail(format_args!("{}: the recipe is empty", args.recipe.display()));
        return Ok(());
    }
    match carry_out(&session.library, &opened, &recipe.orders) {
        Ok(all) => args.changing.deliver(session, &all, &recipe.orders)?,
        Err(error) => session.fail(format_args!("{}: {error}", args.path)),
    }
    Ok(())
}
