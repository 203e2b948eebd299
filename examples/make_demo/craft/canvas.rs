//! Painting in full colour, then reduction to 16 or 256 colours with dithering.

use gouraud::bytes::Colour15;
use gouraud_testing::build::psx::reduce;

/// Red, green, blue from 0 to 1, as displayed.
pub type Rgb = [f64; 3];

/// Blending of a texel on a semi-transparent face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Blended on such faces; opaque elsewhere.
    Plain,
    /// Always opaque: no STP bit.
    Solid,
    Hole,
}

/// A full-colour picture.
pub struct Canvas {
    pub width: usize,
    pub height: usize,
    texels: Vec<(Rgb, Kind)>,
}

/// A picture as stored.
#[derive(Clone)]
pub struct Picture {
    pub width: u16,
    pub height: u16,
    pub indices: Vec<u8>,
    pub colours: Vec<u16>,
}

/// Colour of transparent texels.
const KEY: u16 = 0x7C1F;

impl Canvas {
    /// Creates a picture by calling `paint` for every texel.
    pub fn new(width: usize, height: usize, paint: impl Fn(f64, f64) -> Rgb) -> Self {
        let texels = texels(width, height, |x, y| (paint(x, y), Kind::Plain));
        Self { width, height, texels }
    }

    /// Sets the kind of every texel.
    pub fn kinds(mut self, kind: impl Fn(f64, f64) -> Kind) -> Self {
        for (i, texel) in self.texels.iter_mut().enumerate() {
            texel.1 = kind((i % self.width) as f64, (i / self.width) as f64);
        }
        self
    }

    /// Reduces the picture to at most `most` colours (16 or 256), with ordered dithering of `strength` (1
    /// is one step of the 15-bit colours).
    pub fn reduced(&self, most: usize, strength: f64) -> Picture {
        let has = |kind| self.texels.iter().any(|texel| texel.1 == kind);
        let keyed = has(Kind::Hole) || has(Kind::Solid);
        let free = most - usize::from(keyed);
        let solid_share = if has(Kind::Solid) { free / 4 } else { 0 };
        let solid = self.words(Kind::Solid, solid_share);
        let plain = self.words(Kind::Plain, free - solid.len());
        let mut colours = solid.clone();
        colours.extend(keyed.then_some(KEY));
        let first_plain = colours.len();
        colours.extend(&plain);
        let nearest = |i: usize, (rgb, kind): (Rgb, Kind)| -> usize {
            let (words, first) = match kind {
                Kind::Hole => return solid.len(),
                Kind::Solid => (&solid, 0),
                Kind::Plain => (&plain, first_plain),
            };
            let shift = bayer(i % self.width, i / self.width) * strength / 31.0;
            first + closest(words, rgb.map(|c| c + shift))
        };
        let indices = self.texels.iter().enumerate().map(|(i, t)| nearest(i, *t) as u8).collect();
        Picture { width: self.width as u16, height: self.height as u16, indices, colours }
    }

    /// Palette for the texels of a kind.
    fn words(&self, kind: Kind, most: usize) -> Vec<u16> {
        let of_kind = self.texels.iter().filter(|texel| texel.1 == kind);
        let wanted: Vec<[u8; 3]> = of_kind.map(|texel| texel.0.map(byte)).collect();
        let mut words: Vec<u16> = Vec::new();
        for colour in reduce(&wanted, most).colours {
            let word =
                Colour15::new(colour.map(|c| ((u32::from(c) * 31 + 127) / 255) as u8), false);
            // A stored 0 before the key colour would blend; the colour next to black does not.
            let word = if kind == Kind::Solid && word.0 == 0 { 1 } else { word.0 };
            if word != KEY && !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }
}

impl Picture {
    /// The same texels with other colours.
    pub fn recoloured(&self, change: impl Fn(Rgb) -> Rgb) -> Self {
        let change = |word: u16| {
            if word == KEY {
                return KEY;
            }
            let rgb = Colour15(word).channels().map(|c| f64::from(c) / 31.0);
            let channels = change(rgb).map(|c| (c.clamp(0.0, 1.0) * 31.0).round() as u8);
            Colour15::new(channels, false).0
        };
        Self { colours: self.colours.iter().map(|word| change(*word)).collect(), ..self.clone() }
    }
}

/// Results of `paint` for every texel, row by row.
pub fn texels<T>(width: usize, height: usize, paint: impl Fn(f64, f64) -> T) -> Vec<T> {
    (0..width * height).map(|i| paint((i % width) as f64, (i / width) as f64)).collect()
}

/// Converts 0 to 1 into a byte, 0 to 255.
pub fn byte(c: f64) -> u8 {
    (c.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// Threshold of the Bayer matrix, −0.5 to 0.5.
fn bayer(x: usize, y: usize) -> f64 {
    const ORDER: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    (f64::from(ORDER[y & 3][x & 3]) + 0.5) / 16.0 - 0.5
}

fn closest(words: &[u16], rgb: Rgb) -> usize {
    let distance = |word: &u16| {
        let channels = Colour15(*word).channels().map(|c| f64::from(c) / 31.0);
        // The eye is most sensitive to green.
        let weights = [3.0, 6.0, 1.5];
        (0..3).map(|c| weights[c] * (channels[c] - rgb[c]) * (channels[c] - rgb[c])).sum::<f64>()
    };
    let by = |a: &(usize, f64), b: &(usize, f64)| a.1.total_cmp(&b.1);
    words.iter().map(distance).enumerate().min_by(by).map_or(0, |(at, _)| at)
}

/// Interpolates between two colours.
pub fn mix(a: Rgb, b: Rgb, t: f64) -> Rgb {
    let t = t.clamp(0.0, 1.0);
    [0, 1, 2].map(|c| a[c] + (b[c] - a[c]) * t)
}

/// Changes the brightness of a colour.
pub fn scale(a: Rgb, by: f64) -> Rgb {
    a.map(|c| c * by)
}

/// Colour from `0xRRGGBB`.
pub fn rgb(hex: u32) -> Rgb {
    [16, 8, 0].map(|shift| f64::from(hex >> shift & 0xFF) / 255.0)
}
