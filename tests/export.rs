//! What exported files hold, read back with other people's readers.

#[path = "common/export_scenes.rs"]
mod scenes;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use glam::{Mat4, Vec3};
use gltf::Semantic;
use gouraud::export::{Choice, Job, Kind, Options, Palettes, Report, Subject};
use gouraud::scene::*;
use proptest::prelude::*;
use scenes::*;

fn job(scene: &Scene, options: Options) -> Job<'_> {
    Job { scene, source_name: "LEVEL.PSX", crc32: 0x0012_ab34, options }
}

fn only(kinds: &[Kind]) -> Options {
    Options { kinds: kinds.to_vec(), ..Options::default() }
}

fn run(scene: &Scene, options: Options, folder: &Path) -> Report {
    job(scene, options).run(folder, &mut |_| ControlFlow::Continue(()))
}

/// Name and bytes of everything the options write.
fn files(scene: &Scene, options: Options) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let report = run(scene, options, folder.path());
    assert_eq!(report.failed, []);
    read_folder(folder.path())
}

fn read_folder(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|e| (e.file_name().into_string().unwrap(), fs::read(e.path()).unwrap())).collect()
}

fn names(scene: &Scene, options: Options) -> Vec<String> {
    job(scene, options).plan().into_iter().map(|asset| asset.file).collect()
}

/// A GLB, strictly checked by the reader.
struct Glb {
    document: gltf::Document,
    blob: Vec<u8>,
}

impl Glb {
    fn new(bytes: &[u8]) -> Self {
        let gltf = gltf::Gltf::from_slice(bytes).unwrap();
        Self { document: gltf.document, blob: gltf.blob.unwrap_or_default() }
    }

    fn of(scene: &Scene) -> Self {
        let files = files(scene, only(&[Kind::Glb]));
        Self::new(files.values().next().unwrap())
    }

    fn mesh(&self, name: &str) -> gltf::Mesh<'_> {
        self.document.meshes().find(|mesh| mesh.name() == Some(name)).expect(name)
    }

    fn node(&self, name: &str) -> gltf::Node<'_> {
        self.document.nodes().find(|node| node.name() == Some(name)).expect(name)
    }

    /// Primitive of the material called `name`.
    fn primitive(&self, name: &str) -> gltf::Primitive<'_> {
        let mut primitives = self.document.meshes().flat_map(|mesh| mesh.primitives());
        primitives.find(|primitive| primitive.material().name() == Some(name)).expect(name)
    }

    fn positions(&self, primitive: &gltf::Primitive<'_>) -> Vec<Vec3> {
        let reader = primitive.reader(|_| Some(&self.blob));
        reader.read_positions().unwrap().map(Vec3::from).collect()
    }

    /// The bytes of each element of an attribute, and its accessor.
    fn elements<'a>(
        &'a self,
        primitive: &gltf::Primitive<'a>,
        semantic: &Semantic,
    ) -> (gltf::Accessor<'a>, Vec<&'a [u8]>) {
        let accessor = primitive.get(semantic).unwrap();
        let view = accessor.view().unwrap();
        let stride = view.stride().unwrap();
        assert_eq!((stride % 4, accessor.offset() % 4, view.offset() % 4), (0, 0, 0));
        let start = view.offset() + accessor.offset();
        let bytes = &self.blob[start..start + accessor.count() * stride];
        (accessor.clone(), bytes.chunks(stride).map(|e| &e[..accessor.size()]).collect())
    }

    /// A custom attribute as whole numbers.
    fn numbers(&self, primitive: &gltf::Primitive<'_>, name: &str) -> Vec<u32> {
        let (_, elements) = self.elements(primitive, &Semantic::Extras(name.to_owned()));
        let number = |element: &&[u8]| match **element {
            [a, b] => u32::from(u16::from_le_bytes([a, b])),
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
            _ => panic!("{} bytes", element.len()),
        };
        elements.iter().map(number).collect()
    }

    fn picture(&self, primitive: &gltf::Primitive<'_>) -> (png::OutputInfo, Vec<u8>) {
        let material = primitive.material();
        let info = material.pbr_metallic_roughness().base_color_texture().unwrap();
        let gltf::image::Source::View { view, .. } = info.texture().source().source() else {
            panic!("not embedded")
        };
        decode_png(&self.blob[view.offset()..view.offset() + view.length()]).0
    }
}

/// Pixels and text chunks.
fn decode_png(bytes: &[u8]) -> ((png::OutputInfo, Vec<u8>), Vec<(String, String)>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let text = reader.info().uncompressed_latin1_text.iter();
    let text = text.map(|chunk| (chunk.keyword.clone(), chunk.text.clone())).collect();
    ((info, pixels), text)
}

fn extras(extras: &gltf::json::Extras) -> serde_json::Value {
    serde_json::from_str(extras.as_ref().unwrap().get()).unwrap()
}

mod glb {
    use super::*;

    #[test]
    fn a_level_is_one_tree_of_named_nodes_that_share_meshes() {
        let glb = Glb::of(&level());
        let scene = glb.document.default_scene().unwrap();
        let root = scene.nodes().next().unwrap();
        assert_eq!((scene.nodes().count(), root.name()), (1, Some("level")));
        let names: Vec<_> = root.children().filter_map(|node| node.name()).collect();
        assert_eq!(names, ["first", "group", "mirror", "triggers"]);
        let second = glb.node("group").children().next().unwrap();
        assert_eq!(second.name(), Some("second"));
        let used: BTreeSet<usize> =
            ["first", "second", "mirror"].map(|name| glb.node(name).mesh().unwrap().index()).into();
        assert_eq!(used.len(), 1);
        assert_eq!(extras(glb.node("first").extras())["path"], "objects[first]");
        assert_eq!(extras(glb.node("first").extras())["offset"], 0x20);
    }

    #[test]
    fn placements_are_those_of_the_scene() {
        let scene = level();
        let glb = Glb::of(&scene);
        for node in &scene.nodes {
            let stored = glb.node(&node.name).transform().matrix();
            assert!(Mat4::from_cols_array_2d(&stored).abs_diff_eq(node.local, 1e-5));
        }
    }

    #[test]
    fn quads_become_two_triangles_within_the_stored_bounds() {
        let glb = Glb::of(&level());
        let mut corners = 0;
        for primitive in glb.document.meshes().flat_map(|mesh| mesh.primitives()) {
            let positions = glb.positions(&primitive);
            let min = positions.iter().copied().reduce(Vec3::min).unwrap();
            let max = positions.iter().copied().reduce(Vec3::max).unwrap();
            let bounds = primitive.bounding_box();
            assert_eq!((bounds.min, bounds.max), (min.to_array(), max.to_array()));
            assert!(min.cmpge(Vec3::splat(-2.0)).all() && max.cmple(Vec3::splat(2.0)).all());
            corners += positions.len();
        }
        assert_eq!(corners, 6 * 6);
    }

    #[test]
    fn fronts_run_counter_clockwise_whatever_the_source_does() {
        for winding in [Winding::Clockwise, Winding::CounterClockwise] {
            let mut scene = level();
            let mesh = &mut scene.meshes[0];
            if winding == Winding::CounterClockwise {
                // The same sides, said the other way round.
                mesh.winding = winding;
                for face in &mut mesh.faces {
                    face.corners.swap(1, 2);
                }
            }
            let glb = Glb::of(&scene);
            for primitive in glb.document.meshes().flat_map(|mesh| mesh.primitives()) {
                let reader = primitive.reader(|_| Some(&glb.blob));
                let normals: Vec<Vec3> = reader.read_normals().unwrap().map(Vec3::from).collect();
                let positions = glb.positions(&primitive);
                for (corners, normals) in positions.chunks(3).zip(normals.chunks(3)) {
                    let [a, b, c] = [corners[0], corners[1], corners[2]];
                    assert!((b - a).cross(c - a).dot(normals[0]) > 0.0);
                }
            }
        }
    }

    #[test]
    fn faces_that_are_not_drawn_are_children_of_their_own() {
        let glb = Glb::of(&level());
        assert_eq!(glb.mesh("cube").primitives().count(), 5);
        assert_eq!(glb.mesh("cube.collision").primitives().count(), 1);
        let parents = ["first", "second", "mirror"].map(|name| glb.node(name));
        for parent in parents {
            let child = parent.children().next().unwrap();
            assert_eq!(child.mesh().unwrap().name(), Some("cube.collision"));
            let extras = extras(child.extras());
            assert_eq!(
                (&extras["layer"], &extras["visible"]),
                (&"collision".into(), &false.into())
            );
        }
        let ghost = glb.primitive("plain.collision").material();
        assert_eq!(ghost.alpha_mode(), gltf::material::AlphaMode::Blend);
        assert_eq!(extras(ghost.extras())["invisible"], true);
    }

    #[test]
    fn the_numbers_of_faces_come_back_as_stored() {
        let scene = level();
        let glb = Glb::of(&scene);
        for (number, material) in scene.materials.iter().enumerate() {
            let name = if number == 1 { "plain.collision" } else { &material.name };
            let primitive = glb.primitive(name);
            assert_eq!(glb.numbers(&primitive, "FLAGS"), [FLAGS[number]; 6]);
            assert_eq!(glb.numbers(&primitive, "TEXTURE"), [TEXTURE_IDS[number]; 6]);
            let offset = CUBE_FACES as u32 + 28 * number as u32;
            assert_eq!(glb.numbers(&primitive, "OFFSET"), [offset; 6]);
        }
        let (flags, _) =
            glb.elements(&glb.primitive("wall"), &Semantic::Extras("FLAGS".to_owned()));
        assert_eq!(flags.dimensions(), gltf::accessor::Dimensions::Scalar);
        assert_eq!(flags.data_type(), gltf::accessor::DataType::U16);
        assert!(!flags.normalized());
    }

    #[test]
    fn colours_are_linear_and_kept_as_stored_beside() {
        let glb = Glb::of(&level());
        let stored = |primitive: &gltf::Primitive<'_>| {
            let (_, bytes) = glb.elements(primitive, &Semantic::Extras("COLOR".to_owned()));
            bytes.iter().map(|b| b.to_vec()).collect::<Vec<_>>()
        };
        let linear = |primitive: &gltf::Primitive<'_>| {
            let reader = primitive.reader(|_| Some(&glb.blob));
            reader.read_colors(0).map(|c| c.into_rgba_f32().collect::<Vec<_>>())
        };
        // sRGB 128/255, 64/255, 32/255.
        let plain = glb.primitive("plain.collision");
        assert_eq!(stored(&plain)[0], [128, 64, 32, 255]);
        let first = linear(&plain).unwrap()[0];
        for (found, wanted) in first.into_iter().zip([0.21586, 0.05127, 0.01444, 1.0]) {
            assert!((found - wanted).abs() < 1e-4, "{first:?}");
        }
        // On modulated faces 128 is full.
        let wall = glb.primitive("wall");
        assert_eq!(stored(&wall)[0], [128, 64, 32, 255]);
        let colours = linear(&wall).unwrap();
        for (found, wanted) in colours[0].into_iter().zip([1.0, 0.21404, 0.05088, 1.0]) {
            assert!((found - wanted).abs() < 1e-4, "{colours:?}");
        }
        // Corner 2 of a clockwise source is the second.
        assert_eq!(stored(&wall)[1], [0, 255, 0, 255]);
        assert_eq!(colours[1], [0.0, 1.0, 0.0, 1.0]);
        assert!(linear(&glb.primitive("glass")).is_none(), "raw texels have no colour");
    }

    #[test]
    fn texture_coordinates_are_the_middles_of_texels_or_fractions_as_stored() {
        let glb = Glb::of(&level());
        let uvs = |name| {
            let primitive = glb.primitive(name);
            let reader = primitive.reader(|_| Some(&glb.blob));
            reader.read_tex_coords(0).unwrap().into_f32().collect::<Vec<_>>()
        };
        let texel = |u: f32, v: f32| [(u + 0.5) / 4.0, (v + 0.5) / 8.0];
        let corners = [texel(0.0, 0.0), texel(0.0, 7.0), texel(3.0, 0.0)];
        assert_eq!(uvs("wall")[..3], corners);
        assert_eq!(uvs("glass")[..3], [[0.0, 0.0], [0.0, 7.0], [3.0, 0.0]]);
        for name in ["added", "missing"] {
            assert!(glb.primitive(name).get(&Semantic::TexCoords(0)).is_none());
        }
    }

    #[test]
    fn materials_say_how_faces_are_mixed() {
        use gltf::material::AlphaMode;
        let glb = Glb::of(&level());
        let look = |name| {
            let material = glb.primitive(name).material();
            let alpha = material.pbr_metallic_roughness().base_color_factor()[3];
            let json = &glb.document.as_json().materials[material.index().unwrap()];
            let unlit = json.extensions.as_ref().is_some_and(|e| e.unlit.is_some());
            (material.alpha_mode(), alpha, unlit, material.double_sided())
        };
        assert_eq!(look("wall"), (AlphaMode::Mask, 1.0, true, false));
        assert_eq!(look("added"), (AlphaMode::Blend, 0.5, true, false));
        assert_eq!(look("mixed"), (AlphaMode::Blend, 1.0, true, true));
        assert_eq!(look("glass"), (AlphaMode::Blend, 1.0, true, false));
        assert_eq!(look("missing"), (AlphaMode::Opaque, 1.0, false, false));
        let facts = |name| extras(glb.primitive(name).material().extras());
        assert_eq!(facts("added")["blend"], "B + F");
        assert_eq!(facts("mixed")["blend_mode"], 0);
        assert_eq!(facts("missing")["texture_id"], "00001234");
    }

    #[test]
    fn only_stp_texels_of_a_mixed_face_are_translucent() {
        let glb = Glb::of(&level());
        let (info, pixels) = glb.picture(&glb.primitive("mixed"));
        assert_eq!((info.width, info.height), (4, 8));
        // The second palette has STP on its second entry, and a hole as its fifth.
        let alphas: Vec<u8> = pixels.chunks(4).take(5).map(|pixel| pixel[3]).collect();
        assert_eq!(alphas, [255, 128, 255, 255, 0]);
    }

    #[test]
    fn faces_without_stp_texels_are_not_mixed() {
        let mut scene = level();
        scene.palettes[1].stored[1] = 0x03e0;
        let glb = Glb::of(&scene);
        let material = glb.primitive("mixed").material();
        assert_eq!(material.alpha_mode(), gltf::material::AlphaMode::Mask);
    }

    #[test]
    fn pictures_are_embedded_and_repeat_without_a_filter() {
        let glb = Glb::of(&level());
        let (info, _) = glb.picture(&glb.primitive("wall"));
        assert_eq!((info.width, info.height), (4, 8));
        let sampler = glb.document.samplers().next().unwrap();
        assert_eq!(sampler.wrap_s(), gltf::texture::WrappingMode::Repeat);
        assert_eq!(sampler.mag_filter(), Some(gltf::texture::MagFilter::Nearest));
        // Wall in two palettes and glass; textures that no face shows are left out.
        assert_eq!(glb.document.images().count(), 3);
    }

    #[test]
    fn the_file_says_where_it_comes_from() {
        let glb = Glb::of(&level());
        let asset = &glb.document.as_json().asset;
        let facts = extras(&asset.extras);
        assert_eq!(facts["source"], "LEVEL.PSX");
        assert_eq!(facts["crc32"], "0012ab34");
        assert_eq!(facts["version"], env!("CARGO_PKG_VERSION"));
        assert!(asset.generator.as_ref().unwrap().starts_with("Gouraud"));
    }

    #[test]
    fn metres_are_a_scale_of_the_root() {
        let mut scene = level();
        scene.metres_per_unit = Some(0.25);
        let glb = Glb::of(&scene);
        assert_eq!(glb.node("level").transform().decomposed().2, [0.25; 3]);
    }

    #[test]
    fn helpers_are_empty_nodes_with_their_points() {
        let glb = Glb::of(&level());
        let group = glb.node("triggers");
        let kinds: Vec<_> = group
            .children()
            .map(|n| extras(n.extras())["kind"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(kinds, ["point", "line", "box", "grid"]);
        let restart = glb.node("restart");
        assert_eq!(restart.transform().decomposed().0, [1.0; 3]);
        let facts = extras(restart.extras());
        assert_eq!(facts["points"], serde_json::json!([[1.0, 1.0, 1.0]]));
        assert_eq!(facts["heading"], serde_json::json!([1.0, 0.0, 0.0]));
        assert_eq!(facts["path"], "nodes[restart]");
    }

    #[test]
    fn billboards_face_the_viewer_on_z() {
        let scene = level();
        let choice = Choice::These(vec![Subject::Model(1)]);
        let files = files(&scene, Options { choice, ..only(&[Kind::Glb]) });
        let glb = Glb::new(&files["tree.glb"]);
        let positions = glb.positions(&glb.mesh("tree").primitives().next().unwrap());
        let min = positions.iter().copied().reduce(Vec3::min).unwrap();
        let max = positions.iter().copied().reduce(Vec3::max).unwrap();
        assert_eq!((min, max), (Vec3::new(-1.5, 0.0, 0.0), Vec3::new(1.5, 4.0, 0.0)));
    }

    #[test]
    fn an_empty_scene_or_model_is_still_a_file() {
        let mut scene = Scene::default();
        scene.nodes.push(Node::default());
        assert_eq!(Glb::of(&scene).document.nodes().count(), 2);
        scene.meshes.push(Mesh { name: "nothing".to_owned(), ..Mesh::default() });
        scene.nodes[0].mesh = Some(0);
        assert_eq!(Glb::of(&scene).document.meshes().count(), 0);
    }

    #[test]
    fn a_broken_scene_gives_what_is_there_and_says_what_is_not() {
        let scene = broken();
        let folder = tempfile::tempdir().unwrap();
        let report = run(&scene, Options::default(), folder.path());
        assert_eq!(report.failed, []);
        let glb = Glb::new(&fs::read(folder.path().join("broken.glb")).unwrap());
        let primitives = glb.document.meshes().flat_map(|mesh| mesh.primitives());
        let corners: usize = primitives.map(|p| glb.positions(&p).len()).sum();
        assert_eq!(corners, 5 * 6, "all faces but the one without a corner");
        for sentence in [
            "model cube: 1 positions are not finite numbers and became 0",
            "model cube: 1 faces have a corner that does not exist",
            "texture flat makes no picture: it is 0 by 8 texels",
            "texture cut makes no picture: only 9 of its 64 texels are there",
            "node first: glTF has no word for its sheared or broken placement",
        ] {
            assert!(report.notes.contains(&sentence.to_owned()), "{:#?}", report.notes);
        }
        assert!(!folder.path().join("flat.png").exists());
    }
}

mod png_files {
    use super::*;

    #[test]
    fn palettes_are_applied_as_loaded() {
        let files = files(&level(), only(&[Kind::Png]));
        let ((info, pixels), text) = decode_png(&files["wall.png"]);
        assert_eq!((info.width, info.height), (4, 8));
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgba, png::BitDepth::Eight));
        let wanted: [[u8; 4]; 5] =
            [[255, 0, 0, 255], [0, 255, 0, 255], [0; 4], [255; 4], [0, 0, 0, 255]];
        assert_eq!(pixels[..20], *wanted.as_flattened());
        // White and black follow the key, so that they have STP: 12 of 32 texels.
        assert_eq!(text, [("stp".to_owned(), "12".to_owned())]);
    }

    #[test]
    fn other_palettes_are_named_in_the_file() {
        let files = files(&level(), only(&[Kind::Png]));
        let names: Vec<_> = files.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            [".._glass.png", "aabbccdd.png", "wall.p1.png", "wall.png", "wall~2.png"]
        );
        let ((_, pixels), _) = decode_png(&files["wall.p1.png"]);
        assert_eq!(pixels[8..12], [255, 0, 255, 255], "no rule, no hole");
    }

    #[test]
    fn every_palette_means_those_that_fit() {
        let mut scene = level();
        scene.palettes[0].stored.resize(16, 0);
        scene.palettes.push(palette(&[0; 16], <[u16]>::to_vec));
        scene.palettes.push(palette(&[0; 256], <[u16]>::to_vec));
        let names = names(&scene, Options { palettes: Palettes::Every, ..only(&[Kind::Png]) });
        assert_eq!(
            names,
            [
                "wall.png",
                "wall.p2.png",
                "aabbccdd.png",
                "aabbccdd.p3.png",
                "wall~2.png",
                ".._glass.png"
            ]
        );
    }

    #[test]
    fn indices_without_a_palette_are_grey() {
        let files = files(&level(), only(&[Kind::Png]));
        let ((_, pixels), text) = decode_png(&files["aabbccdd.png"]);
        assert_eq!(pixels[..12], [0, 0, 0, 255, 1, 1, 1, 255, 2, 2, 2, 255]);
        assert_eq!(text, []);
        let mut scene = level();
        scene.palettes.clear();
        let ((_, pixels), _) = decode_png(&super::files(&scene, only(&[Kind::Png]))["wall.png"]);
        assert_eq!(pixels[4..12], [17, 17, 17, 255, 34, 34, 34, 255]);
    }

    #[test]
    fn words_and_bytes_are_as_stored() {
        let files = files(&level(), only(&[Kind::Png]));
        let ((_, pixels), text) = decode_png(&files["wall~2.png"]);
        let wanted: [[u8; 4]; 4] = [[0; 4], [0, 0, 0, 255], [165, 140, 33, 255], [255; 4]];
        assert_eq!(pixels[..16], *wanted.as_flattened());
        assert_eq!(text, [("stp".to_owned(), "4".to_owned())]);
        let ((_, pixels), _) = decode_png(&files[".._glass.png"]);
        assert_eq!(pixels[4..8], [1, 2, 3, 17]);
    }
}

mod obj {
    use super::*;

    /// An OBJ as a parser sees it that knows nothing but `v x y z`.
    #[derive(Default)]
    struct Parsed {
        positions: Vec<Vec3>,
        fractions: Vec<[f32; 2]>,
        normals: Vec<Vec3>,
        groups: Vec<String>,
        materials: Vec<String>,
        /// Corners: position, fraction, normal.
        faces: Vec<Vec<[Option<usize>; 3]>>,
    }

    fn parse(text: &[u8]) -> Parsed {
        let mut parsed = Parsed::default();
        for line in std::str::from_utf8(text).unwrap().lines() {
            let mut words = line.split(' ');
            let keyword = words.next().unwrap();
            let floats: Vec<f32> = words.clone().filter_map(|word| word.parse().ok()).collect();
            match keyword {
                "v" => parsed.positions.push(Vec3::from_slice(&floats[..3])),
                "vt" => parsed.fractions.push([floats[0], floats[1]]),
                "vn" => parsed.normals.push(Vec3::from_slice(&floats[..3])),
                "g" => parsed.groups.push(words.next().unwrap().to_owned()),
                "usemtl" => parsed.materials.push(words.next().unwrap().to_owned()),
                "f" => parsed.faces.push(words.map(corner).collect()),
                _ => {}
            }
        }
        parsed
    }

    fn corner(word: &str) -> [Option<usize>; 3] {
        let mut parts = word.split('/').map(|part| part.parse().ok().map(|n: usize| n - 1));
        [0; 3].map(|_| parts.next().flatten())
    }

    fn level_files() -> BTreeMap<String, Vec<u8>> {
        files(&level(), only(&[Kind::Obj]))
    }

    #[test]
    fn quads_stay_quads_and_their_fronts_run_counter_clockwise() {
        let parsed = parse(&level_files()["level.obj"]);
        assert_eq!(parsed.faces.len(), 3 * 6);
        for face in &parsed.faces {
            assert_eq!(face.len(), 4);
            let corner = |i: usize| parsed.positions[face[i][0].unwrap()];
            let normal = parsed.normals[face[0][2].unwrap()];
            // Around the edge, so that every corner turns the same way.
            for i in 0..4 {
                let (a, b, c) = (corner(i), corner((i + 1) % 4), corner((i + 2) % 4));
                assert!((b - a).cross(c - b).dot(normal) > 0.0);
            }
        }
    }

    #[test]
    fn positions_are_where_the_glb_has_them() {
        let mut scene = level();
        scene.metres_per_unit = Some(0.5);
        let files = files(&scene, only(&[Kind::Obj, Kind::Glb]));
        let glb = Glb::new(&files["level.glb"]);
        let mut world = Vec::new();
        collect(&glb, glb.node("level"), Mat4::IDENTITY, &mut world);
        for position in parse(&files["level.obj"]).positions {
            assert!(world.iter().any(|other| other.abs_diff_eq(position, 1e-5)), "{position}");
        }
    }

    fn collect(glb: &Glb, node: gltf::Node<'_>, parent: Mat4, world: &mut Vec<Vec3>) {
        let transform = parent * Mat4::from_cols_array_2d(&node.transform().matrix());
        let primitives = node.mesh().into_iter().flat_map(|mesh| mesh.primitives());
        for primitive in primitives {
            let positions = glb.positions(&primitive);
            world.extend(positions.iter().map(|p| transform.transform_point3(*p)));
        }
        for child in node.children() {
            collect(glb, child, transform, world);
        }
    }

    #[test]
    fn groups_are_nodes_and_materials_come_with_their_pictures() {
        let files = level_files();
        let parsed = parse(&files["level.obj"]);
        let groups = ["first", "second", "mirror"];
        let groups = groups.map(|name| [name.to_owned(), format!("{name}.collision")]);
        assert_eq!(parsed.groups, groups.as_flattened());
        let mtl = std::str::from_utf8(&files["level.mtl"]).unwrap();
        let defined: BTreeSet<_> =
            mtl.lines().filter_map(|line| line.strip_prefix("newmtl ")).collect();
        let used: BTreeSet<_> = parsed.materials.iter().map(String::as_str).collect();
        assert_eq!(used, defined);
        let maps: Vec<_> = mtl.lines().filter_map(|line| line.strip_prefix("map_Kd ")).collect();
        assert_eq!(maps, ["wall.png", "wall.p1.png", ".._glass.png"]);
        assert!(maps.iter().all(|map| files.contains_key(*map)));
        assert!(files["level.obj"].windows(17).any(|line| line == b"mtllib level.mtl\n"));
    }

    #[test]
    fn v_runs_up() {
        let parsed = parse(&level_files()["level.obj"]);
        assert_eq!(parsed.fractions[0], [0.125, 1.0 - 0.0625]);
    }
}

mod facts {
    use super::*;

    #[test]
    fn tables_are_csv_with_one_header() {
        let files = files(&level(), only(&[Kind::Csv]));
        assert_eq!(files["values.csv"], b"name,value\n\"speed, max\",1.5\n");
    }

    #[test]
    fn json_has_what_no_other_format_carries_with_offsets() {
        let files = files(&level(), only(&[Kind::Json]));
        let facts: serde_json::Value = serde_json::from_slice(&files["level.json"]).unwrap();
        assert_eq!(facts["source"], "LEVEL.PSX");
        let row = &facts["tables"][0]["rows"][0];
        assert_eq!(row["offset"], 0x99);
        assert_eq!(row["path"], "values[0]");
        assert_eq!(row["cells"][0], "speed, max");
        assert_eq!(facts["helpers"][3]["grid"]["counts"], serde_json::json!([3, 4]));
        assert_eq!(facts["palettes"][0]["stored"][2], 0x7c1f);
        assert_eq!(facts["layers"][1]["kind"], "invisible");
    }

    #[test]
    fn face_fields_are_counted_by_value_and_by_bit() {
        let files = files(&level(), only(&[Kind::Json]));
        let facts: serde_json::Value = serde_json::from_slice(&files["level.json"]).unwrap();
        let field = &facts["face_fields"][0];
        assert_eq!(field["name"], "flags");
        let values: Vec<_> = field["values"].as_array().unwrap().iter().collect();
        let counts: Vec<_> = values
            .iter()
            .map(|v| (v["value"].as_u64().unwrap(), v["faces"].as_u64().unwrap()))
            .collect();
        assert_eq!(counts, [(0x80, 1), (0xc0, 1), (0x143, 1), (0x1803, 2), (0xffff, 1)]);
        assert_eq!(values[0]["first"]["offset"], CUBE_FACES + 28);
        assert_eq!(values[0]["first"]["path"], "models[0].faces[1]");
        let bits = field["flags"].as_array().unwrap();
        assert_eq!(bits.len(), 16);
        assert_eq!((&bits[0]["name"], &bits[0]["faces"]), (&"textured".into(), &4.into()));
        assert_eq!(
            (&bits[7]["faces"], &bits[7]["first"]["offset"]),
            (&3.into(), &(CUBE_FACES + 28).into())
        );
        assert!(facts["face_fields"][1].get("flags").is_none());
    }
}

mod choosing {
    use super::*;

    fn matching(pattern: &str) -> Options {
        Options { choice: Choice::Matching(pattern.to_owned()), ..Options::default() }
    }

    #[test]
    fn everything_is_the_level_loose_models_textures_tables_and_facts() {
        let everything = [
            "level.glb",
            "level.json",
            "tree.glb",
            "wall.png",
            "wall.p1.png",
            "aabbccdd.png",
            "wall~2.png",
            ".._glass.png",
            "values.csv",
        ];
        assert_eq!(names(&level(), Options::default()), everything);
        assert_eq!(names(&level(), matching("*")), everything);
    }

    #[test]
    fn a_pattern_reaches_single_models() {
        assert_eq!(names(&level(), matching("CUBE")), ["cube.glb"]);
        assert_eq!(names(&level(), matching("?????")), ["level.glb", "level.json"]);
        assert_eq!(names(&level(), matching("wall*")), ["wall.png", "wall.p1.png", "wall~2.png"]);
        assert_eq!(names(&level(), matching("nothing")), [""; 0]);
    }

    #[test]
    fn kinds_filter_what_there_is() {
        assert_eq!(names(&level(), only(&[Kind::Csv, Kind::Json])), ["level.json", "values.csv"]);
        let mut scene = level();
        scene.nodes.clear();
        scene.helpers.clear();
        assert_eq!(names(&scene, only(&[Kind::Glb])), ["cube.glb", "tree.glb"]);
    }

    #[test]
    fn single_things_can_be_asked_for() {
        let choice = Choice::These(vec![
            Subject::Texture { texture: 0, palette: Some(1) },
            Subject::Model(0),
            Subject::Model(99),
            Subject::Table(0),
        ]);
        let options = Options { choice, ..Options::default() };
        assert_eq!(names(&level(), options), ["wall.p1.png", "cube.glb", "values.csv"]);
    }

    #[test]
    fn kinds_have_the_names_of_the_command_line() {
        for kind in Kind::ALL {
            assert_eq!(kind.name().to_uppercase().parse(), Ok(kind));
        }
        let error = "fbx".parse::<Kind>().unwrap_err();
        assert!(error.contains("`fbx`") && error.contains("glb"), "{error}");
    }
}

mod folder {
    use super::*;

    #[test]
    fn existing_files_are_left_alone_unless_forced() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("values.csv");
        fs::write(&place, "mine").unwrap();
        let report = run(&level(), only(&[Kind::Csv, Kind::Json]), folder.path());
        assert_eq!(report.skipped, [place.clone()]);
        assert_eq!(report.written, [folder.path().join("level.json")]);
        assert_eq!(fs::read(&place).unwrap(), b"mine");
        let report = run(&level(), Options { force: true, ..only(&[Kind::Csv]) }, folder.path());
        assert_eq!((report.written, report.skipped), (vec![place.clone()], vec![]));
        assert_ne!(fs::read(&place).unwrap(), b"mine");
    }

    #[test]
    fn the_same_input_gives_the_same_bytes_and_nothing_is_left_over() {
        let options = || Options { palettes: Palettes::Every, ..only(&Kind::ALL) };
        let (first, second) = (files(&level(), options()), files(&level(), options()));
        assert!(first == second);
        let planned: BTreeSet<_> = names(&level(), options()).into_iter().collect();
        assert_eq!(first.into_keys().collect::<BTreeSet<_>>(), planned);
    }

    #[test]
    fn the_folder_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b");
        let report = run(&level(), only(&[Kind::Csv]), &deep);
        assert_eq!(report.written, [deep.join("values.csv")]);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let report = run(&level(), Options::default(), &file.join("below"));
        assert_eq!(report.failed.len(), 1);
        assert_eq!(report.written.len(), 0);
    }

    #[test]
    fn a_cancelled_run_keeps_the_finished_files() {
        let folder = tempfile::tempdir().unwrap();
        let mut steps = Vec::new();
        let report = job(&level(), Options::default()).run(folder.path(), &mut |progress| {
            steps.push((progress.done, progress.total, progress.file.to_owned()));
            if progress.done == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(report.cancelled);
        assert_eq!(report.written, [folder.path().join("level.glb")]);
        assert_eq!(steps, [(0, 9, "level.glb".to_owned()), (1, 9, "level.json".to_owned())]);
        assert_eq!(read_folder(folder.path()).len(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn files_are_as_readable_as_any_other() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        run(&level(), only(&[Kind::Csv]), folder.path());
        let mode = |name: &str| {
            let path = folder.path().join(name);
            if !path.exists() {
                fs::write(&path, "").unwrap();
            }
            fs::metadata(path).unwrap().permissions().mode()
        };
        assert_eq!(mode("values.csv"), mode("ordinary"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_folder_leads_nowhere() {
        let outside = tempfile::tempdir().unwrap();
        let target = outside.path().join("precious");
        fs::write(&target, "mine").unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(&target, folder.path().join("values.csv")).unwrap();
        run(&level(), Options { force: true, ..only(&[Kind::Csv]) }, folder.path());
        assert_eq!(fs::read(&target).unwrap(), b"mine");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever names the data has, files get one new name each, directly in the folder.
    #[test]
    fn names_never_leave_the_folder(names in prop::collection::vec(r"(\PC|[\./\\\x00: ~2aA]){0,12}", 0..8)) {
        let mut scene = Scene::default();
        for name in &names {
            let table = Table { name: name.clone(), columns: vec![], rows: vec![] };
            scene.tables.push(table);
            scene.textures.push(texture(name, (1, 1), TexelFormat::Rgba8, Texels::Rgba(vec![[9; 4]])));
        }
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("out");
        let report = run(&scene, Options::default(), &folder);
        prop_assert_eq!(&report.failed, &[]);
        prop_assert_eq!(report.written.len(), 2 * names.len() + 1);
        let there = read_folder(&folder);
        prop_assert_eq!(there.len(), report.written.len());
        let folded: BTreeSet<String> = there.keys().map(|name| name.to_lowercase()).collect();
        prop_assert_eq!(folded.len(), there.len());
        prop_assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 1);
    }
}
