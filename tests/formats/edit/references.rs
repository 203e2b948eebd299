//! Setting references by the names and paths of their targets.

use gouraud::edit::EditError;
use gouraud::library::Library;

use super::{set, shown};

const INSTANCE: &str = "sections[1].instances[0].place";

#[test]
fn a_name_can_be_typed_where_a_handle_is_stored() {
    let library = Library::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/island.grf");
    let level = &library.open(path, None).unwrap().document;
    let stored = shown(level, "names[19].handle");
    let name = shown(level, "names[19].text");
    let changed = set(level, &[&format!("{INSTANCE}.name={name}")]).unwrap();
    assert_eq!(shown(&changed, &format!("{INSTANCE}.name")), stored);
    let bare = name.trim_matches('"');
    let changed = set(level, &[&format!("{INSTANCE}.name={bare}")]).unwrap();
    assert_eq!(shown(&changed, &format!("{INSTANCE}.name")), stored, "without quotes");
}

#[test]
fn an_object_can_be_named_by_its_label_or_its_path() {
    let library = Library::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/island.grf");
    let level = &library.open(path, None).unwrap().document;
    for text in ["TrnObj_Path-00", "\"TrnObj_Path-00\"", "sections[6]"] {
        let changed = set(level, &[&format!("{INSTANCE}.object={text}")]).unwrap();
        assert_eq!(shown(&changed, &format!("{INSTANCE}.object")), "0x80000006", "{text}");
    }
}

#[test]
fn unknown_and_ambiguous_targets_are_refused() {
    let library = Library::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/island.grf");
    let level = &library.open(path, None).unwrap().document;
    let error = |to: &str| set(level, &[&format!("{INSTANCE}.{to}")]).unwrap_err().to_string();
    assert!(error("name=Nobody").contains("\"Nobody\" is not"), "{}", error("name=Nobody"));
    let both = error("object=.material");
    assert!(both.contains("are both called \".material\""), "{both}");
    let other = error("object=names[3]");
    assert!(other.contains("cannot refer to names[3]"), "{other}");
    let past = set(level, &[&format!("{INSTANCE}.object=0x80000099")]).unwrap_err();
    assert!(matches!(past, EditError::PastEnd { number: 0x99, count: 85, .. }), "{past}");
}
