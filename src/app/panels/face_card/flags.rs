//! Every flag of the face by name, on or off, and its other numbers.

use egui::{RichText, Sense, Ui, vec2};
use egui_material_icons::icons;

use super::facts::{self, BitFact};
use super::heading;
use crate::app::command::{Command, Commands};
use crate::app::theme::{self, GRID, Theme};
use crate::app::view::{ColourBy, Like};
use crate::app::widgets::cells::{self, Side};
use crate::scene::{FaceField, Mesh, Scene};

/// Narrower than this, a bit's name is cut too short to be read.
const COLUMN: f32 = 170.0;

pub fn ui(
    ui: &mut Ui,
    scene: &Scene,
    mesh: &Mesh,
    face: u32,
    set_only: &mut bool,
    commands: &mut Commands,
) {
    let theme = Theme::of(ui);
    for (index, field) in scene.face_fields.iter().enumerate() {
        let Some(value) = facts::value(mesh, index, face) else { continue };
        if field.flags.is_empty() {
            continue;
        }
        heading(ui, &title(field.name));
        ui.horizontal(|ui| {
            let text = stored(field, value);
            ui.label(RichText::new(&text).font(theme::mono()).color(theme.text));
            if ui.small_button("Copy").clicked() {
                commands.push(Command::Copy { what: "value", text });
            }
            ui.checkbox(set_only, "set bits only");
        });
        let shown = facts::bits(field, value).into_iter();
        let shown: Vec<_> = shown.filter(|bit| bit.value != 0 || !*set_only).collect();
        if shown.is_empty() {
            ui.label(RichText::new("no bit is set").color(theme.faint));
        }
        bits(ui, index, &shown, commands);
    }
}

/// The face's numbers that are no flags.
pub fn numbers(ui: &mut Ui, scene: &Scene, mesh: &Mesh, face: u32) {
    let numbers = scene.face_fields.iter().enumerate().filter(|(_, f)| f.flags.is_empty());
    let numbers: Vec<_> = numbers
        .filter_map(|(index, field)| Some((field, facts::value(mesh, index, face)?)))
        .collect();
    if !numbers.is_empty() {
        heading(ui, "Other fields");
        super::facts_grid(ui, "numbers", |ui| {
            for (field, value) in numbers {
                super::fact(ui, field.name, &format!("{value}  {}", stored(field, value)));
            }
        });
    }
}

fn title(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

fn stored(field: &FaceField, value: u32) -> String {
    let digits = usize::from(field.bits) / 4;
    format!("0x{value:0digits$x}")
}

fn bits(ui: &mut Ui, field: usize, bits: &[BitFact<'_>], commands: &mut Commands) {
    let columns = ((ui.available_width() / COLUMN) as usize).clamp(1, 3);
    let width = ui.available_width() / columns as f32;
    let rows = bits.len().div_ceil(columns);
    let line = 4.5 * GRID;
    let size = vec2(ui.available_width(), rows as f32 * line);
    let (all, _) = ui.allocate_exact_size(size, Sense::hover());
    for (at, bit) in bits.iter().enumerate() {
        let corner = vec2((at / rows.max(1)) as f32 * width, (at % rows.max(1)) as f32 * line);
        let cell = egui::Rect::from_min_size(all.left_top() + corner, vec2(width - GRID, line));
        self::bit(ui, cell, field, bit, commands);
    }
}

/// One bit. A click colours the faces by it.
fn bit(ui: &Ui, cell: egui::Rect, field: usize, bit: &BitFact<'_>, commands: &mut Commands) {
    let theme = Theme::of(ui);
    let on = bit.value != 0;
    let single = bit.mask.count_ones() == 1;
    let name = bit.known.map_or_else(
        || format!("unknown {:#x}", bit.mask),
        |known| match single {
            true => known.name.to_owned(),
            false => format!("{} {}", known.name, bit.value),
        },
    );
    let response = ui.interact(cell, ui.scope_id().with((field, bit.mask)), Sense::CLICK);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, on, name.clone()));
    if response.hovered() {
        ui.painter().rect_filled(cell, 2.0, theme.hover_fill);
    }
    let (mark, text) = cell.split_left_right_at_x(cell.left() + 4.0 * GRID);
    if response.hovered() {
        cells::icon(ui, mark, icons::ICON_FORMAT_COLOR_FILL, 14.0, theme.accent);
    } else {
        // What is stored, and no box to tick: nothing is set here.
        let tint = match (bit.known, on) {
            (None, _) => theme.warning,
            (_, true) => theme.text,
            (_, false) => theme.faint,
        };
        let digit = if on { "1" } else { "0" };
        let digit = if single { digit } else { "#" };
        cells::text(
            ui,
            mark.with_min_x(mark.left() + GRID),
            Side::Left,
            digit,
            theme::mono(),
            tint,
        );
    }
    let colour = if on { theme.text } else { theme.weak };
    let text = text.with_min_x(text.left() + GRID);
    cells::text(ui, text, Side::Left, &name, theme::body(), colour);
    let by = ColourBy::Bits { field, mask: bit.mask };
    if response.clicked() {
        commands.push(Command::ColourBy(Some(by)));
    }
    response.context_menu(|ui| {
        if ui.button("Select all faces with the same").clicked() {
            commands.push(Command::SelectLike(Like::Bits { field, mask: bit.mask }));
            ui.close();
        }
        if ui.button("Colour faces by this").clicked() {
            commands.push(Command::ColourBy(Some(by)));
            ui.close();
        }
    });
    response.on_hover_ui(|ui| {
        ui.label(RichText::new(format!("{name}  (mask {:#x})", bit.mask)).strong());
        match bit.known {
            Some(known) => {
                ui.label(known.meaning);
                ui.weak(format!("known from: {}", known.confidence));
            }
            None => {
                ui.label("set here, and not known to mean anything");
            }
        }
        ui.weak("Click colours the faces by it");
    });
}
