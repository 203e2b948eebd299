//! Video memory of a PlayStation with the textures and palettes of the open file: a click selects a
//! texture or palette, and the texels of the hovered and selected faces are outlined.

mod canvas;

use std::sync::{Arc, Mutex, PoisonError};

use egui::{Context, RichText, TextureHandle, TextureOptions, Ui};
use egui_material_icons::icons;

use self::canvas::Canvas;
use crate::app::model::background::spawn;
use crate::app::model::numbers::{counted, grouped};
use crate::app::model::{Command, PanelId};
use crate::app::ui::{
    Ctx, GRID, Home, Panel, PanelInfo, Theme, empty_state, icon_button, spinner, theme,
};
use crate::export::video_memory_rgb;
use crate::scene::{MEMORY_HEIGHT, MEMORY_WIDTH, MemoryUsers, Scene, VideoMemory};

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::VIDEO_MEMORY,
    title: "Video memory",
    icon: icons::ICON_MEMORY,
    home: Home::RightTop,
    make: Some(|| Box::<VideoMemoryPanel>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
#[derive(Default)]
pub struct VideoMemoryPanel {
    /// The document that `result` belongs to.
    generation: u64,
    /// Result of the worker.
    result: Arc<Mutex<Option<Uploaded>>>,
    memory: Option<Uploaded>,
    canvas: Canvas,
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
    fn of(scene: &Scene, ctx: &Context) -> Uploaded {
        let content = VideoMemory::of(scene)?;
        let size = [MEMORY_WIDTH as usize, MEMORY_HEIGHT as usize];
        let image = egui::ColorImage::from_rgb(size, video_memory_rgb(&content).as_flattened());
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
        ui.add_space(GRID);
        ui.horizontal_wrapped(|ui| {
            ui.add_space(GRID);
            self.header(ui, cx, &memory.content);
        });
        self.canvas.ui(ui, cx, scene, &memory);
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

    /// Starts a worker for a new scene, and takes its result.
    fn follow(&mut self, ui: &Ui, cx: &Ctx<'_>) {
        let scene = cx.state.scene().map(|scene| scene.scene.clone());
        let generation = scene.as_ref().map_or(0, |_| cx.state.generation());
        if self.generation != generation {
            let canvas = std::mem::take(&mut self.canvas);
            *self = Self { generation, canvas, ..Self::default() };
            let (result, ctx) = (self.result.clone(), ui.ctx().clone());
            if let Some(scene) = scene {
                let work = {
                    let ctx = ctx.clone();
                    move || Memory::of(&scene, &ctx)
                };
                spawn("Filling the video memory", work, move |memory| {
                    let mut result = result.lock().unwrap_or_else(PoisonError::into_inner);
                    *result = Some(memory.flatten());
                    ctx.request_repaint();
                });
            }
        }
        if self.memory.is_none() {
            self.memory = self.result.lock().unwrap_or_else(PoisonError::into_inner).take();
        }
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
        ui.label(memory.positions_in_words());
        ui.weak(format!(
            "{} · {} · {} words free",
            counted(textures, "texture"),
            counted(palettes, "palette"),
            grouped(memory.free.into())
        ));
        let overlaps = memory.blocks.iter().filter(|block| !block.overlaps.is_empty()).count();
        if overlaps > 0 {
            let text = format!("{} overlap", grouped(overlaps as u64));
            ui.colored_label(theme.error, text);
        }
        if let Some(first) = memory.unplaced.first() {
            let count = grouped(memory.unplaced.len() as u64);
            let text = RichText::new(format!("{count} not placed")).color(theme.warning);
            ui.label(text).on_hover_text(&first.reason);
        }
    }
}
