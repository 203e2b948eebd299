//! Writes facts of files to the index.

mod removal;

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension, params};

use super::element_number;
use super::error::IndexError;
use super::facts::{Asset, FileFacts, by_severity};
use super::word_match::letters;
use super::{FaceWord, Index, Kind};

/// Bits for the number of an asset in its file.
pub(super) const ASSET_BITS: u32 = 24;
/// Maximum number of problems of a file that are stored.
const MAX_PROBLEMS: usize = 200;
/// Longest transaction: how long other writers wait, and how much is lost if the program is killed.
pub(super) const HOLD: Duration = Duration::from_millis(400);
/// Longest transaction of an index in memory, where readers wait, too.
const HOLD_IN_MEMORY: Duration = Duration::from_millis(10);
/// Pause for readers between two transactions.
const PAUSE_IN_MEMORY: Duration = Duration::from_millis(3);

impl Index {
    /// Adds facts that were gathered elsewhere, each about a file on disk. The next
    /// [update](Index::update) of their folder removes them.
    ///
    /// # Errors
    /// If the index cannot be written.
    pub fn put(&self, files: impl IntoIterator<Item = FileFacts>) -> Result<(), IndexError> {
        let mut writer = Writer::new(self)?;
        for facts in files {
            writer.put(&facts, None)?;
        }
        writer.end()
    }
}

/// The range of the assets' numbers of a file. The first one is the file itself.
pub(super) fn assets_of(file: i64) -> (i64, i64) {
    (file << ASSET_BITS, (file << ASSET_BITS) | ((1 << ASSET_BITS) - 1))
}

/// Writes in short transactions. Changes that were not [ended](Writer::end) are rolled back.
pub struct Writer {
    /// Connection to the index.
    pub connection: Connection,
    /// Longest duration of a transaction, and the pause after it.
    hold: Duration,
    pause: Duration,
    /// Start of the open transaction.
    since: Option<Instant>,
    /// Version counter, to detect other writers.
    version: i64,
    /// Ids of texts that are stored once, by table.
    words: HashMap<(&'static str, String), i64>,
    /// Trigrams that are already stored, by table.
    threes: HashMap<&'static str, HashSet<[char; 3]>>,
    face_numbers: HashMap<(i64, u32), i64>,
}

impl Writer {
    /// Creates a writer.
    ///
    /// # Errors
    /// If the index cannot be opened.
    pub fn new(index: &Index) -> Result<Self, IndexError> {
        let connection = index.home.connect()?;
        connection.set_prepared_statement_cache_capacity(64);
        let (hold, pause) = match index.is_kept() {
            true => (HOLD, Duration::ZERO),
            false => (HOLD_IN_MEMORY, PAUSE_IN_MEMORY),
        };
        let (words, face_numbers, threes) = Default::default();
        Ok(Self { connection, hold, pause, since: None, version: 0, words, threes, face_numbers })
    }

    /// Opens a transaction if none is open.
    pub fn begin(&mut self) -> Result<(), IndexError> {
        if self.since.is_none() {
            self.connection.execute_batch("BEGIN IMMEDIATE")?;
            let version = self.connection.pragma_query_value(None, "data_version", |r| r.get(0))?;
            if std::mem::replace(&mut self.version, version) != version {
                // Another process wrote in the meantime, and may have removed cached rows.
                self.words.clear();
                self.face_numbers.clear();
                self.threes.clear();
            }
            self.since = Some(Instant::now());
        }
        Ok(())
    }

    /// Ends a transaction that has been open for too long, and pauses so that others can write.
    fn end_overlong(&mut self) -> Result<(), IndexError> {
        if self.since.is_some_and(|since| since.elapsed() > self.hold) {
            self.end()?;
            std::thread::sleep(self.pause);
        }
        Ok(())
    }

    /// Like [`Self::end_overlong`], but within a file: an index in memory may contain incomplete files.
    /// Returns `false` if the file was removed in the meantime.
    fn end_overlong_within(&mut self, file: i64) -> Result<bool, IndexError> {
        if self.pause.is_zero() {
            return Ok(true);
        }
        self.end_overlong()?;
        if self.since.is_some() {
            return Ok(true);
        }
        self.begin()?;
        self.is_there(file)
    }

    /// `true` if a file exists; another process may have removed it.
    fn is_there(&self, file: i64) -> Result<bool, IndexError> {
        let mut found = self.connection.prepare_cached("SELECT 1 FROM file WHERE id = ?1")?;
        Ok(found.exists([file])?)
    }

    /// Commits the transaction.
    pub fn end(&mut self) -> Result<(), IndexError> {
        if self.since.take().is_some() {
            self.connection.execute_batch("COMMIT")?;
        }
        Ok(())
    }

    /// Adds a file, replacing its previous facts. `holder` is the file on disk that contains it; `None`
    /// for that file itself. Returns its number, or `None` if another process removed the holder
    /// in the meantime and will read all its members.
    pub fn put(
        &mut self,
        facts: &FileFacts,
        holder: Option<i64>,
    ) -> Result<Option<i64>, IndexError> {
        self.begin()?;
        if let Some(holder) = holder
            && !self.is_there(holder)?
        {
            return Ok(None);
        }
        let query = "SELECT id FROM file WHERE path = ?1";
        let known =
            self.connection.prepare_cached(query)?.query_row([&facts.path], |row| row.get(0));
        if let Some(known) = known.optional()? {
            while self.remove_some(known)? {}
            self.remove_one(known)?;
        }
        let game = facts.game.as_ref().map(|game| self.words("game", game)).transpose()?;
        let id = self.put_file(facts, holder, game)?;
        self.put_own(id, facts)?;
        self.put_problems(id, facts)?;
        let last = (1_i64 << ASSET_BITS) - 1;
        for (asset, number) in facts.assets.iter().zip(1..=last) {
            self.put_asset(assets_of(id).0 + number, asset)?;
            if !self.end_overlong_within(id)? {
                return Ok(None);
            }
        }
        self.end_overlong()?;
        Ok(Some(id))
    }

    fn put_problems(&self, id: i64, facts: &FileFacts) -> Result<(), IndexError> {
        for problem in facts.problems.iter().take(MAX_PROBLEMS) {
            let query = "INSERT INTO problem VALUES (?1, ?2, ?3, ?4, ?5)";
            self.connection.prepare_cached(query)?.execute(params![
                id,
                problem.severity as i64,
                stored(problem.span.start),
                problem.field,
                problem.message,
            ])?;
        }
        Ok(())
    }

    fn put_file(
        &mut self,
        facts: &FileFacts,
        holder: Option<i64>,
        game: Option<i64>,
    ) -> Result<i64, IndexError> {
        let [fields, padding, unread] = facts.coverage.map(stored);
        let [notes, warnings, errors] = by_severity(&facts.problems).map(stored);
        let query = "INSERT INTO file (path, holder, size, format, version, status, game, fields, padding, \
                     unread, notes, warnings, errors, assets) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
        self.connection.prepare_cached(query)?.execute(params![
            facts.path,
            holder.unwrap_or(0),
            stored(facts.size),
            facts.format,
            facts.version,
            facts.status,
            game,
            fields,
            padding,
            unread,
            notes,
            warnings,
            errors,
            facts.assets.len() + 1,
        ])?;
        let id = self.connection.last_insert_rowid();
        if holder.is_none() {
            let query = "UPDATE file SET holder = id WHERE id = ?1";
            self.connection.prepare_cached(query)?.execute([id])?;
        }
        self.put_letters("paths", id, &facts.path)?;
        Ok(id)
    }

    /// Adds the entry of the file itself.
    fn put_own(&mut self, id: i64, facts: &FileFacts) -> Result<(), IndexError> {
        let query = "INSERT INTO asset (id, kind, name, crc, content) VALUES (?1, ?2, ?3, ?4, ?5)";
        self.connection.prepare_cached(query)?.execute(params![
            assets_of(id).0,
            Kind::File.number(),
            base_name(&facts.path),
            facts.content.crc,
            facts.content.hash.to_le_bytes(),
        ])?;
        self.put_letters("names", assets_of(id).0, base_name(&facts.path))
    }

    /// Stores the trigrams of a text.
    fn put_letters(&mut self, table: &'static str, id: i64, text: &str) -> Result<(), IndexError> {
        let text = letters(text);
        let query = format!("INSERT INTO {table} (rowid, text) VALUES (?1, ?2)");
        self.connection.prepare_cached(&query)?.execute(params![id, text])?;
        let known = self.threes.entry(table).or_default();
        let letters: Vec<char> = text.chars().collect();
        for three in letters.windows(3).filter_map(|three| <[char; 3]>::try_from(three).ok()) {
            if known.insert(three) {
                let query = format!("INSERT OR IGNORE INTO {table}_letters VALUES (?1)");
                let three: String = three.iter().collect();
                self.connection.prepare_cached(&query)?.execute([three])?;
            }
        }
        Ok(())
    }

    fn put_asset(&mut self, id: i64, asset: &Asset) -> Result<(), IndexError> {
        let codec = asset.codec.map(|codec| self.words("codec", codec)).transpose()?;
        let [width, height, depth] = asset.size.map_or([None; 3], |size| size.map(Some));
        let query = "INSERT INTO asset VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, \
                     ?16, ?17)";
        self.connection.prepare_cached(query)?.execute(params![
            id,
            asset.kind.number(),
            asset.name,
            some(&asset.also),
            some(&asset.origin.path),
            stored(asset.origin.span.start),
            asset.content.map(|content| content.crc),
            asset.content.map(|content| content.hash.to_le_bytes()),
            asset.texels.map(|content| content.hash.to_le_bytes()),
            width,
            height,
            depth,
            asset.faces.map(stored),
            asset.seconds,
            some(&asset.text),
            codec,
            element_number::stored(asset.element),
        ])?;
        self.put_letters("names", id, &[asset.name.as_str(), &asset.also].join("\n"))?;
        if !asset.text.is_empty() {
            self.put_letters("texts", id, &asset.text)?;
        }
        for hash in &asset.hashes {
            let query = "INSERT OR IGNORE INTO hash VALUES (?1, ?2)";
            self.connection.prepare_cached(query)?.execute(params![hash, id])?;
        }
        if let Some([least, greatest]) = asset.bounds {
            let [x, y, z] = least.map(f64::from);
            let [dx, dy, dz] =
                std::array::from_fn(|at| f64::from(greatest[at]) - f64::from(least[at]));
            let query = "INSERT INTO extent VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
            self.connection.prepare_cached(query)?.execute(params![id, x, y, z, dx, dy, dz])?;
        }
        for found in &asset.numbers {
            let number = self.face_number(found.field, found.number)?;
            let query = "INSERT OR IGNORE INTO face_count VALUES (?1, ?2, ?3)";
            self.connection.prepare_cached(query)?.execute(params![
                number,
                id,
                stored(found.faces)
            ])?;
        }
        Ok(())
    }

    /// The id of a text in a table, added if missing.
    fn words(&mut self, table: &'static str, words: &str) -> Result<i64, IndexError> {
        let key = (table, words.to_owned());
        if let Some(known) = self.words.get(&key) {
            return Ok(*known);
        }
        let query = format!("INSERT OR IGNORE INTO {table} (words) VALUES (?1)");
        self.connection.prepare_cached(&query)?.execute([words])?;
        let query = format!("SELECT id FROM {table} WHERE words = ?1");
        let id = self.connection.prepare_cached(&query)?.query_row([words], |row| row.get(0))?;
        self.words.insert(key, id);
        Ok(id)
    }

    /// The id of a face value, added if missing.
    fn face_number(&mut self, field: FaceWord, number: u32) -> Result<i64, IndexError> {
        let key = (field.number(), number);
        if let Some(known) = self.face_numbers.get(&key) {
            return Ok(*known);
        }
        let query = "INSERT OR IGNORE INTO face_number (field, number) VALUES (?1, ?2)";
        self.connection.prepare_cached(query)?.execute(params![key.0, key.1])?;
        let query = "SELECT id FROM face_number WHERE field = ?1 AND number = ?2";
        let id = self
            .connection
            .prepare_cached(query)?
            .query_row(params![key.0, key.1], |row| row.get(0))?;
        self.face_numbers.insert(key, id);
        Ok(id)
    }

    /// Marks a file on disk and all its members as complete.
    pub fn finish(&mut self, file: i64, stamp: &str) -> Result<(), IndexError> {
        self.begin()?;
        let query = "UPDATE file SET stamp = ?2 WHERE id = ?1";
        self.connection.prepare_cached(query)?.execute(params![file, stamp])?;
        self.end_overlong()
    }
}

/// Uncommitted changes are rolled back when the connection closes.
impl Drop for Writer {
    fn drop(&mut self) {
        if self.since.is_some() {
            // Nothing can be done about an error here.
            let _ = self.connection.execute_batch("ROLLBACK");
        }
    }
}

/// The text, if it is not empty.
fn some(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// Last component of a path.
fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Numbers are stored signed; no file is large enough to overflow.
pub(super) fn stored(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
