use gouraud::bytes::reference::{
    Base, ElementRef, KeyKind, KeyRef, KeyedList, OffsetRef, Reference,
};
use gouraud::bytes::{Endian, Field, Hint, Referred, Source, Tree};

gouraud::record! {
    /// A name and its key.
    struct Name {
        key: u16,
        text: u16,
    }
}

gouraud::record! {
    /// A part, by its handle, with a name and an offset.
    struct User {
        part: u16 => HANDLE,
        name: u16 => KEY,
        offset: i16 => OFFSET,
    }
}

const HANDLE: Hint = Hint::Ref(&Reference::Element(ElementRef {
    list: "parts",
    first: 100,
    step: 3,
    only_if: None,
}));
const KEY: Hint = Hint::Ref(&Reference::Key(KeyRef {
    lists: &[KeyedList { list: "names", key: "key", text: "text" }],
    kind: KeyKind::Symbol,
    zero_is_none: true,
}));
const OFFSET: Hint = Hint::Ref(&Reference::Offset(OffsetRef {
    base: Base::Start("parts"),
    mask: 0x7FF,
    target: "parts[]",
    zero: "joint",
}));

/// Three parts, two names, and users with these numbers.
fn tree(users: &[[i16; 3]]) -> Tree {
    let words = [1, 2, 3, 70, 5, 80, 6].into_iter().chain(users.iter().flatten().copied());
    let bytes = words.flat_map(i16::to_le_bytes).collect();
    let source = Source::from_bytes("t", bytes);
    let (tree, ..) = Tree::record(&source, Endian::Little, "T", |cur| {
        cur.records::<u16>("parts", 3)?;
        cur.records::<Name>("names", 2)?;
        cur.records::<User>("users", users.len()).map(drop)
    });
    tree
}

fn field(tree: &Tree, path: &str) -> Field {
    tree.field(&tree.find(path).unwrap()).unwrap()
}

/// The path of the target, or the other result.
fn target(tree: &Tree, path: &str) -> Result<String, Option<Referred>> {
    match tree.referred(&field(tree, path), true) {
        Some(Referred::Field(id)) => Ok(tree.path(&id)),
        other => Err(other),
    }
}

#[test]
fn handles_count_elements_from_their_first_number() {
    let tree = tree(&[[106, 0, 0], [0, 0, 0], [109, 0, 0], [101, 0, 0]]);
    assert_eq!(target(&tree, "users[0].part"), Ok("parts[2]".to_owned()));
    assert_eq!(target(&tree, "users[1].part"), Err(Some(Referred::Nothing("none"))));
    assert_eq!(target(&tree, "users[2].part"), Err(Some(Referred::Missing)), "past the end");
    assert_eq!(target(&tree, "users[3].part"), Err(Some(Referred::Missing)), "between two");
}

#[test]
fn keys_lead_to_the_element_that_stores_them() {
    let tree = tree(&[[0, 80, 0], [0, 0, 0], [0, 81, 0]]);
    assert_eq!(target(&tree, "users[0].name"), Ok("names[1]".to_owned()));
    assert_eq!(target(&tree, "users[1].name"), Err(Some(Referred::Nothing("none"))));
    assert_eq!(target(&tree, "users[2].name"), Err(Some(Referred::Missing)));
}

#[test]
fn keys_without_a_table_are_not_waited_for() {
    let tree = tree(&[[0, 80, 0]]);
    let name = field(&tree, "users[0].name");
    assert_eq!(tree.referred(&name, false), None);
    assert!(!tree.has_keys_prepared());
    assert!(tree.starts_preparing() && !tree.starts_preparing(), "only one thread prepares");
    tree.prepare_keys();
    assert!(tree.has_keys_prepared());
    assert!(matches!(tree.referred(&name, false), Some(Referred::Field(_))));
}

#[test]
fn offsets_count_from_their_base() {
    let tree = tree(&[[0, 0, 0x804], [0, 0, 0], [0, 0, 3], [0, 0, -1]]);
    assert_eq!(target(&tree, "users[0].offset"), Ok("parts[2]".to_owned()), "masked");
    assert_eq!(target(&tree, "users[1].offset"), Err(Some(Referred::Nothing("joint"))));
    assert_eq!(target(&tree, "users[2].offset"), Err(Some(Referred::Byte(3))));
    assert_eq!(target(&tree, "users[3].offset"), Err(Some(Referred::Nothing("none"))));
}

#[test]
fn targets_are_written_as_the_number_that_refers_to_them() {
    let tree = tree(&[[100, 70, 0x800]]);
    let number = |path: &str, text| tree.number_of_name(&field(&tree, path), text);
    assert_eq!(number("users[0].part", "parts[2]"), Some(Ok(106)));
    assert_eq!(number("users[0].name", "names[1]"), Some(Ok(80)));
    assert_eq!(number("users[0].offset", "parts[1]"), Some(Ok(0x802)), "other bits stay");
    assert_eq!(
        number("users[0].part", "names[1]"),
        Some(Err("users[0].part cannot refer to names[1]".to_owned()))
    );
    assert_eq!(number("users[0].part", "nobody"), None);
}

gouraud::record! {
    /// A slot in the list of the same number.
    struct Slot {
        slot: u16 => SLOT,
    }
}

const SLOT: Hint = Hint::Ref(&Reference::Element(ElementRef::index("rows[#runs].cells")));

#[test]
fn lists_are_found_by_the_number_of_the_element_around_the_field() {
    // Two groups of two and one runs; the third run uses the third row.
    let source = Source::from_bytes("t", vec![0; 64]);
    let (tree, ..) = Tree::record(&source, Endian::Little, "T", |cur| {
        cur.array("rows", |cur| {
            for row in 0..3 {
                cur.element(row, "Row", |cur| cur.records::<u16>("cells", 2).map(drop))?;
            }
            Ok(())
        })?;
        cur.array("groups", |cur| {
            for (group, runs) in [2, 1].into_iter().enumerate() {
                cur.element(group, "Group", |cur| {
                    cur.array("runs", |cur| {
                        for run in 0..runs {
                            cur.element(run, "Run", |cur| {
                                cur.records::<Slot>("slots", 1).map(drop)
                            })?;
                        }
                        Ok(())
                    })
                })?;
            }
            Ok(())
        })
    });
    let path = |group: usize, run: usize| format!("groups[{group}].runs[{run}].slots[0].slot");
    assert_eq!(target(&tree, &path(0, 1)), Ok("rows[1].cells[0]".to_owned()));
    assert_eq!(target(&tree, &path(1, 0)), Ok("rows[2].cells[0]".to_owned()));
}
