//! Tables: sorting, choosing columns, and exporting the visible rows.

use std::sync::Arc;

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use gouraud::app::model::numbers::counted;
use gouraud::app::model::{Command, PanelId};
use gouraud::scene::Table;

use crate::driver::{Bench, Driver, open};

fn island() -> Bench {
    let mut window = open("demo//island.grf");
    window.show(PanelId::TABLES);
    let scene = window.model().scene().unwrap().scene.clone();
    let row = |table: &Table| table.name == "Instances";
    let table = scene.tables.pairs().find(|(_, table)| row(table)).unwrap().0;
    let first = gouraud::scene::Element::Row { table, row: 0 };
    window.send(Command::Select(gouraud::app::model::SelectionTarget::Element(first)));
    window
}

/// Tops of the rows with these texts.
fn tops(window: &Bench, texts: [&str; 2]) -> [f32; 2] {
    texts.map(|text| {
        let all = window.get_all_by_role_and_label(Role::Label, text);
        all.map(|node| node.rect().top()).fold(f32::MAX, f32::min)
    })
}

#[test]
fn clicking_a_title_sorts_and_reverses() {
    let mut window = island();
    for pair in [["Crate-00", "Crate-01"], ["TrnObj_Path-06", "TrnObj_Path-05"]] {
        window.get_by_role_and_label(Role::Button, "Sort by instance").click();
        window.run_steps(3);
        let [upper, lower] = tops(&window, pair);
        assert!(upper < lower, "{pair:?}: {upper} {lower}");
    }
}

#[test]
fn hides_and_shows_columns() {
    let mut window = island();
    let title =
        |window: &Bench| window.query_by_role_and_label(Role::Button, "Sort by turned").is_some();
    assert!(title(&window));
    for shown in [false, true] {
        window.get_by_role_and_label(Role::Button, "Columns").click();
        window.run_steps(3);
        window.get_by_role_and_label(Role::CheckBox, "turned").click();
        window.run_steps(3);
        assert_eq!(title(&window), shown);
        window.press(egui::Key::Escape);
    }
}

#[test]
fn exports_rows_as_displayed() {
    let mut window = island();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.csv");
    let mut table = Table::new("rows", &["a", "b"]);
    table.row(Default::default(), ["1".to_owned(), "x, \"y\"".to_owned()]);
    let table = Arc::new(table);
    window.send(Command::ExportTableTo { table, path: path.clone() });
    window.settle();
    assert_eq!(std::fs::read_to_string(path).unwrap(), "a,b\n1,\"x, \"\"y\"\"\"\n");
}

/// Regression: the panel kept the rows and columns of the previous table.
#[test]
fn shows_all_rows_of_another_table() {
    let mut window = island();
    let scene = window.model().scene().unwrap().scene.clone();
    let wide = scene.tables.iter().max_by_key(|table| table.columns.len()).unwrap();
    let narrow = scene.tables.iter().min_by_key(|table| table.columns.len()).unwrap();
    assert!(wide.columns.len() > narrow.columns.len());
    for table in [narrow, wide] {
        window.get_by_role_and_label(Role::ComboBox, "Table").click();
        window.run_steps(3);
        let row = format!("{} ({})", table.name, counted(table.rows.len() as u64, "row"));
        window.get_by_role_and_label(Role::Button, &row).click();
        window.run_steps(4);
        for title in &table.columns {
            let label = format!("Sort by {title}");
            let there = window.query_by_role_and_label(Role::Button, &label).is_some();
            assert!(there, "{}: {title}", table.name);
        }
    }
}
