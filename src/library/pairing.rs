//! Pairs the files of two folders, archives or discs: by path, then by content, then by similar content.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hasher};

use super::{Library, OpenError, Opened, ResolvedPath};
use crate::container::join;

/// A file of a folder, archive or disc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// Path below the folder.
    pub name: String,
    /// Path that opens the file.
    pub path: String,
}

/// The files of a folder, archive or disc.
#[derive(Clone, Debug, Default)]
pub struct FileList {
    /// The files in folders that can be read.
    pub files: Vec<NamedFile>,
    /// Folders that cannot be read: their names in lower case, and the reasons. Their files are not known.
    pub unread: Vec<(String, String)>,
}

/// `true` if a file of this name is in one of these folders.
fn is_below(folders: &HashSet<&str>, name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let above = name.match_indices('/').filter_map(|(end, _)| name.get(..end));
    above.chain([""]).any(|folder| folders.contains(folder))
}

/// A file that is in the first folder, in the second, or in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePair {
    /// The file in the first folder.
    pub a: Option<NamedFile>,
    /// The file in the second folder.
    pub b: Option<NamedFile>,
}

impl FilePair {
    /// The name in the first folder, otherwise that in the second.
    pub fn name(&self) -> &str {
        self.a.as_ref().or(self.b.as_ref()).map_or("", |file| &file.name)
    }
}

/// `true` if two names are equal without case and without the position that archives with hash
/// names prepend: `001_3ABDA22E.cau`.
pub fn is_same_name(a: &str, b: &str) -> bool {
    comparable(a) == comparable(b)
}

/// A name in lower case, and without a position.
fn comparable(name: &str) -> String {
    let (folder, leaf) = name.rsplit_once('/').unwrap_or(("", name));
    let rest = leaf.trim_start_matches(|c: char| c.is_ascii_digit());
    let leaf = rest.strip_prefix('_').filter(|_| rest.len() < leaf.len()).unwrap_or(leaf);
    format!("{folder}/{leaf}").to_ascii_lowercase()
}

/// Longest part of a file that is compared with other files.
const MAX_COMPARED: usize = 16 << 20;
/// Length of the parts that files are compared by, in bytes.
const PART: usize = 16;
/// On average, one part in this number is compared.
const SAMPLING: u64 = 16;
/// Minimum number of compared parts; files with fewer are too short for a comparison.
const MIN_PARTS: usize = 8;
/// Maximum number of files that share a part; one in more files is no sign of a common origin.
const MAX_SHARED: usize = 16;

impl Library {
    /// The files below a folder.
    pub fn named_files(&self, folder: &str) -> FileList {
        let name =
            |path: &str| path.strip_prefix(folder).unwrap_or(path).trim_matches('/').to_owned();
        let mut unread = Vec::new();
        let below = self.files_below(folder, &mut |path, error| {
            unread.push((name(path).to_ascii_lowercase(), error.to_string()));
        });
        let files = below.into_iter().map(|path| NamedFile { name: name(&path), path }).collect();
        FileList { files, unread }
    }

    /// The members of an archive or disc at `path`; those with the same path as an earlier one are ignored.
    /// `None` if the fields of the file describe its members, or if it has none.
    pub fn named_members(&self, opened: &Opened, path: &str) -> Option<FileList> {
        let members = opened.members(self).filter(|members| !members.are_parts())?;
        let mut known = HashSet::new();
        let names = members.list().iter().map(|member| &member.path);
        let named = |name: &String| NamedFile { name: name.clone(), path: join(path, name) };
        let files = names.filter(|name| known.insert(*name)).map(named).collect();
        Some(FileList { files, unread: Vec::new() })
    }

    /// Checks a file of a list without reading it. Members of archives are not checked.
    ///
    /// # Errors
    /// If the file was removed from the disk since its folder was listed.
    pub fn check_listed(&self, file: &NamedFile) -> Result<(), OpenError> {
        let path = &file.path;
        let missing = || OpenError::NotFound(format!("{path}: no such file or folder"));
        self.is_there(path).then_some(()).ok_or_else(missing)
    }

    /// Pairs two lists of files: those with the [same name](is_same_name), then those with the same
    /// content, and then those that have at least half of their content in common. Sorted by name. Files without
    /// a counterpart are left out if it may be in a folder that cannot be read.
    ///
    /// Only files without a namesake are read, as long as `go_on` returns `true`.
    pub fn pair_files(&self, a: FileList, b: FileList, go_on: &dyn Fn() -> bool) -> Vec<FilePair> {
        let unread = [&a.unread, &b.unread];
        let unread: [HashSet<&str>; 2] =
            unread.map(|list| list.iter().map(|(folder, _)| folder.as_str()).collect());
        let mut pairing = Pairing { pairs: Vec::new(), a: a.files, b: b.files };
        pairing.by_key(|file| Some(file.name.clone()));
        pairing.by_key(|file| Some(comparable(&file.name)));
        self.by_content(&mut pairing, go_on);
        self.by_similarity(&mut pairing, go_on);
        pairing.a.retain(|file| !is_below(&unread[1], &file.name));
        pairing.b.retain(|file| !is_below(&unread[0], &file.name));
        pairing.finished()
    }

    /// Pairs files of equal content. Of several, those with the same last component of the name first.
    fn by_content(&self, pairing: &mut Pairing, go_on: &dyn Fn() -> bool) {
        let sizes = |files: &[NamedFile]| -> HashMap<String, u64> {
            let size = |file: &NamedFile| Some((file.path.clone(), self.content_size(file)?));
            files.iter().take_while(|_| go_on()).filter_map(size).collect()
        };
        let sizes = [sizes(&pairing.a), sizes(&pairing.b)];
        let [of_a, of_b] = [0, 1].map(|side: usize| -> HashSet<u64> {
            sizes.get(side).into_iter().flatten().map(|(_, size)| *size).collect()
        });
        let mut hashes: HashMap<String, (u64, u64)> = HashMap::new();
        for (path, size) in sizes.iter().flatten() {
            if of_a.contains(size) && of_b.contains(size) && go_on() {
                let hash = self.with_content(path, |bytes| {
                    let mut hasher = DefaultHasher::new();
                    hasher.write(bytes);
                    hasher.finish()
                });
                hashes.extend(hash.map(|hash| (path.clone(), (*size, hash))));
            }
        }
        let leaf = |file: &NamedFile| {
            file.name.rsplit('/').next().unwrap_or_default().to_ascii_lowercase()
        };
        pairing.by_key(|file| Some((*hashes.get(&file.path)?, leaf(file))));
        pairing.by_key(|file| hashes.get(&file.path).copied());
    }

    /// Pairs files with similar content, the most similar first.
    fn by_similarity(&self, pairing: &mut Pairing, go_on: &dyn Fn() -> bool) {
        if pairing.a.is_empty() || pairing.b.is_empty() {
            return;
        }
        let parts = |files: &[NamedFile]| -> Vec<Vec<u64>> {
            let read = |file: &NamedFile| self.with_content(&file.path, parts).unwrap_or_default();
            files.iter().take_while(|_| go_on()).map(read).collect()
        };
        let (a, b) = (parts(&pairing.a), parts(&pairing.b));
        let mut owners: HashMap<u64, Vec<usize>> = HashMap::new();
        for (file, parts) in a.iter().enumerate() {
            parts.iter().for_each(|part| owners.entry(*part).or_default().push(file));
        }
        let mut candidates = Vec::new();
        for (second, parts) in b.iter().enumerate() {
            let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
            let known = parts.iter().filter_map(|part| owners.get(part));
            for owner in known.filter(|owners| owners.len() <= MAX_SHARED).flatten() {
                *shared.entry(*owner).or_default() += 1;
            }
            for (first, count) in shared {
                let most = a.get(first).map_or(0, Vec::len).max(parts.len());
                if most >= MIN_PARTS && count * 2 >= most {
                    candidates.push((count * 1000 / most, first, second));
                }
            }
        }
        candidates
            .sort_by_key(|(score, first, second)| (std::cmp::Reverse(*score), *first, *second));
        let (mut firsts, mut seconds) = (HashMap::new(), HashMap::new());
        for (_, first, second) in candidates {
            if !firsts.contains_key(&first) && !seconds.contains_key(&second) {
                firsts.insert(first, firsts.len());
                seconds.insert(second, seconds.len());
            }
        }
        let key = |files: &[NamedFile], chosen: HashMap<usize, usize>| -> HashMap<String, usize> {
            let path = |at: usize| files.get(at).map(|file| file.path.clone());
            chosen.into_iter().filter_map(|(at, number)| Some((path(at)?, number))).collect()
        };
        let (firsts, seconds) = (key(&pairing.a, firsts), key(&pairing.b, seconds));
        pairing.by_keys(
            |file| firsts.get(&file.path).copied(),
            |file| seconds.get(&file.path).copied(),
        );
    }

    fn content_size(&self, file: &NamedFile) -> Option<u64> {
        match self.place(&file.path) {
            Ok(ResolvedPath::File(source)) => Some(source.len()),
            _ => None,
        }
    }

    /// Calls `f` with the content of a file, which is closed afterwards.
    fn with_content<T>(&self, path: &str, f: impl FnOnce(&[u8]) -> T) -> Option<T> {
        let Ok(ResolvedPath::File(source)) = self.place(path) else { return None };
        let result = f(source.bytes());
        self.close_source(&source);
        Some(result)
    }
}

/// Pairs that were found, and the files without one.
struct Pairing {
    pairs: Vec<FilePair>,
    a: Vec<NamedFile>,
    b: Vec<NamedFile>,
}

impl Pairing {
    /// Pairs files with equal keys, in order.
    fn by_key<K: Eq + std::hash::Hash>(&mut self, key: impl Fn(&NamedFile) -> Option<K>) {
        self.by_keys(&key, &key);
    }

    fn by_keys<K: Eq + std::hash::Hash>(
        &mut self,
        a_key: impl Fn(&NamedFile) -> Option<K>,
        b_key: impl Fn(&NamedFile) -> Option<K>,
    ) {
        let mut waiting: HashMap<K, Vec<NamedFile>> = HashMap::new();
        let mut left = Vec::new();
        // The last file of each key is taken first.
        for file in std::mem::take(&mut self.b).into_iter().rev() {
            match b_key(&file) {
                Some(key) => waiting.entry(key).or_default().push(file),
                None => left.push(file),
            }
        }
        for file in std::mem::take(&mut self.a) {
            let found = a_key(&file).and_then(|key| waiting.get_mut(&key)?.pop());
            match found {
                Some(found) => self.pairs.push(FilePair { a: Some(file), b: Some(found) }),
                None => self.a.push(file),
            }
        }
        left.extend(waiting.into_values().flatten());
        left.sort_by(|one, two| one.name.cmp(&two.name));
        self.b = left;
    }

    fn finished(self) -> Vec<FilePair> {
        let Self { mut pairs, a, b } = self;
        pairs.extend(a.into_iter().map(|file| FilePair { a: Some(file), b: None }));
        pairs.extend(b.into_iter().map(|file| FilePair { a: None, b: Some(file) }));
        pairs.sort_by(|one, two| one.name().cmp(two.name()));
        pairs
    }
}

/// Hashes of a sample of the parts of a file, sorted. The sample depends on the content of the parts, so an
/// insertion does not change the others.
fn parts(bytes: &[u8]) -> Vec<u64> {
    let bytes = bytes.get(..MAX_COMPARED).unwrap_or(bytes);
    let mut found: Vec<u64> = bytes
        .windows(PART)
        .filter_map(|part| {
            let (low, high) = (part.first_chunk()?, part.last_chunk()?);
            Some(mixed(u64::from_le_bytes(*low), u64::from_le_bytes(*high)))
        })
        .filter(|hash| hash % SAMPLING == 0)
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// A number in which every bit depends on all bits of both numbers.
fn mixed(low: u64, high: u64) -> u64 {
    let mixed = (low ^ high.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 16
}
