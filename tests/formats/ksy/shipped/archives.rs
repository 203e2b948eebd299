//! Archives.

use glam::vec3;

use gouraud::scene::{HelperShape, Samples};
use gouraud_testing::document;

use super::{check, corners, longs, only, open, scene, text, words};

#[test]
fn quake_pak_lists_files() {
    let file = archive();
    check(
        "quake_pak.ksy",
        &file,
        &[
            ("num_entries", "2"),
            ("entries[1].name", "\"maps/start.txt\""),
            ("entries[1].body", "[62, 79, 65]"),
        ],
    );
    let members = document::members(&open("quake_pak.ksy", &file));
    let expected: [(&str, &[u8]); 2] = [("a.cfg", b"hi"), ("maps/start.txt", b"bye")];
    assert_eq!(members, document::named(&expected));
}

/// An archive of two files, with the directory at the end.
fn archive() -> Vec<u8> {
    let mut file = b"PACK".to_vec();
    file.extend(longs(&[17, 128]));
    file.extend(b"hibye");
    for (name, start, len) in [("a.cfg", 12, 2), ("maps/start.txt", 14, 3)] {
        file.extend(text(name, 56));
        file.extend(longs(&[start, len]));
    }
    file
}

#[test]
fn doom_wad_shows_walls_pictures_and_sounds() {
    let file = wad();
    check(
        "doom_wad.ksy",
        &file,
        &[
            ("lumps[3].path", "\"MAP01\""),
            ("lumps[4].path", "\"MAP01/THINGS\""),
            ("lumps[5].linedefs[1].left.floor", "16"),
            ("lumps[5].linedefs[0].has_left", "false"),
            ("lumps[11].sectors[1].ceiling_flat", "\"F_SKY1\""),
        ],
    );
    let document = open("doom_wad.ksy", &file);
    let members = document::members(&document);
    let names: Vec<&str> = members.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names[..5], ["PLAYPAL", "FLOOR", "DSBEEP", "MAP01", "MAP01/THINGS"]);
    assert_eq!(members[5].1.len(), 28);
    let scene = document::scene(&document);
    let mesh = only(&scene);
    assert_eq!((&*mesh.name, mesh.faces.len(), scene.nodes.len()), ("MAP01", 2, 1));
    // Corners of a quad are in the order of a strip.
    let wall = [vec3(64., 0., 0.), vec3(64., 128., 0.), vec3(0., 0., 0.), vec3(0., 128., 0.)];
    assert_eq!(corners(mesh, 0), wall);
    // The step from the floor of the right sector to that of the left one.
    let step = [vec3(64., 0., -64.), vec3(64., 16., -64.), vec3(64., 0., 0.), vec3(64., 16., 0.)];
    assert_eq!(corners(mesh, 1), step);
    assert_eq!(mesh.faces.get(0).unwrap().colours[0], [160; 3]);
    let sound = scene.sounds.iter().next().unwrap();
    assert_eq!(sound.data.decode(), Samples::U8(vec![128, 200, 128, 50]));
    let floor = scene.textures.iter().next().unwrap();
    assert_eq!((floor.width, floor.height), (64, 64));
    assert_eq!(document::texels(floor)[..2], [[3, 4, 5, 255], [0, 1, 2, 255]]);
}

/// An archive with a palette, a flat, a sound, and a level of two walls.
fn wad() -> Vec<u8> {
    let mut palette: Vec<u8> = vec![0; 768];
    palette[..6].copy_from_slice(&[0, 1, 2, 3, 4, 5]);
    let mut flat = vec![0; 4096];
    flat[0] = 1;
    let mut sound = words(&[3, 11025]);
    sound.extend(longs(&[36]));
    sound.extend([128; 16]);
    sound.extend([128, 200, 128, 50]);
    sound.extend([128; 16]);
    let sector = |floor: u16, ceiling: u16, sky: &str| {
        let mut sector = words(&[floor, ceiling]);
        sector.extend(text("FLOOR", 8));
        sector.extend(text(sky, 8));
        sector.extend(words(&[160, 0, 0]));
        sector
    };
    let side = |sector: u16| {
        let mut side = words(&[0, 0]);
        side.extend(text("-", 8));
        side.extend(text("-", 8));
        side.extend(text("BRICK", 8));
        side.extend(words(&[sector]));
        side
    };
    let lumps: [(&str, Vec<u8>); 12] = [
        ("PLAYPAL", palette),
        ("FLOOR", flat),
        ("DSBEEP", sound),
        ("MAP01", Vec::new()),
        ("THINGS", words(&[32, 8, 90, 1, 7])),
        ("LINEDEFS", words(&[0, 1, 1, 0, 0, 0, 0xFFFF, 1, 2, 4, 0, 0, 0, 1])),
        ("SIDEDEFS", [side(0), side(1)].concat()),
        ("VERTEXES", words(&[0, 0, 64, 0, 64, 64])),
        ("SEGS", Vec::new()),
        ("SSECTORS", Vec::new()),
        ("NODES", Vec::new()),
        ("SECTORS", [sector(0, 128, "CEIL"), sector(16, 128, "F_SKY1")].concat()),
    ];
    let total: usize = lumps.iter().map(|(_, body)| body.len()).sum();
    let mut file = b"PWAD".to_vec();
    file.extend(longs(&[12, 12 + total as u32]));
    let mut directory = Vec::new();
    for (name, body) in &lumps {
        directory.extend(longs(&[file.len() as u32, body.len() as u32]));
        directory.extend(text(name, 8));
        file.extend(body);
    }
    file.extend(directory);
    file
}

#[test]
fn doom_wad_shows_the_things_of_a_level_that_is_first() {
    let mut file = b"PWAD".to_vec();
    file.extend(longs(&[2, 22]));
    file.extend(words(&[32, 8, 90, 1, 7]));
    for (name, len) in [("MAP01", 0), ("THINGS", 10)] {
        file.extend(longs(&[12, len]));
        file.extend(text(name, 8));
    }
    let scene = scene("doom_wad.ksy", &file);
    let start = scene.helpers.iter().next().unwrap();
    let HelperShape::Point { at, heading } = start.shape else { panic!("{:?}", start.shape) };
    assert_eq!((at, heading), (vec3(32., 0., -8.), Some(vec3(0., 0., -1.))));
}
