//! A face that covers the pixel, and the steps of its colour.

use egui::{Id, Rect, Role, Sense, Ui, vec2};
use egui_material_icons::{MaterialIcon, icons};

use crate::app::model::numbers::offset;
use crate::app::model::{Command, DocScene, Switch, Target, switch_of};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Side, Theme, cells, theme};
use crate::render::{Explanation, Layer, Outcome, Step};
use crate::scene::Element;

/// Draws the face as a row, and its steps below if the row is expanded.
pub fn face(ui: &mut Ui, cx: &mut Ctx<'_>, of: &Explanation, layer: &Layer, is_open: bool) {
    let Some(scene) = cx.state.scene() else { return };
    let theme = Theme::of(ui);
    let id = ui.scope_id().with("open");
    let open = ui.data(|data| data.get_temp(id)).unwrap_or(is_open);
    let size = vec2(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::CLICK);
    let selected = cx.state.selected_face() == Some(layer.face);
    if selected || response.hovered() {
        let fill = if selected { theme.accent_fill } else { theme.hover_fill };
        ui.painter().rect_filled(rect, 2.0, fill);
    }
    let (arrow, rest) = rect.split_left_right_at_x(rect.left() + 4.0 * GRID);
    fold(ui, id, arrow, open);
    let (mark, text) = rest.split_left_right_at_x(rest.left() + 5.0 * GRID);
    let drawn = layer.outcome == Outcome::Drawn;
    let colour = if drawn { theme.text } else { theme.weak };
    cells::icon(ui, mark, icon(layer.outcome), theme::ICON, colour);
    let words = format!("{}: {}", title(scene, layer), layer.outcome.reason());
    cells::text(ui, text, Side::Left, &words, theme::body(), colour);
    response.named_on(Role::Button, selected, &words);
    let target = Target::Element(Element::Face(layer.face));
    if response.hovered() {
        cx.hover(target.clone());
    }
    if response.on_hover_text(&words).clicked() {
        cx.select(target);
    }
    if open {
        for step in layer.steps(of, &scene.scene) {
            row(ui, cx, &step);
        }
    }
}

/// Object and number of the face.
fn title(scene: &DocScene, layer: &Layer) -> String {
    let node = scene.scene.nodes.get(layer.face.node);
    let name = node.map_or("", |node| node.name.as_str());
    format!("{name}, face {}", layer.face.face)
}

/// The arrow that expands the steps.
fn fold(ui: &Ui, id: Id, rect: Rect, open: bool) {
    let response = ui.interact(rect, id, Sense::CLICK);
    let arrow = if open { icons::ICON_EXPAND_MORE } else { icons::ICON_CHEVRON_RIGHT };
    cells::icon(ui, rect, arrow, theme::ICON, Theme::of(ui).weak);
    response.named_on(Role::Button, open, "Steps");
    if response.clicked() {
        ui.data_mut(|data| data.insert_temp(id, !open));
        ui.ctx().request_repaint();
    }
}

fn icon(outcome: Outcome) -> MaterialIcon {
    match outcome {
        Outcome::Drawn => icons::ICON_CHECK,
        Outcome::Culled(_) => icons::ICON_FLIP,
        Outcome::Transparent => icons::ICON_OPACITY,
        Outcome::Hidden => icons::ICON_VISIBILITY_OFF,
        Outcome::Behind => icons::ICON_LAYERS,
    }
}

/// A step: label, value as a link to its bytes, and the switch of the effect.
fn row(ui: &mut Ui, cx: &mut Ctx<'_>, step: &Step) {
    let theme = Theme::of(ui);
    let target = match (step.span.filter(|span| span.len > 0), step.element) {
        (_, Some(element @ Element::PaletteEntry { .. })) => Some(Target::Element(element)),
        (Some(span), _) => Some(Target::Bytes(span)),
        (None, element) => element.map(Target::Element),
    };
    let size = vec2(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let (rect, end) = rect.split_left_right_at_x(rect.right() - ROW - GRID);
    let rect = rect.with_min_x(rect.left() + 4.0 * GRID);
    let sense = if target.is_some() { Sense::CLICK } else { Sense::hover() };
    let response = ui.interact(rect, response.id.with("value"), sense);
    let (left, right) = rect.split_left_right_at_x(rect.left() + LABEL);
    cells::text(ui, left, Side::Left, step.kind.label(), theme::body(), theme.weak);
    let colour = if target.is_some() { theme.accent } else { theme.text };
    cells::text(ui, right, Side::Left, &step.value, theme::mono(), colour);
    let label = format!("{} {}", step.kind.label(), step.value);
    let role = if target.is_some() { Role::Button } else { Role::Label };
    response.named(role, &label);
    if let Some(target) = target {
        if response.hovered() {
            cx.hover(target.clone());
        }
        if response.clicked() {
            cx.select(target);
        }
    }
    let tip = match step.span.filter(|span| span.len > 0) {
        Some(span) => format!("{label}\nStored at {}", offset(span.start)),
        None => label,
    };
    response.on_hover_text(tip);
    if let Some(switch) = switch_of(step.kind) {
        toggle(ui, cx, end, switch);
    }
}

/// A switch as an icon.
fn toggle(ui: &mut Ui, cx: &mut Ctx<'_>, rect: Rect, switch: Switch) {
    let id = ui.next_auto_id();
    ui.skip_ahead_auto_ids(1);
    let response = ui.interact(rect, id, Sense::CLICK);
    let (theme, on) = (Theme::of(ui), cx.state.view.is_on(switch));
    let mark = if on { icons::ICON_TOGGLE_ON } else { icons::ICON_TOGGLE_OFF };
    let colour = match (on, response.hovered()) {
        (true, _) => theme.accent,
        (false, true) => theme.text,
        (false, false) => theme.weak,
    };
    cells::icon(ui, rect, mark, theme::ICON, colour);
    response.named_on(Role::Switch, on, switch.title());
    if response.on_hover_text(switch.title()).clicked() {
        cx.push(Command::Toggle(switch));
    }
}

/// Width of the labels.
const LABEL: f32 = 30.0 * GRID;
