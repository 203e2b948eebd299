//! `set`: give fields other values.

use std::io;
use std::path::PathBuf;

use super::args::Reading;
use super::changing::{Changing, write_recipe};
use super::session::Session;
use crate::edit::{Order, apply};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// A file, or a member of a container
    #[arg(value_name = "FILE")]
    path: String,
    /// FIELDPATH=VALUE, or with |= &= &~= ^= += -=; [*] and [3..7] in the path stand for several
    /// elements
    #[arg(value_name = "PATH=VALUE", required = true)]
    values: Vec<String>,
    /// Only where this holds, such as 'flags & 0x40 && surface == 3'
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    /// Write what was asked for as a recipe, too
    #[arg(long, value_name = "FILE")]
    recipe: Option<PathBuf>,
    #[command(flatten)]
    changing: Changing,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let orders = args.values.iter().map(|text| Order::parse(text, args.condition.as_deref()));
    let orders: Vec<Order> = match orders.collect() {
        Ok(orders) => orders,
        Err(why) => {
            session.misuse(why);
            return Ok(());
        }
    };
    let Some(opened) = session.open(&args.path, args.reading.format()) else { return Ok(()) };
    match apply(&opened.document, &orders) {
        Ok(changed) => args.changing.deliver(session, &opened, &changed)?,
        Err(error) => {
            session.fail(format_args!("{}: {error}", args.path));
            return Ok(());
        }
    }
    if let Some(file) = &args.recipe {
        write_recipe(session, &opened, orders, file);
    }
    Ok(())
}
