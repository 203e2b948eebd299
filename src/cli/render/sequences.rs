//! Renders animations, turntables and videos as GIF, APNG, or one file per picture.

use std::path::{Path, PathBuf};

use super::Args;
use super::setup::Setup;
use crate::bytes::SourceId;
use crate::cli::output::write_file;
use crate::export::{Job, Kind, Options, Subject, numbered};
use crate::render::{Gpu, GpuFrameRenderer, SceneBuffers};
use crate::scene::{FrameRenderer, FrameSequence, Id, PictureSettings, Scene};

/// Animated picture format, from the file's extension.
pub fn kind_of(args: &Args) -> Option<Kind> {
    let ending = args.output.as_ref()?.extension()?.to_str()?;
    let kind = ending.parse().ok();
    kind.filter(|kind: &Kind| matches!(kind.name(), "gif" | "apng"))
}

/// Draws a turntable or the requested animation.
pub fn draw(args: &Args, gpu: Gpu, buffers: SceneBuffers, setup: &Setup) -> Result<(), String> {
    let scene = buffers.scene().clone();
    let Some(output) = &args.output else { return Ok(()) };
    let given = args.shot.view.is_some() || args.shot.state.is_some();
    let camera = given.then_some(setup.camera);
    let renderer = GpuFrameRenderer::new(gpu, buffers, args.size(), setup.options);
    let renderer = renderer.and_then(|renderer| renderer.supersampled(args.samples));
    let renderer = renderer.map_err(|error| error.to_string())?.seen_by(camera);
    let renderer = renderer.with_field_of_view(setup.camera.field_of_view);
    let Some(kind) = kind_of(args) else { return each(&renderer, &scene, output) };
    let animation = setup.animations.first().copied();
    let subject = match args.turn {
        true => Subject::Scene,
        false => animation.map(Subject::Animation).ok_or_else(nothing_moves)?,
    };
    write(output, &job(&scene).bytes(Some(&renderer), subject, kind)?)
}

fn nothing_moves() -> String {
    "no animation in this file; use --turn for a turntable".to_owned()
}

/// Writes a video.
pub fn film(args: &Args, scene: &Scene, kind: Kind) -> Result<(), String> {
    let Some(output) = &args.output else { return Ok(()) };
    if scene.films.is_empty() {
        return Err("this file has only textures; nothing to animate".to_owned());
    }
    write(output, &job(scene).bytes(None, Subject::Film(Id::new(0)), kind)?)
}

/// Writes each picture of a turntable as a separate file.
fn each(renderer: &GpuFrameRenderer, scene: &Scene, output: &Path) -> Result<(), String> {
    let reel = FrameSequence::Turn(None, PictureSettings::default());
    let count = reel.pictures(scene);
    for at in 0..count {
        let drawn = renderer.paint(reel, at)?;
        let bytes = drawn.pixels.iter().flat_map(|[r, g, b]| [*r, *g, *b, 255]).collect();
        let picture = image::RgbaImage::from_raw(drawn.width, drawn.height, bytes);
        let picture = picture.ok_or("the picture is incomplete")?;
        super::save(&picture, &one_of(output, at, count))?;
    }
    Ok(())
}

/// File name of a picture: `turn.07.png` for `turn.png`.
fn one_of(output: &Path, at: u32, count: u32) -> PathBuf {
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    output.with_file_name(format!("{}.png", numbered(&stem, at, count)))
}

fn job(scene: &Scene) -> Job<'_> {
    Job {
        scene,
        source_name: "",
        source: SourceId::default(),
        crc32: 0,
        options: Options::default(),
    }
}

fn write(output: &Path, bytes: &[u8]) -> Result<(), String> {
    let wrote = write_file(output, bytes, true);
    wrote.map(drop).map_err(|error| format!("{}: {error}", output.display()))
}
