//! Tables as comma-separated values, quoted according to RFC 4180.

use std::io::Write;

use super::exporter::{Content, Exporter, Fit, Maker, NotWritten, nothing_besides};
use super::{Subject, captions, height};
use crate::scene::Table;

pub(super) static CSV: Exporter = Exporter {
    name: "csv",
    meaning: "Tables, and the captions of sounds",
    suits: |scene, subject| match subject {
        Subject::Table(_) => Some(Fit::Usual),
        Subject::HeightField(_) => Some(Fit::Best),
        _ => captions::of(scene, subject).map(|_| Fit::Asked),
    },
    files: &["csv"],
    besides: nothing_besides,
    pictures_beside: false,
    make,
};

fn make(maker: &mut Maker<'_>, content: Content, out: &mut dyn Write) -> Result<(), NotWritten> {
    let scene = maker.job.scene;
    let made = match content.subject {
        Subject::Table(table) => scene.tables.get(table).map(csv),
        Subject::HeightField(field) => scene.height_fields.get(field).map(height::csv),
        subject => {
            captions::exported_captions(maker.job, subject).map(|list| csv(&captions::table(&list)))
        }
    };
    Ok(out.write_all(&made.ok_or(NotWritten::Data)?)?)
}

/// Writes a table as CSV: a header line, then the rows. Every line has as many fields as the longest.
pub fn csv(table: &Table) -> Vec<u8> {
    let rows = table.rows.iter().map(|row| row.cells.len());
    let width = rows.chain([table.columns.len()]).max().unwrap_or(0);
    let mut text = String::new();
    line(&mut text, &table.columns, width);
    for row in &table.rows {
        line(&mut text, &row.cells, width);
    }
    text.into_bytes()
}

fn line(text: &mut String, cells: &[String], width: usize) {
    for i in 0..width {
        if i > 0 {
            text.push(',');
        }
        field(text, cells.get(i).map_or("", String::as_str));
    }
    text.push('\n');
}

fn field(text: &mut String, cell: &str) {
    if !cell.contains([',', '"', '\n', '\r']) {
        text.push_str(cell);
        return;
    }
    text.push('"');
    text.push_str(&cell.replace('"', "\"\""));
    text.push('"');
}
