//! State of the gallery: a rotating model, and a sound that plays on hover.

use egui::TextureHandle;

use crate::app::model::document::thumbnails::Item;
use crate::app::model::sound::Key;

/// Rotation and sound in the gallery.
#[derive(Default)]
pub struct Gallery {
    /// The rotating model with its last picture.
    pub turning: Option<(Item, Option<TextureHandle>)>,
    /// The sound that plays on hover.
    pub tried: Option<SampledSound>,
}

/// A sound of a file that need not be open.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledSound {
    pub item: Item,
    /// Key of the player; `None` until the sound is decoded.
    pub key: Option<Key>,
}

impl Gallery {
    /// The rotating model.
    pub fn turns(&self) -> Option<&Item> {
        self.turning.as_ref().map(|(item, _)| item)
    }

    /// The newest picture of the rotating model, if it is `item`.
    pub fn turned(&self, item: &Item) -> Option<&TextureHandle> {
        let (turning, picture) = self.turning.as_ref()?;
        picture.as_ref().filter(|_| turning == item)
    }

    /// `true` if this sound plays on hover.
    pub fn tries(&self, item: &Item) -> bool {
        self.tried.as_ref().is_some_and(|tried| tried.item == *item)
    }
}
