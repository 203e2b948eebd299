//! The open file with its data that is built in the background.

pub mod compared_contents;
pub mod compared_sounds;
pub mod comparing;
pub mod comparison;
pub mod description;
pub mod draft_store;
pub mod files;
pub mod notes;
pub mod other_faces;
pub mod pair_part;
pub mod paths;
pub mod plausibility;
pub mod tab_id;
pub mod tab_state;
pub mod tabs;
pub mod thumbnails;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use glam::Vec3;

use crate::app::model::selection::InScene;
use crate::app::model::view::bone_faces::{Run, by_bone};
use crate::app::model::view::framing;
use crate::bytes::{Problems, SourceId};
use crate::library::Opened;
use crate::render::{Bounds, Camera, Visibility};
use crate::scene::{
    Clip, DrawIds, Element, Face, FaceRef, Mesh, MeshId, NodeId, Posed, Scene, SceneIndex, Start,
    Surface, TextureId,
};

/// An opened file with everything that is built from it in the background.
pub struct Doc {
    pub opened: Arc<Opened>,
    pub problems: Problems,
    /// Absent while it is being built, and for formats without a scene.
    pub scene: Option<DocScene>,
    /// Grows with every file that is opened or reloaded.
    pub generation: u64,
    /// Revision of the dictionary with which names were last looked up.
    pub names: u64,
}

/// A scene with lookup tables.
pub struct DocScene {
    pub scene: Arc<Scene>,
    pub index: SceneIndex,
    pub ids: DrawIds,
    /// Bounds of the initially visible elements without outliers, in world space.
    pub bounds: Option<Bounds>,
    /// The player start from which the scene is first viewed. To find it, faces are tested.
    pub first_start: Option<Start>,
    /// Points that [the first camera](Camera::default) frames if there is no player start.
    pub outline: Vec<Vec3>,
    /// The first animation, and the scene in its first pose.
    pub first: Option<Arc<Clip>>,
    pub posed: Arc<Posed>,
    /// Paths of the files whose scenes were added to this one.
    pub around: Vec<String>,
    /// Users of each sound.
    pub sound_users: Vec<Vec<Element>>,
    /// `true` if a surface is animated.
    pub moving_surfaces: bool,
    /// Textures and palettes that a placed face uses.
    pub shown_surfaces: HashSet<Element>,
    /// The placed faces for which a bone has the largest weight, by the bone's node.
    pub bone_faces: HashMap<NodeId, Vec<Run>>,
}

/// The first clip of a scene, and its first pose.
pub fn first_pose(scene: &Scene) -> (Option<Clip>, Posed) {
    let first = scene.animations.first();
    let clip = first.map(|animation| animation.data.decode());
    let pose = first.zip(clip.as_ref()).map(|(a, clip)| a.pose_at(clip, 0.0, false));
    let posed = Posed::new(scene, &pose.unwrap_or_default());
    (clip, posed)
}

impl DocScene {
    pub fn new(scene: Arc<Scene>) -> Self {
        let first = scene.animations.first();
        let (clip, posed) = first_pose(&scene);
        let shown = Visibility::initial(&scene);
        let points = framing::everything(&scene, &shown, &posed, first.zip(clip.as_ref()));
        let bounds = Bounds::of(points.iter().copied());
        let crowd = bounds.and_then(|all| framing::crowded_part(&scene, &shown, &posed, all));
        Self {
            index: SceneIndex::new(&scene),
            ids: scene.draw_ids(),
            first_start: scene.first_start().cloned(),
            outline: Camera::default().outline(crowd.as_deref().unwrap_or(&points)),
            bounds,
            first: clip.map(Arc::new),
            posed: Arc::new(posed),
            around: Vec::new(),
            sound_users: scene.sound_users(),
            moving_surfaces: scene.has_surface_animation(),
            shown_surfaces: shown_surfaces(&scene),
            bone_faces: by_bone(&scene),
            scene,
        }
    }

    /// The texture that an element belongs to.
    pub fn texture_of(&self, element: Element) -> Option<TextureId> {
        match element {
            Element::Texture(texture) => Some(texture),
            Element::Sky => self.scene.sky.as_ref()?.texture,
            Element::Face(face) => {
                let (_, face) = self.face(face)?;
                match self.scene.materials.get(face.material)?.surface {
                    Surface::Textured { texture, .. } => Some(texture),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    pub fn in_scene(&self) -> InScene<'_> {
        InScene { scene: &self.scene, index: &self.index }
    }

    /// The mesh and face of a placed face.
    pub fn face(&self, face: FaceRef) -> Option<(&Mesh, Face)> {
        let mesh = self.scene.mesh_of(self.scene.nodes.get(face.node)?)?;
        Some((mesh, mesh.faces.get(face.face as usize)?))
    }
}

/// See [`DocScene::shown_surfaces`].
fn shown_surfaces(scene: &Scene) -> HashSet<Element> {
    let meshes: HashSet<MeshId> = scene.nodes.iter().filter_map(|node| node.mesh).collect();
    let faces = meshes.into_iter().filter_map(|mesh| scene.meshes.get(mesh));
    let used: HashSet<_> = faces.flat_map(|mesh| mesh.faces.materials()).collect();
    let mut shown = HashSet::new();
    for material in used.into_iter().filter_map(|index| scene.materials.get(index)) {
        shown.extend(material.elements());
    }
    shown
}

/// The sources of a scene's elements.
pub fn sources(scene: &Scene) -> impl Iterator<Item = SourceId> + '_ {
    let nodes = scene.nodes.iter().map(|node| &node.origin);
    let meshes = scene.meshes.iter().map(|mesh| &mesh.origin);
    let textures = scene.textures.iter().map(|texture| &texture.origin);
    let palettes = scene.palettes.iter().map(|palette| &palette.origin);
    let skeletons = scene.skeletons.iter().map(|skeleton| &skeleton.origin);
    let animations = scene.animations.iter().map(|animation| &animation.origin);
    let helpers = scene.helpers.iter().map(|helper| &helper.origin);
    let sounds = scene.sounds.iter().map(|sound| &sound.origin);
    let all = nodes.chain(meshes).chain(textures).chain(palettes).chain(skeletons);
    let all = all.chain(animations).chain(helpers).chain(sounds);
    all.map(|origin| origin.span.source)
}
