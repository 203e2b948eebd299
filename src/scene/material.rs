//! Render states.

use std::fmt;

use super::{Element, PaletteId, TextureId};

/// Everything about a face but its corners that decides how it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Name of the material.
    pub name: String,
    /// Surface of the faces.
    pub surface: Surface,
    /// Unit of the faces' texture coordinates.
    pub uv: UvSpace,
    /// The texture repeats; else coordinates outside it are an accident.
    pub tiled: bool,
    /// Semi-transparent: how the texels that are (see [`Blend`]) meet what is behind.
    pub blend: Option<Blend>,
    /// All texels that are no holes are blended, whatever their STP or alpha.
    pub blends_all: bool,
    /// Faces are drawn from either side.
    pub double_sided: bool,
    /// Effect of corner colours on texels.
    pub colour: ColourScale,
    /// Corner colours differ; matters for the PlayStation's dither.
    pub gouraud: bool,
    /// The engine computes the colour from the normals.
    pub lit: bool,
    /// The engine splits the face when it is near.
    pub subdivided: bool,
    /// The original is said to lose this face when it is near.
    pub vanishes: bool,
    /// The surroundings that it reflects.
    pub shine: Option<Shine>,
}

impl Material {
    /// Opaque, one-sided, of corner colours as they are.
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

    /// The textures and palettes that its faces show, as what can be selected.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        let reflected = self.shine.into_iter().flat_map(Shine::textures);
        self.surface.elements().chain(reflected.map(Element::Texture))
    }

    /// Texels are mixed that would be opaque by themselves: those without STP, or of full alpha.
    pub fn takes_all(&self) -> bool {
        self.blend.is_some_and(|blend| self.blends_all || blend.takes_all())
    }
}

/// A reflection of the surroundings, which is added to what a face shows by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shine {
    /// The surroundings as a mirroring sphere shows them: in the middle what comes back to the viewer,
    /// at the upper edge what surfaces show that look straight up.
    pub surroundings: TextureId,
    /// How much of them comes back, by its colours, at the face's own texture coordinates: all of
    /// them where there is no such texture.
    pub gloss: Option<TextureId>,
    /// Share of all that, 0 to 1.
    pub amount: f32,
}

impl Shine {
    /// The textures it is made from.
    pub fn textures(self) -> impl Iterator<Item = TextureId> {
        [Some(self.surroundings), self.gloss].into_iter().flatten()
    }
}

/// Surface of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surface {
    /// Corner colours alone.
    Plain,
    /// A texture, in a palette where its texels are indices.
    Textured {
        /// Index into [`Scene::textures`](super::Scene::textures).
        texture: TextureId,
        /// Index into [`Scene::palettes`](super::Scene::palettes).
        palette: Option<PaletteId>,
    },
    /// A texture that is in no opened file: something neutral is drawn in its place. Its name hash,
    /// or `None` when the face's reference itself is out of range.
    Missing(Option<u32>),
}

impl Surface {
    /// The texture and the palette, as what can be selected.
    pub fn elements(self) -> impl Iterator<Item = Element> {
        let (texture, palette) = match self {
            Self::Textured { texture, palette } => (Some(texture), palette),
            Self::Plain | Self::Missing(_) => (None, None),
        };
        texture.map(Element::Texture).into_iter().chain(palette.map(Element::Palette))
    }
}

/// Unit of the stored texture coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UvSpace {
    /// Whole texels from the texture's top left corner.
    Texels,
    /// Fractions of the texture.
    Fraction,
}

/// How a front pixel F is mixed into a back pixel B: the PlayStation's four ways, which apply to
/// texels with STP and to all of an untextured face, and an alpha.
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

    /// Blending by the alpha of the texels alone.
    pub const TEXELS: Blend = Blend::Alpha(1.0);

    /// The mode with this number, of which only two bits are used.
    pub fn from_mode(mode: u32) -> Self {
        Self::MODES[(mode & 3) as usize]
    }

    /// A whole surface of this opacity; `None` for one that hides what is behind.
    pub fn of_opacity(opacity: f32) -> Option<Self> {
        (opacity < 1.0).then(|| Blend::Alpha(opacity.max(0.0)))
    }

    /// The PlayStation's number; `None` for what it cannot do.
    pub fn mode(self) -> Option<u32> {
        match self {
            Blend::Average => Some(0),
            Blend::Add => Some(1),
            Blend::Subtract => Some(2),
            Blend::AddQuarter => Some(3),
            Blend::Alpha(_) => None,
        }
    }

    /// The opacity that an alpha is multiplied with, where one is.
    pub fn opacity(self) -> Option<f32> {
        if let Blend::Alpha(opacity) = self { Some(opacity) } else { None }
    }

    /// Texels are mixed that would be opaque by themselves: those without STP, or of full alpha.
    pub fn takes_all(self) -> bool {
        self.opacity().is_some_and(|opacity| opacity < 1.0)
    }

    /// Formula of the mix: `B/2 + F/2`.
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

/// The formula, and the opacity of the whole where there is one: `B·(1 − α) + F·α, 40 % opaque`.
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
    /// The texel as it is.
    Raw,
}
