//! Bytes to records.

use super::{Role, SETTINGS, Section, Settings, Stage, TYPES};
use crate::bytes::{Cursor, Recorder, Result, Severity};
use crate::formats::ff7::directory::{Directory, Extent};
use crate::formats::ff7::mesh;
use crate::formats::ff7::sections::{self, Wanted};
use crate::formats::ps1::tim;

/// Where a section's parts are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Place {
    #[default]
    None,
    Part(mesh::Place),
    Picture(tim::Offsets),
}

/// Reads a whole file.
pub fn stage<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Stage, Vec<Place>)> {
    let (directory, extents) = Directory::read(cur)?;
    let count = extents.len();
    let mut stage = Stage { directory, sections: vec![Section::Nowhere; count] };
    let mut places = vec![Place::None; count];
    cur.array("sections", |cur| {
        for (index, extent) in extents.iter().enumerate() {
            if stage.directory.entries.get(index).is_some_and(|entry| entry.nowhere.is_some()) {
                continue;
            }
            let (section, place) = section(cur, &stage, index, *extent)?;
            set(&mut stage.sections, index, section);
            set(&mut places, index, place);
        }
        Ok(())
    })?;
    Ok((stage, places))
}

fn set<T>(list: &mut [T], index: usize, value: T) {
    if let Some(place) = list.get_mut(index) {
        *place = value;
    }
}

fn section<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    stage: &Stage,
    index: usize,
    at: Extent,
) -> Result<(Section, Place)> {
    let role = stage.role(index);
    let type_name = match role {
        Role::Settings => "Settings",
        Role::Picture => "Tim",
        _ => "Mesh",
    };
    let added = stage.directory.entries.get(index).is_some_and(|entry| entry.flag);
    let wanted = Wanted { index, type_name, about: Some(about(role, added)), at };
    let read = sections::section(cur, wanted, |cur| content(cur, role))?;
    Ok(read.unwrap_or_else(|unread| (unread.into(), Place::None)))
}

fn about(role: Role, added: bool) -> String {
    let name = role.name();
    if added { format!("{name}, added to what is behind it") } else { name.to_owned() }
}

fn content<R: Recorder>(cur: &mut Cursor<'_, R>, role: Role) -> Result<(Section, Place)> {
    match role {
        Role::Settings => {
            let start = cur.pos();
            if cur.remaining() != SETTINGS as u64 {
                let size = cur.remaining();
                let message = format_args!("{size} bytes instead of {SETTINGS}");
                cur.problem(Severity::Warning, (start, size), "", message);
            }
            let settings: Settings = cur.record("settings")?;
            if TYPES.iter().all(|known| known.value != u32::from(settings.kind)) {
                let message = format_args!("type {} is unknown", settings.kind);
                cur.problem(Severity::Note, (start, 1), "settings.kind", message);
            }
            let rest = cur.bytes_if_any("rest", cur.limit())?.to_vec();
            Ok((Section::Settings(settings, rest), Place::None))
        }
        Role::Picture => {
            let (tim, place) = tim::tim(cur)?;
            Ok((Section::Picture(tim), Place::Picture(place)))
        }
        Role::Ground | Role::Sky | Role::Background | Role::Object => {
            let (mesh, place) = mesh::mesh(cur);
            let rest = cur.bytes_if_any("rest", cur.limit())?.to_vec();
            if !rest.is_empty() && mesh.cut.is_none() {
                let from = place.span.end();
                let message = format_args!("{} bytes follow the mesh", rest.len());
                cur.problem(Severity::Note, (from, rest.len() as u64), "rest", message);
            }
            Ok((Section::Part(mesh, rest), Place::Part(place)))
        }
    }
}
