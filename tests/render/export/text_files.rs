//! Tables and captions as text.

use std::sync::Arc;

use super::*;

fn text(scene: &Scene, name: &str) -> String {
    let mut files = files(scene, only(&[kind(name)]));
    String::from_utf8(files.pop_first().unwrap().1).unwrap()
}

fn table(columns: &[&str], rows: &[&[&str]]) -> String {
    let list = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect();
    let row = |cells: &&[&str]| TableRow { cells: list(cells), origin: Origin::default() };
    let table = Table {
        name: "table".to_owned(),
        columns: list(columns),
        rows: rows.iter().map(row).collect(),
    };
    text(&Scene { tables: vec![table].into(), ..Scene::default() }, "csv")
}

#[test]
fn quotes_cells_with_commas_quotes_and_line_breaks() {
    assert_eq!(
        table(&["name", "text"], &[&["a", "b,c"], &["say \"hi\"", "two\nlines"]]),
        "name,text\na,\"b,c\"\n\"say \"\"hi\"\"\",\"two\nlines\"\n"
    );
}

#[test]
fn every_line_has_the_same_number_of_fields() {
    assert_eq!(table(&["a", "b"], &[&["1"], &["1", "2", "3"]]), "a,b,\n1,,\n1,2,3\n");
}

struct Silence;

impl SoundData for Silence {
    fn decode(&self) -> Samples {
        Samples::I16(Vec::new())
    }
}

/// A sound with two captions and a pause between them.
fn spoken() -> Scene {
    let caption = |start_ms, end_ms, text: &str| Caption {
        start_ms,
        end_ms,
        text: text.to_owned(),
        origin: Origin::default(),
    };
    let sound = Sound {
        name: "voice".to_owned(),
        origin: Origin::default(),
        ids: Vec::new(),
        codec: "PCM",
        channels: 1,
        rate: 8000,
        bits: 16,
        frames: 0,
        expected_frames: 0,
        stored_bytes: 0,
        looped: None,
        captions: vec![
            caption(0, 1000, "First <line> & more"),
            caption(1000, 1600, ""),
            caption(1600, 3_723_400, "Second\n\nline, \"quoted\""),
        ],
        data: Arc::new(Silence),
    };
    Scene { sounds: vec![sound].into(), ..Scene::default() }
}

#[test]
fn numbers_subtitles_and_omits_pauses() {
    assert_eq!(
        text(&spoken(), "srt"),
        "1\n00:00:00,000 --> 00:00:01,000\nFirst <line> & more\n\n\
         2\n00:00:01,600 --> 01:02:03,400\nSecond\nline, \"quoted\"\n\n"
    );
}

#[test]
fn a_sound_with_only_pauses_has_no_subtitles() {
    let mut scene = spoken();
    scene.sounds.iter_mut().flat_map(|sound| &mut sound.captions).for_each(|c| c.text.clear());
    assert!(files(&scene, only(&[kind("srt"), kind("vtt")])).is_empty());
    assert!(text(&scene, "csv").ends_with("1600,3723400,\n"));
}

#[test]
fn escapes_web_subtitles() {
    assert_eq!(
        text(&spoken(), "vtt"),
        "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nFirst &lt;line&gt; &amp; more\n\n\
         00:00:01.600 --> 01:02:03.400\nSecond\nline, \"quoted\"\n\n"
    );
}

#[test]
fn writes_every_caption_time_to_the_table() {
    assert_eq!(
        text(&spoken(), "csv"),
        "start_ms,end_ms,text\n0,1000,First <line> & more\n1000,1600,\n\
         1600,3723400,\"Second\n\nline, \"\"quoted\"\"\"\n"
    );
}
