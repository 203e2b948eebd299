//! Copies and removes polygons and vertices of meshes, and steps of action scripts.

use super::mesh::{List, Mesh};
use super::section::Section;
use super::unit::settings::{SectionBlock, Settings};
use crate::formats::list_edit::{Elements, Renumbered, element, unchangeable};
use crate::formats::{EditResult, ListChange, Refusal};

/// Changes a list of a mesh or script. Offsets after it are recomputed on writing.
pub(super) fn in_model(sections: &mut [Section], change: &ListChange<'_>) -> EditResult<()> {
    let asked = Elements::of(change)?;
    match settings_at(sections, asked.list) {
        Some((settings, list)) => in_settings(settings, list, &asked),
        None => in_mesh(sections, change),
    }
}

/// The settings that contain this list, and the path of the list inside them.
fn settings_at<'a, 'b>(
    sections: &'a mut [Section],
    list: &'b str,
) -> Option<(&'a mut Settings, &'b str)> {
    let (section, inside) = list.split_once('.')?;
    match sections.get_mut(element(section, "sections")?)? {
        Section::Settings(settings) => Some((settings, inside)),
        _ => None,
    }
}

/// Changes the steps of a script.
pub(super) fn in_settings(
    settings: &mut Settings,
    list: &str,
    asked: &Elements<'_>,
) -> EditResult<()> {
    let piece = list.strip_suffix(".steps").and_then(|script| element(script, "scripts"));
    let piece = piece.and_then(|piece| settings.pieces.get_mut(piece));
    let Some(SectionBlock::Script(script)) = piece else { return Err(unchangeable(asked.first())) };
    // The end step stays last.
    let end = script.steps.pop_if(|step| step.is_end());
    let done = asked.apply(&mut script.steps);
    script.steps.extend(end);
    script.refill();
    done
}

/// Changes a list of a mesh. Sections of a battle model cannot be added or removed: their index
/// determines their role.
pub(super) fn in_mesh(sections: &mut [Section], change: &ListChange<'_>) -> EditResult<()> {
    let asked = Elements::of(change)?;
    let unknown = || unchangeable(asked.first());
    if asked.list == "sections" {
        let why = "cannot be copied or removed: its index determines its role";
        return Err(Refusal(format!("{} {why}", asked.first())));
    }
    let (path, list) = asked.list.rsplit_once('.').ok_or_else(unknown)?;
    let mesh = mesh_at(sections, path).ok_or_else(unknown)?;
    match list {
        "vertices" => vertices(mesh, path, &asked),
        "textured_triangles" => asked.apply(&mut mesh.textured_triangles),
        "textured_quads" => asked.apply(&mut mesh.textured_quads),
        "coloured_triangles" => asked.apply(&mut mesh.coloured_triangles),
        "coloured_quads" => asked.apply(&mut mesh.coloured_quads),
        _ => Err(unknown()),
    }
}

/// The mesh with this path.
fn mesh_at<'a>(sections: &'a mut [Section], path: &str) -> Option<&'a mut Mesh> {
    let (section, mesh) = match path.split_once('.') {
        Some((section, mesh)) => (section, Some(element(mesh, "meshes")?)),
        None => (path, None),
    };
    match (sections.get_mut(element(section, "sections")?)?, mesh) {
        (Section::Part(part, _), None) => Some(part),
        (Section::Model(model), Some(mesh)) => model.meshes.get_mut(mesh),
        _ => None,
    }
}

/// Polygons reference vertices by their byte offset in the pool, so the references are renumbered.
fn vertices(mesh: &mut Mesh, path: &str, asked: &Elements<'_>) -> EditResult<()> {
    const SIZE: u16 = 8;
    if !mesh.pool_rest.is_empty() {
        return Err(Refusal(format!(
            "{path}: the last vertex is truncated; vertices cannot be changed"
        )));
    }
    let len = mesh.vertices.len();
    if asked.go {
        let moved = Renumbered::without(&asked.places(len)?);
        let go = |references: &mut [u16]| -> Option<()> {
            for reference in references {
                let (index, rest) = (*reference / SIZE, *reference % SIZE);
                *reference = moved.count(index, len)?.checked_mul(SIZE)?.checked_add(rest)?;
            }
            Some(())
        };
        let used = |list: List, at: usize| {
            Refusal(format!("{path}.{}[{at}] uses these vertices", list.field()))
        };
        for (at, one) in mesh.textured_triangles.iter_mut().enumerate() {
            go(&mut one.vertices).ok_or_else(|| used(List::TexturedTriangles, at))?;
        }
        for (at, one) in mesh.textured_quads.iter_mut().enumerate() {
            go(&mut one.vertices).ok_or_else(|| used(List::TexturedQuads, at))?;
        }
        for (at, one) in mesh.coloured_triangles.iter_mut().enumerate() {
            go(&mut one.vertices).ok_or_else(|| used(List::ColouredTriangles, at))?;
        }
        for (at, one) in mesh.coloured_quads.iter_mut().enumerate() {
            go(&mut one.vertices).ok_or_else(|| used(List::ColouredQuads, at))?;
        }
    }
    asked.apply(&mut mesh.vertices)
}
