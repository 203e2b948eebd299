//! The export dialog: format, contents and folder, the files that will be written and which of them
//! exist, and the result.

mod animations;
mod pictures;
pub(super) mod result;

use std::collections::HashSet;
use std::sync::Arc;

use egui::{Context, Grid, RichText, TextEdit, Ui};

pub use self::result::sum_up;
use super::{button_row, modal, primary};
use crate::app::jobs::file_dialog::{PathKind, Pick};
use crate::app::jobs::{Handle, Jobs, Message};
use crate::app::model::export::bulk::Existing;
use crate::app::model::export::choices::{Choices, Stage};
use crate::app::model::export::preset::Recorded;
use crate::app::model::{Command, State, command::ExportRequest, grouped, numbers::counted};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Side, Theme, buttons, cells, row, spinner, theme};
use crate::container::disk_path;
use crate::export::{Asset, Kind};

/// Maximum number of characters of the command line that are shown.
const MAX_LINE: usize = 600;
/// Maximum number of dependencies that are listed by name.
const MAX_NAMED: usize = 5;
/// Formats per line.
const LINE: usize = 8;
/// Number of files above which a warning is shown.
const WARN_ABOVE: usize = 1000;

impl Choices {
    /// Lists the chosen folder on a thread, if it changed.
    fn list_folder(&mut self, handle: Handle) {
        let folder = disk_path(self.folder.trim()).into_owned();
        if folder == self.existing.0 {
            return;
        }
        self.existing = (folder.clone(), HashSet::new());
        let look = move || {
            let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
            let names = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
            handle.send(Message::InFolder { folder, names });
        };
        // If no thread can be started, existing files are just not marked.
        let _ = std::thread::Builder::new().spawn(look);
    }

    /// Draws the dialog. Returns `true` to close it.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>, jobs: &Jobs) -> bool {
        let title = match self.recorded {
            Some(Recorded::Turntable) => "Export turntable",
            Some(Recorded::Animation) => "Export animation",
            None => "Export",
        };
        modal(ctx, title, 160.0 * GRID, |ui| {
            if let Stage::Done(report, folder) = &self.stage {
                return result::show(ui, cx, report, folder);
            }
            self.list_folder(jobs.handle());
            if self.uses.0 != cx.state.generation() {
                self.uses = (cx.state.generation(), None);
                cx.push(Command::LookForUses);
            }
            let running = match self.stage {
                Stage::Running(job) => Some(job),
                _ => None,
            };
            ui.add_enabled_ui(running.is_none(), |ui| {
                let grid = Grid::new("export").num_columns(2).spacing([4.0 * GRID, 2.0 * GRID]);
                grid.show(ui, |ui| self.rows(ui, cx.state, jobs));
            });
            pictures::preview(ui, cx, self);
            ui.add_space(2.0 * GRID);
            let count = self.list(ui, cx.state);
            edited_note(ui, cx.state);
            ui.add_space(2.0 * GRID);
            if let Some(job) = running {
                let row = ui.horizontal(|ui| {
                    spinner(ui, ROW);
                    ui.label("Exporting…");
                    if ui.button("Cancel export").clicked() {
                        cx.push(Command::Cancel { job });
                    }
                    ui.button("Run in background").clicked()
                });
                return row.inner;
            }
            self.buttons(ui, cx, count)
        })
    }

    fn rows(&mut self, ui: &mut Ui, state: &State, jobs: &Jobs) {
        let offered = self.offered().clone();
        // Only animated pictures can show a turntable.
        let turns = self.recorded == Some(Recorded::Turntable);
        match turns {
            true => pictures::kinds_row(ui, &mut self.kinds),
            false => kinds_row(ui, &mut self.kinds, |kind| offered.contains(kind)),
        }
        if let Some(recorded) = self.recorded {
            pictures::rows(ui, &mut self.pictures, recorded);
        }
        let label = ui.label("What");
        if turns {
            pictures::subject_row(ui, self);
            return self.more_rows(ui, state, jobs);
        }
        if self.these.is_some() {
            let part = self.part.map_or_else(String::new, |part| {
                format!(", from {:.3} s to {:.3} s", part.from, part.to)
            });
            let what = match self.is_selection {
                true => format!("Selection ({})", self.selection),
                false => self.what.clone(),
            };
            ui.label(format!("{what}{part}"));
            ui.end_row();
            return self.more_rows(ui, state, jobs);
        }
        let selected = !self.selected.is_empty();
        if selected {
            let text = format!("Selection ({})", self.selection);
            if ui.checkbox(&mut self.selection_only, text).changed() {
                self.plan = None;
            }
            ui.end_row();
            ui.label("");
        }
        let edit = TextEdit::singleline(&mut self.only)
            .hint_text("All, or a name pattern: wall*, object 3")
            .desired_width(f32::INFINITY);
        ui.add_enabled(!(selected && self.selection_only), edit).labelled_by(label.id);
        ui.end_row();
        self.more_rows(ui, state, jobs);
    }

    fn more_rows(&mut self, ui: &mut Ui, state: &State, jobs: &Jobs) {
        folder_row(ui, &mut self.folder, jobs);

        let indexed = state.scene().is_some_and(|scene| {
            let textures = &scene.scene.textures;
            !scene.scene.palettes.is_empty() && textures.iter().any(|t| t.format.is_indexed())
        });
        if indexed && self.recorded.is_none() {
            ui.label("");
            ui.checkbox(&mut self.every_palette, "Textures in every matching palette");
            ui.end_row();
        }
        let has_glb = || self.offered.iter().any(|kind| kind.name() == "glb");
        if self.recorded.is_none() && state.has_animations() && has_glb() {
            let scene = state.scene().map(|scene| &*scene.scene);
            let names = scene.into_iter().flat_map(|scene| &scene.animations);
            let names: Vec<&str> = names.map(|animation| animation.name.as_str()).collect();
            animations::row(ui, &mut self.animations, &names);
        }
        existing_row(ui, &mut self.fate);
        if self.recorded.is_none() {
            self.uses_row(ui);
        }
    }

    /// The option to export the scene's dependencies, if it has any.
    fn uses_row(&mut self, ui: &mut Ui) {
        let Some(used) = self.uses.1.as_deref().filter(|used| !used.is_empty()) else { return };
        let mut names: Vec<&str> = used.iter().map(|used| used.name.as_str()).collect();
        let more = names.len().saturating_sub(MAX_NAMED);
        names.truncate(MAX_NAMED);
        let tip = "Also exports the files that the scene uses";
        let can = self.can_use();
        ui.label("");
        ui.add_enabled_ui(can, |ui| {
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let text = format!("Include dependencies: {}{more}", names.join(", "));
            let before = self.with_uses;
            ui.add(egui::Checkbox::new(&mut self.with_uses, text)).on_hover_text(tip);
            if before != self.with_uses {
                self.plan = None;
            }
        });
        ui.end_row();
    }

    fn list(&mut self, ui: &mut Ui, state: &State) -> usize {
        let folder = self.folder.clone();
        self.plan(state);
        let plan = self.plan.as_ref().map_or(&[][..], |(_, _, plan)| plan);
        let there = |asset: &Asset| self.existing.1.contains(&asset.file);
        let mut text = match plan.len() {
            0 => "Nothing matches".to_owned(),
            n => counted(n as u64, "file"),
        };
        if plan.len() > WARN_ABOVE {
            text += " (very many)";
        }
        let fate = existing_choice(self.fate);
        let known = plan.iter().filter(|asset| there(asset)).count();
        if known > 0 {
            let exist = if known == 1 { "exists" } else { "exist" };
            text += &format!(", {} {exist}: {}", grouped(known as u64), fate.0);
        }
        ui.weak(text);
        // Drawn pictures become a single file, and their preview is below the list.
        let rows = if self.recorded.is_some() { 2.0 } else { 8.0 };
        row::well(ui, "Files", rows, plan, |ui, asset| {
            file_row(ui, &folder, &asset.file, there(asset).then_some(fate));
        });
        plan.len()
    }

    fn buttons(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, count: usize) -> bool {
        let Some(doc) = &cx.state.doc else { return true };
        button_row(ui, |ui| {
            let ready = count > 0 && !self.folder.trim().is_empty() && cx.state.scene().is_some();
            if primary(ui, "Export", ready) {
                cx.push(Command::RunExport(Box::new(ExportRequest {
                    options: self.options(),
                    folder: disk_path(self.folder.trim()).into_owned(),
                })));
                return false;
            }
            let cancel = ui.button("Cancel").clicked();
            // Very long for thousands of files, so it is built only when it is shown.
            let line = || self.command_line(&doc.opened.path, cx.state.scene().map(|s| &*s.scene));
            let is_whole =
                cx.state.scene().is_none_or(|s| Arc::ptr_eq(self.scene(&s.scene), &s.scene));
            let button = ui.add_enabled(is_whole, egui::Button::new("Copy as command"));
            let button = button.on_disabled_hover_text("The command line exports whole models");
            if button.clicked() {
                cx.push(Command::Copy { what: "command", text: line() });
            }
            button.on_hover_ui(|ui| {
                let line = line();
                let shown: String = line.chars().take(MAX_LINE).collect();
                let more = if shown.len() < line.len() { " …" } else { "" };
                ui.label(shown + more);
            });
            cancel
        })
    }
}

/// The row of file formats; only the `offered` ones are listed.
pub(super) fn kinds_row(ui: &mut Ui, kinds: &mut Vec<Kind>, offered: impl Fn(&Kind) -> bool) {
    ui.label("Format");
    let all: Vec<Kind> = Kind::ALL.iter().copied().filter(&offered).collect();
    ui.vertical(|ui| {
        for (at, line) in all.chunks(LINE).enumerate() {
            ui.horizontal(|ui| {
                if at == 0 {
                    let on = !kinds.iter().any(&offered);
                    default_kind(ui, kinds, on);
                }
                line.iter().for_each(|kind| kind_label(ui, kinds, *kind));
            });
        }
    });
    ui.end_row();
}

/// The label that selects the default formats.
fn default_kind(ui: &mut Ui, kinds: &mut Vec<Kind>, on: bool) {
    let tip =
        "Models as GLB, textures as PNG, sounds as WAV with SRT, tables as CSV, properties as JSON";
    if ui.selectable_label(on, "Default").on_hover_text(tip).clicked() {
        kinds.clear();
    }
}

/// The label that adds or removes a format.
fn kind_label(ui: &mut Ui, kinds: &mut Vec<Kind>, kind: Kind) {
    let on = kinds.contains(&kind);
    let label = ui.selectable_label(on, kind.name().to_uppercase());
    if label.on_hover_text(kind.meaning()).clicked() {
        if on {
            kinds.retain(|other| *other != kind);
        } else {
            kinds.push(kind);
            kinds.sort();
        }
    }
}

/// The row for the folder to write to.
pub(super) fn folder_row(ui: &mut Ui, folder: &mut String, jobs: &Jobs) {
    let label = ui.label("Folder");
    ui.horizontal(|ui| {
        // The height of the button, so that the text field is centred beside it.
        ui.set_min_height(ROW + GRID);
        let icon = egui_material_icons::icons::ICON_FOLDER_OPEN;
        let width = ui.available_width() - 10.0 * GRID;
        let edit = TextEdit::singleline(folder).desired_width(width);
        ui.add(edit).labelled_by(label.id);
        if buttons::icon_button(ui, icon, "Choose a folder", false).clicked() {
            Pick::for_dialog(PathKind::Folder).open(jobs.handle());
        }
    });
    ui.end_row();
}

/// The row that chooses what happens to existing files.
pub(super) fn existing_row(ui: &mut Ui, existing: &mut Existing) {
    ui.label("If a file exists");
    ui.horizontal(|ui| {
        for (choice, text, tip) in [
            (Existing::Keep, "Skip", "Existing files are skipped"),
            (Existing::Replace, "Overwrite", "Existing files are replaced"),
            (Existing::Rename, "Keep both", "New files are numbered"),
        ] {
            ui.selectable_value(existing, choice, text).on_hover_text(tip);
        }
    });
    ui.end_row();
}

/// Label for the treatment of an existing file, and true if it needs a warning.
pub(super) fn existing_choice(existing: Existing) -> (&'static str, bool) {
    match existing {
        Existing::Keep => ("skipped", false),
        Existing::Replace => ("will be overwritten", true),
        Existing::Rename => ("the new one is numbered", false),
    }
}

/// One file of a list. `fate` is `None` if the file is simply written; otherwise it describes the
/// outcome, and is `true` if that is a warning.
pub(super) fn file_row(ui: &mut Ui, folder: &str, file: &str, fate: Option<(&str, bool)>) {
    let theme = Theme::of(ui);
    let response = row::row_in_list(ui, false, false);
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
    let named = fate.map_or(file.to_owned(), |(fate, _)| format!("{file}, {fate}"));
    response.named(egui::Role::ListItem, named);
    response.on_hover_text(format!("{folder}/{file}"));
}

/// Note about edits that the exported files contain and the opened file does not.
fn edited_note(ui: &mut Ui, state: &State) {
    let summary = state.scene().and_then(|scene| state.palettes.summary(&scene.scene));
    if let Some(summary) = summary {
        let text =
            format!("Exports {summary} as edited; the command line exports the stored values.");
        ui.label(RichText::new(text).color(Theme::of(ui).warning));
    }
}
