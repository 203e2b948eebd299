//! Sorted and hidden rows and columns of tables.

use gouraud::app::panels::tables::arranged::{Arranged, TableView};
use gouraud::scene::{Origin, Table};

fn width(text: &str) -> f32 {
    text.chars().count() as f32
}
fn table() -> Table {
    let mut table = Table::new("things", &["name", "size", "note"]);
    for cells in [["VA148", "0x10", ""], ["va56", "-2.5", "b"], ["VA7", "9", "a"]] {
        table.row(Origin::default(), cells.map(str::to_owned));
    }
    table
}

fn names(wanted: &TableView) -> Vec<String> {
    let shown = Arranged::new(&table(), wanted, &width).visible_table(&table());
    shown.rows.into_iter().filter_map(|row| row.cells.into_iter().next()).collect()
}

#[test]
fn columns_sort_ascending_then_descending_then_as_stored() {
    let mut wanted = TableView::default();
    wanted.turn(0);
    assert_eq!(names(&wanted), ["VA7", "va56", "VA148"]);
    wanted.turn(0);
    assert_eq!(names(&wanted), ["VA148", "va56", "VA7"]);
    wanted.turn(0);
    assert_eq!(names(&wanted), ["VA148", "va56", "VA7"]);
    assert_eq!(wanted.by, None);
}

#[test]
fn numbers_sort_by_value_in_any_notation() {
    let mut wanted = TableView::default();
    wanted.turn(1);
    assert_eq!(names(&wanted), ["va56", "VA7", "VA148"]);
}

#[test]
fn empty_cells_come_last_in_either_order() {
    let mut wanted = TableView::default();
    wanted.turn(2);
    assert_eq!(names(&wanted), ["VA7", "va56", "VA148"]);
    wanted.turn(2);
    assert_eq!(names(&wanted), ["va56", "VA7", "VA148"]);
}

#[test]
fn hidden_columns_are_not_exported_and_one_stays_visible() {
    let mut wanted = TableView::default();
    (0..3).for_each(|column| wanted.toggle(column, 3));
    let shown = Arranged::new(&table(), &wanted, &width).visible_table(&table());
    assert_eq!(shown.columns, ["note"]);
    wanted.toggle(0, 3);
    let shown = Arranged::new(&table(), &wanted, &width).visible_table(&table());
    assert_eq!(shown.columns, ["name", "note"]);
}
