//! Surface animations of a face: UV animations, palette animations and flipbooks, each with a link to its
//! source field.

use egui::{RichText, Ui};

use super::sections::link;
use crate::app::model::{SelectionTarget, State};
use crate::app::ui::{Ctx, Theme, theme};
use crate::scene::{
    CornerRefs, CornerWave, Element, Face, Key, Keyframes, Mesh, Origin, PaletteAnimation, Scene,
    Surface, TextureId, UvAnimatedFace, UvAnimatedFaces, UvSpace,
};

/// `true` if the face has a surface animation.
pub fn any(scene: &Scene, mesh: &Mesh, index: u32) -> bool {
    let face = mesh.faces.get(index as usize);
    face.is_some_and(|face| !lines(scene, mesh, index, &face).is_empty())
}

pub fn ui(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene, mesh: &Mesh, index: u32) {
    let Some(face) = mesh.faces.get(index as usize) else { return };
    let lines = lines(scene, mesh, index, &face);
    for Line { text, origin, texture } in lines {
        ui.horizontal_wrapped(|ui| {
            let theme = Theme::of(ui);
            ui.label(RichText::new(text).font(theme::mono()).color(theme.text));
            if let Some((texture, name)) = texture
                && link(ui, &name, "Select the texture")
            {
                cx.select(SelectionTarget::Element(Element::Texture(texture)));
            }
            if !origin.path.is_empty() && link(ui, &origin.path, "Go to source field") {
                cx.select(target(cx.state, &origin));
            }
        });
    }
}

/// The field; its bytes if no field of that name exists.
fn target(state: &State, origin: &Origin) -> SelectionTarget {
    let path = SelectionTarget::Path { source: origin.span.source, path: origin.path.clone() };
    if state.resolve(&path).is_some() { path } else { SelectionTarget::Bytes(origin.span) }
}

struct Line {
    text: String,
    origin: Origin,
    /// A displayed texture and its name.
    texture: Option<(TextureId, String)>,
}

impl Line {
    fn new(text: String, origin: Origin) -> Self {
        Self { text, origin, texture: None }
    }
}

fn lines(scene: &Scene, mesh: &Mesh, index: u32, face: &Face) -> Vec<Line> {
    let mut lines = Vec::new();
    let unit = match scene.materials.get(face.material).map(|material| material.uv) {
        Some(UvSpace::Fraction) => "of the texture",
        _ => "texels",
    };
    for (flow, own) in mesh.uv_animations_of(index) {
        let [u, v] = flow.speed().map(round);
        let frequency = round(flow.frequency());
        let swings = own.map(|own| swings(own, face)).unwrap_or_default();
        let origin = match &flow.faces {
            UvAnimatedFaces::Faces { spans, .. } => spans.origin(face.index as usize),
            UvAnimatedFaces::Material(_) => flow.origin.clone(),
        };
        if let Some(course) = &flow.course {
            let tracks = [
                keys_in_words("offset", &course.scroll),
                keys_in_words("scale", &course.stretch),
                keys_in_words("rotation", &course.turn),
            ];
            let tracks = tracks.into_iter().flatten();
            lines.extend(tracks.map(|text| Line::new(text, flow.origin.clone())));
        } else {
            lines.push(Line::new(format!("U {u}/s, V {v}/s {unit}"), flow.origin.clone()));
        }
        if !swings.is_empty() && frequency != 0.0 {
            lines.push(Line::new(format!("oscillates {frequency}/s: {swings}"), origin));
        } else if !swings.is_empty() {
            lines.push(Line::new(format!("offset: {swings}"), origin));
        }
    }
    let refs = match face.colour_refs {
        CornerRefs::Table(refs) => refs,
        CornerRefs::None => [0; 4],
    };
    let has_refs = face.colour_refs != CornerRefs::None;
    let of_face = |pulse: &&PaletteAnimation| {
        let own = has_refs && Some(pulse.table) == mesh.colour_table;
        own && refs.iter().take(face.sides()).any(|entry| *entry == pulse.entry)
    };
    let pulses = scene.palette_animations.iter().filter(of_face);
    lines.extend(pulses.map(|pulse| Line::new(in_words(pulse), pulse.origin.clone())));
    for fade in scene.material_animations.iter().filter(|fade| fade.material == face.material) {
        let tracks = [
            keys_in_words("colour", &fade.colour),
            keys_in_words("glow", &fade.glow),
            keys_in_words("opacity", &fade.opacity),
        ];
        let tracks = tracks.into_iter().flatten();
        lines.extend(tracks.map(|text| Line::new(text, fade.origin.clone())));
    }
    for flipbook in scene.flipbooks.iter().filter(|flipbook| flipbook.material == face.material) {
        let pace = match flipbook.seconds {
            0.0 => "set by game code".to_owned(),
            seconds => format!("{} s each", round(seconds)),
        };
        let freeze = flipbook.freeze.map_or(String::new(), |frame| format!(", stops at {frame}"));
        let track = match flipbook.round as usize {
            round if round < flipbook.frames.len() => {
                format!(", the first {round} play automatically")
            }
            _ => String::new(),
        };
        let text = format!("{} frames, {pace}{track}{freeze}", flipbook.frames.len());
        lines.push(Line::new(text, Origin::default()));
        for (number, frame) in flipbook.frames.iter().enumerate() {
            let texture = match frame.surface {
                Surface::Textured { texture, .. } => Some((texture, frame.name.clone())),
                _ => None,
            };
            let text = match &texture {
                Some(_) => format!("{number:2}"),
                None => format!("{number:2} {} is missing", frame.name),
            };
            lines.push(Line { text, origin: frame.origin.clone(), texture });
        }
    }
    lines
}

/// Formats how far each corner moves along U and V, with the phase if it is not 0, as in `±3, ±2 at 0.5`;
/// corners are separated by `|`.
fn swings(own: &UvAnimatedFace, face: &Face) -> String {
    let used = own.swings.iter().take(face.sides());
    if used.clone().flatten().all(|swing| swing.reach == 0.0) {
        return String::new();
    }
    let corner = |[u, v]: &[CornerWave; 2]| {
        let one = |swing: &CornerWave| match swing.phase {
            0.0 => format!("±{}", round(swing.reach)),
            phase => format!("±{} at {}", round(swing.reach), round(phase)),
        };
        format!("{}, {}", one(u), one(v))
    };
    used.map(corner).collect::<Vec<_>>().join(" | ")
}

/// Maximum number of keys that are listed.
const MAX_KEYS: usize = 8;

/// Describes a track: `rotation, linear: 0 at 0 → 3.142 at 30 (ticks of 1/60 s)`; `None` without keys.
fn keys_in_words<const N: usize>(what: &str, keyed: &Keyframes<N>) -> Option<String> {
    let all = keyed.keys();
    let of_key = |key: &Key<N>| {
        let numbers = key.value.map(|number| round(number).to_string());
        format!("{} at {}", numbers.join(", "), key.tick)
    };
    let mut words: Vec<String> = all.iter().take(MAX_KEYS).map(of_key).collect();
    if all.len() > MAX_KEYS {
        words.push(format!("{} more", all.len() - MAX_KEYS));
    }
    let manner = if keyed.is_straight() { "linear" } else { "stepped" };
    let words = words.join(" → ");
    (!all.is_empty()).then(|| format!("{what}, {manner}: {words} (ticks of 1/60 s)"))
}

fn in_words(pulse: &PaletteAnimation) -> String {
    let keys = pulse.keys.iter().map(|key| {
        let [r, g, b] = key.colour;
        format!("{r:02x}{g:02x}{b:02x} {}", key.ticks)
    });
    let keys = keys.collect::<Vec<_>>().join(" → ");
    format!("colour {} animated: {keys} (ticks of 1/60 s)", pulse.entry)
}

/// Rounds to three decimal places.
fn round(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}
