//! Facts about files and their assets that the index stores.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use glam::Vec3;

use super::Kind;
use super::content::Content;
use crate::bytes::{Problem, Severity, Source, SourceId};
use crate::formats::Capability;
use crate::library::{Census, Library, OpenError, Opened};
use crate::scene::{Element, FaceField, Id, Mesh, Origin, Scene, Sound, Texture};

/// Facts about a file.
#[derive(Clone, Debug)]
pub struct FileFacts {
    /// Path that opens the file.
    pub path: String,
    /// Size as stored, in bytes.
    pub size: u64,
    /// Content as stored.
    pub content: Content,
    /// `None` if the format is unknown.
    pub format: Option<&'static str>,
    /// Version of the format.
    pub version: Option<String>,
    /// Status, in the words of `check`.
    pub status: &'static str,
    /// Title, platform, region and serial of the file's game.
    pub game: Option<String>,
    /// Bytes of fields, bytes of padding, and unread bytes.
    pub coverage: [u64; 3],
    /// Problems of the file.
    pub problems: Vec<Problem>,
    /// Assets of the file.
    pub assets: Vec<Asset>,
}

/// Facts about an asset.
#[derive(Clone, Debug)]
pub struct Asset {
    /// Kind of the asset.
    pub kind: Kind,
    /// Element in the scene of the file.
    pub element: Element,
    /// Name of the asset.
    pub name: String,
    /// Field path and bytes.
    pub origin: Origin,
    /// Content by which duplicates are found; for a sound, the hash of its samples and the checksum of
    /// its stored bytes.
    pub content: Option<Content>,
    /// Content of a texture's texels without colours.
    pub texels: Option<Content>,
    /// Width and height in texels, and bits per texel.
    pub size: Option<[u32; 3]>,
    /// Faces of a model.
    pub faces: Option<u64>,
    /// Bounding box of a model in the units of its scene: minimum and maximum of X, Y and Z.
    pub bounds: Option<[[f32; 3]; 2]>,
    /// Length of a recording in seconds.
    pub seconds: Option<f64>,
    /// Coding of a recording.
    pub codec: Option<&'static str>,
    /// Other names, one per line.
    pub also: String,
    /// Captions, or the text of a row.
    pub text: String,
    /// Stored hashes of names.
    pub hashes: Vec<u32>,
    /// Number of faces by field and value.
    pub numbers: Vec<FaceNumber>,
}

/// A value of a face field in a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FaceNumber {
    /// The face field.
    pub field: FaceWord,
    /// The stored value.
    pub number: u32,
    /// Number of faces with this value.
    pub faces: u64,
}

/// Face fields that can be searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaceWord {
    /// Drawing flags.
    Flags,
    /// Surface flags.
    Surface,
    /// Number of a surface material.
    Material,
}

impl FaceWord {
    /// The searchable field that a format calls `field`. A surface without flags is a number.
    pub fn of_field(field: &FaceField) -> Option<Self> {
        match field.name {
            "flags" | "command" => Some(Self::Flags),
            "surface" if field.flags.is_empty() => Some(Self::Material),
            "surface" => Some(Self::Surface),
            _ => None,
        }
    }

    /// `true` if a stored value has all bits of `number`; for a material, if it is this number.
    pub fn matches(self, value: u32, number: u32) -> bool {
        match self {
            Self::Flags | Self::Surface => value & number == number,
            Self::Material => value == number,
        }
    }
}

/// Maximum number of indexed assets per file.
const MAX_ASSETS: usize = 1 << 20;
/// Maximum length of a stored text, in characters.
const MAX_TEXT: usize = 1 << 14;
/// Number of texels above which a texture is not decoded to compute its content.
pub(super) const MAX_TEXELS: u64 = 1 << 24;
/// Number of samples above which a sound is not decoded to compute its content.
const MAX_SAMPLES: u64 = 1 << 28;

/// Computes the facts of files.
pub(super) struct Reader<'a> {
    pub library: &'a Library,
    /// Called for each file that was read.
    pub done: &'a (dyn Fn(&str) + Sync),
}

impl Census for Reader<'_> {
    type Row = FileFacts;

    fn read(&self, path: &str, result: &Result<Arc<Opened>, OpenError>) -> FileFacts {
        match result {
            Ok(opened) => FileFacts::of(self.library, path, opened),
            Err(OpenError::Unknown { source, .. }) => FileFacts::bare(path, source, "unknown"),
            Err(OpenError::Failed { source, format, error, .. }) => {
                let problems = vec![(*error.0).clone()];
                let bare = FileFacts::bare(path, source, "failed");
                FileFacts { format: Some(format), problems, ..bare }
            }
            Err(error) => FileFacts::unreadable(path, error.to_string()),
        }
    }

    fn defect(&self, path: &str) -> FileFacts {
        FileFacts::unreadable(path, "the program crashed while reading this file".to_owned())
    }

    fn refuse(&self, row: &mut FileFacts, why: Problem) {
        row.problems.push(why);
    }

    fn done(&self, path: &str) {
        (self.done)(path);
    }
}

impl FileFacts {
    fn of(library: &Library, path: &str, opened: &Opened) -> Self {
        let document = &opened.document;
        let coverage = document.tree.coverage();
        let problems = opened.problems(library);
        let game = library.game(opened).map(|game| {
            let short = initials(&game.title);
            let title = Some(game.title);
            let parts = [title, game.platform, game.region, game.build, game.serial, Some(short)];
            parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
        });
        let scene = opened.scene(library);
        Self {
            format: Some(document.format.id),
            version: Some(document.version.clone()),
            game,
            coverage: [coverage.fields, coverage.padding, coverage.unread],
            problems: problems.iter().map(|problem| problem.into_owned()).collect(),
            assets: scene.map(|scene| assets(library, opened, &scene)).unwrap_or_default(),
            ..Self::bare(path, &opened.stored, opened.status(library))
        }
    }

    /// Facts about a file of an unknown format.
    pub fn bare(path: &str, source: &Source, status: &'static str) -> Self {
        // Computed first, because it reads the whole file.
        let content = Content::of_source(source);
        Self {
            path: path.to_owned(),
            size: source.len(),
            content,
            format: None,
            version: None,
            status,
            game: None,
            coverage: [0, 0, source.len()],
            problems: source.faults().iter().map(|problem| problem.into_owned()).collect(),
            assets: Vec::new(),
        }
    }

    /// Facts about a file that could not be read, with the reason as its problem.
    fn unreadable(path: &str, reason: String) -> Self {
        let empty = Source::from_bytes(path, Vec::new());
        let problem = Problem::new(Severity::Error, empty.span(), "", reason);
        Self { problems: vec![problem], ..Self::bare(path, &empty, "failed") }
    }
}

/// The assets whose bytes are in the file itself. Assets of companions belong to those.
fn assets(library: &Library, opened: &Opened, scene: &Scene) -> Vec<Asset> {
    let finder = Finder { library, own: opened.layers().map(Source::id).collect(), scene };
    let mut all = Vec::new();
    all.extend(scene.meshes.pairs().filter_map(|(id, mesh)| finder.model(id, mesh)));
    without_shared(&mut all);
    all.extend(scene.textures.pairs().filter_map(|(id, texture)| finder.texture(id, texture)));
    finder.palettes(&mut all);
    if !is_in_bank(library, opened) {
        all.extend(scene.sounds.pairs().filter_map(|(id, sound)| finder.sound(id, sound)));
    }
    let plain = |element, kind| finder.asset(element, kind);
    let animations = scene.animations.ids().map(Element::Animation);
    all.extend(animations.filter_map(|element| plain(element, Kind::Animation)));
    let nodes = scene.nodes.ids().map(Element::Node);
    all.extend(nodes.filter_map(|element| plain(element, Kind::Instance)));
    finder.texts(&mut all);
    all.truncate(MAX_ASSETS);
    all
}

/// `true` for a member of a file that lists its sounds itself.
fn is_in_bank(library: &Library, opened: &Opened) -> bool {
    let bank = library.container_of(&opened.stored);
    bank.is_some_and(|bank| bank.document.format.can.contains(&Capability::Sound))
}

/// Removes the content of models that share their bytes: such models are not duplicates, because other
/// data distinguishes them.
fn without_shared(models: &mut [Asset]) {
    let mut users: HashMap<(SourceId, u64), usize> = HashMap::new();
    let at = |model: &Asset| (model.origin.span.source, model.origin.span.start);
    models.iter().for_each(|model| *users.entry(at(model)).or_default() += 1);
    for model in models {
        if users.get(&at(model)).is_some_and(|count| *count > 1) {
            model.content = None;
        }
    }
}

struct Finder<'a> {
    library: &'a Library,
    /// Sources that make up the file.
    own: HashSet<SourceId>,
    scene: &'a Scene,
}

impl Finder<'_> {
    /// An asset with the properties that all kinds share; `None` if it has no bytes in this file. An
    /// asset that is the whole file has no field.
    fn asset(&self, element: Element, kind: Kind) -> Option<Asset> {
        let thing = self.scene.info(element)?;
        let origin = thing.origin();
        if origin.span.len == 0 || !self.own.contains(&origin.span.source) {
            return None;
        }
        Some(Asset {
            kind,
            element,
            name: thing.name(self.scene, element),
            origin: origin.clone(),
            content: None,
            texels: None,
            size: None,
            faces: None,
            bounds: None,
            seconds: None,
            codec: None,
            also: String::new(),
            text: String::new(),
            hashes: Vec::new(),
            numbers: Vec::new(),
        })
    }

    fn model(&self, id: Id<Mesh>, mesh: &Mesh) -> Option<Asset> {
        let asset = self.asset(Element::Mesh(id), Kind::Model)?;
        let stored = self.library.source(mesh.origin.span.source);
        let bytes = stored.as_ref().map(|source| source.slice(mesh.origin.span));
        Some(Asset {
            content: bytes.filter(|bytes| !bytes.is_empty()).map(Content::of_bytes),
            faces: Some((mesh.faces.len() + mesh.undrawn.len()) as u64),
            bounds: bounds(&mesh.positions),
            hashes: stored_hash(mesh.id),
            numbers: self.numbers(mesh),
            ..asset
        })
    }

    /// Number of faces by value, for the searchable face fields.
    fn numbers(&self, mesh: &Mesh) -> Vec<FaceNumber> {
        let fields = self.scene.face_fields.iter().zip(&mesh.face_values).enumerate();
        let known =
            fields.filter_map(|(at, (field, list))| Some((FaceWord::of_field(field)?, list, at)));
        let mut all = Vec::new();
        for (field, list, at) in known {
            let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
            let undrawn = mesh.undrawn.iter().map(|numbers| numbers.get(at).copied().unwrap_or(0));
            for number in list.iter().take(mesh.faces.len()).chain(undrawn) {
                *counts.entry(number).or_default() += 1;
            }
            let counts = counts.into_iter();
            all.extend(counts.map(|(number, faces)| FaceNumber { field, number, faces }));
        }
        all
    }

    fn texture(&self, id: Id<Texture>, texture: &Texture) -> Option<Asset> {
        let asset = self.asset(Element::Texture(id), Kind::Texture)?;
        let count = u64::from(texture.width).saturating_mul(texture.height.into());
        let is_there = count <= MAX_TEXELS && !texture.pixels.is_placeholder();
        let texels = is_there.then(|| texture.pixels.decode());
        let palette = texture.palette.and_then(|palette| self.scene.palettes.get(palette));
        Some(Asset {
            content: texels.as_ref().map(|texels| Content::of_texture(texels, palette)),
            texels: texels.as_ref().filter(|_| palette.is_some()).map(Content::of_texels),
            size: Some([texture.width, texture.height, texture.bits()]),
            hashes: stored_hash(texture.id),
            ..asset
        })
    }

    fn palettes(&self, all: &mut Vec<Asset>) {
        for (id, palette) in self.scene.palettes.pairs() {
            let Some(asset) = self.asset(Element::Palette(id), Kind::Palette) else { continue };
            let (content, hashes) = (Content::of_words(&palette.stored), stored_hash(palette.id));
            all.push(Asset { content: Some(content), hashes, ..asset });
        }
        for (id, table) in self.scene.colour_tables.pairs() {
            let Some(asset) = self.asset(Element::ColourTable(id), Kind::Palette) else { continue };
            let content = Content::of_bytes(table.colours.as_flattened());
            all.push(Asset { content: Some(content), ..asset });
        }
    }

    fn sound(&self, id: Id<Sound>, sound: &Sound) -> Option<Asset> {
        let asset = self.asset(Element::Sound(id), Kind::Sound)?;
        let count = sound.frames.saturating_mul(sound.channels.into());
        let samples = (count > 0 && count <= MAX_SAMPLES).then(|| sound.data.decode());
        let captions = sound.captions.iter().filter(|caption| !caption.is_pause());
        let captions: Vec<&str> = captions.map(|caption| caption.text.as_str()).collect();
        // A sound with several identifiers has the names of all of them.
        let others = sound.ids.iter().skip(1).filter_map(|id| id.name.resolved());
        Some(Asset {
            content: samples.as_ref().map(|samples| {
                let content = Content::of_samples(samples);
                Content { crc: self.crc(&sound.origin).unwrap_or(content.crc), ..content }
            }),
            codec: Some(sound.codec),
            seconds: Some(sound.frames as f64 / f64::from(sound.rate.max(1))),
            also: cut(others.collect::<Vec<_>>().join("\n")),
            text: cut(captions.join("\n")),
            hashes: sound.ids.iter().map(|id| id.name.hash).collect(),
            ..asset
        })
    }

    /// Checksum of an asset's stored bytes.
    fn crc(&self, origin: &Origin) -> Option<u32> {
        let source = self.library.source(origin.span.source)?;
        // A file that is a single recording may be large.
        let is_all = source.span() == origin.span;
        Some(if is_all { source.crc32() } else { crc32fast::hash(source.slice(origin.span)) })
    }

    /// Rows of tables that contain text.
    fn texts(&self, all: &mut Vec<Asset>) {
        for (id, table) in self.scene.tables.pairs() {
            for (row, number) in table.rows.iter().zip(0..) {
                let is_word = |cell: &&String| cell.chars().any(char::is_alphabetic);
                if all.len() >= MAX_ASSETS || !row.cells.iter().any(|cell| is_word(&cell)) {
                    continue;
                }
                let element = Element::Row { table: id, row: number };
                let Some(asset) = self.asset(element, Kind::Text) else { continue };
                all.push(Asset { text: cut(row.cells.join("\n")), ..asset });
            }
        }
    }
}

/// Bounding box of the finite positions.
fn bounds(positions: &[Vec3]) -> Option<[[f32; 3]; 2]> {
    let mut finite = positions.iter().filter(|position| position.is_finite());
    let first = *finite.next()?;
    let (least, greatest) =
        finite.fold((first, first), |(least, greatest), p| (least.min(*p), greatest.max(*p)));
    Some([least.to_array(), greatest.to_array()])
}

/// Abbreviation of a game's title, as used by players: `THPS2`.
fn initials(title: &str) -> String {
    let words = title.split(|c: char| c.is_whitespace() || c == '-' || c == ':');
    words
        .map(|word| {
            if word.bytes().all(|b| b.is_ascii_digit()) {
                word
            } else {
                word.get(..1).unwrap_or("")
            }
        })
        .collect()
}

/// Stored hash of a name, if the format has one.
fn stored_hash(id: u32) -> Vec<u32> {
    if id == 0 { Vec::new() } else { vec![id] }
}

fn cut(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_TEXT) {
        text.truncate(end);
    }
    text
}

/// Number of problems by severity: notes, warnings, errors.
pub(super) fn by_severity(problems: &[Problem]) -> [u64; 3] {
    let count = |severity| problems.iter().filter(|p| p.severity == severity).count() as u64;
    [Severity::Note, Severity::Warning, Severity::Error].map(count)
}
