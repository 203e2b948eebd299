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

/// Checks the tables of a file and of its members.
fn check(path: &str, library: &Library, tables: &mut usize) {
    let Ok(opened) = library.open(path, None) else { return };
    let members = opened.members(library).map_or(&[][..], |members| members.list());
    for member in members {
        check(&format!("{path}//{}", member.path), library, tables);
    }
    let Some(scene) = opened.scene(library) else { return };
    *tables += scene.tables.len();
    let wrong = wrong_rows(&opened, &scene);
    assert!(wrong.is_empty(), "{path}: {wrong:#?}");
}

fn check_folder(folder: &Path, library: &Library, tables: &mut usize) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => check_folder(&path, library, tables),
            false => check(&path.to_string_lossy(), library, tables),
        }
    }
}

#[test]
fn rows_lie_within_the_fields_that_they_name() {
    let (library, mut tables) = (Library::new(), 0);
    for folder in ["assets/demo", "tests/fixtures", "fuzz/seeds"] {
        check_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &library, &mut tables);
    }
    assert!(tables > 200, "{tables} tables");
}
