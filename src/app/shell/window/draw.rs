//! Draws one frame.

use std::time::Duration;

use egui::{Align2, Color32, Frame, Margin, Ui, vec2};

use super::Window;
use crate::app::model::crash_report::{self, Work};
use crate::app::model::{Command, PanelId, document::paths};
use crate::app::shell::layout::{self, Drawing};
use crate::app::shell::{menu, status, tab_strip, transport};
use crate::app::ui::spinner::SILENT;
use crate::app::ui::{Ctx, GRID, Theme, theme};
use crate::render::Gpu;

/// Time between frames for indicators and for the jobs in the status bar.
const CALM: Duration = Duration::from_millis(100);
/// Time between frames while a sound plays: for its playhead, for the clock in the status bar, and for
/// both on a software adapter, whose threads need 0.15 s for a frame.
const PLAYHEAD: Duration = Duration::from_millis(125);
const CLOCK: Duration = Duration::from_millis(500);
const PLAYHEAD_IN_SOFTWARE: Duration = Duration::from_secs(4);

impl Window {
    pub(super) fn draw(&mut self, ui: &mut Ui) {
        self.dialogs.close_tooltips(ui.ctx());
        let theme = Theme::of(ui);
        let bar = Frame::new().fill(theme.bar()).inner_margin(Margin::symmetric(8, 2));
        if !self.bare {
            let cx = &mut Ctx::new(&self.state, &mut self.commands);
            egui::Panel::top("menu").frame(bar).show_separator_line(false).show(ui, |ui| {
                menu::bar(ui, cx, std::mem::take(&mut self.focuses_menu));
            });
            if self.state.tabs.count() > 1 {
                egui::Panel::top("tabs")
                    .frame(bar)
                    .exact_size(tab_strip::HEIGHT)
                    .show_separator_line(false)
                    .show(ui, |ui| tab_strip::show(ui, cx));
            }
            egui::Panel::bottom("status")
                .frame(bar)
                .exact_size(theme::ROW + GRID)
                .show_separator_line(false)
                .show(ui, |ui| status::bar(ui, cx));
            if self.state.has_transport() {
                egui::Panel::bottom("transport")
                    .frame(bar)
                    .exact_size(transport::HEIGHT)
                    .show_separator_line(false)
                    .show(ui, |ui| transport::bar(ui, cx));
            }
        }
        // The background of all panels; they do not draw one themselves.
        let frame = Frame::new().fill(theme.panel);
        egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| self.draw_panels(ui));
        let ctx = ui.ctx().clone();
        let cx = &mut Ctx::new(&self.state, &mut self.commands);
        self.dialogs.show(&ctx, cx, &self.jobs, self.panels.scene.device_memory());
        draw_drop(&ctx);
        let room = self.panels.scene.rect().intersect(ctx.content_rect());
        self.toasts.show(&ctx, room, &mut self.commands);
        self.set_title(&ctx);
        crash_report::set_work(self.state.doc.as_ref().map(|doc| Work {
            format: doc.opened.document.format.id,
            offset: self.state.selection.as_ref().map(|selection| selection.span.start),
        }));
    }

    fn draw_panels(&mut self, ui: &mut Ui) {
        let painter = ui.painter().clone();
        let font = egui::TextStyle::Button.resolve(ui.style());
        let width = |title: String| {
            painter.layout_no_wrap(title, font.clone(), egui::Color32::WHITE).size().x
        };
        layout::hide_unused(&mut self.layout, &self.state);
        let mut drawing = Drawing {
            panels: &mut self.panels,
            cx: Ctx::new(&self.state, &mut self.commands),
            pressed: None,
            tabs_into: std::mem::take(&mut self.tabs_into),
            shortened: layout::shortened(&self.layout, &self.state, &width),
        };
        if self.bare {
            layout::single(ui, &mut drawing, PanelId::SCENE);
        } else {
            self.layout.ui(&mut drawing, ui);
            // The space for titles is known only after the tiles are laid out.
            let shortened = layout::shortened(&self.layout, drawing.cx.state, &width);
            if shortened != drawing.shortened {
                ui.ctx().request_repaint();
            }
        }
        if let Some(pressed) = drawing.pressed {
            self.state.focus = pressed;
        }
    }

    fn set_title(&self, ctx: &egui::Context) {
        let title = match &self.state.doc {
            Some(doc) => {
                let mark = if self.state.edits.is_dirty(&doc.opened.path) { "• " } else { "" };
                let stored = paths::name(&doc.opened.path);
                match self.state.library.real_name(stored) {
                    Some((name, _)) => format!("{mark}{name} ({stored}) – Gouraud"),
                    None => format!("{mark}{stored} – Gouraud"),
                }
            }
            None => "Gouraud".to_owned(),
        };
        let shown = egui::Id::unique("window title");
        let before: Option<String> = ctx.data(|data| data.get_temp(shown));
        if before.as_ref() != Some(&title) {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            ctx.data_mut(|data| data.insert_temp(shown, title));
        }
    }

    /// Requests another frame if something is about to change, and none otherwise.
    pub(super) fn ask_for_frames(&mut self, ctx: &egui::Context) {
        if self.commands.are_pending() {
            ctx.request_repaint();
        }
        let mut hovers = self.commands.iter().rev().filter_map(|command| match command {
            Command::Hover(target) => Some(target),
            _ => None,
        });
        if hovers.next() != self.hover.as_ref() {
            ctx.request_repaint();
        }
        if self.state.sound.is_playing() {
            ctx.request_repaint_after(self.playing_step());
        }
        let sound = &self.state.sound;
        if let Some(left) = sound.rests_in() {
            ctx.request_repaint_after(left);
        }
        // A missing device is tried again and again, while the sound plays silently.
        let is_retrying = matches!(sound.output(), Some(Err(_)));
        if sound.is_clipping() || (sound.is_connecting() && !is_retrying) {
            ctx.request_repaint_after(CALM);
        }
        // Jobs that have just started are not shown.
        let oldest = self.state.jobs.iter().map(|job| job.age).reduce(f64::max);
        if let Some(age) = oldest {
            let left = Duration::from_secs_f64((SILENT - age).max(0.0));
            ctx.request_repaint_after(left.max(CALM));
        }
    }

    /// Time until the next frame while a sound plays.
    fn playing_step(&self) -> Duration {
        let state = &self.state;
        let shown = !self.bare && layout::visible(&self.layout).contains(&PanelId::SOUNDS);
        let is_software = self.gpu.get().and_then(Option::as_ref).is_some_and(Gpu::is_software);
        let step = match (is_software, shown) {
            (true, _) => PLAYHEAD_IN_SOFTWARE,
            (false, true) => PLAYHEAD,
            (false, false) => CLOCK,
        };
        let key = state.sound.now().map(|now| now.key).filter(|_| shown);
        let key = key.filter(|key| state.sound_key(key.sound) == Some(*key));
        let sound = key.zip(state.scene()).and_then(|(key, s)| s.scene.sounds.get(key.sound));
        let captions = sound.map_or(&[][..], |sound| &sound.captions);
        step.min(state.sound.next_change(captions).map_or(step, |left| left.max(CALM)))
    }
}

/// Shows the effect of dropping the files that hover over the window.
fn draw_drop(ctx: &egui::Context) {
    let hovered = ctx.input(|input| input.raw.hovered_files.clone());
    if hovered.is_empty() {
        return;
    }
    let folders = hovered.iter().filter(|f| f.path.as_ref().is_some_and(|p| p.is_dir())).count();
    let what = match (hovered.len(), folders) {
        (1, 1) => "Scan this folder".to_owned(),
        (1, _) => "Open this file".to_owned(),
        (n, folders) if n == folders => format!("Scan {n} folders"),
        (n, _) => format!("Open {n} files"),
    };
    let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("drop"));
    let painter = ctx.layer_painter(layer);
    let theme = Theme::new(ctx.theme() == egui::Theme::Dark);
    let rect = ctx.content_rect().shrink(2.0 * GRID);
    painter.rect_filled(rect, 6.0, theme.accent.gamma_multiply(0.14));
    painter.rect_stroke(rect, 6.0, egui::Stroke::new(2.0, theme.accent), egui::StrokeKind::Inside);
    let font = egui::FontId::proportional(20.0);
    let galley = painter.layout_no_wrap(what, font, theme.text);
    let size = galley.size() + vec2(8.0, 5.0) * GRID;
    let plate = Align2::CENTER_CENTER.align_size_within_rect(size, rect);
    painter.rect_filled(plate, 6.0, theme.panel);
    let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), plate).min;
    painter.galley(at, galley, Color32::PLACEHOLDER);
}
