//! A skate plaza at golden hour: level, its reduced version for two players, texture library, object
//! bank, bank of pickups, triggers and sound.
//!
//! Modelled in the scene's axes (X right, Y up, Z towards the viewer), one unit per centimetre, and
//! converted to the file's axes in one place ([`stage`]).

mod bank;
mod buildings;
mod fountain;
mod furniture;
mod ground;
mod items;
mod kiosk;
mod letters;
mod library;
mod light;
mod pictures;
mod ramps;
mod shapes;
mod sounds;
mod stage;
mod surfaces;
mod terrace;
mod trees;
mod triggers;

use gouraud::formats::Refusal;

/// Name and content of each file of the level.
pub fn files() -> Result<Vec<(&'static str, Vec<u8>)>, Refusal> {
    let textures = library::textures();
    let mut files = vec![
        ("plaza.psx", level(&textures)?),
        ("plaza_2.psx", level_for_two(&textures)?),
        ("items.psx", items::file()?),
        ("plaza_l.psx", library::file(&textures)?),
        ("plaza_o.psx", bank::file(&textures)?),
        ("plaza_t.trg", triggers::file()),
    ];
    files.extend(sounds::files()?);
    Ok(files)
}

/// The level for two players: the ground and everything to skate on.
fn level_for_two(textures: &library::Textures) -> Result<Vec<u8>, Refusal> {
    let mut stage = stage::Stage::new(textures);
    ground::add(&mut stage);
    ramps::add(&mut stage);
    terrace::add(&mut stage);
    stage.finish()
}

/// The level itself.
fn level(textures: &library::Textures) -> Result<Vec<u8>, Refusal> {
    let mut stage = stage::Stage::new(textures);
    ground::add(&mut stage);
    ramps::add(&mut stage);
    terrace::add(&mut stage);
    fountain::add(&mut stage);
    buildings::add(&mut stage);
    kiosk::add(&mut stage);
    furniture::add(&mut stage);
    trees::add(&mut stage);
    stage.finish()
}
