//! A scene in the making.

use crate::bytes::{Problem, Problems, Severity, Span};
use crate::container::Context;
use crate::scene::{Helper, HelperShape, LayerKind, Origin, Scene, Table, TableRow};

/// A scene in the making, and what its surroundings lack.
pub struct Draft<'a> {
    pub scene: Scene,
    pub problems: Problems,
    pub context: Context<'a>,
}

impl Draft<'_> {
    pub fn tell(&mut self, severity: Severity, span: Span, message: String) {
        let field = String::new();
        self.problems.push(Problem { severity, span, available: None, field, message });
    }

    /// Adds a table that has rows.
    pub fn table(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.scene.tables.push(table);
        }
    }
}

/// A table without rows.
pub fn table(name: &str, columns: &[&str]) -> Table {
    let columns = columns.iter().map(|column| (*column).to_owned()).collect();
    Table { name: name.to_owned(), columns, rows: Vec::new() }
}

/// Adds a row.
pub fn row<const N: usize>(table: &mut Table, origin: Origin, cells: [String; N]) {
    table.rows.push(TableRow { cells: cells.into(), origin });
}

/// Adds a helper to a layer that starts hidden.
pub fn helper(scene: &mut Scene, layer: &str, name: String, origin: Origin, shape: HelperShape) {
    let layer = scene.layer(layer, LayerKind::Helper, false);
    scene.helpers.push(Helper { name, layer, shape, origin });
}
