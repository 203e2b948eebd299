//! Texture coordinates are inside their texture: a wrong unit or the wrong texture puts them outside.

use super::{Check, Rule, Subject, Tally, Unit};
use crate::scene::{Element, Face, Material, Scene, Surface, UvSpace, name_of};

pub(super) static RULE: Rule = Rule {
    key: "texture_coordinates",
    title: "texture coordinates",
    meaning: "Texture coordinates are inside their texture unless it repeats",
    things: ["face", "faces"],
    unit: Unit::Texels,
    tolerance: 0.05,
    check: Check::Scene(check),
};

/// Texels by which a corner may be outside. Some games map a picture of 16 texels to a texture of 8.
const MARGIN: f32 = 8.0;
/// Maximum number of repeats of a texture across one face.
const MAX_REPEATS: f32 = 256.0;

/// Range of a material's coordinates.
#[derive(Clone, Copy)]
struct Range {
    /// Texels per unit of the stored coordinates.
    scale: [f32; 2],
    size: [f32; 2],
    tiled: bool,
}

fn check(scene: &Scene, _: &Subject<'_>, tally: &mut Tally) {
    let ranges: Vec<Option<Range>> =
        scene.materials.iter().map(|material| range(scene, material)).collect();
    for (id, mesh) in scene.meshes.pairs() {
        for face in &mesh.faces {
            let range = ranges.get(face.material.index()).copied().flatten();
            let Some(range) = range else { continue };
            let outside = outside(&face, range);
            let is_outside = outside.is_nan() || outside > 0.0;
            tally.count(is_outside.then_some(outside.into()), || {
                let name = name_of(scene, Element::Mesh(id));
                (name, mesh.face_spans.origin(face.index as usize))
            });
        }
    }
}

/// Plausible range of the coordinates of a material; `None` if there is no texture of known size.
fn range(scene: &Scene, material: &Material) -> Option<Range> {
    let Surface::Textured { texture, .. } = material.surface else { return None };
    let texture = scene.textures.get(texture)?;
    if texture.pixels.is_placeholder() || texture.width == 0 || texture.height == 0 {
        return None;
    }
    let size = [texture.width as f32, texture.height as f32];
    let scale = match material.uv {
        UvSpace::Texels => [1.0; 2],
        UvSpace::Fraction => size,
    };
    Some(Range { scale, size, tiled: material.tiled })
}

/// Distance of the farthest corner from the texture, in texels; 0 inside.
fn outside(face: &Face, range: Range) -> f32 {
    let Range { scale, size, tiled } = range;
    let mut farthest: f32 = 0.0;
    for (_, uv) in face.tex_coords() {
        for axis in 0..2 {
            let at = uv[axis] * scale[axis];
            let margin = if tiled { size[axis] * MAX_REPEATS } else { MARGIN };
            let outside = (-at).max(at - size[axis]) - margin;
            if outside.is_nan() {
                return f32::NAN;
            }
            farthest = farthest.max(outside);
        }
    }
    farthest
}
