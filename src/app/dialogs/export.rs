//! What to export, as what, and where to; the files there will be; the same as a command line.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use egui::{Context, Grid, RichText, ScrollArea, TextEdit, Ui};

use super::modal;
use crate::app::command::{Command, Commands, ExportRequest};
use crate::app::jobs::{Jobs, Purpose};
use crate::app::panel::{self, grouped};
use crate::app::state::State;
use crate::app::theme::{self, GRID, ROW, Theme};
use crate::app::window::{Pick, pick_paths};
use crate::export::{Asset, Choice, Job, Kind, Options, Palettes, Subject};
use crate::scene::Scene;

/// Characters of the command line that are shown.
const LONG_LINE: usize = 600;
/// More files than this are worth a word.
const MANY: usize = 1000;

/// What is chosen; kept for the next time.
#[derive(Default)]
pub struct Choices {
    pub folder: String,
    kinds: Vec<Kind>,
    only: String,
    /// Only these, whatever the pattern.
    these: Option<Vec<Subject>>,
    every_palette: bool,
    force: bool,
    /// The files of the last look, and what they were planned for.
    plan: Option<(Options, (u64, u64), Vec<Asset>)>,
}

impl Choices {
    /// Fills in what was never chosen. With `these`, nothing else is exported this time.
    pub fn prepare(&mut self, state: &State, these: Option<Vec<Subject>>) {
        self.these = these;
        self.plan = None;
        if self.folder.is_empty() {
            let beside = state.doc.as_ref().and_then(|doc| {
                let disk = crate::app::paths::on_disk(&doc.opened.path).to_owned();
                let path = Path::new(&disk);
                path.is_file().then(|| path.with_extension("export"))
            });
            let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
            let folder = beside.unwrap_or_else(|| home.join("gouraud-export"));
            self.folder = folder.to_string_lossy().into_owned();
        }
    }

    fn options(&self) -> Options {
        let only = self.only.trim();
        Options {
            kinds: self.kinds.clone(),
            choice: match (&self.these, only) {
                (Some(these), _) => Choice::These(these.clone()),
                (None, "") => Choice::Everything,
                (None, only) => Choice::Matching(vec![only.to_owned()]),
            },
            palettes: if self.every_palette { Palettes::Every } else { Palettes::Used },
            force: self.force,
            ..Options::default()
        }
    }

    /// The files there will be, planned anew only when something was changed.
    fn plan(&mut self, state: &State) -> &[Asset] {
        let options = self.options();
        let made_for = state.doc.as_ref().map_or((0, 0), |doc| (doc.generation, doc.names));
        let fresh = self.plan.as_ref().is_some_and(|(o, d, _)| *o == options && *d == made_for);
        if !fresh && let (Some(doc), Some(scene)) = (&state.doc, state.scene()) {
            let source_name = doc.opened.stored.file_name();
            // Planning asks for no checksum.
            let job = Job { scene: &scene.scene, source_name, crc32: 0, options: options.clone() };
            self.plan = Some((options, made_for, job.plan()));
        }
        self.plan.as_ref().map_or(&[], |(_, _, plan)| plan)
    }

    /// What `--only` asks for what is chosen by, in the order of the plan.
    fn patterns(&self, scene: Option<&Scene>) -> Vec<String> {
        let only = self.only.trim();
        if self.these.is_none() {
            return (!only.is_empty()).then(|| only.to_owned()).into_iter().collect();
        }
        let plan = self.plan.as_ref().map_or(&[][..], |(_, _, plan)| plan);
        let mut patterns: Vec<String> = Vec::new();
        for asset in plan {
            let sound = match asset.subject {
                Subject::Sound(sound) => scene.and_then(|s| s.sounds.get(sound as usize)),
                _ => None,
            };
            // The identifier is the same whatever names are known there.
            let id = sound.and_then(|sound| sound.ids.first()).map(|id| id.name.hex());
            patterns.push(id.unwrap_or_else(|| asset.name.clone()));
        }
        let mut seen = HashSet::new();
        patterns.retain(|pattern| seen.insert(pattern.clone()));
        patterns
    }

    /// The same as a command line.
    fn command_line(&self, path: &str, scene: Option<&Scene>) -> String {
        let mut line = format!("gouraud export {} -o {}", quoted(path), quoted(&self.folder));
        if !self.kinds.is_empty() {
            let names: Vec<&str> = self.kinds.iter().map(|kind| kind.name()).collect();
            line += &format!(" --to {}", names.join(","));
        }
        for pattern in self.patterns(scene) {
            line += &format!(" --only {}", quoted(&pattern));
        }
        if self.force {
            line += " --force";
        }
        line
    }

    /// Draws the dialog; true when it is to be closed.
    pub fn show(
        &mut self,
        ctx: &Context,
        state: &State,
        commands: &mut Commands,
        jobs: &Jobs,
    ) -> bool {
        modal(ctx, "Export", 160.0 * GRID, |ui| {
            let grid = Grid::new("export").num_columns(2).spacing([4.0 * GRID, 2.0 * GRID]);
            grid.show(ui, |ui| self.rows(ui, jobs));
            ui.add_space(2.0 * GRID);
            let count = self.list(ui, state);
            ui.add_space(2.0 * GRID);
            self.buttons(ui, state, commands, count)
        })
    }

    fn rows(&mut self, ui: &mut Ui, jobs: &Jobs) {
        ui.label("As");
        ui.horizontal(|ui| {
            let suits = self.kinds.is_empty();
            let tip = "Models as GLB, textures as PNG, tables as CSV, the facts as JSON";
            if ui.selectable_label(suits, "What suits").on_hover_text(tip).clicked() {
                self.kinds.clear();
            }
            for kind in Kind::ALL {
                let on = self.kinds.contains(&kind);
                let name = kind.name().to_uppercase();
                if ui.selectable_label(on, name).on_hover_text(meaning(kind)).clicked() {
                    if on {
                        self.kinds.retain(|other| *other != kind);
                    } else {
                        self.kinds.push(kind);
                        self.kinds.sort();
                    }
                }
            }
        });
        ui.end_row();

        let label = ui.label("Only");
        if let Some(these) = &self.these {
            ui.label(format!("the {} chosen", grouped(these.len() as u64)));
            ui.end_row();
            return self.more_rows(ui, jobs);
        }
        let edit = TextEdit::singleline(&mut self.only)
            .hint_text("everything; or a pattern of names, wall*")
            .desired_width(f32::INFINITY);
        ui.add(edit).labelled_by(label.id);
        ui.end_row();
        self.more_rows(ui, jobs);
    }

    fn more_rows(&mut self, ui: &mut Ui, jobs: &Jobs) {
        let label = ui.label("Into");
        ui.horizontal(|ui| {
            let icon = egui_material_icons::icons::ICON_FOLDER_OPEN;
            let width = ui.available_width() - 10.0 * GRID;
            let edit = TextEdit::singleline(&mut self.folder).desired_width(width);
            ui.add(edit).labelled_by(label.id);
            if panel::icon_button(ui, icon, "Choose a folder", false).clicked() {
                pick_paths(jobs.handle(), Purpose::ExportFolder, Pick::Folder);
            }
        });
        ui.end_row();

        ui.label("");
        ui.horizontal(|ui| {
            ui.checkbox(&mut self.every_palette, "Textures in every palette that fits");
            ui.checkbox(&mut self.force, "Replace existing files");
        });
        ui.end_row();
    }

    fn list(&mut self, ui: &mut Ui, state: &State) -> usize {
        let folder = self.folder.clone();
        let plan = self.plan(state);
        let theme = Theme::of(ui);
        let many = if plan.len() > MANY { " – that is a lot" } else { "" };
        let text = match plan.len() {
            0 => "Nothing matches".to_owned(),
            1 => "1 file".to_owned(),
            n => format!("{} files{many}", grouped(n as u64)),
        };
        ui.label(RichText::new(text).color(theme.weak));
        egui::Frame::new().fill(theme.well).inner_margin(4.0).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let area = ScrollArea::vertical().max_height(8.0 * ROW).auto_shrink([false, false]);
            area.show_rows(ui, ROW, plan.len(), |ui, range| {
                for asset in plan.get(range).unwrap_or(&[]) {
                    let response = panel::row(ui, false, false);
                    let rect = response.rect.shrink2(egui::vec2(GRID, 0.0));
                    let (left, right) = (rect.left(), rect.right());
                    let font = theme::mono();
                    panel::row_text(ui, rect, left, right, asset.file.as_str(), font, theme.text);
                    response.on_hover_text(format!("{folder}/{}", asset.file));
                }
            });
        });
        plan.len()
    }

    fn buttons(
        &mut self,
        ui: &mut Ui,
        state: &State,
        commands: &mut Commands,
        count: usize,
    ) -> bool {
        let Some(doc) = &state.doc else { return true };
        ui.horizontal(|ui| {
            let ready = count > 0 && !self.folder.trim().is_empty();
            let clicked = ui.add_enabled(ready, egui::Button::new("Export")).clicked();
            let enter = ready && ui.input(|input| input.key_pressed(egui::Key::Enter));
            if clicked || enter {
                commands.push(Command::RunExport(Box::new(ExportRequest {
                    options: self.options(),
                    folder: PathBuf::from(self.folder.trim()),
                })));
                return true;
            }
            // Of thousands that are chosen it is long: made only when it is looked at.
            let line = || self.command_line(&doc.opened.path, state.scene().map(|s| &*s.scene));
            let button = ui.button("Copy as command");
            if button.clicked() {
                commands.push(Command::Copy { what: "command", text: line() });
            }
            button.on_hover_ui(|ui| {
                let line = line();
                let shown: String = line.chars().take(LONG_LINE).collect();
                let more = if shown.len() < line.len() { " …" } else { "" };
                ui.label(shown + more);
            });
            false
        })
        .inner
    }
}

fn meaning(kind: Kind) -> &'static str {
    match kind {
        Kind::Glb => "glTF 2.0 binary: +Y up, metres where the unit is known, textures inside",
        Kind::Obj => "OBJ with MTL and PNGs beside it; quads stay quads",
        Kind::Png => "Textures, one file for each palette they are used with",
        Kind::Wav => "Sounds as they are stored: no gain, no loop, every frame",
        Kind::Srt => "Captions as SubRip subtitles",
        Kind::Vtt => "Captions as WebVTT subtitles",
        Kind::Csv => "Tables, and the captions of sounds",
        Kind::Json => "What no standard format carries: flags, scripts, triggers, collisions",
    }
}

/// In quotes where a shell would take it apart.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_does_the_same() {
        let choices = Choices {
            folder: "/tmp/a b".to_owned(),
            kinds: vec![Kind::Glb, Kind::Png],
            only: "wall*".to_owned(),
            force: true,
            ..Choices::default()
        };
        assert_eq!(
            choices.command_line("/x/sk'town.psx", None),
            r"gouraud export '/x/sk'\''town.psx' -o '/tmp/a b' --to glb,png --only 'wall*' --force"
        );
    }
}
