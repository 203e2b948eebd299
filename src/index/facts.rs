//! What the index keeps of a file and of the assets in it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use glam::Vec3;

use super::Kind;
use super::content::Content;
use crate::bytes::{Problem, Severity, Source, SourceId};
use crate::library::{Census, Library, OpenError, Opened};
use crate::scene::{Element, Id, Mesh, Origin, Scene, Sound, Texture};

/// What is kept of a file.
#[derive(Clone, Debug)]
pub struct FileFacts {
    /// Path that opens it.
    pub path: String,
    /// Bytes as stored.
    pub size: u64,
    /// Of the bytes as stored.
    pub content: Content,
    /// `None` where no format claims it.
    pub format: Option<&'static str>,
    /// Version of the format.
    pub version: Option<String>,
    /// In the word of `check`.
    pub status: &'static str,
    /// Title, platform, region and serial of the game that it is of.
    pub game: Option<String>,
    /// Bytes that fields explain, bytes of padding, and bytes that nothing explains.
    pub coverage: [u64; 3],
    /// What is wrong with it.
    pub problems: Vec<Problem>,
    /// What is in it.
    pub assets: Vec<Asset>,
}

/// What is kept of an asset.
#[derive(Clone, Debug)]
pub struct Asset {
    /// What it is.
    pub kind: Kind,
    /// Where it is in the scene of its file.
    pub element: Element,
    /// What it is called.
    pub name: String,
    /// Field path and bytes.
    pub origin: Origin,
    /// Of what it holds, where equals of it may be found; of a sound the hash is of its samples, and the
    /// checksum of its bytes as stored.
    pub content: Option<Content>,
    /// Of its texels without the colours.
    pub texels: Option<Content>,
    /// Texels across and down, and bits of each.
    pub size: Option<[u32; 3]>,
    /// Faces of a model.
    pub faces: Option<u64>,
    /// The box around a model, in the units of its scene: its least and its greatest X, Y and Z.
    pub bounds: Option<[[f32; 3]; 2]>,
    /// Length of a recording in seconds.
    pub seconds: Option<f64>,
    /// How a recording is coded.
    pub codec: Option<&'static str>,
    /// What it is called besides, a line each.
    pub also: String,
    /// Captions, or the words of a row.
    pub text: String,
    /// Hashes of names as stored.
    pub hashes: Vec<u32>,
    /// How many faces have which number in which field.
    pub numbers: Vec<FaceNumber>,
}

/// A number that faces of a model have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FaceNumber {
    /// Field that it stands in.
    pub field: FaceWord,
    /// The number as stored.
    pub number: u32,
    /// Faces that have it.
    pub faces: u64,
}

/// The fields of faces that are asked for by their bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaceWord {
    /// How a face is drawn.
    Flags,
    /// What a face is made of.
    Surface,
}

impl FaceWord {
    /// The one that the formats call so.
    pub fn of_field(name: &str) -> Option<Self> {
        match name {
            "flags" | "command" => Some(Self::Flags),
            "surface" => Some(Self::Surface),
            _ => None,
        }
    }
}

/// Assets of one file beyond which no more are kept.
const MAX_ASSETS: usize = 1 << 20;
/// Characters of the longest text that is kept.
const MAX_TEXT: usize = 1 << 14;
/// Textures with more texels are not unpacked for their content.
pub(super) const MAX_TEXELS: u64 = 1 << 24;
/// Samples of the longest sound that is unpacked for its content.
const MAX_SAMPLES: u64 = 1 << 28;

/// Makes the facts of files.
pub(super) struct Reader<'a> {
    pub library: &'a Library,
    /// Told of each file that was read.
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
        FileFacts::unreadable(path, "reading it set off a defect of this program".to_owned())
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

    /// A file about which nothing but its bytes is known.
    pub(super) fn bare(path: &str, source: &Source, status: &'static str) -> Self {
        // Made first: by that all of the file is read.
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

    /// Something that could not even be looked at, with the reason as its problem.
    fn unreadable(path: &str, reason: String) -> Self {
        let empty = Source::from_bytes(path, Vec::new());
        let problem = Problem::new(Severity::Error, empty.span(), "", reason);
        Self { problems: vec![problem], ..Self::bare(path, &empty, "failed") }
    }
}

/// The assets whose bytes are in the file itself: what companions lend is theirs.
fn assets(library: &Library, opened: &Opened, scene: &Scene) -> Vec<Asset> {
    let finder = Finder { library, own: opened.layers().map(Source::id).collect(), scene };
    let mut all = Vec::new();
    all.extend(scene.meshes.pairs().filter_map(|(id, mesh)| finder.model(id, mesh)));
    without_shared(&mut all);
    all.extend(scene.textures.pairs().filter_map(|(id, texture)| finder.texture(id, texture)));
    finder.palettes(&mut all);
    all.extend(scene.sounds.pairs().filter_map(|(id, sound)| finder.sound(id, sound)));
    let plain = |element, kind| finder.asset(element, kind);
    let animations = scene.animations.ids().map(Element::Animation);
    all.extend(animations.filter_map(|element| plain(element, Kind::Animation)));
    let nodes = scene.nodes.ids().map(Element::Node);
    all.extend(nodes.filter_map(|element| plain(element, Kind::Instance)));
    finder.texts(&mut all);
    all.truncate(MAX_ASSETS);
    all
}

/// Models that are made of the same bytes are not equal for it: their bytes are not all there is of
/// them.
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
    /// The layers of the file.
    own: HashSet<SourceId>,
    scene: &'a Scene,
}

impl Finder<'_> {
    /// An asset with what every one has; `None` for what is made of no bytes of this file. What is
    /// made of all of it stands in no field.
    fn asset(&self, element: Element, kind: Kind) -> Option<Asset> {
        let thing = self.scene.thing(element)?;
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

    /// How often which number stands in the fields that are asked for.
    fn numbers(&self, mesh: &Mesh) -> Vec<FaceNumber> {
        let fields = self.scene.face_fields.iter().zip(&mesh.face_values).enumerate();
        let known = fields
            .filter_map(|(at, (field, list))| Some((FaceWord::of_field(field.name)?, list, at)));
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
        // Where it has several identifiers, it is called by the names of all.
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

    /// Checksum of the bytes of a thing as they are stored.
    fn crc(&self, origin: &Origin) -> Option<u32> {
        let source = self.library.source(origin.span.source)?;
        // A file that is all one recording may be large.
        let is_all = source.span() == origin.span;
        Some(if is_all { source.crc32() } else { crc32fast::hash(source.slice(origin.span)) })
    }

    /// The rows of tables in which there are words.
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

/// The box around the positions that are finite.
fn bounds(positions: &[Vec3]) -> Option<[[f32; 3]; 2]> {
    let mut finite = positions.iter().filter(|position| position.is_finite());
    let first = *finite.next()?;
    let (least, greatest) =
        finite.fold((first, first), |(least, greatest), p| (least.min(*p), greatest.max(*p)));
    Some([least.to_array(), greatest.to_array()])
}

/// The letters by which players call a game: `THPS2`.
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

/// The hash of a name, where the format has one.
fn stored_hash(id: u32) -> Vec<u32> {
    if id == 0 { Vec::new() } else { vec![id] }
}

fn cut(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_TEXT) {
        text.truncate(end);
    }
    text
}

/// How many problems of each severity there are: notes, warnings, errors.
pub(super) fn by_severity(problems: &[Problem]) -> [u64; 3] {
    let count = |severity| problems.iter().filter(|p| p.severity == severity).count() as u64;
    [Severity::Note, Severity::Warning, Severity::Error].map(count)
}
