//! Formatting of numbers, paths and times, caching and sorting.

use gouraud::app::model::async_cache::AsyncCache;
use gouraud::app::model::document::paths::{is_below, name, parent};
use gouraud::app::model::natural_order::key;
use gouraud::app::model::numbers::{columns, counted, decimal, grouped, size};
use gouraud::app::model::sound::Peaks;
use gouraud::app::model::{Level, Settings, log as messages};
use gouraud::audio::Clip;
use gouraud::library::timestamp::{clock, for_display, of_seconds};

#[test]
fn computes_repeated_requests_once() {
    let (latest, asked) = (AsyncCache::default(), std::cell::Cell::new(0));
    let answer = |question: u32| {
        latest.get(question, || {
            asked.set(asked.get() + 1);
            question * 2
        })
    };
    assert_eq!([1, 1, 2, 2, 1].map(answer), [2, 2, 4, 4, 2]);
    assert_eq!(asked.get(), 3);
}

#[test]
fn counts_repeated_lines_and_mutes_libraries() {
    messages::install();
    messages::add(Level::Info, "twice");
    messages::add(Level::Info, "twice");
    assert!(
        messages::slice(0..messages::len())
            .iter()
            .any(|line| line.text == "twice" && line.count == 2)
    );
    let info = |target| {
        log::logger()
            .enabled(&log::Metadata::builder().level(log::Level::Info).target(target).build())
    };
    assert!(info("gouraud::app") && !info("wgpu_hal::vulkan"));
}

#[test]
fn sorts_numbers_in_names_numerically() {
    let mut names = ["VA148", "va56", "VA", "VA056b", "VH1", "7", "VA18446744073709551616"];
    names.sort_by_cached_key(|name| key(name));
    assert_eq!(names, ["7", "VA", "va56", "VA056b", "VA148", "VA18446744073709551616", "VH1"]);
}

#[test]
fn groups_digits_from_the_right() {
    assert_eq!(grouped(7), "7");
    assert_eq!(grouped(1234), "1\u{2009}234");
    assert_eq!(grouped(1_234_567), "1\u{2009}234\u{2009}567");
}

#[test]
fn groups_digits_of_decimals() {
    assert_eq!(decimal(1234.56, 1), "1\u{2009}234.6");
    assert_eq!(decimal(-1_234_567.0, 0), "-1\u{2009}234\u{2009}567");
    assert_eq!(decimal(-0.25, 2), "-0.25");
    assert_eq!(decimal(f32::NAN, 1), "NaN");
}

#[test]
fn aligns_columns_of_numbers() {
    let row = |cells: [f32; 2]| cells.map(|cell| decimal(cell, 1));
    let lines = columns(&[row([1.0, 1234.0]), row([-20.0, 5.0])]);
    assert_eq!(lines, ["  1.0 1\u{2009}234.0", "-20.0    \u{2009}5.0"]);
    assert_eq!(columns::<1>(&[]), [""; 0]);
}

#[test]
fn formats_sizes_with_unit() {
    assert_eq!(size(640), "640 B");
    assert_eq!(size(12_595), "12.3 KiB");
}

#[test]
fn lists_folders_and_containers_as_parents() {
    assert_eq!(parent("/a/b.psx").as_deref(), Some("/a"));
    assert_eq!(parent("/a/disc.bin//X/Y.LZS").as_deref(), Some("/a/disc.bin"));
    assert_eq!(parent("demo//plaza.psx").as_deref(), Some("demo"));
    assert_eq!(parent("b.psx"), None);
}

#[test]
fn folder_does_not_contain_one_with_a_longer_name() {
    assert!(is_below("/a/b", "/a") && is_below("/a", "/a") && is_below("/a", "/"));
    assert!(is_below("/a/disc.bin//X", "/a/disc.bin"));
    assert!(!is_below("/ab", "/a"));
}

#[test]
fn names_are_last_path_components() {
    assert_eq!(name("/a/disc.bin//X/Y.LZS"), "Y.LZS");
    assert_eq!(name("/a/b/"), "b");
}

#[test]
fn clamps_numbers_of_a_broken_file() {
    let broken = Settings { ui_scale: f32::NAN, hex_size: 900.0, memory: 0, ..Default::default() };
    let sane = broken.clamped();
    assert_eq!((sane.ui_scale, sane.hex_size, sane.memory), (1.0, 32.0, 64));
}

#[test]
fn converts_days_to_calendar_dates() {
    let known = [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_399, "2000-02-28T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (951_868_800, "2000-03-01T00:00:00Z"),
        (1_709_164_800, "2024-02-29T00:00:00Z"),
        (1_735_689_599, "2024-12-31T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
    ];
    for (seconds, expected) in known {
        assert_eq!(of_seconds(seconds), expected);
    }
}

#[test]
fn shows_foreign_text_verbatim() {
    assert_eq!(for_display("2024-05-01T09:30:00Z"), "2024-05-01 09:30 UTC");
    assert_eq!(clock("2024-05-01T09:30:12Z"), "09:30:12 UTC");
    assert_eq!(for_display("last summer"), "last summer");
    assert_eq!(for_display("im Frühjähr würdZ"), "im Frühjähr würdZ");
}

#[test]
fn spike_is_visible_at_every_zoom_in_its_channel() {
    let mut samples = vec![0i16; 2 * 100_000];
    samples[2 * 77_777 + 1] = 3000;
    samples[2 * 77_777] = -5;
    let clip = Clip::new(samples, 2, 22_050, 0);
    let peaks = Peaks::new(&clip);
    for width in [1, 10, 63, 64, 1000, 50_000] {
        let start = 77_777 - width / 2;
        let bounds = |channel| peaks.bounds(&clip, channel, start..start + width);
        assert_eq!(bounds(0).map(|(low, _)| low), Some(-5), "{width} frames");
        assert_eq!(bounds(1).map(|(_, high)| high), Some(3000), "{width} frames");
    }
    assert_eq!(peaks.bounds(&clip, 0, 0..60_000), Some((0, 0)));
    assert_eq!(peaks.bounds(&clip, 0, 200_000..200_100), None);
}

#[test]
fn counts_agree_with_their_words() {
    assert_eq!(counted(1, "vertex"), "1 vertex");
    assert_eq!(counted(2, "vertex"), "2 vertices");
    assert_eq!(counted(1, "texture"), "1 texture");
    assert_eq!(counted(0, "texture"), "0 textures");
}
