//! `render` for scenes: a picture, a contact sheet of animations, or frame times.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;

use super::setup::Setup;
use super::{Args, save, sequences, subject};
use crate::cli::out::Clean;
use crate::cli::session::Session;
use crate::render::{
    Gpu, PictureRenderer, RenderError, SceneBuffers, Sheet, SheetRow, Shot, Visibility,
};
use crate::scene::Scene;

/// Frame times that `--bench` prints.
#[derive(Serialize)]
pub struct Bench {
    frames: usize,
    min_ms: f64,
    median_ms: f64,
    max_ms: f64,
    width: u32,
    height: u32,
    triangles: usize,
    adapter: String,
}

pub fn draw(
    args: &Args,
    scene: &Arc<Scene>,
    setup: &Setup,
    session: &mut Session,
    gpu: impl FnOnce() -> Result<Gpu, RenderError>,
) -> Result<Option<Bench>, String> {
    let failed = |error: RenderError| error.to_string();
    let gpu = gpu().map_err(failed)?;
    let mut buffers = subject::upload(&gpu, scene, setup, session);
    if args.turn || !args.flight.is_empty() || sequences::moving(args).is_some() {
        return sequences::draw(args, gpu, buffers, setup).map(|()| None);
    }
    if let Some(columns) = args.sheet {
        return sheet(args, columns, &gpu, &mut buffers, setup, session).map(|()| None);
    }
    let (width, height) = args.size();
    let still = PictureRenderer::new(&gpu, width, height);
    let mut still =
        still.and_then(|still| still.supersampled(&gpu, args.samples)).map_err(failed)?;
    let mut frame = || {
        let shot = Shot::new(&buffers, &setup.camera, &setup.options).with(setup.overlay.as_ref());
        match args.transparent {
            true => still.render_transparent(&gpu, &shot),
            false => still.render(&gpu, &shot),
        }
    };
    let picture = frame().map_err(failed)?;
    if let Some(output) = &args.output {
        save(&picture, output)?;
    }
    let Some(frames) = args.bench else { return Ok(None) };
    // The first frame, which also builds pipelines, is not measured.
    let mut times = Vec::new();
    for _ in 0..frames {
        let start = Instant::now();
        frame().map_err(failed)?;
        times.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    let at = |index: usize| times.get(index).map_or(0.0, |ms| (ms * 1000.0).round() / 1000.0);
    Ok(Some(Bench {
        frames: times.len(),
        min_ms: at(0),
        median_ms: at(times.len() / 2),
        max_ms: at(times.len().saturating_sub(1)),
        width,
        height,
        triangles: triangles(scene, &setup.visibility),
        adapter: gpu.adapter().to_owned(),
    }))
}

/// Draws the contact sheet and prints its rows.
fn sheet(
    args: &Args,
    columns: u32,
    gpu: &Gpu,
    buffers: &mut SceneBuffers,
    setup: &Setup,
    session: &mut Session,
) -> Result<(), String> {
    let camera = (args.shot.view.is_some() || args.shot.state.is_some()).then_some(setup.camera);
    let sheet =
        Sheet { cell: args.size(), columns, animations: &setup.animations, camera, angle: None };
    let made = sheet.draw(gpu, buffers, &setup.options).map_err(|error| error.to_string())?;
    let picture = made.picture.ok_or("no animation of this file could be decoded")?;
    if let Some(output) = &args.output {
        save(&picture, output)?;
    }
    for row in made.rows {
        let printed = if args.json {
            let SheetRow { row, name, frames } = row;
            session.out.json(&serde_json::json!({ "row": row, "name": name, "frames": frames }))
        } else {
            let frames: Vec<String> = row.frames.iter().map(u32::to_string).collect();
            writeln!(
                session.out,
                "row {}: {}, frames {}",
                row.row,
                Clean(&row.name),
                frames.join(" ")
            )
        };
        printed.map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Number of visible triangles, counting each instance.
fn triangles(scene: &Scene, visibility: &Visibility) -> usize {
    let shown = scene.nodes.pairs().filter(|(i, _)| visibility.node(scene, *i));
    let faces = shown.filter_map(|(_, node)| scene.mesh_of(node)).flat_map(|mesh| &mesh.faces);
    faces.filter(|face| visibility.layer(face.layer)).map(|face| face.triangles().len()).sum()
}
