//! What to export, as what, and where to; the files there will be, and which of them are there
//! already; the same as a command line; what came of it.

mod result;

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;

use egui::{Context, Grid, RichText, ScrollArea, TextEdit, Ui};

pub use self::result::sum_up;
use super::modal;
use crate::app::jobs::{Handle, Jobs, Message, Purpose};
use crate::app::model::{Command, Commands, State, command::ExportRequest, grouped};
use crate::app::shell::file_dialog::{Pick, pick_paths};
use crate::app::ui::{GRID, ROW, Side, Theme, buttons, cells, row, theme};
use crate::export::{Asset, Choice, Job, Kind, Options, Palettes, Report, Subject};
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
    /// What is selected in the window, and whether only that is wanted.
    selected: Vec<Subject>,
    selection_only: bool,
    every_palette: bool,
    force: bool,
    /// The files of the last look, and what they were planned for.
    plan: Option<(Options, (u64, u64), Vec<Asset>)>,
    /// What the scene can be written as.
    offered: BTreeSet<Kind>,
    /// The folder that was looked into last, and what is in it.
    existing: (PathBuf, HashSet<String>),
    stage: Stage,
}

/// How far an export is.
#[derive(Default)]
enum Stage {
    #[default]
    Choosing,
    /// This job works on it.
    Running(u64),
    Done(Report, PathBuf),
}

/// What is remembered from run to run.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Remembered {
    folder: String,
    kinds: Vec<String>,
    every_palette: bool,
    selection_only: bool,
    force: bool,
}

impl Choices {
    pub fn remembered(&self) -> Remembered {
        Remembered {
            folder: self.folder.clone(),
            kinds: self.kinds.iter().map(|kind| kind.name().to_owned()).collect(),
            every_palette: self.every_palette,
            selection_only: self.selection_only,
            force: self.force,
        }
    }

    pub fn of(remembered: Remembered) -> Self {
        Self {
            folder: remembered.folder,
            kinds: remembered.kinds.iter().filter_map(|kind| kind.parse().ok()).collect(),
            every_palette: remembered.every_palette,
            selection_only: remembered.selection_only,
            force: remembered.force,
            ..Self::default()
        }
    }

    /// Fills in what was never chosen. With `these`, nothing else is exported this time.
    pub fn prepare(&mut self, state: &State, these: Option<Vec<Subject>>) {
        self.these = these;
        self.plan = None;
        self.existing = Default::default();
        self.stage = Stage::Choosing;
        self.selected = state.selected_subjects();
        if let Some(scene) = state.scene() {
            let job =
                Job { scene: &scene.scene, source_name: "", crc32: 0, options: Options::default() };
            self.offered = job.kinds();
        }
        if self.folder.is_empty() {
            let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
            let folder = home.map(PathBuf::from).unwrap_or_default().join("gouraud-export");
            self.folder = folder.to_string_lossy().into_owned();
        }
    }

    /// Takes the names of the files in `folder`.
    pub fn set_existing(&mut self, folder: PathBuf, names: HashSet<String>) {
        if folder == self.existing.0 {
            self.existing.1 = names;
        }
    }

    /// Waits for what a job exports.
    pub fn started(&mut self, job: u64) {
        self.stage = Stage::Running(job);
    }

    /// Takes what a job exported, if that is waited for here; else gives it back.
    pub fn done(&mut self, job: u64, report: Report, folder: PathBuf) -> Option<Report> {
        if !self.waits_for(job) {
            return Some(report);
        }
        self.stage = Stage::Done(report, folder);
        None
    }

    /// A job is over: when it left no report, there will be none.
    pub fn ended(&mut self, job: u64) {
        if self.waits_for(job) {
            self.stage = Stage::Choosing;
        }
    }

    fn waits_for(&self, job: u64) -> bool {
        matches!(self.stage, Stage::Running(running) if running == job)
    }

    /// Looks into the chosen folder, on a thread, when it is another one.
    fn look(&mut self, handle: Handle) {
        let folder = PathBuf::from(self.folder.trim());
        if folder == self.existing.0 {
            return;
        }
        self.existing = (folder.clone(), HashSet::new());
        let look = move || {
            let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
            let names = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
            handle.send(Message::InFolder { folder, names });
        };
        // Without a thread nothing is marked, and nothing is lost by it.
        let _ = std::thread::Builder::new().spawn(look);
    }

    fn chosen(&self) -> Option<&Vec<Subject>> {
        let selected = Some(&self.selected).filter(|list| self.selection_only && !list.is_empty());
        self.these.as_ref().or(selected)
    }

    fn options(&self) -> Options {
        let only = self.only.trim();
        Options {
            // Kinds that suited another file are kept for that.
            kinds: self.kinds.iter().copied().filter(|k| self.offered.contains(k)).collect(),
            choice: match (self.chosen(), only) {
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
        if self.chosen().is_none() {
            return (!only.is_empty()).then(|| only.to_owned()).into_iter().collect();
        }
        let plan = self.plan.as_ref().map_or(&[][..], |(_, _, plan)| plan);
        let mut patterns: Vec<String> = Vec::new();
        for asset in plan {
            let sound = match asset.subject {
                Subject::Sound(sound) => scene.and_then(|s| s.sounds.get(sound as usize)),
                _ => None,
            };
            patterns.push(match (asset.subject, sound.and_then(|sound| sound.ids.first())) {
                // The identifier is the same whatever names are known there.
                (_, Some(id)) => id.name.hex(),
                // Models may share a name.
                (Subject::Model(model), None) => format!("model {model}"),
                _ => asset.name.clone(),
            });
        }
        let mut seen = HashSet::new();
        patterns.retain(|pattern| seen.insert(pattern.clone()));
        patterns
    }

    /// The same as a command line.
    fn command_line(&self, path: &str, scene: Option<&Scene>) -> String {
        let mut line = format!("gouraud export {} -o {}", quoted(path), quoted(&self.folder));
        let kinds = self.options().kinds;
        if !kinds.is_empty() {
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            line += &format!(" --to {}", names.join(","));
        }
        for pattern in self.patterns(scene) {
            line += &format!(" --only {}", quoted(&pattern));
        }
        if self.every_palette {
            line += " --palettes all";
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
            if let Stage::Done(report, folder) = &self.stage {
                return result::show(ui, report, folder, commands);
            }
            self.look(jobs.handle());
            let running = matches!(self.stage, Stage::Running(_));
            ui.add_enabled_ui(!running, |ui| {
                let grid = Grid::new("export").num_columns(2).spacing([4.0 * GRID, 2.0 * GRID]);
                grid.show(ui, |ui| self.rows(ui, state, jobs));
            });
            ui.add_space(2.0 * GRID);
            let count = self.list(ui, state);
            edited_note(ui, state);
            ui.add_space(2.0 * GRID);
            if running {
                return ui
                    .horizontal(|ui| {
                        ui.spinner();
                        ui.label("Exporting; the status bar can cancel it.");
                        ui.button("Close, and go on").clicked()
                    })
                    .inner;
            }
            self.buttons(ui, state, commands, count)
        })
    }

    fn rows(&mut self, ui: &mut Ui, state: &State, jobs: &Jobs) {
        ui.label("As");
        ui.horizontal(|ui| {
            let offered = |kind: &Kind| self.offered.contains(kind);
            let suits = !self.kinds.iter().any(offered);
            let tip = "Models as GLB, textures as PNG, sounds as WAV with SRT, tables as CSV, \
                       the facts as JSON: as far as the file has them";
            if ui.selectable_label(suits, "The usual").on_hover_text(tip).clicked() {
                self.kinds.clear();
            }
            for kind in Kind::ALL.iter().copied().filter(offered) {
                let on = self.kinds.contains(&kind);
                let name = kind.name().to_uppercase();
                if ui.selectable_label(on, name).on_hover_text(kind.meaning()).clicked() {
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
            return self.more_rows(ui, state, jobs);
        }
        let selected = !self.selected.is_empty();
        if selected {
            let text = match self.selected.len() {
                1 => "what is selected".to_owned(),
                n => format!("the {} selected", grouped(n as u64)),
            };
            ui.checkbox(&mut self.selection_only, text);
            ui.end_row();
            ui.label("");
        }
        let edit = TextEdit::singleline(&mut self.only)
            .hint_text("everything; or a pattern of names, wall*, object 3")
            .desired_width(f32::INFINITY);
        ui.add_enabled(!(selected && self.selection_only), edit).labelled_by(label.id);
        ui.end_row();
        self.more_rows(ui, state, jobs);
    }

    fn more_rows(&mut self, ui: &mut Ui, state: &State, jobs: &Jobs) {
        let label = ui.label("Into");
        ui.horizontal(|ui| {
            let icon = egui_material_icons::icons::ICON_FOLDER_OPEN;
            let width = ui.available_width() - 10.0 * GRID;
            let edit = TextEdit::singleline(&mut self.folder).desired_width(width);
            ui.add(edit).labelled_by(label.id);
            if buttons::icon_button(ui, icon, "Choose a folder", false).clicked() {
                pick_paths(jobs.handle(), Purpose::ExportFolder, Pick::Folder);
            }
        });
        ui.end_row();

        ui.label("");
        ui.horizontal(|ui| {
            let indexed = state.scene().is_some_and(|scene| {
                let textures = &scene.scene.textures;
                !scene.scene.palettes.is_empty() && textures.iter().any(|t| t.format.is_indexed())
            });
            if indexed {
                ui.checkbox(&mut self.every_palette, "Textures in every palette that fits");
            }
            ui.checkbox(&mut self.force, "Replace existing files");
        });
        ui.end_row();
    }

    fn list(&mut self, ui: &mut Ui, state: &State) -> usize {
        let folder = self.folder.clone();
        self.plan(state);
        let plan = self.plan.as_ref().map_or(&[][..], |(_, _, plan)| plan);
        let there = |asset: &Asset| self.existing.1.contains(&asset.file);
        let theme = Theme::of(ui);
        let mut text = match plan.len() {
            0 => "Nothing matches".to_owned(),
            1 => "1 file".to_owned(),
            n => format!("{} files", grouped(n as u64)),
        };
        if plan.len() > MANY {
            text += " – that is a lot";
        }
        let fate = if self.force { "will be replaced" } else { "left alone" };
        let known = plan.iter().filter(|asset| there(asset)).count();
        if known > 0 {
            text += &format!(", {} there already: {fate}", grouped(known as u64));
        }
        ui.label(RichText::new(text).color(theme.weak));
        egui::Frame::new().fill(theme.well).inner_margin(4.0).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let area = ScrollArea::vertical().max_height(8.0 * ROW).auto_shrink([false, false]);
            area.show_rows(ui, ROW, plan.len(), |ui, range| {
                for asset in plan.get(range).unwrap_or(&[]) {
                    let fate = there(asset).then_some((fate, self.force));
                    file_row(ui, &theme, &folder, &asset.file, fate);
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
            let ready = count > 0 && !self.folder.trim().is_empty() && state.scene().is_some();
            let clicked = buttons::primary(ui, "Export", ready).clicked();
            let enter = ready && ui.input(|input| input.key_pressed(egui::Key::Enter));
            if clicked || enter {
                commands.push(Command::RunExport(Box::new(ExportRequest {
                    options: self.options(),
                    folder: PathBuf::from(self.folder.trim()),
                })));
                return false;
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

/// One file of a list; what becomes of it, where that is not that it is written, and whether that
/// is worth a warning.
fn file_row(ui: &mut Ui, theme: &Theme, folder: &str, file: &str, fate: Option<(&str, bool)>) {
    let response = row::row(ui, false, false);
    let rect = response.rect.shrink2(egui::vec2(GRID, 0.0));
    let mut right = rect.right();
    let mut tint = theme.text;
    if let Some((fate, warns)) = fate {
        let colour = if warns { theme.warning } else { theme.weak };
        let words = rect.with_min_x(right - 30.0 * GRID);
        cells::text(ui, words, Side::Right, fate, theme::small(), colour);
        right = words.left();
        tint = if warns { theme.text } else { theme.weak };
    }
    row::row_text(ui, rect, rect.left(), right, file, theme::mono(), tint);
    response.on_hover_text(format!("{folder}/{file}"));
}

/// What the files will hold that the opened file does not.
fn edited_note(ui: &mut Ui, state: &State) {
    let summary = state.scene().and_then(|scene| state.palettes.summary(&scene.scene));
    if let Some(summary) = summary {
        let text = format!("With {summary} as changed here; the command exports the file's own.");
        ui.label(RichText::new(text).color(Theme::of(ui).warning));
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

    fn kind(name: &str) -> Kind {
        name.parse().unwrap()
    }

    #[test]
    fn the_command_line_does_the_same() {
        let choices = Choices {
            folder: "/tmp/a b".to_owned(),
            kinds: vec![kind("glb"), kind("png"), kind("wav")],
            only: "wall*".to_owned(),
            every_palette: true,
            force: true,
            // The file has no sounds.
            offered: BTreeSet::from([kind("glb"), kind("png")]),
            ..Choices::default()
        };
        assert_eq!(
            choices.command_line("/x/sk'town.psx", None),
            r"gouraud export '/x/sk'\''town.psx' -o '/tmp/a b' --to glb,png --only 'wall*' --palettes all --force"
        );
        assert_eq!(choices.options().kinds, [kind("glb"), kind("png")]);
    }

    #[test]
    fn only_the_report_of_the_job_that_is_waited_for_is_shown() {
        let mut choices = Choices::default();
        let report = |file: &str| Report { written: vec![file.into()], ..Report::default() };
        choices.started(3);
        choices.prepare(&State::new(Default::default(), Default::default()), None);
        assert!(choices.done(3, report("a"), "/a".into()).is_some(), "nobody waits any more");
        choices.started(4);
        assert!(choices.done(3, report("a"), "/a".into()).is_some(), "the report of another");
        choices.ended(3);
        assert!(choices.waits_for(4));
        assert!(choices.done(4, report("b"), "/b".into()).is_none());
        choices.ended(4);
        assert!(matches!(&choices.stage, Stage::Done(shown, _) if *shown == report("b")));
    }

    #[test]
    fn a_job_that_ends_without_a_report_is_not_waited_for() {
        let mut choices = Choices::default();
        choices.started(3);
        choices.ended(3);
        assert!(matches!(choices.stage, Stage::Choosing));
    }

    #[test]
    fn what_was_chosen_is_remembered() {
        let choices = Choices {
            folder: "/there".to_owned(),
            kinds: vec![kind("obj")],
            every_palette: true,
            ..Choices::default()
        };
        let again = Choices::of(choices.remembered());
        assert_eq!(
            (again.folder, again.kinds, again.every_palette),
            ("/there".to_owned(), vec![kind("obj")], true)
        );
    }
}
