//! Textures fit their palettes: a palette read from the wrong offset is missing, too short, or of one
//! colour.

use super::{Check, Rule, Subject, Tally, Unit};
use crate::scene::{Element, PaletteId, Scene, Surface, Texels, Texture, TextureId, name_of};

pub(super) static RULE: Rule = Rule {
    key: "palettes",
    title: "palettes",
    meaning: "Palettes have colours for all texels of their texture, and more than one",
    things: ["texture", "textures"],
    unit: Unit::Percent,
    tolerance: 0.1,
    check: Check::Scene(check),
};

/// Number of decoded texels after which the remaining textures are skipped.
const MAX_TEXELS: u64 = 1 << 24;
/// Number of colours in use from which a texture counts as a picture.
const MIN_USED: usize = 4;

fn check(scene: &Scene, _: &Subject<'_>, tally: &mut Tally) {
    let palettes = palettes(scene);
    let mut spent = 0;
    for ((id, texture), palette) in scene.textures.pairs().zip(palettes) {
        let Some(palette) = palette.filter(|_| texture.format.is_indexed()) else { continue };
        spent += u64::from(texture.width) * u64::from(texture.height);
        if spent > MAX_TEXELS {
            return;
        }
        tally.count(excess(scene, texture, palette), || {
            (name_of(scene, Element::Texture(id)), texture.origin.clone())
        });
    }
}

/// Palette of each texture: the one it names, otherwise the first one that faces use with it.
fn palettes(scene: &Scene) -> Vec<Option<PaletteId>> {
    let mut all: Vec<Option<PaletteId>> =
        scene.textures.iter().map(|texture| texture.palette).collect();
    for material in &scene.materials {
        let Surface::Textured { texture, palette } = material.surface else { continue };
        let own: Option<&mut Option<PaletteId>> = all.get_mut(TextureId::index(texture));
        if let Some(own) = own {
            *own = own.or(palette);
        }
    }
    all
}

/// Percentage of the texels that have no colour, or all have the same one.
fn excess(scene: &Scene, texture: &Texture, palette: PaletteId) -> Option<f64> {
    let Some(palette) = scene.palettes.get(palette) else { return Some(100.0) };
    let Texels::Indices(texels) = texture.pixels.decode() else { return None };
    let mut uses = [0u64; 256];
    for index in &texels {
        if let Some(uses) = uses.get_mut(usize::from(*index)) {
            *uses += 1;
        }
    }
    let total = texels.len().max(1) as f64;
    let colours = palette.loaded();
    let without: u64 = uses.iter().skip(colours.len()).sum();
    if without > 0 {
        return Some(without as f64 * 100.0 / total);
    }
    let used = uses.iter().zip(&colours).filter(|(uses, _)| **uses > 0).map(|(_, colour)| colour);
    let first = used.clone().next();
    let is_flat = used.clone().count() >= MIN_USED && used.clone().all(|own| Some(own) == first);
    is_flat.then_some(100.0)
}
