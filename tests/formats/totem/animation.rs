//! Material animations (totem-level 14), from bytes written by hand, and animated nodes (16).

use gouraud::formats::Records;
use gouraud::formats::totem::animation::{KeyVector, Keys};
use gouraud::formats::totem::name_hash;
use gouraud::formats::totem::resource::Resource;
use gouraud::formats::totem::world::{AnimFrame, Start, Trigger};
use gouraud::scene::{Blend, FlashLimit, Scene};

use super::fixture::{Folder, MATERIAL, alone, material, mesh, open, problems, scene_among};
use gouraud::formats::totem::Platform;

const STRAIGHT: u16 = 2;
const NONE: u16 = 3;

/// Frame number and values.
type Frame<'a> = (u16, &'a [f32]);
/// Number, mode and frames of a track.
type Track<'a> = (usize, u16, &'a [Frame<'a>]);

/// An animated material of two seconds with these tracks.
fn animated(tracks: &[Track<'_>]) -> Vec<u8> {
    let mut bytes = vec![1];
    bytes.extend(2.0f32.to_be_bytes());
    for number in 0..10 {
        let own = tracks.iter().find(|(own, ..)| *own == number);
        let (_, mode, frames) = own.copied().unwrap_or((number, NONE, &[]));
        bytes.extend(mode.to_be_bytes());
        bytes.extend(u32::try_from(frames.len()).unwrap().to_be_bytes());
        for (frame, values) in frames {
            bytes.extend(frame.to_be_bytes());
            bytes.extend([0; 2]);
            bytes.extend(values.iter().flat_map(|value| value.to_be_bytes()));
        }
    }
    bytes.extend(name_hash("STILL").to_be_bytes());
    bytes
}

/// Scene of the mesh with this material, and messages of its problems.
fn scene(material_animation: Vec<u8>) -> (Scene, Vec<String>) {
    let mut still = material(Platform::GAMECUBE);
    still.material.texture = 0;
    let folder = Folder::of(&[(MATERIAL, material_animation), ("STILL", still.write().unwrap())]);
    scene_among(&open("mesh", &mesh().write().unwrap()), &folder)
}

/// Texture coordinates of the first corner at a time; those at rest if nothing is animated.
fn first_corner(scene: &Scene, seconds: f32) -> [f32; 2] {
    let moved = scene.moved(seconds, FlashLimit::Free);
    let (id, mesh) = scene.meshes.pairs().next().unwrap();
    moved.uvs.get(&(id, 0)).map_or(mesh.faces.get(0).unwrap().uvs[0], |uvs| uvs[0])
}

fn close(a: [f32; 2], b: [f32; 2]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5)
}

#[test]
fn textures_scroll_scale_and_rotate_about_their_centre() {
    let (rest, reported) = scene(animated(&[]));
    assert_eq!(reported, [""; 0]);
    assert!(!rest.has_surface_animation());
    let [u, v] = first_corner(&rest, 0.0);

    let (scrolled, _) = scene(animated(&[(1, STRAIGHT, &[(0, &[0.0; 2]), (120, &[1.0, 0.5])])]));
    assert!(close(first_corner(&scrolled, 0.0), [u, v]));
    assert!(close(first_corner(&scrolled, 1.0), [u + 0.5, v + 0.25]));
    // The animation repeats after two seconds.
    assert!(close(first_corner(&scrolled, 2.5), [u + 0.25, v + 0.125]));

    let (stretched, _) = scene(animated(&[(2, 1, &[(0, &[1.0; 2]), (60, &[3.0, 0.5])])]));
    assert!(close(first_corner(&stretched, 0.9), [u, v]), "the value is held until the next frame");
    let expected = [0.5 + (u - 0.5) * 3.0, 0.5 + (v - 0.5) * 0.5];
    assert!(close(first_corner(&stretched, 1.0), expected));

    let quarter = std::f32::consts::FRAC_PI_2;
    let (turned, _) = scene(animated(&[(3, STRAIGHT, &[(0, &[0.0]), (60, &[quarter])])]));
    assert!(close(first_corner(&turned, 1.0), [0.5 - (v - 0.5), 0.5 + (u - 0.5)]));
}

/// A texture scaled to zero has no inverse transform, which is reported.
#[test]
fn reports_textures_without_extent_in_the_first_frame() {
    let (flat, reported) = scene(animated(&[(2, STRAIGHT, &[(0, &[0.0, 1.0]), (60, &[1.0; 2])])]));
    assert!(!flat.has_surface_animation());
    assert_eq!(
        reported,
        ["the texture has no extent in the first frame; displayed without animation"]
    );
}

#[test]
fn animates_colour_and_opacity() {
    let (fading, reported) = scene(animated(&[
        (4, STRAIGHT, &[(0, &[0.5, 0.5, 0.0]), (60, &[1.0, 0.25, 1.0])]),
        (5, 1, &[(0, &[0.0; 3]), (60, &[0.0, 0.0, 0.2])]),
        (6, STRAIGHT, &[(0, &[0.0]), (120, &[1.0])]),
    ]));
    assert_eq!(reported, [""; 0]);
    let [fade] = &fading.material_animations[..] else { panic!("one material fades") };
    assert_eq!(fade.origin.path, "colour");
    // Invisible at first: blended, but on the layer of drawn geometry.
    assert_eq!(fading.materials.get(fade.material).unwrap().blend, Some(Blend::Alpha(0.0)));
    assert_eq!(fading.meshes.iter().next().unwrap().faces.get(0).unwrap().layer, 0);

    let moved = fading.moved(1.0, FlashLimit::Free);
    let dye = moved.dyes[&fade.material];
    assert_eq!((dye.scale, dye.opacity), ([2.0, 0.5, 0.0], Some(0.5)));
    // If the stored blue is 0, the light cannot be derived and is taken as full.
    assert_eq!(dye.add, [0.0, 0.0, 1.2 * 255.0]);
    assert_eq!(dye.blend(Some(Blend::Alpha(0.0))), Some(Blend::Alpha(0.5)));
    assert_eq!(dye.blend(Some(Blend::Add)), Some(Blend::Add));
    assert!(fading.moved(1.0, FlashLimit::None).dyes[&fade.material].opacity == Some(0.0));
}

/// At most three changes from black to white and back per second are allowed; faster animations are
/// slowed down.
#[test]
fn limits_flashing_materials() {
    let on_and_off: Vec<(u16, [f32; 3])> =
        (0..24).map(|at| (at * 5, [f32::from(at % 2); 3])).collect();
    let frames: Vec<Frame<'_>> = on_and_off.iter().map(|(at, v)| (*at, &v[..])).collect();
    let (flashing, _) = scene(animated(&[(4, 1, &frames)]));
    let [fade] = &flashing.material_animations[..] else { panic!("one material flashes") };
    assert_eq!(fade.flashes(), 6.0);
    // At half the speed, a tenth of a second is three ticks, in which the colour does not change yet.
    let few = flashing.moved(0.1, FlashLimit::Few { speed: 1.0 }).dyes[&fade.material];
    let free = flashing.moved(0.1, FlashLimit::Free).dyes[&fade.material];
    assert!(few.add == [0.0; 3] && free.add == [255.0; 3], "{few:?} {free:?}");
}

/// As far as is known, a separate file has the same layout as in a world.
#[test]
fn reads_an_animated_node_in_a_separate_file() {
    let frame = AnimFrame {
        name: name_hash("SWING"),
        node: name_hash("DOOR"),
        length: 1.5,
        colour: Keys { flags: 0, keys: vec![KeyVector::default(); 2] },
        triggers: vec![Trigger { frame: 30, list: vec![Start { animation: 7, starts: 1 }] }],
        flags: 0x41,
        ..AnimFrame::default()
    };
    for platform in [Platform::GAMECUBE, Platform::PS2] {
        let bytes = Resource::new(platform, frame.clone()).write().unwrap();
        let document = open("door.TANIMFRAME", &bytes);
        assert_eq!(document.format.id, "totem.animframe");
        assert_eq!(problems(&document), [""; 0]);
        assert_eq!(document.content.write().unwrap(), bytes);
        let table = &alone(&document).tables[0];
        assert_eq!(table.rows.len(), 1);

        let cut = open("door.TANIMFRAME", &bytes[..bytes.len() - 2]);
        assert!(problems(&cut)[0].contains("previous"), "{:?}", problems(&cut));
    }
}
