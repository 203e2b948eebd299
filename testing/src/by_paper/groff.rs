//! A level with its scene, from sections 3, 4 and 9 of `trespasser-level.md`.

use super::Bytes;

/// A section: its name, kind and data.
type Section = (&'static str, u32, Vec<u8>);

/// Texts of the name table in their stored order. A name's handle only has to be unique, so it is made
/// from the position.
fn handle(names: &[&str], name: &str) -> u32 {
    let at = names.iter().position(|known| *known == name).unwrap();
    0x00A1_0020 + 0x24 * u32::try_from(at).unwrap()
}

/// Section 3: header, directory, data end to end, names.
fn container(names: &[&str], sections: &[Section]) -> Vec<u8> {
    let count = |len: usize| u32::try_from(len).unwrap();
    let mut table = Bytes::default();
    for name in names {
        table.u32s(&[handle(names, name), count(name.len()) + 1, 1]).text(name);
    }
    let directory_end = 48 + 32 * count(sections.len());
    let data: u32 = sections.iter().map(|(_, _, data)| count(data.len())).sum();
    let names_at = directory_end + data;
    let table_len = count(table.0.len());
    let mut file = Bytes::default();
    file.u32s(&[0x0ACE_BABE, names_at + table_len, count(sections.len()), count(names.len())]);
    file.u32s(&[table_len, names_at, 0, 0x0C, 10, 0, 0, 0]);
    let mut offset = directory_end;
    for ((name, kind, data), index) in sections.iter().zip(0x8000_0000u32..) {
        let len = count(data.len());
        file.u32s(&[handle(names, name), 0, offset, len, 0, 0, *kind, index]);
        offset += len;
    }
    for (_, _, data) in sections {
        file.raw(data);
    }
    file.raw(&table.0);
    file.0
}

const LEVEL_NAMES: [&str; 11] = [
    "",
    "$PostBox",
    ".geometry",
    ".header",
    ".mapping",
    ".material",
    ".region",
    ".valuetable",
    r"Map\hand\Postb8.bmp",
    r"Map\hand\Postt2.bmp",
    "Post-00",
];

/// A post (one polygon, textured, with three properties) and its helper, a pyramid of four triangles.
pub fn level() -> Vec<u8> {
    let name = |text| handle(&LEVEL_NAMES, text);
    let mut header = Bytes::default();
    header.u32s(&[0x0ACE_BABE, 0x8000_000F]);

    // 4.2: object, name, position, angles, scale, property group.
    let mut region = Bytes::default();
    let quarter = std::f32::consts::FRAC_PI_2;
    region.u32s(&[2, 0x8000_0002, name("Post-00")]).f32s(&[3.0, -2.0, 1.5, quarter, 0.0, quarter]);
    region.f32s(&[2.0]).u32s(&[3, 1]);
    region.u32s(&[0x8000_0006, name("$PostBox")]).f32s(&[3.0, -2.0, 2.0, 0.0, 0.0, 0.0, 1.0]);
    region.u32s(&[0, 0, 0x8000_0008]);

    // 4.4: name, geometry, mapping, four handles that are always 0.
    let mut post = Bytes::default();
    post.u32s(&[name("Post-00"), 0x8000_0003, 0x8000_0004, 0, 0, 0, 0]);
    let mut helper = Bytes::default();
    helper.u32s(&[name("$PostBox"), 0x8000_0007, 0, 0, 0, 0, 0]);

    let mut mapping = Bytes::default();
    mapping.u32s(&[0x8000_0005]);
    // 4.7: one colour map, no opacity map, one bump map, a flat colour, five retail words.
    let mut material = Bytes::default();
    material.u32s(&[1, name(r"Map\hand\Postt2.bmp"), name(""), name(r"Map\hand\Postb8.bmp")]);
    material.u32s(&[0x80, 0x80, 0x80, 50, 50, 50, 100, 0]);

    let sections = [
        (".header", 0x1, header.0),
        (".region", 0x2, region.0),
        ("Post-00", 0x4, post.0),
        (".geometry", 0x8, polygons()),
        (".mapping", 0x10, mapping.0),
        (".material", 0x20, material.0),
        ("$PostBox", 0x4, helper.0),
        (".geometry", 0x8, triangles()),
        (".valuetable", 0x2000, values()),
    ];
    container(&LEVEL_NAMES, &sections)
}

/// 4.5, type 2: a square in the plane x = 0.25 that looks along X.
fn polygons() -> Vec<u8> {
    let points = [[0.25, -1.0, 0.0], [0.25, 1.0, 0.0], [0.25, 1.0, 2.0], [0.25, -1.0, 2.0]];
    let uvs = [[0.0, 0.0], [1.0, 0.0], [1.0, 0.5], [0.0, 0.5]];
    let mut geometry = Bytes::default();
    geometry.u32s(&[0x8000_0005, 0, 0x0080_8080]).f32s(&[0.0, 0.0, 0.0]).u32s(&[4, 4, 4, 4, 1]);
    points.iter().for_each(|point| {
        geometry.f32s(point);
    });
    for (point, uv) in (0..).zip(&uvs) {
        geometry.u32s(&[point]).f32s(&[1.0, 0.0, 0.0]).f32s(uv).u32s(&[1, 0]);
    }
    geometry.u32s(&[0, 1, 2, 3]);
    geometry.u32s(&[4, 0]).f32s(&[1.0, 0.0, 0.0, -0.25]).u32s(&[0, 0, 0, 0]);
    points.iter().for_each(|point| {
        geometry.f32s(point);
    });
    geometry.0
}

/// 4.5, type 1: a pyramid. All its corner normals are those of the faces.
fn triangles() -> Vec<u8> {
    let points: [[f32; 3]; 4] =
        [[0.0, 0.0, 0.6], [0.5, 0.0, -0.2], [-0.25, 0.4, -0.2], [-0.25, -0.4, -0.2]];
    let faces = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]];
    let normals = faces.map(|face: [u32; 3]| {
        let [a, b, c] = face.map(|corner| points[corner as usize]);
        let [u, v] = [b, c].map(|end| [0, 1, 2].map(|axis| end[axis] - a[axis]));
        let cross =
            [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        let length = cross.iter().map(|axis| axis * axis).sum::<f32>().sqrt();
        cross.map(|axis| axis / length)
    });
    let mut geometry = Bytes::default();
    geometry.f32s(&[0.0, 0.0, 0.0]).u32s(&[4, 4, 12, 4, 128, 128, 128]);
    points.iter().for_each(|point| {
        geometry.f32s(point);
    });
    faces.iter().for_each(|face| {
        geometry.u32s(face);
    });
    normals.iter().for_each(|normal| {
        geometry.f32s(normal);
    });
    normals.iter().for_each(|normal| {
        geometry.f32s(&normal.repeat(3));
    });
    points.iter().for_each(|point| {
        geometry.f32s(point);
    });
    geometry.0
}

/// 4.3: `Class`, `Moveable` and `Mass` in the group `Post-00`.
fn values() -> Vec<u8> {
    let mut table = Bytes::default();
    let manager = |table: &mut Bytes, next: u32| {
        table.text("").u32s(&[0, next, 0]).raw(&[0]);
    };
    table.text("");
    manager(&mut table, 4);
    table.text("").u32s(&[4]);
    for (id, text) in (0..).zip(["Class", "Moveable", "Mass", "Post-00"]) {
        table.text(text).u32s(&[id, 1]);
    }
    manager(&mut table, 4);
    table.u32s(&[4]);
    let mut entry = |kind: u8, id: u32, value: &[u8]| {
        table.raw(&[kind, 1, 0]).u32s(&[id, 1, id, 1, 0, 0]).raw(value).u32s(&[id, 1]);
    };
    entry(5, 0, b"CInstance\0");
    entry(1, 1, &[1]);
    entry(4, 2, &12.5f32.to_le_bytes());
    let mut children = Bytes::default();
    children.u32s(&[3, 0, 1, 1, 1, 2, 1]);
    entry(6, 3, &children.0);
    table.0
}

const SCENE_NAMES: [&str; 6] =
    ["", POST_HASH, "Header", "Hierarchy", "Partitions", "TerrainHierarchy"];

/// CRC-32 of "Post-00", as a scene names the instance's block.
pub const POST_HASH: &str = "D43EF57E";

/// CRC-32 of the partition's centre plus CRC-32 of its half-size (section 5).
const PARTITION: u32 = 0x022F_5D8F;

/// A scene that moves the post to (10, 20, 30), with one partition around it.
pub fn scene() -> Vec<u8> {
    let mut header = Bytes::default();
    header.u32s(&[22]).fixed(r"C:\data\hand.grf", 0x504 - 4);
    header.u32s(&[1]).f32s(&[0.0]).u32s(&[10]).zeros_to(1348);
    let mut partitions = Bytes::default();
    partitions.raw(&[1]).u32s(&[0x10]).f32s(&[10.0, 20.0, 30.0, 5.0, 6.0, 7.0]);
    let post = u32::from_str_radix(POST_HASH, 16).unwrap();
    let mut hierarchy = Bytes::default();
    hierarchy.u32s(&[PARTITION, 0, post, PARTITION]);
    let mut block = Bytes::default();
    block.f32s(&[10.0, 20.0, 30.0]).f32s(&[1.0, 0.0, 0.0, 0.0, 2.0]).u32s(&[0x10]);
    let special = 0x8000_0000;
    let sections = [
        ("Header", special, header.0),
        ("Partitions", special, partitions.0),
        ("Hierarchy", special, hierarchy.0),
        ("TerrainHierarchy", special, Vec::new()),
        (POST_HASH, special, block.0),
    ];
    container(&SCENE_NAMES, &sections)
}
