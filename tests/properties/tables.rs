//! Rows of tables select the bytes of the fields that they name.

use std::path::Path;

use gouraud::library::{Library, Opened};
use gouraud::scene::{Origin, Scene};

/// The rows of a file that do not select bytes of the field that they name.
fn wrong_rows(opened: &Opened, scene: &Scene) -> Vec<String> {
    let document = &opened.document;
    let is_wrong = |Origin { span, path, .. }: &Origin| {
        let field = document.tree.span(path);
        match span.len {
            0 => field.is_some_and(|field| field.len > 0),
            _ if span.source != document.source.id() => false,
            _ => field.is_none_or(|field| span.start < field.start || span.end() > field.end()),
        }
    };
    let rows = scene.tables.iter().flat_map(|table| {
        let origins = table.rows.iter().map(|row| &row.origin);
        origins
            .filter(|origin| is_wrong(origin))
            .map(|origin| format!("{}: {origin:?}", table.name))
    });
    rows.collect()
}

fn check(path: &Path, library: &Library, tables: &mut usize) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            check(&entry.unwrap().path(), library, tables);
        }
        return;
    }
    let Ok(opened) = library.open(&path.to_string_lossy(), None) else { return };
    let Some(scene) = opened.scene(library) else { return };
    *tables += scene.tables.len();
    let wrong = wrong_rows(&opened, &scene);
    assert!(wrong.is_empty(), "{}: {wrong:#?}", path.display());
}

#[test]
fn rows_lie_within_the_fields_that_they_name() {
    let (library, mut tables) = (Library::new(), 0);
    for folder in ["assets/demo", "tests/fixtures", "fuzz/seeds"] {
        check(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &library, &mut tables);
    }
    assert!(tables > 50, "{tables} tables");
}
