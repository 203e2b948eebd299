//! Tables of properties.

use serde::Serialize;

use super::element::ElementInfo;
use super::property::{Properties, Value};
use super::{Element, Origin, Scene, TableId};

/// A named table of data without a standard format: values, triggers, scripts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// Name of the table.
    pub name: String,
    /// Headings, one for each cell of a row.
    pub columns: Vec<String>,
    /// Rows from top to bottom.
    pub rows: Vec<TableRow>,
}

impl Table {
    /// A table without rows.
    pub fn new(name: impl Into<String>, columns: &[&str]) -> Self {
        let columns = columns.iter().map(|column| (*column).to_owned()).collect();
        Self { name: name.into(), columns, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, origin: Origin, cells: impl Into<Vec<String>>) {
        self.rows.push(TableRow { origin, cells: cells.into() });
    }

    /// The table, if it has rows.
    pub fn with_rows(self) -> Option<Self> {
        (!self.rows.is_empty()).then_some(self)
    }
}

/// Row of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableRow {
    /// Bytes and field path of the row.
    #[serde(flatten)]
    pub origin: Origin,
    /// Texts, in the order of [`Table::columns`].
    pub cells: Vec<String>,
}

/// Some rows of a table, which belong to one element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Index in [`Scene::tables`].
    pub table: TableId,
    /// Range of indices into [`Table::rows`].
    pub rows: std::ops::Range<u32>,
}

/// The name of a row is that of its table.
impl ElementInfo for TableRow {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, scene: &Scene, own: Element) -> String {
        scene.table_of(own).map_or_else(String::new, |table| table.name.clone())
    }

    fn facts<'a>(&'a self, scene: &'a Scene, own: Element) -> Properties<'a> {
        let columns = scene.table_of(own).map_or(&[][..], |table| &table.columns);
        let named = columns.iter().zip(&self.cells);
        named.map(|(column, cell)| (column.as_str(), cell.as_str().into())).collect()
    }

    fn detail(&self, scene: &Scene, own: Element) -> Value {
        let rows = scene.table_of(own).map_or(0, |table| table.rows.len());
        Value::Counted(rows as u64, ["row", "rows"])
    }
}

impl Scene {
    fn table_of(&self, row: Element) -> Option<&Table> {
        let Element::Row { table, .. } = row else { return None };
        self.tables.get(table)
    }
}
