//! Arrays of records of fixed size, with the expressions that were compiled for them.

use std::collections::HashMap;
use std::rc::Rc;

use crate::ksy::columns::Column;
use crate::ksy::expr::Expr;
use crate::ksy::reader::Reader;
use crate::ksy::value::{Env, RecordKind, Records};

/// Minimum number of records for which an expression with values other than those of a record is
/// compiled.
const MIN_RECORDS: usize = 32;

/// An array of records.
#[derive(Debug)]
pub(super) struct Rows {
    pub records: Records,
    /// The fields of objects are read when they are used.
    pub are_late: bool,
}

/// A record of an array.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub rows: Rc<Rows>,
    pub index: usize,
}

/// Compiled expressions, by their address.
#[derive(Default)]
pub(super) struct Columns(HashMap<*const Expr, Compiled>);

impl Columns {
    /// The result of compiling an expression for an array, if it is known.
    pub fn get(&self, expr: &Expr, rows: &Rc<Rows>) -> Option<Option<Rc<Column>>> {
        let known = self.0.get(&std::ptr::from_ref(expr))?;
        known.applies_to(rows).then(|| known.column.clone())
    }

    /// Compiles an expression for an array.
    pub fn compile(
        &mut self,
        reader: &mut Reader,
        expr: &Expr,
        env: &Env,
        rows: &Rc<Rows>,
    ) -> Option<Rc<Column>> {
        let names = reader.names_in(&rows.records, env.clone())?;
        let is_general = names.is_general(expr);
        if !is_general && rows.records.count < MIN_RECORDS {
            return None;
        }
        let column = reader.column(expr, &names).map(Rc::new);
        let compiled = Compiled { rows: rows.clone(), is_general, column: column.clone() };
        self.0.insert(std::ptr::from_ref(expr), compiled);
        column
    }
}

/// An expression that was compiled for an array; `None` if that is not possible.
struct Compiled {
    rows: Rc<Rows>,
    /// The expression uses only values of a record, so it applies to all arrays of such records.
    is_general: bool,
    column: Option<Rc<Column>>,
}

impl Rows {
    pub fn new(reader: &mut Reader, records: &Records) -> Rc<Self> {
        let are_late = match records.kind {
            RecordKind::Class(class) => records.is_even() && reader.can_be_late(class),
            _ => false,
        };
        Rc::new(Self { records: *records, are_late })
    }
}

impl Compiled {
    fn applies_to(&self, rows: &Rc<Rows>) -> bool {
        let of = |rows: &Rows| (rows.records.kind, rows.records.size);
        let is_same_kind = || of(&self.rows) == of(rows);
        Rc::ptr_eq(&self.rows, rows) || self.is_general && is_same_kind()
    }
}
