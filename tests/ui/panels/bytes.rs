//! Bytes: notations, typed offsets, and the panel's cursor.

use std::sync::Arc;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use gouraud::app::model::{Command, PanelId, SelectionTarget};
use gouraud::app::panels::bytes::copy::CopyAs;
use gouraud::app::panels::bytes::find::{Pattern, Progress, find};
use gouraud::app::panels::bytes::{BytesPanel, goto, inspect, layout::Layout};
use gouraud::bytes::{ReadAt, Source, Span};

use super::single_panel::{Bench, window};
use crate::driver::{Driver, open};

#[test]
fn go_to_accepts_every_notation() {
    let go = |text| goto::parse(text, 0x100, 0x1000);
    assert_eq!(go("0x1f0"), Ok(0x1f0));
    assert_eq!(go("$1F0"), Ok(0x1f0));
    assert_eq!(go("1f0h"), Ok(0x1f0));
    assert_eq!(go("1f0"), Ok(0x1f0), "a letter makes it hexadecimal");
    assert_eq!(go("496"), Ok(496), "digits alone are decimal");
    assert_eq!(go(" +16 "), Ok(0x110));
    assert_eq!(go("-0x10"), Ok(0xf0));
    assert_eq!(go("end-4"), Ok(0xffc));
    assert_eq!(go("END - 0x10"), Ok(0xff0));
    assert_eq!(go("end"), Ok(0xfff), "the last byte");
    assert!(go("0x1001").unwrap_err().contains("past the end"));
    assert!(go("-0x101").unwrap_err().contains("before the start"));
    for nonsense in ["", "+", "-", "0x", "++4", "hello", "end-", "1 2 -3", "99999999999999999999"] {
        assert!(go(nonsense).is_err(), "{nonsense:?}");
    }
}

fn reading(bytes: &[u8], name: &str) -> (String, String) {
    let all = inspect::readings(bytes);
    let found = all.into_iter().find(|reading| reading.name == name).unwrap();
    (found.little, found.big.unwrap_or_default())
}

#[test]
fn the_inspector_reads_both_byte_orders() {
    let bytes = [0x34, 0x12, 0xff, 0xff, 0x00];
    assert_eq!(reading(&bytes, "u16"), ("4660".into(), "13330".into()));
    assert_eq!(reading(&bytes, "s32"), ("-60876".into(), "873660415".into()));
    assert_eq!(reading(&bytes, "s8").0, "52");
    assert_eq!(reading(&bytes, "RGB555").0, "165 140 33");
    assert_eq!(reading(&[0x34, 0x92], "RGB555").0, "165 140 33 STP");
    assert_eq!(reading(&[0, 0], "RGB555").0, "0 0 0 hole");
    assert_eq!(reading(&[0x00, 0x18], "4.12").0, "1.5");
    assert_eq!(reading(&[0x00, 0xe8], "1.3.12").0, "-1.5");
    assert_eq!(reading(&[0x00, 0x18, 0, 0], "20.12").0, "1.5");
    assert_eq!(reading(&[0x00, 0x04], "angle").0, "90.00°");
    assert_eq!(reading(&1.5f32.to_be_bytes(), "f32").1, "1.5");
    assert_eq!(reading(b"Gouraud\0rest", "text").0, "\"Gouraud\"");
    assert_eq!(reading(&[1], "u8").0, "1");
    assert_eq!(reading(&[1], "u16"), ("–".into(), "–".into()), "nothing past the end");
}

#[test]
fn copies_bytes_in_every_notation() {
    let bytes = b"\x00Az\xff";
    assert_eq!(CopyAs::Hex.format(bytes, 0), "00 41 7a ff");
    assert_eq!(
        CopyAs::C.format(bytes, 0),
        "const unsigned char data[4] = {\n    0x00, 0x41, 0x7a, 0xff,\n};"
    );
    assert_eq!(
        CopyAs::Rust.format(bytes, 0),
        "const DATA: [u8; 4] = [\n    0x00, 0x41, 0x7a, 0xff,\n];"
    );
    assert_eq!(CopyAs::Python.format(bytes, 0), "data = (\n    b\"\\x00\\x41\\x7a\\xff\"\n)");
    assert_eq!(
        CopyAs::Dump.format(bytes, 0x1f0),
        format!("000001f0  {:<48}  |.Az.|\n", "00 41 7a ff")
    );
    assert_eq!(CopyAs::Text.format(bytes, 0), ".Az.");
}

#[test]
fn parses_patterns_as_bytes_or_text() {
    let shown = |text| Pattern::parse(text).map(|pattern| pattern.formatted());
    assert_eq!(shown("de ad ?? ef"), Some("de ad ?? ef".into()));
    assert_eq!(shown("0xdeadbeef"), Some("de ad be ef".into()));
    assert_eq!(shown("added"), Some("61 64 64 65 64".into()), "a word of hex letters is a word");
    assert_eq!(shown("\"de ad\""), Some("64 65 20 61 64".into()), "quotes make text");
    assert_eq!(shown("  "), None);
}

#[test]
fn searches_both_ways_and_wraps() {
    let mut bytes = vec![0u8; 3 << 20];
    // Across a chunk boundary, and near the end.
    bytes[(1 << 20) - 1..(1 << 20) + 2].copy_from_slice(b"key");
    bytes[(3 << 20) - 3..].copy_from_slice(b"key");
    let source = Source::from_bytes("haystack", bytes);
    let pattern = Pattern::parse("k?y").unwrap();
    assert!(find(&source, &pattern, 0, false, &Default::default()).is_none());
    let pattern = Pattern::parse("key").unwrap();
    let at = |from, back| {
        let found = find(&source, &pattern, from, back, &Default::default());
        found.map(|found| (found.span.start, found.wrapped))
    };
    let (first, last) = ((1 << 20) - 1, (3 << 20) - 3);
    assert_eq!(at(0, false), Some((first, false)));
    assert_eq!(at(first + 1, false), Some((last, false)));
    assert_eq!(at(last + 1, false), Some((first, true)));
    assert_eq!(at(last, true), Some((first, false)));
    assert_eq!(at(first, true), Some((last, true)));
}

/// 3 MB of a file with a key, in which some blocks cannot be read.
struct Scratched;

impl ReadAt for Scratched {
    fn len(&self) -> u64 {
        3 << 20
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        for (at, byte) in (offset..).zip(out) {
            if (5000..9000).contains(&at) {
                return Err("scratched".to_owned());
            }
            *byte = u8::from(at == 12_000 || at == 2 << 20);
        }
        Ok(())
    }
}

#[test]
fn a_search_skips_only_the_blocks_that_cannot_be_read() {
    let source = Source::from_large_file("disc", "disc".into(), Arc::new(Scratched));
    let progress = Progress::default();
    let found = find(&source, &Pattern::parse("01").unwrap(), 0, false, &progress).unwrap();
    assert_eq!((found.span.start, progress.unread()), (12_000, 3 * 2048), "blocks of 2 048 bytes");
    let progress = Progress::default();
    assert!(find(&source, &Pattern::parse("02").unwrap(), 0, false, &progress).is_none());
    assert_eq!(progress.unread(), 3 * 2048);
}

#[test]
fn computes_exact_rows_for_700_megabytes() {
    let layout = Layout { width: 16, char: 7.0, left: 0.0, tight: false };
    let len = 700 << 20;
    let last = layout.rows(len) - 1;
    assert_eq!(layout.bytes(last, len), len - 16..len);
    assert_eq!(layout.row_of(len - 1), last);
    assert_eq!(layout.bytes(layout.rows(len - 3) - 1, len - 3), len - 16..len - 3);
}

#[test]
fn the_pointer_finds_the_byte_in_both_columns() {
    let layouts = [700.0, 500.0].map(|room| Layout::fit(0.0, room, 7.0));
    assert_eq!(layouts.map(|layout| (layout.width, layout.tight)), [(16, false), (16, true)]);
    let row = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(700.0, 18.0));
    for (layout, column) in layouts.iter().flat_map(|layout| (0..16).map(move |c| (layout, c))) {
        for which in [
            gouraud::app::panels::bytes::layout::Column::Hex,
            gouraud::app::panels::bytes::layout::Column::Text,
        ] {
            let cell = layout.cover(which, row, column, column);
            assert_eq!(layout.byte_at(3, cell.center(), 1000, false), Some(48 + column));
        }
    }
}

#[test]
fn rows_have_a_power_of_two_of_at_least_eight_bytes() {
    for room in 100..2_000 {
        let width = Layout::fit(0.0, room as f32, 7.2).width;
        assert!([8, 16, 32].contains(&width), "{width} bytes in {room} points");
    }
}

#[test]
fn header_names_the_selected_field() {
    let mut window = window(Bench::new(PanelId::BYTES, BytesPanel::default(), 2), [700.0, 600.0]);
    window.run();
    window.key_press(Key::ArrowRight);
    window.run();
    window.get_by_label("Selected: header.version");
    window.get_by_label_contains("Value: 4");
}

#[test]
fn data_inspector_fits_the_smallest_panel() {
    for height in [160.0, 220.0, 400.0] {
        let mut window =
            window(Bench::new(PanelId::BYTES, BytesPanel::default(), 2), [260.0, height]);
        window.run();
        assert!(window.query_by_label_contains("u8 little-endian").is_none(), "off at first");
        window.get_by_label("Data inspector: values of the bytes at the cursor").click();
        window.run();
        window.get_by_label_contains("u8 little-endian");
    }
}

#[test]
fn header_parts_do_not_overlap() {
    for width in [200.0, 260.0, 320.0, 500.0] {
        let bench = Bench::new(PanelId::BYTES, BytesPanel::default(), 2);
        let mut window = window(bench, [width, 300.0]);
        window.run();
        let first = window.get_by_label_contains("Go to an offset").rect();
        let range = window.get_by_label_contains("Range:").rect();
        assert!(range.right() <= first.left(), "{range:?} {first:?}");
        assert!(first.left() >= 0.0 && range.left() >= 0.0);
    }
}

#[test]
fn arrows_move_the_cursor_and_shift_extends() {
    let mut window = window(Bench::new(PanelId::BYTES, BytesPanel::default(), 2), [700.0, 600.0]);
    window.run();
    window.key_press(Key::ArrowDown);
    window.run();
    let source = window.model().shown.as_ref().unwrap().document.source.id();
    assert_eq!(
        window.state().asked,
        [Command::Select(SelectionTarget::Byte { source, offset: 16 })]
    );
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    window.run();
    let extended = Command::Select(SelectionTarget::Bytes(Span::new(source, 16, 2)));
    assert_eq!(window.state().asked.last(), Some(&extended));
    window.key_press_modifiers(Modifiers::COMMAND, Key::End);
    window.run();
    let len = window.model().shown.as_ref().unwrap().document.source.len();
    let last = Command::Select(SelectionTarget::Byte { source, offset: len - 1 });
    assert_eq!(window.state().asked.last(), Some(&last));
}

#[test]
fn a_click_on_a_byte_selects_its_field() {
    let mut window = window(Bench::new(PanelId::BYTES, BytesPanel::default(), 2), [700.0, 600.0]);
    window.run();
    let grid = window.get_by_role(egui::Role::Grid).rect();
    // In the first row, within the hex digits of the fifth byte.
    let char = (700.0 - 0.0) / 100.0;
    let pos = grid.left_top() + egui::vec2(4.0 + char * (12.0 + 3.0 * 4.0 + 1.0), 8.0);
    window.hover_at(pos);
    window.run();
    window.drag_at(pos);
    window.drop_at(pos);
    window.run();
    assert_eq!(window.state().selected_path(), "header.tag_offset");
    let span = window.model().selection.as_ref().unwrap().span;
    assert_eq!((span.start, span.len), (4, 4));
}

#[test]
fn go_to_selects_an_offset_or_a_field() {
    let mut window = window(Bench::new(PanelId::BYTES, BytesPanel::default(), 300), [700.0, 600.0]);
    window.run();
    window.state_mut().apply(Command::GoToOffset);
    window.run();
    window.get_by_label("Go to offset or field").type_text("objects[200].model");
    window.run();
    window.key_press(Key::Enter);
    window.run();
    assert_eq!(window.state().selected_path(), "objects[200].model");
    let asked = &window.state().asked;
    assert_eq!(asked.len(), 2, "Enter went to the box alone: {asked:?}");
}

#[test]
fn escape_closes_the_focused_box() {
    let mut window = window(Bench::new(PanelId::BYTES, BytesPanel::default(), 2), [700.0, 600.0]);
    window.run();
    window.state_mut().apply(Command::Find);
    window.run();
    assert!(window.query_by_label("Find bytes or text").is_some());
    window.key_press(Key::Escape);
    window.run();
    assert!(window.query_by_label("Find bytes or text").is_none());
}

#[test]
fn distinguishes_selection_and_hover() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("readme.txt");
    std::fs::write(&path, "one\r\ntwo\r\n").unwrap();
    let mut window = open(&path);
    let source = window.model().doc.as_ref().unwrap().opened.document.source.id();
    window.send(Command::Select(SelectionTarget::Byte { source, offset: 6 }));
    window.get_by_label("Selected: lines[1].text");
    let row = window.get_by_label("lines[0] line one").rect().center();
    window.hover_at(row);
    window.run_steps(4);
    window.get_by_label("Selected: lines[1].text, pointer over lines[0]");
}
