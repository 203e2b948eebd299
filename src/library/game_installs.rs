//! Installed games, from the registry of Windows or of Wine prefixes.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::disk::{FolderEntry, Listing, Listings};
use super::{Library, lock};
use crate::container::{FolderSet, Registered};

/// Maximum number of Wine prefixes; some users have one per game.
const MAX_PREFIXES: usize = 256;
/// Maximum size of a registry file in bytes; large ones have a tenth of it.
const MAX_REGISTRY: u64 = 64 << 20;

/// The registries to read.
#[derive(Clone, Debug, Default)]
pub struct Registries {
    /// Wine prefixes, which contain a registry.
    prefixes: Vec<PathBuf>,
    /// Read the system's registry, if it has one.
    own: bool,
}

/// Known installation folders.
#[derive(Default)]
pub(super) struct Installed {
    registries: Registries,
    /// Folders by name of the game, once they were requested.
    known: BTreeMap<&'static str, Vec<PathBuf>>,
}

impl Registries {
    /// The registries of this computer: its own, or those of the prefixes that Wine and its front-ends
    /// create.
    pub fn of_this_computer() -> Self {
        if cfg!(windows) {
            return Self { prefixes: Vec::new(), own: true };
        }
        let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|at| at.is_absolute());
        let home = folder("HOME").unwrap_or_default();
        Self::of_prefixes(prefixes(&home, folder("WINEPREFIX")))
    }

    /// The registries of these prefixes.
    pub fn of_prefixes(prefixes: Vec<PathBuf>) -> Self {
        Self { prefixes, own: false }
    }

    /// The existing folders in the registry values of a game.
    fn folders(&self, registered: &Registered) -> Vec<PathBuf> {
        let mut all = if self.own { system::folders(registered) } else { Vec::new() };
        for prefix in &self.prefixes {
            all.extend(in_prefix(prefix, registered));
        }
        all.retain(|folder| folder.is_dir());
        all.dedup();
        all
    }
}

impl Library {
    /// Sets the registries in which installed games are looked up.
    pub fn ask_registries(&self, registries: Registries) {
        *lock(&self.installed) = Installed { registries, known: BTreeMap::new() };
        self.change_locations();
    }

    /// Installation folders of a game.
    pub(super) fn installed(&self, spread: &FolderSet) -> Vec<PathBuf> {
        let Some(registered) = &spread.registered else { return Vec::new() };
        let registries = {
            let installed = lock(&self.installed);
            if let Some(known) = installed.known.get(spread.game) {
                return known.clone();
            }
            installed.registries.clone()
        };
        // Read without the lock: two threads may do it at the same time, with the same result.
        let folders = registries.folders(registered);
        lock(&self.installed).known.insert(spread.game, folders.clone());
        folders
    }
}

/// Wine prefixes: the configured one, the default one, and those of front-ends.
pub fn prefixes(home: &Path, chosen: Option<PathBuf>) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = chosen.into_iter().chain([home.join(".wine")]).collect();
    let managed = [
        ".local/share/wineprefixes",
        ".local/share/bottles/bottles",
        ".var/app/com.usebottles.bottles/data/bottles/bottles",
        ".PlayOnLinux/wineprefix",
        "Games",
        ".local/share/Steam/steamapps/compatdata",
        ".steam/steam/steamapps/compatdata",
    ];
    for folder in managed {
        let listing = Listing::read(&home.join(folder)).ok();
        let inside = listing.into_iter().flat_map(|listing| listing.entries);
        for FolderEntry { path, .. } in inside.filter(|entry| entry.is_folder) {
            // Steam's prefix is one level deeper.
            let inner = path.join("pfx");
            all.push(if inner.is_dir() { inner } else { path });
        }
    }
    all.retain(|prefix| prefix.join("system.reg").is_file());
    all.truncate(MAX_PREFIXES);
    all
}

/// Existing folders in the registry of a prefix, as paths of this system.
pub fn in_prefix(prefix: &Path, registered: &Registered) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for hive in ["system.reg", "user.reg"] {
        let Some(text) = read(&prefix.join(hive)) else { continue };
        let values = values(&text, registered);
        let folders = values.iter().filter_map(|value| on_disk(prefix, value));
        all.extend(folders.filter(|folder| folder.is_dir()));
    }
    all
}

/// A registry as text; if it is not UTF-8, each byte becomes a character.
fn read(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(MAX_REGISTRY).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The texts of the requested values, in the game's order. In a 64-bit prefix the keys of a 32-bit
/// program are one level deeper.
pub fn values(text: &str, registered: &Registered) -> Vec<String> {
    let is_wanted = |key: &str| {
        let key = key.to_ascii_lowercase().replace("wow6432node\\", "");
        key == registered.key.to_ascii_lowercase()
    };
    let mut found: BTreeMap<usize, String> = BTreeMap::new();
    let mut inside = false;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix('[') {
            let key = rest.split(']').next().unwrap_or("");
            inside = is_wanted(&unescaped(key));
        } else if inside
            && let Some((name, value)) = value_of(line)
            && let Some(at) =
                registered.values.iter().position(|known| known.eq_ignore_ascii_case(&name))
        {
            found.entry(at).or_insert(value);
        }
    }
    found.into_values().collect()
}

/// Name and text of a line `"name"="text"` or `"name"=str(2):"text"`.
fn value_of(line: &str) -> Option<(String, String)> {
    let (name, rest) = quoted(line)?;
    let rest = rest.strip_prefix('=')?;
    let rest = if rest.starts_with("str(") { rest.split_once(':')?.1 } else { rest };
    Some((name, quoted(rest)?.0))
}

/// The quoted text at the start, and the rest.
fn quoted(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut escaped = false;
    let end = inner.char_indices().find(|(_, character)| {
        let ends = *character == '"' && !escaped;
        escaped = *character == '\\' && !escaped;
        ends
    })?;
    Some((unescaped(inner.get(..end.0)?), inner.get(end.0 + 1..)?))
}

/// `\\` is a backslash; `\x` starts a character with up to four hexadecimal digits.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        if character != '\\' {
            plain.push(character);
            continue;
        }
        match rest.next() {
            Some('x') => {
                let mut number = 0;
                for _ in 0..4 {
                    let Some(digit) = rest.peek().and_then(|digit| digit.to_digit(16)) else {
                        break;
                    };
                    number = number * 16 + digit;
                    rest.next();
                }
                plain.push(char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some(other) => plain.push(other),
            None => {}
        }
    }
    plain
}

/// A Windows path in the prefix as a path of this system: drives are links in `dosdevices`, and names are
/// case-insensitive.
pub fn on_disk(prefix: &Path, path: &str) -> Option<PathBuf> {
    let mut parts = path.split(['\\', '/']).filter(|part| !part.is_empty());
    let drive = parts.next()?.to_ascii_lowercase();
    let is_drive = drive.len() == 2 && drive.ends_with(':') && drive.is_char_boundary(1);
    let letter = drive.chars().next().filter(|c| is_drive && c.is_ascii_lowercase())?;
    let linked = prefix.join("dosdevices").join(&drive);
    let root = if linked.exists() { linked } else { prefix.join(format!("drive_{letter}")) };
    let folders = Listings::default();
    parts.try_fold(root, |at, part| if part == ".." { None } else { folders.find(&at, part) })
}

#[cfg(windows)]
mod system {
    use std::path::PathBuf;

    use windows_registry::{CURRENT_USER, LOCAL_MACHINE};

    use crate::container::Registered;

    /// Folders in the registry of the system.
    pub fn folders(registered: &Registered) -> Vec<PathBuf> {
        let key = registered.key;
        // The keys of a 32-bit program are one level deeper.
        let deeper = key.replacen("Software\\", "Software\\WOW6432Node\\", 1);
        let mut all = Vec::new();
        for path in [deeper.as_str(), key] {
            for hive in [LOCAL_MACHINE, CURRENT_USER] {
                let Ok(key) = hive.open(path) else { continue };
                let values = registered.values.iter();
                all.extend(values.filter_map(|name| key.get_string(*name).ok()).map(PathBuf::from));
            }
        }
        all
    }
}

#[cfg(not(windows))]
mod system {
    use std::path::PathBuf;

    use crate::container::Registered;

    /// Other systems have no registry.
    pub fn folders(_: &Registered) -> Vec<PathBuf> {
        Vec::new()
    }
}
