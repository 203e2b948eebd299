//! Everything that decides what the picture of a scene shows: a state as the window copies it, and options,
//! which count more.

use std::sync::Arc;

use super::values::{OnOff, StyleArg};
use super::{Args, lookup};
use crate::cli::session::Session;
use crate::library::Opened;
use crate::render::state::State;
use crate::render::{Camera, Effects, Overlay, RenderOptions, Visibility, posed_points};
use crate::scene::{AnimationId, Flashes, Moved, PaletteId, Posed, Scene, Style, TextureId};

pub struct Setup {
    pub visibility: Visibility,
    pub camera: Camera,
    pub options: RenderOptions,
    pub overlay: Option<Overlay>,
    /// Texture, palette.
    pub palettes: Vec<(TextureId, PaletteId)>,
    pub posed: Arc<Posed>,
    pub moved: Arc<Moved>,
    /// The rows of a sheet: indices of animations.
    pub animations: Vec<AnimationId>,
}

impl Setup {
    /// The reason when something was asked for that the scene does not have; what can be passed over
    /// is told.
    pub fn plan(
        args: &Args,
        session: &Session,
        path: &str,
        opened: &Opened,
        scene: &Scene,
    ) -> Result<Self, String> {
        let state = asked(args);
        for key in state.unknown() {
            session.say(format_args!("the state's key `{key}` is not known and was passed over"));
        }
        if state.file.is_some_and(|mark| mark.0 != opened.stored.crc32()) {
            session.say(format_args!("{path}: the state was made of another file"));
        }
        let named = args.anim.as_ref().or(state.anim.as_ref());
        let named = named.map(|name| lookup::animation(scene, name)).transpose()?;
        let time = args.time.or(state.time).unwrap_or(0.0);
        let anim = named.or(scene.first_animation());
        let posed = Arc::new(Posed::new(scene, &state.pose(scene, anim, time)));
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
        let camera = camera(args, &state, scene, &visibility, &posed)?;
        let detail = args.detail.or(state.detail).unwrap_or_default();
        visibility.detail = detail.chosen(&visibility, scene, &posed, &camera);
        let lighting = state.lighting(scene);
        let lighting = lighting.ok_or_else(|| lookup::no_light(scene, state.light.as_deref()))?;
        let overlay = args.overlay.as_ref().or(state.overlay.as_ref());
        let overlay = overlay.map(|wanted| lookup::overlay(scene, wanted)).transpose()?;
        let options =
            RenderOptions { lighting, ..RenderOptions::new(effects(args, &state, style)) };
        let palettes = state.palette.into_iter().collect();
        let animations = named.map_or_else(|| scene.animations.ids().collect(), |one| vec![one]);
        Ok(Self { visibility, camera, options, overlay, palettes, posed, moved, animations })
    }
}

/// The state with what the options say of it.
fn asked(args: &Args) -> State {
    let mut state = args.state.clone().unwrap_or_default();
    state.light = args.light.clone().or(state.light);
    // `none` is no option, as in the window.
    let some = |option: &String| Some(option.clone()).filter(|option| option != "none");
    let chosen = args.variants.iter().map(|(name, option)| (name.clone(), some(option)));
    state.variants.extend(chosen);
    state
}

/// Where it is seen from: everything is in the picture unless something else is asked for.
fn camera(
    args: &Args,
    state: &State,
    scene: &Scene,
    visibility: &Visibility,
    posed: &Posed,
) -> Result<Camera, String> {
    if let Some(name) = &args.from {
        return lookup::start(scene, name).map(Camera::at_start);
    }
    let (width, height) = args.size;
    let mut camera = Camera::default();
    camera.frame(&posed_points(scene, visibility, posed), width as f32 / height as f32);
    let camera = state.camera(camera);
    Ok(args.view.map_or(camera, |view| Camera {
        yaw: view.yaw,
        pitch: view.pitch,
        distance: view.distance,
        ..camera
    }))
}

fn effects(args: &Args, state: &State, style: Style) -> Effects {
    let effects = state.effects(Effects::of(style));
    Effects {
        fog: args.fog.map_or(effects.fog, OnOff::is_on),
        fade_colour: args.fade_colour.map_or(effects.fade_colour, OnOff::is_on),
        sky_colour: args.sky_colour.map_or(effects.sky_colour, OnOff::is_on),
        ..effects
    }
}
