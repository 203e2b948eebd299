//! An explained pixel as JSON and as text.

use std::borrow::Cow;
use std::io::{self, Write};

use glam::Vec3;
use serde::Serialize;

use crate::bytes::{Source, SourceId, Span};
use crate::cli::out::Clean;
use crate::cli::session::Session;
use crate::render::state::StyleName;
use crate::render::{Corner, Explanation, Layer, Mark, Outcome, Taps};
use crate::scene::{Element, NodeId, Scene, Style};

/// An explanation with the file that its offsets refer to.
pub struct Listing<'a> {
    pub explained: &'a Explanation,
    pub scene: &'a Scene,
    pub own: SourceId,
}

#[derive(Serialize)]
pub struct Report {
    pixel: [u32; 2],
    style: StyleName,
    colour: String,
    word: Option<String>,
    background: String,
    layers: Vec<LayerRow>,
    marks: Vec<MarkRow>,
}

#[derive(Serialize)]
struct MarkRow {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    colour: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    field: Option<FieldRow>,
}

/// Field of the file.
#[derive(Serialize)]
struct FieldRow {
    path: String,
    offset: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

#[derive(Serialize)]
struct CornerRow {
    #[serde(flatten)]
    field: FieldRow,
    stored: [f32; 3],
    morphs: Vec<MorphRow>,
    bones: Vec<BoneRow>,
    world: [f32; 3],
}

#[derive(Serialize)]
struct MorphRow {
    #[serde(flatten)]
    field: FieldRow,
    weight: f32,
    moved_by: [f32; 3],
}

#[derive(Serialize)]
struct BoneRow {
    name: String,
    #[serde(flatten)]
    field: FieldRow,
    weight: f32,
    position: [f32; 3],
}

#[derive(Serialize)]
struct FilterRow {
    texels: u32,
    mipmap: u32,
    across: f32,
    colour: [i32; 3],
}

#[derive(Serialize)]
struct LayerRow {
    path: String,
    offset: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    draw_id: u32,
    outcome: &'static str,
    reason: Cow<'static, str>,
    order: Option<OrderRow>,
    flickers_with: Option<u32>,
    corners: Vec<CornerRow>,
    weights: Vec<f32>,
    uv: Option<[f32; 2]>,
    perspective_uv: Option<[f32; 2]>,
    texel: Option<TexelRow>,
    palette: Option<PaletteRow>,
    missing_texture: Option<Cow<'static, str>>,
    filter: Option<FilterRow>,
    vertex_colour: [i32; 3],
    light: Option<[f32; 3]>,
    modulated: Option<[i32; 3]>,
    reflection: Option<[i32; 3]>,
    fog: Option<f32>,
    alpha: Option<f32>,
    dither: Option<i32>,
    quantised: Option<[i32; 3]>,
    blend: Option<String>,
    below: Option<String>,
    result: Option<String>,
}

/// Key by which a face is sorted: its distance, or its depth in the depth buffer.
#[derive(Serialize)]
struct OrderRow {
    bucket: Option<u32>,
    distance: Option<f32>,
    depth: f32,
}

impl OrderRow {
    /// `None` for hidden faces, which are not sorted.
    fn of(layer: &Layer) -> Option<Self> {
        let Layer { key, depth, .. } = *layer;
        let (bucket, distance) = (key.and_then(|key| key.bucket), key.map(|key| key.distance));
        (layer.outcome != Outcome::Hidden).then_some(Self { bucket, distance, depth })
    }
}

#[derive(Serialize)]
struct TexelRow {
    x: u32,
    y: u32,
    index: Option<u32>,
    word: Option<String>,
    offset: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    path: String,
}

#[derive(Serialize)]
struct PaletteRow {
    index: u32,
    word: Option<String>,
    stp: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    colour: Option<String>,
    offset: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    path: String,
}

impl Listing<'_> {
    /// The explanation as a JSON object.
    pub fn report(&self, session: &Session, style: Style) -> Report {
        let Explanation { pixel: (x, y), colour: [r, g, b], background, layers, .. } =
            self.explained;
        Report {
            pixel: [*x, *y],
            style: style.into(),
            colour: format!("#{r:02x}{g:02x}{b:02x}"),
            word: self.explained.word().map(word),
            background: self.explained.colour_code(*background),
            layers: layers.iter().map(|layer| self.layer(session, layer)).collect(),
            marks: self.explained.marks.iter().map(|mark| self.mark(session, *mark)).collect(),
        }
    }

    fn mark(&self, session: &Session, mark: Mark) -> MarkRow {
        match mark {
            Mark::Paint([r, g, b]) => MarkRow {
                kind: "paint",
                colour: Some(format!("#{r:02x}{g:02x}{b:02x}")),
                field: None,
            },
            Mark::Line(helper) => {
                let field = Some(self.field(session, Element::Helper(helper)));
                MarkRow { kind: "line", colour: None, field }
            }
        }
    }

    fn field(&self, session: &Session, element: Element) -> FieldRow {
        let origin = self.scene.origin(element).unwrap_or_default();
        let source = self.source(session, origin.span);
        FieldRow { path: origin.path, offset: origin.span.start, source }
    }

    fn corner(&self, session: &Session, corner: &Corner) -> CornerRow {
        let &Corner { mesh, vertex, stored, world, .. } = corner;
        let deformation = corner.deformation.clone().unwrap_or_default();
        let morph = |(morph, weight, by): &(u32, f32, Vec3)| MorphRow {
            field: self.field(session, Element::Morph { mesh, morph: *morph }),
            weight: *weight,
            moved_by: by.to_array(),
        };
        let bone = |(node, weight, at): &(NodeId, f32, Vec3)| BoneRow {
            name: self.scene.nodes.get(*node).map(|node| node.name.clone()).unwrap_or_default(),
            field: self.field(session, Element::Node(*node)),
            weight: *weight,
            position: at.to_array(),
        };
        CornerRow {
            field: self.field(session, Element::Vertex { mesh, vertex }),
            stored: stored.to_array(),
            morphs: deformation.morphs.iter().map(morph).collect(),
            bones: deformation.bones.iter().map(bone).collect(),
            world: world.to_array(),
        }
    }

    /// The name of the source, unless it is the file itself.
    fn source(&self, session: &Session, span: Span) -> Option<String> {
        let is_other = span.source != self.own;
        let known = || session.library.source(span.source);
        let source = || known().or_else(|| self.scene.unpacked_source(span.source).cloned());
        let other = is_other.then(source).flatten();
        other.as_ref().map(Source::name).map(str::to_owned)
    }

    /// Offset in the file itself, or in another one with its name.
    fn place(&self, session: &Session, span: Span) -> String {
        match self.source(session, span) {
            Some(source) => format!("at 0x{:x} of {}", span.start, Clean(&source)),
            None => format!("at 0x{:x}", span.start),
        }
    }

    fn layer(&self, session: &Session, layer: &Layer) -> LayerRow {
        let origin = self.scene.origin(Element::Face(layer.face)).unwrap_or_default();
        let of = self.explained;
        LayerRow {
            offset: origin.span.start,
            source: self.source(session, origin.span),
            path: origin.path,
            draw_id: layer.draw_id,
            outcome: layer.outcome.name(),
            reason: layer.reason(self.scene),
            order: OrderRow::of(layer),
            flickers_with: layer.flickers_with(of).map(|(other, _)| other.draw_id),
            corners: layer.corners.iter().map(|corner| self.corner(session, corner)).collect(),
            weights: layer.weights.clone(),
            uv: layer.uv,
            perspective_uv: layer.perspective_uv,
            texel: self.texel(session, layer),
            palette: self.palette(session, layer),
            missing_texture: layer.missing_texture(self.scene),
            filter: layer.clean.taps.map(|Taps { count, level, reach, colour }| FilterRow {
                texels: count,
                mipmap: level,
                across: reach,
                colour,
            }),
            vertex_colour: layer.vertex_colour,
            light: layer.clean.light,
            modulated: layer.modulated,
            reflection: layer.clean.reflection,
            fog: layer.clean.fog,
            alpha: layer.clean.alpha,
            dither: layer.dither,
            quantised: of.fifteen_bit.then_some(layer.front.0),
            blend: layer.blend.map(|blend| blend.to_string()),
            below: layer.below.map(|colour| of.colour_code(colour)),
            result: layer.result.map(|colour| of.colour_code(colour)),
        }
    }

    fn texel(&self, session: &Session, layer: &Layer) -> Option<TexelRow> {
        let texel = layer.texel.as_ref()?;
        let span = texel.span(self.scene);
        let origin = self.scene.origin(Element::Texture(texel.texture)).unwrap_or_default();
        Some(TexelRow {
            x: texel.at[0],
            y: texel.at[1],
            index: texel.index(self.scene),
            word: texel.word.map(word),
            offset: span.map(|span| span.start),
            source: span.and_then(|span| self.source(session, span)),
            path: origin.path,
        })
    }

    fn palette(&self, session: &Session, layer: &Layer) -> Option<PaletteRow> {
        let texel = layer.texel.as_ref()?;
        let found = texel.table_colour(self.scene);
        let (index, colour, origin) = match (found, texel.entry()) {
            (Some(found), _) => (found.index, found.colour, found.origin),
            (None, Some(entry)) => {
                (texel.index?, None, self.scene.origin(entry).unwrap_or_default())
            }
            (None, None) => return None,
        };
        let span = Some(origin.span).filter(|span| span.len > 0);
        Some(PaletteRow {
            index,
            word: texel.word.map(word),
            stp: texel.word.map(|bits| bits & 0x8000 != 0),
            colour: colour.map(|[r, g, b]| format!("#{r:02x}{g:02x}{b:02x}")),
            offset: span.map(|span| span.start),
            source: span.and_then(|span| self.source(session, span)),
            path: origin.path,
        })
    }

    /// Prints the explanation as text.
    pub fn print(&self, session: &mut Session) -> io::Result<()> {
        let of = self.explained;
        let ((x, y), [r, g, b]) = (of.pixel, of.colour);
        write!(session.out, "pixel {x},{y}: #{r:02x}{g:02x}{b:02x}")?;
        match of.word() {
            Some(bits) => writeln!(session.out, ", word {}", word(bits))?,
            None => writeln!(session.out)?,
        }
        writeln!(session.out, "background: {}", of.colour_text(of.background))?;
        for layer in &of.layers {
            let origin = self.scene.origin(Element::Face(layer.face)).unwrap_or_default();
            let (outcome, reason) = (layer.outcome.name(), layer.reason(self.scene));
            let (path, at) = (Clean(&origin.path), self.place(session, origin.span));
            writeln!(session.out, "{path} {at}: {outcome}, {reason}")?;
            for step in layer.steps(of, self.scene) {
                let (label, value) = (step.kind.label(), Clean(&step.value));
                write!(session.out, "  {label:<19}  {value}")?;
                match step.span.filter(|span| span.len > 0) {
                    Some(span) => {
                        let at = self.place(session, span);
                        writeln!(session.out, "  {at}")?;
                    }
                    None => writeln!(session.out)?,
                }
            }
        }
        for mark in &of.marks {
            writeln!(session.out, "on top: {}", Clean(&mark.text(self.scene)))?;
        }
        Ok(())
    }
}

fn word(bits: u16) -> String {
    format!("0x{bits:04x}")
}
