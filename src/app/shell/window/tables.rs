//! Exports table rows as displayed, and pictures of the video memory and of textures.

use std::path::PathBuf;
use std::sync::Arc;

use super::Window;
use crate::app::jobs::{Handle, palettes};
use crate::app::model::search::palettes::PaletteSearch;
use crate::app::model::{Level, document::paths, numbers::counted};
use crate::app::shell::folders::free_name;
use crate::edit::save::{Output, save};
use crate::export::{csv, texture_png, video_memory_png};
use crate::formats::NewBytes;
use crate::scene::{Table, TextureId, VideoMemory};

impl Window {
    pub(super) fn export_table(&mut self, table: Arc<Table>, path: PathBuf) {
        let name = format!("Writing {}", paths::name(&path.to_string_lossy()));
        self.jobs.start(name, false, move |handle| {
            let rows = counted(table.rows.len() as u64, "row");
            write(handle, path, csv(&table), &rows);
        });
    }

    /// Writes the video memory of the open scene as a picture.
    pub(super) fn export_video_memory(&mut self, path: PathBuf) {
        let Some(scene) = self.state.scene().map(|scene| scene.scene.clone()) else { return };
        let name = format!("Writing {}", paths::name(&path.to_string_lossy()));
        self.jobs.start(name, false, move |handle| {
            let memory = VideoMemory::of(&scene).ok_or("the scene has no video memory".to_owned());
            match memory.and_then(|memory| video_memory_png(&memory)) {
                Ok(png) => write(handle, path, png, "the video memory"),
                Err(reason) => handle.notify(Level::Error, reason),
            }
        });
    }

    /// Writes a texture under a palette of another file as a picture.
    pub(super) fn export_palette_picture(
        &mut self,
        texture: TextureId,
        words: Arc<[u16]>,
        path: PathBuf,
    ) {
        let scene = self.state.scene().map(|scene| scene.scene.clone());
        let Some(scene) = scene else { return };
        let name = format!("Writing {}", paths::name(&path.to_string_lossy()));
        self.jobs.start(name, false, move |handle| {
            let texture =
                scene.textures.get(texture).ok_or("the texture does not exist".to_owned());
            match texture.and_then(|texture| texture_png(texture, &words)) {
                Ok(png) => write(handle, path, png, "the texture"),
                Err(reason) => handle.notify(Level::Error, reason),
            }
        });
    }

    /// Reads the palettes of other files.
    pub(super) fn search_palettes(&mut self, search: Arc<PaletteSearch>) {
        let library = self.state.library.clone();
        self.jobs.start("Reading palettes", true, move |handle| {
            palettes::search(handle, &library, &search);
        });
    }
}

fn write(handle: &Handle, path: PathBuf, bytes: Vec<u8>, content: &str) {
    let bytes = NewBytes::Whole(bytes);
    match save(&[Output { path: path.clone(), from: None, bytes, was: None }], false) {
        Ok(()) => handle.notify(Level::Success, format!("Saved {content} to {}", path.display())),
        Err(error) => handle.notify(Level::Error, error.to_string()),
    }
}

/// A free path for a file of this name and extension.
pub(super) fn free_path(name: &str, extension: &str) -> PathBuf {
    free_name(&paths::home_folder(), name, extension)
}

/// The table's name as a valid file name.
pub(super) fn name_of(table: &Table) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_ ".contains(c) { c } else { '-' };
    table.name.chars().map(plain).collect()
}
