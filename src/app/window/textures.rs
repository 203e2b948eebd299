//! Textures that come while the scene is shown.

use super::Window;

impl Window {
    /// Brings what was decoded into the picture, and keeps a job decoding while more is wanted.
    pub(super) fn stream_textures(&mut self, ctx: &egui::Context) {
        let loader = self.panels.scene.stream_textures(ctx, &self.state.view.camera);
        let Some(loader) = loader.filter(|_| self.textures.is_none()) else { return };
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
        self.textures = Some(job);
    }

    /// The scene they belong to is not shown any more.
    pub(super) fn forget_textures(&mut self) {
        if let Some(job) = self.textures.take() {
            self.jobs.cancel(job);
        }
    }
}
