//! Draws thumbnails of files and their elements, one after the other.

mod cache;
pub mod cover;
mod drawing;
mod file;

pub use self::cache::Cache;
pub use self::file::OpenFile;

use std::path::Path;

use egui::{Context, TextureOptions};
use image::{RgbaImage, imageops};

use super::{Handle, Message};
use crate::app::model::document::thumbnails::{Item, Queue, Thumbnail};
use crate::app::model::{SharedGpu, Sniff};
use crate::formats;
use crate::library::Library;
use crate::render::Gpu;

/// Pixels of a thumbnail in a tile, and of one in a row.
pub const SIDE: u32 = 128;
const SMALL: u32 = 40;

/// The textures of a drawn thumbnail.
pub fn loaded(ctx: &Context, item: &Item, picture: Option<RgbaImage>) -> Thumbnail {
    let texture = |name: &str, picture: &RgbaImage| {
        let options = TextureOptions::LINEAR;
        ctx.load_texture(format!("{name} {}", item.path), image_of(picture), options)
    };
    picture.map_or(Thumbnail::Nothing, |picture| Thumbnail::Ready {
        small: texture("small", &imageops::thumbnail(&picture, SMALL, SMALL)),
        large: texture("large", &picture),
    })
}

/// Converts a picture for egui.
pub fn image_of(picture: &RgbaImage) -> egui::ColorImage {
    let size = [picture.width() as usize, picture.height() as usize];
    egui::ColorImage::from_rgba_unmultiplied(size, picture.as_raw())
}

/// Draws the queued items until the queue is empty or suspended, and stores the thumbnails in the folder
/// `cache`. Uses one core, which leaves the others for the user's work.
pub fn work(handle: &Handle, queue: &Queue, gpu: &SharedGpu, cache: Option<&Path>) {
    match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.install(|| draw_all(handle, queue, gpu, Cache::new(cache))),
        Err(error) => log::warn!("cannot start a thread for thumbnails: {error}"),
    }
}

fn draw_all(handle: &Handle, queue: &Queue, gpu: &SharedGpu, mut cache: Cache) {
    // A separate library, so that closing files here does not affect those of the window.
    let library = Library::new();
    let mut last: Option<OpenFile> = None;
    // The device of the last picture, for the next one.
    let mut device: Option<Gpu> = None;
    while let Some(item) = queue.next().filter(|_| !handle.cancelled()) {
        if let Some(kept) = cache.get(&library, &item) {
            report_format(handle, &library, &item, &kept.format);
            handle.send(Message::Thumbnail { item, picture: Some(kept.picture) });
            continue;
        }
        let file = last.take().filter(|file| file.path == item.path);
        last = file.or_else(|| OpenFile::new(&library, &item.path));
        let picture = last.as_mut().and_then(|file| match &item.part {
            Some(part) => file.part(gpu, part),
            None => file.whole(gpu),
        });
        if let Some(file) = &last {
            device = file.device().or(device);
            report_format(handle, &library, &item, file.opened.document.format.id);
            if let Some(picture) = &picture {
                cache.put(&library, &item, file, picture);
            }
        }
        handle.send(Message::Thumbnail { item, picture });
    }
}

/// Reports the format of a wrapper's content, which is only known now.
fn report_format(handle: &Handle, library: &Library, item: &Item, format: &str) {
    let format = formats::by_id(format).filter(|_| item.part.is_none());
    let Some(info) = format.map(|format| format.info()) else { return };
    let title = library.sniff(&item.path).and_then(|found| found.title);
    let sniff = Sniff::Known { id: info.id, name: info.name, title };
    handle.send_soon(Message::Sniffed(vec![(item.path.clone(), sniff)]));
}
