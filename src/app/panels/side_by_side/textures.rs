//! Textures and palettes that differ: those of the other file, of the open file, and the difference.

use std::sync::Arc;

use egui::{Rect, Ui, Vec2};

use super::pair_list::{PairList, Rows, title};
use super::pictures::{DecodedPictures, LoadedPictures};
use super::{palettes, pictures};
use crate::app::model::background::Newest;
use crate::app::model::document::comparison::Comparison;
use crate::app::ui::spinner::paint_spinner;
use crate::app::ui::{Ctx, GRID, ROW, Theme};
use crate::edit::{ElementPair, Kind};
use crate::scene::{Element, PaletteId, Scene, Surface, TextureId};

/// A texture or palette of both files.
#[derive(Clone, Copy, PartialEq)]
enum Pair {
    Texture(ElementPair<TextureId>),
    Palette(ElementPair<PaletteId>),
}

/// Number of a comparison's result, and the pair: the input of the pictures.
type Key = (u64, usize);

/// See the [module](self).
#[derive(Default)]
pub struct TexturesView {
    list: PairList,
    /// The selected element that was last followed.
    followed: Option<Element>,
    worker: Newest<(Key, DecodedPictures)>,
    requested: Option<Key>,
    pictures: Option<(Key, LoadedPictures)>,
}

/// `true` if textures or palettes differ.
pub fn has_any(comparison: &Comparison) -> bool {
    !comparison.scenes.textures.is_empty() || !comparison.scenes.palettes.is_empty()
}

fn pair(comparison: &Comparison, row: usize) -> Option<Pair> {
    let palette =
        || comparison.scenes.palettes.get(row.checked_sub(comparison.scenes.textures.len())?);
    let texture = comparison.scenes.textures.get(row).map(|pair| Pair::Texture(*pair));
    texture.or_else(|| palette().map(|pair| Pair::Palette(*pair)))
}

impl TexturesView {
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, comparison: &Comparison) {
        let (Some(other), Some(own)) = (&comparison.other, &comparison.own) else { return };
        let Some(own_scene) = &own.scene else { return };
        let scenes = [other.scene.clone(), own_scene.clone()];
        // The elements of an earlier scene cannot be selected.
        let is_current = own.generation == cx.state.generation();
        if is_current {
            self.follow(cx, comparison, &scenes[1]);
        }
        let count = comparison.scenes.textures.len() + comparison.scenes.palettes.len();
        let title = |row| named(&scenes, pair(comparison, row));
        let rows = Rows { name: "Differing textures and palettes", count, row: &title };
        let chosen = self.list.ui(ui, cx, &rows);
        let Some(current) = pair(comparison, self.list.current) else { return };
        if let Some(element) = chosen.filter(|_| is_current).and_then(|_| own_element(current)) {
            cx.select_unless_selected(element);
        }
        ui.add_space(GRID);
        let area = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(area);
        ui.painter().rect_filled(area, 0.0, Theme::of(ui).well);
        let inner = area.shrink(2.0 * GRID);
        match current {
            Pair::Texture(textures) => {
                let key = (cx.state.comparing.changes, self.list.current);
                self.request(ui, key, scenes.clone(), textures);
                match self.pictures.as_ref().filter(|(of, _)| *of == key) {
                    Some((_, pictures)) => {
                        pictures::ui(ui, inner, pictures, &named(&scenes, Some(current)).0);
                    }
                    None => {
                        let middle = Rect::from_center_size(inner.center(), Vec2::splat(ROW));
                        paint_spinner(ui, middle);
                    }
                }
            }
            Pair::Palette((a, b)) => {
                let [one, two] = &scenes;
                let one = a.and_then(|id| one.palettes.get(id));
                let two = b.and_then(|id| two.palettes.get(id));
                let clicked = palettes::ui(ui, inner, [one, two]);
                if let (Some(entry), Some(palette), true) = (clicked, b, is_current) {
                    cx.select_unless_selected(Element::PaletteEntry { palette, entry });
                }
            }
        }
    }

    /// Shows the texture or palette that was selected elsewhere.
    fn follow(&mut self, cx: &Ctx<'_>, comparison: &Comparison, own: &Scene) {
        let selected = cx.state.selected_element();
        if selected == self.followed {
            return;
        }
        self.followed = selected;
        let Some((texture, palette)) = selected.map(|element| used(cx, own, element)) else {
            return;
        };
        let of_texture = |pair: &ElementPair<TextureId>| texture.is_some() && pair.1 == texture;
        let of_palette = |pair: &ElementPair<PaletteId>| palette.is_some() && pair.1 == palette;
        let found = comparison.scenes.textures.iter().position(of_texture).or_else(|| {
            let found = comparison.scenes.palettes.iter().position(of_palette)?;
            Some(comparison.scenes.textures.len() + found)
        });
        found.into_iter().for_each(|row| self.list.show(row));
    }

    /// Decodes the pictures of a texture on a worker, unless that was requested before.
    fn request(
        &mut self,
        ui: &Ui,
        key: Key,
        scenes: [Arc<Scene>; 2],
        textures: ElementPair<TextureId>,
    ) {
        if let Some((of, pictures)) = self.worker.take().filter(|(of, _)| *of == key) {
            self.pictures = Some((of, pictures::load(ui.ctx(), pictures)));
        }
        if self.requested == Some(key) {
            return;
        }
        self.requested = Some(key);
        let ctx = ui.ctx().clone();
        let work = move || (key, pictures::decode([&scenes[0], &scenes[1]], textures));
        self.worker.request("Comparing a texture", work, move || ctx.request_repaint());
    }
}

/// Name of a pair with its change.
fn named(scenes: &[Arc<Scene>; 2], pair: Option<Pair>) -> (String, Kind) {
    let [other, own] = scenes;
    let texture = |scene: &Scene, id: Option<TextureId>| {
        Some(format!("Texture {}", scene.textures.get(id?)?.name))
    };
    let palette = |scene: &Scene, id: Option<PaletteId>| {
        Some(format!("Palette {}", scene.palettes.get(id?)?.name))
    };
    let (a, b) = match pair {
        Some(Pair::Texture((a, b))) => (texture(other, a), texture(own, b)),
        Some(Pair::Palette((a, b))) => (palette(other, a), palette(own, b)),
        None => (None, None),
    };
    title(a.as_deref(), b.as_deref())
}

fn own_element(pair: Pair) -> Option<Element> {
    match pair {
        Pair::Texture((_, own)) => own.map(Element::Texture),
        Pair::Palette((_, own)) => own.map(Element::Palette),
    }
}

/// The texture and the palette that an element is or uses.
fn used(cx: &Ctx<'_>, own: &Scene, element: Element) -> (Option<TextureId>, Option<PaletteId>) {
    let face_palette = || {
        let Element::Face(face) = element else { return None };
        let (_, face) = cx.state.scene()?.face(face)?;
        match own.materials.get(face.material)?.surface {
            Surface::Textured { palette, .. } => palette,
            _ => None,
        }
    };
    match element {
        Element::Palette(palette) | Element::PaletteEntry { palette, .. } => (None, Some(palette)),
        _ => (cx.state.scene().and_then(|scene| scene.texture_of(element)), face_palette()),
    }
}
