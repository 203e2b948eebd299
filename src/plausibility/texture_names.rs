//! Textures that faces name exist: a number read from the wrong field matches none.

use std::collections::BTreeMap;

use super::{Check, Rule, Subject, Tally, Unit};
use crate::scene::{MeshId, Origin, Scene, Surface, TextureId};

pub(super) static RULE: Rule = Rule {
    key: "texture_names",
    title: "texture names",
    meaning: "At least half of the textures that faces name exist, if the scene has textures",
    things: ["texture", "textures"],
    unit: Unit::Faces,
    tolerance: 0.5,
    check: Check::Scene(check),
};

/// A texture to which a face refers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Named {
    Found(TextureId),
    /// The hash of its name; `None` if the reference is out of range.
    Missing(Option<u32>),
}

/// Faces that reference a texture.
struct Users {
    count: u32,
    /// Mesh and stored index of the first one.
    first: (MeshId, usize),
}

fn check(scene: &Scene, _: &Subject<'_>, tally: &mut Tally) {
    // Without any texture, they are in another library, regardless of how the file is read.
    if scene.textures.is_empty() {
        return;
    }
    for (named, users) in named(scene) {
        let missing = match named {
            Named::Found(_) => None,
            Named::Missing(hash) => Some(hash),
        };
        tally.count(missing.map(|_| users.count.into()), || {
            let name = missing.flatten().map(|hash| format!("{hash:08x}")).unwrap_or_default();
            let (mesh, face) = users.first;
            let mesh = scene.meshes.get(mesh);
            (name, mesh.map_or_else(Origin::default, |mesh| mesh.face_spans.origin(face)))
        });
    }
}

fn named(scene: &Scene) -> BTreeMap<Named, Users> {
    let of_surface = |surface| match surface {
        Surface::Plain | Surface::Faulty(_) => None,
        Surface::Textured { texture, .. } => Some(Named::Found(texture)),
        Surface::Missing(hash) => Some(Named::Missing(hash)),
    };
    let materials: Vec<Option<Named>> =
        scene.materials.iter().map(|material| of_surface(material.surface)).collect();
    let mut all: BTreeMap<Named, Users> = BTreeMap::new();
    for (id, mesh) in scene.meshes.pairs() {
        for face in &mesh.faces {
            let named = materials.get(face.material.index()).copied().flatten();
            let Some(named) = named else { continue };
            let first = (id, face.index as usize);
            all.entry(named).or_insert(Users { count: 0, first }).count += 1;
        }
    }
    all
}
