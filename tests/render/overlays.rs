//! Colour overlays, outlines, edges and marks: each changes only its pixels.

use std::sync::Arc;

use gouraud::render::{Effects, Marks, Overlay, Paint, Pattern, Pixels, RenderOptions, category};
use gouraud::scene::{FaceField, Scene};
use image::RgbaImage;

use crate::common::{options, overlaid, picture};
use crate::scene_builder::{SceneBuilder, canvas_camera, plain, rect};

const SIZE: (u32, u32) = (100, 60);

/// Two faces side by side on a background, with different values of a field.
fn pair() -> Arc<Scene> {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(10, 10, 30, 40), 0.0, [120, 120, 120]);
    builder.rectangle(plain(), rect(50, 10, 30, 40), 0.0, [60, 90, 120]);
    builder.scene.face_fields.push(FaceField { name: "flags", bits: 16, flags: vec![] });
    builder.scene.meshes[0].face_values.push([0x0010, 0x0001].into_iter().collect());
    builder.build()
}

fn draw(scene: &Arc<Scene>, options: &RenderOptions, overlay: Option<&Overlay>) -> RgbaImage {
    overlaid(scene, SIZE, &canvas_camera(SIZE.0, SIZE.1), options, overlay)
}

/// Pixels at which two pictures differ.
fn changed(a: &RgbaImage, b: &RgbaImage) -> Vec<(u32, u32)> {
    let pixels = a.enumerate_pixels().zip(b.pixels());
    pixels.filter(|((_, _, p), q)| p != q).map(|((x, y, _), _)| (x, y)).collect()
}

fn is_in_first(at: &(u32, u32)) -> bool {
    (10..40).contains(&at.0) && (10..50).contains(&at.1)
}

#[test]
fn last_pass_expands_colours_as_the_cpu_does() {
    let scene = pair();
    let options = options(Effects::PS1);
    let untouched = Overlay::new(&scene);
    assert!(draw(&scene, &options, None) == draw(&scene, &options, Some(&untouched)));
}

#[test]
fn colours_faces_by_a_bit() {
    let scene = pair();
    for effects in [Effects::PS1, Effects::CLEAN] {
        let options = options(effects);
        let mut overlay = Overlay::new(&scene);
        let paint = Paint::solid([230, 159, 0]);
        overlay.paint_field(&scene, 0, |value| (value & 0x10 != 0).then_some(paint));
        let before = draw(&scene, &options, None);
        let after = draw(&scene, &options, Some(&overlay));
        let changed = changed(&before, &after);
        assert!(changed.iter().all(is_in_first), "only the face with the bit changes");
        assert_eq!(changed.len(), 30 * 40, "all of it");
        overlay.clear_paint();
        assert!(draw(&scene, &options, Some(&overlay)) == before);
    }
}

#[test]
fn colours_every_value() {
    let scene = pair();
    let mut overlay = Overlay::new(&scene);
    overlay.paint_field(&scene, 0, |value| Some(category(value as usize)));
    let options = options(Effects::PS1);
    let changed = changed(&draw(&scene, &options, None), &draw(&scene, &options, Some(&overlay)));
    let first = changed.iter().filter(|at| is_in_first(at)).count();
    let second = changed.iter().filter(|at| !is_in_first(at)).count();
    assert!(first > 300 && second > 300, "{first} and {second} pixels");
}

#[test]
fn patterns_distinguish_faces_without_colour() {
    let scene = pair();
    let options = options(Effects::CLEAN);
    let before = draw(&scene, &options, None);
    let mut masks = Vec::new();
    for pattern in Pattern::ALL {
        let mut overlay = Overlay::new(&scene);
        overlay.paint(0, Some(Paint { rgb: [255, 255, 255], pattern }));
        let mask = changed(&before, &draw(&scene, &options, Some(&overlay)));
        assert!(mask.len() > 30 * 40 / 5, "{pattern:?} covers {} pixels", mask.len());
        assert!(!masks.contains(&mask), "{pattern:?} looks like another");
        masks.push(mask);
    }
}

#[test]
fn selection_outline_is_accent_inside_and_dark_outside() {
    let scene = pair();
    let options = options(Effects::CLEAN);
    let mut overlay = Overlay::new(&scene);
    overlay.select(0, true);
    let before = draw(&scene, &options, None);
    let after = draw(&scene, &options, Some(&overlay));
    let luma = |at: &(u32, u32)| {
        after.get_pixel(at.0, at.1).0[..3].iter().map(|c| u32::from(*c)).sum::<u32>()
    };
    let changed = changed(&before, &after);
    let (inside, outside): (Vec<&(u32, u32)>, Vec<_>) =
        changed.iter().partition(|at| is_in_first(at));
    // The window's accent colour, as for all selected items.
    let accent = after.get_pixel(inside[0].0, inside[0].1);
    assert!(inside.iter().all(|at| after.get_pixel(at.0, at.1) == accent), "one colour");
    assert!(inside.iter().all(|at| luma(at) > 400), "light");
    assert!(outside.iter().all(|at| luma(at) < 60), "dark");
    assert_eq!(after.get_pixel(25, 30), before.get_pixel(25, 30), "the middle is unchanged");
    assert_ne!(after.get_pixel(10, 30), before.get_pixel(10, 30), "the edge changes");
    overlay.clear_selection();
    assert!(draw(&scene, &options, Some(&overlay)) == before);
}

#[test]
fn selection_tint_is_inside_its_outline() {
    let scene = pair();
    let options = options(Effects::CLEAN);
    let mut overlay = Overlay::new(&scene);
    overlay.select(0, true);
    overlay.tint_selection(true);
    let before = draw(&scene, &options, None);
    let after = draw(&scene, &options, Some(&overlay));
    assert_ne!(after.get_pixel(25, 30), before.get_pixel(25, 30), "the middle is tinted");
    let changed = changed(&before, &after);
    let others = changed.iter().filter(|at| !is_in_first(at)).count();
    assert!(others * 4 < changed.len(), "only the dark line is outside");
    overlay.tint_selection(false);
    assert_eq!(draw(&scene, &options, Some(&overlay)).get_pixel(25, 30), before.get_pixel(25, 30));
}

#[test]
fn hovered_face_has_a_thin_outline() {
    let scene = pair();
    let options = options(Effects::CLEAN);
    let mut overlay = Overlay::new(&scene);
    overlay.hover(Some(0));
    let before = draw(&scene, &options, None);
    let changed = changed(&before, &draw(&scene, &options, Some(&overlay)));
    assert!(changed.iter().all(is_in_first));
    assert_eq!(changed.len(), 2 * 30 + 2 * 38);
}

#[test]
fn dimming_fades_the_rest() {
    let scene = pair();
    let options = options(Effects::CLEAN);
    let mut overlay = Overlay::new(&scene);
    overlay.dim(1, true);
    let before = draw(&scene, &options, None);
    let after = draw(&scene, &options, Some(&overlay));
    assert!(!changed(&before, &after).iter().any(is_in_first));
    assert!(after.get_pixel(60, 30).0[2] < before.get_pixel(60, 30).0[2]);
}

#[test]
fn wireframe_shows_edges_but_no_diagonal() {
    let scene = pair();
    let bare = options(Effects::CLEAN);
    let wired = RenderOptions { marks: Marks { wireframe: true, ..Marks::default() }, ..bare };
    let changed = changed(&draw(&scene, &bare, None), &draw(&scene, &wired, None));
    let beside = |v: u32, edges: [u32; 4]| edges.iter().any(|e| v.abs_diff(*e) <= 2);
    assert!(
        changed.iter().all(|(x, y)| beside(*x, [10, 40, 50, 80]) || beside(*y, [10, 50, 10, 50])),
        "only edges change"
    );
    for at in [(10, 30), (39, 30), (50, 30), (25, 10), (25, 49)] {
        assert!(
            changed.iter().any(|c| c.0.abs_diff(at.0) <= 1 && c.1.abs_diff(at.1) <= 1),
            "{at:?}"
        );
    }
}

#[test]
fn wireframe_hides_behind_faces() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(30, 20, 20, 20), 0.0, [60, 90, 120]);
    builder.rectangle(plain(), rect(10, 10, 80, 40), 5.0, [120, 120, 120]);
    let scene = builder.build();
    let bare = options(Effects::CLEAN);
    let wired = RenderOptions { marks: Marks { wireframe: true, ..Marks::default() }, ..bare };
    let changed = changed(&draw(&scene, &bare, None), &draw(&scene, &wired, None));
    assert!(!changed.is_empty());
    assert!(!changed.iter().any(|(x, y)| (25..55).contains(x) && (15..45).contains(y)));
}

#[test]
fn marks_are_drawn_on_top_in_full_resolution() {
    let scene = pair();
    let pixels = Pixels::Enlarged { lines: 15 };
    let bare = options(Effects { pixels, ..Effects::PS1 });
    let before = draw(&scene, &bare, None);
    // Enlarged four times: every block of the plain picture has one colour.
    for (x, y, pixel) in before.enumerate_pixels() {
        assert_eq!(pixel, before.get_pixel(x / 4 * 4, y / 4 * 4));
    }
    for marks in [
        Marks { bounds: true, ..Marks::default() },
        Marks { grid: true, ..Marks::default() },
        Marks { axes: true, ..Marks::default() },
        Marks { wireframe: true, ..Marks::default() },
    ] {
        let after = draw(&scene, &RenderOptions { marks, ..bare }, None);
        let changed = changed(&before, &after);
        assert!(!changed.is_empty(), "{marks:?} shows nothing");
        assert!(changed.len() < 100 * 60 / 3, "{marks:?} covers {} pixels", changed.len());
    }
}

#[test]
fn enlarged_pictures_repeat_pixels() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(2, 2, 10, 8), 0.0, [255, 0, 0]);
    let scene = builder.build();
    let small = picture(&scene, (25, 15), &canvas_camera(25, 15), &options(Effects::PS1));
    let pixels = Pixels::Enlarged { lines: 15 };
    let enlarged = options(Effects { pixels, ..Effects::PS1 });
    let large = picture(&scene, (100, 60), &canvas_camera(25, 15), &enlarged);
    for (x, y, pixel) in large.enumerate_pixels() {
        assert_eq!(pixel, small.get_pixel(x / 4, y / 4), "{x}, {y}");
    }
}

#[test]
fn occluded_selection_has_a_dimmer_outline() {
    let scene = |hides: bool| {
        let mut builder = SceneBuilder::new();
        builder.rectangle(plain(), rect(30, 20, 30, 20), 0.0, [120, 120, 120]);
        if hides {
            builder.rectangle(plain(), rect(10, 10, 80, 40), 5.0, [60, 90, 120]);
        }
        builder.build()
    };
    let options = options(Effects::CLEAN);
    let outlined = |hides: bool| {
        let scene = scene(hides);
        let mut overlay = Overlay::new(&scene);
        overlay.select(0, true);
        let before = draw(&scene, &options, None);
        let after = draw(&scene, &options, Some(&overlay));
        (changed(&before, &after), after)
    };
    let (in_front, free) = outlined(false);
    let (behind, covered) = outlined(true);
    let middle = (45, 30);
    assert_eq!(covered.get_pixel(middle.0, middle.1).0[..3], [60, 90, 120], "the face is hidden");
    assert!(!behind.is_empty(), "the outline is drawn through the hiding face");
    assert!(behind.iter().all(|at| in_front.contains(at)), "at the edge of the hidden face");
    assert!(!behind.contains(&middle), "faces in front stay visible");
    let blue = |picture: &RgbaImage, at: &(u32, u32)| picture.get_pixel(at.0, at.1).0[2];
    assert!(behind.iter().all(|at| blue(&covered, at) < blue(&free, at)), "dimmer than in front");
}

#[test]
fn xray_fades_other_faces_and_shows_the_selection_through_them() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(30, 20, 30, 20), 0.0, [120, 120, 120]);
    builder.rectangle(plain(), rect(10, 10, 80, 40), 5.0, [60, 90, 120]);
    let scene = builder.build();
    let plain = options(Effects::CLEAN);
    let xray = RenderOptions { marks: Marks { xray: true, ..Marks::default() }, ..plain };
    let mut overlay = Overlay::new(&scene);
    let (inside, beside) = ((45, 30), (20, 30));
    let pixel = |picture: &RgbaImage, at: (u32, u32)| picture.get_pixel(at.0, at.1).0;
    let unselected = draw(&scene, &xray, Some(&overlay));
    assert_eq!(unselected, draw(&scene, &plain, Some(&overlay)), "nothing is selected");

    overlay.select(0, true);
    let picture = draw(&scene, &xray, Some(&overlay));
    let faded = |at| {
        let (before, after) = (pixel(&unselected, at), pixel(&picture, at));
        let background = pixel(&unselected, (2, 2));
        let distance = |c: [u8; 4]| -> u32 {
            c.iter().zip(background).map(|(a, b)| u32::from(a.abs_diff(b))).sum()
        };
        assert_ne!(before, background);
        distance(after) < distance(before)
    };
    assert!(faded(beside), "the face in front is faded");
    assert_eq!(pixel(&picture, (2, 2)), pixel(&unselected, (2, 2)), "not the background");
    let [r, _, b, _] = pixel(&picture, inside);
    assert!(
        b > r + 60,
        "the hidden face has the colour of the selection: {:?}",
        pixel(&picture, inside)
    );

    // The selected face in front keeps its colours.
    overlay.clear_selection();
    overlay.select(1, true);
    let front = draw(&scene, &xray, Some(&overlay));
    assert_eq!(pixel(&front, inside), pixel(&unselected, inside));
}
