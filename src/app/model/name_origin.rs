//! Origin of names that replace hashes.

use super::State;
use crate::container::Names;
use crate::scene::{Element, Scene, name_of};

/// Describes where the name of an element comes from, if its file stores only the hash.
pub fn name_origin(state: &State, scene: &Scene, element: Element) -> Option<String> {
    let hash = scene.name_hash(element)?;
    let shown = name_of(scene, element);
    let mut known = None;
    state.library.names.each(hash, &mut |name, from| {
        if known.is_none() && name == shown {
            known = Some(from.to_owned());
        }
    });
    Some(format!("{shown} is the name of {hash:#010x}, from {}", known?))
}
