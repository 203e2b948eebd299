//! `explain`: lists the faces that cover a pixel, and the steps of their colours.

use std::io::{self, Write};

use serde::Serialize;

use super::out::Clean;
use super::render::setup::{Framing, Setup};
use super::render::shot_args::ShotArgs;
use super::render::subject::{self, Subject};
use super::session::Session;
use crate::bytes::{Source, SourceId, Span};
use crate::render::state::StyleName;
use crate::render::{Explanation, Gpu, Layer, PixelIndex, RenderError, Shot};
use crate::scene::{Element, Scene, Style};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    shot: ShotArgs,
    /// Column and row of the pixel, from the top left corner
    #[arg(long, value_name = "X,Y", value_parser = pixel)]
    pixel: (u32, u32),
    /// Print the explanation as a JSON object
    #[arg(long)]
    json: bool,
}

fn pixel(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once(',');
    let at = parts.and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    at.ok_or_else(|| "expected a column and a row, such as 320,240".to_owned())
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let (x, y) = args.pixel;
    let size = args.shot.size.unwrap_or((1280, 720));
    if x >= size.0 || y >= size.1 {
        let (width, height) = size;
        session.misuse(format_args!("pixel {x},{y} is outside of the {width}×{height} picture"));
        return Ok(());
    }
    subject::with_device(&args.shot, session, |session, gpu| explain(args, size, session, gpu))
}

fn explain(
    args: &Args,
    size: (u32, u32),
    session: &mut Session,
    gpu: impl FnOnce() -> Result<Gpu, RenderError>,
) -> io::Result<()> {
    let Some(subject) = Subject::open(&args.shot, session) else { return Ok(()) };
    let Subject { path, opened, scene } = &subject;
    let framing = Framing { size, whole: false };
    let setup = match Setup::plan(&args.shot, framing, session, path, opened, scene) {
        Ok(setup) => setup,
        Err(reason) => {
            session.fail(format_args!("{path}: {reason}"));
            return Ok(());
        }
    };
    let gpu = match gpu() {
        Ok(gpu) => gpu,
        Err(error) => {
            session.fail(error);
            return Ok(());
        }
    };
    let buffers = subject::upload(&gpu, scene, &setup, session);
    let shot = Shot::new(&buffers, &setup.camera, &setup.options).with(setup.overlay.as_ref());
    let Some(explained) = PixelIndex::new(&shot, size).explain(&shot, args.pixel) else {
        session.fail(format_args!("{path}: nothing to draw in this file"));
        return Ok(());
    };
    let listing = Listing { explained: &explained, scene, own: opened.document.source.id() };
    if args.json {
        let report = listing.report(session, setup.style);
        session.out.json(&report)?;
    } else {
        listing.print(session)?;
    }
    session.judge(path, &opened.problems(&session.library));
    session.out.flush()
}

/// An explanation with the file that its offsets refer to.
struct Listing<'a> {
    explained: &'a Explanation,
    scene: &'a Scene,
    own: SourceId,
}

#[derive(Serialize)]
struct Report {
    pixel: [u32; 2],
    style: StyleName,
    colour: String,
    word: Option<String>,
    background: String,
    layers: Vec<LayerRow>,
}

#[derive(Serialize)]
struct LayerRow {
    path: String,
    offset: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    draw_id: u32,
    outcome: &'static str,
    reason: &'static str,
    weights: Vec<f32>,
    uv: Option<[f32; 2]>,
    perspective_uv: Option<[f32; 2]>,
    texel: Option<TexelRow>,
    palette: Option<PaletteRow>,
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
    word: String,
    stp: bool,
    offset: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    path: String,
}

impl Listing<'_> {
    fn report(&self, session: &Session, style: Style) -> Report {
        let Explanation { pixel: (x, y), colour: [r, g, b], background, layers, .. } =
            self.explained;
        Report {
            pixel: [*x, *y],
            style: style.into(),
            colour: format!("#{r:02x}{g:02x}{b:02x}"),
            word: self.explained.word().map(word),
            background: self.explained.colour_code(*background),
            layers: layers.iter().map(|layer| self.layer(session, layer)).collect(),
        }
    }

    /// The name of the source, unless it is the file itself.
    fn source(&self, session: &Session, span: Span) -> Option<String> {
        let is_other = span.source != self.own;
        let other = is_other.then(|| session.library.source(span.source)).flatten();
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
            reason: layer.outcome.reason(),
            weights: layer.weights.clone(),
            uv: layer.uv,
            perspective_uv: layer.perspective_uv,
            texel: self.texel(session, layer),
            palette: self.palette(session, layer),
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
            index: texel.index,
            word: texel.word.map(word),
            offset: span.map(|span| span.start),
            source: span.and_then(|span| self.source(session, span)),
            path: origin.path,
        })
    }

    fn palette(&self, session: &Session, layer: &Layer) -> Option<PaletteRow> {
        let texel = layer.texel.as_ref()?;
        let (entry, bits) = texel.entry().zip(texel.word)?;
        let origin = self.scene.origin(entry).unwrap_or_default();
        let span = Some(origin.span).filter(|span| span.len > 0);
        Some(PaletteRow {
            index: texel.index.unwrap_or_default(),
            word: word(bits),
            stp: bits & 0x8000 != 0,
            offset: span.map(|span| span.start),
            source: span.and_then(|span| self.source(session, span)),
            path: origin.path,
        })
    }

    fn print(&self, session: &mut Session) -> io::Result<()> {
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
            let (outcome, reason) = (layer.outcome.name(), layer.outcome.reason());
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
        Ok(())
    }
}

fn word(bits: u16) -> String {
    format!("0x{bits:04x}")
}
