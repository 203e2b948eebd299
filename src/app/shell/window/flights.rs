//! Camera flights: the dialog, and recordings on a thread.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use super::Window;
use super::pictures::NO_GRAPHICS;
use crate::app::jobs::Handle;
use crate::app::model::Level;
use crate::app::model::export::flight::{FlightChoices, FlightFormat};
use crate::app::shell::folders::{create_new_folder, write_new};
use crate::app::ui::Ctx;
use crate::bytes::SourceId;
use crate::container::{disk_path, path_text};
use crate::export::{FileContents, Job, Options, SaveFile, Subject};
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
        let frame = self.renderer.paint(reel, at)?;
        // The time for its encoding is saved.
        if self.handle.cancelled() { Err("cancelled".to_owned()) } else { Ok(frame) }
    }

    fn is_cancelled(&self) -> bool {
        self.handle.cancelled()
    }
}

impl Window {
    /// Opens the dialog for a flight.
    pub(super) fn compose_flight(&mut self) {
        let Some(limit) = self.longest_side() else {
            return self.notify(Level::Warning, NO_GRAPHICS);
        };
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
            return self.notify(Level::Warning, "Flight not recorded: the scene is still loading");
        };
        let stem = crate::container::safe_name(doc.opened.stored.file_name());
        let (folder, count) = (disk_path(folder).into_owned(), choices.frames(flight.seconds()));
        self.jobs.start("Recording a flight", true, move |handle| {
            let recorded = prepare().and_then(|renderer| {
                let painter = Watched { renderer, handle, count };
                record(&scene, &painter, choices, &folder, &format!("{stem}.flight"))
            });
            match recorded {
                Ok(target) => {
                    handle.notify(Level::Success, format!("Saved {}", path_text(&target)));
                }
                Err(_) if handle.cancelled() => handle.notify(Level::Info, "Flight not recorded"),
                Err(why) => handle.notify(Level::Error, format!("Flight not recorded: {why}")),
            }
        });
    }
}

/// Writes a new file, or a new folder of pictures. Returns its path.
fn record(
    scene: &Scene,
    painter: &Watched<'_>,
    choices: FlightChoices,
    folder: &Path,
    stem: &str,
) -> Result<PathBuf, String> {
    let milliseconds = f64::from(painter.count) * 1e3 / f64::from(choices.rate.max(1));
    let pictures = PictureSettings {
        pictures: painter.count,
        // In range: the number of frames is limited.
        milliseconds: milliseconds.round() as u32,
        ..PictureSettings::default()
    };
    let options = Options { pictures, ..Options::default() };
    let job = Job { scene, source_name: "", source: SourceId::default(), crc32: 0, options };
    let record = |output: &Path, save: &SaveFile<'_>| {
        job.record(Some(painter), Subject::Scene, output, save)
    };
    let extension = choices.format.extension();
    if choices.format == FlightFormat::Pictures {
        let frames = create_new_folder(folder, stem, "frames")?;
        let save = |path: &Path, contents: FileContents<'_>| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            write_new(&frames, &name, extension, contents).map(drop)
        };
        let recorded = record(&frames.join("frame.png"), &save);
        if recorded.is_err() {
            // The folder is new: it contains only pictures of this flight.
            let _ = std::fs::remove_dir_all(&frames);
        }
        return recorded.map(|()| frames);
    }
    let written = OnceCell::new();
    let save = |_: &Path, contents: FileContents<'_>| {
        let path = write_new(folder, stem, extension, contents)?;
        let _ = written.set(path);
        Ok(())
    };
    let output = folder.join(format!("{stem}.{extension}"));
    record(&output, &save)?;
    written.into_inner().ok_or_else(|| "no file was written".to_owned())
}
