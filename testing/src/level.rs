//! A level of any number of faces, made with the builder, for benchmarks.

use crate::build::psx::{Builder, Image, Polygon};
use gouraud::formats::Refusal;
use gouraud::formats::neversoft::psx::records::Version;

/// Side of a model in quads: 16 × 16 corners are as many as version 4 can index.
const SIDE: usize = 15;
/// Units per quad.
const CELL: i32 = 64;

/// Number of textures, and their side in texels.
#[derive(Clone, Copy)]
pub struct Textures {
    pub count: u16,
    pub side: u16,
}

impl Default for Textures {
    fn default() -> Self {
        Self { count: 16, side: 64 }
    }
}

/// A landscape of `faces` faces, some textured, with a block map.
pub fn bytes(faces: usize, textures: Textures) -> Result<Vec<u8>, Refusal> {
    let mut builder = Builder::new(Version::V4);
    let side = u32::from(textures.side);
    let texels: Vec<u8> = (0..side * side).map(|i| ((i / side) ^ (i % side)) as u8 & 15).collect();
    let textures: Vec<u32> = (0..u32::from(textures.count))
        .map(|number: u32| {
            let colours: Vec<u16> =
                (0..16).map(|i| (i * 0x0421) ^ (number as u16).wrapping_mul(0x0111)).collect();
            builder.image(&Image {
                name: 0x7000_0000 + number,
                palette: 0x7000_0000 + number,
                width: textures.side,
                height: textures.side,
                indices: &texels,
                colours: &colours,
            })
        })
        .collect();
    let per_model = SIDE * SIDE;
    let models = faces.div_ceil(per_model);
    let across = models.isqrt().max(1);
    for number in 0..models {
        let count = per_model.min(faces - number * per_model);
        let polygons: Vec<Polygon> = (0..count).map(|i| polygon(number, i, &textures)).collect();
        let model = builder.model(0x6000_0000 + number as u32, &polygons);
        let step = SIDE as i32 * CELL;
        builder
            .object(model, [(number % across) as i32 * step, 0, (number / across) as i32 * step]);
    }
    builder.block_map(20);
    builder.finish()?.write()
}

/// A face; every eighth is of a rarer kind.
fn polygon(model: usize, number: usize, textures: &[u32]) -> Polygon {
    let (x, z) = ((number % SIDE) as i16, (number / SIDE) as i16);
    let cell = CELL as i16;
    let height =
        |x: i16, z: i16| ((i32::from(x) * 7 + i32::from(z) * 13 + model as i32 * 5) % 40) as i16;
    let at = |dx: i16, dz: i16| {
        let (x, z) = (x + dx, z + dz);
        [x * cell, height(x, z), z * cell]
    };
    let quad = [at(0, 1), at(1, 1), at(0, 0), at(1, 0)];
    let grey = |i: usize| [(64 + (number + i * 3) % 128) as u8; 3];
    let colours = [grey(0), grey(1), grey(2), grey(3)];
    let texture = textures[(number + model) % textures.len()];
    let uv = [[0, 0], [63, 0], [0, 63], [63, 63]];
    let polygon = Polygon::quad(quad);
    match number % 8 {
        0 => Polygon::triangle([quad[0], quad[1], quad[2]]).texels(texture, uv).gouraud(colours),
        1 => polygon.gouraud(colours).blended((number / 8 % 4) as u16),
        2 => polygon.invisible().surface(0x0010),
        3 => polygon.texels(texture, uv).gouraud(colours).tiled().subdivided(),
        _ => polygon.texels(texture, uv).gouraud(colours),
    }
}
