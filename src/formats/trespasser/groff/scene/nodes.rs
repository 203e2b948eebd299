//! Builds nodes of instances: their layers, differences between the transforms of level and saved scene,
//! and levels of detail.

use std::collections::{HashMap, HashSet};

use glam::{Mat4, Vec3};

use super::super::body::Body;
use super::super::scn::saved::VISIBLE;
use super::facts::Facts;
use super::helpers::pivot;
use super::joints::Rigs;
use super::level::{Level, LevelInstance};
use super::mesh::Meshes;
use super::placed_instance::PLACES;
use super::saved::Saved;
use super::scene_builder::Draft;
use super::tables::{Groups, rows_of};
use super::terrain::Ground;
use super::transform::differs;
use crate::scene::{
    Blend, Choice, Face, FacesViewer, Id, LayerKind, Material, MaterialId, Node, NodeId, Scene,
    Variant, VariantOption,
};

/// Class of an instance without a class property.
const USUAL_CLASS: &str = "CInstance";
/// Instances of these classes control the game and are not drawn.
const LOGIC: [&str; 15] = [
    "TerrainPlacement",
    "CSky",
    "Player",
    "Player Settings",
    "Settings",
    "AI Command",
    "CMuzzleFlash",
    "CHitSpang",
    "CParticles",
    "CWaterDisturbance",
    "Disturbance",
    "Marker",
    "IGNORE",
    "CSubsystem",
    "CTest",
];

/// Layers of instances that are volumes: their models only mark a region.
const VOLUMES: [&str; 4] = ["Triggers", "Checkpoints", "Magnets", "Logic"];
const VOLUME_OPACITY: f32 = 0.3;

/// Name and kind of a layer, and whether it is initially visible.
type LayerOf = (&'static str, LayerKind, bool);

const fn unseen(name: &'static str) -> LayerOf {
    (name, LayerKind::Invisible, false)
}

/// The nodes of an instance.
#[derive(Clone, Default)]
pub struct InstanceNodes {
    /// Nodes of the instance itself: at the level's transform, and at that of the saved scene.
    pub own: Vec<NodeId>,
    /// Nodes of the instance's coarser models.
    pub coarser: Vec<NodeId>,
}

/// Adds a node for every instance. Returns those of models with joints or morph targets, and the nodes of
/// each instance.
pub fn add(
    level: &Level<'_>,
    meshes: &Meshes,
    groups: &Groups,
    saved: Option<(&Saved<'_>, bool)>,
    ground: Option<Ground>,
    draft: &mut Draft<'_>,
) -> (Rigs, Vec<InstanceNodes>) {
    let mut placer = Placer {
        level,
        meshes,
        groups,
        saved: saved.map(|(saved, _)| saved),
        prefer_saved: saved.is_some_and(|(_, prefer)| prefer),
        coarser: coarser(level),
        parked: UnplacedPrototypes::of(level),
        ground,
        moved: [Vec::new(), Vec::new()],
        details: Vec::new(),
        rigs: Rigs::default(),
        placed: vec![InstanceNodes::default(); level.instances.len()],
    };
    for (index, instance) in level.instances.iter().enumerate() {
        placer.instance(index, instance, draft);
    }
    placer.variants(&mut draft.scene);
    see_through(&mut draft.scene);
    (placer.rigs, placer.placed)
}

/// Makes models that only volumes use semi-transparent, so that objects in a trigger are visible.
fn see_through(scene: &mut Scene) {
    let volumes: HashSet<u16> = (0u16..)
        .zip(&scene.layers)
        .filter(|(_, layer)| VOLUMES.contains(&layer.name.as_str()))
        .map(|(index, _)| index)
        .collect();
    let (mut shown, mut others) = (HashSet::new(), HashSet::new());
    for node in &scene.nodes {
        let known = if volumes.contains(&node.layer) { &mut shown } else { &mut others };
        known.extend(node.mesh);
    }
    let mut made: HashMap<MaterialId, MaterialId> = HashMap::new();
    for id in shown.difference(&others) {
        let Some(mesh) = scene.meshes.get_mut(*id) else { continue };
        let materials = &mut scene.materials;
        let mut copy = |of: MaterialId| {
            *made.entry(of).or_insert_with(|| {
                let stored = materials.get(of).cloned().unwrap_or(Material::PLAIN);
                let blend = Some(Blend::Alpha(VOLUME_OPACITY));
                materials.push(Material { blend, blends_all: true, double_sided: true, ..stored })
            })
        };
        let faces = mesh.faces.iter();
        mesh.faces = faces.map(|face| Face { material: copy(face.material), ..face }).collect();
    }
}

/// Instances that others name as their coarser models or shadows.
fn coarser(level: &Level<'_>) -> HashSet<usize> {
    let mut all = HashSet::new();
    for instance in &level.instances {
        let facts = level.facts(instance);
        all.extend(facts.details.iter().chain(&facts.shadow).filter_map(|n| level.named(n)));
    }
    all
}

/// Prototypes far from all other instances, which exist only to be copied.
struct UnplacedPrototypes(Option<(Vec3, Vec3)>);

impl UnplacedPrototypes {
    fn of(level: &Level<'_>) -> Self {
        let copies =
            level.instances.iter().enumerate().filter(|(at, instance)| instance.prototype != *at);
        let positions =
            copies.filter_map(|(_, instance)| Some(instance.transform?.w_axis.truncate()));
        let bounds = positions.fold(None, |bounds: Option<(Vec3, Vec3)>, at| {
            Some(bounds.map_or((at, at), |(low, high)| (low.min(at), high.max(at))))
        });
        Self(bounds.map(|(low, high)| {
            let room = (high - low) * 0.1 + 10.0;
            (low - room, high + room)
        }))
    }

    fn holds(&self, name: &str, at: Vec3) -> bool {
        let Some((low, high)) = self.0.filter(|_| name.ends_with("-00")) else { return false };
        at.x < low.x || at.x > high.x || at.z < low.z || at.z > high.z
    }
}

struct Placer<'a> {
    level: &'a Level<'a>,
    meshes: &'a Meshes,
    groups: &'a Groups,
    saved: Option<&'a Saved<'a>>,
    prefer_saved: bool,
    coarser: HashSet<usize>,
    parked: UnplacedPrototypes,
    ground: Option<Ground>,
    /// Nodes at the level's transform, and at that of the saved scene, for instances where they differ.
    moved: [Vec<NodeId>; 2],
    /// Nodes at full detail, each with its coarser models for larger distances.
    details: Vec<(NodeId, Vec<NodeId>)>,
    /// Instances of models with joints or morph targets.
    rigs: Rigs,
    /// The nodes of each instance.
    placed: Vec<InstanceNodes>,
}

impl Placer<'_> {
    fn instance(&mut self, index: usize, instance: &LevelInstance, draft: &mut Draft<'_>) {
        let block = self.saved.and_then(|saved| saved.transform_of(instance.hash));
        let there = block.and_then(|(transform, _)| transform);
        let layer = self.layer(index, instance, block.map(|(_, flags)| flags), &mut draft.scene);
        let transform = instance.transform.or(there).unwrap_or(Mat4::IDENTITY);
        let moved = there.filter(|there| differs(transform, *there));
        if self.lay(index, instance, transform, layer, &mut draft.scene) {
            return;
        }
        // If both are equal except for rounding, use the transform of the opened file.
        let own = there.filter(|_| self.prefer_saved && moved.is_none());
        let transform = own.unwrap_or(transform);
        let node = self.jointed(index, instance, transform, layer, draft);
        if let Some(there) = moved {
            let other = self.jointed(index, instance, there, layer, draft);
            self.of_block(instance, other, &mut draft.scene);
            self.moved[0].push(node);
            self.moved[1].push(other);
            return;
        }
        if own.is_some() {
            self.of_block(instance, node, &mut draft.scene);
        }
        if layer == 0 {
            self.detail(index, instance, node, transform, &mut draft.scene);
        }
    }

    /// Sets the origin of a node at the saved scene's transform to the scene's block.
    fn of_block(&self, instance: &LevelInstance, node: NodeId, scene: &mut Scene) {
        let origin = self.saved.and_then(|saved| saved.origin_of(instance.hash));
        if let (Some(origin), Some(node)) = (origin, scene.nodes.get_mut(node)) {
            node.origin = origin;
        }
    }

    /// Adds the node of an instance, with its joints below it.
    fn jointed(
        &mut self,
        index: usize,
        instance: &LevelInstance,
        transform: Mat4,
        layer: u16,
        draft: &mut Draft<'_>,
    ) -> NodeId {
        let node = self.push(instance, instance, transform, layer, &mut draft.scene);
        self.note(index, |placed| placed.own.push(node));
        let facts = self.level.facts(instance);
        if facts.joints.unwrap_or(0) > 0 || facts.is_class("CAnimal") {
            self.rigs.place(self.level, node, index, draft);
        }
        node
    }

    /// Lays a terrain piece on the ground, if there is ground under it.
    fn lay(
        &mut self,
        index: usize,
        instance: &LevelInstance,
        transform: Mat4,
        layer: u16,
        scene: &mut Scene,
    ) -> bool {
        let Some(ground) = &mut self.ground else { return false };
        let is_piece = self.level.facts(instance).is_class("CTerrainObj");
        let mesh = self.meshes.of(self.level, instance).and_then(|mesh| scene.meshes.get(mesh));
        let laid =
            mesh.filter(|_| is_piece).and_then(|m| ground.lay(self.level, instance, m, transform));
        let Some(mut laid) = laid else { return false };
        // The laid mesh is at the piece's position, but without its rotation and scale.
        let at = transform.w_axis.truncate();
        laid.positions.iter_mut().for_each(|position| *position -= at);
        let mesh = scene.meshes.push(laid);
        let node = self.push(instance, instance, Mat4::from_translation(at), layer, scene);
        self.note(index, |placed| placed.own.push(node));
        if let Some(node) = scene.nodes.get_mut(node) {
            node.mesh = Some(mesh);
        }
        true
    }

    /// Adds a node for `instance` with the model of `shown`.
    fn push(
        &self,
        instance: &LevelInstance,
        shown: &LevelInstance,
        local: Mat4,
        layer: u16,
        scene: &mut Scene,
    ) -> NodeId {
        let class = self.level.facts(instance).class.as_deref().unwrap_or(USUAL_CLASS);
        let class = scene.class(class);
        scene.nodes.push(Node {
            name: instance.name.clone(),
            parent: None,
            local,
            faces_viewer: (self.level.facts(instance).always_faces == Some(true))
                .then(FacesViewer::default),
            mesh: self.meshes.of(self.level, shown),
            layer,
            class,
            rows: rows_of(self.groups, instance),
            facts: self.facts(shown),
            origin: instance.origin.clone(),
        })
    }

    /// Properties on the card of an instance, besides its transform.
    fn facts(&self, instance: &LevelInstance) -> Vec<(&'static str, String)> {
        let mut facts = Vec::new();
        if let Some(Vec3 { x, y, z }) = pivot(self.level, instance) {
            facts.push(("Pivot", format!("{x:.3} {y:.3} {z:.3}")));
        }
        if let Some(other) = self.meshes.textures_of(instance) {
            facts.push(("Material", format!("from {other}; its own model has no textures")));
        }
        facts
    }

    /// Adds the coarser models, whose transforms are relative to the prototype.
    fn detail(
        &mut self,
        index: usize,
        instance: &LevelInstance,
        node: NodeId,
        transform: Mat4,
        scene: &mut Scene,
    ) {
        let names = &self.level.facts(instance).details;
        let mut coarser = Vec::new();
        for name in names {
            let Some(other) = self.level.named(name) else { break };
            let Some(shown) = self.level.instance(other) else { break };
            let Some(local) = self.level.beside(instance, transform, other) else { break };
            coarser.push(self.push(instance, shown, local, 0, scene));
        }
        // The coarser models share the origin of the finest model.
        let origin = scene.nodes.get(node).map(|node| node.origin.clone()).unwrap_or_default();
        for coarser in &coarser {
            if let Some(coarser) = scene.nodes.get_mut(*coarser) {
                coarser.origin = origin.clone();
            }
        }
        if !coarser.is_empty() {
            self.note(index, |placed| placed.coarser.clone_from(&coarser));
            self.details.push((node, coarser));
        }
    }

    /// Records nodes of an instance.
    fn note(&mut self, instance: usize, add: impl FnOnce(&mut InstanceNodes)) {
        if let Some(placed) = self.placed.get_mut(instance) {
            add(placed);
        }
    }

    fn layer(
        &self,
        index: usize,
        instance: &LevelInstance,
        saved_flags: Option<Option<u32>>,
        scene: &mut Scene,
    ) -> u16 {
        let mut layer = self.role(index, instance);
        if layer.1 == LayerKind::Drawn {
            let flags = saved_flags.flatten().filter(|_| self.prefer_saved);
            let at = instance.transform.map(|transform| transform.w_axis.truncate());
            if flags.is_some_and(|flags| flags & VISIBLE == 0) {
                layer = unseen("Hidden by the scene");
            } else if at.is_some_and(|at| self.is_parked(instance, at)) {
                layer = ("Parked prototypes", LayerKind::Drawn, false);
            }
        }
        let (name, kind, visible) = layer;
        scene.layer(name, kind, visible)
    }

    /// `true` for prototypes outside the terrain, or without a terrain far from all other instances.
    fn is_parked(&self, instance: &LevelInstance, at: Vec3) -> bool {
        match &self.ground {
            Some(ground) => instance.name.ends_with("-00") && !ground.is_under(at),
            None => self.parked.holds(&instance.name, at),
        }
    }

    /// The layer of an instance, by its role (format document, section 12.2).
    fn role(&self, index: usize, instance: &LevelInstance) -> LayerOf {
        let facts = self.level.facts(instance);
        let is = |class: &str| facts.is_class(class);
        let is_lost = instance.transform.is_none()
            && self.saved.and_then(|saved| saved.transform_of(instance.hash)?.0).is_none();
        if is_lost {
            unseen("Lost")
        } else if instance.name.starts_with("$J") {
            unseen("Joints")
        } else if instance.name.starts_with('$') {
            unseen("Helpers")
        } else if facts.is_trigger() {
            unseen("Triggers")
        } else if is("CMagnet") || is("MasterMagnet") || is("SlaveMagnet") {
            unseen("Magnets")
        } else if is("CLightDirectional") {
            unseen("Lights")
        } else if is("Teleport") {
            unseen("Checkpoints")
        } else if LOGIC.iter().any(|class| is(class)) {
            unseen("Logic")
        } else if self.coarser.contains(&index) {
            ("Levels of detail", LayerKind::LevelOfDetail, false)
        } else if facts.visible == Some(false) {
            unseen("Invisible objects")
        } else if is("CEntityWater") {
            ("Water", LayerKind::Drawn, true)
        } else if is("CTerrainObj") {
            ("Terrain pieces", LayerKind::Drawn, true)
        } else if self.is_undrawn(instance, facts) {
            unseen("Not drawn")
        } else if is("CAnimal") {
            ("Animals", LayerKind::Drawn, true)
        } else {
            ("Objects", LayerKind::Drawn, true)
        }
    }

    /// The optimiser rewrote all drawn models without joints, so models that it skipped are not
    /// drawn.
    fn is_undrawn(&self, instance: &LevelInstance, facts: &Facts) -> bool {
        let body = self.level.geometry(instance).map(|(_, body)| body);
        self.level.version.is_optimised()
            && matches!(body, Some(Body::Geometry1(_)))
            && facts.joints.unwrap_or(0) == 0
            && !facts.is_class("CAnimal")
    }

    fn variants(&mut self, scene: &mut Scene) {
        let option = |name: String, nodes: Vec<NodeId>| VariantOption {
            name,
            nodes,
            ..VariantOption::default()
        };
        let [level, saved] = std::mem::take(&mut self.moved);
        if let Some(scn) = self.saved.filter(|_| !level.is_empty()) {
            let names = [self.level.file.source.file_name(), scn.file_name()];
            let options = vec![
                option(format!("as in {}", names[0]), level),
                option(format!("as in {}", names[1]), saved),
            ];
            let chosen = Some(Id::new(self.prefer_saved.into()));
            scene.variants.push(Variant {
                name: PLACES.to_owned(),
                choice: Choice::One,
                options: options.into(),
                chosen,
            });
        }
        let levels = self.details.iter().map(|(_, coarser)| coarser.len()).max().unwrap_or(0);
        if levels > 0 {
            let full = self.details.iter().map(|(node, _)| *node).collect();
            let mut options = vec![option("full detail".to_owned(), full)];
            for level in 1..=levels {
                // Without a model at this level, the coarsest one remains.
                let of = |(_, coarser): &(NodeId, Vec<NodeId>)| {
                    coarser.get(level - 1).or(coarser.last()).copied()
                };
                let nodes = self.details.iter().filter_map(of).collect();
                options.push(option(format!("detail {level}"), nodes));
            }
            let name = "Detail".to_owned();
            let (options, chosen) = (options.into(), Some(Id::new(0)));
            scene.variants.push(Variant { name, choice: Choice::Step, options, chosen });
        }
    }
}
