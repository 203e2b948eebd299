//! A file of which several elements are drawn in sequence.

use std::collections::HashSet;
use std::sync::Arc;

use image::RgbaImage;

use super::cover;
use super::drawing::Drawing;
use crate::app::model::SharedGpu;
use crate::app::model::document::sources;
use crate::app::model::search::navigation_target::IndexedElement;
use crate::audio::Clip;
use crate::bytes::{Colour15, Source, SourceId};
use crate::library::{Library, Opened};
use crate::render::{Gpu, Visibility};
use crate::scene::{Element, Id, MeshId, Scene, Style, TextureId};

/// See the [module](self).
pub struct OpenFile {
    pub path: String,
    pub opened: Arc<Opened>,
    pub scene: Option<Arc<Scene>>,
    /// Sources of the file itself: as stored and unpacked.
    own: Vec<SourceId>,
    /// Companions that its scene uses, and `true` if all requested ones were found.
    pub companions: Vec<Source>,
    pub is_whole: bool,
    drawing: Option<Drawing>,
}

impl OpenFile {
    /// `None` if the file cannot be opened.
    pub fn new(library: &Library, path: &str) -> Option<Self> {
        let opened = library.open(path, None).ok()?;
        let scene = opened.scene(library);
        let own: Vec<SourceId> = opened.layers().map(Source::id).collect();
        // Generated elements have no source.
        let is_other = |id: &SourceId| *id != SourceId::default() && !own.contains(id);
        let others: HashSet<SourceId> =
            scene.iter().flat_map(|scene| sources(scene)).filter(is_other).collect();
        let known: Vec<Source> = others.iter().filter_map(|id| library.source(*id)).collect();
        let is_lacking = |scene: &Arc<Scene>| {
            scene.textures.iter().any(|texture| texture.pixels.is_placeholder())
        };
        let problems = opened.problems(library);
        let is_missed = |text: &str| library.missing_companion(&opened.stored, text).is_some();
        let is_whole = known.len() == others.len()
            && !scene.iter().any(is_lacking)
            && !problems.iter().any(|problem| is_missed(&problem.into_owned().message));
        library.close(&opened);
        let (path, drawing) = (path.to_owned(), None);
        Some(Self { path, opened, scene, own, companions: known, is_whole, drawing })
    }

    /// The element of a part of the file.
    pub fn element(&self, part: &IndexedElement) -> Option<Element> {
        part.element(self.scene.as_ref()?, &self.own)
    }

    /// The thumbnail of a part of the file: textures, palettes, models and sounds.
    pub fn part(&mut self, gpu: &SharedGpu, part: &IndexedElement) -> Option<RgbaImage> {
        let scene = self.scene.clone()?;
        match self.element(part)? {
            Element::Texture(texture) => picture_of(&scene, texture),
            Element::Palette(palette) => {
                let words = scene.palettes.get(palette)?.loaded();
                let colour = |word: &u16| (*word != 0).then(|| Colour15(*word).rgb8());
                cover::swatches(words.iter().map(colour))
            }
            Element::ColourTable(table) => {
                let table = scene.colour_tables.get(table)?;
                cover::swatches(table.colours.iter().map(|[r, g, b, ..]| Some([*r, *g, *b])))
            }
            Element::Film(film) => cover::film(scene.films.get(film)?),
            Element::Sound(sound) => Some(cover::wave(&Clip::of(scene.sounds.get(sound)?)?)),
            Element::Mesh(mesh) => {
                let alone = Visibility::alone(&scene, mesh)?;
                self.drawing(gpu)?.draw(&alone)
            }
            _ => None,
        }
    }

    /// The initial view of the file on a transparent background, or the preview picture stored in
    /// it; `None` if there is neither.
    pub fn whole(&mut self, gpu: &SharedGpu) -> Option<RgbaImage> {
        let scene = self.scene.clone()?;
        if let Some(film) = scene.films.first() {
            return cover::film(film);
        }
        let is_drawn = scene.drawn_faces() > 0;
        match scene.cover.or((!is_drawn).then_some(Id::new(0))) {
            Some(texture) => picture_of(&scene, texture),
            None => {
                let visibility = match scene.style {
                    Style::Ps1 => Visibility::as_game(&scene),
                    Style::Clean => Visibility::initial(&scene),
                };
                self.drawing(gpu)?.draw(&visibility)
            }
        }
    }

    /// The scene on the device, with the visibility that shows only one model.
    pub fn model(&mut self, gpu: &SharedGpu, mesh: MeshId) -> Option<(&mut Drawing, Visibility)> {
        let alone = Visibility::alone(self.scene.as_ref()?, mesh)?;
        Some((self.drawing(gpu)?, alone))
    }

    /// The device on which its pictures are drawn, if there are any.
    pub fn device(&self) -> Option<Gpu> {
        self.drawing.as_ref().map(|drawing| drawing.gpu().clone())
    }

    fn drawing(&mut self, gpu: &SharedGpu) -> Option<&mut Drawing> {
        if self.drawing.is_none() {
            let gpu = gpu.wait().as_ref().and_then(Gpu::aside)?;
            self.drawing = Drawing::new(gpu, self.scene.clone()?);
        }
        self.drawing.as_mut()
    }
}

/// The thumbnail of a texture; `None` for the placeholder of missing pixels, which would look like a real
/// texture.
fn picture_of(scene: &Scene, texture: TextureId) -> Option<RgbaImage> {
    let is_placeholder = scene.textures.get(texture)?.pixels.is_placeholder();
    if is_placeholder { None } else { cover::texture(scene, texture) }
}
