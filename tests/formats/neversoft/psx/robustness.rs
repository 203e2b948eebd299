//! Robustness: section 23 of the format document, point by point.

use std::sync::Arc;

use gouraud::bytes::Source;
use gouraud::container::Context;
use gouraud::formats::format_of;
use gouraud::formats::neversoft::psx::File;
use gouraud::formats::neversoft::psx::animation::{Animations, ClipEntry, Coding};
use gouraud::formats::neversoft::psx::chunk::{Body, Chunk, tag};
use gouraud::formats::neversoft::psx::records::{Pixels, Texture, Version, Vertex};
use gouraud::scene::{HelperShape, Id, Surface, Texels};
use gouraud_testing::build::psx::{Builder, Image, Polygon, edit as edit_face};

use super::fixture::*;
use gouraud_testing::Folder;

fn with(change: impl FnOnce(&mut File)) -> Vec<u8> {
    let mut file = file();
    change(&mut file);
    file.write().unwrap()
}

fn chunks(file: &mut File) -> &mut Vec<Chunk> {
    &mut file.library.as_mut().unwrap().chunks
}

fn library(name: u32, value: u8) -> Vec<u8> {
    let mut builder = Builder::new(Version::V4);
    let indices = [value; 64];
    let colours = [1, 2, 3, 4];
    builder.image(&Image {
        name,
        palette: name,
        width: 8,
        height: 8,
        indices: &indices,
        colours: &colours,
    });
    builder.finish().unwrap().write().unwrap()
}

/// Point 1.
#[test]
fn reads_files_of_textures_only() {
    let bytes = library(7, 1);
    assert_eq!(warnings(&bytes), [""; 0]);
    assert_eq!(scene(&bytes).textures.len(), 1);
    assert!(fully_covered(&bytes));
    assert_eq!(rewritten(&bytes), bytes);
}

/// Point 2.
#[test]
fn reports_textures_that_are_in_no_open_file() {
    let mut builder = Builder::new(Version::V4);
    let model = builder.model(1, &[square(0)]);
    builder.object(model, [0; 3]);
    assert_eq!(warnings(&builder.finish().unwrap().write().unwrap()), [""; 0]);
    // One warning names the texture and the file that should contain it.
    assert!(reports(
        &bytes(),
        "texture_names[2]",
        "texture 0x33333333 not found in any open file (used by 1 face); level_l.psx not found"
    ));
    let face = scene(&bytes()).meshes[0].faces.get(4).unwrap();
    let material = &scene(&bytes()).materials[face.material.index()];
    assert_eq!(material.surface, Surface::Missing(Some(ELSEWHERE)));
}

/// Point 2, resolved by a library next to the level.
#[test]
fn missing_textures_come_from_the_companion_library() {
    let document = open(&bytes());
    let folder = Folder(vec![("LEVEL_L.PSX", library(ELSEWHERE, 3))]);
    let context = folder.context();
    let (scene, problems) = document.content.displayed().scene(context).unwrap();
    assert!(problems.is_empty());
    let face = scene.meshes[0].faces.get(4).unwrap();
    let Surface::Textured { texture, palette } = scene.materials[face.material.index()].surface
    else {
        panic!()
    };
    assert_eq!(scene.textures[texture.index()].id, ELSEWHERE);
    assert_eq!(scene.palettes[palette.unwrap().index()].stored[..4], [1, 2, 3, 4]);
}

/// Point 3.
#[test]
fn handles_unused_invalid_and_duplicate_texture_names() {
    let unused = with(|file| file.library.as_mut().unwrap().texture_names.push(99));
    assert_eq!(warnings(&unused).len(), warnings(&bytes()).len());
    let outside = edit(&bytes(), "textures[1].name", &77u32.to_le_bytes());
    assert!(reports(&outside, "textures[1].name", "name index 77 exceeds the 3 texture names"));
    // The first of two records with the same name is used.
    let twice = with(|file| file.library.as_mut().unwrap().textures[1].name = 0);
    let scene = scene(&twice);
    let face = scene.meshes[0].faces.get(0).unwrap();
    let surface = scene.materials[face.material.index()].surface;
    assert!(matches!(surface, Surface::Textured { texture, .. } if texture == Id::new(0)));
    // A face whose index exceeds the list is drawn without a texture.
    let past = edit(&bytes(), "models[1].faces[0].texture", &50u32.to_le_bytes());
    assert!(reports(&past, "models[1].faces[0].texture", "exceeds the 3 names"));
}

/// Point 4.
#[test]
fn reports_missing_palettes_and_palettes_of_another_depth() {
    let gone = edit(&bytes(), "palettes16[0].name", &5u32.to_le_bytes());
    assert!(reports(&gone, "textures[0].palette", "missing palette 0x11111111 of 16 colours"));
    assert_eq!(scene(&gone).textures[0].palette, None);
    let other = with(|file| {
        let library = file.library.as_mut().unwrap();
        library.palettes256[0].name = WALL;
        library.palettes16.clear();
    });
    assert!(reports(&other, "textures[0].palette", "missing palette 0x11111111 of 16 colours"));
}

/// Point 5.
#[test]
fn reports_short_and_absent_colour_tables() {
    let short = with(|file| {
        for chunk in chunks(file) {
            if let Body::Rgbs(table) = &mut chunk.body {
                table.truncate(2);
            }
        }
    });
    assert!(reports(&short, "models[0].faces[0].colour", "exceeds the 2 entries of RGBs"));
    let absent = with(|file| chunks(file).retain(|chunk| chunk.tag != tag::RGBS));
    assert!(reports(&absent, "models[0].faces[0].colour", "gouraud without an RGBs chunk"));
    assert_eq!(scene(&absent).meshes[0].faces.get(0).unwrap().colours, [[128; 3]; 4]);
}

/// Point 6.
#[test]
fn drops_faces_with_invalid_indices_from_the_mesh() {
    let corner = edit(&bytes(), "models[0].faces[1].indices[0]", &[200]);
    assert!(reports(&corner, "models[0].faces[1].indices", "unknown vertex 200"));
    let normal = edit(&bytes(), "models[0].faces[1].normal", &99u16.to_le_bytes());
    assert!(reports(&normal, "models[0].faces[1].normal", "unknown normal 99"));
    for broken in [corner, normal] {
        let mesh = &scene(&broken).meshes[0];
        let kept: Vec<u32> = mesh.faces.iter().map(|face| face.index).collect();
        assert_eq!(kept, [0, 2, 3, 4, 5]);
        // The table still contains the face.
        assert_eq!(open(&broken).counts.get("faces"), Some(8));
        assert_eq!(rewritten(&broken), broken);
    }
    // The fourth index of a triangle is unused.
    let unused = edit(&bytes(), "models[0].faces[4].indices[3]", &[200]);
    assert_eq!(warnings(&unused).len(), warnings(&bytes()).len());
}

/// Point 7.
#[test]
fn handles_objects_without_model_and_models_without_object() {
    let nowhere = edit(&bytes(), "objects[0].model", &9u16.to_le_bytes());
    assert!(reports(&nowhere, "objects[0].model", "unknown model 9; the file has 3"));
    // Two objects share model 0, which is stored once.
    let shared = scene(&bytes());
    assert_eq!((shared.meshes.len(), shared.nodes.len()), (3, 4));
    let unused = with(|file| file.objects.iter_mut().for_each(|object| object.model = 0));
    let scene = scene(&unused);
    assert_eq!(scene.nodes.len(), 6);
    let layer = &scene.layers[usize::from(scene.nodes[5].layer)];
    assert!(!layer.visible && layer.name == "Unplaced models");
}

/// Point 8.
#[test]
fn handles_empty_models_and_degenerate_faces() {
    let mut builder = Builder::new(Version::V4);
    let empty = builder.model(1, &[]);
    let point = [3, 3, 3];
    let flat = builder.model(2, &[Polygon::quad([point; 4]), Polygon::triangle([point; 3])]);
    let unseen = builder.model(3, &[square(0).invisible()]);
    for model in [empty, flat, unseen] {
        builder.object(model, [0; 3]);
    }
    builder.block_map(20);
    let bytes = builder.finish().unwrap().write().unwrap();
    assert_eq!(warnings(&bytes), [""; 0]);
    assert_eq!(scene(&bytes).drawn_faces(), 3);
    assert_eq!(records(&bytes).models[1].normals[0].x, 0);
    assert_eq!(rewritten(&bytes), bytes);
}

/// Point 9.
#[test]
fn reads_faces_of_any_length() {
    // Longer than its known fields: the rest is kept.
    let longer = with(|file| {
        edit_face(&mut file.models[0].faces[1], |parts| parts.extra = vec![1, 2, 3, 4, 5, 6, 7, 8]);
    });
    assert_eq!(open(&longer).counts.get("faces"), Some(8));
    assert!(fully_covered(&longer));
    // The engine rounds down to a multiple of 4.
    let odd = edit(&bytes(), "models[0].faces[0].length", &35u16.to_le_bytes());
    assert_eq!(scene(&odd).meshes[0].faces.len(), 6);
    for (length, words) in
        [(0u16, "shorter than its fixed fields"), (0xFFFC, "past the model's end")]
    {
        let broken = edit(&bytes(), "models[0].faces[2].length", &length.to_le_bytes());
        assert!(reports(&broken, "models[0].faces[2].length", words));
        // Two faces were read; the following models are unchanged.
        assert_eq!(scene(&broken).meshes[0].faces.len(), 2);
        assert_eq!(scene(&broken).meshes[1].faces.len(), 1);
        assert!(open(&broken).content.write().is_err());
    }
}

/// Point 10; gaps, trailing bytes and sector padding are tested in `writing`.
#[test]
fn fill_between_blocks_is_padding() {
    let mut bytes = bytes();
    bytes.extend([0; 100]);
    assert!(fully_covered(&bytes));
    assert_eq!(open(&bytes).tree.coverage().padding, 100);
}

/// Point 11.
#[test]
fn survives_unterminated_chunk_lists() {
    let past = edit(&bytes(), "chunks[1].length", &0x00FF_FFFFu32.to_le_bytes());
    assert!(reports(&past, "chunks[1].length", "past the end of the file"));
    let whole = bytes();
    let cut = &whole[..offset(&whole, "chunks_end")];
    assert!(warnings(cut).iter().any(|text| text.contains("no end mark")));
    assert!(open(cut).content.write().is_err());
    let unknown = with(|file| {
        let chunk = Chunk { tag: 0x1234_5678, body: Body::Unknown, rest: vec![0; 3] };
        chunks(file).push(chunk);
    });
    assert_eq!(warnings(&unknown).len(), warnings(&bytes()).len());
    let many = with(|file| {
        let chunk = Chunk { tag: tag::QUAD, body: Body::Unknown, rest: vec![] };
        chunks(file).extend(std::iter::repeat_n(chunk, 40));
    });
    assert_eq!(rewritten(&many), many);
    let endless = with(|file| {
        let chunk = Chunk { tag: tag::QUAD, body: Body::Unknown, rest: vec![] };
        chunks(file).extend(std::iter::repeat_n(chunk, 400));
    });
    assert!(warnings(&endless).iter().any(|text| text.contains("more than 256 chunks")));
}

/// Point 12.
#[test]
fn reports_invalid_stitches_and_parent_cycles() {
    let stitched = with(|file| {
        chunks(file).retain(|chunk| chunk.tag != tag::BLOCK_MAP);
        let vertices = &mut file.models[0].vertices;
        vertices[0].kind = 1;
        vertices[1] = Vertex { x: 0, y: 0, z: 0, kind: 2 };
        vertices[2] = Vertex { x: 0, y: 7, z: 0, kind: 2 };
    });
    assert!(reports(&stitched, "models[0].vertices[2].y", "only 1 stitch sources"));
    let mesh = &scene(&stitched).meshes[0];
    assert_eq!(mesh.positions[1], mesh.positions[0]);
    let hier = |parents: Vec<u16>| {
        with(|file| chunks(file).push(Chunk::new(tag::HIER, Body::Hier(parents))))
    };
    assert_eq!(warnings(&hier(vec![0, 0, 1, 1])).len(), warnings(&bytes()).len());
    assert!(reports(&hier(vec![1, 2, 0, 3]), "chunks[4].parents", "form a cycle"));
    assert!(reports(&hier(vec![0, 9, 0, 0]), "chunks[4].parents", "parent of object 1"));
    // Too few parents, and an odd length.
    assert_eq!(warnings(&hier(vec![0])).len(), warnings(&bytes()).len());
    let odd = with(|file| {
        chunks(file).push(Chunk { tag: tag::HIER, body: Body::Unknown, rest: vec![0, 0, 1] });
    });
    assert_eq!(rewritten(&odd), odd);
}

/// Point 13.
#[test]
fn handles_empty_wibbles_and_constant_pulses() {
    let nothing = edit(&bytes(), "chunks[2].records[0].object", &13u32.to_le_bytes());
    assert!(reports(&nothing, "chunks[2].records[0].object", "not that of an object"));
    let many = edit(&bytes(), "chunks[2].records[0].face_count", &900u16.to_le_bytes());
    assert!(!warnings(&many).is_empty());
    assert_eq!(scene(&many).meshes.len(), 3);
    let still = edit(&bytes(), "chunks[3].pulses[0].keys[0].interval", &[0]);
    assert!(reports(&still, "chunks[3].pulses[0]", "not animated"));
    assert_eq!(scene(&still).colour_tables[0].colours[0], [200, 0, 0]);
}

/// Point 14.
#[test]
fn reports_animations_larger_than_the_file() {
    let clip = |offset, frames| ClipEntry { offset, frames, tween: 0 };
    let animated = |clips: Vec<ClipEntry>| {
        with(|file| {
            let mut animations = Animations::new(Coding::Matrices, 4);
            (animations.clips, animations.data) = (clips, vec![0; 100].into());
            let body = Body::Animation(animations);
            chunks(file).push(Chunk::new(tag::ANIMATION, body));
        })
    };
    let fine = animated(vec![clip(12, 1)]);
    assert_eq!(open(&fine).counts.get("animations"), Some(1));
    let far = animated(vec![clip(20, 60000), clip(0x00FF_0000, 2)]);
    assert!(reports(&far, "chunks[4].data[0]", "expected 60000 stored frames, found 1"));
    assert!(reports(&far, "chunks[4].clips[1].offset", "starts past the end of the chunk"));
    assert_eq!(open(&far).counts.get("frames"), Some(60002));
    let count = edit(&fine, "chunks[4].count", &u32::MAX.to_le_bytes());
    assert!(!warnings(&count).is_empty());
}

/// Point 15.
#[test]
fn reads_sixteen_bit_textures_in_any_version() {
    let direct = with(|file| {
        let library = file.library.as_mut().unwrap();
        // 2 × 2 texels of RGB565 in plain rows, and the 8 bytes that follow in real files.
        let data: Arc<[u8]> =
            [0x00, 0xF8, 0xE0, 0x07, 0x1F, 0x00, 0xFF, 0xFF].into_iter().chain([0; 8]).collect();
        library.textures[0] = Texture {
            flags: 0,
            colours: 65536,
            palette: 0,
            name: 0,
            width: 2,
            height: 2,
            pixels: Pixels::Direct { extra: vec![], format: 0x0901, data },
        };
    });
    let Texels::Rgba(texels) = scene(&direct).textures[0].pixels.decode() else { panic!() };
    let expected = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]];
    assert_eq!(texels, expected);
    assert_eq!(rewritten(&direct), direct);
    let depth = edit(&bytes(), "textures[0].colours", &4096u32.to_le_bytes());
    assert!(reports(&depth, "textures[0].colours", "unknown depth of 4096 colours"));
}

/// Point 16.
#[test]
fn reads_coordinates_at_the_limits() {
    let mut builder = Builder::new(Version::V4);
    let far = [[-32768, -32768, 0], [32767, -32768, 0], [-32768, 32767, 0], [32767, 32767, 0]];
    let model = builder.model(1, &[Polygon::quad(far)]);
    builder.object(model, [-500_000, 500_000, -524_288]);
    builder.block_map(20);
    let bytes = builder.finish().unwrap().write().unwrap();
    let scene = scene(&bytes);
    let corner = scene.world_transforms()[0].transform_point3(scene.meshes[0].positions[0]);
    assert_eq!(corner.to_array(), [-532_768.0, -467_232.0, 524_288.0]);
    assert_eq!(rewritten(&bytes), bytes);
    // A block map without area is shown, too.
    let tiny = edit(&super::fixture::bytes(), "chunks[1].xmax", &0i32.to_le_bytes());
    let grids = super::fixture::scene(&tiny).helpers;
    assert!(grids.iter().any(|helper| matches!(helper.shape, HelperShape::Grid { .. })));
}

/// Point 19.
#[test]
fn level_textures_take_precedence_over_the_library() {
    let document = open(&bytes());
    let folder =
        Folder(vec![("level_l.psx", library(WALL, 3)), ("level_o.psx", library(ELSEWHERE, 2))]);
    let context = folder.context();
    let (scene, _) = document.content.displayed().scene(context).unwrap();
    let face = scene.meshes[0].faces.get(0).unwrap();
    let surface = scene.materials[face.material.index()].surface;
    assert!(matches!(surface, Surface::Textured { texture, .. } if texture == Id::new(0)));
    // The texture of the bank is searched last.
    let face = scene.meshes[0].faces.get(4).unwrap();
    let surface = scene.materials[face.material.index()].surface;
    let Surface::Textured { texture, .. } = surface else { panic!("{surface:?}") };
    assert_eq!(scene.textures[texture.index()].id, ELSEWHERE);
}

/// Point 20.
#[test]
fn limits_counts_to_the_size_of_the_file() {
    for path in [
        "header.object_count",
        "model_count",
        "texture_name_count",
        "pal16_count",
        "pal256_count",
        "texture_count",
    ] {
        let huge = edit(&bytes(), path, &0x7FFF_FFFFu32.to_le_bytes());
        assert!(!warnings(&huge).is_empty(), "{path}");
        assert!(open(&huge).content.write().is_err(), "{path}");
    }
    for path in ["models[2].vertex_count", "models[2].normal_count", "models[2].face_count"] {
        let huge = edit(&bytes(), path, &0xFFFFu16.to_le_bytes());
        assert!(!warnings(&huge).is_empty(), "{path}");
    }
}

#[test]
fn reads_truncated_files_as_far_as_possible() {
    let whole = bytes();
    // Truncated here, the file contains only meshes.
    let tag_offset = offset(&whole, "chunks");
    for cut in (4..whole.len()).filter(|cut| *cut != tag_offset) {
        let source = Source::from_bytes("level.psx", whole[..cut].to_vec());
        let Ok(document) = format_of::<File>().open(&source) else {
            assert!(cut < 12, "{cut}");
            continue;
        };
        assert!(document.content.displayed().scene(Context::ALONE).is_some());
        // Truncated files are reported and not written.
        assert!(document.content.write().is_err() && !document.problems.is_empty(), "{cut}");
    }
}

#[test]
fn notes_duplicate_names() {
    let twice = with(|file| file.library.as_mut().unwrap().textures[1].name = 0);
    let document = open(&twice);
    let reported: Vec<_> = document.problems.iter().map(|p| p.to_string()).collect();
    let words = "duplicate texture name: the first one is used";
    assert_eq!(reported.iter().filter(|text| text.contains(words)).count(), 1, "{reported:?}");
}
