//! `render`: a picture of the scene, or pictures of what moves.

mod moving;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::ValueEnum;
use serde::Serialize;

use super::album;
use super::args::{Beside, Reading, known_answer};
use super::out::Clean;
use super::output::{is_input, write_file};
use super::session::Session;
use crate::library::Opened;
use crate::render::state::{FieldBit, State};
use crate::render::{
    AdapterChoice, Camera, DetailChoice, Effects, Gpu, Lighting, Overlay, RenderOptions,
    SceneBuffers, Sheet, SheetRow, Shot, Still, Visibility, category, posed_points,
};
use crate::scene::{AnimationId, Flashes, Moved, PaletteId, Posed, Scene, Start, Style, TextureId};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// A file or member with something to look at; a folder with one such file
    #[arg(value_name = "PATH")]
    path: String,
    /// The PNG to write, or a GIF or APNG of what moves; replaced when it is there, but never the
    /// file that is read
    #[arg(short, long = "output", value_name = "FILE.png", required_unless_present = "bench")]
    output: Option<PathBuf>,
    /// Pixels; of one picture of a sheet, which is 160x160 by default
    #[arg(long, value_name = "WxH", value_parser = size)]
    #[arg(default_value_if("sheet", clap::builder::ArgPredicate::IsPresent, "160x160"))]
    size: Option<(u32, u32)>,
    /// By default as the format's machine draws
    #[arg(long, value_enum)]
    style: Option<StyleArg>,
    /// Degrees, degrees above the horizon, scene units from the centre
    #[arg(long, value_name = "YAW,PITCH,DISTANCE", value_parser = view)]
    #[arg(allow_hyphen_values = true, conflicts_with = "state")]
    view: Option<View>,
    /// A state as the window copies it
    #[arg(long, value_name = "JSON")]
    state: Option<State>,
    /// Light on lit faces, by its name; off: none
    #[arg(long, value_name = "NAME")]
    light: Option<String>,
    /// Shape of what has simpler ones: highest, distance, or how many steps below the highest
    #[arg(long, value_name = "DETAIL")]
    detail: Option<DetailChoice>,
    /// Seen from a start of the level, by its name
    #[arg(long, value_name = "START", conflicts_with_all = ["view", "sheet"])]
    from: Option<String>,
    /// Seen through the camera that the animation moves
    #[arg(long, conflicts_with_all = ["view", "from", "sheet"])]
    ride: bool,
    /// Which option of a variant is shown; more than once
    #[arg(long = "variant", value_name = "NAME=OPTION", value_parser = chosen)]
    variants: Vec<(String, String)>,
    /// Whether things fade with the distance, as the level's commands say; off by default
    #[arg(long, value_enum, value_name = "ON|OFF")]
    fog: Option<OnOff>,
    /// Whether fog has the colour of the level's commands, else it is black
    #[arg(long, value_enum, value_name = "ON|OFF")]
    fade_colour: Option<OnOff>,
    /// Whether the sky colour of the level's commands is behind everything; on with ps1
    #[arg(long, value_enum, value_name = "ON|OFF")]
    sky_colour: Option<OnOff>,
    /// Paint the faces with this bit set, or with a colour for each value
    #[arg(long, value_name = "FIELD[:BIT]")]
    overlay: Option<FieldBit>,
    /// Pose of this animation; by default the first frame of the first one, as the window opens
    #[arg(long, value_name = "NAME")]
    anim: Option<String>,
    /// Seconds from the start of the animation or of the film
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    time: Option<f32>,
    /// Every animation (or the one of --anim) as a row of this many pictures over its time
    #[arg(long, value_name = "PICTURES", conflicts_with_all = ["time", "bench", "overlay"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    sheet: Option<u32>,
    /// What the rows of the sheet are as one JSON object a row
    #[arg(long, requires = "sheet")]
    json: bool,
    /// cpu draws the same bytes on every machine
    #[arg(long, value_enum)]
    adapter: Option<Adapter>,
    /// What turns once: a FILE.gif or FILE.apng that moves, or of FILE.png a file each
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

#[derive(ValueEnum, Clone, Copy, Debug)]
enum StyleArg {
    Ps1,
    Clean,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Adapter {
    Cpu,
    Gpu,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq)]
enum OnOff {
    On,
    Off,
}

impl OnOff {
    fn is_on(self) -> bool {
        self == Self::On
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct View {
    yaw: f32,
    pitch: f32,
    distance: f32,
}

impl Args {
    /// Pixels of the picture of a scene.
    fn size(&self) -> (u32, u32) {
        self.size.unwrap_or((1280, 720))
    }
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once(['x', 'X']);
    let sides = parts.and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    sides
        .filter(|(w, h)| *w > 0 && *h > 0)
        .ok_or_else(|| "two numbers of pixels are needed, such as 1280x720".to_owned())
}

fn chosen(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=');
    let chosen = parts.map(|(variant, option)| (variant.to_owned(), option.to_owned()));
    chosen.ok_or_else(|| "a name and an option are needed, such as Weapon=none".to_owned())
}

fn view(text: &str) -> Result<View, String> {
    let numbers: Result<Vec<f32>, _> = text.split(',').map(|n| n.trim().parse()).collect();
    match numbers.as_deref() {
        Ok([yaw, pitch, distance])
            if yaw.is_finite() && pitch.is_finite() && distance.is_finite() && *distance > 0.0 =>
        {
            Ok(View { yaw: *yaw, pitch: *pitch, distance: *distance })
        }
        _ => Err("three numbers are needed, such as 30,30,1000; the distance above 0".to_owned()),
    }
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
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
        session.fail(format_args!("{output} is the file that is read: name another"));
        return Ok(());
    }
    // A file of another ending would not be what its name says.
    if let Some(ending) = args.output.as_ref().and_then(|output| output.extension())
        && !ending.eq_ignore_ascii_case("png")
    {
        let moves = moving::kind_of(args).is_some();
        if !moves {
            let ending = ending.display();
            let message =
                "pictures are PNG, what moves is GIF or APNG: name a file in .png, not in";
            session.misuse(format_args!("{message} .{ending}"));
            return Ok(());
        }
        let is_still = args.time.is_some() || args.overlay.is_some() || args.from.is_some();
        if is_still || args.sheet.is_some() || args.bench.is_some() {
            session.misuse("what moves has no --time, --from, --overlay, --sheet or --bench");
            return Ok(());
        }
    }
    let Some(scene) = opened.scene(&session.library).filter(|scene| has_pictures(scene)) else {
        session.fail(format_args!("{path}: there is nothing to look at in this file"));
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
        session.misuse(format_args!("--time counts from the start of a film, or of --anim NAME"));
        return Ok(());
    }
    if is_empty(&scene) {
        let problems = opened.problems(&session.library);
        match album(args, session, &path, &scene) {
            Err(reason) => session.fail(reason),
            Ok(()) => session.judge(&path, &problems),
        }
        return Ok(());
    }
    let Some(setup) = Setup::plan(args, session, &path, &opened, &scene) else { return Ok(()) };
    // The picture needs the scene alone: fields and records make room for the adapter's buffers.
    let problems = opened.problems(&session.library);
    session.library.close(&opened);
    drop(opened);
    match draw(args, &scene, &setup, session) {
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

fn is_empty(scene: &Scene) -> bool {
    scene.drawn_faces() == 0 && scene.helpers.is_empty()
}

fn has_pictures(scene: &Scene) -> bool {
    !is_empty(scene) || !scene.textures.is_empty() || !scene.films.is_empty()
}

/// Answers that the state brings along, where none is given by option.
fn take(state: &State, session: &Session) {
    for (question, answer) in &state.take {
        match known_answer(question, answer) {
            Ok((question, answer)) => {
                if session.library.answers.get(question).is_none() {
                    session.library.answers.give(question, &answer);
                }
            }
            Err(reason) => {
                session.say(format_args!("the state's `take` was passed over: {reason}"));
            }
        }
    }
}

/// Draws a scene that is textures and nothing else, or a film.
fn album(args: &Args, session: &mut Session, path: &str, scene: &Scene) -> Result<(), String> {
    let given = [
        ("--overlay", args.overlay.is_some()),
        ("--anim", args.anim.is_some()),
        ("--sheet", args.sheet.is_some()),
        ("--bench", args.bench.is_some()),
        ("--turn", args.turn),
    ];
    if let Some((option, _)) = given.iter().find(|(_, is_given)| *is_given) {
        return Err(format!("{path}: there are pictures alone in this file, nothing for {option}"));
    }
    if args.view.is_some() {
        session.say(format_args!("{path}: pictures are seen from the front; --view is left out"));
    }
    if let Some(kind) = moving::kind_of(args) {
        return moving::film(args, scene, kind).map_err(|why| format!("{path}: {why}"));
    }
    let background = RenderOptions::new(Effects::of(scene.style)).background;
    let (picture, notes) = match scene.films.first() {
        Some(film) => {
            // A cast saturates: what is before the start is the start.
            let us = f64::from(args.time.unwrap_or(0.0)) * 1e6;
            let still = film.still(film.frame_at(us.round() as u64));
            let note =
                still.is_damaged.then(|| "the frame, or one before it, is damaged".to_owned());
            let picture = album::frame(film, &still, args.size, background);
            (picture, note.into_iter().collect())
        }
        None => album::draw(scene, args.size(), background),
    };
    for note in notes {
        session.say(format_args!("{path}: {note}"));
    }
    args.output.as_ref().map_or(Ok(()), |output| save(&picture, output))
}

/// Everything that decides what the picture shows.
struct Setup {
    visibility: Visibility,
    camera: Camera,
    options: RenderOptions,
    overlay: Option<Overlay>,
    /// Texture, palette.
    palettes: Vec<(TextureId, PaletteId)>,
    posed: Arc<Posed>,
    moved: Arc<Moved>,
    /// The rows of a sheet: indices of animations.
    animations: Vec<AnimationId>,
}

impl Setup {
    /// `None`, with the reason told, when something was asked for that the scene does not have.
    fn plan(
        args: &Args,
        session: &mut Session,
        path: &str,
        opened: &Opened,
        scene: &Scene,
    ) -> Option<Self> {
        let mut state = args.state.clone().unwrap_or_default();
        state.light = args.light.clone().or(state.light);
        // `none` is no option, as in the window.
        let some = |option: &String| Some(option.clone()).filter(|option| option != "none");
        let chosen = args.variants.iter().map(|(name, option)| (name.clone(), some(option)));
        state.variants.extend(chosen);
        for key in state.unknown() {
            session.say(format_args!("the state's key `{key}` is not known and was passed over"));
        }
        if state.file.is_some_and(|mark| mark.0 != opened.stored.crc32()) {
            session.say(format_args!("{path}: the state was made of another file"));
        }
        let named = match args.anim.as_ref().or(state.anim.as_ref()) {
            None => None,
            Some(name) => match animation(scene, name) {
                Ok(index) => Some(index),
                Err(reason) => {
                    session.fail(format_args!("{path}: {reason}"));
                    return None;
                }
            },
        };
        let time = args.time.or(state.time).unwrap_or(0.0);
        let rides = args.ride || state.ride;
        let with_camera = || scene.animations.find(|animation| animation.camera.is_some());
        let ridden = if rides { named.or_else(with_camera) } else { named };
        let anim = ridden.or(scene.first_animation());
        let pose = state.pose(scene, anim, time);
        let posed = Arc::new(Posed::new(scene, &pose));
        let moved = Arc::new(anim.map(|_| scene.moved(time, Flashes::Free)).unwrap_or_default());
        let style = match args.style {
            Some(StyleArg::Ps1) => Style::Ps1,
            Some(StyleArg::Clean) => Style::Clean,
            None => state.style().unwrap_or(scene.style),
        };
        let mut visibility = match style {
            Style::Ps1 => Visibility::as_game(scene),
            Style::Clean => Visibility::initial(scene),
        };
        for layer in state.show_layers(scene, &mut visibility) {
            session.say(format_args!("{path}: there is no layer {layer:?} in this file"));
        }
        for name in state.choose_variants(scene, &mut visibility) {
            session.say(format_args!("{path}: there is no {name:?} to choose in this file"));
        }
        let (width, height) = args.size();
        let mut camera = Camera::default();
        let points = posed_points(scene, &visibility, &posed);
        camera.frame(&points, width as f32 / height as f32);
        camera = state.camera(camera);
        if let Some(view) = args.view {
            camera = Camera { yaw: view.yaw, pitch: view.pitch, distance: view.distance, ..camera };
        }
        if let Some(name) = &args.from {
            match start(scene, name) {
                Ok(start) => camera = Camera::at_start(start),
                Err(reason) => {
                    session.fail(format_args!("{path}: {reason}"));
                    return None;
                }
            }
        }
        if rides {
            match ride(scene, anim, &posed, camera.distance) {
                Ok(ridden) => camera = ridden,
                Err(reason) => {
                    session.fail(format_args!("{path}: {reason}"));
                    return None;
                }
            }
        }
        let detail = args.detail.or(state.detail).unwrap_or_default();
        visibility.detail = detail.chosen(&visibility, scene, &posed, &camera);
        let Some(lighting) = state.lighting(scene) else {
            session.fail(format_args!("{path}: {}", no_light(scene, state.light.as_deref())));
            return None;
        };
        let overlay = match args.overlay.as_ref().or(state.overlay.as_ref()) {
            None => None,
            Some(wanted) => match overlay(scene, wanted) {
                Ok(overlay) => Some(overlay),
                Err(reason) => {
                    session.fail(format_args!("{path}: {reason}"));
                    return None;
                }
            },
        };
        let effects = state.effects(Effects::of(style));
        let effects = Effects {
            fog: args.fog.map_or(effects.fog, OnOff::is_on),
            fade_colour: args.fade_colour.map_or(effects.fade_colour, OnOff::is_on),
            sky_colour: args.sky_colour.map_or(effects.sky_colour, OnOff::is_on),
            ..effects
        };
        let options = RenderOptions { lighting, ..RenderOptions::new(effects) };
        let palettes = state.palette.into_iter().collect();
        let animations = named.map_or_else(|| scene.animations.ids().collect(), |one| vec![one]);
        Some(Self { visibility, camera, options, overlay, palettes, posed, moved, animations })
    }
}

/// The view of an animation's camera in this pose.
fn ride(
    scene: &Scene,
    animation: Option<AnimationId>,
    posed: &Posed,
    distance: f32,
) -> Result<Camera, String> {
    let none = || "no animation of this file moves a camera".to_owned();
    let animation = animation.and_then(|index| scene.animations.get(index)).ok_or_else(none)?;
    let name = &animation.name;
    let node = animation.camera.ok_or_else(|| format!("the animation {name} moves no camera"))?;
    let place = posed.bones().get(node.index()).and_then(|at| Camera::through(*at, distance));
    place.ok_or_else(|| format!("the camera of {name} looks nowhere at this moment"))
}

/// The animation with this name, or else in another case; the sentence lists those there are.
fn animation(scene: &Scene, name: &str) -> Result<AnimationId, String> {
    let all = || scene.animations.pairs();
    let exact = all().find(|(_, animation)| animation.name == name);
    let found = exact.or_else(|| all().find(|(_, a)| a.name.eq_ignore_ascii_case(name)));
    found.map(|(index, _)| index).ok_or_else(|| {
        let names: Vec<&str> = scene.animations.iter().map(|a| a.name.as_str()).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        format!("there is no animation {name:?} in this file; it has {names}")
    })
}

/// The start with this name, in whichever case; the sentence lists those there are.
fn start<'a>(scene: &'a Scene, name: &str) -> Result<&'a Start, String> {
    let found = scene.starts.iter().find(|start| start.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        let names: Vec<&str> = scene.starts.iter().map(|start| start.name.as_str()).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        format!("there is no start {name:?} in this file; it has {names}")
    })
}

/// Why a light cannot be chosen.
fn no_light(scene: &Scene, name: Option<&str>) -> String {
    let names: Vec<&str> = Lighting::all(scene).into_iter().map(|(_, name)| name).collect();
    let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    format!("there is no light {:?} in this file; it has {names}", name.unwrap_or_default())
}

/// Paints the faces by a field: those with the bit, or all, each value in a colour of its own.
fn overlay(scene: &Scene, wanted: &FieldBit) -> Result<Overlay, String> {
    let Some(index) = scene.face_fields.iter().position(|f| f.name == wanted.field) else {
        let names: Vec<&str> = scene.face_fields.iter().map(|field| field.name).collect();
        return Err(format!(
            "its faces have no field {:?}; they have {}",
            wanted.field,
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        ));
    };
    let mut overlay = Overlay::new(scene);
    if let Some(bit) = wanted.bit {
        let paint = category(0);
        overlay.paint_field(scene, index, |value| (value >> bit & 1 == 1).then_some(paint));
        return Ok(overlay);
    }
    let lists = scene.meshes.iter().filter_map(|mesh| mesh.face_values.get(index));
    let values: BTreeSet<u32> = lists.flat_map(|list| list.iter()).collect();
    let values: Vec<u32> = values.into_iter().collect();
    overlay.paint_field(scene, index, |value| values.binary_search(&value).ok().map(category));
    Ok(overlay)
}

/// Times that `--bench` prints.
#[derive(Serialize)]
struct Bench {
    frames: usize,
    min_ms: f64,
    median_ms: f64,
    max_ms: f64,
    width: u32,
    height: u32,
    triangles: usize,
    adapter: String,
}

fn draw(
    args: &Args,
    scene: &Arc<Scene>,
    setup: &Setup,
    session: &mut Session,
) -> Result<Option<Bench>, String> {
    let choice = match args.adapter {
        None => AdapterChoice::Any,
        Some(Adapter::Cpu) => AdapterChoice::Cpu,
        Some(Adapter::Gpu) => AdapterChoice::Gpu,
    };
    let said = |error: crate::render::RenderError| error.to_string();
    let gpu = Gpu::headless(choice).map_err(said)?;
    let mut buffers = SceneBuffers::new(&gpu, scene.clone());
    for note in buffers.notes() {
        session.say(note);
    }
    buffers.set_visibility(&gpu, &setup.visibility);
    buffers.set_pose(&gpu, &setup.posed);
    buffers.set_moved(&gpu, &setup.moved);
    for (texture, palette) in &setup.palettes {
        buffers.override_palette(&gpu, *texture, Some(*palette));
    }
    if args.turn || moving::kind_of(args).is_some() {
        return moving::draw(args, gpu, buffers, setup).map(|()| None);
    }
    if let Some(columns) = args.sheet {
        return sheet(args, columns, &gpu, &mut buffers, setup, session).map(|()| None);
    }
    let (width, height) = args.size();
    let mut still = Still::new(&gpu, width, height).map_err(said)?;
    let mut frame = || {
        still.render(
            &gpu,
            &Shot::new(&buffers, &setup.camera, &setup.options).with(setup.overlay.as_ref()),
        )
    };
    let picture = frame().map_err(said)?;
    if let Some(output) = &args.output {
        save(&picture, output)?;
    }
    let Some(frames) = args.bench else { return Ok(None) };
    // The first frame, which also builds pipelines, is not timed.
    let mut times = Vec::new();
    for _ in 0..frames {
        let start = Instant::now();
        frame().map_err(said)?;
        times.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    let at = |index: usize| times.get(index).map_or(0.0, |ms| (ms * 1000.0).round() / 1000.0);
    Ok(Some(Bench {
        frames: times.len(),
        min_ms: at(0),
        median_ms: at(times.len() / 2),
        max_ms: at(times.len().saturating_sub(1)),
        width,
        height,
        triangles: triangles(scene, &setup.visibility),
        adapter: gpu.adapter().to_owned(),
    }))
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

/// Draws the sheet and prints what its rows are.
fn sheet(
    args: &Args,
    columns: u32,
    gpu: &Gpu,
    buffers: &mut SceneBuffers,
    setup: &Setup,
    session: &mut Session,
) -> Result<(), String> {
    let camera = (args.view.is_some() || args.state.is_some()).then_some(setup.camera);
    let sheet =
        Sheet { cell: args.size(), columns, animations: &setup.animations, camera, angle: None };
    let made = sheet.draw(gpu, buffers, &setup.options).map_err(|error| error.to_string())?;
    let picture = made.picture.ok_or("no animation of this file could be decoded")?;
    if let Some(output) = &args.output {
        save(&picture, output)?;
    }
    for row in made.rows {
        let told = if args.json {
            let SheetRow { row, name, frames } = row;
            session.out.json(&serde_json::json!({ "row": row, "name": name, "frames": frames }))
        } else {
            let frames: Vec<String> = row.frames.iter().map(u32::to_string).collect();
            writeln!(
                session.out,
                "row {}: {}, frames {}",
                row.row,
                Clean(&row.name),
                frames.join(" ")
            )
        };
        told.map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Triangles of everything shown, each instance by itself.
fn triangles(scene: &Scene, visibility: &Visibility) -> usize {
    let shown = scene.nodes.pairs().filter(|(i, _)| visibility.node(scene, *i));
    let faces = shown.filter_map(|(_, node)| scene.mesh_of(node)).flat_map(|mesh| &mesh.faces);
    faces.filter(|face| visibility.layer(face.layer)).map(|face| face.triangles().len()).sum()
}

#[cfg(test)]
mod tests {
    use super::animation;
    use crate::scene::{Animation, AnimationData, Clip, Id, Origin, Scene};

    struct Nothing;
    impl AnimationData for Nothing {
        fn decode(&self) -> Clip {
            Clip::default()
        }
    }

    #[test]
    fn animations_are_found_by_name_and_listed_when_there_is_none() {
        let named = |name: &str| Animation {
            name: name.to_owned(),
            rate: 15.0,
            frames: 1,
            looped: true,
            is_event: false,
            camera: None,
            data: std::sync::Arc::new(Nothing),
            origin: Origin::default(),
        };
        let scene = Scene {
            animations: ["idle", "Idle", "hit"].map(named).to_vec().into(),
            ..Scene::default()
        };
        assert_eq!(animation(&scene, "Idle"), Ok(Id::new(1)));
        assert_eq!(animation(&scene, "HIT"), Ok(Id::new(2)));
        let why = animation(&scene, "run").unwrap_err();
        assert!(why.ends_with("it has idle, Idle, hit"), "{why}");
        let why = animation(&Scene::default(), "run").unwrap_err();
        assert!(why.ends_with("it has none"), "{why}");
    }
}
