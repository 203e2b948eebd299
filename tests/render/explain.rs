//! Explanations of pixels equal the frame buffer of the software adapter, for every pixel.

use std::sync::Arc;

use glam::Vec3;
use gouraud::render::{
    BackFaces, Camera, DrawOrder, Effects, Lighting, Outcome, PictureRenderer, PixelIndex, Pixels,
    Projection, RenderOptions, SceneBuffers, Shot,
};
use gouraud::scene::*;

use crate::common::{gpu, options};
use crate::pictures::Random;
use crate::scene_builder::{SceneBuilder, plain, textured};

const SIZE: (u32, u32) = (48, 36);

/// Compares every pixel of a picture; returns the number of pixels that differ, and the first of them.
fn compare(scene: &Arc<Scene>, camera: &Camera, options: &RenderOptions) -> (usize, String) {
    let buffers = SceneBuffers::new(gpu(), scene.clone());
    let shot = Shot::new(&buffers, camera, options);
    let mut still = PictureRenderer::new(gpu(), SIZE.0, SIZE.1).expect("the size can be drawn");
    let image = still.render(gpu(), &shot).expect("the device works");
    let mut index = PixelIndex::new(&shot, SIZE);
    let (mut differing, mut first) = (0, String::new());
    for (x, y, pixel) in image.enumerate_pixels() {
        let explained = index.explain(&shot, (x, y)).expect("it is in the picture");
        let [r, g, b, _] = pixel.0;
        if explained.colour != [r, g, b] {
            if differing == 0 {
                first = format!("expected {:?}, found {explained:#?}", [r, g, b]);
            }
            differing += 1;
        }
    }
    (differing, first)
}

/// Fails if a pixel differs in one of these pictures.
fn assert_equal(cases: impl IntoIterator<Item = (String, Arc<Scene>, Camera, RenderOptions)>) {
    let mut failed = String::new();
    for (name, scene, camera, options) in cases {
        let (differing, first) = compare(&scene, &camera, &options);
        let total = SIZE.0 * SIZE.1;
        println!("{name}: {differing} of {total} pixels differ");
        if differing > 0 {
            failed += &format!("{name}: {differing} of {total} pixels differ\n");
            if failed.len() < 20_000 {
                failed += &first;
                failed.push('\n');
            }
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

/// A camera with the whole of a [`soup`] in view.
fn outside() -> Camera {
    Camera { yaw: 33.0, pitch: 21.0, distance: 90.0, ..Camera::default() }
}

/// A camera among the faces: many cross the near plane and the borders of the picture.
fn inside() -> Camera {
    Camera { yaw: -12.0, pitch: 8.0, distance: 21.0, ..Camera::default() }
}

/// Surfaces of all kinds: untextured, and textures of every depth.
fn surfaces(dice: &mut Random, builder: &mut SceneBuilder) -> Vec<Material> {
    let mut words = |count: usize| -> Vec<u16> {
        (0..count).map(|at| if at % 7 == 3 { 0 } else { dice.roll(0x1_0000) as u16 }).collect()
    };
    let (sixteen, many) = (words(16), words(256));
    let direct = words(16 * 16);
    let [sixteen, many] = [sixteen, many].map(|words| builder.palette(&words));
    let mut bytes = |count: u32, sides: u32| -> Vec<u8> {
        (0..count).map(|_| dice.roll(sides) as u8).collect()
    };
    let (four, eight) = (bytes(32 * 16, 16), bytes(16 * 32, 256));
    let alphas = [0, 255, 128, 255, 30];
    let colours: Vec<[u8; 4]> = (0..32 * 32)
        .map(|at| {
            [dice.roll(256) as u8, dice.roll(256) as u8, dice.roll(256) as u8, alphas[at % 5]]
        })
        .collect();
    let four = builder.indexed(32, TexelFormat::Indexed4, &four);
    let eight = builder.indexed(16, TexelFormat::Indexed8, &eight);
    let direct = builder.direct(16, &direct);
    let rgba = builder.rgba(32, &colours);
    vec![
        plain(),
        Material { gouraud: true, ..plain() },
        textured(four, Some(sixteen)),
        Material { gouraud: true, ..textured(eight, Some(many)) },
        Material { tiled: true, gouraud: true, ..textured(direct, None) },
        textured(rgba, None),
        textured(eight, None),
    ]
}

/// Faces at random positions within 30 units of the origin.
fn soup(
    seed: u32,
    surface: Option<usize>,
    change: impl Fn(u32, Material) -> Material,
) -> SceneBuilder {
    let mut dice = Random(seed);
    let mut builder = SceneBuilder::new();
    let surfaces = surfaces(&mut dice, &mut builder);
    for number in 0..28 {
        let chosen = surface.unwrap_or(dice.roll(surfaces.len() as u32) as usize);
        let material = change(number, surfaces[chosen].clone());
        let centre = vector(&mut dice, 22);
        let [along, across] = [vector(&mut dice, 14), vector(&mut dice, 14)];
        let corners = [centre - along, centre + across, centre - across, centre + along];
        let sides = if dice.roll(3) == 0 { 3 } else { 4 };
        let colours = match material.gouraud {
            true => [0; 4].map(|_| dice.rgb()),
            false => [dice.rgb(); 4],
        };
        let uvs = [0; 4].map(|_| [0; 2].map(|_| dice.roll(80) as f32 - 20.0));
        builder.face(material, &corners[..sides], colours, uvs);
    }
    builder
}

fn vector(dice: &mut Random, size: u32) -> Vec3 {
    Vec3::from([0; 3].map(|_| (dice.roll(2000) as f32 / 1000.0 - 1.0) * size as f32))
}

fn painter() -> Effects {
    Effects { order: DrawOrder::OrderingTable, ..Effects::PS1 }
}

type Case = (String, Arc<Scene>, Camera, RenderOptions);

fn case(name: impl Into<String>, builder: SceneBuilder, camera: Camera, effects: Effects) -> Case {
    (name.into(), builder.build(), camera, options(effects))
}

#[test]
fn equals_the_frame_buffer_for_every_texture_depth() {
    let cases = (0..7).flat_map(|surface| {
        let scales = [ColourScale::Modulate128, ColourScale::Modulate255, ColourScale::Raw];
        scales.into_iter().map(move |scale| {
            let scene = soup(1, Some(surface), |_, own| Material { colour: scale, ..own });
            case(format!("surface {surface}, {scale:?}"), scene, outside(), painter())
        })
    });
    assert_equal(cases);
}

#[test]
fn equals_the_frame_buffer_for_every_blend_mode() {
    let modes = Blend::MODES.into_iter().chain([Blend::Alpha(0.3), Blend::TEXELS]);
    let orders = [DrawOrder::OrderingTable, DrawOrder::Depth];
    let cases = modes.flat_map(|mode| {
        orders.into_iter().flat_map(move |order| {
            [true, false].into_iter().map(move |exact_stacks| {
                let blend = |at: u32, own| Material {
                    blend: (!at.is_multiple_of(3)).then_some(mode),
                    ..own
                };
                let effects = Effects { order, exact_stacks, ..Effects::PS1 };
                let name = format!("{mode:?}, {order:?}, exact {exact_stacks}");
                case(name, soup(2, None, blend), outside(), effects)
            })
        })
    });
    assert_equal(cases);
}

/// Every mode, next to opaque faces; some faces are one-sided, subdivided or drop out.
fn mixed(at: u32, own: Material) -> Material {
    let blend = at.is_multiple_of(2).then(|| Blend::from_mode(at / 2));
    Material {
        blend,
        double_sided: !at.is_multiple_of(5),
        subdivided: !at.is_multiple_of(3),
        vanishes: at.is_multiple_of(7),
        ..own
    }
}

#[test]
fn equals_the_frame_buffer_with_every_effect_switched() {
    let own = painter();
    let switched = [
        ("all", own),
        ("depth buffer", Effects { order: DrawOrder::Depth, ..own }),
        ("no snap", Effects { snap: false, ..own }),
        ("perspective", Effects { affine: false, ..own }),
        ("whole faces", Effects { subdivide: false, ..own }),
        ("no dither", Effects { dither: false, ..own }),
        ("8 bits", Effects { fifteen_bit: false, ..own }),
        ("back faces", Effects { back_faces: BackFaces::Show, ..own }),
        ("tinted backs", Effects { back_faces: BackFaces::Tint, ..own }),
        ("vanishing", Effects { vanishing: true, ..own }),
        ("size limit", Effects { size_limit: true, ..own }),
        ("filtered", Effects { filtered: true, ..own }),
        ("fine", Effects { pixels: Pixels::Fine { lines: 36 }, ..own }),
        ("enlarged", Effects { pixels: Pixels::Enlarged { lines: 36 }, ..own }),
        ("smoothed", Effects { pixels: Pixels::Smoothed, ..own }),
        ("clean", Effects::CLEAN),
        ("clean, sharp", Effects { filtered: false, ..Effects::CLEAN }),
        ("clean, sorted", Effects { order: DrawOrder::OrderingTable, ..Effects::CLEAN }),
        ("clean, smoothed", Effects { pixels: Pixels::Smoothed, ..Effects::CLEAN }),
    ];
    let views = [("outside", outside()), ("inside", inside())];
    let parallel = Camera { projection: Projection::Orthographic, ..outside() };
    let cases = views.into_iter().chain([("parallel", parallel)]).flat_map(|(view, camera)| {
        switched.into_iter().map(move |(name, effects)| {
            case(format!("{view}, {name}"), soup(3, None, mixed), camera, effects)
        })
    });
    assert_equal(cases);
}

#[test]
fn equals_the_frame_buffer_in_fog_and_light() {
    let lit = |at: u32, own| Material { lit: !at.is_multiple_of(4), ..mixed(at, own) };
    let growths = [Growth::Even, Growth::Power(2.0), Growth::Halves];
    let cases = growths.into_iter().flat_map(|growth| {
        [painter(), Effects::CLEAN].into_iter().map(move |effects| {
            let mut builder = soup(4, None, lit);
            let (start, range, colour) = (60.0, 50.0, Some([10, 128, 255]));
            let origin = Origin::default();
            builder.scene.air.fog = Some(Fog { start, range, growth, colour, origin });
            case(format!("fog {growth:?}"), builder, outside(), Effects { fog: true, ..effects })
        })
    });
    let suns = [painter(), Effects::CLEAN].map(|effects| {
        let mut builder = soup(5, None, lit);
        let to_light = Vec3::new(0.3, 0.9, 0.2).normalize();
        builder.scene.light = Some(Light::sun("sun", to_light, 0.25, 0.5, Origin::default()));
        let (name, scene, camera, own) = case("light", builder, outside(), effects);
        (name, scene, camera, RenderOptions { lighting: Lighting::Own, ..own })
    });
    assert_equal(cases.chain(suns));
}

/// A texture with a bump map.
struct Bumpy;

impl TextureData for Bumpy {
    fn decode(&self) -> Texels {
        Texels::Rgba((0..64).map(|at| [4 * at, 255 - 3 * at, 90, 255]).collect())
    }

    fn texel_offset(&self, _: u32, _: u32) -> Option<u64> {
        None
    }

    fn has_relief(&self) -> bool {
        true
    }

    fn normals(&self) -> Option<Vec<[u8; 3]>> {
        Some((0..64).map(|at| [3 * at, 255 - 2 * at, 200]).collect())
    }
}

/// Gives every second face separate normals.
fn with_normals(builder: &mut SceneBuilder) {
    let mut dice = Random(40);
    let mesh = &mut builder.scene.meshes[0];
    mesh.normals = (0..9).map(|_| vector(&mut dice, 1)).collect();
    mesh.faces.update(|at, face| {
        if at.is_multiple_of(2) {
            face.normals = [0, 1, 2, 3].map(|corner| (at as u32 + corner) % 9);
        }
    });
}

#[test]
fn equals_the_frame_buffer_with_bump_maps_and_reflections() {
    let switched = [true, false].into_iter().flat_map(|on| {
        [painter(), Effects::CLEAN].map(|own| Effects { relief: on, shine: on, ..own })
    });
    let cases = switched.map(|effects| {
        let bumpy = Id::new(4);
        let shine = |gloss| Some(Shine { surroundings: Id::new(3), gloss, amount: 0.6 });
        let mut builder = soup(9, None, |at, own| match at % 4 {
            0 => Material { lit: true, uv: UvSpace::Fraction, ..textured(bumpy, None) },
            1 => Material { shine: shine(None), ..own },
            2 => Material { lit: true, shine: shine(Some(bumpy)), ..textured(Id::new(3), None) },
            _ => Material { lit: true, ..own },
        });
        let (name, origin) = ("bumpy".into(), Origin::default());
        let pixels = Arc::new(Bumpy);
        let (width, height, format) = (8, 8, TexelFormat::Rgba8);
        let palette = None;
        let texture = Texture { name, id: 0, width, height, format, palette, pixels, origin };
        assert_eq!(builder.scene.textures.push(texture), bumpy);
        let to_light = Vec3::new(-0.3, 0.7, 0.5).normalize();
        builder.scene.light = Some(Light::sun("sun", to_light, 0.2, 0.7, Origin::default()));
        with_normals(&mut builder);
        case(format!("relief and shine {}", effects.shine), builder, outside(), effects)
    });
    assert_equal(cases);
}

#[test]
fn equals_the_frame_buffer_with_faces_of_the_sky() {
    let cases = [DrawOrder::OrderingTable, DrawOrder::Depth].map(|order| {
        let mut builder = soup(10, None, mixed);
        let layer = builder.scene.layer("sky", LayerKind::Sky, true);
        let hidden = builder.scene.layer("hidden", LayerKind::Drawn, false);
        builder.scene.meshes[0].faces.update(|at, face| match at % 4 {
            0 => face.layer = layer,
            1 => face.layer = hidden,
            _ => {}
        });
        case(format!("{order:?}"), builder, inside(), Effects { order, ..Effects::PS1 })
    });
    assert_equal(cases);
}

#[test]
fn equals_the_frame_buffer_of_the_first_faces() {
    let cases = [DrawOrder::OrderingTable, DrawOrder::Depth].into_iter().flat_map(|order| {
        [0, 5, 17].into_iter().map(move |first| {
            let effects = Effects { order, ..Effects::PS1 };
            let (name, scene, camera, own) =
                case(format!("{first}, {order:?}"), soup(11, None, mixed), outside(), effects);
            (name, scene, camera, RenderOptions { first_faces: Some(first), ..own })
        })
    });
    assert_equal(cases);
}

#[test]
fn equals_the_frame_buffer_without_textures() {
    let cases = [false, true].into_iter().flat_map(|checker| {
        [painter(), Effects::CLEAN].into_iter().map(move |effects| {
            let missing = |at: u32, own: Material| match at % 3 {
                0 => Material { surface: Surface::Missing(None), ..own },
                1 => Material { surface: Surface::Faulty(TextureFault::WrongTexture), ..own },
                _ => own,
            };
            let scene = soup(6, None, missing);
            case(format!("checker {checker}"), scene, outside(), Effects { checker, ..effects })
        })
    });
    assert_equal(cases);
}

#[test]
fn equals_the_frame_buffer_of_a_sky() {
    let cases = [painter(), Effects::CLEAN].into_iter().flat_map(|effects| {
        [true, false].into_iter().map(move |filtered| {
            let mut builder = soup(7, None, mixed);
            let layer = builder.scene.layer("sky", LayerKind::Sky, true);
            builder.scene.sky = Some(Sky {
                name: "sky".into(),
                texture: Some(Id::new(3)),
                plain: [10, 60, 120],
                height: 100.0,
                repeat: 400.0,
                horizon: [200, 220, 240],
                fade: [0.25, 0.05],
                layer,
                origin: Origin::default(),
            });
            let camera = Camera { pitch: -12.0, ..inside() };
            case(format!("filtered {filtered}"), builder, camera, Effects { filtered, ..effects })
        })
    });
    assert_equal(cases);
}

#[test]
fn lists_covering_faces_in_draw_order() {
    let builder = soup(8, None, mixed);
    let (_, scene, camera, options) = case("", builder, outside(), painter());
    let buffers = SceneBuffers::new(gpu(), scene);
    let shot = Shot::new(&buffers, &camera, &options);
    let mut index = PixelIndex::new(&shot, SIZE);
    let pixels = (0..SIZE.1).flat_map(|y| (0..SIZE.0).map(move |x| (x, y)));
    let all: Vec<_> = pixels.filter_map(|pixel| index.explain(&shot, pixel)).collect();
    assert!(all.iter().any(|explained| explained.layers.len() > 1));
    for explained in all {
        for layer in &explained.layers {
            let sum: f32 = layer.weights.iter().sum();
            assert!((sum - 1.0).abs() < 1e-3, "{layer:?}");
            let is_drawn = matches!(layer.outcome, Outcome::Drawn | Outcome::Behind);
            assert!(is_drawn || layer.result.is_none());
        }
        let last = explained.layers.iter().rfind(|layer| layer.outcome == Outcome::Drawn);
        let colour = last.and_then(|layer| layer.result).unwrap_or(explained.background);
        assert_eq!(colour, explained.result);
    }
}

#[test]
fn explains_nothing_outside_of_the_picture() {
    let (camera, options) = (outside(), options(Effects::PS1));
    let buffers = SceneBuffers::new(gpu(), Arc::new(Scene::default()));
    let shot = Shot::new(&buffers, &camera, &options);
    let mut index = PixelIndex::new(&shot, SIZE);
    assert!(index.explain(&shot, SIZE).is_none());
    let empty = index.explain(&shot, (0, 0)).expect("it is in the picture");
    assert!(empty.layers.is_empty() && empty.result == empty.background);
    assert!(PixelIndex::new(&shot, (0, 0)).explain(&shot, (0, 0)).is_none());
}
