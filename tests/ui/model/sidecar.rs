//! The file format in which notes are stored and shared.

use gouraud::app::model::document::notes::sidecar::{
    Key, Merged, Note, SLOTS, SavedView, Sidecar, bundle, parse,
};

const KEY: Key = Key { crc32: 0x0f3a_9c21, size: 48_212 };

fn note(path: &str, offset: u64, text: &str, when: &str) -> Note {
    let [path, text, when] = [path, text, when].map(str::to_owned);
    Note { offset, length: 4, path, text, when }
}

fn view(yaw: f32) -> SavedView {
    let state = format!(r#"{{"v":1,"camera":{{"yaw":{yaw}}},"palette":{{"3":4}}}}"#);
    let (when, about) = ("2024-05-01T09:31:00Z".into(), String::new());
    SavedView { when, about, state: state.parse().unwrap() }
}

fn sidecar(notes: &[Note]) -> Sidecar {
    let mut sidecar = Sidecar::new("plaza.psx", KEY);
    sidecar.notes = notes.to_vec();
    sidecar
}

#[test]
fn round_trips_notes() {
    let mut full = sidecar(&[
        note("models[0]", 0x120, "a wall\nto ride", "2024-05-01T09:30:00Z"),
        note("", 0x4_0000_0000, "", "2024-05-02T09:30:00Z"),
    ]);
    full.views.insert(3, view(30.0));
    full.stars.extend([2, 0xFFFF_FFFF]);
    let text = full.to_text().unwrap();
    assert!(text.contains(r#""offset": "0x00000120""#), "{text}");
    assert!(text.contains(r#""crc32": "0f3a9c21""#), "{text}");
    assert_eq!(parse(&text).unwrap(), [full.clone()]);
    let both = bundle(&[&full, &sidecar(&[])]).unwrap();
    assert_eq!(parse(&both).unwrap(), [full, sidecar(&[])]);
}

#[test]
fn preserves_data_of_other_versions() {
    let text = r#"{"v":2,"file":{"crc32":"00000001","size":4},
        "notes":[{"offset":18,"length":2}],"drawings":[1,2]}"#;
    let read = parse(text).unwrap().remove(0);
    assert_eq!((read.notes[0].offset, read.notes[0].is_bookmark()), (18, true));
    assert!(!read.is_empty());
    assert!(read.to_text().unwrap().contains("drawings"));
}

#[test]
fn rejects_other_json() {
    for text in ["{}", "[3]", "{\"v\":1}", "notes", r#"{"v":1,"file":{"crc32":"xyz","size":1}}"#] {
        assert!(parse(text).is_err(), "{text}");
    }
    let negative = r#"{"v":1,"file":{"crc32":"1","size":1},"notes":[{"offset":-3,"length":1}]}"#;
    assert!(parse(negative).unwrap_err().contains("expected an offset"));
}

#[test]
fn merging_keeps_both_and_drops_duplicates() {
    let wall = note("faces[0]", 0, "a wall", "2024-05-02T00:00:00Z");
    let earlier = Note { when: "2024-05-01T00:00:00Z".into(), ..wall.clone() };
    let floor = note("faces[1]", 4, "the floor", "2024-05-03T00:00:00Z");
    let doubt = note("faces[0]", 0, "a wall? rather a rail", "2024-05-03T00:00:00Z");
    let (mut mine, mut theirs) = (sidecar(&[wall]), sidecar(&[earlier.clone(), doubt, floor]));
    mine.stars.insert(1);
    theirs.stars.extend([1, 2]);
    let (own, other) = (mine.clone(), theirs.clone());
    let merged = mine.merge(&other);
    assert_eq!(merged, Merged { notes: 2, stars: 1, ..Merged::default() });
    assert_eq!(mine.notes.len(), 3);
    assert!(mine.notes.contains(&earlier), "the time at which it was first written");
    theirs.merge(&own);
    assert_eq!(mine, theirs, "whoever merges, the same comes out");
    assert_eq!(mine.merge(&other), Merged::default(), "merging again adds nothing");
}

#[test]
fn imported_selections_get_free_names() {
    let selection = |count: u32| {
        let text = format!(r#"{{"count":{count},"elements":[{{"kind":"object","path":"a"}}]}}"#);
        serde_json::from_str(&text).unwrap()
    };
    let (mut mine, mut theirs) = (sidecar(&[]), sidecar(&[]));
    mine.selections.insert("rails".to_owned(), selection(1));
    theirs.selections.insert("rails".to_owned(), selection(2));
    theirs.selections.insert("walls".to_owned(), selection(1));
    assert_eq!(mine.merge(&theirs).selections, 1);
    assert_eq!(mine.selections.keys().collect::<Vec<_>>(), ["rails", "rails (2)"]);
    assert_eq!(mine.merge(&theirs).selections, 0, "merging again adds nothing");
    let text = mine.to_text().unwrap();
    assert_eq!(parse(&text).unwrap(), [mine]);
}

#[test]
fn imported_views_use_free_slots() {
    let (mut mine, mut theirs) = (sidecar(&[]), sidecar(&[]));
    mine.views.insert(1, view(10.0));
    theirs.views.insert(1, view(20.0));
    theirs.views.insert(2, view(10.0));
    assert_eq!(mine.merge(&theirs).views, 1);
    assert_eq!(mine.views.keys().copied().collect::<Vec<_>>(), [1, 2]);
    assert_eq!(mine.views[&2], view(20.0));
    for slot in SLOTS {
        theirs.views.insert(slot, view(100.0 + f32::from(slot)));
    }
    let merged = mine.merge(&theirs);
    assert_eq!((merged.views, merged.left_out), (7, 2));
}

#[test]
fn replaces_and_removes_a_note() {
    let (one, two) = (note("a", 8, "", "1"), note("b", 4, "", "2"));
    let mut kept = sidecar(&[]);
    kept.set_note(None, Some(one.clone()));
    kept.set_note(None, Some(two.clone()));
    assert_eq!(kept.notes, [two.clone(), one.clone()], "by offset");
    let said = Note { text: "said".into(), ..one.clone() };
    kept.set_note(Some(&one), Some(said.clone()));
    assert_eq!(kept.notes, [two.clone(), said]);
    kept.set_note(Some(&two), None);
    assert_eq!(kept.notes.len(), 1);
}
