//! Writes a level of many faces, for measurements: `cargo run --example make_level -- 120000 out.psx`,
//! or with many textures, too: `cargo run --example make_level -- 120000 1500 128 out.psx`.

use gouraud_testing::level::{self, Textures};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (faces, textures, path) = match &arguments[..] {
        [faces, path] => (faces, Textures::default(), path),
        [faces, count, side, path] => {
            (faces, Textures { count: count.parse()?, side: side.parse()? }, path)
        }
        _ => return Err("make_level FACES [TEXTURES SIDE] OUT.psx".into()),
    };
    let bytes = level::bytes(faces.parse()?, textures)?;
    std::fs::write(path, &bytes)?;
    println!("{path}: {faces} faces, {} textures, {} bytes", textures.count, bytes.len());
    Ok(())
}
