//! Explanations of pixels beyond the colour of one face: faces in one plane, marks, bones, filters.

use std::sync::Arc;

use glam::Vec3;
use gouraud::render::{
    BackFaces, Camera, DrawOrder, Effects, Explanation, HiddenBy, Layer, Mark, Outcome,
    PictureRenderer, PixelIndex, RenderOptions, SceneBuffers, Shot, StepKind, Visibility,
};
use gouraud::scene::*;
use gouraud_testing::puppet::{SKINNED, puppet, wave};
use image::RgbaImage;

use crate::common::{gpu, options};
use crate::scene_builder::{SceneBuilder, canvas_camera, plain, rect, textured};

const SIZE: (u32, u32) = (48, 36);

/// A scene with the view of its picture.
struct View {
    buffers: SceneBuffers,
    camera: Camera,
    options: RenderOptions,
}

impl View {
    fn new(builder: SceneBuilder, camera: Camera, effects: Effects) -> Self {
        let buffers = SceneBuffers::new(gpu(), builder.build());
        Self { buffers, camera, options: options(effects) }
    }

    fn shot(&self) -> Shot<'_> {
        Shot::new(&self.buffers, &self.camera, &self.options)
    }

    fn picture(&self) -> RgbaImage {
        picture(&self.shot())
    }

    /// The picture without back faces.
    fn picture_of_fronts(&self) -> RgbaImage {
        let effects = Effects { back_faces: BackFaces::Hide, ..self.options.effects };
        picture(&Shot { options: &options(effects), ..self.shot() })
    }

    /// Every pixel, as computed or as drawn, with the colour of the picture.
    fn explain(&self, as_drawn: bool) -> Vec<(Explanation, [u8; 3])> {
        let mut index = PixelIndex::new(&self.shot(), SIZE);
        let pixel = |(x, y, pixel): (u32, u32, &image::Rgba<u8>)| {
            let [r, g, b, _] = pixel.0;
            let explained = match as_drawn {
                true => index.explain_drawn(&self.shot(), (x, y), [r, g, b]),
                false => index.explain(&self.shot(), (x, y)),
            };
            (explained.expect("it is in the picture"), [r, g, b])
        };
        self.picture().enumerate_pixels().map(pixel).collect()
    }
}

fn picture(shot: &Shot) -> RgbaImage {
    let mut still = PictureRenderer::new(gpu(), SIZE.0, SIZE.1).expect("the size can be drawn");
    still.render(gpu(), shot).expect("the device works")
}

fn slanted() -> Camera {
    Camera { yaw: 31.0, pitch: 17.0, distance: 70.0, ..Camera::default() }
}

/// Pairs of one-sided squares in one plane, the second with its front on the other side.
fn pairs(count: u32) -> SceneBuilder {
    let mut builder = SceneBuilder::new();
    for number in 0..count {
        let (x, y) = ((number % 8) as f32 * 7.0 - 26.0, (number / 8) as f32 * 5.0 - 20.0);
        let at = |u: f32, v: f32| Vec3::new(x + u * 6.3, y + v * 4.7, u * 3.1 - v * 2.3);
        let [a, b, c, d] = [at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0), at(1.0, 1.0)];
        let one_sided = Material { double_sided: false, ..plain() };
        builder.face(one_sided.clone(), &[a, b, c, d], [[200, 10, 10]; 4], [[0.0; 2]; 4]);
        builder.face(one_sided, &[b, a, d, c], [[10, 10, 200]; 4], [[0.0; 2]; 4]);
    }
    builder
}

#[test]
fn front_faces_cover_back_faces_in_their_plane() {
    for count in [30, 60] {
        let view = View::new(pairs(count), slanted(), Effects::CLEAN);
        let fronts = view.picture_of_fronts();
        let mut covered = 0;
        for (explained, drawn) in view.explain(false) {
            assert_eq!(explained.colour, drawn, "{explained:#?}");
            let colours: Vec<_> =
                explained.layers.iter().map(|layer| layer.vertex_colour).collect();
            covered += u32::from(colours.len() > 1);
            if colours.len() == 2 {
                let (x, y) = explained.pixel;
                assert_eq!(fronts.get_pixel(x, y).0[..3], drawn, "{explained:#?}");
            }
        }
        assert!(covered > 100, "{covered}");
    }
}

#[test]
fn follows_the_picture_where_rounding_decides() {
    // The same plane, divided into other triangles.
    let mut builder = SceneBuilder::new();
    for number in 0..14u32 {
        let turn = number as f32 * 0.45;
        let spoke = |angle: f32, far: f32| {
            let (x, z) = (angle.cos() * far, angle.sin() * far);
            Vec3::new(x, 0.37 * x - 0.21 * z, z)
        };
        let corners = [spoke(turn, 26.0), spoke(turn + 2.1, 27.0), spoke(turn + 4.2, 25.0)];
        let shade = number as u8 * 17;
        builder.face(plain(), &corners, [[shade, 255 - shade, 90]; 4], [[0.0; 2]; 4]);
    }
    for effects in [Effects::CLEAN, Effects { fifteen_bit: true, ..Effects::CLEAN }] {
        let view =
            View { options: options(effects), ..View::new(clone(&builder), slanted(), effects) };
        for (explained, drawn) in view.explain(true) {
            let last = explained.layers.iter().rfind(|layer| layer.outcome == Outcome::Drawn);
            let result = last.and_then(|layer| layer.result).unwrap_or(explained.background);
            assert_eq!(explained.colour, drawn);
            assert_eq!(result, explained.result);
            let full = result.0.map(|channel| match effects.fifteen_bit {
                true => ((channel * 527 + 23) >> 6) as u8,
                false => channel as u8,
            });
            assert_eq!(full, drawn, "{explained:#?}");
        }
    }
}

fn clone(builder: &SceneBuilder) -> SceneBuilder {
    SceneBuilder { scene: builder.scene.clone() }
}

#[test]
fn names_the_lines_over_a_pixel() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(0, 0, 48, 30), 0.0, [100; 3]);
    let layer = builder.scene.layer("rails", LayerKind::Helper, true);
    let shapes = [
        HelperShape::Line(vec![Vec3::new(4.0, -8.0, 5.0), Vec3::new(40.0, -25.0, 5.0)]),
        HelperShape::Point { at: Vec3::new(30.0, -9.0, 5.0), heading: None },
        HelperShape::Box { min: Vec3::new(6.0, -33.0, -5.0), max: Vec3::new(20.0, -20.0, -3.0) },
    ];
    for shape in shapes {
        let (name, origin) = ("rail".into(), Origin::default());
        builder.scene.helpers.push(Helper { name, layer, shape, origin });
    }
    for effects in [Effects::PS1, Effects::CLEAN] {
        let view = View::new(clone(&builder), canvas_camera(SIZE.0, SIZE.1), effects);
        let computed = view.explain(false);
        let marked = |number: u32| {
            let mark = Mark::Line(Id::new(number));
            computed.iter().filter(|(explained, _)| explained.marks.contains(&mark)).count()
        };
        assert!(marked(0) > 60 && marked(1) > 40 && marked(2) > 60);
        for ((explained, drawn), (as_drawn, _)) in computed.iter().zip(view.explain(true)) {
            assert_eq!(explained.colour == *drawn, explained.marks.is_empty(), "{explained:#?}");
            assert_eq!(as_drawn.colour, *drawn);
            assert_eq!(as_drawn.result, explained.result);
        }
    }
}

#[test]
fn lists_bones_and_morph_targets_of_corners() {
    let scene = Arc::new(puppet());
    let pose = Pose {
        morphs: vec![(SKINNED, 0, 1.0), (SKINNED, 1, -0.5)],
        ..wave().pose(2.0, false, true)
    };
    let mut buffers = SceneBuffers::new(gpu(), scene.clone());
    buffers.set_pose(gpu(), &Arc::new(Posed::new(&scene, &pose)));
    let target = Vec3::new(0.0, 2.0, 0.0);
    let camera = Camera { target, yaw: 150.0, distance: 14.0, ..Camera::default() };
    let options = options(Effects::CLEAN);
    let shot = Shot::new(&buffers, &camera, &options);
    let mut index = PixelIndex::new(&shot, SIZE);
    let (mut morphs, mut bones, mut rigid) = (0, 0, 0);
    for pixel in (0..SIZE.1).flat_map(|y| (0..SIZE.0).map(move |x| (x, y))) {
        let explained = index.explain(&shot, pixel).expect("it is in the picture");
        for layer in &explained.layers {
            let steps = layer.steps(&explained, &scene);
            let count = |kind| steps.iter().filter(|step| step.kind == kind).count();
            let deformed = layer.corners.iter().filter(|corner| corner.deformation.is_some());
            assert_eq!(count(StepKind::Corner), deformed.count());
            for corner in &layer.corners {
                let Some(deformation) = &corner.deformation else {
                    rigid += 1;
                    continue;
                };
                assert_eq!(corner.mesh, SKINNED);
                let total: f32 = deformation.bones.iter().map(|(_, weight, _)| *weight).sum();
                let moved: Vec3 =
                    deformation.bones.iter().map(|(_, weight, at)| *at * *weight).sum();
                assert!((moved / total).distance(corner.world) < 1e-4, "{corner:?}");
                bones += deformation.bones.len();
                morphs += deformation.morphs.len();
            }
            assert_eq!(
                count(StepKind::Bone),
                layer
                    .corners
                    .iter()
                    .flat_map(|c| &c.deformation)
                    .map(|d| d.bones.len())
                    .sum::<usize>(),
            );
        }
    }
    assert!(morphs > 0 && bones > 0 && rigid > 0, "{morphs} {bones} {rigid}");
}

#[test]
fn lists_the_texels_of_a_filter() {
    let mut builder = SceneBuilder::new();
    let colours: Vec<[u8; 4]> =
        (0..128u32 * 128).map(|at| [(at % 251) as u8, 90, 7, 255]).collect();
    let texture = builder.rgba(128, &colours);
    let corners = rect(0, 0, 48, 36).corners(0.0);
    let uvs = [[0.0, 0.0], [240.0, 0.0], [0.0, 180.0], [240.0, 180.0]];
    let material = Material { tiled: true, ..textured(texture, None) };
    builder.face(material, &corners, [[128; 3]; 4], uvs);
    let view = View::new(builder, canvas_camera(SIZE.0, SIZE.1), Effects::CLEAN);
    for (explained, drawn) in view.explain(false) {
        assert_eq!(explained.colour, drawn);
        let taps = explained.layers[0].clean.taps.expect("texels are averaged");
        // Five texels per pixel: three by three of the first mipmap.
        assert_eq!((taps.count, taps.level), (9, 1));
        assert!((taps.reach - 5.0).abs() < 1e-3);
    }
}

#[test]
fn gives_a_reason_for_missing_textures() {
    let mut builder = SceneBuilder::new();
    let faults = [
        Surface::Missing(Some(7)),
        Surface::Missing(None),
        Surface::Faulty(TextureFault::WrongTexture),
    ];
    for (at, surface) in (0..).zip(faults) {
        let area = rect(16 * at, 0, 16, 36);
        builder.rectangle(Material { surface, ..plain() }, area, 0.0, [128; 3]);
    }
    let view = View::new(builder, canvas_camera(SIZE.0, SIZE.1), Effects::PS1);
    let reasons = ["not in any open file", "out of range", "another texture"];
    for (explained, drawn) in view.explain(false) {
        assert_eq!(explained.colour, drawn);
        let reason = reasons[explained.pixel.0 as usize / 16];
        let steps = explained.layers[0].steps(&explained, view.buffers.scene());
        let missing = steps.iter().find(|step| step.kind == StepKind::MissingTexture);
        assert!(missing.is_some_and(|step| step.value.contains(reason)), "{explained:#?}");
    }
}

/// Values of the steps of this kind, for each layer of the pixel in the middle.
fn values(view: &View, kind: StepKind) -> Vec<String> {
    let mut index = PixelIndex::new(&view.shot(), SIZE);
    let explained = index.explain(&view.shot(), (SIZE.0 / 2, SIZE.1 / 2)).expect("in the picture");
    let steps = |layer: &Layer| layer.steps(&explained, view.buffers.scene());
    let steps = explained.layers.iter().flat_map(steps);
    steps.filter(|step| step.kind == kind).map(|step| step.value).collect()
}

#[test]
fn names_faces_that_may_flicker() {
    let scene = |distances: [f32; 2]| {
        let mut builder = SceneBuilder::new();
        for distance in distances {
            builder.rectangle(plain(), rect(0, 0, 48, 36), distance, [128; 3]);
        }
        builder
    };
    let camera = || canvas_camera(SIZE.0, SIZE.1);
    let table = Effects { order: DrawOrder::OrderingTable, ..Effects::CLEAN };
    let flicker = |distances, effects| {
        values(&View::new(scene(distances), camera(), effects), StepKind::Flicker)
    };
    let same = flicker([0.0, 0.0], table);
    assert_eq!(same.len(), 2);
    assert!(same.iter().all(|value| value.ends_with(": same bucket")), "{same:?}");
    assert!(flicker([0.0, 9.0], table).is_empty());
    let depths = flicker([0.0, 0.0], Effects::CLEAN);
    assert!(depths.iter().all(|value| value.ends_with(": same depth")), "{depths:?}");
    let keys = values(&View::new(scene([0.0, 9.0]), camera(), table), StepKind::Order);
    assert!(keys.iter().all(|value| value.starts_with("bucket ")), "{keys:?}");
}

#[test]
fn states_how_a_face_is_hidden() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(0, 0, 48, 36), 0.0, [128; 3]);
    let mut view = View::new(builder, canvas_camera(SIZE.0, SIZE.1), Effects::CLEAN);
    let visibility = Visibility { nodes: vec![false], ..Visibility::default() };
    view.buffers.set_visibility(gpu(), &visibility);
    let mut index = PixelIndex::new(&view.shot(), SIZE);
    let explained = index.explain(&view.shot(), (24, 18)).expect("in the picture");
    assert_eq!(explained.layers[0].hidden_by, Some(HiddenBy::Object));
    assert_eq!(explained.layers[0].reason(view.buffers.scene()), "the object is hidden");
}
