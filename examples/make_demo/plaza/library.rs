//! All textures: their file, colour depth and palette.

use gouraud::formats::Refusal;
use gouraud::formats::neversoft::hash::model_name;
use gouraud::formats::neversoft::psx::records::Version;
use gouraud_testing::build::psx::{Builder, Image};

use super::{pictures, surfaces};
use crate::make_demo::craft::canvas::{Picture, mix, rgb};

/// File that contains a texture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextureFile {
    Level,
    Library,
    Bank,
}

struct Entry {
    name: &'static str,
    place: TextureFile,
    tiles: bool,
    picture: Picture,
}

pub struct Textures(Vec<Entry>);

/// Paints all textures.
pub fn textures() -> Textures {
    use TextureFile::{Bank, Level, Library};
    let mut all = Textures(Vec::new());
    // Tiling textures.
    all.put("pave", Library, true, surfaces::pavers().reduced(16, 1.0));
    all.put("border", Library, true, surfaces::granite().reduced(16, 1.0));
    all.put("concrete", Library, true, surfaces::concrete().reduced(16, 1.0));
    all.put("asphalt", Library, true, surfaces::asphalt().reduced(16, 1.0));
    let bricks = surfaces::bricks().reduced(16, 1.0);
    let sandy = |c: [f64; 3]| mix([c[0], c[1] * 1.35, c[2] * 1.3], rgb(0xC8A878), 0.35);
    all.put("brick_sand", Library, true, bricks.recoloured(sandy));
    all.put("brick", Library, true, bricks);
    all.put("wood", Library, true, surfaces::planks().reduced(16, 1.0));
    all.put("metal", Library, true, surfaces::metal().reduced(16, 1.0));
    all.put("grass", Library, true, surfaces::grass().reduced(16, 1.0));
    all.put("bark", Library, true, surfaces::bark().reduced(16, 1.0));
    all.put("hedge", Library, true, surfaces::hedge().reduced(16, 1.0));
    all.put("roof", Library, true, surfaces::roof().reduced(16, 1.0));
    all.put("fence", Library, true, surfaces::fence().reduced(16, 0.0));
    all.put("water", Library, true, surfaces::water().reduced(16, 1.0));
    let tiles = surfaces::tiles().reduced(16, 1.0);
    let rose = |[r, g, b]: [f64; 3]| [b * 0.92 + 0.05, g * 0.66, r * 0.9];
    all.put("tiles_rose", Library, true, tiles.recoloured(rose));
    all.put("tiles", Library, true, tiles);
    // The same leaves in summer and in autumn.
    let leaves = pictures::leaves().reduced(16, 1.0);
    let autumn = |[r, g, b]: [f64; 3]| [g * 1.25 + r * 0.3, g * 0.62 + r * 0.1, b * 0.5];
    all.put("leaves_autumn", Library, false, leaves.recoloured(autumn));
    all.put("leaves", Library, false, leaves);
    let awning = pictures::awning().reduced(16, 0.5);
    let teal =
        |[r, g, b]: [f64; 3]| if r > g * 1.4 { [g * 0.5, r * 0.62, r * 0.6] } else { [r, g, b] };
    all.put("awning_teal", Library, false, awning.recoloured(teal));
    all.put("awning", Library, false, awning);
    // Pictures.
    let window = pictures::window(false).reduced(256, 1.0);
    all.put("window", Library, false, window);
    all.put("window_lit", Library, false, pictures::window(true).reduced(256, 1.0));
    all.put("shop", Library, false, pictures::shop().reduced(256, 1.0));
    all.put("glow", Library, false, pictures::glow().reduced(16, 1.0));
    all.put("halo", Library, false, pictures::halo().reduced(16, 1.0));
    all.put("blob", Library, false, pictures::blob().reduced(16, 1.0));
    all.put("glass", Library, false, pictures::glass().reduced(256, 0.5));
    all.put("crate", Library, false, pictures::crate_side().reduced(16, 1.0));
    all.put("banner", Library, true, pictures::banner().reduced(16, 0.5));
    all.put("spray", Library, true, pictures::spray().reduced(16, 0.5));
    // Textures that only this level has.
    all.put("graffiti", Level, false, pictures::graffiti().reduced(256, 1.0));
    all.put("poster_jam", Level, false, pictures::poster_jam().reduced(256, 1.0));
    all.put("poster_sun", Level, false, pictures::poster_sun().reduced(256, 1.0));
    // The sky.
    all.put("skyline", Bank, true, pictures::skyline().reduced(16, 0.0));
    all.put("cloud", Bank, true, pictures::cloud().reduced(16, 1.0));
    all
}

impl Textures {
    fn put(&mut self, name: &'static str, place: TextureFile, tiles: bool, picture: Picture) {
        self.0.push(Entry { name, place, tiles, picture });
    }

    /// `true` for a texture that repeats.
    pub fn tiles(&self, name: &str) -> bool {
        let entry = self.0.iter().find(|entry| entry.name == name);
        entry.unwrap_or_else(|| panic!("there is no texture {name}")).tiles
    }

    /// Adds the textures of one file.
    pub fn add_to(&self, builder: &mut Builder, place: TextureFile) {
        for entry in self.0.iter().filter(|entry| entry.place == place) {
            let name = model_name(entry.name.as_bytes());
            let Picture { width, height, ref indices, ref colours } = entry.picture;
            builder.image(&Image { name, palette: name, width, height, indices, colours });
        }
    }
}

/// The library that the level and its bank share: no objects, no models.
pub fn file(textures: &Textures) -> Result<Vec<u8>, Refusal> {
    let mut builder = Builder::new(Version::V4);
    textures.add_to(&mut builder, TextureFile::Library);
    builder.finish()?.write()
}
