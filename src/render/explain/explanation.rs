//! Steps from the faces of a pixel to its colour.

use super::deformation::Corner;
use crate::render::draw::Cull;
use crate::render::view::HiddenBy;
use crate::scene::{Blend, FaceRef, HelperId, PaletteId, TextureId};

/// One pixel of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Column and row.
    pub pixel: (u32, u32),
    /// Red, green and blue of the picture.
    pub colour: [u8; 3],
    /// Channels have 5 bits.
    pub fifteen_bit: bool,
    /// Colour before any face: the background or the sky plane.
    pub background: Colour,
    /// Colour after all faces.
    pub result: Colour,
    /// Faces that cover the pixel, in draw order; hidden ones last.
    pub layers: Vec<Layer>,
    /// Everything that is drawn over the faces, in drawing order.
    pub marks: Vec<Mark>,
}

/// Something that is drawn over the faces of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Paint on the last face: red, green and blue.
    Paint([u8; 3]),
    /// A line, disc or area of a helper; faint behind faces.
    Line(HelperId),
}

impl Explanation {
    /// The face that gives the colour.
    pub fn top(&self) -> Option<&Layer> {
        self.layers.iter().rfind(|layer| layer.outcome == Outcome::Drawn)
    }

    /// The 15-bit word of the frame buffer, if channels have 5 bits.
    pub fn word(&self) -> Option<u16> {
        self.fifteen_bit.then(|| self.result.word())
    }
}

/// Channels of the frame buffer: 5 bits or 8 bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colour(pub [i32; 3]);

impl Colour {
    /// Channels of 5 bits as a word.
    pub fn word(self) -> u16 {
        let [r, g, b] = self.0.map(|channel| channel.clamp(0, 31) as u16);
        r | g << 5 | b << 10
    }
}

/// Contribution of a face to a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The colour of the face is part of the result.
    Drawn,
    /// Not drawn: its back is visible, or it is too large.
    Culled(Cull),
    /// The texel is transparent.
    Transparent,
    /// The face, its node or its layer is hidden.
    Hidden,
    /// Another face is in front.
    Behind,
}

/// Key by which faces are sorted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawKey {
    /// Bucket of the ordering table, 0 at the viewer; `None` for faces that are not sorted by it.
    pub bucket: Option<u32>,
    /// Average distance of the corners ahead of the viewer, in scene units.
    pub distance: f32,
}

/// A face that covers a pixel, with the steps of its colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Face as placed in the scene.
    pub face: FaceRef,
    /// Draw id of the face.
    pub draw_id: u32,
    /// Contribution of the face.
    pub outcome: Outcome,
    /// Reason why a hidden face is hidden.
    pub hidden_by: Option<HiddenBy>,
    /// Key by which the face is sorted; `None` for faces in stored order.
    pub key: Option<DrawKey>,
    /// Positions of the corners.
    pub corners: Vec<Corner>,
    /// Weight of each corner at the pixel centre, as used for the texture coordinates.
    pub weights: Vec<f32>,
    /// Texture coordinates, in texels; `None` if untextured.
    pub uv: Option<[f32; 2]>,
    /// Texture coordinates with perspective.
    pub perspective_uv: Option<[f32; 2]>,
    /// The face is drawn without perspective.
    pub affine: bool,
    /// Number of times that the sides of the face are halved.
    pub halvings: u32,
    /// Texel of the texture, if it has one.
    pub texel: Option<Texel>,
    /// Interpolated corner colour, 0 to 255.
    pub vertex_colour: [i32; 3],
    /// Product of texel and corner colour; `None` if nothing is modulated.
    pub modulated: Option<[i32; 3]>,
    /// Dither offset, added before truncation; `None` if the face is not dithered.
    pub dither: Option<i32>,
    /// Front colour before blending, in the channels of the frame buffer.
    pub front: Colour,
    /// Blend mode, if this texel is blended.
    pub blend: Option<Blend>,
    /// Depth of the pixel: 1 at the near plane, 0 far away.
    pub depth: f32,
    /// Colour of the frame buffer before this face; `None` if it was not drawn.
    pub below: Option<Colour>,
    /// Colour of the frame buffer after this face; `None` if it was not drawn.
    pub result: Option<Colour>,
    /// Steps of the clean style.
    pub clean: Clean,
}

/// Steps that exist only in the clean style or for certain materials.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clean {
    /// Light on the face at the pixel, as factors of red, green and blue.
    pub light: Option<[f32; 3]>,
    /// Density of the fog, 0 to 1.
    pub fog: Option<f32>,
    /// Texels that were averaged.
    pub taps: Option<Taps>,
    /// Reflected colour that was added.
    pub reflection: Option<[i32; 3]>,
    /// Opacity of the texel times that of the material.
    pub alpha: Option<f32>,
}

/// Texels that the filter averages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taps {
    /// Number of texels.
    pub count: u32,
    /// Mipmap of the texels; 0 is the texture itself.
    pub level: u32,
    /// Size of the pixel on the texture, in texels.
    pub reach: f32,
    /// Average of red, green and blue, 0 to 255.
    pub colour: [i32; 3],
}

/// A texel with its palette entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Texel {
    /// Texture of the texel.
    pub texture: TextureId,
    /// Column and row in the texture.
    pub at: [u32; 2],
    /// Palette index, in indexed textures.
    pub index: Option<u32>,
    /// Palette of the index.
    pub palette: Option<PaletteId>,
    /// 15-bit word, unless the texture has 8 bits per channel.
    pub word: Option<u16>,
    /// Red, green, blue and alpha of textures with 8 bits per channel.
    pub rgba: Option<[u8; 4]>,
}
