//! Sources that the library retains for open files, and their release.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Barrier};

use gouraud::bytes::{Source, SourceId};
use gouraud::formats::ms::szdd;
use gouraud::library::{Library, Opened, ResolvedPath};

fn seed(name: &str) -> Vec<u8> {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    std::fs::read(seeds.join(name)).unwrap()
}

/// Creates a file with these bytes in a new folder.
fn file(name: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    (folder, path)
}

fn open(library: &Library, path: &Path) -> Arc<Opened> {
    library.open(path.to_str().unwrap(), None).unwrap()
}

/// All sources of an opened file, its wrappers included.
fn layers(opened: &Opened) -> Vec<SourceId> {
    let wrapped = opened.wrappers.iter().map(|layer| layer.source.id());
    wrapped.chain([opened.document.source.id()]).collect()
}

/// A picture in two nested wrappers.
fn wrapped_twice() -> Vec<u8> {
    szdd::pack(&szdd::pack(&seed("ps1.tim"), b'_'), b'_')
}

#[test]
fn forgetting_a_file_releases_all_its_wrappers() {
    let files = [
        ("ps1.tim", seed("ps1.tim"), 0),
        ("ff7.battle.lzs", seed("ff7.battle.lzs"), 1),
        ("twice.tim", wrapped_twice(), 2),
    ];
    for (name, bytes, wrappers) in files {
        let (_folder, path) = file(name, &bytes);
        let library = Library::new();
        let opened = open(&library, &path);
        assert_eq!(opened.wrapped().len(), wrappers, "{name}");
        let (layers, still_there) = (layers(&opened), Arc::downgrade(&opened));
        assert!(layers.iter().all(|id| library.source(*id).is_some()), "{name}");
        library.forget(&path);
        drop(opened);
        assert!(still_there.upgrade().is_none(), "{name}");
        assert!(layers.iter().all(|id| library.source(*id).is_none()), "{name}");
    }
}

#[test]
fn closing_a_file_releases_all_its_wrappers() {
    let (_folder, path) = file("twice.tim", &wrapped_twice());
    let library = Library::new();
    let opened = open(&library, &path);
    let (layers, still_there) = (layers(&opened), Arc::downgrade(&opened));
    library.close(&opened);
    drop(opened);
    assert!(still_there.upgrade().is_none());
    assert!(layers.iter().all(|id| library.source(*id).is_none()));
}

#[test]
fn forgetting_a_container_forgets_only_its_members() {
    let (folder, path) = file("ea.big", &seed("ea.big"));
    let other_path = folder.path().join("other.tim");
    std::fs::write(&other_path, seed("ps1.tim")).unwrap();
    let library = Library::new();
    let entries = library.list(path.to_str().unwrap(), false).unwrap();
    let ResolvedPath::File(member) = library.place(&entries[0].path).unwrap() else {
        panic!("a file")
    };
    let other = open(&library, &other_path);
    library.forget(&path);
    assert!(library.source(member.id()).is_none());
    assert!(library.is_open(&other.stored) && Arc::ptr_eq(&other, &open(&library, &other_path)));
}

#[test]
fn opening_as_another_format_replaces_the_document() {
    let (_folder, path) = file("twice.tim", &wrapped_twice());
    let library = Library::new();
    let opened = open(&library, &path);
    let inside = opened.document.source.id();
    let again = library.open_source(&opened.stored, Some("ms.szdd")).unwrap();
    assert!(again.chosen && !Arc::ptr_eq(&opened, &again));
    assert!(Arc::ptr_eq(&again, &open(&library, &path)));
    let still_there = Arc::downgrade(&opened);
    drop(opened);
    assert!(still_there.upgrade().is_none() && library.source(inside).is_none());
    assert!(layers(&again).iter().all(|id| library.source(*id).is_some()));
}

/// Results of two threads that run the same work at the same time.
fn at_once<T: Send>(work: impl Fn() -> T + Sync) -> [T; 2] {
    let barrier = Barrier::new(2);
    let work = || {
        barrier.wait();
        work()
    };
    std::thread::scope(|scope| {
        [scope.spawn(work), scope.spawn(work)].map(|thread| thread.join().unwrap())
    })
}

#[test]
fn concurrent_opens_return_the_same_document() {
    let bytes = seed("ff7.battle.lzs");
    let (_folder, path) = file("ff7.battle.lzs", &bytes);
    for _ in 0..50 {
        let library = Library::new();
        let source = Source::from_bytes("ff7.battle.lzs", bytes.clone());
        let [one, other] = at_once(|| library.open_source(&source, None).unwrap());
        assert!(Arc::ptr_eq(&one, &other), "for the same source");
        let [one, other] = at_once(|| open(&library, &path));
        assert_eq!(one.stored.id(), other.stored.id());
        assert!(Arc::ptr_eq(&one, &other), "for the same file");
        assert!(layers(&one).iter().all(|id| library.source(*id).is_some()));
    }
}
