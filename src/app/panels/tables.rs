//! Tables of facts: values, triggers, scripts.

use egui::{ComboBox, Ui};
use egui_extras::{Column, TableBuilder};
use egui_material_icons::icons;

use crate::app::command::{Command, Commands};
use crate::app::panel::{self, Panel, PanelKind, grouped};
use crate::app::selection::Target;
use crate::app::state::State;
use crate::app::theme::{self, GRID, ROW, Theme};
use crate::app::widgets::filter::{Filter, Words};
use crate::scene::{Element, Table};

/// The panel.
#[derive(Default)]
pub struct TablesPanel {
    table: usize,
    filter: Filter,
    /// Rows that match, and what they were found for.
    rows: Vec<usize>,
    made_for: Option<(u64, usize, Words)>,
    scroll_to: Option<usize>,
}

impl Panel for TablesPanel {
    fn kind(&self) -> PanelKind {
        PanelKind::Tables
    }

    fn ui(&mut self, ui: &mut Ui, state: &State, commands: &mut Commands) {
        let tables = state.scene().map_or(&[][..], |scene| &scene.scene.tables);
        let Some(table) = tables.get(self.table).or(tables.first()) else {
            let hint = "Files with values, triggers or scripts have some";
            return panel::empty_state(ui, icons::ICON_TABLE, "No tables in this file", hint);
        };
        self.table = self.table.min(tables.len() - 1);
        self.bar(ui, tables);
        let generation = state.doc.as_ref().map_or(0, |doc| doc.generation);
        self.find(table, generation);
        self.grid(ui, table, state, commands);
    }

    fn command(&mut self, command: &Command, state: &State) {
        match command {
            Command::Select(_) | Command::Back | Command::Forward => {
                let selected = state.selection.as_ref().and_then(|s| s.element);
                if let Some(Element::Row { table, row }) = selected {
                    self.table = table as usize;
                    self.scroll_to = self.rows.iter().position(|at| *at == row as usize);
                }
            }
            Command::Find if state.focus == PanelKind::Tables => self.filter.focus(),
            _ => {}
        }
    }
}

impl TablesPanel {
    fn bar(&mut self, ui: &mut Ui, tables: &[Table]) {
        egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
            ui.horizontal(|ui| {
                let title = |table: &Table| {
                    format!("{} ({} rows)", table.name, grouped(table.rows.len() as u64))
                };
                let shown = tables.get(self.table).map(title).unwrap_or_default();
                let combo = ComboBox::from_id_salt("table").selected_text(shown).width(220.0);
                let response = combo.show_ui(ui, |ui| {
                    for (at, table) in tables.iter().enumerate() {
                        ui.selectable_value(&mut self.table, at, title(table));
                    }
                });
                response.response.accessible_name("Table");
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
        self.made_for = Some(key);
    }

    fn grid(&mut self, ui: &mut Ui, table: &Table, state: &State, commands: &mut Commands) {
        let theme = Theme::of(ui);
        let selected = state.selection.as_ref().and_then(|s| s.element);
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut builder = TableBuilder::new(ui)
            .id_salt(("table", self.table))
            .sense(egui::Sense::click())
            .auto_shrink(false)
            .resizable(true);
        for at in 0..table.columns.len() {
            let last = at + 1 == table.columns.len();
            let column =
                if last { Column::remainder() } else { Column::initial(110.0).at_least(40.0) };
            builder = builder.column(column.clip(true));
        }
        if let Some(row) = self.scroll_to.take() {
            builder = builder.scroll_to_row(row, Some(egui::Align::Center));
        }
        let header = builder.header(ROW, |mut header| {
            for title in &table.columns {
                header.col(|ui| {
                    ui.add_space(GRID);
                    ui.label(egui::RichText::new(title).color(theme.weak));
                });
            }
        });
        let (rows, number) = (&self.rows, self.table as u32);
        header.body(|body| {
            body.rows(ROW, rows.len(), |mut line| {
                let Some(at) = rows.get(line.index()).copied() else { return };
                let Some(row) = table.rows.get(at) else { return };
                let element = Element::Row { table: number, row: at as u32 };
                line.set_selected(selected == Some(element));
                for cell in &row.cells {
                    line.col(|ui| {
                        ui.add_space(GRID);
                        let numeric = cell.starts_with(|c: char| c.is_ascii_digit() || c == '-');
                        let font = if numeric { theme::mono() } else { theme::body() };
                        let text = egui::RichText::new(cell).font(font);
                        ui.add(egui::Label::new(text).truncate().selectable(false));
                    });
                }
                let response = line.response();
                if response.hovered() {
                    commands.hover(Target::Element(element));
                }
                if response.double_clicked() {
                    commands.push(Command::FrameTarget(Target::Element(element)));
                } else if response.clicked() {
                    commands.select(Target::Element(element));
                }
            });
        });
    }
}
