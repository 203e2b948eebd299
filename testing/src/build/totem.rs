//! Builds meshes, skins, materials, bitmaps and archives from scratch.

use super::gx;
use gouraud::bytes::{ColourWord, Endian, Source};
use gouraud::codec::gx::Coding;
use gouraud::formats::Loaded;
use gouraud::formats::totem::archive::{Archive, ArchiveHalf, Block, File, NameTable};
use gouraud::formats::totem::bitmap::{Bitmap, BitmapHeader};
use gouraud::formats::totem::material::{Material, MaterialFile};
use gouraud::formats::totem::mesh::{
    Cuboid, Cylinder, Footer, Mesh, Sphere, Strip, StripCorner, StripData,
};
use gouraud::formats::totem::skin::{Group, Skin};
use gouraud::formats::totem::{Header, Platform, kind, name_hash};

/// An archive of one block, no larger than necessary.
pub fn archive(endian: Endian, files: Vec<File>) -> Archive {
    let text = b"TotemTech Data v1.73 (c) 1999-2002 Kalisto Entertainment - All right reserved";
    let mut title = text.to_vec();
    title.resize(0x100, 0);
    let block = Block { files, ..Block::default() };
    let block_size = u32::try_from(block.used().next_multiple_of(0x800)).unwrap_or(u32::MAX);
    Archive { endian, title, block_size, gap: Vec::new(), blocks: vec![block] }
}

/// A file of an archive.
pub fn file(class: u32, name: &str, data: Vec<u8>) -> File {
    let hash = name_hash(name);
    File { class, name: hash, link: hash, data: Source::from_bytes(name, data) }
}

/// A table of these names, preceded by the empty name.
pub fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> NameTable {
    let line = |name: &str| format!("{} \"{name}\"\n", name_hash(name).cast_signed());
    let text: String = std::iter::once("").chain(names).map(line).collect();
    match Loaded::open(&Source::from_bytes("names", text.into_bytes())) {
        Ok((Loaded { records: ArchiveHalf::Names(table), .. }, _)) => table,
        _ => NameTable::default(),
    }
}

/// White, opaque, with this bitmap (0 for none).
pub fn material(texture: u32) -> Material {
    let uv_matrix = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    Material { colour: [1.0; 4], uv_matrix, scale: [1.0; 2], texture, ..Material::default() }
}

/// A material as stored.
pub fn material_file(platform: Platform, material: Material) -> MaterialFile {
    MaterialFile { platform, material, tail: Vec::new() }
}

/// A skin of these meshes, by name hash, with its bone groups.
pub fn skin(platform: Platform, meshes: Vec<u32>, groups: Vec<Group>) -> Skin {
    Skin { platform, header: Header::new(kind::SKIN), meshes, groups, ..Skin::default() }
}

/// A corner of a strip: position, texture coordinate, normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    pub position: [f32; 3],
    pub texcoord: [f32; 2],
    pub normal: [f32; 3],
}

/// An empty GameCube mesh, to which strips are added.
pub fn mesh() -> Mesh {
    Mesh { platform: Platform::GAMECUBE, header: Header::new(kind::MESH), ..Mesh::default() }
}

/// Adds a strip of corners, counter-clockwise as seen from its front, with the material of this name
/// hash. Equal positions, coordinates and normals are stored once.
pub fn add_strip(mesh: &mut Mesh, material: u32, corners: &[Corner]) {
    let data = corners.iter().map(|corner| StripCorner {
        texcoord_id: place(&mut mesh.texcoords, corner.texcoord),
        normal_id: place(&mut mesh.normals, corner.normal),
    });
    let data = data.collect();
    mesh.strip_data.push(StripData { corners: data });
    let ids = corners.iter().map(|corner| place(&mut mesh.vertices, corner.position));
    let vertex_ids = ids.collect();
    let material = u32::from(place(&mut mesh.materials, material));
    // Order 2: the first triangle is the first three corners in stored order.
    mesh.strips.push(Strip { vertex_ids, material, tri_order: 2 });
    mesh.header.bound(&mesh.vertices);
    let order = mesh.footer.strip_order.get_or_insert_default();
    order.push(order.len() as u32);
}

/// The PlayStation 2 version of a mesh: without texture coordinates and normals, whose vectors in the
/// sub-meshes are not understood.
pub fn for_ps2(mesh: &Mesh) -> Mesh {
    Mesh {
        platform: Platform::PS2,
        texcoords: Vec::new(),
        normals: Vec::new(),
        strip_data: Vec::new(),
        footer: Footer { submeshes: Some(Vec::new()), ..Footer::default() },
        ..mesh.clone()
    }
}

/// The index of `value`, which is added if it is new; the largest index if the list is full.
fn place<T: PartialEq>(list: &mut Vec<T>, value: T) -> u16 {
    let found = list.iter().position(|known| *known == value);
    let index = found.unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    });
    u16::try_from(index).unwrap_or(u16::MAX)
}

/// The box with half widths `half` in X and Z and this height, whose bottom is centred at `[x, y, z]`.
pub fn cuboid([x, y, z]: [f32; 3], half: [f32; 2], height: f32) -> Cuboid {
    let mut transform = [0.0; 16];
    (transform[0], transform[5], transform[10], transform[15]) = (half[0], height, half[1], 1.0);
    (transform[12], transform[13], transform[14]) = (x, y, z);
    Cuboid { transform, ..Cuboid::default() }
}

pub fn cylinder(base: [f32; 3], axis: [f32; 3], height: f32, radius: f32) -> Cylinder {
    Cylinder { base, height, axis, radius, ..Cylinder::default() }
}

pub fn sphere(centre: [f32; 3], radius: f32) -> Sphere {
    Sphere { centre, radius }
}

/// A bitmap of up to 256 colours, from indices row by row.
pub fn indexed_bitmap(
    platform: Platform,
    (width, height): (u32, u32),
    indices: &[u8],
    colours: &[[u8; 4]],
    palette: ColourWord,
) -> Bitmap {
    let (coding, format) = if colours.len() <= 16 { (Coding::C4, 1) } else { (Coding::C8, 2) };
    let palette_format = match palette {
        ColourWord::Rgb5A3 => 1,
        ColourWord::Rgb565 => 2,
        ColourWord::Rgba8888 => 3,
        other => panic!("coding {other:?} has no palette"),
    };
    let mut entries = colours.to_vec();
    entries.resize(coding.palette_entries(), [0, 0, 0, 255]);
    let mut tail = Vec::new();
    if palette.size() == 2 {
        // As many entries again, which are unused.
        tail.resize(2 * entries.len(), 0xFF);
    }
    tail.extend([0; 4]);
    let pixels = gx::indices(coding, (width, height), indices);
    let header = BitmapHeader { width, height, format, palette_format, ..BitmapHeader::default() };
    let palette = gx::palette(palette, &entries, platform.endian);
    Bitmap { platform, header, pixels, palette, tail }
}

/// A bitmap of direct colours, row by row. Indexed codings produce no texels.
pub fn direct_bitmap(
    platform: Platform,
    (width, height): (u32, u32),
    colours: &[[u8; 4]],
    coding: Coding,
) -> Bitmap {
    let format = match coding {
        Coding::C4 => 1,
        Coding::C8 => 2,
        Coding::Rgb565 => 8,
        Coding::Rgb5A3 => 10,
        Coding::Rgba8 => 12,
        Coding::Bgr8 => 13,
        Coding::Cmpr => panic!("block-compressed bitmaps are not supported"),
    };
    let pixels = gx::colours(coding, (width, height), colours, platform.endian);
    let palette_format = 3;
    let header = BitmapHeader { width, height, format, palette_format, ..BitmapHeader::default() };
    let (palette, tail) = (Vec::new(), vec![0; 4]);
    Bitmap { platform, header, pixels, palette, tail }
}
