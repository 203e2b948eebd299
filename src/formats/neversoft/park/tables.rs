//! Shows a park as tables; nothing is drawn.

use super::{Park, SIZES, THEMES};
use crate::bytes::{Hint, Value};
use crate::formats::Loaded;
use crate::scene::{Scene, Table};

pub(super) fn scene(file: &Loaded<Park>) -> Scene {
    let mut scene = Scene { name: file.source.stem().to_owned(), ..Scene::default() };
    let tables = [park(file), cells(file), gaps(file), scores(file)];
    scene.tables.extend(tables.into_iter().filter_map(Table::with_rows));
    scene
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

fn park(file: &Loaded<Park>) -> Table {
    let Park { unknown_00, size, theme, .. } = file.records;
    let mut table = Table::new("Park", &["field", "value", "meaning"]);
    for (field, value, hint) in [
        ("unknown_00", unknown_00, Hint::Hex),
        ("size", size, Hint::Enum(SIZES)),
        ("theme", theme, Hint::Enum(THEMES)),
    ] {
        let meaning = hint.meaning(&Value::Uint(value.into()));
        table.row(file.origin(field), vec![field.to_owned(), value.to_string(), meaning]);
    }
    table
}

fn cells(file: &Loaded<Park>) -> Table {
    let columns = ["cell", "pieces", "unknown_03", "fill", "flags", "index"];
    let mut table = Table::new("Cells", &columns);
    let origins = file.spans("cells");
    for (number, cell) in file.records.cells.iter().enumerate() {
        let cells = vec![
            number.to_string(),
            hex(&cell.pieces),
            hex(&cell.unknown_03),
            hex(&[cell.fill]),
            hex(&[cell.flags]),
            cell.index.to_string(),
        ];
        table.row(origins.origin(number), cells);
    }
    table
}

fn gaps(file: &Loaded<Park>) -> Table {
    let mut table = Table::new("Gaps", &["gap", "name", "info", "unknown_00"]);
    for (number, gap) in file.records.gaps.iter().enumerate() {
        let cells =
            vec![number.to_string(), gap.name.lossy(), hex(&gap.info), hex(&gap.unknown_00)];
        table.row(file.origin(format!("gaps[{number}]")), cells);
    }
    table
}

fn scores(file: &Loaded<Park>) -> Table {
    let mut table = Table::new("High scores", &["score", "bytes"]);
    for (number, score) in file.records.scores.iter().enumerate() {
        let cells = vec![number.to_string(), hex(score)];
        table.row(file.origin(format!("scores[{number}]")), cells);
    }
    table
}
