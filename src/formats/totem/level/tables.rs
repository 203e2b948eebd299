//! Tables of data that is not visible in the scene.

use super::scene_builder::Stage;
use super::tree::Entry;
use super::worlds::WorldFile;
use crate::formats::Loaded;
use crate::formats::totem::animation::{Animation, messages};
use crate::formats::totem::gameobj::GameObj;
use crate::formats::totem::materialanim::{Framed, MaterialAnim, Track};
use crate::formats::totem::materials::SceneMaterials;
use crate::formats::totem::name::class_name;
use crate::formats::totem::resource::Resource;
use crate::formats::totem::skin::Skin;
use crate::formats::totem::texts::parameters;
use crate::formats::totem::world::{AnimFrame, World};
use crate::formats::totem::{class, resource_name};
use crate::scene::{Origin, Table};

/// Adds tables of the nodes, script parameters and prefabs.
pub fn add_level(stage: &mut Stage<'_>, entries: &[Entry], worlds: &[WorldFile]) {
    let looks = &stage.looks;
    let name = |hash: u32| match hash {
        0 => String::new(),
        hash => resource_name(&looks.resources.name(hash)).to_owned(),
    };
    let columns = ["node", "parent", "shows", "class", "flags", "light", "fog", "script"];
    let mut nodes = Table::new("Nodes", &columns);
    let mut scripts = Table::new("Script parameters", &["node", "text"]);
    for entry in entries {
        let node = &entry.node;
        let class = looks.resources.find(node.resource).and_then(|found| found.class);
        let cells = [
            entry.name.clone(),
            name(node.parent),
            name(node.resource),
            class.map_or_else(String::new, class_name),
            format!("{:08X}", node.flags),
            name(node.light),
            name(node.hfog),
            name(node.userdefine),
        ];
        nodes.row(entry.origin(), cells);
        if node.userdefine == 0 {
            continue;
        }
        let source = looks.resources.open(node.userdefine);
        for (origin, line) in source.iter().flat_map(parameters) {
            scripts.row(origin, [entry.name.clone(), line]);
        }
    }
    let mut tables = vec![nodes, scripts];
    for hash in looks.resources.of_class(class::GAMEOBJ) {
        let source = looks.resources.open(hash);
        let file = source.and_then(|s| looks.resources.read::<Resource<GameObj>>(&s).ok());
        tables.extend(file.map(|file| prefabs(&file, &name)));
    }
    for hash in looks.resources.of_class(class::ANIMATION) {
        let source = looks.resources.open(hash);
        let file = source.and_then(|s| looks.resources.read::<Resource<Animation>>(&s).ok());
        tables.extend(file.and_then(|file| messages(&file, &name)));
    }
    for world in worlds {
        tables.extend(animated_nodes(world, looks));
    }
    stage.scene.tables.extend(tables.into_iter().filter_map(Table::with_rows));
}

/// Table of prefabs.
fn prefabs(file: &Loaded<Resource<GameObj>>, name: &dyn Fn(u32) -> String) -> Table {
    let mut table = Table::new("Prefabs", &["node", "shows"]);
    for (at, prefab) in file.records.body.nodes.iter().enumerate() {
        let cells = [name(prefab.name), name(prefab.node.resource)];
        table.row(file.origin(format!("nodes[{at}]")), cells);
    }
    table
}

/// Table of the lists of a world.
pub fn world(file: &Loaded<Resource<World>>, looks: &SceneMaterials<'_>) -> Option<Table> {
    let world = &file.records.body;
    let mut table = Table::new("World", &["list", "name"]);
    let unused = world.unused.clone().unwrap_or_default();
    let lists = [
        ("nodes", &world.nodes),
        ("outside_nodes", &world.outside_nodes),
        ("omni_nodes", &world.omni_nodes),
        ("camera_zones", &world.camera_zones),
        ("unused", &unused),
        ("occluders", &world.occluders),
    ];
    for (list, hashes) in lists {
        for (at, hash) in hashes.iter().enumerate() {
            let cells = [list.replace('_', " "), looks.resources.name(*hash)];
            table.row(file.origin(format!("{list}[{at}]")), cells);
        }
    }
    for (what, hash) in [("root", world.root), ("sky", world.sky), ("prefabs", world.prefabs)] {
        if hash != 0 {
            table.row(file.origin(what), [what.to_owned(), looks.resources.name(hash)]);
        }
    }
    table.with_rows()
}

/// Table of the animated nodes of a world.
pub fn animated_nodes(file: &Loaded<Resource<World>>, looks: &SceneMaterials<'_>) -> Option<Table> {
    let slots = file.records.body.animated_nodes.iter().enumerate();
    let stored = slots.filter_map(|(at, slot)| {
        Some((file.origin(format!("animated_nodes[{at}]")), slot.frame.as_deref()?))
    });
    moving_nodes(stored, looks)
}

/// Table of animated nodes: one row each, with its origin.
pub fn moving_nodes<'f>(
    frames: impl IntoIterator<Item = (Origin, &'f AnimFrame)>,
    looks: &SceneMaterials<'_>,
) -> Option<Table> {
    let columns = ["animation", "node", "seconds", "keys", "flags", "follows", "starts"];
    let mut table = Table::new("Animated nodes", &columns);
    for (origin, frame) in frames {
        let keys =
            frame.translation.keys.len() + frame.rotation.keys.len() + frame.scale.keys.len();
        let names = |list: Vec<u32>| {
            let names = list.into_iter().map(|hash| looks.resources.name(hash));
            names.collect::<Vec<_>>().join(", ")
        };
        let starts = frame.triggers.iter().flat_map(|trigger| &trigger.list);
        let cells = [
            looks.resources.name(frame.name),
            looks.resources.name(frame.node),
            frame.length.to_string(),
            keys.to_string(),
            format!("{:02X}", frame.flags),
            names(frame.follow.iter().map(|follow| follow.node).collect()),
            names(starts.map(|start| start.animation).collect()),
        ];
        table.row(origin, cells);
    }
    table.with_rows()
}

/// Table with one row per section of a skin.
pub fn weights(file: &Loaded<Skin>, looks: &SceneMaterials<'_>) -> Option<Table> {
    let columns = ["group", "bone", "mesh", "vertices", "normals"];
    let mut table = Table::new("Weights", &columns);
    for (index, group) in file.records.groups.iter().enumerate() {
        for section in &group.sections {
            let mesh = file.records.meshes.get(usize::from(section.mesh));
            let cells = [
                index.to_string(),
                looks.resources.name(group.bone),
                mesh.map_or(String::new(), |hash| looks.resources.name(*hash)),
                section.vertices.len().to_string(),
                section.normals.len().to_string(),
            ];
            table.row(file.origin(format!("groups[{index}]")), cells);
        }
    }
    table.with_rows()
}

/// Table with one row per non-empty track of an animated material.
pub fn material_tracks(
    file: &Loaded<Resource<MaterialAnim>>,
    looks: &SceneMaterials<'_>,
) -> Option<Table> {
    let material = &file.records.body;
    let title = format!("Tracks over {}", looks.resources.name(material.material));
    let mut table = Table::new(title, &["track", "frames", "first", "last"]);
    fn ends<F: Framed>(track: &Track<F>) -> Option<[u16; 2]> {
        Some([track.frames.first()?.frame(), track.frames.last()?.frame()])
    }
    let tracks = [
        ("texture", material.texture.frames.len(), ends(&material.texture)),
        ("scroll", material.scroll.frames.len(), ends(&material.scroll)),
        ("stretch", material.stretch.frames.len(), ends(&material.stretch)),
        ("rotation", material.rotation.frames.len(), ends(&material.rotation)),
        ("colour", material.colour.frames.len(), ends(&material.colour)),
        ("emission", material.emission.frames.len(), ends(&material.emission)),
        ("alpha", material.alpha.frames.len(), ends(&material.alpha)),
        ("material_flags", material.material_flags.frames.len(), ends(&material.material_flags)),
        ("render_flags", material.render_flags.frames.len(), ends(&material.render_flags)),
        ("collision_flags", material.collision_flags.frames.len(), ends(&material.collision_flags)),
    ];
    for (name, count, ends) in tracks {
        let Some([first, last]) = ends else { continue };
        let cells =
            [name.replace('_', " "), count.to_string(), first.to_string(), last.to_string()];
        table.row(file.origin(name), cells);
    }
    table.with_rows()
}
