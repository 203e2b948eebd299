//! Texture coordinates, texture names and palettes.

use std::sync::Arc;

use gouraud::bytes::{SourceId, Span};
use gouraud::scene::*;

use super::{checked, outcome, worst};

struct Stored(Vec<u8>);

impl TextureData for Stored {
    fn decode(&self) -> Texels {
        Texels::Indices(self.0.clone())
    }

    fn texel_offset(&self, _: u32, _: u32) -> Option<u64> {
        None
    }
}

/// A texture of 8 × 8 texels that uses all 16 colours of its palette.
fn texture() -> Texture {
    Texture {
        name: "bricks".to_owned(),
        id: 1,
        width: 8,
        height: 8,
        format: TexelFormat::Indexed4,
        palette: Some(Id::new(0)),
        pixels: Arc::new(Stored((0..64).map(|at| at % 16).collect())),
        origin: Origin::new(Span::new(SourceId(1), 0x40, 32), "textures[0]"),
    }
}

fn palette(colours: Vec<u16>) -> Palette {
    Palette {
        name: "clay".to_owned(),
        id: 2,
        origin: Origin::default(),
        stored: colours,
        rule: <[u16]>::to_vec,
        position: None,
        entries: Spans::default(),
    }
}

/// Textured faces with these texture coordinates at their last corner.
fn wall(last: impl IntoIterator<Item = [f32; 2]>) -> Scene {
    let mut scene = Scene::default();
    let palette = scene.palettes.push(palette((0..16).collect()));
    let texture = scene.textures.push(texture());
    let surface = Surface::Textured { texture, palette: Some(palette) };
    let material =
        scene.materials.push(Material { surface, uv: UvSpace::Texels, ..Material::PLAIN });
    let spans = Spans::even(SourceId(1), 0x100, 16, 100, "faces".to_owned());
    let mut mesh = Mesh { face_spans: spans, ..Mesh::default() };
    mesh.faces.extend(last.into_iter().zip(0..).map(|(last, index)| Face {
        corners: [0, 1, 2, 3],
        uvs: [[0.0, 0.0], [8.0, 0.0], [0.0, 8.0], last],
        material,
        index,
        ..Face::default()
    }));
    scene.meshes.push(mesh);
    scene
}

#[test]
fn coordinates_inside_the_texture_are_plausible() {
    let found = checked(&wall([[8.0, 8.0]; 10]), "texture_coordinates");
    assert_eq!((found.checked, found.broken), (10, 0));
}

#[test]
fn coordinates_in_a_wrong_unit_lie_outside() {
    let mut scene = wall([[8.0, 8.0], [40.0, 8.0]]);
    let found = checked(&scene, "texture_coordinates");
    assert_eq!((found.checked, found.broken, found.is_broken()), (2, 1, true));
    assert_eq!(worst(&found), 24.0);
    assert_eq!(found.worst.as_ref().unwrap().origin.path, "faces[1]");
    // Tiled textures have no outside, as long as the coordinate is finite.
    scene.materials[0].tiled = true;
    assert_eq!(checked(&scene, "texture_coordinates").broken, 0);
    let mut scene = wall([[f32::NAN, 8.0]]);
    scene.materials[0].tiled = true;
    assert_eq!(checked(&scene, "texture_coordinates").broken, 1);
}

#[test]
fn missing_textures_break_the_rule_if_they_are_the_majority() {
    let mut scene = wall([[8.0, 8.0]; 3]);
    assert_eq!(checked(&scene, "texture_names").broken, 0);
    for hash in [0xAA, 0xBB] {
        let surface = Surface::Missing(Some(hash));
        let material = scene.materials.push(Material { surface, ..Material::PLAIN });
        scene.meshes[0].faces.extend([Face {
            material,
            corners: [0, 1, 2, 3],
            index: 3,
            ..Face::default()
        }]);
    }
    let found = checked(&scene, "texture_names");
    assert_eq!((found.checked, found.broken, found.is_broken()), (3, 2, true));
    assert_eq!(found.worst.as_ref().unwrap().name, "000000aa");
    // All textures are in a missing library.
    scene.textures.clear();
    assert!(outcome(&scene, "texture_names").is_none());
}

#[test]
fn palette_has_a_colour_for_every_texel() {
    let mut scene = wall([[8.0, 8.0]]);
    assert_eq!(checked(&scene, "palettes").broken, 0);
    scene.palettes[0].stored.truncate(8);
    let short = checked(&scene, "palettes");
    assert_eq!((short.broken, worst(&short)), (1, 50.0));
    assert_eq!(short.worst.as_ref().unwrap().name, "bricks");
    scene.palettes.clear();
    assert_eq!(checked(&scene, "palettes").broken, 1);
}

#[test]
fn palette_of_a_single_colour_breaks_the_rule() {
    let mut scene = wall([[8.0, 8.0]]);
    scene.palettes[0].stored = vec![0; 16];
    assert!(checked(&scene, "palettes").is_broken());
}
