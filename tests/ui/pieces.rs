//! Elided texts, columns, and camera movements.

use egui::{Modifiers, PointerButton, Rect, pos2, vec2};
use glam::{Vec3, Vec4};
use gouraud::app::model::settings::MousePreset;
use gouraud::app::panels::scene::frame_time::FrameTime;
use gouraud::app::panels::scene::input::{
    Drag, StepDirection, acceleration, drag_of, next_start, risen,
};
use gouraud::app::panels::scene::marks::on_screen;
use gouraud::app::panels::sounds::list::columns::{COLUMNS, Column, NARROWEST, extents};
use gouraud::app::ui::cells::shortened_name;
use gouraud::app::ui::shorten::{elided, tail};
use gouraud::app::ui::timeline::tick_step;
use gouraud::render::{Bounds, Camera};
use gouraud::scene::{Origin, Start};

#[test]
fn eliding_keeps_the_end_of_a_path() {
    assert_eq!(tail("models[3].faces[7]", 18), "models[3].faces[7]");
    assert_eq!(tail("models[3].faces[7]", 9), "…faces[7]");
    assert_eq!(tail("ä[1].ö", 3), "….ö");
    assert_eq!(tail("abc", 0), "…");
}

#[test]
fn a_shortened_file_name_keeps_its_beginning_and_its_extension() {
    let name = |name: &str, count| shortened_name(&name.chars().collect::<Vec<_>>(), count);
    assert_eq!(name("000_F0A07BD9.cau", 8), "000…9.cau");
    assert_eq!(name("textures_0001.tim", 10), "text…01.tim");
    assert_eq!(name("000_F0A07BD9.cau", 5), "0….cau");
    assert_eq!(name("000_F0A07BD9.cau", 4), "000_…", "too narrow for the extension");
    assert_eq!(name("SLUS_008.60", 6), "SL…8.60");
    assert_eq!(name("a.name without one", 6), "a.na…ne");
    assert_eq!(name("tiny", 0), "…");
}

#[test]
fn eliding_keeps_the_index_of_a_name() {
    let at_most = |most: usize| move |text: &str| text.chars().count() <= most;
    for (name, most, shown) in [
        ("textured_quads[17]", 18, "textured_quads[17]"),
        ("textured_quads[17]", 16, "textured_qu…[17]"),
        ("textured_quads[17]", 5, "…[17]"),
        // Too narrow for the index: the cell clips it.
        ("textured_quads[17]", 4, "textured_quads[17]"),
        ("größe[3]", 7, "grö…[3]"),
        ("texture_count", 4, "texture_count"),
    ] {
        assert_eq!(elided(name, at_most(most)), shown, "{name} in {most}");
    }
}

#[test]
fn ticks_keep_their_distance() {
    assert_eq!(tick_step(400.0, 30), 1);
    assert_eq!(tick_step(400.0, 150), 2);
    assert_eq!(tick_step(4.0, 90_000), 90_000);
    assert_eq!(tick_step(0.0, 0), 1);
}

#[test]
fn columns_fit_the_list_and_leave_room_for_the_name() {
    for width in [320.0, 480.0, 683.0, 760.0, 1200.0] {
        let all = Rect::from_min_size(pos2(10.0, 0.0), vec2(width, 20.0));
        let extents = extents(all);
        assert!(extents.iter().all(|(_, _, right)| *right <= all.right()), "{width}");
        let name = extents.iter().find(|(column, _, _)| *column == Column::Name).unwrap();
        assert!(name.2 - name.1 >= NARROWEST, "{width}");
        assert!(extents.iter().any(|(column, _, _)| *column == Column::Duration), "{width}");
        assert_eq!(extents.len() == COLUMNS.len(), width > 720.0, "{width}");
    }
}

#[test]
fn frame_rate_ignores_frames_before_a_pause() {
    let mut time = FrameTime::default();
    assert_eq!(time.words(), "idle");
    (0..500).for_each(|_| time.add(1.0));
    assert_eq!(time.words(), "idle");
    (0..60).for_each(|_| time.add(0.1));
    (0..60).for_each(|at| time.add(if at == 7 { 0.04 } else { 0.02 }));
    assert_eq!(time.words(), "20.3 ms · 49 fps · worst 40.0 ms");
    time.add(2.0);
    assert_eq!(time.words(), "idle");
}

#[test]
fn points_behind_the_camera_are_not_projected() {
    let rect = Rect::from_min_size(pos2(10.0, 20.0), vec2(100.0, 50.0));
    let at = |x, y, w| on_screen(Vec4::new(x, y, 0.0, w), rect);
    assert_eq!(at(0.0, 0.0, 1.0), Some(rect.center()));
    assert_eq!(at(2.0, 2.0, 2.0), Some(rect.right_top()));
    assert_eq!(at(0.0, 0.0, -1.0), None);
}

#[test]
fn repeated_go_to_start_cycles_through_starts() {
    let start = |x: f32| {
        let at = Vec3::new(x, 0.0, 0.0);
        Start::new(format!("{x}"), at, Vec3::X, 1.6, Origin::default())
    };
    let starts = [start(0.0), start(50.0)];
    let step = |from: &Camera, way| next_start(&starts, from, way).map(|start| start.name.clone());
    let next = |from: &Camera| step(from, StepDirection::On);
    let away = Camera::default();
    assert_eq!(next(&away).as_deref(), Some("0"));
    assert_eq!(next(&Camera::at_start(&starts[0])).as_deref(), Some("50"));
    assert_eq!(next(&Camera::at_start(&starts[1])).as_deref(), Some("0"));
    let starts = [start(0.0), start(50.0), start(90.0)];
    let back =
        |from: &Camera| next_start(&starts, from, StepDirection::Back).map(|start| start.at.x);
    assert_eq!(back(&away), Some(0.0));
    assert_eq!(back(&Camera::at_start(&starts[0])), Some(90.0));
    assert_eq!(back(&Camera::at_start(&starts[2])), Some(50.0));
    assert_eq!(next_start(&[], &away, StepDirection::On), None);
}

#[test]
fn steps_through_all_cameras() {
    let camera = |number: i32| {
        let turn = number as f32;
        let at = Vec3::new(310.7 * turn.sin(), 17.3 * turn, -42.1 * turn.cos());
        let way = Vec3::new(turn.cos(), (0.7 * turn).sin(), turn.sin()) * (3.0 + turn);
        Start::of_camera(number.to_string(), at, way, Origin::default())
    };
    let starts: Vec<Start> = (0..40).map(camera).collect();
    for pair in starts.windows(2) {
        let next = next_start(&starts, &Camera::at_start(&pair[0]), StepDirection::On);
        assert_eq!(next.unwrap().name, pair[1].name);
    }
}

#[test]
fn framing_all_leaves_enclosing_geometry() {
    let all = Bounds { min: Vec3::splat(-50.0), max: Vec3::splat(50.0) };
    let inside = Camera { pitch: 0.0, distance: 5.0, ..Camera::default() };
    assert_eq!(risen(&inside, Some(all), 1.5), 30.0);
    assert_eq!(risen(&Camera { pitch: 70.0, ..inside }, Some(all), 1.5), 70.0);
    let outside = Camera { distance: 500.0, ..inside };
    assert_eq!(risen(&outside, Some(all), 0.5), 0.0, "a chosen side stays chosen");
    assert_eq!(risen(&inside, None, 1.0), 0.0);
    assert_eq!(risen(&inside, Some(all), 0.5), 60.0, "a tall picture");
}

#[test]
fn flying_begins_slowly_and_gets_fast() {
    assert_eq!([0.0, 1.0, 3.0, 60.0].map(acceleration), [1.0, 2.0, 8.0, 16.0]);
}

#[test]
fn presets_match_other_programs() {
    let drag = |preset, button, modifiers| drag_of(preset, button, modifiers);
    let (none, shift, alt) = (Modifiers::NONE, Modifiers::SHIFT, Modifiers::ALT);
    use MousePreset::{Blender, Maya, Viewer};
    use PointerButton::{Middle, Primary, Secondary};
    assert_eq!(drag(Viewer, Primary, none), Some(Drag::Orbit));
    assert_eq!(drag(Viewer, Primary, shift), Some(Drag::Pan));
    assert_eq!(drag(Viewer, Secondary, none), Some(Drag::Look));
    assert_eq!(drag(Blender, Middle, none), Some(Drag::Orbit));
    assert_eq!(drag(Blender, Middle, shift), Some(Drag::Pan));
    assert_eq!(drag(Maya, Secondary, alt), Some(Drag::Zoom));
    assert_eq!(drag(Maya, Primary, none), Some(Drag::Orbit), "Alt is never the only way");
}
