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
                Box::new(scene.nodes.ids().map(Element::Node).zip(depths(parents)))
            }
            Group::Meshes => flat(&scene.meshes, Element::Mesh),
            Group::Sky => Box::new(scene.sky.iter().map(|_| (Element::Sky, 1))),
            Group::Bones => Box::new(scene.skeletons.pairs().flat_map(|(skeleton, stored)| {
                let depths = depths(stored.bones.iter().map(|bone| bone.parent.map(Id::index)));
                stored.bones.ids().map(move |bone| Element::Bone { skeleton, bone }).zip(depths)
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

/// How deep each of a list hangs, by the parents, which stand before their children.
fn depths(parents: impl Iterator<Item = Option<usize>>) -> Vec<u16> {
    let mut depths: Vec<u16> = Vec::new();
    for parent in parents {
        let above = parent.and_then(|parent| depths.get(parent)).copied();
        depths.push(above.map_or(1, |depth| depth.saturating_add(1)));
    }
    depths
}
