//! Checks the records of a mesh.

use glam::Vec3;

use super::SubMesh;
use super::records::{Mesh, Strip, StripCorner};
use crate::bytes::Severity;
use crate::formats::Report;
use crate::formats::totem::{Header, KINDS, Platform, kind};
use crate::scene::Front;

/// Agreement of the stored normals with the order of corners.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facing {
    /// Number of triangles whose normals agree with the front given by the corners.
    pub with: usize,
    /// Number of triangles whose normals point the other way.
    pub against: usize,
}

impl Facing {
    /// Counts the triangles of `mesh` that have an area and normals.
    pub fn of(mesh: &Mesh) -> Self {
        let mut facing = Self::default();
        for (triangle, ids) in mesh.triangles() {
            let at = |id: u16| mesh.vertices.get(usize::from(id)).copied().map(Vec3::from);
            let [Some(a), Some(b), Some(c)] = ids.map(at) else { continue };
            let data = mesh.strip_data.get(triangle.strip);
            let normal = |corner: usize| {
                let id = data?.corners.get(corner)?.normal_id;
                mesh.normals.get(usize::from(id)).copied().map(Vec3::from)
            };
            let [Some(na), Some(nb), Some(nc)] = triangle.corners.map(normal) else { continue };
            facing.count([(a, na), (b, nb), (c, nc)]);
        }
        facing
    }

    /// Counts a triangle, given positions and normals of its corners.
    pub fn count(&mut self, [(a, na), (b, nb), (c, nc)]: [(Vec3, Vec3); 3]) {
        let lean = (b - a).cross(c - a).dot(na + nb + nc);
        self.with += usize::from(lean > 0.0);
        self.against += usize::from(lean < 0.0);
    }

    /// The front by a clear majority: two thirds of the counted triangles.
    pub fn front(self) -> Front {
        let all = self.with + self.against;
        if all > 0 && self.with * 3 >= all * 2 {
            Front::Sure
        } else if all > 0 && self.against * 3 >= all * 2 {
            Front::Turned
        } else {
            Front::Open
        }
    }
}

/// Reports problems; several of one kind are reported once, with their number.
pub(super) fn check(mesh: &Mesh, report: &mut Report<'_>) {
    header(mesh, report);
    strips(mesh, report);
    strip_data(mesh, report);
    let broken = |point: &[f32; 3]| point.iter().any(|v| !v.is_finite());
    let odd = positions(&mesh.vertices, broken).map(|i| format!("vertices[{i}]"));
    report.first(Severity::Error, odd, "the position is not a finite number");
    facing(mesh, report);
    shapes(mesh, report);
    corner_data(mesh, report);
    let list = mesh.footer.submeshes.as_deref().unwrap_or(&[]);
    let outside = |part: &SubMesh| usize::from(part.material) >= mesh.materials.len();
    let outside = positions(list, outside).map(|i| format!("submeshes[{i}].material"));
    report.first(Severity::Warning, outside, MATERIAL_OUTSIDE);
}

/// Reports collision shapes of a mesh whose hull is used instead.
fn shapes(mesh: &Mesh, report: &mut Report<'_>) {
    let lists = [
        ("spheres", mesh.spheres.len()),
        ("cuboids", mesh.cuboids.len()),
        ("cylinders", mesh.cylinders.len()),
    ];
    let filled = lists.into_iter().filter(|(_, count)| mesh.header.has_groups() && *count > 0);
    let filled = filled.map(|(name, _)| name.to_owned());
    report.first(
        Severity::Note,
        filled,
        "collision shapes of a mesh with flag 4; other known meshes with this flag have none",
    );
}

/// Reports corner data in a mesh of the PlayStation 2, where it is unexpected.
fn corner_data(mesh: &Mesh, report: &mut Report<'_>) {
    let lists = [("texcoords", mesh.texcoords.len()), ("normals", mesh.normals.len())];
    let is_ps2 = mesh.platform == Platform::PS2;
    let filled = lists.into_iter().filter(|(_, count)| is_ps2 && *count > 0);
    let filled = filled.map(|(name, _)| name.to_owned());
    report.first(
        Severity::Note,
        filled,
        "other known meshes of the PlayStation 2 have no such list",
    );
}

const MATERIAL_OUTSIDE: &str = "material index outside the list";

/// Indices of the elements for which `holds` is true.
fn positions<'a, T>(
    list: &'a [T],
    holds: impl Fn(&T) -> bool + 'a,
) -> impl Iterator<Item = usize> + 'a {
    list.iter().enumerate().filter(move |(_, item)| holds(item)).map(|(index, _)| index)
}

fn header(mesh: &Mesh, report: &mut Report<'_>) {
    let header = &mesh.header;
    if header.kind != kind::MESH {
        let known = KINDS.iter().find(|known| known.value == u32::from(header.kind));
        let name = known.map_or("an unknown class", |known| known.name);
        let message = format!("{} is the kind of {name}; expected 6 for a mesh", header.kind);
        report.warning("header.kind", message);
    }
    let unknown = header.flags & !Header::STRIP_GROUPS;
    if unknown != 0 {
        report.note("header.flags", format!("unknown flags {unknown:#x}"));
    }
}

fn strips(mesh: &Mesh, report: &mut Report<'_>) {
    let outside = |id: &u16| usize::from(*id) >= mesh.vertices.len();
    let ids = mesh.strips.iter().enumerate().filter_map(|(index, strip)| {
        let at = strip.vertex_ids.iter().position(outside)?;
        Some(format!("strips[{index}].vertex_ids[{at}]"))
    });
    report.first(Severity::Error, ids, "vertex index outside the list");
    let none = |strip: &Strip| mesh.material_of(strip).is_none() && !mesh.materials.is_empty();
    let materials = positions(&mesh.strips, none).map(|i| format!("strips[{i}].material"));
    report.first(Severity::Warning, materials, MATERIAL_OUTSIDE);
    let odd = |strip: &Strip| !matches!(strip.tri_order, 1 | 2);
    let orders = positions(&mesh.strips, odd).map(|i| format!("strips[{i}].tri_order"));
    let what = "invalid order; expected 1 or 2, 1 is used";
    report.first(Severity::Warning, orders, what);
    let order = mesh.footer.strip_order.iter().flatten().zip(0u32..);
    let moved = order.enumerate().filter(|(_, (strip, at))| *strip != at);
    let moved = moved.map(|(index, _)| format!("strip_order[{index}]"));
    let what = "the strip order differs from the stored order; strips are drawn as stored";
    report.first(Severity::Note, moved, what);
    let least = mesh.strips.iter().map(|strip| strip.material).min().unwrap_or(0);
    let wraps = least.checked_rem(mesh.materials.len() as u32).is_some_and(|rest| rest != 0);
    if mesh.header.has_groups() && wraps {
        let message = format!(
            "material numbers are relative to the smallest one, {least}, modulo the number of \
             materials; one other reader does not subtract it"
        );
        report.note("strips[0].material", message);
    }
}

fn strip_data(mesh: &Mesh, report: &mut Report<'_>) {
    let (strips, data) = (mesh.strips.len(), mesh.strip_data.len());
    if data == 0 || report.is_cut() {
        return;
    }
    if data != strips {
        let message = format!("expected {strips} lists of corners, found {data}");
        report.warning("strip_data_count", message);
    }
    let (mut lengths, mut texcoords, mut normals) = (Vec::new(), Vec::new(), Vec::new());
    for (index, (strip, data)) in mesh.strips.iter().zip(&mesh.strip_data).enumerate() {
        let path = format!("strip_data[{index}]");
        if strip.vertex_ids.len() != data.corners.len() {
            lengths.push(format!("{path}.corner_count"));
        }
        let uv = |c: &StripCorner| usize::from(c.texcoord_id) >= mesh.texcoords.len();
        if let Some(at) = data.corners.iter().position(uv) {
            texcoords.push(format!("{path}.corners[{at}].texcoord_id"));
        }
        let normal = |c: &StripCorner| usize::from(c.normal_id) >= mesh.normals.len();
        if let Some(at) = data.corners.iter().position(normal) {
            normals.push(format!("{path}.corners[{at}].normal_id"));
        }
    }
    let what = "the number of corners does not match the strip; drawn without corner data";
    report.first(Severity::Warning, lengths, what);
    if !mesh.texcoords.is_empty() {
        report.first(Severity::Error, texcoords, "texture coordinate index outside the list");
    }
    if !mesh.normals.is_empty() {
        report.first(Severity::Error, normals, "normal index outside the list");
    }
}

fn facing(mesh: &Mesh, report: &mut Report<'_>) {
    let facing = Facing::of(mesh);
    let Facing { with, against } = facing;
    let all = with + against;
    let drawn = match facing.front() {
        Front::Turned => ": drawn with reversed faces",
        Front::Open if all > 0 => ": inconclusive",
        _ => return,
    };
    let message =
        format!("the normals of {against} of {all} triangles point away from their front{drawn}");
    report.note("strips", message);
}
