//! Tables as comma-separated values, quoted as RFC 4180 says.

use crate::scene::Table;

/// One header line, then the rows; every line has as many fields as the longest.
pub(super) fn csv(table: &Table) -> Vec<u8> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Origin, TableRow};

    fn table(columns: &[&str], rows: &[&[&str]]) -> String {
        let list = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect();
        let row = |cells: &&[&str]| TableRow { cells: list(cells), origin: Origin::default() };
        let table = Table {
            name: String::new(),
            columns: list(columns),
            rows: rows.iter().map(row).collect(),
        };
        String::from_utf8(csv(&table)).unwrap()
    }

    #[test]
    fn cells_with_commas_quotes_and_line_breaks_are_quoted() {
        assert_eq!(
            table(&["name", "text"], &[&["a", "b,c"], &["say \"hi\"", "two\nlines"]]),
            "name,text\na,\"b,c\"\n\"say \"\"hi\"\"\",\"two\nlines\"\n"
        );
    }

    #[test]
    fn every_line_has_the_same_number_of_fields() {
        assert_eq!(table(&["a", "b"], &[&["1"], &["1", "2", "3"]]), "a,b,\n1,,\n1,2,3\n");
    }
}
