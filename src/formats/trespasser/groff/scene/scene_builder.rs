//! A scene under construction.

use crate::bytes::{Problems, Severity, Span};
use crate::container::Context;
use crate::scene::{Helper, HelperShape, LayerKind, Origin, Scene, Table};

/// A scene under construction, and problems of its companions.
pub struct Draft<'a> {
    pub scene: Scene,
    pub problems: Problems,
    pub context: Context<'a>,
}

impl Draft<'_> {
    pub fn report(&mut self, severity: Severity, span: Span, message: String) {
        self.problems.report(severity, span, "", message);
    }

    /// Adds a table unless it is empty.
    pub fn table(&mut self, table: Table) {
        self.scene.tables.extend(table.with_rows());
    }
}

/// Adds a helper to an initially hidden layer.
pub fn helper(scene: &mut Scene, layer: &str, name: String, origin: Origin, shape: HelperShape) {
    let layer = scene.layer(layer, LayerKind::Helper, false);
    scene.helpers.push(Helper { name, layer, shape, origin });
}
