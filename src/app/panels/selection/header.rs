//! Header of the card, which does not scroll: the selection and where it is stored.

use egui::{Align, Layout, RichText, Ui, vec2};
use egui_material_icons::icons;

use super::facts;
use crate::app::model::numbers::{counted, offset};
use crate::app::model::{Command, Selection, State, grouped, name_origin};
use crate::app::panels::contents::{label_of, name_of};
use crate::app::panels::notes;
use crate::app::ui::{Ctx, GRID, ROW, Theme, cells, icon_button, lit_button, theme};
use crate::scene::Element;

/// Shows the element, its path with copy buttons, its bytes, and its notes.
pub fn ui(ui: &mut Ui, cx: &mut Ctx<'_>, selection: &Selection) {
    let theme = Theme::of(ui);
    let title = title(cx.state, selection);
    let path = if selection.path.is_empty() { "the file" } else { &selection.path };
    let line = vec2(ui.available_width(), ROW + GRID);
    ui.allocate_ui_with_layout(line, Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = GRID;
        buttons_of(ui, cx, selection);
        if cx.state.is_changed(selection.span) {
            cells::badge(ui, "changed", "Some of its bytes differ from the saved file");
        }
        if let Some((word, tip)) = placeholder(cx.state, selection) {
            cells::badge(ui, word, tip);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let title = title.as_deref().unwrap_or(path);
            let label = ui.add(egui::Label::new(RichText::new(title).strong()).truncate());
            let element =
                selection.element.filter(|_| label.hovered() && selection.also.is_empty());
            let scene = cx.state.scene().map(|scene| &*scene.scene);
            let origin = element
                .zip(scene)
                .and_then(|(element, scene)| name_origin(cx.state, scene, element));
            if let Some(origin) = origin {
                label.on_hover_text(origin);
            }
        });
    });
    let span = match selection.span.len {
        0 => "implied, not stored".to_owned(),
        len => format!("{} · {}", offset(selection.span.start), counted(len, "byte")),
    };
    let span = match (title.is_some(), selection.also.is_empty()) {
        (false, _) => span,
        (true, true) => format!("{path} · {span}"),
        (true, false) => format!("first: {path} · {span}"),
    };
    let span = RichText::new(span).font(theme::mono()).color(theme.weak);
    ui.add(egui::Label::new(span).truncate());
    for note in cx.state.notes.about(selection).filter(|note| !note.is_bookmark()) {
        ui.horizontal_wrapped(|ui| {
            ui.label(notes::icon(note).rich_text().size(theme::ICON).color(theme.note));
            ui.label(&note.text);
        });
    }
}

/// Buttons, laid out from the right.
fn buttons_of(ui: &mut Ui, cx: &mut Ctx<'_>, selection: &Selection) {
    let noted = cx.state.notes.about(selection).next().is_some();
    lit_button(ui, cx, icons::ICON_BOOKMARK_ADD, &Command::Bookmark, noted);
    let mut copy = |ui: &mut Ui, icon, tip, what, text: String| {
        if icon_button(ui, icon, tip, false).clicked() {
            cx.push(Command::Copy { what, text });
        }
    };
    let start = offset(selection.span.start);
    copy(ui, icons::ICON_LOCATION_ON, "Copy the offset", "offset", start);
    copy(ui, icons::ICON_CONTENT_COPY, "Copy the path", "path", selection.path.clone());
}

/// Placeholder label of the selected face, if its texture is missing.
fn placeholder(state: &State, selection: &Selection) -> Option<(&'static str, &'static str)> {
    let (Some(Element::Face(at)), scene) = (selection.element, state.scene()?) else { return None };
    let (_, face) = scene.face(at)?;
    facts::placeholder(&scene.scene, scene.scene.materials.get(face.material)?)
}

/// Title of the selection; `None` for a field that belongs to no scene element.
fn title(state: &State, selection: &Selection) -> Option<String> {
    let scene = state.scene()?;
    let first = selection.element?;
    let total = selection.also.len() as u64 + 1;
    let kind = first.kind();
    if total > 1 {
        let same = selection.also.iter().all(|other| other.kind() == kind);
        let things = if same { first.plural() } else { "elements" };
        return Some(format!("{} {things}", grouped(total)));
    }
    if let Element::Face(at) = first {
        let (mesh, face) = scene.face(at)?;
        let material = scene.scene.materials.get(face.material)?;
        let corners = facts::stored_corners(&scene.scene, mesh, at.face);
        return Some(facts::in_words(&face, corners, material));
    }
    let (name, rest) = label_of(first, &name_of(&scene.scene, first));
    let named = format!("{name} {rest}");
    let named = named.trim_end();
    // "object 12" already names the kind, "brick" does not.
    Some(if named.starts_with(kind) { named.to_owned() } else { format!("{kind} {named}") })
}
