//! The steps from a face to the colour of a pixel, as labels and values.

use glam::Vec3;

use super::deformation::Corner;
use super::explanation::{Clean, Colour, Explanation, Layer, Mark, Outcome, Taps, Texel};
use crate::bytes::{Colour15, Span};
use crate::render::draw::Cull;
use crate::scene::{Element, Scene, Surface, TextureFault};

/// A step of the computation of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Position of a corner that morph targets or bones move.
    Corner,
    /// Offset of a corner by a morph target.
    Morph,
    /// Bone that moves a corner, with its weight.
    Bone,
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
    /// Reason why there is no texel.
    MissingTexture,
    /// Texels that are averaged.
    Filter,
    /// Transparent texel, which is not drawn.
    CutOut,
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
            StepKind::Corner => "Corner",
            StepKind::Morph => "Morph target",
            StepKind::Bone => "Skin weight",
            StepKind::Weights => "Corner weights",
            StepKind::Coordinates => "Texture coordinates",
            StepKind::Alternative => "Other projection",
            StepKind::Texel => "Texel",
            StepKind::Palette => "Palette entry",
            StepKind::MissingTexture => "Missing texture",
            StepKind::Filter => "Filter",
            StepKind::CutOut => "Cut-out",
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

    /// Reason why the face has no texel though its material has a texture.
    pub fn missing_texture(&self, scene: &Scene) -> Option<&'static str> {
        let mesh = scene.mesh_of(scene.nodes.get(self.face.node)?)?;
        let face = mesh.faces.get(self.face.face as usize)?;
        match scene.materials.get(face.material)?.surface {
            Surface::Missing(Some(_)) => Some("it is in no open file; a replacement is drawn"),
            Surface::Missing(None) => Some("its number is out of range; a replacement is drawn"),
            Surface::Faulty(TextureFault::WrongTexture) => {
                Some("the original draws texels of another texture; a checkerboard is drawn")
            }
            Surface::Faulty(TextureFault::UndefinedCoordinates) => {
                Some("its coordinates are undefined; a checkerboard is drawn")
            }
            Surface::Textured { texture, .. } if scene.textures.get(texture).is_none() => {
                Some("it does not exist")
            }
            Surface::Plain | Surface::Textured { .. } => None,
        }
    }

    /// The steps of this face, in order.
    pub fn steps(&self, of: &Explanation, scene: &Scene) -> Vec<Step> {
        let deformed = self.corners.iter().filter(|corner| corner.deformation.is_some());
        let mut steps: Vec<Step> = deformed.flat_map(|corner| corner.steps(scene)).collect();
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
            if self.outcome == Outcome::Transparent {
                steps.push(Step::new(StepKind::CutOut, texel.cut_out().to_owned()));
            }
        }
        let missing = self.missing_texture(scene);
        steps.extend(missing.map(|why| Step::new(StepKind::MissingTexture, why.to_owned())));
        let mut add = |kind, value| steps.push(Step::new(kind, value));
        let Clean { light, fog, taps, reflection, alpha } = self.clean;
        if let Some(Taps { count, level, reach, colour }) = taps {
            let [colour, count] = [channels(colour), count.to_string()];
            let value = format!("{colour}: {count} texels of mipmap {level} ({reach:.2} across)");
            add(StepKind::Filter, value);
        }
        add(StepKind::CornerColour, channels(self.vertex_colour));
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

impl Corner {
    /// The position of the corner: as stored, the effects of morph targets and bones, and in the world.
    fn steps(&self, scene: &Scene) -> Vec<Step> {
        let step = |kind, value, element| {
            let span = scene.origin(element).map(|origin| origin.span);
            Step { element: Some(element), span, ..Step::new(kind, value) }
        };
        let &Self { mesh, vertex, stored, world, .. } = self;
        let value = format!("{}, in the world {}", position(stored), position(world));
        let mut steps = vec![step(StepKind::Corner, value, Element::Vertex { mesh, vertex })];
        let Some(deformation) = &self.deformation else { return steps };
        for (morph, weight, offset) in &deformation.morphs {
            let all = scene.meshes.get(mesh).map(|mesh| &mesh.morphs);
            let name = all.and_then(|all| Some(all.get(*morph as usize)?.name.as_str()));
            let value = format!("{} × {weight:.4}: + {}", name.unwrap_or(""), position(*offset));
            steps.push(step(StepKind::Morph, value, Element::Morph { mesh, morph: *morph }));
        }
        for (node, weight, at) in &deformation.bones {
            let name = scene.nodes.get(*node).map_or("", |node| node.name.as_str());
            let value = format!("{name} × {weight:.4}: {}", position(*at));
            steps.push(step(StepKind::Bone, value, Element::Node(*node)));
        }
        steps
    }
}

impl Texel {
    /// Reason why the texel is not drawn, if it is transparent.
    fn cut_out(&self) -> &'static str {
        match (self.word, self.rgba) {
            (Some(_), _) => "the word 0x0000 is not drawn",
            (None, Some(_)) => "alpha 0 is not drawn",
            (None, None) => "it is not drawn",
        }
    }
}

impl Mark {
    /// Description of a mark.
    pub fn text(self, scene: &Scene) -> String {
        match self {
            Mark::Paint([r, g, b]) => format!("paint #{r:02x}{g:02x}{b:02x} over the last face"),
            Mark::Line(helper) => {
                let name = scene.helpers.get(helper).map_or("", |helper| helper.name.as_str());
                format!("line of {name}, faint behind faces")
            }
        }
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

fn position(at: Vec3) -> String {
    format!("{:.3} {:.3} {:.3}", at.x, at.y, at.z)
}

fn channels([r, g, b]: [i32; 3]) -> String {
    format!("{r} {g} {b}")
}

fn decimals(values: &[f32]) -> String {
    values.iter().map(|value| format!("{value:.4}")).collect::<Vec<_>>().join(" ")
}
