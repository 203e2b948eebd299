//! Palettes that a texture can be displayed with: a grid of its pictures, a comparison of two palettes,
//! the faces that would change, and the edit that applies one.
//!
//! `basis` reads the scene on a worker, `rows` are the listed palettes, `source` chooses their files,
//! `grid` draws the pictures, and `details` describes the palette at the cursor.

mod basis;
mod details;
mod grid;
mod rows;
mod source;

use std::sync::Arc;

use egui::{ComboBox, RichText, Ui, UiBuilder, vec2};
use egui_material_icons::icons;

use self::basis::{Basis, Slot};
use self::details::Details;
use self::rows::{Row, Rows, SortBy};
use self::source::Source;
use super::texture::stepped;
use crate::app::model::numbers::counted;
use crate::app::model::{Command, DocScene, PanelId, SelectionTarget, State};
use crate::app::ui::choice::{choose, choose_in, long_list};
use crate::app::ui::{
    Ctx, DefaultPosition, GRID, Panel, PanelInfo, Theme, TileGrid, empty_state, spinner, theme,
};
use crate::scene::{Element, Surface, TextureId, stored_words};

/// Minimum width at which the details are next to the grid, in points.
const WIDE: f32 = 90.0 * GRID;

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::PALETTES,
    title: "Palettes",
    icon: icons::ICON_STYLE,
    home: DefaultPosition::RightTop,
    is_tall: true,
    make: Some(|| Box::<PalettesPanel>::default()),
    ..PanelInfo::EMPTY
};

/// A selected element and an explained pixel.
type Followed = (Option<Element>, Option<(u32, u32)>);

/// See the [module](self).
#[derive(Default)]
pub struct PalettesPanel {
    /// The document that everything else belongs to.
    generation: u64,
    texture: Option<TextureId>,
    /// Name of the texture.
    name: String,
    /// The selected element and the explained pixel that were last followed.
    followed: Followed,
    /// The pixel that was explained last.
    explained: Option<(u32, u32)>,
    /// Nothing was selected since that pixel was explained.
    is_pixel_newer: bool,
    basis: Slot<Option<Arc<Basis>>>,
    source: Source,
    rows: Rows,
    grid: TileGrid,
    /// Number of a palette to scroll to.
    wanted: Option<usize>,
    /// Number of the palette at the cursor.
    cursor: Option<usize>,
    details: Details,
    /// Palettes to step, requested by a command.
    step: i32,
}

impl Panel for PalettesPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let Some(scene) = cx.state.scene().filter(|scene| !scene.scene.palettes.is_empty()) else {
            let hint = "Textures of the open file that use 15-bit palettes can be compared here.";
            return empty_state(ui, INFO.icon, "No palettes", hint);
        };
        self.follow(ui, cx.state, scene);
        ui.add_space(GRID);
        ui.horizontal_wrapped(|ui| {
            ui.add_space(GRID);
            self.choices(ui, cx, scene);
        });
        let basis = match self.basis.get() {
            None => return drop(spinner(ui, theme::ROW)),
            Some(None) => {
                let hint = "Its texels are not palette indices. Select another texture or a face.";
                return empty_state(ui, INFO.icon, "This texture has no palette", hint);
            }
            Some(Some(basis)) => basis,
        };
        self.source.search(cx, basis.most_colours);
        if self.rows.update(&basis, &mut self.source) {
            self.cursor = self.rows.find(self.details.candidate());
            // Opens at the present palette.
            if self.grid == TileGrid::default() {
                self.wanted = self.cursor_or_drawn(cx.state);
            }
        }
        if self.rows.is_empty() {
            return self.source.empty(ui, cx);
        }
        let step = std::mem::take(&mut self.step);
        let next = stepped(self.rows.order(), self.cursor_or_drawn(cx.state), step);
        if let Some(next) = next.filter(|_| step != 0) {
            self.show(cx, &basis, next);
        }
        let all = ui.available_rect_before_wrap();
        let (left, right) = if all.width() >= WIDE {
            all.split_left_right_at_fraction(0.6)
        } else {
            all.split_top_bottom_at_fraction(0.5)
        };
        let mut child = ui.new_child(UiBuilder::new().max_rect(left.shrink2(vec2(GRID, 0.0))));
        if let Some(picked) = self.pictures(&mut child, cx, &basis) {
            self.show(cx, &basis, picked);
        }
        let line = (1.0, Theme::of(ui).line);
        match all.width() >= WIDE {
            true => ui.painter().vline(left.right(), all.y_range(), line),
            false => ui.painter().hline(all.x_range(), left.bottom(), line),
        };
        let mut child = ui.new_child(UiBuilder::new().max_rect(right.shrink2(vec2(GRID, 0.0))));
        let row = self.cursor.and_then(|at| self.rows.get(at));
        self.details.ui(&mut child, cx, scene, (&basis, row));
        ui.advance_cursor_after_rect(all);
    }

    fn command(&mut self, command: &Command, state: &State) {
        match command {
            Command::NextPalette if state.focus == PanelId::PALETTES => self.step = 1,
            Command::PreviousPalette if state.focus == PanelId::PALETTES => self.step = -1,
            Command::ExplainPixel => self.is_pixel_newer = true,
            Command::Explained(Some(report)) => {
                let pixel = Some(report.explanation.pixel);
                self.is_pixel_newer |= self.explained != pixel;
                self.explained = pixel;
            }
            Command::Select(_) => self.is_pixel_newer = false,
            Command::RestorePalettes => {
                self.cursor = None;
                self.details.leave();
            }
            _ => {}
        }
    }
}

impl PalettesPanel {
    /// Follows the open document, the selection, and the explained pixel.
    fn follow(&mut self, ui: &Ui, state: &State, scene: &DocScene) {
        if self.generation != state.generation() {
            self.generation = state.generation();
            self.followed = Followed::default();
            let textures = &scene.scene.textures;
            // Keeps the texture if the file was reloaded.
            let same = self.texture.filter(|texture| {
                textures.get(*texture).is_some_and(|texture| texture.name == self.name)
            });
            let indexed = || textures.pairs().find(|(_, texture)| texture.format.is_indexed());
            let texture = same.or_else(|| indexed().map(|(texture, _)| texture));
            if same.is_none() {
                self.details.forget();
            }
            self.read(ui, scene, texture);
        }
        let (element, report) = (state.selected_element(), state.pixel.as_ref());
        let now = (element, report.map(|report| report.explanation.pixel));
        let before = std::mem::replace(&mut self.followed, now);
        if now != before {
            let explained = report.and_then(|report| report.texture());
            let explained = explained.filter(|texture| is_indexed(scene, *texture));
            let selected = || texture_of(scene, element?, explained.or(self.texture));
            let texture = match self.is_pixel_newer {
                true => explained.or_else(selected),
                false if before == Followed::default() => selected().or(explained),
                false => selected(),
            };
            if let Some(texture) = texture.filter(|texture| self.texture != Some(*texture)) {
                self.details.forget();
                self.read(ui, scene, Some(texture));
            }
        }
    }

    /// Reads the palettes and the faces of a texture on a worker.
    fn read(&mut self, ui: &Ui, scene: &DocScene, texture: Option<TextureId>) {
        self.texture = texture;
        let stored = texture.and_then(|texture| scene.scene.textures.get(texture));
        self.name = stored.map(|texture| texture.name.clone()).unwrap_or_default();
        self.rows = Rows::sorted(self.rows.sort);
        (self.cursor, self.grid) = (None, TileGrid::default());
        let scene = scene.scene.clone();
        self.basis = Slot::fill("Reading palettes", ui.ctx(), move || {
            Basis::of(&scene, texture?).map(Arc::new)
        });
    }

    /// Choices of the texture, of the files with palettes, and of the order; and the number of palettes.
    fn choices(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene) {
        let textures = &scene.scene.textures;
        let indexed = textures.pairs().filter(|(_, texture)| texture.format.is_indexed());
        let all: Vec<TextureId> = indexed.map(|(texture, _)| texture).collect();
        let name = |texture: &TextureId| {
            let name = textures.get(*texture).map_or("", |texture| texture.name.as_str());
            format!("{texture}: {name}")
        };
        let now = self.texture.unwrap_or_default();
        let combo = ComboBox::from_id_salt("texture").width(34.0 * GRID).truncate();
        let combo = combo.selected_text(name(&now));
        let tip = "Texture whose palettes are compared; follows the selection";
        let chosen =
            choose_in(ui, combo, ("Texture to compare", tip), |ui| long_list(ui, &all, &now, name));
        if let Some(texture) = chosen {
            cx.select(SelectionTarget::Element(Element::Texture(texture)));
        }
        self.source.choice(ui);
        let combo = ComboBox::from_id_salt("order").width(22.0 * GRID);
        let combo = combo.selected_text(self.rows.sort.title());
        let options = SortBy::ALL.map(|sort| (sort, sort.title().to_owned()));
        let tip = "Order of the palettes; distances are measured from the present picture";
        if let Some(sort) = choose(ui, combo, ("Order of palettes", tip), &self.rows.sort, options)
        {
            self.rows.sort_by(sort);
        }
        if !self.rows.is_empty() {
            ui.weak(counted(self.rows.len() as u64, "palette"));
        }
        self.source.progress(ui);
    }

    /// The palette at the cursor, otherwise the present one.
    fn cursor_or_drawn(&self, state: &State) -> Option<usize> {
        let basis = self.basis.get().flatten();
        let drawn = || {
            let shown = state.palettes.tried.get(&self.texture?).copied();
            let shown = shown.or(basis?.uses.drawn);
            self.rows.all().iter().position(|row| row.candidate.own() == shown)
        };
        self.cursor.or_else(drawn)
    }

    /// Moves the cursor to a palette, and previews it on the model.
    fn show(&mut self, cx: &mut Ctx<'_>, basis: &Arc<Basis>, at: usize) {
        let (Some(row), Some(texture)) = (self.rows.get(at), self.texture) else { return };
        self.cursor = Some(at);
        self.details.look_at(row);
        preview(cx, (&**basis, texture), row);
        self.wanted = Some(at);
    }
}

/// Previews a palette on the model.
fn preview(cx: &mut Ctx<'_>, (basis, texture): (&Basis, TextureId), row: &Row) {
    match (row.candidate.own(), basis.uses.drawn) {
        (Some(own), _) => {
            let palette = (!basis.uses.is_drawn_with(own)).then_some(own);
            cx.push(Command::TryPalette { texture, palette });
        }
        (None, Some(palette)) => {
            let scene = cx.state.scene().map(|scene| &scene.scene);
            let Some(drawn) = scene.and_then(|scene| scene.palettes.get(palette)) else { return };
            // The colours as the loader of the open file would convert them.
            let words = (drawn.rule)(&stored_words(drawn, &row.candidate)).into();
            cx.push(Command::PreviewPalette { texture, palette, words });
        }
        (None, None) => {}
    }
}

fn is_indexed(scene: &DocScene, texture: TextureId) -> bool {
    scene.scene.textures.get(texture).is_some_and(|texture| texture.format.is_indexed())
}

/// The texture of an element. For a palette, this is `preferred` if it is drawn with the palette,
/// otherwise the first texture that is.
fn texture_of(
    scene: &DocScene,
    element: Element,
    preferred: Option<TextureId>,
) -> Option<TextureId> {
    let (Element::Palette(palette) | Element::PaletteEntry { palette, .. }) = element else {
        return scene.texture_of(element);
    };
    let of_material = scene.scene.materials.iter().filter_map(|material| match material.surface {
        Surface::Textured { texture, palette: Some(used) } if used == palette => Some(texture),
        _ => None,
    });
    let owners = scene.scene.textures.pairs().filter(|(_, own)| own.palette == Some(palette));
    let mut users: Vec<TextureId> = owners.map(|(texture, _)| texture).chain(of_material).collect();
    let at = users.iter().position(|user| Some(*user) == preferred).unwrap_or(0);
    (at < users.len()).then(|| users.swap_remove(at))
}

/// Small, dim text in as many lines as it needs.
fn weak_text(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).color(Theme::of(ui).weak).size(theme::SMALL));
}

/// A line of small, dim text, elided at the edge.
fn weak_line(ui: &mut Ui, text: &str) -> egui::Response {
    let text = RichText::new(text).color(Theme::of(ui).weak).size(theme::SMALL);
    ui.add(egui::Label::new(text).truncate())
}
