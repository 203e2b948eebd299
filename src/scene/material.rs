//! Materials: render states of faces.

use std::fmt;

use super::{Element, PaletteId, TextureId};

/// All properties of a face that determine how it is drawn, except its corners.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Name of the material.
    pub name: String,
    /// Surface of the faces.
    pub surface: Surface,
    /// Unit of the faces' texture coordinates.
    pub uv: UvSpace,
    /// The texture repeats; otherwise coordinates outside it are unintended.
    pub tiled: bool,
    /// Blend mode of semi-transparent texels (see [`Blend`]).
    pub blend: Option<Blend>,
    /// All texels that are not fully transparent are blended, regardless of STP or alpha.
    pub blends_all: bool,
    /// Faces are drawn two-sided.
    pub double_sided: bool,
    /// Effect of corner colours on texels.
    pub colour: ColourScale,
    /// Corner colours differ; relevant for the PlayStation's dithering.
    pub gouraud: bool,
    /// The engine computes the colour from the normals.
    pub lit: bool,
    /// The engine splits the face when it is near.
    pub subdivided: bool,
    /// The original reportedly drops this face when it is near enough to be subdivided.
    pub vanishes: bool,
    /// Reflection of the surroundings.
    pub shine: Option<Shine>,
}

impl Material {
    /// Opaque, one-sided, with corner colours as stored.
    pub const PLAIN: Self = Self {
        name: String::new(),
        surface: Surface::Plain,
        uv: UvSpace::Fraction,
        tiled: false,
        blend: None,
        blends_all: false,
        double_sided: false,
        colour: ColourScale::Modulate255,
        gouraud: false,
        lit: false,
        subdivided: false,
        vanishes: false,
        shine: None,
    };

    /// The textures and palettes in use, as elements.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        let reflected = self.shine.into_iter().flat_map(Shine::textures);
        self.surface.elements().chain(reflected.map(Element::Texture))
    }

    /// `true` if texels without STP, or with full alpha, are blended.
    pub fn takes_all(&self) -> bool {
        self.blend.is_some_and(|blend| self.blends_all || blend.takes_all())
    }
}

/// A reflection of the surroundings, which is added to the colour of a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shine {
    /// The surroundings as seen on a mirroring sphere: its centre reflects the viewer's direction, its
    /// upper edge is the reflection on surfaces that face straight up.
    pub surroundings: TextureId,
    /// Texture whose colours scale the reflection, at the face's own texture coordinates; without it the
    /// reflection is uniform.
    pub gloss: Option<TextureId>,
    /// Strength of the reflection, 0 to 1.
    pub amount: f32,
}

impl Shine {
    /// Textures in use.
    pub fn textures(self) -> impl Iterator<Item = TextureId> {
        [Some(self.surroundings), self.gloss].into_iter().flatten()
    }
}

/// Surface of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surface {
    /// Corner colours only.
    Plain,
    /// A texture, with a palette if its texels are indices.
    Textured {
        /// Index into [`Scene::textures`](super::Scene::textures).
        texture: TextureId,
        /// Index into [`Scene::palettes`](super::Scene::palettes).
        palette: Option<PaletteId>,
    },
    /// A texture that was not found in any open file: a neutral replacement is drawn. Its name
    /// hash, or `None` if the face's reference itself is out of range.
    Missing(Option<u32>),
    /// A texture that the original draws wrongly: a checkerboard is drawn.
    Faulty(TextureFault),
}

/// Reason why the original draws a texture wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureFault {
    /// The original draws texels of another texture.
    WrongTexture,
    /// The original uses undefined texture coordinates.
    UndefinedCoordinates,
}

impl Surface {
    /// The texture and the palette, as elements.
    pub fn elements(self) -> impl Iterator<Item = Element> {
        let (texture, palette) = match self {
            Self::Textured { texture, palette } => (Some(texture), palette),
            Self::Plain | Self::Missing(_) | Self::Faulty(_) => (None, None),
        };
        texture.map(Element::Texture).into_iter().chain(palette.map(Element::Palette))
    }
}

/// Unit of the stored texture coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UvSpace {
    /// Integer texels from the texture's top left corner.
    Texels,
    /// Fractions of the texture.
    Fraction,
}

/// Blending of a foreground pixel F with a background pixel B: the PlayStation's four modes, which apply
/// to texels with STP and to all of an untextured face, and alpha blending.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Blend {
    /// B/2 + F/2
    Average,
    /// B + F
    Add,
    /// B − F
    Subtract,
    /// B + F/4
    AddQuarter,
    /// B·(1 − α) + F·α, where α is this opacity (0 to 1) times the texel's alpha.
    Alpha(f32),
}

impl Blend {
    /// The modes of the PlayStation, by their numbers.
    pub const MODES: [Blend; 4] = [Blend::Average, Blend::Add, Blend::Subtract, Blend::AddQuarter];

    /// Blending with the alpha of the texels only.
    pub const TEXELS: Blend = Blend::Alpha(1.0);

    /// The mode with this number, of which only two bits are used.
    pub fn from_mode(mode: u32) -> Self {
        Self::MODES[(mode & 3) as usize]
    }

    /// Blending of a whole surface with this opacity; `None` if it is opaque.
    pub fn of_opacity(opacity: f32) -> Option<Self> {
        (opacity < 1.0).then(|| Blend::Alpha(opacity.max(0.0)))
    }

    /// The PlayStation's number of the mode; `None` for alpha blending.
    pub fn mode(self) -> Option<u32> {
        match self {
            Blend::Average => Some(0),
            Blend::Add => Some(1),
            Blend::Subtract => Some(2),
            Blend::AddQuarter => Some(3),
            Blend::Alpha(_) => None,
        }
    }

    /// The opacity by which alpha is multiplied, for alpha blending.
    pub fn opacity(self) -> Option<f32> {
        if let Blend::Alpha(opacity) = self { Some(opacity) } else { None }
    }

    /// `true` if texels without STP, or with full alpha, are blended.
    pub fn takes_all(self) -> bool {
        self.opacity().is_some_and(|opacity| opacity < 1.0)
    }

    /// Formula of the mode: `B/2 + F/2`.
    pub fn formula(self) -> &'static str {
        match self {
            Blend::Average => "B/2 + F/2",
            Blend::Add => "B + F",
            Blend::Subtract => "B − F",
            Blend::AddQuarter => "B + F/4",
            Blend::Alpha(_) => "B·(1 − α) + F·α",
        }
    }
}

/// Formats the formula, and the opacity if there is one: `B·(1 − α) + F·α, 40 % opaque`.
impl fmt::Display for Blend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.formula())?;
        match self.opacity() {
            Some(opacity) if opacity < 1.0 => write!(f, ", {:.0} % opaque", opacity * 100.0),
            _ => Ok(()),
        }
    }
}

/// Effect of a corner colour on a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColourScale {
    /// 128 is neutral: `texel · c / 128`.
    Modulate128,
    /// 255 is neutral: `texel · c / 255`.
    Modulate255,
    /// The texel unchanged.
    Raw,
}
