//! Drawing of faces: materials, visibility, and render options.

use std::sync::Arc;

use glam::{Mat4, Vec3};
use gouraud::render::{
    BackFaces, Camera, Effects, PictureRenderer, Pixels, Projection, SceneBuffers, Shot, Visibility,
};
use gouraud::scene::Id;
use gouraud::scene::*;
use image::RgbaImage;

use crate::common::{expand, five_bits, gpu, options, picture};
use crate::scene_builder::{SceneBuilder, canvas_camera, on_canvas, plain, rect, textured};

const SIZE: (u32, u32) = (64, 48);

fn draw(builder: SceneBuilder, effects: Effects) -> RgbaImage {
    draw_scene(&builder.build(), effects)
}

fn draw_scene(scene: &Arc<Scene>, effects: Effects) -> RgbaImage {
    picture(scene, SIZE, &canvas_camera(SIZE.0, SIZE.1), &options(effects))
}

fn rgb(image: &RgbaImage, x: u32, y: u32) -> [u8; 3] {
    let [r, g, b, a] = image.get_pixel(x, y).0;
    assert_eq!(a, 255, "pictures are opaque");
    [r, g, b]
}

#[test]
fn clean_style_computes_with_eight_bits() {
    let mut builder = SceneBuilder::new();
    let texture = builder.direct(1, &[0x8000 | 20 | 10 << 5 | 31 << 10]);
    builder.rectangle(textured(texture, None), rect(0, 0, 20, 48), 0.0, [137, 128, 255]);
    builder.rectangle(plain(), rect(30, 0, 20, 48), 0.0, [1, 2, 250]);
    let image = draw(builder, Effects::CLEAN);
    let modulated = |t5: u32, c8: u32| ((u32::from(expand(t5)) * c8) >> 7).min(255) as u8;
    assert_eq!(rgb(&image, 5, 5), [modulated(20, 137), modulated(10, 128), 255]);
    assert_eq!(rgb(&image, 35, 5), [1, 2, 250]);
}

#[test]
fn colour_scale_255_keeps_white() {
    let mut builder = SceneBuilder::new();
    let texture = builder.rgba(1, &[[200, 100, 50, 255]]);
    let look = Material { colour: ColourScale::Modulate255, ..textured(texture, None) };
    builder.rectangle(look.clone(), rect(0, 0, 20, 48), 0.0, [255; 3]);
    builder.rectangle(look, rect(30, 0, 20, 48), 0.0, [127; 3]);
    let image = draw(builder, Effects::CLEAN);
    assert_eq!(rgb(&image, 5, 5), [200, 100, 50]);
    assert_eq!(rgb(&image, 35, 5), [100, 50, 25]);
}

#[test]
fn fraction_coordinates_do_not_depend_on_texture_size() {
    let mut builder = SceneBuilder::new();
    let texture = builder.direct(4, &[0x001F, 0x03E0, 0x7C00, 0x7FFF]);
    let look =
        Material { uv: UvSpace::Fraction, colour: ColourScale::Raw, ..textured(texture, None) };
    let uvs = [[0.0, 0.0], [2.0, 0.0], [0.0, 1.0], [2.0, 1.0]];
    builder.face(look, &rect(0, 0, 64, 48).corners(0.0), [[128; 3]; 4], uvs);
    for effects in [Effects::PS1, Effects::CLEAN] {
        let image = draw_scene(&builder_clone(&builder), effects);
        let reds: Vec<u32> = (0..64).filter(|x| rgb(&image, *x, 9) == [255, 0, 0]).collect();
        assert_eq!(reds, [(0..8).collect::<Vec<_>>(), (32..40).collect()].concat());
    }
}

fn builder_clone(builder: &SceneBuilder) -> Arc<Scene> {
    Arc::new(builder.scene.clone())
}

#[test]
fn alpha_zero_is_a_hole_and_fractions_are_translucent() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(0, 0, 64, 48), -1.0, [0, 0, 200]);
    let texture = builder.rgba(3, &[[200, 0, 0, 0], [200, 0, 0, 64], [200, 0, 0, 255]]);
    let look = Material {
        blend: Some(Blend::TEXELS),
        colour: ColourScale::Raw,
        uv: UvSpace::Fraction,
        ..textured(texture, None)
    };
    let uvs = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    builder.face(look, &rect(2, 2, 60, 40).corners(0.0), [[255; 3]; 4], uvs);
    let image = draw(builder, Effects::CLEAN);
    assert_eq!(rgb(&image, 8, 9), [0, 0, 200]);
    assert_eq!(rgb(&image, 30, 9), [50, 0, 150]);
    assert_eq!(rgb(&image, 55, 9), [200, 0, 0]);
}

#[test]
fn opacity_is_the_share_of_the_front_colour() {
    let back = [0, 100, 200];
    for (opacity, mixed) in
        [(0.25, [50, 85, 150]), (0.75, [150, 55, 50]), (0.05, [10, 97, 190]), (0.0, back)]
    {
        let mut builder = SceneBuilder::new();
        builder.rectangle(plain(), rect(0, 0, 64, 48), -1.0, back);
        let sheet = Material { blend: Blend::of_opacity(opacity), ..plain() };
        builder.rectangle(sheet, rect(16, 12, 32, 24), 0.0, [200, 40, 0]);
        let image = draw(builder, Effects::CLEAN);
        assert_eq!(rgb(&image, 4, 4), back);
        assert_eq!(rgb(&image, 30, 20), mixed, "{opacity}");
    }
}

#[test]
fn opacity_multiplies_texel_alpha() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(0, 0, 64, 48), -1.0, [0, 0, 200]);
    let texture = builder.rgba(3, &[[200, 0, 0, 0], [200, 0, 0, 51], [200, 0, 0, 255]]);
    let words = builder.direct(1, &[0x7FFF]);
    let glass = |texture| Material {
        blend: Blend::of_opacity(0.5),
        colour: ColourScale::Raw,
        uv: UvSpace::Fraction,
        ..textured(texture, None)
    };
    let uvs = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    builder.face(glass(texture), &rect(0, 0, 60, 20).corners(0.0), [[255; 3]; 4], uvs);
    builder.face(glass(words), &rect(0, 24, 60, 20).corners(0.0), [[255; 3]; 4], uvs);
    let scene = builder.build();
    let image = draw_scene(&scene, Effects::CLEAN);
    let row = [8, 30, 52].map(|x| rgb(&image, x, 9));
    assert_eq!(row, [[0, 0, 200], [20, 0, 180], [100, 0, 100]]);
    // White without STP: 255 · 0.5 is between two bytes.
    let white = rgb(&image, 30, 30);
    assert!(white[0].abs_diff(128) <= 1 && white[2].abs_diff(228) <= 1, "{white:?}");
    // One half of each is the nearest that the PlayStation can do.
    let image = draw_scene(&scene, Effects { dither: false, ..Effects::PS1 });
    let halves = [8, 30, 52].map(|x| five_bits(image.get_pixel(x, 9)));
    assert_eq!(halves, [[0, 0, 25], [12, 0, 12], [12, 0, 12]]);
}

#[test]
fn viewer_facing_cards_face_every_viewer() {
    let mut builder = SceneBuilder::new();
    let card = [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];
    // Its front is towards −Z.
    let corners = card.map(|(x, y)| Vec3::new(x * 10.0, y * 10.0, 0.0));
    let single = Material { double_sided: false, ..plain() };
    builder.face(single, &corners, [[250, 0, 0]; 4], [[0.0; 2]; 4]);
    builder.scene.meshes[0].winding = Winding::Clockwise;
    let place = Mat4::from_rotation_z(0.5) * Mat4::from_rotation_y(1.3);
    builder.scene.nodes[0].local = Mat4::from_translation(Vec3::X * 3.0) * place;
    builder.scene.nodes[0].faces_viewer = Some(FacesViewer::default());
    let scene = builder.build();
    let effects = Effects { back_faces: BackFaces::Hide, ..Effects::CLEAN };
    for yaw in [0.0, 77.0, 180.0, -110.0] {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let target = Vec3::X * 3.0;
            let (pitch, distance) = (0.0, 60.0);
            let camera = Camera { target, yaw, pitch, distance, projection, ..Camera::default() };
            let image = picture(&scene, SIZE, &camera, &options(effects));
            let red = image.pixels().filter(|pixel| pixel.0[0] == 250).count();
            // 20 of the 49.7 units that the view is high, whatever the yaw.
            assert!(red.abs_diff(19 * 19) < 60, "{red} pixels at {yaw}, {projection:?}");
        }
    }
}

#[test]
fn missing_textures_are_checkered_and_missing_palettes_grey() {
    let mut builder = SceneBuilder::new();
    let missing = Material { surface: Surface::Missing(Some(0x1234)), ..plain() };
    builder.rectangle(missing, rect(0, 0, 32, 48), 0.0, [128; 3]);
    let ramp: Vec<u8> = (0..16).collect();
    let texture = builder.indexed(16, TexelFormat::Indexed4, &ramp);
    let raw = Material { colour: ColourScale::Raw, ..textured(texture, None) };
    builder.rectangle(raw, rect(40, 0, 16, 48), 0.0, [128; 3]);
    let checker = Effects { checker: true, ..Effects::PS1 };
    let image = draw(builder, checker);
    let row: Vec<_> = (0..32).map(|x| rgb(&image, x, 4)).collect();
    assert_ne!(row[2], row[10]);
    assert_eq!(row[2], row[18]);
    for index in 0..16 {
        assert_eq!(rgb(&image, 40 + index, 4), [expand(index * 31 / 15); 3]);
    }
}

#[test]
fn missing_textures_are_drawn_in_face_colours() {
    let missing = |colour, blend| Material {
        surface: Surface::Missing(Some(0x1234)),
        colour,
        blend,
        ..plain()
    };
    let uvs = [[0.0; 2]; 4];
    let tilted = |x: i32, lean: f32| {
        rect(x, 0, 12, 48).corners(0.0).map(|corner| corner + Vec3::Z * corner.y * lean)
    };
    let builder = || {
        let mut builder = SceneBuilder::new();
        let neutral = missing(ColourScale::Modulate128, None);
        builder.face(neutral.clone(), &tilted(0, 0.0), [[128; 3]; 4], uvs);
        builder.face(neutral.clone(), &tilted(12, -0.7), [[128; 3]; 4], uvs);
        builder.face(neutral, &tilted(24, 0.0), [[128, 0, 0]; 4], uvs);
        let raw = missing(ColourScale::Raw, None);
        builder.face(raw, &tilted(36, 0.0), [[128, 0, 0]; 4], uvs);
        let glass = missing(ColourScale::Modulate128, Some(Blend::Average));
        builder.face(glass, &tilted(48, 0.0), [[128; 3]; 4], uvs);
        builder
    };
    for effects in [Effects::CLEAN, Effects { dither: false, ..Effects::PS1 }] {
        let image = draw(builder(), effects);
        let [flat, tilted, red, raw, glass] = [5, 17, 29, 41, 53].map(|x| rgb(&image, x, 24));
        let is_grey = |[r, g, b]: [u8; 3]| r == g && g == b && (90..220).contains(&r);
        assert!(is_grey(flat) && is_grey(tilted), "{flat:?} {tilted:?}");
        assert!(flat[0].abs_diff(tilted[0]) > 8, "shading shows the shape: {flat:?} {tilted:?}");
        assert_eq!((red[0], red[1], red[2]), (flat[0], 0, 0), "the material's colour");
        assert!(is_grey(raw) && raw != [0; 3], "no separate colour: {raw:?}");
        assert_eq!(glass, flat, "its transparency is unknown");
    }
}

#[test]
fn indices_past_the_palette_are_holes() {
    let mut builder = SceneBuilder::new();
    let palette = builder.palette(&[0x001F, 0x03E0]);
    let texture = builder.indexed(4, TexelFormat::Indexed8, &[0, 1, 2, 255]);
    builder.rectangle(textured(texture, Some(palette)), rect(0, 0, 4, 48), 0.0, [128; 3]);
    let image = draw(builder, Effects { dither: false, ..Effects::PS1 });
    let row: Vec<_> = (0..4).map(|x| rgb(&image, x, 4)).collect();
    assert_eq!(row, [[255, 0, 0], [0, 255, 0], [0; 3], [0; 3]]);
}

#[test]
fn edits_palettes_and_uses_those_of_other_textures() {
    let mut builder = SceneBuilder::new();
    let red = builder.palette(&[0x001F; 16]);
    let green = builder.palette(&[0x03E0; 16]);
    let texture = builder.indexed(1, TexelFormat::Indexed4, &[5]);
    let raw = Material { colour: ColourScale::Raw, ..textured(texture, Some(red)) };
    builder.rectangle(raw, rect(0, 0, 64, 48), 0.0, [128; 3]);
    let scene = builder.build();
    let mut buffers = SceneBuffers::new(gpu(), scene);
    let mut still = PictureRenderer::new(gpu(), SIZE.0, SIZE.1).unwrap();
    let mut colour = |buffers: &SceneBuffers| {
        let camera = canvas_camera(SIZE.0, SIZE.1);
        let image =
            still.render(gpu(), &Shot::new(buffers, &camera, &options(Effects::PS1))).unwrap();
        rgb(&image, 30, 30)
    };
    assert_eq!(colour(&buffers), [255, 0, 0]);
    buffers.set_palette(gpu(), red, &[0x7C00; 16]);
    assert_eq!(colour(&buffers), [0, 0, 255]);
    buffers.override_palette(gpu(), texture, Some(green));
    assert_eq!(colour(&buffers), [0, 255, 0]);
    buffers.override_palette(gpu(), texture, None);
    assert_eq!(colour(&buffers), [0, 0, 255], "the edit stays");
}

/// A face whose corners are clockwise on the screen.
fn clockwise(winding: Winding) -> SceneBuilder {
    let mut builder = SceneBuilder::new();
    let single = Material { double_sided: false, ..plain() };
    // Top left, top right, bottom left: clockwise.
    builder.rectangle(single, rect(8, 8, 40, 32), 0.0, [80, 160, 80]);
    builder.scene.meshes[0].winding = winding;
    builder
}

#[test]
fn back_faces_are_hidden_drawn_or_tinted() {
    let effects = |back_faces| Effects { back_faces, ..Effects::PS1 };
    let colour = |winding, back_faces| rgb(&draw(clockwise(winding), effects(back_faces)), 20, 20);
    let shown = [10, 20, 10].map(expand);
    for back_faces in [BackFaces::Hide, BackFaces::Show, BackFaces::Tint] {
        assert_eq!(colour(Winding::Clockwise, back_faces), shown, "its front");
    }
    assert_eq!(colour(Winding::CounterClockwise, BackFaces::Hide), [0; 3]);
    assert_eq!(colour(Winding::CounterClockwise, BackFaces::Show), shown);
    let tinted = colour(Winding::CounterClockwise, BackFaces::Tint);
    assert!(tinted[0] > shown[0] && tinted[1] < shown[1], "{tinted:?}");
}

/// A quad with its back visible in the first triangle, and its front in the second.
fn twisted(quad_test: QuadTest) -> SceneBuilder {
    let mut builder = clockwise(Winding::Clockwise);
    let mesh = &mut builder.scene.meshes[0];
    mesh.quad_test = quad_test;
    // The first corner moves to the other side of the diagonal.
    mesh.positions[0] = mesh.positions[3] + (mesh.positions[3] - mesh.positions[0]) * 0.2;
    builder
}

#[test]
fn twisted_quads_are_drawn_if_a_tested_triangle_faces_front() {
    let colour = |quad_test| rgb(&draw(twisted(quad_test), Effects::PS1), 38, 30);
    assert_eq!(colour(QuadTest::FirstHalf), [0; 3]);
    assert_eq!(colour(QuadTest::EitherHalf), [10, 20, 10].map(expand));
    let mut away = clockwise(Winding::CounterClockwise);
    away.scene.meshes[0].quad_test = QuadTest::EitherHalf;
    assert_eq!(rgb(&draw(away, Effects::PS1), 20, 20), [0; 3], "both triangles face away");
}

#[test]
fn mirrored_instances_show_their_front() {
    let mut builder = clockwise(Winding::Clockwise);
    builder.scene.nodes[0].local = Mat4::from_translation(Vec3::new(60.0, 0.0, 0.0))
        * Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    assert_eq!(rgb(&draw(builder, Effects::PS1), 30, 20), [10, 20, 10].map(expand));
}

#[test]
fn inverted_meshes_show_their_other_side() {
    let mut builder = clockwise(Winding::Clockwise);
    builder.scene.meshes[0].front = Front::Turned;
    let scene = builder.build();
    assert_eq!(rgb(&draw_scene(&scene, Effects::PS1), 30, 20), [0; 3]);
    let mut buffers = SceneBuffers::new(gpu(), scene.clone());
    let manual = Visibility { turned: [Id::new(0)].into(), ..Visibility::initial(&scene) };
    buffers.set_visibility(gpu(), &manual);
    let mut still = PictureRenderer::new(gpu(), SIZE.0, SIZE.1).unwrap();
    let camera = canvas_camera(SIZE.0, SIZE.1);
    let image = still.render(gpu(), &Shot::new(&buffers, &camera, &options(Effects::PS1))).unwrap();
    assert_eq!(rgb(&image, 30, 20), [10, 20, 10].map(expand));
}

#[test]
fn drops_untextured_faces_only_where_they_would_be_subdivided() {
    let mut builder = SceneBuilder::new();
    let vanishing = Material { vanishes: true, ..plain() };
    // A side of more than a quarter of 48 lines is subdivided.
    builder.rectangle(vanishing.clone(), rect(0, 0, 30, 13), 0.0, [255; 3]);
    builder.rectangle(vanishing, rect(40, 0, 11, 11), 0.0, [255; 3]);
    builder.rectangle(plain(), rect(0, 20, 30, 20), 0.0, [255; 3]);
    let scene = builder.build();
    let drawn = |effects| {
        let image = draw_scene(&scene, effects);
        [(9, 9), (45, 5), (9, 30)].map(|(x, y)| rgb(&image, x, y)[0])
    };
    assert_eq!(drawn(Effects::PS1), [255; 3]);
    assert_eq!(drawn(Effects { vanishing: true, ..Effects::PS1 }), [0, 255, 255]);
    assert_eq!(drawn(Effects { vanishing: true, ..Effects::CLEAN }), [0, 255, 255]);
}

#[test]
fn faulty_textures_are_always_checkered() {
    for fault in [TextureFault::WrongTexture, TextureFault::UndefinedCoordinates] {
        let mut builder = SceneBuilder::new();
        let faulty = Material { surface: Surface::Faulty(fault), ..plain() };
        builder.face(faulty, &rect(0, 0, 32, 48).corners(0.0), [[128; 3]; 4], [[0.0; 2]; 4]);
        let image = draw(builder, Effects::PS1);
        let row: Vec<_> = (0..32).map(|x| rgb(&image, x, 4)).collect();
        assert_ne!(row[2], row[10], "{fault:?}");
        assert_eq!(row[2], row[18], "{fault:?}");
        assert!(row.contains(&[255, 0, 255]), "{fault:?}");
    }
}

#[test]
fn hides_layers_and_nodes() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(0, 0, 30, 48), 0.0, [255, 0, 0]);
    builder.rectangle(plain(), rect(32, 0, 30, 48), 0.0, [0, 255, 0]);
    let layer = builder.scene.layer("invisible", LayerKind::Invisible, true);
    builder.scene.meshes[0].faces.update(|at, face| {
        if at == 1 {
            face.layer = layer;
        }
    });
    let scene = builder.build();
    let mut buffers = SceneBuffers::new(gpu(), scene.clone());
    let mut still = PictureRenderer::new(gpu(), SIZE.0, SIZE.1).unwrap();
    let mut colours = |shown: &Visibility| {
        buffers.set_visibility(gpu(), shown);
        let camera = canvas_camera(SIZE.0, SIZE.1);
        let image =
            still.render(gpu(), &Shot::new(&buffers, &camera, &options(Effects::PS1))).unwrap();
        (rgb(&image, 10, 10), rgb(&image, 40, 10))
    };
    let (red, none) = ([255, 0, 0], [0; 3]);
    // Faces that the game never draws are translucent.
    let (left, green) = colours(&Visibility::initial(&scene));
    assert_eq!(left, red);
    assert!(green[0] == 0 && (50..150).contains(&green[1]) && green[2] == 0, "{green:?}");
    assert_eq!(colours(&Visibility::as_game(&scene)), (red, none));
    assert_eq!(
        colours(&Visibility { layers: vec![false, true], ..Visibility::default() }),
        (none, none)
    );
    assert_eq!(colours(&Visibility { nodes: vec![false], ..Visibility::default() }), (none, none));
    assert_eq!(colours(&Visibility::default()), (red, green));
}

#[test]
fn undrawn_faces_do_not_hide_others() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(0, 0, 64, 48), 0.0, [255, 0, 0]);
    builder.rectangle(plain(), rect(0, 0, 30, 48), 1.0, [0, 255, 0]);
    let layer = builder.scene.layer("walls", LayerKind::Invisible, true);
    builder.scene.meshes[0].faces.update(|at, face| {
        if at == 1 {
            face.layer = layer;
        }
    });
    for effects in [Effects::PS1, Effects::CLEAN] {
        let image = draw_scene(&builder.scene.clone().into(), effects);
        let [red, green, _] = rgb(&image, 10, 10);
        assert!(red > 100 && green > 40, "both are seen: {red}, {green}");
        assert_eq!(rgb(&image, 40, 10), [255, 0, 0]);
    }
}

#[test]
fn a_mesh_placed_twice_is_drawn_twice() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(0, 0, 10, 48), 0.0, [255; 3]);
    let glass = Material { blend: Some(Blend::Add), ..plain() };
    builder.rectangle(glass, rect(10, 0, 10, 48), 0.0, [80; 3]);
    let moved = Node {
        mesh: Some(Id::new(0)),
        local: Mat4::from_translation(Vec3::new(30.0, 0.0, 0.0)),
        ..Node::default()
    };
    builder.scene.nodes.push(moved);
    let image = draw(builder, Effects::PS1);
    for x in [5, 35] {
        assert_eq!(rgb(&image, x, 20), [255; 3]);
        assert_eq!(rgb(&image, x + 10, 20), [expand(10); 3]);
    }
    assert_eq!(rgb(&image, 25, 20), [0; 3]);
}

#[test]
fn sky_is_behind_everything_at_any_distance() {
    let mut builder = SceneBuilder::new();
    builder.scene.layers.push(Layer { name: "sky".into(), kind: LayerKind::Sky, visible: true });
    let ahead = |half: f32, z: f32| {
        [(-half, half), (half, half), (-half, -half), (half, -half)]
            .map(|(x, y)| Vec3::new(x, y, z))
    };
    // Nearer than the other face, and only ten units away from the viewer.
    builder.face(plain(), &ahead(20.0, -10.0), [[0, 0, 255]; 4], [[0.0; 2]; 4]);
    builder.face(plain(), &ahead(40.0, -100.0), [[255, 0, 0]; 4], [[0.0; 2]; 4]);
    builder.scene.meshes[0].faces.update(|at, face| {
        if at == 0 {
            face.layer = 1;
        }
    });
    let scene = builder.build();
    for distance in [50.0, 500.0] {
        let camera = Camera { yaw: 0.0, pitch: 0.0, distance, ..Camera::default() };
        let image = picture(&scene, SIZE, &camera, &options(Effects::PS1));
        assert_eq!(rgb(&image, 32, 24), [255, 0, 0], "the face, {distance} away");
        assert_eq!(rgb(&image, 1, 1), [0, 0, 255], "the sky fills the view");
    }
}

#[test]
fn billboards_turn_towards_the_viewer() {
    let mut builder = SceneBuilder::new();
    let face = builder.rectangle(plain(), rect(0, 0, 1, 1), 0.0, [255; 3]);
    let mesh = &mut builder.scene.meshes[0];
    let (bottom, top) = (mesh.positions.len() as u32, mesh.positions.len() as u32 + 1);
    mesh.positions.extend([Vec3::new(0.0, -5.0, 0.0), Vec3::new(0.0, 5.0, 0.0)]);
    let corner = |vertex, anchor, mate, half_width| Billboard { vertex, anchor, mate, half_width };
    // At the far end the axis has the opposite direction, and the sign changes with it.
    mesh.billboards = vec![
        corner(0, top, bottom, 2.0),
        corner(1, top, bottom, -2.0),
        corner(2, bottom, top, -2.0),
        corner(3, bottom, top, 2.0),
    ];
    assert_eq!(face, 0);
    let scene = builder.build();
    let mut widths = Vec::new();
    for yaw in [0.0, 45.0, 90.0, 200.0] {
        let camera = Camera { yaw, pitch: 0.0, distance: 20.0, ..Camera::default() };
        let image = picture(&scene, SIZE, &camera, &options(Effects::CLEAN));
        widths.push((0..64).filter(|x| rgb(&image, *x, 24) == [255; 3]).count());
    }
    assert!(widths[0] > 8, "four units of {widths:?} pixels");
    assert!(widths.iter().all(|width| width.abs_diff(widths[0]) <= 1), "{widths:?}");
}

#[test]
fn faces_that_cross_the_near_plane_keep_their_texture_coordinates() {
    let mut builder = SceneBuilder::new();
    // Eight bands across a floor that runs below the viewer and far behind.
    let bands: Vec<u16> = (0..8).map(|i| 0x8000 | (i * 4)).collect();
    let texture = builder.direct(1, &bands);
    let look = Material { colour: ColourScale::Raw, ..textured(texture, None) };
    let floor = [(-50.0, -80.0), (50.0, -80.0), (-50.0, 80.0), (50.0, 80.0)]
        .map(|(x, z)| Vec3::new(x, 0.0, z));
    let uvs = [[0.0, 0.0], [0.0, 0.0], [0.0, 8.0], [0.0, 8.0]];
    builder.face(look, &floor, [[128; 3]; 4], uvs);
    let camera = Camera { yaw: 0.0, pitch: 20.0, distance: 10.0, ..Camera::default() };
    let scene = builder.build();
    let affine = picture(&scene, SIZE, &camera, &options(Effects { snap: false, ..Effects::PS1 }));
    let perspective = Effects { snap: false, affine: false, ..Effects::PS1 };
    let wanted = picture(&scene, SIZE, &camera, &options(perspective));
    assert!(affine == wanted, "affine mapping is disabled for the whole face");
    assert!(affine.pixels().any(|p| five_bits(p)[0] >= 12), "near bands show");
}

#[test]
fn drops_too_large_faces_on_request() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(-600, 4, 1200, 20), 0.0, [255, 0, 0]);
    builder.rectangle(plain(), rect(-400, 26, 800, 20), 0.0, [0, 255, 0]);
    let scene = builder.build();
    let all = draw_scene(&scene, Effects::PS1);
    assert_eq!((rgb(&all, 30, 10), rgb(&all, 30, 30)), ([255, 0, 0], [0, 255, 0]));
    let limited = draw_scene(&scene, Effects { size_limit: true, ..Effects::PS1 });
    assert_eq!((rgb(&limited, 30, 10), rgb(&limited, 30, 30)), ([0; 3], [0, 255, 0]));
}

#[test]
fn vertices_snap_to_whole_pixels() {
    let mut builder = SceneBuilder::new();
    let corners =
        [(10.9, 10.9), (20.9, 10.9), (10.9, 20.9), (20.9, 20.9)].map(|(x, y)| on_canvas(x, y, 0.0));
    builder.face(plain(), &corners, [[255; 3]; 4], [[0.0; 2]; 4]);
    let scene = builder.build();
    let covered = |effects| {
        let image = draw_scene(&scene, effects);
        let first = (0..64).find(|x| rgb(&image, *x, 15) != [0; 3]).unwrap();
        (first, (0..64).filter(|x| rgb(&image, *x, 15) != [0; 3]).count())
    };
    assert_eq!(covered(Effects::PS1), (10, 10), "rounded down");
    assert_eq!(covered(Effects { snap: false, ..Effects::PS1 }), (11, 10));
    let coarse = Effects { pixels: Pixels::Fine { lines: 12 }, ..Effects::PS1 };
    assert_eq!(covered(coarse), (8, 12), "native pixels of four");
}

#[test]
fn smoothed_edges_have_intermediate_colours() {
    let mut builder = SceneBuilder::new();
    let corners = [(5.0, 5.0), (60.0, 11.0), (8.0, 45.0)].map(|(x, y)| on_canvas(x, y, 0.0));
    builder.face(plain(), &corners, [[255; 3]; 4], [[0.0; 2]; 4]);
    let scene = builder.build();
    let shades = |pixels| {
        let image = draw_scene(&scene, Effects { pixels, ..Effects::CLEAN });
        let mut shades: Vec<u8> = image.pixels().map(|p| p.0[0]).collect();
        shades.sort_unstable();
        shades.dedup();
        shades.len()
    };
    assert_eq!(shades(Pixels::Own), 2);
    assert_eq!(shades(Pixels::Smoothed), 5);
}

#[test]
fn draws_the_valid_faces_of_broken_scenes() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(0, 0, 64, 48), 0.0, [255; 3]);
    builder.rectangle(textured(Id::new(77), Some(Id::new(99))), rect(0, 0, 64, 48), -1.0, [255; 3]);
    builder.rectangle(plain(), rect(0, 0, 64, 48), -2.0, [255; 3]);
    let faces = &mut builder.scene.meshes[0].faces;
    faces.get(2).unwrap().corners[1] = 12345;
    let mut wild = faces.get(0).unwrap();
    wild.material = Id::new(4321);
    wild.uvs = [[f32::NAN, f32::INFINITY]; 4];
    faces.extend([wild]);
    builder.scene.nodes.push(Node { mesh: Some(Id::new(17)), ..Node::default() });
    builder.scene.meshes[0].positions.push(Vec3::NAN);
    assert_eq!(rgb(&draw(builder, Effects::PS1), 20, 20), [255; 3]);
}

#[test]
fn empty_scenes_show_the_background() {
    let image = draw_scene(&Arc::new(Scene::default()), Effects::PS1);
    assert!(image.pixels().all(|p| five_bits(p) == [0; 3]));
    let grey = gouraud::render::RenderOptions { background: [77, 88, 99], ..options(Effects::PS1) };
    let camera = Camera { projection: Projection::Perspective, ..Camera::default() };
    let image = picture(&Arc::new(Scene::default()), SIZE, &camera, &grey);
    assert!(image.pixels().all(|p| five_bits(p) == [77 >> 3, 88 >> 3, 99 >> 3]));
}
