//! Writes the demo set, `assets/demo/`, with the writers of the formats themselves: `cargo run
//! --example make_demo [FOLDER]`. A test compares the committed files with its output.

#[path = "make_demo/mod.rs"]
mod make_demo;

use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1).map_or_else(|| "assets/demo".into(), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    for (name, bytes) in make_demo::files()? {
        std::fs::write(folder.join(name), &bytes)?;
        println!("{name}: {} bytes", bytes.len());
    }
    Ok(())
}
