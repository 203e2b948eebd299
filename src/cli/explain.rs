//! `explain`: lists the faces that cover pixels, and the steps of their colours.

mod rows;

use std::io::{self, Write};

use rows::Listing;

use super::render;
use super::render::setup::{Framing, Setup};
use super::render::shot_args::ShotArgs;
use super::render::subject::{self, Subject};
use super::session::Session;
use crate::render::{Gpu, PictureRenderer, PixelIndex, RenderError, Shot};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    shot: ShotArgs,
    /// Column and row of a pixel, from the top left corner; may be repeated
    #[arg(long = "pixel", value_name = "X,Y", value_parser = pixel, required = true, allow_hyphen_values = true)]
    pixels: Vec<(u32, u32)>,
    /// Print each explanation as a JSON object, one per line
    #[arg(long)]
    json: bool,
}

fn pixel(text: &str) -> Result<(u32, u32), String> {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let at = text.split_once(',').and_then(|(x, y)| number(x).zip(number(y)));
    let (x, y) = at.ok_or("expected a column and a row, such as 320,240")?;
    let inside = u32::try_from(x).ok().zip(u32::try_from(y).ok());
    inside.ok_or_else(|| "the pixel is outside the picture".to_owned())
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let size = args.shot.size.unwrap_or((1280, 720));
    if let Some((x, y)) = args.pixels.iter().find(|(x, y)| *x >= size.0 || *y >= size.1) {
        let (width, height) = size;
        session.misuse(format_args!("pixel {x},{y} is outside the {width}×{height} picture"));
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
    if render::is_empty(scene) {
        session.fail(format_args!("{path}: expected a file with faces, found only pictures"));
        return Ok(());
    }
    let framing = Framing { size, whole: false, views: &[] };
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
    let drawn =
        PictureRenderer::new(&gpu, size.0, size.1).and_then(|mut still| still.render(&gpu, &shot));
    let drawn = match drawn {
        Ok(picture) => picture,
        Err(error) => {
            session.fail(error);
            return Ok(());
        }
    };
    let mut index = PixelIndex::new(&shot, size);
    for (number, (x, y)) in args.pixels.iter().enumerate() {
        let [r, g, b, _] = drawn.get_pixel(*x, *y).0;
        let Some(explained) = index.explain_drawn(&shot, (*x, *y), [r, g, b]) else { continue };
        let listing = Listing { explained: &explained, scene, own: opened.document.source.id() };
        if args.json {
            let report = listing.report(session, setup.style);
            session.out.json(&report)?;
        } else {
            if number > 0 {
                writeln!(session.out)?;
            }
            listing.print(session)?;
        }
    }
    session.report_errors(path, &opened.problems(&session.library));
    session.out.flush()
}
