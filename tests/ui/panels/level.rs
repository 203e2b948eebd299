//! A small Neversoft level written with the format's own writer: Gouraud faces and glass, both palette
//! depths, an invisible wall, an unknown bit.

use std::sync::Arc;

use gouraud::formats::neversoft::psx::chunk::{Body, Chunk, tag};
use gouraud::formats::neversoft::psx::face::{Face, Parts, TexelUv, Uv};
use gouraud::formats::neversoft::psx::flags::base;
use gouraud::formats::neversoft::psx::records::*;

const CORNERS: i16 = 5;

/// The bytes of a level with `objects` instances of one model.
pub fn bytes(objects: usize) -> Vec<u8> {
    let mut file = File::new(Version::V4);
    file.models.push(model());
    for index in 0..objects {
        let mut object = Object::default();
        object.position.x = (index as i32 % 400) * (400 << 12);
        object.position.z = (index as i32 / 400) * (400 << 12);
        file.objects.push(object);
        file.colour_pointers.push(ColourPointer::Chunk(0));
    }
    file.library = Some(library());
    file.write().unwrap()
}

fn model() -> Model {
    let mut model = Model { lod: Some(Lod::NONE), ..Model::default() };
    for at in 0..CORNERS * CORNERS {
        let (x, z) = (at % CORNERS * 64, at / CORNERS * 64);
        let y = if (x + z) % 128 == 0 { 0 } else { -24 };
        model.vertices.push(Vertex { x, y, z, kind: 0 });
    }
    model.normals.push(Normal { x: 0, y: -4096, z: 0, pad: 0 });
    for cell in 0..(CORNERS - 1) * (CORNERS - 1) {
        model.faces.push(face(cell as u16));
    }
    model
}

fn face(cell: u16) -> Face {
    let corners = CORNERS as u16;
    let first = cell / (corners - 1) * corners + cell % (corners - 1);
    let textured = base::ANY_TEXTURE | base::GOURAUD;
    let flags = match cell {
        3 => textured | base::SEMI | 0x0080 | base::DOUBLE_SIDED,
        5 => base::INVISIBLE,
        6 => base::GOURAUD | 0x0400,
        _ => textured | base::SUBDIVIDE,
    };
    let has_texture = flags & base::TEXTURED != 0;
    let parts = Parts {
        indices: [first, first + 1, first + corners, first + corners + 1],
        texture: has_texture.then_some(u32::from(cell % 2)),
        uv: has_texture.then_some(Uv::Texels(
            [[0, 0], [31, 0], [0, 31], [31, 31]].map(|[u, v]| TexelUv { u, v }),
        )),
        ..Parts::default()
    };
    Face {
        flags,
        colour: [0, 1, 2, 3].map(|corner| (cell as u8 + corner) % 8),
        surface: if cell == 2 { 0x0010 } else { 0 },
        parts: parts.into(),
        ..Face::default()
    }
}

fn library() -> Library {
    let colours = (0..8u8).map(|c| [64 + c * 24, 128, 255 - c * 24, 0]).collect();
    let grey = |index: u16| index << 10 | index << 5 | index;
    let mut palette16: Vec<u16> = (0..16).map(|c| grey(c * 2)).collect();
    palette16[1] = 0x7c1f;
    palette16[9] = 0x801f;
    let palette256 = (0..256u16).map(|c| (c >> 3) | (31 - (c >> 3)) << 10 | (c & 7) << 7).collect();
    Library {
        chunks: vec![Chunk { tag: tag::RGBS, body: Body::Rgbs(colours), rest: Vec::new() }],
        model_names: vec![0x1111_1111],
        texture_names: vec![0xaaaa_0001, 0xaaaa_0002],
        palettes16: vec![
            Palette { name: 0x1600_0001, colours: palette16 },
            Palette {
                name: 0x1600_0002,
                colours: (0..16).map(|c| 0x8000 | (c * 0x0421)).collect(),
            },
        ],
        palettes256: vec![Palette { name: 0x2560_0001, colours: palette256 }],
        escape: None,
        textures: vec![
            texture(16, 0x1600_0001, 0, (0..32 * 16).map(|i| (i * 7 + i / 16) as u8).collect()),
            texture(
                256,
                0x2560_0001,
                1,
                (0..32 * 32).map(|i| (i % 32 * 4 + i / 32) as u8).collect(),
            ),
        ],
    }
}

fn texture(colours: u32, palette: u32, name: u32, texels: Vec<u8>) -> Texture {
    let pixels = Pixels::Indexed(Arc::from(texels));
    Texture { flags: 0, colours, palette, name, width: 32, height: 32, pixels }
}
