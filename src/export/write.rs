//! Puts the planned files into a folder.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use super::picture::{self, PictureKey, Pictures};
use super::plan::{Asset, Content, pictures_of};
use super::shape::Notes;
use super::{Failure, Job, Kind, Progress, Report, csv, facts, glb, height, obj, sound};

pub(super) fn run(
    job: &Job<'_>,
    folder: &Path,
    progress: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Report {
    let plan = job.plan();
    let mut report = Report::default();
    if plan.is_empty() {
        return report;
    }
    if let Err(error) = fs::create_dir_all(folder) {
        report.failed.push(Failure { path: folder.to_owned(), message: error.to_string() });
        return report;
    }
    let mut maker = Maker::new(job, &plan);
    for (done, asset) in plan.iter().enumerate() {
        if progress(Progress { done, total: plan.len(), file: &asset.file }).is_break() {
            report.cancelled = true;
            break;
        }
        let path = folder.join(&asset.file);
        if !job.options.force && path.symlink_metadata().is_ok() {
            report.skipped.push(path);
            continue;
        }
        let placed = match maker.make(asset) {
            Ok(bytes) => place(folder, &path, &bytes, job.options.force).map_err(|e| e.to_string()),
            Err(Unmade::Data) => continue,
            Err(Unmade::Limit(message)) => Err(message),
        };
        match placed {
            Ok(true) => report.written.push(path),
            Ok(false) => report.skipped.push(path),
            Err(message) => report.failed.push(Failure { path, message }),
        }
    }
    report.notes = maker.notes();
    report
}

/// Writes beside the place, then renames. False when the place was taken in the meantime.
fn place(folder: &Path, path: &Path, bytes: &[u8], force: bool) -> io::Result<bool> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".gouraud-");
    // Temporary files are private to the user; the finished one is a file like any other.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    let placed = if force { file.persist(path) } else { file.persist_noclobber(path) };
    match placed {
        Ok(_) => Ok(true),
        Err(failed) if !force && failed.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(failed) => Err(failed.error),
    }
}

/// Why there is no file.
enum Unmade {
    /// The data is not there; the notes say so.
    Data,
    /// The format cannot hold it.
    Limit(String),
}

/// Makes the contents of files.
struct Maker<'a> {
    job: &'a Job<'a>,
    pictures: Pictures<'a>,
    /// Names of the files that others refer to.
    files: HashMap<Content, &'a str>,
    notes: Notes,
}

impl<'a> Maker<'a> {
    fn new(job: &'a Job<'a>, plan: &'a [Asset]) -> Self {
        let files = plan.iter().map(|asset| (asset.content, asset.file.as_str())).collect();
        Self { job, pictures: Pictures::new(job.scene), files, notes: Notes::new() }
    }

    fn make(&mut self, asset: &Asset) -> Result<Vec<u8>, Unmade> {
        let scene = self.job.scene;
        match asset.content {
            Content::Glb(target) => {
                self.prepare(pictures_of(scene, target));
                glb::glb(self.job, target, &self.pictures, &mut self.notes).map_err(Unmade::Limit)
            }
            Content::Obj(target) => {
                self.prepare(pictures_of(scene, target));
                let mtl = self.files.get(&Content::Mtl(target)).copied().unwrap_or_default();
                Ok(obj::obj(self.job, target, mtl, &self.pictures, &mut self.notes))
            }
            Content::Mtl(target) => {
                self.prepare(pictures_of(scene, target));
                Ok(obj::mtl(self.job, target, &self.pictures, |key| self.file_of(key)))
            }
            Content::Png(key) => {
                if let Some(Ok(png)) = picture::upright(scene, key) {
                    return Ok(png);
                }
                self.prepare([key]);
                let picture = self.pictures.get(key).map_err(|_| Unmade::Data)?;
                Ok(picture.png.clone())
            }
            Content::Csv(table) => {
                scene.tables.get(table as usize).map(csv::csv).ok_or(Unmade::Data)
            }
            Content::Heights(index, kind) => {
                let field = scene.height_fields.get(index as usize).ok_or(Unmade::Data)?;
                match kind {
                    Kind::Png => height::png(field).map_err(Unmade::Limit),
                    _ => Ok(height::csv(field)),
                }
            }
            Content::Wav(index) => self.wav(index),
            Content::Captions(index, kind) => {
                let sound = scene.sounds.get(index as usize).ok_or(Unmade::Data)?;
                Ok(match kind {
                    Kind::Srt => sound::srt(&sound.captions),
                    Kind::Vtt => sound::vtt(&sound.captions),
                    _ => csv::csv(&sound::table(&sound.captions)),
                })
            }
            Content::Facts => facts::json(self.job).map_err(Unmade::Limit),
        }
    }

    fn wav(&mut self, index: u32) -> Result<Vec<u8>, Unmade> {
        let sound = self.job.scene.sounds.get(index as usize).ok_or(Unmade::Data)?;
        if sound.channels == 0 {
            self.notes.push(format!("sound {} cannot be decoded", sound.name));
            return Err(Unmade::Data);
        }
        sound::wav(sound).map_err(Unmade::Limit)
    }

    /// Makes pictures, and says which of them there cannot be.
    fn prepare(&mut self, keys: impl IntoIterator<Item = PictureKey>) {
        let keys: Vec<PictureKey> = keys.into_iter().collect();
        self.pictures.prepare(keys.iter().copied());
        for key in keys {
            if let Err(reason) = self.pictures.get(key) {
                let texture = self.job.scene.textures.get(key.texture as usize);
                let name = texture.map_or("", |texture| texture.name.as_str());
                self.notes.push(format!("texture {name} makes no picture: {reason}"));
            }
        }
    }

    fn file_of(&self, key: PictureKey) -> Option<&str> {
        self.files.get(&Content::Png(key)).copied()
    }

    /// Each sentence once: a GLB and an OBJ of the same model meet the same oddities.
    fn notes(mut self) -> Notes {
        let mut known = std::collections::HashSet::new();
        self.notes.retain(|note| known.insert(note.clone()));
        self.notes
    }
}
