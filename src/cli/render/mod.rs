//! `render`: draws the scene, an animation or a turntable.

mod draw;
mod pictures;
mod sequences;
mod setup;
mod value_names;
mod values;

use std::io::{self, Write};
use std::path::PathBuf;

use self::setup::Setup;
use self::values::{Adapter, OnOff, StyleArg, View, chosen, size, view};
use super::args::{Beside, Reading, known_answer};
use super::output::{is_input, write_file};
use super::session::Session;
use crate::formats::Capability;
use crate::render::state::{FieldBit, State};
use crate::render::{AdapterChoice, DetailChoice, Gpu, RenderError};
use crate::scene::Scene;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// File or member with a scene; a folder with one such file
    #[arg(value_name = "PATH")]
    path: String,
    /// Output PNG, or a GIF or APNG for animations; replaced if it exists, but never the input
    #[arg(short, long = "output", value_name = "FILE.png", required_unless_present = "bench")]
    output: Option<PathBuf>,
    /// Size in pixels; for a contact sheet, of one picture (default 160x160)
    #[arg(long, value_name = "WxH", value_parser = size)]
    #[arg(default_value_if("sheet", clap::builder::ArgPredicate::IsPresent, "160x160"))]
    size: Option<(u32, u32)>,
    /// Shading; by default that of the format's platform
    #[arg(long, value_enum)]
    style: Option<StyleArg>,
    /// Camera as degrees, degrees above the horizon, and scene units from the centre
    #[arg(long, value_name = "YAW,PITCH,DISTANCE", value_parser = view)]
    #[arg(allow_hyphen_values = true, conflicts_with = "state")]
    view: Option<View>,
    /// View state as copied in the window
    #[arg(long, value_name = "JSON")]
    state: Option<State>,
    /// Light on lit faces, by name; off for none
    #[arg(long, value_name = "NAME")]
    light: Option<String>,
    /// Level of detail: highest, distance, or the number of steps below the highest
    #[arg(long, value_name = "DETAIL")]
    detail: Option<DetailChoice>,
    /// Camera at a player start, by name
    #[arg(long, value_name = "START", conflicts_with_all = ["view", "sheet"])]
    from: Option<String>,
    /// Use the camera that the animation moves
    #[arg(long, conflicts_with_all = ["view", "from", "sheet"])]
    ride: bool,
    /// Choose an option of a variant; may be repeated
    #[arg(long = "variant", value_name = "NAME=OPTION", value_parser = chosen)]
    variants: Vec<(String, String)>,
    /// Fade with the distance, as set by the level's commands; off by default
    #[arg(long, value_enum, value_name = "ON|OFF")]
    fog: Option<OnOff>,
    /// Use the fog colour of the level's commands instead of black
    #[arg(long, value_enum, value_name = "ON|OFF")]
    fade_colour: Option<OnOff>,
    /// Use the sky colour of the level's commands as background; on with ps1
    #[arg(long, value_enum, value_name = "ON|OFF")]
    sky_colour: Option<OnOff>,
    /// Colour the faces with this bit, or with a colour for each value
    #[arg(long, value_name = "FIELD[:BIT]")]
    overlay: Option<FieldBit>,
    /// Pose of this animation; by default the first frame of the first one, as in the window
    #[arg(long, value_name = "NAME")]
    anim: Option<String>,
    /// Seconds from the start of the animation or video
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    time: Option<f32>,
    /// Draw every animation (or that of --anim) as a row of this many pictures over its time
    #[arg(long, value_name = "PICTURES", conflicts_with_all = ["time", "bench", "overlay"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    sheet: Option<u32>,
    /// Print the rows of the contact sheet, as one JSON object per row
    #[arg(long, requires = "sheet")]
    json: bool,
    /// Graphics adapter; cpu draws the same bytes on every machine
    #[arg(long, value_enum)]
    adapter: Option<Adapter>,
    /// Draw a turntable: FILE.gif or FILE.apng, or with FILE.png one file per picture
    #[arg(long, conflicts_with_all = ["from", "time", "sheet", "bench", "overlay"])]
    turn: bool,
    /// Draw this many frames and print the time they take
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    bench: Option<u32>,
    #[command(flatten)]
    beside: Beside,
    #[command(flatten)]
    reading: Reading,
}

impl Args {
    /// Size of the picture in pixels.
    fn size(&self) -> (u32, u32) {
        self.size.unwrap_or((1280, 720))
    }
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let choice = match args.adapter {
        None => AdapterChoice::Any,
        Some(Adapter::Cpu) => AdapterChoice::Cpu,
        Some(Adapter::Gpu) => AdapterChoice::Gpu,
    };
    // Starts the adapter in parallel if the file seems to have a scene, since starting takes as
    // long as reading a level.
    let head = session.library.sniff(&args.path);
    let early = head.is_some_and(|it| it.is_wrapper || it.format.can.contains(&Capability::View));
    std::thread::scope(|scope| {
        let start = || std::thread::Builder::new().spawn_scoped(scope, || Gpu::headless(choice));
        let started = early.then(start).and_then(Result::ok);
        run_with(args, session, || match started.map(|thread| thread.join()) {
            Some(Ok(gpu)) => gpu,
            _ => Gpu::headless(choice),
        })
    })
}

/// Runs with a device that may still be starting.
fn run_with(
    args: &Args,
    session: &mut Session,
    gpu: impl FnOnce() -> Result<Gpu, RenderError>,
) -> io::Result<()> {
    if let Some(state) = &args.state {
        take(state, session);
    }
    let found = session.only(&args.path, args.reading.format(), "drawn", |session, opened| {
        opened.scene(&session.library).is_some_and(|scene| !is_empty(&scene))
    });
    let Some((path, opened)) = found else { return Ok(()) };
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
    let Some(scene) = opened.scene(&session.library).filter(|scene| has_pictures(scene)) else {
        session.fail(format_args!("{path}: nothing to draw in this file"));
        return Ok(());
    };
    let mut beside = Beside { with: args.beside.with.clone() };
    let stated = args.state.iter().flat_map(|state| &state.with);
    beside.with.extend(stated.map(|with| session.library.beside_main(&path, with)));
    let scene = match beside.around(&session.library, scene) {
        Ok(scene) => scene,
        Err(why) => {
            session.fail(why);
            return Ok(());
        }
    };
    let animated = args.anim.is_some() || args.ride;
    if args.time.is_some() && !animated && scene.films.is_empty() {
        session.misuse(format_args!("--time requires a video or --anim NAME"));
        return Ok(());
    }
    if is_empty(&scene) {
        let problems = opened.problems(&session.library);
        match pictures::draw(args, session, &path, &scene) {
            Err(reason) => session.fail(reason),
            Ok(()) => session.judge(&path, &problems),
        }
        return Ok(());
    }
    let setup = match Setup::plan(args, session, &path, &opened, &scene) {
        Ok(setup) => setup,
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
            session.judge(&path, &problems);
        }
    }
    session.out.flush()
}

/// Refuses a file extension that does not match the picture.
fn ending_suits(args: &Args) -> Result<(), String> {
    let ending = args.output.as_ref().and_then(|output| output.extension());
    let Some(ending) = ending.filter(|ending| !ending.eq_ignore_ascii_case("png")) else {
        return Ok(());
    };
    if sequences::kind_of(args).is_none() {
        let ending = ending.display();
        let message = "pictures are written as PNG, animations as GIF or APNG; the output must end in .png, not in";
        return Err(format!("{message} .{ending}"));
    }
    let is_still = args.time.is_some() || args.overlay.is_some() || args.from.is_some();
    if is_still || args.sheet.is_some() || args.bench.is_some() {
        return Err(
            "--time, --from, --overlay, --sheet and --bench cannot be used with GIF or APNG"
                .to_owned(),
        );
    }
    Ok(())
}

fn is_empty(scene: &Scene) -> bool {
    scene.drawn_faces() == 0 && scene.helpers.is_empty()
}

fn has_pictures(scene: &Scene) -> bool {
    !is_empty(scene) || !scene.textures.is_empty() || !scene.films.is_empty()
}

/// Applies the read options of the state, unless they are given by option.
fn take(state: &State, session: &Session) {
    for (question, answer) in &state.take {
        match known_answer(question, answer) {
            Ok((question, answer)) => {
                if session.library.answers.get(question).is_none() {
                    session.library.answers.give(question, &answer);
                }
            }
            Err(reason) => {
                session.say(format_args!("the state's `take` was ignored: {reason}"));
            }
        }
    }
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
