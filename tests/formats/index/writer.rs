//! Tests with two concurrent writers, and of removing files.

use gouraud::bytes::Source;
use gouraud::index::writer::Writer;
use gouraud::index::{FileFacts, Index};

fn file(path: &str) -> FileFacts {
    FileFacts::bare(path, &Source::from_bytes(path, vec![0; 4]), "unknown")
}

/// Path and holder of each file, and whether it has a stamp.
fn files(writer: &Writer) -> Vec<(String, i64, bool)> {
    let query = "SELECT path, holder, stamp IS NOT NULL FROM file ORDER BY path";
    let mut found = writer.connection.prepare(query).unwrap();
    let rows = found.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    rows.unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn writes_nothing_if_the_file_was_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open(folder.path()).unwrap();
    let [mut first, mut second] = [(); 2].map(|()| Writer::new(&index).unwrap());
    let overtaken = first.put(&file("disc.iso"), None).unwrap().unwrap();
    first.put(&file("disc.iso//a"), Some(overtaken)).unwrap().unwrap();
    first.end().unwrap();
    // The other writer begins with the same disc.
    second.remove_path("disc.iso").unwrap();
    let disc = second.put(&file("disc.iso"), None).unwrap().unwrap();
    second.put(&file("disc.iso//a"), Some(disc)).unwrap().unwrap();
    second.end().unwrap();
    assert_ne!(disc, overtaken);
    assert_eq!(first.put(&file("disc.iso//b"), Some(overtaken)).unwrap(), None);
    first.finish(overtaken, "stamp").unwrap();
    first.end().unwrap();
    let expected = |has_stamp| {
        [("disc.iso", has_stamp), ("disc.iso//a", false)]
            .map(|(path, has_stamp)| (path.to_owned(), disc, has_stamp))
    };
    assert_eq!(files(&second), expected(false));
    second.finish(disc, "stamp").unwrap();
    second.end().unwrap();
    assert_eq!(files(&first), expected(true));
}

#[test]
fn replacing_a_disc_removes_its_members() {
    let index = Index::in_memory().unwrap();
    let mut writer = Writer::new(&index).unwrap();
    let disc = writer.put(&file("disc.iso"), None).unwrap();
    writer.put(&file("disc.iso//a"), disc).unwrap();
    let other = writer.put(&file("disc.iso"), None).unwrap().unwrap();
    assert_eq!(files(&writer), [("disc.iso".to_owned(), other, false)]);
}

#[test]
fn removing_a_disc_removes_its_own_entry_last() {
    let index = Index::in_memory().unwrap();
    let mut writer = Writer::new(&index).unwrap();
    let disc = writer.put(&file("disc.iso"), None).unwrap().unwrap();
    for number in 0..20 {
        writer.put(&file(&format!("disc.iso//{number:02}")), Some(disc)).unwrap();
    }
    writer.finish(disc, "stamp").unwrap();
    writer.end().unwrap();
    writer.begin().unwrap();
    let _ = writer.remove_some(disc).unwrap();
    // The disc itself is removed last.
    let left = files(&writer);
    assert_eq!((left.len(), left[0].0.as_str()), (13, "disc.iso"));
    writer.remove(disc).unwrap();
    assert_eq!(files(&writer), []);
}
