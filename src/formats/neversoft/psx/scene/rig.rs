//! Skeleton of a character: its objects with their hierarchy (sections 10.2 and 16.4).
//!
//! The bind pose is given by the positions of the file's objects, which is also how a character is
//! displayed without animation. A vertex that is stitched to another model follows that model's bone.

use std::collections::{BTreeMap, HashMap};

use glam::{Mat4, Vec3};

use super::super::super::psh::{NamedPart, Psh};
use super::super::chunk::Body;
use super::super::records::File;
use super::mesh::Stitch;
use crate::formats::Loaded;
use crate::scene::{Bone, BoneId, Influence, Joint, List, MeshId, NodeId, Scene, Skeleton, Skin};

/// Hierarchy of a character's objects.
#[derive(Clone, Debug, Default)]
pub struct Rig {
    /// Parent of each object; `None` for roots.
    pub parents: Vec<Option<usize>>,
    /// All objects, parents before their children.
    pub order: Vec<usize>,
    /// Names of objects by index.
    pub names: BTreeMap<usize, String>,
}

impl Rig {
    /// Creates the hierarchy of a file. Without one all objects are roots. Cycles are broken by making
    /// one object a root.
    pub fn new(file: &File, names: BTreeMap<usize, String>) -> Self {
        let count = file.objects.len();
        let stored = hierarchy(file);
        let parent = |object: usize| {
            let parent = usize::from(*stored?.1.get(object)?);
            (parent < count && parent != object).then_some(parent)
        };
        let mut rig = Self { parents: (0..count).map(parent).collect(), order: Vec::new(), names };
        rig.sort();
        rig
    }

    pub fn parent(&self, object: usize) -> Option<usize> {
        self.parents.get(object).copied().flatten()
    }

    /// `true` if a header names the same parents as the file. Roots are ignored: boards are roots in
    /// headers and children of the pelvis in files.
    pub fn fits(&self, header: &Psh) -> bool {
        let parts = header.parts();
        let mut numbers: HashMap<String, Vec<usize>> = HashMap::new();
        for part in &parts {
            let same_name = numbers.entry(part.name.to_ascii_lowercase()).or_default();
            same_name.extend(part.number);
        }
        let differs = |part: &NamedPart| {
            let Some(own) = part.number.filter(|number| *number < self.parents.len()) else {
                return false;
            };
            let named = part.parent().and_then(|name| numbers.get(&name.to_ascii_lowercase()));
            named.is_some_and(|all| !self.parent(own).is_some_and(|at| all.contains(&at)))
        };
        self.is_flat() || !parts.iter().any(differs)
    }

    /// `true` if all objects are roots, as in files without a hierarchy.
    fn is_flat(&self) -> bool {
        self.parents.iter().all(Option::is_none)
    }

    /// Sorts the objects and breaks cycles.
    fn sort(&mut self) {
        let count = self.parents.len();
        let mut seen = vec![VisitState::No; count];
        for object in 0..count {
            let mut path = Vec::new();
            let mut at = Some(object);
            while let Some(next) = at {
                match seen.get_mut(next) {
                    Some(seen @ VisitState::No) => *seen = VisitState::OnPath,
                    Some(VisitState::OnPath) => {
                        // A cycle closes: the last object of the path becomes a root.
                        if let Some(parent) = path.last().and_then(|l| self.parents.get_mut(*l)) {
                            *parent = None;
                        }
                        break;
                    }
                    Some(VisitState::Done) | None => break,
                }
                path.push(next);
                at = self.parent(next);
            }
            for object in path.into_iter().rev() {
                if let Some(seen) = seen.get_mut(object) {
                    *seen = VisitState::Done;
                }
                self.order.push(object);
            }
        }
    }

    /// Adds the skeleton; `nodes` are those of the objects.
    pub fn add_skeleton(&self, scene: &mut Scene, file: &Loaded<File>, nodes: &[Option<NodeId>]) {
        let node_of = |object: usize| nodes.get(object).copied().flatten();
        let mut bones = List::default();
        let mut numbers = HashMap::new();
        let mut children: Vec<Vec<Vec3>> = Vec::new();
        for object in &self.order {
            let Some((number, stored)) =
                node_of(*object).and_then(|number| Some((number, scene.nodes.get(number)?)))
            else {
                continue;
            };
            let parent = self.parent(*object).and_then(|parent| numbers.get(&parent).copied());
            if let Some(all) = parent.and_then(|parent: BoneId| children.get_mut(parent.index())) {
                all.push(stored.local.w_axis.truncate());
            }
            children.push(Vec::new());
            let bone = bones.push(Bone {
                name: stored.name.clone(),
                node: number,
                parent,
                tail: Vec3::ZERO,
                origin: stored.origin.clone(),
            });
            numbers.insert(*object, bone);
        }
        for (bone, children) in bones.iter_mut().zip(&children) {
            bone.tail = match children.as_slice() {
                [only] => *only,
                [] => tip(scene, bone.node),
                // With several children the tip is the joint itself.
                _ => Vec3::ZERO,
            };
        }
        let hier = hierarchy(&file.records);
        let origin = hier.map(|(index, _)| super::chunk_of(file, index));
        let (name, origin) = (scene.name.clone(), origin.unwrap_or_default());
        scene.skeletons.push(Skeleton { name, bones, origin, fallback: None });
    }
}

/// Parents of the objects, and the index of their chunk.
fn hierarchy(file: &File) -> Option<(usize, &[u16])> {
    file.last(|chunk| match &chunk.body {
        Body::Hier(parents) => Some(parents.as_slice()),
        _ => None,
    })
}

#[derive(Clone, Copy)]
enum VisitState {
    No,
    OnPath,
    Done,
}

/// Tip of a leaf bone: twice the distance to the centre of its mesh.
fn tip(scene: &Scene, node: NodeId) -> Vec3 {
    let mesh = scene.nodes.get(node).and_then(|node| scene.mesh_of(node));
    let positions = mesh.map_or(&[][..], |mesh| &mesh.positions);
    let (low, high) =
        (positions.iter().copied().reduce(Vec3::min), positions.iter().copied().reduce(Vec3::max));
    low.zip(high).map_or(Vec3::ZERO, |(low, high)| low + high)
}

/// Makes stitched vertices follow the bones of their sources. `owners` are the objects of the models,
/// `nodes` those of the objects; the meshes of the models start at `first_mesh`.
pub fn add_skins(
    scene: &mut Scene,
    file: &File,
    stitches: &[Stitch],
    owners: &[Option<usize>],
    nodes: &[Option<NodeId>],
    first_mesh: MeshId,
) {
    let world = scene.world_transforms();
    let bone = |model: usize| -> Option<(NodeId, Mat4)> {
        let object = (*owners.get(model)?)?;
        let node = (*nodes.get(object)?)?;
        Some((node, *world.get(node.index())?))
    };
    for (index, model) in file.models.iter().enumerate() {
        let (Some((own, home)), Some(mesh)) =
            (bone(index), scene.meshes.get_mut(first_mesh.plus(index)))
        else {
            continue;
        };
        let mut joints = vec![Joint { node: own, inverse_bind: Mat4::IDENTITY }];
        let mut known = HashMap::from([(own, 0u16)]);
        let mut follow = |source: usize| {
            let (node, bind) = bone(stitches.get(source)?.model)?;
            Some(*known.entry(node).or_insert_with(|| {
                // From this model's space to the source's, both in the bind pose.
                joints.push(Joint { node, inverse_bind: bind.inverse() * home });
                u16::try_from(joints.len() - 1).unwrap_or(0)
            }))
        };
        let rigid = |joint| {
            let mut influences = [Influence::default(); 4];
            influences[0] = Influence { joint, weight: 1.0 };
            influences
        };
        let vertices = model.vertices.iter();
        let joint = vertices.map(|v| v.stitched_to().and_then(&mut follow).unwrap_or(0));
        let influences = joint.map(rigid).collect();
        if joints.len() > 1 {
            mesh.skin = Some(Skin { joints, influences });
        }
    }
}
