//! Small files from the builder, and functions to inspect and to damage them.

use gouraud::bytes::{Severity, Source};
use gouraud::container::Context;
use gouraud::formats::neversoft::psx::File;
use gouraud::formats::neversoft::psx::chunk::PulseKey;
use gouraud::formats::neversoft::psx::records::Version;
use gouraud::formats::{Document, format_of};
use gouraud::scene::Scene;
use gouraud_testing::build::psx::{Builder, Image, Motion, Polygon};
use gouraud_testing::records;

/// A quad of 64 units in the plane z = 0, whose front faces −Z.
pub fn square(at: i16) -> Polygon {
    Polygon::quad([[at, -64, 0], [at + 64, -64, 0], [at, 0, 0], [at + 64, 0, 0]])
}

pub const UV: [[u8; 2]; 4] = [[0, 0], [7, 0], [0, 7], [7, 7]];
pub const WALL: u32 = 0x1111_1111;
pub const LEAF: u32 = 0x2222_2222;
pub const ELSEWHERE: u32 = 0x3333_3333;

/// Three models on four objects, textures of both depths, a texture that is in another file, faces of
/// many kinds, a block map, a wibble and a pulse.
pub fn builder() -> Builder {
    let mut builder = Builder::new(Version::V4);
    let ramp: Vec<u8> = (0..64).map(|i| i % 16).collect();
    let wall: Vec<u16> = (0..16).map(|i| i * 0x0421).collect();
    let wall = builder.image(&Image {
        name: WALL,
        palette: WALL,
        width: 8,
        height: 8,
        indices: &ramp,
        colours: &wall,
    });
    let leaf: Vec<u16> = [0x7C1F].into_iter().chain((1..40).map(|i| i * 0x0220)).collect();
    let indices: Vec<u8> = (0..35).collect();
    let leaf = builder.image(&Image {
        name: LEAF,
        palette: 0x2222_0000,
        width: 5,
        height: 7,
        indices: &indices,
        colours: &leaf,
    });
    let elsewhere = builder.texture(ELSEWHERE);
    let pulse = builder.pulse(
        vec![
            PulseKey { r: 200, g: 0, b: 0, interval: 20 },
            PulseKey { r: 0, g: 0, b: 100, interval: 10 },
        ],
        5,
    );
    let colours = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [128, 128, 128]];
    let main = builder.model(
        0xAAAA_0001,
        &[
            square(0).texels(wall, UV).tiled().gouraud(colours).subdivided(),
            square(64).texels(leaf, UV).double_sided().surface(0x10),
            square(128).gouraud(colours).blended(1),
            square(192).flat([10, 20, 30]).invisible().surface(0x40),
            Polygon::triangle([[0, 0, 0], [64, 0, 0], [0, 0, 64]]).texels(elsewhere, UV),
            square(256).entries([pulse; 4]),
        ],
    );
    let water = builder.model(0xAAAA_0002, &[square(0).texels(wall, UV).tiled().blended(0)]);
    let glow = builder.model(
        0xAAAA_0003,
        &[Polygon::sprite([0, 0, 0], [0, -96, 0], 24).texels(wall, UV).blended(1)],
    );
    builder.object(main, [100, -20, 300]);
    let pool = builder.object(water, [-500, 0, 0]);
    builder.object(glow, [0, -100, 0]);
    builder.turned_object(main, [900, 0, 0], [0, 1024, 0]);
    let motion = Motion { u_speed: 64, v_speed: -32, frequency: 512 };
    builder.wibble(pool, motion, |[u, _]| [(2, u), (15, 3)]);
    builder.block_map(4);
    builder
}

pub fn file() -> File {
    builder().finish().unwrap()
}

pub fn bytes() -> Vec<u8> {
    file().write().unwrap()
}

/// Opens bytes with this format, as a level.
pub fn open(bytes: &[u8]) -> Document {
    open_as("level.psx", bytes)
}

/// Opens bytes with this format, as a file with this name.
pub fn open_as(name: &str, bytes: &[u8]) -> Document {
    format_of::<File>().open(&Source::from_bytes(name, bytes.to_vec())).unwrap()
}

pub fn records(bytes: &[u8]) -> File {
    records::of(&Source::from_bytes("level.psx", bytes.to_vec())).unwrap()
}

/// Scene of a file without companions.
pub fn scene(bytes: &[u8]) -> Scene {
    open(bytes).content.displayed().scene(Context::ALONE).unwrap().0
}

/// The file written from its records.
pub fn rewritten(bytes: &[u8]) -> Vec<u8> {
    open(bytes).content.write().unwrap()
}

/// Warnings and errors of the document and of its scene, as text.
pub fn warnings(bytes: &[u8]) -> Vec<String> {
    let document = open(bytes);
    let (_, of_scene) = document.content.displayed().scene(Context::ALONE).unwrap();
    let all = document.problems.iter().chain(of_scene.iter());
    all.filter(|p| p.severity > Severity::Note).map(|p| p.to_string()).collect()
}

/// Checks that exactly one warning or error is about `field` and contains `words`.
pub fn reports(bytes: &[u8], field: &str, words: &str) -> bool {
    let all = warnings(bytes);
    let about = |text: &&String| text.contains(&format!("in {field}:")) && text.contains(words);
    let found = all.iter().filter(about).count();
    assert_eq!(found, 1, "{field} / {words}: {all:#?}");
    true
}

/// Offset of the field with this path.
pub fn offset(bytes: &[u8], path: &str) -> usize {
    let tree = open(bytes).tree;
    let id = tree.find(path).unwrap_or_else(|miss| panic!("{path}: only {}", miss.deepest));
    tree.field(&id).unwrap().span.start as usize
}

/// The bytes with a field overwritten.
pub fn edit(bytes: &[u8], path: &str, with: &[u8]) -> Vec<u8> {
    let at = offset(bytes, path);
    let mut bytes = bytes.to_vec();
    bytes[at..at + with.len()].copy_from_slice(with);
    bytes
}

/// `true` if every byte belongs to exactly one field or to padding.
pub fn fully_covered(bytes: &[u8]) -> bool {
    let coverage = open(bytes).tree.coverage();
    (coverage.unread, coverage.overlap) == (0, 0)
}
