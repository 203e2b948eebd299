//! Members of described files, and their counts.

use std::collections::BTreeMap;

use gouraud::formats::{Document, NewBytes};
use gouraud_testing::Folder;

use super::format::open;

const PACK: &str = "
meta: {id: pack, endian: le}
seq:
  - {id: files, type: file, repeat: eos}
types:
  file:
    seq:
      - {id: name, type: strz, size: 4, encoding: ASCII}
      - {id: len_body, type: u1}
      - {id: body, size: len_body, process: xor(0xff)}
      - {id: more, size: 2}
-gouraud:
  members:
    - {each: files, name: name, data: more}
    - {each: files, name: name + '.x', data: body}
  tables: {each: files, columns: {name: name}}
";

const FILE: &[u8] = b"one\0\x03\xFE\xFD\xFCABtwo\0\x01\xFFCD";

fn replaced(document: &Document, index: usize, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let folder = Folder::default();
    let new = BTreeMap::from([(index, bytes.to_vec())]);
    let files = document.content.container().with_members(folder.context(), &new);
    let files = files.map_err(|refusal| refusal.0)?;
    match &files[0].bytes {
        NewBytes::Whole(bytes) => Ok(bytes.clone()),
        _ => panic!("expected the whole file"),
    }
}

#[test]
fn members_are_replaced_at_the_same_length() {
    let document = open(PACK, FILE);
    let expected = b"one\0\x03\xFE\xFD\xFCABtwo\0\x01\xFFXY";
    assert_eq!(replaced(&document, 1, b"XY").unwrap(), expected);
}

#[test]
fn unpacked_members_are_packed_again() {
    let document = open(PACK, FILE);
    let expected = b"one\0\x03\xEF\xDF\xCFABtwo\0\x01\xFFCD";
    assert_eq!(replaced(&document, 2, &[0x10, 0x20, 0x30]).unwrap(), expected);
}

#[test]
fn another_length_is_refused() {
    let document = open(PACK, FILE);
    let expected = "one: expected 2 bytes, found 3; members of described formats keep their length";
    assert_eq!(replaced(&document, 0, b"XYZ").unwrap_err(), expected);
}

#[test]
fn content_that_decides_other_fields_is_refused() {
    let text = "
meta: {id: nested}
seq: [{id: head, size: 1}, {id: rest, size: 'size', if: has_rest}]
instances:
  size: {pos: 0, type: u1}
  has_rest: {value: size > 0}
-gouraud: {members: {name: \"'head'\", data: head}}
";
    let document = open(text, &[1, 2]);
    let why = replaced(&document, 0, &[0]).unwrap_err();
    assert_eq!(why, "with the new content `rest` would disappear");
}

#[test]
fn assets_are_counted() {
    let counts: Vec<_> = open(PACK, FILE).counts.iter().collect();
    assert_eq!(counts, [("members", 4)]);
    let text = "
meta: {id: boxes}
seq: [{id: points, type: point, repeat: eos}]
types: {point: {seq: [{id: x, type: s1}, {id: y, type: s1}, {id: z, type: s1}]}}
-gouraud:
  meshes:
    positions: {each: points, xyz: '[x, y, z]'}
    faces: {each: points, if: _index == 0, corners: {position: '[0, 1, 2]'}}
";
    let counts: Vec<_> = open(text, &[0; 9]).counts.iter().collect();
    assert_eq!(counts, [("models", 1), ("vertices", 3), ("faces", 1)]);
}

#[test]
fn empty_names_in_paths_of_members_are_left_out() {
    let text = "
meta: {id: paths}
seq: [{id: all, size: 1, repeat: eos}]
-gouraud:
  members: {each: all, name: \"'a//b\\\\/' + _.to_s('ASCII')\", data: _}
";
    let document = open(text, b"xy");
    let members = document.content.container().members().expect("it has members").list();
    let paths: Vec<&str> = members.iter().map(|member| member.path.as_str()).collect();
    assert_eq!(paths, ["a/b/x", "a/b/y"]);
}
