//! Files that are read on demand, and change while they are open.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gouraud::bytes::{ReadAt, Source};
use gouraud::edit::{EditOp, apply};
use gouraud::library::{Library, ResolvedPath};
use gouraud_testing::fields;

use super::{archive, put};

/// More than the library reads at once.
const LARGE: usize = 17 << 20;

fn seed(name: &str) -> Vec<u8> {
    let seeds = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    std::fs::read(seeds.join(name)).unwrap()
}

#[test]
fn members_have_the_same_fields_as_separate_files() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["neversoft.psx4", "trespasser.groff.grf", "ps1.tim", "archive.zip"];
    let seeds = names.map(seed);
    let pad = vec![0; LARGE];
    let members = names.iter().copied().zip(seeds.iter().map(Vec::as_slice));
    let all: Vec<_> = [("pad", &pad[..])].into_iter().chain(members).collect();
    let path = put(folder.path(), "large.big", &archive(&all));
    let library = Library::new();
    let opened = library.open(&path, None).unwrap();
    assert!(opened.document.source.in_memory().is_none() && opened.document.source.is_stored());
    for (name, bytes) in names.iter().zip(&seeds) {
        let inside = library.open(&format!("{path}//{name}"), None).unwrap();
        let apart = library.open_source(&Source::from_bytes(*name, bytes.clone()), None).unwrap();
        assert!(inside.document.source.in_memory().is_none(), "{name}");
        let text = |tree| fields::text_of(tree, |_| false);
        assert_eq!(text(&inside.document.tree), text(&apart.document.tree), "{name}");
    }
}

#[test]
fn reports_bytes_that_no_longer_exist() {
    let folder = tempfile::tempdir().unwrap();
    let path =
        put(folder.path(), "large.big", &archive(&[("first", b"abc"), ("last", &vec![7; LARGE])]));
    let library = Library::new();
    let place = library.place(&format!("{path}//last")).unwrap();
    let ResolvedPath::File(last) = place else { panic!("it is a file") };
    File::options().write(true).open(&path).unwrap().set_len(LARGE as u64 / 2).unwrap();
    assert!(last.window(0, 16).iter().all(|byte| *byte == 7), "the start still exists");
    let end = last.window(LARGE as u64 - 16, LARGE as u64);
    assert_eq!(end, [0; 16]);
    let failures = last.failures();
    assert!(
        failures[0].message.contains("large.big was shortened while it was open"),
        "{failures:?}"
    );
    let unread = last.each_chunk(|_| Ok::<(), std::convert::Infallible>(()));
    assert!(unread.is_ok() && last.failures().len() <= 20);
}

/// A file on a medium that cannot be read for a while.
struct Unsteady {
    bytes: Vec<u8>,
    fails: AtomicBool,
}

impl ReadAt for Unsteady {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn is_stored(&self) -> bool {
        true
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        let start = offset as usize;
        if self.fails.load(Ordering::Relaxed) && start + out.len() > self.bytes.len() - 64 {
            return Err("the medium cannot be read".to_owned());
        }
        out.copy_from_slice(&self.bytes[start..start + out.len()]);
        Ok(())
    }
}

#[test]
fn an_edit_is_refused_only_while_bytes_cannot_be_read() {
    let mut bytes =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/skater.psx")).unwrap();
    bytes.extend([0; 4096]);
    let file = Arc::new(Unsteady { bytes, fails: AtomicBool::new(true) });
    let source = Source::from_large_file("skater.psx", "skater.psx".into(), file.clone());
    let opened = Library::new().open_source(&source, None).unwrap();
    let end = source.len() - 16;
    assert_eq!(source.window(end, source.len()), [0; 16]);
    assert!(!source.failures().is_empty());

    let edit = EditOp::parse("models[0].faces[0].flags^=0x40", None).unwrap();
    let refused = apply(&opened.document, std::slice::from_ref(&edit)).err().unwrap().to_string();
    assert!(refused.contains("the medium cannot be read"), "{refused}");
    file.fails.store(false, Ordering::Relaxed);
    apply(&opened.document, &[edit]).unwrap();
}
