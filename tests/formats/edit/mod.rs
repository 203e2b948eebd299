//! Editing files: values in display notation, conditions, steps and their results, the journal, and
//! saving.

mod byte_pairs;
mod captions;
mod compared_files;
mod history;
mod lists;
mod notation;
mod palettes;
mod patches;
mod pc_meshes;
mod references;
mod replacing;
mod saving;
mod scene_differences;
mod texts;
mod transforms;

use std::sync::Arc;

use gouraud::edit::{EditError, EditOp, apply};
use gouraud::formats::Document;
use gouraud::library::{Library, Opened};

/// Opens the plaza of the demo.
fn plaza(library: &Library) -> Arc<Opened> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/plaza.psx");
    library.open(path, None).unwrap()
}

fn shown(document: &Document, path: &str) -> String {
    let id = document.tree.find(path).unwrap();
    gouraud::bytes::display_value(&document.tree.field(&id).unwrap(), &document.source)
}

fn number(document: &Document, path: &str) -> i64 {
    let id = document.tree.find(path).unwrap();
    document.tree.field(&id).unwrap().value.as_f64().unwrap() as i64
}

fn order(text: &str, condition: Option<&str>) -> EditOp {
    EditOp::parse(text, condition).unwrap()
}

fn set(document: &Document, texts: &[&str]) -> Result<Document, EditError> {
    let orders: Vec<EditOp> = texts.iter().map(|text| order(text, None)).collect();
    apply(document, &orders)
}

#[test]
fn applies_operations_in_order() {
    let library = Library::new();
    let plaza = plaza(&library);
    let at = "models[0].faces[0].flags";
    assert_eq!(shown(&plaza.document, at), "0x1823");
    let set = |texts: &[&str]| shown(&set(&plaza.document, texts).unwrap(), at);
    assert_eq!(set(&[&format!("{at}=0x1863")]), "0x1863");
    assert_eq!(set(&[&format!("{at}|=0x40")]), "0x1863");
    assert_eq!(set(&[&format!("{at}&~=0x1000")]), "0x0823");
    assert_eq!(set(&[&format!("{at}&=0x0fff")]), "0x0823");
    assert_eq!(set(&[&format!("{at}^=0xc000")]), "0xd823");
    assert_eq!(set(&[&format!("{at}+=0x40"), &format!("{at}+=0x40")]), "0x18a3");
    let three = ["=0x1863", "-=0x40", "|=0x80"].map(|rest| format!("{at}{rest}"));
    assert_eq!(set(&three.each_ref().map(String::as_str)), "0x18a3");
}

#[test]
fn pattern_and_condition_select_fields() {
    let library = Library::new();
    let plaza = plaza(&library);
    let count = |document: &Document, mask: u64| {
        let mut found = [0, 0];
        let result = document.tree.each_matching("models[*].faces[*].flags", &mut |id| {
            let value = document.tree.field(&id).unwrap().value.as_u64().unwrap();
            found[usize::from(value & mask == mask)] += 1;
            Ok::<(), ()>(())
        });
        result.unwrap();
        found
    };
    let [without, with] = count(&plaza.document, 0x40);
    assert!(without > 1000 && with > 10, "the plaza has both: {without}, {with}");
    let all = order("models[*].faces[*].flags|=semi-transparent", None);
    let changed = apply(&plaza.document, &[all]).unwrap();
    assert_eq!(count(&changed, 0x40), [0, without + with]);
    // Matches of the condition, counted without it.
    let [_, double] = count(&plaza.document, 0x200);
    let [_, both] = count(&plaza.document, 0x240);
    assert!(both > 0 && both < double, "{both} of {double}");
    let some = order("models[*].faces[*].flags&~=0x200", Some("flags & 'semi-transparent'"));
    let changed = apply(&plaza.document, &[some]).unwrap();
    assert_eq!(count(&changed, 0x200)[1], double - both);
    let range = order("models[0].faces[2..4].flags^=0x8000", None);
    let changed = apply(&plaza.document, &[range]).unwrap();
    let flags = |document: &Document| -> Vec<String> {
        (1..5).map(|n| shown(document, &format!("models[0].faces[{n}].flags"))).collect()
    };
    assert_eq!(flags(&plaza.document), ["0x1823"; 4]);
    assert_eq!(flags(&changed), ["0x1823", "0x9823", "0x9823", "0x1823"]);
}

#[test]
fn operations_with_same_condition_see_original_values() {
    let library = Library::new();
    let plaza = plaza(&library);
    let condition = Some("surface == 0");
    let orders = [
        order("models[0].faces[*].surface=0x2", condition),
        order("models[0].faces[*].flags|=0x40", condition),
    ];
    let changed = apply(&plaza.document, &orders).unwrap();
    assert_eq!(shown(&changed, "models[0].faces[0].surface"), "0x0002");
    assert_eq!(shown(&changed, "models[0].faces[0].flags"), "0x1863");
}

#[test]
fn reports_changed_bits_in_byte_shared_by_two_frames() {
    let library = Library::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/creature.lzs");
    let creature = library.open(path, None).unwrap();
    for section in 18..22 {
        let path = format!("sections[{section}].frames[0].bones[0].z");
        let new = number(&creature.document, &path) ^ 1;
        let changed = set(&creature.document, &[&format!("{path}={new}")]).unwrap();
        let mut changed_paths = Vec::new();
        gouraud::edit::differences(&creature.document, &changed, &mut |difference| {
            changed_paths.push(difference.path);
            Ok(())
        })
        .unwrap();
        assert!(changed_paths.contains(&path), "{changed_paths:?}");
    }
}

#[test]
fn operations_on_same_field_accumulate() {
    let library = Library::new();
    let plaza = plaza(&library);
    let condition = Some("!(flags & 0x40)");
    let orders = [
        order("models[0].faces[*].flags|=0x40", condition),
        order("models[0].faces[*].flags|=0x100", condition),
    ];
    let changed = apply(&plaza.document, &orders).unwrap();
    let old = number(&plaza.document, "models[0].faces[0].flags");
    assert_eq!((old & 0x140, number(&changed, "models[0].faces[0].flags")), (0, old | 0x140));
    let twice =
        [order("objects[0].position.x+=100", None), order("objects[0].position.x+=100", None)];
    let changed = apply(&plaza.document, &twice).unwrap();
    let x = |document: &Document| number(document, "objects[0].position.x");
    assert_eq!(x(&changed), x(&plaza.document) + 200);
}

#[test]
fn refuses_invalid_operations_and_names_path() {
    let library = Library::new();
    let plaza = plaza(&library);
    let error = |texts: &[&str]| set(&plaza.document, texts).unwrap_err().to_string();
    assert_eq!(
        error(&["models[0].faces[0].flags|=64", "models[0].faces[0].uv[0].u=256"]),
        "models[0].faces[0].uv[0].u must be from 0 to 255"
    );
    assert_eq!(error(&["models[0].faces[*].flag=3"]), "no field matches models[0].faces[*].flag");
    let none = [order("models[0].faces[*].flags=0", Some("flags == 0x7777"))];
    let none = apply(&plaza.document, &none).unwrap_err().to_string();
    assert!(none.starts_with("the condition holds for none of the "), "{none}");
    assert!(error(&["header.object_count=7"]).contains("affects the layout of the file"));
    assert_eq!(
        error(&["objects[0].model=223"]),
        "objects[0].model: models[223] does not exist; the list has 223 elements"
    );
    assert!(error(&["models[0].faces[0].indices[0]=200"]).contains("vertices[200] does not exist"));
    assert_eq!(error(&["models[0].faces=7"]), "models[0].faces has no value");
    let bytes = |at, to: &str| {
        let order =
            EditOp::Bytes { bytes: "models[0].faces[0].indices[0]".into(), at, to: to.into() };
        apply(&plaza.document, &[order])
    };
    assert_eq!(shown(&bytes(0, "02").unwrap(), "models[0].faces[0].indices[0]"), "2");
    assert!(
        bytes(0, "02 03").unwrap_err().to_string().ends_with("the new bytes extend past its end")
    );
    assert!(bytes(0, "0g").unwrap_err().to_string().contains("not a hexadecimal digit"));
    assert!(bytes(0, "020").unwrap_err().to_string().contains("odd number"));
}

#[test]
fn flags_that_select_fields_change_layout() {
    let library = Library::new();
    let plaza = plaza(&library);
    let face = "models[0].faces[0]";
    let bare = set(&plaza.document, &[&format!("{face}.flags=0x0")]).unwrap();
    assert_eq!(bare.source.len() + 16, plaza.document.source.len(), "texture, corners, window");
    assert!(bare.tree.find(&format!("{face}.texture")).is_err());
    assert_eq!(shown(&bare, &format!("{face}.length")), "16");
    // Everything else is unchanged: the faces next to it, the last texture, the counts.
    for path in ["models[0].faces[1].texture", "models[5].faces[2].flags", "texture_names[32]"] {
        assert_eq!(shown(&bare, path), shown(&plaza.document, path), "{path}");
    }
    let again = set(&bare, &[&format!("{face}.flags=0x1823"), &format!("{face}.surface=0x10")]);
    let again = again.unwrap();
    assert_eq!(shown(&again, &format!("{face}.surface")), "0x0010");
    assert_eq!(again.source.len(), plaza.document.source.len());
    assert_eq!(shown(&again, &format!("{face}.uv[3].u")), "0", "all corners at the first texel");
    let all = apply(&plaza.document, &[order("models[*].faces[*].flags&~=tiled", None)]).unwrap();
    let result = all.tree.each_matching("models[*].faces[*].window", &mut |id| Err(id));
    assert!(result.is_ok(), "no face has a window left");
}
