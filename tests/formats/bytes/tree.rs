//! Tree of fields: every field has one path, every byte has one deepest field, and every byte is
//! accounted for.

use std::ops::Range;

use gouraud::bytes::{
    Coverage, Cursor, Endian, Field, FieldId, FieldKind, Hint, NoRecorder, RecordReader, Recorder,
    Result, Shaped, Source, Tree, Value,
};
use proptest::prelude::*;

use super::toy::{Point, Toy, assert_accounted_for};

/// All fields of the tree in file order, with runs expanded.
fn all_fields(tree: &Tree) -> Vec<Field> {
    fn walk(tree: &Tree, id: &FieldId, out: &mut Vec<Field>) {
        let field = tree.field(id).expect("listed field exists");
        let children = field.children;
        out.push(field);
        for index in 0..children {
            walk(tree, &tree.child(id, index).expect("counted child exists"), out);
        }
    }
    let mut out = Vec::new();
    walk(tree, &FieldId::root(), &mut out);
    out
}

fn field(tree: &Tree, path: &str) -> Field {
    tree.field(&tree.find(path).unwrap_or_else(|miss| panic!("{miss}"))).unwrap()
}

fn deepest(tree: &Tree, offset: u64) -> Option<String> {
    tree.deepest_at(offset).map(|id| tree.path(&id))
}

fn opened() -> super::toy::Opened {
    Toy::open(&Toy::sample().write(Endian::Little), Endian::Little)
}

#[test]
fn lists_fields_with_offsets_and_types() {
    let opened = opened();
    let lines: Vec<String> = all_fields(&opened.tree)
        .iter()
        .filter(|field| !field.path.contains("points[") && !field.path.contains("tint."))
        .map(|f| format!("{:#04x}+{} {} {}", f.span.start, f.span.len, f.path, f.type_name))
        .collect();
    assert_eq!(
        lines,
        [
            "0x00+80  Toy",
            "0x00+20 header Header",
            "0x00+4 header.magic text",
            "0x04+2 header.point_count u16",
            "0x06+2 header.strip_count u16",
            "0x08+4 header.name_at u32",
            "0x0c+4 header.strips_at u32",
            "0x10+4 header.strips_again u32",
            "0x14+24 points Point[3]",
            "0x2c+6 name text",
            "0x32+2 padding padding",
            "0x34+28 strips Strip[3]",
            "0x34+8 strips[0] Strip",
            "0x34+1 strips[0].kind u8",
            "0x35+1 strips[0].count u8",
            "0x36+6 strips[0].corners u16[3]",
            "0x36+2 strips[0].corners[0] u16",
            "0x38+2 strips[0].corners[1] u16",
            "0x3a+2 strips[0].corners[2] u16",
            "0x3c+8 strips[1] Strip",
            "0x3c+1 strips[1].kind u8",
            "0x3d+1 strips[1].count u8",
            "0x3e+6 strips[1].tint Tint",
            "0x44+12 strips[2] Strip",
            "0x44+1 strips[2].kind u8",
            "0x45+1 strips[2].count u8",
            "0x46+4 strips[2].corners u16[2]",
            "0x46+2 strips[2].corners[0] u16",
            "0x48+2 strips[2].corners[1] u16",
            "0x4a+6 strips[2].tint Tint",
            "0x2c+0 strips_again link",
        ]
    );
}

#[test]
fn shows_meaning_of_values() {
    let tree = opened().tree;
    let x = field(&tree, "points[1].x");
    assert_eq!((x.value, x.scaled), (Value::Int(-24), Some(-1.5)));
    assert_eq!(field(&tree, "points[1].flags").meaning, "hidden, group 2");
    assert_eq!(field(&tree, "points[2].flags").meaning, "unknown 0x80");
    assert_eq!(field(&tree, "strips[1].tint.word").meaning, "r 31 g 0 b 0 STP");
    assert_eq!(field(&tree, "strips[0]").meaning, "3 corners");
    assert_eq!(field(&tree, "strips[0].corners").meaning, "0, 1, 2");
    assert_eq!(field(&tree, "name").value, Value::Text("plaza".into()));
    assert_eq!(field(&tree, "strips_again").kind, FieldKind::Link(0x34));
}

#[test]
fn lazy_run_has_same_fields_as_direct_reading() {
    let opened = opened();
    let (direct, _, ()) = Tree::record(&opened.source, Endian::Little, "Points", |cur| {
        cur.seek(0x14).unwrap();
        cur.array("points", |cur| {
            for index in 0..3 {
                cur.element(index, "Point", |cur| {
                    cur.get_as::<i16>("x", Hint::Fixed(4))?;
                    cur.get::<i16>("y")?;
                    cur.get_as::<u8>("flags", Hint::Flags(super::toy::POINT_FLAGS))?;
                    cur.records_as::<u8>("rgb", 3, Hint::Channel)
                })?;
            }
            Ok(())
        })
        .unwrap();
    });
    for index in 0..3 {
        for name in ["", ".x", ".y", ".flags", ".rgb", ".rgb[2]"] {
            let path = format!("points[{index}]{name}");
            let (lazy, direct) = (field(&opened.tree, &path), field(&direct, &path));
            assert_eq!(
                (lazy.span, &lazy.type_name, &lazy.value, &lazy.meaning, lazy.scaled),
                (direct.span, &direct.type_name, &direct.value, &direct.meaning, direct.scaled),
                "{path}"
            );
        }
    }
}

#[test]
fn finds_fields_by_path_and_by_parent() {
    let tree = opened().tree;
    let fields = all_fields(&tree);
    assert_eq!(fields.len(), 59);
    for field in fields {
        assert_eq!(tree.find(&field.path).as_ref(), Ok(&field.id), "{:?}", field.path);
        assert_eq!(tree.path(&field.id), field.path);
        let Some(parent) = tree.parent(&field.id) else {
            assert_eq!(field.id, FieldId::root(), "only the root has no parent");
            continue;
        };
        let index = tree.index_in_parent(&field.id).expect("child has an index");
        assert_eq!(tree.child(&parent, index), Some(field.id));
    }
}

#[test]
fn lists_children_in_pages() {
    let tree = opened().tree;
    let points = tree.find("points").unwrap();
    let paths = |range: Range<usize>| -> Vec<String> {
        tree.children(&points, range).into_iter().map(|field| field.path).collect()
    };
    assert_eq!(paths(1..3), ["points[1]", "points[2]"]);
    assert_eq!(paths(2..900), ["points[2]"], "clamped to the existing children");
    assert_eq!(tree.child(&points, 3), None);
}

#[test]
fn distinguishes_siblings_with_equal_names() {
    let source = Source::from_bytes("padded", vec![0; 6]);
    let (tree, _, ()) = Tree::record(&source, Endian::Little, "File", |cur| {
        for _ in 0..2 {
            cur.padding(1).unwrap();
            cur.group("part", "Part", |cur| cur.get::<u16>("x")).unwrap();
        }
    });
    let fields = all_fields(&tree);
    let paths: Vec<&str> = fields.iter().map(|field| field.path.as_str()).collect();
    assert_eq!(paths, ["", "padding", "part", "part.x", "padding~2", "part~2", "part~2.x"]);
    for field in &fields {
        assert_eq!(tree.find(&field.path).as_ref(), Ok(&field.id), "{:?}", field.path);
        assert!(field.path.ends_with(&field.name), "{:?} ends with {:?}", field.path, field.name);
    }
}

#[test]
fn unknown_path_reports_longest_match() {
    let tree = opened().tree;
    let miss = tree.find("strips[2].tint.colour").unwrap_err();
    assert_eq!(miss.deepest, "strips[2].tint");
    assert_eq!(tree.find("strips[3]").unwrap_err().deepest, "strips");
    assert_eq!(tree.find("nothing.here").unwrap_err().deepest, "");
    assert!(tree.find("padding~2").is_err());
    assert!(tree.find("padding~0").is_err());
    assert!(tree.find("padding~x").is_err());
}

#[test]
fn finds_deepest_field_of_each_byte() {
    let opened = opened();
    for offset in 0..opened.source.len() {
        let id =
            opened.tree.deepest_at(offset).unwrap_or_else(|| panic!("{offset:#x} has no field"));
        let field = opened.tree.field(&id).unwrap();
        assert!(field.span.contains(offset), "{offset:#x} is not in {}", field.path);
        assert_eq!(field.children, 0, "{} is a leaf", field.path);
    }
    assert_eq!(deepest(&opened.tree, 0x15).as_deref(), Some("points[0].x"));
    assert_eq!(deepest(&opened.tree, 0x33).as_deref(), Some("padding"));
    assert_eq!(deepest(&opened.tree, 0x48).as_deref(), Some("strips[2].corners[1]"));
    assert_eq!(deepest(&opened.tree, 0x4f).as_deref(), Some("strips[2].tint.weight"));
    assert_eq!(deepest(&opened.tree, 0x50), None, "no field after the end");
    assert_eq!(deepest(&opened.tree, u64::MAX), None);
}

#[test]
fn lists_leaves_of_range_in_file_order() {
    let tree = opened().tree;
    let leaves = |range: Range<u64>| {
        let mut paths = Vec::new();
        tree.leaves_in(range, &mut |id, span| {
            paths.push(format!("{} {}", tree.path(&id), span.len));
        });
        paths
    };
    assert_eq!(
        leaves(0x31..0x37),
        ["name 6", "padding 2", "strips[0].kind 1", "strips[0].count 1", "strips[0].corners[0] 2"]
    );
    assert_eq!(leaves(0x31..0x31), [""; 0], "an empty range covers no field");
    assert_eq!(leaves(0x50..0x90), [""; 0]);
}

#[test]
fn lists_unread_bytes() {
    let mut bytes = Toy::sample().write(Endian::Little);
    bytes.extend([9; 5]);
    let opened = Toy::open(&bytes, Endian::Little);
    let unread = field(&opened.tree, "unread[0]");
    assert_eq!((unread.kind, unread.span.start, unread.span.len), (FieldKind::Unread, 0x50, 5));
    assert_eq!(deepest(&opened.tree, 0x52).as_deref(), Some("unread[0]"));
    let expected = Coverage { fields: 78, padding: 2, unread: 5, overlap: 0 };
    assert_eq!(opened.tree.coverage(), expected);
}

#[test]
fn numbers_gaps_between_fields() {
    let source = Source::from_bytes("gaps", (0..12).collect());
    let (tree, _, ()) = Tree::record(&source, Endian::Little, "File", |cur| {
        cur.at(2, |cur| cur.get::<u16>("a")).unwrap();
        cur.at(8, |cur| cur.get::<u8>("b")).unwrap();
    });
    let gaps: Vec<(u64, u64)> = tree
        .children(&tree.find("unread").unwrap(), 0..9)
        .iter()
        .map(|gap| (gap.span.start, gap.span.len))
        .collect();
    assert_eq!(gaps, [(0, 2), (4, 4), (9, 3)]);
    assert_eq!(tree.coverage(), Coverage { fields: 3, padding: 0, unread: 9, overlap: 0 });
}

#[test]
fn counts_bytes_claimed_twice_as_overlap() {
    let source = Source::from_bytes("overlap", vec![0; 10]);
    let (tree, _, ()) = Tree::record(&source, Endian::Little, "File", |cur| {
        cur.bytes("whole", 6).unwrap();
        cur.at(4, |cur| cur.get::<u32>("across")).unwrap();
        cur.at(1, |cur| cur.get::<u16>("inside")).unwrap();
        cur.at(8, |cur| cur.padding(2).map(drop)).unwrap();
    });
    assert_eq!(tree.coverage(), Coverage { fields: 8, padding: 2, unread: 0, overlap: 4 });
    assert_eq!(deepest(&tree, 0).as_deref(), Some("whole"));
    assert_eq!(deepest(&tree, 1).as_deref(), Some("inside"));
    assert_eq!(deepest(&tree, 3).as_deref(), Some("whole"));
}

#[test]
fn tree_without_reader_is_one_field() {
    let source = Source::from_bytes("any", vec![7; 9]);
    let tree = Tree::raw(&source);
    assert_eq!(field(&tree, "data").span, source.span());
    assert_eq!(Tree::raw(&Source::from_bytes("none", vec![])).coverage(), Coverage::default());
}

/// Element that states its length and names only its first byte.
struct Skipping;

impl RecordReader for Skipping {
    type Out = u8;
    const TYPE: &'static str = "Skipping";
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<u8> {
        let start = cur.pos();
        let len: u8 = cur.get("len")?;
        cur.seek(start + u64::from(len))?;
        Ok(len)
    }
}

#[test]
fn assigns_skipped_bytes_to_their_element() {
    let source = Source::from_bytes("skips", vec![3, 0, 0, 1, 2, 0]);
    let (tree, problems, run) =
        Tree::record(&source, Endian::Little, "File", |cur| cur.run("parts", 3, Skipping));
    assert!(problems.is_empty());
    assert_eq!((run.items, run.starts.to_vec(), run.end), (vec![3, 1, 2], vec![0, 3, 4], 6));
    let found: Vec<_> = (0..6).map(|at| deepest(&tree, at).unwrap()).collect();
    let expected =
        ["parts[0].len", "parts[0]", "parts[0]", "parts[1].len", "parts[2].len", "parts[2]"];
    assert_eq!(found, expected);
}

#[test]
fn expands_long_run_on_demand() {
    let count = 200_000;
    let source = Source::from_bytes("many", vec![0xAB; count * Point::SIZE]);
    let (tree, _, points) = Tree::record(&source, Endian::Little, "File", |cur| {
        cur.records::<Point>("points", count).unwrap()
    });
    assert_eq!((points.len(), tree.child_count(&FieldId::root())), (count, 1));
    let last = field(&tree, "points[199999].flags");
    assert_eq!((last.span.start, last.value), (199_999 * 8 + 4, Value::Uint(0xAB)));
}

proptest! {
    #[test]
    fn accounts_for_all_bytes_of_random_input(
        bytes in proptest::collection::vec(any::<u8>(), 0..200), big: bool,
    ) {
        check_any(&bytes, big);
    }

    #[test]
    fn accounts_for_all_bytes_of_damaged_file(
        flips in proptest::collection::vec((0usize..80, any::<u8>()), 0..6), cut in 0usize..=80,
    ) {
        let mut bytes = Toy::sample().write(Endian::Little);
        for (at, value) in flips {
            bytes[at] = value;
        }
        bytes.truncate(cut);
        check_any(&bytes, false);
    }
}

/// Checks the tree of arbitrary bytes: the coverage adds up, every byte has one deepest field, every
/// field has one path, and the records are the same with and without a recorder.
fn check_any(bytes: &[u8], big: bool) {
    let endian = if big { Endian::Big } else { Endian::Little };
    let opened = Toy::open(bytes, endian);
    let tree = &opened.tree;
    assert_accounted_for(tree.coverage(), opened.source.len());
    for offset in 0..opened.source.len() {
        let id = tree.deepest_at(offset).expect("every byte has a field");
        let field = tree.field(&id).unwrap();
        assert!(field.span.contains(offset));
        let siblings = tree.parent(&id).map_or(0, |parent| tree.child_count(&parent));
        assert!(siblings > 0, "{} is not listed", field.path);
    }
    for field in all_fields(tree) {
        assert_eq!(tree.find(&field.path).as_ref(), Ok(&field.id), "{:?}", field.path);
        assert!(field.span.end() <= opened.source.len());
    }
    let mut quiet = Cursor::new(&opened.source, endian, NoRecorder);
    let again = format!("{:?}", Toy::read(&mut quiet));
    assert_eq!(again, format!("{:?}", opened.toy), "recording changes nothing");
}
