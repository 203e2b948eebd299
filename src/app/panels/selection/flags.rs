//! Lists every flag by name (on, off, or on in some of the faces), and the other face fields.

use egui::{Color32, RichText, Role, Sense, Ui, pos2, vec2};
use egui_material_icons::icons;

use super::facts::{self, BitFact, Tally};
use super::sections;
use super::summary::Summary;
use crate::app::model::{ColourBy, Command, Like, State, grouped};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, Side, Theme, cells, menus, theme};
use crate::bytes::Tree;
use crate::scene::{Element, FaceField, Scene};

/// Narrowest column; below this, bit names are cut too short.
const COLUMN: f32 = 170.0;
/// Height of a bit's row.
const LINE: f32 = 4.0 * GRID;
/// Radius of the lamp that shows whether a bit is set.
const LAMP: f32 = 4.0;

/// The fields of the scene that have named bits.
pub fn flagged(scene: &Scene) -> impl Iterator<Item = (usize, &FaceField)> {
    scene.face_fields.iter().enumerate().filter(|(_, field)| !field.flags.is_empty())
}

/// Draws the bits of one field.
pub fn ui(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    field: &FaceField,
    index: usize,
    values: &Tally,
    set_only: &mut bool,
) {
    let theme = Theme::of(ui);
    let saved = saved_value(cx.state, field);
    ui.horizontal_wrapped(|ui| {
        let text = numbers_in_words(field, values);
        let colour = if saved.is_some() { theme.warning } else { theme.text };
        ui.label(RichText::new(&text).font(theme::mono()).color(colour));
        if let Some(saved) = saved {
            let text = format!("← {}", stored(field, saved));
            let label = ui.label(RichText::new(text).font(theme::mono()).color(theme.warning));
            label.on_hover_text("Changed; value in the saved file");
        }
        if values.len() == 1 && ui.small_button("Copy").clicked() {
            cx.push(Command::Copy { what: "value", text });
        }
        ui.checkbox(set_only, "set bits only");
    });
    let shown = facts::bits(field, values).into_iter();
    let shown: Vec<_> = shown.filter(|bit| bit.set > 0 || !*set_only).collect();
    if shown.is_empty() {
        ui.label(RichText::new("no bits set").color(theme.weak));
    }
    let now = values.keys().next().copied().unwrap_or(0);
    let changed = saved.map_or(0, |saved| saved ^ now);
    bits(ui, cx, index, (&shown, changed), values.values().sum());
}

/// The field's value in the saved file if it differs, for the selected face.
fn saved_value(state: &State, field: &FaceField) -> Option<u32> {
    let selection = state.selection.as_ref().filter(|selection| selection.also.is_empty())?;
    let face = selection.element.filter(|element| matches!(element, Element::Face(_)))?;
    let origin = state.scene()?.scene.origin(face)?;
    let changed = state.changed_in(origin.span.source)?;
    let file = state.file_of(origin.span.source)?;
    let path = format!("{}.{}", origin.path, field.name);
    let value = |tree: &Tree| {
        let field = tree.field(&tree.find(&path).ok()?)?;
        u32::try_from(field.value.as_u64()?).ok()
    };
    let (now, saved) = (value(&file.document.tree)?, value(&changed.saved.document.tree)?);
    (now != saved).then_some(saved)
}

/// Lists the fields that are not flags.
pub fn numbers(ui: &mut Ui, scene: &Scene, summary: &Summary) {
    let fields = scene.face_fields.iter().zip(&summary.fields);
    let list: Vec<(&str, String)> = fields
        .filter(|(field, values)| field.flags.is_empty() && !values.is_empty())
        .map(|(field, values)| {
            let text = match values.keys().next().filter(|_| values.len() == 1) {
                Some(value) => {
                    let number = grouped(u64::from(*value));
                    match scene.value_names.get(&(field.name, *value)) {
                        Some(name) => format!("{number}  {name}"),
                        None => format!("{number}  {}", stored(field, *value)),
                    }
                }
                None => numbers_in_words(field, values),
            };
            (field.name, text)
        })
        .collect();
    sections::facts(ui, &list);
}

/// Formats the values of a field: `0x0ac3`, or `mixed: 7 different`.
fn numbers_in_words(field: &FaceField, values: &Tally) -> String {
    match values.keys().next().filter(|_| values.len() == 1) {
        Some(value) => stored(field, *value),
        None => format!("mixed: {} different", grouped(values.len() as u64)),
    }
}

fn stored(field: &FaceField, value: u32) -> String {
    let digits = usize::from(field.bits) / 4;
    format!("0x{value:0digits$x}")
}

/// Draws bits; those in `changed` differ from the saved file.
fn bits(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    field: usize,
    (bits, changed): (&[BitFact<'_>], u32),
    faces: usize,
) {
    let columns = ((ui.available_width() / COLUMN) as usize).clamp(1, 3);
    let width = ui.available_width() / columns as f32;
    let rows = bits.len().div_ceil(columns).max(1);
    let size = vec2(ui.available_width(), rows as f32 * LINE);
    let (all, _) = ui.allocate_exact_size(size, Sense::hover());
    for (at, bit) in bits.iter().enumerate() {
        let corner = vec2((at / rows) as f32 * width, (at % rows) as f32 * LINE);
        let cell = egui::Rect::from_min_size(all.left_top() + corner, vec2(width - GRID, LINE));
        self::bit(ui, cx, cell, field, (bit, bit.mask & changed != 0), faces);
    }
}

/// Draws a bit. A click on its lamp sets or clears it; a click on its name colours the faces by it.
fn bit(
    ui: &Ui,
    cx: &mut Ctx<'_>,
    cell: egui::Rect,
    field: usize,
    (bit, is_changed): (&BitFact<'_>, bool),
    faces: usize,
) {
    let theme = Theme::of(ui);
    let name = name_of(bit);
    let response = ui.interact(cell, ui.scope_id().with((field, bit.mask)), Sense::CLICK);
    let on = bit.set == faces;
    response.named_on(Role::Button, on, &name);
    if response.hovered() {
        ui.painter().rect_filled(cell, 2.0, theme.hover_fill);
    }
    let (mark, text) = cell.split_left_right_at_x(cell.left() + 4.0 * GRID);
    let tint = if bit.known.is_none() { theme.warning } else { theme.accent };
    let pointer = response.hover_pos();
    let on_lamp = bit.mask.count_ones() == 1 && pointer.is_some_and(|at| mark.contains(at));
    if on_lamp {
        let icon = match on {
            true => icons::ICON_CHECK_BOX,
            false => icons::ICON_CHECK_BOX_OUTLINE_BLANK,
        };
        cells::icon(ui, mark, icon, 16.0, theme.accent);
    } else if response.hovered() {
        cells::icon(ui, mark, icons::ICON_FORMAT_COLOR_FILL, 14.0, theme.accent);
    } else if bit.mask.count_ones() == 1 {
        lamp(ui, mark.center(), bit.set, faces, tint);
    } else {
        let tint = if bit.set > 0 { tint } else { theme.faint };
        cells::icon(ui, mark, icons::ICON_TAG, 14.0, tint);
    }
    let colour = match (is_changed, bit.set > 0) {
        (true, _) => theme.warning,
        (_, true) => theme.text,
        _ => theme.weak,
    };
    let mut text = text.with_min_x(text.left() + GRID);
    if bit.value.is_none() {
        let count = grouped(bit.set as u64);
        let room = cells::mono_width(ui, &theme::small()) * (count.chars().count() + 1) as f32;
        let (left, right) = text.split_left_right_at_x(text.right() - room);
        cells::text(ui, right, Side::Right, &count, theme::small(), theme.weak);
        text = left;
    }
    cells::text(ui, text, Side::Left, &name, theme::body(), colour);
    let by = ColourBy::Bits { field, mask: bit.mask };
    let edit = |set| Command::EditFaceBits { field, mask: bit.mask, set, name: name.clone() };
    if response.clicked() {
        cx.push(if on_lamp { edit(!on) } else { Command::ColourBy(Some(by)) });
    }
    menus::context(&response, false, |ui| {
        if bit.mask.count_ones() == 1 {
            let of = if faces == 1 {
                String::new()
            } else {
                format!(" on {} faces", grouped(faces as u64))
            };
            if bit.set < faces {
                menus::entry(ui, cx, format!("Set{of}"), edit(true));
            }
            if bit.set > 0 {
                menus::entry(ui, cx, format!("Clear{of}"), edit(false));
            }
            ui.separator();
        }
        let like = Like::Bits { field, mask: bit.mask };
        menus::entry(ui, cx, "Select faces with this value", Command::SelectLike(like));
        menus::entry(ui, cx, "Colour faces by this", Command::ColourBy(Some(by)));
        let single = Some(bit.mask).filter(|mask| mask.count_ones() == 1);
        if let Some(query) = single.and_then(|mask| cx.state.bit_query(field, mask)) {
            menus::entry(ui, cx, "Find this flag", Command::FindInIndex(query));
        }
    });
    response.on_hover_ui(|ui| {
        tooltip(ui, bit, &name, faces, on_lamp);
        if is_changed {
            ui.colored_label(theme.warning, "Changed since the file was saved");
        }
    });
}

fn name_of(bit: &BitFact<'_>) -> String {
    match (bit.known, bit.value) {
        (None, _) => format!("unknown {:#x}", bit.mask),
        (Some(known), _) if bit.mask.count_ones() == 1 => known.name.to_owned(),
        (Some(known), Some(value)) => format!("{} {value}", known.name),
        (Some(known), None) => format!("{} mixed", known.name),
    }
}

/// Draws a lamp: on, off or half on; under the pointer it becomes a box.
fn lamp(ui: &Ui, at: egui::Pos2, set: usize, faces: usize, tint: Color32) {
    let theme = Theme::of(ui);
    let painter = ui.painter();
    if set == 0 {
        painter.circle_stroke(at, LAMP - 0.5, (1.0, theme.faint));
        return;
    }
    if set < faces {
        let left = egui::Rect::from_min_max(
            pos2(at.x - LAMP - 1.0, at.y - LAMP - 1.0),
            pos2(at.x, at.y + LAMP + 1.0),
        );
        painter.circle_stroke(at, LAMP - 0.5, (1.0, tint));
        painter.with_clip_rect(left.intersect(ui.clip_rect())).circle_filled(at, LAMP, tint);
        return;
    }
    painter.circle_filled(at, LAMP, tint);
}

fn tooltip(ui: &mut Ui, bit: &BitFact<'_>, name: &str, faces: usize, on_lamp: bool) {
    ui.label(RichText::new(format!("{name}  (mask {:#x})", bit.mask)).strong());
    match bit.known {
        Some(known) => {
            ui.label(known.meaning);
            ui.weak(format!("known from: {}", known.confidence));
        }
        None => {
            ui.label("Meaning unknown");
        }
    }
    if faces > 1 {
        let (set, all) = (grouped(bit.set as u64), grouped(faces as u64));
        ui.label(format!("set in {set} of {all} faces"));
    }
    ui.weak(match (on_lamp, bit.set == faces) {
        (true, true) => "Click to clear",
        (true, false) => "Click to set",
        _ => "Click the name to colour by this flag, the lamp to toggle it",
    });
}
