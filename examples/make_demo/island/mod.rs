//! A small island in the evening: a level of Trespasser with its scene, textures and terrain, which uses
//! sounds of the demo's sound bank.
//!
//! Modelled in the level's own axes (X right, Y forward, Z up), in metres.

mod fire;
mod land;
mod logic;
mod pictures;
mod props;
mod ramps;
mod ride;
mod shapes;
mod sheets;
mod sky;
mod village;

use std::error::Error;

use gouraud::formats::Records;
use gouraud::formats::trespasser::spz;
use gouraud_testing::build::groff::Level;

/// Name and content of a file.
type Named = (&'static str, Vec<u8>);

/// Name and content of each file of the level.
pub fn files() -> Result<Vec<Named>, Box<dyn Error>> {
    let (pid, swp) = pictures::pack();
    let mut level = Level::default();
    land::add(&mut level);
    sheets::add(&mut level);
    sky::add(&mut level);
    props::add(&mut level);
    let moved = village::add(&mut level);
    logic::add(&mut level);
    ride::add(&mut level);
    Ok(vec![
        ("island.grf", level.finish().write()?),
        ("island.scn", logic::scene(&moved).write()?),
        ("island-130.pid", pid.write()?),
        ("island-130.spz", spz::pack(&swp)),
        ("island.wtd", land::terrain()?.write()),
        ("arrival.asa", ride::script()?),
    ])
}
