//! Values of compiled expressions over records of fixed size.

use std::rc::Rc;

use super::rows::Rows;
use super::walk::{Element, Walk};
use crate::ksy::columns::Column;
use crate::ksy::expr::Expr;
use crate::ksy::value::Value;

impl Walk<'_> {
    /// Value of a compiled expression; `None` if the evaluator has to decide.
    pub(super) fn fast_value(&mut self, expr: &Expr, at: &Element) -> Option<Value> {
        let record = at.record.as_ref()?;
        let column = self.column(expr, at, &record.rows)?;
        column.value(self.reader.record_bytes(&record.rows.records, record.index)?, record.index)
    }

    /// Like [`Walk::fast_value`], as a number.
    pub(super) fn fast_number(&mut self, expr: &Expr, at: &Element) -> Option<f64> {
        let record = at.record.as_ref()?;
        let column = self.column(expr, at, &record.rows)?;
        column.number(self.reader.record_bytes(&record.rows.records, record.index)?, record.index)
    }

    fn column(&mut self, expr: &Expr, at: &Element, rows: &Rc<Rows>) -> Option<Rc<Column>> {
        match self.columns.get(expr, rows) {
            Some(known) => known,
            None => self.columns.compile(self.reader, expr, &at.env, rows),
        }
    }
}
