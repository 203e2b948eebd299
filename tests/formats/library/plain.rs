use std::sync::Arc;

use gouraud::bytes::Source;
use gouraud::library::plain::BYTES;
use gouraud::library::{Library, Opened};

fn plain(bytes: &[u8]) -> Arc<Opened> {
    let library = Library::default();
    let source = Source::from_bytes("readme", bytes.to_vec());
    library.open_plain(&source, None, Some(Library::unclaimed(&source)))
}

#[test]
fn text_files_become_lines_with_their_spans() {
    let opened = plain(b"one\r\n\n\ttwo");
    assert_eq!(opened.document.format.id, "text");
    let scene = opened.scene(&Library::default()).unwrap();
    let rows = &scene.tables[0].rows;
    let cells: Vec<&[String]> = rows.iter().map(|row| &*row.cells).collect();
    assert_eq!(cells, [["1", "one"], ["2", ""], ["3", "    two"]]);
    let spans: Vec<(u64, u64)> =
        rows.iter().map(|row| (row.origin.span.start, row.origin.span.len)).collect();
    assert_eq!(spans, [(0, 3), (5, 0), (6, 4)]);
    let field = |path: &str| {
        let tree = &opened.document.tree;
        let field = tree.field(&tree.find(path).unwrap()).unwrap();
        (field.span.start, field.span.len)
    };
    assert_eq!(field("lines[0].ending"), (3, 2));
    assert_eq!(field("lines[2].text"), (6, 4));
}

#[test]
fn other_files_become_bytes_with_a_reason() {
    let unclaimed = "unknown format; its bytes are shown";
    for (bytes, why) in
        [(&b""[..], "the file is empty"), (b"\x00\x01\x02", unclaimed), (&[0xff; 100], unclaimed)]
    {
        let opened = plain(bytes);
        assert_eq!(opened.document.format.id, "bytes", "{bytes:?}");
        assert_eq!(opened.document.problems.total(), 1);
        assert!(opened.reason.contains(why));
    }
    let library = Library::default();
    let source = Source::from_bytes("readme", b"a text".to_vec());
    let opened = library.open_plain(&source, Some(&BYTES), None);
    assert_eq!((opened.document.format.id, opened.chosen), ("bytes", true));
    assert!(opened.document.problems.is_empty());
}
