//! Textures and materials of a scene, each created once, and problems about missing files.

use std::collections::HashMap;

use super::companions::CompanionFinder;
use super::p::{Key, MeshOwner, P, drawn, face_fields};
use super::tex::{Tex, add_texture};
use crate::bytes::{Problems, Severity};
use crate::container::Context;
use crate::formats::Loaded;
use crate::scene::{
    Blend, ColourScale, LayerKind, Material, MaterialId, MeshId, Origin, Scene, Style, Surface,
    TextureId, UvSpace,
};

/// An empty scene for meshes of the PC version, with its first layer.
pub fn empty_scene(name: &str) -> Scene {
    let mut scene = Scene {
        name: name.to_owned(),
        style: Style::Clean,
        face_fields: face_fields(),
        ..Scene::default()
    };
    scene.layer("Drawn", LayerKind::Drawn, true);
    scene
}

/// State that the meshes of a scene share.
pub struct SceneMaterials<'a> {
    pub beside: CompanionFinder<'a>,
    /// Textures by file name in lower case.
    textures: HashMap<String, Option<TextureId>>,
    materials: HashMap<Key, MaterialId>,
    pub problems: Problems,
}

impl<'a> SceneMaterials<'a> {
    pub fn new(context: Context<'a>) -> Self {
        let (textures, materials) = (HashMap::new(), HashMap::new());
        let problems = Problems::default();
        Self { beside: CompanionFinder::new(context), textures, materials, problems }
    }

    /// Reports a file that `origin` names and that was not found.
    pub fn missing(&mut self, origin: &Origin, name: &str) {
        let message = format!("companion file not found: {name}");
        self.problems.report(Severity::Warning, origin.span, origin.path.as_str(), message);
    }

    /// The texture in the file with this name, in its first palette.
    pub fn texture(&mut self, scene: &mut Scene, name: &str) -> Option<TextureId> {
        let key = name.to_ascii_lowercase();
        if let Some(known) = self.textures.get(&key) {
            return *known;
        }
        let file = self.beside.read::<Tex>(name);
        let made = file.and_then(|file| add_texture(scene, &file, 0));
        self.textures.insert(key, made);
        made
    }

    /// Adds a mesh.
    pub fn add(&mut self, scene: &mut Scene, file: &Loaded<P>, place: &MeshOwner<'_>) -> MeshId {
        let materials = &mut self.materials;
        let mut made = std::mem::take(&mut scene.materials);
        let textures = &scene.textures;
        let mesh = drawn(scene, file, place, |key| {
            *materials.entry(key).or_insert_with(|| {
                let texture = match key.surface {
                    Surface::Textured { texture, .. } => textures.get(texture),
                    _ => None,
                };
                made.push(material(key, texture.map(|texture| texture.name.as_str())))
            })
        });
        scene.materials = made;
        scene.meshes.push(mesh)
    }
}

/// Creates the material of a group.
fn material(key: Key, texture: Option<&str>) -> Material {
    let mut name = match (key.surface, texture) {
        (Surface::Plain, _) => "coloured".to_owned(),
        (_, Some(texture)) => texture.to_owned(),
        _ => "no texture".to_owned(),
    };
    let blend = key.blend();
    if let Some(blend) = blend {
        name.push_str(&format!(" {}", blend.formula()));
    }
    if !key.double_sided {
        name.push_str(" one side");
    }
    if !key.gouraud {
        name.push_str(" flat");
    }
    Material {
        name,
        surface: key.surface,
        uv: UvSpace::Fraction,
        tiled: key.surface != Surface::Plain,
        blend,
        // Additive blending applies to all texels except holes; in an unknown mode, their alpha
        // determines it.
        blends_all: blend.is_some_and(|blend| blend != Blend::TEXELS),
        double_sided: key.double_sided,
        colour: ColourScale::Modulate255,
        gouraud: key.gouraud,
        ..Material::PLAIN
    }
}
