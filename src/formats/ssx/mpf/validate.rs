//! Checks the records of a file.

use super::chunk::{Chunk, chunks, reference_of};
use super::packet::Uv;
use super::records::{Bone, File, MeshIndex, Model, group_kind};
use crate::bytes::Severity;
use crate::formats::Report;

pub(super) fn check(file: &File, report: &mut Report<'_>) {
    for (index, model) in file.models.iter().enumerate() {
        let mut check = Check { report, model: index };
        check.weights(model);
        check.bones(model);
        check.groups(model);
        check.meshes(model);
        check.constants(model);
    }
}

struct Check<'a, 'r> {
    report: &'a mut Report<'r>,
    model: usize,
}

impl Check<'_, '_> {
    /// Reports a problem of a field of the model.
    fn report(&mut self, severity: Severity, field: String, message: String) {
        self.report.report(severity, format!("models[{}].{field}", self.model), message);
    }

    fn bones(&mut self, model: &Model) {
        for (index, bone) in model.bones.iter().enumerate() {
            let field = |name: &str| format!("bones[{index}].{name}");
            if let Some((file, parent)) = bone.parent() {
                let own = file == model.file_id;
                if own && parent >= model.bones.len() {
                    let message =
                        format!("unknown bone {parent}; the model has {}", model.bones.len());
                    self.report(Severity::Error, field("parent"), message);
                } else if own && loops(model, index) {
                    let message = "the bone is its own ancestor".to_owned();
                    self.report(Severity::Error, field("parent"), message);
                }
            }
            if (bone.parent < 0) != (bone.parent_file < 0) {
                let message = "only one of the parent and its file is −1".to_owned();
                self.report(Severity::Note, field("parent"), message);
            }
            let Bone { position: p, rotation: r, .. } = bone;
            if [p.x, p.y, p.z].iter().any(|v| !v.is_finite()) {
                let message = "the position is not finite".to_owned();
                self.report(Severity::Error, field("position"), message);
            }
            if [r.x, r.y, r.z].iter().any(|v| !v.is_finite()) {
                let message = "the rotation is not finite".to_owned();
                self.report(Severity::Error, field("rotation"), message);
            }
        }
    }

    /// Reports values that are the same in all known files.
    fn constants(&mut self, model: &Model) {
        let number = self.model;
        let inside = |field: String| format!("models[{number}].{field}");
        // The parent of a head's first bone is in the body's file.
        let own = |(file, _): (u16, usize)| file == model.file_id;
        if model.bones.first().and_then(Bone::parent).is_some_and(own) {
            let message = "the first bone has a parent in the same model".to_owned();
            self.report(Severity::Note, "bones[0].parent".to_owned(), message);
        }
        let sign = |bone: &Bone| bone.signs.iter().position(|sign| sign.abs() != 1.0);
        let signs = model.bones.iter().enumerate().filter_map(|(bone, stored)| {
            Some(inside(format!("bones[{bone}].signs[{}]", sign(stored)?)))
        });
        self.report.first(Severity::Note, signs, "expected 1 or −1");
        let weights = model.weights.iter().enumerate();
        let weights = weights.filter(|(_, weights)| weights.unknown_08 != 36);
        let weights = weights.map(|(at, _)| inside(format!("weight_headers[{at}].unknown_08")));
        self.report.first(Severity::Note, weights, "expected 36");
        let groups = model.groups.iter().enumerate().filter(|(_, group)| group.unknown_08 != -1);
        let groups = groups.map(|(at, _)| inside(format!("group_headers[{at}].unknown_08")));
        self.report.first(Severity::Note, groups, "expected −1");
        let points = model.ik_points.iter().enumerate().filter(|(_, point)| point.unknown_0c != 0);
        let points = points.map(|(at, _)| inside(format!("ik_points[{at}].unknown_0c")));
        let unused = [
            ("unknown_34", model.unknown_34.iter().any(|byte| *byte != 0)),
            ("unknown_4c", model.unknown_4c.iter().any(|byte| *byte != 0)),
        ];
        let unused = unused.into_iter().filter(|(_, differs)| *differs);
        let unused = unused.map(|(name, _)| format!("model_headers[{number}].{name}"));
        self.report.first(Severity::Note, unused.chain(points), "expected 0 in unused bytes");
    }

    fn weights(&mut self, model: &Model) {
        for (index, weights) in model.weights.iter().enumerate() {
            let sum: i32 = weights.entries.iter().map(|entry| i32::from(entry.weight)).sum();
            if sum != 100 {
                let message = format!("expected weights that add up to 100, found {sum}");
                self.report(Severity::Warning, format!("weights[{index}]"), message);
            }
            if weights.entries.len() > 4 {
                let message =
                    format!("{} bones, of which only four are used", weights.entries.len());
                self.report(Severity::Note, format!("weights[{index}]"), message);
            }
            for (entry, weight) in weights.entries.iter().enumerate() {
                let own = u16::from(weight.file) == model.file_id && !model.bones.is_empty();
                if own && usize::from(weight.bone) >= model.bones.len() {
                    let (bone, bones) = (weight.bone, model.bones.len());
                    let message = format!("unknown bone {bone}; the model has {bones}");
                    let field = format!("weights[{index}].entries[{entry}].bone");
                    self.report(Severity::Error, field, message);
                }
            }
        }
        for (index, list) in model.references.iter().enumerate() {
            for (at, reference) in list.iter().enumerate() {
                if *reference as usize >= model.weights.len() {
                    let weights = model.weights.len();
                    let message = format!("unknown weights {reference}; the model has {weights}");
                    let field = format!("references[{index}].indices[{at}]");
                    self.report(Severity::Error, field, message);
                }
            }
        }
    }

    fn groups(&mut self, model: &Model) {
        for (index, group) in model.groups.iter().enumerate() {
            let known = [group_kind::STANDARD, group_kind::SHADOW, group_kind::MORPH];
            if !known.contains(&group.kind) {
                let message = format!("unknown group kind {}", group.kind);
                let field = format!("group_headers[{index}].kind");
                self.report(Severity::Note, field, message);
            }
            let is_shadow = group.kind == group_kind::SHADOW;
            if group.material as usize >= model.materials.len() && !is_shadow {
                let (material, materials) = (group.material, model.materials.len());
                let message = format!("unknown material {material}; the model has {materials}");
                let field = format!("group_headers[{index}].material");
                self.report(Severity::Error, field, message);
            }
        }
        let lists: usize = model.groups.iter().map(|group| group.weight_groups.len()).sum();
        if lists > model.references.len() {
            let message = format!(
                "{lists} weight groups share {} lists of references",
                model.references.len()
            );
            self.report(Severity::Warning, "groups".to_owned(), message);
        }
    }

    fn meshes(&mut self, model: &Model) {
        for (index, group, mesh) in model.meshes() {
            let chunks = chunks(mesh);
            for chunk in &chunks {
                self.chunk(model, index, chunk);
            }
            let vertices: usize = chunks.iter().map(Chunk::len).sum();
            if chunks.is_empty() && !mesh.chain.is_empty() {
                let message = "the chain has no vertices".to_owned();
                self.report(Severity::Warning, index.path(), message);
            }
            if group.kind == group_kind::MORPH && mesh.keys.is_empty() && model.morph_keys > 0 {
                let message = "a mesh of a morph group has no keys".to_owned();
                self.report(Severity::Warning, index.path(), message);
            }
            for (key, tag) in mesh.keys.iter().enumerate() {
                let deltas = tag.deltas().map_or(0, <[_]>::len);
                if deltas != vertices {
                    let message = format!("expected {vertices} deltas, found {deltas}");
                    let field = format!("{}.keys[{key}]", index.path());
                    self.report(Severity::Error, field, message);
                }
            }
        }
    }

    fn chunk(&mut self, model: &Model, mesh: MeshIndex, chunk: &Chunk<'_>) {
        let (tag, code) = chunk.start;
        let path = format!("{}.tags[{tag}].codes[{code}]", mesh.path());
        let vertices = chunk.len();
        let strips: u64 = chunk.strips.iter().map(|strip| u64::from(strip.vertices)).sum();
        if strips != vertices as u64 {
            let message =
                format!("the strips have {strips} vertices, but the chunk has {vertices}");
            self.report(Severity::Error, format!("{path}.strips"), message);
        }
        let counts = [
            (chunk.info.strips, chunk.strips.len(), "strips"),
            (chunk.info.vertices, vertices, "vertices"),
        ];
        for (stored, there, name) in counts {
            if stored as usize != there {
                let message = format!("expected {stored} {name}, found {there}");
                let field = format!("{path}.info.{name}");
                self.report(Severity::Warning, field, message);
            }
        }
        let mut strips = chunk.strips.iter().enumerate();
        if let Some((short, strip)) = strips.find(|(_, strip)| strip.vertices < 3) {
            let message = format!("a strip of {} vertices has no triangle", strip.vertices);
            let field = format!("{path}.strips[{short}]");
            self.report(Severity::Warning, field, message);
        }
        if chunk.shadow.is_empty() && [chunk.uvs.len(), chunk.normals.len()] != [vertices; 2] {
            let (uvs, normals) = (chunk.uvs.len(), chunk.normals.len());
            let message =
                format!("{vertices} positions, {normals} normals, {uvs} texture coordinates");
            self.report(Severity::Error, path.clone(), message);
        }
        let references = model.references.get(mesh.list).or(model.references.first());
        let count = references.map_or(0, Vec::len);
        let odd = (0..vertices)
            .find(|vertex| chunk.reference(*vertex).is_none_or(|reference| reference >= count));
        if let Some(vertex) = odd {
            let a = match chunk.uvs.get(vertex) {
                Some(uv) => i64::from(uv.a),
                None => chunk.shadow.get(vertex).map_or(-1, |vertex| vertex.a.into()),
            };
            let what = match reference_of(a) {
                Some(reference) => format!("reference {reference} of {count}"),
                None => format!("{a}, which is not the address of a matrix"),
            };
            let message = format!("vertex {vertex} uses {what}");
            self.report(Severity::Error, path.clone(), message);
        }
        let (tag, code) = chunk.uvs_at;
        // Addresses of the same matrix, once for positions and once for normals.
        let differs = |uv: &Uv| {
            let other = usize::try_from(i64::from(uv.b) - 114).ok();
            reference_of(uv.a.into()).is_some_and(|reference| other != Some(reference * 3))
        };
        let uvs = chunk.uvs.iter().enumerate().filter(|(_, uv)| differs(uv));
        let uvs: Vec<String> = uvs
            .map(|(at, _)| {
                format!(
                    "models[{}].{}.tags[{tag}].codes[{code}].uvs[{at}].b",
                    self.model,
                    mesh.path()
                )
            })
            .collect();
        self.report.first(
            Severity::Warning,
            uvs,
            "the normal and the position follow different bones",
        );
        let finite = |vertex| {
            let p = chunk.position(vertex);
            p.is_some_and(|p| [p.x, p.y, p.z].iter().all(|v: &f32| v.is_finite()))
        };
        if let Some(vertex) = (0..vertices).find(|vertex| !finite(*vertex)) {
            let (tag, code) = chunk.vertices_at;
            let name = if chunk.positions.is_empty() { "vertices" } else { "positions" };
            let message = "the position is not finite".to_owned();
            let field = format!("{}.tags[{tag}].codes[{code}].{name}[{vertex}]", mesh.path());
            self.report(Severity::Error, field, message);
        }
    }
}

/// `true` if a bone is its own ancestor within the model.
fn loops(model: &Model, bone: usize) -> bool {
    let mut at = bone;
    for _ in 0..=model.bones.len() {
        let parent = model.bones.get(at).and_then(Bone::parent);
        match parent.filter(|(file, _)| *file == model.file_id) {
            Some((_, parent)) if parent == bone => return true,
            Some((_, parent)) => at = parent,
            None => return false,
        }
    }
    false
}
