//! A polygon and its appearance.

use gouraud::formats::neversoft::psx::face::{Face, Parts, TexelUv, Uv};
use gouraud::formats::neversoft::psx::flags::{self, base};
use gouraud::formats::neversoft::psx::records::Vertex;

/// A corner of a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    At([i16; 3]),
    /// Like `At`, and vertices of other models may be stitched to it.
    Source([i16; 3]),
    /// The position of a stitch source of another model, by its number from
    /// [`Builder::source`](super::Builder::source); `at` is that position in this model's space.
    Stitched {
        source: u16,
        at: [i16; 3],
    },
    /// A sprite corner next to `anchor`, at right angles to the direction to `mate` and to the view
    /// (section 5).
    Beside {
        anchor: [i16; 3],
        mate: [i16; 3],
        half_width: i16,
    },
}

/// Source of a polygon's colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// One colour. 128 is neutral on a texture; without a texture, 255 is full brightness.
    Flat([u8; 3]),
    /// One colour per corner, stored as entries of `RGBs`.
    Gouraud([[u8; 3]; 4]),
    /// Entries of `RGBs`, for example animated ones.
    Entries([u8; 4]),
}

/// A triangle or quad. Created by [`Polygon::quad`] and similar functions; the other methods set its
/// appearance.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    corners: [Corner; 4],
    sides: usize,
    flags: u16,
    pub surface: u16,
    pub paint: Paint,
    texture: Option<(u32, Uv)>,
}

impl Polygon {
    fn new(corners: [Corner; 4], sides: usize) -> Self {
        let flags = if sides == 3 { base::TRIANGLE } else { 0 };
        Self { corners, sides, flags, surface: 0, paint: Paint::Flat([128; 3]), texture: None }
    }

    /// A quad: top left, top right, bottom left, bottom right, as seen from the front.
    pub fn quad(corners: [[i16; 3]; 4]) -> Self {
        Self::quad_of(corners.map(Corner::At))
    }

    /// A triangle, clockwise as seen from the front.
    pub fn triangle(corners: [[i16; 3]; 3]) -> Self {
        Self::triangle_of(corners.map(Corner::At))
    }

    /// Like [`Polygon::quad`], with corners of any kind.
    pub fn quad_of(corners: [Corner; 4]) -> Self {
        Self::new(corners, 4)
    }

    /// Like [`Polygon::triangle`], with corners of any kind.
    pub fn triangle_of([a, b, c]: [Corner; 3]) -> Self {
        Self::new([a, b, c, c], 3)
    }

    /// A sprite from `bottom` up to `top`, which turns towards the viewer.
    pub fn sprite(bottom: [i16; 3], top: [i16; 3], half_width: i16) -> Self {
        let at = |anchor, mate, half_width| Corner::Beside { anchor, mate, half_width };
        // The sign depends on the axis: towards the mate, plus is right.
        let left_right = [
            at(top, bottom, half_width),
            at(top, bottom, -half_width),
            at(bottom, top, -half_width),
            at(bottom, top, half_width),
        ];
        Self::new(left_right, 4)
    }

    pub fn flat(mut self, rgb: [u8; 3]) -> Self {
        self.paint = Paint::Flat(rgb);
        self
    }

    /// Sets one colour per corner; a triangle's fourth is not used.
    pub fn gouraud(mut self, colours: [[u8; 3]; 4]) -> Self {
        self.paint = Paint::Gouraud(colours);
        self
    }

    pub fn entries(mut self, entries: [u8; 4]) -> Self {
        self.paint = Paint::Entries(entries);
        self
    }

    /// Sets the texture, by its number from [`Builder::texture`](super::Builder::texture).
    pub fn textured(mut self, texture: u32, uv: Uv) -> Self {
        self.texture = Some((texture, uv));
        self
    }

    /// Sets texture coordinates in texels, in the order of the corners.
    pub fn texels(self, texture: u32, uv: [[u8; 2]; 4]) -> Self {
        self.textured(texture, Uv::Texels(uv.map(|[u, v]| TexelUv { u, v })))
    }

    /// Repeats the texture.
    pub fn tiled(self) -> Self {
        self.with(base::TILED)
    }

    /// Blends the polygon with the background: 0 B/2+F/2, 1 B+F, 2 B−F, 3 B+F/4.
    pub fn blended(mut self, mode: u16) -> Self {
        self.flags = self.flags & !BLEND | base::SEMI | (mode & 3) << 7;
        self
    }

    pub fn double_sided(self) -> Self {
        self.with(base::DOUBLE_SIDED)
    }

    /// Makes the polygon invisible, for collisions and triggers only.
    pub fn invisible(self) -> Self {
        self.with(base::INVISIBLE)
    }

    /// Lets the engine light the polygon, which ignores the paint; adds the eight bytes of the lighting.
    pub fn lit(self) -> Self {
        self.with(base::LIT | base::LIGHT_WORDS)
    }

    /// Splits the polygon near the camera. Only with a texture: without one the game draws nothing.
    pub fn subdivided(self) -> Self {
        self.with(base::SUBDIVIDE)
    }

    /// Sets surface flags (section 8).
    pub fn surface(mut self, bits: u16) -> Self {
        self.surface |= bits;
        self
    }

    fn with(mut self, flags: u16) -> Self {
        self.flags |= flags;
        self
    }

    pub fn is_triangle(&self) -> bool {
        self.sides == 3
    }

    /// The three or four corners.
    pub fn corners(&self) -> &[Corner] {
        self.corners.get(..self.sides).unwrap_or(&[])
    }

    /// The record, without vertices, normal and entries of `RGBs`, and the optional parts that its flags
    /// require.
    pub(super) fn face(&self) -> (Face, Parts) {
        let mut flags = self.flags;
        let quad = !self.is_triangle();
        let mut uv = None;
        if let Some((_, coordinates)) = self.texture {
            flags |= base::ANY_TEXTURE;
            uv = Some(if quad { coordinates } else { without_fourth(coordinates) });
        } else {
            flags &= !(base::SUBDIVIDE | base::TILED);
        }
        let colour = match self.paint {
            Paint::Flat([r, g, b]) => [r, g, b, flags::gpu_code(flags)],
            Paint::Gouraud(_) => [0; 4],
            Paint::Entries([a, b, c, d]) => [a, b, c, if quad { d } else { 0 }],
        };
        if !matches!(self.paint, Paint::Flat(_)) {
            flags |= base::GOURAUD;
        }
        let parts = Parts {
            texture: self.texture.map(|(texture, _)| texture),
            uv,
            light: (flags & base::LIGHT_WORDS != 0).then_some([0; 4]),
            window: (flags & base::TILED != 0).then_some(0),
            ..Parts::default()
        };
        (Face { flags, colour, surface: self.surface, ..Face::default() }, parts)
    }
}

/// Semi-transparency and its mode bits.
const BLEND: u16 = base::SEMI | 0x0180;

fn without_fourth(uv: Uv) -> Uv {
    match uv {
        Uv::Texels([a, b, c, _]) => Uv::Texels([a, b, c, TexelUv::default()]),
        Uv::Wide { u: [a, b, c, _], v: [d, e, f, _] } => {
            Uv::Wide { u: [a, b, c, 0], v: [d, e, f, 0] }
        }
    }
}

/// Position of a sprite's corner for a viewer in front (at −Z), for which its normal is computed.
pub(super) fn facing_front(anchor: [i16; 3], mate: [i16; 3], half_width: i16) -> Vertex {
    let [x, y, z] = anchor;
    // Up is −Y. Towards an upper mate, plus is right (+X).
    let right = if mate[1] <= anchor[1] { half_width } else { half_width.saturating_neg() };
    Vertex { x: x.saturating_add(right), y, z, kind: 0 }
}
