//! Decodes a sound for a preview in the gallery; its file need not be open in the window.

use super::{Handle, Message};
use crate::app::model::document::thumbnails::Item;
use crate::app::model::sound::Track;
use crate::bytes::Source;
use crate::index::Query;
use crate::library::Library;
use crate::scene::{Element, Sound, SoundId};

/// Decodes and sends a sound, under the first of its identifiers that the query names, if there is a query;
/// with `is_even` its loudness is measured first.
pub fn decode(handle: &Handle, item: Item, query: Option<&Query>, is_even: bool) {
    let library = Library::new();
    let opened = library.open(&item.path, None).ok();
    let scene = opened.as_ref().and_then(|opened| opened.scene(&library));
    let own: Vec<_> = opened.iter().flat_map(|opened| opened.layers()).map(Source::id).collect();
    let sound: Option<&Sound> = scene.as_ref().zip(item.part.as_ref()).and_then(|(scene, part)| {
        match part.element(scene, &own)? {
            Element::Sound(sound) => scene.sounds.get(sound),
            _ => None,
        }
    });
    if handle.cancelled() {
        return;
    }
    let id = sound.zip(query).map_or(0, |(sound, query)| named_id(sound, query));
    let name = sound.map(|sound| sound.name_as(id)).unwrap_or_default();
    let volume_db = sound.map_or(0.0, |sound| sound.volume_db(id));
    Track::decode(sound, is_even, |track| {
        handle.send(Message::Tried { item, track, name, volume_db });
    });
}

/// Index of the first identifier of a sound that a query names; 0 if it names none.
fn named_id(sound: &Sound, query: &Query) -> usize {
    let is_named = |id: &SoundId| {
        let names = id.name.known.iter().map(|known| known.name.as_str());
        query.names(id.name.hash, names)
    };
    sound.ids.iter().position(is_named).unwrap_or(0)
}
