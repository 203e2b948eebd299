//! Inputs with any number of elements, made with the builders.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use gouraud::formats::Records;
use gouraud::formats::totem::resource::Resource;
use gouraud::formats::totem::{Platform, class, name_hash, node};
use gouraud_testing::build::disc::{IsoFile, iso, zip};
use gouraud_testing::build::groff::{Corner, Face, InstanceTransform, Level, Model, Polygons};
use gouraud_testing::build::{neversoft, totem, tpa, trg};
use gouraud_testing::level::{self, Textures};

/// An input of variable size.
pub struct Input {
    pub name: &'static str,
    /// The smaller one of the two sizes.
    pub count: usize,
    pub make: fn(&Path, usize) -> Made,
}

/// A generated input.
pub struct Made {
    pub folder: String,
    /// Path that is passed to commands.
    pub path: String,
    /// Path of a changed version.
    pub other: Option<String>,
    /// A change of a field.
    pub set: Option<&'static str>,
}

pub const INPUTS: &[Input] = &[
    Input { name: "files in a folder", count: 1000, make: folder },
    Input { name: "members of a disc", count: 1000, make: disc },
    Input { name: "members of a ZIP", count: 1000, make: members_of_zip },
    Input { name: "members of a ZIP named by hashes", count: 1000, make: hashed_members },
    Input { name: "members of a HED and WAD", count: 1000, make: wad },
    Input { name: "archives in an archive", count: 300, make: nested },
    Input { name: "nodes of a TotemTech archive", count: 1000, make: nodes },
    Input { name: "skins of a TotemTech archive", count: 300, make: skins },
    Input { name: "nodes of a trigger file", count: 10_000, make: triggers },
    Input { name: "instances of a Trespasser level", count: 1000, make: instances },
    Input { name: "instances of a Trespasser level in a ZIP", count: 1000, make: packed_instances },
    Input { name: "faces", count: 50_000, make: faces },
    Input { name: "textures", count: 500, make: textures },
    Input { name: "sounds", count: 1000, make: sounds },
];

fn put(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    fs::write(&path, bytes).expect("there is room");
    path.to_string_lossy().into_owned()
}

fn made(folder: &Path, path: String) -> Made {
    Made { folder: folder.to_string_lossy().into_owned(), path, other: None, set: None }
}

/// A small level that differs from others.
fn small(number: usize) -> Vec<u8> {
    let textures = Textures { count: 1, side: 8 };
    level::bytes(1 + number % 7, textures).expect("a small level can be stored")
}

fn named(count: usize) -> Vec<(String, Vec<u8>)> {
    (0..count).map(|number| (format!("L{number:05}.PSX"), small(number))).collect()
}

fn borrowed(files: &[(String, Vec<u8>)]) -> Vec<(&str, &[u8])> {
    files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect()
}

fn folder(folder: &Path, count: usize) -> Made {
    let inside = folder.join("files");
    fs::create_dir(&inside).expect("the folder is new");
    named(count).iter().for_each(|(name, bytes)| drop(put(&inside, name, bytes)));
    // Listings of recently changed folders are not cached.
    let hour_ago = SystemTime::now() - Duration::from_secs(3600);
    let opened = fs::File::open(&inside).and_then(|folder| folder.set_modified(hour_ago));
    opened.expect("the folder can be changed");
    made(folder, inside.to_string_lossy().into_owned())
}

fn disc(folder: &Path, count: usize) -> Made {
    let files = named(count);
    let files: Vec<IsoFile<'_>> =
        files.iter().map(|(name, bytes)| IsoFile::new(name, bytes)).collect();
    made(folder, put(folder, "disc.iso", &iso("SCALING", &files).bytes()))
}

fn members_of_zip(folder: &Path, count: usize) -> Made {
    made(folder, put(folder, "files.zip", &zip(&borrowed(&named(count)))))
}

/// Extracted files in folders of 50, each with a trigger file that may contain their names.
fn hashed_members(folder: &Path, count: usize) -> Made {
    let triggers = trg::file(vec![trg::object(2, 0, [])]).write().expect("the node can be stored");
    let member = |number: usize| match number % 50 {
        0 => (format!("F{:03}/L.TRG", number / 50), triggers.clone()),
        _ => (format!("F{:03}/{number:08X}.PSX", number / 50), small(number)),
    };
    let files: Vec<(String, Vec<u8>)> = (0..count).map(member).collect();
    made(folder, put(folder, "files.zip", &zip(&borrowed(&files))))
}

fn wad(folder: &Path, count: usize) -> Made {
    let files = named(count);
    let files = borrowed(&files);
    put(folder, "CD.HED", &neversoft::hed_plain(&files, &[0xFF]));
    made(folder, put(folder, "CD.WAD", &neversoft::wad(&files)))
}

fn nested(folder: &Path, count: usize) -> Made {
    let inner = |number: usize| {
        let files: Vec<(String, Vec<u8>)> =
            (0..4).map(|inner| (format!("F{inner}.PSX"), small(number + inner))).collect();
        (format!("A{number:05}.ZIP"), zip(&borrowed(&files)))
    };
    let files: Vec<(String, Vec<u8>)> = (0..count).map(inner).collect();
    made(folder, put(folder, "nested.zip", &zip(&borrowed(&files))))
}

const MESH: &str = "DB:>BOX.TMESH";

fn corners() -> [totem::Corner; 4] {
    let corner = |x: f32, y: f32| totem::Corner {
        position: [x, y, 0.0],
        texcoord: [x, y],
        normal: [0.0, 0.0, 1.0],
    };
    [corner(0.0, 1.0), corner(0.0, 0.0), corner(1.0, 1.0), corner(1.0, 0.0)]
}

/// An archive of these files and a mesh, with a companion that has all names.
fn totem_archive(folder: &Path, files: Vec<(u32, String, Vec<u8>)>) -> Made {
    let mut mesh_file = totem::mesh();
    totem::add_strip(&mut mesh_file, 0, &corners());
    let mut names = vec![MESH.to_owned()];
    let mut all =
        vec![totem::file(class::MESH, MESH, mesh_file.write().expect("the mesh can be stored"))];
    for (class, name, bytes) in files {
        all.push(totem::file(class, &name, bytes));
        names.push(name);
    }
    let table = totem::names(names.iter().map(String::as_str));
    put(folder, "A.NGC", &table.write());
    let archive = totem::archive(Platform::GAMECUBE.endian, all);
    made(folder, put(folder, "A.DGC", &archive.write().expect("the archive can be stored")))
}

fn box_node(resource: u32) -> Vec<u8> {
    let node = node::Node { resource, ..node::Node::new() };
    Resource::new(Platform::GAMECUBE, node).write().expect("a node can be stored")
}

fn nodes(folder: &Path, count: usize) -> Made {
    let node =
        |number| (class::NODE, format!("DB:>BOX{number:05}.TNODE"), box_node(name_hash(MESH)));
    totem_archive(folder, (0..count).map(node).collect())
}

fn skins(folder: &Path, count: usize) -> Made {
    let skin = |number: usize| {
        let name = format!("DB:>SKIN{number:05}.TSKIN");
        let bytes = totem::skin(Platform::GAMECUBE, vec![name_hash(MESH)], Vec::new()).write();
        (class::SKIN, name, bytes.expect("a skin can be stored"))
    };
    let node = |number: usize| {
        let shown = name_hash(&format!("DB:>SKIN{number:05}.TSKIN"));
        (class::NODE, format!("DB:>BOX{number:05}.TNODE"), box_node(shown))
    };
    totem_archive(folder, (0..count).map(skin).chain((0..count).map(node)).collect())
}

fn triggers(folder: &Path, count: usize) -> Made {
    let write = |name: &str, kind: u16| {
        let node = |number: usize| trg::object(kind, u32::try_from(number).unwrap_or(0), []);
        let file = trg::file((0..count).map(node).collect());
        put(folder, name, &file.write().expect("the nodes can be stored"))
    };
    let other = Some(write("other.trg", 9));
    Made { other, set: Some("nodes[0].model=4"), ..made(folder, write("level.trg", 2)) }
}

/// A level with many objects of a few kinds, some of which have their own model.
fn groff(count: usize) -> Vec<u8> {
    let mut level = Level::default();
    let model = |shade: u32| {
        let corner = |point| Corner { point, uv: [0.0; 2], normal: None };
        Model::Polygons(Polygons {
            points: vec![[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
            faces: vec![Face { corners: (0..4).map(corner).collect(), surface: 0, flags: 0 }],
            surfaces: Vec::new(),
            default_colour: 0x0080_8000 | shade & 0xFF,
        })
    };
    for number in 0..count {
        let shade = u32::try_from(number).unwrap_or(0);
        let name = format!("Rock{number:05}");
        let own = level.model(&name, model(shade));
        let at = |number: usize| f32::from(u16::try_from(number).unwrap_or(0));
        level.instance(
            &name,
            own,
            InstanceTransform::at(at(number % 100) * 2.0, at(number / 100), 0.0),
            0,
        );
    }
    level.finish().write().expect("the level can be stored")
}

fn instances(folder: &Path, count: usize) -> Made {
    made(folder, put(folder, "level.grf", &groff(count)))
}

fn packed_instances(folder: &Path, count: usize) -> Made {
    let bytes = groff(count);
    let path = put(folder, "level.zip", &zip(&[("level.grf", &bytes)]));
    made(folder, format!("{path}//level.grf"))
}

fn level_of(faces: usize, textures: Textures) -> Vec<u8> {
    level::bytes(faces, textures).expect("the level can be stored")
}

fn faces(folder: &Path, count: usize) -> Made {
    let textures = Textures::default();
    let other = Some(put(folder, "other.psx", &level_of(count + 1, textures)));
    let path = put(folder, "level.psx", &level_of(count, textures));
    Made { other, set: Some("models[0].faces[0].flags=3"), ..made(folder, path) }
}

fn textures(folder: &Path, count: usize) -> Made {
    let textures = Textures { count: u16::try_from(count).unwrap_or(u16::MAX), side: 32 };
    made(folder, put(folder, "level.psx", &level_of(count, textures)))
}

fn sounds(folder: &Path, count: usize) -> Made {
    let samples: Vec<u8> = (0..2000).map(|at: u32| (at * 7) as u8).collect();
    let number = |at| u32::try_from(at).unwrap_or(0);
    let ids = (0..count).map(|at| tpa::id(0x1000 + number(at), at)).collect();
    let sounds = (0..count).map(|_| tpa::pcm8(11_025, 1, &samples)).collect();
    let bank = tpa::bank(ids, sounds, Vec::new());
    made(folder, put(folder, "bank.tpa", &bank.write().expect("the bank can be stored")))
}
