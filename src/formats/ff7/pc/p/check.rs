//! Checks the records of a mesh.

use super::records::{P, Point, STATES, VERSION, blend, state};
use crate::bytes::Severity;
use crate::formats::Report;

pub(super) fn check(mesh: &P, report: &mut Report<'_>) {
    if mesh.version != VERSION {
        report.error("version", format!("unknown version {}; expected 1", mesh.version));
    }
    if report.is_cut() {
        return;
    }
    lengths(mesh, report);
    points(mesh, report);
    polygons(mesh, report);
    states(mesh, report);
}

fn lengths(mesh: &P, report: &mut Report<'_>) {
    let (groups, states) = (mesh.groups.len(), mesh.states.len());
    if groups != states {
        let message = format!("expected {groups} render states, one per group, found {states}");
        report.warning("states", message);
    }
    let (vertices, colours) = (mesh.vertices.len(), mesh.vertex_colours.len());
    if colours < vertices {
        let message = format!("{colours} colours for {vertices} vertices: the others are white");
        report.warning("vertex_colours", message);
    }
    if !mesh.rest.is_empty() {
        report.note("rest", format!("{} unknown bytes after the last part", mesh.rest.len()));
    }
}

fn points(mesh: &P, report: &mut Report<'_>) {
    let is_odd = |point: &Point| [point.x, point.y, point.z].iter().any(|v| !v.is_finite());
    let lists = [("vertices", &mesh.vertices), ("normals", &mesh.normals)];
    for (name, list) in lists {
        let odd = list.iter().enumerate().filter(|(_, point)| is_odd(point));
        let paths = odd.map(|(index, _)| format!("{name}[{index}]"));
        report.first(Severity::Warning, paths, "a coordinate is not a number; read as 0");
    }
    let odd = mesh.texcoords.iter().enumerate();
    let odd = odd.filter(|(_, at)| !at.u.is_finite() || !at.v.is_finite());
    let paths = odd.map(|(index, _)| format!("texcoords[{index}]"));
    report.first(Severity::Warning, paths, "a texture coordinate is not a number; read as 0");
    let lost = mesh.normal_indices.iter().enumerate();
    let lost = lost.filter(|(_, normal)| **normal as usize >= mesh.normals.len());
    let paths = lost.map(|(index, _)| format!("normal_indices[{index}]"));
    let message = format!("normal index outside the list of {}", mesh.normals.len());
    report.first(Severity::Warning, paths, &message);
}

fn polygons(mesh: &P, report: &mut Report<'_>) {
    for (index, group) in mesh.groups.iter().enumerate() {
        let end = u64::from(group.first_polygon) + u64::from(group.polygon_count);
        if end > mesh.polygons.len() as u64 {
            let message =
                format!("refers to polygons up to {end}; the mesh has {}", mesh.polygons.len());
            report.error(format!("groups[{index}].polygon_count"), message);
        }
        let end = u64::from(group.first_vertex) + u64::from(group.vertex_count);
        if end > mesh.vertices.len() as u64 {
            let message =
                format!("refers to vertices up to {end}; the mesh has {}", mesh.vertices.len());
            report.error(format!("groups[{index}].vertex_count"), message);
        }
    }
    let owners = mesh.owners();
    let owned = || mesh.polygons.iter().zip(&owners).enumerate();
    let lost = owned().filter(|(_, (polygon, owner))| {
        let group = owner.and_then(|owner| mesh.groups.get(owner));
        group.is_some_and(|group| mesh.corners(group, polygon).is_none())
    });
    let paths = lost.map(|(index, _)| format!("polygons[{index}]"));
    let what = "invalid vertex or texture coordinate of a corner: polygon not drawn";
    report.first(Severity::Error, paths, what);
    let alone = owned().filter(|(_, (_, owner))| owner.is_none());
    let paths = alone.map(|(index, _)| format!("polygons[{index}]"));
    report.first(Severity::Warning, paths, "polygon is in no group and is not drawn");
}

fn states(mesh: &P, report: &mut Report<'_>) {
    let known = STATES.iter().fold(0, |all, bit| all | bit.mask);
    for (index, own) in mesh.states.iter().enumerate() {
        let path = |field: &str| format!("states[{index}].{field}");
        if (own.flags | own.flags_mask) & !known != 0 {
            let unknown = (own.flags | own.flags_mask) & !known;
            report.note(path("flags"), format!("unknown flags {unknown:#x}"));
        }
        match own.blend_mode {
            blend::AVERAGE..=blend::SUBTRACT | blend::NONE => {}
            blend::ADD_QUARTER if own.set() & state::BLEND == 0 => {}
            blend::ADD_QUARTER => {
                let message = "blend mode 3 is uncertain; drawn as add a quarter";
                report.note(path("blend_mode"), message);
            }
            mode => report
                .note(path("blend_mode"), format!("unknown blend mode {mode}; expected 0 to 4")),
        }
        let group = mesh.groups.get(index).filter(|group| group.is_textured());
        if let Some(group) = group.filter(|group| group.texture != own.texture) {
            let message = format!("texture {}, but the group has {}", own.texture, group.texture);
            report.note(path("texture"), message);
        }
    }
}
