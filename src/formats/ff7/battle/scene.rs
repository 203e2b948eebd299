//! Records to the neutral model.
//!
//! Axes are turned once: the file's (X right, Y down, Z away) become (x, −y, −z), half a turn about
//! X, so that windings stay: fronts run clockwise. Units are the file's; no source says how long
//! they are. A bone is a node at the end of its parent's length along its parent's z; its rotation
//! is about z, then x, then y. A mirrored mesh hangs on a node of its own below its bone. Weapons are
//! options below one node, which its own animations move in model space.

use std::sync::Arc;

use glam::{Mat4, Vec3};

use super::model::{self, MeshRef, Model};
use super::read::Place;
use super::roles::{FIRST_ANIMATION, Role};
use super::settings;
use super::{BattleFile, Section};
use crate::bytes::Span;
use crate::formats::ff7::animation::{Mover, Moves};
use crate::formats::ff7::mesh::{Maker, Where, face_fields, turn};
use crate::formats::ps1::tim::Pictures;
use crate::scene::{
    Animation, Bone, LayerKind, Node, Origin, Scene, Skeleton, Style, Table, TableRow, Variant,
    VariantOption,
};

/// Frames a second: one a battle tick.
const RATE: f32 = 15.0;

pub(super) fn build(file: &BattleFile) -> Scene {
    let name = file.source.stem().to_owned();
    let mut scene = Scene {
        name: name.clone(),
        style: Style::Ps1,
        face_fields: face_fields(),
        ..Scene::default()
    };
    scene.layer("Drawn", LayerKind::Drawn, true);
    let pictures = file.pictures(&mut scene, &name);
    let mut maker = Maker::new(pictures, file.source.id());
    let body = file.body(&mut scene, &mut maker);
    let weapon = file.weapons(&mut scene, &mut maker);
    file.animations(&mut scene, body.as_ref(), weapon.as_ref());
    file.pose(&mut scene);
    scene.tables.push(file.section_table());
    scene.tables.extend(file.script_table());
    scene
}

/// The nodes of a skeleton, and where each stands in its parent.
struct Placed {
    nodes: Vec<u32>,
    offsets: Vec<Vec3>,
}

fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl BattleFile {
    fn span(&self, start: u64, len: u64) -> Span {
        Span::new(self.source.id(), start, len)
    }

    fn pictures<'a>(&'a self, scene: &mut Scene, name: &str) -> Option<Pictures<'a>> {
        self.battle.with_roles().find_map(|(index, _, section)| {
            let (Section::Picture(tim), Some(Place::Picture(place))) =
                (section, self.places.get(index))
            else {
                return None;
            };
            let path = format!("sections[{index}]");
            Some(Pictures::add(scene, tim, *place, self.source.id(), name, &path))
        })
    }

    fn model(&self, index: usize) -> Option<(&Model, &model::Place)> {
        match (self.battle.sections.get(index)?, self.places.get(index)?) {
            (Section::Model(model), Place::Model(place)) => Some((model, place)),
            _ => None,
        }
    }

    /// The body's bones as nodes with their meshes, and its skeleton.
    fn body(&self, scene: &mut Scene, maker: &mut Maker<'_>) -> Option<Placed> {
        let (model, place) = self.model(0)?;
        let meshes = self.meshes(scene, maker, 0, |index| format!("mesh {index}"));
        let (mut nodes, mut offsets) = (Vec::new(), Vec::new());
        let mut bones = Vec::new();
        for (index, bone) in model.bones.iter().enumerate() {
            let parent = model.parent(index);
            let above = parent.and_then(|parent| model.bones.get(parent));
            // Along the parent's z.
            let offset = above.map_or(Vec3::ZERO, |above| along(above.length));
            let span = self.span(place.bones + 8 * index as u64, 8);
            let origin = Origin::new(span, format!("sections[0].bones[{index}]"));
            let name = if index == 0 { "root".to_owned() } else { format!("bone {index}") };
            let node = small(scene.nodes.len());
            scene.nodes.push(Node {
                name: name.clone(),
                parent: parent.and_then(|parent| nodes.get(parent).copied()),
                local: Mat4::from_translation(offset),
                mesh: None,
                layer: 0,
                origin: origin.clone(),
                ..Node::default()
            });
            bones.push(Bone {
                name,
                node,
                parent: parent.map(small),
                tail: along(bone.length),
                origin,
            });
            nodes.push(node);
            offsets.push(offset);
        }
        // Children come behind all bones, so that a bone and its node have one number.
        for (bone, node) in model.bones.iter().zip(&nodes) {
            let MeshRef::Mesh(mesh) = bone.mesh else { continue };
            let mesh = meshes.get(mesh).copied();
            if bone.mirrored {
                let name =
                    scene.nodes.get(*node as usize).map_or(String::new(), |n| n.name.clone());
                scene.nodes.push(Node {
                    name: format!("{name} mirrored"),
                    parent: Some(*node),
                    local: Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0)),
                    mesh,
                    ..Node::default()
                });
            } else if let Some(node) = scene.nodes.get_mut(*node as usize) {
                node.mesh = mesh;
            }
        }
        scene.skeletons.push(Skeleton {
            name: "body".to_owned(),
            bones,
            origin: Origin::new(place.span, "sections[0]"),
            fallback: None,
        });
        Some(Placed { nodes, offsets })
    }

    /// Adds the meshes of the model in section `index`; gives their numbers.
    fn meshes(
        &self,
        scene: &mut Scene,
        maker: &mut Maker<'_>,
        index: usize,
        name: impl Fn(usize) -> String,
    ) -> Vec<u32> {
        let Some((model, place)) = self.model(index) else { return Vec::new() };
        let stored = model.meshes.iter().zip(&place.meshes).enumerate();
        stored
            .map(|(number, (mesh, at))| {
                let used = |bone: &model::Bone| bone.mesh == MeshRef::Mesh(number);
                let here = Where {
                    name: name(number),
                    path: format!("sections[{index}].meshes[{number}]"),
                    place: at,
                    section: index,
                    bone: model.bones.iter().position(used).unwrap_or(0),
                    layer: 0,
                    blended: false,
                };
                maker.add(scene, mesh, &here)
            })
            .collect()
    }

    /// One node that the weapon's animations move, with a node for each weapon below it, of which
    /// one is shown.
    fn weapons(&self, scene: &mut Scene, maker: &mut Maker<'_>) -> Option<Placed> {
        let weapons: Vec<(usize, usize)> = self
            .battle
            .with_roles()
            .filter_map(|(index, role, section)| match (role, section) {
                (Role::Weapon(number), Section::Model(_)) => Some((index, number)),
                _ => None,
            })
            .collect();
        let (first, _) = weapons.first()?;
        let (model, place) = self.model(*first)?;
        let origin = Origin::new(self.span(place.bones, 8), format!("sections[{first}].bones[0]"));
        let node = small(scene.nodes.len());
        let tail = model.bones.first().map_or(Vec3::ZERO, |bone| along(bone.length));
        scene.nodes.push(Node {
            name: "weapon".to_owned(),
            local: Mat4::IDENTITY,
            rows: None,
            origin: origin.clone(),
            ..Node::default()
        });
        let bone =
            Bone { name: "weapon".to_owned(), node, parent: None, tail, origin: origin.clone() };
        scene.skeletons.push(Skeleton {
            name: "weapon".to_owned(),
            bones: vec![bone],
            origin: Origin::new(place.span, format!("sections[{first}]")),
            fallback: None,
        });
        let mut variant = Variant { name: "Weapon".to_owned(), ..Variant::default() };
        for (index, number) in weapons {
            let Some((_, place)) = self.model(index) else { continue };
            let name = format!("weapon {number}");
            let meshes = self.meshes(scene, maker, index, |_| name.clone());
            let origin = Origin::new(place.span, format!("sections[{index}]"));
            let mut nodes = Vec::new();
            for mesh in meshes {
                nodes.push(small(scene.nodes.len()));
                scene.nodes.push(Node {
                    name: name.clone(),
                    parent: Some(node),
                    local: Mat4::IDENTITY,
                    mesh: Some(mesh),
                    layer: 0,
                    origin: origin.clone(),
                    ..Node::default()
                });
                let faces = scene.meshes.get(mesh as usize).map_or(0, |mesh| mesh.faces.len());
                if faces > 0 && variant.chosen.is_none() {
                    variant.chosen = Some(small(variant.options.len()));
                }
            }
            variant.options.push(VariantOption { name, nodes, origin });
        }
        scene.variants.push(variant);
        Some(Placed { nodes: vec![node], offsets: vec![Vec3::ZERO] })
    }

    /// The animation in section `index`, if it has frames.
    fn mover(&self, index: usize, placed: Option<&Placed>) -> Option<Mover> {
        let (Section::Animation(animation), Place::Animation(place)) =
            (self.battle.sections.get(index)?, self.places.get(index)?)
        else {
            return None;
        };
        let placed = placed.filter(|_| animation.frames() > 0)?;
        Some(Mover {
            animation: animation.clone(),
            place: *place,
            source: self.source.id(),
            path: format!("sections[{index}]"),
            nodes: placed.nodes.clone(),
            offsets: placed.offsets.clone(),
        })
    }

    /// Every animation of the body, the weapon's in lock step with it.
    fn animations(&self, scene: &mut Scene, body: Option<&Placed>, weapon: Option<&Placed>) {
        for (index, role, section) in self.battle.with_roles() {
            let (Role::Animation(number), Section::Animation(animation)) = (role, section) else {
                continue;
            };
            if animation.is_empty() {
                continue;
            }
            let slots = self.battle.kind().slots();
            let pair = slots.map(|slots| FIRST_ANIMATION + slots + number).filter(|pair| {
                self.battle.roles.roles.get(*pair) == Some(&Role::WeaponAnimation(number))
            });
            let moves = Moves {
                body: self.mover(index, body),
                weapon: pair.and_then(|pair| self.mover(pair, weapon)),
            };
            let span = match self.places.get(index) {
                Some(Place::Animation(place)) => place.span,
                _ => Span::default(),
            };
            scene.animations.push(Animation {
                name: format!("animation {number}"),
                rate: RATE,
                frames: small(animation.promised()),
                looped: true,
                data: Arc::new(moves),
                origin: Origin::new(span, format!("sections[{index}]")),
            });
        }
    }

    /// Puts the nodes where the first animation that decodes starts. Without one all angles are 0,
    /// which is no pose of the model.
    fn pose(&self, scene: &mut Scene) {
        let clips = scene.animations.iter().map(|animation| animation.data.decode());
        let Some(clip) = clips.into_iter().find(|clip| clip.frames > 0) else {
            if let Some(skeleton) = scene.skeletons.first_mut() {
                skeleton.fallback = Some(
                    "no animation can be decoded, and only animations hold angles: all are 0"
                        .to_owned(),
                );
            }
            return;
        };
        for (node, local) in clip.pose(0.0, false, false).locals {
            if let Some(node) = scene.nodes.get_mut(node as usize) {
                node.local = local;
            }
        }
    }

    /// What each section is.
    fn section_table(&self) -> Table {
        let row = |(index, role, section): (usize, Role, &Section)| {
            let (what, about) = match (role, section) {
                (_, Section::Nowhere) => ("nowhere", String::new()),
                (_, Section::Broken(why)) => ("unreadable", why.clone()),
                (Role::Body, Section::Model(model)) => {
                    ("body", format!("{} bones, {} polygons", model.bones.len(), model.faces()))
                }
                (Role::Weapon(_), Section::Model(model)) => {
                    ("weapon", format!("{} polygons", model.faces()))
                }
                (_, Section::Settings(settings)) => {
                    ("settings", format!("{} actions", settings.scripts.len()))
                }
                (_, Section::Animation(animation)) => {
                    let body = matches!(role, Role::Animation(_));
                    let what = if body { "animation" } else { "weapon animation" };
                    let frames = animation.frames();
                    let about = if animation.is_empty() {
                        "empty".into()
                    } else {
                        format!("{frames} frames")
                    };
                    (what, about)
                }
                (_, Section::Picture(tim)) => ("picture", tim.kind().name().to_owned()),
                _ => ("unknown", String::new()),
            };
            let path = format!("sections[{index}]");
            TableRow {
                cells: vec![index.to_string(), what.to_owned(), about],
                origin: Origin::new(self.section_span(index), path),
            }
        };
        Table {
            name: "Sections".to_owned(),
            columns: ["section", "holds", "about"].map(str::to_owned).to_vec(),
            rows: self.battle.with_roles().map(row).collect(),
        }
    }

    fn section_span(&self, index: usize) -> Span {
        match self.places.get(index) {
            Some(Place::Model(place)) => place.span,
            Some(Place::Animation(place)) => place.span,
            Some(Place::Picture(place)) => self.span(place.start, place.end - place.start),
            Some(Place::None) | None => Span::default(),
        }
    }

    /// Which script each action runs.
    fn script_table(&self) -> Option<Table> {
        let found = self.battle.sections.iter().find_map(|section| match section {
            Section::Settings(settings) => Some(settings),
            _ => None,
        })?;
        let row = |(action, target): (usize, &settings::Target)| {
            let (script, about) = match target {
                settings::Target::Piece(index) => {
                    let bytes = found.pieces.get(*index).map_or(&[][..], Vec::as_slice);
                    (format!("scripts[{index}]"), settings::summary(bytes))
                }
                settings::Target::Stale(offset) => (format!("{offset:#x}"), "nothing".to_owned()),
            };
            let path = format!("sections[1].script_offsets[{action}]");
            TableRow {
                cells: vec![action.to_string(), script, about],
                origin: Origin::new(Span::default(), path),
            }
        };
        Some(Table {
            name: "Actions".to_owned(),
            columns: ["action", "script", "does"].map(str::to_owned).to_vec(),
            rows: found.scripts.iter().enumerate().map(row).collect(),
        })
    }
}

/// A stored length along a bone's z, in the scene's axes.
fn along(length: i16) -> Vec3 {
    turn(Vec3::new(0.0, 0.0, length.into()))
}
