//! The scene of a file, and its upload to an adapter.

use std::sync::Arc;

use super::setup::Setup;
use super::shot_args::ShotArgs;
use super::{has_pictures, is_empty};
use crate::cli::args::{AddedModels, known_answer};
use crate::cli::session::Session;
use crate::formats::Capability;
use crate::library::Opened;
use crate::render::state::State;
use crate::render::{Gpu, RenderError, SceneBuffers};
use crate::scene::Scene;

/// A file with its scene.
pub struct Subject {
    pub path: String,
    pub opened: Arc<Opened>,
    /// The scene, combined with the files of `--with`.
    pub scene: Arc<Scene>,
}

impl Subject {
    /// Opens the file. Failures are printed.
    pub fn open(shot: &ShotArgs, session: &mut Session) -> Option<Self> {
        if let Some(state) = &shot.state {
            take(state, session);
        }
        let has_scene = |session: &Session, opened: &Opened| {
            opened.scene(&session.library).is_some_and(|scene| !is_empty(&scene))
        };
        let (path, opened) = session.only(&shot.path, shot.reading.format(), "drawn", has_scene)?;
        let Some(scene) = opened.scene(&session.library).filter(|scene| has_pictures(scene)) else {
            session.fail(format_args!("{path}: nothing to draw in this file"));
            return None;
        };
        let mut beside = AddedModels { with: shot.beside.with.clone() };
        let stated = shot.state.iter().flat_map(|state| &state.with);
        beside.with.extend(stated.map(|with| session.library.beside_main(&path, with)));
        let scene = beside.around(&session.library, scene).map_err(|why| session.fail(why)).ok()?;
        Some(Self { path, opened, scene })
    }
}

/// Runs `work` with a device, which starts in parallel if the file seems to have a scene, since starting
/// takes as long as reading a level.
pub fn with_device<T>(
    shot: &ShotArgs,
    session: &mut Session,
    work: impl FnOnce(&mut Session, &mut dyn FnMut() -> Result<Gpu, RenderError>) -> T,
) -> T {
    let choice = shot.adapter();
    let head = session.library.sniff(&shot.path);
    let early = head.is_some_and(|it| it.is_wrapper || it.format.can.contains(&Capability::View));
    std::thread::scope(|scope| {
        let start = || std::thread::Builder::new().spawn_scoped(scope, || Gpu::headless(choice));
        let mut started = early.then(start).and_then(Result::ok);
        work(session, &mut || match started.take().map(|thread| thread.join()) {
            Some(Ok(gpu)) => gpu,
            _ => Gpu::headless(choice),
        })
    })
}

/// Uploads the scene as the setup shows it.
pub fn upload(gpu: &Gpu, scene: &Arc<Scene>, setup: &Setup, session: &Session) -> SceneBuffers {
    let mut buffers = SceneBuffers::new(gpu, scene.clone());
    for note in buffers.notes() {
        session.notify(note);
    }
    buffers.set_visibility(gpu, &setup.visibility);
    buffers.set_pose(gpu, &setup.posed);
    buffers.set_moved(gpu, &setup.moved);
    for (texture, palette) in &setup.palettes {
        buffers.override_palette(gpu, *texture, Some(*palette));
    }
    buffers
}

/// Applies the read options of the state, unless they are given by option.
fn take(state: &State, session: &Session) {
    for (question, answer) in &state.take {
        match known_answer(question, answer) {
            Ok((question, answer)) => {
                if session.library.answers.get(question).is_none() {
                    session.library.answers.give(question, &answer);
                }
            }
            Err(reason) => {
                session.notify(format_args!("the state's `take` was ignored: {reason}"));
            }
        }
    }
}
