use gouraud::scene::*;

use gouraud::scene::{
    ColourScale, ColourTable, FlipFrame, Flipbook, Material, NO_CORNER, PaletteKey, Spans,
};

fn material() -> Material {
    Material {
        name: String::new(),
        surface: Surface::Missing(None),
        uv: UvSpace::Fraction,
        tiled: true,
        blend: None,
        blends_all: false,
        double_sided: false,
        colour: ColourScale::Raw,
        gouraud: true,
        lit: false,
        subdivided: false,
        vanishes: false,
        shine: None,
    }
}

fn face(material: u32, refs: [u8; 4]) -> Face {
    Face {
        corners: [0, 1, 2, NO_CORNER],
        normals: [NO_CORNER; 4],
        colours: [[0; 3]; 4],
        colour_refs: CornerRefs::Table(refs),
        uvs: [[0.25; 2]; 4],
        material: Id::new(material),
        layer: 0,
        index: 0,
    }
}

/// Faces with a UV animation by material, with one by face, and with a palette animation only.
fn scene() -> Scene {
    let flow = |faces| UvAnimation {
        faces,
        scroll: [1.0 / 60.0, 0.0],
        course: None,
        turns: 0.0,
        round: 0,
        grain: 0.0,
        origin: Origin::default(),
    };
    let own = UvAnimatedFace { face: 1, base: [[0.5; 2]; 4], swings: Default::default() };
    let faces = UvAnimatedFaces::Faces { list: vec![own], spans: Spans::default() };
    let mesh = Mesh {
        faces: [face(1, [0; 4]), face(0, [0; 4]), face(0, [0, 7, 0, 0])].into_iter().collect(),
        uv_animations: vec![flow(UvAnimatedFaces::Material(Id::new(1))), flow(faces)],
        colour_table: Some(Id::new(0)),
        ..Mesh::default()
    };
    let key = |value| PaletteKey { colour: [value; 3], ticks: 6 };
    let table = ColourTable {
        name: String::new(),
        colours: [[0; 3]; 8].into(),
        origin: Origin::default(),
        entries: Spans::default(),
        ..Default::default()
    };
    let page = |name: &str, surface| FlipFrame {
        name: name.to_owned(),
        surface,
        origin: Origin::default(),
    };
    Scene {
        meshes: vec![mesh].into(),
        materials: vec![material(), material()].into(),
        colour_tables: vec![table].into(),
        palette_animations: vec![PaletteAnimation {
            entry: 7,
            keys: vec![key(0), key(240)],
            ..PaletteAnimation::default()
        }],
        flipbooks: vec![Flipbook {
            material: Id::new(1),
            frames: vec![page("a", Surface::Plain), page("b", Surface::Missing(Some(1)))],
            round: 2,
            seconds: 0.5,
            ..Flipbook::default()
        }],
        ..Scene::default()
    }
}

#[test]
fn coordinates_are_at_rest_until_the_first_tick() {
    let scene = scene();
    assert!(scene.has_surface_animation());
    // One face has a base that differs from its stored coordinates; all others are as stored.
    let own = [((Id::new(0), 1), [[0.5; 2]; 4])].into();
    let at_rest = SurfaceState { uvs: own, ..SurfaceState::default() };
    for seconds in [0.0, 0.016, -5.0, f32::NAN] {
        assert_eq!(scene.moved(seconds, FlashLimit::Free), at_rest, "{seconds}");
    }
    assert_ne!(scene.moved(1.0 / 60.0, FlashLimit::Free), at_rest);
}

#[test]
fn moment_has_coordinates_colours_and_surfaces() {
    let moved = scene().moved(0.55, FlashLimit::Free);
    let us: Vec<_> = moved
        .uvs
        .iter()
        .map(|((mesh, face), uvs)| ((mesh.number(), *face), uvs[0][0], uvs[0][1]))
        .collect();
    assert_eq!(us.len(), 2);
    assert_eq!((us[0].0, us[0].2, us[1].0, us[1].2), ((0, 0), 0.25, (0, 1), 0.5));
    assert!((us[0].1 - 0.8).abs() < 1e-5 && (us[1].1 - 1.05).abs() < 1e-5, "{us:?}");
    // 33 ticks: half of the third way up.
    assert_eq!(moved.colours, [((Id::new(0), 7), [120; 3])].into());
    assert_eq!(moved.surfaces, [(Id::new(1), Surface::Missing(Some(1)))].into());
}

#[test]
fn finds_animated_faces() {
    let scene = scene();
    let mesh = &scene.meshes[0];
    assert_eq!(mesh.flowing(), [true, true, false]);
    let own: Vec<usize> = (0..3).map(|face| mesh.uv_animations_of(face).count()).collect();
    assert_eq!(own, [1, 1, 0]);
    assert_eq!(scene.pulsing_faces(mesh), [2].into());
}

#[test]
fn limits_flashes_to_three_per_second() {
    let scene = scene();
    let at = |ticks: f32, flashes| scene.moved(ticks / 60.0, flashes).colours[&(Id::new(0), 7)][0];
    // Five flashes a second: three fifths of the way.
    assert_eq!(at(10.0, FlashLimit::Free), 80);
    assert_eq!(at(10.0, FlashLimit::Few { speed: 1.0 }), 240);
    assert_eq!(at(10.0, FlashLimit::Few { speed: 0.5 }), 80);
    assert_eq!(at(10.0, FlashLimit::Few { speed: 2.0 }), 120);
    assert_eq!(at(10.0, FlashLimit::None), 0);
}

#[test]
fn adds_one_surface_animation_last() {
    let mut scene = scene();
    scene.add_surfaces();
    scene.add_surfaces();
    let [clip] = &scene.animations[..] else { panic!("one animation") };
    // Periods of 60 ticks, 12 ticks, and a second.
    assert_eq!((clip.name.as_str(), clip.rate, clip.frames), ("Surfaces", 60.0, 60));
    assert_eq!(clip.data.decode().frames, 60);
    let mut still = Scene::default();
    still.add_surfaces();
    assert!(still.animations.is_empty());
}
