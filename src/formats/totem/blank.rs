//! The scene of a file before anything is in it.

use super::resource_name;
use crate::bytes::Source;
use crate::scene::{Layer, LayerKind, Scene};

/// A scene that holds nothing yet but the layer of what is drawn.
pub(super) fn scene(source: &Source) -> Scene {
    let drawn = Layer { name: "Drawn".to_owned(), kind: LayerKind::Drawn, visible: true };
    let name = resource_name(source.name()).to_owned();
    Scene { name, layers: vec![drawn], ..Scene::default() }
}
