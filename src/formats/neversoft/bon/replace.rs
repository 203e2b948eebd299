//! Replaces textures of materials, each of which is an embedded file.

use super::records::{Bon, Version};
use crate::formats::ms::dds::Dds;
use crate::formats::neversoft::embedded::repainted;
use crate::formats::sega::pvr::Pvr;
use crate::formats::write_back::numbers;
use crate::formats::{EditResult, Records, Refusal};
use crate::scene::Replacement;

pub(super) fn with_texture(skater: &Bon, path: &str, new: &Replacement) -> EditResult<Vec<u8>> {
    let none = || Refusal(format!("{path} is not a texture of this skater"));
    let material = path.strip_suffix(".texture").and_then(|path| numbers(path, ["materials"]));
    let [material] = material.ok_or_else(none)?;
    let mut skater = skater.clone();
    let found = skater.materials.get_mut(material).and_then(|found| found.texture.as_mut());
    let texture = found.ok_or_else(none)?;
    texture.file = match skater.version {
        Version::One => repainted::<Pvr>(&texture.file, new)?,
        Version::Three | Version::Four => repainted::<Dds>(&texture.file, new)?,
    }
    .into();
    skater.write()
}
