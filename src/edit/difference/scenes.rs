//! Compares two scenes face by face.
//!
//! Objects are aligned by content, name and model, and the faces of their models by content, positions and
//! appearance, so an inserted object or face does not shift the others. Faces of models in several places
//! are compared once.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use glam::Mat4;
use rayon::prelude::*;

use super::align::{Element, Pair, align};
use super::digest::Digest;
use crate::scene::{
    Face, Id, Material, Mesh, MeshId, NodeId, Palette, PaletteId, Scene, Surface, Texels, Texture,
    TextureId,
};

/// Differences of a face from its counterpart in another scene; several may apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FaceChange(u8);

impl FaceChange {
    /// No counterpart: the face was removed from the first scene, or added to the second.
    pub const ALONE: Self = Self(1);
    /// Other positions in the world.
    pub const MOVED: Self = Self(2);
    /// Another texture, other texels, or other texture coordinates.
    pub const RETEXTURED: Self = Self(4);
    /// Other corner colours, or another palette.
    pub const RECOLOURED: Self = Self(8);
    /// Other flags or named values, another layer, or another way of drawing.
    pub const REFLAGGED: Self = Self(16);

    /// All differences, in the order in which one of several is shown.
    pub const ALL: [Self; 5] =
        [Self::ALONE, Self::MOVED, Self::RETEXTURED, Self::RECOLOURED, Self::REFLAGGED];

    /// Colour of removed faces in the first scene.
    pub const REMOVED_COLOUR: [u8; 3] = [0xE0, 0x3A, 0x3A];

    /// Name of a single difference, for a legend.
    pub fn name(self) -> &'static str {
        match self {
            Self::ALONE => "added",
            Self::MOVED => "moved",
            Self::RETEXTURED => "other texture",
            Self::RECOLOURED => "other colours",
            _ => "other flags",
        }
    }

    /// Colour of a single difference in pictures.
    pub fn colour(self) -> [u8; 3] {
        match self {
            Self::ALONE => [0x2E, 0xB8, 0x4F],
            Self::MOVED => [0x3D, 0x8B, 0xFF],
            Self::RETEXTURED => [0xFF, 0x9F, 0x1C],
            Self::RECOLOURED => [0xC4, 0x5B, 0xE8],
            _ => [0xF2, 0xD8, 0x3B],
        }
    }

    /// `true` if this difference applies.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// `true` if the face has a counterpart, and nothing differs.
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The first of [`Self::ALL`] that applies.
    pub fn main(self) -> Option<Self> {
        Self::ALL.into_iter().find(|one| self.has(*one))
    }

    /// The two faces have nothing in common: one was removed, and the other added.
    fn is_another(self) -> bool {
        [Self::MOVED, Self::RETEXTURED, Self::RECOLOURED].into_iter().all(|one| self.has(one))
    }

    fn with(self, other: Self, applies: bool) -> Self {
        if applies { Self(self.0 | other.0) } else { self }
    }
}

/// Differing elements of two lists of a scene; `None` where only one scene has it.
pub type ElementPair<I> = (Option<I>, Option<I>);

/// Differences of two scenes.
#[derive(Clone, Debug, Default)]
pub struct SceneDifference {
    /// Faces of the first scene, in drawing order: those of each node one after the other.
    pub a: Vec<FaceChange>,
    /// Faces of the second scene.
    pub b: Vec<FaceChange>,
    /// Textures with other texels or sizes.
    pub textures: Vec<ElementPair<TextureId>>,
    /// Palettes with other colours.
    pub palettes: Vec<ElementPair<PaletteId>>,
}

impl SceneDifference {
    /// Compares two scenes.
    ///
    /// Time and memory grow with n · log n of the faces and texels of both.
    pub fn of(a: &Scene, b: &Scene) -> Self {
        let fields = common_fields(a, b);
        let (missing, own): (HashSet<u32>, [Vec<usize>; 2]) = (
            [a, b].into_iter().flat_map(missing_textures).collect(),
            [0, 1].map(|side: usize| fields.iter().map(|pair| pair[side]).collect()),
        );
        let [of_a, of_b] =
            [(a, &own[0]), (b, &own[1])].map(|(scene, fields)| Side::new(scene, fields, &missing));
        let mut difference = Self {
            a: Vec::with_capacity(of_a.count()),
            b: vec![FaceChange::ALONE; of_b.count()],
            textures: of_a.textures.differing(&of_b.textures),
            palettes: of_a.palettes.differing(&of_b.palettes),
        };
        let (ones, twos) = (of_a.nodes(), of_b.nodes());
        let mut counterparts = vec![None; ones.len()];
        for (one, two) in align(&ones, &twos) {
            let (Some(one), Some(two)) = (one, two) else { continue };
            if let (Some(first), Some(second)) = (ones.get(one), twos.get(two))
                && (first.name == second.name || first.shape == second.shape)
                && let Some(slot) = counterparts.get_mut(one)
            {
                *slot = Some(two);
            }
        }
        let mut known: HashMap<(MeshId, MeshId), Arc<MeshDifference>> = HashMap::new();
        for (one, two) in of_a.placed.iter().zip(counterparts) {
            let two = two.and_then(|two| of_b.placed.get(two));
            let Some(two) = two else {
                let count = of_a.faces(one.mesh).len();
                difference.a.extend(std::iter::repeat_n(FaceChange::ALONE, count));
                continue;
            };
            let meshes = known.entry((one.mesh, two.mesh)).or_insert_with(|| {
                Arc::new(MeshDifference::of(of_a.faces(one.mesh), of_b.faces(two.mesh)))
            });
            let moved = of_a.world(one.node) != of_b.world(two.node);
            let change =
                |own: &FaceChange| own.with(FaceChange::MOVED, moved && *own != FaceChange::ALONE);
            difference.a.extend(meshes.a.iter().map(change));
            let own = difference.b.get_mut(two.first..).unwrap_or_default();
            own.iter_mut().zip(&meshes.b).for_each(|(slot, own)| *slot = change(own));
        }
        difference
    }

    /// `true` if no face, texture or palette differs.
    pub fn is_empty(&self) -> bool {
        let faces = || self.a.iter().chain(&self.b).all(|change| change.is_none());
        self.textures.is_empty() && self.palettes.is_empty() && faces()
    }
}

/// Number of faces with each of [`FaceChange::ALL`].
pub fn counts(changes: &[FaceChange]) -> [usize; FaceChange::ALL.len()] {
    FaceChange::ALL.map(|one| changes.iter().filter(|change| change.has(one)).count())
}

/// The positions of face fields that both scenes have, and whose numbers have names: the others, such as
/// indices of textures, change with the order of lists.
fn common_fields(a: &Scene, b: &Scene) -> Vec<[usize; 2]> {
    let named = |scene: &Scene, name: &str, is_flags: bool| {
        is_flags || scene.value_names.keys().any(|(field, _)| *field == name)
    };
    let fields = a.face_fields.iter().enumerate();
    let fields = fields.filter(|(_, field)| named(a, field.name, !field.flags.is_empty()));
    fields.filter_map(|(at, field)| Some([at, b.face_field(field.name)?])).collect()
}

/// Hashes of the names of textures that no open file has. They are not compared.
fn missing_textures(scene: &Scene) -> impl Iterator<Item = u32> {
    scene.materials.iter().filter_map(|material| match material.surface {
        Surface::Missing(hash) => hash.filter(|hash| *hash != 0),
        _ => None,
    })
}

/// Digests of a face.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FaceDigest {
    positions: u64,
    texture: u64,
    colours: u64,
    flags: u64,
}

impl FaceDigest {
    fn change(&self, other: &Self) -> FaceChange {
        FaceChange::default()
            .with(FaceChange::MOVED, self.positions != other.positions)
            .with(FaceChange::RETEXTURED, self.texture != other.texture)
            .with(FaceChange::RECOLOURED, self.colours != other.colours)
            .with(FaceChange::REFLAGGED, self.flags != other.flags)
    }

    fn element(&self) -> Element {
        let look = Digest::of([self.texture, self.colours, self.flags]);
        Element {
            content: Some(Digest::of([self.positions, look])),
            name: Some(self.positions),
            shape: Some(look),
        }
    }
}

/// The faces of two meshes.
struct MeshDifference {
    a: Vec<FaceChange>,
    b: Vec<FaceChange>,
}

impl MeshDifference {
    fn of(a: &[FaceDigest], b: &[FaceDigest]) -> Self {
        let mut found =
            Self { a: vec![FaceChange::ALONE; a.len()], b: vec![FaceChange::ALONE; b.len()] };
        let elements = |faces: &[FaceDigest]| -> Vec<Element> {
            faces.iter().map(FaceDigest::element).collect()
        };
        let pairs: Vec<Pair> = match a == b {
            true => (0..a.len()).map(|at| (Some(at), Some(at))).collect(),
            false => align(&elements(a), &elements(b)),
        };
        for (one, two) in pairs {
            let (Some(one), Some(two)) = (one, two) else { continue };
            if let (Some(first), Some(second)) = (a.get(one), b.get(two))
                && let (Some(own), Some(other)) = (found.a.get_mut(one), found.b.get_mut(two))
            {
                let change = first.change(second);
                if change.is_another() {
                    continue;
                }
                (*own, *other) = (change, change);
            }
        }
        found
    }
}

/// Content of the elements of a list, with their names.
struct Contents<T> {
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

    fn differing(&self, other: &Self) -> Vec<ElementPair<Id<T>>> {
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
struct Placed {
    node: NodeId,
    mesh: MeshId,
    /// Drawing position of its first face.
    first: usize,
}

/// A scene with the digests of its content.
struct Side<'s> {
    scene: &'s Scene,
    world: Vec<Mat4>,
    placed: Vec<Placed>,
    textures: Contents<Texture>,
    palettes: Contents<Palette>,
    /// Faces of each mesh.
    faces: Vec<Vec<FaceDigest>>,
}

impl<'s> Side<'s> {
    fn new(scene: &'s Scene, fields: &[usize], missing: &HashSet<u32>) -> Self {
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
        let textures: Vec<Element> = textures.into_par_iter().map(digest).collect();
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
        let of_mesh = |mesh: &Mesh| side.digests(mesh, &materials, fields);
        let faces = meshes.into_par_iter().map(of_mesh).collect();
        side.faces = faces;
        side
    }

    /// Number of placed faces.
    fn count(&self) -> usize {
        self.placed.last().map_or(0, |last| last.first + self.faces(last.mesh).len())
    }

    fn faces(&self, mesh: MeshId) -> &[FaceDigest] {
        self.faces.get(mesh.index()).map_or(&[], Vec::as_slice)
    }

    fn world(&self, node: NodeId) -> Mat4 {
        self.world.get(node.index()).copied().unwrap_or_default()
    }

    /// The placed meshes, for the alignment.
    fn nodes(&self) -> Vec<Element> {
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

/// Digest of a texture that one of the scenes lacks, or of its palette.
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
