//! Two scenes in one: a creature on its stage.

use std::collections::HashMap;

use glam::{Mat4, Vec3};

use super::{
    FaceField, Flipbook, Flowing, Material, Mesh, Node, Numbers, Pulse, SURFACES, Scene, Sky,
    Start, Surface,
};

impl Scene {
    /// This scene with all that is drawn of another one around it, below a node called `name` at
    /// the origin, or where one of them stands on the other. What this scene has keeps its numbers.
    /// Animations, tables and sounds of the other one stay out, but surfaces go on moving.
    pub fn beside(&self, other: &Scene, name: &str) -> Scene {
        let mut both = self.clone();
        let renumber = Renumbering::new(&mut both, other);
        let root = count(&both.nodes);
        // Units are brought together where both are known.
        let scale = match (self.metres_per_unit, other.metres_per_unit) {
            (Some(own), Some(theirs)) if own > 0.0 && theirs > 0.0 => theirs / own,
            _ => 1.0,
        };
        // What stands on the other is put there; everything else keeps its origin.
        let footing = self.footing.zip(other.footing);
        let local = footing.and_then(|(own, theirs)| own.place_of(theirs, scale));
        let local = local.unwrap_or_else(|| Mat4::from_scale(Vec3::splat(scale)));
        both.nodes.push(Node { name: name.to_owned(), local, ..Node::default() });
        let first = root.saturating_add(1);
        let node = |index: u32| index.saturating_add(first);
        both.nodes.extend(other.nodes.iter().map(|placed| Node {
            parent: Some(placed.parent.map_or(root, node)),
            mesh: placed.mesh.map(|mesh| mesh.saturating_add(renumber.meshes)),
            layer: renumber.layer(placed.layer),
            // The tables stay out.
            rows: None,
            ..placed.clone()
        }));
        both.meshes.extend(other.meshes.iter().map(|mesh| renumber.mesh(mesh, &node)));
        both.materials.extend(other.materials.iter().map(|material| renumber.material(material)));
        for texture in &other.textures {
            let mut texture = texture.clone();
            texture.palette =
                texture.palette.map(|palette| palette.saturating_add(renumber.palettes));
            both.textures.push(texture);
        }
        if both.sky.is_none() {
            both.sky = other.sky.clone().map(|sky| Sky {
                texture: sky.texture.map(|texture| texture.saturating_add(renumber.textures)),
                layer: renumber.layer(sky.layer),
                height: sky.height * scale,
                repeat: sky.repeat * scale,
                ..sky
            });
        }
        both.palettes.extend(other.palettes.iter().cloned());
        both.colour_tables.extend(other.colour_tables.iter().cloned());
        for variant in &other.variants {
            let mut variant = variant.clone();
            for option in &mut variant.options {
                option.nodes.iter_mut().for_each(|index| *index = node(*index));
            }
            both.variants.push(variant);
        }
        for skeleton in &other.skeletons {
            let mut skeleton = skeleton.clone();
            skeleton.bones.iter_mut().for_each(|bone| bone.node = node(bone.node));
            both.skeletons.push(skeleton);
        }
        both.starts.extend(other.starts.iter().map(|start| {
            let Start { name, origin, .. } = start.clone();
            let (at, ahead) =
                (local.transform_point3(start.at), local.transform_vector3(start.ahead));
            Start::new(name, at, ahead, start.eye_height * scale, origin)
        }));
        both.pulses.extend(other.pulses.iter().map(|pulse| renumber.pulse(pulse)));
        both.flipbooks.extend(other.flipbooks.iter().map(|book| renumber.flipbook(book)));
        // What moves of both goes round in another time.
        both.animations.retain(|animation| animation.name != SURFACES);
        both.add_surfaces();
        both
    }
}

fn count<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).unwrap_or(u32::MAX)
}

/// Where the lists of the other scene begin, and which of the layers and face fields are whose.
struct Renumbering {
    meshes: u32,
    materials: u32,
    textures: u32,
    palettes: u32,
    tables: u32,
    layers: Vec<u16>,
    /// Per field of both scenes together: its place in the other one.
    fields: Vec<Option<usize>>,
}

impl Renumbering {
    /// Adds the layers and face fields that only the other scene has.
    fn new(both: &mut Scene, other: &Scene) -> Self {
        let layers = other.layers.iter();
        let layers =
            layers.map(|layer| both.layer(&layer.name, layer.kind, layer.visible)).collect();
        let known: HashMap<&str, usize> =
            other.face_fields.iter().enumerate().map(|(at, field)| (field.name, at)).collect();
        let own: Vec<&str> = both.face_fields.iter().map(|field| field.name).collect();
        let new: Vec<FaceField> =
            other.face_fields.iter().filter(|f| !own.contains(&f.name)).cloned().collect();
        for mesh in &mut both.meshes {
            let faces = mesh.faces.len();
            mesh.face_values.resize(own.len() + new.len(), Numbers::repeated(0, faces));
        }
        both.face_fields.extend(new);
        let fields = both.face_fields.iter().map(|field| known.get(field.name).copied()).collect();
        Self {
            meshes: count(&both.meshes),
            materials: count(&both.materials),
            textures: count(&both.textures),
            palettes: count(&both.palettes),
            tables: count(&both.colour_tables),
            layers,
            fields,
        }
    }

    fn layer(&self, layer: u16) -> u16 {
        self.layers.get(usize::from(layer)).copied().unwrap_or(0)
    }

    fn mesh(&self, mesh: &Mesh, node: &impl Fn(u32) -> u32) -> Mesh {
        let mut mesh = mesh.clone();
        mesh.faces.update(|_, face| {
            face.material = face.material.saturating_add(self.materials);
            face.layer = self.layer(face.layer);
        });
        let values = |field: &Option<usize>| {
            let own = field.and_then(|at| mesh.face_values.get(at));
            own.cloned().unwrap_or_else(|| Numbers::repeated(0, mesh.faces.len()))
        };
        mesh.face_values = self.fields.iter().map(values).collect();
        mesh.colour_table = mesh.colour_table.map(|table| table.saturating_add(self.tables));
        for flow in &mut mesh.flows {
            if let Flowing::Material(material) = &mut flow.faces {
                *material = material.saturating_add(self.materials);
            }
        }
        for joint in mesh.skin.iter_mut().flat_map(|skin| &mut skin.joints) {
            joint.node = node(joint.node);
        }
        mesh
    }

    fn material(&self, material: &Material) -> Material {
        Material { surface: self.surface(material.surface), ..material.clone() }
    }

    fn surface(&self, surface: Surface) -> Surface {
        match surface {
            Surface::Textured { texture, palette } => Surface::Textured {
                texture: texture.saturating_add(self.textures),
                palette: palette.map(|palette| palette.saturating_add(self.palettes)),
            },
            other => other,
        }
    }

    fn pulse(&self, pulse: &Pulse) -> Pulse {
        Pulse { table: pulse.table.saturating_add(self.tables), ..pulse.clone() }
    }

    fn flipbook(&self, book: &Flipbook) -> Flipbook {
        let mut book = book.clone();
        book.material = book.material.saturating_add(self.materials);
        for frame in &mut book.frames {
            frame.surface = self.surface(frame.surface);
        }
        book
    }
}
