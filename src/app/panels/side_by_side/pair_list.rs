//! The list of differing sounds, or of textures and palettes.

use egui::{Role, Sense, Ui, UiBuilder};

use crate::app::model::PanelId;
use crate::app::panels::compare::mark;
use crate::app::ui::input::{key_area, row_after, take_list_presses, takes_keys};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, ROW, RowScroll, row, theme};
use crate::edit::Kind;

/// Maximum number of visible rows.
const MAX_ROWS: f32 = 6.0;

/// See the [module](self).
#[derive(Default)]
pub struct PairList {
    scroll: RowScroll,
    /// The selected row.
    pub current: usize,
}

/// The rows of a list.
pub struct Rows<'r> {
    /// Accessible name.
    pub name: &'static str,
    pub count: usize,
    /// The title of a row, and the change that it describes.
    pub row: &'r dyn Fn(usize) -> (String, Kind),
}

impl PairList {
    /// Selects a row and scrolls it into view.
    pub fn show(&mut self, row: usize) {
        self.current = row;
        self.scroll.reveal(row as u64);
    }

    /// Draws the list. Returns the row that was clicked or reached with a key, which is selected then.
    pub fn ui(&mut self, ui: &mut Ui, cx: &Ctx<'_>, rows: &Rows<'_>) -> Option<usize> {
        self.current = self.current.min(rows.count.saturating_sub(1));
        let all = ui.available_rect_before_wrap();
        let area = all.with_max_y(all.top() + (rows.count as f32).min(MAX_ROWS) * ROW);
        ui.advance_cursor_after_rect(area);
        let id = egui::Id::unique(("side by side list", rows.name));
        let mut chosen = None;
        if takes_keys(ui, id, cx.state.focus == PanelId::SIDE_BY_SIDE) {
            let page = (area.height() / ROW) as u64;
            for key in take_list_presses(ui, &[]) {
                let here = Some(chosen.unwrap_or(self.current) as u64);
                let next = row_after(key, here, rows.count as u64, page.max(1));
                // In range: an index of a row in memory.
                chosen = next.map(|row| row as usize).or(chosen);
            }
        }
        chosen.into_iter().for_each(|row| self.show(row));
        let mut child = ui.new_child(UiBuilder::new().max_rect(area));
        let visible = self.scroll.show(&mut child, rows.name, rows.count as u64, ROW);
        visible.each(&mut child, |ui, index, rect| {
            let index = index as usize;
            let (title, kind) = (rows.row)(index);
            let id = ui.scope_id().with((rows.name, index));
            let response = ui.interact(rect, id, Sense::CLICK);
            let selected = index == self.current;
            row::fill(ui, rect, selected, response.hovered());
            response.named_on(Role::ListItem, selected, title.clone());
            let rest = mark::paint(ui, rect, kind, false);
            let colour = ui.visuals().text_color();
            row::row_text(ui, rest, rest.left(), rest.right(), title, theme::body(), colour);
            if response.clicked() {
                chosen = Some(index);
            }
        });
        key_area(ui, id, area, Role::List, rows.name);
        self.current = chosen.unwrap_or(self.current);
        chosen
    }
}

/// Name of the elements of a pair with the change, and its kind. The other file's is `a`.
pub fn title(a: Option<&str>, b: Option<&str>) -> (String, Kind) {
    match (a, b) {
        (Some(a), Some(b)) if a == b => (format!("{b}: changed"), Kind::Changed),
        (Some(a), Some(b)) => (format!("{b}: changed, {a} before"), Kind::Changed),
        (Some(a), None) => (format!("{a}: removed"), Kind::Removed),
        (None, b) => (format!("{}: added", b.unwrap_or_default()), Kind::Added),
    }
}
