//! Creates mesh instances from objects.

use glam::{Mat4, Vec3};
use rayon::prelude::*;

use super::super::kind::Kind;
use super::super::read_options;
use super::super::records::{ColourPointer, File, FileBlock, Object};
use super::lods::{self, Lods};
use super::materials::Materials;
use super::mesh::{FaceLayers, Maker, colour_tables, stitches};
use super::placed::{MAX_FACES, PositionedModel};
use super::rig::{self, Rig};
use super::surface_animation;
use super::textures::Textures;
use crate::bytes::Problems;
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::neversoft::transform::transform;
use crate::formats::neversoft::trg::{Hiding, PlacedModel};
use crate::scene::{LayerKind, MaterialId, Mesh, MeshId, Node, NodeId, Origin, Scene};

/// Display options for the objects of a file.
#[derive(Default)]
pub struct Instances<'a> {
    /// Layer of the objects, and whether the game draws it; `None` for the drawn layer.
    pub layer: Option<(&'static str, LayerKind)>,
    /// Name hashes of sky models, farthest first.
    pub sky: Vec<u32>,
    /// The sky is initially hidden.
    pub hides_sky: bool,
    /// Models placed by triggers: the positions of their objects are ignored.
    pub placed: Vec<(PlacedModel, Origin)>,
    /// Layer for a bank of which only the models placed by triggers are displayed.
    pub placed_in: Option<&'static str>,
    /// Skeleton, if the objects are bones.
    pub rig: Option<&'a Rig>,
    /// Objects hidden by commands.
    pub hiding: Hiding<'a>,
}

impl Instances<'_> {
    /// `true` if something else determines the position of the model with this name.
    fn moves(&self, name: Option<u32>) -> bool {
        name.is_some_and(|name| {
            self.sky.contains(&name) || self.placed.iter().any(|(placed, _)| placed.model == name)
        })
    }
}

/// Adds the meshes and instances of `level`; returns the node of each object.
pub fn add(
    scene: &mut Scene,
    level: &Loaded<File>,
    context: Context<'_>,
    textures: &Textures,
    materials: &mut Materials,
    instances: Instances<'_>,
    problems: &mut Problems,
) -> Vec<Option<NodeId>> {
    let file = &level.records;
    let kind = read_options::kind(file, context);
    let users = users(file, kind);
    let lods = Lods::new(file, &users);
    let owners = lods.owners();
    let homes: Vec<Vec3> =
        owners.iter().map(|owner| owner.map_or(Vec3::ZERO, |o| home(file, o))).collect();
    let stitches = stitches(file, kind.scale, lods.lower(), &homes);
    report_stitches(level, stitches.len(), problems);
    let tables = colour_tables(level);
    let first_table = scene.colour_tables.next_id();
    let numbers: Vec<usize> = tables.iter().map(|(chunk, _)| *chunk).collect();
    scene.colour_tables.extend(tables.into_iter().map(|(_, table)| table));
    surface_animation::add_pulses(scene, level, first_table);
    let first_mesh = scene.meshes.next_id();
    let layers = FaceLayers::of(scene);
    let maker = Maker {
        file: level,
        surfaces: textures.surfaces(file),
        scale: kind.scale,
        layers,
        tables: &scene.colour_tables,
        stitches: &stitches,
    };
    // Materials are added sequentially, because only their numbers depend on the order of the models.
    let states: Vec<_> = file.models.par_iter().map(|model| maker.states(model)).collect();
    let materials: Vec<_> = states.iter().map(|states| materials.add(states)).collect();
    let mesh = |(index, (user, materials)): (usize, (&Option<usize>, &Vec<MaterialId>))| {
        let table = table_of(file, *user, &numbers).map(|at| first_table.plus(at));
        let home = homes.get(index).copied().unwrap_or(Vec3::ZERO);
        maker.mesh(index, materials, table, home)
    };
    let models = users.par_iter().zip(&materials).enumerate();
    let meshes: Vec<Mesh> = models.map(mesh).collect();
    for (index, mesh) in meshes.into_iter().enumerate() {
        let id = name_of(file, index);
        let name = id.map_or_else(|| format!("model {index}"), |name| context.name_or_hex(name));
        scene.meshes.push(Mesh { id: id.unwrap_or(0), name, ..mesh });
    }
    surface_animation::add_flows(scene, level, first_mesh, |object| {
        Some(model_of(object, file.objects.get(object)?, kind))
    });
    let nodes = place_objects(scene, level, kind, &lods, first_mesh, &instances, problems);
    let room = Some(Lods::room(scene));
    let mut rest = RemainingModels { file, users: &users, lods, first_mesh, room };
    rest.below_objects(scene, kind, &nodes);
    rest.place(scene, &instances);
    if rest.room.is_none() {
        let message =
            format!("more than {MAX_FACES} faces: some lower levels of detail are not placed");
        level.report(problems).warning("header.object_count", message);
    }
    if instances.rig.is_some() {
        rig::add_skins(scene, file, &stitches, &owners, &nodes, first_mesh);
    }
    nodes
}

/// First object that uses each model.
fn users(file: &File, kind: Kind) -> Vec<Option<usize>> {
    let mut users = vec![None; file.models.len()];
    for (index, object) in file.objects.iter().enumerate() {
        if let Some(user) = users.get_mut(model_of(index, object, kind)) {
            user.get_or_insert(index);
        }
    }
    users
}

fn model_of(index: usize, object: &Object, kind: Kind) -> usize {
    if kind.character { index } else { usize::from(object.model) }
}

/// Position of an object in world units and PlayStation axes.
fn home(file: &File, object: usize) -> Vec3 {
    file.objects.get(object).map_or(Vec3::ZERO, |object| object.position.stored())
}

/// Colour table that the faces of a model index, out of the chunks `numbers`: the one its object points at,
/// otherwise the last.
fn table_of(file: &File, user: Option<usize>, numbers: &[usize]) -> Option<usize> {
    let pointer = user.and_then(|object| file.colour_pointers.get(object));
    let named = match pointer {
        Some(ColourPointer::Chunk(chunk)) => numbers.iter().position(|n| n == chunk),
        _ => None,
    };
    named.or(numbers.len().checked_sub(1))
}

/// Entries of the colour table that the faces of a model use.
pub fn table_of_model(file: &File, model: usize) -> Option<&[[u8; 4]]> {
    let tables: Vec<(usize, &[[u8; 4]])> = file
        .chunks()
        .iter()
        .enumerate()
        .filter_map(|(number, chunk)| Some((number, chunk.rgbs()?)))
        .collect();
    let user = users(file, Kind::of(file)).get(model).copied().flatten();
    let numbers: Vec<usize> = tables.iter().map(|(number, _)| *number).collect();
    Some(tables.get(table_of(file, user, &numbers)?)?.1)
}

/// Name hash of a model.
fn name_of(file: &File, model: usize) -> Option<u32> {
    file.library.as_ref()?.model_names.get(model).copied()
}

fn place_objects(
    scene: &mut Scene,
    level: &Loaded<File>,
    kind: Kind,
    lods: &Lods<'_>,
    first_mesh: MeshId,
    instances: &Instances<'_>,
    problems: &mut Problems,
) -> Vec<Option<NodeId>> {
    let file = &level.records;
    let mut faces = scene.drawn_faces();
    let mut nodes = vec![None; file.objects.len()];
    let layer = match instances.layer {
        Some((name, kind)) => scene.layer(name, kind, kind == LayerKind::Drawn),
        None => 0,
    };
    let rig = instances.rig;
    // Parents come before their children.
    let order = rig.map_or_else(|| (0..file.objects.len()).collect(), |rig| rig.order.clone());
    for index in order {
        let Some(object) = file.objects.get(index) else { continue };
        let model = model_of(index, object, kind);
        let mesh = (model < file.models.len()).then_some(first_mesh.plus(model));
        let placed = mesh.and_then(|mesh| scene.meshes.get(mesh));
        // A bone gets a node even without a mesh.
        let is_elsewhere = instances.placed_in.is_some() || instances.moves(name_of(file, model));
        if rig.is_none() && (placed.is_none() || is_elsewhere) {
            continue;
        }
        let name = rig.and_then(|rig| rig.names.get(&index)).or(placed.map(|mesh| &mesh.name));
        let name = name.map_or_else(|| format!("object {index}"), String::clone);
        let path = format!("objects[{index}]");
        faces += placed.map_or(0, |mesh| mesh.faces.len());
        if faces > MAX_FACES {
            let message =
                format!("more than {MAX_FACES} faces: this and later objects are not placed");
            level.report(problems).error(path, message);
            break;
        }
        let layer = if lods.is_lower(model) {
            lods::layer(scene)
        } else if instances.hiding.hides(object.position.to_scene()) {
            scene.layer("Hidden by commands", LayerKind::Invisible, false)
        } else {
            layer
        };
        let world = transform(object.position.to_scene(), object.angles);
        let above = rig.and_then(|rig| {
            let parent = rig.parent(index)?;
            Some(((*nodes.get(parent)?)?, file.objects.get(parent)?))
        });
        let local = above.map_or(world, |(_, parent)| {
            transform(parent.position.to_scene(), parent.angles).inverse() * world
        });
        let node = scene.nodes.push(Node {
            name,
            parent: above.map(|(node, _)| node),
            local,
            mesh,
            layer,
            origin: level.origin(path),
            facts: facts(object),
            ..Node::default()
        });
        if let Some(of_object) = nodes.get_mut(index) {
            *of_object = Some(node);
        }
    }
    nodes
}

/// Object bytes that do not affect drawing: their meaning is game-specific, and that of the tint is
/// unknown (section 3).
fn facts(object: &Object) -> Vec<(&'static str, String)> {
    let all = [
        ("Frame", object.frame),
        ("Tint", object.tint),
        ("Animation", object.animation),
        ("Region", object.region),
    ];
    let set = all.into_iter().filter(|(_, value)| *value != 0);
    let remark = |heading| if heading == "Tint" { "meaning unknown" } else { "not drawn" };
    set.map(|(heading, value)| (heading, format!("{value} ({})", remark(heading)))).collect()
}

/// Places everything that objects do not: lower levels of detail, the sky, models placed by triggers, and
/// unplaced models.
struct RemainingModels<'a> {
    file: &'a File,
    users: &'a [Option<usize>],
    lods: Lods<'a>,
    first_mesh: MeshId,
    /// Remaining face budget for lower levels of detail; `None` if it was exceeded.
    room: Option<usize>,
}

impl RemainingModels<'_> {
    fn add_levels(&mut self, scene: &mut Scene, model: usize, node: NodeId) {
        let Some(room) = self.room else { return };
        self.room = self.lods.add_levels(scene, model, node, self.first_mesh, room);
    }

    /// Places lower levels of detail below the nodes of their objects.
    fn below_objects(&mut self, scene: &mut Scene, kind: Kind, nodes: &[Option<NodeId>]) {
        for (index, (object, node)) in self.file.objects.iter().zip(nodes).enumerate() {
            if let Some(node) = node {
                self.add_levels(scene, model_of(index, object, kind), *node);
            }
        }
    }

    fn place(&mut self, scene: &mut Scene, instances: &Instances<'_>) {
        let (file, first_mesh) = (self.file, self.first_mesh);
        let count = self.users.len();
        let by_name = |name: u32| (0..count).find(|model| name_of(file, *model) == Some(name));
        // The first sky model is the farthest and is painted first. The position of its own object is
        // unused.
        for model in instances.sky.iter().filter_map(|name| by_name(*name)) {
            let layer = scene.layer("Sky", LayerKind::Sky, !instances.hides_sky);
            PositionedModel { model, layer, parent: None, local: Mat4::IDENTITY }
                .add(scene, first_mesh);
        }
        for (placed, origin) in &instances.placed {
            let Some(model) = by_name(placed.model) else { continue };
            let layer = instances.placed_in.unwrap_or("Placed by triggers");
            let layer = scene.layer(layer, LayerKind::Drawn, true);
            let local = transform(placed.position.to_scene(), placed.angles);
            let node = PositionedModel { model, layer, parent: None, local }.add(scene, first_mesh);
            if let Some(node) = node {
                // The trigger sets the position of the node.
                if let Some(node) = scene.nodes.get_mut(node) {
                    node.origin = origin.clone();
                }
                self.add_levels(scene, model, node);
            }
        }
        if instances.placed_in.is_some() {
            return;
        }
        let alone = file.objects.is_empty();
        for (model, user) in self.users.iter().enumerate() {
            let is_placed = user.is_some() || self.lods.is_hung(model);
            if is_placed || instances.moves(name_of(file, model)) {
                continue;
            }
            let layer = if self.lods.is_lower(model) {
                lods::layer(scene)
            } else if alone {
                // Shown only if there is nothing else.
                0
            } else {
                scene.layer("Unplaced models", LayerKind::LevelOfDetail, false)
            };
            PositionedModel { model, layer, parent: None, local: Mat4::IDENTITY }
                .add(scene, first_mesh);
        }
    }
}

/// Reports stitch references to a number that no vertex has (section 5, item 4).
fn report_stitches(level: &Loaded<File>, sources: usize, problems: &mut Problems) {
    for (index, model) in level.records.models.iter().enumerate() {
        let mut vertices = model.vertices.iter();
        let lost = vertices.position(|v| v.stitched_to().is_some_and(|source| source >= sources));
        let Some(vertex) = lost else { continue };
        let model = level.records.path(FileBlock::Model(index));
        let message = format!("the file has only {sources} stitch sources");
        level.report(problems).error(format!("{model}.vertices[{vertex}].y"), message);
    }
}
