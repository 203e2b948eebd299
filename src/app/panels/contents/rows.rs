//! Draws the lines and handles clicks on them.

use egui::{Role, Ui};
use egui_material_icons::icons;

use super::lines::Line;
use super::names::{detail_of, eye, icon_of, label_of, name_of};
use super::{ContentsPanel, shown_element};
use crate::app::model::{
    Command, InvisibleReason, PanelId, SelectionTarget, State, grouped, name_origin,
    view::visible_set::VisibleSet,
};
use crate::app::panels::element_menu;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, Theme, cells, input, row, theme, tips};
use crate::scene::{Element, ElementGroup, Scene};

/// Narrowest width at which a truncated detail is still useful.
const MIN_DETAIL: f32 = 12.0 * GRID;

/// Largest indent as a share of the row's width, and the number of levels that are indented.
const MAX_INDENT: f32 = 0.35;
const MAX_DEPTH: u16 = 8;

impl ContentsPanel {
    pub(super) fn row(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, line: &Line, scene: &Scene) {
        match line {
            Line::Group { group, count } => self.group_row(ui, cx, (*group, *count), scene),
            Line::Thing { element, depth } => self.thing_row(ui, cx, (*element, *depth), scene),
        }
    }

    fn group_row(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        line: (ElementGroup, usize),
        scene: &Scene,
    ) {
        let (group, count) = line;
        let theme = Theme::of(ui);
        let response = row::row_in_list(ui, false, false);
        let closed = self.closed.contains(&group);
        if response.clicked() {
            if !self.closed.remove(&group) {
                self.closed.insert(group);
            }
            self.made_for = None;
        }
        let rect = response.rect;
        let arrow = if closed { icons::ICON_CHEVRON_RIGHT } else { icons::ICON_EXPAND_MORE };
        row::row_icon(ui, rect, rect.left() + GRID, arrow, theme::BODY + 1.0, theme.weak);
        let title = group.title(scene);
        let left = rect.left() + 6.0 * GRID;
        let end =
            row::row_text(ui, rect, left, rect.right(), title.as_str(), theme::body(), theme.text);
        let number = grouped(count as u64);
        row::row_text(ui, rect, end + 2.0 * GRID, rect.right(), number, theme::small(), theme.weak);
        if let ElementGroup::Helpers(layer) = group {
            let shown = cx.state.view.visibility.layer(layer);
            let tip = if shown { "Hide the layer" } else { "Show the layer" };
            if eye(ui, rect, shown, true, tip) {
                cx.push(Command::ShowLayer { layer, shown: !shown });
            }
        }
        response.named_on(Role::Button, !closed, &title);
    }

    fn thing_row(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, line: (Element, u16), scene: &Scene) {
        let (element, depth) = line;
        let theme = Theme::of(ui);
        let is_selected = shown_element(cx.state) == Some(element) || also(cx.state, element);
        let response =
            row::row_in_list(ui, is_selected, cx.state.hovered_element() == Some(element));
        let rect = response.rect;
        let step = (rect.width() * MAX_INDENT / f32::from(MAX_DEPTH)).min(3.0 * GRID);
        let left = rect.left() + 4.0 * GRID + step * f32::from(depth.min(MAX_DEPTH));
        row::row_icon(ui, rect, left, icon_of(scene, element), theme::BODY + 1.0, theme.weak);
        let mut right = rect.right() - 2.0 * GRID;
        let sight = self.in_sight.get(element);
        let eye_of = Eye::of(element, sight, cx.state, scene);
        if let Some(own) = &eye_of {
            if eye(ui, rect, own.shown, response.hovered(), &own.tip) {
                cx.push(own.toggle.clone());
            }
            right -= 5.0 * GRID;
        }
        let is_hidden = eye_of.is_some_and(|own| !own.shown);
        let ink = if is_hidden { theme.weak } else { theme.text };
        let name = name_of(scene, element);
        let (title, rest) = label_of(element, &name);
        let text_left = left + 5.0 * GRID;
        let mut text_right = right;
        let detail = detail_of(scene, element);
        let after_title = text_left + cells::width(ui, &title, theme::body()) + 2.0 * GRID;
        let detail_left = (right - cells::width(ui, &detail, theme::small())).max(after_title);
        // Deep in a tree, only the name fits.
        if right - detail_left >= MIN_DETAIL.min(cells::width(ui, &detail, theme::small())) {
            row::row_text(ui, rect, detail_left, right, detail, theme::small(), theme.weak);
            text_right = detail_left - 2.0 * GRID;
        }
        let end = row::row_text(ui, rect, text_left, text_right, title, theme::body(), ink);
        let rest_left = end + 1.5 * GRID;
        // Skipped if little more than the ellipsis would fit.
        if text_right - rest_left > 5.0 * GRID {
            row::row_text(ui, rect, rest_left, text_right, rest, theme::small(), theme.weak);
        }
        if response.hovered() {
            cx.hover(SelectionTarget::Element(element));
        }
        if response.double_clicked() {
            let panel = match element {
                Element::Texture(_) => Some(PanelId::TEXTURE),
                Element::Palette(_) | Element::ColourTable(_) => Some(PanelId::PALETTE),
                _ => None,
            };
            cx.push(match panel {
                Some(panel) => Command::ShowPanel(panel),
                None if matches!(element, Element::Animation(_)) => Command::PlayAnimation,
                None => Command::FrameTarget(SelectionTarget::Element(element)),
            });
        } else if response.clicked() {
            self.mine = true;
            let also = input::click_modifiers(ui).command;
            cx.push(Command::pick(element, also));
        }
        element_menu::show(&response, element, PanelId::CONTENTS, cx);
        response.named(Role::Button, &name);
        if response.hovered()
            && let Some(origin) = name_origin(cx.state, scene, element)
        {
            tips::beside(response, |ui| _ = ui.label(origin));
        }
    }
}

/// `true` if the row's element is selected in addition to the active one. Faces have no rows, and there
/// may be very many of them.
fn also(state: &State, element: Element) -> bool {
    let rows = |first: &Element| !matches!(first, Element::Face(_) | Element::Vertex { .. });
    let selection = state.selection.as_ref().filter(|s| s.element.as_ref().is_some_and(rows));
    selection.is_some_and(|selection| selection.also.contains(&element))
}

/// The visibility switch of a row.
struct Eye {
    shown: bool,
    toggle: Command,
    tip: String,
}

impl Eye {
    /// `None` for elements that are not drawn, or whose visibility is controlled elsewhere.
    fn of(element: Element, sight: VisibleSet, state: &State, scene: &Scene) -> Option<Self> {
        if element == Element::Sky {
            let layer = scene.sky.as_ref()?.layer;
            let shown = state.view.visibility.layer(layer);
            let tip = if shown { "Hide" } else { "Show" }.to_owned();
            return Some(Self { shown, toggle: Command::ShowLayer { layer, shown: !shown }, tip });
        }
        let tip = match sight {
            VisibleSet::Nothing => return None,
            VisibleSet::Shown => "Hide".to_owned(),
            VisibleSet::Unseen(InvisibleReason::ByUser) => "Hidden; click to show".to_owned(),
            VisibleSet::Unseen(InvisibleReason::Unchosen) => {
                "Another variant is chosen; click to show this one too".to_owned()
            }
            VisibleSet::Unseen(InvisibleReason::Layer(layer)) => {
                let layer = scene.layers.get(usize::from(layer));
                let name = layer.map_or("", |layer| layer.name.as_str());
                format!("Its layer {name} is hidden; click to show only this")
            }
        };
        let shown = sight == VisibleSet::Shown;
        Some(Self { shown, toggle: Command::Show { element, shown: !shown }, tip })
    }
}
