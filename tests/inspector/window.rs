//! A panel alone in a window, with a state that answers its commands.

use std::sync::Arc;

use egui_kittest::Harness;
use gouraud::app::command::{Command, Commands};
use gouraud::app::panel::Panel;
use gouraud::app::settings::Settings;
use gouraud::app::state::{Doc, DocScene, State};
use gouraud::app::theme;
use gouraud::library::Library;

/// A panel, what it shows, and what it asked for.
pub struct Bench<P> {
    pub panel: P,
    pub state: State,
    pub asked: Vec<Command>,
}

impl<P: Panel> Bench<P> {
    /// `panel` with the level of [`level::bytes`](crate::level::bytes), focused.
    pub fn new(panel: P, objects: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.psx");
        std::fs::write(&path, crate::level::bytes(objects)).unwrap();
        let library = Arc::new(Library::new());
        let opened = library.open(&path.to_string_lossy(), None).unwrap();
        let scene = opened.scene(&library).map(DocScene::new);
        let problems = opened.problems(&library);
        let mut state = State::new(library, Settings::default());
        state.focus = panel.kind();
        state.shown = Some(opened.clone());
        state.doc = Some(Arc::new(Doc { opened, problems, scene, generation: 1 }));
        Self { panel, state, asked: Vec::new() }
    }

    /// Selects as the window would, and tells the panel.
    pub fn apply(&mut self, command: Command) {
        match &command {
            Command::Select(target) => self.state.selection = self.state.resolve(target),
            Command::Hover(target) => {
                self.state.hover = self.state.resolve(target);
                return;
            }
            _ => {}
        }
        self.panel.command(&command, &self.state);
        self.asked.push(command);
    }

    /// Paths selected so far.
    pub fn selected_path(&self) -> &str {
        self.state.selection.as_ref().map_or("", |selection| &selection.path)
    }
}

/// A window of this size with nothing but the panel.
pub fn window<P: Panel>(bench: Bench<P>, size: [f32; 2]) -> Harness<'static, Bench<P>>
where
    P: 'static,
{
    themed(bench, size, egui::Theme::Dark)
}

pub fn themed<P: Panel + 'static>(
    bench: Bench<P>,
    size: [f32; 2],
    theme: egui::Theme,
) -> Harness<'static, Bench<P>> {
    Harness::builder()
        .with_size(size)
        .with_theme(theme)
        .with_context_setup(theme::install)
        .wgpu()
        .build_ui_state(
            |ui, bench: &mut Bench<P>| {
                let mut commands = Commands::default();
                bench.state.hover = None;
                let fill = ui.visuals().panel_fill;
                egui::Frame::new().fill(fill).show(ui, |ui| {
                    bench.panel.ui(ui, &bench.state, &mut commands);
                });
                for command in commands.take() {
                    bench.apply(command);
                }
            },
            bench,
        )
}
