//! Hits of a search, and how they are read from rows.

use rusqlite::Row;

use super::{Prepared, Search, SearchError, scan};
use crate::index::element_number;
use crate::index::word_match::holds;
use crate::index::{FaceWord, Kind, Predicate};
use crate::scene::Element;

/// A hit.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Number of the entry; valid until its file is read again.
    pub id: i64,
    /// Path of the file that opens it.
    pub path: String,
    /// Kind of the entry.
    pub kind: Kind,
    /// Name of the entry.
    pub name: String,
    /// Format of the file.
    pub format: Option<String>,
    /// Length of the file as stored.
    pub file_len: u64,
    /// Field path; `None` for a file, or for an asset without a single field. Several assets may share a
    /// field: see [`element`](Self::element).
    pub field: Option<String>,
    /// Element in the scene of its file when the file was indexed: its index in the list of its kind.
    /// `None` for a file. Before it is used, check that the element is still stored in
    /// [`field`](Self::field).
    pub element: Option<Element>,
    /// First byte in the file, or the first match of a search for bytes.
    pub offset: Option<u64>,
    /// Number of faces with the bits, or number of matches of the bytes.
    pub count: Option<u64>,
    /// Checksum of the content.
    pub crc: Option<u32>,
    /// Width and height in texels.
    pub size: Option<[u32; 2]>,
    /// Faces of a model.
    pub faces: Option<u64>,
    /// Bounding box of a model in the units of its scene: minimum and maximum of X, Y and Z.
    pub bounds: Option<[[f32; 3]; 2]>,
    /// Length of a recording.
    pub seconds: Option<f64>,
    /// Coding of a recording.
    pub codec: Option<String>,
    /// Captions, or the text of a row.
    pub text: Option<String>,
    /// The first line of the text that contains a word of the query, or otherwise the first line.
    pub line: Option<String>,
    /// Rank: 0 for an equal name, 1 for a name that begins with the word, 2 for one that contains it, 3
    /// for other matches.
    pub rank: u8,
}

impl Hit {
    /// Reads a hit from the columns of [`columns`](super::condition::Builder::columns).
    pub(super) fn of_row(row: &Row<'_>, query: &Prepared) -> rusqlite::Result<Self> {
        let size: (Option<u32>, Option<u32>) = (row.get(8)?, row.get(9)?);
        let kind = Kind::numbered(row.get(2)?).unwrap_or(Kind::File);
        let text: Option<String> = row.get(12)?;
        let number = |number: Option<i64>| number.and_then(|number| u64::try_from(number).ok());
        let element: Option<i64> = row.get(15)?;
        let bounds = |x: f64| -> rusqlite::Result<[[f32; 3]; 2]> {
            let least: [f64; 3] = [x, row.get(18)?, row.get(19)?];
            let sides: [f64; 3] = [row.get(20)?, row.get(21)?, row.get(22)?];
            let [[x, y, z], [dx, dy, dz]] = [least, sides];
            // The values were stored from `f32`.
            Ok([least, [x + dx, y + dy, z + dz]].map(|corner| corner.map(|number| number as f32)))
        };
        let least: Option<f64> = row.get(17)?;
        Ok(Self {
            id: row.get(0)?,
            path: row.get(1)?,
            kind,
            name: row.get(3)?,
            format: row.get(4)?,
            file_len: number(row.get(14)?).unwrap_or(0),
            field: row.get(5)?,
            element: element.and_then(|stored| element_number::element(kind, stored)),
            offset: number(row.get(6)?),
            count: None,
            crc: row.get(7)?,
            size: size.0.zip(size.1).map(|(width, height)| [width, height]),
            faces: number(row.get(10)?),
            bounds: least.map(bounds).transpose()?,
            seconds: row.get(11)?,
            codec: row.get(16)?,
            line: text.as_deref().and_then(|text| query.line(text)),
            text,
            rank: row.get(13)?,
        })
    }
}

impl Prepared {
    /// The first line of a text that contains one of the words, or otherwise the first line.
    fn line(&self, text: &str) -> Option<String> {
        let terms = self.query.all.iter().flatten().filter(|term| !term.negated);
        let words: Vec<&str> = terms
            .filter_map(|term| match &term.what {
                Predicate::Word(word) | Predicate::Caption(word) => Some(word.as_str()),
                _ => None,
            })
            .collect();
        let has_one = |line: &&str| words.iter().any(|word| holds(line, word));
        text.lines().find(has_one).or_else(|| text.lines().next()).map(str::to_owned)
    }
}

impl Search {
    /// Adds the number of matches to a hit.
    pub(super) fn add_count(&self, hit: &mut Hit, query: &Prepared) -> Result<(), SearchError> {
        let asked = query.query.all.iter().flatten().filter(|term| !term.negated);
        for term in asked {
            match &term.what {
                Predicate::Faced(field, mask) => {
                    let query = format!(
                        "SELECT sum(c.faces) FROM face_count c \
                         JOIN face_number n ON n.id = c.face_number \
                         WHERE c.asset = ?1 AND {}",
                        field.condition(*mask)
                    );
                    let mut statement = self.connection.prepare_cached(&query)?;
                    let values = [hit.id];
                    let count: Option<i64> = statement.query_row(values, |row| row.get(0))?;
                    hit.count = hit.count.or(count.and_then(|count| u64::try_from(count).ok()));
                }
                Predicate::Bytes(bytes) if hit.kind == Kind::File => {
                    if let Some((start, count)) = scan::found(self, query, bytes, hit.id)? {
                        (hit.offset, hit.count) = (Some(start), Some(count));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl FaceWord {
    /// Number that is stored for the field.
    pub(in crate::index) fn number(self) -> i64 {
        match self {
            Self::Flags => 0,
            Self::Surface => 1,
            Self::Material => 2,
        }
    }

    /// SQL condition on row `n` of `face_number` that [matches](FaceWord::matches) `number`.
    pub(in crate::index) fn condition(self, number: u32) -> String {
        let field = self.number();
        match self {
            Self::Flags | Self::Surface => {
                format!("n.field = {field} AND n.number & {number} = {number}")
            }
            Self::Material => format!("n.field = {field} AND n.number = {number}"),
        }
    }
}
