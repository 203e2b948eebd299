//! What a section holds: which reader it gets, and its records.

use std::collections::HashMap;

use super::grf::geometry::{self, Geometry1, Geometry2, Shape};
use super::grf::material::{Mapping1, Mapping2, Material};
use super::grf::object::Object;
use super::grf::region::{LevelHeader, Region, Version};
use super::grf::values::ValueTable;
use super::records::{DirectoryEntry, kind, section_index};
use super::scn::block::Block;
use super::scn::kind::{BlockKind, hash_of_name, subsystem};
use super::scn::picture::Picture;
use super::scn::saved::{Hierarchy, Label, Partitions, SaveHeader};
use crate::bytes::{Cursor, Recorder, Result, Scalar, Writer};

/// The records of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    Header(LevelHeader),
    Region(Region),
    Values(ValueTable),
    Object(Object),
    Geometry1(Geometry1),
    Geometry2(Geometry2),
    Mapping1(Mapping1),
    Mapping2(Mapping2),
    Material(Material),
    SaveHeader(SaveHeader),
    Partitions(Partitions),
    Hierarchy(Hierarchy),
    Block(Block),
    /// A name of a savegame.
    Label(Label),
    Picture(Picture),
    /// Not understood.
    Raw(Vec<u8>),
}

/// Which reader a section gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Header,
    Region,
    Values,
    Object,
    Geometry1,
    Geometry2,
    Mapping1,
    Mapping2,
    Material,
    SaveHeader,
    Partitions,
    Hierarchy,
    Block(BlockKind),
    Label,
    Picture,
    Raw,
}

impl Role {
    pub fn type_name(self) -> &'static str {
        match self {
            Role::Header => "LevelHeader",
            Role::Region => "Region",
            Role::Values => "ValueTable",
            Role::Object => "Object",
            Role::Geometry1 => "Geometry, type 1",
            Role::Geometry2 => "Geometry, type 2",
            Role::Mapping1 => "Mapping, type 1",
            Role::Mapping2 => "Mapping, type 2",
            Role::Material => "Material",
            Role::SaveHeader => "SaveHeader",
            Role::Partitions => "Partitions",
            Role::Hierarchy => "Hierarchy",
            Role::Block(kind) => kind.type_name(),
            Role::Label => "Label",
            Role::Picture => "Picture",
            Role::Raw => "Section",
        }
    }

    /// What a section of this name is; where only a level could tell, what it may be.
    pub fn meaning(self, name: &str, bytes: &[u8], setting: &Setting) -> String {
        let Role::Block(kind) = self else { return name.to_owned() };
        if let Some(part) = hash_of_name(name).and_then(subsystem) {
            return format!("{name}: {part}");
        }
        let others = kind.others(bytes, setting.save_version);
        if others.is_empty() {
            return name.to_owned();
        }
        let others: Vec<String> = others.iter().map(|other| format!(" or {other}")).collect();
        format!("{name}: by its size {kind}{}; the level tells", others.concat())
    }
}

/// What the readers of sections need to know of the file as a whole.
pub(super) struct Setting {
    /// Of the level; what is not said is taken as in the shipped levels.
    pub version: Version,
    /// Of a scene or savegame.
    pub save_version: i32,
    roles: Vec<Role>,
}

impl Setting {
    pub fn new<R: Recorder>(
        cur: &Cursor<'_, R>,
        entries: &[DirectoryEntry],
        extents: &[Option<(u64, u64)>],
        texts: &HashMap<u32, String>,
    ) -> Self {
        let name = |entry: &DirectoryEntry| texts.get(&entry.name).map_or("", String::as_str);
        let bytes = |index: usize| {
            let extent = extents.get(index).copied().flatten();
            extent.map_or(&[][..], |(start, end)| cur.slice(start, end))
        };
        let mut setting = Self { version: Version::SHIPPED, save_version: 22, roles: Vec::new() };
        for (index, entry) in entries.iter().enumerate() {
            let first = |at| number(bytes(index), at);
            match (entry.kind, name(entry)) {
                (kind::SPECIAL, "Header") => {
                    // A signed number, as stored.
                    setting.save_version = first(0).map_or(22, |version| version as i32);
                }
                (kind::HEADER, _) | (_, ".header") => {
                    setting.version = first(4).map_or(Version::SHIPPED, Version);
                }
                _ => {}
            }
        }
        let mappings = mappings(entries, &bytes);
        for (index, entry) in entries.iter().enumerate() {
            let role = match (entry.kind, name(entry)) {
                (kind::SPECIAL, name) => special(name, bytes(index), setting.save_version),
                (kind::HEADER, _) | (_, ".header") => Role::Header,
                (kind::REGION, _) | (_, ".region") => Role::Region,
                (kind::VALUES, _) | (_, ".valuetable") => Role::Values,
                (kind::OBJECT, _) => Role::Object,
                (kind::GEOMETRY, _) | (_, ".geometry") => {
                    let mapping = mappings.get(&index).map(|at| bytes(*at).len());
                    match geometry::choose(bytes(index), mapping, setting.version) {
                        Some(Shape::Triangles) => Role::Geometry1,
                        Some(Shape::Polygons) => Role::Geometry2,
                        None => Role::Raw,
                    }
                }
                (kind::MAPPING, _) | (_, ".mapping") => {
                    let is_short = bytes(index).len() < 12;
                    if is_short { Role::Mapping2 } else { Role::Mapping1 }
                }
                (kind::MATERIAL, _) | (_, ".material") => Role::Material,
                _ => Role::Raw,
            };
            setting.roles.push(role);
        }
        setting
    }

    pub fn role(&self, index: usize) -> Role {
        self.roles.get(index).copied().unwrap_or(Role::Raw)
    }
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    u32::take(&mut bytes.get(at..)?, Default::default())
}

/// The section of the mapping that goes with each geometry, as the objects say.
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

fn special(name: &str, bytes: &[u8], save_version: i32) -> Role {
    match name {
        "Header" => Role::SaveHeader,
        "Partitions" => Role::Partitions,
        "Hierarchy" | "TerrainHierarchy" | "TriggerHierarchy" => Role::Hierarchy,
        "SaveGameName" | "SaveSCNName" => Role::Label,
        "SaveBMP" => Role::Picture,
        _ => match hash_of_name(name) {
            Some(hash) => Role::Block(BlockKind::guess(hash, bytes, save_version)),
            None => Role::Raw,
        },
    }
}

/// Reads a section that begins at the cursor and ends with what is in reach.
pub(super) fn read<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    role: Role,
    setting: &Setting,
) -> Result<Body> {
    Ok(match role {
        Role::Header => Body::Header(LevelHeader::read(cur)?),
        Role::Region => Body::Region(Region::read(cur, setting.version)?),
        Role::Values => Body::Values(ValueTable::read(cur)?),
        Role::Object => Body::Object(cur.record("object")?),
        Role::Geometry1 => Body::Geometry1(Geometry1::read(cur, setting.version)?),
        Role::Geometry2 => Body::Geometry2(Geometry2::read(cur, setting.version)?),
        Role::Mapping1 => Body::Mapping1(Mapping1::read(cur)?),
        Role::Mapping2 => Body::Mapping2(Mapping2 { material: cur.get("material")? }),
        Role::Material => Body::Material(Material::read(cur, setting.version)?),
        Role::SaveHeader => Body::SaveHeader(SaveHeader::read(cur)?),
        Role::Partitions => Body::Partitions(Partitions::read(cur, setting.save_version)?),
        Role::Hierarchy => Body::Hierarchy(Hierarchy::read(cur)?),
        Role::Block(kind) => Body::Block(Block::read(cur, kind)?),
        Role::Label => Body::Label(Label::read(cur)?),
        Role::Picture => Body::Picture(Picture::read(cur)?),
        Role::Raw => {
            let len = usize::try_from(cur.remaining()).unwrap_or(usize::MAX);
            Body::Raw(cur.bytes("data", len)?.to_vec())
        }
    })
}

impl Body {
    pub(super) fn write(&self, out: &mut Writer) {
        match self {
            Body::Header(header) => header.write(out),
            Body::Region(region) => region.write(out),
            Body::Values(values) => values.write(out),
            Body::Object(object) => out.shaped(object),
            Body::Geometry1(geometry) => geometry.write(out),
            Body::Geometry2(geometry) => geometry.write(out),
            Body::Mapping1(mapping) => mapping.write(out),
            Body::Mapping2(mapping) => out.put(mapping.material),
            Body::Material(material) => material.write(out),
            Body::SaveHeader(header) => header.write(out),
            Body::Partitions(partitions) => partitions.write(out),
            Body::Hierarchy(hierarchy) => out.all(&hierarchy.pairs),
            Body::Block(block) => block.write(out),
            Body::Label(label) => out.bytes(&label.bytes),
            Body::Picture(picture) => out.bytes(&picture.bytes),
            Body::Raw(bytes) => out.bytes(bytes),
        }
    }

    /// The optimiser wrote the smaller geometry over the larger one and cut nothing off; a value
    /// table reports itself what it cannot read.
    pub(super) fn may_have_rest(&self) -> bool {
        matches!(self, Body::Geometry2(_) | Body::Values(_))
    }
}
