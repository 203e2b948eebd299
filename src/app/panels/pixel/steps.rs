//! A row of the list: a face that covers the pixel, or a step of its colour.

use egui::{Rect, Response, Role, Sense, Ui, vec2};
use egui_material_icons::{MaterialIcon, icons};

use super::colours;
use super::line::Line;
use crate::app::model::numbers::offset;
use crate::app::model::{Command, DocScene, Switch, switch_of};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Side, Theme, cells, row, theme};
use crate::render::{Explanation, Layer, Outcome, Step, StepKind};
use crate::scene::face_label;

/// Width of the labels.
const LABEL: f32 = 32.0 * GRID;

/// Width of a swatch with its margins.
const SWATCH: f32 = 5.0 * GRID;

/// Result of drawing a row.
pub struct RowResponse {
    pub rect: Rect,
    pub clicked: bool,
    /// The arrow of a face was clicked.
    pub folded: bool,
}

/// Draws a row, which may be at the cursor; a face shows if its steps are open.
pub fn row(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    scene: &DocScene,
    (of, line): (&Explanation, &Line<'_>),
    (at_cursor, is_open): (bool, bool),
) -> RowResponse {
    let (rect, whole) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let target = line.target();
    let is_selected = line.step.is_none() && cx.state.selected_face() == Some(line.layer.face);
    row::fill(ui, rect, is_selected, at_cursor);
    let (response, folded) = match &line.step {
        None => face(ui, cx, scene, (line.layer, is_open), rect),
        Some(step) => (step_row(ui, cx, (of, line.layer, step), target.is_some(), rect), false),
    };
    if at_cursor {
        let stroke = ui.visuals().selection.stroke;
        ui.painter().rect_stroke(rect, 0.0, stroke, egui::StrokeKind::Inside);
    }
    let Some(target) = target else { return RowResponse { rect, clicked: false, folded } };
    if at_cursor || response.hovered() || whole.hovered() {
        cx.hover(target.clone());
    }
    let clicked = response.clicked();
    if clicked {
        cx.select(target);
    }
    RowResponse { rect, clicked, folded }
}

/// A face with the reason for its outcome; `true` if its arrow was clicked.
fn face(
    ui: &Ui,
    cx: &Ctx<'_>,
    scene: &DocScene,
    (layer, is_open): (&Layer, bool),
    rect: Rect,
) -> (Response, bool) {
    let theme = Theme::of(ui);
    let response = ui.interact(rect, ui.scope_id().with("face"), Sense::CLICK);
    let (arrow, rest) = rect.split_left_right_at_x(rect.left() + 4.0 * GRID);
    let folded = fold(ui, arrow, is_open);
    let (mark, text) = rest.split_left_right_at_x(rest.left() + 5.0 * GRID);
    let drawn = layer.outcome == Outcome::Drawn;
    let colour = if drawn { theme.text } else { theme.weak };
    cells::icon(ui, mark, icon(layer.outcome), theme::ICON, colour);
    let words = format!("{}: {}", face_label(&scene.scene, layer.face), layer.reason(&scene.scene));
    cells::text(ui, text, Side::Left, &words, theme::body(), colour);
    let selected = cx.state.selected_face() == Some(layer.face);
    response.named_on(Role::TreeItem, selected, &words);
    (response.on_hover_text(words), folded)
}

/// The arrow that expands the steps; `true` if it was clicked.
fn fold(ui: &Ui, rect: Rect, is_open: bool) -> bool {
    let response = ui.interact(rect, ui.scope_id().with("fold"), Sense::CLICK);
    let arrow = if is_open { icons::ICON_EXPAND_MORE } else { icons::ICON_CHEVRON_RIGHT };
    cells::icon(ui, rect, arrow, theme::ICON, Theme::of(ui).weak);
    response.named_on(Role::Button, is_open, "Steps");
    response.clicked()
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
fn step_row(
    ui: &Ui,
    cx: &mut Ctx<'_>,
    (of, layer, step): (&Explanation, &Layer, &Step),
    is_link: bool,
    rect: Rect,
) -> Response {
    let theme = Theme::of(ui);
    let (rect, end) = rect.split_left_right_at_x(rect.right() - ROW - GRID);
    let rect = rect.with_max_x(rect.right() - GRID);
    let rect = rect.with_min_x(rect.left() + 4.0 * GRID);
    let sense = if is_link { Sense::CLICK } else { Sense::hover() };
    let response = ui.interact(rect, ui.scope_id().with("value"), sense);
    let (left, right) = rect.split_left_right_at_x(rect.left() + LABEL);
    cells::text(ui, left, Side::Left, step.kind.label(), theme::body(), theme.weak);
    let colour = if is_link { theme.accent } else { theme.text };
    let (swatch, right) = right.split_left_right_at_x(right.left() + SWATCH);
    if let Some(colour) = colours::of_step(of, layer, step.kind) {
        let square = Rect::from_center_size(swatch.center(), vec2(SWATCH, SWATCH));
        colours::swatch(ui, square.translate(vec2(-GRID, 0.0)).shrink(GRID), colour);
    }
    cells::text(ui, right, Side::Left, &step.value, theme::mono(), colour);
    let label = format!("{} {}", step.kind.label(), step.value);
    response.named(if is_link { Role::Button } else { Role::Label }, &label);
    if let Some(switch) = switch_of(step.kind) {
        toggle(ui, cx, end, switch);
    }
    let meaning = meaning(step.kind, of.fifteen_bit);
    let tip = match step.span.filter(|span| span.len > 0) {
        Some(span) => format!("{label}\n{meaning}\nStored at {}", offset(span.start)),
        None => format!("{label}\n{meaning}"),
    };
    response.on_hover_text(tip)
}

/// Explains the numbers of a step, for a picture with 5 or 8 bits per channel.
fn meaning(kind: StepKind, fifteen_bit: bool) -> &'static str {
    match kind {
        StepKind::Corner => "Position of the corner after morph targets and bones",
        StepKind::Morph => "Offset of the corner times the weight of the morph target",
        StepKind::Bone => "Bone that moves the corner, with its weight",
        StepKind::Culling(_) => "The switch draws such faces",
        StepKind::Order => "Faces with a larger bucket or distance are drawn first",
        StepKind::Flicker => {
            "The order of the two depends on the stored order or on rounding, and can change with the view"
        }
        StepKind::Weights => "Weight of each corner at the centre of the pixel",
        StepKind::Coordinates => "u and v in texels, interpolated with these weights",
        StepKind::Alternative => "u and v if the texture were drawn with perspective",
        StepKind::Texel => "Column and row in the texture, and the stored value",
        StepKind::Palette => "Stored 15-bit colour; 0x0000 is transparent, bit 15 is STP",
        StepKind::MissingTexture => "The face is drawn without texels",
        StepKind::Filter => "Texels that are averaged, and their mipmap",
        StepKind::CutOut => "The texel is transparent and is not drawn",
        StepKind::CornerColour => {
            "Colours of the corners, interpolated; 128 leaves a texel unchanged"
        }
        StepKind::Light => "Factors of red, green and blue",
        StepKind::Modulation if fifteen_bit => "Texel × corner colour / 16, as 8 bits",
        StepKind::Modulation => "Texel × corner colour / 128, or / 255 in some formats",
        StepKind::Reflection => "Added colour of the surroundings",
        StepKind::Fog => "Share of the fog's colour",
        StepKind::Opacity => "Opacity of the texel times that of the material",
        StepKind::Dither => "Added before the colour is truncated to 5 bits",
        StepKind::Quantisation => "Red, green and blue from 0 to 31",
        StepKind::Blending => "Blend mode with the colour B that was drawn before",
        StepKind::Result => "Colour of the pixel after this face",
    }
}

/// A switch as an icon.
fn toggle(ui: &Ui, cx: &mut Ctx<'_>, rect: Rect, switch: Switch) {
    let response = ui.interact(rect, ui.scope_id().with("switch"), Sense::CLICK);
    let (theme, on) = (Theme::of(ui), cx.state.view.is_on(switch));
    let mark = if on { icons::ICON_TOGGLE_ON } else { icons::ICON_TOGGLE_OFF };
    let colour = match (on, response.hovered()) {
        (true, _) => theme.accent,
        (false, true) => theme.text,
        (false, false) => theme.weak,
    };
    cells::icon(ui, rect, mark, theme::ICON, colour);
    response.named_on(Role::Switch, on, switch.title());
    if response.on_hover_text(format!("{} (Space)", switch.title())).clicked() {
        cx.push(Command::Toggle(switch));
    }
}
