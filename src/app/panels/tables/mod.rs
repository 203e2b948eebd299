//! Tables of facts: values, triggers, scripts.

pub mod arranged;
pub mod shape;

use std::collections::HashMap;
use std::sync::Arc;

use egui::{ComboBox, Role, ScrollArea, Sense, Ui};
use egui_extras::{Column, TableBuilder};
use egui_material_icons::icons;

use self::arranged::{Arranged, SortColumn, TableView};
use crate::app::model::numbers::counted;
use crate::app::model::{Command, PanelId, SelectionTarget, State};
use crate::app::panels::element_menu;
use crate::app::ui::input::scroll_pages;
use crate::app::ui::named::Named;
use crate::app::ui::{
    Ctx, DefaultPosition, Filter, GRID, Panel, PanelInfo, ROW, Theme, cells, choose, menus, theme,
    tips,
};
use crate::scene::{Element, Id, List, Table, TableId};

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::TABLES,
    title: "Tables",
    icon: icons::ICON_TABLE,
    home: DefaultPosition::Centre,
    is_searched: true,
    make: Some(|| Box::<TablesPanel>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
#[derive(Default)]
pub struct TablesPanel {
    table: TableId,
    filter: Filter,
    /// View settings of tables, by table name.
    wanted: HashMap<String, TableView>,
    /// The visible table, and the inputs it was computed from.
    arranged: Arranged,
    made_for: Option<(u64, TableId, TableView)>,
    scroll_to: Option<usize>,
}

impl Panel for TablesPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let tables = cx.state.scene().map(|scene| &scene.scene.tables);
        let Some(tables) = tables.filter(|tables| !tables.is_empty()) else {
            let hint = "Open a file with values, triggers or scripts";
            return tips::empty_state(ui, icons::ICON_TABLE, "No tables in this file", hint);
        };
        self.filter.follow(cx.state.document_path());
        self.table = self.table.min(Id::at(tables.len() - 1));
        self.bar(ui, tables, cx);
        // Another table may have been chosen in the bar.
        let Some(table) = tables.get(self.table) else { return };
        let generation = cx.state.generation();
        self.arrange(ui, table, generation);
        // The columns may be wider than the panel.
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
                    self.scroll_to = self.arranged.rows.iter().position(|at| *at == row as usize);
                }
            }
            Command::Find if state.focus == PanelId::TABLES => self.filter.focus(),
            _ => {}
        }
    }
}

impl TablesPanel {
    fn bar(&mut self, ui: &mut Ui, tables: &List<Table>, cx: &mut Ctx<'_>) {
        egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
            ui.horizontal(|ui| {
                let title = |table: &Table| {
                    format!("{} ({})", table.name, counted(table.rows.len() as u64, "row"))
                };
                let shown = tables.get(self.table).map(title).unwrap_or_default();
                let combo = ComboBox::from_id_salt("table").selected_text(shown).width(220.0);
                let all = tables.pairs().map(|(id, table)| (id, title(table)));
                let chosen = choose(ui, combo, ("Table", ""), &self.table, all);
                self.table = chosen.unwrap_or(self.table);
                if let Some(table) = tables.get(self.table) {
                    self.buttons(ui, table, cx);
                }
                if self.filter.show(ui, "Filter rows", "Filter", f32::INFINITY) {
                    self.scroll_to = Some(0);
                }
            });
        });
    }

    fn buttons(&mut self, ui: &mut Ui, table: &Table, cx: &mut Ctx<'_>) {
        let response = ui.menu_button(icons::ICON_VIEW_COLUMN.codepoint, |ui| {
            self.column_choice(ui, table);
        });
        response.response.named(Role::Button, "Columns");
        response.response.on_hover_text("Choose columns");
        let save = ui.button(icons::ICON_FILE_EXPORT.codepoint);
        let words = "Export the visible rows and columns as CSV";
        save.named(Role::Button, "Export the table");
        if save.on_hover_text(words).clicked() {
            cx.push(Command::ExportTable(Arc::new(self.arranged.visible_table(table))));
        }
    }

    fn column_choice(&mut self, ui: &mut Ui, table: &Table) {
        let wanted = self.wanted.entry(table.name.clone()).or_default();
        for (column, title) in table.columns.iter().enumerate() {
            let mut is_shown = !wanted.hidden.contains(&column);
            if ui.checkbox(&mut is_shown, title).changed() {
                wanted.toggle(column, table.columns.len());
            }
        }
    }

    fn arrange(&mut self, ui: &Ui, table: &Table, generation: u64) {
        let wanted = self.wanted.entry(table.name.clone()).or_default();
        wanted.words = self.filter.words();
        let key = (generation, self.table, wanted.clone());
        if self.made_for.as_ref() != Some(&key) {
            let width = |text: &str| cells::width(ui, text, shape::font_of(text));
            self.arranged = Arranged::new(table, wanted, &width);
            self.made_for = Some(key);
        }
    }

    /// Draws a column heading; a click sorts by it.
    fn title(&mut self, ui: &mut Ui, table: &Table, column: usize, shape: shape::Shape) {
        let theme = Theme::of(ui);
        let wanted = self.wanted.entry(table.name.clone()).or_default();
        let title = table.columns.get(column).map_or("", String::as_str);
        let by = wanted.by.filter(|by| by.column == column);
        let shown = match by {
            None => title.to_owned(),
            Some(SortColumn { is_descending: false, .. }) => format!("{title} ↑"),
            Some(SortColumn { is_descending: true, .. }) => format!("{title} ↓"),
        };
        let colour = if by.is_some() { theme.text } else { theme.weak };
        shape.cell(ui, &shown, theme::body(), colour);
        let rect = ui.max_rect();
        let response = ui.interact(rect, ui.scope_id().with("sort"), Sense::click());
        response.clone().named(Role::Button, format!("Sort by {title}"));
        if response.clicked() {
            wanted.turn(column);
        }
        menus::context(&response, false, |ui| self.column_choice(ui, table));
    }

    fn grid(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, table: &Table) {
        let theme = Theme::of(ui);
        let selected = cx.state.selected_element();
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut builder = TableBuilder::new(ui)
            .id_salt(("table", &table.name, self.arranged.columns.len()))
            .sense(egui::Sense::click())
            .auto_shrink(false)
            .resizable(true);
        let columns = self.arranged.columns.clone();
        for (at, (_, shape)) in columns.iter().enumerate() {
            let last = at + 1 == columns.len();
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
            for (column, shape) in &columns {
                header.col(|ui| self.title(ui, table, *column, *shape));
            }
        });
        let (rows, number) = (&self.arranged.rows, self.table);
        header.body(|mut body| {
            scroll_pages(body.ui_mut(), cx.state.focus == PanelId::TABLES);
            body.rows(ROW, rows.len(), |mut line| {
                let Some(at) = rows.get(line.index()).copied() else { return };
                let Some(row) = table.rows.get(at) else { return };
                let element = Element::Row { table: number, row: at as u32 };
                line.set_selected(selected == Some(element));
                for (column, shape) in &columns {
                    let cell = row.cells.get(*column).map_or("", String::as_str);
                    line.col(|ui| {
                        shape.cell(ui, cell, shape::font_of(cell), theme.text);
                    });
                }
                let response = line.response();
                if response.hovered() {
                    cx.hover(SelectionTarget::Element(element));
                }
                element_menu::show(&response, element, PanelId::TABLES, cx);
                if response.double_clicked() {
                    cx.push(Command::FrameTarget(SelectionTarget::Element(element)));
                } else if response.clicked() {
                    cx.select(SelectionTarget::Element(element));
                }
            });
        });
    }
}
