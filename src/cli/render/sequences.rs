//! Renders animations, turntables, flights and videos as GIF, APNG, video, or one file per picture.

use std::path::Path;

use super::Args;
use super::setup::Setup;
use super::values::duration;
use crate::bytes::SourceId;
use crate::cli::output::write_file;
use crate::container::io_message;
use crate::export::{FileContents, Job, Options, Recording, Subject};
use crate::render::{Flight, Gpu, GpuFrameRenderer, Keyframe, SceneBuffers};
use crate::scene::{Id, PictureSettings, Scene};

/// The recording of an animated picture or a video, from the file's extension.
pub fn moving(args: &Args) -> Option<Recording> {
    let recording = Recording::of(args.output.as_ref()?);
    recording.filter(|recording| *recording != Recording::Pictures)
}

/// Draws a turntable, a flight or the requested animation.
pub fn draw(args: &Args, gpu: Gpu, buffers: SceneBuffers, setup: &Setup) -> Result<(), String> {
    let scene = buffers.scene().clone();
    let Some(output) = &args.output else { return Ok(()) };
    let given = args.shot.view.is_some() || args.shot.state.is_some();
    let camera = given.then_some(setup.camera);
    let renderer = GpuFrameRenderer::new(gpu, buffers, args.size(), setup.options);
    let renderer = renderer.and_then(|renderer| renderer.supersampled(args.samples));
    let renderer = renderer.map_err(|error| error.to_string())?.seen_by(camera);
    let renderer = renderer.with_field_of_view(setup.camera.field_of_view);
    let (flight, pictures) = (flight(args, setup)?, settings(args));
    let is_scene = args.turn || flight.is_some();
    let renderer = renderer.flying(flight);
    let animation = setup.animations.first().copied();
    let subject = match is_scene {
        true => Subject::Scene,
        false => animation.map(Subject::Animation).ok_or_else(nothing_moves)?,
    };
    job(&scene, pictures).record(Some(&renderer), subject, output, &write)
}

fn nothing_moves() -> String {
    "no animation in this file; use --turn for a turntable".to_owned()
}

/// Number of frames and duration of a turntable or a flight.
fn settings(args: &Args) -> PictureSettings {
    let usual = PictureSettings::default();
    let last = args.times.last().map(|seconds| (seconds * 1e3).round() as u32);
    PictureSettings {
        pictures: args.frames.unwrap_or(usual.pictures),
        milliseconds: last.or(args.seconds).unwrap_or(usual.milliseconds),
        ..usual
    }
}

/// The flight through the views of the options, if any.
fn flight(args: &Args, setup: &Setup) -> Result<Option<Flight>, String> {
    if args.flight.is_empty() {
        return Ok(None);
    }
    let flight = if args.times.is_empty() {
        let seconds = settings(args).milliseconds as f32 / 1e3;
        Flight::even(&setup.cameras, seconds)
    } else {
        let keys = setup.cameras.iter().zip(&args.times);
        let keys = keys.map(|(camera, seconds)| Keyframe { camera: *camera, seconds: *seconds });
        Flight::new(keys.collect())
    };
    flight.map(Some).map_err(|error| format!("--flight: {error}"))
}

/// Refuses times that do not match the views of a flight.
pub fn check_times(args: &Args) -> Result<(), String> {
    let (times, views) = (&args.times, args.flight.len());
    let Some(last) = times.last() else { return Ok(()) };
    if times.len() != views {
        let found = times.len();
        return Err(format!("--times: expected {views} times, one for each view, found {found}"));
    }
    if times[0] != 0.0 || !times.is_sorted_by(|before, after| before < after) {
        return Err("--times: expected seconds that increase from 0".to_owned());
    }
    let last = duration(&last.to_string());
    last.map(drop).map_err(|why| format!("--times: the last one is the duration; {why}"))
}

/// Writes a video.
pub fn film(args: &Args, scene: &Scene) -> Result<(), String> {
    let Some(output) = &args.output else { return Ok(()) };
    if scene.films.is_empty() {
        return Err("this file has only textures; nothing to animate".to_owned());
    }
    job(scene, PictureSettings::default()).record(None, Subject::Film(Id::new(0)), output, &write)
}

fn job(scene: &Scene, pictures: PictureSettings) -> Job<'_> {
    Job {
        scene,
        source_name: "",
        source: SourceId::default(),
        crc32: 0,
        options: Options { pictures, ..Options::default() },
    }
}

fn write(output: &Path, contents: FileContents<'_>) -> Result<(), String> {
    let wrote = match contents {
        FileContents::Bytes(bytes) => write_file(output, bytes, true).map(drop),
        FileContents::Temporary(file) => file.persist(output).map(drop).map_err(|e| e.error),
    };
    wrote.map_err(|error| format!("{}: {}", output.display(), io_message(&error)))
}
