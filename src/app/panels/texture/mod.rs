//! Textures: a list of all of them, and the current one with the texture coordinates of its faces.
//!
//! `users` finds the faces that use each texture, `list` draws the list, `canvas` the current texture.

mod canvas;
mod corners;
mod displayed;
mod list;
pub mod users;

use egui::{ComboBox, Rect, RichText, Ui, UiBuilder, vec2};
use egui_material_icons::icons;

use self::canvas::Canvas;
pub use self::displayed::uv_outline;
use self::list::List;
pub use self::list::thumbnail;
use self::users::Users;
use crate::app::model::numbers::{counted, grouped};
use crate::app::model::{
    Command, DocScene, PanelId, SelectionTarget, State, view::texels::TextureView,
};
use crate::app::panels::element_menu;
use crate::app::panels::selection::facts::PLACEHOLDER;
use crate::app::ui::{
    Ctx, DefaultPosition, GRID, Panel, PanelInfo, Theme, cells, choose, drop_down::DropDown,
    empty_state, icon_button, pictures::View,
};
use crate::export::Subject;
use crate::scene::{Element, Id, PaletteId, Scene, TextureId};

/// Width of the list of palettes and the buttons next to it.
const STEPPER: f32 = 60.0 * GRID;

/// Faces whose texture coordinates are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Uvs {
    #[default]
    Selected,
    All,
    None,
}

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::TEXTURE,
    title: "Texture",
    icon: icons::ICON_TEXTURE,
    home: DefaultPosition::Centre,
    make: Some(|| Box::<TexturePanel>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
#[derive(Default)]
pub struct TexturePanel {
    current: TextureId,
    /// Name of the current texture.
    name: String,
    /// The selected element that was last followed.
    followed: Option<Element>,
    generation: u64,
    users: Users,
    /// Number of textures that are in no opened file.
    missing: usize,
    list: List,
    canvas: Canvas,
    look: TextureView,
    /// Mipmap level of the current texture; 0 is full size.
    level: u32,
    uvs: Uvs,
    /// Palettes to step, requested by a command and handled in the next frame.
    step: i32,
}

impl Panel for TexturePanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let Some(scene) = cx.state.scene().filter(|scene| !scene.scene.textures.is_empty()) else {
            let missing = cx.state.scene().map_or(0, |scene| scene.scene.missing_textures());
            let hint = match missing {
                0 => "Textures of the open file and its texture libraries appear here.",
                _ => "Its faces use textures that were not found in any open file.",
            };
            empty_state(ui, icons::ICON_TEXTURE, &no_textures(missing), hint);
            return;
        };
        self.follow(cx.state, scene);
        let step = std::mem::take(&mut self.step);
        if step != 0 {
            self.step_palette(&scene.scene, step, cx);
        }
        let all = ui.available_rect_before_wrap();
        let side = (all.width() * 0.32).clamp(120.0, 220.0);
        let (left, right) = all.split_left_right_at_x(all.left() + side);
        let mut child = ui.new_child(UiBuilder::new().max_rect(left));
        if self.missing > 0 {
            child.add_space(GRID);
            let tip = "Faces use textures that were not found in any open file; drawn in grey";
            child.horizontal(|ui| {
                ui.add_space(GRID);
                cells::badge(ui, &no_textures(self.missing), tip);
            });
        }
        let (users, current) = (&self.users, self.current);
        if let Some(picked) = self.list.ui(&mut child, cx, scene, users, current) {
            self.show(picked);
            cx.select(SelectionTarget::Element(Element::Texture(picked)));
        }
        ui.painter().vline(left.right(), all.y_range(), (1.0, Theme::of(ui).line));
        self.large(ui, cx, right.shrink2(vec2(GRID, 0.0)), scene);
        ui.advance_cursor_after_rect(all);
    }

    fn command(&mut self, command: &Command, state: &State) {
        if state.focus != PanelId::TEXTURE {
            return;
        }
        match command {
            Command::NextPalette => self.step = 1,
            Command::PreviousPalette => self.step = -1,
            Command::ShowStp => {
                self.look = if self.look == TextureView::Stp {
                    TextureView::Colours
                } else {
                    TextureView::Stp
                };
            }
            Command::FrameAll | Command::FrameSelection => self.canvas.fit(),
            _ => {}
        }
    }

    fn let_go(&mut self) -> bool {
        self.canvas.corners.cancel()
    }
}

/// Headline if there are no textures: `No textures`, or how many are missing.
fn no_textures(missing: usize) -> String {
    match missing {
        0 => "No textures".to_owned(),
        1 => "A texture is missing".to_owned(),
        more => format!("{} textures are missing", grouped(more as u64)),
    }
}

/// Palettes with as many colours as the palette of a texture, or as its indices can select if it has
/// none.
pub fn fitting_palettes(scene: &Scene, texture: TextureId) -> Vec<PaletteId> {
    let Some(texture) = scene.textures.get(texture) else { return Vec::new() };
    if !texture.format.is_indexed() {
        return Vec::new();
    }
    let own = texture.palette.and_then(|own| scene.palettes.get(own));
    let colours = own.map_or(1 << texture.format.bits(), |own| own.stored.len());
    let fits = scene.palettes.pairs().filter(|(_, p)| p.stored.len() == colours);
    fits.map(|(index, _)| index).collect()
}

/// The element `step` positions after `now` in the list, wrapping around.
pub fn stepped<T: Copy + PartialEq>(fitting: &[T], now: Option<T>, step: i32) -> Option<T> {
    let count = i64::try_from(fitting.len()).ok()?;
    let at = now.and_then(|now| fitting.iter().position(|p| *p == now));
    let at = at.and_then(|at| i64::try_from(at).ok()).unwrap_or(-1);
    let next = (at + i64::from(step)).checked_rem_euclid(count)?;
    fitting.get(usize::try_from(next).ok()?).copied()
}

impl TexturePanel {
    fn follow(&mut self, state: &State, scene: &DocScene) {
        let generation = state.generation();
        if self.generation != generation {
            self.generation = generation;
            self.users = Users::of(&scene.scene);
            self.missing = scene.scene.missing_textures();
            self.canvas.corners.arrived();
            // Keeps the texture if the file was reloaded.
            let name = scene.scene.textures.get(self.current).map(|texture| &texture.name);
            if name != Some(&self.name) {
                self.show(Id::new(0));
            }
            self.followed = None;
            self.list = List::default();
        }
        let element = state.selected_element();
        if element == self.followed {
            return;
        }
        self.followed = element;
        let found = element.and_then(|element| scene.texture_of(element));
        if let Some(found) = found.filter(|found| *found != self.current) {
            self.list.reveal(found);
            self.show(found);
        }
    }

    /// Makes a texture the current one.
    fn show(&mut self, texture: TextureId) {
        (self.current, self.level) = (texture, 0);
        self.canvas.fit();
    }

    /// The palette that the current texture is displayed with.
    fn palette(&self, state: &State, scene: &Scene) -> Option<PaletteId> {
        let own = scene.textures.get(self.current)?.palette;
        state.palette_for(self.current, own)
    }

    fn step_palette(&self, scene: &Scene, step: i32, cx: &mut Ctx<'_>) {
        let fitting = fitting_palettes(scene, self.current);
        if let Some(next) = stepped(&fitting, self.palette(cx.state, scene), step) {
            self.try_palette(scene, next, cx);
        }
    }

    fn try_palette(&self, scene: &Scene, palette: PaletteId, cx: &mut Ctx<'_>) {
        let own = scene.textures.get(self.current).and_then(|texture| texture.palette);
        let palette = (own != Some(palette)).then_some(palette);
        cx.push(Command::TryPalette { texture: self.current, palette });
    }

    /// Draws the current texture: name and facts, tools, and the picture.
    fn large(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, rect: Rect, scene: &DocScene) {
        let mut ui = ui.new_child(UiBuilder::new().max_rect(rect));
        let Some(texture) = scene.scene.textures.get(self.current) else { return };
        self.name.clone_from(&texture.name);
        let theme = Theme::of(&ui);
        ui.add_space(GRID);
        ui.horizontal(|ui| {
            ui.label(RichText::new(&texture.name).strong());
            if texture.pixels.is_placeholder() {
                cells::badge(ui, PLACEHOLDER.0, PLACEHOLDER.1);
            }
            let users = self.users.of_texture(self.current).len() as u64;
            let mips = match texture.pixels.mips().len() {
                0 => String::new(),
                mips => format!(" · {mips} mip levels"),
            };
            let used = match scene.scene.meshes.is_empty() {
                // A file without meshes has no faces to count.
                true => String::new(),
                false => format!(" · {}", counted(users, "face")),
            };
            let format = texture.format.words();
            let facts = format!("{}×{}{mips} · {format}{used}", texture.width, texture.height);
            ui.add(egui::Label::new(RichText::new(facts).color(theme.weak)).truncate());
        });
        ui.horizontal_wrapped(|ui| self.tools(ui, cx, &scene.scene));
        let palette = self.palette(cx.state, &scene.scene);
        let view = View { texture: self.current, level: self.level };
        let Some((size, pixels)) = view.of(texture) else { return };
        let shown = displayed::DisplayedTexture {
            view,
            size,
            pixels: &*pixels,
            texture,
            palette,
            look: self.look,
            uvs: self.uvs,
            users: self.users.of_texture(self.current),
        };
        self.canvas.ui(&mut ui, cx, scene, &shown);
    }

    /// Display modes of textures with a relief.
    fn relief_tools(&mut self, ui: &mut Ui, scene: &Scene) {
        let texture = scene.textures.get(self.current);
        let has_relief = texture.is_some_and(|texture| texture.pixels.has_relief());
        if !has_relief {
            if matches!(self.look, TextureView::Normals | TextureView::Lit) {
                self.look = TextureView::Colours;
            }
            return;
        }
        for (icon, tip, look) in [
            (
                icons::ICON_TEXTURE,
                "Normals of the relief: x red, y green, z blue",
                TextureView::Normals,
            ),
            (icons::ICON_LIGHT_MODE, "Relief lit from the upper left", TextureView::Lit),
        ] {
            if icon_button(ui, icon, tip, self.look == look).clicked() {
                self.look = if self.look == look { TextureView::Colours } else { look };
            }
        }
    }

    /// Steps through the stored mipmaps.
    fn level_tools(&mut self, ui: &mut Ui, scene: &Scene) {
        let Some(texture) = scene.textures.get(self.current) else { return };
        let mips = u32::try_from(texture.pixels.mips().len()).unwrap_or(u32::MAX);
        if mips == 0 {
            return;
        }
        ui.separator();
        let before = self.level;
        ui.add_enabled_ui(self.level > 0, |ui| {
            if icon_button(ui, icons::ICON_ZOOM_IN, "Larger version", false).clicked() {
                self.level = self.level.saturating_sub(1);
            }
        });
        let view = View { texture: self.current, level: self.level };
        let [width, height] = view.of(texture).map_or([0; 2], |(size, _)| size);
        ui.label(format!("{} of {}: {width}×{height}", self.level + 1, mips.saturating_add(1)));
        ui.add_enabled_ui(self.level < mips, |ui| {
            if icon_button(ui, icons::ICON_ZOOM_OUT, "Smaller version", false).clicked() {
                self.level = (self.level + 1).min(mips);
            }
        });
        if self.level != before {
            self.canvas.fit();
        }
    }

    fn tools(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene) {
        ui.spacing_mut().item_spacing.x = GRID / 2.0;
        let mut look = |ui: &mut Ui, icon, tip: &str, look| {
            if icon_button(ui, icon, tip, self.look == look).clicked() {
                self.look = look;
            }
        };
        look(ui, icons::ICON_PALETTE, "Colours, through the palette", TextureView::Colours);
        look(ui, icons::ICON_TAG, "Palette indices as shades of grey", TextureView::Indices);
        look(ui, icons::ICON_OPACITY, "Texels with STP, the others dimmed (T)", TextureView::Stp);
        self.relief_tools(ui, scene);
        self.level_tools(ui, scene);
        ui.separator();
        let mut uvs = |ui: &mut Ui, icon, tip: &str, uvs| {
            let on = self.uvs == uvs;
            if icon_button(ui, icon, tip, on).clicked() {
                self.uvs = if on { Uvs::None } else { uvs };
            }
        };
        uvs(ui, icons::ICON_POLYLINE, "Coordinates of the selected faces", Uvs::Selected);
        uvs(ui, icons::ICON_HIVE, "Coordinates of all faces that use it", Uvs::All);
        ui.separator();
        if icon_button(ui, icons::ICON_FIT_SCREEN, "Fit the picture (F, Home)", false).clicked() {
            self.canvas.fit();
        }
        let subject =
            Subject::Texture { texture: self.current, palette: self.palette(cx.state, scene) };
        if icon_button(ui, icons::ICON_DOWNLOAD, "Export texture…", false).clicked() {
            cx.push(Command::ExportThese(vec![subject]));
        }
        let element = Element::Texture(self.current);
        let replace =
            DropDown::new(icons::ICON_UPLOAD, "Replace", "Replace the texture with a PNG");
        replace.closes_when_chosen().show(ui, |ui| element_menu::with_picture(ui, cx, element));
        let fitting = fitting_palettes(scene, self.current);
        if fitting.is_empty() {
            return;
        }
        // The list stays on one row with its buttons.
        if ui.available_size_before_wrap().x < STEPPER {
            ui.end_row();
        } else {
            ui.separator();
        }
        let now = self.palette(cx.state, scene);
        if icon_button(ui, icons::ICON_CHEVRON_LEFT, "Previous palette (-)", false).clicked() {
            self.step_palette(scene, -1, cx);
        }
        let name = |index: PaletteId| {
            let own = scene.textures.get(self.current).and_then(|t| t.palette);
            let mark = if own == Some(index) { " (original)" } else { "" };
            let name = scene.palettes.get(index).map_or("none", |p| p.name.as_str());
            format!("{index}: {name}{mark}")
        };
        let chosen = now.map_or_else(|| "no palette".to_owned(), name);
        let combo = ComboBox::from_id_salt("palette").width(150.0).selected_text(chosen);
        let all = fitting.iter().map(|index| (Some(*index), name(*index)));
        if let Some(index) = choose(ui, combo, ("Palette of the texture", ""), &now, all).flatten()
        {
            self.try_palette(scene, index, cx);
        }
        if icon_button(ui, icons::ICON_CHEVRON_RIGHT, "Next palette (+)", false).clicked() {
            self.step_palette(scene, 1, cx);
        }
        if cx.state.palettes.tried.contains_key(&self.current)
            && icon_button(ui, icons::ICON_UNDO, "Reset palette", false).clicked()
        {
            cx.push(Command::TryPalette { texture: self.current, palette: None });
        }
    }
}
