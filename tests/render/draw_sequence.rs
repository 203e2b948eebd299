//! Drawing order of a picture, pictures of its first faces, and overdraw.

use std::sync::Arc;

use gouraud::render::{
    Camera, DrawOrder, DrawSequence, Effects, Overdraw, PictureRenderer, PosedShot, RenderOptions,
    SceneBuffers, Shot,
};
use gouraud::scene::{Blend, Material, Scene};

use super::common::{gpu, options, picture};
use super::scene_builder::{SceneBuilder, canvas_camera, plain, rect};

const SIZE: (u32, u32) = (32, 24);

const RED: [u8; 3] = [248, 0, 0];
const GREEN: [u8; 3] = [0, 248, 0];
const BLUE: [u8; 3] = [0, 0, 248];

/// Three rectangles over each other, stored in this order: middle, front, back.
fn three() -> Arc<Scene> {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(4, 4, 16, 16), 0.0, GREEN);
    builder.rectangle(plain(), rect(8, 8, 16, 12), 10.0, BLUE);
    builder.rectangle(plain(), rect(0, 0, 16, 16), -10.0, RED);
    builder.build()
}

fn painter() -> Effects {
    Effects { order: DrawOrder::OrderingTable, ..Effects::PS1 }
}

fn with<R>(
    scene: &Arc<Scene>,
    effects: Effects,
    test: impl FnOnce(&PosedShot, &DrawSequence) -> R,
) -> R {
    let buffers = SceneBuffers::new(gpu(), scene.clone());
    let (camera, options) = (camera(), options(effects));
    let shot = Shot::new(&buffers, &camera, &options).posed();
    let sequence = DrawSequence::new(&shot, SIZE);
    test(&shot, &sequence)
}

fn camera() -> Camera {
    canvas_camera(SIZE.0, SIZE.1)
}

fn ids(sequence: &DrawSequence) -> Vec<u32> {
    sequence.steps.iter().map(|step| step.id).collect()
}

#[test]
fn an_ordering_table_starts_with_the_farthest_face() {
    with(&three(), painter(), |_, sequence| {
        assert_eq!(ids(sequence), [2, 0, 1]);
        let buckets: Vec<_> = sequence.steps.iter().filter_map(|step| step.bucket).collect();
        // The farthest face scales the table.
        assert_eq!(buckets[0], 4096);
        assert!(buckets.is_sorted_by(|far, near| far > near), "{buckets:?}");
        let distances: Vec<_> = sequence.steps.iter().filter_map(|step| step.distance).collect();
        assert!((distances[0] - distances[1] - 10.0).abs() < 1e-3, "{distances:?}");
        assert!((distances[1] - distances[2] - 10.0).abs() < 1e-3, "{distances:?}");
    });
}

#[test]
fn within_a_bucket_the_face_stored_last_is_drawn_first() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(4, 4, 16, 16), 0.0, GREEN);
    builder.rectangle(plain(), rect(8, 8, 16, 12), 0.0, BLUE);
    with(&builder.build(), painter(), |_, sequence| {
        assert_eq!(ids(sequence), [1, 0]);
        assert_eq!(sequence.steps[0].bucket, sequence.steps[1].bucket);
    });
}

#[test]
fn a_depth_buffer_keeps_the_stored_order_and_blends_last() {
    let mut builder = SceneBuilder::new();
    let glass = Material { blend: Some(Blend::Average), ..plain() };
    builder.rectangle(glass, rect(4, 4, 16, 16), 5.0, GREEN);
    builder.rectangle(plain(), rect(8, 8, 16, 12), 0.0, BLUE);
    with(&builder.build(), Effects::PS1, |_, sequence| {
        let steps: Vec<_> = sequence.steps.iter().map(|step| (step.id, step.again)).collect();
        assert_eq!(steps, [(0, false), (1, false), (0, true)]);
        assert!(sequence.steps.iter().all(|step| step.bucket.is_none()));
    });
}

#[test]
fn faces_that_are_not_drawn_have_no_step() {
    let mut builder = SceneBuilder::new();
    let one_sided = || Material { double_sided: false, ..plain() };
    let [a, b, c, d] = rect(4, 4, 8, 8).corners(0.0);
    builder.face(one_sided(), &[a, b, c, d], [RED; 4], [[0.0; 2]; 4]);
    builder.face(one_sided(), &[b, a, d, c], [BLUE; 4], [[0.0; 2]; 4]);
    with(&builder.build(), painter(), |_, sequence| {
        assert_eq!(sequence.steps.len(), 1, "one of the two is seen from behind");
        // The hidden face counts, so that the number can be given to the renderer.
        let whole = RenderOptions { first_faces: Some(2), ..options(painter()) };
        assert!(sequence.steps[0].count <= 2);
        let scene = Arc::new(Scene::default());
        assert_eq!(picture(&scene, SIZE, &camera(), &whole).dimensions(), SIZE);
    });
}

/// The colours of a pixel in pictures of the first 0, 1, … faces.
fn pixel_by_step(scene: &Arc<Scene>, effects: Effects, at: (u32, u32), steps: u32) -> Vec<[u8; 3]> {
    (0..=steps)
        .map(|count| {
            let options = RenderOptions { first_faces: Some(count), ..options(effects) };
            let [r, g, b, _] = picture(scene, SIZE, &camera(), &options).get_pixel(at.0, at.1).0;
            [r, g, b]
        })
        .collect()
}

#[test]
fn pictures_of_the_first_faces_grow_in_drawing_order() {
    let [red, green, blue] = [RED, GREEN, BLUE].map(|rgb| rgb.map(|v| if v > 0 { 255 } else { 0 }));
    let colours = pixel_by_step(&three(), painter(), (12, 12), 3);
    assert_eq!(colours, [[0; 3], red, green, blue]);
    // With a depth buffer the stored order counts: green, blue, and red behind both.
    let colours = pixel_by_step(&three(), Effects::PS1, (12, 12), 3);
    assert_eq!(colours, [[0; 3], green, blue, blue]);
}

#[test]
fn steps_of_one_view_equal_new_pictures() {
    let (scene, camera) = (three(), camera());
    let buffers = SceneBuffers::new(gpu(), scene.clone());
    let mut still = PictureRenderer::new(gpu(), SIZE.0, SIZE.1).unwrap();
    for effects in [painter(), Effects::PS1] {
        for first_faces in [None, Some(1), Some(0), Some(2), None] {
            let options = RenderOptions { first_faces, ..options(effects) };
            let step = still.render(gpu(), &Shot::new(&buffers, &camera, &options)).unwrap();
            assert_eq!(step, picture(&scene, SIZE, &camera, &options), "{first_faces:?}");
        }
    }
}

#[test]
fn faces_that_subtract_count_once() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(0, 0, 32, 24), -10.0, [248; 3]);
    let shade = |blend| Material { blend: Some(blend), ..plain() };
    builder.rectangle(shade(Blend::Subtract), rect(0, 0, 32, 24), 0.0, [64, 0, 0]);
    builder.rectangle(shade(Blend::Subtract), rect(0, 0, 32, 24), 10.0, [0, 64, 0]);
    let colours = pixel_by_step(&builder.build(), painter(), (5, 5), 3);
    let five = |v: u32| super::common::expand(v);
    let expected =
        [[0; 3], [five(31); 3], [five(23), five(31), five(31)], [five(23), five(23), five(31)]];
    assert_eq!(colours, expected);
}

fn counted(shot: &PosedShot, sequence: &DrawSequence, steps: usize) -> Overdraw {
    let mut map = Overdraw::new(shot, SIZE);
    map.seek(shot, sequence, steps);
    map
}

#[test]
fn overdraw_can_be_continued_in_both_directions() {
    with(&three(), painter(), |shot, sequence| {
        let mut map = Overdraw::new(shot, SIZE);
        for steps in [1, 3, 2, 0, 9, 1] {
            map.seek(shot, sequence, steps);
            assert_eq!(map, counted(shot, sequence, steps), "{steps} steps");
        }
    });
}

#[test]
fn faces_outside_of_the_picture_have_no_step() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(-40, 4, 16, 16), 0.0, GREEN);
    builder.rectangle(plain(), rect(-4, 8, 16, 12), 0.0, BLUE);
    with(&builder.build(), painter(), |_, sequence| assert_eq!(ids(sequence), [1]));
}

#[test]
fn finds_the_step_of_a_face() {
    with(&three(), painter(), |_, sequence| {
        let positions = [0, 1, 2, 3].map(|id| sequence.position(id));
        assert_eq!(positions, [Some(1), Some(2), Some(0), None]);
    });
}

#[test]
fn overdraw_grows_where_the_picture_changes() {
    let scene = three();
    let pictures: Vec<_> = (0..=3)
        .map(|count| {
            let options = RenderOptions { first_faces: Some(count), ..options(painter()) };
            picture(&scene, SIZE, &camera(), &options)
        })
        .collect();
    with(&scene, painter(), |shot, sequence| {
        let maps: Vec<_> = (0..=3).map(|steps| counted(shot, sequence, steps)).collect();
        for (step, (pictures, maps)) in pictures.windows(2).zip(maps.windows(2)).enumerate() {
            // Every face has a different colour, and hides the faces before it.
            let pixels = pictures[0].pixels().zip(pictures[1].pixels());
            let changed: Vec<u32> = pixels.map(|(a, b)| u32::from(a != b)).collect();
            let counts = maps[0].counts.iter().zip(&maps[1].counts);
            let grown: Vec<u32> = counts.map(|(before, after)| after - before).collect();
            assert_eq!(grown, changed, "step {step}");
            assert!(grown.contains(&1));
        }
        assert_eq!((maps[3].size, maps[3].most()), (SIZE, 3));
        let sum: u32 = maps[3].counts.iter().sum();
        let mean = f64::from(sum) / f64::from(SIZE.0 * SIZE.1);
        assert!((maps[3].mean() - mean).abs() < 1e-9);
    });
}
