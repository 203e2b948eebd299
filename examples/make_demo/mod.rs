//! Generates the demo files with the writers of the formats.
//!
//! Everything is computed with sums, products and square roots, and the sines of [`craft::maths`], so
//! that the files are the same on every machine.

mod arena;
mod craft;
mod creature;
mod island;
mod plaza;
mod prop;
mod rider;
mod skater;
mod video;
mod voices;

use std::error::Error;

/// Name and content of a file.
type Named = (&'static str, Vec<u8>);

/// Names and contents of all files.
///
/// # Errors
/// If a scene cannot be stored in its format, or a recording is missing.
pub fn files() -> Result<Vec<Named>, Box<dyn Error>> {
    let mut files = plaza::files()?;
    files.extend(island::files()?);
    files.extend(prop::files()?);
    files.extend([voices::file()?, creature::file()?, arena::file()?, rider::file()?]);
    files.extend([skater::file()?, video::file()]);
    Ok(files)
}
