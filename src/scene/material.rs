//! Render states.

/// Everything about a face but its corners that decides how it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    pub name: String,
    pub surface: Surface,
    pub uv: UvSpace,
    /// The texture repeats; else coordinates outside it are an accident.
    pub tiled: bool,
    /// Semi-transparent: how texels with STP (all of an untextured face) meet what is behind.
    pub blend: Option<Blend>,
    pub double_sided: bool,
    pub colour: ColourScale,
    /// Corner colours differ; matters for the PlayStation's dither.
    pub gouraud: bool,
    /// The engine computes the colour from the normals.
    pub lit: bool,
    /// The engine splits the face when it is near.
    pub subdivided: bool,
    /// The original draws nothing here, although it should (see the face card).
    pub vanishes: bool,
}

impl Material {
    /// Opaque, one-sided, of corner colours as they are.
    pub const PLAIN: Self = Self {
        name: String::new(),
        surface: Surface::Plain,
        uv: UvSpace::Fraction,
        tiled: false,
        blend: None,
        double_sided: false,
        colour: ColourScale::Modulate255,
        gouraud: false,
        lit: false,
        subdivided: false,
        vanishes: false,
    };
}

/// What covers the face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surface {
    /// Corner colours alone.
    Plain,
    Textured {
        texture: u32,
        palette: Option<u32>,
    },
    /// A texture that is in no opened file: drawn as a checker. Its name hash, or `None` when the
    /// face's reference itself is out of range.
    Missing(Option<u32>),
}

/// Unit of the stored texture coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UvSpace {
    /// Whole texels from the texture's top left corner.
    Texels,
    /// Fractions of the texture.
    Fraction,
}

/// The PlayStation's four ways to mix a front pixel F into a back pixel B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Blend {
    /// B/2 + F/2
    Average,
    /// B + F
    Add,
    /// B − F
    Subtract,
    /// B + F/4
    AddQuarter,
}

impl Blend {
    pub const ALL: [Blend; 4] = [Blend::Average, Blend::Add, Blend::Subtract, Blend::AddQuarter];

    /// The mode with this number, of which only two bits are used.
    pub fn from_mode(mode: u32) -> Self {
        Self::ALL[(mode & 3) as usize]
    }

    pub fn mode(self) -> u32 {
        self as u32
    }

    pub fn formula(self) -> &'static str {
        match self {
            Blend::Average => "B/2 + F/2",
            Blend::Add => "B + F",
            Blend::Subtract => "B − F",
            Blend::AddQuarter => "B + F/4",
        }
    }
}

/// What a corner colour does to a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColourScale {
    /// 128 is neutral: `texel · c / 128`.
    Modulate128,
    /// 255 is neutral: `texel · c / 255`.
    Modulate255,
    /// The texel as it is.
    Raw,
}
