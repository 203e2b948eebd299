//! Sounds that an element plays; for a sound, the elements that play it and the sounds of the same name
//! in other open banks. Each can be played from here.

use egui::Ui;
use egui_material_icons::icons;

use super::sections::{link, part};
use crate::app::model::document::thumbnails::Item;
use crate::app::model::search::navigation_target::IndexedElement;
use crate::app::model::{Command, DocScene, SelectionTarget, grouped, settings::CardPart};
use crate::app::ui::{Ctx, GRID, Theme, icon_button};
use crate::index::Kind;
use crate::scene::{Element, RecordingId, Scene, Sound};

/// Maximum number of links that are drawn.
const MAX_LINKS: usize = 200;

/// Lists the sounds of the selection.
pub fn ui(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, first: Element) {
    if let Element::Sound(sound) = first {
        users(ui, cx, scene, sound);
        if let Some(stored) = scene.scene.sounds.get(sound) {
            same_sounds(ui, cx, stored);
        }
        return;
    }
    let plays: Vec<RecordingId> = scene.scene.plays(first);
    if plays.is_empty() {
        return;
    }
    part(ui, cx, CardPart::Plays, &counted("Plays", plays.len(), ["sound", "sounds"]), |ui, cx| {
        for sound in plays.iter().take(MAX_LINKS) {
            line(ui, cx, &scene.scene, *sound);
        }
    });
}

fn counted(verb: &str, count: usize, [one, many]: [&str; 2]) -> String {
    format!("{verb} {} {}", grouped(count as u64), if count == 1 { one } else { many })
}

/// Draws a sound with its play button and caption.
fn line(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene, at: RecordingId) {
    let Some(sound) = scene.sounds.get(at) else { return };
    ui.horizontal(|ui| {
        let tip = format!("Play {}", sound.name);
        if icon_button(ui, icons::ICON_PLAY_ARROW, &tip, false).clicked() {
            cx.push(Command::PlaySound(at));
        }
        if link(ui, &sound.name, "Select the sound") {
            cx.select(SelectionTarget::Element(Element::Sound(at)));
        }
    });
    for caption in sound.captions.iter().filter(|caption| !caption.text.trim().is_empty()) {
        ui.horizontal(|ui| {
            ui.add_space(8.0 * GRID);
            ui.colored_label(Theme::of(ui).weak, caption.text.replace('\n', " "));
        });
    }
}

/// Elements that play a sound.
fn users(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, sound: RecordingId) {
    let users = scene.sound_users.get(sound.index()).map_or(&[][..], Vec::as_slice);
    if users.is_empty() {
        return;
    }
    let words = match users.first().filter(|first| users.iter().all(|u| u.kind() == first.kind())) {
        Some(first) => [first.kind(), first.plural()],
        None => ["element", "elements"],
    };
    let title = counted("Played by", users.len(), words);
    part(ui, cx, CardPart::Plays, &title, |ui, cx| {
        ui.horizontal_wrapped(|ui| {
            for user in users.iter().take(MAX_LINKS) {
                let name = scene.scene.info(*user).map(|thing| thing.name(&scene.scene, *user));
                let tip = format!("Select this {}", user.kind());
                if link(ui, &name.unwrap_or_default(), &tip) {
                    cx.select(SelectionTarget::Element(*user));
                }
            }
        });
    });
}

/// Sounds with the same identifiers in other open banks.
fn same_sounds(ui: &mut Ui, cx: &mut Ctx<'_>, sound: &Sound) {
    let state = cx.state;
    let twins: Vec<_> = state.other_banks.same_ids(sound).take(MAX_LINKS).collect();
    if twins.is_empty() {
        return;
    }
    let title = counted("Also in", twins.len(), ["other bank", "other banks"]);
    part(ui, cx, CardPart::Twins, &title, |ui, cx| {
        for twin in twins {
            ui.horizontal(|ui| {
                let tip = format!("Play the sound in {}", twin.bank);
                if icon_button(ui, icons::ICON_PLAY_ARROW, &tip, false).clicked() {
                    let (kind, field) = (Kind::Sound, Some(twin.field.clone()));
                    let part = Some(IndexedElement { kind, element: None, field });
                    let item = Item { path: twin.path.clone(), part };
                    cx.push(Command::TrySound(Some(item)));
                }
                if link(ui, &twin.bank, "Open this bank") {
                    cx.push(Command::Open(twin.path.clone()));
                }
                ui.weak(if twin.is_same { "the same recording" } else { "another recording" });
            });
        }
    });
}
