//! Opening a source: detection, wrappers, and the document with its scene.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock};

use super::folder_names::FolderNames;
use super::{Library, OpenError, Place, lock};
use crate::bytes::{Attached, Problems, ReadError, Severity, Source, Span, WeakSource};
use crate::container::{Context, MemberIndex, Members, Siblings};
use crate::formats::neversoft::hash::extracted_names;
use crate::formats::{
    self, Counts, Decoded, Document, Format, FormatInfo, NewBytes, Probe, Refusal, Rewritten,
};
use crate::scene::Scene;

/// An opened file: what is stored, what was taken off, and the document inside.
pub struct Opened {
    /// Path as the user wrote it, or as reached inside a container.
    pub path: String,
    /// The file as stored.
    pub stored: Source,
    /// The wrappers taken off, outermost first.
    pub wrappers: Vec<Document>,
    /// Why the format was chosen.
    pub reason: String,
    /// Whether the user chose the format.
    pub chosen: bool,
    /// Document inside all wrappers.
    pub document: Document,
    /// Locked to look and to enter, never while it is made: that reads other files.
    scene: Mutex<Option<Made>>,
    /// Stored values that differ from what can be computed.
    audit: OnceLock<Problems>,
    /// Members that a companion has a part in.
    beside: OnceLock<Option<MembersBeside>>,
    /// Index of the members, made when one is asked for by path.
    index: OnceLock<MemberIndex>,
    /// Names of the members in each folder, made when one is asked for.
    folders: OnceLock<HashMap<String, Arc<FolderNames>>>,
    /// Members that are used, by index, and by name where only a hash is stored.
    opened: Mutex<HashMap<(usize, String), WeakSource>>,
}

/// Members that a companion has a part in.
struct MembersBeside {
    members: Box<dyn Members>,
    problems: Problems,
    /// The companions, which problems may be in.
    _companions: Vec<Source>,
}

/// The scene of a document, if it has one, with what its surroundings lack.
type Shown = Option<(Arc<Scene>, Arc<Problems>)>;

/// The scene as made with one state of the names.
#[derive(Clone)]
struct Made {
    shown: Shown,
    /// Version of the dictionary.
    names: u64,
    /// Version of the answers.
    answers: u64,
}

impl Opened {
    /// A document that stands alone: nothing was taken off, nothing is beside it.
    pub fn of_document(document: Document) -> Self {
        Self {
            path: document.source.name().to_owned(),
            stored: document.source.clone(),
            wrappers: Vec::new(),
            reason: String::new(),
            chosen: false,
            document,
            scene: Mutex::default(),
            audit: OnceLock::new(),
            beside: OnceLock::new(),
            index: OnceLock::new(),
            folders: OnceLock::new(),
            opened: Mutex::default(),
        }
    }

    /// Codecs taken off, outermost first.
    pub fn wrapped(&self) -> Vec<&'static str> {
        let codecs = self.wrappers.iter().filter_map(|layer| layer.content.decoded());
        codecs.map(|inside| inside.codec).collect()
    }

    /// The file as stored, and what is inside each wrapper, outermost first.
    pub fn layers(&self) -> impl Iterator<Item = &Source> {
        let wrapped = self.wrappers.iter().map(|layer| &layer.source);
        wrapped.chain([&self.document.source])
    }

    /// The format of the file as stored: that of the outermost wrapper, if there is one.
    pub fn stored_format(&self) -> &'static FormatInfo {
        self.wrappers.first().unwrap_or(&self.document).format
    }

    /// What the innermost wrapper hides; `None` when nothing is wrapped. A wrapper whose inside no
    /// format claims is the document itself.
    pub fn unwrapped(&self) -> Option<&Decoded> {
        let innermost = self.document.content.decoded();
        innermost.or_else(|| self.wrappers.last()?.content.decoded())
    }

    /// `inside`, which replaces what the innermost wrapper hides, wrapped as the file was. What a
    /// layer packs must unpack to the same.
    pub fn wrap(&self, inside: Vec<u8>) -> Result<Vec<u8>, Refusal> {
        let own = &self.document;
        let document = match own.content.decoded() {
            Some(_) => packed(own, inside)?,
            None => inside,
        };
        self.store(document)
    }

    /// The file as stored, with these bytes in the place of the document's: wrapped as it was.
    pub fn store(&self, document: Vec<u8>) -> Result<Vec<u8>, Refusal> {
        self.wrappers.iter().rev().try_fold(document, |inside, layer| packed(layer, inside))
    }

    /// The scene, made on first use, and again when more names are known that it may show. Slow the
    /// first time.
    pub fn scene(&self, library: &Library) -> Option<Arc<Scene>> {
        self.made(library).shown.map(|(scene, _)| scene)
    }

    /// The scene with the [revision](super::NameBook::revision) of the names in it.
    pub fn scene_and_names(&self, library: &Library) -> (Option<Arc<Scene>>, u64) {
        let made = self.made(library);
        (made.shown.map(|(scene, _)| scene), made.names)
    }

    /// The same, made again: a companion is not what it was.
    pub fn scene_anew(&self, library: &Library) -> (Option<Arc<Scene>>, u64) {
        *lock(&self.scene) = None;
        self.scene_and_names(library)
    }

    /// True when what it shows has names that stand in other files.
    pub fn is_named_elsewhere(&self) -> bool {
        self.document.content.unnamed().is_some()
    }

    fn make(&self, library: &Library) -> Made {
        let siblings = library.siblings(&self.stored);
        if let Some(unnamed) = self.document.content.unnamed() {
            library.look_around(&siblings, &unnamed);
        }
        library.look_for_real_name(self.stored.file_name(), &siblings);
        // Names that come in meanwhile may be in it or not.
        let (names, answers) = (library.names.revision(), library.answers.revision());
        let context = Context { siblings: &siblings, names: &library.names };
        let shown = self.document.content.scene(context).map(|(mut scene, problems)| {
            scene.sources = siblings.opened();
            scene.add_surfaces();
            scene.shrink_to_fit();
            (Arc::new(scene), Arc::new(problems))
        });
        Made { shown, names, answers }
    }

    /// What `f` makes of what is beside the file and of the names that are known.
    pub fn beside<T>(&self, library: &Library, f: impl FnOnce(Context<'_>) -> T) -> T {
        let siblings = library.siblings(&self.stored);
        f(Context { siblings: &siblings, names: &library.names })
    }

    /// The scene, made on first use. Two threads that ask at once both make it, and get the one
    /// that was ready first.
    fn made(&self, library: &Library) -> Made {
        let (known, is_bound) = (library.names.revision(), self.is_named_elsewhere());
        let answered = library.answers.revision();
        let is_good = |made: &Made| {
            let asks = made.shown.as_ref().is_some_and(|(scene, _)| !scene.questions.is_empty());
            (made.names >= known || !is_bound) && (made.answers >= answered || !asks)
        };
        if let Some(made) = lock(&self.scene).clone().filter(is_good) {
            return made;
        }
        let made = self.make(library);
        let mut scene = lock(&self.scene);
        match &*scene {
            Some(other) if is_good(other) => other.clone(),
            _ => scene.insert(made).clone(),
        }
    }

    /// The files inside, by the names that companions give them.
    pub fn members(&self, library: &Library) -> Option<&dyn Members> {
        let beside = self.members_beside(library).map(|beside| &*beside.members);
        beside.or_else(|| self.document.content.members())
    }

    /// The file inside that is called `path`: exactly, else without case, else by the hash of that.
    pub fn member(
        self: &Arc<Self>,
        library: &Library,
        path: &str,
    ) -> Option<Result<Source, ReadError>> {
        let members = self.members(library)?;
        if let Some(index) = self.listed(members, path) {
            return self.open_member(library, index);
        }
        let Some(index) = members.hashed(path) else {
            return self.open_member(library, self.listed_by_hash(members, path)?);
        };
        let key = (index, path.to_owned());
        self.shared(library, key, || members.open_as(index, path).map(Ok))
    }

    /// The bytes of member `index`, as they were changed: the same source while somebody uses it.
    pub fn open_member(
        self: &Arc<Self>,
        library: &Library,
        index: usize,
    ) -> Option<Result<Source, ReadError>> {
        let members = self.members(library)?;
        self.shared(library, (index, String::new()), || Some(members.open(index)))
    }

    /// The member that is used already, or the one that `open` opens.
    fn shared(
        self: &Arc<Self>,
        library: &Library,
        key: (usize, String),
        open: impl FnOnce() -> Option<Result<Source, ReadError>>,
    ) -> Option<Result<Source, ReadError>> {
        let used = |all: &HashMap<_, WeakSource>| all.get(&key).and_then(WeakSource::upgrade);
        let known = used(&lock(&self.opened));
        let member = match known {
            Some(member) => member,
            None => {
                let container: Attached = self.clone();
                let member = match open()? {
                    Ok(member) => member.inside(container),
                    Err(error) => return Some(Err(error)),
                };
                let mut all = lock(&self.opened);
                // Somebody else may have opened it meanwhile.
                let first = used(&all).unwrap_or(member);
                all.insert(key, first.downgrade());
                first
            }
        };
        library.remember(&member);
        Some(Ok(library.current(member)))
    }

    /// Names of the members in `folder`, which ends with its `/` where it is not the root.
    pub(super) fn folder(&self, library: &Library, folder: &str) -> Option<Arc<FolderNames>> {
        let members = self.members(library)?;
        let folders = self.folders.get_or_init(|| FolderNames::of_members(members.list()));
        folders.get(folder).cloned()
    }

    /// Index of the member that is called `path`, as [`Opened::member`] finds it.
    pub fn member_at(&self, library: &Library, path: &str) -> Option<usize> {
        let members = self.members(library)?;
        let listed = self.listed(members, path).or_else(|| members.hashed(path));
        listed.or_else(|| self.listed_by_hash(members, path))
    }

    /// Index of the member that is listed as `path`.
    fn listed(&self, members: &dyn Members, path: &str) -> Option<usize> {
        let list = members.list();
        self.index.get_or_init(|| MemberIndex::new(list)).find(list, path)
    }

    /// Index of the member that is listed under the hash of the name that `path` ends in.
    fn listed_by_hash(&self, members: &dyn Members, path: &str) -> Option<usize> {
        let (folder, name) = path.split_at(path.rfind('/').map_or(0, |at| at + 1));
        let names = extracted_names(name);
        names.iter().find_map(|name| self.listed(members, &format!("{folder}{name}")))
    }

    /// The container with other bytes in the place of some members; see
    /// [`Content::with_members`](formats::Content::with_members). What is in a wrapper is wrapped.
    ///
    /// # Errors
    /// Where it cannot be written, with the reason.
    pub fn with_members(
        &self,
        library: &Library,
        replaced: &BTreeMap<usize, Vec<u8>>,
    ) -> Result<Vec<Rewritten>, Refusal> {
        let siblings = library.siblings(&self.stored);
        let context = Context { siblings: &siblings, names: &library.names };
        let mut files = self.document.content.with_members(context, replaced)?;
        for file in files.iter_mut().filter(|file| file.beside.is_none()) {
            if !self.wrappers.is_empty() {
                let NewBytes::Whole(inside) = &mut file.bytes else {
                    return Err(Refusal("a packed disc cannot be changed in place".to_owned()));
                };
                *inside = self.store(std::mem::take(inside))?;
            }
        }
        Ok(files)
    }

    /// Problems of the file, and of the members made from it.
    pub fn problems_of_members(&self, library: &Library) -> Problems {
        let mut all = self.document.problems.clone();
        if let Some(beside) = self.members_beside(library) {
            all.extend(beside.problems.clone());
        }
        all
    }

    fn members_beside(&self, library: &Library) -> Option<&MembersBeside> {
        if self.beside.get().is_none() {
            let siblings = library.siblings(&self.stored);
            let context = Context { siblings: &siblings, names: &library.names };
            // Made before it is entered: others who ask meanwhile are not kept waiting for files.
            let made = self.document.content.members_beside(context);
            let _ = self.beside.set(made.map(|(members, problems)| {
                let _companions = siblings.opened();
                MembersBeside { members, problems, _companions }
            }));
        }
        self.beside.get()?.as_ref()
    }

    /// Problems of the file, values of it that differ from what can be computed, and problems of the
    /// scene and the members made from it.
    pub fn problems(&self, library: &Library) -> Problems {
        let mut all = self.document.problems.clone();
        all.extend(self.audit.get_or_init(|| self.document.content.audit()).clone());
        if let Some((_, problems)) = self.made(library).shown {
            all.extend((*problems).clone());
        }
        if let Some(beside) = self.members_beside(library) {
            all.extend(beside.problems.clone());
        }
        let span = Span::new(self.document.source.id(), 0, 0);
        for told in library.found_elsewhere(self.stored.id()) {
            all.tell(Severity::Note, span, "", told);
        }
        for layer in self.layers() {
            all.extend(layer.faults());
        }
        all
    }

    /// Whether a walk over everything looks at the files inside it: a disc is entered through its
    /// sheet, and two halves of an archive through one.
    pub fn is_entered(&self, library: &Library) -> bool {
        let siblings = library.siblings(&self.stored);
        let context = Context { siblings: &siblings, names: &library.names };
        self.document.content.is_entered(context)
    }

    /// True for a container of files that a walk over everything enters.
    pub fn holds_files(&self, library: &Library) -> bool {
        let members = self.members(library).filter(|members| !members.are_parts());
        members.is_some_and(|members| !members.list().is_empty()) && self.is_entered(library)
    }

    /// How much of what is in it; files that a companion has a part in are counted where they are
    /// entered.
    pub fn counts(&self, library: &Library) -> Counts {
        let mut counts = self.document.counts.clone();
        let beside = self.members_beside(library).filter(|_| self.is_entered(library));
        if let Some(beside) = beside {
            counts.set("members", beside.members.list().len());
        }
        counts
    }

    /// How reading went, in the word of `check`: `ok`, `partial` or `failed`.
    pub fn status(&self, library: &Library) -> &'static str {
        match self.problems(library).worst() {
            _ if !self.document.usable => "failed",
            Some(Severity::Error) => "partial",
            _ => "ok",
        }
    }
}

/// `inside` as `layer` packs it.
fn packed(layer: &Document, inside: Vec<u8>) -> Result<Vec<u8>, Refusal> {
    let packed = layer.content.wrap(&inside)?;
    let id = layer.format.id;
    let again = Source::from_bytes(layer.source.name(), packed.clone());
    let again = formats::by_id(id).and_then(|format| format.open(&again).ok());
    let decoded = again.as_ref().and_then(|document| document.content.decoded());
    match decoded.is_some_and(|decoded| decoded.source.bytes() == inside) {
        true => Ok(packed),
        false => Err(Refusal(format!("what {id} packs does not unpack to the same"))),
    }
}

/// Wrappers inside wrappers are met; more than this is a trap.
const MAX_WRAPPERS: usize = 8;
/// So is a file of more bytes than this that was unpacked more than once, and is packed.
const MAX_NESTED: u64 = 16 << 20;

impl Library {
    /// Opens what `path` names: a file, or a member `CONTAINER//inner/path`.
    pub fn open(&self, path: &str, format: Option<&str>) -> Result<Arc<Opened>, OpenError> {
        match self.place(path)? {
            Place::Folder(_) | Place::Inside(..) => {
                Err(OpenError::NotFound(format!("{path} is a folder, not a file")))
            }
            Place::File(source) => self.open_source(&source, format),
        }
    }

    /// The format that claims a file, by what is beside it or else by its bytes.
    pub(super) fn identify(&self, source: &Source) -> Option<(&'static dyn Format, Probe)> {
        let siblings = self.siblings(source);
        let claim = formats::claim_beside(source.file_name(), &|name| siblings.has(name));
        claim.or_else(|| formats::identify(source))
    }

    /// Opens a source, taking wrappers off. The same document as long as it is the same source.
    pub fn open_source(
        &self,
        source: &Source,
        format: Option<&str>,
    ) -> Result<Arc<Opened>, OpenError> {
        if format.is_none()
            && let Some(opened) = self.document(source.id())
        {
            self.hold(&opened);
            return Ok(opened);
        }
        self.remember(source);
        let opened = Arc::new(self.read(source, format)?);
        Ok(self.enter(opened, format.is_some()))
    }

    pub(super) fn read(&self, stored: &Source, format: Option<&str>) -> Result<Opened, OpenError> {
        let path = stored.name().to_owned();
        let open = |source: &Source, format: &'static dyn formats::Format| {
            let joined = format.joined(source, &self.siblings(source));
            format.open(joined.as_ref().unwrap_or(source)).map_err(|error| OpenError::Failed {
                path: path.clone(),
                source: stored.clone(),
                format: format.info().id,
                error,
            })
        };
        let mut reason;
        let mut document = if let Some(id) = format {
            let format = formats::by_id(id).ok_or_else(|| OpenError::NoSuchFormat(id.into()))?;
            reason = "chosen by the user".to_owned();
            open(stored, format)?
        } else {
            let (format, probe) = self
                .identify(stored)
                .ok_or_else(|| OpenError::Unknown { path: path.clone(), source: stored.clone() })?;
            reason = probe.reason;
            open(stored, format)?
        };
        let mut wrappers = Vec::new();
        while wrappers.len() < MAX_WRAPPERS {
            let is_trap =
                |inside: &&Decoded| wrappers.len() > 1 && inside.source.len() > MAX_NESTED;
            let Some(inside) = document.content.decoded().filter(|inside| !is_trap(inside)) else {
                break;
            };
            let Some((format, probe)) = inside.identify() else { break };
            let Ok(next) = format.open(&inside.source) else { break };
            let mut problems = document.problems.clone();
            problems.extend(next.problems.clone());
            wrappers.push(document);
            (document, reason) = (Document { problems, ..next }, probe.reason);
        }
        let siblings = self.siblings(stored);
        let context = Context { siblings: &siblings, names: &self.names };
        if let Some(message) = document.content.missing(context) {
            return Err(OpenError::Lacking { source: stored.clone(), message });
        }
        if let Some(version) = document.content.version_beside(context) {
            document.version = version;
        }
        self.names.learn(&document);
        Ok(Opened {
            path,
            stored: stored.clone(),
            wrappers,
            reason,
            chosen: format.is_some(),
            ..Opened::of_document(document)
        })
    }
}
