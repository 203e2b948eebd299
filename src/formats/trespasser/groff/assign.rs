//! Chooses the record type of each section: by its kind, name and size, and by other sections.

use std::collections::HashMap;

use super::body::{Body, Versions};
use super::directory::{DirectoryEntry, Texts, kind, section_index};
use super::grf::geometry::{self, Shape};
use super::grf::region::Version;
use super::scn::block::Block;
use super::scn::block_kinds::BlockKinds;
use super::scn::kind::{BlockKind, hash_of_name, subsystem};
use crate::bytes::Scalar;

/// The records of a section, not read yet.
#[derive(Default)]
pub(super) struct Assigned {
    pub body: Body,
    /// Kind of the block, if it is one.
    kind: Option<BlockKind>,
    /// Other kinds that the block may have; empty if the level is known.
    others: Vec<BlockKind>,
}

impl From<Body> for Assigned {
    fn from(body: Body) -> Self {
        Self { body, ..Self::default() }
    }
}

impl Assigned {
    pub fn type_name(&self) -> &'static str {
        self.kind.map_or(self.body.type_name(), BlockKind::type_name)
    }

    /// `true` for a block that was read as one of several kinds that its size permits.
    pub fn is_guess(&self) -> bool {
        !self.others.is_empty()
    }

    /// Description of a section with this name; lists alternatives where only a level could decide.
    pub fn meaning(&self, name: &str) -> String {
        let Some(kind) = self.kind else { return name.to_owned() };
        if let Some(part) = hash_of_name(name).and_then(subsystem) {
            return format!("{name}: {part}");
        }
        if !self.is_guess() {
            return name.to_owned();
        }
        let others: Vec<String> = self.others.iter().map(|other| format!(" or {other}")).collect();
        format!("{name}: guessed: {kind}{}; only the level determines it", others.concat())
    }
}

/// The versions that a file states, and the record type of each section. `kinds` are those of blocks, from
/// the level; `bytes` returns the readable bytes of a section.
pub(super) fn assign<'a>(
    entries: &[DirectoryEntry],
    texts: &Texts,
    kinds: Option<&BlockKinds>,
    bytes: &dyn Fn(usize) -> &'a [u8],
) -> (Versions, Vec<Assigned>) {
    let mut versions = Versions::default();
    for (index, entry) in entries.iter().enumerate() {
        match (entry.kind, texts.get(entry.name)) {
            (kind::SPECIAL, "Header") => {
                versions.save = number(bytes(index), 0).unwrap_or(versions.save);
            }
            (kind::HEADER, _) | (_, ".header") => {
                versions.level = number(bytes(index), 4).map_or(Version::SHIPPED, Version);
            }
            _ => {}
        }
    }
    let mappings = mappings(entries, bytes);
    let assigned = entries.iter().enumerate().map(|(index, entry)| {
        let bytes_of = bytes(index);
        match (entry.kind, texts.get(entry.name)) {
            (kind::SPECIAL, name) => special(name, bytes_of, versions.save, kinds),
            (kind::HEADER, _) | (_, ".header") => Body::Header(Default::default()).into(),
            (kind::REGION, _) | (_, ".region") => Body::Region(Default::default()).into(),
            (kind::VALUES, _) | (_, ".valuetable") => Body::Values(Default::default()).into(),
            (kind::OBJECT, _) => Body::Object(Default::default()).into(),
            (kind::GEOMETRY, _) | (_, ".geometry") => {
                let mapping = mappings.get(&index).map(|at| bytes(*at).len());
                match geometry::choose(bytes_of, mapping, versions.level) {
                    Some(Shape::Triangles) => Body::Geometry1(Default::default()).into(),
                    Some(Shape::Polygons) => Body::Geometry2(Default::default()).into(),
                    None => Assigned::default(),
                }
            }
            (kind::MAPPING, _) | (_, ".mapping") => match bytes_of.len() {
                ..12 => Body::Mapping2(Default::default()).into(),
                _ => Body::Mapping1(Default::default()).into(),
            },
            (kind::MATERIAL, _) | (_, ".material") => Body::Material(Default::default()).into(),
            _ => Assigned::default(),
        }
    });
    (versions, assigned.collect())
}

fn number<T: Scalar>(bytes: &[u8], at: usize) -> Option<T> {
    T::take(&mut bytes.get(at..)?, Default::default())
}

/// The mapping section of each geometry, from the objects.
fn mappings<'a>(
    entries: &[DirectoryEntry],
    bytes: &dyn Fn(usize) -> &'a [u8],
) -> HashMap<usize, usize> {
    let objects = entries.iter().enumerate().filter(|(_, entry)| entry.kind == kind::OBJECT);
    let pair = |(index, _): (usize, &DirectoryEntry)| {
        let object = bytes(index);
        let [geometry, mapping] = [4, 8].map(|at| number(object, at).and_then(section_index));
        Some((geometry?, mapping?))
    };
    objects.filter_map(pair).collect()
}

fn special(name: &str, bytes: &[u8], save_version: i32, kinds: Option<&BlockKinds>) -> Assigned {
    match name {
        "Header" => Body::SaveHeader(Default::default()).into(),
        "Partitions" => Body::Partitions(Default::default()).into(),
        "Hierarchy" | "TerrainHierarchy" | "TriggerHierarchy" => {
            Body::Hierarchy(Default::default()).into()
        }
        "SaveGameName" | "SaveSCNName" => Body::Label(Default::default()).into(),
        "SaveBMP" => Body::Picture(Default::default()).into(),
        _ => match hash_of_name(name) {
            Some(hash) => {
                let (kind, others) = match kinds.and_then(|kinds| kinds.of_block(hash, bytes.len()))
                {
                    Some(kind) => (kind, Vec::new()),
                    None => {
                        let kind = BlockKind::guess(hash, bytes, save_version);
                        (kind, kind.others(bytes, save_version))
                    }
                };
                Assigned { body: Body::Block(Block::of_kind(kind)), kind: Some(kind), others }
            }
            None => Assigned::default(),
        },
    }
}
