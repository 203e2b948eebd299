//! Everything that determines a picture: a state copied in the window, and options, which take
//! precedence.

use std::sync::Arc;

use glam::Vec3;

use super::shot_args::ShotArgs;
use super::value_names;
use super::values::{OnOff, StyleArg, View};
use crate::cli::session::Session;
use crate::library::Opened;
use crate::render::state::State;
use crate::render::{Camera, Effects, Overlay, RenderOptions, Visibility, posed_points};
use crate::scene::{
    AnimationId, FlashLimit, PaletteId, Posed, Scene, Style, SurfaceState, TextureId,
};

/// Everything that determines a picture.
pub struct Setup {
    pub style: Style,
    pub visibility: Visibility,
    pub camera: Camera,
    /// Cameras of a flight.
    pub cameras: Vec<Camera>,
    pub options: RenderOptions,
    pub overlay: Option<Overlay>,
    /// Textures with their palettes.
    pub palettes: Vec<(TextureId, PaletteId)>,
    pub posed: Arc<Posed>,
    pub moved: Arc<SurfaceState>,
    /// Rows of a contact sheet: indices of animations.
    pub animations: Vec<AnimationId>,
}

/// Size of the picture, and what it must show.
#[derive(Clone, Copy, Debug)]
pub struct Framing<'a> {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The whole scene must be visible, even if it has a player start.
    pub whole: bool,
    /// Views of a flight; the first one replaces `--state`.
    pub views: &'a [State],
}

impl Setup {
    /// Resolves state and options. The error names the elements that are missing in the scene.
    pub fn plan(
        args: &ShotArgs,
        framing: Framing<'_>,
        session: &mut Session,
        path: &str,
        opened: &Opened,
        scene: &Scene,
    ) -> Result<Self, String> {
        let state = requested_state(args, framing.views.first());
        for key in state.unknown() {
            session.notify(format_args!("unknown key `{key}` in the state was ignored"));
        }
        if state.file.is_some_and(|mark| mark.0 != opened.stored.crc32()) {
            session.notify(format_args!("{path}: the state belongs to another file"));
        }
        let named = args.anim.as_ref().or(state.anim.as_ref());
        let named = named.map(|name| value_names::animation(scene, name)).transpose()?;
        let time = args.time.or(state.time).unwrap_or(0.0);
        let rides = args.ride || state.ride;
        let with_camera = || scene.animations.find(|animation| animation.camera.is_some());
        let ridden = if rides { named.or_else(with_camera) } else { named };
        let anim = ridden.or(scene.first_animation());
        let pose = state.pose(scene, anim, time);
        let posed = Arc::new(Posed::new(scene, &pose));
        let moved = Arc::new(scene.moved(time, FlashLimit::Free));
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
            session.notify(format_args!("{path}: there is no layer {layer:?} in this file"));
        }
        for name in state.choose_variants(scene, &mut visibility) {
            session.notify(format_args!("{path}: no variant {name:?} in this file"));
        }
        let points = posed_points(scene, &visibility, &posed);
        let seen_by = |state: &State| camera(args, framing, state, scene, &points);
        let mut camera = seen_by(&state)?;
        let cameras = framing.views.iter().map(seen_by).collect::<Result<_, _>>()?;
        if rides {
            let ridden = ride(scene, anim, &posed, camera.distance)?;
            camera = Camera { field_of_view: camera.field_of_view, ..ridden };
        }
        let detail = args.detail.or(state.detail).unwrap_or_default();
        visibility.detail = detail.chosen(&visibility, scene, &posed, &camera);
        let lighting = state.lighting(scene);
        let lighting =
            lighting.ok_or_else(|| value_names::no_light(scene, state.light.as_deref()))?;
        let overlay = args.overlay.as_ref().or(state.overlay.as_ref());
        let overlay = overlay.map(|wanted| value_names::overlay(scene, wanted)).transpose()?;
        let effects = effects(args, &state, style);
        let options = RenderOptions { lighting, ..RenderOptions::new(effects) };
        let palettes = state.palette.into_iter().collect();
        let animations = named.map_or_else(|| scene.animations.ids().collect(), |one| vec![one]);
        Ok(Self {
            style,
            visibility,
            camera,
            cameras,
            options,
            overlay,
            palettes,
            posed,
            moved,
            animations,
        })
    }
}

/// The first view of a flight or the given state, with options applied.
fn requested_state(args: &ShotArgs, first: Option<&State>) -> State {
    let mut state = first.or(args.state.as_ref()).cloned().unwrap_or_default();
    state.light = args.light.clone().or(state.light);
    // `none` deselects an option, as in the window.
    let some = |option: &String| Some(option.clone()).filter(|option| option != "none");
    let chosen = args.variants.iter().map(|(name, option)| (name.clone(), some(option)));
    state.variants.extend(chosen);
    state
}

/// The camera of the first player start, or otherwise one that frames all points, unless the state or an
/// option sets another.
fn camera(
    args: &ShotArgs,
    framing: Framing<'_>,
    state: &State,
    scene: &Scene,
    points: &[Vec3],
) -> Result<Camera, String> {
    let (width, height) = framing.size;
    let Camera { field_of_view, projection, .. } = state.camera(Camera::default());
    let field_of_view = args.fov.unwrap_or(field_of_view);
    let mut camera = Camera { field_of_view, projection, ..Camera::default() };
    camera.frame(points, width as f32 / height as f32);
    let is_free = args.view.is_none() && state.camera.is_none() && !framing.whole;
    if let Some(start) = scene.first_start().filter(|_| is_free) {
        camera = Camera::at_start(start);
    }
    camera = state.camera(camera);
    if let Some(View { yaw, pitch, distance }) = args.view {
        camera = Camera { yaw, pitch, distance, ..camera };
    }
    if let Some(name) = &args.from {
        camera = Camera::at_start(value_names::start(scene, name)?);
    }
    Ok(Camera { field_of_view, projection, ..camera })
}

fn effects(args: &ShotArgs, state: &State, style: Style) -> Effects {
    let effects = state.effects(Effects::of(style));
    Effects {
        fog: args.fog.map_or(effects.fog, OnOff::is_on),
        fade_colour: args.fade_colour.map_or(effects.fade_colour, OnOff::is_on),
        sky_colour: args.sky_colour.map_or(effects.sky_colour, OnOff::is_on),
        ..effects
    }
}

/// The camera of an animation in this pose.
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
    place.ok_or_else(|| format!("the camera of {name} has no direction at this time"))
}
