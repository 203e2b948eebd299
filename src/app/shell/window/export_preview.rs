//! Draws the preview of the export dialog.

use std::borrow::Cow;
use std::sync::Arc;

use super::Window;
use crate::app::jobs::{Message, drawing};
use crate::app::model::export::preview::{FirstPicture, Request};

impl Window {
    pub(super) fn preview_export(&mut self, request: Request) {
        let Some(scene) = self.state.scene().map(|scene| scene.scene.clone()) else { return };
        let (edits, gpu) = (self.state.palettes.clone(), self.gpu.clone());
        let job = self.jobs.start("Drawing a preview", false, move |handle| {
            let scene = match edits.applied(&scene) {
                Cow::Borrowed(_) => scene,
                Cow::Owned(edited) => Arc::new(edited),
            };
            let first = drawing::first(&gpu, &scene, &request);
            handle.send(Message::ExportPreview { job: handle.job(), first });
        });
        self.dialogs.export.preview.begin(request, job);
    }

    pub(super) fn take_export_preview(&mut self, job: u64, first: Option<drawing::FirstPicture>) {
        let ctx = self.jobs.context();
        let first = first.map(|drawing::FirstPicture { picture, bytes, count, seconds }| {
            let size = [picture.width() as usize, picture.height() as usize];
            let image = egui::ColorImage::from_rgba_unmultiplied(size, picture.as_raw());
            let picture = ctx.load_texture("export preview", image, egui::TextureOptions::LINEAR);
            FirstPicture { picture, bytes, count, seconds }
        });
        self.dialogs.export.preview.take(job, first);
    }
}
