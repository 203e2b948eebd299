use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use gouraud::library::disk::{FolderEntry, Listing, Listings};
use gouraud::library::made_values::ValueKey;

#[test]
fn finds_names_exactly_first_then_ignoring_case() {
    let found = |name: &str, is_folder| FolderEntry {
        name: name.to_owned(),
        path: Path::new("folder").join(name),
        is_folder,
    };
    let made = [found("b.PSX", false), found("c", false), found("B.psx", false)];
    let listing = Listing::of(made.into_iter().chain([found("INNER", true)]).collect());
    let name = |name: &str| listing.find(name).map(|entry| entry.name.as_str());
    assert_eq!(*listing.files(), ["B.psx", "b.PSX", "c"]);
    assert_eq!((name("b.PSX"), name("B.psx")), (Some("b.PSX"), Some("B.psx")));
    // If two names differ only in case, the first is returned.
    assert_eq!((name("b.psx"), name("B.PSX")), (Some("B.psx"), Some("B.psx")));
    assert_eq!((name("inner"), name("d")), (Some("INNER"), None));
    assert!(Listings::default().of(Path::new("there is no such folder")).is_err());
}

/// Sets the time stamp of a folder, in seconds since 1970.
#[cfg(unix)]
fn age(folder: &Path, seconds: u64) {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    std::fs::File::open(folder).unwrap().set_modified(time).unwrap();
}

#[cfg(unix)]
#[test]
fn rereads_a_folder_only_after_changes() {
    let folder = tempfile::tempdir().unwrap();
    let listings = Listings::default();
    let of = || listings.of(folder.path()).unwrap();
    assert!(!Arc::ptr_eq(&of(), &of()), "it was made just now: it may change again");
    age(folder.path(), 1);
    let before = of();
    assert!(Arc::ptr_eq(&before, &of()));
    assert_eq!(listings.find(folder.path(), "late"), None);
    std::fs::write(folder.path().join("Late"), b"x").unwrap();
    assert!(listings.find(folder.path(), "late").is_some());
    assert!(!Arc::ptr_eq(&before, &of()));
    std::fs::remove_file(folder.path().join("Late")).unwrap();
    assert_eq!(listings.find(folder.path(), "late"), None);
}

#[cfg(unix)]
#[test]
fn finds_a_new_file_despite_an_unchanged_time_stamp() {
    let folder = tempfile::tempdir().unwrap();
    let listings = Listings::default();
    std::fs::create_dir(folder.path().join("inner")).unwrap();
    std::fs::write(folder.path().join("inner/file"), b"x").unwrap();
    age(folder.path(), 1);
    let kept = listings.of(folder.path()).unwrap();
    std::fs::write(folder.path().join("late"), b"x").unwrap();
    age(folder.path(), 1);
    assert!(Arc::ptr_eq(&kept, &listings.of(folder.path()).unwrap()));
    assert_eq!(listings.find(folder.path(), "late"), Some(folder.path().join("late")));
    assert!(listings.find(folder.path(), "inner/file").is_some());
    // The target of a link may change without changing the folder.
    std::os::unix::fs::symlink("late", folder.path().join("link")).unwrap();
    age(folder.path(), 2);
    let of = || listings.of(folder.path()).unwrap();
    assert!(!Arc::ptr_eq(&of(), &of()));
}

#[cfg(unix)]
#[test]
fn computes_values_of_a_folder_once_until_a_file_changes() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let folder = tempfile::tempdir().unwrap();
    let listings = Listings::default();
    let count = || {
        let listing = listings.of(folder.path()).unwrap();
        let key = ValueKey { what: "count", ..ValueKey::default() };
        let made = listing.made(key, &|| {
            MADE.fetch_add(1, Ordering::Relaxed);
            Arc::new(listing.files().len())
        });
        (made.downcast_ref::<usize>().copied(), MADE.load(Ordering::Relaxed))
    };
    age(folder.path(), 2);
    assert_eq!((count(), count()), ((Some(0), 1), (Some(0), 1)));
    std::fs::write(folder.path().join("one"), b"x").unwrap();
    assert_eq!(count(), (Some(1), 2));
    // The same files with another time stamp: one may have been replaced.
    age(folder.path(), 3);
    assert_eq!(count(), (Some(1), 3));
    assert_eq!(count(), (Some(1), 3));
    listings.forget(&folder.path().join("one"));
    assert_eq!(count(), (Some(1), 4));
}
