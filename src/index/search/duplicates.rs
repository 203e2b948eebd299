//! Finds duplicates, and textures in several colours.

use rusqlite::params_from_iter;
use rusqlite::types::Value;

use super::condition::Builder;
use super::{ASSET_BITS, Hit, Prepared, Search, SearchError};

/// Maximum number of entries of a group that are listed.
const MAX_MEMBERS: usize = 200;

/// Kind of similarity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Likeness {
    /// Equal content.
    Equal,
    /// Textures with equal texels and different colours.
    Recoloured,
}

impl Search {
    /// Groups of two or more similar entries, largest first, at most `limit` of them. Textures in several
    /// colours are listed once per colouring.
    ///
    /// # Errors
    /// If the index cannot be read, or the search was interrupted.
    pub fn similar(&self, likeness: Likeness, limit: usize) -> Result<Vec<Vec<Hit>>, SearchError> {
        let (key, distinct) = match likeness {
            Likeness::Equal => ("content", "a.id"),
            Likeness::Recoloured => ("texels", "a.content"),
        };
        let mut builder = Builder::new(&self.roots);
        let within = builder.within();
        let text = format!(
            "SELECT a.{key}, a.kind, count(DISTINCT {distinct}) AS number \
             FROM asset a JOIN file f ON f.id = a.id >> {ASSET_BITS} \
             WHERE a.{key} IS NOT NULL AND {within} \
             GROUP BY a.{key}, a.kind HAVING number > 1 ORDER BY number DESC, min(a.id) LIMIT {limit}"
        );
        let mut statement = self.connection.prepare(&text)?;
        let found = statement.query_map(params_from_iter(builder.values), |row| {
            Ok((row.get::<_, Value>(0)?, row.get::<_, Value>(1)?))
        })?;
        let found: Vec<(Value, Value)> = found.collect::<Result<_, _>>()?;
        let mut groups = Vec::with_capacity(found.len());
        for (content, kind) in found {
            let mut members = self.members(key, content, kind)?;
            if likeness == Likeness::Recoloured {
                let mut met = std::collections::HashSet::new();
                members.retain(|hit| met.insert(hit.crc));
            }
            groups.push(members);
        }
        Ok(groups)
    }

    fn members(&self, key: &str, content: Value, kind: Value) -> Result<Vec<Hit>, SearchError> {
        let nothing = Prepared::default();
        let mut builder = Builder::new(&self.roots);
        let columns = builder.columns(&nothing);
        builder.values.extend([content, kind]);
        let within = builder.within();
        let text = format!(
            "SELECT {columns} FROM asset a JOIN file f ON f.id = a.id >> {ASSET_BITS} \
             LEFT JOIN extent e ON e.asset = a.id WHERE a.{key} = ? AND a.kind = ? AND {within} ORDER BY f.path, a.id LIMIT {MAX_MEMBERS}"
        );
        self.hits(&text, builder, &nothing)
    }
}
