//! The empty scene of a file.

use super::resource_name;
use crate::bytes::Source;
use crate::scene::{Layer, LayerKind, Scene};

/// An empty scene with the layer of drawn geometry.
pub(super) fn scene(source: &Source) -> Scene {
    let drawn = Layer { name: "Drawn".to_owned(), kind: LayerKind::Drawn, visible: true };
    let name = resource_name(source.name()).to_owned();
    Scene { name, layers: vec![drawn], ..Scene::default() }
}
