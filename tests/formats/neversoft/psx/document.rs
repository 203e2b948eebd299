//! Test vectors of the format document (section 24).

use gouraud::bytes::{Colour15, Source, Value};
use gouraud::formats;
use gouraud::formats::neversoft::psx::chunk::{Body, Chunk, tag};
use gouraud::formats::neversoft::psx::face::{Face, FaceContext};
use gouraud::formats::neversoft::psx::flags::{blend_mode, describe, is_drawn};
use gouraud::formats::neversoft::psx::records::{ColourPointer, File, Lod, Version};
use gouraud::library::Library;
use gouraud::scene::Texels;
use gouraud_testing::build::psx::{Builder, Image, Polygon};
pub use gouraud_testing::document::hex;

use super::fixture::{open, records, rewritten, scene, warnings};

/// Section 24.1, the whole file.
const MINIMAL_V4: &str = "
    04 00 02 00 90 00 00 00 01 00 00 00 00 00 00 00
    00 00 01 00 00 e0 ff ff 00 30 00 00 00 00 00 04
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    01 00 00 00 38 00 00 00 08 00 03 00 01 00 01 00
    00 80 00 00 08 00 f8 ff 00 00 fc ff 06 00 00 00
    ff 7f ff ff f8 ff 00 00 00 00 00 00 08 00 00 00
    00 00 00 00 00 00 fc ff 06 00 00 00 00 00 50 0d
    e0 08 00 00 13 10 1c 00 00 01 02 00 80 40 20 24
    00 00 10 00 00 00 00 00 00 00 03 00 01 01 00 00
    52 47 42 73 08 00 00 00 01 02 03 00 80 80 80 00
    ff ff ff ff 44 33 22 11 01 00 00 00 dd cc bb aa
    01 00 00 00 dd cc bb aa 1f 7c 1f 00 e0 03 00 7c
    ff 7f 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00 00 00 00 00 01 00 00 00
    e4 00 00 00 00 00 00 00 10 00 00 00 dd cc bb aa
    00 00 00 00 04 00 04 00 10 32 43 01 00 44 21 10";

/// Size of a face in bytes.
fn size(face: &Face, version: Version) -> usize {
    FaceContext { version, model: 0 }.size(&face.parts.unpack())
}

fn minimal() -> File {
    records(&hex(MINIMAL_V4))
}

#[test]
fn minimal_file_matches_the_document() {
    let bytes = hex(MINIMAL_V4);
    let document = open(&bytes);
    assert_eq!((bytes.len(), document.version.as_str()), (256, "4"));
    // The only palette contains black words and the object has a null pointer: neither is a problem.
    assert_eq!(warnings(&bytes), [""; 0]);
    let file = minimal();
    let object = file.objects[0];
    assert_eq!([object.position.x, object.position.y, object.position.z], [65536, -8192, 12288]);
    assert_eq!((object.angles.y, object.model), (0x400, 0));
    let model = &file.models[0];
    assert_eq!((model.flags, model.radius), (8, 8 << 12));
    let b = &model.bounds;
    assert_eq!([b.xmax, b.xmin, b.ymax, b.ymin, b.zmax, b.zmin], [8, -8, 0, -4, 6, 0]);
    assert_eq!(model.lod.map(|lod| (lod.depth, lod.next)), Some((0x7FFF, 0xFFFF)));
    let points: Vec<[i16; 3]> = model.vertices.iter().map(|v| [v.x, v.y, v.z]).collect();
    assert_eq!(points, [[-8, 0, 0], [8, 0, 0], [0, -4, 6]]);
    let normal = model.normals[0];
    assert_eq!([normal.x, normal.y, normal.z], [0, 3408, 2272]);
    let face = &model.faces[0];
    assert_eq!((face.flags, size(face, Version::V4)), (0x1013, 28));
    assert_eq!(face.corners().collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(face.colour, [128, 64, 32, 0x24]);
    assert_eq!((face.normal, face.surface, face.texture()), (0, 0x0010, Some(0)));
    let library = file.library.as_ref().unwrap();
    let table: Vec<_> = library.chunks[0].rgbs().unwrap().to_vec();
    assert_eq!(table, [[1, 2, 3, 0], [128, 128, 128, 0]]);
    assert_eq!(
        (&library.model_names[..], &library.texture_names[..]),
        (&[0x1122_3344][..], &[0xAABB_CCDD][..])
    );
}

#[test]
fn minimal_file_becomes_a_scene() {
    let scene = scene(&hex(MINIMAL_V4));
    let Texels::Indices(indices) = scene.textures[0].pixels.decode() else { panic!() };
    assert_eq!(indices, [0, 1, 2, 3, 3, 4, 1, 0, 0, 0, 4, 4, 1, 2, 0, 1]);
    // A transparent colour, then red, green, blue, white, with STP after the key.
    assert_eq!(scene.palettes[0].loaded()[..5], [0x0000, 0x801F, 0x83E0, 0xFC00, 0xFFFF]);
    let face = scene.meshes[0].faces.get(0).unwrap();
    assert!(face.is_triangle());
    assert_eq!(face.colours[0], [128, 64, 32]);
    assert_eq!(face.uvs[..3], [[0.0, 0.0], [3.0, 0.0], [1.0, 1.0]]);
    // X right, Y up, Z towards the viewer: (x, −y, −z).
    let positions: Vec<[f32; 3]> = scene.meshes[0].positions.iter().map(|p| p.to_array()).collect();
    assert_eq!(positions, [[-8.0, 0.0, 0.0], [8.0, 0.0, 0.0], [0.0, 4.0, -6.0]]);
    let place = scene.world_transforms()[0].transform_point3(glam::Vec3::ZERO);
    assert_eq!(place.to_array(), [16.0, 2.0, -3.0]);
}

#[test]
fn builder_produces_the_minimal_file() {
    let mut builder = Builder::new(Version::V4);
    let texture = builder.image(&Image {
        name: 0xAABB_CCDD,
        palette: 0xAABB_CCDD,
        width: 4,
        height: 4,
        indices: &[0, 1, 2, 3, 3, 4, 1, 0, 0, 0, 4, 4, 1, 2, 0, 1],
        colours: &[0x7C1F, 0x001F, 0x03E0, 0x7C00, 0x7FFF],
    });
    let triangle = Polygon::triangle([[-8, 0, 0], [8, 0, 0], [0, -4, 6]])
        .texels(texture, [[0, 0], [3, 0], [1, 1], [9, 9]])
        .flat([128, 64, 32])
        .subdivided()
        .surface(0x0010);
    let model = builder.model(0x1122_3344, &[triangle]);
    builder.turned_object(model, [16, -2, 3], [0, 0x400, 0]);
    let mut file = builder.finish().unwrap();
    let table = Body::Rgbs(vec![[1, 2, 3, 0], [128, 128, 128, 0]]);
    file.library.as_mut().unwrap().chunks.push(Chunk::new(tag::RGBS, table));
    assert_eq!(file.colour_pointers, [ColourPointer::None]);
    assert_eq!(file.write().unwrap(), hex(MINIMAL_V4));
}

#[test]
fn version_3_has_wide_indices() {
    let mut file = minimal();
    file.version = Version::V3 { lod: true };
    let bytes = file.write().unwrap();
    assert_eq!((bytes.len(), &bytes[4..8]), (268, &[0x9C, 0, 0, 0][..]));
    let face = hex("13 10 20 00 00 00 01 00 02 00 00 00 80 40 20 24 00 00 10 00");
    assert!(bytes.windows(face.len()).any(|window| window == face));
    assert_eq!((records(&bytes).version, rewritten(&bytes)), (file.version, bytes.clone()));
    assert_eq!(records(&bytes).models, file.models);
}

#[test]
fn recognises_version_3_without_levels_of_detail() {
    let mut file = minimal();
    file.version = Version::V3 { lod: false };
    file.models[0].lod = None;
    let bytes = file.write().unwrap();
    assert_eq!(bytes.len(), 264);
    assert_eq!(records(&bytes).version, Version::V3 { lod: false });
    assert_eq!((records(&bytes).models, rewritten(&bytes)), (file.models, bytes.clone()));
}

#[test]
fn recognises_version_3_levels_of_detail_of_any_depth() {
    for lod in [Some(Lod { depth: 0x10, next: 0 }), Some(Lod { depth: 3, next: 0xFFFF }), None] {
        let mut file = minimal();
        file.version = Version::V3 { lod: lod.is_some() };
        file.models[0].lod = lod;
        // Both first words could be the type of a vertex.
        (file.models[0].vertices[0].y, file.models[0].vertices[0].kind) = (0, 0);
        assert_eq!(records(&file.write().unwrap()).models, file.models, "{lod:?}");
    }
}

#[test]
fn version_6_has_wide_coordinates() {
    let face = "13 10 24 00 00 01 02 00 80 40 20 24 00 00 10 00 00 00 00 00
                00 00 ff 01 00 01 00 00 00 00 00 00 ff 01 00 00";
    let mut bytes = hex(MINIMAL_V4);
    bytes[0] = 6;
    bytes.splice(0x74..0x90, hex(face));
    // Eight more bytes before the library and its texture.
    bytes[4] += 8;
    bytes[0xE8] += 8;
    let file = records(&bytes);
    assert_eq!(file.version, Version::V6);
    assert_eq!(size(&file.models[0].faces[0], Version::V6), 36);
    let scene = scene(&bytes);
    let uvs = scene.meshes[0].faces.get(0).unwrap().uvs;
    let last = 511.0 / 512.0;
    assert_eq!(uvs[..3], [[0.0, 0.0], [last, 0.0], [0.5, last]]);
    assert_eq!(rewritten(&bytes), bytes);
}

/// Section 24.2.
#[test]
fn base_flags_match_the_table() {
    for (flags, drawn, mode, words) in [
        (0x1803, true, None, "textured gouraud quad, subdivided"),
        (0x0080, false, None, "flat quad, invisible"),
        (0x00C0, true, Some(1), "flat quad, semi-transparent B+F"),
        (0x0143, true, Some(2), "textured flat quad, semi-transparent B-F"),
        (0x01C0, true, Some(3), "flat quad, semi-transparent B+F/4"),
        (0x0040, true, Some(0), "flat quad, semi-transparent B/2+F/2"),
        (0x1213, true, None, "textured flat triangle, double-sided, subdivided"),
    ] {
        assert_eq!(is_drawn(flags), drawn, "{flags:#06x}");
        assert_eq!(blend_mode(flags), mode, "{flags:#06x}");
        assert_eq!(describe(flags), words, "{flags:#06x}");
    }
}

/// Sections 6.1 and 24.2.
#[test]
fn face_length_follows_from_the_flags() {
    let dressed = |dress: fn(Polygon) -> Polygon| -> Vec<Face> {
        let mut builder = Builder::new(Version::V4);
        let texture = builder.texture(7);
        let quad = Polygon::quad([[0, 0, 0], [8, 0, 0], [0, 8, 0], [8, 8, 0]]);
        let textured = quad.clone().texels(texture, [[0; 2]; 4]);
        builder.model(1, &[dress(quad), dress(textured)]);
        builder.finish().unwrap().models.remove(0).faces
    };
    let sizes = |dress, version| -> Vec<usize> {
        dressed(dress).iter().map(|face| size(face, version)).collect()
    };
    let v3 = Version::V3 { lod: true };
    assert_eq!(sizes(|p| p, Version::V4), [16, 28]);
    assert_eq!(sizes(|p| p, v3), [20, 32]);
    // The slot for the texture window exists only with a texture.
    assert_eq!(sizes(Polygon::tiled, Version::V4), [16, 32]);
    assert_eq!(sizes(Polygon::lit, Version::V4), [24, 36]);
    assert_eq!(sizes(|p| p.tiled().lit(), Version::V4), [24, 40]);
}

/// Section 24.3: colour expansion and the loader's rule.
#[test]
fn palette_words_become_colours() {
    for (word, rgb) in [
        (0x0000, [0, 0, 0]),
        (0x8000, [0, 0, 0]),
        (0x7C1F, [255, 0, 255]),
        (0x001F, [255, 0, 0]),
        (0x03E0, [0, 255, 0]),
        (0x7C00, [0, 0, 255]),
        (0x1234, [165, 140, 33]),
        (0x4210, [132, 132, 132]),
        (0x7FFF, [255, 255, 255]),
    ] {
        assert_eq!(Colour15(word).rgb8(), rgb, "{word:#06x}");
    }
    let loaded = |colours: &[u16]| {
        let mut builder = Builder::new(Version::V4);
        let indices = [0; 16];
        let image = Image { name: 1, palette: 2, width: 4, height: 4, indices: &indices, colours };
        builder.image(&image);
        let bytes = builder.finish().unwrap().write().unwrap();
        scene(&bytes).palettes[0].loaded()[..colours.len()].to_vec()
    };
    let with_key = loaded(&[0x001F, 0x0000, 0x7C1F, 0x03E0, 0x8000]);
    // STP before the key as stored, but black is opaque; a transparent colour; STP after it.
    assert_eq!(with_key, [0x001F, 0x8000, 0x0000, 0x83E0, 0x8000]);
    assert_eq!(loaded(&[0x001F, 0x0000, 0x03E0]), [0x801F, 0x8000, 0x83E0]);
    // A key with STP is transparent, too.
    assert_eq!(loaded(&[0xFC1F, 0x1234]), [0x0000, 0x9234]);
}

/// Section 24.6.
#[test]
fn reads_a_block_map_of_one_cell() {
    let payload = hex("00 00 00 00 00 00 00 00 00 00 10 00 00 00 10 00 01 00 01 00
                       00 00 00 00 00 00 00 00 01 00 00 00 05 00 00 00 00 00 00 00");
    let mut file = minimal();
    let rest = payload.clone();
    let chunk = Chunk { tag: tag::BLOCK_MAP, body: Body::Unknown, rest };
    file.library.as_mut().unwrap().chunks.push(chunk);
    let bytes = file.write().unwrap();
    let read = records(&bytes);
    let map = read.library.as_ref().unwrap().chunks[1].block_map().unwrap();
    assert_eq!((map.bounds, map.nx, map.nz), ([0, 0, 256 << 12, 256 << 12], 1, 1));
    assert_eq!(map.cells[0].objects, [5]);
    assert_eq!(rewritten(&bytes), bytes);
}

#[test]
fn fields_have_meanings() {
    let tree = open(&hex(MINIMAL_V4)).tree;
    let field = |path: &str| tree.field(&tree.find(path).unwrap()).unwrap();
    assert_eq!(field("objects[0].position.x").scaled, Some(16.0));
    assert_eq!(field("models[0].faces[0].flags").value, Value::Uint(0x1013));
    assert!(field("models[0].faces[0].surface").meaning.contains("wall-ride"));
    assert_eq!(field("models[0].faces[0]").span.len, 28);
    assert_eq!(tree.path(&tree.deepest_at(0x76).unwrap()), "models[0].faces[0].length");
}

#[test]
fn archive_that_begins_with_a_level_is_not_a_level() {
    let level = hex(MINIMAL_V4);
    let claim = |name: &str, bytes: &[u8]| {
        let source = Source::from_bytes(name, bytes.to_vec());
        formats::identify(&source).map(|(format, _)| format.info().id)
    };
    let sector = |bytes: &[u8]| {
        let mut sectors = bytes.to_vec();
        sectors.resize(bytes.len().next_multiple_of(2048), 0);
        sectors
    };
    assert_eq!(claim("level", &level), Some("neversoft.psx"));
    assert_eq!(claim("level", &sector(&level)), Some("neversoft.psx"), "padded to sectors");
    assert_eq!(claim("level", &level[..level.len() - 4]), Some("neversoft.psx"), "truncated");
    let wad = [sector(&level), sector(&level), b"more".to_vec()].concat();
    assert_eq!(claim("CD.WAD", &wad), None);
    assert_eq!(claim("CD.WAD", &[&level[..], &level].concat()), None);
    assert_eq!(claim("level.psx", &[&level[..], b"junk"].concat()), Some("neversoft.psx"));

    // A level that ends far after the header, in memory and on disk.
    let mut large = minimal();
    large.models[0].vertices.resize(9000, Default::default());
    let large = large.write().unwrap();
    assert!(large.len() > 70_000);
    let folder = tempfile::tempdir().unwrap();
    for (bytes, format) in
        [(large.clone(), Some("neversoft.psx")), ([sector(&large), wad].concat(), None)]
    {
        assert_eq!(claim("CD.WAD", &bytes), format);
        let path = folder.path().join("CD.WAD");
        std::fs::write(&path, bytes).unwrap();
        let sniffed = Library::new().sniff(path.to_str().unwrap());
        assert_eq!(sniffed.map(|sniffed| sniffed.format.id), format);
    }
}
