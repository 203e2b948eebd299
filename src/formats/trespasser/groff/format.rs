//! The three formats that are GROFF, and what an opened file can do.

use super::body::Body;
use super::grf::values::Value;
use super::members::sections;
use super::names::Texts;
use super::read::Places;
use super::records::{CONTAINER, Groff, MAGIC, kind};
use super::{names, read, scene, validate};
use crate::bytes::{Endian, Problems, Result, Source, Tree};
use crate::codec::cp1252;
use crate::container::{Context, Members, Slices};
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::Scene;

/// Size of a savegame's name.
const LABEL: u32 = 21;

const CAN: &[Ability] = &[Ability::View, Ability::Sound, Ability::Export, Ability::Write];
const SAVE_VERSIONS: &[&str] =
    &["7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22"];

/// A level.
pub struct GrfFormat;
/// A scene.
pub struct ScnFormat;
/// A savegame.
pub struct SaveFormat;

static GRF: FormatInfo = FormatInfo {
    id: "trespasser.groff.grf",
    name: "Trespasser level",
    family: "trespasser",
    extensions: &["grf"],
    versions: &["11", "12", "13", "14", "15"],
    can: CAN,
};

static SCN: FormatInfo = FormatInfo {
    id: "trespasser.groff.scn",
    name: "Trespasser scene",
    family: "trespasser",
    extensions: &["scn"],
    versions: SAVE_VERSIONS,
    can: CAN,
};

static SAVE: FormatInfo = FormatInfo {
    id: "trespasser.groff.save",
    name: "Trespasser savegame",
    family: "trespasser",
    extensions: &["000"],
    versions: SAVE_VERSIONS,
    can: CAN,
};

/// What the head of a GROFF file tells.
struct Seen {
    sections: u32,
    /// The first section is one of a scene.
    special: bool,
    /// The first sections have the sizes of a savegame's name and scene.
    saved: bool,
    /// The usual container version, and names behind the directory.
    sound: bool,
}

impl Seen {
    fn of(head: &Head<'_>) -> Option<Self> {
        if head.u32(0)? != MAGIC {
            return None;
        }
        let entry = |index: usize, at: usize| head.u32(0x30 + 32 * index + at);
        let sections = head.u32(8)?;
        let names = u64::from(head.u32(0x14)?);
        let directory_end = 0x30 + 32 * u64::from(sections);
        let sizes: Vec<_> = (0..sections.min(3) as usize).map(|at| entry(at, 0xC)).collect();
        Some(Self {
            sections,
            special: entry(0, 0x18) == Some(kind::SPECIAL),
            saved: sizes.contains(&Some(21)) && sizes.contains(&Some(20)),
            sound: head.u32(0x20) == Some(CONTAINER) && (directory_end..=head.len).contains(&names),
        })
    }

    fn claim(&self, info: &FormatInfo, head: &Head<'_>, fits: bool) -> Option<Probe> {
        let mut score = 50;
        let mut reasons = vec![format!("GROFF of {} sections", self.sections)];
        let mut rule = |holds: bool, points: u8, what: &str| {
            if holds {
                score += points;
                reasons.push(what.to_owned());
            }
        };
        rule(fits, 30, "their kinds fit");
        rule(self.sound, 10, "container version 10 with names behind the directory");
        rule(head.has_extension(info.extensions), 10, "the extension fits");
        fits.then(|| Probe { score, reason: reasons.join(", ") })
    }
}

impl Format for GrfFormat {
    fn info(&self) -> &'static FormatInfo {
        &GRF
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let seen = Seen::of(head)?;
        seen.claim(&GRF, head, !seen.special)
    }

    fn open(&self, source: &Source) -> Result<Document> {
        open(source, &GRF)
    }
}

impl Format for ScnFormat {
    fn info(&self) -> &'static FormatInfo {
        &SCN
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let seen = Seen::of(head)?;
        seen.claim(&SCN, head, seen.special && !seen.saved)
    }

    fn open(&self, source: &Source) -> Result<Document> {
        open(source, &SCN)
    }
}

impl Format for SaveFormat {
    fn info(&self) -> &'static FormatInfo {
        &SAVE
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let seen = Seen::of(head)?;
        seen.claim(&SAVE, head, seen.special && seen.saved)
    }

    fn title(&self, head: &Head<'_>) -> Option<String> {
        // The first section, as all savegames have it: 21 bytes with a zero behind the name.
        let (at, len) = (head.u32(0x30 + 8)?, head.u32(0x30 + 12)?);
        let at = usize::try_from(at).ok().filter(|_| len == LABEL)?;
        let label = head.bytes.get(at..at.checked_add(LABEL as usize)?)?;
        let name = label.split(|byte| *byte == 0).next()?;
        (!name.is_empty()).then(|| cp1252::decode(name))
    }

    fn open(&self, source: &Source) -> Result<Document> {
        open(source, &SAVE)
    }
}

fn open(source: &Source, info: &'static FormatInfo) -> Result<Document> {
    let (tree, mut problems, read) = Tree::record(source, Endian::Little, "Groff", read::groff);
    let (file, places) = read?;
    let texts = Texts::of(&file);
    problems.extend(validate::validate(&file, &texts, &places, source.id()));
    let counts = count(&file);
    let members = sections(&file, &texts, &places, source);
    Ok(Document {
        format: info,
        version: version(&file),
        source: source.clone(),
        tree: tree.into(),
        problems,
        counts,
        usable: !file.sections.is_empty(),
        content: Box::new(GroffFile { file, texts, places, members, source: source.clone() }),
    })
}

/// Of a level or a scene; empty when there is none.
fn version(file: &Groff) -> String {
    let version = file.sections.iter().find_map(|section| match &section.body {
        Body::Header(header) => Some(header.version.number().to_string()),
        Body::SaveHeader(header) => Some(header.version.to_string()),
        _ => None,
    });
    version.unwrap_or_default()
}

fn count(file: &Groff) -> Counts {
    let mut counts = Counts::default();
    let bodies = || file.sections.iter().map(|section| &section.body);
    let sum = |of: fn(&Body) -> usize| bodies().map(of).sum::<usize>();
    counts.set("sections", file.sections.len());
    counts.set("members", file.sections.len());
    let is_saved = bodies().any(|body| matches!(body, Body::SaveHeader(_) | Body::Block(_)));
    if is_saved {
        let placed = |body: &Body| match body {
            Body::Block(block) => block.place().is_some().into(),
            _ => 0,
        };
        counts.set("instances", sum(placed));
        counts.set("textures", sum(|body| matches!(body, Body::Picture(_)).into()));
        return counts;
    }
    counts.set("objects", sum(|body| matches!(body, Body::Object(_)).into()));
    counts.set("models", sum(|b| matches!(b, Body::Geometry1(_) | Body::Geometry2(_)).into()));
    counts.set("materials", sum(|body| matches!(body, Body::Material(_)).into()));
    let vertices = |body: &Body| match body {
        Body::Geometry1(geometry) => geometry.vertices.len(),
        Body::Geometry2(geometry) => geometry.points.len(),
        _ => 0,
    };
    counts.set("vertices", sum(vertices));
    let faces = |body: &Body| match body {
        Body::Geometry1(geometry) => geometry.faces.len(),
        Body::Geometry2(geometry) => geometry.polygons.len(),
        _ => 0,
    };
    counts.set("faces", sum(faces));
    let triangles = |body: &Body| match body {
        Body::Geometry1(geometry) => geometry.faces.len() as u64,
        Body::Geometry2(geometry) => {
            let corners = geometry.polygons.iter().map(|polygon| u64::from(polygon.corner_count));
            corners.map(|corners| corners.saturating_sub(2)).sum()
        }
        _ => 0,
    };
    counts.set("triangles", bodies().map(triangles).sum::<u64>());
    let instances = |body: &Body| match body {
        Body::Region(region) => region.instances.len(),
        _ => 0,
    };
    counts.set("instances", sum(instances));
    let values = |body: &Body| match body {
        Body::Values(table) => table.entries.len(),
        _ => 0,
    };
    counts.set("values", sum(values));
    let texts = |body: &Body| match body {
        Body::Values(table) => {
            table.entries.iter().filter(|entry| matches!(entry.value, Value::Text(_))).count()
        }
        _ => 0,
    };
    counts.set("texts", sum(texts));
    counts
}

/// An opened file.
pub(super) struct GroffFile {
    pub file: Groff,
    pub texts: Texts,
    pub places: Places,
    members: Slices,
    pub source: Source,
}

impl Content for GroffFile {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(self, context))
    }

    fn members(&self) -> Option<&dyn Members> {
        Some(&self.members)
    }

    fn names(&self, learn: &mut dyn FnMut(u32, &str)) {
        names::teach(&self.file, learn);
        scene::teach_parts(self, learn);
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        self.file.write()
    }
}
