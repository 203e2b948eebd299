//! `set`: sets the values of fields.

use std::io;

use super::args::Reading;
use super::file_change::{Changing, Recording};
use super::session::Session;
use crate::edit::{ChangedDocument, EditError, EditOp, carry_out, named_twice};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// File or member of a container
    #[arg(value_name = "FILE", value_parser = crate::cli::args::path())]
    path: String,
    /// FIELDPATH=VALUE, or with |= &= &~= ^= += -=; [*] and [3..7] in the path select several elements
    #[arg(value_name = "PATH=VALUE", required = true)]
    values: Vec<String>,
    /// Change only fields for which this condition holds, such as 'flags & 0x40 && surface == 3'
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    #[command(flatten)]
    changing: Changing,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let orders = args.values.iter().map(|text| EditOp::parse(text, args.condition.as_deref()));
    let orders: Vec<EditOp> = match orders.collect() {
        Ok(orders) => orders,
        Err(why) => {
            session.misuse(why);
            return Ok(());
        }
    };
    let Some(opened) = session.open(&args.path, args.reading.format()) else { return Ok(()) };
    if orders.len() > 1
        && let Some(field) = named_twice(&opened.document, &orders)
    {
        session.fail(format_args!("{}: {field} is set twice", args.path));
        return Ok(());
    }
    match carry_out(&session.library, &opened, &orders) {
        Ok(all) => {
            if args.recording.record(session, &opened, &orders) {
                report_companions(session, &all);
                args.changing.deliver(session, &all, &orders)?;
            }
        }
        Err(error @ EditError::Word { .. }) => session.misuse(error),
        Err(error) => session.fail(format_args!("{}: {error}", args.path)),
    }
    Ok(())
}

/// Reports the companions that change together with a file.
pub fn report_companions(session: &mut Session, all: &[ChangedDocument]) {
    let Some((main, others)) = all.split_first() else { return };
    let name = main.0.stored.file_name();
    for (other, _) in others {
        let other = other.stored.file_name();
        session.notify(format_args!("{other} stores this too, and changes with {name}"));
    }
}
