//! Writes a static web site of the indexed files, which needs no server and makes no external requests.
//!
//! Every page is the same small program over lists in JSON: one list of files, and one for each kind of
//! asset. Lists are split into scripts, because browsers load no other files from disk.

mod census;
mod duplicates;
mod pictures;
pub mod redaction;
mod rows;
mod site;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::RgbaImage;

use self::census::Formats;
use self::duplicates::Duplicates;
use self::pictures::{models, textures};
use self::rows::{asset_row, file_row};
pub use self::site::SiteError;
use self::site::{List, Site};
use super::facts::{FileFacts, Reader};
use super::{Kind, Root, Watch};
use crate::bytes::Problem;
use crate::container::{Distinct, disk_path};
use crate::library::{Census, Library, OpenError, Opened};
use crate::scene::{MeshId, Scene};

/// Renders models.
pub trait Painter {
    /// Renders a picture of each mesh; `None` if a mesh cannot be drawn.
    fn paint(&mut self, scene: &Arc<Scene>, meshes: &[MeshId]) -> Vec<Option<RgbaImage>>;
}

/// Totals of what was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CatalogueTotals {
    /// Number of files, including members.
    pub files: u64,
    /// Number of assets.
    pub assets: u64,
    /// Number of pictures.
    pub pictures: u64,
}

/// Writes the catalogue of everything below some roots into `folder`, which is created, or contains an
/// older catalogue, which is replaced.
///
/// # Errors
/// If the folder contains other files or cannot be written, or `watch` cancels.
pub fn write(
    library: &Library,
    roots: &[Root],
    folder: &Path,
    painter: Option<&mut dyn Painter>,
    watch: &dyn Watch,
) -> Result<CatalogueTotals, SiteError> {
    let pool = rayon::ThreadPoolBuilder::new().build();
    let pool = pool.map_err(|error| SiteError::new(format!("cannot start threads: {error}")))?;
    let (mut met, own) = (HashSet::new(), folder.to_path_buf());
    let mut writing = CatalogueWriter::new(Site::new(folder)?, painter);
    for root in roots {
        writing.enter(root);
        let mut fail = |_: &str, error| watch.fail(error);
        let files = library.files_at(root.display_path(), &mut fail);
        let mut files = files.map_err(|error| SiteError::new(error.to_string()))?;
        // Excludes the output.
        let own = own.canonicalize().unwrap_or_else(|_| own.clone());
        files.retain(|file| {
            let real = disk_path(file).canonicalize().unwrap_or_else(|_| PathBuf::from(file));
            // Roots may overlap.
            !real.starts_with(&own) && met.insert(real)
        });
        watch.expect(files.len());
        let reader =
            CatalogueReader { reader: Reader { library, done: &|path| watch.read(path) }, library };
        library.census(&pool, files, None, &reader, &mut |report| {
            if watch.cancelled() {
                return Err(SiteError::new("cancelled"));
            }
            writing.add(report.row)
        })?;
    }
    writing.end()
}

/// Reads files for the catalogue.
struct CatalogueReader<'a> {
    reader: Reader<'a>,
    library: &'a Library,
}

/// A file with its pictures.
struct RenderedFile {
    facts: FileFacts,
    scene: Option<Arc<Scene>>,
    /// Pictures, each with the index of its asset.
    pictures: Vec<(usize, RgbaImage)>,
}

impl Census for CatalogueReader<'_> {
    type Row = RenderedFile;

    fn read(&self, path: &str, result: &Result<Arc<Opened>, OpenError>) -> RenderedFile {
        let facts = self.reader.read(path, result);
        let scene = result.as_ref().ok().and_then(|opened| opened.scene(self.library));
        let pictures = scene.as_ref().map(|scene| textures(&facts, scene)).unwrap_or_default();
        RenderedFile { facts, scene, pictures }
    }

    fn defect(&self, path: &str) -> RenderedFile {
        RenderedFile { facts: self.reader.defect(path), scene: None, pictures: Vec::new() }
    }

    fn refuse(&self, row: &mut RenderedFile, why: Problem) {
        self.reader.refuse(&mut row.facts, why);
    }

    fn done(&self, path: &str) {
        self.reader.done(path);
    }
}

struct CatalogueWriter<'p> {
    site: Site,
    /// Names of the roots so far, without their local folders, which would mean nothing to others.
    roots: Vec<String>,
    names: Distinct,
    /// Path of the current root, as its files have it.
    root: String,
    painter: Option<&'p mut dyn Painter>,
    files: List,
    /// One list per kind of asset.
    assets: Vec<(Kind, List)>,
    formats: Formats,
    similar: Duplicates,
    written: CatalogueTotals,
}

impl<'p> CatalogueWriter<'p> {
    fn new(site: Site, painter: Option<&'p mut dyn Painter>) -> Self {
        let kinds = Kind::ALL.into_iter().filter(|kind| *kind != Kind::File);
        Self {
            site,
            roots: Vec::new(),
            names: Distinct::default(),
            root: String::new(),
            painter,
            files: List::new(Kind::File.name()),
            assets: kinds.map(|kind| (kind, List::new(kind.name()))).collect(),
            formats: Formats::default(),
            similar: Duplicates::default(),
            written: CatalogueTotals::default(),
        }
    }

    /// Starts with the files below a root.
    fn enter(&mut self, root: &Root) {
        root.display_path().clone_into(&mut self.root);
        self.roots.push(self.names.path(name_of(root.display_path())));
    }

    /// The path of a file, beginning with the name of its root.
    fn path(&self, path: &str) -> String {
        let name = self.roots.last().map_or("", String::as_str);
        let inner = path.strip_prefix(&self.root).unwrap_or(path);
        let is_apart = inner.is_empty() || inner.starts_with(std::path::is_separator);
        format!("{name}{}{inner}", if is_apart { "" } else { "/" })
    }

    fn add(&mut self, looked: RenderedFile) -> Result<(), SiteError> {
        let RenderedFile { facts, scene, mut pictures } = looked;
        if let (Some(painter), Some(scene)) = (&mut self.painter, &scene) {
            pictures.extend(models(&facts, scene, *painter));
        }
        let mut drawn: Vec<Option<String>> = vec![None; facts.assets.len()];
        for (at, picture) in pictures {
            let name = self.site.picture(&picture)?;
            if let Some(slot) = drawn.get_mut(at) {
                *slot = Some(name);
            }
        }
        self.written.files += 1;
        self.formats.add(&facts);
        let path = self.path(&facts.path);
        let file = self.files.push(&mut self.site, &file_row(&path, &facts))?;
        for (asset, picture) in facts.assets.iter().zip(drawn) {
            let row = asset_row(file, asset, picture);
            let Some((_, list)) = self.assets.iter_mut().find(|(kind, _)| *kind == asset.kind)
            else {
                continue;
            };
            let number = list.push(&mut self.site, &row)?;
            self.similar.add(asset, number);
            self.written.assets += 1;
        }
        Ok(())
    }

    fn end(mut self) -> Result<CatalogueTotals, SiteError> {
        let mut lists = vec![self.files.end(&mut self.site)?];
        for (_, list) in self.assets {
            lists.push(list.end(&mut self.site)?);
        }
        self.site.data("census", &self.formats.rows())?;
        self.site.data("alike", &self.similar.groups())?;
        let roots: Vec<&str> = self.roots.iter().map(String::as_str).collect();
        self.site.end(&roots, &lists)?;
        self.written.pictures = self.site.pictures();
        Ok(self.written)
    }
}

/// The last component of a root's path.
fn name_of(root: &str) -> String {
    let name = |path: &Path| Some(path.file_name()?.to_string_lossy().into_owned());
    let inner = root.trim_end_matches('/').rsplit_once("//").map(|(_, inner)| Path::new(inner));
    let own = inner.or(Some(Path::new(root))).and_then(name);
    // For example the folder `.`.
    own.unwrap_or_else(|| if Path::new(root).is_absolute() { "root" } else { root }.to_owned())
}
