//! Writes a level of many faces, for measurements: `cargo run --example make_level -- 120000 out.psx`.

#[path = "../benches/common/level.rs"]
mod level;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(faces), Some(path), None) = (arguments.next(), arguments.next(), arguments.next())
    else {
        return Err("make_level FACES OUT.psx".into());
    };
    let bytes = level::bytes(faces.parse()?)?;
    std::fs::write(&path, &bytes)?;
    println!("{path}: {faces} faces, {} bytes", bytes.len());
    Ok(())
}
