//! Mistakes in views, with their positions.

use super::super::mistakes;
use super::points;

/// Mistakes in views of a list of points, which begin on line 14.
fn found(views: &str) -> Vec<String> {
    mistakes(&points(views))
}

#[test]
fn reports_unknown_keys_and_words() {
    assert_eq!(found("  meshs: {}"), ["14:3 unknown key `meshs`; did you mean `meshes`?"]);
    assert_eq!(
        found("  meshes: {fronts: clockwise}"),
        ["14:12 unknown key `fronts`; did you mean `front`?"]
    );
    assert_eq!(
        found("  meshes: {front: clokwise}"),
        ["14:19 unknown word `clokwise`; did you mean `clockwise`?"]
    );
    assert_eq!(
        found("  up: 'num == 0 ? \"y\" : \"w\"'"),
        ["14:25 unknown word `w`; expected one of: y, z, x, -y, -z, -x"]
    );
    assert_eq!(
        found("  palettes: {data: rest, coding: r5g5b5q1}"),
        ["14:34 unknown word `r5g5b5q1`; expected channels with their bits, such as `r5g5b5s1`"]
    );
}

#[test]
fn reports_unknown_names_in_the_scope_of_the_element() {
    assert_eq!(
        found("  points: {each: points, at: '[x, y, w]'}"),
        ["14:38 `test::point` has no member `w`; did you mean `x`?"]
    );
    assert_eq!(
        found("  points: {each: rest, at: '[num, 0, 0]'}"),
        ["14:30 an integer has no member `num`; use `_outer.num`"]
    );
    assert_eq!(
        found("  points: {each: pints, at: '[x, y, 0]'}"),
        ["14:18 `test` has no member `pints`; did you mean `points`?"]
    );
}

#[test]
fn reports_wrong_types() {
    assert_eq!(
        found("  points: {each: num, at: '[0, 0, 0]'}"),
        ["14:18 expected a list, found an integer"]
    );
    assert_eq!(
        found("  points: {at: '[0, 0]', name: num}"),
        ["14:17 expected a list of 3 numbers, found 2", "14:32 expected a text, found an integer"]
    );
    assert_eq!(
        found("  points: {at: [0, 0, 0]}"),
        ["14:16 expected an expression, found a list; write it in quotes: '[x, y]'"]
    );
    assert_eq!(found("  members: {data: num}"), ["14:19 expected bytes, found an integer"]);
    assert_eq!(
        found("  tables: {columns: {a: points}}"),
        ["14:25 expected a number, a text, a boolean, bytes or an enum value, found an array"]
    );
    assert_eq!(
        found("  points: {if: num, at: '[0, 0, 0]'}"),
        ["14:16 expected a boolean, found an integer"]
    );
}

#[test]
fn reports_missing_and_conflicting_keys() {
    assert_eq!(found("  points: {name: '\"a\"'}"), ["14:11 expected the key `at`"]);
    assert_eq!(
        found("  meshes: {faces: {corners: {uv: '[0, 0]'}}}"),
        ["14:29 expected one of `position` and `xyz`, found neither"]
    );
    assert_eq!(
        found("  meshes: {faces: {corners: {position: rest, xyz: rest}}}"),
        ["14:29 expected one of `position` and `xyz`, found both"]
    );
}

#[test]
fn indices_of_corners_depend_on_their_form() {
    assert_eq!(found("  meshes: {faces: {corners: {each: points, position: x}}}"), [""; 0]);
    assert_eq!(
        found("  meshes: {faces: {corners: {each: points, position: _root.rest}}}"),
        ["14:60 expected an integer, found bytes"]
    );
    assert_eq!(
        found("  meshes: {faces: {corners: {position: num}}}"),
        ["14:40 expected a list of numbers, found an integer"]
    );
}

#[test]
fn checks_hints_of_fields() {
    let hints = |hints: &str| {
        mistakes(&format!(
            "
meta: {{id: test}}
seq:
  - {{id: list, type: inner, repeat: eos}}
types:
  inner:
    seq:
      - {{id: at, type: u1, -gouraud: {hints}}}
enums:
  bits: {{1: lit}}
"
        ))
    };
    assert_eq!(hints("{show: hex, unit: metres, fixed: 12, flags: bits}"), [""; 0]);
    assert_eq!(hints("{index: list}"), [""; 0]);
    assert_eq!(
        hints("{show: octal}"),
        ["8:45 unknown word `octal`; expected one of: hex, decimal, colour, angle, text"]
    );
    assert_eq!(hints("{fixed: x}"), ["8:46 expected an integer from 0 to 31, found `x`"]);
    assert_eq!(hints("{flags: lights}"), ["8:38 unknown enum `lights`"]);
    assert_eq!(
        hints("{index: lists}"),
        ["8:46 expected a list of this type or an enclosing one, found `lists`"]
    );
}
