//! What goes on in the gallery: a model that turns, a sound that is tried.

use egui::TextureHandle;

use super::playback::Key;
use super::thumbnails::Item;

/// What the gallery moves and plays.
#[derive(Default)]
pub struct Gallery {
    /// The model that turns, with what was drawn of it last.
    pub turning: Option<(Item, Option<TextureHandle>)>,
    /// The sound that is tried.
    pub tried: Option<Tried>,
}

/// A sound of a file that need not be open.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    pub item: Item,
    /// By which the player knows it; `None` until it is decoded.
    pub key: Option<Key>,
}

impl Gallery {
    /// The model that turns.
    pub fn turns(&self) -> Option<&Item> {
        self.turning.as_ref().map(|(item, _)| item)
    }

    /// The newest picture of what turns, where that is `item`.
    pub fn turned(&self, item: &Item) -> Option<&TextureHandle> {
        let (turning, picture) = self.turning.as_ref()?;
        picture.as_ref().filter(|_| turning == item)
    }

    /// Whether this is the sound that is tried.
    pub fn tries(&self, item: &Item) -> bool {
        self.tried.as_ref().is_some_and(|tried| tried.item == *item)
    }
}
