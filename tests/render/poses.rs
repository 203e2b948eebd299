//! Posed scenes through the real shaders: a posed scene equals one that was built in that pose.

use std::sync::Arc;

use glam::Vec3;
use gouraud::render::{
    BackFaces, Camera, Effects, PictureRenderer, SceneBuffers, Sheet, Shot, Visibility, faces_at,
    posed_points,
};
use gouraud::scene::*;
use image::RgbaImage;

use crate::common::{gpu, options, picture};
use gouraud_testing::puppet::{self, CLUB, OTHER_ARM, SKINNED, SWORD, frozen, puppet, wave};

const SIZE: (u32, u32) = (160, 120);

fn camera() -> Camera {
    Camera { target: Vec3::new(0.0, 2.0, 0.0), distance: 14.0, ..Camera::default() }
}

/// With back faces hidden as in the game, so that a face with the wrong winding leaves a hole.
fn styles() -> [Effects; 2] {
    [Effects::PS1, Effects { back_faces: BackFaces::Hide, ..Effects::CLEAN }]
}

fn draw_posed(scene: &Arc<Scene>, poses: &[Pose], effects: Effects) -> RgbaImage {
    let mut buffers = SceneBuffers::new(gpu(), scene.clone());
    for pose in poses {
        buffers.set_pose(gpu(), &Arc::new(Posed::new(scene, pose)));
    }
    let mut still = PictureRenderer::new(gpu(), SIZE.0, SIZE.1).unwrap();
    still.render(gpu(), &Shot::new(&buffers, &camera(), &options(effects))).unwrap()
}

/// The second frame of the puppet's first animation, with a longer and bent tail.
fn moment() -> Pose {
    Pose { morphs: vec![(SKINNED, 0, 1.0), (SKINNED, 1, -0.5)], ..wave().pose(2.0, false, true) }
}

fn difference(a: &RgbaImage, b: &RgbaImage) -> usize {
    a.pixels().zip(b.pixels()).filter(|(a, b)| a != b).count()
}

#[test]
fn posed_scenes_equal_scenes_built_in_that_pose() {
    let scene = Arc::new(puppet());
    for effects in styles() {
        for pose in [Pose::default(), wave().pose(1.0, false, true), moment()] {
            let built =
                picture(&Arc::new(frozen(&scene, &pose)), SIZE, &camera(), &options(effects));
            assert_eq!(difference(&draw_posed(&scene, &[pose], effects), &built), 0);
        }
    }
}

#[test]
fn moments_differ_and_returning_is_exact() {
    let scene = Arc::new(puppet());
    for effects in styles() {
        let (now, then) = (wave().pose(0.0, false, true), moment());
        let [first, second] =
            [&now, &then].map(|p| draw_posed(&scene, std::slice::from_ref(p), effects));
        let moved = difference(&first, &second);
        assert!(moved > 300, "only {moved} pixels differ");
        let again = draw_posed(&scene, &[then, now], effects);
        assert_eq!(difference(&again, &first), 0);
    }
}

#[test]
fn mirrored_bones_show_their_front_in_every_pose() {
    let mut scene = puppet();
    // Only the arm; single-sided drawing shows its nearest side from the front.
    for (index, node) in scene.nodes.ids().zip(&mut scene.nodes) {
        node.mesh = node.mesh.filter(|_| index == OTHER_ARM);
    }
    let double = {
        let mut scene = scene.clone();
        scene.materials[0].double_sided = true;
        Arc::new(scene)
    };
    let scene = Arc::new(scene);
    for effects in styles() {
        let drawn = draw_posed(&scene, &[moment()], effects);
        let background = *drawn.get_pixel(0, 0);
        assert!(drawn.pixels().filter(|pixel| **pixel != background).count() > 100);
        // Culling back faces changes nothing of a closed body, except for slivers at its edge.
        assert!(difference(&drawn, &draw_posed(&double, &[moment()], effects)) < 10);
    }
}

#[test]
fn rays_hit_posed_faces() {
    let scene = Arc::new(puppet());
    let pose = moment();
    let built = Arc::new(frozen(&scene, &pose));
    let mut buffers = SceneBuffers::new(gpu(), scene.clone());
    buffers.set_pose(gpu(), &Arc::new(Posed::new(&scene, &pose)));
    let still = SceneBuffers::new(gpu(), built);
    let mut tail = 0;
    for at in (0..SIZE.0 / 4).flat_map(|x| (0..SIZE.1 / 4).map(move |y| (x * 4, y * 4))) {
        let look =
            |buffers| faces_at(&Shot::new(buffers, &camera(), &options(Effects::CLEAN)), SIZE, at);
        let found = look(&buffers);
        assert_eq!(found, look(&still));
        tail += usize::from(found.iter().any(|hit| hit.face.node == puppet::TAIL));
    }
    assert!(tail > 0, "no ray met the skinned mesh");
}

#[test]
fn sorts_translucent_faces_by_posed_depth() {
    let mut scene = puppet();
    scene.materials[0].blend = Some(Blend::Average);
    let scene = Arc::new(scene);
    for effects in styles() {
        let built = Arc::new(frozen(&scene, &moment()));
        let built = picture(&built, SIZE, &camera(), &options(effects));
        assert_eq!(difference(&draw_posed(&scene, &[moment()], effects), &built), 0);
    }
}

#[test]
fn shows_only_the_chosen_option() {
    let scene = puppet();
    let shown = |visibility: &Visibility| [SWORD, CLUB].map(|node| visibility.node(&scene, node));
    let mut visibility = Visibility::initial(&scene);
    assert_eq!(shown(&visibility), [true, false]);
    assert_eq!(shown(&Visibility::as_game(&scene)), [true, false]);
    visibility.choose(&scene, Id::new(0), Some(Id::new(1)));
    assert_eq!(shown(&visibility), [false, true]);
    visibility.choose(&scene, Id::new(0), None);
    assert_eq!(shown(&visibility), [false, false]);
}

#[test]
fn bounds_are_those_of_the_pose() {
    let scene = puppet();
    let high = |pose: &Pose| {
        let points = posed_points(&scene, &Visibility::initial(&scene), &Posed::new(&scene, pose));
        points.iter().map(|point| point.y).fold(f32::MIN, f32::max)
    };
    let longer = Pose { morphs: vec![(SKINNED, 0, 9.0)], ..Pose::default() };
    assert!((high(&longer) - high(&Pose::default())).abs() > 5.0);
}

#[test]
fn draws_and_removes_the_onion_skin() {
    let scene = Arc::new(puppet());
    let mut buffers = SceneBuffers::new(gpu(), scene.clone());
    let mut still = PictureRenderer::new(gpu(), SIZE.0, SIZE.1).unwrap();
    let mut draw = |ghost: Option<&Pose>| {
        buffers.set_ghost(ghost.map(|pose| Arc::new(Posed::new(&scene, pose))));
        still.render(gpu(), &Shot::new(&buffers, &camera(), &options(Effects::CLEAN))).unwrap()
    };
    let without = draw(None);
    assert!(difference(&draw(Some(&moment())), &without) > 50);
    assert_eq!(difference(&draw(None), &without), 0);
}

/// A clip of two frames that moves the whole puppet by a hundred units.
struct Leap;

impl AnimationData for Leap {
    fn decode(&self) -> Clip {
        let at = |x| Transform { translation: Vec3::new(x, 0.0, 0.0), ..Transform::default() };
        let (keys, angles) = (vec![at(0.0), at(100.0)], Vec::new());
        Clip { frames: 2, tracks: vec![Track { node: puppet::ROOT, keys, angles }] }
    }
}

#[test]
fn contact_sheet_frames_each_row_separately() {
    let mut scene = puppet();
    let leap = Animation {
        name: "leap".to_owned(),
        frames: 2,
        data: Arc::new(Leap),
        ..scene.animations[0].clone()
    };
    scene.animations = vec![scene.animations[0].clone(), leap].into();
    let scene = Arc::new(scene);
    let (width, height) = (80, 60);
    let draw = |animations: &[AnimationId]| {
        let mut buffers = SceneBuffers::new(gpu(), scene.clone());
        let cell = (width, height);
        let sheet = Sheet { cell, columns: 2, animations, camera: None, angle: None };
        let made = sheet.draw(gpu(), &mut buffers, &options(Effects::CLEAN)).unwrap();
        made.picture.unwrap()
    };
    let both = draw(&[Id::new(0), Id::new(1)]);
    let crop = |picture: &RgbaImage, x, y| {
        image::imageops::crop_imm(picture, x * width, y * height, width, height).to_image()
    };
    let alone = draw(&[Id::new(0)]);
    assert!(crop(&alone, 1, 0) == crop(&both, 1, 0), "a leap does not make other rows smaller");
    for x in 0..2 {
        // Below the name.
        let drawn =
            crop(&both, x, 1).pixels().skip(12 * width as usize).filter(|p| p[0] > 30).count();
        assert!(drawn > 400, "picture {x} of the leap: the puppet has only {drawn} pixels");
    }
}
