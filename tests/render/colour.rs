//! The test vectors of ps1-rendering section 13, one small face each, through the whole pipeline.

use gouraud::render::Effects;
use gouraud::scene::{Blend, Material};

use crate::common::{five_bits, options, picture};
use crate::scene_builder::{SceneBuilder, canvas_camera, plain, rect, textured};

/// Cell of the dither matrix, `None` without dithering.
type Cell = Option<(u32, u32)>;

const WIDTH: u32 = 64;

fn effects(cell: Cell) -> Effects {
    Effects { dither: cell.is_some(), ..Effects::PS1 }
}

/// Draws each face as a square of 4×4 pixels, one whole dither matrix, and reads the cell that it names.
fn draw_squares<T>(
    vectors: &[T],
    effects: Effects,
    mut draw: impl FnMut(&mut SceneBuilder, crate::scene_builder::Rect, &T),
    cell: impl Fn(&T) -> (u32, u32),
) -> Vec<[u32; 3]> {
    let columns = WIDTH / 4;
    let height = (vectors.len() as u32).div_ceil(columns) * 4;
    let mut builder = SceneBuilder::new();
    let place = |i: usize| (i as u32 % columns * 4, i as u32 / columns * 4);
    for (i, vector) in vectors.iter().enumerate() {
        let (x, y) = place(i);
        draw(&mut builder, rect(x as i32, y as i32, 4, 4), vector);
    }
    let camera = canvas_camera(WIDTH, height);
    let image = picture(&builder.build(), (WIDTH, height), &camera, &options(effects));
    let read = |(i, vector): (usize, &T)| {
        let ((x, y), (dx, dy)) = (place(i), cell(vector));
        five_bits(image.get_pixel(x + dx, y + dy))
    };
    vectors.iter().enumerate().map(read).collect()
}

#[test]
fn modulation_of_one_channel() {
    const VECTORS: [(u16, u8, Cell, u32); 22] = [
        (31, 128, None, 31),
        (31, 128, Some((0, 0)), 30),
        (31, 128, Some((1, 0)), 31),
        (31, 255, None, 31),
        (16, 128, None, 16),
        (16, 128, Some((0, 0)), 15),
        (16, 128, Some((2, 1)), 16),
        (16, 64, None, 8),
        (16, 255, None, 31),
        (31, 0, Some((2, 1)), 0),
        (0, 255, Some((2, 1)), 0),
        (1, 128, None, 1),
        (1, 128, Some((0, 0)), 0),
        (1, 64, None, 0),
        (1, 64, Some((2, 1)), 0),
        (15, 100, None, 11),
        (15, 100, Some((2, 1)), 12),
        (15, 100, Some((0, 2)), 11),
        (20, 200, None, 31),
        (8, 129, None, 8),
        (10, 137, Some((0, 0)), 10),
        (10, 137, Some((2, 1)), 11),
    ];
    for dithered in [false, true] {
        let vectors: Vec<_> = VECTORS.iter().filter(|v| v.2.is_some() == dithered).collect();
        let drawn = draw_squares(
            &vectors,
            effects(dithered.then_some((0, 0))),
            |builder, at, (t5, c8, ..)| {
                // With STP, so that a texel of channel 0 is not a hole.
                let texture = builder.direct(1, &[0x8000 | *t5]);
                builder.rectangle(textured(texture, None), at, 0.0, [*c8; 3]);
            },
            |(_, _, cell, _)| cell.unwrap_or((0, 0)),
        );
        for (vector, pixel) in vectors.iter().zip(drawn) {
            assert_eq!(pixel[0], vector.3, "{vector:?}");
        }
    }
}

#[test]
fn untextured_gouraud() {
    const VECTORS: [(u8, Cell, u32); 14] = [
        (7, None, 0),
        (8, None, 1),
        (127, None, 15),
        (128, None, 16),
        (255, None, 31),
        (127, Some((0, 0)), 15),
        (127, Some((2, 1)), 16),
        (128, Some((0, 0)), 15),
        (128, Some((0, 2)), 15),
        (131, Some((0, 0)), 15),
        (132, Some((0, 0)), 16),
        (255, Some((0, 0)), 31),
        (3, Some((0, 0)), 0),
        (5, Some((2, 1)), 1),
    ];
    for dithered in [false, true] {
        let vectors: Vec<_> = VECTORS.iter().filter(|v| v.1.is_some() == dithered).collect();
        let drawn = draw_squares(
            &vectors,
            effects(dithered.then_some((0, 0))),
            |builder, at, (c8, ..)| {
                builder.rectangle(Material { gouraud: true, ..plain() }, at, 0.0, [*c8; 3]);
            },
            |(_, cell, _)| cell.unwrap_or((0, 0)),
        );
        for (vector, pixel) in vectors.iter().zip(drawn) {
            assert_eq!(pixel, [vector.2; 3], "{vector:?}");
        }
    }
}

#[test]
fn whole_texels() {
    const VECTORS: [(u16, [u8; 3], Cell, u16); 7] = [
        (0x4210, [128, 128, 128], None, 0x4210),
        (0xC210, [255, 64, 128], None, 0xC11F),
        (0x7FFF, [128, 128, 128], Some((0, 0)), 0x7BDE),
        (0x8000, [255, 255, 255], Some((2, 1)), 0x8000),
        (0x0001, [128, 128, 128], Some((0, 0)), 0x0000),
        (0x03E0, [96, 96, 96], Some((1, 1)), 0x02E0),
        (0x001F, [160, 10, 10], Some((3, 2)), 0x001F),
    ];
    for dithered in [false, true] {
        let vectors: Vec<_> = VECTORS.iter().filter(|v| v.2.is_some() == dithered).collect();
        let drawn = draw_squares(
            &vectors,
            effects(dithered.then_some((0, 0))),
            |builder, at, (texel, rgb, ..)| {
                // A white wall behind shows that black is drawn, too.
                builder.rectangle(plain(), at, -1.0, [255; 3]);
                let texture = builder.direct(1, &[*texel]);
                builder.rectangle(textured(texture, None), at, 0.0, *rgb);
            },
            |(_, _, cell, _)| cell.unwrap_or((0, 0)),
        );
        for (vector, pixel) in vectors.iter().zip(drawn) {
            assert_eq!(pixel, channels(vector.3), "{vector:?}");
        }
    }
}

#[test]
fn texels_of_zero_are_holes() {
    let drawn = draw_squares(
        &[()],
        Effects::PS1,
        |builder, at, ()| {
            builder.rectangle(plain(), at, -1.0, [255, 0, 0]);
            let texture = builder.direct(1, &[0x0000]);
            builder.rectangle(textured(texture, None), at, 0.0, [255; 3]);
        },
        |()| (0, 0),
    );
    assert_eq!(drawn, [[31, 0, 0]]);
}

#[test]
fn blending_of_whole_words() {
    const VECTORS: [(u16, u16, [u16; 4]); 3] = [
        (0x4210, 0x2108, [0x318C, 0x6318, 0x2108, 0x4A52]),
        (0x7FFF, 0x0421, [0x4210, 0x7FFF, 0x7BDE, 0x7FFF]),
        (0x1CE7, 0x7C1F, [0x4C73, 0x7CFF, 0x00E0, 0x38EE]),
    ];
    let cases: Vec<_> = VECTORS
        .iter()
        .flat_map(|(back, front, results)| {
            Blend::MODES
                .into_iter()
                .zip(results)
                .map(|(mode, result)| (*back, *front, mode, *result))
        })
        .collect();
    let drawn = draw_squares(
        &cases,
        effects(None),
        |builder, at, (back, front, mode, _)| {
            builder.rectangle(plain(), at, -1.0, channels(*back).map(|c| (c << 3) as u8));
            let texture = builder.direct(1, &[0x8000 | *front]);
            let glass = Material { blend: Some(*mode), ..textured(texture, None) };
            builder.rectangle(glass, at, 0.0, [128; 3]);
        },
        |_| (0, 0),
    );
    for (case, pixel) in cases.iter().zip(drawn) {
        assert_eq!(pixel, channels(case.3), "{case:04X?}");
    }
}

#[test]
fn every_pair_of_channels_in_every_blend_mode() {
    let pairs: Vec<(u32, u32)> = (0..32).flat_map(|b| (0..32).map(move |f| (b, f))).collect();
    for mode in Blend::MODES {
        let drawn = draw_squares(
            &pairs,
            effects(None),
            |builder, at, (back, front)| {
                builder.rectangle(plain(), at, -1.0, [(back << 3) as u8; 3]);
                let glass = Material { blend: Some(mode), ..plain() };
                builder.rectangle(glass, at, 0.0, [(front << 3) as u8; 3]);
            },
            |_| (0, 0),
        );
        for ((back, front), pixel) in pairs.iter().zip(drawn) {
            assert_eq!(pixel, [blend(mode, *back, *front); 3], "{mode:?} of {back} and {front}");
        }
    }
}

fn channels(word: u16) -> [u32; 3] {
    [0, 5, 10].map(|shift| u32::from(word >> shift) & 31)
}

fn blend(mode: Blend, back: u32, front: u32) -> u32 {
    match mode {
        Blend::Average | Blend::Alpha(_) => (back + front) >> 1,
        Blend::Add => (back + front).min(31),
        Blend::Subtract => back.saturating_sub(front),
        Blend::AddQuarter => (back + (front >> 2)).min(31),
    }
}
