//! Automatic placement of the camera.

use std::sync::Arc;

use glam::{Mat4, Vec3};
use gouraud::app::model::DocScene;
use gouraud::app::model::view::camera::surround;
use gouraud::app::model::view::framing::{crowded_part, everything};
use gouraud::render::{Bounds, Camera, Visibility};
use gouraud::scene::{
    Animation, AnimationData, Clip, Face, Id, LayerKind, Material, Mesh, NO_CORNER, Node, Origin,
    Posed, Scene, Start, Track, Transform,
};

/// A triangle with sides of about one unit.
fn triangle() -> Mesh {
    let face = Face { corners: [0, 1, 2, NO_CORNER], ..Face::default() };
    Mesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        faces: [face].into_iter().collect(),
        ..Mesh::default()
    }
}

/// A triangle at each of these positions.
fn scene(places: impl IntoIterator<Item = Vec3>) -> Scene {
    let mut scene = Scene { materials: vec![Material::PLAIN].into(), ..Scene::default() };
    scene.layer("drawn", LayerKind::Drawn, true);
    scene.meshes.push(triangle());
    let node =
        |at| Node { mesh: Some(Id::new(0)), local: Mat4::from_translation(at), ..Node::default() };
    scene.nodes.extend(places.into_iter().map(node));
    scene
}

fn far_and_wide() -> impl Iterator<Item = Vec3> {
    (0..400).map(|at| Vec3::new((at % 20) as f32, 0.0, (at / 20) as f32) * 100.0)
}

fn crowd_of(scene: &Scene) -> Option<Bounds> {
    let (shown, posed) = (Visibility::initial(scene), Posed::at_rest(scene));
    let all = Bounds::of(everything(scene, &shown, &posed, None))?;
    Bounds::of(crowded_part(scene, &shown, &posed, all)?)
}

#[test]
fn frames_a_selection_in_any_scene_size() {
    let scene = DocScene::new(Arc::new(scene(far_and_wide())));
    let at = Vec3::new(500.0, 0.0, 700.0);
    let mut camera = Camera::default();
    surround(&mut camera, &[at, at + Vec3::X, at + Vec3::Y], &scene, 1.5);
    assert!(camera.distance < 6.0, "{} units away from one unit", camera.distance);
    assert!(camera.target.distance(at) < 1.0);
    let before = camera;
    surround(&mut camera, &[], &scene, 1.5);
    assert_eq!(camera, before, "an empty selection has no frame");
}

#[test]
fn frames_a_point_with_its_surroundings() {
    let mut scene = scene(far_and_wide());
    let distance = |scene: &Scene| {
        let doc = DocScene::new(Arc::new(scene.clone()));
        let mut camera = Camera::default();
        surround(&mut camera, &[Vec3::ONE], &doc, 1.0);
        camera.distance
    };
    assert!((50.0..200.0).contains(&distance(&scene)), "a part of the scene");
    scene.metres_per_unit = Some(1.0);
    assert!(distance(&scene) < 15.0, "some steps");
    assert!(distance(&self::scene([Vec3::ZERO])) > 0.0);
}

#[test]
fn frames_the_densest_area() {
    let village = (0..300).map(|at| Vec3::new((at % 17) as f32, 0.0, (at % 13) as f32 * 2.0));
    let ring = (0..40).map(|at| Vec3::X.rotate_y(at as f32 * 0.157) * 900.0);
    let found = crowd_of(&scene(village.clone().chain(ring.clone()))).expect("there is a village");
    assert!(found.radius() < 20.0 && found.centre().length() < 40.0, "{found:?}");
    assert_eq!(crowd_of(&scene(far_and_wide())), None, "they are everywhere");
    assert_eq!(crowd_of(&scene(ring.clone().take(8))), None, "eight are not a crowd");
    // The first view shows the village; the scene's box contains everything.
    let scene = DocScene::new(Arc::new(scene(village.chain(ring))));
    assert!(scene.outline.iter().all(|point| point.length() < 60.0));
    assert!(scene.bounds.unwrap().radius() > 1000.0);
}

/// Moves the first node along X.
struct Slide(f32);

impl AnimationData for Slide {
    fn decode(&self) -> Clip {
        let key = |part: f32| {
            let translation = Vec3::X * self.0 * part;
            Transform { translation, ..Transform::default() }
        };
        let keys = vec![key(0.0), key(1.0), key(0.5)];
        Clip { frames: 3, tracks: vec![Track { node: Id::new(0), keys, angles: Vec::new() }] }
    }
}

fn sliding(by: f32) -> DocScene {
    let mut scene = scene([Vec3::ZERO]);
    scene.animations.push(Animation {
        name: "slide".to_owned(),
        rate: 15.0,
        frames: 3,
        looped: true,
        is_event: false,
        camera: None,
        data: Arc::new(Slide(by)),
        origin: Origin::default(),
    });
    DocScene::new(Arc::new(scene))
}

#[test]
fn fits_models_over_their_animation_unless_it_leads_far_away() {
    let right = |scene: &DocScene| scene.bounds.unwrap().max.x;
    assert_eq!(right(&sliding(2.0)), 3.0);
    assert_eq!(right(&sliding(500.0)), 1.0);
}

#[test]
fn ignores_runaway_vertices() {
    let mut scene = scene(far_and_wide());
    scene.nodes.push(Node {
        mesh: Some(Id::new(0)),
        local: Mat4::from_translation(Vec3::splat(3e6)),
        ..Node::default()
    });
    let scene = DocScene::new(Arc::new(scene));
    assert!(scene.bounds.unwrap().radius() < 2000.0);
    assert!(scene.outline.iter().all(|point| point.length() < 4000.0));
}

#[test]
fn first_view_is_from_the_player_start() {
    let mut scene = scene(far_and_wide());
    let start =
        |name: &str, at, ahead| Start::new(name.to_owned(), at, ahead, 1.6, Origin::default());
    scene.starts.push(start("Anne", Vec3::new(5.0, 2.0, 7.0), Vec3::X));
    let scene = DocScene::new(Arc::new(scene));
    let view = gouraud::app::model::View::of("level", &scene, 1.5, false);
    assert!(view.camera.eye().distance(Vec3::new(5.0, 3.6, 7.0)) < 1e-3);
    assert!((view.camera.basis().2 + Vec3::X).length() < 1e-5, "it looks along X");
}
