//! The demo set: reproduced by its generator, without a flaw, and with one of everything.

#[path = "../examples/make_demo/plaza/mod.rs"]
mod plaza;
#[path = "../examples/make_demo/prop/mod.rs"]
mod prop;
#[path = "../examples/make_demo/voices/mod.rs"]
mod voices;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gouraud::bytes::{Severity, Source};
use gouraud::container::{Context, Miss, NoNames, Siblings};
use gouraud::formats::neversoft::psx::flags::{base, blend_mode, is_drawn};
use gouraud::formats::neversoft::psx::{File, chunk::Body, parse};
use gouraud::formats::{Document, identify};
use gouraud::scene::{Blend, LayerKind, Samples, Scene, Surface, TexelFormat};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo")
}

fn read(name: &str) -> Source {
    Source::from_bytes(name, std::fs::read(folder().join(name)).unwrap())
}

fn open(name: &str) -> Document {
    let source = read(name);
    let (format, _) = identify(&source).unwrap_or_else(|| panic!("nobody knows {name}"));
    format.open(&source).unwrap()
}

/// The files of the demo folder.
struct Demo;

impl Siblings for Demo {
    fn open(&self, name: &str) -> Result<Source, Miss> {
        let found = self.names().into_iter().find(|known| known.eq_ignore_ascii_case(name));
        found
            .map(|name| read(&name))
            .ok_or(Miss { name: name.into(), looked_in: "the demo".into() })
    }
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(folder()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into()).collect();
        names.sort();
        names
    }
}

fn scene(name: &str) -> Scene {
    let context = Context { siblings: &Demo, names: &NoNames };
    let (scene, problems) = open(name).content.scene(context).unwrap();
    let all: Vec<_> = problems.iter().map(|p| p.to_string()).collect();
    assert!(all.is_empty(), "{name}: {all:#?}");
    scene
}

fn records(name: &str) -> File {
    parse(&read(name)).unwrap().0
}

const LEVELS: [&str; 3] = ["plaza.psx", "plaza_l.psx", "plaza_o.psx"];

#[test]
fn the_committed_bytes_are_what_the_generator_writes() {
    let mut files = plaza::files().unwrap();
    files.extend(prop::files().unwrap());
    files.push(voices::file().unwrap());
    for (name, bytes) in files {
        let stored = std::fs::read(folder().join(name)).unwrap();
        assert!(stored == bytes, "{name} differs: run `cargo run --example make_demo`");
    }
}

#[test]
fn every_file_opens_without_a_complaint() {
    for name in Demo.names() {
        let document = open(&name);
        let all = document
            .problems
            .iter()
            .chain(document.content.audit().iter())
            .map(|p| p.into_owned())
            .collect::<Vec<_>>();
        let bad: Vec<_> = all.iter().filter(|p| p.severity > Severity::Note).collect();
        assert!(bad.is_empty(), "{name}: {bad:#?}");
    }
}

#[test]
fn every_byte_is_explained_once_and_written_again() {
    for name in Demo.names() {
        let document = open(&name);
        let coverage = document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0), "{name}");
        let written = document.content.write().unwrap();
        assert!(written == document.source.bytes(), "{name} is written differently");
    }
}

#[test]
fn it_is_small() {
    let sizes = Demo.names().into_iter().map(|name| read(&name).len());
    assert!(sizes.sum::<u64>() < 3 << 20);
    let faces = open("plaza.psx").counts.get("faces").unwrap();
    assert!((2000..=6000).contains(&faces), "{faces} faces");
}

#[test]
fn every_known_flag_of_a_face_is_in_it() {
    let mut flags = 0;
    let mut modes = BTreeSet::new();
    let mut surface = 0;
    for name in LEVELS {
        for face in records(name).models.iter().flat_map(|model| &model.faces) {
            flags |= face.flags;
            modes.extend(blend_mode(face.flags));
            surface |= face.surface;
            // Rules of the writer.
            let textured = face.flags & base::ANY_TEXTURE;
            assert!(textured == 0 || textured == base::ANY_TEXTURE);
            assert!(textured != 0 || face.flags & base::SUBDIVIDE == 0);
        }
    }
    assert_eq!(flags, 0x1BFF, "{flags:#06x}");
    assert_eq!(modes, (0..4).collect());
    assert_eq!(surface, 0x057B, "{surface:#06x}");
}

#[test]
fn every_kind_of_picture_and_paint_is_in_it() {
    let scene = scene("plaza.psx");
    let depths: BTreeSet<u32> = scene.textures.iter().map(|t| t.format.bits()).collect();
    assert_eq!(depths, [4, 8].into());
    assert!(scene.textures.iter().all(|texture| texture.palette.is_some()));
    assert!(scene.textures.iter().all(|texture| texture.format != TexelFormat::Rgba8));
    for blend in Blend::ALL {
        let of = |plain: bool| {
            scene
                .materials
                .iter()
                .any(|m| m.blend == Some(blend) && (m.surface == Surface::Plain) == plain)
        };
        assert!(of(false), "no textured {blend:?}");
    }
    assert!(scene.materials.iter().any(|m| m.surface == Surface::Plain && m.gouraud));
    assert!(scene.materials.iter().any(|m| m.surface == Surface::Plain && !m.gouraud));
    assert!(scene.materials.iter().any(|m| m.lit));
    // Nothing is missing, nothing vanishes.
    assert!(
        scene.materials.iter().all(|m| !matches!(m.surface, Surface::Missing(_)) && !m.vanishes)
    );
    assert!(scene.meshes.iter().any(|mesh| !mesh.billboards.is_empty()));
}

#[test]
fn glass_has_solid_frames_blending_panes_and_holes() {
    let scene = scene("plaza.psx");
    let name = gouraud::formats::neversoft::hash::model_name(b"glass");
    let glass = scene.textures.iter().find(|texture| texture.id == name).unwrap();
    let palette = &scene.palettes[glass.palette.unwrap() as usize];
    let gouraud::scene::Texels::Indices(indices) = glass.pixels.decode() else { panic!() };
    let loaded = palette.loaded();
    let words = || indices.iter().map(|index| loaded[usize::from(*index)]);
    assert!(words().any(|word| word == 0));
    assert!(words().any(|word| word & 0x8000 != 0));
    assert!(words().any(|word| word != 0 && word & 0x8000 == 0));
}

#[test]
fn pictures_are_seen_through_two_palettes() {
    let file = records("plaza_l.psx");
    let textures = file.library.unwrap().textures;
    let twins = textures.iter().enumerate().flat_map(|(i, a)| {
        textures[i + 1..].iter().filter(move |b| a.pixels == b.pixels && a.palette != b.palette)
    });
    assert_eq!(twins.count(), 4);
}

#[test]
fn everything_that_moves_is_in_it() {
    let file = records("plaza.psx");
    let chunks = file.library.as_ref().unwrap().chunks.iter();
    let (mut wibbles, mut pulses, mut maps) = (0, 0, 0);
    for chunk in chunks {
        match &chunk.body {
            Body::Wibble(list) => wibbles += list.records.len(),
            Body::Pulse(list) => pulses += list.len(),
            Body::BlockMap(map) => maps += usize::from(map.nx == 20 && map.nz == 20),
            _ => {}
        }
    }
    assert_eq!((wibbles, pulses, maps), (4, 3, 1));
    assert!(file.models.iter().any(|model| model.lod.is_some_and(|lod| lod.next != 0xFFFF)));
    let unseen = |face: &gouraud::formats::neversoft::psx::face::Face| !is_drawn(face.flags);
    assert!(
        file.models.iter().any(|model| !model.faces.is_empty() && model.faces.iter().all(unseen))
    );
}

#[test]
fn the_triggers_bring_the_level_together() {
    let scene = scene("plaza.psx");
    let layer = |kind| scene.layers.iter().filter(move |layer| layer.kind == kind);
    assert_eq!(layer(LayerKind::Sky).count(), 1);
    assert!(layer(LayerKind::LevelOfDetail).any(|layer| layer.name == "Lower detail"));
    let helpers: BTreeSet<&str> =
        layer(LayerKind::Helper).map(|layer| layer.name.as_str()).collect();
    for name in ["Rails", "Restarts", "Pickups", "Crates", "Cameras", "Baddies", "Command points"] {
        assert!(helpers.contains(name), "no {name}: {helpers:?}");
    }
    // What the level's faces are covered with is in the library.
    let library = records("plaza_l.psx").library.unwrap();
    assert!(library.textures.len() > 20 && records("plaza_l.psx").models.is_empty());
}

#[test]
fn the_bank_has_every_coding_and_layout_of_channels() {
    let scene = scene("voices.tpa");
    let kinds: BTreeSet<_> = scene.sounds.iter().map(|s| (s.codec, s.bits, s.channels)).collect();
    let pcm = [8, 16].into_iter().flat_map(|bits| [("PCM", bits, 1), ("PCM", bits, 2)]);
    let adpcm = [("IMA ADPCM", 16, 1), ("IMA ADPCM", 16, 2)];
    assert_eq!(kinds, pcm.chain(adpcm).collect());
    assert!(scene.sounds.iter().any(|sound| sound.ids.len() > 1), "a sound with two names");
    assert!(read("voices.tpa").len() < 400_000);
}

#[test]
fn captions_are_spoken_in_their_time() {
    for sound in scene("voices.tpa").sounds.iter().filter(|sound| !sound.captions.is_empty()) {
        let Samples::I16(samples) = sound.data.decode() else { panic!("voices have 16 bits") };
        let at = |ms: u64| (ms * u64::from(sound.rate) / 1000) as usize;
        let loudest = |from: u64, to: u64| {
            let part = samples.get(at(from)..at(to).min(samples.len())).unwrap_or(&[]);
            part.iter().map(|sample| sample.unsigned_abs()).max().unwrap_or(0)
        };
        let spoken = sound.captions.len() - 1;
        for caption in &sound.captions[..spoken] {
            assert!(loudest(caption.start_ms, caption.start_ms + 500) > 3000, "{caption:?}");
            assert!(loudest(caption.end_ms - 40, caption.end_ms) < 1500, "{caption:?}");
        }
        let last = &sound.captions[spoken];
        assert_eq!(loudest(last.start_ms, last.end_ms), 0, "nothing is said under the last one");
    }
}

#[test]
fn names_come_from_the_built_in_lists_but_for_one() {
    let library = gouraud::library::Library::new();
    let scene = library.open("demo//voices.tpa", None).unwrap().scene(&library).unwrap();
    let ids = scene.sounds.iter().flat_map(|sound| &sound.ids);
    let unknown: Vec<String> =
        ids.filter(|id| id.name.resolved().is_none()).map(|id| id.name.hex()).collect();
    assert_eq!(unknown, ["DEC0DED5"]);
    let collisions = scene.collisions.iter();
    assert!(collisions.flat_map(|c| &c.materials).all(|material| material.resolved().is_some()));
    assert!(
        scene.collisions.iter().all(|c| c.hits.iter().chain(&c.slide).all(|s| s.sound.is_some()))
    );
}

#[test]
fn the_prop_is_whole_on_both_consoles() {
    let library = gouraud::library::Library::new();
    let mut sizes = 0;
    for (half, version) in [("prop.NGC", "GameCube"), ("prop.DPS", "PlayStation 2")] {
        let members = library.list(&format!("demo//{half}"), false).unwrap();
        assert!(members.len() > 10, "{half}: {members:?}");
        for member in &members {
            let opened = library.open(&member.path, None).unwrap();
            assert_eq!(opened.document.version, version, "{}", member.path);
            let problems = opened.problems(&library);
            assert!(problems.worst() <= Some(Severity::Note), "{}: {problems:?}", member.path);
        }
        sizes += members.iter().map(|member| member.size).sum::<u64>();
        let mesh = library.open(&format!("demo//{half}//DB:>PROPS>CHEST.TMESH"), None).unwrap();
        let scene = mesh.scene(&library).unwrap();
        assert_eq!(scene.helpers.len(), 4, "collision shapes");
        assert!(scene.materials.iter().all(|m| !matches!(m.surface, Surface::Missing(_))));
        let skin = library.open(&format!("demo//{half}//DB:>PROPS>CHEST.TSKIN"), None).unwrap();
        let skinned = skin.scene(&library).unwrap();
        let influences = &skinned.meshes[0].skin.as_ref().unwrap().influences;
        assert!(influences.iter().all(|four| four[0].weight == 1.0), "a vertex without a bone");
    }
    assert!(sizes < 120_000, "{sizes} bytes");
}
