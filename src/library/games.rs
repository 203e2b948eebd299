//! Identifies the game of a file: by the serial of its disc, or by files that only one game has.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{PoisonError, RwLock};

use serde::Serialize;

use super::{Library, Opened, ResolvedPath};
use crate::bytes::Origin;

/// The built-in table of games.
const BUILT_IN: &str = include_str!("../../assets/names/games.txt");
/// First line of a game table.
const TITLE: &str = "# games";
/// Prefix of the first column for a game that is identified by its files.
const FILES: &str = "files ";
/// Maximum depth of a file below the folder of its game.
const MAX_FOLDERS: usize = 4;

/// Known facts about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Game {
    /// Title; for a disc with an unknown serial, the serial.
    pub title: String,
    /// `PlayStation`, `PC`.
    pub platform: Option<String>,
    /// `USA`, `Europe`.
    pub region: Option<String>,
    /// Version or date, for games with several releases.
    pub build: Option<String>,
    /// Serial of the disc by which it was identified.
    #[serde(skip)]
    pub serial: Option<String>,
}

impl Game {
    /// The game in a line: `Title (platform, region, build)`.
    pub fn in_words(&self) -> String {
        let parts = [&self.platform, &self.region, &self.build];
        let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        if parts.is_empty() {
            return self.title.clone();
        }
        format!("{} ({})", self.title, parts.join(", "))
    }
}

/// Tables of games; later ones win.
#[derive(Default)]
pub struct GameBook {
    /// Locked only for look-ups.
    tables: RwLock<Tables>,
}

#[derive(Default)]
struct Tables {
    by_serial: HashMap<String, Game>,
    /// Files that must all be present.
    by_files: Vec<(Vec<String>, Game)>,
}

impl GameBook {
    /// The built-in table of games.
    pub fn built_in() -> Self {
        let book = Self::default();
        book.add_table(BUILT_IN);
        book
    }

    /// `true` if a text is a game table, not a name list.
    pub fn is_table(text: &str) -> bool {
        text.trim_start_matches('\u{feff}').lines().next().is_some_and(|line| line.trim() == TITLE)
    }

    /// Adds lines `SERIALS | platform | region | title | family | build`, which override known ones; with
    /// `files NAME, NAME` instead of serials, a game is identified by files. Returns the number of lines.
    pub fn add_table(&self, text: &str) -> usize {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        let mut count = 0;
        for (first, game) in lines.filter_map(read_line) {
            count += 1;
            if let Some(names) = first.strip_prefix(FILES) {
                let names = names.split(',').map(|name| name.trim().to_owned()).collect();
                tables.by_files.retain(|(known, _)| *known != names);
                tables.by_files.insert(0, (names, game));
            } else {
                let serials = first.split_whitespace().map(str::to_ascii_uppercase);
                tables.by_serial.extend(serials.map(|serial| (serial, game.clone())));
            }
        }
        count
    }

    /// The game with this serial; an unknown serial becomes the title.
    pub fn by_serial(&self, serial: &str) -> Game {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        let known = tables.by_serial.get(&serial.to_ascii_uppercase()).cloned();
        let unknown = Game {
            title: serial.to_owned(),
            platform: None,
            region: None,
            build: None,
            serial: None,
        };
        Game { serial: Some(serial.to_owned()), ..known.unwrap_or(unknown) }
    }

    /// The first game for which `is_there` finds all files.
    pub fn by_files(&self, is_there: &dyn Fn(&str) -> bool) -> Option<Game> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        let rules = tables.by_files.clone();
        // Not locked while files are checked.
        drop(tables);
        rules
            .into_iter()
            .find(|(names, _)| names.iter().all(|name| is_there(name)))
            .map(|(_, game)| game)
    }
}

/// First column and game of a line; `None` for other lines.
fn read_line(line: &str) -> Option<(&str, Game)> {
    let mut columns = line.split('|').map(str::trim);
    let first = columns.next().filter(|first| !first.is_empty())?;
    let mut next = || columns.next().filter(|text| !text.is_empty()).map(str::to_owned);
    let (platform, region, title) = (next(), next(), next()?);
    let _family = next();
    Some((first, Game { title, platform, region, build: next(), serial: None }))
}

impl Library {
    /// The game of a file: that of its disc, or of a folder around it.
    pub fn game(&self, opened: &Opened) -> Option<Game> {
        if let Some(game) = self.game_of_disc(opened) {
            return Some(game);
        }
        let mut source = opened.stored.clone();
        while let Some(container) = self.container_of(&source) {
            if let Some(game) = self.game_of_disc(&container) {
                return Some(game);
            }
            source = container.stored.clone();
        }
        let Origin::File(path) = source.origin() else { return None };
        let path = path.canonicalize().unwrap_or_else(|_| path.clone());
        let folders = path.ancestors().skip(1).take(MAX_FOLDERS);
        folders.into_iter().find_map(|folder| self.game_in(folder))
    }

    /// The game whose files are in a folder on disk.
    pub fn game_in(&self, folder: &Path) -> Option<Game> {
        let is_there = |name: &str| {
            let mut parts = name.split('/');
            parts.try_fold(folder.to_path_buf(), |at, part| self.listings.find(&at, part)).is_some()
        };
        self.games.by_files(&is_there)
    }

    /// The game of the disc or folder at `path`.
    pub fn game_at(&self, path: &str) -> Option<Game> {
        match self.place(path).ok()? {
            ResolvedPath::Folder(folder) => self.game_in(&folder),
            ResolvedPath::File(source) => {
                let opened = self.open_source(&source, None).ok()?;
                self.game_of_disc(&opened)
            }
            ResolvedPath::Inside(..) => None,
        }
    }

    fn game_of_disc(&self, opened: &Opened) -> Option<Game> {
        let disc = opened.members(self)?.disc()?;
        if let Some(serial) = &disc.serial {
            return Some(self.games.by_serial(serial));
        }
        self.games.by_files(&|name| opened.member_at(self, name).is_some())
    }
}
