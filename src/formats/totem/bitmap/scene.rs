//! Scene of a single bitmap.

use super::records::Bitmap;
use super::texture::{Alpha, table, texture};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::totem::{blank, name_hash, resource_name};
use crate::scene::Scene;

/// Builds the scene of a bitmap.
pub(super) fn build(file: &Loaded<Bitmap>, context: Context<'_>) -> Scene {
    let mut scene = blank::scene(&file.source);
    // A file that is named after its resource identifies it by the hash of its name.
    let hash = name_hash(file.source.file_name());
    let name = context.names.name(hash);
    let name = name.map_or_else(|| scene.name.clone(), |name| resource_name(&name).to_owned());
    if let Some(texture) = texture(file, name.clone(), hash, Alpha::Stored) {
        let texture = scene.textures.push(texture);
        scene.colour_tables.extend(table(file, &name, texture));
    }
    scene
}
