//! The dialog for camera flights.

use std::path::Path;

use egui::Key;
use egui_kittest::kittest::Queryable;
use gouraud::app::model::Command;
use gouraud::app::model::document::notes::sidecar;
use gouraud::app::model::export::flight::{
    FlightChoices, FlightFormat, command_line, flight, stops,
};
use gouraud::app::model::state::JobInfo;
use gouraud::app::model::view::state_string;
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
    window.get_by_label_contains("5 frames · 2.00 s · up to about ");
    window.click("Move view 2 up");
    window.settle_scene();
    window.click("Save");
    window.wait_for("Saved ");
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

#[test]
fn order_and_times_are_stored_with_the_notes() {
    let mut window = with_views();
    window.send(Command::ComposeFlight);
    window.click("Move view 2 up");
    window.run_steps(2);
    window.click("Cancel");
    window.run_steps(2);
    let own = window.model().own_sidecar().unwrap().clone();
    let order: Vec<u8> = own.flight.iter().map(|stop| stop.view).collect();
    assert_eq!(order, [2, 1]);
    let read = sidecar::parse(&own.to_text().unwrap()).unwrap();
    assert_eq!(read[0].flight, own.flight);
    let again = stops(&own.views, Camera::default(), &own.flight);
    assert_eq!(again.iter().map(|stop| stop.slot).collect::<Vec<_>>(), order);
    window.send(Command::ComposeFlight);
    window.click("Move view 1 up");
    window.run_steps(2);
    window.click("Cancel");
    window.run_steps(2);
    assert!(window.model().own_sidecar().unwrap().flight.is_empty(), "the usual order");
}

#[test]
fn command_records_the_flight() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = with_views();
    window.send(Command::ComposeFlight);
    window.get_by_label("Copy as command");
    let choices = FlightChoices { size: (64, 48), rate: 2, ..FlightChoices::default() };
    let view = state_string::of(window.model()).unwrap();
    let path = format!("{}/assets/demo/skater.psx", env!("CARGO_MANIFEST_DIR"));
    let line = command_line(&saved_flight(&window), choices, &path, &view);
    let output = folder.path().join("command.gif");
    let line = line.replace("flight.gif", &output.to_string_lossy());
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_gouraud"))
        .args(super::picture::words(&line).into_iter().skip(1))
        .output()
        .unwrap();
    assert!(run.status.success(), "{line}: {}", String::from_utf8_lossy(&run.stderr));
    let file = std::fs::read(output).unwrap();
    let mut reader = gif::DecodeOptions::new().read_info(file.as_slice()).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    assert_eq!(delays, [50; 4]);
}

#[cfg(target_os = "linux")]
#[test]
fn writes_into_a_folder_whose_name_is_not_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let outside = tempfile::tempdir().unwrap();
    let folder = outside.path().join(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    std::fs::create_dir(&folder).unwrap();
    let typed = outside.path().join("caf%E9").to_string_lossy().into_owned();
    let mut window = with_views();
    let choices = FlightChoices { size: (40, 30), rate: 1, ..FlightChoices::default() };
    let flight = saved_flight(&window);
    window.send(Command::SaveFlight { flight, choices, folder: typed.clone() });
    window.settle();
    let choices = gouraud::app::model::export::picture::PictureChoices {
        size: (40, 30),
        ..Default::default()
    };
    window.send(Command::SavePicture { choices, folder: typed });
    window.settle();
    assert_eq!(names(&folder), ["skater.psx.flight.gif", "skater.psx.png"]);
}

#[test]
fn large_recordings_are_reported_before_they_are_made() {
    let mut window = with_views();
    window.set(|settings| {
        settings.flight = FlightChoices { size: (8192, 8192), rate: 120, ..Default::default() };
    });
    window.send(Command::ComposeFlight);
    window.wait_for("241 frames · 2.00 s · up to about ");
    window.get_by_label_contains("This is large");
    let small = FlightChoices { size: (64, 48), rate: 2, ..FlightChoices::default() };
    assert_eq!(small.expected_bytes(2.0, 1000, (64, 48)), 5000);
    assert_eq!(small.expected_bytes(2.0, 1000, (128, 96)), 1250, "a smaller picture");
}

#[test]
fn cancelling_is_visible_at_once_and_ends_the_recording() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = with_views();
    let choices = FlightChoices { size: (640, 480), rate: 120, ..FlightChoices::default() };
    let (flight, path) = (saved_flight(&window), folder.path().to_string_lossy().into_owned());
    window.send(Command::SaveFlight { flight, choices, folder: path });
    let job = window.model().jobs.iter().find(|job| job.name == "Recording a flight").unwrap().id;
    window.state_mut().command(Command::Cancel { job });
    window.run_steps(2);
    let shown = |window: &Bench| window.model().jobs.iter().find(|known| known.id == job).cloned();
    // The job may have ended within these frames.
    let is_cancelling = |job: JobInfo| job.name == "Cancelling: Recording a flight";
    assert!(shown(&window).is_none_or(is_cancelling));
    window.wait_for("Flight not recorded");
    window.settle();
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn saved_views_of_the_same_direction_are_numbered() {
    let mut window = with_views();
    for slot in [3, 5] {
        window.send(Command::StoreView(slot));
    }
    let name =
        |window: &Bench, slot| window.model().own_sidecar().unwrap().views[&slot].about.clone();
    let names = [2, 3, 5].map(|slot| name(&window, slot));
    assert_eq!(names, ["from the front", "from the front 2", "from the front 3"]);
    // A view that is saved again keeps its name.
    window.send(Command::StoreView(3));
    assert_eq!(name(&window, 3), "from the front 2");
    window.send(Command::StoreView(1));
    assert_eq!(name(&window, 1), "from the front 4", "it was from above");
}
