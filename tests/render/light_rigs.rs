//! Lit faces of a PlayStation file under the lights of its engine, compared with calculated values
//! (neversoft-psx 15): `ambient + colour * max(0, direction . normal)`, of 255.

use std::sync::Arc;

use gouraud::bytes::Source;
use gouraud::container::Context;
use gouraud::formats::format_of;
use gouraud::formats::neversoft::psx::File;
use gouraud::formats::neversoft::psx::records::Version;
use gouraud::render::{
    Camera, Effects, Lighting, PictureRenderer, RenderOptions, SceneBuffers, Shot, Visibility,
    posed_points,
};
use gouraud::scene::{Pose, Posed, Scene};
use gouraud_testing::build::psx::{Builder, Polygon};

use crate::common::{gpu, options};

const SIZE: (u32, u32) = (33, 33);

/// A lit square around the origin whose front faces the PlayStation's -Z, towards the viewer.
fn square() -> Polygon {
    Polygon::quad([[-64, -64, 0], [64, -64, 0], [-64, 64, 0], [64, 64, 0]]).lit()
}

fn scene(builder: Builder) -> Arc<Scene> {
    let bytes = builder.finish().unwrap().write().unwrap();
    let document = format_of::<File>().open(&Source::from_bytes("lamp.psx", bytes)).unwrap();
    Arc::new(document.content.displayed().scene(Context::ALONE).unwrap().0)
}

/// The middle of the picture, seen from the front of the square.
fn colour(scene: &Arc<Scene>, posed: Posed, angle: [f32; 2], lighting: Lighting) -> [u8; 3] {
    let mut camera = Camera { yaw: angle[0], pitch: angle[1], ..Camera::default() };
    camera.frame(&posed_points(scene, &Visibility::initial(scene), &posed), 1.0);
    let mut buffers = SceneBuffers::new(gpu(), scene.clone());
    buffers.set_pose(gpu(), &Arc::new(posed));
    let options = RenderOptions { lighting, ..options(Effects::CLEAN) };
    let mut still = PictureRenderer::new(gpu(), SIZE.0, SIZE.1).unwrap();
    let image = still.render(gpu(), &Shot::new(&buffers, &camera, &options)).unwrap();
    let [r, g, b, _] = image.get_pixel(16, 16).0;
    [r, g, b]
}

fn turned(angles: [i16; 3], angle: [f32; 2], lighting: Lighting) -> [u8; 3] {
    let mut builder = Builder::new(Version::V4);
    let model = builder.model(1, &[square()]);
    builder.turned_object(model, [0; 3], angles);
    let scene = scene(builder);
    colour(&scene, Posed::at_rest(&scene), angle, lighting)
}

/// Angles of the object, direction of the camera, and colours as an item and as a skater.
type Turn = ([i16; 3], [f32; 2], [u8; 3], [u8; 3]);

const TURNS: [Turn; 4] = [
    // Towards -Z, without a lamp: 0.125 and 0.531 of 255.
    ([0, 0, 0], [0.0, 0.0], [32; 3], [135; 3]),
    // Half a turn about Y, towards +Z: 0.125 + 0.5, and 0.531 + 0.078.
    ([0, 2048, 0], [180.0, 0.0], [159; 3], [155; 3]),
    // A quarter about X, downwards (+Y): 0.125 + (1, 0.5, 0.125), and 0.531 + 0.156.
    ([1024, 0, 0], [0.0, -60.0], [255, 159, 64], [175; 3]),
    // A quarter upwards: 0.125 + (0.5625, 0.8125, 1), and 0.531 + 0.719.
    ([3072, 0, 0], [0.0, 60.0], [175, 239, 255], [255; 3]),
];

#[test]
fn lights_objects_by_their_rotation() {
    for (angles, from, item, skater) in TURNS {
        assert_eq!(turned(angles, from, Lighting::Own), item, "an item at {angles:?}");
        assert_eq!(turned(angles, from, Lighting::Other(0)), skater, "a skater at {angles:?}");
        assert_eq!(turned(angles, from, Lighting::Off), [255; 3], "{angles:?} in no light");
    }
}

#[test]
fn lights_bones_by_the_rotation_of_their_clip() {
    let mut builder = Builder::new(Version::V4);
    let [body, hand] = [1, 2].map(|name| builder.model(name, &[square()]));
    builder.bone(body, [0; 3], None);
    builder.bone(hand, [0; 3], Some(0));
    // A frame for each rotation of the hand, far to the left of its body.
    let away = [-16000, 0, 0];
    let key = |[x, y, z]: [i16; 3], [a, b, c]: [i16; 3]| [x, y, z, a, b, c];
    let frames = TURNS.iter().map(|turn| vec![key([0; 3], [0; 3]), key(turn.0, away)]);
    builder.packed_clip(&frames.collect::<Vec<_>>());
    let scene = scene(builder);
    let animation = scene.animations.iter().next().expect("the clip exists");
    let clip = animation.data.decode();
    let hand = scene.skeletons[0].bones[1].node;
    let alone = Arc::new({
        let mut alone = Scene::clone(&scene);
        alone.nodes[0].mesh = None;
        alone
    });
    for (frame, (angles, from, item, _)) in (0u8..).zip(TURNS) {
        let pose: Pose = clip.pose(frame.into(), false, false);
        let posed = Posed::new(&alone, &pose);
        assert!(posed.bones()[hand.index()].w_axis.x < -900.0, "at the position of its key");
        assert_eq!(colour(&alone, posed, from, Lighting::Own), item, "the hand at {angles:?}");
    }
}

#[test]
fn finds_lights_by_name() {
    let mut builder = Builder::new(Version::V4);
    let model = builder.model(1, &[square()]);
    builder.object(model, [0; 3]);
    let scene = scene(builder);
    let names: Vec<&str> = Lighting::all(&scene).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["item", "skater", "off"]);
    assert_eq!(Lighting::named(&scene, "Skater"), Some(Lighting::Other(0)));
    assert_eq!(Lighting::named(&scene, "sun"), None);
    assert!(Lighting::all(&Scene::default()).is_empty(), "nothing is lit");
}
