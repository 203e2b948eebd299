//! Opening 120 000 records (5 MB): by a compiled format, and by descriptions of the same layout.
//! `cargo bench --bench described`

use divan::{Bencher, black_box};
use gouraud::bytes::layout;
use gouraud::bytes::{Cursor, Endian, Field, FieldId, Recorder, Result, Source, Visitor};
use gouraud::container::Context;
use gouraud::formats::user::UserFormat;
use gouraud::formats::{Format, FormatInfo, Head, Loaded, Probe, Records, Refusal, format_of};
use gouraud::ksy::{self, Imports};

fn main() {
    divan::main();
}

const COUNT: u32 = 120_000;

gouraud::record! {
    /// A record of 44 bytes.
    pub struct Row {
        pub id: u32,
        pub flags: u32,
        pub position: [f32; 3],
        pub first: u16,
        pub count: u16,
        pub normal: [f32; 3],
        pub area: f32,
        pub last: u32,
    }
}

gouraud::layout! {
    /// A file of records.
    pub struct Table {
        pub rows: Vec<Row> [u32 "row_count"],
    }
}

impl Records for Table {
    const INFO: FormatInfo =
        FormatInfo { id: "bench.table", name: "Table", extensions: &[], versions: &[], can: &[] };
    const ROOT: &'static str = "Table";

    fn probe(_: &Head<'_>) -> Option<Probe> {
        None
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        let mut table = Self::default();
        layout::read(cur, &mut table, (), 4)?;
        Ok(table)
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Ok(layout::write(self, Endian::Little, ())?)
    }
}

/// The layout of [`Table`]; `CHECK` is a key of the field `count`.
const DESCRIPTION: &str = "
meta: {id: table, endian: le}
seq:
  - {id: row_count, type: u4}
  - {id: rows, type: row, repeat: expr, repeat-expr: row_count}
types:
  vec: {seq: [{id: x, type: f4}, {id: y, type: f4}, {id: z, type: f4}]}
  row:
    seq:
      - {id: id, type: u4}
      - {id: flags, type: u4}
      - {id: position, type: vec}
      - {id: first, type: u2}
      - {id: count, type: u2 CHECK}
      - {id: normal, type: vec}
      - {id: area, type: f4}
      - {id: last, type: u4}
";

struct NoImports;

impl Imports for NoImports {
    fn find(&self, _: &str, import: &str) -> std::result::Result<(String, String), String> {
        Err(import.to_owned())
    }
}

fn source() -> Source {
    let row = |id| Row { id, position: [id as f32, 0.5, 1.0], count: 3, ..Row::default() };
    let bytes = Table { rows: (0..COUNT).map(row).collect() }.write();
    Source::from_bytes("table", bytes.expect("the table is complete"))
}

fn described(check: &str) -> UserFormat {
    let text = DESCRIPTION.replace(" CHECK", check);
    let description = ksy::load("table.ksy", &text, &NoImports);
    assert!(!description.has_errors(), "{:?}", description.diagnostics);
    UserFormat::new(description, "table.ksy")
}

fn open(bencher: Bencher, format: &UserFormat) {
    let source = source();
    bencher.bench(|| format.open(black_box(&source)).map(|document| document.problems.total()));
}

#[divan::bench]
fn compiled(bencher: Bencher) {
    let source = source();
    bencher.bench(|| {
        Loaded::<Table>::open(black_box(&source)).map(|(file, _)| file.records.rows.len())
    });
}

/// Rows stay bytes until they are used.
#[divan::bench]
fn by_description(bencher: Bencher) {
    open(bencher, &described(""));
}

/// Every row is checked.
#[divan::bench]
fn by_description_with_checks(bencher: Bencher) {
    open(bencher, &described(", valid: {max: 4}"));
}

/// Every row is checked by an expression over its other values and the header.
#[divan::bench]
fn by_description_with_expressions(bencher: Bencher) {
    open(bencher, &described(", valid: {expr: _ > first and _ < _root.row_count}"));
}

/// Counts fields.
struct Count(usize);

impl Visitor for Count {
    type Error = ();

    fn enter(&mut self, _: &Field) -> std::result::Result<bool, ()> {
        self.0 += 1;
        Ok(true)
    }
}

/// Opens the file and describes every field.
fn read_everything(bencher: Bencher, format: &dyn Format) {
    let source = source();
    bencher.bench(|| {
        let document = format.open(black_box(&source)).expect("the file is read");
        let mut fields = Count(0);
        let _ = document.tree.walk(&FieldId::root(), &mut fields);
        fields.0
    });
}

#[divan::bench]
fn everything_compiled(bencher: Bencher) {
    read_everything(bencher, format_of::<Table>());
}

#[divan::bench]
fn everything_by_description(bencher: Bencher) {
    read_everything(bencher, &described(""));
}

/// A position and a face of every row.
const MESH: &str = "
-gouraud:
  meshes:
    positions: {each: rows, xyz: '[position.x, position.y * 2, position.z]'}
    faces: {each: rows, corners: {position: '[first, count, _index]'}, fields: [flags]}
";

/// The scene of a file that is open.
#[divan::bench]
fn mesh_by_description(bencher: Bencher) {
    let text = DESCRIPTION.replace(" CHECK", "") + MESH;
    let format = UserFormat::new(ksy::load("table.ksy", &text, &NoImports), "table.ksy");
    let document = format.open(&source()).expect("the file is read");
    bencher.bench(|| document.content.displayed().scene(black_box(Context::ALONE)));
}
