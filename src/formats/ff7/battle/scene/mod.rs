//! Converts battle models to scenes.
//!
//! The file's axes (X right, Y down, Z away) become (x, −y, −z), half a turn about X, so that the winding
//! does not change: front faces are clockwise. Units are the file's; no source gives their length. A bone
//! is a node at the end of its parent along the parent's z axis; it is rotated about z, then x, then y. A
//! mirrored mesh has a separate node below its bone. Weapons are options below one node, which their own
//! animations move in model space. Scripts are also animations, listed after the animations that they
//! play.

mod tables;

use std::sync::Arc;

use glam::{Mat4, Vec3};

use super::model::{self, MeshRef, Model};
use super::roles::{FIRST_ANIMATION, Kind, Role};
use super::{Battle, Section};
use crate::bytes::count32;
use crate::formats::Loaded;
use crate::formats::ff7::animation::{Mover, Moves};
use crate::formats::ff7::mesh::{BlockUse, Maker, empty_scene};
use crate::formats::ff7::names;
use crate::formats::ff7::rig::{self, Limb, SkeletonNodes, Weapons};
use crate::formats::ff7::unit::Unit;
use crate::formats::ps1::tim::Pictures;
use crate::scene::{BattleLayout, MeshId, Node, Scene, Side};

pub(super) fn build(file: &Loaded<Battle>) -> Scene {
    let mut scene = empty_scene(&names::named(file.source.stem()));
    let pictures = file.pictures(&mut scene);
    let mut maker = Maker::new(pictures);
    let body = file.body(&mut scene, &mut maker);
    let weapon = file.weapons(&mut scene, &mut maker);
    let moves = file.animations(&mut scene, body.as_ref(), weapon.as_ref());
    scene.tables.push(file.section_table());
    let side = match file.records.kind() {
        Kind::Player | Kind::Embedded => Side::Near,
        Kind::Enemy | Kind::ArmedEnemy => Side::Far,
    };
    match file.records.settings() {
        Some(settings) => {
            let origin = |path: &str| file.origin(path);
            let (name, prefix) = (file.source.file_name(), "sections[1].");
            let unit = Unit { settings, side, name, prefix, origin: &origin };
            unit.complete(&mut scene, body.as_ref(), &moves);
        }
        None => {
            rig::pose(&mut scene);
            scene.formation = Some(BattleLayout::alone(side, 0.0));
        }
    }
    scene
}

impl Loaded<Battle> {
    fn pictures(&self, scene: &mut Scene) -> Option<Pictures<'_>> {
        self.records.with_roles().find_map(|(index, _, section)| match section {
            Section::Picture(tim) => {
                Some(Pictures::add(scene, self, tim, &format!("sections[{index}].")))
            }
            _ => None,
        })
    }

    fn model(&self, index: usize) -> Option<&Model> {
        match self.records.sections.get(index)? {
            Section::Model(model) => Some(model),
            _ => None,
        }
    }

    /// Adds the bones of the body as nodes with their meshes, and its skeleton.
    fn body(&self, scene: &mut Scene, maker: &mut Maker<'_>) -> Option<SkeletonNodes> {
        let model = self.model(0)?;
        let meshes = self.meshes(scene, maker, 0, |index| format!("mesh {index}"));
        let limbs = model.bones.iter().enumerate().map(|(index, bone)| Limb {
            parent: model.parent(index),
            length: bone.length.into(),
            origin: self.origin(format!("sections[0].bones[{index}]")),
        });
        let placed = rig::body(scene, &limbs.collect::<Vec<_>>(), self.origin("sections[0]"));
        // Children are added after all bones, so that a bone and its node have the same index.
        for (bone, node) in model.bones.iter().zip(&placed.nodes) {
            let MeshRef::Mesh(mesh) = bone.mesh else { continue };
            let mesh = meshes.get(mesh).copied();
            if bone.mirrored {
                let name = scene.nodes.get(*node).map_or(String::new(), |n| n.name.clone());
                scene.nodes.push(Node {
                    name: format!("{name} mirrored"),
                    parent: Some(*node),
                    local: Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0)),
                    mesh,
                    ..Node::default()
                });
            } else if let Some(node) = scene.nodes.get_mut(*node) {
                node.mesh = mesh;
            }
        }
        Some(placed)
    }

    /// Adds the meshes of the model in section `index` and returns their ids.
    fn meshes(
        &self,
        scene: &mut Scene,
        maker: &mut Maker<'_>,
        index: usize,
        name: impl Fn(usize) -> String,
    ) -> Vec<MeshId> {
        let Some(model) = self.model(index) else { return Vec::new() };
        let stored = model.meshes.iter().enumerate();
        stored
            .map(|(number, mesh)| {
                let used = |bone: &model::Bone| bone.mesh == MeshRef::Mesh(number);
                let here = BlockUse {
                    name: name(number),
                    path: format!("sections[{index}].meshes[{number}]"),
                    section: index,
                    bone: model.bones.iter().position(used).unwrap_or(0),
                    layer: 0,
                    blended: false,
                };
                maker.add(scene, self, mesh, &here)
            })
            .collect()
    }

    /// Adds one node that the weapon's animations move, with a node for each weapon below it, one of
    /// which is visible.
    fn weapons(&self, scene: &mut Scene, maker: &mut Maker<'_>) -> Option<SkeletonNodes> {
        let weapons: Vec<(usize, usize)> = self
            .records
            .with_roles()
            .filter_map(|(index, role, section)| match (role, section) {
                (Role::Weapon(number), Section::Model(_)) => Some((index, number)),
                _ => None,
            })
            .collect();
        let (first, _) = weapons.first()?;
        let model = self.model(*first)?;
        let length = model.bones.first().map_or(0, |bone| bone.length);
        let bone = self.origin(format!("sections[{first}].bones[0]"));
        let skeleton = self.origin(format!("sections[{first}]"));
        let mut all = Weapons::new(scene, length.into(), bone, skeleton);
        for (index, number) in weapons {
            let meshes = self.meshes(scene, maker, index, |_| format!("weapon {number}"));
            all.add(scene, number, &meshes, self.origin(format!("sections[{index}]")));
        }
        Some(all.finish(scene))
    }

    /// The motion of the animation in section `index`, if it has frames.
    fn mover(&self, index: usize, placed: Option<&SkeletonNodes>) -> Option<Mover> {
        let Section::Animation(animation) = self.records.sections.get(index)? else { return None };
        placed?.mover(animation, self.origin(format!("sections[{index}].frames")))
    }

    /// Adds every animation of the body, synchronised with that of the weapon. Returns those that have
    /// frames, by number.
    fn animations(
        &self,
        scene: &mut Scene,
        body: Option<&SkeletonNodes>,
        weapon: Option<&SkeletonNodes>,
    ) -> Vec<(u8, Arc<Moves>)> {
        let mut all = Vec::new();
        for (index, role, section) in self.records.with_roles() {
            let (Role::Animation(number), Section::Animation(animation)) = (role, section) else {
                continue;
            };
            if animation.is_empty() {
                continue;
            }
            let slots = self.records.kind().slots();
            let pair = slots.map(|slots| FIRST_ANIMATION + slots + number).filter(|pair| {
                self.records.roles.roles.get(*pair) == Some(&Role::WeaponAnimation(number))
            });
            let moves = Arc::new(Moves {
                body: self.mover(index, body),
                weapon: pair.and_then(|pair| self.mover(pair, weapon)),
            });
            if let (Ok(number), true) = (u8::try_from(number), moves.body.is_some()) {
                all.push((number, moves.clone()));
            }
            scene.animations.push(rig::repeated(
                format!("animation {number}"),
                count32(animation.declared()),
                moves,
                self.origin(format!("sections[{index}]")),
            ));
        }
        all
    }
}
