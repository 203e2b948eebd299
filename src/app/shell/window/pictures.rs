//! Pictures of the scene: screenshots, the picture dialog, contact sheets.

use std::io::Cursor;
use std::path::PathBuf;

use image::RgbaImage;

use super::Window;
use crate::app::jobs::thumbnails::image_of;
use crate::app::model::Level;
use crate::app::model::export::picture::PictureChoices;
use crate::app::panels::scene::{CachedBuffers, DrawImage};
use crate::app::shell::dialogs::{Dialog, PreviewPicture};
use crate::app::shell::folders::{pictures_folder, write_new};
use crate::container::{disk_path, path_text};
use crate::export::FileContents;
use crate::render::{Camera, Gpu};

/// Message about a device that is not ready, or does not exist.
pub(super) const NO_GRAPHICS: &str = "Pictures cannot be drawn without a graphics adapter";

impl Window {
    /// Writes a screenshot to the user's picture folder without overwriting a file.
    pub(super) fn screenshot(&mut self, overlays: bool) {
        let shot = self.panels.scene.screenshot(&self.state, overlays);
        self.draw_and_save(shot, pictures_folder());
    }

    fn draw_and_save(&mut self, choices: PictureChoices, folder: PathBuf) {
        let camera = self.state.view.camera;
        let cache = CachedBuffers::default();
        let shot = self.panels.scene.render_picture(&self.state, choices, camera, cache);
        self.save_picture(shot, folder, "Saving a picture", "", "Picture not saved");
    }

    /// Opens the picture dialog.
    pub(super) fn compose_picture(&mut self) {
        let Some(limit) = self.longest_side() else {
            return self.notify(Level::Warning, NO_GRAPHICS);
        };
        let displayed = self.panels.scene.screenshot(&self.state, true);
        self.open_dialog(Dialog::picture(&self.state, displayed, limit));
    }

    /// Largest number of pixels along a side of a picture.
    pub(super) fn longest_side(&self) -> Option<u32> {
        self.gpu.get().and_then(Option::as_ref).map(Gpu::longest_side)
    }

    pub(super) fn preview_picture(&mut self, choices: PictureChoices, camera: Camera) {
        let Some(preview) = self.dialogs.preview() else { return };
        let cache = preview.buffers.clone();
        let draw = self.panels.scene.render_picture(&self.state, choices, camera, cache);
        let Some(draw) = draw else { return preview.fail("No scene is displayed") };
        preview.request(&self.jobs.context(), move || {
            let picture = draw()?;
            let bytes = png_of(&picture)?.len() as u64;
            Ok(PreviewPicture { image: image_of(&picture), bytes })
        });
    }

    /// Writes the picture of the dialog and stores its settings.
    pub(super) fn save_composed(&mut self, choices: PictureChoices, folder: &str) {
        let settings = &mut self.state.settings;
        (settings.picture, settings.pictures) = (choices, folder.to_owned());
        self.draw_and_save(choices, disk_path(folder).into_owned());
    }

    /// Draws a picture of the open file on a thread and writes it into a folder under a name derived from
    /// that of the file, without overwriting another.
    pub(super) fn save_picture(
        &mut self,
        draw: Option<DrawImage>,
        folder: PathBuf,
        job: &str,
        suffix: &'static str,
        failure: &'static str,
    ) {
        let (Some(doc), Some(draw)) = (&self.state.doc, draw) else {
            let is_open = self.state.doc.is_some();
            let why = if is_open { "the scene is not drawn yet" } else { "no file is open" };
            return self.notify(Level::Warning, format!("{failure}: {why}"));
        };
        let stem = crate::container::safe_name(doc.opened.stored.file_name());
        self.jobs.start(job, false, move |handle| {
            let saved = draw().and_then(|picture| {
                let png = png_of(&picture)?;
                let contents = FileContents::Bytes(&png);
                write_new(&folder, &format!("{stem}{suffix}"), "png", contents)
            });
            match saved {
                Ok(path) => handle.notify(Level::Success, format!("Saved {}", path_text(&path))),
                Err(why) => handle.notify(Level::Error, format!("{failure}: {why}")),
            }
        });
    }
}

/// A picture as PNG.
fn png_of(picture: &RgbaImage) -> Result<Vec<u8>, String> {
    let mut png = Cursor::new(Vec::new());
    let encoded = picture.write_to(&mut png, image::ImageFormat::Png);
    encoded.map_err(|error| error.to_string())?;
    Ok(png.into_inner())
}
