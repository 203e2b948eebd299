//! The demo set: reproduced by its generator, without problems, and with an example of every feature.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use glam::Vec3;
use gouraud::bytes::{Severity, Source};
use gouraud::container::{Context, MissingCompanion, NoNames, Siblings};
use gouraud::formats::neversoft::psx::flags::{base, blend_mode, is_drawn};
use gouraud::formats::neversoft::psx::{File, chunk::Body};
use gouraud::formats::trespasser::name_hash;
use gouraud::formats::{Document, identify};
use gouraud::scene::{Blend, Id, LayerKind, Samples, Scene, Surface, TexelFormat};

use crate::make_demo;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo")
}

fn read(name: &str) -> Source {
    Source::from_bytes(name, std::fs::read(folder().join(name)).unwrap())
}

/// The document, or the one inside a wrapper.
fn open(name: &str) -> Document {
    let known = |source: &Source| {
        let (format, _) = identify(source).unwrap_or_else(|| panic!("no format claims {name}"));
        format.open(source).unwrap()
    };
    let document = known(&read(name));
    // Only the library recognises the contents of an `.spz`: bare pixels have no signature.
    let inside = document.content.packed().decoded().filter(|inside| inside.codec != "spz");
    let inside = inside.map(|inside| known(&inside.source));
    inside.unwrap_or(document)
}

/// The files of the demo folder.
struct Demo;

impl Siblings for Demo {
    fn open(&self, name: &str) -> Result<Source, MissingCompanion> {
        let names = self.names();
        let found = names.iter().find(|known| known.eq_ignore_ascii_case(name));
        found
            .map(|name| read(name))
            .ok_or(MissingCompanion { name: name.into(), looked_in: "the demo".into() })
    }
    fn names(&self) -> Arc<[String]> {
        let entries = std::fs::read_dir(folder()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into()).collect();
        names.sort();
        names.into()
    }
}

fn scene(name: &str) -> Scene {
    let context = Context { siblings: &Demo, names: &NoNames };
    let (scene, problems) = open(name).content.displayed().scene(context).unwrap();
    let all: Vec<_> = problems.iter().map(|p| p.to_string()).collect();
    assert!(all.is_empty(), "{name}: {all:#?}");
    scene
}

fn records(name: &str) -> File {
    gouraud_testing::records::of(&read(name)).unwrap()
}

const LEVELS: [&str; 3] = ["plaza.psx", "plaza_l.psx", "plaza_o.psx"];

#[test]
fn generator_reproduces_committed_files() {
    for (name, bytes) in make_demo::files().unwrap() {
        let stored = std::fs::read(folder().join(name)).unwrap();
        assert!(stored == bytes, "{name} differs: run `cargo run --example make_demo`");
    }
}

#[test]
fn all_files_open_without_problems() {
    for name in &*Demo.names() {
        let document = open(name);
        let all = document
            .problems
            .iter()
            .chain(document.audit().problems.iter())
            .map(|p| p.into_owned())
            .collect::<Vec<_>>();
        let bad: Vec<_> = all.iter().filter(|p| p.severity > Severity::Note).collect();
        assert!(bad.is_empty(), "{name}: {bad:#?}");
    }
}

#[test]
fn all_files_are_covered_and_written_back() {
    for name in &*Demo.names() {
        let document = open(name);
        let coverage = document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0), "{name}");
        let written = document.content.write().unwrap();
        assert!(written == document.source.bytes(), "{name} is written differently");
    }
}

#[test]
fn levels_start_at_the_player_start() {
    let names = |file: &str| {
        let context = Context { siblings: &Demo, names: &NoNames };
        let (scene, _) = open(file).content.displayed().scene(context).unwrap();
        scene.starts.into_iter().map(|start| start.name).collect::<Vec<_>>()
    };
    assert_eq!(names("plaza.psx"), ["Plaza", "Bowl", "Terrace"]);
    assert_eq!(names("island.grf"), ["Anne"]);
    assert_eq!(names("island.scn"), ["Anne"]);
    assert!(names("skater.psx").is_empty() && names("plaza_l.psx").is_empty());
}

#[test]
fn rails_are_objects_of_their_level() {
    let scene = scene("plaza_t.trg");
    let world = scene.world_transforms();
    let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for (node, at) in scene.nodes.iter().zip(&world) {
        for point in scene.mesh_of(node).iter().flat_map(|mesh| mesh.positions.iter()) {
            let point = at.transform_point3(*point);
            (low, high) = (low.min(point), high.max(point));
        }
    }
    let rails = scene.layers.iter().position(|layer| layer.name == "Rails").unwrap();
    let rails = scene.helpers.iter().filter(|helper| usize::from(helper.layer) == rails);
    let inside = |helper: &&gouraud::scene::Helper| {
        let at = helper.shape.position();
        at.cmpge(low).all() && at.cmple(high).all()
    };
    let (all, inside) = (rails.clone().count(), rails.filter(inside).count());
    assert!(all > 20 && inside * 10 > all * 9, "{inside} of {all}");
}

#[test]
fn is_small() {
    let names = Demo.names();
    let sizes = names.iter().map(|name| read(name).len());
    assert!(sizes.sum::<u64>() < 3 << 20);
    let faces = open("plaza.psx").counts.get("faces").unwrap();
    assert!((2000..=6000).contains(&faces), "{faces} faces");
}

#[test]
fn contains_every_known_face_flag() {
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
fn contains_every_kind_of_picture_and_paint() {
    let scene = scene("plaza.psx");
    let depths: BTreeSet<u32> = scene.textures.iter().map(|t| t.format.bits()).collect();
    assert_eq!(depths, [4, 8].into());
    assert!(scene.textures.iter().all(|texture| texture.palette.is_some()));
    assert!(scene.textures.iter().all(|texture| texture.format != TexelFormat::Rgba8));
    for blend in Blend::MODES {
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
    // No texture is missing, no face is invisible.
    assert!(
        scene.materials.iter().all(|m| !matches!(m.surface, Surface::Missing(_)) && !m.vanishes)
    );
    assert!(scene.meshes.iter().any(|mesh| !mesh.billboards.is_empty()));
}

#[test]
fn glass_has_solid_blended_and_transparent_texels() {
    let scene = scene("plaza.psx");
    let name = gouraud::formats::neversoft::hash::model_name(b"glass");
    let glass = scene.textures.iter().find(|texture| texture.id == name).unwrap();
    let palette = &scene.palettes[glass.palette.unwrap().index()];
    let gouraud::scene::Texels::Indices(indices) = glass.pixels.decode() else { panic!() };
    let loaded = palette.loaded();
    let words = || indices.iter().map(|index| loaded[usize::from(*index)]);
    assert!(words().any(|word| word == 0));
    assert!(words().any(|word| word & 0x8000 != 0));
    assert!(words().any(|word| word != 0 && word & 0x8000 == 0));
}

#[test]
fn pictures_have_two_palettes() {
    let file = records("plaza_l.psx");
    let textures = file.library.unwrap().textures;
    let twins = textures.iter().enumerate().flat_map(|(i, a)| {
        textures[i + 1..].iter().filter(move |b| a.pixels == b.pixels && a.palette != b.palette)
    });
    assert_eq!(twins.count(), 4);
}

#[test]
fn contains_every_kind_of_animation() {
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
fn triggers_load_all_files_of_the_level() {
    let scene = scene("plaza.psx");
    let layer = |kind| scene.layers.iter().filter(move |layer| layer.kind == kind);
    assert_eq!(layer(LayerKind::Sky).count(), 1);
    assert!(layer(LayerKind::LevelOfDetail).any(|layer| layer.name == "Lower detail"));
    let helpers: BTreeSet<&str> =
        layer(LayerKind::Helper).map(|layer| layer.name.as_str()).collect();
    for name in ["Kill boxes", "Visibility boxes", "Lights", "Light ranges"] {
        assert!(helpers.contains(name), "no {name}: {helpers:?}");
    }
    for name in ["Rails", "Restarts", "Pickups", "Crates", "Cameras", "Baddies", "Command points"] {
        assert!(helpers.contains(name), "no {name}: {helpers:?}");
    }
    // The textures of the level's faces are in the library.
    let library = records("plaza_l.psx").library.unwrap();
    assert!(library.textures.len() > 20 && records("plaza_l.psx").models.is_empty());
}

#[test]
fn triggers_open_the_level_for_one_and_two_players() {
    let scene = scene("plaza_t.trg");
    let [sets] = &scene.variants[..] else { panic!("one choice") };
    let names: Vec<&str> = sets.options.iter().map(|option| option.name.as_str()).collect();
    assert_eq!(names, ["One player", "Two players"]);
    let [one, two] = &sets.options[..] else { panic!("two sets") };
    assert!(one.nodes.len() > two.nodes.len() && !two.nodes.is_empty());
    let items = scene.layers.iter().position(|layer| layer.name == "Pickup models").unwrap();
    let items = scene.nodes.iter().filter(|node| usize::from(node.layer) == items);
    assert_eq!(items.count(), 10, "each pickup is a model");
    let air = scene.air;
    let fog = air.fog.unwrap();
    assert_eq!((fog.start, fog.range, fog.colour), (1500.0, 4096.0, Some([0x5A, 0x44, 0x68])));
    assert_eq!(air.backdrop.unwrap().colour, [0xC8, 0x7A, 0x86]);
}

/// The island's scene, with its problems.
fn island_scene(name: &str) -> (Scene, Vec<String>) {
    let context = Context { siblings: &Demo, names: &NoNames };
    let (scene, problems) = open(name).content.displayed().scene(context).unwrap();
    let bad: Vec<_> = problems.iter().filter(|p| p.severity > Severity::Note).collect();
    assert!(bad.is_empty(), "{name}: {bad:#?}");
    (scene, problems.iter().map(|p| p.message.clone()).collect())
}

#[test]
fn island_finds_all_companions() {
    let (scene, notes) = island_scene("island.grf");
    for expected in ["16 of 16 texture ids", "all 4 sounds"] {
        assert!(notes.iter().any(|note| note.starts_with(expected)), "{notes:?}");
    }
    assert!(scene.materials.iter().all(|m| !matches!(m.surface, Surface::Missing(_))));
    assert!(scene.textures.iter().any(|texture| texture.pixels.normals().is_some()), "a relief");
    let mixed = |name: &str| {
        let node = scene.nodes.iter().find(|node| node.name == name).unwrap();
        let face = scene.mesh_of(node).unwrap().faces.get(0).unwrap();
        (scene.materials[face.material.index()].blend, face.colours[0])
    };
    assert_eq!(mixed("Sea"), (Some(Blend::Alpha(0.5)), [67, 99, 107]));
    assert_eq!(mixed("Deep-03"), (Some(Blend::Alpha(0.16)), [12, 104, 146]), "set by the level");
    assert_eq!(mixed("Smoke"), (Some(Blend::Alpha(0.1)), [255; 3]), "as at the start of the game");
    assert_eq!(mixed("Crests").0, Some(Blend::TEXELS));
    assert!(scene.nodes.iter().any(|node| node.faces_viewer.is_some()), "the smoke");
    assert_eq!(scene.height_fields.len(), 1);
    let sky = scene.sky.as_ref().expect("it has a sky");
    let texture = sky.texture.map(|texture| &scene.textures[texture.index()]);
    assert_eq!(texture.map(|texture| texture.name.as_str()), Some("Skyt2.bmp"));
    assert!(scene.light.is_some());
    let sounds: BTreeSet<u32> = scene.sounds.iter().map(|sound| sound.ids[0].name.hash).collect();
    // Sounds of triggers, and of collisions with the ground.
    let played = [r"VO\WELCOME", "MUSIC - DEMO", "CHIME", "AMB-DEMO-SEA"];
    let heard = ["IMPACT - STONE", "IMPACT - SPLASH", "SLIDE - GRAVEL"];
    assert_eq!(sounds, played.into_iter().chain(heard).map(name_hash).collect());
    assert_eq!(scene.sounds.len(), sounds.len());
    let pieces = scene.meshes.iter().filter(|mesh| mesh.name.starts_with("TrnObj_Path"));
    assert!(pieces.map(|mesh| mesh.faces.len()).max() > Some(20), "the path lies on the ground");
    let total: u64 =
        Demo.names().iter().filter(|n| n.starts_with("island")).map(|n| read(n).len()).sum();
    assert!(total < 500_000, "{total} bytes");
}

#[test]
fn terrain_uses_the_texture_of_its_level() {
    let (scene, _) = island_scene("island.wtd");
    assert_eq!(scene.textures.len(), 1);
    assert_eq!(scene.textures[0].name, "Groundt2.bmp");
}

#[test]
fn island_contains_every_kind_of_element() {
    let (scene, _) = island_scene("island.scn");
    let layers: BTreeSet<&str> = scene.layers.iter().map(|layer| layer.name.as_str()).collect();
    for name in [
        "Objects",
        "Terrain",
        "Terrain pieces",
        "Water",
        "Sky",
        "Triggers",
        "Trigger volumes",
        "Helpers",
        "Levels of detail",
        "Lights",
        "Sun",
        "Start",
        "Sound sources",
        "Physics boxes",
        "Object boxes",
        "Terrain boxes",
        "Trigger boxes",
    ] {
        assert!(layers.contains(name), "no {name}: {layers:?}");
    }
    let variants: Vec<_> = scene.variants.iter().map(|v| (v.name.as_str(), v.chosen)).collect();
    assert_eq!(
        variants,
        [("Places", Some(Id::new(1))), ("Detail", Some(Id::new(0))), ("Fog", Some(Id::new(0)))]
    );
    let tables: BTreeSet<&str> = scene.tables.iter().map(|table| table.name.as_str()).collect();
    for name in ["Instances", "Values", "Scripts", "Materials", "Blocks", "Hierarchies"] {
        assert!(tables.contains(name), "no {name}: {tables:?}");
    }
    let hut = scene.nodes.iter().find(|node| node.name == "Hut").unwrap();
    assert!(scene.rows_of(hut).is_some_and(|(_, rows)| rows.len() == 4));
}

#[test]
fn animates_water_neon_and_fire() {
    let plaza = scene("plaza.psx");
    // The fountain's water and the sheets that fall into it, and the banners.
    assert!(plaza.meshes.iter().filter(|mesh| !mesh.uv_animations.is_empty()).count() >= 3);
    assert!(plaza.palette_animations.len() >= 3);
    // Nothing in the demo has to be slowed down.
    assert!(plaza.palette_animations.iter().all(|pulse| pulse.flashes() <= 3.0));
    let (island, _) = island_scene("island.grf");
    let [fire] = &island.flipbooks[..] else { panic!("one thing burns") };
    assert_eq!((fire.frames.len(), fire.seconds), (4, 0.125));
}

#[test]
fn bank_contains_every_coding_and_channel_layout() {
    let scene = scene("voices.tpa");
    let kinds: BTreeSet<_> = scene.sounds.iter().map(|s| (s.codec, s.bits, s.channels)).collect();
    let pcm = [8, 16].into_iter().flat_map(|bits| [("PCM", bits, 1), ("PCM", bits, 2)]);
    let adpcm = [("IMA ADPCM", 16, 1), ("IMA ADPCM", 16, 2)];
    assert_eq!(kinds, pcm.chain(adpcm).collect());
    assert!(scene.sounds.iter().any(|sound| sound.ids.len() > 1), "a sound with two names");
    assert!(read("voices.tpa").len() < 400_000);
}

#[test]
fn captions_match_their_sounds() {
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
        assert_eq!(loudest(last.start_ms, last.end_ms), 0, "no sound after the last caption");
    }
}

#[test]
fn built_in_lists_resolve_all_names_but_one() {
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
fn creature_has_bones_weapons_and_motions() {
    let document = open("creature.lzs");
    assert_eq!((document.format.id, document.version.as_str()), ("ff7.battle", "armed enemy"));
    let scene = scene("creature.lzs");
    assert_eq!(scene.skeletons[0].bones.len(), 27);
    let mirrored = scene.nodes.iter().filter(|node| node.local.determinant() < 0.0);
    assert_eq!(mirrored.count(), 7, "the left limbs are the right ones' mirror images");
    let names: Vec<&str> = scene.animations.iter().map(|own| own.name.as_str()).collect();
    assert_eq!(names.len(), 7 + 6, "stored animations, and those composed by scripts");
    assert_eq!(names[7..10], ["action 0 idle", "action 1 hurt", "action 2"]);
    let kind = |textured: bool, quad: bool, blended: bool| {
        let faces = scene.meshes.iter().flat_map(|mesh| &mesh.faces);
        let is = |face: &gouraud::scene::Face| {
            let material = &scene.materials[face.material.index()];
            (material.surface != Surface::Plain) == textured
                && face.is_triangle() != quad
                && material.blend.is_some() == blended
        };
        faces.filter(is).count()
    };
    for (textured, quad) in [(false, false), (false, true), (true, false), (true, true)] {
        assert!(kind(textured, quad, false) > 20, "textured {textured}, quad {quad}");
    }
    assert!(kind(false, false, true) > 20, "glow");
    assert_eq!(scene.palettes.len(), 3);
}

#[test]
fn skater_has_bones_seams_and_clips() {
    let scene = scene("skater.psx");
    let bones = &scene.skeletons[0].bones;
    assert_eq!((bones.len(), scene.animations.len()), (16, 3));
    assert_eq!(bones.iter().filter(|bone| bone.parent.is_none()).count(), 2, "body and board");
    let skins = scene.meshes.iter().filter(|mesh| mesh.skin.is_some());
    assert_eq!(skins.count(), 6, "chest, head, fore arms and shins are stitched");
    let board = scene.nodes.iter().position(|n| n.origin.path == "objects[15]").unwrap();
    let feet = [11, 14].map(|foot| format!("objects[{foot}]"));
    let feet = feet.map(|path| scene.nodes.iter().position(|n| n.origin.path == path).unwrap());
    let heights = |animation: usize| -> Vec<(f32, f32)> {
        let clip = scene.animations[animation].data.decode();
        let at = |frame: u32| {
            let world = scene.posed_transforms(&clip.pose(frame as f32, false, true));
            let above = feet.map(|foot| world[foot].w_axis.distance(world[board].w_axis));
            (world[board].w_axis.y, above.into_iter().fold(0.0, f32::max))
        };
        (0..clip.frames).map(at).collect()
    };
    let most = |list: &[(f32, f32)]| list.iter().map(|(y, _)| *y).fold(0.0, f32::max);
    let (ride, ollie) = (heights(0), heights(1));
    assert!(most(&ride) < 11.0 && most(&ollie) > 60.0);
    assert!(ride.iter().all(|(_, apart)| *apart < 30.0), "the feet stay on the board");
}

#[test]
fn glaive_leaves_the_hand_and_returns() {
    let scene = scene("creature.lzs");
    let weapon = scene.nodes.iter().position(|node| node.name == "weapon").unwrap();
    let hand = scene.nodes.iter().position(|node| node.name == "bone 10").unwrap();
    let farthest = |animation: usize| {
        let clip = scene.animations[animation].data.decode();
        let apart = |frame: u32| {
            let world = scene.posed_transforms(&clip.pose(frame as f32, false, false));
            world[weapon].w_axis.distance(world[hand].w_axis)
        };
        (0..clip.frames).map(apart).fold(0.0, f32::max)
    };
    assert!(farthest(0) < 60.0, "held");
    assert!(farthest(3) > 700.0, "thrown");
}

#[test]
fn arena_has_a_battle_of_three_creatures() {
    let (arena, creature) = (scene("arena.lzs"), scene("creature.lzs"));
    let battle = ["a", "b", "c"].iter().fold(arena, |all, name| all.beside(&creature, name));
    // The attack: up to the target, the blow, a wait of 6 ticks, and back.
    let attack = battle.animations.iter().find(|own| own.name == "b: action 2").unwrap();
    assert_eq!(attack.frames, 24 + 26 + 6 + 24);
    let clip = attack.data.decode();
    assert_eq!((clip.frames, clip.tracks.len()), (80, 3 * 28), "bones and glaives of all three");
    let at = |name: &str| {
        let node = battle.nodes.iter().find(|node| node.name == name).unwrap();
        node.local.w_axis.truncate().round().to_array()
    };
    assert_eq!([at("a"), at("b"), at("c")], [0.0, 520.0, -520.0].map(|x| [x, 0.0, 1500.0]));
    let variants: Vec<&str> = battle.variants.iter().map(|own| own.name.as_str()).collect();
    assert_eq!(variants, ["Weapon", "b: Weapon", "c: Weapon"], "each can be chosen by its name");
}

#[test]
fn stage_contains_every_kind_of_part() {
    let scene = scene("arena.lzs");
    let names: BTreeSet<&str> =
        scene.nodes.iter().filter_map(|node| node.name.split(' ').next()).collect();
    assert_eq!(names, ["background", "ground", "object", "sky"].into());
    assert_eq!(scene.layers.iter().filter(|layer| layer.kind == LayerKind::Sky).count(), 1);
    assert_eq!(scene.palettes.len(), 3);
    assert!(scene.materials.iter().any(|m| m.blend == Some(Blend::Add)));
    assert!(scene.materials.iter().all(|m| !matches!(m.surface, Surface::Missing(_))));
}

#[test]
fn rider_is_intact_in_every_pose() {
    let library = gouraud::library::Library::new();
    let members = library.list("demo//rider.big", false).unwrap();
    assert_eq!(members.len(), 5);
    for member in &members {
        let opened = library.open(&member.path, None).unwrap();
        let said: Vec<_> = opened.problems(&library).iter().map(|p| p.to_string()).collect();
        assert!(said.is_empty(), "{}: {said:#?}", member.path);
        let coverage = opened.document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0), "{}", member.path);
        if opened.document.format.id == "ssx.mpf" {
            let written = opened.document.content.write().unwrap();
            assert!(written == opened.document.source.bytes(), "{} differs", member.path);
            let scene = opened.scene(&library).unwrap();
            let pose = gouraud::scene::Pose::default();
            let world = scene.posed_transforms(&pose);
            for (index, mesh) in scene.meshes.pairs() {
                let posed = scene.posed_positions(index, &pose, &world).unwrap();
                let far = posed.iter().zip(&mesh.positions).map(|(a, b)| a.distance(*b));
                assert!(far.fold(0.0, f32::max) < 1e-3, "{} leaves its bind pose", mesh.name);
            }
        }
    }
}

#[test]
fn rider_contains_every_kind_of_element() {
    let library = gouraud::library::Library::new();
    let scene = |path: &str| {
        library
            .open(&format!("demo//rider.big//models/{path}"), None)
            .unwrap()
            .scene(&library)
            .unwrap()
    };
    let body = scene("rider_body.mpf");
    assert!(body.drawn_faces() > 4000);
    let kinds: BTreeSet<String> = body.layers.iter().map(|layer| layer.name.clone()).collect();
    for layer in ["Shadow", "Detail 1500", "Detail 750", "From rider_head.mpf", "IK points"] {
        assert!(kinds.contains(layer), "{layer} is not in {kinds:?}");
    }
    let face = body.meshes.iter().find(|mesh| mesh.name == "Face3000").unwrap();
    assert_eq!(face.morphs.len(), 4);
    assert!(face.morphs.iter().all(|morph| morph.deltas.iter().any(|d| d.length() > 0.5)));
    assert!(
        body.materials
            .iter()
            .all(|m| matches!(m.surface, Surface::Textured { .. } | Surface::Plain))
    );
    let boards = scene("board.mpf");
    assert_eq!(boards.variants[0].options.len(), 2);
    assert!(boards.layers.iter().any(|layer| layer.name == "Goofy" && !layer.visible));
}

#[test]
fn level_node_moves_on_both_consoles() {
    let library = gouraud::library::Library::new();
    for half in ["prop.DGC", "prop.DPS"] {
        let opened = library.open(&format!("demo//{half}"), None).unwrap();
        let scene = opened.scene(&library).unwrap();
        // Other animations move textures and bones.
        let moved = scene.animations.iter().filter_map(|animation| {
            let clip = animation.data.decode();
            let at = |frame| scene.posed_transforms(&clip.pose(frame, false, true));
            let (start, later) = (at(0.0), at(clip.frames as f32 / 2.0));
            let pairs = scene.nodes.iter().zip(start.iter().zip(&later));
            let moving = pairs.filter(|(node, (start, later))| {
                node.mesh.is_some() && !start.abs_diff_eq(**later, 1e-3)
            });
            (moving.count() > 0).then(|| animation.name.clone())
        });
        assert!(moved.count() > 0, "no mesh of {half} moves");
    }
}

#[test]
fn prop_is_intact_on_both_consoles() {
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
        // The fifth is the bounding sphere.
        assert_eq!(scene.helpers.len(), 5, "collision shapes");
        assert!(scene.materials.iter().all(|m| !matches!(m.surface, Surface::Missing(_))));
        let skin = library.open(&format!("demo//{half}//DB:>PROPS>CHEST.TSKIN"), None).unwrap();
        let skinned = skin.scene(&library).unwrap();
        let influences = &skinned.meshes[0].skin.as_ref().unwrap().influences;
        assert!(influences.iter().all(|four| four[0].weight == 1.0), "a vertex without a bone");
    }
    assert!(sizes < 140_000, "{sizes} bytes");
}
