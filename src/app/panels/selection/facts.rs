//! Computes the facts about faces that the card displays.

use std::collections::BTreeMap;

use glam::Vec3;

use crate::app::model::DocScene;
use crate::scene::{
    Element, Face, FaceField, FaceRef, FlagBit, Material, Mesh, Posed, Scene, Surface, TextureFault,
};

/// Number of faces by stored value.
pub type Tally = BTreeMap<u32, usize>;

/// Describes a face in one line: `textured gouraud quad, semi-transparent B + F, double-sided`. `corners`
/// is the number of corners of the stored polygon, if it differs from that of the drawn face.
pub fn in_words(face: &Face, corners: Option<u32>, material: &Material) -> String {
    let surface = match material.surface {
        Surface::Plain => "plain",
        Surface::Textured { .. } => "textured",
        Surface::Missing(_) => "textured (missing)",
        Surface::Faulty(_) => "textured (faulty)",
    };
    let shading = if material.gouraud { "gouraud" } else { "flat" };
    let shape = match corners.unwrap_or(if face.is_triangle() { 3 } else { 4 }) {
        3 => "triangle".to_owned(),
        4 => "quad".to_owned(),
        more => format!("polygon, {more} corners"),
    };
    let mut words = format!("{surface} {shading} {shape}");
    if let Some(blend) = material.blend {
        words.push_str(&format!(", semi-transparent {blend}"));
    }
    let marks = [
        (material.double_sided, "double-sided"),
        (material.tiled, "tiled"),
        (material.lit, "lit"),
        (material.subdivided, "subdivided when near"),
        (material.shine.is_some(), "reflecting"),
    ];
    for (_, mark) in marks.into_iter().filter(|(is, _)| *is) {
        words.push_str(", ");
        words.push_str(mark);
    }
    words
}

/// Number of corners of a face's stored polygon, in formats whose polygons are cut into faces;
/// `None` if the face does not come from a polygon, for example in terrain.
pub fn stored_corners(scene: &Scene, mesh: &Mesh, index: u32) -> Option<u32> {
    let field = scene.face_fields.iter().position(|field| field.name == FaceField::CORNERS)?;
    value(mesh, field, index).filter(|corners| *corners > 0)
}

/// Warnings about surprising properties.
pub fn warnings(material: &Material) -> Vec<String> {
    let mut all = Vec::new();
    if material.vanishes {
        all.push(
            "Some games reportedly drop this face when it is near, because it is untextured and \
             subdivided."
                .to_owned(),
        );
    }
    match material.surface {
        Surface::Missing(Some(name)) => {
            all.push(format!("Texture {name:08x} was not found in any open file; drawn in grey."));
        }
        Surface::Missing(None) => {
            all.push("Texture index is past the end of the file's list; drawn in grey.".to_owned());
        }
        Surface::Faulty(TextureFault::WrongTexture) => all.push(
            "Flag 0x0001 without 0x0002: the game draws a wrong texture. Drawn as a checkerboard."
                .to_owned(),
        ),
        Surface::Faulty(TextureFault::UndefinedCoordinates) => all.push(
            "Flag 0x0002 without 0x0001: the game draws undefined texture coordinates. Drawn as a \
             checkerboard."
                .to_owned(),
        ),
        _ => {}
    }
    all
}

/// A label and an explanation if a placeholder is displayed instead of the material's texture.
pub fn placeholder(scene: &Scene, material: &Material) -> Option<(&'static str, &'static str)> {
    match material.surface {
        Surface::Missing(_) => Some(("texture missing", "Drawn in grey")),
        Surface::Faulty(_) => Some(("texture faulty", "Drawn as a checkerboard")),
        Surface::Textured { texture, .. } => {
            let texture = scene.textures.get(texture)?;
            texture.pixels.is_placeholder().then_some(PLACEHOLDER)
        }
        Surface::Plain => None,
    }
}

/// Label and explanation of a texture whose texel file is missing.
pub const PLACEHOLDER: (&str, &str) = (
    "placeholder",
    "Its texel file is missing; drawn in the single colour that is stored with its size",
);

/// World positions of a face's corners, in strip order.
pub fn corners(scene: &DocScene, posed: &Posed, at: FaceRef) -> Vec<Vec3> {
    crate::app::model::view::bounds::points_of(scene, posed, Element::Face(at))
}

/// Geometry of a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Unit normal of the first triangle as stored; 0 if it has no area.
    pub normal: Vec3,
    /// In square units of the scene.
    pub area: f32,
    /// Distance of the fourth corner from the plane of the first three.
    pub warp: f32,
}

/// Computes the shape from corners in strip order: triangles (0,1,2) and (1,2,3).
pub fn shape(corners: &[Vec3]) -> Option<Shape> {
    let [a, b, c, rest @ ..] = corners else { return None };
    let cross = (*b - *a).cross(*c - *a);
    let normal = cross.normalize_or_zero();
    let second = rest.first().map(|d| (*c - *b).cross(*d - *b).length()).unwrap_or(0.0);
    let warp = rest.first().map_or(0.0, |d| (*d - *a).dot(normal).abs());
    Some(Shape { normal, area: (cross.length() + second) / 2.0, warp })
}

/// A bit of the flags of one or more faces.
#[derive(Clone, Debug, PartialEq)]
pub struct BitFact<'a> {
    /// `None` for a set bit whose meaning is unknown.
    pub known: Option<&'a FlagBit>,
    pub mask: u32,
    /// 0 or 1, or the value of a group of bits; `None` if the faces differ.
    pub value: Option<u32>,
    /// Number of faces with any of these bits set.
    pub set: usize,
}

/// All named bits of a field, and all other bits that are set in some face.
pub fn bits<'a>(field: &'a FaceField, values: &Tally) -> Vec<BitFact<'a>> {
    let known = field.flags.iter().fold(0, |known, flag| known | flag.mask);
    let any = values.keys().fold(0, |any, value| any | value);
    let fact = |known, mask: u32| {
        let held = |value: &u32| (value & mask).unbounded_shr(mask.trailing_zeros());
        let first = values.keys().next().map(held);
        let value = first.filter(|first| values.keys().all(|value| held(value) == *first));
        let set = values.iter().filter(|(value, _)| **value & mask != 0).map(|(_, n)| n).sum();
        BitFact { known, mask, value, set }
    };
    let named = field.flags.iter().map(|flag| fact(Some(flag), flag.mask));
    let unknown = (0..32).map(|bit| 1u32 << bit).filter(|mask| any & !known & mask != 0);
    named.chain(unknown.map(|mask| fact(None, mask))).collect()
}

/// A stored value of a face.
pub fn value(mesh: &Mesh, field: usize, face: u32) -> Option<u32> {
    mesh.face_values.get(field)?.get(face as usize)
}
