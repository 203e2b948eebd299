use glam::{Mat4, Vec3};
use gouraud::scene::*;

fn scene(field: &'static str, layer: &str, at: f32) -> Scene {
    let mut scene = Scene::default();
    scene.layer("drawn", LayerKind::Drawn, true);
    scene.layer(layer, LayerKind::Helper, true);
    scene.face_fields = vec![FaceField { name: field, bits: 16, flags: Vec::new() }];
    scene.nodes = vec![
        Node { local: Mat4::from_translation(Vec3::X * at), ..Node::default() },
        Node { parent: Some(Id::new(0)), mesh: Some(Id::new(0)), layer: 1, ..Node::default() },
    ]
    .into();
    let joint = Joint { node: Id::new(0), inverse_bind: Mat4::IDENTITY };
    scene.meshes = vec![Mesh {
        skin: Some(Skin { joints: vec![joint], influences: Vec::new() }),
        face_values: vec![PackedInts::default()],
        ..Mesh::default()
    }]
    .into();
    let bones = vec![Bone { node: Id::new(1), ..Bone::default() }].into();
    scene.skeletons = vec![Skeleton { bones, ..Skeleton::default() }].into();
    scene
}

#[test]
fn appends_the_second_scene_after_the_first() {
    let (own, stage) = (scene("flags", "helpers", 1.0), scene("surface", "sky", 5.0));
    let both = own.beside(&stage, "stage");
    assert_eq!(both.nodes.len(), 5);
    assert_eq!((both.nodes[2].name.as_str(), both.nodes[3].parent), ("stage", Some(Id::new(2))));
    assert_eq!((both.nodes[4].parent, both.nodes[4].mesh), (Some(Id::new(3)), Some(Id::new(1))));
    let layers: Vec<&str> = both.layers.iter().map(|layer| layer.name.as_str()).collect();
    assert_eq!((layers, both.nodes[4].layer), (vec!["drawn", "helpers", "sky"], 2));
    let fields: Vec<&str> = both.face_fields.iter().map(|field| field.name).collect();
    assert_eq!(fields, ["flags", "surface"]);
    assert!(both.meshes.iter().all(|mesh| mesh.face_values.len() == 2));
    assert_eq!(both.meshes[1].skin.as_ref().unwrap().joints[0].node, Id::new(3));
    assert_eq!(both.skeletons[1].bones[0].node, Id::new(4));
    assert_eq!(both.world_transforms()[4].w_axis.x, 5.0);
}

#[test]
fn uses_the_second_sky_if_the_first_scene_has_none() {
    let (own, mut stage) = (scene("a", "helpers", 0.0), scene("a", "sky", 0.0));
    let sky = Sky {
        name: "dusk".to_owned(),
        texture: Some(Id::new(0)),
        plain: [0; 3],
        height: 1.0,
        repeat: 1.0,
        horizon: [0; 3],
        fade: [0.25, 0.05],
        layer: 1,
        origin: gouraud::scene::Origin::default(),
    };
    stage.sky = Some(sky.clone());
    let both = own.beside(&stage, "");
    let moved = both.sky.as_ref().unwrap();
    assert_eq!(
        (moved.texture, both.layers[usize::from(moved.layer)].name.as_str()),
        (Some(Id::new(0)), "sky")
    );
    let other = Sky { name: "dawn".to_owned(), ..sky };
    let own = Scene { sky: Some(other), ..own };
    assert_eq!(own.beside(&stage, "").sky.unwrap().name, "dawn");
    let mut own = Scene { sky: None, ..own };
    (own.metres_per_unit, stage.metres_per_unit) = (Some(0.5), Some(1.0));
    let sky = own.beside(&stage, "").sky.unwrap();
    assert_eq!((sky.height, sky.repeat), (2.0, 2.0));
}

#[test]
fn one_animation_covers_surfaces_of_both_scenes() {
    let pulsing = |ticks| {
        let mut scene = scene("a", "a", 0.0);
        let key = PaletteKey { colour: [0; 3], ticks };
        scene.palette_animations =
            vec![PaletteAnimation { keys: vec![key; 2], ..PaletteAnimation::default() }];
        scene.add_surfaces();
        scene
    };
    let (own, stage) = (pulsing(35), pulsing(40));
    let rounds = |scene: &Scene| -> Vec<u32> {
        scene.animations.iter().map(|animation| animation.frames).collect()
    };
    assert_eq!((rounds(&own), rounds(&stage)), (vec![70], vec![80]));
    assert_eq!(rounds(&own.beside(&stage, "")), [560]);
}

#[test]
fn scales_the_second_scene_to_the_units_of_the_first() {
    let (mut own, mut stage) = (scene("a", "a", 0.0), scene("a", "a", 3.0));
    (own.metres_per_unit, stage.metres_per_unit) = (Some(0.5), Some(1.0));
    assert_eq!(own.beside(&stage, "").world_transforms()[4].w_axis.x, 6.0);
}

/// Helpers keep their transforms, layers, followed nodes and variant options.
#[test]
fn helpers_keep_their_references() {
    let with_helper = |layer: &str, at: f32| {
        let mut scene = scene("a", layer, at);
        let shape = HelperShape::Sphere { centre: Vec3::X * at, radius: 1.0 };
        let helper = Helper { name: layer.to_owned(), layer: 1, shape, origin: Origin::default() };
        let id = scene.helpers.push(helper);
        scene.carried.insert(id, Id::new(1));
        scene.tints.insert(id, [at as u8; 3]);
        scene.held.insert(id, vec![Id::new(0)]);
        let option =
            VariantOption { name: "one".to_owned(), helpers: vec![id], ..VariantOption::default() };
        scene.variants.push(Variant {
            name: layer.to_owned(),
            options: vec![option].into(),
            ..Variant::default()
        });
        scene
    };
    let (mut own, mut stage) = (with_helper("points", 1.0), with_helper("balls", 3.0));
    (own.metres_per_unit, stage.metres_per_unit) = (Some(0.5), Some(1.0));
    let both = own.beside(&stage, "stage");
    let second = Id::new(1);
    let helper = &both.helpers[1];
    assert_eq!(helper.shape, HelperShape::Sphere { centre: Vec3::X * 6.0, radius: 2.0 });
    assert_eq!(both.layers[usize::from(helper.layer)].name, "balls");
    // Two nodes of the first scene and the stage's root are before it.
    assert_eq!(both.carried[&second], Id::new(4));
    assert_eq!(both.held[&second], [Id::new(3)]);
    assert_eq!(both.tints[&second], [3; 3]);
    assert_eq!(both.variants[1].options[0].helpers, [second]);
    assert_eq!(both.helpers[0], own.helpers[0]);
}
