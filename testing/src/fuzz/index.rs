//! An index whose database was damaged.

use std::sync::LazyLock;

use gouraud::index::{Index, Query, Root, SearchError, Watch};
use gouraud::library::Library;

/// The folder of a few small files that is indexed.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/tim");
/// Name of the database in the folder of the cache.
const DATABASE: &str = "index.sqlite";
/// Queries of different tables.
const QUERIES: [&str; 4] = ["", "kind:file", "name:tim kind:texture", "size>10 a"];

/// Result of using a damaged index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recovery {
    /// No damage was found.
    Used,
    /// A new database was created, and contains all files.
    Rebuilt,
    /// The reason was reported, and the database was left unchanged.
    Refused,
}

struct Silent;
impl Watch for Silent {}

static VALID: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let cache = tempfile::tempdir().expect("a folder can be created");
    let index = Index::open(cache.path()).expect("an index can be created");
    update(&index).expect("an index can be written");
    drop(index);
    std::fs::read(cache.path().join(DATABASE)).expect("the index is a file")
});

/// Searches and updates an index with a database made of these bytes.
///
/// # Panics
/// A damaged index is neither rebuilt nor refused with a reason.
pub fn run(bytes: &[u8]) -> Recovery {
    let cache = tempfile::tempdir().expect("a folder can be created");
    std::fs::write(cache.path().join(DATABASE), database(bytes)).expect("a file can be written");
    let (index, error) = Index::open_or_in_memory(Some(cache.path())).expect("memory is available");
    let mut damages: Vec<bool> = Vec::new();
    let mut add = |is_damaged: bool, message: &str| {
        let is_sentence = !message.is_empty() && !message.contains('\n');
        assert!(is_sentence, "a reason in one sentence, found {message:?}");
        damages.push(is_damaged);
    };
    if let Some(error) = error {
        add(error.is_damaged(), &error.to_string());
    }
    let mut search_all = |index: &Index| {
        for query in QUERIES {
            match search(index, query) {
                Ok(_) => {}
                Err(SearchError::Index(error)) => add(error.is_damaged(), &error.to_string()),
                Err(SearchError::Mistake(mistake)) => panic!("{query}: {mistake}"),
            }
        }
    };
    search_all(&index);
    let updated = update(&index);
    search_all(&index);
    if let Err(error) = updated {
        add(error.is_damaged(), &error.to_string());
    }
    match damages.as_slice() {
        [] => Recovery::Used,
        all if !all.contains(&true) => Recovery::Refused,
        _ => {
            update(&index).expect("the new index can be written");
            let found = search(&index, "kind:file").expect("the new index can be read");
            assert!(found > 0, "the new index has files");
            Recovery::Rebuilt
        }
    }
}

fn update(index: &Index) -> Result<(), gouraud::index::IndexError> {
    index.update(&Library::new(), &Root::new(FOLDER), 1, &Silent).map(drop)
}

fn search(index: &Index, query: &str) -> Result<usize, SearchError> {
    let search = index.search(vec![Root::new(FOLDER)])?;
    let prepared = search.prepare(&Query::parse(query)?, &Library::new())?;
    search.count(&prepared)?;
    Ok(search.page(&prepared, Some(20))?.len())
}

/// The bytes as they are, or as changes of a valid database, each of a three-byte offset and a value; or its
/// beginning, followed by other bytes.
fn database(bytes: &[u8]) -> Vec<u8> {
    let [kind, rest @ ..] = bytes else { return Vec::new() };
    let offset = |bytes: [u8; 3]| {
        let [a, b, c] = bytes.map(usize::from);
        (a | b << 8 | c << 16) % VALID.len()
    };
    let mut valid = VALID.clone();
    match (kind % 3, rest) {
        (0, _) => return rest.to_vec(),
        (1, [a, b, c, rest @ ..]) => {
            valid.truncate(offset([*a, *b, *c]));
            valid.extend(rest);
        }
        _ => {
            for [a, b, c, value] in rest.as_chunks().0 {
                valid[offset([*a, *b, *c])] = *value;
            }
        }
    }
    valid
}
