//! Tables of the shaders, for the same computations on the processor.

use super::buffers::SceneBuffers;
use super::{normals, texels};
use crate::render::device::StateRecord;
use crate::scene::{CornerRefs, Face, FaceRef, PaletteId, Posed, TextureId};

impl SceneBuffers {
    /// State of a face.
    pub(in crate::render) fn state_of(&self, at: FaceRef, face: &Face) -> Option<&StateRecord> {
        let mesh = self.scene.nodes.get(at.node)?.mesh?;
        let flows = self
            .moving
            .iter()
            .any(|moving| moving.flows && moving.mesh == mesh && moving.face == at.face);
        self.state(self.states.find(&self.scene, face, flows)?)
    }

    /// State with this number.
    pub(in crate::render) fn state(&self, number: u32) -> Option<&StateRecord> {
        self.states.records.get(number as usize)
    }

    /// Texture of a state that is only used by reflections.
    pub(in crate::render) fn reflected(&self, number: u32) -> Option<TextureId> {
        self.states.texture(number)
    }

    /// Current texture coordinates of a face.
    pub(in crate::render) fn uvs_of(&self, at: FaceRef, face: &Face) -> [[f32; 2]; 4] {
        self.moved_uvs(at).copied().unwrap_or(face.uvs)
    }

    /// Current corner colours of a face.
    pub(in crate::render) fn colours_of(&self, at: FaceRef, face: &Face) -> [[u8; 3]; 4] {
        let node = self.scene.nodes.get(at.node);
        let table =
            node.and_then(|node| self.scene.mesh_of(node)).and_then(|mesh| mesh.colour_table);
        let (Some(table), CornerRefs::Table(refs)) = (table, face.colour_refs) else {
            return face.colours;
        };
        let moved = refs.map(|entry| self.moved.colours.get(&(table, entry)).copied());
        std::array::from_fn(|i| moved[i].unwrap_or(face.colours[i]))
    }

    /// Packed normals of the corners of a face, if it has any.
    pub(in crate::render) fn normals_of(&self, at: FaceRef, face: &Face) -> Option<[u32; 4]> {
        let id = self.scene.nodes.get(at.node)?.mesh?;
        let mesh = self.scene.meshes.get(id)?;
        let skin = mesh.skin.as_ref();
        let moved = skin.filter(|_| self.posed().is_moved_from(&Posed::default(), id));
        let joints = moved.map(|skin| skin.joints(self.posed().bones()));
        let has_normals = normals::has_normals(&self.scene, mesh, face);
        has_normals.then(|| normals::packed_face(mesh, face, joints.as_deref()))
    }

    /// Palette with which a texture is drawn: `own`, that of a face, unless it is replaced.
    pub(in crate::render) fn palette_of(
        &self,
        texture: TextureId,
        own: Option<PaletteId>,
    ) -> Option<PaletteId> {
        self.surfaces.palette_of(texture, own)
    }

    /// Word of the palettes, by its position in the table.
    pub(in crate::render) fn palette_word(&self, at: u32) -> u16 {
        self.surfaces.word(at)
    }

    /// Words of a texture, as the shaders read them: texels, mipmaps and normals.
    pub(in crate::render) fn texture_words(&self, texture: TextureId) -> Option<Vec<u32>> {
        self.scene.textures.get(texture).map(texels::decode)
    }
}
