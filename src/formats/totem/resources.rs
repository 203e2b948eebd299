//! The other resources beside one: members of the same archive, files of the same folder, and what
//! other archives of the same console hold that lie beside an archive or are open.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use super::archive::{ArchiveHalf, Pack, is_alike, is_name_table};
use super::name::class_in;
use crate::bytes::cp1252;
use crate::bytes::{Result, Source};
use crate::container::{Context, Kept, Spread, safe_name};
use crate::formats::{Loaded, Records, Stated};

use super::name::CLASSES;

/// Where the archives of a game are: all in one folder, as a rule.
const SPREAD: Spread = Spread { game: "TotemTech", folders: &[], registered: None };

/// A resource that is there.
pub(super) struct Found {
    pub source: Source,
    /// Hash of its class, where something tells it.
    pub class: Option<u32>,
}

/// Finds resources by the hash of their name.
pub(super) struct Resources<'a> {
    pub context: Context<'a>,
    /// The files beside; looked through when one is asked for.
    beside: OnceCell<Beside>,
    /// The archive that is shown.
    own: Option<Pack<'a>>,
    /// Those beside it, looked at when something is missing.
    others: OnceCell<Vec<Pack<'static>>>,
}

impl<'a> Resources<'a> {
    pub fn new(context: Context<'a>) -> Self {
        Self { context, beside: OnceCell::new(), own: None, others: OnceCell::new() }
    }

    /// Those inside an archive.
    pub fn inside(own: Pack<'a>, context: Context<'a>) -> Self {
        Self { own: Some(own), ..Self::new(context) }
    }

    fn beside(&self) -> &Beside {
        self.beside.get_or_init(|| match self.own {
            Some(_) => Beside::default(),
            None => Beside::of(self.context),
        })
    }

    /// Archives of the same console beside the one that is shown, and wherever the game was found.
    fn others(&self) -> &[Pack<'static>] {
        self.others.get_or_init(|| {
            let Some(own) = &self.own else { return Vec::new() };
            let own_name = own.source().file_name();
            let siblings = self.context.siblings;
            let names = siblings.names_elsewhere(&SPREAD).into_iter();
            let names = names
                .filter(|name| is_alike(own_name, name) && !name.eq_ignore_ascii_case(own_name));
            let sources = names.filter_map(|name| siblings.open_elsewhere(&name, &SPREAD).ok());
            sources.filter_map(|source| Pack::other(&source, self.context)).collect()
        })
    }

    /// The hashes of everything of a class that the archive on show holds, or that lies beside.
    pub fn of_class(&self, class: u32) -> Vec<u32> {
        if let Some(own) = &self.own {
            let all = own.files().filter(|(_, of, _)| *of == class);
            return all.map(|(_, _, name)| name).collect();
        }
        let mut all: Vec<(&String, u32)> = Vec::new();
        for (hash, name) in self.beside().iter() {
            if class_in(name) == Some(class) {
                all.push((name, *hash));
            }
        }
        // A name may stand for several hashes: the first of them.
        all.sort();
        all.dedup_by_key(|(name, _)| *name);
        all.into_iter().map(|(_, hash)| hash).collect()
    }

    /// What a resource is called, or its hash as eight hex digits.
    pub fn name(&self, hash: u32) -> String {
        let own = self.own.as_ref().and_then(|own| own.name(hash));
        let known = own.or_else(|| self.beside().get(hash).cloned());
        let known = known.or_else(|| self.context.names.name(hash)).or_else(|| {
            let mut others = self.others.get().into_iter().flatten();
            others.find_map(|other| other.name(hash))
        });
        known.unwrap_or_else(|| format!("{hash:08X}"))
    }

    /// The resource, where it is.
    pub fn open(&self, hash: u32) -> Option<Source> {
        self.find(hash).map(|found| found.source)
    }

    /// The resource, where it is, and its class.
    pub fn find(&self, hash: u32) -> Option<Found> {
        if hash == 0 {
            return None;
        }
        if let Some(name) = self.beside().get(hash) {
            let source = self.context.siblings.open(name).ok()?;
            let class = stated_class(&source).or_else(|| class_in(name));
            return Some(Found { source, class });
        }
        let own = self.own.as_ref()?;
        if let Some(index) = own.find(hash) {
            let source = own.open(index, self.context)?;
            return Some(Found { class: stated_class(&source), source });
        }
        let mut others = self.others().iter();
        let (other, index) = others.find_map(|other| Some((other, other.find(hash)?)))?;
        let source = other.open(index, self.context)?;
        Some(Found { class: stated_class(&source), source })
    }

    /// What a resource holds.
    ///
    /// # Errors
    /// Where nothing can be said about it.
    pub fn read<T: Records>(&self, source: &Source) -> Result<Arc<Loaded<T>>> {
        Loaded::companion(source, self.context)
    }
}

/// Names of files, by the hash they stand for.
type ByHash = HashMap<u32, String>;

/// The files beside one.
#[derive(Default)]
struct Beside {
    own: Arc<ByHash>,
    /// Files in the folders that the user named: used for hashes that no companion resolves.
    further: Arc<ByHash>,
}

impl Beside {
    fn of(context: Context<'_>) -> Self {
        const KEY: &str = "totem names by hash";
        let siblings = context.siblings;
        let own = siblings.of_folder(KEY, &|| {
            let names = siblings.names();
            let mut by_hash = by_hash(&names);
            add_extracted(&mut by_hash, &names, context);
            Arc::new(by_hash)
        });
        let further = siblings.of_roots(KEY, &|| Arc::new(by_hash(&siblings.in_roots())));
        let table = |made: Kept| made.downcast().unwrap_or_default();
        Self { own: table(own), further: table(further) }
    }

    fn get(&self, hash: u32) -> Option<&String> {
        self.own.get(&hash).or_else(|| self.further.get(&hash))
    }

    fn iter(&self) -> impl Iterator<Item = (&u32, &String)> {
        let further = self.further.iter().filter(|(hash, _)| !self.own.contains_key(hash));
        self.own.iter().chain(further)
    }
}

fn by_hash(names: &[String]) -> ByHash {
    let mut all = ByHash::new();
    names.iter().for_each(|name| add(&mut all, name));
    all
}

/// A file that is beside.
fn add(by_hash: &mut ByHash, name: &str) {
    let mut add = |written: &str| {
        let hash = crc32fast::hash(&cp1252::encode(written));
        by_hash.entry(hash).or_insert_with(|| name.to_owned());
    };
    add(name);
    // Hashed names are upper case as a rule.
    if name.bytes().any(|byte| byte.is_ascii_lowercase()) {
        add(&name.to_ascii_uppercase());
    }
    // What an archive's file is called when nothing names it.
    let stem = name.split('.').next().unwrap_or(name);
    if let (8, Ok(hash)) = (stem.len(), u32::from_str_radix(stem, 16)) {
        by_hash.entry(hash).or_insert_with(|| name.to_owned());
    }
}

/// Extracted files have safe names; a name table beside them tells what they were called.
fn add_extracted(by_hash: &mut ByHash, names: &[String], context: Context<'_>) {
    let tables = names.iter().filter(|name| is_name_table(name));
    let tables = tables.filter_map(|name| context.siblings.open(name).ok());
    let tables = tables.filter_map(|table| Loaded::companion(&table, context).ok());
    let tables: Vec<Arc<Loaded<ArchiveHalf>>> = tables.collect();
    if tables.is_empty() {
        return;
    }
    let known: HashMap<String, &String> =
        names.iter().map(|name| (name.to_ascii_uppercase(), name)).collect();
    for table in &tables {
        let ArchiveHalf::Names(table) = &table.records else { continue };
        for line in &table.lines {
            let (Some(hash), name) = (line.hash, line.text()) else { continue };
            if let Some(file) = known.get(&safe_name(&name).to_ascii_uppercase()) {
                by_hash.entry(hash).or_insert_with(|| (*file).clone());
            }
        }
    }
}

/// The class that an archive says a file has.
fn stated_class(source: &Source) -> Option<u32> {
    let Stated { format, .. } = source.attached::<Stated>()?;
    let name = format.strip_prefix("totem.")?;
    CLASSES.iter().find(|class| class.name.eq_ignore_ascii_case(name)).map(|class| class.value)
}
