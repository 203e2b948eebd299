//! Camera flights: the dialog, and recordings on a thread.

use std::path::{Path, PathBuf};

use super::Window;
use crate::app::jobs::Handle;
use crate::app::model::Level;
use crate::app::model::export::flight::{FlightChoices, FlightFormat};
use crate::app::shell::folders::free_name;
use crate::app::ui::Ctx;
use crate::bytes::SourceId;
use crate::export::{Job, Options, Subject};
use crate::library::extract::write_with;
use crate::render::{Flight, GpuFrameRenderer};
use crate::scene::{FrameRenderer, FrameSequence, PictureSettings, RenderedFrame, Scene};

/// A renderer that reports its progress, and fails when its job is cancelled.
struct Watched<'a> {
    renderer: GpuFrameRenderer,
    handle: &'a Handle,
    count: u32,
}

impl FrameRenderer for Watched<'_> {
    fn paint(&self, reel: FrameSequence, at: u32) -> Result<RenderedFrame, String> {
        if self.handle.cancelled() {
            return Err("cancelled".to_owned());
        }
        self.handle.progress(at.into(), self.count.into());
        self.renderer.paint(reel, at)
    }
}

impl Window {
    /// Opens the dialog for a flight.
    pub(super) fn compose_flight(&mut self) {
        let Some(limit) = self.longest_side() else { return };
        let displayed = self.panels.scene.screenshot(&self.state, true).size;
        let cx = &mut Ctx::new(&self.state, &mut self.commands);
        self.dialogs.compose_flight(displayed, limit, cx);
    }

    /// Writes the pictures of a flight on a thread, and stores its settings.
    pub(super) fn save_flight(&mut self, flight: &Flight, choices: FlightChoices, folder: &str) {
        let settings = &mut self.state.settings;
        (settings.flight, settings.pictures) = (choices, folder.to_owned());
        let prepared = self.panels.scene.prepare_flight(&self.state, choices, flight.clone());
        let displayed = self.state.scene().map(|scene| scene.scene.clone());
        let (Some(doc), Some(prepare), Some(scene)) = (&self.state.doc, prepared, displayed) else {
            return;
        };
        let stem = crate::container::safe_name(doc.opened.stored.file_name());
        let (folder, count) = (PathBuf::from(folder), choices.frames(flight.seconds()));
        self.jobs.start("Recording a flight", true, move |handle| {
            let target = target(&folder, &stem, choices.format);
            let recorded = prepare().and_then(|renderer| {
                let painter = Watched { renderer, handle, count };
                record(&scene, &painter, choices, &target)
            });
            match recorded {
                Ok(()) => handle.notify(Level::Success, format!("Saved {}", target.display())),
                Err(_) if handle.cancelled() => handle.notify(Level::Info, "Flight not recorded"),
                Err(why) => handle.notify(Level::Error, format!("Flight not recorded: {why}")),
            }
        });
    }
}

/// A new file, or a new folder for pictures.
fn target(folder: &Path, stem: &str, format: FlightFormat) -> PathBuf {
    let extension = match format {
        FlightFormat::Pictures => "frames",
        other => other.extension(),
    };
    free_name(folder, &format!("{stem}.flight"), extension)
}

fn record(
    scene: &Scene,
    painter: &Watched<'_>,
    choices: FlightChoices,
    target: &Path,
) -> Result<(), String> {
    let milliseconds = f64::from(painter.count) * 1e3 / f64::from(choices.rate.max(1));
    let pictures = PictureSettings {
        pictures: painter.count,
        // In range: the number of frames is limited.
        milliseconds: milliseconds.round() as u32,
        ..PictureSettings::default()
    };
    let options = Options { pictures, ..Options::default() };
    let job = Job { scene, source_name: "", source: SourceId::default(), crc32: 0, options };
    let save = |path: &Path, bytes: &[u8]| {
        let written = write_with(path, false, |file| std::io::Write::write_all(file, bytes));
        match written {
            Ok(true) => Ok(()),
            Ok(false) => Err(format!("{} exists already", path.display())),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    };
    if choices.format != FlightFormat::Pictures {
        return job.record(Some(painter), Subject::Scene, target, &save);
    }
    std::fs::create_dir(target).map_err(|error| format!("{}: {error}", target.display()))?;
    let recorded = job.record(Some(painter), Subject::Scene, &target.join("frame.png"), &save);
    if recorded.is_err() {
        // The folder is new: it contains only pictures of this flight.
        let _ = std::fs::remove_dir_all(target);
    }
    recorded
}
