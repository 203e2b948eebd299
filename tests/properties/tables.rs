//! Rows of tables select the bytes of the fields that they name.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
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

/// Contents of the files of the project.
#[derive(Debug, Default)]
struct Found {
    /// Number of tables by format.
    tables: BTreeMap<&'static str, usize>,
    /// Formats that display nothing.
    without_scene: BTreeSet<&'static str>,
    /// Files that are not read as any format.
    unread: BTreeSet<String>,
}

#[test]
fn rows_lie_within_the_fields_that_they_name() {
    let (library, mut found) = (Library::new(), Found::default());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["assets/demo", "tests/fixtures", "fuzz/seeds"] {
        let folder = root.join(folder);
        let _ = library.each_document(&folder.to_string_lossy(), &mut |path, opened| {
            match opened.map(|opened| (opened.document.format.id, opened.scene(&library), opened)) {
                Err(_) => {
                    let path = Path::new(path).strip_prefix(root).unwrap();
                    found.unread.insert(path.to_string_lossy().into_owned());
                }
                Ok((id, None, _)) => {
                    found.without_scene.insert(id);
                }
                Ok((id, Some(scene), opened)) => {
                    *found.tables.entry(id).or_default() += scene.tables.len();
                    let wrong = wrong_rows(opened, &scene);
                    assert!(wrong.is_empty(), "{path}: {wrong:#?}");
                }
            }
            ControlFlow::Continue(())
        });
    }
    insta::assert_debug_snapshot!("tables_of_formats", found);
}
