//! The view as a string, to paste into another window or pass to `gouraud render --state`.

use crate::app::model::{ColourBy, State, View};
use crate::library::named_beside;
use crate::render::{Camera, DetailChoice, Lighting, state as string};
use crate::scene::Scene;

/// The string of the current view; `None` without a scene.
pub fn write(state: &State) -> Option<String> {
    of(state).map(|out| out.to_string())
}

/// The current view; `None` without a scene.
pub fn of(state: &State) -> Option<string::State> {
    let doc = state.doc.as_ref()?;
    let scene = doc.scene.as_ref()?;
    let view = &state.view;
    let named = scene.scene.layers.iter().zip(&view.visibility.layers);
    let changed = named.filter(|(layer, shown)| layer.visible != **shown);
    let overlay = view.colour_by.and_then(|by| {
        let (field, mask) = match by {
            ColourBy::Field(field) => (field, None),
            ColourBy::Bits { field, mask } => (field, Some(mask)),
            _ => return None,
        };
        let field = scene.scene.face_fields.get(field)?.name.to_owned();
        Some(string::FieldBit { field, bit: mask.map(u32::trailing_zeros) })
    });
    let mut out = string::State::default();
    out.v = Some(string::VERSION);
    out.file = Some(string::FileMark(doc.opened.stored.crc32()));
    out.camera = Some((&view.camera).into());
    out.style = Some(view.style.into());
    out.effects = Some((&view.effects).into());
    let light = Lighting::all(&scene.scene).into_iter().find(|(light, _)| *light == view.lighting);
    out.light = light.filter(|(light, _)| *light != Lighting::Own).map(|(_, n)| n.to_owned());
    out.detail = Some(view.detail).filter(|detail| *detail != DetailChoice::Highest);
    out.layers = changed.map(|(layer, shown)| (layer.name.clone(), *shown)).collect();
    let around = scene.around.iter();
    out.with = around.map(|path| named_beside(&doc.opened.path, path)).collect();
    out.overlay = overlay;
    out.palette.clone_from(&state.palettes.tried);
    let answered = scene.scene.read_options.iter().filter(|asked| asked.taken != 0);
    out.take = answered
        .filter_map(|asked| {
            let (answer, _) = asked.question.answers.get(asked.taken)?;
            Some((asked.question.name.to_owned(), (*answer).to_owned()))
        })
        .collect();
    write_motion(state, &scene.scene, &mut out);
    Some(out)
}

fn write_motion(state: &State, scene: &Scene, out: &mut string::State) {
    let view = &state.view;
    if let Some(now) = state.now() {
        out.anim = Some(now.animation.name.clone());
        let frame = if state.settings.interpolate { now.frame } else { now.key() as f32 };
        out.time = Some(frame / now.animation.rate.max(f32::MIN_POSITIVE));
        out.interpolate = state.settings.interpolate;
        out.ride = view.ride.is_some();
    }
    let changed = scene.variants.iter().zip(&view.visibility.variants);
    let changed = changed.filter(|(variant, chosen)| variant.chosen != **chosen);
    out.variants = changed
        .map(|(variant, chosen)| {
            let option = chosen.and_then(|chosen| variant.options.get(chosen));
            (variant.name.clone(), option.map(|option| option.name.clone()))
        })
        .collect();
    out.morphs = state.pose().morphs;
}

fn read_motion(read: &string::State, scene: &Scene, view: &mut View, notes: &mut Vec<String>) {
    if let Some(name) = &read.anim {
        match scene.animations.find(|animation| animation.name == *name) {
            Some(found) => view.animation = Some(found),
            None => notes.push(format!("unknown animation {name:?}")),
        }
    }
    view.playing = false;
    view.ride = read.ride.then_some(view.camera);
    view.seconds = read.time.filter(|time| time.is_finite()).unwrap_or(0.0);
    let unknown = read.choose_variants(scene, &mut view.visibility);
    notes.extend(unknown.iter().map(|name| format!("unknown variant {name:?}")));
    view.morphs = read.morphs.iter().map(|(mesh, morph, w)| ((*mesh, *morph), *w)).collect();
}

/// Remaining work after a view was applied.
pub struct AppliedView {
    /// Camera, to which the window may glide.
    pub camera: Camera,
    /// Short names of read options, with answers that require the scene to be rebuilt.
    pub answers: Vec<(&'static str, &'static str)>,
    /// Paths of files to add to the scene, if they differ from the present ones.
    pub around: Option<Vec<String>>,
    /// Messages about parts that could not be applied.
    pub notes: Vec<String>,
}

/// The answers of a view that differ from those with which the scene was built.
fn answers(
    read: &string::State,
    scene: &Scene,
    notes: &mut Vec<String>,
) -> Vec<(&'static str, &'static str)> {
    let is_asked = |name: &str| scene.read_options.iter().any(|asked| asked.question.name == name);
    let unknown = read.take.keys().filter(|name| !is_asked(name));
    notes.extend(unknown.map(|name| format!("unknown read option {name:?}")));
    let mut answers = Vec::new();
    for asked in &scene.read_options {
        let given = read.take.get(asked.question.name);
        let wanted = given.map_or(Some(0), |answer| asked.question.answer(answer));
        match wanted.and_then(|wanted| Some((wanted, asked.question.answers.get(wanted)?))) {
            Some((wanted, (answer, _))) if wanted != asked.taken => {
                answers.push((asked.question.name, *answer));
            }
            Some(_) => {}
            None => {
                notes.extend(given.map(|answer| {
                    format!("unknown answer {answer:?} to {:?}", asked.question.name)
                }));
            }
        }
    }
    answers
}

/// Applies a view, except for the work in [`AppliedView`].
pub fn take(read: &string::State, state: &mut State) -> Result<AppliedView, String> {
    let doc = state.doc.clone().ok_or("open a file first, then paste the view")?;
    let scene = doc.scene.as_ref().ok_or("this file has no scene")?;
    let with = read.with.iter();
    let with: Vec<String> =
        with.map(|path| state.library.beside_main(&doc.opened.path, path)).collect();
    if with != scene.around {
        // The rest of the view can only be applied once the files are added.
        let (camera, notes) = (state.view.camera, Vec::new());
        return Ok(AppliedView { camera, answers: Vec::new(), around: Some(with), notes });
    }
    let mut notes: Vec<String> =
        read.unknown().iter().map(|key| format!("unknown key `{key}`")).collect();
    if read.file.is_some_and(|mark| mark.0 != doc.opened.stored.crc32()) {
        notes.push("this view belongs to another file".to_owned());
    }
    let mut view = View { colour_by: None, ..state.view.clone() };
    if let Some(style) = read.style() {
        view.set_style(style, state.settings.native_pixels);
    }
    view.effects = read.effects(view.effects);
    let camera = read.camera(view.camera);
    view.detail = read.detail.unwrap_or_default();
    view.lighting = read.lighting(&scene.scene).unwrap_or_else(|| {
        notes.extend(read.light.iter().map(|name| format!("unknown light {name:?}")));
        Lighting::Own
    });
    view.visibility = crate::render::Visibility::initial(&scene.scene);
    let unknown = read.show_layers(&scene.scene, &mut view.visibility);
    notes.extend(unknown.iter().map(|name| format!("unknown layer {name:?}")));
    if let Some(overlay) = &read.overlay {
        let field = scene.scene.face_fields.iter().position(|f| f.name == overlay.field);
        match field {
            Some(field) => {
                view.colour_by = Some(match overlay.bit {
                    Some(bit) => ColourBy::Bits { field, mask: 1 << bit.min(31) },
                    None => ColourBy::Field(field),
                });
            }
            None => notes.push(format!("faces have no field {:?}", overlay.field)),
        }
    }
    read_motion(read, &scene.scene, &mut view, &mut notes);
    let answers = answers(read, &scene.scene, &mut notes);
    view.isolated.clear();
    if read.anim.is_some() {
        state.settings.interpolate = read.interpolate;
    }
    state.view = view;
    state.palettes.tried.clone_from(&read.palette);
    Ok(AppliedView { camera, answers, around: None, notes })
}
