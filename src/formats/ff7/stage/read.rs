//! Reads stages.

use super::{Role, Section, Settings, Stage, TYPES};
use crate::bytes::layout::{Layout, Reading};
use crate::bytes::{Cursor, Recorder, Result, Severity, Shaped};
use crate::formats::ff7::directory::Directory;
use crate::formats::ff7::mesh::Mesh;
use crate::formats::ff7::section::{self, Extent, SectionRequest};
use crate::formats::ps1::tim;

/// Reads a whole file.
pub fn stage<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Stage> {
    let (directory, extents) = Directory::read(cur)?;
    let mut stage = Stage { directory, sections: vec![Section::Nowhere; extents.len()] };
    cur.array("sections", |cur| {
        for (index, extent) in extents.iter().enumerate() {
            if stage.directory.entries.get(index).is_some_and(|entry| entry.nowhere.is_some()) {
                continue;
            }
            let read = section(cur, &stage, index, *extent)?;
            if let Some(section) = stage.sections.get_mut(index) {
                *section = read;
            }
        }
        Ok(())
    })?;
    Ok(stage)
}

fn section<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    stage: &Stage,
    index: usize,
    at: Extent,
) -> Result<Section> {
    let role = stage.role(index);
    let type_name = match role {
        Role::Settings => "Settings",
        Role::Picture => "Tim",
        _ => "Mesh",
    };
    let added = stage.directory.entries.get(index).is_some_and(|entry| entry.flag);
    let wanted = SectionRequest { index, type_name, about: Some(about(role, added)), at };
    section::section(cur, wanted, |cur| content(cur, role))
}

fn about(role: Role, added: bool) -> String {
    let name = role.name();
    if added { format!("{name}, added to the background") } else { name.to_owned() }
}

fn content<R: Recorder>(cur: &mut Cursor<'_, R>, role: Role) -> Result<Section> {
    match role {
        Role::Settings => {
            let (start, size) = (cur.pos(), cur.remaining());
            if size != Settings::SIZE as u64 {
                let message = format_args!("expected {} bytes, found {size}", Settings::SIZE);
                cur.problem(Severity::Warning, (start, size), "", message);
            }
            let settings: Settings = cur.record("settings")?;
            if TYPES.iter().all(|known| known.value != u32::from(settings.kind)) {
                let message = format_args!("unknown type {}", settings.kind);
                cur.problem(Severity::Note, (start, 1), "settings.kind", message);
            }
            Ok(Section::Stage(settings, rest(cur)?))
        }
        Role::Picture => Ok(Section::Picture(tim::tim(cur)?)),
        Role::Ground | Role::Sky | Role::Background | Role::Object => {
            let mut mesh = Mesh::default();
            let cut = mesh.pass(&mut Reading { cur }, ()).map_err(|error| cur.lose(error));
            let from = cur.pos();
            let rest = rest(cur)?;
            if !rest.is_empty() && cut.is_ok() {
                let message = format_args!("{} bytes follow the mesh", rest.len());
                cur.problem(Severity::Note, (from, rest.len() as u64), "rest", message);
            }
            Ok(Section::Part(mesh, rest))
        }
    }
}

fn rest<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Vec<u8>> {
    Ok(cur.bytes_if_any("rest", cur.limit())?.to_vec())
}
