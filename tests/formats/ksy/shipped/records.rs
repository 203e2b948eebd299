//! TotemTech's records and headers of discs.

use super::{cells, check, scene, text};

#[test]
fn totem_records_choose_their_byte_order() {
    let big = f32::to_be_bytes as fn(f32) -> [u8; 4];
    for (float, kind) in [(big, [0, 16, 0, 0]), (f32::to_le_bytes, [16, 0, 0, 0])] {
        let mut file = header(float, kind);
        file.extend([1., 0.5, 0.].map(float).concat());
        file.extend([1, 0, 0, 0]);
        file.extend([2., 8.].map(float).concat());
        check(
            "totem_lamp.ksy",
            &file,
            &[("header.kind", "lamp"), ("body.green", "0.5"), ("body.end", "8.0")],
        );
        assert_eq!(scene("totem_lamp.ksy", &file).helpers.len(), 1);
    }
}

#[test]
fn totem_suns_and_cameras_are_plain_records() {
    let float = f32::to_be_bytes;
    let mut sun = header(float, [0, 12, 0, 0]);
    sun.extend((0..13_u8).map(f32::from).flat_map(float));
    sun.extend([1, 0, 0, 0]);
    sun.extend([7., 8., 9.].map(float).concat());
    let cases = [("body.colour.x", "4.0"), ("body.ambient.z", "12.0"), ("body.position.y", "8.0")];
    check("totem_sun.ksy", &sun, &cases);
    let mut camera = header(float, [0, 7, 0, 0]);
    camera.extend([1.5, 0.].map(float).concat());
    camera.extend([0x12, 0x34, 0x56, 0x78]);
    let cases = [("body.angle", "1.5"), ("body.target", "305419896")];
    check("totem_camera.ksy", &camera, &cases);
}

/// The header of a resource: a sphere, a box, 16 bytes, kind and flags.
fn header(float: fn(f32) -> [u8; 4], kind: [u8; 4]) -> Vec<u8> {
    let mut header = [0., 0., 0., 5.].map(float).concat();
    header.extend([0.; 16].map(float).concat());
    header.extend([0; 16]);
    header.extend(kind);
    header
}

#[test]
fn gamecube_disc_names_its_files() {
    let mut file = b"GTSTE0\0\0\0\0".to_vec();
    file.extend([0; 18]);
    file.extend([0xC2, 0x33, 0x9F, 0x3D]);
    file.extend(text("Test disc", 0x3E0));
    file.resize(0x420, 0);
    file.extend([0_u32, 0x440, 36 + 8, 44, 0, 0, 0, 0].map(u32::to_be_bytes).concat());
    file.extend([0x0100_0000_u32, 0, 3].map(u32::to_be_bytes).concat());
    file.extend([0x0100_0000_u32, 0, 3].map(u32::to_be_bytes).concat());
    file.extend([4_u32, 0x10, 5].map(u32::to_be_bytes).concat());
    file.extend(b"dir\0a.b\0");
    check(
        "gamecube_disc.ksy",
        &file,
        &[("title", "\"Test disc\""), ("files.entries[0].name", "\"dir\"")],
    );
    let scene = scene("gamecube_disc.ksy", &file);
    let files = scene.tables.iter().next().unwrap();
    assert_eq!(cells(files), [["dir", "folder", "0", "3"], ["a.b", "file", "16", "5"]]);
}

#[test]
fn iso9660_lists_the_root_folder() {
    let both = |value: u32| [value.to_le_bytes(), value.to_be_bytes()].concat();
    let pair = |value: u16| [value.to_le_bytes(), value.to_be_bytes()].concat();
    let record = |block, size, flags, name: &[u8]| {
        let len = 33 + name.len() + (name.len() + 1) % 2;
        let mut record = vec![len as u8, 0];
        record.extend([both(block), both(size)].concat());
        record.extend([100, 1, 2, 3, 4, 5, 0, flags, 0, 0]);
        record.extend(pair(1));
        record.push(name.len() as u8);
        record.extend(name);
        record.resize(len, 0);
        record
    };
    let mut file = vec![0; 0x8000];
    file.extend(b"\x01CD001\x01\0");
    file.extend([b' '; 32]);
    file.extend(b"VOLUME");
    file.resize(0x8048, b' ');
    file.extend([0; 8]);
    file.extend(both(19));
    file.extend([0; 32]);
    file.extend([pair(1), pair(1), pair(2048), both(10)].concat());
    file.extend([0; 16]);
    file.extend(record(18, 2048, 2, b"\0"));
    file.resize(0x832D, b' ');
    file.extend(b"2000010203040500\0");
    file.resize(0x9000, 0);
    file.extend(record(18, 2048, 2, b"\0"));
    file.extend(record(18, 2048, 2, b"\x01"));
    file.extend(record(19, 5, 0, b"A.TXT;1"));
    file.resize(0x9800, 0);
    check(
        "iso9660.ksy",
        &file,
        &[
            ("name", "\"VOLUME\""),
            ("created", "\"2000010203040500\""),
            ("files.sectors[0].entries[2].record.name", "\"A.TXT;1\""),
        ],
    );
}
