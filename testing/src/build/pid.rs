//! Builds a texture directory and its pixel file: pictures are packed into pages with their mip levels.

use crate::build::count;
use gouraud::formats::trespasser::pid::records::{
    BUMP_BITS, Entry, Header, NO_PALETTE, Palette, Pid, VERSION, image_type, mip_key, palette_hash,
    palette_tag, transparency,
};

/// A picture to be stored. Rows run from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// See [`texture_id`](gouraud::formats::trespasser::texture_id).
    pub id: u32,
    pub width: u32,
    pub height: u32,
    pub pixels: ImagePixels,
    /// Index of a palette.
    pub palette: Option<u32>,
    /// `true` if colour 0 is transparent.
    pub holes: bool,
    /// `true` to store mip levels.
    pub mips: bool,
    /// Colour that replaces the texture: R, G, B.
    pub fill: [u8; 3],
    /// See [`Entry::occlusion`].
    pub occlusion: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ImagePixels {
    /// Palette indices.
    Indices(Vec<u8>),
    /// Palette index, theta and phi; see [`bump`].
    Bumps(Vec<u16>),
    /// Four bits each of alpha, red, green and blue.
    Alpha(Vec<u16>),
}

/// A bump-mapped pixel: `colour` 0 to 63, `theta` 0 to 63 (a full turn), `phi` 0 to 15 (upright).
pub fn bump(colour: u16, theta: u16, phi: u16) -> u16 {
    (colour & 0x3F) << 10 | (theta & 0x3F) << 4 | phi & 0xF
}

/// A palette of blue, green, red and 0, with its hash and the four bytes after it.
pub fn palette(colours: Vec<[u8; 4]>) -> Palette {
    let colours: Vec<u32> = colours.into_iter().map(u32::from_le_bytes).collect();
    Palette { hash: palette_hash(&colours), colours, tail: vec![0; 4] }
}

/// Side of a page in pixels.
const PAGE: u32 = 256;
/// Minimum side of the smallest mip level.
const LEAST: u32 = 8;

/// Stores pictures; returns the directory and the pixel file. All of it is loaded with a level.
pub fn build(palettes: Vec<Palette>, images: &[Image]) -> (Pid, Vec<u8>) {
    let mut packer = Packer::default();
    let mut entries = Vec::new();
    for image in images {
        let mut level = image.clone();
        let mut key = 0;
        loop {
            entries.push(packer.place(&level, key));
            let (width, height) = (level.width / 2, level.height / 2);
            if !image.mips || width.min(height) < LEAST {
                break;
            }
            level = level.halved(width, height);
            let palette = image.palette.and_then(|palette| palettes.get(palette as usize));
            key = mip_key(width, height, palette.map_or(0, |p| palette_tag(p.hash)));
        }
    }
    let resident = count(packer.bytes.len());
    let pageable = resident.checked_next_multiple_of(0x10000).unwrap_or(resident);
    let header = Header {
        version: VERSION,
        bump_bits: BUMP_BITS,
        pageable_offset: pageable,
        resident_bytes: resident,
        ..Header::default()
    };
    (Pid { header, palettes, entries, ..Pid::default() }, packer.bytes)
}

impl Image {
    /// Every second texel of every second row: indices have no average.
    fn halved(&self, width: u32, height: u32) -> Self {
        fn pick<T: Copy>(all: &[T], from: u32, width: u32, height: u32) -> Vec<T> {
            let place = |x: u32, y: u32| (2 * y as usize) * from as usize + 2 * x as usize;
            let places = (0..height).flat_map(|y| (0..width).map(move |x| place(x, y)));
            places.filter_map(|at| all.get(at).copied()).collect()
        }
        let pixels = match &self.pixels {
            ImagePixels::Indices(all) => ImagePixels::Indices(pick(all, self.width, width, height)),
            ImagePixels::Bumps(all) => ImagePixels::Bumps(pick(all, self.width, width, height)),
            ImagePixels::Alpha(all) => ImagePixels::Alpha(pick(all, self.width, width, height)),
        };
        Self { width, height, pixels, ..self.clone() }
    }

    fn pixel_bytes(&self) -> u32 {
        if matches!(self.pixels, ImagePixels::Indices(_)) { 1 } else { 2 }
    }

    /// The bytes of row `y`.
    fn row(&self, y: u32) -> Vec<u8> {
        let range = (y * self.width) as usize..((y + 1) * self.width) as usize;
        match &self.pixels {
            ImagePixels::Indices(all) => all.get(range).unwrap_or(&[]).to_vec(),
            ImagePixels::Bumps(all) | ImagePixels::Alpha(all) => {
                all.get(range).unwrap_or(&[]).iter().flat_map(|word| word.to_le_bytes()).collect()
            }
        }
    }
}

/// Fills pages from left to right in rows. Two pages are adjacent in a surface of 512 × 256 pixels;
/// surfaces follow one another.
#[derive(Default)]
struct Packer {
    bytes: Vec<u8>,
    /// One open surface for pixels of one byte, one for two.
    open: [Option<Surface>; 2],
}

#[derive(Clone, Copy)]
struct Surface {
    start: usize,
    /// Page 0 or 1.
    page: u32,
    /// Next free pixel of the row, and the row's top and height.
    x: u32,
    y: u32,
    height: u32,
}

impl Packer {
    fn place(&mut self, image: &Image, key: u32) -> Entry {
        let size = image.pixel_bytes();
        let (offset, stride) = self.room(image.width, image.height, size);
        for y in 0..image.height {
            // Files store the lowest row first.
            let row = image.row(image.height - 1 - y);
            let at = offset + (y * stride) as usize;
            if let Some(place) = self.bytes.get_mut(at..at + row.len()) {
                place.copy_from_slice(&row);
            }
        }
        let [red, green, blue] = image.fill;
        Entry {
            offset: count(offset),
            width: image.width,
            height: image.height,
            stride,
            bits: 8 * size,
            fill: u32::from_be_bytes([0, red, green, blue]),
            transparency: if image.holes { transparency::HOLES } else { transparency::NONE },
            image_type: match image.pixels {
                ImagePixels::Bumps(_) => image_type::BUMP,
                _ => image_type::PLAIN,
            },
            occlusion: image.occlusion,
            palette: image.palette.unwrap_or(NO_PALETTE),
            padding: 0,
            id: image.id,
            mip_key: key,
            tail: Vec::new(),
        }
    }

    /// Allocates space for a picture; returns its offset and stride.
    fn room(&mut self, width: u32, height: u32, size: u32) -> (usize, u32) {
        if width > PAGE || height > PAGE {
            let start = self.grow((width * size * height) as usize);
            return (start, width * size);
        }
        let slot = (size - 1) as usize;
        let open = self.open[slot].and_then(|surface| surface.with_room(width, height));
        let mut surface = open.unwrap_or_else(|| Surface {
            start: self.grow((2 * PAGE * PAGE * size) as usize),
            page: 0,
            x: 0,
            y: 0,
            height: 0,
        });
        let stride = 2 * PAGE * size;
        let column = surface.page * PAGE + surface.x;
        let offset = surface.start + (surface.y * stride + column * size) as usize;
        surface.x += width;
        surface.height = surface.height.max(height);
        self.open[slot] = Some(surface);
        (offset, stride)
    }

    fn grow(&mut self, by: usize) -> usize {
        let start = self.bytes.len();
        self.bytes.resize(start + by, 0);
        start
    }
}

impl Surface {
    /// Moves to the next row or page if the picture does not fit; `None` if the surface is full.
    fn with_room(mut self, width: u32, height: u32) -> Option<Self> {
        if self.x + width > PAGE {
            (self.x, self.y, self.height) = (0, self.y + self.height, 0);
        }
        if self.y + height > PAGE {
            (self.page, self.x, self.y, self.height) = (self.page + 1, 0, 0, 0);
        }
        (self.page < 2).then_some(self)
    }
}
