//! Determines which of a bone's five ids is its own name and which its parent. No document gives the
//! order, but the matrices do (section 5).

use std::collections::{BTreeSet, HashMap};

use glam::Mat4;

use super::{Bone, Skel};
use crate::formats::totem::maths::{is_near, matrix, transform};
use crate::scene::Transform;

/// Tolerance when comparing matrices.
const NEAR: f32 = 1e-3;

/// A bone with resolved ids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// Index in [`Skel::bones`].
    pub bone: usize,
    /// Hash of its name.
    pub name: u32,
    /// Index in [`Bones::joints`].
    pub parent: Option<usize>,
    /// Rest transform relative to the parent.
    pub rest: Transform,
    /// From model space to bone space in the rest pose.
    pub inverse_bind: Mat4,
}

/// The hierarchy of a skin's bones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bones {
    /// Parents before their children.
    pub joints: Vec<Joint>,
    /// Columns of [`Bone::ids`] with the bone's own name and its parent's name.
    pub columns: [usize; 2],
}

impl Bones {
    /// Finds the hierarchy that fits the matrices; `used` are the bone names that skins and animations
    /// use. `None` if no choice of columns fits every bone.
    pub fn find(skel: &Skel, used: &BTreeSet<u32>) -> Option<Self> {
        let bones = &skel.bones;
        let columns = || 0..5usize;
        let id = |bone: &Bone, column: usize| bone.ids.get(column).copied().unwrap_or(0);
        let names = columns().filter_map(|column| {
            let list: Vec<u32> = bones.iter().map(|bone| id(bone, column)).collect();
            let by_name: HashMap<u32, usize> =
                list.iter().enumerate().map(|(index, name)| (*name, index)).collect();
            let is_name = by_name.len() == list.len() && !by_name.contains_key(&0);
            let called = used.iter().filter(|name| by_name.contains_key(name)).count();
            is_name.then_some((called, column, list, by_name))
        });
        let mut names: Vec<_> = names.collect();
        names.sort_by_key(|(called, ..)| std::cmp::Reverse(*called));
        let found = names.iter().find_map(|(_, own, list, by_name)| {
            columns().filter(|column| column != own).find_map(|column| {
                let parents: Option<Vec<Option<usize>>> = bones
                    .iter()
                    .map(|bone| match id(bone, column) {
                        0 => Some(None),
                        parent => by_name.get(&parent).copied().map(Some),
                    })
                    .collect();
                let parents = parents.filter(|parents| fits(bones, parents))?;
                Some((list, parents, [*own, column]))
            })
        });
        let (names, parents, columns) = found?;
        let order = order(&parents)?;
        let mut place = vec![0; order.len()];
        for (at, bone) in order.iter().enumerate() {
            *place.get_mut(*bone)? = at;
        }
        let joint = |bone: &usize| {
            let stored = bones.get(*bone)?;
            Some(Joint {
                bone: *bone,
                name: *names.get(*bone)?,
                parent: parents.get(*bone)?.and_then(|parent| place.get(parent).copied()),
                rest: stored.rest(),
                inverse_bind: stored.inverse_bind(),
            })
        };
        let joints = order.iter().map(joint).collect::<Option<Vec<_>>>()?;
        Some(Self { joints, columns })
    }
}

impl Bone {
    /// Rest transform relative to the parent.
    pub fn rest(&self) -> Transform {
        transform(self.translation, self.rotation, self.scale)
    }

    /// From model space to bone space: as stored, if that is the inverse of the other matrix.
    fn inverse_bind(&self) -> Mat4 {
        let (model, stored) = (matrix(&self.model_matrix), matrix(&self.inverse_model_matrix));
        if is_near(&(model * stored), &Mat4::IDENTITY, NEAR) { stored } else { model.inverse() }
    }
}

/// `true` if the transform of every bone in the model follows from its parent and its own components.
fn fits(bones: &[Bone], parents: &[Option<usize>]) -> bool {
    bones.iter().zip(parents).all(|(bone, parent)| {
        let above =
            parent.and_then(|parent| bones.get(parent)).map(|bone| matrix(&bone.model_matrix));
        let chained = above.unwrap_or(Mat4::IDENTITY) * bone.rest().matrix();
        is_near(&chained, &matrix(&bone.model_matrix), NEAR)
    })
}

/// All bones, parents before their children; `None` if there is a cycle.
fn order(parents: &[Option<usize>]) -> Option<Vec<usize>> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); parents.len()];
    let mut order = Vec::with_capacity(parents.len());
    for (bone, parent) in parents.iter().enumerate() {
        match parent {
            Some(parent) => children.get_mut(*parent)?.push(bone),
            None => order.push(bone),
        }
    }
    let mut at = 0;
    while let Some(bone) = order.get(at) {
        order.extend(children.get(*bone)?);
        at += 1;
    }
    (order.len() == parents.len()).then_some(order)
}
