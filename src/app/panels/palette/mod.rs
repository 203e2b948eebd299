//! Palettes and colour tables: every entry as stored and as loaded, previews with other palettes, and
//! colour edits.

mod editor;
pub mod swatches;
mod table;

use egui::containers::menu::MenuButton;
use egui::{ComboBox, Key, Role, ScrollArea, Ui};
use egui_material_icons::icons;

use self::swatches::{Cell, SwatchActions};
use super::texture::{fitting_palettes, stepped, thumbnail};
use crate::app::model::view::palette_order::{SortBy, moved, sorted};
use crate::app::model::{Command, DocScene, PanelId, SelectionTarget, State, numbers::counted};
use crate::app::ui::choice::{choose_in, long_list};
use crate::app::ui::input::scroll_pages;
use crate::app::ui::named::Named;
use crate::app::ui::{
    CTRL_SHIFT, Ctx, DefaultPosition, GRID, Keys, Panel, PanelInfo, empty_state, icon_button, theme,
};
use crate::bytes::Colour15;
use crate::export::Subject;
use crate::scene::{
    ColourTable, ColourTableId, Element, Id, PaletteId, ReplaceOptions, Scene, Spans, Surface,
    TextureId,
};

/// Maximum number of textures that are listed below a palette.
const MAX_USERS: usize = 200;

/// The displayed table: a palette of 15-bit words, or a colour table of 24-bit colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisplayedTable {
    Palette(PaletteId),
    Colours(ColourTableId),
}

impl DisplayedTable {
    fn element(self) -> Element {
        match self {
            Self::Palette(index) => Element::Palette(index),
            Self::Colours(index) => Element::ColourTable(index),
        }
    }
}

impl Default for DisplayedTable {
    fn default() -> Self {
        Self::Palette(PaletteId::default())
    }
}

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::PALETTE,
    title: "Palette",
    icon: icons::ICON_PALETTE,
    home: DefaultPosition::Centre,
    keys: &[Keys(CTRL_SHIFT, Key::L)],
    make: Some(|| Box::<PalettePanel>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
#[derive(Default)]
pub struct PalettePanel {
    which: DisplayedTable,
    entry: u32,
    /// New colour (R, G, B, A) of the selected table entry, until it is written to the file.
    draft: Option<[u8; 4]>,
    /// The draft that was last sent as an edit.
    asked: Option<[u8; 4]>,
    /// Texture on which other palettes are previewed: the last selected one.
    texture: Option<TextureId>,
    followed: Option<Element>,
    generation: u64,
    step: i32,
    /// Palette of the displayed video frame.
    of_frame: Option<ColourTableId>,
}

impl Panel for PalettePanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let some = |scene: &&DocScene| {
            !scene.scene.palettes.is_empty() || !scene.scene.colour_tables.is_empty()
        };
        let Some(scene) = cx.state.scene().filter(some) else {
            let hint = "Palettes and colour tables of the open file appear here.";
            empty_state(ui, icons::ICON_PALETTE, "No palettes", hint);
            return;
        };
        self.follow(cx.state, scene);
        let step = std::mem::take(&mut self.step);
        if step != 0 {
            self.step_palette(&scene.scene, step, cx);
        }
        ui.add_space(GRID);
        ui.horizontal_wrapped(|ui| {
            ui.add_space(GRID);
            self.choice(ui, cx, scene);
        });
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            scroll_pages(ui, cx.state.focus == PanelId::PALETTE);
            egui::Frame::new().inner_margin(2.0 * GRID).show(ui, |ui| match self.which {
                DisplayedTable::Palette(palette) => self.palette(ui, cx, &scene.scene, palette),
                DisplayedTable::Colours(table) => self.colours(ui, cx, &scene.scene, table),
            });
        });
    }

    fn command(&mut self, command: &Command, state: &State) {
        if state.focus == PanelId::PALETTE {
            match command {
                Command::NextPalette => self.step = 1,
                Command::PreviousPalette => self.step = -1,
                _ => {}
            }
        }
    }
}

impl PalettePanel {
    fn follow(&mut self, state: &State, scene: &DocScene) {
        let generation = state.generation();
        if self.generation != generation {
            let which = match scene.scene.palettes.is_empty() {
                true => DisplayedTable::Colours(Id::new(0)),
                false => DisplayedTable::Palette(Id::new(0)),
            };
            *self = Self { generation, which, ..Self::default() };
        }
        let shown = state.film().zip(state.film_frame());
        let shown = shown.and_then(|((_, film), frame)| film.palette_of(frame));
        if shown != self.of_frame {
            self.of_frame = shown;
            self.which = shown.map_or(self.which, DisplayedTable::Colours);
        }
        let element = state.selected_element();
        if element == self.followed {
            return;
        }
        self.followed = element;
        match element {
            Some(Element::Palette(palette)) => self.show(DisplayedTable::Palette(palette), 0),
            Some(Element::PaletteEntry { palette, entry }) => {
                self.show(DisplayedTable::Palette(palette), entry);
            }
            Some(Element::ColourTable(table)) => self.show(DisplayedTable::Colours(table), 0),
            Some(Element::ColourEntry { table, entry }) => {
                self.show(DisplayedTable::Colours(table), entry);
            }
            Some(Element::Texture(texture)) => {
                let own = scene.scene.textures.get(texture).and_then(|t| t.palette);
                self.show_texture(state, texture, own);
            }
            Some(Element::Face(face)) => {
                let material = scene.face(face).map(|(_, face)| face.material);
                let material = material.and_then(|m| scene.scene.materials.get(m));
                if let Some(Surface::Textured { texture, palette }) = material.map(|m| m.surface) {
                    self.show_texture(state, texture, palette);
                }
            }
            _ => {}
        }
    }

    fn show(&mut self, which: DisplayedTable, entry: u32) {
        if (self.which, self.entry) != (which, entry) {
            (self.draft, self.asked) = (None, None);
        }
        (self.which, self.entry) = (which, entry);
    }

    fn show_texture(&mut self, state: &State, texture: TextureId, palette: Option<PaletteId>) {
        self.texture = Some(texture);
        let tables = state.scene().map(|scene| scene.scene.colour_tables.pairs());
        let own = |table: &ColourTable| {
            table.textures.as_ref().is_some_and(|textures| textures.contains(&texture))
        };
        let table = tables.and_then(|mut tables| tables.find(|(_, table)| own(table)));
        match (state.palette_for(texture, palette), table) {
            (Some(palette), _) => self.which = DisplayedTable::Palette(palette),
            (None, Some((table, _))) => self.show(DisplayedTable::Colours(table), 0),
            (None, None) => {}
        }
    }

    /// Draws the choice of the palette, and buttons that act on the whole palette.
    fn choice(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene) {
        let of_file = &scene.scene;
        let edited = |palette: PaletteId| cx.state.palettes.words.contains_key(&palette);
        let name = |which: DisplayedTable| match which {
            DisplayedTable::Palette(index) => {
                let palette = of_file.palettes.get(index);
                let name = palette.map_or("", |palette| palette.name.as_str());
                let count = palette.map_or(0, |palette| palette.stored.len());
                let mark = if edited(index) { " · edited" } else { "" };
                format!("{index}: {name} · {count} colours{mark}")
            }
            DisplayedTable::Colours(index) => {
                let table = of_file.colour_tables.get(index);
                let name = table.map_or("", |table| table.name.as_str());
                let count = table.map_or(0, |table| table.colours.len());
                let is_corners = table.is_some_and(|table| table.textures.is_none());
                format!("{name} · {count} {}colours", if is_corners { "corner " } else { "" })
            }
        };
        let palettes = of_file.palettes.ids().map(DisplayedTable::Palette);
        let tables = of_file.colour_tables.ids().map(DisplayedTable::Colours);
        let all: Vec<DisplayedTable> = palettes.chain(tables).collect();
        let width = (ui.available_width() - 30.0 * GRID).clamp(120.0, 320.0);
        let combo = ComboBox::from_id_salt("which").width(width).selected_text(name(self.which));
        let chosen = choose_in(ui, combo, ("Palette", ""), |ui| {
            long_list(ui, &all, &self.which, |which| name(*which))
        });
        if let Some(which) = chosen {
            self.show(which, 0);
            cx.select(SelectionTarget::Element(which.element()));
        }
        let DisplayedTable::Palette(palette) = self.which else {
            return from_file(ui, cx, of_file, self.which.element());
        };
        if icon_button(ui, icons::ICON_CHEVRON_LEFT, "Try the previous palette (-)", false)
            .clicked()
        {
            self.step_palette(of_file, -1, cx);
        }
        if icon_button(ui, icons::ICON_CHEVRON_RIGHT, "Try the next palette (+)", false).clicked() {
            self.step_palette(of_file, 1, cx);
        }
        from_file(ui, cx, of_file, Element::Palette(palette));
        if icon_button(ui, icons::ICON_FILE_EXPORT, "Export the palette…", false).clicked() {
            cx.push(Command::ExportThese(vec![Subject::Palette(palette)]));
        }
        self.sorting(ui, cx, of_file, palette);
        ui.add_enabled_ui(edited(palette), |ui| {
            if icon_button(ui, icons::ICON_UNDO, "Restore the file's colours", false).clicked() {
                cx.push(Command::SetPalette { palette, words: None });
            }
        });
    }

    /// Previews the selected texture with the next palette that fits it.
    fn step_palette(&mut self, scene: &Scene, step: i32, cx: &mut Ctx<'_>) {
        let Some(texture) = self.texture else {
            cx.push(Command::info("Select a texture or a face to try palettes on."));
            return;
        };
        let own = scene.textures.get(texture).and_then(|texture| texture.palette);
        let fitting = fitting_palettes(scene, texture);
        let Some(next) = stepped(&fitting, cx.state.palette_for(texture, own), step) else {
            return;
        };
        self.which = DisplayedTable::Palette(next);
        let palette = (own != Some(next)).then_some(next);
        cx.push(Command::TryPalette { texture, palette });
    }

    fn palette(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene, index: PaletteId) {
        let Some(palette) = scene.palettes.get(index) else { return };
        let stored = cx.state.palettes.stored(scene, index);
        let loaded = (palette.rule)(&stored);
        let loaded_word = |at: usize| loaded.get(at).copied().map(Colour15).unwrap_or_default();
        let cells: Vec<Cell> = (0..stored.len()).map(|at| Cell::of_word(loaded_word(at))).collect();
        let changed = cx.state.changed_in(palette.entries.get(0).source);
        let edited = |at: usize| {
            let in_file = || changed.as_ref().is_some_and(|c| c.touches(palette.entries.get(at)));
            palette.stored.get(at) != stored.get(at) || in_file()
        };
        let hand = if palette.entries.get(0).len > 0 {
            SwatchActions::Arrange
        } else {
            SwatchActions::Pick
        };
        let picked = swatches::grid(ui, (&cells, hand), self.entry as usize, edited, |at| {
            let word = stored.get(at).copied().map(Colour15).unwrap_or_default();
            swatches::describe(at, word, loaded_word(at))
        });
        if let Some((from, to)) = picked.moved {
            self.arrange(cx, index, &moved(cells.len(), from, to), "move a colour");
            let entry = u32::try_from(to).unwrap_or(self.entry);
            cx.select(SelectionTarget::Element(Element::PaletteEntry { palette: index, entry }));
        }
        self.pick(picked, |entry| Element::PaletteEntry { palette: index, entry }, cx);
        let Some(word) = stored.get(self.entry as usize).copied().map(Colour15) else { return };
        ui.add_space(2.0 * GRID);
        let loaded = loaded_word(self.entry as usize);
        let file = palette.stored.get(self.entry as usize).copied().map(Colour15);
        if let Some(word) = editor::ui(ui, self.entry, word, loaded, file) {
            let command =
                Command::SetPaletteEntry { palette: index, entry: self.entry, word: word.0 };
            cx.push(command);
        }
        let through = |(id, texture): &(TextureId, &crate::scene::Texture)| {
            cx.state.palette_for(*id, texture.palette) == Some(index)
        };
        let through: Vec<_> = scene.textures.pairs().filter(through).map(|(i, _)| i).collect();
        users(ui, cx, scene, (&through, Some(index)));
    }

    /// Reorders the entries without changing any picture.
    fn arrange(&self, cx: &mut Ctx<'_>, palette: PaletteId, order: &[usize], name: &str) {
        if let Some(edit) = cx.state.reorder_palette(palette, order, name) {
            cx.push(Command::Edit(Box::new(edit)));
        }
    }

    /// Menu that sorts the entries.
    fn sorting(&self, ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene, palette: PaletteId) {
        let side = egui::Vec2::splat(theme::ROW + GRID);
        let icon = icons::ICON_SORT.rich_text().size(theme::ICON);
        let button = egui::Button::new(icon).frame_when_inactive(false).min_size(side);
        let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
            for (by, words) in SortBy::ALL {
                if ui.button(format!("Sort {words}")).clicked() {
                    let Some(stored) = scene.palettes.get(palette) else { continue };
                    let order = sorted(&stored.loaded(), by, &cx.state.uses_of(palette));
                    self.arrange(cx, palette, &order, "sort a palette");
                }
            }
        });
        let tip = "Sort the entries without changing any texture. Colours can also be dragged.";
        response.named(Role::Button, "Sort the palette");
        response.on_hover_text(tip);
    }

    fn colours(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene, index: ColourTableId) {
        let Some(table) = scene.colour_tables.get(index) else { return };
        let own = self.entry as usize;
        let mut colours: Vec<[u8; 4]> = (0..table.colours.len()).map(|at| table.rgba(at)).collect();
        if let (Some(draft), Some(colour)) = (self.draft, colours.get_mut(own)) {
            *colour = draft;
        }
        let cells: Vec<Cell> = colours.iter().map(|rgba| Cell::of_rgba(*rgba)).collect();
        let describe = |at: usize| table::describe(table, at);
        let edited = |at: usize| {
            let entry = Element::ColourEntry { table: index, entry: at as u32 };
            let origin = || scene.origin(entry).map(|origin| origin.span);
            at == own && self.draft.is_some() || origin().is_some_and(|s| cx.state.is_changed(s))
        };
        let picked = swatches::grid(ui, (&cells, SwatchActions::Pick), own, edited, describe);
        self.pick(picked, |entry| Element::ColourEntry { table: index, entry }, cx);
        ui.add_space(2.0 * GRID);
        let entry = self.entry;
        if let Some(rgba) = colours.get(own)
            && let Some(new) = table::ui(ui, table, entry, *rgba)
        {
            self.draft = Some(new);
        }
        // The edit is applied when the pointer is released.
        if let Some([r, g, b, a]) = self.draft.filter(|draft| *draft != table.rgba(own))
            && !ui.input(|input| input.pointer.any_down())
            && self.asked != self.draft
        {
            self.asked = self.draft;
            let alpha = (!table.alphas.is_empty()).then_some(a);
            let entry = Element::ColourEntry { table: index, entry };
            cx.push(Command::Recolour { entry, rgb: [r, g, b], alpha });
        }
        match &table.textures {
            Some(_) if !scene.films.is_empty() => {
                ui.weak("Palette of the displayed frame.");
            }
            Some(textures) => users(ui, cx, scene, (textures, None)),
            None => {}
        }
    }

    fn pick(
        &mut self,
        picked: swatches::GridResponse,
        element: impl Fn(u32) -> Element,
        cx: &mut Ctx<'_>,
    ) {
        let target =
            |at: usize| SelectionTarget::Element(element(u32::try_from(at).unwrap_or(u32::MAX)));
        if let Some(at) = picked.hovered {
            cx.hover(target(at));
        }
        if let Some(at) = picked.clicked {
            self.show(self.which, u32::try_from(at).unwrap_or(u32::MAX));
            cx.select(target(at));
        }
    }
}

/// Button that imports colours from a file, if the colours of the element are stored.
fn from_file(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene, element: Element) {
    let has_bytes = |(entries, _): (&Spans, usize)| entries.get(0).len > 0;
    if !scene.colour_fields(element).is_some_and(has_bytes) {
        return;
    }
    if icon_button(ui, icons::ICON_FILE_OPEN, "Colours from a file…", false).clicked() {
        cx.push(Command::Replace { element, manner: ReplaceOptions::default() });
    }
}

/// Thumbnails of the textures that are displayed with a palette.
fn users(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    scene: &Scene,
    (users, palette): (&[TextureId], Option<PaletteId>),
) {
    ui.add_space(2.0 * GRID);
    ui.weak(counted(users.len() as u64, "texture") + " displayed with it");
    ui.horizontal_wrapped(|ui| {
        for index in users.iter().copied().take(MAX_USERS) {
            let side = 12.0 * GRID;
            let (rect, response) =
                ui.allocate_exact_size(egui::vec2(side, side), egui::Sense::CLICK);
            if !ui.is_rect_visible(rect) {
                continue;
            }
            thumbnail(ui, rect, cx.state, index, palette);
            let name = scene.textures.get(index).map_or("", |texture| &texture.name);
            response.named(Role::Image, format!("Texture {name}"));
            if response.on_hover_text(name).clicked() {
                cx.select(SelectionTarget::Element(Element::Texture(index)));
            }
        }
    });
}
