//! Treyarch's `*.ddm` (Tony Hawk's Pro Skater 2X): the visible mesh of a level. The `.psx` of the level
//! places its objects and holds the collision geometry.
//!
//! | part | field |
//! |---|---|
//! | header | `version` 1, `file_size`, `object_count` |
//! | a row per object | offset, length |
//! | object | name, checksum, bounds; materials, vertices, a strip of indices, splits by material |
//!
//! Little-endian; axes are the PlayStation's. Textures are in the `.ddx` of the same name.
//!
//! Known unknowns: `flags`, and the numbers of the animation.
//!
//! Source: format document `neversoft-psx.md`, section 20.4.

mod materials;
mod mesh;
mod object_matching;
mod read;
pub mod records;
mod scene;

pub use records::{Ddm, Material, Object, Split, Vertex};
pub use scene::{Level, add};

use crate::bytes::{Cursor, Problems, Recorder, Result, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, FormatInfo, Head, Loaded, Operations, Probe,
    Records, Report, Score,
};
use crate::scene::Scene;

impl Records for Ddm {
    const INFO: FormatInfo = FormatInfo {
        id: "neversoft.ddm",
        name: "Treyarch visible level",
        extensions: &["ddm"],
        versions: &["1"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Level";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let [version, size, count] = [head.u32(0)?, head.u32(4)?, head.u32(8)?];
        let table = records::HEAD + u64::from(count) * 8;
        if version != 1 || count == 0 || table > head.len {
            return None;
        }
        let mut score = Score::new(20, format!("version 1, {count} objects"));
        score.rule(u64::from(size) == head.len, 35, "matching file size");
        let first = u64::from(head.u32(12)?);
        score.rule(first == table, 30, "first object follows the table");
        let fits = first.saturating_add(head.u32(16)?.into()) <= head.len;
        score.rule(fits && first >= table, 10, "the first object is inside the file");
        score.rule(head.has_extension(Self::INFO.extensions), 10, "matching extension");
        score.at_least(60)
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        read::file(cur)
    }

    fn version(&self) -> String {
        if self.version == 1 { "1".to_owned() } else { String::new() }
    }

    fn count(&self, counts: &mut Counts) {
        let sum = |of: fn(&Object) -> usize| self.objects().map(|(_, one)| of(one)).sum::<usize>();
        counts.set("objects", self.objects().count());
        counts.set("vertices", sum(|object| object.vertices.len()));
        counts.set("triangles", sum(|object| mesh::triangles(object).count()));
        counts.set("materials", sum(|object| object.materials.len()));
        counts.set("strips", sum(|object| object.splits.len()));
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let level = &file.records;
        if level.version != 1 {
            report.warning("version", format!("unknown version {}", level.version));
        }
        if u64::from(level.file_size) != file.source.len() {
            let (len, stored) = (file.source.len(), level.file_size);
            let message = format!("expected the size of the file, {len}, found {stored}");
            report.warning("file_size", message);
        }
        for (row, object) in level.objects() {
            mesh::check(row, object, report);
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ddm::write(self)
    }
}

impl Displayed for Loaded<Ddm> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(self, context))
    }
}
