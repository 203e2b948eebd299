//! Scenes of levels and savegames, with and without companions.

use std::collections::HashSet;

use glam::Vec3;
use gouraud::bytes::Problems;
use gouraud::formats::Records;
use gouraud::formats::ms::szdd;
use gouraud::formats::trespasser::groff::body::Body;
use gouraud::formats::trespasser::groff::grf::geometry::Polygon;
use gouraud::formats::trespasser::groff::grf::region::Version;
use gouraud::formats::trespasser::{name_hash, texture_id};
use gouraud::scene::{
    Blend, Element, FlashLimit, HelperShape, Id, LayerKind, Material, Scene, SceneIndex, Surface,
    Texels,
};
use gouraud_testing::build::groff::{
    Corner, Face, InstanceTransform, Level, Model, Polygons, Property, Surface as BuiltSurface,
    Triangles,
};
use gouraud_testing::build::pid::{Image, ImagePixels};
use gouraud_testing::build::{pid, tpa};

use super::fixture::{
    CRATE, CRATE_BUMP, LEAF, MOVED, bytes, crate_model, helper_box, level, open_as, savegame,
    scene, textures,
};
use super::folder::{Folder, messages};

fn alone() -> Scene {
    Folder::default().scene("mini.grf", &bytes(&level())).0
}

fn node<'a>(scene: &'a Scene, name: &str) -> &'a gouraud::scene::Node {
    scene.nodes.iter().find(|node| node.name == name).expect(name)
}

fn layer<'a>(scene: &'a Scene, name: &str) -> &'a str {
    &scene.layers[usize::from(node(scene, name).layer)].name
}

#[test]
fn instances_keep_their_positions_and_share_models() {
    let scene = alone();
    let crates: Vec<_> = ["Crate-00", "Crate-01"].map(|name| node(&scene, name)).to_vec();
    assert_eq!(crates[0].mesh, crates[1].mesh);
    assert_eq!(scene.meshes.len(), 4);
    // X right, Y forward, Z up becomes X right, Y up, Z back.
    assert_eq!(crates[0].local.w_axis.truncate(), Vec3::new(1.0, 3.0, -2.0));
    assert!((crates[1].local.x_axis.length() - 2.0).abs() < 1e-5);
    assert_eq!(crates[0].origin.path, "sections[1].instances[0]");
    let mesh = scene.mesh_of(crates[0]).unwrap();
    assert_eq!((mesh.name.as_str(), mesh.positions.len(), mesh.faces.len()), ("Crate-00", 8, 6));
    assert_eq!(scene.metres_per_unit, Some(1.0));
}

#[test]
fn faces_point_outwards_and_polygons_are_split() {
    let scene = alone();
    let mesh = scene.mesh_of(node(&scene, "Crate-00")).unwrap();
    for face in &mesh.faces {
        let [a, b, c] = [0, 1, 2].map(|at| mesh.positions[face.corners[at] as usize]);
        assert!((b - a).cross(c - a).dot(a) > 0.0, "{face:?}");
        let normal = mesh.normals[face.normals[0] as usize];
        assert!(normal.dot(a) > 0.0);
        // The fourth corner of a quad is diagonally opposite the first.
        let d = mesh.positions[face.corners[3] as usize];
        assert!((d - a).length() > (b - a).length() * 1.2);
    }
    let sign = scene.mesh_of(node(&scene, "Post")).unwrap();
    let sides: Vec<_> = sign.faces.iter().map(|face| (face.index, face.sides())).collect();
    assert_eq!(sides, [(0, 4), (0, 3)], "a pentagon");
    assert_eq!(
        sign.faces.get(0).unwrap().colours[0],
        [0x20, 0x40, 0xFF],
        "the model's default colour"
    );
    let helper = scene.mesh_of(node(&scene, "Entrance")).unwrap();
    assert_eq!(helper.faces.len(), 12);
}

/// Surfaces of all stored faces of the level's only model, in ascending order.
fn face_surfaces(model: Model) -> (usize, Vec<u32>) {
    let mut level = Level::default();
    let model = level.model("Box", model);
    level.instance("Box", model, InstanceTransform::at(0.0, 0.0, 0.0), 0);
    let scene = Folder::default().scene("box.grf", &bytes(&level.finish())).0;
    let mesh = scene.mesh_of(node(&scene, "Box")).unwrap();
    let at = scene.face_fields.iter().position(|field| field.name == "surface").unwrap();
    let undrawn = mesh.undrawn.iter().map(|numbers| numbers[at]);
    let mut all: Vec<u32> = mesh.face_values[at].iter().chain(undrawn).collect();
    all.sort_unstable();
    (mesh.faces.len(), all)
}

#[test]
fn face_with_an_invalid_vertex_keeps_surfaces_of_others() {
    let (drawn, sound) = face_surfaces(crate_model());
    assert_eq!((drawn, &sound[..]), (6, &[0, 0, 0, 0, 0, 1][..]));
    let Model::Polygons(mut damaged) = crate_model() else { panic!("polygons") };
    damaged.faces[1].corners[2].point = 99;
    assert_eq!(face_surfaces(Model::Polygons(damaged)), (5, sound));
    let (drawn, sound) = face_surfaces(helper_box(1.0, true));
    assert_eq!((drawn, sound.len()), (12, 12));
    let Model::Triangles(mut damaged) = helper_box(1.0, true) else { panic!("triangles") };
    damaged.faces[3][1] = 99;
    assert_eq!(face_surfaces(Model::Triangles(damaged)), (11, sound));
}

#[test]
fn polygons_beyond_the_shared_corner_limit_are_counted() {
    let mut file = level();
    let geometry = file.sections.iter_mut().find_map(|section| match &mut section.body {
        Body::Geometry2(geometry) if geometry.polygons.len() == 6 => Some(geometry),
        _ => None,
    });
    let geometry = geometry.unwrap();
    // Every polygon uses the corners of all others.
    let corner_count = u32::try_from(geometry.references.len()).unwrap();
    let long = Polygon { first: 0, corner_count, ..geometry.polygons[0] };
    geometry.polygons.splice(..0, vec![long; 10]);
    let scene = Folder::default().scene("mini.grf", &bytes(&file)).0;
    let mesh = scene.mesh_of(node(&scene, "Crate-00")).unwrap();
    let drawn: HashSet<u32> = mesh.faces.iter().map(|face| face.index).collect();
    assert_eq!(drawn.len() + mesh.undrawn.len(), 16);
}

#[test]
fn instances_are_on_layers_by_class() {
    let scene = alone();
    for (name, expected) in [
        ("Crate-00", "Objects"),
        ("CrateFar", "Levels of detail"),
        ("$CrateBox", "Helpers"),
        ("Sign", "Invisible objects"),
        ("Entrance", "Triggers"),
    ] {
        assert_eq!(layer(&scene, name), expected, "{name}");
    }
    let shown: Vec<_> = scene.layers.iter().filter(|layer| layer.visible).collect();
    assert_eq!(shown.len(), 1);
    let kind = |name: &str| scene.layers.iter().find(|l| l.name == name).map(|l| l.kind);
    assert_eq!(kind("Triggers"), Some(LayerKind::Invisible));
}

#[test]
fn instances_keep_their_classes_when_scenes_are_merged() {
    let scene = alone();
    let class = |scene: &Scene, name: &str| {
        let class = node(scene, name).class.unwrap();
        scene.classes[usize::from(class)].clone()
    };
    assert_eq!(class(&scene, "Crate-00"), "CInstance", "the default class");
    assert_eq!(class(&scene, "Entrance"), "CLocationTrigger");
    let mut first = Scene::default();
    first.class("Prop");
    let both = first.beside(&scene, "the level");
    assert_eq!(class(&both, "Entrance"), "CLocationTrigger");
    assert_eq!(both.classes[0], "Prop");
}

#[test]
fn helpers_move_with_each_copy_of_their_prototype() {
    let scene = alone();
    let line = |name: &str| {
        let found = scene.helpers.iter().find(|helper| helper.name == name).expect(name);
        match &found.shape {
            HelperShape::Line(points) => points.clone(),
            other => panic!("{other:?}"),
        }
    };
    let centre = |points: &[Vec3]| {
        let low = points.iter().copied().reduce(Vec3::min).unwrap();
        let high = points.iter().copied().reduce(Vec3::max).unwrap();
        ((low + high) / 2.0, high - low)
    };
    let (at, size) = centre(&line("$CrateBox of Crate-00"));
    assert!((at - Vec3::new(1.0, 3.5, -2.0)).length() < 1e-4, "{at}");
    assert!((size - Vec3::splat(1.2)).length() < 1e-4, "{size}");
    let (at, _) = centre(&line("$CrateBox of Crate-01"));
    let copy = node(&scene, "Crate-01").local.transform_point3(Vec3::new(0.0, 0.5, 0.0));
    assert!((at - copy).length() < 1e-3, "{at} {copy}");
}

#[test]
fn helpers_follow_the_transforms_of_level_and_scene() {
    let folder = Folder::default().with("mini.scn", bytes(&scene()));
    let (shown, _) = folder.scene("mini.grf", &bytes(&level()));
    let places = shown.variants.iter().find(|variant| variant.name == "Places").unwrap();
    let [x, y, z] = MOVED;
    let at = [Vec3::new(1.0, 3.0, -2.0), Vec3::new(x, z, -y)];
    for (option, at) in places.options.iter().zip(at) {
        let helpers: Vec<_> = option.helpers.iter().map(|id| &shown.helpers[id.index()]).collect();
        for name in ["$CrateBox of Crate-00", "Hull of Crate-00"] {
            let helper = helpers.iter().find(|helper| helper.name == name).expect(name);
            let HelperShape::Line(points) = &helper.shape else { panic!("{:?}", helper.shape) };
            let low = points.iter().copied().reduce(Vec3::min).unwrap();
            let high = points.iter().copied().reduce(Vec3::max).unwrap();
            // The box of the prototype is half a metre above its middle.
            let middle = low.midpoint(high);
            assert!((middle - at).length() < 0.51, "{name}: {middle}, {at}");
        }
    }
    // An instance at its position in the level has its helpers once, and not as a part of an
    // option.
    let copies = shown.helpers.iter().filter(|helper| helper.name == "Hull of Crate-01");
    assert_eq!(copies.count(), 1);
}

#[test]
fn copies_reference_their_prototype() {
    for (name, is_copy) in [
        ("Crate-07", true),
        ("Crate-07-a", true),
        ("Old-Crate-12", false),
        ("Crate", false),
        ("Crate-7", false),
    ] {
        let mut level = Level::default();
        let model = level.model("Crate-00", crate_model());
        let hull = level.model("$CrateBox", helper_box(0.6, false));
        let values = level.values("Crate-00", vec![("Model00", Property::text("$CrateBox"))]);
        level.instance("Crate-00", model, InstanceTransform::at(0.0, 0.0, 0.0), 0);
        level.instance("$CrateBox", hull, InstanceTransform::at(0.0, 0.0, 0.0), 0);
        level.instance(name, model, InstanceTransform::at(5.0, 0.0, 0.0), values);
        let (scene, _) = Folder::default().scene("a.grf", &bytes(&level.finish()));
        let hull = format!("$CrateBox of {name}");
        let hull = scene.helpers.iter().find(|helper| helper.name == hull).unwrap();
        let HelperShape::Line(points) = &hull.shape else { panic!("{:?}", hull.shape) };
        // A helper of a copy is placed relative to the prototype; any other is at its stored position.
        assert_eq!(points.iter().all(|at| at.x > 3.0), is_copy, "{name}");
    }
}

#[test]
fn coarser_models_are_a_variant() {
    let scene = alone();
    let detail = scene.variants.iter().find(|variant| variant.name == "Detail").unwrap();
    let names: Vec<_> = detail.options.iter().map(|option| option.name.as_str()).collect();
    assert_eq!((names, detail.chosen), (vec!["full detail", "detail 1"], Some(Id::new(0))));
    let coarse = &scene.nodes[detail.options[1].nodes[0].index()];
    // Half the size and one metre behind, relative to the prototype.
    assert!((coarse.local.x_axis.length() - 0.5).abs() < 1e-5);
    assert!((coarse.local.w_axis.truncate() - Vec3::new(1.0, 3.0, -3.0)).length() < 1e-4);
}

#[test]
fn instance_values_reference_their_bytes() {
    let scene = alone();
    let (table, rows) = scene.rows_of(node(&scene, "Entrance")).unwrap();
    assert_eq!(table.name, "Values");
    let text: Vec<String> = rows.iter().map(|row| row.cells[1..4].join(" ")).collect();
    assert_eq!(
        text,
        [
            " object ",
            "Class string CLocationTrigger",
            "BoundVol int 1",
            "FireExpression string #Player",
            "Letter char 'x'",
            "Action00 object ",
            "Action00.ActionType int 0",
            r"Action00.Sample string VO\AM01",
            "Action01 object ",
            "Action01.ActionType int 22",
            "Action01.Target string Sign",
        ]
    );
    assert_eq!(rows[6].cells[4], "voice-over");
    assert_eq!(rows[7].cells[4], "sound E5EAC1E9");
    assert_eq!(rows[10].cells[4], "an instance");
    let document = open_as("mini.grf", &bytes(&level()));
    for row in rows {
        let field = document.tree.find(&row.origin.path).expect("the row's field exists");
        assert_eq!(document.tree.field(&field).unwrap().span.start, row.origin.span.start);
        assert_eq!(document.tree.field(&field).unwrap().span.len, row.origin.span.len);
    }
    let first = scene.rows_of(node(&scene, "Crate-00")).unwrap().1;
    let second = scene.rows_of(node(&scene, "Crate-01")).unwrap().1;
    assert_eq!(first, second, "copies share their values");
    assert!(scene.rows_of(node(&scene, "CrateFar")).is_none());
}

#[test]
fn scripts_describe_trigger_actions() {
    let scene = alone();
    let scripts = scene.tables.iter().find(|table| table.name == "Scripts").unwrap();
    let rows: Vec<_> = scripts.rows.iter().map(|row| row.cells.join(" | ")).collect();
    assert_eq!(
        rows,
        [
            r"Entrance | CLocationTrigger | #Player | voice-over | Sample = VO\AM01",
            "Entrance | CLocationTrigger | #Player | hide or show | Target = Sign",
        ]
    );
}

#[test]
fn finds_textures_by_map_name() {
    let (pid, swp) = textures();
    let folder = Folder::default().with("MINI-130.PID", pid).with("mini-130.swp", swp);
    let (scene, problems) = folder.scene("mini.grf", &bytes(&level()));
    let names: Vec<_> = scene.textures.iter().map(|texture| texture.name.as_str()).collect();
    assert_eq!(names, ["Cratet2.bmp", "Leaft2.bmp"]);
    let mesh = scene.mesh_of(node(&scene, "Crate-00")).unwrap();
    let surface =
        |face: usize| scene.materials[mesh.faces.get(face).unwrap().material.index()].surface;
    assert_eq!(surface(0), Surface::Textured { texture: Id::new(0), palette: None });
    assert_eq!(surface(5), Surface::Textured { texture: Id::new(1), palette: None });
    let Texels::Rgba(texels) = scene.textures[0].pixels.decode() else { panic!("colours") };
    assert_eq!(texels[0], [255, 0, 0, 255]);
    // The trigger names no bump map; its texture was packed with the one that has the same stem.
    assert!(
        messages(&problems).iter().any(|m| m == "2 of 2 texture ids are in the texture directory"),
        "{problems:?}"
    );
    let materials = scene.tables.iter().find(|table| table.name == "Materials").unwrap();
    assert_eq!(materials.rows.len(), 3);
    let found: Vec<&str> = materials.rows.iter().map(|row| row.cells[6].as_str()).collect();
    assert_eq!(found, ["yes", "yes", "with the bump map Crateb8.bmp (same stem)"]);
}

/// A level whose second sky has this model.
fn under_a_sky(model: Model) -> Vec<u8> {
    let mut level = Level::new(Version::SHIPPED);
    let model = level.model("Clouds", model);
    let old = level.values("Old", vec![("Class", Property::text("CSky"))]);
    level.instance("Old", model, InstanceTransform::at(0.0, 0.0, 1.0), old);
    let class = ("Class", Property::text("csky"));
    let group = level.values("Clouds", vec![class, ("MipMap", Property::Bool(false))]);
    level.instance("Clouds", model, InstanceTransform::at(3.0, 4.0, 5.0), group);
    bytes(&level.finish())
}

/// A polygonal square with these maps; the first covers it.
fn square(surfaces: Vec<BuiltSurface>) -> Model {
    let corners = (0..4).map(|point| Corner { point, uv: [0.0; 2], normal: None });
    let face = Face { corners: corners.collect(), surface: 0, flags: 0 };
    Model::Polygons(Polygons {
        points: vec![[0.0; 3], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
        faces: vec![face],
        surfaces,
        default_colour: 0,
    })
}

#[test]
fn unoptimised_sky_has_its_texture() {
    let (pid, swp) = textures();
    let folder = Folder::default().with("mini-130.pid", pid).with("mini-130.swp", swp);
    let triangle = Model::Triangles(Triangles {
        points: vec![[0.0; 3], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]],
        faces: vec![[0, 1, 2]],
        colour: [0; 3],
        surfaces: vec![BuiltSurface::map(CRATE), BuiltSurface::map(LEAF)],
        mapping: vec![([[0.0; 2]; 3], 1)],
    });
    let (scene, _) = folder.scene("mini.grf", &under_a_sky(triangle));
    let texture = scene.sky.as_ref().and_then(|sky| sky.texture).expect("the sky has a texture");
    assert_eq!(scene.textures[texture.index()].name, "Leaft2.bmp");
}

#[test]
fn uses_the_last_sky_of_a_level_without_holes() {
    let (pid, swp) = textures();
    let folder = Folder::default().with("mini-130.pid", pid).with("mini-130.swp", swp);
    let (scene, problems) =
        folder.scene("mini.grf", &under_a_sky(square(vec![BuiltSurface::map(LEAF)])));
    let sky = scene.sky.as_ref().expect("the level has a sky");
    assert_eq!((sky.name.as_str(), sky.texture), ("Clouds", Some(Id::new(0))));
    assert_eq!((sky.height, sky.horizon, sky.fade), (1000.0, [215, 230, 255], [0.25, 0.05]));
    assert!((sky.repeat - 4654.545).abs() < 1e-3);
    assert_eq!(sky.origin, node(&scene, "Clouds").origin);
    assert_eq!(scene.layers[usize::from(sky.layer)].kind, LayerKind::Sky);
    // The instance itself is not drawn; its texture appears once, without holes.
    assert_eq!(layer(&scene, "Clouds"), "Logic");
    assert_eq!(scene.textures.len(), 1);
    let Texels::Rgba(texels) = scene.textures[0].pixels.decode() else { panic!("colours") };
    assert!(texels.iter().all(|texel| texel[3] == 255) && texels[0] == [255, 0, 0, 255]);
    assert!(!messages(&problems).join(" ").contains("sky"), "{problems:?}");
    // The sky can be found by its bytes.
    let index = SceneIndex::new(&scene);
    let span = sky.origin.span;
    assert_eq!(index.at(&scene, span.source, span.start)[0], Element::Sky);
    assert_eq!(scene.origin(Element::Sky).as_ref(), Some(&sky.origin));
    assert!(alone().sky.is_none());
}

#[test]
fn sky_with_a_missing_texture_is_one_colour_and_reports_it() {
    for (surfaces, reason) in [
        (vec![BuiltSurface::map(LEAF)], "Leaft2.bmp is not in the texture directories"),
        (Vec::new(), "its model has none"),
    ] {
        let (scene, problems) = Folder::default().scene("mini.grf", &under_a_sky(square(surfaces)));
        assert_eq!(scene.sky.as_ref().unwrap().texture, None);
        let reported = messages(&problems);
        let expected = format!("the sky Clouds has no texture: {reason}; shown in one colour");
        assert!(reported.contains(&expected), "{reported:?}");
    }
}

/// Scene of a level with one crate that has these properties; the companion textures are those of the
/// crate and two frames.
fn animated(properties: Vec<(&str, Property)>) -> (Scene, Problems) {
    let image = |id, value| Image {
        id,
        width: 8,
        height: 8,
        pixels: ImagePixels::Indices(vec![value; 64]),
        palette: Some(0),
        holes: false,
        mips: false,
        fill: [0; 3],
        occlusion: 0,
    };
    let frame = |name: &str, bump: &str| texture_id(&format!(r"Map\mini\{name}"), bump, 1.2);
    let images = [
        image(texture_id(CRATE, CRATE_BUMP, 1.2), 0),
        image(texture_id(LEAF, "", 1.2), 1),
        image(frame("One.bmp", ""), 2),
        image(frame("Two.bmp", r"Map\mini\TwoB.bmp"), 3),
    ];
    let palette = pid::palette(vec![[0, 0, 255, 0], [0, 255, 0, 0], [255, 0, 0, 0], [9, 9, 9, 0]]);
    let (pid, pixels) = pid::build(vec![palette], &images);
    let mut level = Level::new(Version::SHIPPED);
    let model = level.model("Lamp-00", crate_model());
    let group = level.values("Lamp-00", properties);
    level.instance("Lamp-00", model, InstanceTransform::at(0.0, 0.0, 0.0), group);
    let folder =
        Folder::default().with("mini-130.pid", pid.write().unwrap()).with("mini-130.swp", pixels);
    folder.scene("mini.grf", &bytes(&level.finish()))
}

fn frames() -> Vec<(&'static str, Property)> {
    let text = Property::text;
    vec![
        ("Class", text("CInstance")),
        ("Diffuse", Property::Float(1.2)),
        // Joints use the same name with a number, which does not count as a frame.
        ("Anim00", Property::Int(7)),
        ("Anim00", text("One.bmp")),
        ("Anim01", text("Two.bmp")),
        ("AnimB01", text("TwoB.bmp")),
        ("Anim03", text("Beyond.bmp")),
    ]
}

#[test]
fn finds_flipbook_frames_in_the_map_folder_of_the_level() {
    let (scene, problems) = animated(frames());
    // Every surface changes, each with its own material.
    assert_eq!(scene.flipbooks.len(), 2);
    let mesh = scene.mesh_of(node(&scene, "Lamp-00")).unwrap();
    let used = [0, 5].map(|face: usize| mesh.faces.get(face).unwrap().material);
    assert_eq!([scene.flipbooks[0].material, scene.flipbooks[1].material], used);
    let book = &scene.flipbooks[0];
    let names: Vec<&str> = book.frames.iter().map(|frame| frame.name.as_str()).collect();
    assert_eq!((names, book.seconds, book.round), (vec!["One.bmp", "Two.bmp"], 0.04, 2));
    let shown = |seconds: f32| {
        let moved = scene.moved(seconds, FlashLimit::Free);
        let Surface::Textured { texture, .. } = moved.surfaces[&used[0]] else { panic!("missing") };
        scene.textures[texture.index()].name.clone()
    };
    assert_eq!(
        ["One.bmp", "Two.bmp", "One.bmp"],
        [0.02, 0.05, 0.1].map(shown).each_ref().map(|s| &**s)
    );
    assert!(
        messages(&problems).iter().any(|m| m == "4 of 4 texture ids are in the texture directory"),
        "{problems:?}"
    );
    let rows = &scene.tables.iter().find(|table| table.name == "Materials").unwrap().rows;
    assert!(rows.iter().all(|row| row.cells[6] == "yes"), "{rows:?}");
    assert!(book.frames.iter().all(|frame| frame.origin.path.contains(".entries[")));
}

#[test]
fn slot_can_animate_scroll_and_stop() {
    let mut properties = frames();
    properties.extend([
        ("AnimSubMaterial", Property::Int(2)),
        ("Interval", Property::Float(0.5)),
        ("DeltaY", Property::Float(-0.25)),
        ("FreezeFrame", Property::Int(1)),
    ]);
    let (scene, _) = animated(properties);
    let [book] = &scene.flipbooks[..] else { panic!("one flipbook") };
    let mesh = scene.mesh_of(node(&scene, "Lamp-00")).unwrap();
    assert_eq!(
        (book.material, book.freeze, book.seconds),
        (mesh.faces.get(5).unwrap().material, Some(1), 0.5)
    );
    assert_eq!(mesh.flowing().iter().filter(|flows| **flows).count(), 1);
    assert_eq!(mesh.uv_animations[0].speed(), [0.0, -0.25]);
    let moved = scene.moved(2.0, FlashLimit::Free);
    let (at, uvs) = moved.uvs.iter().next().unwrap();
    let stored = mesh.faces.get(at.1 as usize).unwrap().uvs;
    // Half a texture backwards in two seconds, shifted by whole textures.
    assert!((uvs[0][1] - stored[0][1] - 0.5).abs() < 1e-5 && uvs[0][0] == stored[0][0]);
    assert_eq!(moved.surfaces[&book.material], book.frames[1].surface);
}

#[test]
fn negative_slot_selects_all_slots() {
    for number in [0, i32::MIN] {
        let mut properties = frames();
        properties.push(("AnimSubMaterial", Property::Int(number)));
        assert_eq!(animated(properties).0.flipbooks.len(), 2, "{number}");
    }
}

#[test]
fn models_without_frames_and_jointed_models_do_not_animate() {
    let (scene, _) = animated(vec![("DeltaX", Property::Float(1.0))]);
    assert!(!scene.has_surface_animation());
    let mut properties = frames();
    properties.extend([("NumJoints", Property::Int(2)), ("DeltaX", Property::Float(1.0))]);
    let (scene, _) = animated(properties);
    assert!(scene.flipbooks.iter().all(|book| book.seconds == 0.0));
    assert!(scene.meshes.iter().all(|mesh| mesh.uv_animations.is_empty()));
}

#[test]
fn level_without_companions_reports_searched_folders() {
    let (scene, problems) = Folder::default().scene("mini.grf", &bytes(&level()));
    let text = messages(&problems).join("\n");
    assert!(text.contains("mini-130.pid are not in the folder"), "{text}");
    assert!(text.contains("triggers name 1 sound, but there is no sound bank"), "{text}");
    let missing = scene.materials.iter().filter(|m| matches!(m.surface, Surface::Missing(_)));
    assert!(missing.count() >= 2);
}

#[test]
fn trigger_sounds_come_from_the_companion_bank() {
    let voice = tpa::pcm8(11025, 1, &[0x80; 64]);
    let ids = vec![tpa::id(name_hash("MISSING"), 0), tpa::id(name_hash(r"VO\AM01"), 1)];
    let bank = tpa::bank(ids, vec![voice.clone(), voice], Vec::new());
    let folder = Folder::default().with("Stream.TPA", bank.write().unwrap());
    let (scene, problems) = folder.scene("mini.grf", &bytes(&level()));
    assert_eq!(scene.sounds.len(), 1);
    assert_eq!(scene.sounds[0].id(), Some(name_hash(r"VO\AM01")));
    assert!(
        messages(&problems)
            .iter()
            .any(|m| m == "the only sound that triggers name is in Stream.TPA")
    );
}

#[test]
fn reports_found_sounds_in_singular_and_plural() {
    let names = [r"VO\A", r"VO\B", r"VO\C", r"VO\D"];
    let voice = tpa::pcm8(11025, 1, &[0x80; 64]);
    let bank = |held: &[&str]| {
        let ids = (0..).zip(held).map(|(sound, name)| tpa::id(name_hash(name), sound));
        let voices = vec![voice.clone(); held.len()];
        tpa::bank(ids.collect(), voices, Vec::new()).write().unwrap()
    };
    for (held, all, banks, words) in [
        (0, 4, &[][..], "triggers name 4 sounds, but there is no sound bank"),
        (0, 4, &["Stream.tpa"][..], "triggers name 4 sounds; none of them is in Stream.tpa"),
        (
            3,
            4,
            &["Effects.tpa", "Stream.tpa"][..],
            "triggers name 4 sounds; 3 of them are in Effects.tpa, Stream.tpa",
        ),
        (1, 4, &["Stream.tpa"][..], "triggers name 4 sounds; 1 of them is in Stream.tpa"),
        (4, 4, &["Stream.tpa"][..], "all 4 sounds that triggers name are in Stream.tpa"),
    ] {
        let mut level = Level::default();
        let model = level.model("Crate", crate_model());
        for name in &names[..all] {
            let values = level.values(name, vec![("Sample", Property::text(name))]);
            level.instance(name, model, InstanceTransform::at(0.0, 0.0, 0.0), values);
        }
        let mut folder = Folder::default();
        for (index, name) in banks.iter().enumerate() {
            let held = if index == 0 { &names[..held] } else { &["OTHER"][..] };
            let held = if held.is_empty() { &["OTHER"][..] } else { held };
            folder = folder.with(name, bank(held));
        }
        let (_, problems) = folder.scene("a.grf", &bytes(&level.finish()));
        let reported = messages(&problems);
        assert!(reported.iter().any(|reported| reported == words), "{words}: {reported:?}");
    }
}

#[test]
fn scene_file_opens_its_level_and_moves_its_instances() {
    for name in ["mini.grf", "MINI.GR_"] {
        let grf = bytes(&level());
        let grf = if name == "mini.grf" { grf } else { szdd::pack(&grf, b'f') };
        let folder = Folder::default().with(name, grf);
        let (shown, problems) = folder.scene("mini.scn", &bytes(&scene()));
        assert!(!messages(&problems).join(" ").contains("the level"), "{problems:?}");
        let places = shown.variants.iter().find(|variant| variant.name == "Places").unwrap();
        assert_eq!(places.chosen, Some(Id::new(1)));
        let at = |option: usize| {
            let node = places.options[option].nodes[0];
            shown.nodes[node.index()].local.w_axis.truncate()
        };
        assert_eq!(places.options[0].nodes.len(), 1, "only one instance was moved");
        assert_eq!(at(0), Vec3::new(1.0, 3.0, -2.0));
        assert_eq!(at(1), Vec3::new(MOVED[0], MOVED[2], -MOVED[1]));
    }
}

#[test]
fn level_offers_positions_of_its_scene_file_as_a_variant() {
    let folder = Folder::default().with("mini.scn", bytes(&scene()));
    let (shown, _) = folder.scene("mini.grf", &bytes(&level()));
    let places = shown.variants.iter().find(|variant| variant.name == "Places").unwrap();
    assert_eq!(places.chosen, Some(Id::new(0)));
    let names: Vec<_> = places.options.iter().map(|option| option.name.as_str()).collect();
    assert_eq!(names, ["as in mini.grf", "as in mini.scn"]);
    let layer = |name: &str| shown.layers.iter().position(|layer| layer.name == name).unwrap();
    let boxes = |name: &str| {
        let layer = layer(name) as u16;
        shown.helpers.iter().filter(|helper| helper.layer == layer).count()
    };
    // One object partition and an instance below another; one trigger partition.
    assert_eq!((boxes("Object boxes"), boxes("Trigger boxes")), (2, 1));
    let blocks = shown.tables.iter().find(|table| table.name == "Blocks").unwrap();
    let named: Vec<_> = blocks.rows.iter().map(|row| row.cells[1].as_str()).collect();
    for name in ["Crate-00", "Crate-01", "Entrance", "Player"] {
        assert!(named.contains(&name), "{name} in {named:?}");
    }
}

#[test]
fn savegame_has_picture_and_name_without_its_level() {
    let (shown, problems) = Folder::default().scene("savegame.000", &bytes(&savegame()));
    let picture = &shown.textures[0];
    assert_eq!(
        (picture.name.as_str(), picture.width, picture.height),
        ("By the entrance", 100, 75)
    );
    let Texels::Rgba(texels) = picture.pixels.decode() else { panic!("colours") };
    assert_eq!((texels[0], texels[101]), ([0, 0, 200, 255], [1, 1, 200, 255]));
    let text = messages(&problems).join("\n");
    assert!(text.contains("missing level mini.grf, looked for in the folder"), "{text}");
    assert_eq!(shown.nodes.len(), 3, "what the scene file places is visible");
    assert!(!shown.helpers.is_empty());
}

/// A square on the ground, textured by one surface.
fn sheet() -> Model {
    let points = vec![[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]];
    let corners = (0..4).map(|point| Corner { point, uv: [0.0; 2], normal: None }).collect();
    Model::Polygons(Polygons {
        points,
        faces: vec![Face { corners, surface: 0, flags: 0 }],
        surfaces: vec![BuiltSurface::map(CRATE)],
        default_colour: 0x0080_8080,
    })
}

/// Squares with alpha colours, one of which the level defines twice, and water with the same model.
fn sheets() -> (Scene, Problems) {
    let mut level = Level::default();
    let model = level.model("Sheet", sheet());
    let mut number = 0.0;
    let mut add = |name: &str, properties: Vec<(&str, Property)>| {
        let group = level.values(name, properties);
        number += 4.0;
        level.instance(
            name,
            model,
            InstanceTransform::at(number, 0.0, 1.0).turned(0.0, 0.0, 0.5),
            group,
        );
    };
    let (int, text) = (Property::Int, Property::text);
    let settings = |channel, red, alpha| {
        let alpha = Property::Float(alpha);
        vec![
            ("Class", text("Settings")),
            ("AlphaChannel", int(channel)),
            ("R", int(red)),
            ("B", int(9)),
            ("Alpha", alpha),
        ]
    };
    add("Board", vec![("Class", text("CInstance"))]);
    add("Settings-00", settings(5, 1, 0.5));
    add("Settings-01", settings(5, 200, 0.25));
    add("Settings-02", settings(-7, 1, 0.5));
    add("Settings-03", settings(6, 300, 0.25));
    add("Clamped", vec![("AlphaChannel", int(6))]);
    add("Default", vec![("AlphaChannel", int(3))]);
    add("Defined", vec![("AlphaChannel", int(5))]);
    add("Wrong", vec![("AlphaChannel", int(16))]);
    add("Text", vec![("AlphaChannel", text("5"))]);
    add("Pond", vec![("Class", text("CEntityWater"))]);
    add("Turning", vec![("AlwaysFace", Property::Bool(true))]);
    let file = bytes(&level.finish());
    Folder::default().scene("mini.grf", &file)
}

fn look(scene: &Scene, name: &str) -> (Material, [u8; 3]) {
    let face = scene.mesh_of(node(scene, name)).unwrap().faces.get(0).unwrap();
    (scene.materials[face.material.index()].clone(), face.colours[0])
}

#[test]
fn alpha_colours_come_from_the_last_settings_or_the_defaults() {
    let (scene, problems) = sheets();
    let (material, colour) = look(&scene, "Default");
    assert_eq!((material.blend, colour), (Some(Blend::Alpha(0.05)), [201, 221, 255]));
    assert_eq!((material.surface, material.lit), (Surface::Plain, false));
    let (material, colour) = look(&scene, "Defined");
    assert_eq!((material.blend, colour), (Some(Blend::Alpha(0.25)), [200, 0, 9]));
    assert_eq!(look(&scene, "Clamped").1, [255, 0, 9], "channels are clamped");
    // An invalid colour number or a value of another type leaves the texture unchanged.
    for name in ["Board", "Wrong", "Text", "Settings-00", "Turning"] {
        let (material, _) = look(&scene, name);
        assert!(matches!(material.surface, Surface::Missing(_)), "{name}");
        assert_eq!((material.blend, material.lit), (None, true), "{name}");
    }
    let text = messages(&problems);
    for expected in [
        "AlphaChannel -7 of Settings-02 is outside 0 to 15: defines no colour",
        "AlphaChannel 16 of Wrong is outside 0 to 15: drawn opaque",
    ] {
        assert_eq!(text.iter().filter(|message| *message == expected).count(), 1, "{text:?}");
    }
}

#[test]
fn still_water_lies_at_its_mesh() {
    let (scene, _) = sheets();
    let (material, colour) = look(&scene, "Pond");
    assert_eq!((material.blend, colour), (Some(Blend::Alpha(0.5)), [67, 99, 107]));
    assert_eq!((material.name.as_str(), material.surface), ("calm water", Surface::Plain));
    assert_eq!(layer(&scene, "Pond"), "Water");
    let (own, other) = (node(&scene, "Pond"), node(&scene, "Board"));
    assert_ne!(own.mesh, other.mesh);
    let [own, other] = [own, other].map(|node| scene.mesh_of(node).unwrap());
    assert_eq!((&own.positions, own.faces.len()), (&other.positions, other.faces.len()));
    assert_eq!(own.face_spans.get(0), other.face_spans.get(0), "the same bytes");
}

#[test]
fn cards_show_the_source_of_an_alpha_colour() {
    let (scene, _) = sheets();
    let reported = |name: &str, property: &str| {
        let (_, rows) = scene.rows_of(node(&scene, name)).unwrap();
        let row = rows.iter().find(|row| row.cells[1] == property).unwrap();
        row.cells[4..6].join(" | ")
    };
    assert_eq!(reported("Default", "AlphaChannel"), "201 221 255, alpha 0.05, by default | ");
    let set = "200 0 9, alpha 0.25, set by | Settings-01";
    assert_eq!(reported("Defined", "AlphaChannel"), set);
    assert_eq!(reported("Settings-00", "AlphaChannel"), set, "replaced by later settings");
    assert_eq!(reported("Wrong", "AlphaChannel"), "not in 0 to 15 | ");
    let water =
        "drawn without waves: 67 99 107, alpha 0.5; the game draws waves without a texture | ";
    assert_eq!(reported("Pond", "Class"), water);
}

#[test]
fn billboards_keep_their_stored_transform() {
    let (scene, _) = sheets();
    let facing: Vec<_> = scene.nodes.iter().filter(|node| node.faces_viewer.is_some()).collect();
    assert_eq!(facing.len(), 1);
    assert_eq!(facing[0].name, "Turning");
    assert!(facing[0].local.x_axis.z.abs() > 0.4, "turned");
}

#[test]
fn player_start_comes_before_checkpoints() {
    let mut level = Level::new(Version::SHIPPED);
    let text = Property::text;
    let point = level.model("Marker", helper_box(0.5, false));
    let quarter = std::f32::consts::FRAC_PI_2;
    let things = [
        ("Cave", "Teleport", InstanceTransform::at(50.0, 0.0, 1.0)),
        // Forward is +Y, which a quarter turn about Z turns to −X.
        ("Anne", "player", InstanceTransform::at(3.0, -4.0, 5.0).turned(0.0, 0.0, quarter)),
        ("Rock", "CInstance", InstanceTransform::at(0.0, 0.0, 0.0)),
    ];
    for (name, class, place) in things {
        let group = level.values(name, vec![("Class", text(class))]);
        level.instance(name, point, place, group);
    }
    let scene = Folder::default().scene("mini.grf", &bytes(&level.finish())).0;
    let names: Vec<&str> = scene.starts.iter().map(|start| start.name.as_str()).collect();
    assert_eq!(names, ["Anne", "Cave"]);
    let start = &scene.starts[0];
    assert_eq!(start.at, Vec3::new(3.0, 5.0, 4.0));
    assert!(start.ahead.distance(Vec3::NEG_X) < 1e-5, "{}", start.ahead);
    assert!(start.eye().y > 6.0, "eye height above the ground");
    assert_eq!(start.origin, node(&scene, "Anne").origin);
}
