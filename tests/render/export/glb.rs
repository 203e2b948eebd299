//! GLB, read by the `gltf` crate.

use super::*;
use gouraud::scene::{FacesViewer, Id};

#[test]
fn exports_a_tree_of_named_nodes_that_share_meshes() {
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
fn nodes_have_the_transforms_of_the_scene() {
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
        let set = primitive.reader(|_| Some(&glb.blob)).read_positions().unwrap().map(Vec3::from);
        let set: Vec<Vec3> = set.collect();
        let min = set.iter().copied().reduce(Vec3::min).unwrap();
        let max = set.iter().copied().reduce(Vec3::max).unwrap();
        let bounds = primitive.bounding_box();
        assert_eq!((bounds.min, bounds.max), (min.to_array(), max.to_array()));
        assert!(min.cmpge(Vec3::splat(-2.0)).all() && max.cmple(Vec3::splat(2.0)).all());
        corners += positions.len();
    }
    assert_eq!(corners, 6 * 6);
}

#[test]
fn primitives_share_attributes_but_triangles_share_no_vertices() {
    let mut scene = level();
    // Each side of the cube has a separate material with the same attributes.
    let materials = &mut scene.materials;
    scene.meshes[0].faces.update(|side, face| {
        face.layer = 0;
        face.material = materials.next_id();
        materials.push(Material { name: format!("side {side}"), ..materials[0].clone() });
    });
    scene.nodes.truncate(1);
    let glb = Glb::of(&scene);
    let primitives: Vec<_> = glb.mesh("cube").primitives().collect();
    assert_eq!(primitives.len(), 6);
    let attributes = |primitive: &gltf::Primitive<'_>| {
        primitive.attributes().map(|(_, accessor)| accessor.index()).collect::<Vec<_>>()
    };
    assert!(primitives.iter().all(|other| attributes(other) == attributes(&primitives[0])));
    let indices = |primitive: &gltf::Primitive<'_>| {
        let reader = primitive.reader(|_| Some(&glb.blob));
        reader.read_indices().unwrap().into_u32().collect::<Vec<_>>()
    };
    let all: Vec<u32> = primitives.iter().flat_map(indices).collect();
    assert_eq!(all, (0..36).collect::<Vec<_>>());
    // A second, equal mesh shares the indices and attributes of the first.
    let mut two = scene.clone();
    two.meshes.push(two.meshes[0].clone());
    two.nodes.push(Node { mesh: Some(Id::new(2)), ..two.nodes[0].clone() });
    let accessors = |glb: &Glb| glb.document.accessors().count();
    assert_eq!(accessors(&Glb::of(&two)), accessors(&glb));
}

#[test]
fn a_large_level_of_many_textures_stays_small() {
    let patch = |number: u32| {
        let mut mesh = cube(2.0 + number as f32);
        let side = mesh.faces.clone();
        let faces = (0u32..).zip((0..25).flat_map(|_| &side));
        let made = faces.map(|(index, face)| Face {
            material: Id::new((index * 7 + number) % 600),
            index,
            ..face
        });
        mesh.faces = made.collect();
        mesh.face_values = vec![PackedInts::repeated(3, 150), (0..150).collect()];
        mesh
    };
    let mut scene = level();
    scene.materials = (0..600).map(|_| scene.materials[0].clone()).collect();
    scene.meshes = (0..100).map(patch).collect();
    scene.nodes = (0..100)
        .map(|mesh| Node {
            mesh: Some(Id::new(mesh)),
            name: format!("patch {mesh}"),
            ..Node::default()
        })
        .collect();
    let files = files(&scene, only(&[kind("glb")]));
    let bytes = files.values().next().unwrap();
    let glb = Glb::new(bytes);
    let meshes = glb.document.meshes();
    assert_eq!(meshes.map(|mesh| mesh.primitives().count()).sum::<usize>(), 100 * 150);
    // 15 000 faces of 6 corners: the JSON of a primitive may be as large as its attributes.
    assert!(glb.document.accessors().count() < 1500, "{}", glb.document.accessors().count());
    assert!(bytes.len() < 15_000 * 400, "{} bytes", bytes.len());
}

#[test]
fn writes_stored_colours_once() {
    let mut scene = level();
    scene.face_fields.push(FaceField { name: "colour", bits: 32, flags: Vec::new() });
    scene.meshes[0].face_values.push(PackedInts::repeated(7, 6));
    let glb = Glb::of(&scene);
    let wall = glb.primitive("wall");
    let named = |name: &str| wall.get(&Semantic::Extras(name.to_owned())).is_some();
    assert!(named("COLOR") && !named("COLOUR"));
}

#[test]
fn fronts_are_counter_clockwise_for_every_winding() {
    for winding in [Winding::Clockwise, Winding::CounterClockwise] {
        let mut scene = level();
        let mesh = &mut scene.meshes[0];
        if winding == Winding::CounterClockwise {
            // The same sides with the opposite winding.
            mesh.winding = winding;
            mesh.faces.update(|_, face| face.corners.swap(1, 2));
        }
        let glb = Glb::of(&scene);
        for primitive in glb.document.meshes().flat_map(|mesh| mesh.primitives()) {
            let reader = primitive.reader(|_| Some(&glb.blob));
            let normals = reader.read_normals().unwrap().map(Vec3::from);
            let normals = glb.at_corners(&primitive, normals);
            let positions = glb.positions(&primitive);
            for (corners, normals) in positions.chunks(3).zip(normals.chunks(3)) {
                let [a, b, c] = [corners[0], corners[1], corners[2]];
                assert!((b - a).cross(c - a).dot(normals[0]) > 0.0);
            }
        }
    }
}

#[test]
fn undrawn_faces_are_separate_child_nodes() {
    let glb = Glb::of(&level());
    assert_eq!(glb.mesh("cube").primitives().count(), 5);
    assert_eq!(glb.mesh("cube.collision").primitives().count(), 1);
    let parents = ["first", "second", "mirror"].map(|name| glb.node(name));
    for parent in parents {
        let child = parent.children().next().unwrap();
        assert_eq!(child.mesh().unwrap().name(), Some("cube.collision"));
        let extras = extras(child.extras());
        assert_eq!((&extras["layer"], &extras["visible"]), (&"collision".into(), &false.into()));
    }
    let ghost = glb.primitive("plain.collision").material();
    assert_eq!(ghost.alpha_mode(), gltf::material::AlphaMode::Blend);
    assert_eq!(extras(ghost.extras())["invisible"], true);
}

#[test]
fn keeps_face_fields_as_stored() {
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
    // The corners of a quad's two triangles, counter-clockwise.
    assert_eq!(glb.floats(&glb.primitive("wall"), "CORNER"), [0.0, 2.0, 1.0, 2.0, 3.0, 1.0]);
    assert!(glb.primitive("wall").get(&Semantic::Extras("COMPANION".to_owned())).is_none());
}

#[test]
fn writes_linear_colours_and_the_stored_ones() {
    let glb = Glb::of(&level());
    let stored = |primitive: &gltf::Primitive<'_>| {
        let numbers = glb.numbers(primitive, "COLOR");
        numbers.into_iter().map(u32::to_le_bytes).collect::<Vec<_>>()
    };
    let linear = |primitive: &gltf::Primitive<'_>| {
        let reader = primitive.reader(|_| Some(&glb.blob));
        reader.read_colors(0).map(|c| glb.at_corners(primitive, c.into_rgba_f32()))
    };
    // sRGB 128/255, 64/255, 32/255.
    let plain = glb.primitive("plain.collision");
    assert_eq!(stored(&plain)[0], [128, 64, 32, 0]);
    let first = linear(&plain).unwrap()[0];
    for (found, wanted) in first.into_iter().zip([0.21586, 0.05127, 0.01444, 1.0]) {
        assert!((found - wanted).abs() < 1e-4, "{first:?}");
    }
    // 128 is full on modulated faces.
    let wall = glb.primitive("wall");
    assert_eq!(stored(&wall)[0], [128, 64, 32, 0]);
    let colours = linear(&wall).unwrap();
    for (found, wanted) in colours[0].into_iter().zip([1.0, 0.21404, 0.05088, 1.0]) {
        assert!((found - wanted).abs() < 1e-4, "{colours:?}");
    }
    // Corner 2 of a clockwise source becomes the second.
    assert_eq!(stored(&wall)[1], [0, 255, 0, 0]);
    assert_eq!(colours[1], [0.0, 1.0, 0.0, 1.0]);
    assert!(linear(&glb.primitive("glass")).is_none(), "raw texels have no colour");
}

#[test]
fn texture_coordinates_are_texel_centres_or_stored_fractions() {
    let glb = Glb::of(&level());
    let uvs = |name| {
        let primitive = glb.primitive(name);
        let reader = primitive.reader(|_| Some(&glb.blob));
        glb.at_corners(&primitive, reader.read_tex_coords(0).unwrap().into_f32())
    };
    let texel = |u: f32, v: f32| [(u + 0.5) / 4.0, (v + 0.5) / 8.0];
    let corners = [texel(0.0, 0.0), texel(0.0, 7.0), texel(3.0, 0.0)];
    assert_eq!(uvs("wall")[..3], corners);
    assert_eq!(uvs("glass")[..3], [[0.0, 0.0], [0.0, 7.0], [3.0, 0.0]]);
    assert!(glb.primitive("added").get(&Semantic::TexCoords(0)).is_none());
}

#[test]
fn keeps_texture_coordinates_as_stored_without_a_texture() {
    let glb = Glb::of(&level());
    let missing = glb.primitive("missing");
    assert!(missing.get(&Semantic::TexCoords(0)).is_none());
    assert_eq!(glb.floats(&missing, "U")[..3], [0.0, 0.0, 3.0]);
    assert_eq!(glb.floats(&missing, "V")[..3], [0.0, 7.0, 0.0]);
}

#[test]
fn writes_fraction_coordinates_without_a_texture() {
    let mut scene = level();
    for (at, material) in scene.materials.iter_mut().enumerate() {
        material.uv = UvSpace::Fraction;
        if at == 0 {
            material.surface = Surface::Missing(None);
        }
    }
    let glb = Glb::of(&scene);
    for name in ["wall", "missing"] {
        let primitive = glb.primitive(name);
        assert!(primitive.get(&Semantic::Extras("U".to_owned())).is_none());
        let reader = primitive.reader(|_| Some(&glb.blob));
        let uvs = glb.at_corners(&primitive, reader.read_tex_coords(0).unwrap().into_f32());
        assert_eq!(uvs[..3], [[0.0, 0.0], [0.0, 7.0], [3.0, 0.0]]);
    }
    let objs = files(&scene, only(&[kind("obj")]));
    let obj = String::from_utf8(objs["level.obj"].clone()).unwrap();
    let wall = obj.split("usemtl wall\n").nth(1).unwrap().lines().next().unwrap();
    assert!(wall.split(' ').skip(1).all(|corner| corner.split('/').nth(1) != Some("")), "{wall}");
    // Even without a texture to apply them to.
    assert!(glb.primitive("added").get(&Semantic::TexCoords(0)).is_some());
    scene.meshes[0].faces.update(|_, face| face.uvs = [[0.0; 2]; 4]);
    let glb = Glb::of(&scene);
    assert!(glb.primitive("added").get(&Semantic::TexCoords(0)).is_none(), "none are stored");
}

#[test]
fn writes_blending_of_materials() {
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
    assert_eq!(look("glass"), (AlphaMode::Blend, 0.25, true, false));
    assert_eq!(look("missing"), (AlphaMode::Opaque, 1.0, false, false));
    let facts = |name| extras(glb.primitive(name).material().extras());
    assert_eq!(facts("added")["blend"], "B + F");
    assert_eq!(facts("mixed")["blend_mode"], 0);
    assert_eq!(facts("missing")["texture_id"], "00001234");
}

#[test]
fn writes_opacity_as_alpha_of_the_base_colour() {
    use gltf::material::AlphaMode;
    let mut scene = level();
    for material in &mut scene.materials {
        material.blend = match material.name.as_str() {
            "added" => Blend::of_opacity(0.05),
            "mixed" => Blend::of_opacity(0.4),
            "glass" => Blend::of_opacity(0.75),
            "wall" => Some(Blend::TEXELS),
            _ => material.blend,
        };
    }
    let glb = Glb::of(&scene);
    let look = |name| {
        let material = glb.primitive(name).material();
        let alpha = material.pbr_metallic_roughness().base_color_factor()[3];
        (material.alpha_mode(), alpha)
    };
    assert_eq!(look("added"), (AlphaMode::Blend, 0.05));
    assert_eq!(look("mixed"), (AlphaMode::Blend, 0.4));
    // In addition to the alpha of its texels.
    assert_eq!(look("glass"), (AlphaMode::Blend, 0.75));
    assert_eq!(look("wall"), (AlphaMode::Mask, 1.0));
    let (_, pixels) = glb.picture(&glb.primitive("mixed"));
    assert!(pixels.chunks(4).all(|pixel| [0, 255].contains(&pixel[3])), "STP makes no difference");
    let facts = extras(glb.primitive("added").material().extras());
    assert_eq!(facts["blend"], "B·(1 − α) + F·α");
    assert!((facts["opacity"].as_f64().unwrap() - 0.05).abs() < 1e-6);
    assert!(facts.get("blend_mode").is_none());
}

#[test]
fn billboards_keep_their_stored_transform_and_are_marked() {
    let mut scene = level();
    scene.nodes[0].faces_viewer = Some(FacesViewer::default());
    let glb = Glb::of(&scene);
    let stored = glb.node("first").transform().matrix();
    assert!(Mat4::from_cols_array_2d(&stored).abs_diff_eq(scene.nodes[0].local, 1e-5));
    assert_eq!(extras(glb.node("first").extras())["faces_viewer"], true);
    assert!(extras(glb.node("second").extras()).get("faces_viewer").is_none());
}

#[test]
fn only_stp_texels_of_blended_faces_are_translucent() {
    let glb = Glb::of(&level());
    let (info, pixels) = glb.picture(&glb.primitive("mixed"));
    assert_eq!((info.width, info.height), (4, 8));
    // The second palette has STP on its second entry, and a hole as its fifth entry.
    let alphas: Vec<u8> = pixels.chunks(4).take(5).map(|pixel| pixel[3]).collect();
    assert_eq!(alphas, [255, 128, 255, 255, 0]);
}

#[test]
fn faces_without_stp_texels_are_not_blended() {
    let mut scene = level();
    scene.palettes[1].stored[1] = 0x03e0;
    let glb = Glb::of(&scene);
    let material = glb.primitive("mixed").material();
    assert_eq!(material.alpha_mode(), gltf::material::AlphaMode::Mask);
}

#[test]
fn embeds_textures_that_repeat_without_a_filter() {
    let glb = Glb::of(&level());
    let (info, _) = glb.picture(&glb.primitive("wall"));
    assert_eq!((info.width, info.height), (4, 8));
    let sampler = glb.document.samplers().next().unwrap();
    assert_eq!(sampler.wrap_s(), gltf::texture::WrappingMode::Repeat);
    assert_eq!(sampler.mag_filter(), Some(gltf::texture::MagFilter::Nearest));
    // The wall with two palettes, and the glass. Unused textures are omitted.
    assert_eq!(glb.document.images().count(), 3);
}

#[test]
fn records_its_source() {
    let glb = Glb::of(&level());
    let asset = &glb.document.as_json().asset;
    let facts = extras(&asset.extras);
    assert_eq!(facts["source"], "LEVEL.PSX");
    assert_eq!(facts["crc32"], "0012ab34");
    assert_eq!(facts["version"], env!("CARGO_PKG_VERSION"));
    assert!(asset.generator.as_ref().unwrap().starts_with("Gouraud"));
}

#[test]
fn writes_a_sky_without_faces_as_scene_property() {
    let glb = Glb::of(&under_a_sky());
    let facts = extras(&glb.document.as_json().scenes[0].extras);
    assert_eq!((&facts["sky"]["name"], &facts["sky"]["layer"]), (&"dusk".into(), &"sky".into()));
    assert_eq!(facts["sky"]["texture"], under_a_sky().textures[0].name);
    assert!(Glb::of(&level()).document.as_json().scenes[0].extras.is_none());
}

#[test]
fn scales_the_root_to_metres() {
    let mut scene = level();
    scene.metres_per_unit = Some(0.25);
    let glb = Glb::of(&scene);
    assert_eq!(glb.node("level").transform().decomposed().2, [0.25; 3]);
}

#[test]
fn helpers_are_empty_nodes_with_their_points() {
    let glb = Glb::of(&level());
    let group = glb.node("triggers");
    let kinds: Vec<_> =
        group.children().map(|n| extras(n.extras())["kind"].as_str().unwrap().to_owned()).collect();
    assert_eq!(kinds, ["point", "line", "box", "grid"]);
    let restart = glb.node("restart");
    assert_eq!(restart.transform().decomposed().0, [1.0; 3]);
    let facts = extras(restart.extras());
    assert_eq!(facts["points"], serde_json::json!([[1.0, 1.0, 1.0]]));
    assert_eq!(facts["heading"], serde_json::json!([1.0, 0.0, 0.0]));
    assert_eq!(facts["path"], "nodes[restart]");
}

/// An attachment point is a child of its bone, so that animations move it.
#[test]
fn helper_that_follows_a_node_is_its_child() {
    let mut scene = level();
    let restart = scene.helpers.find(|helper| helper.name == "restart").unwrap();
    let node = scene.nodes.next_id();
    let local = glam::Mat4::from_translation(Vec3::new(0.5, 0.0, -2.0));
    scene.nodes.push(Node { name: "hand".to_owned(), local, ..Node::default() });
    scene.carried.insert(restart, node);
    let glb = Glb::of(&scene);
    let below: Vec<_> = glb.node("hand").children().map(|n| n.name().unwrap().to_owned()).collect();
    assert_eq!(below, ["restart"]);
    assert_eq!(glb.node("restart").transform().decomposed().0, [0.5, 1.0, 3.0]);
    assert_eq!(glb.node("triggers").children().count(), 3);
}

#[test]
fn helpers_keep_their_colour() {
    let mut scene = level();
    let restart = scene.helpers.find(|helper| helper.name == "restart").unwrap();
    scene.tints.insert(restart, [9, 128, 255]);
    let glb = Glb::of(&scene);
    let facts = extras(glb.node("restart").extras());
    assert_eq!(facts["tint"], serde_json::json!([9, 128, 255]));
}

#[test]
fn billboards_face_the_viewer_on_z() {
    let scene = level();
    let choice = Choice::These(vec![Subject::Model(Id::new(1))]);
    let files = files(&scene, Options { choice, ..only(&[kind("glb")]) });
    let glb = Glb::new(&files["tree.glb"]);
    let positions = glb.positions(&glb.mesh("tree").primitives().next().unwrap());
    let min = positions.iter().copied().reduce(Vec3::min).unwrap();
    let max = positions.iter().copied().reduce(Vec3::max).unwrap();
    assert_eq!((min, max), (Vec3::new(-1.5, 0.0, 0.0), Vec3::new(1.5, 4.0, 0.0)));
}

#[test]
fn writes_a_file_for_an_empty_scene_or_model() {
    let mut scene = Scene::default();
    scene.nodes.push(Node::default());
    assert_eq!(Glb::of(&scene).document.nodes().count(), 2);
    scene.meshes.push(Mesh { name: "nothing".to_owned(), ..Mesh::default() });
    scene.nodes[0].mesh = Some(Id::new(0));
    assert_eq!(Glb::of(&scene).document.meshes().count(), 0);
}

#[test]
fn exports_the_valid_elements_of_a_broken_scene_with_warnings() {
    let scene = broken();
    let folder = tempfile::tempdir().unwrap();
    let report = run(&scene, Options::default(), folder.path());
    assert_eq!(report.failed, []);
    let glb = Glb::new(&fs::read(folder.path().join("broken.glb")).unwrap());
    let primitives = glb.document.meshes().flat_map(|mesh| mesh.primitives());
    let corners: usize = primitives.map(|p| glb.positions(&p).len()).sum();
    assert_eq!(corners, 5 * 6, "all faces but the one without a corner");
    for sentence in [
        "model cube: 1 positions are not finite and became 0",
        "model cube: 1 faces were left out: a corner does not exist",
        "texture flat cannot be exported as a picture: invalid size: 0 by 8 texels",
        "texture cut cannot be exported as a picture: expected 64 texels, found 9",
        "node first: glTF cannot store its sheared or invalid transform",
    ] {
        assert!(report.notes.contains(&sentence.to_owned()), "{:#?}", report.notes);
    }
    assert!(!folder.path().join("flat.png").exists());
}
