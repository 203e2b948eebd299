//! Colours of the steps, and a summary of the source of a pixel.

use egui::{Color32, Rect, Stroke, StrokeKind, Ui};

use crate::app::model::DocScene;
use crate::app::ui::Theme;
use crate::bytes::Colour15;
use crate::render::{Colour, Explanation, Layer, Outcome, StepKind, Texel};
use crate::scene::{Surface, TextureFault};

/// Corner colours that change a texel by less than 1/16, in a format where 128 is neutral.
const NEUTRAL: std::ops::RangeInclusive<i32> = 120..=136;

/// Share of fog that is mentioned.
const SOME_FOG: f32 = 0.02;

/// Draws a colour with an outline, so that it is visible on any background.
pub fn swatch(ui: &Ui, rect: Rect, colour: Color32) {
    let outline = Stroke::new(1.0, Theme::of(ui).faint);
    ui.painter().rect(rect, 1.0, colour, outline, StrokeKind::Outside);
}

/// Colour of a step, for a swatch.
pub fn of_step(of: &Explanation, layer: &Layer, kind: StepKind) -> Option<Color32> {
    match kind {
        StepKind::Texel => layer.texel.filter(|texel| texel.palette.is_none()).and_then(of_texel),
        StepKind::Palette => layer.texel.and_then(of_texel),
        StepKind::CornerColour => Some(of_channels(layer.vertex_colour)),
        StepKind::Modulation => layer.modulated.map(of_channels),
        StepKind::Reflection => layer.clean.reflection.map(of_channels),
        StepKind::Quantisation => Some(of_buffer(of, layer.front)),
        StepKind::Blending => layer.below.map(|below| of_buffer(of, below)),
        StepKind::Result => layer.result.map(|result| of_buffer(of, result)),
        _ => None,
    }
}

/// Colour of the frame buffer.
pub fn of_buffer(of: &Explanation, colour: Colour) -> Color32 {
    match of.fifteen_bit {
        true => Colour15(colour.word()).colour(),
        false => of_channels(colour.0),
    }
}

fn of_texel(texel: Texel) -> Option<Color32> {
    let of_word = || texel.word.map(|word| Colour15(word).colour());
    texel.rgba.map(|[r, g, b, _]| Color32::from_rgb(r, g, b)).or_else(of_word)
}

fn of_channels(channels: [i32; 3]) -> Color32 {
    let [r, g, b] = channels.map(|channel| channel.clamp(0, 255) as u8);
    Color32::from_rgb(r, g, b)
}

/// Explains the colour of the pixel: `Palette entry, darker by the corner colours, blended`.
pub fn summary(of: &Explanation, scene: &DocScene, top: Option<&Layer>) -> String {
    let Some(layer) = top else { return background(of).to_owned() };
    let mut parts = vec![source(scene, layer).to_owned()];
    let has_texel = layer.texel.is_some();
    parts.extend(layer.modulated.filter(|_| has_texel).and_then(|_| scaled(layer.vertex_colour)));
    if layer.blend.is_some() {
        let faces = of.layers.iter().filter(|layer| layer.outcome == Outcome::Drawn).count();
        let below = if faces > 1 { "the face below" } else { "the background" };
        parts.push(format!("blended with {below}"));
    }
    if let Some(fog) = layer.clean.fog.filter(|fog| *fog > SOME_FOG) {
        parts.push(format!("{:.0} % fog", fog * 100.0));
    }
    parts.join(", ")
}

/// Reason why the background is visible.
fn background(of: &Explanation) -> &'static str {
    match of.layers.iter().map(|layer| layer.outcome).collect::<Vec<_>>()[..] {
        [] => "Background: no face here",
        [Outcome::Hidden] => "Background: the face here is hidden",
        [Outcome::Culled(_)] => "Background: the face here is culled",
        [Outcome::Transparent] => "Background: the face here is transparent",
        _ => "Background: all faces here are hidden, culled or transparent",
    }
}

/// Source of the colour before any change.
fn source(scene: &DocScene, layer: &Layer) -> &'static str {
    match layer.texel {
        Some(texel) if texel.palette.is_some() => return "Palette entry",
        Some(texel) if texel.index.is_some() => return "Grey, since the palette is missing",
        Some(_) => return "Texel",
        None => {}
    }
    let material = scene.face(layer.face).map(|(_, face)| face.material);
    let surface = material.and_then(|id| Some(scene.scene.materials.get(id)?.surface));
    match surface {
        Some(Surface::Missing(_)) => "Replacement: the texture is missing",
        Some(Surface::Faulty(TextureFault::WrongTexture)) => {
            "Checkerboard: the original draws another texture"
        }
        Some(Surface::Faulty(_)) => "Checkerboard: the original draws undefined texels",
        Some(Surface::Textured { .. }) => "Replacement: the texture is not loaded",
        _ => "Corner colours",
    }
}

/// Effect of a corner colour on a texel.
fn scaled(colour: [i32; 3]) -> Option<String> {
    if colour.iter().all(|channel| NEUTRAL.contains(channel)) {
        return None;
    }
    let [least, most] = [colour.iter().min()?, colour.iter().max()?];
    let how = match most - least > 24 {
        true => "tinted",
        false if *most <= 128 => "darker",
        false => "brighter",
    };
    Some(format!("{how} by the corner colours"))
}
