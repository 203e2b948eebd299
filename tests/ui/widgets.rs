//! Building blocks of panels, without a window.

use egui::{Event, Key, RawInput, Rect, Vec2, pos2};
use glam::Vec3;
use gouraud::app::panels::bytes::layout::{Column, Layout};
use gouraud::app::panels::bytes::{anchor::Anchor, sideways::HorizontalScroll};
use gouraud::app::panels::problems::causes::{causes, lines};
use gouraud::app::panels::scene::flight::Flight;
use gouraud::app::panels::selection::facts::in_words;
use gouraud::app::panels::sounds::clock;
use gouraud::app::ui::RowScroll;
use gouraud::bytes::{Problem, Severity, SourceId, Span};
use gouraud::scene::{Face, Material};

#[test]
fn describes_polygons_with_more_than_four_corners() {
    let quad = Face { corners: [0, 1, 2, 3], ..Face::default() };
    let words = |corners| in_words(&quad, corners, &Material::PLAIN);
    assert_eq!(words(None), "plain flat quad");
    assert_eq!(words(Some(6)), "plain flat polygon, 6 corners");
    // Cut out of a triangle.
    assert_eq!(words(Some(3)), "plain flat triangle");
}

const OWN: SourceId = SourceId(1);

fn problem(severity: Severity, span: Span, message: &str) -> Problem {
    let (available, field) = (None, "models[3]".to_owned());
    Problem { severity, span, available, field, message: message.to_owned(), kind: None }
}

fn at(severity: Severity, start: u64, message: &str) -> Problem {
    problem(severity, Span::new(OWN, start, 4), message)
}

fn folded(problems: Vec<Problem>) -> Vec<(String, usize)> {
    let causes = causes(problems, OWN, 0x1000);
    causes.into_iter().map(|cause| (cause.headline(), cause.problems.len())).collect()
}

#[test]
fn groups_references_past_the_end_by_cause() {
    use Severity::{Error, Warning};
    let read = Problem {
        span: Span::new(OWN, 0xff0, 0x20),
        available: Some(0x10),
        ..at(Error, 0, "the file ends in it")
    };
    let found = folded(vec![
        at(Warning, 8, "the texture is past the 1 names (3 faces)"),
        at(Error, 12, "the model pointer 0x1200 leads past the end of the file"),
        at(Error, 16, "the model pointer 0x3c00 leads past the end of the file"),
        at(Warning, 20, "the texture is past the 1 names (1 face)"),
        read,
        at(Error, 24, "unknown name 0xdeadbeef"),
    ]);
    assert_eq!(
        found,
        [
            ("the file ends at 0x1000 but refers to 0x3c00".to_owned(), 3),
            ("unknown name 0xdeadbeef".to_owned(), 1),
            ("the texture is past the 1 names (3 faces) (and 1 more like this)".to_owned(), 2),
        ]
    );
}

#[test]
fn lists_problems_of_the_whole_file_first() {
    use Severity::{Error, Note, Warning};
    let pixels = Span::new(SourceId(2), 0, 0x20);
    let found = folded(vec![
        at(Note, 0, "an unknown bit"),
        at(Warning, 4, "it has 27 joints; 0 of the instances are there"),
        problem(Warning, pixels, "the pixels demo-130.swp are not in here"),
        at(Error, 4, "bad"),
    ]);
    let headlines: Vec<&str> = found.iter().map(|(headline, _)| headline.as_str()).collect();
    assert_eq!(
        headlines,
        [
            "bad",
            "the pixels demo-130.swp are not in here",
            "it has 27 joints; 0 of the instances are there",
            "an unknown bit"
        ]
    );
}

#[test]
fn distinguishes_equal_messages_by_kind() {
    let span = Span::new(OWN, 8, 4);
    let all = [Severity::Error, Severity::Error, Severity::Warning, Severity::Warning];
    let all = all.map(|severity| problem(severity, span, "the name is not there"));
    let causes = causes(all.to_vec(), OWN, 0x1000);
    let lines = lines(&causes, &[causes[1].name()].into());
    let rows: Vec<_> = lines.iter().map(|line| (line.cause, line.problem)).collect();
    assert_eq!(rows, [(0, None), (1, None), (1, Some(0)), (1, Some(1))]);
}

#[test]
fn folds_messages_that_differ_only_in_numbers() {
    let more = |sentence: &str| format!("{sentence} (and 1 more like this)");
    let sentences = [
        ("at 0x1f0c of 12 bytes", "at 0x2 of 9 bytes", more("at 0x1f0c of 12 bytes")),
        ("Raptor2 has 5%", "Raptor2 has 77%", more("Raptor2 has 5%")),
        ("no number", "no number", "no number".to_owned()),
    ];
    for (one, other, both) in sentences {
        let problems = [one, other].map(|message| at(Severity::Note, 0, message));
        assert_eq!(folded(problems.into()), [(both, 2)]);
    }
    let names = ["Raptor2 is bad", "Raptor3 is bad"];
    assert_eq!(folded(names.map(|message| at(Severity::Note, 0, message)).into()).len(), 2);
}

fn press(key: Key, place: Key, pressed: bool) -> Event {
    let modifiers = egui::Modifiers::NONE;
    Event::Key { key, physical_key: Some(place), pressed, repeat: false, modifiers }
}

#[test]
fn french_keyboard_flies_with_z_q_s_d() {
    let mut flight = Flight::default();
    let input = |events| RawInput { events, focused: true, ..RawInput::default() };
    // The key at the position of W types a Z there, the one at the position of A a Q.
    flight.follow(&input(vec![press(Key::Z, Key::W, true), press(Key::Q, Key::A, true)]), 1);
    assert_eq!(flight.direction(), Vec3::new(-1.0, 0.0, 1.0));
    flight.follow(&input(vec![press(Key::Z, Key::W, false)]), 2);
    assert_eq!(flight.direction(), Vec3::NEG_X);
    flight.follow(&RawInput { focused: false, ..RawInput::default() }, 3);
    assert_eq!(flight.direction(), Vec3::ZERO, "losing the focus stops the flight");
}

#[test]
fn keys_released_over_another_panel_stop_flying() {
    let mut flight = Flight::default();
    let input = |events| RawInput { events, focused: true, ..RawInput::default() };
    flight.follow(&input(vec![press(Key::W, Key::W, true)]), 7);
    flight.follow(&input(Vec::new()), 8);
    assert_eq!(flight.direction(), Vec3::Z, "the key is held");
    flight.follow(&input(Vec::new()), 20);
    assert_eq!(flight.direction(), Vec3::ZERO);
    flight.follow(&input(vec![press(Key::W, Key::W, true)]), 30);
    assert_eq!(flight.direction(), Vec3::Z, "pressed as the panel comes back");
}

const ROOM: Vec2 = egui::vec2(300.0, 200.0);

#[test]
fn changing_row_width_keeps_the_top_byte() {
    let (mut scroll, mut anchor) = (RowScroll::default(), Anchor::default());
    scroll.jump(0x1f28 / 8);
    anchor.keep(&mut scroll, 8, ROOM, 0);
    for (width, top) in [(16, 0x1f20), (32, 0x1f20), (8, 0x1f28), (16, 0x1f20)] {
        anchor.keep(&mut scroll, width, ROOM, 0);
        assert_eq!(scroll.top() * width, top, "{width} bytes a row");
    }
    scroll.jump(3);
    anchor.keep(&mut scroll, 16, ROOM, 0);
    anchor.keep(&mut scroll, 8, ROOM, 0);
    assert_eq!(scroll.top(), 6, "scrolling is another place");
}

#[test]
fn resizing_keeps_a_visible_cursor_visible() {
    let (mut scroll, mut anchor) = (RowScroll::default(), Anchor::default());
    let low = egui::vec2(300.0, 100.0);
    assert!(!anchor.keep(&mut scroll, 16, ROOM, 40), "nothing showed before");
    anchor.set_visible(0..160);
    assert!(!anchor.keep(&mut scroll, 16, ROOM, 40), "as it was");
    assert!(anchor.keep(&mut scroll, 16, low, 40));
    assert!(!anchor.keep(&mut scroll, 8, low, 400), "it was scrolled out of view");
}

#[test]
fn rows_scroll_only_by_their_overflow() {
    let mut sideways = HorizontalScroll::default();
    let layout = Layout::fit(4.0, 200.0, 7.0);
    assert_eq!(layout.width, 8, "never fewer");
    assert_eq!(sideways.fit(layout, 200.0), layout, "at the left at first");
    sideways.reveal(&layout, 7);
    let moved = sideways.fit(layout, 200.0);
    let row = Rect::from_min_max(pos2(0.0, 0.0), pos2(0.0, 1.0));
    let last = moved.cover(Column::Hex, row, 7, 7);
    assert!(last.right() <= 204.1 && last.left() >= 4.0, "{last:?}");
    sideways.reveal(&moved, 0);
    let back = sideways.fit(layout, 200.0);
    assert!(back.cover(Column::Hex, row, 0, 0).left() >= 4.0 - 0.1);
    assert_eq!(sideways.fit(layout, 2000.0).left, 4.0, "all of it fits");
}

#[test]
fn formats_times_and_rounds_with_carry() {
    let times = [0.0, 1.2034, 9.9996, 16.83, 59.9996, 62.34, 3723.5].map(clock);
    let expected =
        ["0:00.000", "0:01.203", "0:10.000", "0:16.830", "1:00.000", "1:02.340", "62:03.500"];
    assert_eq!(times, expected);
    assert_eq!(clock(-1.0), "0:00.000");
}
