//! The faces of the pixel with their steps, as a list with a cursor for the keyboard.

use std::collections::{BTreeSet, HashMap};

use egui::{Align, Id, Key, Rect, RichText, Role, Ui};

use super::line::{At, Line, is_top};
use super::steps;
use crate::app::model::{Command, DocScene, PixelReport, switch_of};
use crate::app::ui::input::{key_area, row_after, take_list_presses};
use crate::app::ui::{Ctx, GRID, ROW, Theme, input, theme};
use crate::render::{Explanation, Layer};

/// See the [module](self).
#[derive(Default)]
pub struct FaceList {
    cursor: Option<At>,
    /// Draw ids of the faces whose steps the user opened. The face that gives the colour is open.
    opened: BTreeSet<u32>,
    /// The user closed the face that gives the colour.
    closed: bool,
}

/// Keyboard state of the list in a frame.
#[derive(Clone, Copy)]
struct Keys {
    area: Id,
    has_keys: bool,
    /// The cursor moved.
    moved: bool,
}

impl FaceList {
    /// Handles the keys of the list.
    fn keys(&mut self, ui: &Ui, cx: &mut Ctx<'_>, report: &PixelReport) -> Keys {
        let area = ui.scope_id().with("faces");
        let mut keys = Keys { area, has_keys: input::takes_keys(ui, area, false), moved: false };
        let Some(scene) = cx.state.scene().filter(|_| keys.has_keys) else { return keys };
        let page = (ui.clip_rect().height() / ROW) as u64;
        let others = [Key::ArrowRight, Key::ArrowLeft, Key::Enter, Key::Space];
        for key in take_list_presses(ui, &others) {
            keys.moved |= self.key(cx, (&report.explanation, scene), key, page.max(1));
        }
        keys
    }

    /// Handles a key; `true` if the cursor moved.
    fn key(
        &mut self,
        cx: &mut Ctx<'_>,
        (of, scene): (&Explanation, &DocScene),
        key: Key,
        page: u64,
    ) -> bool {
        let lines = self.lines(of, scene);
        let here = lines.iter().position(|line| Some(line.at()) == self.cursor);
        let next = row_after(key, here.map(|at| at as u64), lines.len() as u64, page);
        if let Some(line) = next.and_then(|next| lines.get(usize::try_from(next).ok()?)) {
            self.cursor = Some(line.at());
            return true;
        }
        let Some(line) = here.and_then(|here| lines.get(here)) else { return false };
        match (key, &line.step) {
            (Key::Enter, _) => line.target().into_iter().for_each(|target| cx.select(target)),
            (Key::Space, Some(step)) => {
                cx.extend(switch_of(step.kind).map(Command::Toggle));
            }
            (Key::Space, None) => self.set_open(of, line.layer, !self.is_open(of, line.layer)),
            (Key::ArrowLeft, Some(_)) => self.cursor = Some((line.number, None)),
            (Key::ArrowLeft, None) => self.set_open(of, line.layer, false),
            (Key::ArrowRight, _) => self.set_open(of, line.layer, true),
            _ => {}
        }
        key == Key::ArrowLeft
    }

    /// Draws all rows.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, report: &PixelReport) {
        let of = &report.explanation;
        let keys = self.keys(ui, cx, report);
        let start = ui.next_widget_position();
        let Some(scene) = cx.state.scene() else { return };
        let others = usize::from(of.top().is_some());
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut changed = None;
        for line in self.lines(of, scene) {
            if (line.number, line.step.is_none()) == (others, true) {
                heading(ui, "Other faces, in drawing order");
            }
            let at_cursor = self.cursor == Some(line.at());
            let is_open = self.is_open(of, line.layer);
            let label = line.step.as_ref().map(|step| step.kind.label());
            let row = ui.push_id((line.number, label, line.nth), |ui| {
                steps::row(ui, cx, scene, (of, &line), (at_cursor && keys.has_keys, is_open))
            });
            let row = row.inner;
            if row.clicked {
                self.cursor = Some(line.at());
                ui.memory_mut(|memory| memory.request_focus(keys.area));
            }
            if row.folded {
                changed = Some((line.layer.draw_id, !is_open));
            }
            if at_cursor && keys.moved {
                ui.scroll_to_rect(row.rect, None::<Align>);
            }
        }
        if let Some(layer) = changed.and_then(|(id, _)| of.layers.iter().find(|l| l.draw_id == id))
        {
            self.set_open(of, layer, changed.is_some_and(|(_, open)| open));
        }
        let rows = Rect::from_min_max(start, ui.min_rect().max);
        key_area(ui, keys.area, rows, Role::Tree, "Faces of the pixel");
    }

    /// The face that gives the colour, then all others in drawing order; each with its steps if it is
    /// open.
    fn lines<'a>(&self, of: &'a Explanation, scene: &DocScene) -> Vec<Line<'a>> {
        let others = of.layers.iter().filter(|layer| !is_top(of, layer));
        let layers = of.top().into_iter().chain(others);
        let mut lines = Vec::new();
        for (number, layer) in layers.enumerate() {
            lines.push(Line { number, layer, step: None, nth: 0 });
            if !self.is_open(of, layer) {
                continue;
            }
            // Only corners, morph targets and bones have several steps of a kind.
            let mut counts: HashMap<&str, usize> = HashMap::new();
            for step in layer.steps(of, &scene.scene) {
                let count = counts.entry(step.kind.label()).or_default();
                lines.push(Line { number, layer, nth: *count, step: Some(step) });
                *count += 1;
            }
        }
        lines
    }

    fn is_open(&self, of: &Explanation, layer: &Layer) -> bool {
        match is_top(of, layer) {
            true => !self.closed,
            false => self.opened.contains(&layer.draw_id),
        }
    }

    fn set_open(&mut self, of: &Explanation, layer: &Layer, open: bool) {
        match (is_top(of, layer), open) {
            (true, _) => self.closed = !open,
            (false, true) => _ = self.opened.insert(layer.draw_id),
            (false, false) => _ = self.opened.remove(&layer.draw_id),
        }
    }
}

/// A heading above rows of the panel.
pub fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(GRID);
    let text = RichText::new(text);
    ui.label(text.size(theme::SMALL).color(Theme::of(ui).weak));
}
