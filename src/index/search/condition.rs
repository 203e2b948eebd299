//! Translates terms to SQL: conditions on a row, and candidates for matching rows.

use rusqlite::types::Value;

use super::{ASSET_BITS, Prepared, Root, assets_of, below};
use crate::bytes::Severity;
use crate::index::Kind;
use crate::index::query::{Extent, Number, Predicate, Size, Term};
use crate::index::word_match::{holds, trigrams};

/// An SQL fragment with the values of its parameters.
#[derive(Clone, Debug, Default)]
pub struct Sql {
    pub text: String,
    pub values: Vec<Value>,
}

/// Builds a statement over `file f` and `asset a`; values are in the order of the text.
pub struct Builder<'a> {
    roots: &'a [Root],
    pub values: Vec<Value>,
}

impl<'a> Builder<'a> {
    pub fn new(roots: &'a [Root]) -> Self {
        Self { roots, values: Vec::new() }
    }

    /// Adds a fragment with its values.
    pub fn take(&mut self, piece: &Sql) -> String {
        self.values.extend(piece.values.iter().cloned());
        piece.text.clone()
    }

    fn value(&mut self, value: impl Into<Value>) -> &'static str {
        self.values.push(value.into());
        "?"
    }

    /// Predicate that the file is in one of the roots.
    pub fn within(&mut self) -> String {
        if self.roots.is_empty() {
            return "1".to_owned();
        }
        let roots = self.roots;
        let each: Vec<String> = roots
            .iter()
            .map(|root| {
                let (first, last) = below(root.stored());
                self.values.extend([root.stored().to_owned(), first, last].map(Value::Text));
                "f.path = ? OR f.path >= ? AND f.path < ?".to_owned()
            })
            .collect();
        format!("({})", each.join(" OR "))
    }

    /// SQL expression of the file's path as displayed.
    fn path(&mut self) -> String {
        let mut shown = "f.path".to_owned();
        for root in self.roots.iter().rev().filter(|root| root.is_renamed()) {
            let length = root.stored().chars().count();
            let mut values = vec![Value::Text(root.stored().to_owned())];
            values.push(Value::Text(root.display_path().to_owned()));
            // Values are in the order of the text: outer ones before inner ones.
            let at = self.values.len() - shown.matches('?').count();
            self.values.splice(at..at, values);
            shown = format!(
                "CASE WHEN substr(f.path, 1, {length}) = ? THEN ? || substr(f.path, {}) ELSE {shown} END",
                length + 1
            );
        }
        shown
    }

    /// Columns of a hit.
    pub fn columns(&mut self, query: &Prepared) -> String {
        let rank = self.rank(query);
        format!(
            "a.id, f.path, a.kind, a.name, f.format, a.field, a.start, a.crc, a.width, a.height, \
             a.faces, a.seconds, a.text, {rank} AS rank, f.size, a.element, \
             (SELECT words FROM codec WHERE id = a.codec), e.x, e.y, e.z, e.dx, e.dy, e.dz"
        )
    }

    /// Rank of a hit.
    fn rank(&mut self, query: &Prepared) -> String {
        let words: Vec<&str> = query.query.words().collect();
        let Some(first) = words.first() else { return "3".to_owned() };
        let phrase = words.join(" ");
        self.value(phrase);
        self.value((*first).to_owned());
        let each: Vec<String> = words
            .iter()
            .map(|word| format!("holds(a.name, {})", self.value((*word).to_owned())))
            .collect();
        format!(
            "CASE WHEN lowered(a.name) = ? THEN 0 WHEN begins(a.name, ?) THEN 1 \
             WHEN {} THEN 2 ELSE 3 END",
            each.join(" AND ")
        )
    }

    /// Predicate of the whole query.
    pub fn conditions(&mut self, query: &Prepared) -> String {
        let mut all = vec![self.within()];
        for any in &query.query.all {
            let each: Vec<String> = any.iter().map(|term| self.condition(query, term)).collect();
            all.push(format!("({})", each.join(" OR ")));
        }
        all.join(" AND ")
    }

    fn condition(&mut self, query: &Prepared, term: &Term) -> String {
        let holds = self.holds(query, &term.what);
        // A missing value, such as a size or name, does not match.
        if term.negated {
            format!("NOT coalesce({holds}, 0)")
        } else {
            format!("coalesce({holds}, 0)")
        }
    }

    fn holds(&mut self, query: &Prepared, what: &Predicate) -> String {
        match what {
            Predicate::Word(word) => {
                let name = self.value(word.clone());
                let also = self.value(word.clone());
                let text = self.value(word.clone());
                let path = self.path();
                let word = self.value(word.clone());
                format!(
                    "(holds(a.name, {name}) OR holds(a.also, {also}) OR holds(a.text, {text}) OR holds({path}, {word}))"
                )
            }
            Predicate::Name(word) => {
                let name = self.value(word.clone());
                let also = self.value(word.clone());
                format!("(holds(a.name, {name}) OR holds(a.also, {also}))")
            }
            Predicate::Path(word) => {
                let path = self.path();
                format!("holds({path}, {})", self.value(word.clone()))
            }
            Predicate::Caption(word) => {
                let sound = Kind::Sound.number();
                format!("(a.kind = {sound} AND holds(a.text, {}))", self.value(word.clone()))
            }
            Predicate::Game(word) => format!(
                "f.game IN (SELECT id FROM game WHERE holds(words, {}))",
                self.value(word.clone())
            ),
            Predicate::Kind(kind) => format!("a.kind = {}", kind.number()),
            Predicate::Format(id) => format!("f.format = {}", self.value(id.clone())),
            Predicate::Hash(hash) => {
                format!("EXISTS (SELECT 1 FROM hash h WHERE h.hash = {hash} AND h.asset = a.id)")
            }
            Predicate::Crc(crc) => format!("a.crc = {crc}"),
            Predicate::Size(Size::Both(width, height)) => {
                format!("(a.width = {width} AND a.height = {height})")
            }
            Predicate::Size(Size::Side(side)) => {
                format!("({} OR {})", compared("a.width", *side), compared("a.height", *side))
            }
            Predicate::Extent(extent) => format!(
                "EXISTS (SELECT 1 FROM extent b WHERE b.asset = a.id AND ({}))",
                sides(*extent).join(" OR ")
            ),
            Predicate::Codec(word) => format!(
                "a.codec IN (SELECT id FROM codec WHERE holds(words, {}))",
                self.value(word.clone())
            ),
            Predicate::Depth(number) => compared("a.depth", *number),
            Predicate::Faces(number) => compared("a.faces", *number),
            Predicate::Seconds(number) => measured("a.seconds", *number),
            Predicate::BytesLong(number) => compared("f.size", *number),
            Predicate::Faced(field, mask) => format!(
                "EXISTS (SELECT 1 FROM face_count c JOIN face_number n ON n.id = c.face_number \
                 WHERE c.asset = a.id AND {})",
                field.condition(*mask)
            ),
            Predicate::Bytes(bytes) => is_found(query.pattern(bytes)),
            Predicate::Where(condition) => is_found(query.condition(condition)),
            Predicate::Problem(severity) => format!("f.{} > 0", column(*severity)),
            Predicate::SameAs(path) => match query.same(path) {
                Some(same) => {
                    let content = same.content.clone().map_or(Value::Null, Value::Blob);
                    let content = self.value(content);
                    format!(
                        "(a.content = {content} AND a.kind = {} AND a.id <> {})",
                        same.kind, same.id
                    )
                }
                None => "0".to_owned(),
            },
        }
    }
}

/// Predicate that an entry is among the matches with this number.
fn is_found(number: Option<usize>) -> String {
    let Some(number) = number else { return "0".to_owned() };
    format!("EXISTS (SELECT 1 FROM temp.found b WHERE b.pattern = {number} AND b.asset = a.id)")
}

/// The entries among the matches with this number.
fn found(number: Option<usize>) -> Sql {
    let text = match number {
        Some(number) => format!("SELECT asset FROM temp.found WHERE pattern = {number}"),
        None => "SELECT 0 WHERE 0".to_owned(),
    };
    Sql { text, values: Vec::new() }
}

fn column(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "notes",
        Severity::Warning => "warnings",
        Severity::Error => "errors",
    }
}

fn compared(column: &str, number: Number) -> String {
    match number {
        Number::Is(number) => format!("{column} = {number}"),
        Number::Above(number) => format!("{column} > {number}"),
        Number::Below(number) => format!("{column} < {number}"),
    }
}

/// Measured values match within half a thousandth.
fn measured(column: &str, number: Number) -> String {
    match number {
        Number::Is(number) => {
            format!("({column} > {} AND {column} < {})", number - 0.000_5, number + 0.000_5)
        }
        bound => compared(column, bound),
    }
}

/// Conditions on the sides of a box, of which one must hold.
fn sides(extent: Extent) -> Vec<String> {
    const SIDES: [&str; 3] = ["dx", "dy", "dz"];
    match extent {
        Extent::Side(number) => SIDES.map(|side| measured(side, number)).to_vec(),
        Extent::All(sizes) => {
            let each = SIDES.into_iter().zip(sizes);
            let each: Vec<_> = each.map(|(side, size)| measured(side, Number::Is(size))).collect();
            vec![each.join(" AND ")]
        }
    }
}

/// Candidates for the hits, for each part of the query that can be looked up.
pub fn candidates(query: &Prepared, roots: &[Root]) -> Vec<Sql> {
    let mut all: Vec<Sql> = query
        .query
        .all
        .iter()
        .filter_map(|any| {
            let each: Option<Vec<Sql>> =
                any.iter().map(|term| candidate(query, term, roots)).collect();
            union(each?)
        })
        .collect();
    if !roots.is_empty() {
        let mut builder = Builder::new(roots);
        let within = builder.within();
        all.push(of_files(Sql {
            text: format!("SELECT f.id AS n FROM file f WHERE {within}"),
            values: builder.values,
        }));
    }
    all
}

fn union(pieces: Vec<Sql>) -> Option<Sql> {
    pieces.into_iter().reduce(|mut all, piece| {
        all.text = format!("{} UNION ALL {}", all.text, piece.text);
        all.values.extend(piece.values);
        all
    })
}

fn candidate(query: &Prepared, term: &Term, roots: &[Root]) -> Option<Sql> {
    if term.negated {
        return None;
    }
    let plain = |text: String| Some(Sql { text, values: Vec::new() });
    let assets = |condition: String| plain(format!("SELECT id FROM asset WHERE {condition}"));
    match &term.what {
        Predicate::Word(word) => union(vec![
            lettered(query, Table::Names, word)?,
            lettered(query, Table::Texts, word)?,
            pathed(query, word, roots)?,
        ]),
        Predicate::Path(word) => pathed(query, word, roots),
        Predicate::Name(word) => lettered(query, Table::Names, word),
        Predicate::Caption(word) => lettered(query, Table::Texts, word),
        Predicate::Game(word) => Some(of_files(Sql {
            text:
                "SELECT id AS n FROM file WHERE game IN (SELECT id FROM game WHERE holds(words, ?))"
                    .to_owned(),
            values: vec![Value::Text(word.clone())],
        })),
        Predicate::Kind(kind) => assets(format!("kind = {}", kind.number())),
        Predicate::Format(id) => Some(of_files(Sql {
            text: "SELECT id AS n FROM file WHERE format = ?".to_owned(),
            values: vec![Value::Text(id.clone())],
        })),
        Predicate::Hash(hash) => plain(format!("SELECT asset FROM hash WHERE hash = {hash}")),
        Predicate::Crc(crc) => assets(format!("crc = {crc}")),
        Predicate::Size(Size::Both(width, height)) => {
            assets(format!("width = {width} AND height = {height}"))
        }
        Predicate::Size(Size::Side(side)) => {
            union(vec![assets(compared("width", *side))?, assets(compared("height", *side))?])
        }
        Predicate::Depth(number) => assets(compared("depth", *number)),
        Predicate::Faces(number) => assets(compared("faces", *number)),
        Predicate::Extent(extent) => {
            let side = |side: String| plain(format!("SELECT asset FROM extent WHERE {side}"));
            union(sides(*extent).into_iter().map(side).collect::<Option<_>>()?)
        }
        Predicate::Codec(word) => Some(Sql {
            text: "SELECT id FROM asset WHERE codec IN \
                   (SELECT id FROM codec WHERE holds(words, ?))"
                .to_owned(),
            values: vec![Value::Text(word.clone())],
        }),
        Predicate::Seconds(number) => assets(measured("seconds", *number)),
        Predicate::BytesLong(number) => Some(of_files(Sql {
            text: format!("SELECT id AS n FROM file WHERE {}", compared("size", *number)),
            values: Vec::new(),
        })),
        Predicate::Faced(field, mask) => plain(format!(
            "SELECT c.asset FROM face_number n JOIN face_count c ON c.face_number = n.id \
             WHERE {}",
            field.condition(*mask)
        )),
        Predicate::Bytes(bytes) => Some(found(query.pattern(bytes))),
        Predicate::Where(condition) => Some(found(query.condition(condition))),
        Predicate::Problem(severity) => Some(of_files(Sql {
            text: format!("SELECT id AS n FROM file WHERE {} > 0", column(*severity)),
            values: Vec::new(),
        })),
        Predicate::SameAs(path) => {
            Some(match query.same(path).and_then(|same| same.content.clone()) {
                Some(content) => Sql {
                    text: "SELECT id FROM asset WHERE content = ?".to_owned(),
                    values: vec![Value::Blob(content)],
                },
                None => Sql { text: "SELECT 0 WHERE 0".to_owned(), values: Vec::new() },
            })
        }
    }
}

/// Trigram tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    Names,
    Texts,
    Paths,
}

impl Table {
    pub const ALL: [Self; 3] = [Self::Names, Self::Texts, Self::Paths];

    pub fn name(self) -> &'static str {
        match self {
            Self::Names => "names",
            Self::Texts => "texts",
            Self::Paths => "paths",
        }
    }
}

/// Rows of a trigram table that may contain a word, as column `n`.
pub fn lettered(query: &Prepared, table: Table, word: &str) -> Option<Sql> {
    let asked = match trigrams(word) {
        Some(asked) => asked,
        None => query.short(table, word)?.to_owned(),
    };
    if asked.is_empty() {
        return Some(Sql { text: "SELECT 0 AS n WHERE 0".to_owned(), values: Vec::new() });
    }
    let table = table.name();
    let text = format!("SELECT rowid AS n FROM {table} WHERE {table} MATCH ?");
    Some(Sql { text, values: vec![Value::Text(asked)] })
}

/// All entries of files whose paths contain the trigrams of a word.
fn pathed(query: &Prepared, word: &str, roots: &[Root]) -> Option<Sql> {
    // The word may occur in the path of a root as the user wrote it, but not in the stored path.
    if roots.iter().any(|root| root.is_renamed() && holds(root.display_path(), word)) {
        return None;
    }
    Some(of_files(lettered(query, Table::Paths, word)?))
}

/// Entries of files whose numbers are in column `n`.
fn of_files(files: Sql) -> Sql {
    let last = assets_of(0).1;
    let text = format!(
        "SELECT e.id FROM ({}) g CROSS JOIN asset e \
         ON e.id BETWEEN g.n << {ASSET_BITS} AND (g.n << {ASSET_BITS}) + {last}",
        files.text
    );
    Sql { text, values: files.values }
}
