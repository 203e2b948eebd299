//! Facts of a face, apart from how they are shown.

use std::collections::BTreeMap;

use glam::Vec3;

use crate::app::model::DocScene;
use crate::scene::{
    Element, Face, FaceField, FaceRef, FlagBit, Material, Mesh, Posed, Scene, Surface,
};

/// Number of faces by the stored number.
pub type Tally = BTreeMap<u32, usize>;

/// The state of a face in one line: `textured gouraud quad, semi-transparent B + F, double-sided`.
/// `corners` is how many the stored polygon has, where that is another number than what is drawn.
pub fn in_words(face: &Face, corners: Option<u32>, material: &Material) -> String {
    let surface = match material.surface {
        Surface::Plain => "plain",
        Surface::Textured { .. } => "textured",
        Surface::Missing(_) => "textured (missing)",
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

/// How many corners the stored polygon of a face has, in formats that cut polygons into faces;
/// `None` where a face comes from no polygon, as those of the ground.
pub fn stored_corners(scene: &Scene, mesh: &Mesh, index: u32) -> Option<u32> {
    let field = scene.face_fields.iter().position(|field| field.name == FaceField::CORNERS)?;
    value(mesh, field, index).filter(|corners| *corners > 0)
}

/// Sentences about what will surprise.
pub fn warnings(material: &Material) -> Vec<String> {
    let mut all = Vec::new();
    if material.vanishes {
        all.push(
            "Some games are said to lose this face when it is near: it is untextured and to be \
             split."
                .to_owned(),
        );
    }
    match material.surface {
        Surface::Missing(Some(name)) => all.push(format!(
            "No opened file holds its texture {name:08x}: a plain grey stands for it."
        )),
        Surface::Missing(None) => all.push(
            "It names a texture past the end of the file's list; a plain grey stands for it."
                .to_owned(),
        ),
        _ => {}
    }
    all
}

/// Why something else is shown than the texture of a material: a word, and a sentence.
pub fn stand_in(scene: &Scene, material: &Material) -> Option<(&'static str, &'static str)> {
    match material.surface {
        Surface::Missing(_) => Some(("texture missing", "A plain grey stands for the texture")),
        Surface::Textured { texture, .. } => {
            let texture = scene.textures.get(texture)?;
            texture.pixels.is_placeholder().then_some(PLACEHOLDER)
        }
        Surface::Plain => None,
    }
}

/// What is said of a texture whose texels are in a file that is not there.
pub const PLACEHOLDER: (&str, &str) = (
    "placeholder",
    "The file that holds its texels is not there: the one colour that is stored beside its size is \
     shown",
);

/// Positions of a face's corners as placed, in strip order.
pub fn corners(scene: &DocScene, posed: &Posed, at: FaceRef) -> Vec<Vec3> {
    crate::app::model::bounds::points_of(scene, posed, Element::Face(at))
}

/// A face's shape in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Unit length, of the first triangle as stored; 0 where it has no area.
    pub normal: Vec3,
    /// Square units of the scene.
    pub area: f32,
    /// How far the fourth corner is from the plane of the first three.
    pub warp: f32,
}

/// The shape of corners in strip order: triangles (0,1,2) and (1,2,3).
pub fn shape(corners: &[Vec3]) -> Option<Shape> {
    let [a, b, c, rest @ ..] = corners else { return None };
    let cross = (*b - *a).cross(*c - *a);
    let normal = cross.normalize_or_zero();
    let second = rest.first().map(|d| (*c - *b).cross(*d - *b).length()).unwrap_or(0.0);
    let warp = rest.first().map_or(0.0, |d| (*d - *a).dot(normal).abs());
    Some(Shape { normal, area: (cross.length() + second) / 2.0, warp })
}

/// One bit of the flags of a face, or of many.
#[derive(Clone, Debug, PartialEq)]
pub struct BitFact<'a> {
    /// `None`: set, and nobody knows what for.
    pub known: Option<&'a FlagBit>,
    pub mask: u32,
    /// 0 or 1, or the number a group of bits holds; `None` where the faces differ.
    pub value: Option<u32>,
    /// In how many faces any of it is set.
    pub set: usize,
}

/// Every named bit of a field, and every other one that is set in some face.
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

/// A stored number of a face.
pub fn value(mesh: &Mesh, field: usize, face: u32) -> Option<u32> {
    mesh.face_values.get(field)?.get(face as usize)
}
