//! Index of faces by texture.

use crate::scene::{Face, Id, MaterialId, Mesh, MeshId, Scene, Surface, TextureId};

/// A stored face: mesh and index.
pub type User = (MeshId, u32);

/// The users of every texture of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Users {
    /// `faces[first[t]..first[t + 1]]` use texture `t`.
    first: Vec<usize>,
    faces: Vec<User>,
}

impl Users {
    pub fn of(scene: &Scene) -> Self {
        let each = |f: &mut dyn FnMut(usize, User)| {
            for (mesh, stored) in scene.meshes.pairs() {
                for (index, material) in (0u32..).zip(stored.faces.materials()) {
                    if let Some(texture) = texture(scene, material) {
                        f(texture.index(), (mesh, index));
                    }
                }
            }
        };
        let mut first = vec![0; scene.textures.len() + 1];
        each(&mut |texture, _| {
            if let Some(count) = first.get_mut(texture + 1) {
                *count += 1;
            }
        });
        for texture in 1..first.len() {
            first[texture] += first[texture - 1];
        }
        let mut next = first.clone();
        let mut faces = vec![(Id::default(), 0); first.last().copied().unwrap_or(0)];
        each(&mut |texture, user| {
            let Some(at) = next.get_mut(texture) else { return };
            if let Some(slot) = faces.get_mut(*at) {
                *slot = user;
            }
            *at += 1;
        });
        Self { first, faces }
    }

    /// The faces that use a texture, in file order. A face of a mesh that is placed twice counts once.
    pub fn of_texture(&self, texture: TextureId) -> &[User] {
        let at = |i: usize| self.first.get(i).copied().unwrap_or(self.faces.len());
        let texture = texture.index();
        self.faces.get(at(texture)..at(texture.saturating_add(1))).unwrap_or(&[])
    }
}

fn texture(scene: &Scene, material: MaterialId) -> Option<TextureId> {
    match scene.materials.get(material)?.surface {
        Surface::Textured { texture, .. } => Some(texture),
        _ => None,
    }
}

/// Looks up the face of a user.
pub fn face(scene: &Scene, (mesh, face): User) -> Option<(&Mesh, Face)> {
    let mesh = scene.meshes.get(mesh)?;
    Some((mesh, mesh.faces.get(face as usize)?))
}
