//! Faces and fields that change when a texture gets another palette.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::PaletteCandidate;
use crate::bytes::SourceId;
use crate::scene::{
    Element, ElementState, FaceRef, MaterialId, Mesh, MeshId, Palette, PaletteId, Scene, Surface,
    Texture, TextureId,
};

/// Word of a transparent colour.
const HOLE: u16 = 0;

/// The palettes that a texture is drawn with, and the faces that use it.
#[derive(Clone, Debug, Default)]
pub struct PaletteUses {
    /// The palette that most of its faces use; without faces, its own.
    pub drawn: Option<PaletteId>,
    /// Materials with the texture, and their palettes.
    materials: BTreeMap<MaterialId, BTreeSet<PaletteId>>,
    /// Materials with any texture that is drawn with [`drawn`](Self::drawn).
    sharing: BTreeSet<MaterialId>,
    /// Other textures that are drawn with [`drawn`](Self::drawn).
    pub sharers: Vec<TextureId>,
}

/// The change of a file that makes a texture use a palette.
#[derive(Clone, Debug)]
pub enum PaletteChange {
    /// The texture, or each of its faces, refers to another palette of the same file.
    Reference {
        /// The file.
        source: SourceId,
        /// Field path of the texture, if it is stored in that file.
        texture: Option<String>,
        /// Field paths of the faces.
        faces: Vec<String>,
        /// The palette.
        to: ElementState,
    },
    /// The palette of the texture gets the colours of another one.
    Colours {
        /// The file.
        source: SourceId,
        /// Field paths of entries that change, with their new words.
        entries: Vec<(String, u16)>,
    },
}

impl PaletteChange {
    /// The file that changes.
    pub fn source(&self) -> SourceId {
        let (Self::Reference { source, .. } | Self::Colours { source, .. }) = self;
        *source
    }
}

impl PaletteUses {
    /// Finds the uses of a texture, including those of animated materials.
    pub fn of(scene: &Scene, texture: TextureId) -> Self {
        let surfaces = surfaces(scene);
        let mut uses = Self::default();
        for (material, used, palette) in surfaces.iter().copied() {
            if used == texture {
                uses.materials.entry(material).or_default().extend(palette);
            }
        }
        let own = scene.textures.get(texture).and_then(|texture| texture.palette);
        uses.drawn = uses.most_used(scene).or(own);
        let Some(drawn) = uses.drawn else { return uses };
        let shares = |(_, _, palette): &&TexturedSurface| *palette == Some(drawn);
        uses.sharing = surfaces.iter().filter(shares).map(|(material, ..)| *material).collect();
        let drawn_with = surfaces.iter().filter(shares).map(|(_, texture, _)| *texture);
        let owners = scene.textures.pairs().filter(|(_, other)| other.palette == Some(drawn));
        let sharers: BTreeSet<TextureId> = drawn_with.chain(owners.map(|(id, _)| id)).collect();
        uses.sharers = sharers.into_iter().filter(|other| *other != texture).collect();
        uses
    }

    fn most_used(&self, scene: &Scene) -> Option<PaletteId> {
        let mut counts: BTreeMap<PaletteId, usize> = BTreeMap::new();
        for material in scene.meshes.iter().flat_map(|mesh| mesh.faces.materials()) {
            for palette in self.materials.get(&material).into_iter().flatten() {
                *counts.entry(*palette).or_default() += 1;
            }
        }
        // The first of several that are used equally often.
        let most = counts.into_iter().rev().max_by_key(|(_, count)| *count);
        most.map(|(palette, _)| palette)
    }

    /// `true` if a texture is drawn with this palette of the scene everywhere.
    pub fn is_drawn_with(&self, palette: PaletteId) -> bool {
        let mut palettes = self.materials.values().flatten();
        self.drawn == Some(palette) && palettes.all(|other| *other == palette)
    }

    /// Faces whose picture changes with a candidate, in file order: those of the texture that are drawn
    /// with another palette; or, if it is in another file, all that share the palette with the texture. A
    /// face of a model that is placed several times is listed once.
    pub fn changed_faces(&self, scene: &Scene, candidate: &PaletteCandidate) -> Vec<FaceRef> {
        match candidate.own() {
            Some(own) => faces(scene, |material| {
                let palettes = self.materials.get(&material);
                palettes.is_some_and(|palettes| palettes.iter().any(|palette| *palette != own))
            }),
            None => faces(scene, |material| self.sharing.contains(&material)),
        }
    }

    /// The change that makes a texture use a candidate.
    ///
    /// # Errors
    /// The reason, in one sentence without a full stop, if nothing would change or it cannot be stored.
    pub fn change(
        &self,
        scene: &Scene,
        texture: TextureId,
        candidate: &PaletteCandidate,
    ) -> Result<PaletteChange, String> {
        let stored = scene.textures.get(texture).ok_or("the texture does not exist")?;
        match candidate.own() {
            Some(own) => self.reference(scene, stored, (own, candidate)),
            None => self.colours(scene, candidate),
        }
    }

    fn reference(
        &self,
        scene: &Scene,
        texture: &Texture,
        (own, candidate): (PaletteId, &PaletteCandidate),
    ) -> Result<PaletteChange, String> {
        let faces = self.changed_faces(scene, candidate);
        if self.is_drawn_with(own) {
            return Err("the texture already uses this palette".to_owned());
        }
        let source = candidate.origin.span.source;
        let position = scene.palettes.get(own).and_then(|palette| palette.position);
        let origin = &texture.origin;
        let texture = (origin.span.source == source).then(|| origin.path.clone());
        let origins = faces.into_iter().filter_map(|face| scene.origin(Element::Face(face)));
        let faces: Vec<String> =
            origins.filter(|o| o.span.source == source).map(|origin| origin.path).collect();
        if texture.is_none() && faces.is_empty() {
            return Err("the palette and the texture are in different files".to_owned());
        }
        let to = ElementState::Palette { path: candidate.origin.path.clone(), position };
        Ok(PaletteChange::Reference { source, texture, faces, to })
    }

    fn colours(
        &self,
        scene: &Scene,
        candidate: &PaletteCandidate,
    ) -> Result<PaletteChange, String> {
        let drawn = self.drawn.and_then(|drawn| scene.palettes.get(drawn));
        let drawn = drawn.ok_or("the texture has no separate palette")?;
        let first = drawn.entries.get(0);
        if first.len != 2 {
            return Err("the colours of its palette are not stored in a file".to_owned());
        }
        let new = stored_words(drawn, candidate);
        let words = drawn.stored.iter().copied().zip(new).enumerate();
        let changed = words.filter(|(_, (old, new))| old != new);
        let entries: Vec<(String, u16)> =
            changed.map(|(entry, (_, new))| (drawn.entries.origin(entry).path, new)).collect();
        if entries.is_empty() {
            return Err("the palette of the texture already has these colours".to_owned());
        }
        Ok(PaletteChange::Colours { source: first.source, entries })
    }
}

/// Faces of placed models with such a material. Faces of a model that is placed several times count
/// once.
fn faces(scene: &Scene, changes: impl Fn(MaterialId) -> bool) -> Vec<FaceRef> {
    let mut nodes = HashMap::new();
    for (node, placed) in scene.nodes.pairs() {
        if let Some(mesh) = placed.mesh {
            nodes.entry(mesh).or_insert(node);
        }
    }
    let of_mesh = |(mesh, geometry): (MeshId, &Mesh)| {
        let node = nodes.get(&mesh).copied();
        let faces = (0u32..).zip(geometry.faces.materials());
        let changed = faces.filter(|(_, material)| changes(*material));
        let found = changed.filter_map(|(face, _)| Some(FaceRef { node: node?, face }));
        found.collect::<Vec<_>>()
    };
    scene.meshes.pairs().flat_map(of_mesh).collect()
}

/// The words to store in a palette so that it is loaded as the candidate, as far as the loader allows:
/// those of the candidate's file, or those that are uploaded from it. Further entries stay as they are.
pub fn stored_words(drawn: &Palette, candidate: &PaletteCandidate) -> Vec<u16> {
    let is_hole = |word: &u16| (drawn.rule)(&[*word]) == [HOLE];
    let has_holes = candidate.loaded.contains(&HOLE);
    let hole = has_holes.then(|| (0..=u16::MAX).find(is_hole)).flatten().unwrap_or(HOLE);
    let with_hole = |word: &u16| if *word == HOLE { hole } else { *word };
    let with_holes: Vec<u16> = candidate.loaded.iter().map(with_hole).collect();
    let all = [&candidate.stored[..], &candidate.loaded[..], &with_holes[..]].map(|words| {
        let rest = drawn.stored.get(words.len()..).unwrap_or_default();
        let words = words.iter().chain(rest).copied();
        words.take(drawn.stored.len()).collect::<Vec<u16>>()
    });
    let wrong = |words: &Vec<u16>| {
        let loaded = (drawn.rule)(words);
        loaded.iter().zip(&*candidate.loaded).filter(|(own, wanted)| own != wanted).count()
    };
    all.into_iter().min_by_key(wrong).unwrap_or_default()
}

/// Material, texture and palette of a surface.
type TexturedSurface = (MaterialId, TextureId, Option<PaletteId>);

/// Textured surfaces of all materials, including their animations.
fn surfaces(scene: &Scene) -> Vec<TexturedSurface> {
    let materials = scene.materials.pairs().map(|(id, material)| (id, material.surface));
    let frames = scene
        .flipbooks
        .iter()
        .flat_map(|book| book.frames.iter().map(|frame| (book.material, frame.surface)));
    let textured = |(id, surface)| match surface {
        Surface::Textured { texture, palette } => Some((id, texture, palette)),
        _ => None,
    };
    materials.chain(frames).filter_map(textured).collect()
}
