//! Drawing options: each effect of the original hardware has a separate switch.

use serde::{Deserialize, Serialize};

use super::lighting::Lighting;
use crate::scene::Style;

/// Steps of PlayStation rendering, with one switch each. The clean style has all of them off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects {
    /// Snap vertices to whole pixels of the native grid.
    pub snap: bool,
    /// Interpolate texture coordinates and colours without perspective.
    pub affine: bool,
    /// Subdivide large faces of materials for which the original does so; only affects `affine`.
    pub subdivide: bool,
    /// Add the 4×4 matrix before truncation; requires `fifteen_bit`.
    pub dither: bool,
    /// Compute and store channels with 5 bits.
    pub fifteen_bit: bool,
    /// Rule for which face is in front.
    pub order: DrawOrder,
    /// Treatment of back faces.
    pub back_faces: BackFaces,
    /// Leave out faces that the original reportedly drops where it would subdivide them. Games display such
    /// faces, so no style uses it.
    pub vanishing: bool,
    /// Leave out faces wider than 1023 or higher than 511 native pixels.
    pub size_limit: bool,
    /// Truncate the colour target between overlapping transparent layers, which makes every stack exact
    /// on hardware that rounds.
    pub exact_stacks: bool,
    /// Average texels that share a pixel, so that distant textures do not shimmer. Near textures keep
    /// square texels; those of a sky are interpolated.
    pub filtered: bool,
    /// Draw a bright checkerboard on faces whose texture is missing, instead of a plain colour.
    pub checker: bool,
    /// Draw the scene's fog.
    pub fog: bool,
    /// Use the scene's fog colour, otherwise black; only affects `fog`.
    pub fade_colour: bool,
    /// Use the colour of the scene's sky as background.
    pub sky_colour: bool,
    /// Use bump maps on lit faces.
    pub relief: bool,
    /// Draw reflections of the surroundings.
    pub shine: bool,
    /// Size of native pixels, and their conversion to pixels of the picture.
    pub pixels: Pixels,
}

/// Rule for which face is in front.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawOrder {
    /// Depth buffer; transparent texels are sorted from far to near.
    Depth,
    /// Ordering table of the PlayStation: whole faces sorted by average distance, no depth buffer.
    OrderingTable,
}

/// Treatment of back faces that are not double-sided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BackFaces {
    /// Hidden, as in the game.
    Hide,
    /// Drawn like front faces.
    Show,
    /// Drawn with a red tint.
    Tint,
}

/// Size of native pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pixels {
    /// The picture is the frame buffer: its pixels are the native ones.
    Own,
    /// Drawn with approximately this number of lines, then enlarged by an integer factor.
    Enlarged {
        /// Height of the native picture, in native pixels.
        lines: u32,
    },
    /// Snapped to a grid of approximately this number of lines, but drawn in the picture's resolution.
    Fine {
        /// Height of the grid, in native pixels.
        lines: u32,
    },
    /// Drawn at twice the size and averaged, if the device supports such a large target. Meant for the
    /// clean style.
    Smoothed,
}

/// Lines of a PlayStation picture.
pub const NATIVE_LINES: u32 = 240;

impl Effects {
    /// The picture is the original's frame buffer: used by `render --style ps1`.
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

    /// Default effects of the window: back faces are tinted to reveal flipped faces.
    pub fn of_window(style: Style) -> Self {
        Self {
            back_faces: BackFaces::Tint,
            vanishing: false,
            exact_stacks: false,
            ..Self::of(style)
        }
    }
}

/// Settings of a picture, except the scene, the camera and the overlay.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RenderOptions {
    /// Rendering effects.
    pub effects: Effects,
    /// Light on lit faces.
    pub lighting: Lighting,
    /// Red, green, blue; truncated to 5 bits if the effects require it.
    pub background: [u8; 3],
    /// Lines on top of the picture.
    pub marks: Marks,
    /// Number of faces that are drawn, in drawing order; all by default.
    pub first_faces: Option<u32>,
}

/// Lines on top of the picture, and how the selection is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Real edges of the faces; never the diagonal of a quad.
    pub wireframe: bool,
    /// A horizontal grid below the scene.
    pub grid: bool,
    /// X red, Y green, Z blue, at the origin.
    pub axes: bool,
    /// The bounding box of everything drawn.
    pub bounds: bool,
    /// Fades faces that are not selected, and shows selected ones through them.
    pub xray: bool,
}

impl RenderOptions {
    /// Options with these effects, the scene's own light, a grey background, and no marks.
    pub fn new(effects: Effects) -> Self {
        let lighting = Lighting::Own;
        let marks = Marks::default();
        Self { effects, lighting, background: [74, 74, 74], marks, first_faces: None }
    }
    /// The same options with exactly this background, for example for cut-out pictures.
    pub fn on(self, background: [u8; 3]) -> Self {
        let effects = Effects { sky_colour: false, ..self.effects };
        Self { effects, background, ..self }
    }
}
