//! A stage for a battle: a ring of ruined pillars at dusk, crystals in the cracks, mountains behind.

mod ground;
mod ruins;
mod sky;
mod stone;

use gouraud::formats::Records;
use gouraud::formats::Refusal;
use gouraud::formats::ff7::lzs;
use gouraud_testing::build::ff7::stage;

/// Name and content of the file.
pub fn file() -> Result<(&'static str, Vec<u8>), Refusal> {
    let sky = [sky::dome()?, sky::stars()?, sky::mountains()?];
    let background = vec![ground::meadow()?];
    let stage =
        stage::stage(1, ground::floor()?, sky, background, ruins::all()?, stone::picture()?);
    Ok(("arena.lzs", lzs::wrap(&stage.write()?)))
}
