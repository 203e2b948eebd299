//! Filters and sorts the rows and columns of a table.

use std::collections::BTreeSet;

use super::shape::Shape;
use crate::app::model::natural_order;
use crate::app::ui::Words;
use crate::scene::{Table, TableRow};

/// View settings of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableView {
    /// Only rows with these words are listed.
    pub words: Words,
    /// Sort column; `None` for the stored order.
    pub by: Option<SortColumn>,
    /// Hidden columns.
    pub hidden: BTreeSet<usize>,
}

/// A column that the rows are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortColumn {
    pub column: usize,
    pub is_descending: bool,
}

impl TableView {
    /// Cycles the order of a column: ascending, descending, as stored.
    pub fn turn(&mut self, column: usize) {
        self.by = match self.by.filter(|by| by.column == column) {
            None => Some(SortColumn { column, is_descending: false }),
            Some(SortColumn { is_descending: false, .. }) => {
                Some(SortColumn { column, is_descending: true })
            }
            Some(_) => None,
        };
    }

    /// Shows or hides a column; the last visible column stays visible.
    pub fn toggle(&mut self, column: usize, of: usize) {
        if !self.hidden.remove(&column) && self.hidden.len() + 1 < of {
            self.hidden.insert(column);
        }
    }
}

/// The visible rows and columns of a table.
#[derive(Default)]
pub struct Arranged {
    /// Indices of the rows, from top to bottom.
    pub rows: Vec<usize>,
    /// Indices of the columns, from left to right, and their shapes.
    pub columns: Vec<(usize, Shape)>,
}

impl Arranged {
    /// Computes the visible rows and columns; `width` measures a cell.
    pub fn new(table: &Table, wanted: &TableView, width: &dyn Fn(&str) -> f32) -> Self {
        let rows = table.rows.iter().enumerate();
        let matching = rows.filter(|(_, row)| wanted.words.are_in(&row.cells.join(" ")));
        let mut rows: Vec<usize> = matching.map(|(at, _)| at).collect();
        if let Some(SortColumn { column, is_descending }) = wanted.by {
            let key = |at: usize| {
                Key::of(table.rows.get(at).and_then(|row| row.cells.get(column)).map_or("", |c| c))
            };
            let mut keyed: Vec<(Key, usize)> = rows.into_iter().map(|at| (key(at), at)).collect();
            keyed.sort_by(|(own, _), (other, _)| own.compare(other, is_descending));
            rows = keyed.into_iter().map(|(_, at)| at).collect();
        }
        let columns = (0..table.columns.len()).filter(|column| !wanted.hidden.contains(column));
        let mut columns: Vec<(usize, Shape)> =
            columns.map(|column| (column, Shape::of(table, column, width))).collect();
        if let Some((_, last)) = columns.last_mut() {
            last.fill();
        }
        Self { rows, columns }
    }

    /// The visible part of `table` as a separate table.
    pub fn visible_table(&self, table: &Table) -> Table {
        let part = |cells: &[String]| -> Vec<String> {
            let cell = |(column, _): &(usize, Shape)| cells.get(*column).cloned();
            self.columns.iter().map(|column| cell(column).unwrap_or_default()).collect()
        };
        let row = |row: &TableRow| TableRow { origin: row.origin.clone(), cells: part(&row.cells) };
        let rows = self.rows.iter().filter_map(|at| table.rows.get(*at));
        Table {
            name: table.name.clone(),
            columns: part(&table.columns),
            rows: rows.map(row).collect(),
        }
    }
}

/// Sort key of a cell: numbers by value, texts in natural order.
#[derive(Debug, PartialEq)]
enum Key {
    Number(f64),
    Text(Vec<natural_order::NameSegment>),
    Empty,
}

impl Key {
    fn of(cell: &str) -> Self {
        let hex = cell.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let number = hex.map(|number| number as f64).or_else(|| cell.parse().ok());
        match number {
            _ if cell.is_empty() => Self::Empty,
            Some(number) => Self::Number(number),
            None => Self::Text(natural_order::key(cell)),
        }
    }

    /// Empty cells come last in either direction.
    fn compare(&self, other: &Self, is_descending: bool) -> std::cmp::Ordering {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let order = match (self, other) {
            (Self::Empty, Self::Empty) => return Equal,
            (Self::Empty, _) => return Greater,
            (_, Self::Empty) => return Less,
            (Self::Number(own), Self::Number(other)) => own.total_cmp(other),
            (Self::Text(own), Self::Text(other)) => own.cmp(other),
            (Self::Number(_), Self::Text(_)) => Less,
            (Self::Text(_), Self::Number(_)) => Greater,
        };
        if is_descending { order.reverse() } else { order }
    }
}
