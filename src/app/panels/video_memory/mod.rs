//! Video memory of a PlayStation with the textures and palettes of the open file: a click selects a
//! texture or palette, and the texels of the hovered and selected faces are outlined.

mod canvas;
mod details;
mod keys;

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{
    Color32, ColorImage, Context, Frame, Margin, RichText, TextureHandle, TextureOptions, Ui,
    UiBuilder,
};
use egui_material_icons::icons;

use self::canvas::Canvas;
use self::details::FaceList;
use crate::app::model::background::Newest;
use crate::app::model::numbers::{counted, grouped};
use crate::app::model::{Command, PaletteEdits, PanelId, SelectionTarget};
use crate::app::ui::{
    Ctx, DefaultPosition, GRID, Panel, PanelInfo, Theme, empty_state, icon_button, spinner, theme,
};
use crate::export::video_memory_rgb;
use crate::scene::{MEMORY_HEIGHT, MEMORY_WIDTH, MemoryBlock, MemoryUsers, Scene, VideoMemory};

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::VIDEO_MEMORY,
    title: "Video memory",
    icon: icons::ICON_MEMORY,
    home: DefaultPosition::RightTop,
    is_tall: true,
    make: Some(|| Box::<VideoMemoryPanel>::default()),
    ..PanelInfo::EMPTY
};

/// Part of the panel for the selected texture or palette.
const DETAILS: f32 = 0.45;

/// See the [module](self).
#[derive(Default)]
pub struct VideoMemoryPanel {
    /// The document of the last request.
    generation: u64,
    /// Unsaved and previewed colours of the last request.
    edits: PaletteEdits,
    worker: Newest<(u64, Uploaded)>,
    memory: Option<Uploaded>,
    canvas: Canvas,
    faces: FaceList,
}

/// The memory of a scene; `None` if it has nothing for a PlayStation.
type Uploaded = Option<Arc<Memory>>;

/// The memory of a scene with its users and its picture.
pub struct Memory {
    pub content: VideoMemory,
    pub users: MemoryUsers,
    pub picture: TextureHandle,
}

impl Memory {
    fn of(scene: &Scene, edits: &PaletteEdits, ctx: &Context) -> Uploaded {
        let mut content = VideoMemory::of(scene)?;
        for palette in edits.recoloured() {
            content.set_palette(palette, &edits.loaded(scene, palette));
        }
        let size = [MEMORY_WIDTH as usize, MEMORY_HEIGHT as usize];
        let colours = video_memory_rgb(&content).into_iter().zip(content.used());
        // Free words show the background.
        let pixels = colours.map(|([r, g, b], used)| match used {
            true => Color32::from_rgb(r, g, b),
            false => Color32::TRANSPARENT,
        });
        let image = ColorImage::new(size, pixels.collect());
        let picture = ctx.load_texture("video memory", image, TextureOptions::NEAREST);
        Some(Arc::new(Self { users: MemoryUsers::of(scene), content, picture }))
    }
}

impl Panel for VideoMemoryPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        self.follow(ui, cx);
        let Some(scene) = cx.state.scene() else { return self.empty(ui) };
        let memory = match &self.memory {
            None => return drop(spinner(ui, theme::ROW)),
            Some(None) => return self.empty(ui),
            Some(Some(memory)) => memory.clone(),
        };
        Frame::new().inner_margin(Margin::symmetric(4, 2)).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| self.header(ui, cx, &memory.content));
        });
        let selected = details::selected_block(cx, scene, &memory);
        let all = ui.available_rect_before_wrap();
        // The memory is twice as wide as high.
        let (picture, rest) = match all.width() > 2.0 * all.height() {
            true => all.split_left_right_at_fraction(1.0 - DETAILS),
            false => all.split_top_bottom_at_fraction(1.0 - DETAILS),
        };
        self.canvas.ui(ui, picture, cx, scene, &memory);
        ui.scope_builder(UiBuilder::new().max_rect(rest.shrink(GRID)), |ui| {
            details::show(ui, cx, scene, &memory, (selected, &mut self.faces));
        });
    }

    fn command(&mut self, command: &Command, state: &crate::app::model::State) {
        let fits = matches!(command, Command::FrameAll | Command::FrameSelection);
        if fits && state.focus == PanelId::VIDEO_MEMORY {
            self.canvas.fit();
        }
    }
}

impl VideoMemoryPanel {
    fn empty(&self, ui: &mut Ui) {
        let hint = "Textures and palettes of PlayStation files appear here as they are uploaded.";
        empty_state(ui, icons::ICON_MEMORY, "No video memory", hint);
    }

    /// Requests the memory of a new scene, and takes the result.
    fn follow(&mut self, ui: &Ui, cx: &Ctx<'_>) {
        let scene = cx.state.scene().map(|scene| scene.scene.clone());
        let generation = scene.as_ref().map_or(0, |_| cx.state.generation());
        // A previewed palette is already in the memory.
        let edits = PaletteEdits { tried: BTreeMap::new(), ..cx.state.palettes.clone() };
        if self.generation != generation {
            self.memory = None;
        }
        if (self.generation, &self.edits) != (generation, &edits) {
            (self.generation, self.edits) = (generation, edits.clone());
            let ctx = ui.ctx().clone();
            if let Some(scene) = scene {
                let work = {
                    let ctx = ctx.clone();
                    move || (generation, Memory::of(&scene, &edits, &ctx))
                };
                self.worker
                    .request("Filling the video memory", work, move || ctx.request_repaint());
            }
        }
        let made = self.worker.take().filter(|(made_for, _)| *made_for == generation);
        self.memory = made.map(|(_, memory)| memory).or(self.memory.take());
    }

    fn header(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, memory: &VideoMemory) {
        if icon_button(ui, icons::ICON_FIT_SCREEN, "Fit the memory (F, Home)", false).clicked() {
            self.canvas.fit();
        }
        let tip = "Export the memory as PNG…";
        if icon_button(ui, icons::ICON_DOWNLOAD, tip, false).clicked() {
            cx.push(Command::ExportVideoMemory);
        }
        let theme = Theme::of(ui);
        let palettes = memory.blocks.iter().filter(|block| block.is_palette()).count() as u64;
        let textures = memory.blocks.len() as u64 - palettes;
        ui.label(memory.positions.in_words());
        ui.weak(format!("{} · {}", counted(textures, "texture"), counted(palettes, "palette")));
        ui.weak(format!("{} words free", grouped(memory.free.into())));
        let tip = "Rectangles that share words with another; a click selects the next one";
        let overlapping = |block: &MemoryBlock| !block.overlaps.is_empty();
        next_of(ui, cx, memory, ("overlap", tip, theme.error), overlapping);
        let tip = "Textures in several pages of 64 × 256 words; a click selects the next one";
        let crossing = |block: &MemoryBlock| block.crosses_pages();
        next_of(ui, cx, memory, ("page crossing", tip, theme.warning), crossing);
        if let Some(first) = memory.unplaced.first() {
            let count = grouped(memory.unplaced.len() as u64);
            let text = RichText::new(format!("{count} not placed")).color(theme.warning);
            ui.label(text).on_hover_text(&first.reason);
        }
    }
}

/// Number of the rectangles with a property, and a link to the next one.
fn next_of(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    memory: &VideoMemory,
    (name, tip, colour): (&str, &str, Color32),
    has: impl Fn(&MemoryBlock) -> bool,
) {
    let found: Vec<usize> =
        memory.blocks.iter().enumerate().filter(|(_, b)| has(b)).map(|(i, _)| i).collect();
    let Some(first) = found.first() else { return };
    let text = RichText::new(counted(found.len() as u64, name)).color(colour);
    if ui.link(text).on_hover_text(tip).clicked() {
        let now = cx.state.selected_element().and_then(|element| memory.block_of(element));
        let next = found.iter().find(|index| Some(**index) > now).unwrap_or(first);
        let block = memory.blocks.get(*next);
        cx.extend(block.map(|block| Command::Select(SelectionTarget::Element(block.element))));
    }
}
