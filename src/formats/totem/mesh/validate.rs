//! What is odd about a mesh that could be read.

use glam::Vec3;

use super::read::Places;
use super::records::Mesh;
use crate::bytes::{Problem, Problems, Severity, SourceId, Span};
use crate::formats::totem::{KINDS, kind};
use crate::scene::Front;

/// What the stored normals say about the order of corners.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facing {
    /// Triangles whose normals point to the front that the order of corners gives.
    pub with: usize,
    /// Triangles whose normals point the other way.
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
                let id = data?.get(corner)?.normal_id;
                mesh.normals.get(usize::from(id)).copied().map(Vec3::from)
            };
            let [Some(na), Some(nb), Some(nc)] = triangle.corners.map(normal) else { continue };
            let lean = (b - a).cross(c - a).dot(na + nb + nc);
            facing.with += usize::from(lean > 0.0);
            facing.against += usize::from(lean < 0.0);
        }
        facing
    }

    /// What a clear majority says: two thirds of those that say anything.
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

/// Everything worth telling; problems of the same kind are told once, with their number.
pub(super) fn validate(mesh: &Mesh, places: &Places, source: SourceId) -> Problems {
    let mut check = Check { mesh, places, source, problems: Problems::default() };
    check.header();
    check.strips();
    check.strip_data();
    check.numbers();
    check.facing();
    check.submeshes();
    check.problems
}

struct Check<'a> {
    mesh: &'a Mesh,
    places: &'a Places,
    source: SourceId,
    problems: Problems,
}

impl Check<'_> {
    fn say(&mut self, severity: Severity, at: (u64, u64), field: String, message: String) {
        let span = Span::new(self.source, at.0, at.1);
        self.problems.push(Problem { severity, span, available: None, field, message });
    }

    /// Tells of the first of `found`, and how many there are.
    fn first(&mut self, severity: Severity, found: &[(u64, String)], what: &str) {
        let Some((at, field)) = found.first() else { return };
        let message = match found.len() {
            1 => what.to_owned(),
            count => format!("{what} ({count} like this)"),
        };
        self.say(severity, (*at, 4), field.clone(), message);
    }

    fn header(&mut self) {
        let header = &self.mesh.header;
        let at = self.places.header + 0x60;
        if header.kind != kind::MESH {
            let known = KINDS.iter().find(|known| known.value == u32::from(header.kind));
            let name = known.map_or("nothing known", |known| known.name);
            let message = format!("{} is the kind of {name}, a mesh has 6", header.kind);
            self.say(Severity::Warning, (at, 2), "header.kind".to_owned(), message);
        }
        let unknown = header.flags & !crate::formats::totem::Header::STRIP_GROUPS;
        if unknown != 0 {
            let message = format!("bits {unknown:#x} are not known");
            self.say(Severity::Note, (at + 2, 2), "header.flags".to_owned(), message);
        }
    }

    fn strips(&mut self) {
        let (mesh, places) = (self.mesh, self.places);
        let place = |strip: usize, name: &str| {
            let start = places.strips.start(strip);
            let ids = mesh.strips.get(strip).map_or(0, |strip| strip.vertex_ids.len() as u64);
            let after = match name {
                "material" => 4 + 2 * ids,
                "tri_order" => 8 + 2 * ids,
                _ => 0,
            };
            (start + after, format!("strips[{strip}].{name}"))
        };
        let (mut ids, mut materials, mut orders) = (Vec::new(), Vec::new(), Vec::new());
        for (index, strip) in mesh.strips.iter().enumerate() {
            let outside = |id: &u16| usize::from(*id) >= mesh.vertices.len();
            if let Some(at) = strip.vertex_ids.iter().position(outside) {
                let (start, _) = place(index, "vertex_ids");
                let field = format!("strips[{index}].vertex_ids[{at}]");
                ids.push((start + 4 + 2 * at as u64, field));
            }
            if mesh.material_of(strip).is_none() && !mesh.materials.is_empty() {
                materials.push(place(index, "material"));
            }
            if !matches!(strip.tri_order, 1 | 2) {
                orders.push(place(index, "tri_order"));
            }
        }
        self.first(Severity::Error, &ids, "the vertex does not exist");
        self.first(Severity::Warning, &materials, "the material is not in the list");
        self.first(Severity::Warning, &orders, "the order is neither 1 nor 2, and counts as 1");
        let least = mesh.strips.iter().map(|strip| strip.material).min().unwrap_or(0);
        let wraps = least.checked_rem(mesh.materials.len() as u32).is_some_and(|rest| rest != 0);
        if mesh.header.has_groups() && wraps {
            let message = format!(
                "materials count from the smallest number, {least}, and are wrapped around; one \
                 reader wraps them without"
            );
            let (at, _) = place(0, "material");
            self.say(Severity::Note, (at, 4), "strips[0].material".to_owned(), message);
        }
    }

    fn strip_data(&mut self) {
        let mesh = self.mesh;
        let (strips, data) = (mesh.strips.len(), mesh.strip_data.len());
        if data == 0 || mesh.lost.is_some() {
            return;
        }
        let at = (self.places.strips.end, 4);
        if data != strips {
            let message = format!("{data} lists of corners for {strips} strips");
            self.say(Severity::Warning, at, "strip_data_count".to_owned(), message);
        }
        let pairs = mesh.strips.iter().zip(&mesh.strip_data).enumerate();
        let (mut lengths, mut texcoords, mut normals) = (Vec::new(), Vec::new(), Vec::new());
        for (index, (strip, corners)) in pairs {
            let start = self.places.strip_data.start(index);
            let field = |name: String| (start, format!("strip_data[{index}].{name}"));
            if strip.vertex_ids.len() != corners.len() {
                lengths.push(field("corner_count".to_owned()));
            }
            let uv = |c: &super::StripCorner| usize::from(c.texcoord_id) >= mesh.texcoords.len();
            if let Some(at) = corners.iter().position(uv) {
                texcoords.push(field(format!("corners[{at}].texcoord_id")));
            }
            let n = |c: &super::StripCorner| usize::from(c.normal_id) >= mesh.normals.len();
            if let Some(at) = corners.iter().position(n) {
                normals.push(field(format!("corners[{at}].normal_id")));
            }
        }
        let what = "the strip has another number of corners, so it is drawn without these";
        self.first(Severity::Warning, &lengths, what);
        if !mesh.texcoords.is_empty() {
            self.first(Severity::Error, &texcoords, "the texture coordinate does not exist");
        }
        if !mesh.normals.is_empty() {
            self.first(Severity::Error, &normals, "the normal does not exist");
        }
    }

    fn numbers(&mut self) {
        let mesh = self.mesh;
        let broken = |point: &[f32; 3]| point.iter().any(|v| !v.is_finite());
        let odd: Vec<(u64, String)> = mesh
            .vertices
            .iter()
            .enumerate()
            .filter(|(_, point)| broken(point))
            .map(|(i, _)| (self.places.vertices + 12 * i as u64, format!("vertices[{i}]")))
            .collect();
        self.first(Severity::Error, &odd, "the position is not a finite number");
    }

    fn facing(&mut self) {
        let facing = Facing::of(self.mesh);
        let Facing { with, against } = facing;
        let all = with + against;
        let drawn = match facing.front() {
            Front::Turned => ": the mesh is drawn turned",
            Front::Open if all > 0 => ", which decides nothing",
            _ => return,
        };
        let message = format!(
            "the normals of {against} of {all} triangles point away from their front{drawn}"
        );
        let at = (self.places.strips.start(0), 4);
        self.say(Severity::Note, at, "strips".to_owned(), message);
    }

    fn submeshes(&mut self) {
        let materials = self.mesh.materials.len();
        let list = self.mesh.footer.submeshes.as_deref().unwrap_or(&[]);
        let outside: Vec<(u64, String)> = list
            .iter()
            .enumerate()
            .filter(|(_, submesh)| usize::from(submesh.material) >= materials)
            .map(|(i, _)| (self.places.submeshes.start(i), format!("submeshes[{i}].material")))
            .collect();
        self.first(Severity::Warning, &outside, "the material is not in the list");
    }
}
