//! Files and members have one identity while in use, and are released afterwards.

use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;

use gouraud::bytes::Source;
use gouraud::library::{Library, Opened, ResolvedPath};
use gouraud_testing::build::disc::zip;

use super::{archive, put};

fn file(library: &Library, path: &str) -> Source {
    match library.place(path).unwrap() {
        ResolvedPath::File(source) => source,
        _ => panic!("{path} is a file"),
    }
}

#[test]
fn member_keeps_one_source_while_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let big = put(folder.path(), "some.big", &archive(&[("a.bin", b"1"), ("b.bin", b"2")]));
    let library = Library::new();
    let path = format!("{big}//a.bin");
    let member = file(&library, &path);
    assert_eq!(file(&library, &path).id(), member.id(), "by its path");
    let sibling = file(&library, &format!("{big}//b.bin"));
    let companion = library.beside(&sibling, "A.BIN").unwrap();
    assert_eq!(companion.id(), member.id(), "and as a companion");
    let id = member.id();
    drop((member, companion));
    assert!(library.source(id).is_none(), "no references are left");
    assert_ne!(file(&library, &path).id(), id);
}

#[test]
fn member_keeps_its_container_open() {
    let folder = tempfile::tempdir().unwrap();
    let big = put(folder.path(), "some.big", &archive(&[("a.bin", b"1"), ("b.bin", b"2")]));
    let library = Library::new();
    let member = file(&library, &format!("{big}//a.bin"));
    let container: Arc<Opened> = member.container().unwrap();
    library.close(&container);
    library.close_source(&container.stored);
    drop(container);
    assert_eq!(library.beside(&member, "b.bin").unwrap().bytes(), b"2");
}

#[test]
fn members_of_a_nested_container_share_it() {
    let folder = tempfile::tempdir().unwrap();
    let inner = archive(&[("a.bin", b"1"), ("b.bin", b"2")]);
    let path = put(folder.path(), "outer.zip", &zip(&[("inner.big", &inner)]));
    let library = Library::new();
    let container = |name: &str| -> Arc<Opened> {
        file(&library, &format!("{path}//inner.big//{name}")).container().unwrap()
    };
    assert!(Arc::ptr_eq(&container("a.bin"), &container("b.bin")));
}

#[test]
fn unclosed_files_are_released_eventually() {
    let folder = tempfile::tempdir().unwrap();
    let seed = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds/ps1.tim");
    let bytes = std::fs::read(seed).unwrap();
    let library = Library::new();
    let open = |number: usize| {
        let path = put(folder.path(), &format!("{number}.tim"), &bytes);
        Arc::downgrade(&library.open(&path, None).unwrap())
    };
    let opened: Vec<_> = (0..100).map(open).collect();
    let open_count = opened.iter().filter(|opened| opened.strong_count() > 0).count();
    assert!(open_count <= 16, "{open_count} documents are still open");
}

#[test]
fn companions_stay_open_with_their_scene() {
    let library = Library::new();
    let folder = format!("{}/assets/demo", env!("CARGO_MANIFEST_DIR"));
    let opened = library.open(&format!("{folder}/plaza.psx"), None).unwrap();
    let scene = opened.scene(&library).unwrap();
    library.close(&opened);
    drop(opened);
    let own = scene.textures.iter().map(|texture| texture.origin.span.source);
    let companions: Vec<_> = own.filter_map(|id| library.source(id)).collect();
    assert!(companions.iter().any(|source| source.file_name() == "plaza_l.psx"));
}

#[test]
fn folder_contexts_are_built_once_for_all_files() {
    let folder = tempfile::tempdir().unwrap();
    let seed = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds/ps1.tim");
    let tim = std::fs::read(seed).unwrap();
    let members: [(&str, &[u8]); 3] =
        [("ONE/a.tim", &tim), ("ONE/b.tim", &tim), ("TWO/c.tim", &tim)];
    let big = put(folder.path(), "some.big", &archive(&members));
    let library = Library::new();
    let (made, open) = (Cell::new(0), |name: &str| library.open(&format!("{big}//{name}"), None));
    let count = |name: &str| {
        let opened = open(name).unwrap();
        opened.beside(&library, |context| {
            let made = context.siblings.of_folder("names", &|| {
                made.set(made.get() + 1);
                Arc::new(context.siblings.names().to_vec())
            });
            made.downcast_ref::<Vec<String>>().unwrap().len()
        })
    };
    assert_eq!([count("ONE/a.tim"), count("ONE/b.tim"), count("TWO/c.tim")], [2, 2, 1]);
    assert_eq!(made.get(), 2, "once for each folder");
}

#[test]
fn files_of_a_folder_share_one_name_list() {
    let folder = tempfile::tempdir().unwrap();
    let tim = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds/ps1.tim"));
    let tim = tim.unwrap();
    let big = put(folder.path(), "some.big", &archive(&[("a.tim", &tim), ("b.tim", &tim)]));
    let library = Library::new();
    let names = |name: &str| {
        let opened = library.open(&format!("{big}//{name}"), None).unwrap();
        opened.beside(&library, |context| context.siblings.names())
    };
    let (one, other) = (names("a.tim"), names("b.tim"));
    assert_eq!(*one, ["a.tim", "b.tim"]);
    assert!(Arc::ptr_eq(&one, &other), "the list is not copied for each file");
}

#[test]
fn root_listings_are_cached_until_a_root_is_added() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let tim = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds/ps1.tim"));
    let path = put(one.path(), "own.tim", &tim.unwrap());
    put(one.path(), "b.bin", b"x");
    put(other.path(), "a.bin", b"x");
    let library = Library::new();
    let names = || {
        let opened = library.open(&path, None).unwrap();
        opened.beside(&library, |context| context.siblings.in_roots())
    };
    assert!(names().is_empty());
    library.search_in(&one.path().to_string_lossy()).unwrap();
    let first = names();
    assert_eq!(*first, ["b.bin", "own.tim"]);
    assert!(Arc::ptr_eq(&first, &names()), "the listing is not sorted again for each file");
    library.search_in(&other.path().to_string_lossy()).unwrap();
    assert_eq!(*names(), ["a.bin", "b.bin", "own.tim"]);
}
