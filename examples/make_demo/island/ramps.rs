//! Palettes and images computed from formulas.

use gouraud::formats::trespasser::pid::Palette;
use gouraud::formats::trespasser::texture_id;
use gouraud_testing::build::pid::{self, Image, ImagePixels, bump};

use crate::make_demo::craft::canvas::{Rgb, mix, texels};
use crate::make_demo::craft::maths::{cos, sin};

/// Colour ramps from dark to bright; entry 0 is reserved for transparent texels.
pub struct Ramps {
    colours: Vec<[u8; 4]>,
    starts: Vec<u32>,
    steps: u32,
}

impl Ramps {
    /// Creates one ramp for each pair of a dark and a bright colour.
    pub fn new(steps: u32, ramps: &[(Rgb, Rgb)]) -> Self {
        let mut colours = vec![[0; 4]];
        let mut starts = Vec::new();
        for (dark, bright) in ramps {
            starts.push(colours.len() as u32);
            for step in 0..steps {
                let t = f64::from(step) / f64::from(steps - 1);
                let [r, g, b] = mix(*dark, *bright, t).map(|c| c.round() as u8);
                colours.push([b, g, r, 0]);
            }
        }
        Self { colours, starts, steps }
    }

    /// Index of a brightness, 0 to 1, in a ramp.
    pub fn index(&self, ramp: usize, brightness: f64) -> u8 {
        let step = (brightness.clamp(0.0, 1.0) * f64::from(self.steps - 1)).round() as u32;
        (self.starts[ramp] + step) as u8
    }

    pub fn palette(&self) -> Palette {
        pid::palette(self.colours.clone())
    }

    fn rgb(&self, index: u8) -> [u8; 3] {
        let [b, g, r, _] = self.colours[usize::from(index)];
        [r, g, b]
    }

    /// Mean colour of an image, which replaces it at a distance.
    pub fn mean(&self, indices: impl Iterator<Item = u8>) -> [u8; 3] {
        let (mut sum, mut count) = ([0u32; 3], 0);
        for index in indices.filter(|index| *index != 0) {
            let rgb = self.rgb(index);
            (0..3).for_each(|i| sum[i] += u32::from(rgb[i]));
            count += 1;
        }
        sum.map(|total| (total / count.max(1)) as u8)
    }
}

/// An image of palette indices; 0 is transparent.
pub fn indexed(
    (map, bump_map): (&str, &str),
    size: u32,
    (number, ramps): (u32, &Ramps),
    texel: impl Fn(f64, f64) -> u8,
) -> Image {
    let indices = texels(size as usize, size as usize, texel);
    Image {
        id: texture_id(map, bump_map, 1.0),
        width: size,
        height: size,
        fill: ramps.mean(indices.iter().copied()),
        holes: indices.contains(&0),
        pixels: ImagePixels::Indices(indices),
        palette: Some(number),
        mips: true,
        occlusion: 0,
    }
}

/// An image with a bump map: ramp, brightness and height of each texel.
pub fn embossed(
    (map, bump_map): (&str, &str),
    size: u32,
    (number, ramps): (u32, &Ramps),
    texel: impl Fn(f64, f64) -> (usize, f64),
    height: impl Fn(f64, f64) -> f64,
) -> Image {
    let mut image = indexed((map, bump_map), size, (number, ramps), |x, y| {
        let (ramp, brightness) = texel(x, y);
        ramps.index(ramp, brightness)
    });
    if let ImagePixels::Indices(indices) = &image.pixels {
        let word = |(at, index): (u32, &u8)| {
            let (x, y) = (f64::from(at % size), f64::from(at / size));
            let slope_x = height(x + 1.0, y) - height(x - 1.0, y);
            let slope_y = height(x, y - 1.0) - height(x, y + 1.0);
            let (theta, phi) = angles(-slope_x, -slope_y);
            bump(u16::from(*index), theta, phi)
        };
        image.pixels = ImagePixels::Bumps((0..).zip(indices).map(word).collect());
    }
    image
}

/// Angles of a normal with this slope: the nearest that can be stored.
fn angles(x: f64, y: f64) -> (u16, u16) {
    let along = |theta: u16| {
        let turn = f64::from(theta) / 64.0;
        x * cos(turn) + y * sin(turn)
    };
    let theta =
        (0..64).fold(0, |best, theta| if along(theta) > along(best) { theta } else { best });
    let upright = 1.0 / (1.0 + x * x + y * y).sqrt();
    // A quarter turn in fifteen steps.
    let off = |phi: u16| (sin(f64::from(phi) / 60.0) - upright).abs();
    let phi = (0..16).fold(15, |best, phi| if off(phi) < off(best) { phi } else { best });
    (theta, phi)
}

/// An image of alpha, red, green, blue: 0 to 15 each.
pub fn see_through(map: &str, size: u32, texel: impl Fn(f64, f64) -> [u16; 4]) -> Image {
    let words = texels(size as usize, size as usize, |x, y| {
        let [alpha, red, green, blue] = texel(x, y);
        alpha << 12 | red << 8 | green << 4 | blue
    });
    Image {
        id: texture_id(map, "", 1.0),
        width: size,
        height: size,
        pixels: ImagePixels::Alpha(words),
        palette: None,
        holes: true,
        mips: false,
        fill: [58, 122, 138],
        occlusion: 0,
    }
}
