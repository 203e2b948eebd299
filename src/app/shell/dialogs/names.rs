//! Names that the user enters for sounds, materials, models and textures of which files store only
//! hashes.

use std::collections::BTreeSet;

use egui::{Context, ScrollArea, TextEdit, Ui};

use super::modal;
use crate::app::model::{Command, Settings, State};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Theme, buttons, row, theme};
use crate::library::hashed;
use crate::scene::Scene;

/// The open dialog.
pub struct NamesDialog {
    /// Typed names, one per line.
    typed: String,
    /// The lines with their matches, and the text and document that they were computed for.
    found: (String, (u64, u64), Vec<NameMatch>),
    /// The box has had the focus.
    started: bool,
}

/// A name and the elements of the open file that have its hash.
struct NameMatch {
    name: String,
    hash: u32,
    what: Option<String>,
}

impl NamesDialog {
    pub fn new(state: &State) -> Self {
        let typed = state.settings.names.join("\n");
        Self { typed, found: (String::new(), (u64::MAX, 0), Vec::new()), started: false }
    }

    /// Draws the dialog. Returns `true` to close it.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>) -> bool {
        modal(ctx, "Hash names", 160.0 * GRID, |ui| {
            let text = "Banks and levels store only hashes of names. Names are found in levels and \
                        texts next to a bank, and in texts on which “Use as hash names” was used. \
                        Add more here, one per line. Case matters for models and textures, not \
                        for sounds.";
            ui.weak(text);
            ui.add_space(GRID);
            ScrollArea::vertical().id_salt("typed").max_height(10.0 * ROW).show(ui, |ui| {
                let edit = TextEdit::multiline(&mut self.typed)
                    .hint_text("VO/AM01")
                    .desired_rows(6)
                    .desired_width(f32::INFINITY)
                    .font(theme::mono());
                let response = ui.add(edit).accessible_name("Names, one per line");
                if !std::mem::replace(&mut self.started, true) {
                    response.request_focus();
                }
            });
            ui.add_space(GRID);
            self.look_up(cx.state);
            self.list(ui);
            ui.add_space(2.0 * GRID);
            let mut close = false;
            ui.horizontal(|ui| {
                let keep = buttons::primary(ui, "Keep", true);
                if keep.on_hover_text("Applies these names from now on").clicked() {
                    let names = self.lines();
                    let settings = Settings { names, ..cx.state.settings.clone() };
                    cx.push(Command::SetSettings(Box::new(settings)));
                    close = true;
                }
                close |= ui.button("Cancel").clicked();
                let load = ui.button("Load a list…");
                let tip =
                    "Loads a file of lines “0xHHHHHHHH name” or “name”, now and at every start";
                if load.on_hover_text(tip).clicked() {
                    cx.push(Command::LoadNames);
                }
            });
            close
        })
    }

    /// The typed names without duplicates.
    fn lines(&self) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let lines = self.typed.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.filter(|line| seen.insert(*line)).map(str::to_owned).collect()
    }

    /// Looks the names up again if something changed.
    fn look_up(&mut self, state: &State) {
        let doc = state.doc.as_ref().map_or((0, 0), |doc| (doc.generation, doc.names));
        if self.found.0 == self.typed && self.found.1 == doc {
            return;
        }
        let scene = state.scene().map(|scene| &*scene.scene);
        let found = |name: String| {
            let hashes = hashed(&name).map(|(hash, _)| hash);
            let in_scene = |hash| Some((hash, named(scene?, hash)?));
            let found = hashes.into_iter().find_map(in_scene);
            let hash = found.as_ref().map_or(hashes[1], |(hash, _)| *hash);
            NameMatch { name, hash, what: found.map(|(_, what)| what) }
        };
        let all = self.lines().into_iter().map(found).collect();
        self.found = (self.typed.clone(), doc, all);
    }

    fn list(&self, ui: &mut Ui) {
        let theme = Theme::of(ui);
        let all = &self.found.2;
        let hits = all.iter().filter(|found| found.what.is_some()).count();
        ui.weak(format!("{} names, {hits} of them in this file", all.len()));
        row::well(ui, "Names", 8.0, all, |ui, NameMatch { name, hash, what }| {
            let response = row::row_in_list(ui, false, false);
            let rect = response.rect.shrink2(egui::vec2(GRID, 0.0));
            let (text, colour) = match what {
                Some(what) => (format!("{hash:08X}  {name}: {what}"), theme.text),
                None => (format!("{hash:08X}  {name}"), theme.weak),
            };
            response.named(egui::Role::ListItem, &text);
            row::row_text(ui, rect, rect.left(), rect.right(), text, theme::mono(), colour);
        });
    }
}

/// Description of the element of a scene that has this hash.
fn named(scene: &Scene, hash: u32) -> Option<String> {
    let sound = scene.sounds.find(|sound| sound.ids.iter().any(|id| id.name.hash == hash));
    let is_material = || {
        let materials = scene.collisions.iter().flat_map(|collision| &collision.materials);
        materials.into_iter().any(|material| material.hash == hash)
    };
    let model = || scene.meshes.find(|mesh| mesh.id == hash);
    let texture = || scene.textures.find(|texture| texture.id == hash);
    match sound {
        Some(sound) => Some(format!("sound {sound}")),
        None if is_material() => Some("a material".to_owned()),
        None => model()
            .map(|model| format!("model {model}"))
            .or_else(|| texture().map(|texture| format!("texture {texture}"))),
    }
}
