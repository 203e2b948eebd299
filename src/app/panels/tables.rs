//! Tables of facts: values, triggers, scripts.

use egui::{ComboBox, Role, ScrollArea, Ui, vec2};
use egui_extras::{Column, TableBuilder};
use egui_material_icons::icons;

use crate::app::model::{Command, PanelId, State, Target, grouped};
use crate::app::panels::element_menu;
use crate::app::ui::named::Named;
use crate::app::ui::{
    Ctx, Filter, GRID, Home, Panel, PanelInfo, ROW, Side, Theme, Words, cells, choose, theme, tips,
};
use crate::scene::{Element, Id, List, Table, TableId};

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::TABLES,
    title: "Tables",
    icon: icons::ICON_TABLE,
    home: Home::Centre,
    is_searched: true,
    make: Some(|| Box::<TablesPanel>::default()),
    ..PanelInfo::EMPTY
};

/// The panel.
#[derive(Default)]
pub struct TablesPanel {
    table: TableId,
    filter: Filter,
    /// Rows that match, and what they were found for.
    rows: Vec<usize>,
    made_for: Option<(u64, TableId, Words)>,
    columns: Vec<Shape>,
    scroll_to: Option<usize>,
}

/// Width and alignment of a column.
#[derive(Clone, Copy)]
struct Shape {
    width: f32,
    /// Numbers stand to the right.
    is_number: bool,
}

/// Rows that say how wide a column is.
const MEASURED: usize = 500;
/// About the width of a letter.
const LETTER: f32 = 6.6;
const WIDEST: f32 = 64.0 * GRID;

impl Shape {
    fn of(table: &Table, column: usize) -> Self {
        let cells = table.rows.iter().take(MEASURED).filter_map(|row| row.cells.get(column));
        let filled = cells.clone().filter(|cell| !cell.is_empty());
        let title = table.columns.get(column).map_or(0, |title| title.chars().count());
        let longest = cells.map(|cell| cell.chars().count()).fold(title, usize::max);
        let width = (longest as f32 * LETTER + 5.0 * GRID).clamp(14.0 * GRID, WIDEST);
        let is_number = |cell: &String| cell.parse::<f64>().is_ok();
        Self { width, is_number: filled.clone().next().is_some() && filled.clone().all(is_number) }
    }

    /// Paints a cell, which is all of `ui`; what is cut is told on hover.
    fn cell(self, ui: &mut Ui, text: &str, font: egui::FontId, colour: egui::Color32) {
        let side = if self.is_number { Side::Right } else { Side::Left };
        let rect = ui.max_rect().intersect(ui.clip_rect());
        let inside = rect.shrink2(vec2(2.0 * GRID, 0.0));
        let is_cut = cells::text(ui, inside, side, text, font, colour);
        let response = ui.interact(rect, ui.scope_id().with("whole"), egui::Sense::hover());
        response.named(Role::Label, text);
        if is_cut {
            response.on_hover_text(text);
        }
    }
}

impl Panel for TablesPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let tables = cx.state.scene().map(|scene| &scene.scene.tables);
        let Some(tables) = tables.filter(|tables| !tables.is_empty()) else {
            let hint = "Files with values, triggers or scripts have some";
            return tips::empty_state(ui, icons::ICON_TABLE, "No tables in this file", hint);
        };
        self.table = self.table.min(Id::at(tables.len() - 1));
        let Some(table) = tables.get(self.table) else { return };
        self.bar(ui, tables);
        let generation = cx.state.generation();
        self.find(table, generation);
        // Columns may be wider together than the panel.
        ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
            self.grid(ui, cx, table);
        });
    }

    fn command(&mut self, command: &Command, state: &State) {
        match command {
            Command::Select(_) | Command::Back | Command::Forward => {
                let selected = state.selected_element();
                if let Some(Element::Row { table, row }) = selected {
                    self.table = table;
                    self.scroll_to = self.rows.iter().position(|at| *at == row as usize);
                }
            }
            Command::Find if state.focus == PanelId::TABLES => self.filter.focus(),
            _ => {}
        }
    }
}

impl TablesPanel {
    fn bar(&mut self, ui: &mut Ui, tables: &List<Table>) {
        egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
            ui.horizontal(|ui| {
                let title = |table: &Table| {
                    format!("{} ({} rows)", table.name, grouped(table.rows.len() as u64))
                };
                let shown = tables.get(self.table).map(title).unwrap_or_default();
                let combo = ComboBox::from_id_salt("table").selected_text(shown).width(220.0);
                let all = tables.pairs().map(|(id, table)| (id, title(table)));
                let chosen = choose(ui, combo, ("Table", ""), &self.table, all);
                self.table = chosen.unwrap_or(self.table);
                self.filter.show(ui, "Filter the rows", "Filter", f32::INFINITY);
            });
        });
    }

    fn find(&mut self, table: &Table, generation: u64) {
        let words = self.filter.words();
        let key = (generation, self.table, words.clone());
        if self.made_for.as_ref() == Some(&key) {
            return;
        }
        let rows = table.rows.iter().enumerate();
        let matching = rows.filter(|(_, row)| words.are_in(&row.cells.join(" ")));
        self.rows = matching.map(|(at, _)| at).collect();
        self.columns = (0..table.columns.len()).map(|at| Shape::of(table, at)).collect();
        self.made_for = Some(key);
    }

    fn grid(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, table: &Table) {
        let theme = Theme::of(ui);
        let selected = cx.state.selected_element();
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut builder = TableBuilder::new(ui)
            .id_salt(("table", &table.name, table.columns.len()))
            .sense(egui::Sense::click())
            .auto_shrink(false)
            .resizable(true);
        for (at, shape) in self.columns.iter().enumerate() {
            let last = at + 1 == self.columns.len();
            let column = match last {
                true => Column::remainder().at_least(shape.width),
                false => Column::initial(shape.width).at_least(10.0 * GRID),
            };
            builder = builder.column(column.clip(true));
        }
        if let Some(row) = self.scroll_to.take() {
            builder = builder.scroll_to_row(row, Some(egui::Align::Center));
        }
        let header = builder.header(ROW, |mut header| {
            for (title, shape) in table.columns.iter().zip(&self.columns) {
                header.col(|ui| {
                    shape.cell(ui, title, theme::body(), theme.weak);
                });
            }
        });
        let (rows, columns, number) = (&self.rows, &self.columns, self.table);
        header.body(|body| {
            body.rows(ROW, rows.len(), |mut line| {
                let Some(at) = rows.get(line.index()).copied() else { return };
                let Some(row) = table.rows.get(at) else { return };
                let element = Element::Row { table: number, row: at as u32 };
                line.set_selected(selected == Some(element));
                for (cell, shape) in row.cells.iter().zip(columns) {
                    line.col(|ui| {
                        let numeric = cell.starts_with(|c: char| c.is_ascii_digit() || c == '-');
                        let font = if numeric { theme::mono() } else { theme::body() };
                        shape.cell(ui, cell, font, theme.text);
                    });
                }
                let response = line.response();
                if response.hovered() {
                    cx.hover(Target::Element(element));
                }
                element_menu::show(&response, element, cx);
                if response.double_clicked() {
                    cx.push(Command::FrameTarget(Target::Element(element)));
                } else if response.clicked() {
                    cx.select(Target::Element(element));
                }
            });
        });
    }
}
