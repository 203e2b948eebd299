//! Texts of a fixed length in layouts.

use gouraud::bytes::layout::{self, Text};
use gouraud::bytes::{Cursor, Endian, NoRecorder, Source, Tree, Value};

gouraud::layout! {
    /// A name, and a count.
    pub struct Named {
        pub name: Text<6>,
        pub count: u8,
    }
}

const BYTES: &[u8] = b"ab\0cd\0\x07";

#[test]
fn keeps_bytes_after_nul() {
    let source = Source::from_bytes("text", BYTES.to_vec());
    let mut cur = Cursor::new(&source, Endian::Little, NoRecorder);
    let mut named = Named::default();
    layout::read(&mut cur, &mut named, (), 0).unwrap();
    assert_eq!((named.name.bytes(), named.name.lossy(), named.count), (&b"ab"[..], "ab".into(), 7));
    assert_eq!(layout::write(&named, Endian::Little, ()).unwrap(), BYTES);
}

#[test]
fn shows_text_in_tree() {
    let source = Source::from_bytes("text", BYTES.to_vec());
    let (tree, ..) = Tree::record(&source, Endian::Little, "Named", |cur| {
        layout::read(cur, &mut Named::default(), (), 0)
    });
    let field = tree.field(&tree.find("name").unwrap()).unwrap();
    assert_eq!((field.type_name.as_str(), field.value), ("text", Value::Text("ab".into())));
    assert_eq!(field.span.len, 6);
}

#[test]
fn reports_truncated_text() {
    let source = Source::from_bytes("text", BYTES[..4].to_vec());
    let mut cur = Cursor::new(&source, Endian::Little, NoRecorder);
    layout::read(&mut cur, &mut Named::default(), (), 0).unwrap();
    assert!(cur.finish().1.lost().is_some());
}
