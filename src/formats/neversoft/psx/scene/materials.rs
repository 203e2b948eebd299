//! Converts face flags to materials, one per distinct render state.

use std::collections::HashMap;

use super::super::face::{Face, Uv};
use super::super::flags::{self, base};
use super::super::records::Version;
use crate::formats::flag_bits;
use crate::scene::{
    Blend, ColourScale, FaceField, List, Material, MaterialId, Scene, Surface, UvSpace,
};

/// Flags that affect drawing; other flags would only split equal states.
const STATE: u16 = base::ANY_TEXTURE
    | base::LIT
    | base::TILED
    | base::SEMI
    | 0x0180
    | base::DOUBLE_SIDED
    | base::GOURAUD
    | base::SUBDIVIDE;

/// Key that distinguishes states.
type Key = (u16, bool, Surface);

/// Number of slots in the cache of recent states.
const RECENT: usize = 64;

/// Render states of the faces of one model.
pub struct States {
    known: HashMap<Key, u32>,
    list: Vec<Key>,
    /// State index of each face.
    faces: Vec<u32>,
    /// Direct-mapped cache of recent states, indexed by their bits: a lookup in `known` for every face
    /// would take longer than all other processing.
    recent: [Option<(Key, u32)>; RECENT],
}

impl Default for States {
    fn default() -> Self {
        let (list, faces) = (Vec::new(), Vec::new());
        Self { known: HashMap::new(), list, faces, recent: [None; RECENT] }
    }
}

impl States {
    /// Adds a face with texture `surface`; `smooth` if its corners have individual normals.
    pub fn push(&mut self, face: &Face, surface: Surface, version: Version, smooth: bool) {
        let wide = version == Version::V6 || matches!(face.uv(), Some(Uv::Wide { .. }));
        // Lighting gives such corners different colours.
        let shaded = if smooth && face.flags & base::LIT != 0 { base::GOURAUD } else { 0 };
        let key = ((face.flags | shaded) & STATE, wide, surface);
        let texture = match surface {
            Surface::Textured { texture, .. } => texture.number(),
            Surface::Plain | Surface::Missing(_) | Surface::Faulty(_) => 0,
        };
        // Fibonacci hashing: the top bits of the product depend on all bits.
        let bits = (texture << 16 ^ u32::from(key.0)).wrapping_mul(0x9E37_79B1);
        let recent = &mut self.recent[(bits >> 24) as usize % RECENT];
        if let Some((_, state)) = recent.filter(|(known, _)| *known == key) {
            self.faces.push(state);
            return;
        }
        let next = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        let state = *self.known.entry(key).or_insert(next);
        if state == next {
            self.list.push(key);
        }
        *recent = Some((key, state));
        self.faces.push(state);
    }
}

/// Distinct render states of all models.
#[derive(Default)]
pub struct Materials {
    known: HashMap<Key, MaterialId>,
    list: List<Material>,
}

impl Materials {
    /// Adds the states of a model; returns the material of each of its faces.
    pub fn add(&mut self, states: &States) -> Vec<MaterialId> {
        let mut material = |key: &Key| {
            let next = self.list.next_id();
            let material = *self.known.entry(*key).or_insert(next);
            if material == next {
                self.list.push(make(*key));
            }
            material
        };
        let materials: Vec<_> = states.list.iter().map(&mut material).collect();
        let of = |state: &u32| materials.get(*state as usize).copied().unwrap_or_default();
        states.faces.iter().map(of).collect()
    }

    /// Names and returns all materials.
    pub fn finish(mut self, scene: &Scene) -> List<Material> {
        for material in &mut self.list {
            let surface = match material.surface {
                Surface::Plain => "plain".to_owned(),
                Surface::Textured { texture, .. } => {
                    scene.textures.get(texture).map_or(String::new(), |t| t.name.clone())
                }
                Surface::Missing(Some(name)) => format!("missing {name:08x}"),
                Surface::Missing(None) => "missing".to_owned(),
                Surface::Faulty(_) => "faulty".to_owned(),
            };
            material.name = format!("{surface}{}", material.name);
        }
        self.list
    }
}

fn make((flags, wide, surface): Key) -> Material {
    let has = |mask| flags & mask != 0;
    let textured = has(base::ANY_TEXTURE);
    let mut name = String::new();
    for (set, word) in [
        (has(base::GOURAUD), " gouraud"),
        (has(base::TILED), " tiled"),
        (has(base::DOUBLE_SIDED), " double-sided"),
        (has(base::LIT), " lit"),
        (has(base::SUBDIVIDE), " subdivided"),
    ] {
        if set {
            name.push_str(word);
        }
    }
    let blend = flags::blend_mode(flags).map(Blend::from_mode);
    if let Some(blend) = blend {
        name.push_str(&format!(" {}", blend.formula()));
    }
    Material {
        name,
        surface,
        uv: if wide { UvSpace::Fraction } else { UvSpace::Texels },
        tiled: has(base::TILED),
        blend,
        blends_all: false,
        double_sided: has(base::DOUBLE_SIDED),
        // Ports multiply by c/255, the PlayStation by c/128 (section 9).
        colour: if wide { ColourScale::Modulate255 } else { ColourScale::Modulate128 },
        gouraud: has(base::GOURAUD),
        lit: has(base::LIT),
        subdivided: has(base::SUBDIVIDE),
        vanishes: has(base::SUBDIVIDE) && !textured,
        shine: None,
    }
}

/// Number of face fields that can be used for colouring, search and export.
pub const FACE_FIELDS: usize = 5;

/// Face fields that can be used for colouring, search and export.
pub fn face_fields() -> [FaceField; FACE_FIELDS] {
    let field = |name, width, flags| FaceField { name, bits: width, flags };
    [
        field("flags", 16, flag_bits(flags::BASE)),
        field("surface", 16, flag_bits(flags::SURFACE)),
        field("texture", 32, Vec::new()),
        field("normal", 16, Vec::new()),
        field("colour", 32, Vec::new()),
    ]
}

/// Values of [`face_fields`] for one face.
pub fn face_values(face: &Face) -> [u32; FACE_FIELDS] {
    [
        face.flags.into(),
        face.surface.into(),
        face.texture().unwrap_or(u32::MAX),
        face.normal.into(),
        u32::from_le_bytes(face.colour),
    ]
}
