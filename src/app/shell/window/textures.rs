//! Texture streaming while the scene is visible, and thumbnails of the listed files.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Window;
use super::openings::TextureJob;
use crate::app::jobs::thumbnails;
use crate::app::model::document::thumbnails::Item;

impl Window {
    /// Uploads decoded textures, and keeps a decoding job running while more are requested.
    pub(super) fn stream_textures(&mut self, ctx: &egui::Context) {
        let loader = self.panels.scene.stream_textures(ctx, &self.state.view.camera);
        let Some(loader) = loader.filter(|_| self.pending.textures.is_none()) else { return };
        let is_paused = Arc::new(AtomicBool::new(false));
        let paused = is_paused.clone();
        let number = self.jobs.start("Textures", true, move |handle| {
            loader.run(|| {
                let (done, total) = loader.progress();
                handle.progress(done as u64, total as u64);
                !handle.cancelled() && !paused.load(Ordering::Relaxed)
            });
            if handle.cancelled() {
                loader.stop();
            }
        });
        self.pending.textures = Some(TextureJob { number, is_paused });
    }

    /// Stops decoding the textures of a scene that is no longer visible; it can be continued.
    pub(super) fn pause_textures(&mut self) {
        if let Some(job) = self.pending.textures.take() {
            job.is_paused.store(true, Ordering::Relaxed);
        }
    }

    /// Drops the textures of a scene that is no longer open.
    pub(super) fn forget_textures(&mut self) {
        if let Some(job) = self.pending.textures.take() {
            self.jobs.cancel(job.number);
        }
    }

    /// Adds an item to the thumbnail queue.
    pub(super) fn draw_thumbnail(&mut self, item: &Item) {
        let no_device = matches!(self.gpu.get(), Some(None));
        self.state.files.thumbnails.enqueue(item, no_device);
        self.draw_thumbnails();
    }

    /// Keeps one job running on the thumbnail queue.
    pub(super) fn draw_thumbnails(&mut self) {
        if self.pending.thumbnails.is_some() || !self.state.files.thumbnails.is_wanted() {
            return;
        }
        let (queue, gpu) = (self.state.files.thumbnails.queue(), self.gpu.clone());
        let cache = self.indexing.cache();
        self.pending.thumbnails =
            Some(self.jobs.start("Drawing thumbnails", true, move |handle| {
                thumbnails::work(handle, &queue, &gpu, cache.as_deref());
            }));
    }
}
