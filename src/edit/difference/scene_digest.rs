//! Digests of the content of a scene, to find equal faces, objects, textures and palettes.

use std::collections::HashSet;

use glam::Mat4;
use rayon::prelude::*;

use super::align::{Element, Pair, align};
use super::digest::Digest;
use super::face_change::FaceChange;
use crate::scene::{
    Face, Id, Material, Mesh, MeshId, NodeId, Palette, PaletteId, Scene, Surface, Texels, Texture,
};

/// Differing elements of two lists of a scene; `None` where only one scene has it.
pub type ElementPair<I> = (Option<I>, Option<I>);

/// Digests of a face.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct FaceDigest {
    positions: u64,
    texture: u64,
    colours: u64,
    flags: u64,
}

impl FaceDigest {
    pub fn change(&self, other: &Self) -> FaceChange {
        FaceChange::default()
            .with(FaceChange::MOVED, self.positions != other.positions)
            .with(FaceChange::RETEXTURED, self.texture != other.texture)
            .with(FaceChange::RECOLOURED, self.colours != other.colours)
            .with(FaceChange::REFLAGGED, self.flags != other.flags)
    }

    pub fn element(&self) -> Element {
        let look = Digest::of([self.texture, self.colours, self.flags]);
        Element {
            content: Some(Digest::of([self.positions, look])),
            name: Some(self.positions),
            shape: Some(look),
        }
    }
}

/// Content of the elements of a list, with their names.
pub struct Contents<T> {
    elements: Vec<Element>,
    kind: std::marker::PhantomData<fn() -> T>,
}

impl<T> Contents<T> {
    fn new(elements: Vec<Element>) -> Self {
        Self { elements, kind: std::marker::PhantomData }
    }

    /// Digest of the content; 0 for an element that does not exist.
    fn get(&self, id: Id<T>) -> u64 {
        self.elements.get(id.index()).and_then(|element| element.content).unwrap_or(0)
    }

    pub fn differing(&self, other: &Self) -> Vec<ElementPair<Id<T>>> {
        let element = |list: &Self, at: Option<usize>| list.elements.get(at?).copied();
        let pairs = align(&self.elements, &other.elements).into_iter();
        let differs = |(one, two): &Pair| match (element(self, *one), element(other, *two)) {
            (Some(one), Some(two)) => one.content != two.content,
            // Elements without a shape are missing in one of the scenes.
            (one, two) => one.or(two).is_some_and(|alone| alone.shape.is_some()),
        };
        pairs.filter(differs).map(|(one, two)| (one.map(Id::at), two.map(Id::at))).collect()
    }
}

/// A node with a mesh.
pub struct Placed {
    pub node: NodeId,
    pub mesh: MeshId,
    /// Drawing position of its first face.
    pub first: usize,
}

/// A scene with the digests of its content.
pub struct Side<'s> {
    scene: &'s Scene,
    world: Vec<Mat4>,
    pub placed: Vec<Placed>,
    pub textures: Contents<Texture>,
    pub palettes: Contents<Palette>,
    /// Faces of each mesh.
    faces: Vec<Vec<FaceDigest>>,
}

impl<'s> Side<'s> {
    /// `None` if `go_on` returns `false`.
    pub fn new(
        scene: &'s Scene,
        fields: &[usize],
        missing: &HashSet<u32>,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let (mut placed, mut first) = (Vec::new(), 0);
        for (node, here) in scene.nodes.pairs() {
            if let (Some(mesh), Some(known)) = (here.mesh, scene.mesh_of(here)) {
                placed.push(Placed { node, mesh, first });
                first += known.faces.len();
            }
        }
        let textures: Vec<&Texture> = scene.textures.iter().collect();
        let digest = |texture: &Texture| match missing.contains(&texture.id) {
            true => missing_digest(texture.id),
            false => texture_digest(texture),
        };
        let digest = |texture: &Texture| go_on().then(|| digest(texture));
        let textures: Vec<Element> = textures.into_par_iter().map(digest).collect::<Option<_>>()?;
        let unused: HashSet<PaletteId> = (scene.textures.iter())
            .filter(|texture| missing.contains(&texture.id))
            .filter_map(|texture| texture.palette)
            .collect();
        let palettes = scene.palettes.pairs().map(|(id, palette)| match unused.contains(&id) {
            true => missing_digest(palette.id),
            false => palette_digest(palette),
        });
        let palettes = palettes.collect();
        let mut side = Self {
            scene,
            world: scene.world_transforms(),
            placed,
            textures: Contents::new(textures),
            palettes: Contents::new(palettes),
            faces: Vec::new(),
        };
        let materials: Vec<MaterialDigest> =
            scene.materials.iter().map(|material| side.material(material, missing)).collect();
        let meshes: Vec<&Mesh> = scene.meshes.iter().collect();
        let of_mesh = |mesh: &Mesh| go_on().then(|| side.digests(mesh, &materials, fields));
        let faces = meshes.into_par_iter().map(of_mesh).collect::<Option<_>>()?;
        side.faces = faces;
        Some(side)
    }

    /// Number of placed faces.
    pub fn count(&self) -> usize {
        self.placed.last().map_or(0, |last| last.first + self.faces(last.mesh).len())
    }

    pub fn faces(&self, mesh: MeshId) -> &[FaceDigest] {
        self.faces.get(mesh.index()).map_or(&[], Vec::as_slice)
    }

    pub fn world(&self, node: NodeId) -> Mat4 {
        self.world.get(node.index()).copied().unwrap_or_default()
    }

    /// The placed meshes, for the alignment.
    pub fn nodes(&self) -> Vec<Element> {
        let models: Vec<u64> = self
            .faces
            .par_iter()
            .map(|faces| {
                Digest::of(faces.iter().flat_map(|f| [f.positions, f.texture, f.colours, f.flags]))
            })
            .collect();
        let element = |placed: &Placed| {
            let name = self.scene.nodes.get(placed.node).map_or("", |node| &node.name);
            let name = (!name.is_empty()).then(|| Digest::of_bytes(name.as_bytes()));
            let model = models.get(placed.mesh.index()).copied().unwrap_or(0);
            let place = Digest::of_floats(self.world(placed.node).to_cols_array());
            // Names may be numbered in the order of the list.
            let content = Some(Digest::of([model, place]));
            Element { content, name, shape: Some(model) }
        };
        self.placed.iter().map(element).collect()
    }

    fn material(&self, material: &Material, missing: &HashSet<u32>) -> MaterialDigest {
        let (texture, palette) = match material.surface {
            Surface::Plain => (0, 0),
            Surface::Textured { texture, palette } => {
                let own = self.scene.textures.get(texture).and_then(|texture| texture.palette);
                let palette = palette.or(own).map_or(0, |palette| self.palettes.get(palette));
                match self.scene.textures.get(texture) {
                    Some(known) if missing.contains(&known.id) => (self.textures.get(texture), 0),
                    _ => (self.textures.get(texture), palette),
                }
            }
            Surface::Missing(hash) => {
                (hash.and_then(|hash| missing_digest(hash).content).unwrap_or(1), 0)
            }
            Surface::Faulty(_) => (2, 0),
        };
        let switches = [material.double_sided, material.blends_all, material.tiled, material.lit];
        let blend = material.blend.map_or(0, |blend| {
            let opacity = blend.opacity().unwrap_or(0.0);
            Digest::of([1, blend.mode().map_or(99, u64::from), opacity.to_bits().into()])
        });
        let flags = Digest::of(switches.map(u64::from).into_iter().chain([blend]));
        MaterialDigest { texture, palette, flags }
    }

    fn digests(
        &self,
        mesh: &Mesh,
        materials: &[MaterialDigest],
        fields: &[usize],
    ) -> Vec<FaceDigest> {
        let values: Vec<_> = fields.iter().filter_map(|at| mesh.face_values.get(*at)).collect();
        let of_face = |(at, face): (usize, Face)| {
            let material = materials.get(face.material.index()).copied().unwrap_or_default();
            let sides = face.sides();
            let corners = face.corners.into_iter().take(sides);
            let positions = corners.flat_map(|corner| {
                let position = mesh.positions.get(corner as usize);
                position.map_or([f32::NAN; 3], |position| position.to_array())
            });
            let uvs = face.uvs.into_iter().take(sides).flatten();
            let colours = face.colours.into_iter().take(sides);
            let colours = colours.map(|[r, g, b]| u64::from(u32::from_le_bytes([r, g, b, 0])));
            let layer = self.scene.layers.get(usize::from(face.layer)).map_or("", |l| &l.name);
            let numbers = values.iter().map(|values| u64::from(values.get(at).unwrap_or(0)));
            let layer = Digest::of_bytes(layer.as_bytes());
            FaceDigest {
                positions: Digest::of_floats(positions),
                texture: Digest::of([material.texture, Digest::of_floats(uvs)]),
                colours: Digest::of(colours.chain([material.palette])),
                flags: Digest::of(numbers.chain([material.flags, layer])),
            }
        };
        mesh.faces.iter().enumerate().map(of_face).collect()
    }
}

/// Digests of a material.
#[derive(Clone, Copy, Default)]
struct MaterialDigest {
    texture: u64,
    palette: u64,
    flags: u64,
}

/// Digest of a texture that is missing in one of the scenes, or of its palette.
fn missing_digest(hash: u32) -> Element {
    let content = Some(Digest::of([1, hash.into()]));
    Element { content, name: content, shape: None }
}

fn texture_digest(texture: &Texture) -> Element {
    let size =
        Digest::of([texture.width.into(), texture.height.into(), texture.format.bits().into()]);
    let texels = match texture.pixels.decode() {
        Texels::Indices(indices) => Digest::of_bytes(&indices),
        Texels::Words(words) => Digest::of(words.into_iter().map(u64::from)),
        Texels::Rgba(colours) => Digest::of_bytes(colours.as_flattened()),
    };
    let name = (!texture.name.is_empty()).then(|| Digest::of_bytes(texture.name.as_bytes()));
    Element { content: Some(Digest::of([size, texels])), name, shape: Some(size) }
}

fn palette_digest(palette: &Palette) -> Element {
    let content = Digest::of(palette.stored.iter().map(|word| u64::from(*word)));
    let name = (!palette.name.is_empty()).then(|| Digest::of_bytes(palette.name.as_bytes()));
    let count = palette.stored.len().try_into().unwrap_or(u64::MAX);
    Element { content: Some(content), name, shape: Some(count) }
}
