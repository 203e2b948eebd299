//! Lists of a scene's elements.

use super::{Element, Id, List, Scene};

/// A list of elements of one kind, in display order. Helpers have a list per layer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ElementGroup {
    /// Objects, each below its parent.
    Nodes,
    /// Models.
    Meshes,
    /// The sky plane.
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
    /// Videos.
    Films,
    /// Sounds.
    Sounds,
    /// Programs, each above its tones.
    Programs,
    /// Cues.
    Cues,
    /// Collisions.
    Collisions,
    /// Helpers of a layer: index into [`Scene::layers`].
    Helpers(u16),
}

impl ElementGroup {
    /// All groups of a scene, including empty ones.
    pub fn all(scene: &Scene) -> Vec<Self> {
        let mut groups =
            vec![ElementGroup::Nodes, ElementGroup::Meshes, ElementGroup::Sky, ElementGroup::Bones];
        groups.push(ElementGroup::Animations);
        groups.extend([
            ElementGroup::Morphs,
            ElementGroup::Textures,
            ElementGroup::Palettes,
            ElementGroup::Colours,
        ]);
        groups.extend([
            ElementGroup::Tables,
            ElementGroup::Films,
            ElementGroup::Sounds,
            ElementGroup::Programs,
        ]);
        groups.extend([ElementGroup::Cues, ElementGroup::Collisions]);
        groups.extend((0u16..).take(scene.layers.len()).map(ElementGroup::Helpers));
        groups
    }

    /// Elements of the group with their depth in the tree. A table is represented by its first row.
    pub fn elements(self, scene: &Scene) -> Box<dyn Iterator<Item = (Element, u16)> + '_> {
        fn flat<T: 'static>(
            list: &List<T>,
            element: fn(Id<T>) -> Element,
        ) -> Box<dyn Iterator<Item = (Element, u16)>> {
            Box::new(list.ids().map(move |id| (element(id), 1)))
        }
        match self {
            ElementGroup::Nodes => {
                let parents = scene.nodes.iter().map(|node| node.parent.map(Id::index));
                let in_tree_order = in_tree_order(parents).into_iter();
                Box::new(in_tree_order.map(|(node, depth)| (Element::Node(Id::at(node)), depth)))
            }
            ElementGroup::Meshes => flat(&scene.meshes, Element::Mesh),
            ElementGroup::Sky => Box::new(scene.sky.iter().map(|_| (Element::Sky, 1))),
            ElementGroup::Bones => {
                Box::new(scene.skeletons.pairs().flat_map(|(skeleton, stored)| {
                    let parents = stored.bones.iter().map(|bone| bone.parent.map(Id::index));
                    let in_tree_order = in_tree_order(parents).into_iter();
                    in_tree_order.map(move |(bone, depth)| {
                        (Element::Bone { skeleton, bone: Id::at(bone) }, depth)
                    })
                }))
            }
            ElementGroup::Animations => flat(&scene.animations, Element::Animation),
            ElementGroup::Morphs => Box::new(scene.meshes.pairs().flat_map(|(mesh, stored)| {
                (0..).zip(&stored.morphs).map(move |(morph, _)| (Element::Morph { mesh, morph }, 1))
            })),
            ElementGroup::Textures => flat(&scene.textures, Element::Texture),
            ElementGroup::Palettes => flat(&scene.palettes, Element::Palette),
            ElementGroup::Colours => flat(&scene.colour_tables, Element::ColourTable),
            ElementGroup::Tables => flat(&scene.tables, |table| Element::Row { table, row: 0 }),
            ElementGroup::Films => flat(&scene.films, Element::Film),
            ElementGroup::Sounds => flat(&scene.sounds, Element::Sound),
            ElementGroup::Programs => {
                Box::new(scene.programs.pairs().flat_map(|(program, stored)| {
                    let tones = (0..)
                        .zip(&stored.tones)
                        .map(move |(tone, _)| Element::Tone { program, tone });
                    std::iter::once((Element::Program(program), 1))
                        .chain(tones.map(|tone| (tone, 2)))
                }))
            }
            ElementGroup::Cues => flat(&scene.cues, Element::Cue),
            ElementGroup::Collisions => flat(&scene.collisions, Element::Collision),
            ElementGroup::Helpers(layer) => Box::new(
                scene
                    .helpers
                    .pairs()
                    .filter(move |(_, helper)| helper.layer == layer)
                    .map(|(id, _)| (Element::Helper(id), 1)),
            ),
        }
    }

    /// Title of the group.
    pub fn title(self, scene: &Scene) -> String {
        match self {
            ElementGroup::Nodes => "Objects".to_owned(),
            ElementGroup::Meshes => "Models".to_owned(),
            ElementGroup::Sky => "Sky".to_owned(),
            ElementGroup::Bones => "Bones".to_owned(),
            ElementGroup::Animations => "Animations".to_owned(),
            ElementGroup::Morphs => "Morph targets".to_owned(),
            ElementGroup::Textures => "Textures".to_owned(),
            ElementGroup::Palettes => "Palettes".to_owned(),
            ElementGroup::Colours => "Colour tables".to_owned(),
            ElementGroup::Tables => "Tables".to_owned(),
            ElementGroup::Films => "Films".to_owned(),
            ElementGroup::Sounds => "Sounds".to_owned(),
            ElementGroup::Programs => "Programs".to_owned(),
            ElementGroup::Cues => "Cues".to_owned(),
            ElementGroup::Collisions => "Collisions".to_owned(),
            ElementGroup::Helpers(layer) => scene
                .layers
                .get(usize::from(layer))
                .map_or_else(|| "Helpers".to_owned(), |layer| layer.name.clone()),
        }
    }
}

/// Flattens a list into a tree from top to bottom, with the depth of each entry: children directly follow
/// their parents, which must precede them in the list; otherwise the order is unchanged.
fn in_tree_order(parents: impl Iterator<Item = Option<usize>>) -> Vec<(usize, u16)> {
    let parents: Vec<Option<usize>> =
        parents.enumerate().map(|(at, parent)| parent.filter(|parent| *parent < at)).collect();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); parents.len()];
    for (at, parent) in parents.iter().enumerate() {
        if let Some(below) = parent.and_then(|parent| children.get_mut(parent)) {
            below.push(at);
        }
    }
    let roots = parents.iter().enumerate().filter(|(_, parent)| parent.is_none());
    let mut left: Vec<(usize, u16)> = roots.map(|(at, _)| (at, 1)).rev().collect();
    let mut in_tree_order = Vec::with_capacity(parents.len());
    while let Some((at, depth)) = left.pop() {
        in_tree_order.push((at, depth));
        let below = children.get(at).into_iter().flatten().rev();
        left.extend(below.map(|child| (*child, depth.saturating_add(1))));
    }
    in_tree_order
}
