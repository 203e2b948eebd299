//! A snowboarder: body, head, boards and their textures, in an archive with folders.
//!
//! Modelled in the file's axes (X to the rider's left, Y backwards, Z up), one unit per centimetre,
//! standing on the board as on a gentle slope.

mod board;
mod body;
mod head;
mod paint;
mod skeleton;
mod solid;

use gouraud::formats::ea::big::{Archive, Form};
use gouraud::formats::ea::refpack;
use gouraud::formats::{Records, Refusal};
use gouraud_testing::build::mpf::{self, Draft};

/// Name and content of the archive.
pub fn file() -> Result<(&'static str, Vec<u8>), Refusal> {
    let mut archive = Archive::new(Form::BigF);
    archive.add("models/rider_body.mpf", refpack::pack(&models(&body::models())?));
    archive.add("models/rider_head.mpf", refpack::pack(&models(&head::models())?));
    archive.add("models/board.mpf", refpack::pack(&models(&board::models())?));
    archive.add("textures/rider.ssh", refpack::pack(&paint::rider()));
    archive.add("textures/board.ssh", paint::board());
    Ok(("rider.big", archive.write()?))
}

fn models(drafts: &[Draft]) -> Result<Vec<u8>, Refusal> {
    let models: Result<Vec<_>, _> = drafts.iter().map(Draft::build).collect();
    mpf::file(models?).write()
}
