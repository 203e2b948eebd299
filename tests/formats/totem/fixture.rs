//! Resources of every kind, built with the writers.

use gouraud::bytes::{ColourWord, Endian, Source};
use gouraud::codec::gx::Coding;
use gouraud::formats::totem::archive::{Archive, NameTable};
use gouraud::formats::totem::bitmap::{Bitmap, opacity};
use gouraud::formats::totem::material::MaterialFile;
use gouraud::formats::totem::mesh::{Mesh, SubMesh};
use gouraud::formats::totem::skin::{AnimationRef, Group, Section, Skin, UnknownList, Weight};
use gouraud::formats::totem::{Platform, class, name_hash};
use gouraud::formats::{self, Document, Records};
use gouraud::scene::Scene;
use gouraud_testing::build::totem;
use gouraud_testing::build::totem::Corner;

pub use gouraud_testing::Folder;
pub use gouraud_testing::document::problems;
pub use gouraud_testing::document::{open, scene as alone};

pub const MESH: &str = "DB:>PROPS>TENT.TMESH";
pub const MATERIAL: &str = "DB:>PROPS>CLOTH.TMATERIAL";
pub const BITMAP: &str = "DB:>PROPS>CLOTH.TBITMAP";
pub const SKIN: &str = "DB:>PROPS>TENT.TSKIN";

/// Four corners of a slope: a strip of two triangles, counter-clockwise seen from +Z.
fn slope(z: f32) -> [Corner; 4] {
    [[0.0, 1.0], [0.0, 0.0], [2.0, 1.0], [2.0, 0.0]].map(|[x, y]| Corner {
        position: [x, y, z],
        texcoord: [x * 0.5, 1.0 - y],
        normal: [0.0, 0.0, 1.0],
    })
}

/// Two strips with one material, and one collision shape of each kind.
pub fn mesh() -> Mesh {
    let mut mesh = totem::mesh();
    totem::add_strip(&mut mesh, name_hash(MATERIAL), &slope(0.0));
    totem::add_strip(&mut mesh, name_hash(MATERIAL), &slope(-1.0)[..3]);
    mesh.spheres.push(totem::sphere([1.0, 2.0, 3.0], 0.5));
    mesh.cuboids.push(totem::cuboid([1.0, 0.0, 0.0], [1.0, 2.0], 3.0));
    mesh.cylinders.push(totem::cylinder([0.0; 3], [0.0, 1.0, 0.0], 2.0, 0.25));
    mesh
}

/// The same mesh with a group number for each strip, and without collision shapes.
pub fn mesh_with_groups() -> Mesh {
    let mut mesh = mesh();
    mesh.header.flags = 4;
    mesh.strip_groups = vec![-1, 7];
    (mesh.spheres, mesh.cuboids, mesh.cylinders) = Default::default();
    mesh
}

/// The mesh for PlayStation 2, with a submesh of unknown vectors.
pub fn mesh_ps2() -> Mesh {
    let mut mesh = totem::for_ps2(&mesh());
    let values = vec![[1.0, 2.0, 3.0, 4.0], [-0.5, 0.0, 0.0, 1.0]];
    mesh.footer.submeshes = Some(vec![SubMesh { material: 0, values }]);
    mesh
}

/// A bitmap of 16 colours; the index of a texel is its column.
pub fn bitmap(platform: Platform) -> Bitmap {
    let colours: Vec<[u8; 4]> = (0..16).map(|i| [i * 17, 255 - i * 17, 0, 255]).collect();
    let indices: Vec<u8> = (0..16 * 8).map(|i| (i % 16) as u8).collect();
    totem::indexed_bitmap(platform, (16, 8), &indices, &colours, ColourWord::Rgb565)
}

/// A bitmap of direct colours with decreasing alpha.
pub fn direct(platform: Platform, coding: Coding) -> Bitmap {
    let colours: Vec<[u8; 4]> = (0..70u8).map(|i| [i, 200 - i, 3 * i, 255 - 3 * i]).collect();
    let mut bitmap = totem::direct_bitmap(platform, (10, 7), &colours, coding);
    bitmap.header.opacity = opacity::BLENDED;
    bitmap
}

pub fn material(platform: Platform) -> MaterialFile {
    totem::material_file(platform, totem::material(name_hash(BITMAP)))
}

/// Two bones that share the vertices of the mesh.
pub fn skin(platform: Platform) -> Skin {
    let weight = |id, weight| Weight { id, weight };
    let group = |bone: &str, vertices: Vec<Weight>| {
        let normals = vec![weight(0, 1.0)];
        Group { bone: name_hash(bone), sections: vec![Section { mesh: 0, vertices, normals }] }
    };
    let groups = vec![
        group("POLE", vec![weight(0, 1.0), weight(1, 1.0), weight(2, 0.5)]),
        group("FLAP", vec![weight(2, 1.5), weight(3, 2.0)]),
    ];
    let mut skin = totem::skin(platform, vec![name_hash(MESH)], groups);
    skin.has_animations = 1;
    skin.animations = vec![AnimationRef { symbol: 5, animation: name_hash("WAVE") }];
    skin.unknown_lists = vec![UnknownList { vertices: vec![0, 3], normals: vec![0] }];
    skin
}

/// The mesh with its material, bitmap and skin.
pub fn archive(platform: Platform) -> (Archive, NameTable) {
    let mesh = if platform.endian == Endian::Big { mesh() } else { mesh_ps2() };
    let files = vec![
        totem::file(class::MESH, MESH, mesh.write().unwrap()),
        totem::file(class::MATERIAL, MATERIAL, material(platform).write().unwrap()),
        totem::file(class::BITMAP, BITMAP, bitmap(platform).write().unwrap()),
        totem::file(class::SKIN, SKIN, skin(platform).write().unwrap()),
    ];
    (totem::archive(platform.endian, files), totem::names([MESH, MATERIAL, BITMAP, SKIN]))
}

/// Every kind of file with its format, for both consoles.
pub fn all() -> Vec<(&'static str, String, Vec<u8>)> {
    let mut all = Vec::new();
    let mut add = |format, name: String, bytes: Vec<u8>| all.push((format, name, bytes));
    for platform in [Platform::GAMECUBE, Platform::PS2] {
        let console = if platform.endian == Endian::Big { "ngc" } else { "ps2" };
        let name = |what: &str| format!("{what}.{console}");
        add("totem.material", name("material"), material(platform).write().unwrap());
        add("totem.skin", name("skin"), skin(platform).write().unwrap());
        add("totem.bitmap", name("indexed"), bitmap(platform).write().unwrap());
        for coding in Coding::ALL.into_iter().filter(|coding| !coding.is_indexed()) {
            let file = direct(platform, coding).write().unwrap();
            add("totem.bitmap", name(&format!("{coding:?}")), file);
        }
        let (archive, names) = archive(platform);
        add("totem.archive", name("data"), archive.write().unwrap());
        add("totem.archive", name("names"), names.write());
    }
    add("totem.mesh", "mesh".to_owned(), mesh().write().unwrap());
    add("totem.mesh", "groups".to_owned(), mesh_with_groups().write().unwrap());
    add("totem.mesh", "ps2".to_owned(), mesh_ps2().write().unwrap());
    all
}

/// Opens bytes as a file of the given format.
pub fn open_as(format: &str, bytes: &[u8]) -> Document {
    let source = Source::from_bytes("file", bytes.to_vec());
    formats::by_id(format).unwrap().open(&source).unwrap()
}

/// Scene among other files, and messages about missing ones.
pub fn scene_among(document: &Document, folder: &Folder) -> (Scene, Vec<String>) {
    let context = folder.context();
    let (scene, problems) = document.content.displayed().scene(context).unwrap();
    (scene, problems.iter().map(|problem| problem.message.clone()).collect())
}

/// A file written by another library.
pub fn sample(name: &str) -> Vec<u8> {
    gouraud_testing::fixtures::read(&format!("totem/{name}"))
}
