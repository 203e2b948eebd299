//! Legend of *Colour by*: a row for each category with its count; a click shows it alone.

use egui::{Align2, Color32, Rect, Role, ScrollArea, Sense, Ui, pos2, vec2};
use egui_material_icons::icons;

use super::ScenePanel;
use crate::app::model::view::colour_by::{Colouring, Row};
use crate::app::model::view::second_picture::SecondScene;
use crate::app::model::{Command, State, grouped};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Theme, cells, input, plate, row, theme, tips};
use crate::render::{Paint, Pattern};
use crate::scene::Element;

const WIDTH: f32 = 52.0 * GRID;

/// Draws the legend over the right side of the picture.
pub fn show(panel: &mut ScenePanel, ui: &Ui, cx: &mut Ctx<'_>) {
    let rect = panel.rect;
    let Some((_, colouring)) = &panel.colouring else { return };
    let rows = colouring.rows.len();
    let height = ((rows as f32 + 1.5) * ROW + 4.0 * GRID).min(rect.height() * 0.7);
    let corner = pos2(rect.right() - WIDTH - 4.0 * GRID, rect.top() + 3.0 * GRID);
    plate::area("legend", rect, Align2::LEFT_TOP, corner).show(ui.ctx(), |ui| {
        plate::frame(ui, 4.0).show(ui, |ui| {
            ui.set_width(WIDTH);
            ui.spacing_mut().item_spacing.y = 0.0;
            title(ui, cx, colouring);
            // Without a minimum height, a long legend keeps the size of a shorter one before it.
            let area = ScrollArea::vertical()
                .max_height(height - ROW)
                .min_scrolled_height(height - ROW)
                .auto_shrink([false, true]);
            area.show_rows(ui, ROW, rows, |ui, range| {
                for at in range {
                    let Some(row) = colouring.rows.get(at) else { continue };
                    let is_of_other = colouring.alone == Some(at as u32);
                    if draw_row(ui, cx, at as u32, row, is_of_other) {
                        cx.extend(selecting(colouring, at as u32, cx.state));
                    }
                }
            });
        });
    });
}

fn title(ui: &mut Ui, cx: &mut Ctx<'_>, colouring: &Colouring) {
    ui.horizontal(|ui| {
        ui.add_space(GRID);
        let text = egui::RichText::new(&colouring.title).strong();
        ui.add(egui::Label::new(text).truncate());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let icon = egui_material_icons::icons::ICON_CLOSE;
            let icon = icon.rich_text().size(theme::SMALL);
            let button = egui::Button::new(icon).frame(false);
            let response = ui.add(button).on_hover_text("Original colours");
            if response.accessible_name("Close the legend").clicked() {
                cx.push(Command::ColourBy(None));
            }
        });
    });
}

/// Selects the faces of a row.
fn selecting(colouring: &Colouring, row: u32, state: &State) -> Option<Command> {
    let ids = &state.scene()?.ids;
    let of_row = (0u32..).zip(&colouring.row_of).filter(|(_, of)| **of == row);
    let faces: Vec<Element> =
        of_row.filter_map(|(id, _)| ids.face(id)).map(Element::Face).collect();
    (!faces.is_empty()).then_some(Command::SelectThese(faces))
}

/// Draws a row. Returns `true` if its faces are to be selected. Those of the other file of a comparison cannot be.
fn draw_row(ui: &mut Ui, cx: &mut Ctx<'_>, index: u32, row: &Row, is_of_other: bool) -> bool {
    let theme = Theme::of(ui);
    let isolated = &cx.state.view.isolated;
    let alone = isolated.contains(&index);
    let faded = !isolated.is_empty() && !alone;
    let response = row::row(ui, alone, false);
    let rect = response.rect;
    let swatch = Rect::from_center_size(
        pos2(rect.left() + 5.0 * GRID, rect.center().y),
        vec2(7.0 * GRID, ROW - 6.0),
    );
    match row.paint {
        Some(paint) => draw_swatch(ui, swatch, paint),
        None => {
            let stroke = egui::Stroke::new(1.0, theme.faint);
            ui.painter().rect_stroke(swatch, 1.0, stroke, egui::StrokeKind::Inside);
        }
    }
    let colour = if faded { theme.weak } else { theme.text };
    let count = grouped(u64::from(row.count));
    let button = Rect::from_min_max(pos2(rect.right() - 6.0 * GRID, rect.top()), rect.max);
    let right = button.left() - GRID;
    let right = row::right_text(ui, rect, right, &count, theme::mono(), theme.weak);
    let left = rect.left() + 10.0 * GRID;
    let label = row.label.as_str();
    row::row_text(ui, rect, left, right - GRID, label, theme::body(), colour);
    let words = format!("{}, {} faces", row.label, row.count);
    response.named_on(Role::Button, alone, &words);
    let place = if is_of_other { ", only in the other file" } else { "" };
    let tip = format!("{words}{place}\nClick to show only this, Ctrl+click to add it");
    if tips::beside(response, |ui| _ = ui.label(tip)).clicked() {
        let add = input::click_modifiers(ui).command;
        cx.push(Command::IsolateRow { row: index, add });
        let second = cx.state.second.shown.map(|shown| shown.scene);
        if is_of_other && second != Some(SecondScene::Compared) {
            cx.push(Command::ShowSecond(SecondScene::Compared));
        }
    }
    if is_of_other {
        return false;
    }
    let select = ui.interact(button, ui.scope_id().with(("select", index)), Sense::CLICK);
    let ink = if select.hovered() { theme.text } else { theme.weak };
    cells::icon(ui, button, icons::ICON_SELECT_ALL, theme::ICON, ink);
    let tip = format!("Select these {} faces", grouped(u64::from(row.count)));
    let label = format!("Select: {}", row.label);
    select.named(Role::Button, &label);
    select.on_hover_text(tip).clicked()
}

/// Draws a swatch with the pattern of the category.
fn draw_swatch(ui: &Ui, rect: Rect, paint: Paint) {
    let [r, g, b] = paint.rgb;
    let colour = Color32::from_rgb(r, g, b);
    let theme = Theme::of(ui);
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    if paint.pattern == Pattern::Solid {
        painter.rect_filled(rect, 1.0, colour);
        return;
    }
    painter.rect_filled(rect, 1.0, theme.well);
    let stroke = egui::Stroke::new(2.0, colour);
    let lines = |dx: f32, dy: f32| {
        let mut at = -rect.height();
        while at < rect.width() + rect.height() {
            let from = rect.left_bottom() + vec2(at, 0.0);
            painter.line_segment([from, from + vec2(dx, dy)], stroke);
            at += 5.0;
        }
    };
    let (w, h) = (rect.width(), rect.height());
    let rows = || {
        let mut y = rect.top() + 1.0;
        while y < rect.bottom() {
            painter.line_segment([pos2(rect.left(), y), pos2(rect.right(), y)], stroke);
            y += 5.0;
        }
    };
    match paint.pattern {
        Pattern::Solid => {}
        Pattern::Rising => lines(h, -h),
        Pattern::Falling => lines(-h, -h),
        Pattern::Vertical => lines(0.0, -h),
        Pattern::Horizontal => rows(),
        Pattern::Cross => {
            lines(0.0, -h);
            rows();
        }
        Pattern::Dots | Pattern::Checker => {
            let round = paint.pattern == Pattern::Dots;
            for i in 0..(w / 6.0) as i32 {
                for j in 0..(h / 6.0).ceil() as i32 {
                    let at = rect.left_top() + vec2(i as f32 * 6.0 + 3.0, j as f32 * 6.0 + 3.0);
                    if round {
                        painter.circle_filled(at, 2.0, colour);
                    } else if (i + j) % 2 == 0 {
                        painter.rect_filled(
                            Rect::from_center_size(at, vec2(6.0, 6.0)),
                            0.0,
                            colour,
                        );
                    }
                }
            }
        }
    }
}
