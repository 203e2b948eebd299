//! Instances at the transforms that they have: the level's, and the saved scene's if it differs.

use glam::Mat4;

use super::level::{Level, LevelInstance};
use super::saved::Saved;
use super::transform::differs;
use crate::scene::{HelperId, Id, Origin, Scene};

/// Name of the variant that selects transforms of the level or of the saved scene.
pub const PLACES: &str = "Places";

/// An instance at one of its transforms.
pub struct PlacedInstance<'a> {
    pub instance: &'a LevelInstance,
    pub transform: Mat4,
    /// The record with the transform.
    pub origin: Origin,
}

/// Calls `add` with every instance at each of its transforms. If an instance has two, the helpers that
/// `add` creates for it belong to the options of [`PLACES`].
pub fn at_each_transform(
    level: &Level<'_>,
    saved: Option<&Saved<'_>>,
    scene: &mut Scene,
    mut add: impl FnMut(&PlacedInstance<'_>, &mut Scene),
) {
    let mut options: [Vec<HelperId>; 2] = Default::default();
    for instance in &level.instances {
        let there = saved.and_then(|saved| saved.transform_of(instance.hash)?.0);
        let Some(transform) = instance.transform.or(there) else { continue };
        let usual = PlacedInstance { instance, transform, origin: instance.origin.clone() };
        let moved = there.filter(|there| differs(transform, *there)).map(|transform| {
            let origin = saved.and_then(|saved| saved.origin_of(instance.hash));
            PlacedInstance { instance, transform, origin: origin.unwrap_or_default() }
        });
        let Some(moved) = moved else {
            add(&usual, scene);
            continue;
        };
        for (standing, helpers) in [usual, moved].iter().zip(&mut options) {
            let first = scene.helpers.len();
            add(standing, scene);
            let added = first..scene.helpers.len();
            helpers.extend(added.filter_map(|index| Some(Id::new(u32::try_from(index).ok()?))));
        }
    }
    let variant = scene.variants.find(|variant| variant.name == PLACES);
    let Some(variant) = variant.and_then(|id| scene.variants.get_mut(id)) else { return };
    for (option, helpers) in variant.options.iter_mut().zip(options) {
        option.helpers.extend(helpers);
    }
}
