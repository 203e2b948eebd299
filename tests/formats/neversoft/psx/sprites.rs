//! Named sprites as flipbooks.

use gouraud::formats::neversoft::psx::chunk::{Body, Chunk, Sprite, SpriteFrame, tag};
use gouraud::formats::neversoft::psx::records::Version;
use gouraud::scene::{Scene, Surface};
use gouraud_testing::build::psx::{Builder, Image};

use super::fixture::{fully_covered, open, rewritten, scene};

/// Three pictures; the first sprite uses two of them and a missing one.
fn bytes() -> Vec<u8> {
    let mut builder = Builder::new(Version::V4);
    for (name, width, height) in [(1, 8, 4), (2, 4, 8), (3, 16, 16)] {
        let indices = vec![0; usize::from(width) * usize::from(height)];
        let colours = [0x1F * u16::from(name == 1), 0x7FFF];
        let image =
            Image { name, palette: name, width, height, indices: &indices, colours: &colours };
        builder.image(&image);
    }
    let mut file = builder.finish().unwrap();
    let sprite = |name: &[u8; 8], textures: &[u32]| Sprite {
        name: *name,
        frames: textures
            .iter()
            .map(|texture| SpriteFrame { runtime: 0, texture: *texture })
            .collect(),
    };
    let sprites = vec![sprite(b"spark\0\0\0", &[0, 1, 9]), sprite(b"STAR\0\0\0\0", &[2])];
    let chunk = Chunk { tag: tag::SPRITES, body: Body::Sprites(sprites), rest: Vec::new() };
    file.library.as_mut().unwrap().chunks.push(chunk);
    file.write().unwrap()
}

fn texture(scene: &Scene, surface: Surface) -> Option<u32> {
    let Surface::Textured { texture, .. } = surface else { return None };
    scene.textures.get(texture).map(|texture| texture.id)
}

#[test]
fn pages_change_fifteen_times_per_second() {
    let bytes = bytes();
    assert!(fully_covered(&bytes));
    assert_eq!(rewritten(&bytes), bytes);
    let scene = scene(&bytes);
    assert_eq!(scene.flipbooks.len(), 1, "a single picture is not animated");
    let book = &scene.flipbooks[0];
    let at = |seconds| book.frame_at(seconds).map(|page| texture(&scene, page.surface)).unwrap();
    assert_eq!(
        [at(0.0), at(1.0 / 15.0), at(2.0 / 15.0), at(0.2)],
        [Some(1), Some(2), None, Some(1)]
    );
    assert_eq!(book.origin.path, "chunks[0].sprites[0]");
    assert_eq!(book.frames[1].origin.span.len, 8);
}

#[test]
fn sprites_are_laid_out_in_a_row_by_first_picture_size() {
    let scene = scene(&bytes());
    let places: Vec<_> = scene
        .nodes
        .iter()
        .map(|node| {
            let size = scene.mesh_of(node).unwrap().positions[2];
            (node.name.as_str(), node.local.w_axis.x, size.x, size.y)
        })
        .collect();
    assert_eq!(places, [("spark", 0.0, 8.0, 4.0), ("STAR", 16.0, 16.0, 16.0)]);
}

#[test]
fn reports_sprites_that_cannot_be_displayed() {
    let mut file = super::fixture::records(&bytes());
    let chunk = &mut file.library.as_mut().unwrap().chunks[0];
    let Body::Sprites(sprites) = &mut chunk.body else { panic!("sprites") };
    sprites.push(Sprite { name: *b"NONE\0\0\0\0", frames: Vec::new() });
    let all = |file: &gouraud::formats::neversoft::psx::File| {
        let document = open(&file.write().unwrap());
        document.problems.iter().map(|p| format!("{}: {}", p.field, p.message)).collect::<Vec<_>>()
    };
    let past = "chunks[0].sprites[0].frames[2].texture: the texture index exceeds the 3 names";
    let empty = "chunks[0].sprites[2]: sprite without frames: not displayed";
    assert_eq!(all(&file), [past, empty]);
    file.objects.push(Default::default());
    file.colour_pointers.push(Default::default());
    let with_objects = all(&file);
    let words = "chunks[0]: ignored: the game reads sprites only from files without objects";
    assert!(with_objects.iter().any(|reported| reported == words), "{with_objects:?}");
}
