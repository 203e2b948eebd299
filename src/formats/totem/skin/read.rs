//! Bytes to records.

use super::records::{Group, Section, Skin, UnknownList};
use crate::bytes::{Cursor, Hint, RecordReader, Recorder, Result, Shaped};
use crate::formats::totem::Platform;

/// Where things were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    pub header: u64,
    pub meshes: u64,
    pub zero: u64,
    /// Start of each group.
    pub groups: Vec<u64>,
    pub groups_end: u64,
}

/// Reads a skin. Fails only when there is no header.
pub(super) fn read<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    platform: Platform,
) -> Result<(Skin, Places)> {
    let mut places = Places::default();
    let platform = platform.read(cur)?;
    places.header = cur.pos();
    let mut skin = Skin::empty(platform, cur.record("header")?);
    if let Err(problem) = body(cur, &mut skin, &mut places) {
        skin.lost = Some(problem.to_string());
        cur.keep(problem);
    }
    Ok((skin, places))
}

fn body<R: Recorder>(cur: &mut Cursor<'_, R>, skin: &mut Skin, places: &mut Places) -> Result<()> {
    let count: u32 = cur.get("mesh_count")?;
    places.meshes = cur.pos();
    skin.meshes = cur.records_as("meshes", size(count), Hint::Name)?;
    places.zero = cur.pos();
    skin.zero = cur.get("zero")?;

    let count: u32 = cur.get("group_count")?;
    let groups = cur.run("groups", bound(cur, count, 8), GroupReader);
    let starts = groups.starts.iter().map(|start| groups.start + u64::from(*start));
    (places.groups, places.groups_end) = (starts.collect(), groups.end);
    skin.groups = groups.items;
    whole(cur, "groups", skin.groups.len(), count)?;

    skin.has_animations = cur.get("has_animations")?;
    if skin.has_animations != 0 {
        let count: u32 = cur.get("animation_count")?;
        skin.animations = Some(cur.records("animations", size(count))?);
    }
    let count: u32 = cur.get("unknown_list_count")?;
    skin.unknown_lists = cur.run("unknown_lists", bound(cur, count, 8), UnknownReader).items;
    whole(cur, "unknown_lists", skin.unknown_lists.len(), count)?;
    let end = cur.source_len();
    skin.tail = cur.bytes_if_any("tail", end)?.to_vec();
    Ok(())
}

fn size(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// No more elements of at least `least` bytes than there are bytes for.
fn bound<R: Recorder>(cur: &Cursor<'_, R>, count: u32, least: u64) -> usize {
    usize::try_from(u64::from(count).min(cur.remaining() / least)).unwrap_or(usize::MAX)
}

/// An error where a list of varying elements is shorter than its count says.
fn whole<R: Recorder>(cur: &Cursor<'_, R>, name: &str, there: usize, count: u32) -> Result<()> {
    if there as u64 == u64::from(count) {
        return Ok(());
    }
    let message = format_args!("{count} elements are promised, {there} are there");
    Err(cur.fail_at(cur.pos(), 0, name, message))
}

fn list<T: Shaped, R: Recorder>(
    cur: &mut Cursor<'_, R>,
    count: &'static str,
    name: &'static str,
) -> Result<Vec<T>> {
    let wanted: u32 = cur.get(count)?;
    cur.records(name, size(wanted))
}

struct GroupReader;

impl RecordReader for GroupReader {
    type Out = Group;
    const TYPE: &'static str = "Group";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Group> {
        let bone = cur.get_as("bone", Hint::Name)?;
        let count: u32 = cur.get("section_count")?;
        let sections = cur.run("sections", bound(cur, count, 10), SectionReader).items;
        whole(cur, "sections", sections.len(), count)?;
        cur.describe(|| format!("bone {bone:08X}"));
        Ok(Group { bone, sections })
    }
}

struct SectionReader;

impl RecordReader for SectionReader {
    type Out = Section;
    const TYPE: &'static str = "Section";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Section> {
        let section = Section {
            mesh: cur.get_as("mesh", Hint::Index("meshes"))?,
            vertices: list(cur, "vertex_count", "vertices")?,
            normals: list(cur, "normal_count", "normals")?,
        };
        cur.describe(|| format!("{} vertices of mesh {}", section.vertices.len(), section.mesh));
        Ok(section)
    }
}

struct UnknownReader;

impl RecordReader for UnknownReader {
    type Out = UnknownList;
    const TYPE: &'static str = "UnknownList";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<UnknownList> {
        Ok(UnknownList {
            vertices: list(cur, "vertex_count", "vertices")?,
            normals: list(cur, "normal_count", "normals")?,
        })
    }
}
