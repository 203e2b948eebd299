//! Meshes as unshared triangles. Faces of a mesh with the same attributes share one set of them, in the
//! order of the source; each material draws some triangles of that set.

use std::collections::BTreeMap;
use std::ops::Range;

use gltf_json::mesh::{Mesh as GltfMesh, Mode, Primitive};
use gltf_json::validation::Checked::Valid;
use gltf_json::{Index, Material};
use serde::Serialize;

use super::attributes::{Attributes, Kinds, WrittenAttributes};
use super::corners::{Corners, FaceTriangles, MaterialFaces};
use super::{Document, extras, name, next_index};
use crate::export::facts::{FlowFacts, pulses};
use crate::export::shape::{Group, Shape};
use crate::export::skin::Weights;
use crate::scene::{Mesh, MeshId, Origin, PaletteAnimation, Scene};

/// A glTF mesh of the faces of one layer; `None` is the layer that the game draws.
pub(super) struct LayerMesh {
    pub layer: Option<u16>,
    pub name: String,
    pub mesh: Index<GltfMesh>,
}

/// Source span of a mesh and names of its morph targets.
#[derive(Serialize)]
struct MeshFacts<'a> {
    #[serde(flatten)]
    origin: &'a Origin,
    /// Names of the morph targets, in the key that other tools read.
    #[serde(rename = "targetNames", skip_serializing_if = "Vec::is_empty")]
    target_names: Vec<&'a str>,
    /// Animations of texture coordinates, which glTF cannot express.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flows: Vec<FlowFacts<'a>>,
    /// Animated entries of its colour table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pulses: Vec<&'a PaletteAnimation>,
}

impl<'a> MeshFacts<'a> {
    fn new(scene: &'a Scene, mesh: &'a Mesh) -> Self {
        let target_names = mesh.morphs.iter().map(|morph| morph.name.as_str()).collect();
        let pulsing = !scene.pulsing_faces(mesh).is_empty();
        Self {
            origin: &mesh.origin,
            target_names,
            flows: FlowFacts::of(scene, mesh),
            pulses: pulses(scene, mesh.colour_table.filter(|_| pulsing)),
        }
    }
}

impl<'a> Document<'a> {
    /// Adds the parts of a mesh; none for a mesh without faces. With `weights` its vertices get joints.
    pub(super) fn add_mesh(
        &mut self,
        shape: &Shape<'_>,
        weights: Option<&Weights>,
    ) -> Vec<LayerMesh> {
        let mut parts = Vec::new();
        let morphs = &shape.mesh.morphs;
        let shown = |target: usize| {
            let of = |(mesh, morph, _): &&(MeshId, u32, f32)| {
                *mesh == shape.index && *morph as usize == target
            };
            self.pose.morphs.iter().find(of).map_or(0.0, |(_, _, weight)| *weight)
        };
        let shown = (!morphs.is_empty()).then(|| (0..morphs.len()).map(shown).collect());
        for (layer, groups) in shape.parts() {
            let primitives = self.primitives(shape, groups, weights);
            let part_name = shape.part_name(self.scene, layer);
            let mesh = next_index(&self.root.meshes);
            self.root.meshes.push(GltfMesh {
                name: name(&part_name),
                primitives,
                weights: Option::<Vec<f32>>::clone(&shown),
                extensions: None,
                extras: extras(&MeshFacts::new(self.scene, shape.mesh)),
            });
            parts.push(LayerMesh { layer, name: part_name, mesh });
        }
        parts
    }

    /// Primitives of the groups, in order.
    fn primitives(
        &mut self,
        shape: &Shape<'_>,
        groups: &[Group],
        weights: Option<&Weights>,
    ) -> Vec<Primitive> {
        let dressed: Vec<_> = groups.iter().map(|group| self.with_appearance(group)).collect();
        let mut faces: BTreeMap<Kinds, Vec<FaceTriangles<'_>>> = BTreeMap::new();
        let mut kinds = Vec::with_capacity(dressed.len());
        for (number, group) in dressed.iter().enumerate() {
            let own = Kinds::new(shape.mesh, group);
            faces.entry(own).or_default().extend(group.drawn(shape.mesh.winding, number));
            kinds.push(own);
        }
        let mut runs = vec![Vec::new(); dressed.len()];
        let sets: BTreeMap<Kinds, Set> = faces
            .into_iter()
            .map(|(kinds, mut faces)| {
                // In the order of the source: models of one build then have the same numbers.
                faces.sort_by_key(|drawn| drawn.index);
                let corners = deal(&faces, &mut runs);
                let made = Attributes::new(self, Corners { shape, faces: &faces }, weights);
                (kinds, Set { made: made.all(kinds), corners })
            })
            .collect();
        let groups = dressed.iter().zip(kinds).zip(runs);
        let primitives = groups.filter_map(|((group, kinds), runs)| {
            Some(self.primitive(sets.get(&kinds)?, &runs, group.material))
        });
        primitives.collect()
    }

    /// A group with its appearance.
    fn with_appearance<'g>(&mut self, group: &'g Group) -> MaterialFaces<'g>
    where
        'a: 'g,
    {
        let look = self.materials.exported(self.scene, group.usage);
        let material = self.material(&look);
        let made = self.root.materials.get(material.value());
        let relief = made.is_some_and(|made| made.normal_texture.is_some());
        let texels = look.texels(&group.faces);
        MaterialFaces { faces: &group.faces, look, texels, material, relief }
    }

    /// Primitive of some corners of a set; the whole set needs no indices.
    fn primitive(
        &mut self,
        set: &Set,
        runs: &[Range<usize>],
        material: Index<Material>,
    ) -> Primitive {
        let is_all = matches!(runs, [run] if *run == (0..set.corners));
        let targets = &set.made.targets;
        Primitive {
            attributes: set.made.attributes.clone(),
            indices: (!is_all).then(|| self.buffer.indices(runs)),
            material: Some(material),
            mode: Valid(Mode::Triangles),
            targets: (!targets.is_empty()).then(|| targets.clone()),
            extensions: None,
            extras: None,
        }
    }
}

/// Attributes shared by several primitives.
struct Set {
    made: WrittenAttributes,
    corners: usize,
}

/// Assigns a set's corners to the groups, as runs. Returns the number of corners.
fn deal(faces: &[FaceTriangles<'_>], runs: &mut [Vec<Range<usize>>]) -> usize {
    let mut at = 0;
    for drawn in faces {
        let end = at + drawn.corners.len();
        if let Some(runs) = runs.get_mut(drawn.group) {
            match runs.last_mut() {
                Some(last) if last.end == at => last.end = end,
                _ => runs.push(at..end),
            }
        }
        at = end;
    }
    at
}
