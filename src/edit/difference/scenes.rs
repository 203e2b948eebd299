//! Compares two scenes face by face.
//!
//! Objects are aligned by content, name and model, and the faces of their models by content, positions and
//! appearance, so an inserted object or face does not shift the others. Faces of models in several places
//! are compared once.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::align::{Element, Pair, align};
use super::face_change::FaceChange;
use super::scene_digest::{ElementPair, FaceDigest, Side};
use crate::scene::{FaceRef, MeshId, NodeId, PaletteId, Scene, Surface, TextureId};

/// Differences of two scenes.
#[derive(Clone, Debug, Default)]
pub struct SceneDifference {
    /// Faces of the first scene, in drawing order: those of each node one after the other.
    pub a: Vec<FaceChange>,
    /// Faces of the second scene.
    pub b: Vec<FaceChange>,
    /// Textures with other texels or sizes.
    pub textures: Vec<ElementPair<TextureId>>,
    /// Palettes with other colours.
    pub palettes: Vec<ElementPair<PaletteId>>,
    /// Objects of the first scene with their counterparts in the second.
    nodes: HashMap<NodeId, (NodeId, Arc<MeshDifference>)>,
}

impl SceneDifference {
    /// Compares two scenes.
    ///
    /// Time and memory grow with n · log n of the faces and texels of both.
    pub fn of(a: &Scene, b: &Scene) -> Self {
        Self::unless_cancelled(a, b, &|| true).unwrap_or_default()
    }

    /// Like [`Self::of`]; `None` if `go_on` returns `false`.
    pub fn unless_cancelled(
        a: &Scene,
        b: &Scene,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let fields = common_fields(a, b);
        let (missing, own): (HashSet<u32>, [Vec<usize>; 2]) = (
            [a, b].into_iter().flat_map(missing_textures).collect(),
            [0, 1].map(|side: usize| fields.iter().map(|pair| pair[side]).collect()),
        );
        let of_a = Side::new(a, &own[0], &missing, go_on)?;
        let of_b = Side::new(b, &own[1], &missing, go_on)?;
        let mut difference = Self {
            a: Vec::with_capacity(of_a.count()),
            b: vec![FaceChange::ALONE; of_b.count()],
            textures: of_a.textures.differing(&of_b.textures),
            palettes: of_a.palettes.differing(&of_b.palettes),
            nodes: HashMap::new(),
        };
        let (ones, twos) = (of_a.nodes(), of_b.nodes());
        let mut counterparts = vec![None; ones.len()];
        for (one, two) in align(&ones, &twos) {
            let (Some(one), Some(two)) = (one, two) else { continue };
            if let (Some(first), Some(second)) = (ones.get(one), twos.get(two))
                && (first.name == second.name || first.shape == second.shape)
                && let Some(slot) = counterparts.get_mut(one)
            {
                *slot = Some(two);
            }
        }
        let mut known: HashMap<(MeshId, MeshId), Arc<MeshDifference>> = HashMap::new();
        for (one, two) in of_a.placed.iter().zip(counterparts) {
            if !go_on() {
                return None;
            }
            let two = two.and_then(|two| of_b.placed.get(two));
            let Some(two) = two else {
                let count = of_a.faces(one.mesh).len();
                difference.a.extend(std::iter::repeat_n(FaceChange::ALONE, count));
                continue;
            };
            let meshes = known.entry((one.mesh, two.mesh)).or_insert_with(|| {
                Arc::new(MeshDifference::of(of_a.faces(one.mesh), of_b.faces(two.mesh)))
            });
            let moved = of_a.world(one.node) != of_b.world(two.node);
            difference.nodes.insert(one.node, (two.node, meshes.clone()));
            let change =
                |own: &FaceChange| own.with(FaceChange::MOVED, moved && *own != FaceChange::ALONE);
            difference.a.extend(meshes.a.iter().map(change));
            let own = difference.b.get_mut(two.first..).unwrap_or_default();
            own.iter_mut().zip(&meshes.b).for_each(|(slot, own)| *slot = change(own));
        }
        Some(difference)
    }

    /// The face of the second scene that is the counterpart of a face of the first.
    pub fn counterpart(&self, face: FaceRef) -> Option<FaceRef> {
        let (node, faces) = self.nodes.get(&face.node)?;
        let face = *faces.to_b.get(face.face as usize)?;
        Some(FaceRef { node: *node, face: face? })
    }

    /// `true` if no face, texture or palette differs.
    pub fn is_empty(&self) -> bool {
        let faces = || self.a.iter().chain(&self.b).all(|change| change.is_none());
        self.textures.is_empty() && self.palettes.is_empty() && faces()
    }
}

/// The positions of face fields that both scenes have, and whose numbers have names: the others, such as
/// indices of textures, change with the order of lists.
fn common_fields(a: &Scene, b: &Scene) -> Vec<[usize; 2]> {
    let named = |scene: &Scene, name: &str, is_flags: bool| {
        is_flags || scene.value_names.keys().any(|(field, _)| *field == name)
    };
    let fields = a.face_fields.iter().enumerate();
    let fields = fields.filter(|(_, field)| named(a, field.name, !field.flags.is_empty()));
    fields.filter_map(|(at, field)| Some([at, b.face_field(field.name)?])).collect()
}

/// Hashes of the names of textures that no open file has. They are not compared.
fn missing_textures(scene: &Scene) -> impl Iterator<Item = u32> {
    scene.materials.iter().filter_map(|material| match material.surface {
        Surface::Missing(hash) => hash.filter(|hash| *hash != 0),
        _ => None,
    })
}

/// The faces of two meshes.
#[derive(Debug)]
struct MeshDifference {
    a: Vec<FaceChange>,
    b: Vec<FaceChange>,
    /// For each face of the first mesh, the counterpart in the second.
    to_b: Vec<Option<u32>>,
}

impl MeshDifference {
    fn of(a: &[FaceDigest], b: &[FaceDigest]) -> Self {
        let mut found = Self {
            a: vec![FaceChange::ALONE; a.len()],
            b: vec![FaceChange::ALONE; b.len()],
            to_b: vec![None; a.len()],
        };
        let elements = |faces: &[FaceDigest]| -> Vec<Element> {
            faces.iter().map(FaceDigest::element).collect()
        };
        let pairs: Vec<Pair> = match a == b {
            true => (0..a.len()).map(|at| (Some(at), Some(at))).collect(),
            false => align(&elements(a), &elements(b)),
        };
        for (one, two) in pairs {
            let (Some(one), Some(two)) = (one, two) else { continue };
            if let (Some(first), Some(second)) = (a.get(one), b.get(two))
                && let (Some(own), Some(other)) = (found.a.get_mut(one), found.b.get_mut(two))
            {
                let change = first.change(second);
                if change.is_another() {
                    continue;
                }
                (*own, *other) = (change, change);
                if let Some(slot) = found.to_b.get_mut(one) {
                    *slot = two.try_into().ok();
                }
            }
        }
        found
    }
}
