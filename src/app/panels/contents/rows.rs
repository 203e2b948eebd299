//! How the lines look, and what a click on them does.

use std::ops::Range;

use egui::Ui;
use egui_material_icons::icons;

use super::lines::{Group, Line, title_of};
use super::names::{detail_of, label_of, name_of};
use super::symbols::{eye, icon, icon_of};
use super::{ContentsPanel, shown_element};
use crate::app::command::{Command, Commands};
use crate::app::panel::{self, Item, PanelKind, grouped};
use crate::app::selection::Target;
use crate::app::state::State;
use crate::app::theme::{self, GRID, Theme};
use crate::scene::{Element, Scene};

/// The narrowest detail that still says something when it is cut.
const LEAST_DETAIL: f32 = 12.0 * GRID;

impl ContentsPanel {
    pub(super) fn rows(
        &mut self,
        ui: &mut Ui,
        range: Range<usize>,
        state: &State,
        scene: &Scene,
        commands: &mut Commands,
    ) {
        let selected = shown_element(state);
        let hovered = state.hover.as_ref().and_then(|hover| hover.element);
        for at in range {
            match self.lines.get(at).cloned() {
                Some(Line::Group { group, count }) => {
                    self.group_row(ui, group, count, state, scene, commands);
                }
                Some(Line::Thing { element, depth }) => {
                    let is_selected = selected == Some(element);
                    let row = panel::row(ui, is_selected, hovered == Some(element));
                    self.thing_row(ui, &row, element, depth, state, scene, commands);
                }
                None => {}
            }
        }
    }

    fn group_row(
        &mut self,
        ui: &mut Ui,
        group: Group,
        count: usize,
        state: &State,
        scene: &Scene,
        commands: &mut Commands,
    ) {
        let theme = Theme::of(ui);
        let response = panel::row(ui, false, false);
        let closed = self.closed.contains(&group);
        if response.clicked() {
            if !self.closed.remove(&group) {
                self.closed.insert(group);
            }
            self.made_for = None;
        }
        let rect = response.rect;
        let arrow = if closed { icons::ICON_CHEVRON_RIGHT } else { icons::ICON_EXPAND_MORE };
        icon(ui, rect, rect.left() + GRID, arrow, theme.weak);
        let title = title_of(scene, group);
        let left = rect.left() + 6.0 * GRID;
        let end = panel::row_text(
            ui,
            rect,
            left,
            rect.right(),
            title.as_str(),
            theme::body(),
            theme.text,
        );
        let number = grouped(count as u64);
        panel::row_text(
            ui,
            rect,
            end + 2.0 * GRID,
            rect.right(),
            number,
            theme::small(),
            theme.weak,
        );
        if let Group::Helpers(layer) = group {
            let shown = state.view.visibility.layer(layer);
            if eye(ui, rect, shown, true) {
                commands.push(Command::ShowLayer { layer, shown: !shown });
            }
        }
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::Role::Button, true, !closed, title.clone())
        });
    }

    #[expect(clippy::too_many_arguments, reason = "a row needs all there is to know about it")]
    fn thing_row(
        &mut self,
        ui: &mut Ui,
        response: &egui::Response,
        element: Element,
        depth: u16,
        state: &State,
        scene: &Scene,
        commands: &mut Commands,
    ) {
        let theme = Theme::of(ui);
        let rect = response.rect;
        let left = rect.left() + (4.0 + 3.0 * f32::from(depth.min(8))) * GRID;
        icon(ui, rect, left, icon_of(scene, element), theme.weak);
        let mut right = rect.right() - 2.0 * GRID;
        if let Some((shown, toggle)) = toggle_of(element, state, scene) {
            if eye(ui, rect, shown, response.hovered()) {
                commands.push(toggle);
            }
            right -= 5.0 * GRID;
        }
        let name = name_of(scene, element);
        let (title, rest) = label_of(element, &name);
        let text_left = left + 5.0 * GRID;
        let mut text_right = right;
        let wide = |text: &str, font| {
            ui.painter().layout_no_wrap(text.to_owned(), font, theme.text).size().x
        };
        let detail = detail_of(scene, element);
        let after_title = text_left + wide(&title, theme::body()) + 2.0 * GRID;
        let detail_left = (right - wide(&detail, theme::small())).max(after_title);
        // Deep in a tree there is room for the name alone.
        if right - detail_left >= LEAST_DETAIL.min(wide(&detail, theme::small())) {
            panel::row_text(ui, rect, detail_left, right, detail, theme::small(), theme.weak);
            text_right = detail_left - 2.0 * GRID;
        }
        let end =
            panel::row_text(ui, rect, text_left, text_right, title, theme::body(), theme.text);
        let rest_left = end + 1.5 * GRID;
        // Where it would be little more than dots, the room is better left free.
        if text_right - rest_left > 5.0 * GRID {
            panel::row_text(ui, rect, rest_left, text_right, rest, theme::small(), theme.weak);
        }
        if response.hovered() {
            commands.hover(Target::Element(element));
        }
        if response.double_clicked() {
            let panel = match element {
                Element::Texture(_) => Some(PanelKind::Texture),
                Element::Palette(_) => Some(PanelKind::Palette),
                _ => None,
            };
            commands.push(match panel {
                Some(panel) => Command::ShowPanel(panel),
                None if matches!(element, Element::Animation(_)) => Command::PlayAnimation,
                None => Command::FrameTarget(Target::Element(element)),
            });
        } else if response.clicked() {
            self.mine = true;
            let ctrl = panel::click_modifiers(ui).command;
            let target = Target::Element(element);
            commands.push(if ctrl { Command::SelectAlso(target) } else { Command::Select(target) });
        }
        panel::context_menu(response, commands, || {
            let origin = scene.origin(element).unwrap_or_default();
            Item {
                value: name.clone(),
                offset: (origin.span.len > 0).then_some(origin.span.start),
                path: origin.path,
                like: None,
            }
        });
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name.clone()));
    }
}

/// Whether an element is shown, for those that can be hidden alone, and what turns that around.
fn toggle_of(element: Element, state: &State, scene: &Scene) -> Option<(bool, Command)> {
    let visibility = &state.view.visibility;
    match element {
        Element::Node(node) => {
            let shown = visibility.nodes.get(node as usize).copied().unwrap_or(true);
            Some((shown, Command::ShowNode { node, shown: !shown }))
        }
        Element::Sky => {
            let layer = scene.sky.as_ref()?.layer;
            let shown = visibility.layer(layer);
            Some((shown, Command::ShowLayer { layer, shown: !shown }))
        }
        _ => None,
    }
}
