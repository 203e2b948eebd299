//! Wibbles and pulses as surface animations (sections 10.3 and 10.4, vectors in 24.5).

use gouraud::container::Context;
use gouraud::formats::neversoft::psx::chunk::{Body, PulseKey, WibbleCorner};
use gouraud::formats::neversoft::psx::face::{TexelUv, Uv};
use gouraud::formats::neversoft::psx::records::{File, Version};
use gouraud::scene::{FlashLimit, Id, Scene, UvAnimatedFaces};
use gouraud_testing::build::psx::{Builder, Motion};

use super::fixture::{open, scene, square, warnings};

const BASE: [[u8; 2]; 4] = [[10, 20], [40, 20], [10, 60], [40, 60]];

/// Two squares; only the second has a texture.
fn file(version: Version, motion: Motion, wave: [(u8, u8); 2]) -> File {
    let mut builder = Builder::new(version);
    let uv = match version {
        Version::V6 => Uv::Wide { u: [0, 256, 0, 256], v: [0, 0, 512, 512] },
        _ => Uv::Texels(BASE.map(|[u, v]| TexelUv { u, v })),
    };
    let texture = builder.texture(7);
    let model = builder.model(1, &[square(0), square(64).textured(texture, uv)]);
    let object = builder.object(model, [0; 3]);
    builder.wibble(object, motion, |_| wave);
    let mut file = builder.finish().unwrap();
    for chunk in file.library.iter_mut().flat_map(|library| &mut library.chunks) {
        if let (Version::V6, Body::Wibble(wibbles)) = (version, &mut chunk.body) {
            // The builder has no waves on wide coordinates.
            let wave = wave.map(|(swing, phase)| swing << 4 | phase);
            let corner = WibbleCorner { u: 0, v: 0, u_wave: wave[0], v_wave: wave[1] };
            wibbles.records[0].faces[1] = [corner; 4];
        }
    }
    file
}

/// First corner of the textured face after this many ticks, in 256ths of a texel.
fn corner(scene: &Scene, tick: u32) -> [f32; 2] {
    let moved = scene.moved(tick as f32 / 60.0, FlashLimit::Free);
    let uvs = moved.uvs.get(&(Id::new(0), 1)).expect("the textured face is animated");
    uvs[0].map(|value| value * 256.0)
}

#[test]
fn scrolling_matches_the_document() {
    let motion = Motion { u_speed: 64, v_speed: -64, frequency: 0 };
    let bytes = file(Version::V4, motion, [(0, 0); 2]).write().unwrap();
    assert!(warnings(&bytes).iter().all(|text| !text.contains("wibble")));
    let scene = scene(&bytes);
    assert_eq!(corner(&scene, 60)[0], 2800.0);
    // The reverse direction, shifted by a page of 256 texels.
    assert_eq!(corner(&scene, 60)[1], (20.0 + 256.0) * 256.0 - 240.0);
    assert_eq!(
        scene.moved(1.0, FlashLimit::Free).uvs.len(),
        1,
        "an untextured face has no coordinates"
    );
    let mesh = &scene.meshes[0];
    assert_eq!(
        (mesh.flowing(), mesh.uv_animations[0].speed()),
        (vec![false, true], [0.9375, -0.9375])
    );
}

#[test]
fn waves_match_the_document() {
    for (swing, step, expected) in
        [(1, 16, 256.0), (15, 16, 3840.0), (8, 48, -2048.0), (4, 8, 724.0)]
    {
        // One step of the table per tick.
        let motion = Motion { u_speed: 0, v_speed: 0, frequency: 1024 };
        let bytes = file(Version::V4, motion, [(swing, 0), (0, 0)]).write().unwrap();
        assert_eq!(corner(&scene(&bytes), step), [2560.0 + expected, 5120.0], "{swing} at {step}");
    }
    // Four steps per phase unit; slow waves pause between steps.
    let motion = Motion { u_speed: 0, v_speed: 0, frequency: 100 };
    let bytes = file(Version::V4, motion, [(1, 4), (1, 12)]).write().unwrap();
    assert_eq!(corner(&scene(&bytes), 10), [2560.0 + 256.0, 5120.0 - 256.0]);
}

#[test]
fn version_6_uses_512ths_and_scrolls_twice_as_fast() {
    let motion = Motion { u_speed: 64, v_speed: 0, frequency: 1024 };
    let scene = scene(&file(Version::V6, motion, [(0, 0), (2, 0)]).write().unwrap());
    let uv = corner(&scene, 16).map(|value| value * 512.0);
    assert_eq!(uv, [2.0 * 64.0, 512.0], "in 256ths of a 512th");
    let moved = scene.moved(16.0 / 60.0, FlashLimit::Free);
    assert_eq!(
        moved.uvs[&(Id::new(0), 1)][3][0] - moved.uvs[&(Id::new(0), 1)][0][0],
        0.5,
        "relative to the face's stored coordinates"
    );
}

#[test]
fn animated_faces_and_colours_reference_their_bytes() {
    let mut builder = Builder::new(Version::V4);
    let texture = builder.texture(7);
    let key = |r, interval| PulseKey { r, g: 0, b: 0, interval };
    let first = builder.pulse(vec![key(0, 30), key(240, 30)], 15);
    let second = builder.pulse(vec![key(9, 0)], 0);
    let faces =
        [square(0).texels(texture, BASE), square(64).entries([first, second, first, first])];
    let model = builder.model(1, &faces);
    let object = builder.object(model, [0; 3]);
    let motion = Motion { u_speed: 1, v_speed: 0, frequency: 0 };
    builder.wibble(object, motion, |_| [(0, 0); 2]);
    let bytes = builder.finish().unwrap().write().unwrap();
    let document = open(&bytes);
    let scene = document.content.displayed().scene(Context::ALONE).unwrap().0;
    let place = |path: &str| {
        let id = document.tree.find(path).unwrap_or_else(|_| panic!("no field {path}"));
        document.tree.field(&id).unwrap().span
    };
    let flow = &scene.meshes[0].uv_animations[0];
    assert_eq!(place(&flow.origin.path), flow.origin.span);
    let UvAnimatedFaces::Faces { spans, .. } = &flow.faces else { panic!("single faces") };
    let face = spans.origin(0);
    assert_eq!(place(&face.path), face.span);
    for pulse in &scene.palette_animations {
        assert_eq!(place(&pulse.origin.path), pulse.origin.span);
    }
    // The animation starts halfway up, like the still picture.
    assert_eq!(scene.colour_tables[0].colours[usize::from(first)], [120, 0, 0]);
    let red =
        |ticks: f32| scene.moved(ticks / 60.0, FlashLimit::Free).colours[&(Id::new(0), first)][0];
    assert_eq!([red(1.0), red(15.0), red(45.0), red(60.0)], [128, 240, 0, 120]);
    assert_eq!(scene.pulsing_faces(&scene.meshes[0]), [1].into());
}

#[test]
fn waves_start_at_their_phase_and_keep_stored_coordinates() {
    let motion = Motion { u_speed: 64, v_speed: 0, frequency: 0 };
    let bytes = file(Version::V4, motion, [(1, 4), (0, 0)]).write().unwrap();
    let scene = scene(&bytes);
    assert_eq!(corner(&scene, 0), [2560.0 + 256.0, 5120.0], "phase 4 is the top of the wave");
    assert_eq!(scene.meshes[0].faces.get(1).unwrap().uvs[0], [10.0, 20.0]);
    let still = file(Version::V4, motion, [(1, 0), (1, 0)]).write().unwrap();
    let moved = super::fixture::scene(&still).moved(0.0, FlashLimit::Free);
    assert_eq!(moved, Default::default(), "nothing is animated");
}
