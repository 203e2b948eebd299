//! Draws a row of the field tree.

use egui::{Color32, Rect, RichText, Ui};
use egui_material_icons::{MaterialIcon, icons};

use super::row::Row;
use crate::app::model::document::description::declaration;
use crate::app::model::numbers;
use crate::app::ui::{GRID, Side, Theme, cells, shorten, theme};
use crate::bytes::{BitPlace, FieldKind};
use crate::formats::Document;
use crate::ksy::Docs;

/// Indent of one level, in points.
const INDENT: f32 = 3.0 * GRID;
/// Width of the triangle or check box before a name.
const MARK: f32 = 4.0 * GRID;

/// Width of the digits of a 32-bit number.
const MIN_VALUE: f32 = 23.0 * GRID;

/// Left edges of the columns, as fractions of the width without the offset column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Columns {
    /// Left and right edge of the value column.
    pub value: f32,
    pub meaning: f32,
}

impl Default for Columns {
    fn default() -> Self {
        Self { value: 0.46, meaning: 0.70 }
    }
}

/// The cells of one row.
#[derive(Clone, Copy, Debug)]
pub struct Cells {
    pub name: Rect,
    pub value: Rect,
    pub meaning: Rect,
    pub offset: Rect,
}

impl Columns {
    /// The cells in `row`; `offset` is the width of the offset column.
    pub fn cells(self, row: Rect, offset: f32) -> Cells {
        let inner = row.shrink2(egui::vec2(GRID, 0.0));
        let right = inner.right() - offset;
        let at = |share: f32| inner.left() + (right - inner.left()) * share;
        // Ten digits stay visible, wherever the edges were dragged in a wider panel.
        let value = at(self.value);
        let meaning = at(self.meaning).max(value + MIN_VALUE).min(right);
        let cell = |from: f32, to: f32| Rect::from_x_y_ranges(from..=to.max(from), row.y_range());
        Cells {
            name: cell(inner.left(), value - GRID),
            value: cell(value, meaning - GRID),
            meaning: cell(meaning + GRID, right - 2.0 * GRID),
            offset: cell(right, inner.right()),
        }
    }
}

/// Position of the triangle in a row at `depth`.
pub fn mark_rect(name: Rect, depth: usize) -> Rect {
    // Indents shrink with depth, so that a field ten levels deep still shows its name.
    let most = (name.width() * 0.5).max(1.0);
    let indent = most * (1.0 - (-INDENT * depth as f32 / most).exp());
    let left = name.left() + indent;
    Rect::from_x_y_ranges(left..=left + MARK, name.y_range())
}

/// Draws a row at `depth`, 0 for the children of the root. `noted` is the icon of its note.
pub fn row(
    ui: &Ui,
    row: &Row,
    cells: &Cells,
    depth: usize,
    open: bool,
    noted: Option<MaterialIcon>,
) {
    let theme = Theme::of(ui);
    let mark = mark_rect(cells.name, depth);
    let mut name = cells.name.with_min_x(mark.right().min(cells.name.right()));
    if let Some(icon) = noted {
        let area = cells.name.with_min_x(cells.name.right() - MARK);
        cells::icon(ui, area, icon, 14.0, theme.note);
        name.max.x -= MARK + GRID;
    }
    let structural = matches!(row.field.kind, FieldKind::Group | FieldKind::Array);
    let colour = theme.field(&row.field);
    match &row.bit {
        Some(bit) => {
            let on = bit.is_set();
            let tint = match (bit.confidence, on) {
                (None, _) => theme.warning,
                (_, true) => theme.accent,
                _ => theme.faint,
            };
            let icon = match (bit.is_single(), on) {
                (false, _) => icons::ICON_TAG,
                (true, true) => icons::ICON_CHECK_BOX,
                (true, false) => icons::ICON_CHECK_BOX_OUTLINE_BLANK,
            };
            cells::icon(ui, mark, icon, 14.0, tint);
            let tint = if on { theme.text } else { theme.weak };
            cells::text(ui, name, Side::Left, &bit.name, theme::body(), tint);
        }
        None => {
            if row.children > 0 {
                let icon = if open { icons::ICON_EXPAND_MORE } else { icons::ICON_CHEVRON_RIGHT };
                cells::icon(ui, mark, icon, 14.0, theme.weak);
            }
            if let Some(swatch) = row.swatch {
                name = name.with_min_x(cells::swatch(ui, name, swatch).right() + GRID);
            }
            let tint = if structural { theme.text } else { colour };
            let fits = |text: &str| cells::width(ui, text, theme::body()) <= name.width();
            let text = shorten::elided(row.name(), fits);
            cells::text(ui, name, Side::Left, &text, theme::body(), tint);
        }
    }
    if row.is_changed {
        let edge = cells.name.with_min_x(cells.name.left() - GRID);
        let bar = edge.with_max_x(edge.left() + 2.0);
        ui.painter().rect_filled(bar, 0.0, theme.warning);
    }
    if let Some(trouble) = &row.trouble {
        let edge = cells.name.with_min_x(cells.name.left() - GRID);
        let bar = edge.with_max_x(edge.left() + 3.0).shrink2(egui::vec2(0.0, 2.0));
        ui.painter().rect_filled(bar, 1.0, theme.severity(trouble.severity));
    }
    // Without a meaning, a value may extend into that column.
    let room = if row.meaning.is_empty() && !row.is_number {
        cells.value.union(cells.meaning)
    } else {
        cells.value
    };
    value(ui, row, room, &theme, structural);
    cells::text(ui, cells.meaning, Side::Left, &row.meaning, theme::body(), theme.weak);
    cells::text(ui, cells.offset, Side::Right, &row.offset, theme::mono(), theme.weak);
}

fn value(ui: &Ui, row: &Row, cell: Rect, theme: &Theme, structural: bool) {
    let side = if row.is_number { Side::Right } else { Side::Left };
    let tint = match (&row.bit, structural) {
        (_, true) => theme.weak,
        (Some(bit), _) if !bit.is_set() => theme.weak,
        _ => theme.text,
    };
    let followable = row.bit.is_none() && row.target.is_some();
    let tint = if followable { theme.accent } else { tint };
    let is_other = row.edited.is_some() || row.saved.is_some();
    let tint = if is_other { theme.warning } else { tint };
    let font = if structural { theme::body() } else { theme::mono() };
    cells::text(ui, cell, side, &row.shown_value(), font, tint);
}

/// Maximum number of lines of documentation in a tooltip.
const DOC_LINES: usize = 12;

/// Tooltip with everything about a row of a document.
pub fn tooltip(ui: &mut Ui, row: &Row, document: &Document) {
    let theme = Theme::of(ui);
    let field = &row.field;
    let line = |ui: &mut Ui, text: String, colour: Color32| {
        ui.label(RichText::new(text).color(colour));
    };
    ui.label(RichText::new(&field.path).font(theme::mono()).color(theme.text));
    if let Some(bit) = &row.bit {
        line(ui, format!("{} = {}  (mask {:#x})", bit.name, bit.value, bit.mask), theme.text);
        line(ui, bit.meaning.to_owned(), theme.weak);
        let known = bit.confidence.map_or("nobody", |confidence| confidence.name());
        line(ui, format!("known from: {known}"), theme.weak);
        return;
    }
    let at = match field.bits {
        Some(BitPlace { first, count, .. }) => format!("{count} bits from bit {first}"),
        None => format!("{} bytes", numbers::grouped(field.span.len)),
    };
    let end = field.span.end().saturating_sub(1).max(field.span.start);
    let span = format!("{} to {}", numbers::offset(field.span.start), numbers::offset(end));
    let declared = declaration(document, &field.path);
    let type_name = declared.as_ref().map_or(&field.type_name, |declared| &declared.type_name);
    line(ui, format!("{type_name} · {at} · {span}"), theme.weak);
    if let Some(declared) = &declared {
        let name = declared.enum_name.as_ref().map(|name| format!("values of {name}"));
        let condition = declared.condition.as_ref().map(|code| format!("present if {code}"));
        let words: Vec<String> = name.into_iter().chain(condition).collect();
        if !words.is_empty() {
            line(ui, words.join(" · "), theme.weak);
        }
    }
    if row.value != field.type_name {
        line(ui, row.value.clone(), theme.text);
    }
    if let Some(word) = row.edited {
        let text = format!("Changed here to 0x{word:04x}; the file still has {}", row.value);
        line(ui, text, theme.warning);
    }
    if let Some(saved) = &row.saved {
        line(ui, format!("Changed; the saved file has {saved}"), theme.warning);
    }
    let docs = declared.map_or_else(Vec::new, |declared| declared.docs);
    let is_documented = docs.iter().filter_map(|docs| docs.text.as_deref());
    let is_documented = is_documented.map(str::trim).any(|text| text.starts_with(&row.meaning));
    if !row.meaning.is_empty() && !is_documented {
        line(ui, row.meaning.clone(), theme.text);
    }
    for Docs { text, references } in &docs {
        if let Some(text) = text {
            let lines: Vec<&str> = text.trim().lines().take(DOC_LINES).collect();
            line(ui, lines.join("\n"), theme.text);
        }
        references.iter().for_each(|found| line(ui, format!("See {found}"), theme.weak));
    }
    if let Some(trouble) = &row.trouble {
        line(ui, trouble.text.clone(), theme.severity(trouble.severity));
    }
    if row.target.is_some() {
        line(ui, "Enter or Ctrl+click to follow".to_owned(), theme.accent);
    }
}
