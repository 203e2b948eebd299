//! The bar at the bottom: file, format, selection, counts, jobs, problems.

use egui::{RichText, Role, Ui};
use egui_material_icons::{MaterialIcon, icons};

use crate::app::model::{
    Command, DocScene, PanelId, Selection, SelectionTarget, State, grouped, numbers::offset,
};
use crate::app::panels::sounds::{clip_light, heard_position};
use crate::app::panels::{self, notes, open_as};
use crate::app::ui::named::Named;
use crate::app::ui::spinner::SILENT;
use crate::app::ui::{Ctx, GRID, Theme, buttons::play_icon, cells, spinner, theme};
use crate::bytes::Severity;
use crate::formats::described;
use crate::library::Opened;
use crate::scene::Element;

/// Seconds after which a job gets a progress bar and a cancel button.
const PATIENT: f64 = 2.0;
/// Share of the bar that is reserved for the file and the selection.
const KEPT: f32 = 0.42;
/// Width that remains for the selection after the format if the bar is wide, in points.
const SELECTION: f32 = 105.0 * GRID;
/// Maximum number of other formats in the tooltip of the format.
const MAX_OTHERS: usize = 4;
/// Narrowest path worth showing, in points.
const PATH: f32 = 12.0 * GRID;

/// Draws the bar.
pub fn bar(ui: &mut Ui, cx: &mut Ctx<'_>) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0 * GRID;
        let kept = ui.available_width() * KEPT;
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            problems(ui, cx);
            jobs(ui, cx, kept);
            transport(ui, cx, kept);
            place(ui, cx, kept);
            counts(ui, cx.state, kept);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                file(ui, cx);
                selection(ui, cx);
            });
        });
    });
}

fn file(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let theme = Theme::of(ui);
    let Some(doc) = &cx.state.doc else {
        ui.weak("No file is shown");
        return;
    };
    let opened = &doc.opened;
    let document = &opened.document;
    let all = ui.available_width();
    let name = cx.state.library.display_name(&opened.path);
    let name = RichText::new(name).strong();
    within(ui, all * 0.3, |ui| {
        ui.add(egui::Label::new(name).truncate()).on_hover_text(&opened.path);
    });
    let wrapped = opened.wrapped().iter().map(|codec| format!("{codec} › ")).collect::<String>();
    let version = if document.version.is_empty() {
        String::new()
    } else {
        format!(" · {}", document.version_in_words())
    };
    let format = format!("{wrapped}{}{version}", document.format.name);
    let why = format!("{format}\n{}\nClick to open it as another format", recognised(opened));
    let label = egui::Button::new(RichText::new(format).color(theme.weak)).frame(false).truncate();
    let room = (ui.available_width() - SELECTION).max(all * 0.25);
    let response = within(ui, room, |ui| ui.add(label).on_hover_text(why));
    egui::Popup::menu(&response).show(|ui| open_as::menu(ui, cx, &opened.path));
}

/// The id of the format, the reason why it was chosen, and other formats that may read the file.
fn recognised(opened: &Opened) -> String {
    let document = &opened.document;
    let kind = if described(document).is_some() { " (description)" } else { "" };
    let mut text = format!("{}{kind}: {}", document.format.id, opened.reason);
    if let Some(claim) = opened.claim().filter(|_| opened.chosen) {
        text.push_str(&format!("; {}", claim.probe.reason));
    }
    let others: Vec<String> = opened
        .candidates()
        .take(MAX_OTHERS)
        .map(|found| format!("{} ({})", found.format.name, found.probe.reason))
        .collect();
    if !others.is_empty() {
        text.push_str(&format!("\nAlso possible: {}", others.join(", ")));
    }
    text
}

/// Adds widgets in at most `room` points.
fn within<R>(ui: &mut Ui, room: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope(|ui| {
        ui.set_max_width(room.min(ui.available_width()).max(0.0));
        add(ui)
    })
    .inner
}

/// The selection, then the element under the pointer; the selection has priority when space is short.
fn selection(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let hovered = cx.state.hover.as_ref().filter(|hover| {
        cx.state
            .selection
            .as_ref()
            .is_none_or(|s| (s.source, &s.path) != (hover.source, &hover.path))
    });
    if let Some(selection) = &cx.state.selection {
        selected(ui, cx, selection, hovered.is_some());
    }
    if let Some(hovered) = hovered {
        pointed_at(ui, cx.state, hovered);
    }
}

fn selected(ui: &mut Ui, cx: &mut Ctx<'_>, selection: &Selection, beside_hover: bool) {
    let theme = Theme::of(ui);
    let path = named_path(cx.state, selection);
    let span = span_of(selection);
    let noted = cx.state.notes.about(selection).next();
    let also = selection.also.len() as u64;
    let many = (also > 0).then(|| format!("{} selected", grouped(also + 1)));
    let gap = ui.spacing().item_spacing.x;
    let mut left = ui.available_width() - PATH;
    let mut fits = |width: f32| {
        let fits = left >= width + gap;
        left -= if fits { width + gap } else { 0.0 };
        fits
    };
    // The most important cells are given their width first.
    let many = many.filter(|many| fits(cells::width(ui, many, theme::body())));
    let span = Some(span).filter(|span| fits(cells::width(ui, span, theme::mono())));
    let noted = noted.filter(|_| fits(20.0 * GRID));
    let hover = if beside_hover { (left - gap).clamp(0.0, 30.0 * GRID) } else { 0.0 };
    let room = left + PATH - hover;
    if room < PATH {
        return;
    }
    within(ui, room, |ui| {
        let text = RichText::new(&path).font(theme::mono()).color(theme.accent);
        let label = egui::Label::new(text).truncate().sense(egui::Sense::click());
        if ui.add(label).on_hover_text(format!("{path}\nClick to copy")).clicked() {
            cx.push(Command::Copy { what: "path", text: selection.path.clone() });
        }
    });
    let tip = format!(
        "bytes {} to {}, {} in all, in {}",
        offset(selection.span.start),
        offset(selection.span.end().saturating_sub(1)),
        grouped(selection.span.len),
        cx.state.library.source(selection.source).map_or_else(String::new, |s| s.name().to_owned())
    );
    if let Some(span) = span {
        ui.label(RichText::new(span).font(theme::mono()).color(theme.weak)).on_hover_text(tip);
    }
    if let Some(note) = noted {
        let word = if note.is_bookmark() { "bookmarked" } else { "noted" };
        let label = egui::Button::new(RichText::new(word).color(theme.note)).frame(false);
        let response = ui.add(label).on_hover_ui(|ui| notes::tooltip(ui, note));
        if response.clicked() {
            cx.push(Command::ShowPanel(PanelId::NOTES));
        }
    }
    if let Some(many) = many {
        ui.label(RichText::new(many).color(theme.text));
    }
}

/// The element under the pointer, marked with an icon.
fn pointed_at(ui: &mut Ui, state: &State, hovered: &Selection) {
    let theme = Theme::of(ui);
    let text = format!("{}  {}", named_path(state, hovered), span_of(hovered));
    let room = ui.available_width();
    if room < 20.0 * GRID {
        return;
    }
    ui.scope(|ui| {
        ui.set_max_width(room);
        ui.spacing_mut().item_spacing.x = GRID;
        let icon = icons::ICON_ARROW_SELECTOR_TOOL.rich_text().size(theme::SMALL);
        ui.label(icon.color(theme.weak)).on_hover_text("Element under the pointer");
        let text = RichText::new(text).font(theme::mono()).color(theme.weak);
        let response = ui.add(egui::Label::new(text).truncate());
        response.named(Role::Label, format!("Pointer over {}", hovered.path));
    });
}

/// The field path, preceded by the file name if the field is in another file.
fn named_path(state: &State, of: &Selection) -> String {
    let path = if of.path.is_empty() { "whole file" } else { of.path.as_str() };
    let own = state.own_source();
    let other = state.library.source(of.source).filter(|_| own != Some(of.source));
    other.map_or_else(
        || path.to_owned(),
        |source| format!("{} › {path}", state.library.display_name(source.name())),
    )
}

fn span_of(of: &Selection) -> String {
    match of.span.len {
        0 => "implied, not stored".to_owned(),
        len => format!("{} + {}", offset(of.span.start), grouped(len)),
    }
}

/// A count with its noun: `1 face`, `2 faces`.
fn counted(count: u64, things: &str) -> String {
    let thing = match (count, things) {
        (1, "vertices") => "vertex",
        (1, things) => things.strip_suffix('s').unwrap_or(things),
        (_, things) => things,
    };
    format!("{} {thing}", grouped(count))
}

fn in_scene(scene: &DocScene) -> Vec<String> {
    let of = &scene.scene;
    let vertices: usize = of.meshes.iter().map(|mesh| mesh.positions.len()).sum();
    let all = [
        (of.nodes.len() as u64, "objects"),
        (u64::from(scene.ids.total()), "faces"),
        (vertices as u64, "vertices"),
        (of.textures.len() as u64, "textures"),
        (of.sounds.len() as u64, "sounds"),
    ];
    let there = all.iter().filter(|(count, _)| *count > 0);
    there.map(|(count, things)| counted(*count, things)).collect()
}

fn counts(ui: &mut Ui, state: &State, kept: f32) {
    let Some(doc) = &state.doc else { return };
    let all: Vec<(&str, u64)> = doc.opened.document.counts.iter().collect();
    let shown = ["objects", "faces", "vertices", "textures", "members"];
    let text = all.iter().filter(|(key, _)| shown.contains(key));
    let text: Vec<String> = match state.scene() {
        // Counts of the scene, including companions.
        Some(scene) => in_scene(scene),
        None => text.map(|(key, count)| counted(*count, key)).collect(),
    };
    // Until the scene is loaded with its companions, counts come from the file.
    let text = match state.scene() {
        None if state.loading && !text.is_empty() => format!("In the file: {}", text.join(" · ")),
        _ => text.join(" · "),
    };
    let tip: Vec<String> = all.iter().map(|(key, count)| counted(*count, key)).collect();
    let tip = format!("In the file itself:\n{}", tip.join("\n"));
    if ui.available_width() - cells::width(ui, &text, theme::body()) > kept {
        ui.weak(text).on_hover_text(tip);
    }
}

/// Position under the pointer in the scene, current or last, in the file's axes and units.
fn place(ui: &mut Ui, cx: &mut Ctx<'_>, kept: f32) {
    let Some((scene, at)) = cx.state.scene().zip(cx.state.view.pointed) else { return };
    let space = scene.scene.file_space;
    let shown = space.map_or(at, |space| space.place(at)).to_array();
    // Fixed width, so that neighbouring cells do not move with the pointer.
    let text = shown.map(|v| format!("{v:>9.1}")).concat();
    let (axes, copied) = match space {
        Some(space) => {
            let stored = space.stored(at).map(|v| v.to_string()).join(" ");
            let bits = space.fraction;
            let axes = format!("{}\nStored with {bits} fractional bits: {stored}", space.meaning);
            (axes, stored)
        }
        None => ("Y up, in the scene's units".to_owned(), shown.map(|v| v.to_string()).join(" ")),
    };
    if ui.available_width() - cells::width(ui, &text, theme::mono()) < kept {
        return;
    }
    let text = RichText::new(text).font(theme::mono()).color(Theme::of(ui).weak);
    let label = egui::Label::new(text).sense(egui::Sense::click());
    let tip = format!("Position under the pointer: {axes}\nClick to copy {copied}");
    let response = ui.add(label).on_hover_text(tip);
    response.named(Role::Button, "Position under the pointer");
    if response.clicked() {
        cx.push(Command::Copy { what: "position", text: copied });
    }
}

/// The sound that plays, whichever panel is in front. Laid out from the right.
fn transport(ui: &mut Ui, cx: &mut Ctx<'_>, kept: f32) {
    let Some(now) = cx.state.sound.now() else { return };
    let theme = Theme::of(ui);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = GRID;
        let mut button = |ui: &mut Ui, icon: MaterialIcon, command: Command, name: &str| {
            let icon = icon.rich_text().size(theme::ICON).color(theme.text);
            let response = ui.add(egui::Button::new(icon).frame(false)).on_hover_text(name);
            response.named(Role::Button, name);
            if response.clicked() {
                cx.commands.push(command);
            }
        };
        clip_light(ui, cx.state);
        button(ui, icons::ICON_STOP, Command::StopSound, "Stop the sound");
        let playing = cx.state.sound.is_playing();
        let tip = if playing { "Pause the sound" } else { "Play the sound" };
        button(ui, play_icon(playing), Command::TogglePlaying, tip);
        if let Some(span) = heard_position(cx.state) {
            ui.label(RichText::new(span).font(theme::mono()).color(theme.weak));
        }
        let name = RichText::new(&now.name).color(theme.accent);
        let name = egui::Button::new(name).frame(false).truncate();
        let room = (ui.available_width() - kept).clamp(0.0, 50.0 * GRID);
        if within(ui, room, |ui| ui.add(name)).on_hover_text("Show the sound").clicked() {
            cx.push(Command::ShowPanel(PanelId::SOUNDS));
            if cx.state.sound_key(now.key.sound) == Some(now.key) {
                cx.select(SelectionTarget::Element(Element::Sound(now.key.sound)));
            }
        }
    });
}

fn jobs(ui: &mut Ui, cx: &mut Ctx<'_>, kept: f32) {
    let Some(job) = cx.state.jobs.iter().rfind(|job| job.age > SILENT) else { return };
    if job.age > PATIENT && job.can_cancel {
        let close = icons::ICON_CLOSE.rich_text().size(theme::SMALL);
        if ui.small_button(close).on_hover_text(format!("Cancel: {}", job.name)).clicked() {
            cx.push(Command::Cancel { job: job.id });
        }
    }
    match job.progress {
        Some((done, total)) if job.age > PATIENT => {
            let part = done as f32 / total.max(1) as f32;
            let text = format!("{} of {}", grouped(done), grouped(total));
            let text = RichText::new(text).size(theme::SMALL);
            ui.add(egui::ProgressBar::new(part).desired_width(30.0 * GRID).text(text));
        }
        _ => {
            spinner(ui, theme::BODY);
        }
    }
    let more = cx.state.jobs.len() - 1;
    let name = if more > 0 { format!("{} and {more} more", job.name) } else { job.name.clone() };
    let room = (ui.available_width() - kept).clamp(0.0, 60.0 * GRID);
    within(ui, room, |ui| {
        let text = RichText::new(&name).color(Theme::of(ui).weak);
        ui.add(egui::Label::new(text).truncate()).on_hover_text(&name);
    });
}

fn problems(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let Some(doc) = &cx.state.doc else { return };
    let theme = Theme::of(ui);
    let total = doc.problems.total();
    let worst = doc.problems.worst();
    let icon = worst.map_or(icons::ICON_CHECK_CIRCLE, cells::severity_icon);
    let colour = worst.map_or(theme.weak, |worst| theme.severity(worst));
    let words = match worst {
        None => "no problems".to_owned(),
        Some(Severity::Note) => panels::problems::counted(total, Severity::Note),
        Some(_) => counted(total, "problems"),
    };
    let icon = icon.rich_text().color(colour).size(theme::BODY);
    let label = egui::Button::new((icon, RichText::new(words).color(theme.weak))).frame(false);
    let tip = panels::problems::INFO.tip();
    if ui.add(label).on_hover_text(tip).clicked() {
        cx.push(Command::ShowPanel(PanelId::PROBLEMS));
    }
}
