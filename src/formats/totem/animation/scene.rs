//! Tables of an animation's tracks and messages.

use super::Animation;
use super::keys::{KeyMessage, Keys, MESSAGES};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::totem::resource::Resource;
use crate::formats::totem::resources::Resources;
use crate::formats::totem::{blank, resource_name};
use crate::scene::{Scene, Table};

/// Both tables.
pub(super) fn build(file: &Loaded<Resource<Animation>>, context: Context<'_>) -> Scene {
    let mut scene = blank::scene(&file.source);
    let names = Resources::new(context);
    let name = |hash: u32| names.name(hash);
    scene.tables.extend(tracks(file, &name));
    scene.tables.extend(messages(file, &name));
    scene
}

/// Table with one row per track that has keys.
fn tracks(file: &Loaded<Resource<Animation>>, name: &dyn Fn(u32) -> String) -> Option<Table> {
    let animation = &file.records.body;
    let mut table = Table::new("Tracks", &["of", "what", "keys", "first frame", "last frame"]);
    let mut add = |path: String, of: u32, what: &str, frames: Vec<u16>| {
        let (Some(first), Some(last)) = (frames.first(), frames.last()) else { return };
        let cells = [
            name(of),
            what.to_owned(),
            frames.len().to_string(),
            first.to_string(),
            last.to_string(),
        ];
        table.row(file.origin(path), cells);
    };
    for (at, track) in animation.nodes.iter().enumerate() {
        let path = |name: &str| format!("nodes[{at}].{name}");
        add(path("vectors_a"), track.name, "vectors A", track.vectors_a.frames());
        add(path("rotation"), track.name, "rotation", track.rotation.frames());
        add(path("vectors_b"), track.name, "vectors B", track.vectors_b.frames());
        add(path("messages"), track.name, "messages", track.messages.frames());
    }
    for (at, track) in animation.meshes.iter().enumerate() {
        add(format!("meshes[{at}].hide"), track.name, "hides", track.hide.frames());
    }
    for (at, track) in animation.materials.iter().enumerate() {
        let tracks = [
            ("u", track.u.frames()),
            ("v", track.v.frames()),
            ("diffuse", track.diffuse.frames()),
            ("emissive", track.emissive.frames()),
            ("rotation", track.rotation.frames()),
        ];
        for (what, frames) in tracks {
            add(format!("materials[{at}].{what}"), track.name, what, frames);
        }
    }
    table.with_rows()
}

/// Table of the messages of an animation with their frames.
pub(in crate::formats::totem) fn messages(
    file: &Loaded<Resource<Animation>>,
    name: &dyn Fn(u32) -> String,
) -> Option<Table> {
    let title = format!("Messages of {}", resource_name(file.source.name()));
    let mut table = Table::new(title, &["bone", "frame", "message", "parameter", "text", "name"]);
    for (at, track) in file.records.body.nodes.iter().enumerate() {
        let path = format!("nodes[{at}].messages");
        for (path, cells) in message_rows(&track.messages, &path, name) {
            let all = [name(track.name)].into_iter().chain(cells).collect::<Vec<_>>();
            table.row(file.origin(path), all);
        }
    }
    table.with_rows()
}

/// Paths of the messages, and frame, message, parameter, text and name of each.
fn message_rows(
    keys: &Keys<KeyMessage>,
    path: &str,
    name: &dyn Fn(u32) -> String,
) -> Vec<(String, [String; 5])> {
    let mut rows = Vec::new();
    for (k, key) in keys.keys.iter().enumerate() {
        for (m, message) in key.messages.iter().enumerate() {
            let known = MESSAGES.iter().find(|known| known.value == message.id);
            let called =
                known.map_or_else(|| message.id.to_string(), |known| known.name.to_owned());
            let text = String::from_utf8_lossy(&message.text).into_owned();
            let of = if message.name == 0 { String::new() } else { name(message.name) };
            let cells = [key.frame.to_string(), called, message.parameter.to_string(), text, of];
            rows.push((format!("{path}.keys[{k}].messages[{m}]"), cells));
        }
    }
    rows
}
