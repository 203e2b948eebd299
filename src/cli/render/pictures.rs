//! `render` for files without a scene: textures or a video.

use super::{Args, save, sequences};
use crate::cli::session::Session;
use crate::cli::texture_sheet;
use crate::render::{Effects, RenderOptions};
use crate::scene::Scene;

/// Draws textures, or a frame of a video.
pub fn draw(args: &Args, session: &mut Session, path: &str, scene: &Scene) -> Result<(), String> {
    let given = [
        ("--overlay", args.shot.overlay.is_some()),
        ("--anim", args.shot.anim.is_some()),
        ("--sheet", args.sheet.is_some()),
        ("--bench", args.bench.is_some()),
        ("--turn", args.turn),
        ("--flight", !args.flight.is_empty()),
        ("--transparent", args.transparent),
        ("--background", args.background.is_some()),
        ("--samples", args.samples > 1),
        ("--fov", args.shot.fov.is_some()),
    ];
    if let Some((option, _)) = given.iter().find(|(_, is_given)| *is_given) {
        return Err(format!("{path}: this file has only pictures; {option} cannot be used"));
    }
    if args.shot.view.is_some() {
        session.notify(format_args!("{path}: pictures are seen from the front; --view is ignored"));
    }
    if sequences::moving(args).is_some() {
        return sequences::film(args, scene).map_err(|why| format!("{path}: {why}"));
    }
    let background = RenderOptions::new(Effects::of(scene.style)).background;
    let (picture, notes) = match scene.films.first() {
        Some(film) => {
            // The cast saturates: negative times become the start.
            let us = f64::from(args.shot.time.unwrap_or(0.0)) * 1e6;
            let still = film.still(film.frame_at(us.round() as u64));
            let note =
                still.is_damaged.then(|| "the frame, or one before it, is damaged".to_owned());
            let picture = texture_sheet::frame(film, &still, args.shot.size, background);
            (picture, note.into_iter().collect())
        }
        None => texture_sheet::draw(scene, args.size(), background),
    };
    for note in notes {
        session.notify(format_args!("{path}: {note}"));
    }
    args.output.as_ref().map_or(Ok(()), |output| save(&picture, output))
}
