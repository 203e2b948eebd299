//! Sets every number of every file to another value: an accepted edit is the only difference, and a
//! refused one concerns a field on which others depend.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use gouraud::bytes::{Field, FieldId, FieldKind, Source, Tree, Value};
use gouraud::edit::{self, EditError, EditOp};
use gouraud::formats::{self, Document, NewValue};

use gouraud_testing::fixtures::Fixture;

use super::files;

/// Elements that are tried at either end of an array.
const ENDS: usize = 2;

/// Fields of one shape that are set per file; all of them are compared.
const OF_A_SHAPE: usize = 40;

/// The numbers of a file; of long arrays only the first and last elements.
fn numbers(tree: &Tree) -> Vec<(FieldId, Field)> {
    let mut found = Vec::new();
    let mut open = vec![FieldId::root()];
    while let Some(id) = open.pop() {
        let count = tree.child_count(&id);
        let is_array = tree.field(&id).is_some_and(|field| field.kind == FieldKind::Array);
        for index in 0..count {
            if is_array && (ENDS..count.saturating_sub(ENDS)).contains(&index) {
                continue;
            }
            let child = tree.child(&id, index).unwrap();
            let field = tree.field(&child).unwrap();
            match field.kind {
                FieldKind::Scalar(_) => found.push((child, field)),
                _ => open.push(child),
            }
        }
    }
    found
}

/// Another number of the same kind.
fn other(value: &Value) -> Value {
    match *value {
        Value::Uint(number) => Value::Uint(number ^ 1),
        Value::Int(number) => Value::Int(number ^ 1),
        Value::Float(number) if (number + 1.0) as f32 != number as f32 => {
            Value::Float(f64::from((number + 1.0) as f32))
        }
        _ => Value::Float(0.5),
    }
}

/// A path without its indices.
fn shape(path: &str) -> String {
    let parts = path.split(['[', ']']).enumerate();
    parts.map(|(index, part)| if index % 2 == 0 { part } else { "[]" }).collect()
}

fn open(Fixture { name, bytes }: &Fixture) -> Option<Document> {
    let source = Source::from_bytes(name.clone(), bytes.clone());
    let document = formats::identify(&source)?.0.open(&source).ok()?;
    // Skips wrappers, which are packed again, and damaged files, which are not written.
    let written = document.content.write().ok()?;
    (document.content.packed().decoded().is_none() && written == *bytes).then_some(document)
}

/// Sets one number and compares the result with the original: nothing moved, so that every field has the
/// same id.
fn set(document: &Document, all: &[(FieldId, Field)], field: &Field) -> Result<(), EditError> {
    let new = other(&field.value);
    let changed = edit::apply(document, &[EditOp::set(field.path.as_str(), &new)])?;
    let own = changed.tree.find(&field.path).unwrap();
    assert_eq!(changed.tree.field(&own).unwrap().value, new, "{}", field.path);
    if changed.source.len() != document.source.len() {
        // The layout changed: the format decides what its other fields become.
        assert_eq!(changed.content.write().unwrap(), changed.source.bytes());
        return Ok(());
    }
    // A value that is stored twice changes in both positions.
    let copies = document.content.editable().copies_of(&[&field.path]);
    let copy = |path: &String| document.tree.field(&document.tree.find(path).ok()?);
    // Fields that the format couples with it follow.
    let set = NewValue { path: field.path.clone(), value: new.clone(), is_relative: false };
    let followers = document.content.editable().followers(&[set]).unwrap();
    let followers = followers.iter().map(|(path, _)| path);
    let copies: Vec<Field> = copies.iter().flatten().chain(followers).filter_map(copy).collect();
    let is_named =
        |one: &Field| one.path == field.path || copies.iter().any(|c| c.path == one.path);
    for (id, one) in all.iter().filter(|(_, one)| !is_named(one)) {
        let now = changed.tree.field(id).unwrap();
        assert_eq!(now.path, one.path);
        let is_same = now.value == one.value || matches!(now.value, Value::Float(v) if v.is_nan());
        let shares = now.span.start < field.span.end() && field.span.start < one.span.end();
        assert!(is_same || shares, "{} changed with {}", one.path, field.path);
    }
    let (before, after) = (document.source.bytes(), changed.source.bytes());
    let differs = before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new);
    let places: Vec<_> = copies.iter().map(|copy| copy.span).chain([field.span]).collect();
    let is_named = |at: u64| places.iter().any(|place| place.contains(at));
    assert!(differs.map(|(at, _)| at as u64).all(is_named), "{}", field.path);
    assert_eq!(changed.content.write().unwrap(), after);
    Ok(())
}

#[test]
fn sets_numbers_alone_or_refuses_dependent_ones() {
    let mut refused: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut accepted: BTreeMap<&str, usize> = BTreeMap::new();
    for document in files::all(16 * 1024).iter().filter_map(open) {
        let all = numbers(&document.tree);
        let mut of_shape: HashMap<String, usize> = HashMap::new();
        for (_, field) in &all {
            let tried = of_shape.entry(shape(&field.path)).or_default();
            *tried += 1;
            if *tried > OF_A_SHAPE {
                continue;
            }
            match set(&document, &all, field) {
                Ok(()) => *accepted.entry(document.format.id).or_default() += 1,
                // The new value would be past the end of a list, or break a rule of the format.
                Err(EditError::PastEnd { .. } | EditError::Breaks { .. }) => {}
                Err(error) => {
                    use EditError::{Follows, Governs, Refused, Unknown, Unreadable};
                    // A format refuses fields whose position is a guess.
                    let is_known = matches!(
                        error,
                        Governs { .. }
                            | Follows { .. }
                            | Refused(_)
                            | Unknown { .. }
                            | Unreadable { .. }
                    );
                    assert!(is_known, "{}: {error}", field.path);
                    refused.entry(document.format.id).or_default().insert(shape(&field.path));
                }
            }
        }
    }
    for (format, paths) in &refused {
        let set = accepted.get(format).copied().unwrap_or(0);
        // The only number of a text is its length.
        let is_text = ["totem.txt", "totem.userdefine"].contains(format);
        assert!(set > 0 || is_text, "{format}: refused {paths:?}");
    }
    insta::assert_debug_snapshot!("fields_that_follow_from_others", refused);
}

#[test]
fn refuses_values_that_do_not_fit_with_a_reason() {
    let sample = Fixture {
        name: "CLOTH.TMATERIAL".to_owned(),
        bytes: {
            use gouraud::formats::Records;
            use gouraud::formats::totem::Platform;
            use gouraud_testing::build::totem::{material, material_file};
            material_file(Platform::GAMECUBE, material(7)).write().unwrap()
        },
    };
    let document = open(&sample).unwrap();
    let set = |path: &str, to: &str| edit::apply(&document, &[EditOp::set(path, to)]);
    let said = |path: &str, to: &str| set(path, to).unwrap_err().to_string();
    assert_eq!(said("material.unknown_64", "300"), "material.unknown_64 must be from 0 to 255");
    assert_eq!(
        said("material.texture", "1.5"),
        "material.texture: \"1.5\" is not a whole number, such as 300 or 0x12c"
    );
    assert_eq!(said("material", "1"), "material has no value");
    assert!(said("material.colours", "1").starts_with("unknown field"));
    let changed = set("material.colour[3]", "0.25").unwrap();
    let id = changed.tree.find("material.colour[3]").unwrap();
    assert_eq!(changed.tree.field(&id).unwrap().value, Value::Float(0.25));
}
