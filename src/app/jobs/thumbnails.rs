//! Draws small pictures of files, one after the other.

use std::sync::Arc;

use egui::{Context, TextureOptions};
use image::{RgbaImage, imageops};

use super::{Handle, Message};
use crate::app::model::texels::{self, Look};
use crate::app::model::thumbnails::{Queue, Thumbnail, parts};
use crate::app::model::{DocScene, SharedGpu, Sniff};
use crate::bytes::{Source, SourceId};
use crate::library::{Library, Opened};
use crate::render::{
    Camera, Effects, Gpu, RenderOptions, SceneBuffers, Shot, Still, Visibility, cut_out,
    posed_points, without_strays,
};
use crate::scene::{Id, Origin, Palette, Scene, Style, TextureId};

/// Pixels of the picture under the pointer, and of the one in the row.
const LARGE: u32 = 128;
const SMALL: u32 = 40;

/// What is shown of a picture that was drawn.
pub fn loaded(ctx: &Context, path: &str, picture: Option<RgbaImage>) -> Thumbnail {
    let texture = |name: &str, picture: &RgbaImage| {
        let size = [picture.width() as usize, picture.height() as usize];
        let image = egui::ColorImage::from_rgba_unmultiplied(size, picture.as_raw());
        ctx.load_texture(format!("{name} {path}"), image, TextureOptions::LINEAR)
    };
    picture.map_or(Thumbnail::Nothing, |picture| Thumbnail::Ready {
        small: texture("small", &imageops::thumbnail(&picture, SMALL, SMALL)),
        large: texture("large", &picture),
    })
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
    // A library of its own, so that closing files here forgets nothing the window has open.
    let library = Library::new();
    let mut last: Option<OpenFile> = None;
    loop {
        let Some(name) = queue.next().filter(|_| !handle.cancelled()) else { return };
        let (path, field) = parts(&name);
        if let Some(field) = field {
            let file = match last.take().filter(|file| file.path == path) {
                Some(file) => file,
                None => OpenFile::new(&library, path),
            };
            let picture = last.insert(file).part(gpu, field);
            handle.send(Message::Thumbnail { path: name, picture });
            continue;
        }
        let opened = library.open(path, None).ok();
        // What a wrapper holds is only known now.
        if let Some(info) = opened.as_ref().map(|opened| opened.document.format) {
            let title = library.sniff(path).and_then(|found| found.title);
            let sniff = Sniff::Known { id: info.id, name: info.name, title };
            handle.send(Message::Sniffed(vec![(path.to_owned(), sniff)]));
        }
        let device = gpu.wait().as_ref().and_then(Gpu::aside);
        let picture = opened.zip(device).and_then(|(opened, gpu)| draw(&gpu, &library, &opened));
        handle.send(Message::Thumbnail { path: name, picture });
    }
}

/// The file of which parts are drawn: many in a row are of the same one.
struct OpenFile {
    path: String,
    scene: Option<Arc<Scene>>,
    /// Its layers.
    own: Vec<SourceId>,
    drawing: Option<Drawing>,
}

impl OpenFile {
    fn new(library: &Library, path: &str) -> Self {
        let opened = library.open(path, None).ok();
        let scene = opened.as_ref().and_then(|opened| opened.scene(library));
        let layers = opened.iter().flat_map(|opened| opened.layers());
        let own = layers.map(Source::id).collect();
        opened.iter().for_each(|opened| library.close(opened));
        Self { path: path.to_owned(), scene, own, drawing: None }
    }

    /// The texture or the model that stands in a field.
    fn part(&mut self, gpu: &SharedGpu, field: &str) -> Option<RgbaImage> {
        let scene = self.scene.as_ref()?;
        let is_it =
            |origin: &Origin| origin.path == field && self.own.contains(&origin.span.source);
        if let Some(texture) = scene.textures.find(|texture| is_it(&texture.origin)) {
            return cover(scene, texture);
        }
        let model = scene.meshes.find(|mesh| is_it(&mesh.origin))?;
        let alone = Visibility::alone(scene, model)?;
        if self.drawing.is_none() {
            let gpu = gpu.wait().as_ref().and_then(Gpu::aside)?;
            self.drawing = Some(Drawing::new(gpu, scene.clone()));
        }
        self.drawing.as_mut()?.draw(&alone)
    }
}

/// A file as it is when it is opened, on nothing, or the picture it holds of itself; `None` where
/// there is neither.
fn draw(gpu: &Gpu, library: &Library, opened: &Opened) -> Option<RgbaImage> {
    let scene = opened.scene(library);
    library.close(opened);
    let scene = scene?;
    let is_drawn = scene.drawn_faces() > 0;
    match scene.cover.or((!is_drawn).then_some(Id::new(0))) {
        Some(texture) => cover(&scene, texture),
        None => {
            let visibility = match scene.style {
                Style::Ps1 => Visibility::as_game(&scene),
                Style::Clean => Visibility::initial(&scene),
            };
            Drawing::new(gpu.clone(), scene).draw(&visibility)
        }
    }
}

/// A texture in the middle of a square of nothing.
pub fn cover(scene: &Scene, texture: TextureId) -> Option<RgbaImage> {
    let texture = scene.textures.get(texture)?;
    let longest = texture.width.max(texture.height).max(1);
    let palette = texture.palette.and_then(|palette| scene.palettes.get(palette));
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

/// A scene on the device.
struct Drawing {
    gpu: Gpu,
    scene: DocScene,
    buffers: SceneBuffers,
}

impl Drawing {
    fn new(gpu: Gpu, scene: Arc<Scene>) -> Self {
        let scene = DocScene::new(scene);
        let mut buffers = SceneBuffers::new(&gpu, scene.scene.clone());
        buffers.set_pose(&gpu, &scene.posed);
        Self { gpu, scene, buffers }
    }

    /// What is visible, on nothing.
    fn draw(&mut self, visibility: &Visibility) -> Option<RgbaImage> {
        let mut camera = Camera::default();
        let points = posed_points(&self.scene.scene, visibility, &self.scene.posed);
        camera.fill(&without_strays(points), 1.0);
        self.buffers.set_visibility(&self.gpu, visibility);
        let mut still = Still::new(&self.gpu, LARGE, LARGE).ok()?;
        let effects = Effects { dither: false, ..Effects::of(self.scene.scene.style) };
        let options = RenderOptions::new(effects);
        let mut take = |background| {
            let options = RenderOptions { background, ..options };
            still.render(&self.gpu, &Shot::new(&self.buffers, &camera, &options)).ok()
        };
        Some(cut_out(&take([0; 3])?, &take([255; 3])?))
    }
}
