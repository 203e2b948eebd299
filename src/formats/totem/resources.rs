//! Finds other resources: members of the same archive, files of the same folder, and members of other
//! archives of the same console that are in the folder or open.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use super::archive::{ArchiveHalf, OtherArchives, Pack, is_name_table};
use super::name::class_in;
use crate::bytes::cp1252;
use crate::bytes::{Result, Source};
use crate::container::{Context, ParsedContent, safe_name};
use crate::formats::{Loaded, MemberFormat, Records};

use super::name::CLASSES;

/// A resource that was found.
pub(super) struct FoundResource {
    pub source: Source,
    /// Hash of its class, if known.
    pub class: Option<u32>,
}

/// Finds resources by name hash.
pub(super) struct Resources<'a> {
    pub context: Context<'a>,
    /// Companion files; listed on first use.
    beside: OnceCell<CompanionsByHash>,
    /// The displayed archive.
    own: Option<Pack<'a>>,
    /// Other archives; read when a resource is missing.
    others: OnceCell<OtherArchives>,
}

impl<'a> Resources<'a> {
    pub fn new(context: Context<'a>) -> Self {
        Self { context, beside: OnceCell::new(), own: None, others: OnceCell::new() }
    }

    /// Resources inside an archive.
    pub fn inside(own: Pack<'a>, context: Context<'a>) -> Self {
        Self { own: Some(own), ..Self::new(context) }
    }

    fn beside(&self) -> &CompanionsByHash {
        self.beside.get_or_init(|| match self.own {
            Some(_) => CompanionsByHash::default(),
            None => CompanionsByHash::of(self.context),
        })
    }

    /// The resource in another archive of the same console.
    fn in_others(&self, own: &Pack<'_>, hash: u32) -> Option<Source> {
        let others = self.others.get_or_init(|| OtherArchives::of(own, self.context));
        let (pack, index) = others.find(hash, self.context)?;
        pack.open(index, self.context)
    }

    /// Hashes of all resources of a class in the displayed archive, or among the companion files.
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
        // A file may be listed under several hashes; the first is used.
        all.sort();
        all.dedup_by_key(|(name, _)| *name);
        all.into_iter().map(|(_, hash)| hash).collect()
    }

    /// Name of a resource, or its hash as eight hex digits.
    pub fn name(&self, hash: u32) -> String {
        let own = self.own.as_ref().and_then(|own| own.name(hash));
        let known = own.or_else(|| self.beside().get(hash).cloned());
        let known = known.or_else(|| self.context.names.name(hash));
        let known = known.or_else(|| self.others.get()?.name(hash, self.context));
        known.unwrap_or_else(|| format!("{hash:08X}"))
    }

    /// Opens a resource.
    pub fn open(&self, hash: u32) -> Option<Source> {
        self.find(hash).map(|found| found.source)
    }

    /// Opens a resource and determines its class.
    pub fn find(&self, hash: u32) -> Option<FoundResource> {
        if hash == 0 {
            return None;
        }
        if let Some(name) = self.beside().get(hash) {
            let source = self.context.siblings.open(name).ok()?;
            let class = stated_class(&source).or_else(|| class_in(name));
            return Some(FoundResource { source, class });
        }
        let own = self.own.as_ref()?;
        if let Some(index) = own.find(hash) {
            let source = own.open(index, self.context)?;
            return Some(FoundResource { class: stated_class(&source), source });
        }
        let source = self.in_others(own, hash)?;
        Some(FoundResource { class: stated_class(&source), source })
    }

    /// Reads a resource.
    ///
    /// # Errors
    /// If the content cannot be interpreted.
    pub fn read<T: Records>(&self, source: &Source) -> Result<Arc<Loaded<T>>> {
        Loaded::companion(source, self.context)
    }
}

/// File names by name hash.
type ByHash = HashMap<u32, String>;

/// Companion files by name hash.
#[derive(Default)]
struct CompanionsByHash {
    own: Arc<ByHash>,
    /// Files in the folders that the user added: used for hashes that no companion resolves.
    further: Arc<ByHash>,
}

impl CompanionsByHash {
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
        let table = |made: ParsedContent| made.downcast().unwrap_or_default();
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

/// Adds a companion file.
fn add(by_hash: &mut ByHash, name: &str) {
    let mut add = |written: &str| {
        let hash = crc32fast::hash(&cp1252::encode(written));
        by_hash.entry(hash).or_insert_with(|| name.to_owned());
    };
    add(name);
    // Hashed names are usually upper case.
    if name.bytes().any(|byte| byte.is_ascii_lowercase()) {
        add(&name.to_ascii_uppercase());
    }
    // File name of an archive member without a name.
    let stem = name.split('.').next().unwrap_or(name);
    if let (8, Ok(hash)) = (stem.len(), u32::from_str_radix(stem, 16)) {
        by_hash.entry(hash).or_insert_with(|| name.to_owned());
    }
}

/// Extracted files have sanitised names; a companion name table gives the original ones.
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

/// Class of a file according to its archive.
fn stated_class(source: &Source) -> Option<u32> {
    let MemberFormat { format, .. } = source.attached::<MemberFormat>()?;
    let name = format.strip_prefix("totem.")?;
    CLASSES.iter().find(|class| class.name.eq_ignore_ascii_case(name)).map(|class| class.value)
}
