//! Merges two scenes into one, such as a creature and its stage.

use glam::{Mat4, Vec3};

use super::layered_clip;
use super::{
    ColourTableId, Helper, HelperId, MaterialId, Mesh, MeshId, Node, NodeId, PackedInts, PaletteId,
    SURFACES, Scene, Shine, Surface, TextureId, UvAnimatedFaces,
};

impl Scene {
    /// Merges the drawn elements of another scene into this one, below a node called `name` at the
    /// origin, or at the attachment point or battle position of either. Elements of this scene keep their
    /// numbers. Animations of the other scene are appended as `name: animation`; during any animation,
    /// the first one of the other scene continues. Tables and sounds of the other scene are left out, but
    /// its helpers stay at the elements they belong to, and its surface animations continue.
    pub fn beside(&self, other: &Scene, name: &str) -> Scene {
        let (mut both, mut other) = (self.clone(), other.clone());
        // Units are converted if both are known.
        let scale = match (self.metres_per_unit, other.metres_per_unit) {
            (Some(own), Some(theirs)) if own > 0.0 && theirs > 0.0 => theirs / own,
            _ => 1.0,
        };
        // An attached scene is moved to its attachment; everything else keeps its origin.
        let floor_height = self.floor_height.zip(other.floor_height);
        let local = floor_height.and_then(|(own, theirs)| own.transform_of(theirs, scale));
        let sized = Mat4::from_scale(Vec3::splat(scale));
        let lines = both.formation.as_mut().zip(other.formation.as_ref());
        let line = lines.map(|(own, theirs)| own.take_in(theirs) * sized);
        let local = local.or(line).unwrap_or(sized);
        let root = both.nodes.push(Node { name: name.to_owned(), local, ..Node::default() });
        both.share_face_fields(&mut other);
        let shift = Shift::behind(&mut both, &other);
        shift.scene(&mut other);
        both.nodes.extend(other.nodes.drain(..).map(|node| Node {
            parent: node.parent.or(Some(root)),
            // Tables are left out.
            rows: None,
            ..node
        }));
        both.sources.append(&mut other.sources);
        both.meshes.append(&mut other.meshes);
        both.materials.append(&mut other.materials);
        both.textures.append(&mut other.textures);
        both.palettes.append(&mut other.palettes);
        both.colour_tables.append(&mut other.colour_tables);
        // Variants are selected by name.
        for variant in &mut other.variants {
            if both.variants.iter().any(|own| own.name == variant.name) {
                variant.name = format!("{name}: {}", variant.name);
            }
        }
        both.variants.append(&mut other.variants);
        both.helpers.extend(
            other
                .helpers
                .drain(..)
                .map(|helper| Helper { shape: helper.shape.moved(&local), ..helper }),
        );
        both.tints.append(&mut other.tints);
        both.held.append(&mut other.held);
        both.carried.append(&mut other.carried);
        both.skeletons.append(&mut other.skeletons);
        for (of, name) in std::mem::take(&mut other.value_names) {
            both.value_names.entry(of).or_insert(name);
        }
        both.palette_animations.append(&mut other.palette_animations);
        both.material_animations.append(&mut other.material_animations);
        both.flipbooks.append(&mut other.flipbooks);
        if both.sky.is_none() {
            both.sky = other.sky;
            if let Some(sky) = &mut both.sky {
                (sky.height, sky.repeat) = (sky.height * scale, sky.repeat * scale);
            }
        }
        both.starts.extend(other.starts.into_iter().map(|start| start.moved(local, scale)));
        // The combined surfaces have another common period.
        both.animations.retain(|animation| animation.name != SURFACES);
        other.animations.retain(|animation| animation.name != SURFACES);
        both.animations =
            layered_clip::together(&both.animations, &other.animations, name, shift.nodes);
        both.add_surfaces();
        both
    }

    /// Gives the faces of both scenes the fields of both; values of missing fields are 0.
    fn share_face_fields(&mut self, other: &mut Scene) {
        let mut fields = self.face_fields.clone();
        let is_new = |name| self.face_fields.iter().all(|own| own.name != name);
        fields.extend(other.face_fields.iter().filter(|field| is_new(field.name)).cloned());
        for scene in [self, other] {
            let indices = fields.iter().map(|field| scene.face_field(field.name));
            let indices: Vec<Option<usize>> = indices.collect();
            for mesh in &mut scene.meshes {
                let values = indices.iter().map(|index| {
                    let own = index.and_then(|at| mesh.face_values.get(at)).cloned();
                    own.unwrap_or_else(|| PackedInts::repeated(0, mesh.faces.len()))
                });
                mesh.face_values = values.collect();
            }
            scene.face_fields.clone_from(&fields);
        }
    }
}

/// Offsets of ids and numbers when the lists of one scene are appended to those of another.
struct Shift {
    nodes: NodeId,
    helpers: HelperId,
    meshes: MeshId,
    materials: MaterialId,
    textures: TextureId,
    palettes: PaletteId,
    tables: ColourTableId,
    /// Index in the merged scene of each layer of the other one.
    layers: Vec<u16>,
    /// Index in the merged scene of each class of the other one.
    classes: Vec<Option<u16>>,
}

impl Shift {
    /// Offsets of the other scene's elements after the lists of `first`. Adds the layers that only
    /// the other scene has to `first`.
    fn behind(first: &mut Scene, other: &Scene) -> Self {
        let layers = other.layers.iter();
        Self {
            classes: other.classes.iter().map(|own| first.class(own)).collect(),
            layers: layers.map(|own| first.layer(&own.name, own.kind, own.visible)).collect(),
            nodes: first.nodes.next_id(),
            helpers: first.helpers.next_id(),
            meshes: first.meshes.next_id(),
            materials: first.materials.next_id(),
            textures: first.textures.next_id(),
            palettes: first.palettes.next_id(),
            tables: first.colour_tables.next_id(),
        }
    }

    /// Offsets every id and number of the drawn elements.
    fn scene(&self, scene: &mut Scene) {
        for node in &mut scene.nodes {
            node.parent = node.parent.map(|parent| parent.behind(self.nodes));
            node.mesh = node.mesh.map(|mesh| mesh.behind(self.meshes));
            node.layer = self.layer(node.layer);
            let class = node.class.and_then(|class| self.classes.get(usize::from(class)));
            node.class = class.copied().flatten();
        }
        for mesh in &mut scene.meshes {
            self.mesh(mesh);
        }
        for material in &mut scene.materials {
            self.surface(&mut material.surface);
            material.shine = material.shine.map(|shine| Shine {
                surroundings: shine.surroundings.behind(self.textures),
                gloss: shine.gloss.map(|gloss| gloss.behind(self.textures)),
                ..shine
            });
        }
        for texture in &mut scene.textures {
            texture.palette = texture.palette.map(|palette| palette.behind(self.palettes));
        }
        let options = scene.variants.iter_mut().flat_map(|variant| &mut variant.options);
        let chosen = options.flat_map(|option| &mut option.nodes);
        let bones = scene.skeletons.iter_mut().flat_map(|skeleton| &mut skeleton.bones);
        for node in chosen.chain(bones.map(|bone| &mut bone.node)) {
            *node = node.behind(self.nodes);
        }
        self.helpers(scene);
        let tables = scene.colour_tables.iter_mut();
        for texture in tables.flat_map(|table| table.textures.iter_mut().flatten()) {
            *texture = texture.behind(self.textures);
        }
        for pulse in &mut scene.palette_animations {
            pulse.table = pulse.table.behind(self.tables);
        }
        for fade in &mut scene.material_animations {
            fade.material = fade.material.behind(self.materials);
        }
        for book in &mut scene.flipbooks {
            book.material = book.material.behind(self.materials);
        }
        let pages = scene.flipbooks.iter_mut().flat_map(|book| &mut book.frames);
        pages.for_each(|page| self.surface(&mut page.surface));
        if let Some(sky) = &mut scene.sky {
            sky.texture = sky.texture.map(|texture| texture.behind(self.textures));
            sky.layer = self.layer(sky.layer);
        }
    }

    fn helpers(&self, scene: &mut Scene) {
        for helper in &mut scene.helpers {
            helper.layer = self.layer(helper.layer);
        }
        let options = scene.variants.iter_mut().flat_map(|variant| &mut variant.options);
        for helper in options.flat_map(|option| &mut option.helpers) {
            *helper = helper.behind(self.helpers);
        }
        let (tints, carried) =
            (std::mem::take(&mut scene.tints), std::mem::take(&mut scene.carried));
        scene.tints = tints.into_iter().map(|(at, tint)| (at.behind(self.helpers), tint)).collect();
        let behind =
            |(at, node): (HelperId, NodeId)| (at.behind(self.helpers), node.behind(self.nodes));
        scene.carried = carried.into_iter().map(behind).collect();
        let held = std::mem::take(&mut scene.held).into_iter();
        scene.held = held
            .map(|(at, nodes)| {
                let nodes = nodes.into_iter().map(|node| node.behind(self.nodes)).collect();
                (at.behind(self.helpers), nodes)
            })
            .collect();
    }

    fn layer(&self, layer: u16) -> u16 {
        self.layers.get(usize::from(layer)).copied().unwrap_or(0)
    }

    fn mesh(&self, mesh: &mut Mesh) {
        mesh.faces.update(|_, face| {
            face.material = face.material.behind(self.materials);
            face.layer = self.layer(face.layer);
        });
        mesh.colour_table = mesh.colour_table.map(|table| table.behind(self.tables));
        for flow in &mut mesh.uv_animations {
            if let UvAnimatedFaces::Material(material) = &mut flow.faces {
                *material = material.behind(self.materials);
            }
        }
        for joint in mesh.skin.iter_mut().flat_map(|skin| &mut skin.joints) {
            joint.node = joint.node.behind(self.nodes);
        }
    }

    fn surface(&self, surface: &mut Surface) {
        if let Surface::Textured { texture, palette } = surface {
            *texture = texture.behind(self.textures);
            *palette = palette.map(|palette| palette.behind(self.palettes));
        }
    }
}
