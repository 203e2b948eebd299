//! Declarations of fields, and fields by their declarations.

use gouraud::ksy::Reader;

use super::read;

const TEXT: &str = "\
meta: {id: shelf, endian: le}
seq:
  - id: count
    type: u1
    doc: Number of books.
  - id: books
    type: book
    repeat: expr
    repeat-expr: count
  - id: notes
    type: note
    repeat: eos
types:
  book:
    doc: A book
    doc-ref: [page 1, page 2]
    seq:
      - id: pages
        type: u2
      - id: kind
        type: u1
        enum: kinds
  note:
    seq:
      - id: len
        type: u1
      - id: text
        type: str
        size: len
        encoding: ASCII
        if: len > 0
enums:
  kinds:
    0: novel
    1: {id: atlas, doc: Maps}
";

fn shelf() -> Reader {
    read(TEXT, &[2, 100, 0, 0, 50, 0, 1, 0, 2, b'h', b'i'])
}

/// Line of the text that begins with this key and value.
fn line(content: &str) -> u32 {
    let at = TEXT.lines().position(|line| line.trim_start_matches([' ', '-']) == content);
    u32::try_from(at.unwrap() + 1).unwrap()
}

#[test]
fn fields_state_their_line_type_and_documentation() {
    let mut shelf = shelf();
    let count = shelf.declaration("count").unwrap();
    assert_eq!((count.line, count.type_name.as_str()), (line("id: count"), "u1"));
    assert_eq!(count.docs[0].text.as_deref(), Some("Number of books."));
    assert_eq!(shelf.declaration("books").unwrap().type_name, "book[]");
    let book = shelf.declaration("books[1]").unwrap();
    assert_eq!(book.docs[0].text.as_deref(), Some("A book"));
    assert_eq!(book.docs[0].references.len(), 2);
    let kind = shelf.declaration("books[1].kind").unwrap();
    assert_eq!(kind.enum_name.as_deref(), Some("kinds"));
    assert_eq!(kind.docs[0].text.as_deref(), Some("Maps"));
    let text = shelf.declaration("notes[1].text").unwrap();
    assert_eq!(text.condition.as_deref(), Some("len > 0"));
    assert!(shelf.declaration("books[9].kind").is_none());
    assert!(shelf.declaration("nothing").is_none());
}

#[test]
fn lines_lead_to_the_nearest_field() {
    let mut shelf = shelf();
    let mut at = |content: &str, near: &str| shelf.path_declared_at(TEXT, line(content), near);
    assert_eq!(at("doc: Number of books.", "").as_deref(), Some("count"));
    assert_eq!(at("id: pages", "").as_deref(), Some("books[0].pages"));
    assert_eq!(at("id: pages", "books[1].kind").as_deref(), Some("books[1].pages"));
    // The first note has no text.
    assert_eq!(at("if: len > 0", "").as_deref(), Some("notes[1].text"));
    assert_eq!(at("types:", ""), None);
    assert_eq!(at("doc: A book", ""), None);
}
