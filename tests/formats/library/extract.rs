//! Extraction of stored files from folders and archives, and visiting the documents in them.

use std::ops::ControlFlow;
use std::path::PathBuf;

use gouraud::library::Library;
use gouraud::library::extract::{Existing, ExtractOptions, Plan, Refused, Step};

use super::{archive, put};

fn planned(paths: &[&str], wish: ExtractOptions) -> Vec<String> {
    let library = Library::new();
    let mut plan = Plan::default();
    paths.iter().for_each(|path| plan.add(&library, path, wish).unwrap());
    plan.files().iter().map(|file| file.to.display().to_string()).collect()
}

#[test]
fn plan_lists_output_paths_below_the_target_folder() {
    let folder = tempfile::tempdir().unwrap();
    let members: &[(&str, &[u8])] = &[("../up.bin", b"1"), ("DATA/a.bin", b"2"), ("con", b"3")];
    let big = put(folder.path(), "some.big", &archive(members));
    let loose = put(folder.path(), "sub/loose.bin", b"4");
    let plain = ExtractOptions { plain: true, ..ExtractOptions::default() };
    assert_eq!(planned(&[&big], plain), ["_/up.bin", "DATA/a.bin", "_con"]);
    let folders = ExtractOptions { folders: true, ..plain };
    let all = planned(&[&big, &big, &loose], folders);
    assert_eq!(all[0], "some.big/_/up.bin");
    assert_eq!(all[3], "some~2.big/_/up.bin", "the second of a name has its own folder");
    assert_eq!(all[6], "loose.bin", "a single file needs no folder");
    assert_eq!(planned(&[&big], ExtractOptions { as_stored: true, ..plain }), ["some.big"]);
    let inside = format!("{big}//DATA");
    assert_eq!(planned(&[&inside], plain), ["a.bin"]);
}

#[test]
fn refuses_files_without_members_unless_copied_as_stored() {
    let folder = tempfile::tempdir().unwrap();
    let loose = put(folder.path(), "loose.bin", b"4");
    let library = Library::new();
    let mut plan = Plan::default();
    let refused = plan.add(&library, &loose, ExtractOptions::default());
    assert!(matches!(refused, Err(Refused::Unopened(_))));
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    let empty = folder.path().join("empty").to_string_lossy().into_owned();
    let refused = plan.add(&library, &empty, ExtractOptions::default());
    assert!(matches!(refused, Err(Refused::Empty(_))));
    assert!(plan.files().is_empty());
    let plain = ExtractOptions { plain: true, ..ExtractOptions::default() };
    assert_eq!(planned(&[&loose], plain), ["loose.bin"]);
}

#[test]
fn files_and_folders_of_equal_name_do_not_collide() {
    let folder = tempfile::tempdir().unwrap();
    let members: &[(&str, &[u8])] =
        &[("../x", b"1"), ("..", b"2"), ("a", b"3"), ("a/b", b"4"), ("a/c", b"5")];
    let big = put(folder.path(), "some.big", &archive(members));
    let expected = ["_/x", "_~2", "a", "a~2/b", "a~2/c"];
    assert_eq!(planned(&[&big], ExtractOptions::default()), expected);
}

#[test]
fn cancelled_extraction_leaves_no_partial_files() {
    let folder = tempfile::tempdir().unwrap();
    let members: &[(&str, &[u8])] = &[("a.bin", b"1"), ("b.bin", b"2"), ("c.bin", b"3")];
    let big = put(folder.path(), "some.big", &archive(members));
    let library = Library::new();
    let mut plan = Plan::default();
    plan.add(&library, &big, ExtractOptions::default()).unwrap();
    assert_eq!(plan.size(), 3);
    let out = folder.path().join("out");
    let mut written: Vec<PathBuf> = Vec::new();
    // The cancel request comes when the second file's bytes are on disk under a temporary name.
    let all = plan.run(&library, &out, Existing::Keep, &mut |step| match step {
        Step::Written(path) => {
            written.push(path);
            ControlFlow::Continue(())
        }
        Step::Writing { done: 2, .. } => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    assert!(!all);
    assert_eq!(written, [out.join("a.bin")]);
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 1);
    assert_eq!(plan.existing(&out).len(), 1);
}

#[test]
fn visits_and_closes_every_document_in_nested_archives() {
    let folder = tempfile::tempdir().unwrap();
    let demo = Library::new().open("demo//skater.psx", None).unwrap().stored.bytes().to_vec();
    let inner = archive(&[("deep/skater.psx", &demo), ("noise.bin", &[0x81; 40])]);
    let big = put(folder.path(), "outer.big", &archive(&[("inner.big", &inner)]));
    let library = Library::new();
    let mut seen = Vec::new();
    let flow = library.each_document(&big, &mut |path, opened| {
        let path = path.strip_prefix(&big).unwrap().to_owned();
        seen.push((path, opened.unwrap().document.format.id));
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue());
    let expected = [
        ("", "ea.big"),
        ("//inner.big", "ea.big"),
        ("//inner.big//deep/skater.psx", "neversoft.psx"),
    ];
    assert_eq!(seen, expected.map(|(path, id)| (path.to_owned(), id)));
    let (_, is_new) = library.open_once(&big).unwrap();
    assert!(is_new, "no document stays open that was not open before");
}
