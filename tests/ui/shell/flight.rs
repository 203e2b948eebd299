//! The dialog for camera flights.

use std::path::Path;

use egui::Key;
use egui_kittest::kittest::Queryable;
use gouraud::app::model::Command;
use gouraud::app::model::export::flight::{FlightChoices, FlightFormat, flight, stops};
use gouraud::render::{Camera, Flight, Preset};

use crate::driver::{Bench, Driven, Driver, open};

/// A window with two saved views: from above and from the front.
fn with_views() -> Bench {
    let mut window = open("demo//skater.psx");
    window.settle_scene();
    for (slot, preset) in [(1, Preset::Top), (2, Preset::Front)] {
        window.send(Command::LookFrom(preset));
        let pitch = if slot == 1 { 90.0 } else { 0.0 };
        window.until("the camera is there", move |w| w.state.view.camera.pitch == pitch);
        window.send(Command::StoreView(slot));
    }
    window
}

fn saved_flight(window: &Bench) -> Flight {
    let views = &window.model().own_sidecar().unwrap().views;
    flight(&stops(views, Camera::default(), &[])).unwrap()
}

/// Names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap();
    let name = |file: std::fs::DirEntry| file.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = files.map(|file| name(file.unwrap())).collect();
    names.sort();
    names
}

#[test]
fn dialog_lists_the_saved_views_and_writes_a_gif() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = with_views();
    let path = folder.path().to_string_lossy().into_owned();
    window.set(|settings| {
        settings.pictures = path;
        settings.flight = FlightChoices { size: (64, 48), rate: 2, ..FlightChoices::default() };
    });
    window.send(Command::ComposeFlight);
    window.get_by_label_contains("1  from above");
    window.wait_for("Preview of the flight, 64×48");
    window.get_by_label("5 frames · 2.00 s");
    window.click("Move view 2 up");
    window.click("Save");
    window.settle();
    assert_eq!(names(folder.path()), ["skater.psx.flight.gif"]);
    let file = std::fs::read(folder.path().join("skater.psx.flight.gif")).unwrap();
    let mut reader = gif::DecodeOptions::new().read_info(file.as_slice()).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    assert_eq!(delays, [50; 5]);
}

#[test]
fn frames_are_written_into_a_new_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = with_views();
    let choices = FlightChoices {
        size: (40, 30),
        rate: 1,
        format: FlightFormat::Pictures,
        ..FlightChoices::default()
    };
    let flight = saved_flight(&window);
    for _ in 0..2 {
        let (flight, folder) = (flight.clone(), folder.path().to_string_lossy().into_owned());
        window.send(Command::SaveFlight { flight, choices, folder });
        window.settle();
    }
    assert_eq!(names(folder.path()), ["skater.psx.flight.frames", "skater.psx.flight~2.frames"]);
    let frames = folder.path().join("skater.psx.flight.frames");
    assert_eq!(names(&frames), ["frame.0.png", "frame.1.png", "frame.2.png"]);
    let first = image::open(frames.join("frame.0.png")).unwrap();
    assert_eq!((first.width(), first.height()), (40, 30));
}

#[test]
fn flights_recorded_at_the_same_time_have_different_names() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = with_views();
    let choices = FlightChoices { size: (40, 30), rate: 1, ..FlightChoices::default() };
    let flight = saved_flight(&window);
    for _ in 0..2 {
        let (flight, folder) = (flight.clone(), folder.path().to_string_lossy().into_owned());
        window.state_mut().command(Command::SaveFlight { flight, choices, folder });
    }
    window.settle();
    assert_eq!(names(folder.path()), ["skater.psx.flight.gif", "skater.psx.flight~2.gif"]);
}

#[test]
fn scene_plays_the_flight_until_escape() {
    let mut window = with_views();
    let flight = saved_flight(&window);
    window.send(Command::PlayFlight(flight.clone()));
    window.until("it is on its way", |w| (1.0..89.0).contains(&w.state.view.camera.pitch));
    window.press(Key::Escape);
    let stopped = window.model().view.camera;
    window.run_steps(20);
    assert_eq!(window.model().view.camera, stopped);
    window.send(Command::PlayFlight(flight.clone()));
    window.until("it has arrived", |w| w.state.view.camera == flight.at(2.0));
}

#[test]
fn flight_needs_two_views() {
    let mut window = open("demo//skater.psx");
    window.settle_scene();
    window.send(Command::ComposeFlight);
    window.get_by_label_contains("No saved views yet");
    window.get_by_label_contains("A flight needs two saved views");
    window.click("Cancel");
    window.send(Command::StoreView(4));
    window.send(Command::ComposeFlight);
    window.get_by_label_contains("A flight needs two saved views");
    assert!(window.query_by_label("Play in scene").is_none());
}
