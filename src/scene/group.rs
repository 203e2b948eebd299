//! The lists that a scene's things stand in.

use super::{Element, Id, List, Scene};

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
    /// Films.
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

impl Group {
    /// All groups of a scene, empty ones too.
    pub fn all(scene: &Scene) -> Vec<Self> {
        let mut groups = vec![Group::Nodes, Group::Meshes, Group::Sky, Group::Bones];
        groups.push(Group::Animations);
        groups.extend([Group::Morphs, Group::Textures, Group::Palettes, Group::Colours]);
        groups.extend([Group::Tables, Group::Films, Group::Sounds, Group::Programs]);
        groups.extend([Group::Cues, Group::Collisions]);
        groups.extend((0u16..).take(scene.layers.len()).map(Group::Helpers));
        groups
    }

    /// Its elements, with how deep they hang. Its first row stands for a table.
    pub fn elements(self, scene: &Scene) -> Box<dyn Iterator<Item = (Element, u16)> + '_> {
        fn flat<T: 'static>(
            list: &List<T>,
            element: fn(Id<T>) -> Element,
        ) -> Box<dyn Iterator<Item = (Element, u16)>> {
            Box::new(list.ids().map(move |id| (element(id), 1)))
        }
        match self {
            Group::Nodes => {
                let parents = scene.nodes.iter().map(|node| node.parent.map(Id::index));
                let hung = hung(parents).into_iter();
                Box::new(hung.map(|(node, depth)| (Element::Node(Id::at(node)), depth)))
            }
            Group::Meshes => flat(&scene.meshes, Element::Mesh),
            Group::Sky => Box::new(scene.sky.iter().map(|_| (Element::Sky, 1))),
            Group::Bones => Box::new(scene.skeletons.pairs().flat_map(|(skeleton, stored)| {
                let parents = stored.bones.iter().map(|bone| bone.parent.map(Id::index));
                let hung = hung(parents).into_iter();
                hung.map(move |(bone, depth)| {
                    (Element::Bone { skeleton, bone: Id::at(bone) }, depth)
                })
            })),
            Group::Animations => flat(&scene.animations, Element::Animation),
            Group::Morphs => Box::new(scene.meshes.pairs().flat_map(|(mesh, stored)| {
                (0..).zip(&stored.morphs).map(move |(morph, _)| (Element::Morph { mesh, morph }, 1))
            })),
            Group::Textures => flat(&scene.textures, Element::Texture),
            Group::Palettes => flat(&scene.palettes, Element::Palette),
            Group::Colours => flat(&scene.colour_tables, Element::ColourTable),
            Group::Tables => flat(&scene.tables, |table| Element::Row { table, row: 0 }),
            Group::Films => flat(&scene.films, Element::Film),
            Group::Sounds => flat(&scene.sounds, Element::Sound),
            Group::Programs => Box::new(scene.programs.pairs().flat_map(|(program, stored)| {
                let tones =
                    (0..).zip(&stored.tones).map(move |(tone, _)| Element::Tone { program, tone });
                std::iter::once((Element::Program(program), 1)).chain(tones.map(|tone| (tone, 2)))
            })),
            Group::Cues => flat(&scene.cues, Element::Cue),
            Group::Collisions => flat(&scene.collisions, Element::Collision),
            Group::Helpers(layer) => Box::new(
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
            Group::Films => "Films".to_owned(),
            Group::Sounds => "Sounds".to_owned(),
            Group::Programs => "Programs".to_owned(),
            Group::Cues => "Cues".to_owned(),
            Group::Collisions => "Collisions".to_owned(),
            Group::Helpers(layer) => scene
                .layers
                .get(usize::from(layer))
                .map_or_else(|| "Helpers".to_owned(), |layer| layer.name.clone()),
        }
    }
}

/// A list as a tree from top to bottom, each with how deep it hangs: children come right below their
/// parents, which stand before them in the list, and otherwise in its order.
fn hung(parents: impl Iterator<Item = Option<usize>>) -> Vec<(usize, u16)> {
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
    let mut hung = Vec::with_capacity(parents.len());
    while let Some((at, depth)) = left.pop() {
        hung.push((at, depth));
        let below = children.get(at).into_iter().flatten().rev();
        left.extend(below.map(|child| (*child, depth.saturating_add(1))));
    }
    hung
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_come_right_below_their_parents() {
        // 0 has 1 and 3, 1 has 4; 2 is another root; 5 names itself, and 6 what is not there before it.
        let parents = [None, Some(0), None, Some(0), Some(1), Some(5), Some(9)];
        let wanted = [(0, 1), (1, 2), (4, 3), (3, 2), (2, 1), (5, 1), (6, 1)];
        assert_eq!(hung(parents.into_iter()), wanted);
    }
}
