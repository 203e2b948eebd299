//! Jobs of the gallery: rotating models and playing sounds on hover.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use egui::TextureOptions;
use image::RgbaImage;

use super::Window;
use crate::app::jobs::turntable_preview::RotationRequest;
use crate::app::jobs::{sound_preview, thumbnails, turntable_preview};
use crate::app::model::PanelId;
use crate::app::model::document::thumbnails::Item;
use crate::app::model::search::gallery::SampledSound;
use crate::app::model::sound::{Key, PlayMode, PlayRequest, SoundRequest, Track};
use crate::app::shell::layout;
use crate::index::Query;

/// Jobs of the gallery.
#[derive(Default)]
pub struct GalleryJobs {
    /// The job that rotates a model, and its input.
    turning: Option<(u64, Sender<RotationRequest>)>,
    /// The job that decodes the hovered sound.
    trying: Option<u64>,
    /// Number of sounds played on hover so far.
    tried: u32,
}

impl Window {
    /// Stops rotation and sound when they are no longer visible.
    pub(super) fn keep_gallery(&mut self) {
        let gallery = &self.state.gallery;
        let is_busy = gallery.turning.is_some() || gallery.tried.is_some();
        if is_busy && !layout::visible(&self.layout).contains(&PanelId::GALLERY) {
            self.turn(None);
            self.end_trying();
        }
    }

    /// Rotates a model; `None` stops.
    pub(super) fn turn(&mut self, item: RotationRequest) {
        if self.state.gallery.turns() == item.as_ref() {
            return;
        }
        self.state.gallery.turning = item.clone().map(|item| (item, None));
        if let Some((_, wishes)) = &self.gallery.turning
            && wishes.send(item.clone()).is_ok()
        {
            return;
        }
        if item.is_some() {
            let (sender, wishes) = channel();
            let gpu = self.gpu.clone();
            // The job is listening, so this is received.
            let _ = sender.send(item);
            let job = self.jobs.start("Rotating a model", true, move |handle| {
                turntable_preview::turn(handle, &gpu, &wishes);
            });
            self.gallery.turning = Some((job, sender));
        }
    }

    /// Shows the next picture of a rotating model.
    pub(super) fn take_turned(&mut self, item: &Item, picture: &RgbaImage) {
        let Some((turning, shown)) = &mut self.state.gallery.turning else { return };
        if turning != item {
            return;
        }
        let image = thumbnails::image_of(picture);
        match shown {
            Some(shown) => shown.set(image, TextureOptions::LINEAR),
            None => {
                let ctx = self.jobs.context();
                *shown = Some(ctx.load_texture("turning", image, TextureOptions::LINEAR));
            }
        }
    }

    /// Handles the end of a job; `true` if it was one of the gallery.
    pub(super) fn end_of_turning(&mut self, job: u64) -> bool {
        if self.gallery.turning.take_if(|(own, _)| *own == job).is_some() {
            return true;
        }
        self.gallery.trying.take_if(|own| *own == job).is_some()
    }

    /// Plays a sound; `None` stops.
    pub(super) fn try_sound(&mut self, item: Option<Item>) {
        self.end_trying();
        let Some(item) = item else { return };
        self.connect_player();
        self.state.gallery.tried = Some(SampledSound { item: item.clone(), key: None });
        let is_even = self.state.settings.normalise;
        let found = self.state.finding.found.as_ref();
        let found = found.filter(|found| {
            found.hits.iter().any(|hit| hit.path == item.path && Item::of(hit) == item)
        });
        let query = found.and_then(|found| Query::parse(&found.query).ok());
        self.gallery.trying = Some(self.jobs.start("Decoding a sound", true, move |handle| {
            sound_preview::decode(handle, item, query.as_ref(), is_even);
        }));
    }

    /// Plays the hovered sound after it was decoded.
    pub(super) fn take_tried(
        &mut self,
        item: &Item,
        track: Option<Arc<Track>>,
        name: String,
        volume_db: f32,
    ) {
        let gallery = &mut self.state.gallery;
        let Some(tried) = gallery.tried.as_mut().filter(|tried| tried.item == *item) else {
            return;
        };
        self.gallery.tried = self.gallery.tried.wrapping_add(1);
        let key = Key::tried(self.gallery.tried);
        tried.key = Some(key);
        self.state.sound.put(key, track);
        let sounds =
            vec![SoundRequest { key, volume_db, attenuation: 0.0, speed: 1.0, envelope: None }];
        // Played once, because it is only a preview.
        let manner = PlayMode::AsSet { looped: false };
        self.state.sound.play(PlayRequest { sounds, name, manner, from: 0.0 });
    }

    /// Stops the hovered sound; one that the user has started since then continues.
    fn end_trying(&mut self) {
        if let Some(job) = self.gallery.trying.take() {
            self.jobs.cancel(job);
        }
        let Some(tried) = self.state.gallery.tried.take() else { return };
        let playing = self.state.sound.now().map(|now| now.key);
        if tried.key.is_some() && tried.key == playing {
            self.state.sound.stop();
        }
    }
}
