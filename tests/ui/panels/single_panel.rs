//! A single panel in a window, with a state that executes its commands.

use std::sync::Arc;

use egui_kittest::Harness;
use gouraud::app::model::{
    Command, Commands, Doc, DocScene, PanelId, SelectionTarget, Settings, State,
};
use gouraud::app::ui::{Ctx, Panel, theme};
use gouraud::library::Library;

use crate::driver::{Driven, wgpu_setup};

/// A panel, its state, and the commands it pushed.
pub struct Bench<P> {
    pub panel: P,
    pub state: State,
    pub asked: Vec<Command>,
}

impl<P: Panel> Bench<P> {
    /// `panel` with this id, and the level of [`level::bytes`](super::level::bytes), focused.
    pub fn new(id: PanelId, panel: P, objects: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.psx");
        std::fs::write(&path, super::level::bytes(objects)).unwrap();
        let library = Arc::new(Library::new());
        let opened = library.open(&path.to_string_lossy(), None).unwrap();
        let scene = opened.scene(&library).map(DocScene::new);
        let problems = opened.problems(&library);
        let mut state = State::new(library, Settings::default());
        state.focus = id;
        state.shown = Some(opened.clone());
        state.doc = Some(Arc::new(Doc { opened, problems, scene, generation: 1, names: 0 }));
        Self { panel, state, asked: Vec::new() }
    }

    /// Changes the state as the window would, and notifies the panel. Commands that no test of a panel
    /// needs leave the state as it is.
    pub fn apply(&mut self, command: Command) {
        let state = &mut self.state;
        match &command {
            Command::Hover(target) => {
                state.hover = state.resolve(target);
                return;
            }
            Command::Select(target) => state.select(target),
            Command::SelectAlso(target) => state.select_also(target),
            Command::SelectThese(elements) => state.select_these(elements),
            Command::SelectLike(like) => state.select_like(*like),
            Command::ColourBy(by) => state.colour_by(*by),
            Command::FoldCard { part, open } => state.fold_card(*part, *open),
            Command::TryPalette { texture, palette } => state.try_palette(*texture, *palette),
            Command::SetPalette { palette, words } => {
                state.set_palette(*palette, words.as_deref());
            }
            Command::SetPaletteEntry { palette, entry, word } => {
                state.set_palette_entry(*palette, *entry, *word);
            }
            _ => {}
        }
        self.panel.command(&command, &self.state);
        self.asked.push(command);
    }

    /// Selects an element before the window is shown.
    pub fn select(mut self, target: SelectionTarget) -> Self {
        self.state.selection = self.state.resolve(&target);
        self
    }

    /// Field path of the selection.
    pub fn selected_path(&self) -> &str {
        self.state.selection.as_ref().map_or("", |selection| &selection.path)
    }
}

impl<P: Panel> Driven for Bench<P> {
    fn model(&self) -> &State {
        &self.state
    }
    fn model_mut(&mut self) -> &mut State {
        &mut self.state
    }
    fn command(&mut self, command: Command) {
        self.apply(command);
    }
    fn is_idle(&self) -> bool {
        true
    }
}

/// A window of this size with only the panel.
pub fn window<P: Panel + 'static>(bench: Bench<P>, size: [f32; 2]) -> Harness<'static, Bench<P>> {
    themed(bench, size, egui::Theme::Dark)
}

/// Runs frames until the panel no longer changes.
pub fn settle<P: Panel + 'static>(window: &mut Harness<'static, Bench<P>>) {
    window.run_steps(60);
}

pub fn themed<P: Panel + 'static>(
    bench: Bench<P>,
    size: [f32; 2],
    theme: egui::Theme,
) -> Harness<'static, Bench<P>> {
    Harness::builder()
        .with_size(size)
        .with_theme(theme)
        .with_step_dt(1.0 / 60.0)
        .with_context_setup(theme::install)
        .wgpu_setup(wgpu_setup())
        .build_ui_state(
            |ui, bench: &mut Bench<P>| {
                let mut commands = Commands::default();
                bench.state.hover = None;
                let fill = ui.visuals().panel_fill;
                egui::Frame::new().fill(fill).show(ui, |ui| {
                    let cx = &mut Ctx { state: &bench.state, commands: &mut commands };
                    bench.panel.ui(ui, cx);
                });
                for command in commands.take() {
                    bench.apply(command);
                }
            },
            bench,
        )
}
