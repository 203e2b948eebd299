//! What is on the shelf as a site of plain files: no server, no outside request, pages for a browser.
//!
//! Every page is the same small program over lists of JSON: one list of files, and one for each kind
//! of asset. A list is cut into scripts, as a browser reads no other file from disk.

mod alike;
mod census;
mod pictures;
mod rows;
mod sentence;
mod site;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::RgbaImage;

use self::alike::Alike;
use self::census::Formats;
use self::pictures::{models, textures};
use self::rows::{asset_row, file_row};
pub use self::site::SiteError;
use self::site::{List, Site};
use super::facts::{FileFacts, Reader};
use super::{Kind, Root, Watch};
use crate::bytes::Problem;
use crate::container::Distinct;
use crate::library::{Census, Library, OpenError, Opened};
use crate::scene::{MeshId, Scene};

/// Draws models, each alone; `None` for what cannot be drawn.
pub trait Painter {
    /// A picture of each mesh.
    fn paint(&mut self, scene: &Arc<Scene>, meshes: &[MeshId]) -> Vec<Option<RgbaImage>>;
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Files, those inside others too.
    pub files: u64,
    /// Assets in them.
    pub assets: u64,
    /// Pictures.
    pub pictures: u64,
}

/// Writes the catalogue of everything below some roots into `folder`, which is made, or holds an older
/// catalogue, which it replaces.
///
/// # Errors
/// Where the folder holds something else or cannot be written, or `watch` breaks it off.
pub fn write(
    library: &Library,
    roots: &[Root],
    folder: &Path,
    painter: Option<&mut dyn Painter>,
    watch: &dyn Watch,
) -> Result<Written, SiteError> {
    let pool = rayon::ThreadPoolBuilder::new().build();
    let pool = pool.map_err(|error| SiteError::new(format!("cannot start threads: {error}")))?;
    let (mut met, own) = (HashSet::new(), folder.to_path_buf());
    let mut writing = Writing::new(Site::new(folder)?, painter);
    for root in roots {
        writing.enter(root);
        let mut fail = |_: &str, error| watch.fail(error);
        let files = library.files_at(root.shown(), &mut fail);
        let mut files = files.map_err(|error| SiteError::new(error.to_string()))?;
        // What is written just now is nothing to be told of.
        let own = own.canonicalize().unwrap_or_else(|_| own.clone());
        files.retain(|file| {
            let real = Path::new(file).canonicalize().unwrap_or_else(|_| PathBuf::from(file));
            // Roots may lie in each other.
            !real.starts_with(&own) && met.insert(real)
        });
        watch.expect(files.len());
        let reader = Looker { reader: Reader { library, done: &|path| watch.read(path) }, library };
        library.census(&pool, files, None, &reader, &mut |told| {
            if watch.cancelled() {
                return Err(SiteError::new("cancelled"));
            }
            writing.add(told.row)
        })?;
    }
    writing.end()
}

/// Looks at files for the catalogue.
struct Looker<'a> {
    reader: Reader<'a>,
    library: &'a Library,
}

/// A file with what there is to see in it.
struct Looked {
    facts: FileFacts,
    scene: Option<Arc<Scene>>,
    /// A picture for each asset that is one.
    pictures: Vec<(usize, RgbaImage)>,
}

impl Census for Looker<'_> {
    type Row = Looked;

    fn read(&self, path: &str, result: &Result<Arc<Opened>, OpenError>) -> Looked {
        let facts = self.reader.read(path, result);
        let scene = result.as_ref().ok().and_then(|opened| opened.scene(self.library));
        let pictures = scene.as_ref().map(|scene| textures(&facts, scene)).unwrap_or_default();
        Looked { facts, scene, pictures }
    }

    fn defect(&self, path: &str) -> Looked {
        Looked { facts: self.reader.defect(path), scene: None, pictures: Vec::new() }
    }

    fn refuse(&self, row: &mut Looked, why: Problem) {
        self.reader.refuse(&mut row.facts, why);
    }

    fn done(&self, path: &str) {
        self.reader.done(path);
    }
}

struct Writing<'p> {
    site: Site,
    /// Names of the roots so far: a site is for others, whom the folders of this machine tell nothing.
    roots: Vec<String>,
    names: Distinct,
    /// Path of the root that is read now, as its files have it.
    root: String,
    painter: Option<&'p mut dyn Painter>,
    files: List,
    /// One for each kind of asset.
    assets: Vec<(Kind, List)>,
    formats: Formats,
    alike: Alike,
    written: Written,
}

impl<'p> Writing<'p> {
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
            alike: Alike::default(),
            written: Written::default(),
        }
    }

    /// Goes on with the files below a root.
    fn enter(&mut self, root: &Root) {
        root.shown().clone_into(&mut self.root);
        self.roots.push(self.names.path(name_of(root.shown())));
    }

    /// The path of a file from the name of its root on.
    fn path(&self, path: &str) -> String {
        let name = self.roots.last().map_or("", String::as_str);
        let inner = path.strip_prefix(&self.root).unwrap_or(path);
        let is_apart = inner.is_empty() || inner.starts_with(std::path::is_separator);
        format!("{name}{}{inner}", if is_apart { "" } else { "/" })
    }

    fn add(&mut self, looked: Looked) -> Result<(), SiteError> {
        let Looked { facts, scene, mut pictures } = looked;
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
            self.alike.add(asset, number);
            self.written.assets += 1;
        }
        Ok(())
    }

    fn end(mut self) -> Result<Written, SiteError> {
        let mut lists = vec![self.files.end(&mut self.site)?];
        for (_, list) in self.assets {
            lists.push(list.end(&mut self.site)?);
        }
        self.site.data("census", &self.formats.rows())?;
        self.site.data("alike", &self.alike.groups())?;
        let roots: Vec<&str> = self.roots.iter().map(String::as_str).collect();
        self.site.end(&roots, &lists)?;
        self.written.pictures = self.site.pictures();
        Ok(self.written)
    }
}

/// The last part of the path of a root.
fn name_of(root: &str) -> String {
    let name = |path: &Path| Some(path.file_name()?.to_string_lossy().into_owned());
    let inner = root.trim_end_matches('/').rsplit_once("//").map(|(_, inner)| Path::new(inner));
    let own = inner.or(Some(Path::new(root))).and_then(name);
    // Such as the folder that is called `.`.
    own.unwrap_or_else(|| if Path::new(root).is_absolute() { "root" } else { root }.to_owned())
}
