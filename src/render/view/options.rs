//! Options of drawing: each effect of the old hardware has its own switch.

use serde::{Deserialize, Serialize};

use super::lighting::Lighting;
use crate::scene::Style;

/// The steps of the PlayStation's drawing, one switch each. All off is the clean style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects {
    /// Vertices sit on whole pixels of the native grid.
    pub snap: bool,
    /// Texture coordinates and colours are interpolated without perspective.
    pub affine: bool,
    /// Faces of materials that the original cuts into pieces where they are large on the screen are
    /// drawn so; matters to `affine` alone.
    pub subdivide: bool,
    /// The 4×4 matrix is added before truncation; needs `fifteen_bit`.
    pub dither: bool,
    /// Channels are computed and stored with 5 bits.
    pub fifteen_bit: bool,
    /// Rule for which face is in front.
    pub order: DrawOrder,
    /// Treatment of faces seen from behind.
    pub back_faces: BackFaces,
    /// Faces that the original is said to lose are left out. Games show such faces, so no style does it.
    pub vanishing: bool,
    /// Faces wider than 1023 or higher than 511 native pixels are left out.
    pub size_limit: bool,
    /// The colour target is truncated between overlapping transparent layers, which makes every
    /// stack exact on hardware that rounds.
    pub exact_stacks: bool,
    /// Where a pixel covers several texels it has their average, so that what is far away does
    /// not shimmer. What is near keeps its square texels; those of a sky flow into one another.
    pub filtered: bool,
    /// Faces whose texture is missing show a glaring checker, instead of their shape and colour.
    pub checker: bool,
    /// Things fade with the distance, as the scene's fog says.
    pub fog: bool,
    /// They fade into the scene's colour, else into black; matters to `fog` alone.
    pub fade_colour: bool,
    /// The colour of the scene's sky is behind everything, instead of a background.
    pub sky_colour: bool,
    /// Lit faces with a bump map are lit by what it says of each texel.
    pub relief: bool,
    /// Faces that mirror their surroundings show them.
    pub shine: bool,
    /// Size of the native pixels, and how they become those of the picture.
    pub pixels: Pixels,
}

/// Rule for which face is in front.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawOrder {
    /// A depth buffer; transparent texels far to near.
    Depth,
    /// The PlayStation's: whole faces by average distance, no depth.
    OrderingTable,
}

/// What happens to faces seen from behind that are not double-sided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BackFaces {
    /// Left out, as the game does.
    Hide,
    /// Shown like fronts.
    Show,
    /// Shown, tinted red.
    Tint,
}

/// How big a native pixel is, and where it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pixels {
    /// The picture is the frame buffer: its pixels are the native ones.
    Own,
    /// Drawn with about this many lines, then enlarged by a whole factor.
    Enlarged {
        /// Height of the native picture, in native pixels.
        lines: u32,
    },
    /// Snapped to a grid of about this many lines, but drawn with every pixel of the picture.
    Fine {
        /// Height of the grid, in native pixels.
        lines: u32,
    },
    /// Drawn at twice the size and averaged, where the device can draw so large. Meant for the
    /// clean style.
    Smoothed,
}

/// Lines of a PlayStation picture.
pub const NATIVE_LINES: u32 = 240;

impl Effects {
    /// The picture is the frame buffer of the original: what `render --style ps1` draws.
    pub const PS1: Self = Self {
        snap: true,
        affine: true,
        subdivide: true,
        dither: true,
        fifteen_bit: true,
        order: DrawOrder::Depth,
        back_faces: BackFaces::Hide,
        vanishing: false,
        size_limit: false,
        exact_stacks: true,
        filtered: false,
        checker: false,
        fog: false,
        fade_colour: true,
        sky_colour: true,
        relief: false,
        shine: true,
        pixels: Pixels::Own,
    };

    /// Modern: depth buffer, perspective, 8 bits.
    pub const CLEAN: Self = Self {
        snap: false,
        affine: false,
        subdivide: false,
        dither: false,
        fifteen_bit: false,
        order: DrawOrder::Depth,
        back_faces: BackFaces::Show,
        vanishing: false,
        size_limit: false,
        exact_stacks: false,
        filtered: true,
        checker: false,
        fog: false,
        fade_colour: true,
        sky_colour: false,
        relief: true,
        shine: true,
        pixels: Pixels::Own,
    };

    /// Effects of a style on the command line.
    pub fn of(style: Style) -> Self {
        match style {
            Style::Ps1 => Self::PS1,
            Style::Clean => Self::CLEAN,
        }
    }

    /// What the window starts with: back faces tinted since people hunt for flipped ones.
    pub fn of_window(style: Style) -> Self {
        Self {
            back_faces: BackFaces::Tint,
            vanishing: false,
            exact_stacks: false,
            ..Self::of(style)
        }
    }
}

/// Everything about a picture but the scene, the camera and the overlay.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RenderOptions {
    /// Steps of the drawing.
    pub effects: Effects,
    /// What falls on lit faces.
    pub lighting: Lighting,
    /// R, G, B; truncated to 5 bits where the effects say so.
    pub background: [u8; 3],
    /// Lines on top of the picture.
    pub marks: Marks,
}

/// Lines on top of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Real edges of the faces; never the diagonal of a quad.
    pub wireframe: bool,
    /// A horizontal grid below the scene.
    pub grid: bool,
    /// X red, Y green, Z blue, at the origin.
    pub axes: bool,
    /// The box around everything drawn.
    pub bounds: bool,
}

impl RenderOptions {
    /// Options with these effects, in the scene's own light, on a grey background, without marks.
    pub fn new(effects: Effects) -> Self {
        let lighting = Lighting::Own;
        Self { effects, lighting, background: [74, 74, 74], marks: Marks::default() }
    }
    /// The same on this colour and no other, as of pictures that are cut out.
    pub fn on(self, background: [u8; 3]) -> Self {
        let effects = Effects { sky_colour: false, ..self.effects };
        Self { effects, background, ..self }
    }
}
