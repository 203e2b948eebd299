//! The steps from a face to the colour of a pixel, as labels and values.

use glam::Vec3;

use super::deformation::Corner;
use super::explanation::{Clean, Colour, Explanation, Layer, Mark, Outcome, Taps, Texel};
use crate::bytes::{Colour15, Span};
use crate::render::draw::Cull;
use crate::scene::{CornerRefs, Element, Scene, TableColour, face_label};

/// A step of the computation of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Position of a corner that morph targets or bones move.
    Corner,
    /// Offset of a corner by a morph target.
    Morph,
    /// Bone that moves a corner, with its weight.
    Bone,
    /// Culling of the face.
    Culling(Cull),
    /// Bucket, distance or depth by which the face is sorted.
    Order,
    /// Another face with almost the same key.
    Flicker,
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
            StepKind::Culling(_) => "Not drawn",
            StepKind::Order => "Drawing order",
            StepKind::Flicker => "May flicker with",
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
    /// Element of the scene that stores the number; selecting it shows the number's field.
    pub element: Option<Element>,
    /// Bytes of the number.
    pub span: Option<Span>,
}

impl Step {
    fn new(kind: StepKind, value: String) -> Self {
        Self { kind, value, element: None, span: None }
    }

    /// A step whose number is stored in an element of the scene.
    fn of_element(kind: StepKind, value: String, element: Element, scene: &Scene) -> Self {
        let span = scene.origin(element).map(|origin| origin.span);
        Self { element: Some(element), span, ..Self::new(kind, value) }
    }
}

impl Texel {
    /// Bytes of the texel.
    pub fn span(&self, scene: &Scene) -> Option<Span> {
        scene.textures.get(self.texture)?.texel_span(self.at[0], self.at[1])
    }

    /// Palette index of the texel.
    pub fn index(&self, scene: &Scene) -> Option<u32> {
        let [x, y] = self.at;
        self.index.or_else(|| scene.textures.get(self.texture)?.pixels.colour_index(x, y))
    }

    /// The palette entry with the 15-bit word of the texel.
    pub fn entry(&self) -> Option<Element> {
        Some(Element::PaletteEntry { palette: self.palette?, entry: self.index? })
    }

    /// The colour with 8 bits per channel in the table that the texel refers to.
    pub fn table_colour(&self, scene: &Scene) -> Option<TableColour> {
        if self.index.is_some() { None } else { scene.table_colour(self.texture, self.at) }
    }
}

impl Layer {
    /// `true` if the texture coordinates are outside the texture.
    fn repeats(&self, scene: &Scene) -> bool {
        let Some(([u, v], texel)) = self.uv.zip(self.texel) else { return false };
        let Some(texture) = scene.textures.get(texel.texture) else { return false };
        let outside = |at: f32, size: u32| at < 0.0 || at >= size as f32;
        outside(u, texture.width) || outside(v, texture.height)
    }

    /// The table entry of the corner colour with the greatest weight, and the entries of all corners.
    fn colour_entries(&self, scene: &Scene) -> Option<(Element, String)> {
        let mesh = scene.mesh_of(scene.nodes.get(self.face.node)?)?;
        let CornerRefs::Table(refs) = mesh.faces.get(self.face.face as usize)?.colour_refs else {
            return None;
        };
        let weights = self.weights.iter().zip(refs);
        let (_, entry) = weights.clone().max_by(|(one, _), (other, _)| one.total_cmp(other))?;
        let element = Element::ColourEntry { table: mesh.colour_table?, entry: entry.into() };
        let refs: Vec<String> = weights.map(|(_, entry)| entry.to_string()).collect();
        Some((element, refs.join(" ")))
    }

    /// The steps of this face, in order.
    pub fn steps(&self, of: &Explanation, scene: &Scene) -> Vec<Step> {
        let deformed = self.corners.iter().filter(|corner| corner.deformation.is_some());
        let mut steps = Vec::new();
        if let Outcome::Culled(cull) = self.outcome {
            steps.push(Step::new(StepKind::Culling(cull), self.reason(scene).into_owned()));
        }
        steps.extend(deformed.flat_map(|corner| corner.steps(scene)));
        let mut add = |kind, value| steps.push(Step::new(kind, value));
        if let Some(order) = self.order() {
            add(StepKind::Order, order);
        }
        if let Some((other, like)) = self.flickers_with(of) {
            let value = format!("{}: {like}", face_label(scene, other.face));
            let element = Some(Element::Face(other.face));
            steps.push(Step { element, ..Step::new(StepKind::Flicker, value) });
        }
        let mut add = |kind, value| steps.push(Step::new(kind, value));
        add(StepKind::Weights, decimals(&self.weights));
        if let Some([u, v]) = self.uv {
            let used = if self.affine { "affine" } else { "with perspective" };
            let repeated = if self.repeats(scene) { ", repeats" } else { "" };
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
        steps.extend(missing.map(|why| Step::new(StepKind::MissingTexture, why.into_owned())));
        let mut add = |kind, value| steps.push(Step::new(kind, value));
        let Clean { light, fog, taps, reflection, alpha } = self.clean;
        if let Some(Taps { count, level, reach, colour }) = taps {
            let [colour, count] = [channels(colour), count.to_string()];
            let value = format!("{colour}: {count} texels of mipmap {level} ({reach:.2} across)");
            add(StepKind::Filter, value);
        }
        let colour = channels(self.vertex_colour);
        steps.push(match self.colour_entries(scene) {
            None => Step::new(StepKind::CornerColour, colour),
            Some((entry, all)) => {
                let value = format!("{colour}, from colours {all}");
                Step::of_element(StepKind::CornerColour, value, entry, scene)
            }
        });
        let mut add = |kind, value| steps.push(Step::new(kind, value));
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
        let step = |kind, value, element| Step::of_element(kind, value, element, scene);
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
    let value = match (texel.index(scene), texel.word, texel.rgba) {
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
    let word = texel.entry().zip(texel.word).map(|(element, word)| {
        let palette = texel.palette.and_then(|palette| scene.palettes.get(palette));
        let name = palette.map_or("", |palette| palette.name.as_str());
        let index = texel.index.unwrap_or_default();
        let value = format!("{name} [{index}]: {}", word_text(word));
        Step::of_element(StepKind::Palette, value, element, scene)
    });
    let colour = texel.table_colour(scene).map(|found| {
        let TableColour { index, table, colour, element, origin } = found;
        let colour = match colour {
            Some(colour) => channels(colour.map(i32::from)),
            None => "not in the palette".to_owned(),
        };
        let value = format!("{table} [{index}]: {colour}");
        Step { element, span: Some(origin.span), ..Step::new(StepKind::Palette, value) }
    });
    std::iter::once(own).chain(word).chain(colour).collect()
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
