//! The steps from a face to the colour of a pixel, as labels and values.

use super::explanation::{Clean, Colour, Explanation, Layer, Outcome, Texel};
use crate::bytes::{Colour15, Span};
use crate::render::draw::Cull;
use crate::scene::{Element, Scene};

/// A step of the computation of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Weights of the corners.
    Weights,
    /// Texture coordinates as used.
    Coordinates,
    /// Texture coordinates of the other projection.
    Alternative,
    /// Texel of the texture.
    Texel,
    /// Entry of the palette.
    Palette,
    /// Interpolated colour of the corners.
    CornerColour,
    /// Light on the face.
    Light,
    /// Product of texel and corner colour.
    Modulation,
    /// Added reflection.
    Reflection,
    /// Density of the fog.
    Fog,
    /// Opacity.
    Opacity,
    /// Offset of the dither cell.
    Dither,
    /// Truncation to 5 bits.
    Quantisation,
    /// Colour below, and the blend mode.
    Blending,
    /// Colour after the face.
    Result,
}

impl StepKind {
    /// Label of the step.
    pub fn label(self) -> &'static str {
        match self {
            StepKind::Weights => "Corner weights",
            StepKind::Coordinates => "Texture coordinates",
            StepKind::Alternative => "Other projection",
            StepKind::Texel => "Texel",
            StepKind::Palette => "Palette entry",
            StepKind::CornerColour => "Corner colour",
            StepKind::Light => "Light",
            StepKind::Modulation => "Modulated",
            StepKind::Reflection => "Reflection",
            StepKind::Fog => "Fog",
            StepKind::Opacity => "Opacity",
            StepKind::Dither => "Dither offset",
            StepKind::Quantisation => "In 5 bits",
            StepKind::Blending => "Blending",
            StepKind::Result => "Result",
        }
    }
}

/// A step with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Kind of the step.
    pub kind: StepKind,
    /// Numbers of the step.
    pub value: String,
    /// Element of the scene with the number; selecting it shows its field.
    pub element: Option<Element>,
    /// Bytes of the number.
    pub span: Option<Span>,
}

impl Step {
    fn new(kind: StepKind, value: String) -> Self {
        Self { kind, value, element: None, span: None }
    }
}

impl Outcome {
    /// Name of the outcome, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Drawn => "drawn",
            Outcome::Culled(_) => "culled",
            Outcome::Transparent => "transparent",
            Outcome::Hidden => "hidden",
            Outcome::Behind => "behind",
        }
    }

    /// Reason for the outcome.
    pub fn reason(self) -> &'static str {
        match self {
            Outcome::Drawn => "part of the colour",
            Outcome::Culled(Cull::Back) => "its back is visible, and it has one side",
            Outcome::Culled(Cull::Size) => "wider than 1023 or higher than 511 pixels",
            Outcome::Culled(Cull::Vanishes) => "not drawn where it would be subdivided",
            Outcome::Transparent => "the texel is transparent",
            Outcome::Hidden => "the face, its object or its layer is hidden",
            Outcome::Behind => "another face covers it",
        }
    }
}

impl Texel {
    /// Bytes of the texel.
    pub fn span(&self, scene: &Scene) -> Option<Span> {
        scene.textures.get(self.texture)?.texel_span(self.at[0], self.at[1])
    }

    /// The palette entry of the texel.
    pub fn entry(&self) -> Option<Element> {
        Some(Element::PaletteEntry { palette: self.palette?, entry: self.index? })
    }
}

impl Layer {
    /// Size of the texture if the texture coordinates are outside of it.
    fn repeats(&self, scene: &Scene) -> Option<[u32; 2]> {
        let ([u, v], texel) = self.uv.zip(self.texel)?;
        let texture = scene.textures.get(texel.texture)?;
        let outside = |at: f32, size: u32| at < 0.0 || at >= size as f32;
        let is_outside = outside(u, texture.width) || outside(v, texture.height);
        is_outside.then_some([texture.width, texture.height])
    }

    /// The steps of this face, in order.
    pub fn steps(&self, of: &Explanation, scene: &Scene) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut add = |kind, value| steps.push(Step::new(kind, value));
        add(StepKind::Weights, decimals(&self.weights));
        if let Some([u, v]) = self.uv {
            let used = if self.affine { "affine" } else { "with perspective" };
            let repeated = match self.repeats(scene) {
                Some([width, height]) => format!(", repeats every {width}×{height}"),
                None => String::new(),
            };
            add(StepKind::Coordinates, format!("{u:.3}, {v:.3} ({used}{repeated})"));
        }
        if let Some([u, v]) = self.perspective_uv.filter(|_| self.affine) {
            add(StepKind::Alternative, format!("{u:.3}, {v:.3} (with perspective)"));
        }
        if let Some(texel) = &self.texel {
            steps.extend(texel_steps(texel, scene));
        }
        let mut add = |kind, value| steps.push(Step::new(kind, value));
        add(StepKind::CornerColour, channels(self.vertex_colour));
        let Clean { light, fog, averaged: _, reflection, alpha } = self.clean;
        if let Some(light) = light {
            add(StepKind::Light, format!("× {}", decimals(&light)));
        }
        if let Some(modulated) = self.modulated {
            add(StepKind::Modulation, channels(modulated));
        }
        if let Some(reflection) = reflection {
            add(StepKind::Reflection, format!("+ {}", channels(reflection)));
        }
        if let Some(fog) = fog {
            add(StepKind::Fog, format!("{:.1} %", fog * 100.0));
        }
        if let Some(alpha) = alpha {
            add(StepKind::Opacity, format!("{:.1} %", alpha * 100.0));
        }
        if let Some(dither) = self.dither {
            add(StepKind::Dither, format!("{dither:+}"));
        }
        if of.fifteen_bit {
            add(StepKind::Quantisation, channels(self.front.0));
        }
        if let (Some(blend), Some(below)) = (self.blend, self.below) {
            add(StepKind::Blending, format!("{blend}, B = {}", of.colour_text(below)));
        }
        if let Some(result) = self.result {
            add(StepKind::Result, of.colour_text(result));
        }
        steps
    }
}

impl Explanation {
    /// A colour of the frame buffer in code: the 15-bit word, or `#rrggbb`.
    pub fn colour_code(&self, colour: Colour) -> String {
        match self.fifteen_bit {
            true => format!("0x{:04x}", colour.word()),
            false => {
                let [r, g, b] = colour.0;
                format!("#{r:02x}{g:02x}{b:02x}")
            }
        }
    }

    /// A colour of the frame buffer as text: the 15-bit word, or red, green and blue.
    pub fn colour_text(&self, colour: Colour) -> String {
        match self.fifteen_bit {
            true => format!("0x{:04x} ({})", colour.word(), channels(colour.0)),
            false => channels(colour.0),
        }
    }
}

fn texel_steps(texel: &Texel, scene: &Scene) -> Vec<Step> {
    let name = scene.textures.get(texel.texture).map_or("", |texture| texture.name.as_str());
    let [x, y] = texel.at;
    let value = match (texel.index, texel.word, texel.rgba) {
        (Some(index), ..) => format!("index {index}"),
        (None, Some(word), _) => word_text(word),
        (None, None, Some([r, g, b, a])) => format!("{r} {g} {b}, alpha {a}"),
        (None, None, None) => "missing".to_owned(),
    };
    let own = Step {
        element: Some(Element::Texture(texel.texture)),
        span: texel.span(scene),
        ..Step::new(StepKind::Texel, format!("{name} {x}, {y}: {value}"))
    };
    let entry = texel.entry().zip(texel.word).map(|(element, word)| {
        let palette = texel.palette.and_then(|palette| scene.palettes.get(palette));
        let name = palette.map_or("", |palette| palette.name.as_str());
        let index = texel.index.unwrap_or_default();
        let span = scene.origin(element).map(|origin| origin.span);
        Step {
            element: Some(element),
            span,
            ..Step::new(StepKind::Palette, format!("{name} [{index}]: {}", word_text(word)))
        }
    });
    std::iter::once(own).chain(entry).collect()
}

fn word_text(word: u16) -> String {
    format!("0x{word:04x} ({})", Colour15(word).words())
}

fn channels([r, g, b]: [i32; 3]) -> String {
    format!("{r} {g} {b}")
}

fn decimals(values: &[f32]) -> String {
    values.iter().map(|value| format!("{value:.4}")).collect::<Vec<_>>().join(" ")
}
