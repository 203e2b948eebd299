//! `render`: draws the scene, an animation or a turntable.

mod draw;
mod pictures;
mod sequences;
pub(super) mod setup;
pub(super) mod shot_args;
pub(super) mod subject;
mod value_names;
mod values;

pub use value_names::animation as animation_named;

use std::io::{self, Write};
use std::path::PathBuf;

use self::setup::{Framing, Setup};
use self::shot_args::ShotArgs;
use self::subject::Subject;
use self::values::{duration, view_state};
use super::args::colour;
use super::output::{is_input, write_file};
use super::session::Session;
use crate::export::ENDINGS;
use crate::render::state::State;
use crate::render::{Gpu, RenderError};
use crate::scene::Scene;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    shot: ShotArgs,
    /// Output PNG; a GIF, APNG or video (.mp4, .webm, .mkv, written by FFmpeg) for animations; replaced if it
    /// exists, but never the input
    #[arg(short, long = "output", value_name = "FILE.png", required_unless_present = "bench")]
    output: Option<PathBuf>,
    /// Draw every animation (or that of --anim) as a row of this many pictures at equal intervals; the size is
    /// that of one picture (default 160x160)
    #[arg(long, value_name = "PICTURES")]
    #[arg(conflicts_with_all = ["time", "bench", "overlay", "from", "ride", "fov"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    sheet: Option<u32>,
    /// Print the rows of the contact sheet, as one JSON object per row
    #[arg(long, requires = "sheet")]
    json: bool,
    /// Draw a turntable: FILE.gif, FILE.apng or a video, or with FILE.png one file per picture
    #[arg(long, conflicts_with_all = ["from", "time", "sheet", "bench", "overlay"])]
    turn: bool,
    /// Draw a camera flight through this view state, or the one in this file; repeat it for each view
    #[arg(long, value_name = "JSON|FILE", value_parser = view_state)]
    #[arg(conflicts_with_all = ["turn", "from", "ride", "view", "state", "fov", "sheet", "bench", "overlay"])]
    flight: Vec<State>,
    /// Seconds at which the flight reaches each view, from 0 [default: at equal intervals]
    #[arg(long, value_name = "S,S,…", value_delimiter = ',', requires = "flight")]
    #[arg(conflicts_with = "seconds")]
    times: Vec<f32>,
    /// Number of pictures of a turntable or a flight [default: 48]
    #[arg(long, value_name = "N", conflicts_with_all = ["sheet", "bench"])]
    #[arg(value_parser = clap::value_parser!(u32).range(2..=36_000))]
    frames: Option<u32>,
    /// Duration of a turntable or a flight in seconds [default: 4]
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    #[arg(conflicts_with_all = ["sheet", "bench"])]
    seconds: Option<u32>,
    /// Leave out background and sky: the PNG has transparent pixels there
    #[arg(long, conflicts_with_all = ["turn", "flight", "sheet", "bench", "background", "sky_colour"])]
    transparent: bool,
    /// Colour behind the scene, instead of grey or the sky colour of the level's commands
    #[arg(long, value_name = "RRGGBB", value_parser = colour, conflicts_with = "sky_colour")]
    background: Option<[u8; 3]>,
    /// Render N × N pixels for each pixel of the picture and average them, to smooth edges
    #[arg(long, value_name = "N", default_value = "1", hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=8), conflicts_with = "sheet")]
    samples: u32,
    /// Draw this many frames and print the time they take
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    bench: Option<u32>,
}

impl Args {
    /// Size of the picture in pixels; for a contact sheet, of one of its pictures.
    fn size(&self) -> (u32, u32) {
        self.shot.size.unwrap_or(if self.sheet.is_some() { (160, 160) } else { (1280, 720) })
    }
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    subject::with_device(&args.shot, session, |session, gpu| run_with(args, session, gpu))
}

/// Runs with a device that may still be starting.
fn run_with(
    args: &Args,
    session: &mut Session,
    gpu: impl FnOnce() -> Result<Gpu, RenderError>,
) -> io::Result<()> {
    let Some(Subject { path, opened, scene }) = Subject::open(&args.shot, session) else {
        return Ok(());
    };
    if let Some(output) = &args.output
        && is_input(&session.library, &opened.stored, output)
    {
        let output = output.display();
        session.fail(format_args!("{output} is the input; choose another output"));
        return Ok(());
    }
    if let Err(misuse) = ending_suits(args) {
        session.misuse(misuse);
        return Ok(());
    }
    let animated = args.shot.anim.is_some() || args.shot.ride;
    if args.shot.time.is_some() && !animated && scene.films.is_empty() {
        session.misuse(format_args!("--time requires a video or --anim NAME"));
        return Ok(());
    }
    if is_empty(&scene) {
        let problems = opened.problems(&session.library);
        match pictures::draw(args, session, &path, &scene) {
            Err(reason) => session.fail(reason),
            Ok(()) => session.report_errors(&path, &problems),
        }
        return Ok(());
    }
    let framing = Framing { size: args.size(), whole: args.turn, views: &args.flight };
    let setup = match Setup::plan(&args.shot, framing, session, &path, &opened, &scene) {
        Ok(setup) => finish(args, setup, &scene),
        Err(reason) => {
            session.fail(format_args!("{path}: {reason}"));
            return Ok(());
        }
    };
    // Only the scene is needed from here on: fields and records are dropped to make room for the
    // adapter's buffers.
    let problems = opened.problems(&session.library);
    session.library.close(&opened);
    drop(opened);
    match draw::draw(args, &scene, &setup, session, gpu) {
        Err(reason) => session.fail(reason),
        Ok(bench) => {
            if let Some(bench) = bench {
                session.out.json(&bench)?;
            }
            session.report_errors(&path, &problems);
        }
    }
    session.out.flush()
}

/// Applies the options for the background.
fn finish(args: &Args, mut setup: Setup, scene: &Scene) -> Setup {
    if let Some(background) = args.background {
        setup.options = setup.options.on(background);
    }
    if args.transparent {
        setup.visibility = setup.visibility.without_sky(scene);
    }
    setup
}

/// Refuses a file extension that does not match the picture, and settings of sequences for other pictures.
fn ending_suits(args: &Args) -> Result<(), String> {
    let is_sequence = args.turn || !args.flight.is_empty();
    if !is_sequence && (args.frames.is_some() || args.seconds.is_some()) {
        return Err("--frames and --seconds require --turn or --flight".to_owned());
    }
    sequences::check_times(args)?;
    let ending = args.output.as_ref().and_then(|output| output.extension());
    let Some(ending) = ending.filter(|ending| !ending.eq_ignore_ascii_case("png")) else {
        return Ok(());
    };
    if sequences::moving(args).is_none() {
        let ending = ending.display();
        return Err(format!("expected a file name ending in {ENDINGS}, found .{ending}"));
    }
    let shot = &args.shot;
    // The time of a flight is that of the pose.
    let is_posed = shot.time.is_some() && args.flight.is_empty();
    let is_still = is_posed || shot.overlay.is_some() || shot.from.is_some();
    if is_still || args.transparent || args.sheet.is_some() || args.bench.is_some() {
        return Err(
            "--time, --from, --overlay, --transparent, --sheet and --bench cannot be used with GIF, APNG or videos"
                .to_owned(),
        );
    }
    Ok(())
}

pub(super) fn is_empty(scene: &Scene) -> bool {
    scene.drawn_faces() == 0 && scene.helpers.is_empty()
}

fn has_pictures(scene: &Scene) -> bool {
    !is_empty(scene) || !scene.textures.is_empty() || !scene.films.is_empty()
}

pub(super) fn save(picture: &image::RgbaImage, output: &std::path::Path) -> Result<(), String> {
    let mut png = io::Cursor::new(Vec::new());
    let shown = output.display();
    picture
        .write_to(&mut png, image::ImageFormat::Png)
        .map_err(|error| format!("{shown}: {error}"))?;
    let wrote = write_file(output, &png.into_inner(), true);
    wrote.map(drop).map_err(|error| format!("{shown}: {error}"))
}
