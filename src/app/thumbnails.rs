//! Small pictures of models and textures for the list of files, drawn by one job in the background: the files in
//! sight first, since what was asked for last is drawn first.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use egui::{Context, TextureHandle, TextureOptions};
use image::{RgbaImage, imageops};

use super::jobs::{Handle, Message};
use super::opening::SharedGpu;
use super::panels::scene::cut_out;
use super::state::{DocScene, Sniff};
use super::widgets::texels::{self, Look};
use crate::library::{Library, Opened};
use crate::render::{
    Camera, Effects, Gpu, RenderOptions, SceneBuffers, Shot, Still, Visibility, posed_points,
    without_strays,
};
use crate::scene::{Palette, Scene, Style};

/// Pixels of the picture under the pointer, and of the one in the row.
const LARGE: u32 = 128;
const SMALL: u32 = 40;
/// Larger files keep their icon: reading them takes memory that nobody asked for.
pub const LARGEST_FILE: u64 = 4 << 20;
/// Files that wait; those that were scrolled past longest ago are left out.
const MOST_WAITING: usize = 40;
/// Pictures that are kept, about 70 KB each.
const MOST_KEPT: usize = 1500;

/// What is known of the picture of a file.
pub enum Thumbnail {
    Waiting,
    /// There is nothing to see in it.
    Nothing,
    Ready {
        small: TextureHandle,
        large: TextureHandle,
    },
}

/// Paths that wait for their picture, the next one last.
#[derive(Clone, Default)]
pub struct Queue {
    /// Locked to put in or take out, never while a picture is drawn.
    paths: Arc<Mutex<Vec<String>>>,
    /// More important work goes on.
    held: Arc<AtomicBool>,
}

impl Queue {
    fn next(&self) -> Option<String> {
        if self.held.load(Ordering::Relaxed) { None } else { self.paths().pop() }
    }

    fn paths(&self) -> MutexGuard<'_, Vec<String>> {
        // Paths are paths, also after a panic.
        self.paths.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pictures there are.
#[derive(Default)]
pub struct Thumbnails {
    known: HashMap<String, Thumbnail>,
    queue: Queue,
}

impl Thumbnails {
    /// `None` for a file that nobody asked for yet.
    pub fn get(&self, path: &str) -> Option<&Thumbnail> {
        self.known.get(path)
    }

    pub fn queue(&self) -> Queue {
        self.queue.clone()
    }

    pub fn is_wanted(&self) -> bool {
        !self.queue.held.load(Ordering::Relaxed) && !self.queue.paths().is_empty()
    }

    /// Draws none for now: what the user waits for comes first.
    pub fn hold(&self, held: bool) {
        self.queue.held.store(held, Ordering::Relaxed);
    }

    /// Puts a file in the queue; without a device there never is a picture.
    pub fn ask(&mut self, path: &str, no_device: bool) {
        if self.known.contains_key(path) {
            return;
        }
        if no_device {
            self.known.insert(path.to_owned(), Thumbnail::Nothing);
            return;
        }
        if self.known.len() >= MOST_KEPT {
            // What is in sight is asked for again.
            self.known.retain(|_, kept| matches!(kept, Thumbnail::Waiting));
        }
        self.known.insert(path.to_owned(), Thumbnail::Waiting);
        let mut waiting = self.queue.paths();
        waiting.push(path.to_owned());
        if waiting.len() > MOST_WAITING {
            self.known.remove(&waiting.remove(0));
        }
    }

    /// Forgets the picture of a file that changed.
    pub fn forget(&mut self, path: &str) {
        if !matches!(self.known.get(path), Some(Thumbnail::Waiting)) {
            self.known.remove(path);
        }
    }

    pub fn take(&mut self, ctx: &Context, path: String, picture: Option<RgbaImage>) {
        let texture = |name: &str, picture: &RgbaImage| {
            let size = [picture.width() as usize, picture.height() as usize];
            let image = egui::ColorImage::from_rgba_unmultiplied(size, picture.as_raw());
            ctx.load_texture(format!("{name} {path}"), image, TextureOptions::LINEAR)
        };
        let thumbnail = picture.map_or(Thumbnail::Nothing, |picture| Thumbnail::Ready {
            small: texture("small", &imageops::thumbnail(&picture, SMALL, SMALL)),
            large: texture("large", &picture),
        });
        self.known.insert(path, thumbnail);
    }
}

/// Draws what is in the queue until it is empty or held. On one core: the others are for what the
/// user looks at.
pub fn work(handle: &Handle, queue: &Queue, gpu: &SharedGpu) {
    match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.install(|| draw_all(handle, queue, gpu)),
        Err(error) => log::warn!("no thread for small pictures: {error}"),
    }
}

fn draw_all(handle: &Handle, queue: &Queue, gpu: &SharedGpu) {
    // Of its own, so that nothing the window has open is forgotten with what is closed here.
    let library = Library::new();
    loop {
        let Some(path) = queue.next().filter(|_| !handle.cancelled()) else { return };
        let opened = library.open(&path, None).ok();
        // What a wrapper holds is only known now.
        if let Some(info) = opened.as_ref().map(|opened| opened.document.format) {
            let title = library.sniff(&path).and_then(|found| found.title);
            let sniff = Sniff::Known { id: info.id, name: info.name, title };
            handle.send(Message::Sniffed(vec![(path.clone(), sniff)]));
        }
        let device = gpu.wait().as_ref().and_then(Gpu::aside);
        let picture = opened.zip(device).and_then(|(opened, gpu)| draw(&gpu, &library, &opened));
        handle.send(Message::Thumbnail { path, picture });
    }
}

/// A file as it is when it is opened, on nothing, or the picture it holds of itself; `None` where
/// there is neither.
fn draw(gpu: &Gpu, library: &Library, opened: &Opened) -> Option<RgbaImage> {
    let scene = opened.scene(library);
    library.close(opened);
    let scene = scene?;
    let is_drawn = scene.drawn_faces() > 0;
    match scene.cover.or((!is_drawn).then_some(0)) {
        Some(texture) => cover(&scene, texture),
        None => drawing(gpu, scene),
    }
}

/// A texture in the middle of a square of nothing.
fn cover(scene: &Scene, texture: u32) -> Option<RgbaImage> {
    let texture = scene.textures.get(texture as usize)?;
    let longest = texture.width.max(texture.height).max(1);
    let palette = texture.palette.and_then(|palette| scene.palettes.get(palette as usize));
    let words = palette.map(Palette::loaded);
    let texels = texels::decode(&*texture.pixels, texture.width, Look::Colours);
    let size = [texture.width as usize, texture.height as usize];
    let most = LARGE as usize;
    let picture =
        texels::picture(&texels, size, texture.format, words.as_deref(), Look::Colours, most);
    let [width, height] = picture.size.map(|side| u32::try_from(side).unwrap_or(0));
    let bytes = picture.pixels.iter().flat_map(|pixel| pixel.to_srgba_unmultiplied()).collect();
    let picture = RgbaImage::from_raw(width, height, bytes)?;
    // Small ones grow by whole factors: texels stay square.
    let factor = (LARGE / longest).max(1);
    let [width, height] = [width, height].map(|side| side.saturating_mul(factor).min(LARGE));
    let picture = imageops::resize(&picture, width, height, imageops::FilterType::Nearest);
    let mut square = RgbaImage::new(LARGE, LARGE);
    let middle = |side: u32| i64::from((LARGE - side.min(LARGE)) / 2);
    imageops::replace(&mut square, &picture, middle(width), middle(height));
    Some(square)
}

fn drawing(gpu: &Gpu, scene: Arc<Scene>) -> Option<RgbaImage> {
    let scene = DocScene::new(scene);
    let style = scene.scene.style;
    let visibility = match style {
        Style::Ps1 => Visibility::as_game(&scene.scene),
        Style::Clean => Visibility::initial(&scene.scene),
    };
    let mut camera = Camera::default();
    let points = posed_points(&scene.scene, &visibility, &scene.posed);
    camera.fill(&without_strays(points), 1.0);
    let mut buffers = SceneBuffers::new(gpu, scene.scene.clone());
    buffers.set_visibility(gpu, &visibility);
    buffers.set_pose(gpu, &scene.posed);
    let mut still = Still::new(gpu, LARGE, LARGE).ok()?;
    let options = RenderOptions::new(Effects { dither: false, ..Effects::of(style) });
    let mut take = |background| {
        let options = RenderOptions { background, ..options };
        still.render(gpu, &Shot::new(&buffers, &camera, &options)).ok()
    };
    Some(cut_out(&take([0; 3])?, &take([255; 3])?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Origin, TexelFormat, Texels, Texture, TextureData};

    #[test]
    fn the_last_one_asked_for_is_drawn_first_and_the_first_ones_are_left_out() {
        let mut thumbnails = Thumbnails::default();
        for at in 0..MOST_WAITING + 5 {
            thumbnails.ask(&format!("{at}"), false);
            thumbnails.ask(&format!("{at}"), false);
        }
        assert_eq!(thumbnails.queue().paths().len(), MOST_WAITING);
        assert_eq!(thumbnails.queue().paths().pop(), Some(format!("{}", MOST_WAITING + 4)));
        assert!(thumbnails.get("4").is_none(), "it is asked for again when it is in sight");
        assert!(matches!(thumbnails.get("5"), Some(Thumbnail::Waiting)));
    }

    #[test]
    fn a_texture_stands_in_the_middle_of_its_square() {
        struct Red;
        impl TextureData for Red {
            fn decode(&self) -> Texels {
                Texels::Rgba(vec![[255, 0, 0, 255]; 64 * 32])
            }
            fn texel_offset(&self, _: u32, _: u32) -> Option<u64> {
                None
            }
        }
        let texture = Texture {
            name: "red".to_owned(),
            id: 0,
            width: 64,
            height: 32,
            format: TexelFormat::Rgba8,
            palette: None,
            pixels: Arc::new(Red),
            origin: Origin::default(),
        };
        let scene = Scene { textures: vec![texture], ..Scene::default() };
        let square = cover(&scene, 0).expect("it has texels");
        assert_eq!(square.dimensions(), (LARGE, LARGE));
        let red = square.enumerate_pixels().filter(|(_, _, pixel)| pixel.0 == [255, 0, 0, 255]);
        // Twice as large, and in the middle.
        assert_eq!(red.count(), 128 * 64);
        assert_eq!(square.get_pixel(0, 32).0, [255, 0, 0, 255]);
        assert_eq!(square.get_pixel(0, 31).0[3], 0);
        assert!(cover(&scene, 1).is_none());
    }

    #[test]
    fn a_picture_is_kept_until_its_file_changes() {
        let (mut thumbnails, ctx) = (Thumbnails::default(), Context::default());
        thumbnails.ask("a", false);
        thumbnails.forget("a");
        assert!(matches!(thumbnails.get("a"), Some(Thumbnail::Waiting)), "it is being drawn");
        let picture = RgbaImage::new(LARGE, LARGE);
        thumbnails.take(&ctx, "a".to_owned(), Some(picture));
        let Some(Thumbnail::Ready { small, large }) = thumbnails.get("a") else { panic!() };
        assert_eq!((small.size(), large.size()), ([SMALL as usize; 2], [LARGE as usize; 2]));
        thumbnails.forget("a");
        assert!(thumbnails.get("a").is_none());
        thumbnails.ask("b", true);
        assert!(matches!(thumbnails.get("b"), Some(Thumbnail::Nothing)) && thumbnails.is_wanted());
    }
}
