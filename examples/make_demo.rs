//! Writes the demo set, `assets/demo/`, with the writers of the formats themselves:
//! `cargo run --example make_demo [FOLDER]`. A test holds the committed bytes to it.

#[path = "make_demo/arena/mod.rs"]
mod arena;
#[path = "make_demo/creature/mod.rs"]
mod creature;
#[path = "make_demo/island/mod.rs"]
mod island;
#[path = "make_demo/plaza/mod.rs"]
mod plaza;
#[path = "make_demo/prop/mod.rs"]
mod prop;
#[path = "make_demo/rider/mod.rs"]
mod rider;
#[path = "make_demo/skater/mod.rs"]
mod skater;
#[path = "make_demo/voices/mod.rs"]
mod voices;

use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1).map_or_else(|| "assets/demo".into(), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    let mut files = plaza::files()?;
    files.extend(island::files()?);
    files.extend(prop::files()?);
    files.extend([voices::file()?, creature::file()?, arena::file()?, rider::file()?]);
    files.push(skater::file()?);
    for (name, bytes) in files {
        std::fs::write(folder.join(name), &bytes)?;
        println!("{name}: {} bytes", bytes.len());
    }
    Ok(())
}
