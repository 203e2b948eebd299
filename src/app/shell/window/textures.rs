//! Textures that come while the scene is shown, and small pictures of the files in sight.

use super::Window;
use crate::app::jobs::thumbnails;
use crate::app::model::thumbnails::Item;

impl Window {
    /// Brings what was decoded into the picture, and keeps a job decoding while more is wanted.
    pub(super) fn stream_textures(&mut self, ctx: &egui::Context) {
        let loader = self.panels.scene.stream_textures(ctx, &self.state.view.camera);
        let Some(loader) = loader.filter(|_| self.pending.textures.is_none()) else { return };
        let job = self.jobs.start("Textures", true, move |handle| {
            loader.run(|| {
                let (done, total) = loader.progress();
                handle.progress(done as u64, total as u64);
                !handle.cancelled()
            });
            if handle.cancelled() {
                loader.stop();
            }
        });
        self.pending.textures = Some(job);
    }

    /// The scene they belong to is not shown any more.
    pub(super) fn forget_textures(&mut self) {
        if let Some(job) = self.pending.textures.take() {
            self.jobs.cancel(job);
        }
    }

    /// Puts something in the queue of what gets a small picture.
    pub(super) fn draw_thumbnail(&mut self, item: &Item) {
        let no_device = matches!(self.gpu.get(), Some(None));
        self.state.files.thumbnails.ask(item, no_device);
        self.draw_thumbnails();
    }

    /// Keeps one job at the queue as long as there is something in it.
    pub(super) fn draw_thumbnails(&mut self) {
        if self.pending.thumbnails.is_some() || !self.state.files.thumbnails.is_wanted() {
            return;
        }
        let (queue, gpu) = (self.state.files.thumbnails.queue(), self.gpu.clone());
        let cache = self.indexing.cache();
        self.pending.thumbnails =
            Some(self.jobs.start("Drawing small pictures", true, move |handle| {
                thumbnails::work(handle, &queue, &gpu, cache.as_deref());
            }));
    }
}
