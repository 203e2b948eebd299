//! Small painted elements: elided text, icons, colour swatches, the checkerboard behind holes.

use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align2, Color32, FontId, Painter, Rect, Role, Shape, Stroke, StrokeKind, Ui, pos2, vec2,
};
use egui_material_icons::{MaterialIcon, icons};

use super::named::Named;
use super::{GRID, Theme, theme};
use crate::bytes::Severity;

/// The whole texture, in texture coordinates.
pub const WHOLE: Rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));

/// Number of letters in the longest extension of a file name, with its dot.
const MAX_EXTENSION: usize = 6;

/// Alignment of a text in its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

/// Paints `text` vertically centred in `cell`, elided with `…` if it is too long; `true` if it was
/// elided.
pub fn text(ui: &Ui, cell: Rect, side: Side, text: &str, font: FontId, colour: Color32) -> bool {
    if cell.width() < 4.0 || text.is_empty() {
        return !text.is_empty();
    }
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap = TextWrapping::truncate_at_width(cell.width());
    let galley = ui.painter().layout_job(job);
    let align = match side {
        Side::Left => Align2::LEFT_CENTER,
        Side::Right => Align2::RIGHT_CENTER,
    };
    let area = align.align_size_within_rect(galley.size(), cell);
    let cut = galley.elided;
    ui.painter().galley(area.min, galley, colour);
    cut
}

/// Elides a file name to the width `room`, see [`shortened_name`].
pub fn cut_inside(ui: &Ui, text: &str, font: &FontId, room: f32) -> String {
    let letters: Vec<char> = text.chars().collect();
    let kept = |count: usize| shortened_name(&letters, count);
    if width(ui, text, font.clone()) <= room {
        return text.to_owned();
    }
    let (mut fits, mut too_many) = (0, letters.len());
    while fits + 1 < too_many {
        let count = fits.midpoint(too_many);
        match width(ui, &kept(count), font.clone()) <= room {
            true => fits = count,
            false => too_many = count,
        }
    }
    kept(fits)
}

/// Shortens a file name to `count` letters and an ellipsis: its beginning, its extension and, where
/// there is room, the letters before that, which are often a number.
pub fn shortened_name(letters: &[char], count: usize) -> String {
    let dot = letters.iter().rposition(|letter| *letter == '.');
    let extension = dot.map_or(0, |dot| letters.len() - dot);
    let extension = if extension > MAX_EXTENSION { 0 } else { extension };
    let stem = count.checked_sub(extension).filter(|stem| *stem > 0);
    let back = stem.map_or(0, |stem| extension + stem / 3);
    let front = letters.iter().take(count - back);
    let back = letters.iter().skip(letters.len() - back);
    front.chain(['…'].iter()).chain(back).collect()
}

/// Width of a text in one line.
pub fn width(ui: &Ui, text: &str, font: FontId) -> f32 {
    ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x
}

/// Width of a monospaced character.
pub fn mono_width(ui: &Ui, font: &FontId) -> f32 {
    ui.fonts_mut(|fonts| fonts.glyph_width(font, '0'))
}

/// Paints an icon in the middle of `cell`.
pub fn icon(ui: &Ui, cell: Rect, icon: MaterialIcon, size: f32, colour: Color32) {
    let font = FontId::new(size, icon.font_family());
    ui.painter().text(cell.center(), Align2::CENTER_CENTER, icon.codepoint, font, colour);
}

/// The icon of a severity; its colour is [`Theme::severity`].
pub fn severity_icon(severity: Severity) -> MaterialIcon {
    match severity {
        Severity::Error => icons::ICON_ERROR,
        Severity::Warning => icons::ICON_WARNING,
        Severity::Note => icons::ICON_INFO,
    }
}

/// A badge that marks a problem of the element next to it.
pub fn badge(ui: &mut Ui, word: &str, tip: &str) -> egui::Response {
    let theme = Theme::of(ui);
    let galley = ui.painter().layout_no_wrap(word.to_owned(), theme::small(), theme.warning);
    let size = galley.size() + vec2(2.0 * GRID, 2.0);
    let (plate, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    ui.painter().rect_filled(plate, 3.0, theme.warning.gamma_multiply(0.14));
    ui.painter().galley(plate.min + vec2(GRID, 1.0), galley, theme.warning);
    response.named(Role::Label, word);
    response.on_hover_text(tip)
}

/// A small colour square, vertically centred at the left of `cell`.
pub fn swatch(ui: &Ui, cell: Rect, colour: Color32) -> Rect {
    let side = 3.0 * GRID;
    let corner = pos2(cell.left(), cell.center().y - side / 2.0);
    let rect = Rect::from_min_size(corner, vec2(side, side));
    ui.painter().rect_filled(rect, 2.0, colour);
    ui.painter().rect_stroke(rect, 2.0, (1.0, Theme::of(ui).line), StrokeKind::Inside);
    rect
}

/// Fills `rect` with the checkerboard that means "nothing here".
pub fn checker(painter: &Painter, rect: Rect, square: f32) {
    painter.rect_filled(rect, 0.0, Color32::from_gray(96));
    let visible = rect.intersect(painter.clip_rect());
    if !visible.is_positive() {
        return;
    }
    let step = square.max(1.0);
    let first = |min: f32, origin: f32| ((min - origin) / step).floor().max(0.0) as u32;
    let mut shapes = Vec::new();
    for y in first(visible.top(), rect.top()).. {
        let top = rect.top() + y as f32 * step;
        if top >= visible.bottom() {
            break;
        }
        for x in first(visible.left(), rect.left()).. {
            let left = rect.left() + x as f32 * step;
            if left >= visible.right() {
                break;
            }
            if (x + y) % 2 == 0 {
                let cell = Rect::from_min_size(pos2(left, top), vec2(step, step));
                let fill = Color32::from_gray(120);
                shapes.push(Shape::rect_filled(cell.intersect(rect), 0.0, fill));
            }
        }
    }
    painter.extend(shapes);
}

/// A closed outline in two tones, visible on any picture.
pub fn outline(painter: &Painter, points: Vec<egui::Pos2>, colour: Color32, width: f32) {
    let dark = Stroke::new(width + 2.0, Color32::from_black_alpha(160));
    painter.add(Shape::closed_line(points.clone(), dark));
    painter.add(Shape::closed_line(points, Stroke::new(width, colour)));
}

/// Text centred in a cell, elided with `…` if it is too long.
pub fn centred(ui: &Ui, cell: Rect, text: &str, font: egui::FontId, colour: egui::Color32) {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(cell.width());
    let galley = ui.painter().layout_job(job);
    let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), cell);
    ui.painter().galley(at.min, galley, colour);
}
