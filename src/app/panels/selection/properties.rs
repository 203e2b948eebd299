//! Properties of an instance apart from its transform, each with a link to its bytes.

use egui::text::{LayoutJob, TextFormat};
use egui::{Role, Sense, Ui, vec2};
use egui_material_icons::icons;

use crate::app::model::SelectionTarget;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Side, Theme, cells, icon_button, theme};
use crate::scene::{Element, NodeId, Rows, Scene, Table, TableId, TableRow};

/// The rows of a node's values: the table, its index, and the index of the first row.
pub fn rows(scene: &Scene, node: NodeId) -> Option<(&Table, TableId, u32, &[TableRow])> {
    let stored = scene.nodes.get(node)?;
    let (table, rows) = scene.rows_of(stored)?;
    let Rows { table: number, rows: range } = stored.rows.as_ref()?;
    Some((table, *number, range.start, rows))
}

/// Lists the values of a node, below a link to the node.
pub fn ui(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene, node: NodeId) {
    let (Some(stored), Some((_, table, first, rows))) = (scene.nodes.get(node), rows(scene, node))
    else {
        return;
    };
    if super::sections::link(ui, &stored.name, "Select the instance") {
        cx.select(SelectionTarget::Element(Element::Node(node)));
    }
    let values: Vec<Value<'_>> = rows.iter().filter_map(Value::of).collect();
    let widest = values.iter().map(|value| cells::width(ui, &value.label(), theme::body()));
    let names = widest.fold(0.0, f32::max).min(ui.available_width() * 0.45);
    for (row, stored) in (first..).zip(rows) {
        if let Some(value) = Value::of(stored) {
            let value = Value { is_changed: cx.state.is_changed(stored.origin.span), ..value };
            let element = SelectionTarget::Element(Element::Row { table, row });
            line(ui, cx, scene, &value, names, element);
        }
    }
}

/// Draws a value: its name, stored value and meaning, and a button that goes to its target.
fn line(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    scene: &Scene,
    value: &Value<'_>,
    names: f32,
    element: SelectionTarget,
) {
    let theme = Theme::of(ui);
    let target = value.leads_to(scene);
    let button = if target.is_some() { ROW + 2.0 * GRID } else { 0.0 };
    let left = names + 3.0 * GRID;
    let text = value.text(&theme, ui.available_width() - left - button);
    let text = ui.painter().layout_job(text);
    let height = text.size().y.max(ROW - 2.0);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::CLICK);
    if response.hovered() {
        ui.painter().rect_filled(rect, 2.0, theme.hover_fill);
        cx.hover(element.clone());
    }
    let name = rect.with_max_x(rect.left() + names).with_max_y(rect.top() + ROW - 2.0);
    let ink = if value.is_changed { theme.warning } else { theme.weak };
    cells::text(ui, name, Side::Left, &value.label(), theme::body(), ink);
    ui.painter().galley(rect.left_top() + vec2(left, 1.0), text, theme.text);
    let words = format!("{} {} {}", value.property, value.stored, value.meaning);
    response.named(Role::Button, &words);
    if let Some(node) = target {
        let area = rect.with_min_x(rect.right() - button);
        let builder = egui::UiBuilder::new().max_rect(area);
        ui.scope_builder(builder, |ui| {
            let tip = format!("Select {}, {}", value.instance, value.meaning);
            if icon_button(ui, icons::ICON_ARROW_FORWARD, &tip, false).clicked() {
                cx.select(SelectionTarget::Element(Element::Node(node)));
            }
        });
    }
    if response.clicked() {
        cx.select(element);
    }
}

/// Property, stored value, meaning and target instance: the second and the last three columns of a table
/// of values.
struct Value<'a> {
    property: &'a str,
    stored: &'a str,
    meaning: &'a str,
    instance: &'a str,
    /// `true` if it differs from the saved file.
    is_changed: bool,
}

impl<'a> Value<'a> {
    fn of(row: &'a TableRow) -> Option<Self> {
        let at = |index: usize| row.cells.get(index).map(String::as_str);
        let property = at(1).filter(|name| !name.is_empty())?;
        let (meaning, instance) = (at(4).unwrap_or(""), at(5).unwrap_or(""));
        Some(Self { property, stored: at(3)?, meaning, instance, is_changed: false })
    }

    /// Name of the property, indented by its depth in groups.
    fn label(&self) -> String {
        let depth = self.property.matches('.').count();
        let short = self.property.rsplit('.').next().unwrap_or(self.property);
        format!("{}{short}", "   ".repeat(depth))
    }

    /// Node of the target instance.
    fn leads_to(&self, scene: &Scene) -> Option<NodeId> {
        if self.instance.is_empty() {
            return None;
        }
        scene.nodes.find(|node| node.name == self.instance)
    }

    /// Stored value with its meaning. Values may be whole scripts, so the text wraps.
    fn text(&self, theme: &Theme, width: f32) -> LayoutJob {
        let mut job = LayoutJob::default();
        job.wrap.max_width = width.max(10.0 * GRID);
        let ink = if self.is_changed { theme.warning } else { theme.text };
        job.append(self.stored, 0.0, TextFormat::simple(theme::mono(), ink));
        // Meaning and target, unless they repeat the stored value.
        let named = [self.meaning, self.instance].into_iter();
        let texts: Vec<&str> =
            named.filter(|text| !text.is_empty() && *text != self.stored).collect();
        if !texts.is_empty() {
            let small = TextFormat::simple(theme::small(), theme.weak);
            job.append(&texts.join(" "), 2.0 * GRID, small);
        }
        job
    }
}
