//! The lists that a scene's things stand in.

use std::ops::Range;

use super::{Element, Id, Scene};

/// A list of things of one kind, in the order they are shown. Helpers come once for each of their layers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// Objects, each below its parent.
    Nodes,
    /// Models.
    Meshes,
    /// The sky that has no faces.
    Sky,
    /// Bones of all skeletons, each below its parent.
    Bones,
    /// Animations.
    Animations,
    /// Morph targets of all meshes.
    Morphs,
    /// Textures.
    Textures,
    /// Palettes of 15-bit colours.
    Palettes,
    /// Tables of 24-bit colours.
    Colours,
    /// Tables, each by its first row.
    Tables,
    /// Sounds.
    Sounds,
    /// Collisions.
    Collisions,
    /// Helpers of a layer: index into [`Scene::layers`].
    Helpers(u16),
}

impl Group {
    /// All groups of a scene, empty ones too.
    pub fn all(scene: &Scene) -> Vec<Self> {
        let mut groups = vec![Group::Nodes, Group::Meshes, Group::Sky, Group::Bones];
        groups.push(Group::Animations);
        groups.extend([Group::Morphs, Group::Textures, Group::Palettes, Group::Colours]);
        groups.extend([Group::Tables, Group::Sounds, Group::Collisions]);
        groups.extend((0u16..).take(scene.layers.len()).map(Group::Helpers));
        groups
    }

    /// Its elements, with how deep they hang. Its first row stands for a table.
    pub fn elements(self, scene: &Scene) -> Box<dyn Iterator<Item = (Element, u16)> + '_> {
        fn count(list: usize) -> Range<u32> {
            0..u32::try_from(list).unwrap_or(u32::MAX)
        }
        fn flat(list: usize, f: fn(u32) -> Element) -> Box<dyn Iterator<Item = (Element, u16)>> {
            Box::new(count(list).map(move |i| (f(i), 1)))
        }
        match self {
            Group::Nodes => {
                let parents = scene.nodes.iter().map(|node| node.parent.map(Id::index));
                Box::new(scene.nodes.ids().map(Element::Node).zip(depths(parents)))
            }
            Group::Meshes => Box::new(scene.meshes.ids().map(|id| (Element::Mesh(id), 1))),
            Group::Sky => Box::new(scene.sky.iter().map(|_| (Element::Sky, 1))),
            Group::Bones => {
                Box::new((0u32..).zip(&scene.skeletons).flat_map(|(skeleton, stored)| {
                    let depths =
                        depths(stored.bones.iter().map(|bone| bone.parent.map(|at| at as usize)));
                    (0u32..).map(move |bone| Element::Bone { skeleton, bone }).zip(depths)
                }))
            }
            Group::Animations => flat(scene.animations.len(), Element::Animation),
            Group::Morphs => Box::new(scene.meshes.pairs().flat_map(|(mesh, stored)| {
                count(stored.morphs.len()).map(move |morph| (Element::Morph { mesh, morph }, 1))
            })),
            Group::Textures => Box::new(scene.textures.ids().map(|id| (Element::Texture(id), 1))),
            Group::Palettes => Box::new(scene.palettes.ids().map(|id| (Element::Palette(id), 1))),
            Group::Colours => flat(scene.colour_tables.len(), Element::ColourTable),
            Group::Tables => flat(scene.tables.len(), |table| Element::Row { table, row: 0 }),
            Group::Sounds => flat(scene.sounds.len(), Element::Sound),
            Group::Collisions => flat(scene.collisions.len(), Element::Collision),
            Group::Helpers(layer) => Box::new(
                (0u32..)
                    .zip(&scene.helpers)
                    .filter(move |(_, helper)| helper.layer == layer)
                    .map(|(i, _)| (Element::Helper(i), 1)),
            ),
        }
    }

    /// Title of the group.
    pub fn title(self, scene: &Scene) -> String {
        match self {
            Group::Nodes => "Objects".to_owned(),
            Group::Meshes => "Models".to_owned(),
            Group::Sky => "Sky".to_owned(),
            Group::Bones => "Bones".to_owned(),
            Group::Animations => "Animations".to_owned(),
            Group::Morphs => "Morph targets".to_owned(),
            Group::Textures => "Textures".to_owned(),
            Group::Palettes => "Palettes".to_owned(),
            Group::Colours => "Colour tables".to_owned(),
            Group::Tables => "Tables".to_owned(),
            Group::Sounds => "Sounds".to_owned(),
            Group::Collisions => "Collisions".to_owned(),
            Group::Helpers(layer) => scene
                .layers
                .get(usize::from(layer))
                .map_or_else(|| "Helpers".to_owned(), |layer| layer.name.clone()),
        }
    }
}

/// How deep each of a list hangs, by the parents, which stand before their children.
fn depths(parents: impl Iterator<Item = Option<usize>>) -> Vec<u16> {
    let mut depths: Vec<u16> = Vec::new();
    for parent in parents {
        let above = parent.and_then(|parent| depths.get(parent)).copied();
        depths.push(above.map_or(1, |depth| depth.saturating_add(1)));
    }
    depths
}
