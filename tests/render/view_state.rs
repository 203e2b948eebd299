//! The view state as a string.

use glam::Vec3;
use gouraud::render::state::{FieldBit, FileMark, State, StyleName, VERSION};
use gouraud::render::{Camera, Effects, Pixels, Projection};
use gouraud::scene::Id;

#[test]
fn every_key_is_optional() {
    let state: State = "{}".parse().unwrap();
    assert_eq!(state, State::default());
    assert_eq!(state.effects(Effects::PS1), Effects::PS1);
}

#[test]
fn state_round_trips_as_a_string() {
    let (target, field_of_view) = (Vec3::new(1.0, 2.0, 3.0), 60.0);
    let projection = Projection::Orthographic;
    let camera = Camera { yaw: 12.5, target, field_of_view, projection, ..Camera::default() };
    let effects = Effects { pixels: Pixels::Enlarged { lines: 240 }, ..Effects::PS1 };
    let mut state = State::default();
    state.v = Some(VERSION);
    state.file = Some(FileMark(0x00ab_cdef));
    state.camera = Some((&camera).into());
    state.style = Some(StyleName::Ps1);
    state.effects = Some((&effects).into());
    state.layers = [("collision".to_owned(), true)].into();
    state.overlay = Some(FieldBit { field: "flags".to_owned(), bit: Some(4) });
    state.palette = [(Id::new(0), Id::new(3))].into();
    state.anim = Some("walk".to_owned());
    state.time = Some(0.4);
    state.interpolate = true;
    state.variants = [("weapon".to_owned(), Some("club".to_owned()))].into();
    state.take = [("scale".to_owned(), "units".to_owned())].into();
    state.morphs = vec![(Id::new(1), 0, 0.5)];
    let text = state.to_string();
    assert!(text.contains(r#""file":"00abcdef""#), "{text}");
    assert!(text.contains(r#""overlay":"flags:4""#), "{text}");
    assert!(text.contains(r#""projection":"orthographic""#), "{text}");
    let read: State = text.parse().unwrap();
    assert_eq!(read, state);
    assert_eq!(read.camera(Camera::default()), camera);
    assert_eq!(read.effects(Effects::CLEAN), effects);
}

#[test]
fn lists_and_ignores_unknown_keys() {
    let text = r#"{"v":1,"moon":"full","camera":{"yaw":1,"lens":2},"effects":{"mist":true}}"#;
    let state: State = text.parse().unwrap();
    assert_eq!(state.unknown(), ["moon", "camera.lens", "effects.mist"]);
    assert_eq!(state.camera(Camera::default()).yaw, 1.0);
}

#[test]
fn file_mark_is_eight_hex_digits_or_a_number() {
    for text in [r#"{"file":"0000000f"}"#, r#"{"file":15}"#] {
        assert_eq!(text.parse::<State>().unwrap().file, Some(FileMark(15)));
    }
    assert!(r#"{"file":[]}"#.parse::<State>().is_err());
}

#[test]
fn bits_are_numbered_from_0_to_31() {
    let bit = |text: &str| text.parse::<FieldBit>().map(|f| (f.field, f.bit));
    assert_eq!(bit("flags:31"), Ok(("flags".to_owned(), Some(31))));
    assert_eq!(bit("surface"), Ok(("surface".to_owned(), None)));
    assert!(bit("flags:32").is_err() && bit("flags:x").is_err());
}
