//! Texture directories and their pixels.

use std::ops::ControlFlow;

use gouraud::app::model::view::texels::{TextureView, decode};
use gouraud::app::ui::pictures::View;
use gouraud::bytes::{Source, SourceId};
use gouraud::container::Context;
use gouraud::export::{Job, Options};
use gouraud::formats::trespasser::pid::{Pid, TexturePack, bump_normal};
use gouraud::formats::trespasser::spz;
use gouraud::formats::trespasser::swp::Swp;
use gouraud::formats::{self, Document, Loaded, Records, format_of};
use gouraud::scene::{
    Face, Id, LayerKind, Material, Mesh, NO_CORNER, Node, Scene, Surface, Texels, Texture,
};
use gouraud_testing::build::pid;
use gouraud_testing::build::pid::{Image, ImagePixels, bump};

use super::fixture::{Folder, assert_sound, open, problems, sample};

/// 16 × 16 indices with transparent texels and mip levels, 8 × 8 of relief, 4 × 2 with alpha.
fn build() -> (Pid, Vec<u8>) {
    let colours = [[0, 0, 0, 0], [0x10, 0x20, 0x30, 0], [0xFF, 0, 0, 0], [0, 0xFF, 0, 0]];
    let image = |id, width, height, pixels| Image {
        id,
        width,
        height,
        pixels,
        palette: Some(0),
        holes: false,
        mips: false,
        fill: [1, 2, 3],
        occlusion: 0,
    };
    let indices = (0..16 * 16).map(|at| ((at % 16 + at / 16) & 3) as u8).collect();
    let relief = (0..64).map(|at| bump(at & 3, 8 * (at / 8), 15)).collect();
    let alpha = vec![0xF123, 0x8456, 0x0789, 0xFFFF, 0, 1, 2, 3];
    let images = [
        Image { holes: true, mips: true, ..image(7, 16, 16, ImagePixels::Indices(indices)) },
        image(8, 8, 8, ImagePixels::Bumps(relief)),
        Image { palette: None, ..image(9, 4, 2, ImagePixels::Alpha(alpha)) },
    ];
    pid::build(vec![pid::palette(colours.to_vec())], &images)
}

fn scene(document: &Document, context: Context<'_>) -> (Scene, Vec<String>) {
    let (scene, problems) = document.content.displayed().scene(context).unwrap();
    (scene, problems.iter().map(|problem| problem.message.clone()).collect())
}

/// Texels from the top row down; stored bottom-up.
fn rgba(texture: &Texture) -> Vec<[u8; 4]> {
    assert!(texture.pixels.bottom_up());
    let mut texels = texture.pixels.decode();
    texels.flip(texture.width);
    let Texels::Rgba(texels) = texels else { panic!("RGBA") };
    texels
}

#[test]
fn built_directory_is_valid() {
    let (pid, pixels) = build();
    let document = open(format_of::<Pid>(), "mini-130.pid", &pid.write().unwrap());
    assert_sound(&document);
    assert_eq!(document.audit().problems.total(), 0);
    let counts: Vec<_> = document.counts.iter().collect();
    assert_eq!(counts, [("textures", 3), ("palettes", 1), ("mips", 1)]);
    let source = Source::from_bytes("anything", pid.write().unwrap());
    let (format, probe) = formats::identify(&source).unwrap();
    assert_eq!(format.info().id, "trespasser.pid");
    assert!(probe.reason.contains("4 images, 1 palettes"), "{}", probe.reason);
    assert_eq!(pixels.len(), 2 * 256 * 256 * 3, "one surface of each pixel size");
    insta::assert_snapshot!(gouraud_testing::fields::text(&document.tree));
}

#[test]
fn textures_have_the_right_orientation_and_colours() {
    let (pid, pixels) = build();
    let folder = Folder(vec![("mini-130.swp", pixels)]);
    let document = open(format_of::<Pid>(), "mini-130.pid", &pid.write().unwrap());
    let (scene, reported) = scene(&document, folder.context());
    assert_eq!(reported, [""; 0]);
    let [plain, relief, alpha] = &scene.textures[..] else { panic!("three textures") };
    let hole = [0, 0, 0, 0];
    let (brown, blue) = ([0x30, 0x20, 0x10, 255], [0, 0, 0xFF, 255]);
    assert_eq!(rgba(plain)[..3], [hole, brown, blue]);
    assert_eq!(rgba(plain)[16], brown, "the second row begins with colour 1");
    assert_eq!(rgba(relief)[..2], [[0, 0, 0, 255], brown]);
    assert_eq!(rgba(alpha)[..3], [[17, 34, 51, 255], [68, 85, 102, 136], [119, 136, 153, 0]]);
    assert_eq!(scene.colour_tables[0].colours[1], [0x30, 0x20, 0x10]);
    let mips = plain.pixels.mips();
    assert_eq!((mips.len(), mips[0].width, mips[0].height), (1, 8, 8));
    let mut small = mips[0].pixels.decode();
    small.flip(8);
    let Texels::Rgba(small) = small else { panic!("RGBA") };
    assert_eq!((small.len(), small[0], small[1]), (64, hole, blue));
}

#[test]
fn relief_has_normals() {
    let (pid, pixels) = build();
    let folder = Folder(vec![("mini-130.swp", pixels)]);
    let document = open(format_of::<Pid>(), "mini-130.pid", &pid.write().unwrap());
    let scene = scene(&document, folder.context()).0;
    assert!(scene.textures[0].pixels.normals().is_none());
    let normals = scene.textures[1].pixels.normals().unwrap();
    assert_eq!((normals.len(), normals[56]), (64, [128, 128, 255]), "the top row is stored last");
    let [x, y, z] = bump_normal(bump(0, 16, 0));
    assert!(x.abs() < 1e-6 && (y - 1.0).abs() < 1e-6 && z.abs() < 1e-6, "a quarter turn is up");
}

#[test]
fn relief_can_be_shown_as_normals_and_lit() {
    let (pid, pixels) = build();
    let folder = Folder(vec![("mini-130.swp", pixels)]);
    let document = open(format_of::<Pid>(), "mini-130.pid", &pid.write().unwrap());
    let scene = scene(&document, folder.context()).0;
    let relief = &scene.textures[1];
    let shown = |look| match decode(&*relief.pixels, relief.width, look) {
        Texels::Rgba(texels) => texels,
        _ => panic!("RGBA"),
    };
    assert_eq!(shown(TextureView::Normals)[0], [128, 128, 255, 255]);
    // Flat relief has the brightness of its colours, up to the last bit of the normals.
    let (lit, plain) = (shown(TextureView::Lit), shown(TextureView::Colours));
    let differs = |(a, b): (&[u8; 4], &[u8; 4])| (0..4).any(|i| a[i].abs_diff(b[i]) > 3);
    assert!(!lit.iter().zip(&plain).any(differs), "{:?} {:?}", lit[1], plain[1]);
    let small = View { texture: Id::new(0), level: 1 };
    assert_eq!(small.of(&scene.textures[0]).unwrap().0, [8, 8]);
    assert!(View { level: 2, ..small }.of(&scene.textures[0]).is_none());
    assert_eq!(View::full(Id::new(0)).of(&scene.textures[0]).unwrap().0, [16, 16]);
}

/// A triangle with the relief texture.
fn with_face(mut scene: Scene) -> Scene {
    scene.layer("Drawn", LayerKind::Drawn, true);
    scene.materials.push(Material {
        surface: Surface::Textured { texture: Id::new(1), palette: None },
        lit: true,
        ..gouraud::formats::trespasser::wtd::ground()
    });
    let face = Face {
        corners: [0, 1, 2, NO_CORNER],
        colours: [[255; 3]; 4],
        uvs: [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]],
        ..Face::default()
    };
    let positions = vec![glam::Vec3::ZERO, glam::Vec3::X, glam::Vec3::Y];
    scene.meshes.push(Mesh { positions, faces: [face].into_iter().collect(), ..Mesh::default() });
    scene.nodes.push(Node { mesh: Some(Id::new(0)), ..Node::default() });
    scene
}

#[test]
fn exports_relief_as_a_normal_map() {
    let (pid, pixels) = build();
    let folder = Folder(vec![("mini-130.swp", pixels)]);
    let document = open(format_of::<Pid>(), "mini-130.pid", &pid.write().unwrap());
    let scene = with_face(scene(&document, folder.context()).0);
    let target = tempfile::tempdir().unwrap();
    let job = Job {
        scene: &scene,
        source_name: "a",
        source: SourceId::default(),
        crc32: 0,
        options: Options::default(),
    };
    let report = job.run(target.path(), &mut |_| ControlFlow::Continue(()));
    assert!(report.failed.is_empty(), "{report:?}");
    let glb = report.written.iter().find(|path| path.extension().is_some_and(|e| e == "glb"));
    let (gltf, _, images) = gltf::import(glb.unwrap()).unwrap();
    let material = gltf.materials().next().unwrap();
    let normals = material.normal_texture().unwrap().texture().source().index();
    assert_eq!(images[normals].pixels[..4], [128, 128, 255, 255]);
}

#[test]
fn texels_have_byte_offsets() {
    let (pid, pixels) = build();
    let (file, _) = Loaded::open(&Source::from_bytes("a.pid", pid.write().unwrap())).unwrap();
    let source = Source::from_bytes("a.swp", pixels);
    let raw = gouraud::formats::trespasser::pid::Pixels::plain(source.clone());
    let pack = TexturePack::new(file.into(), Some(raw));
    let texture = pack.texture(pack.find(8).unwrap(), String::new()).unwrap();
    assert_eq!(texture.pixels.stored(), Some((source.id(), 2)));
    let at = texture.pixels.texel_offset(3, 7).unwrap() as usize;
    assert_eq!(source.bytes()[at..at + 2], bump(3, 0, 15).to_le_bytes());
    assert_eq!(texture.pixels.texel_offset(8, 0), None);
    assert_eq!(texture.pixels.texel_offset(0, 8), None);
}

#[test]
fn textures_without_pixels_show_their_default_colours() {
    let (pid, _) = build();
    let document = open(format_of::<Pid>(), "mini-130.pid", &pid.write().unwrap());
    let (scene, reported) = scene(&document, Folder::default().context());
    assert!(
        reported[0].contains("mini-130.swp") && reported[0].contains("the folder"),
        "{reported:?}"
    );
    assert!(rgba(&scene.textures[2]).iter().all(|texel| *texel == [1, 2, 3, 255]));
    assert!(scene.textures[1].pixels.normals().is_none());
    assert!(
        scene.textures.iter().all(|texture| texture.pixels.is_placeholder()),
        "every texture is marked as a placeholder"
    );
}

#[test]
fn chooses_between_packed_and_plain_pixels() {
    let (pid, pixels) = build();
    let packed = spz::pack(&pixels);
    let mut edited = pixels.clone();
    edited.iter_mut().for_each(|byte| *byte |= 1);
    let document = open(format_of::<Pid>(), "a-130.pid", &pid.write().unwrap());
    let first = |folder: Vec<(&'static str, Vec<u8>)>| {
        let (scene, reported) = scene(&document, Folder(folder).context());
        (rgba(&scene.textures[0])[1], reported.join(" "))
    };
    let (brown, black) = ([0x30, 0x20, 0x10, 255], [0, 0xFF, 0, 255]);
    assert_eq!(first(vec![("a-130.spz", packed.clone())]), (brown, String::new()));
    let (shown, reported) =
        first(vec![("a-130.spz", packed.clone()), ("a-130.swp", edited.clone())]);
    assert!(shown != black && reported.contains("is ignored"), "{shown:?} {reported}");
    edited.pop();
    let both = vec![("a-130.spz", packed), ("a-130.swp", edited)];
    let (shown, reported) = first(both);
    assert!(shown == brown && reported.contains("the packed one is used"), "{shown:?} {reported}");
    let stub = vec![("a-130.spz", vec![9, 0, 0, 0]), ("a-130.swp", pixels)];
    let (shown, reported) = first(stub);
    assert!(shown == brown && reported.contains("stub"), "{shown:?} {reported}");
}

#[test]
fn pixel_file_has_textures_only_with_its_directory() {
    let (pid, mut pixels) = build();
    let document = open(format_of::<Swp>(), "mini-130.swp", &pixels);
    assert_sound(&document);
    let (alone, reported) = scene(&document, Folder::default().context());
    assert!(alone.textures.is_empty() && reported[0].contains("raw bytes"), "{reported:?}");
    let folder = Folder(vec![("MINI-130.PID", pid.write().unwrap())]);
    let (both, reported) = scene(&document, folder.context());
    assert_eq!((both.textures.len(), reported.len()), (3, 0));
    pixels.truncate(1000);
    let folder = Folder(vec![("mini-130.swp", pixels)]);
    let document = open(format_of::<Pid>(), "mini-130.pid", &pid.write().unwrap());
    let (short, reported) = scene(&document, folder.context());
    assert!(reported[0].contains("are cut off"), "{reported:?}");
    assert_eq!(short.textures.len(), 3);
}

#[test]
fn added_and_removed_entries_read_back() {
    let (mut pid, _) = build();
    pid.entries.remove(0);
    let mut new = pid.entries[0].clone();
    (new.id, new.mip_key) = (99, 0);
    pid.entries.push(new);
    pid.palettes.push(pid::palette(vec![[1, 2, 3, 0]; 64]));
    let again = Loaded::<Pid>::open(&Source::from_bytes("a.pid", pid.write().unwrap())).unwrap().0;
    assert_eq!((&again.records.entries, &again.records.palettes), (&pid.entries, &pid.palettes));
    assert_eq!(again.records.header.entry_count, 4);
}

#[test]
fn reports_and_survives_damage() {
    let (pid, _) = build();
    let good = pid.write().unwrap();
    let damaged = |at: usize, word: u32| {
        let mut bytes = good.clone();
        bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        bytes
    };
    let entries = 32 + 12 + 16 + 4;
    for (at, word, expected) in [
        (0x14, 9, "error 0x14 header.palette_count"),
        (0x0C, 5, "error 0xc header.entry_count"),
        (0x08, 4, "error 0x8 header.entries_offset"),
        (entries + 0x14, 12, "error 0x54 entries[0].bits"),
        (entries + 0x08, 0, "error 0x48 entries[0].width"),
        (entries + 0x10, 3, "error 0x50 entries[0].stride"),
        (entries + 0x28, 7, "error 0x68 entries[0].palette"),
        (entries + 0x1C, 5, "note 0x5c entries[0].transparency"),
        (entries + 56 + 0x30, 12, "warning 0xa8 entries[1].id"),
    ] {
        let bytes = damaged(at, word);
        let document = open(format_of::<Pid>(), "a.pid", &bytes);
        let all = problems(&document);
        assert!(all.iter().any(|problem| problem == expected), "missing {expected} in {all:?}");
        assert_eq!(document.content.write().unwrap(), bytes, "{expected}");
        scene(&document, Context::ALONE);
    }
    let old = Source::from_bytes("a.pid", damaged(0, 0x12F));
    assert!(formats::by_id("trespasser.pid").unwrap().open(&old).is_err());
}

/// Skies have none at all; a chain that ends too early makes the game fail.
#[test]
fn reports_incomplete_chains_of_smaller_versions() {
    let image = Image {
        id: 7,
        width: 64,
        height: 32,
        pixels: ImagePixels::Indices(vec![1; 64 * 32]),
        palette: Some(0),
        holes: false,
        mips: true,
        fill: [0; 3],
        occlusion: 0,
    };
    let colours = vec![[0, 0, 0, 0], [1, 2, 3, 0]];
    let (whole, _) = pid::build(vec![pid::palette(colours)], &[image]);
    let sizes: Vec<_> = whole.entries.iter().map(|entry| (entry.width, entry.height)).collect();
    assert_eq!(sizes, [(64, 32), (32, 16), (16, 8)]);
    let problems_without = |gone: &[usize]| {
        let mut left = whole.clone();
        let mut index = 0;
        left.entries.retain(|_| {
            index += 1;
            !gone.contains(&(index - 1))
        });
        let document = open(format_of::<Pid>(), "a.pid", &left.write().unwrap());
        document.problems.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(problems_without(&[]), [""; 0]);
    assert_eq!(problems_without(&[1, 2]), [""; 0]);
    let rule = "expected smaller versions until a side has fewer than 16 pixels, found none of";
    assert_eq!(problems_without(&[2]), [format!("{rule} 16 × 8")]);
    assert_eq!(problems_without(&[1]), [format!("{rule} 32 × 16")]);
}

#[test]
fn sample_matches_the_document() {
    let (bytes, pixels) = (sample("mini-130.pid"), sample("mini-130.swp"));
    let document = open(format_of::<Pid>(), "mini-130.pid", &bytes);
    assert_sound(&document);
    assert_eq!(document.audit().problems.total(), 0);
    let folder = Folder(vec![("mini-130.swp", pixels)]);
    let scene = scene(&document, folder.context()).0;
    let [plain, relief] = &scene.textures[..] else { panic!("two textures") };
    assert_eq!((plain.id, relief.id), (0xEC6E_BD75, 0x4448_B6DE));
    let colours = [[0, 0, 0, 0], [0x30, 0x20, 0x10, 255], [0, 0, 255, 255], [0, 255, 0, 255]];
    for (y, row) in (0..16).rev().zip(rgba(plain).chunks(16)) {
        let expected: Vec<_> = (0..16).map(|x| colours[(x + y) & 3]).collect();
        assert_eq!(row, expected, "row {y}, counted from below");
    }
    let normals = relief.pixels.normals().unwrap();
    assert!(normals.iter().all(|normal| normal[2] == 255), "phi 15 faces out");
    assert_eq!(plain.pixels.mips().len(), 1);
}
