//! `move`: moves objects, helpers and other elements with a position.

use std::io;

use glam::Vec3;

use super::args::Reading;
use super::file_change::{Changing, Recording};
use super::session::Session;
use super::set::report_companions;
use crate::edit::{EditError, carry_out, move_by};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// File or member of a container
    #[arg(value_name = "FILE", value_parser = crate::cli::args::path())]
    path: String,
    /// Elements with a position; [*] and [3..7] select several
    #[arg(value_name = "PATH", required = true, value_parser = crate::cli::args::path())]
    elements: Vec<String>,
    /// Distance along the three axes of the file, in units of the scene
    #[arg(long, value_name = "X,Y,Z", value_parser = distance, allow_hyphen_values = true)]
    by: Vec3,
    #[command(flatten)]
    changing: Changing,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    reading: Reading,
}

/// Three numbers.
fn distance(text: &str) -> Result<Vec3, String> {
    let invalid = || format!("{text:?} is not X,Y,Z, such as 0,2.5,-1");
    let numbers = text.split(',').map(|number| number.trim().parse::<f32>().ok());
    let numbers: Option<Vec<f32>> = numbers.collect();
    match numbers.as_deref() {
        Some([x, y, z]) if [x, y, z].iter().all(|along| along.is_finite()) => {
            Ok(Vec3::new(*x, *y, *z))
        }
        _ => Err(invalid()),
    }
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let Some(opened) = session.open(&args.path, args.reading.format()) else { return Ok(()) };
    let Some(scene) = opened.scene(&session.library) else {
        session.fail(format_args!("{}: nothing in this file has a position", args.path));
        return Ok(());
    };
    let orders = opened.beside(&session.library, |context| {
        move_by((&opened.document, context), &scene, &args.elements, args.by)
    });
    let done = orders.and_then(|orders| {
        let all = carry_out(&session.library, &opened, &orders)?;
        Ok::<_, EditError>((orders, all))
    });
    match done {
        Ok((orders, all)) => {
            if args.recording.record(session, &opened, &orders) {
                report_companions(session, &all);
                args.changing.deliver(session, &all, &orders)?;
            }
        }
        Err(error) => session.fail(format_args!("{}: {error}", args.path)),
    }
    Ok(())
}
